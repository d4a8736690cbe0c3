// inspect.c — `pantin inspect FILE`: what is in it.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "pantin/measure.h"

#define FILE_LIMIT ((size_t)256 << 20)

static int inspect_drawing(const char *path, const pantin_bytes *file, const char *mask,
                           pantin_bytes *report, pantin_error *error) {
    pantin_image picture = { 0 }, cut = { 0 };
    pantin_drawing drawing = { 0 };
    bool svg = pantin_svg_is(file->data, file->size);
    bool done = (svg ? pantin_svg_decode(path, file->data, file->size, NULL, 1, &picture, error)
                     : pantin_png_decode(path, file->data, file->size, &picture, error)) &&
                (mask == NULL || (pantin_image_load(mask, &cut, error) &&
                                  pantin_image_mask(&picture, &cut, mask, error))) &&
                pantin_drawing_make(path, &picture, &drawing, error) &&
                pantin_inspect_drawing(path, &drawing, cli_chosen.json, report, error);
    pantin_image_free(&picture);
    pantin_image_free(&cut);
    pantin_drawing_free(&drawing);
    return done ? CLI_FINE : CLI_FAILED;
}

static int inspect_puppet(const char *path, const pantin_bytes *file, pantin_bytes *report,
                          pantin_error *error) {
    pantin_assets assets = pantin_assets_disk();
    pantin_puppet puppet = { 0 };
    const char *source = (const char *)file->data;
    // First without pictures: what a later version fills must not keep it from being looked at.
    bool read = pantin_puppet_load(path, source, file->size, NULL, &puppet, error);
    if (read && puppet.later == NULL) {
        pantin_puppet_free(&puppet);
        read = pantin_puppet_load(path, source, file->size, &assets, &puppet, error);
    }
    bool done = read && pantin_inspect_puppet(&puppet, cli_chosen.json, report, error);
    if (read) pantin_puppet_free(&puppet);
    return done ? CLI_FINE : CLI_FAILED;
}

static int inspect_score(const char *path, const pantin_bytes *file, pantin_bytes *report,
                         pantin_error *error) {
    pantin_score score = { 0 };
    bool done = pantin_score_load(path, (const char *)file->data, file->size, &score, error) &&
                pantin_inspect_score(&score, cli_chosen.json, report, error);
    pantin_score_free(&score);
    return done ? CLI_FINE : CLI_FAILED;
}

static int inspect_show(const char *path, pantin_bytes *report, pantin_error *error) {
    pantin_assets assets = pantin_assets_disk();
    pantin_show_options options = { .check_only = true };
    pantin_show *show = pantin_show_open(path, &options, &assets, error);
    bool done = show != NULL && pantin_inspect_show(show, cli_chosen.json, report, error);
    pantin_show_close(show);
    return done ? CLI_FINE : CLI_FAILED;
}

/// What a .gltf names lies in its folder.
static bool fetch_beside(void *self, const char *name, size_t limit, pantin_bytes *bytes,
                         pantin_error *error) {
    char path[8192];
    const char *file = self, *slash = strrchr(file, '/');
    int folder = slash != NULL && *name != '/' ? (int)(slash - file + 1) : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, file, name);
    return pantin_file_read(path, limit < FILE_LIMIT ? limit : FILE_LIMIT, bytes, error);
}

static int inspect_motion(const char *path, const pantin_bytes *file, pantin_bytes *report,
                          pantin_error *error) {
    pantin_motion_options options = pantin_motion_defaults();
    options.fetch = fetch_beside;
    options.fetch_self = (char *)path;
    pantin_motion *motion = pantin_motion_read(path, file->data, file->size, &options, error);
    bool done = motion != NULL && pantin_inspect_motion(motion, cli_chosen.json, report, error);
    pantin_motion_free(motion);
    return done ? CLI_FINE : CLI_FAILED;
}

static bool is_motion(const char *path, const pantin_bytes *file) {
    return pantin_motion_is(file->data, file->size) || cli_ends_with(path, ".bvh") ||
           cli_ends_with(path, ".glb") || cli_ends_with(path, ".gltf");
}

/// A text of ours, also a broken one: the reader will say where.
static bool is_json(const char *path, const pantin_bytes *file) {
    const char *start = (const char *)file->data;
    start += strspn(start, " \t\r\n");
    return *start == '{' || *start == '[' || cli_ends_with(path, ".json");
}

static int inspect(const char *path, const char *mask, pantin_bytes *report, pantin_error *error) {
    pantin_bytes file = { 0 };
    if (cli_is_folder(path)) return inspect_show(path, report, error);
    if (!pantin_file_read(path, FILE_LIMIT, &file, error)) return CLI_FAILED;
    int code = CLI_FAILED;
    bool json = is_json(path, &file);
    if (is_motion(path, &file))
        code = inspect_motion(path, &file, report, error);
    else if (json && cli_says(&file, "show"))
        code = inspect_show(path, report, error);
    else if (json && cli_says(&file, "score"))
        code = inspect_score(path, &file, report, error);
    else if (json)
        code = inspect_puppet(path, &file, report, error);
    else
        code = inspect_drawing(path, &file, mask, report, error);
    pantin_bytes_free(&file);
    return code;
}

static int run(int count, char **words) {
    const char *mask = NULL, *rest[1];
    const cli_option options[] = {
        { "mask", 0, CLI_TEXT, &mask, 0, 0, "PNG", "what is kept of a drawing: white keeps" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "inspect",
        "FILE",
        "Tells what is in a drawing (PNG, SVG), a puppet, a score, a show or a motion clip (BVH, "
        "GLB, glTF): sizes,\n"
        "pieces, handles, channels, animations, and what is wrong with it.",
        "  pantin inspect dog.png\n  pantin inspect shows/wave --json\n  pantin inspect "
        "dance.glb\n",
        options,
        sizeof options / sizeof options[0],
        1,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    pantin_error error = { 0 };
    pantin_bytes report = { 0 };
    if (inspect(rest[0], mask, &report, &error) != CLI_FINE) return cli_fail(&error);
    cli_report(&report);
    return CLI_FINE;
}

const cli_command cli_inspect = { "inspect",
                                  "what is in a file: drawing, puppet, score, show, motion clip",
                                  run, NULL };
