// bench_film.c — what a film costs beside encoding its finished pictures, in one process.
//
// Run: bench_film [SHOWFOLDER [FRAMES]] (default: shows/wave, at most 120 frames, which are kept
// raw in memory). Prints CSV: stage, CPU and wall ms a frame (the least of the turns, which
// alternate so that both meet the same noise), and the two ratios to `encode`:
//     convert     RGBA to 4:2:0 alone, 1280x720
//     synthetic   encoding pictures made here, 1280x720: a check that needs no show
//     encode      the show's own pictures, raw from memory, through the sink ffmpeg
//     film        the same film from the show: act, paint, encode; same sink, preset and threads
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "pantin/show.h"

#define OUTPUT "bench_film.mp4"
enum { TURNS = 3, FRAMES = 120, SYNTHETIC_FRAMES = 48, WORKERS = 2 };

typedef struct cost {
    double cpu_ms, wall_ms;
} cost;

static cost cost_now(void) {
    return (cost){ 1e3 * (double)clock() / CLOCKS_PER_SEC, 1e3 * pantin_clock_seconds() };
}

static void keep_least(cost *least, cost from, int turn) {
    cost now = cost_now();
    double cpu = now.cpu_ms - from.cpu_ms, wall = now.wall_ms - from.wall_ms;
    if (turn == 0 || cpu < least->cpu_ms) least->cpu_ms = cpu;
    if (turn == 0 || wall < least->wall_ms) least->wall_ms = wall;
}

static void print_row(const char *stage, cost spent, int frames, const cost *base) {
    printf("%s,%.3f,%.3f", stage, spent.cpu_ms / frames, spent.wall_ms / frames);
    if (base != NULL)
        printf(",%.3f,%.3f\n", spent.cpu_ms / base->cpu_ms, spent.wall_ms / base->wall_ms);
    else
        printf(",,\n");
    fflush(stdout);
}

static int give_up(const pantin_error *error) {
    fprintf(stderr, "bench_film: %s: %s\n", error->where, error->text);
    return 2;
}

// --- pictures kept raw --------------------------------------------------------------------------

typedef struct reel {
    pantin_film_format format;
    int count, capacity;
    uint8_t *pixels;
} reel;

static size_t picture_size(const pantin_film_format *format) {
    return 4 * (size_t)format->width * (size_t)format->height;
}

static bool reel_make(reel *r, const pantin_film_format *format, int capacity) {
    *r = (reel){ .format = *format, .capacity = capacity };
    r->pixels = malloc(picture_size(format) * (size_t)capacity);
    return r->pixels != NULL;
}

static pantin_image reel_picture(const reel *r, int i) {
    return (pantin_image){ r->format.width, r->format.height,
                           r->pixels + picture_size(&r->format) * (size_t)i };
}

/// A sink that fills the reel which is loaded: the way to a film's own pictures.
static reel *loaded;

static bool keep_takes(const char *output) { return strcmp(output, "keep:") == 0; }
static void *keep_open(const char *output, const pantin_film_format *format, pantin_error *error) {
    (void)output, (void)error;
    loaded->format = *format;
    return loaded;
}
static bool keep_picture(void *self, const pantin_image *picture, pantin_error *error) {
    reel *r = self;
    if (r->count == r->capacity)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "keep:", "more pictures than announced");
    memcpy(reel_picture(r, r->count++).pixels, picture->pixels, picture_size(&r->format));
    return true;
}
static bool keep_sound(void *self, const float *samples, size_t frames, pantin_error *error) {
    (void)self, (void)samples, (void)frames, (void)error;
    return true;
}
static bool keep_close(void *self, uint64_t *hash, pantin_error *error) {
    (void)self, (void)error;
    if (hash != NULL) *hash = 0;
    return true;
}
static void keep_abandon(void *self) { (void)self; }

static const pantin_film_sink keep_sink = { "keep",     keep_takes, keep_open,   keep_picture,
                                            keep_sound, keep_close, keep_abandon };

static bool encode(const reel *r, pantin_error *error) {
    void *film = pantin_sink_ffmpeg.open(OUTPUT, &r->format, error);
    if (film == NULL) return false;
    for (int i = 0; i < r->count; i++) {
        pantin_image picture = reel_picture(r, i);
        if (!pantin_sink_ffmpeg.picture(film, &picture, error)) {
            pantin_sink_ffmpeg.abandon(film);
            return false;
        }
    }
    return pantin_sink_ffmpeg.close(film, NULL, error);
}

// --- without a show -----------------------------------------------------------------------------

/// A disc that wanders over a textured ground: like a drawn film, neither flat nor all noise.
static void draw_synthetic(reel *r) {
    random_state random = random_make(1);
    int w = r->format.width, h = r->format.height;
    uint8_t *ground = malloc((size_t)w * (size_t)h);
    if (ground == NULL) return;
    for (int i = 0; i < w * h; i++) ground[i] = (uint8_t)(200 + random_below(&random, 24));
    for (r->count = 0; r->count < r->capacity; r->count++) {
        uint8_t *p = reel_picture(r, r->count).pixels;
        int cx = 300 + 12 * r->count, cy = 360 + 5 * (r->count % 24);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++, p += 4) {
                int dx = x - cx, dy = y - cy, g = ground[y * w + x];
                bool inside = dx * dx + dy * dy < 150 * 150;
                p[0] = (uint8_t)(inside ? 180 - (ground[(dy + 200) * w + dx + 200] & 31) : g);
                p[1] = (uint8_t)(inside ? 60 + (dx & 31) : g - 10);
                p[2] = (uint8_t)(inside ? 40 : g - 40);
                p[3] = 255;
            }
    }
    free(ground);
}

static cost time_convert(const reel *r, uint8_t *const planes[3], const int strides[3]) {
    cost least = { 0 };
    for (int turn = 0; turn < TURNS; turn++) {
        cost from = cost_now();
        for (int i = 0; i < r->count; i++) {
            pantin_image picture = reel_picture(r, i);
            pantin_film_to_yuv420(&picture, planes, strides);
        }
        keep_least(&least, from, turn);
    }
    return least;
}

static int bench_synthetic(void) {
    pantin_film_format format = pantin_film_defaults(1280, 720);
    pantin_error error = { 0 };
    cost least = { 0 };
    reel r;
    uint8_t *yuv = malloc(1280 * 720 * 3 / 2);
    if (yuv == NULL || !reel_make(&r, &format, SYNTHETIC_FRAMES)) {
        free(yuv);
        return 2;
    }
    draw_synthetic(&r);
    uint8_t *const planes[3] = { yuv, yuv + 1280 * 720, yuv + 1280 * 720 * 5 / 4 };
    print_row("convert", time_convert(&r, planes, (const int[3]){ 1280, 640, 640 }), r.count, NULL);
    bool good = true;
    for (int turn = 0; good && turn < TURNS; turn++) {
        cost from = cost_now();
        good = encode(&r, &error);
        keep_least(&least, from, turn);
    }
    if (good) print_row("synthetic", least, r.count, NULL);
    remove(OUTPUT);
    free(r.pixels);
    free(yuv);
    return good ? 0 : give_up(&error);
}

// --- with a show --------------------------------------------------------------------------------

static bool time_both(const pantin_show *show, const pantin_shoot_options *options, reel *r,
                      pantin_error *error) {
    cost encoding = { 0 }, filming = { 0 };
    pantin_film_format format = r->format;
    loaded = r;
    if (!pantin_shoot(show, &keep_sink, "keep:", &format, options, NULL, NULL, error)) return false;
    for (int turn = 0; turn < TURNS; turn++) {
        cost from = cost_now();
        if (!encode(r, error)) return false;
        keep_least(&encoding, from, turn);
        from = cost_now();
        if (!pantin_shoot(show, &pantin_sink_ffmpeg, OUTPUT, &format, options, NULL, NULL, error))
            return false;
        keep_least(&filming, from, turn);
    }
    print_row("encode", encoding, r->count, &encoding);
    print_row("film", filming, r->count, &encoding);
    return true;
}

static int bench_show(const char *path, int frames) {
    pantin_error error = { 0 };
    pantin_assets assets = pantin_assets_disk();
    pantin_shoot_options options = pantin_shoot_defaults();
    reel r = { 0 };
    bool good = false;
    pantin_show *show = pantin_show_open(path, NULL, &assets, &error);
    if (show == NULL) return give_up(&error);
    if (!pantin_threads_create(WORKERS, &options.runner, &error)) {
        pantin_show_close(show);
        return give_up(&error);
    }
    const pantin_show_info *info = pantin_show_describe(show);
    pantin_film_format format = info->format;
    if (frames > info->frame_count) frames = info->frame_count;
    format.frame_count = options.to = frames;
    format.sound_rate_hz = 0; // pictures against pictures
    if (reel_make(&r, &format, frames))
        good = time_both(show, &options, &r, &error);
    else
        pantin_fail(&error, PANTIN_ERROR_MEMORY, path, "no room for %d raw pictures", frames);
    remove(OUTPUT);
    free(r.pixels);
    pantin_threads_destroy(&options.runner);
    pantin_show_close(show);
    return good ? 0 : give_up(&error);
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : PANTIN_SOURCE "/shows/wave";
    int frames = count > 2 ? atoi(arguments[2]) : FRAMES;
    if (frames < 1) {
        fprintf(stderr, "usage: bench_film [SHOWFOLDER [FRAMES]]\n");
        return 2;
    }
    printf("stage,cpu_ms_per_frame,wall_ms_per_frame,cpu_ratio,wall_ratio\n");
    int code = bench_synthetic();
    return code != 0 ? code : bench_show(path, frames);
}
