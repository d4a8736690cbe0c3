// door.c — the page's door, natively: the same calls as tests/web/door.test.mjs, their answers as bytes.
//
//   pantin_door bend PUPPET NAME=PNG…   frames of every method, a still, texts (to stdout; times to stderr)
//   pantin_door decode PNG              width, height (32 bits each) and pixels, as the native reader sees them
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web.h"

enum { FRAMES = 24, ROUNDS = 4 };
static const char *const methods[] = { "arap", "blend", "shepard", "mls", "arap-triangle" };

static int complain(const char *what) {
    fprintf(stderr, "pantin_door: %s: %s: %s\n", what, web_error_where(), web_error_text());
    return 1;
}

static void write_all(const void *data, size_t size) { fwrite(data, 1, size, stdout); }

static bool read_png(const char *path, pantin_image *image) {
    pantin_error error = { 0 };
    if (pantin_image_load(path, image, &error)) return true;
    fprintf(stderr, "%s: %s\n", error.where, error.text);
    return false;
}

static bool keep(char *pair) {
    char *path = strchr(pair, '=');
    pantin_image image = { 0 };
    if (path == NULL) return false;
    *path++ = '\0';
    if (!read_png(path, &image)) return false;
    size_t size = 4 * (size_t)image.width * (size_t)image.height;
    uint8_t *pixels = web_allocate((int)size);
    if (pixels != NULL) memcpy(pixels, image.pixels, size);
    bool kept = web_picture_keep(pair, pixels, image.width, image.height) != 0;
    pantin_image_free(&image);
    return kept;
}

/// A pin goes out in steps of whole px, another comes back: every number is exact in both languages.
static void aim(double *targets, const double *rest, int handles, int frame) {
    memcpy(targets, rest, sizeof *targets * 4 * (size_t)handles);
    int one = handles / 2, other = handles - 1;
    targets[4 * one] += 4.0 * frame;
    targets[4 * one + 1] -= 6.0 * frame;
    targets[4 * other] -= 3.0 * (FRAMES - frame);
    targets[4 * other + 2] += 0.03125 * frame;
}

static int bend_all(void) {
    int handles = web_handle_count();
    double *rest = malloc(sizeof *rest * 4 * (size_t)(handles + 1));
    for (size_t m = 0; m < sizeof methods / sizeof methods[0] && rest != NULL; m++) {
        int machine = web_bend_open(methods[m]);
        if (machine < 0) return complain(methods[m]);
        double *targets = web_bend_targets(machine), least[FRAMES], sum = 0;
        memcpy(rest, targets, sizeof *rest * 4 * (size_t)handles);
        web_bend(machine, 0, 1);
        for (int k = 0; k < ROUNDS * FRAMES; k++) {
            int frame = k % FRAMES;
            aim(targets, rest, handles, frame);
            double start = pantin_clock_seconds();
            web_bend(machine, 0, 0);
            double took = pantin_clock_seconds() - start;
            if (k < FRAMES || took < least[frame]) least[frame] = took;
            write_all(web_bent_vertices(machine),
                      sizeof(float) * 2 * (size_t)web_bent_vertex_count(machine));
            write_all(web_bent_figures(machine), sizeof(double) * WEB_FIGURES);
            write_all(web_bent_handles(machine), sizeof(double) * 7 * (size_t)handles);
        }
        for (int frame = 1; frame < FRAMES; frame++) sum += least[frame];
        fprintf(stderr, "%s %.4f\n", methods[m], 1e3 * sum / (FRAMES - 1));
    }
    free(rest);
    return 0;
}

static int bend(int count, char **words) {
    pantin_bytes file = { 0 };
    pantin_error error = { 0 };
    for (int k = 1; k < count; k++)
        if (!keep(words[k])) return complain(words[k]);
    if (!pantin_file_read(words[0], (size_t)1 << 26, &file, &error)) return 1;
    int loaded = web_puppet_load("x.puppet.json", (const char *)file.data, (int)file.size);
    pantin_bytes_free(&file);
    if (!loaded) return complain(words[0]);
    for (int p = 0; p < web_piece_count(); p++) {
        const web_piece *piece = web_piece_at(p);
        write_all(piece->vertices, sizeof(pantin_vec2) * (size_t)piece->vertex_count);
        write_all(piece->triangles, sizeof(int) * 3 * (size_t)piece->triangle_count);
    }
    if (bend_all() != 0) return 1;
    const uint8_t *pixels = web_still(0, 1.0, 16.0, 3);
    if (pixels == NULL) return complain("still");
    write_all(pixels, 4 * (size_t)web_picture_width() * (size_t)web_picture_height());
    if (!web_puppet_write()) return complain("write");
    write_all(web_text(), (size_t)web_text_size());
    if (!web_bent_report(0)) return complain("report");
    write_all(web_text(), (size_t)web_text_size());
    web_machines_close();
    web_pictures_drop();
    return 0;
}

static int decode(const char *path) {
    pantin_image image = { 0 };
    if (!read_png(path, &image)) return 1;
    const int32_t size[2] = { image.width, image.height };
    write_all(size, sizeof size);
    write_all(image.pixels, 4 * (size_t)image.width * (size_t)image.height);
    pantin_image_free(&image);
    return 0;
}

int main(int count, char **words) {
    if (count >= 3 && strcmp(words[1], "bend") == 0) return bend(count - 2, words + 2);
    if (count == 3 && strcmp(words[1], "decode") == 0) return decode(words[2]);
    fputs("pantin_door bend PUPPET NAME=PNG…, or decode PNG\n", stderr);
    return 2;
}
