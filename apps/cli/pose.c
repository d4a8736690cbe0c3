// pose.c — `pantin pose PUPPET …`: one bent still and its report.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "pantin/measure.h"
#include "pantin/stage.h"

#define FILE_LIMIT ((size_t)64 << 20)
enum { PNG_LEVEL = 6, SIDE_LIMIT = 16384 };
#define DEGREE 0.017453292519943295

typedef struct wish {
    const char *puppet, *output, *mesh, *heat, *method, *view, *size, *background;
    bool advise;
    cli_texts handles, poses;
    pantin_still_options still;
} wish;

/// "NAME=rest" cut in two; false with a line.
static bool split(const char *option, const char *text, char *name, size_t size,
                  const char **rest) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || (size_t)(equals - text) >= size) {
        cli_misuse(option, "\"%.64s\" must be NAME=VALUE", text);
        return false;
    }
    snprintf(name, size, "%.*s", (int)(equals - text), text);
    *rest = equals + 1;
    return true;
}

/// Farther than any drawing is wide, and the most a pose makes sense at.
#define PLACE_LIMIT 1e6
#define ANGLE_LIMIT 36000.0
#define WEIGHT_LIMIT 1000.0

/// Up to `most` numbers with commas between them; how many, or -1: they are not written so.
static int numbers(const char *text, double *values, int most) {
    int count = 0;
    for (;;) {
        char *end;
        if (count == most) return -1;
        values[count] = strtod(text, &end);
        // Decimal only: strtod alone would take hexadecimal, and words, too.
        if (end == text || strspn(text, "+-.0123456789eE") < (size_t)(end - text)) return -1;
        count++;
        if (*end == '\0') return count;
        if (*end != ',') return -1;
        text = end + 1;
    }
}

static bool within(const char *option, const char *said, double value, double limit,
                   const char *unit) {
    if (value >= -limit && value <= limit) return true;
    cli_misuse(option, "\"%.64s\": %g is outside %g..%g%s", said, value, -limit, limit, unit);
    return false;
}

/// NAME=X,Y or NAME=X,Y,DEG; how many numbers, or 0 with a line.
static int read_handle(const char *text, char *name, size_t size, double values[3]) {
    const char *rest;
    if (!split("--handle", text, name, size, &rest)) return 0;
    int given = numbers(rest, values, 3);
    if (given < 2) {
        cli_misuse("--handle", "\"%.64s\" must be NAME=X,Y or NAME=X,Y,DEG", text);
        return 0;
    }
    bool fine = within("--handle", text, values[0], PLACE_LIMIT, " px") &&
                within("--handle", text, values[1], PLACE_LIMIT, " px") &&
                (given < 3 || within("--handle", text, values[2], ANGLE_LIMIT, " deg"));
    return fine ? given : 0;
}

static pantin_puppet_handle *handle_of(pantin_puppet *puppet, int index) {
    int piece;
    const pantin_puppet_handle *found = pantin_puppet_handle_at(puppet, index, &piece);
    return &puppet->pieces[piece].handles[found - puppet->pieces[piece].handles];
}

/// A handle whose angle is given is held at it, whatever the puppet says. Before the actor is made.
static bool hold_angles(const wish *w, pantin_puppet *puppet, pantin_error *error) {
    static int named[CLI_TEXTS_MOST]; // by each --handle
    for (int k = 0; k < w->handles.count; k++) {
        char name[256];
        double values[3];
        int given = read_handle(w->handles.items[k], name, sizeof name, values);
        if (given == 0) return false;
        named[k] = pantin_puppet_find_handle(puppet, name, error);
        if (named[k] == PANTIN_NONE) {
            cli_fail(error);
            return false;
        }
        for (int j = 0; j < k; j++)
            if (named[j] == named[k]) {
                cli_misuse("--handle", "\"%.64s\" and \"%.64s\" move the same handle",
                           w->handles.items[j], w->handles.items[k]);
                return false;
            }
        if (given == 3) handle_of(puppet, named[k])->turn = PANTIN_TURN_SET;
    }
    return true;
}

static bool read_poses(const wish *w, const pantin_puppet *puppet, double *weights) {
    for (int k = 0; k < w->poses.count; k++) {
        char name[256];
        const char *rest;
        if (!split("--pose", w->poses.items[k], name, sizeof name, &rest)) return false;
        int pose = pantin_puppet_find_pose(puppet, name);
        if (pose == PANTIN_NONE) {
            cli_unknown(name, "pose", puppet->path,
                        puppet->pose_count > 0 ? &puppet->poses[0].name : NULL,
                        sizeof *puppet->poses, puppet->pose_count);
            return false;
        }
        double weight;
        if (numbers(rest, &weight, 1) != 1) {
            cli_misuse("--pose", "\"%.64s\" must be NAME=WEIGHT", w->poses.items[k]);
            return false;
        }
        if (!within("--pose", w->poses.items[k], weight, WEIGHT_LIMIT, "")) return false;
        for (int j = 0; j < k; j++)
            if (strncmp(w->poses.items[j], w->poses.items[k], strlen(name) + 1) == 0) {
                cli_misuse("--pose", "\"%.64s\" is given twice", name);
                return false;
            }
        weights[pose] = weight;
    }
    return true;
}

static void set_targets(const wish *w, const pantin_puppet *puppet, pantin_target *targets) {
    for (int k = 0; k < w->handles.count; k++) {
        char name[256];
        double values[3] = { 0 };
        int given = read_handle(w->handles.items[k], name, sizeof name, values);
        int index = given > 0 ? pantin_puppet_find_handle(puppet, name, NULL) : PANTIN_NONE;
        if (index == PANTIN_NONE) continue;
        targets[index].center = (pantin_vec2){ values[0], values[1] };
        // Counter-clockwise as seen; a target's angle turns x toward y.
        if (given == 3) targets[index].angle = -values[2] * DEGREE;
    }
}

static bool is_stdout(const char *output) { return output != NULL && strcmp(output, "-") == 0; }

/// Everything is made before the first file is written, so that a failure leaves none.
static bool write_results(const wish *w, const pantin_puppet *puppet, const pantin_pose_frame *pose,
                          const pantin_advice *advice, pantin_error *error) {
    pantin_image picture = { 0 }, map = { 0 };
    pantin_bytes files[3] = { { 0 } }, report = { 0 };
    const char *const paths[3] = { w->mesh, w->heat, w->output };
    bool done =
        pantin_pose_report(puppet, pose, w->method, advice, cli_chosen.json, &report, error) &&
        (w->mesh == NULL || pantin_pose_mesh(puppet, pose, &files[0], error)) &&
        (w->heat == NULL || (pantin_heat_picture(puppet, pose, advice, &map, error) &&
                             pantin_png_encode(&map, PNG_LEVEL, &files[1], error))) &&
        (w->output == NULL || (pantin_still_draw(puppet, pose, &w->still, &picture, error) &&
                               pantin_png_encode(&picture, PNG_LEVEL, &files[2], error)));
    int written = 0;
    for (; written < 3 && done; written++)
        done = paths[written] == NULL ||
               pantin_file_write(paths[written], files[written].data, files[written].size, error);
    for (int k = 0; k < written - 1 && !done; k++)
        if (paths[k] != NULL && !is_stdout(paths[k])) remove(paths[k]);
    cli_chosen.aside = is_stdout(w->output) || is_stdout(w->mesh) || is_stdout(w->heat);
    if (done) cli_report(&report);
    pantin_image_free(&picture);
    pantin_image_free(&map);
    for (int k = 0; k < 3; k++) pantin_bytes_free(&files[k]);
    pantin_bytes_free(&report);
    return done;
}

/// Tries edits for the very pose that was asked for, if that is wanted.
static bool advise(const wish *w, const pantin_puppet *puppet, int view, const double *weights,
                   const pantin_target *targets, pantin_advice *advice, pantin_error *error) {
    static pantin_ask_handle put[CLI_TEXTS_MOST];
    pantin_ask ask = { view, w->method, weights, put, w->handles.count };
    if (!w->advise) return true;
    for (int k = 0; k < w->handles.count; k++) {
        char name[256];
        double values[3];
        int given = read_handle(w->handles.items[k], name, sizeof name, values);
        int index = pantin_puppet_find_handle(puppet, name, NULL);
        put[k] =
            (pantin_ask_handle){ index, targets[index].center, given == 3, targets[index].angle };
    }
    pantin_assets assets = cli_assets();
    return pantin_advise(puppet, &assets, &ask, advice, error);
}

/// What inspect warns of, where it is bent.
static void say_warnings(const pantin_puppet *puppet) {
    pantin_bytes lines = { 0 };
    if (!pantin_puppet_warnings(puppet, &lines, NULL)) return;
    if (lines.size > 0) cli_remark("%.*s", (int)lines.size - 1, (const char *)lines.data);
    pantin_bytes_free(&lines);
}

/// A handle that lay off the ink moves something else than was drawn: told as `pantin mesh` does.
static void say_snaps(const pantin_puppet *puppet, const pantin_pose_frame *pose) {
    for (int k = 0; k < pose->piece_count && !cli_chosen.quiet; k++) {
        const pantin_puppet_piece *piece = &puppet->pieces[pose->pieces[k].piece];
        for (int h = 0; h < piece->handle_count; h++)
            if (piece->handles[h].grip.snapped_px > 0)
                fprintf(stderr, "handle \"%s\" lies %.1f px off the ink and snaps to it\n",
                        piece->handles[h].name, piece->handles[h].grip.snapped_px);
    }
}

/// 0 or 2, with its line said. What turned over is told by the report: it is a figure, not a failure.
static int pose_puppet(const wish *w, pantin_puppet *puppet) {
    pantin_error error = { 0 };
    pantin_actor_options options = pantin_actor_defaults();
    options.method = w->method;
    int view = 0, code = CLI_FAILED;
    if (w->view != NULL && (view = pantin_puppet_find_view(puppet, w->view)) == PANTIN_NONE)
        return cli_unknown(w->view, "view", puppet->path, &puppet->views[0].name,
                           sizeof *puppet->views, puppet->view_count);
    cli_reads_puppet(puppet);
    if (!pantin_puppet_ready(puppet, &error) || !cli_may_write("-o", w->output, &error) ||
        !cli_may_write("--mesh", w->mesh, &error) || !cli_may_write("--heat", w->heat, &error))
        return cli_fail(&error);
    if (!hold_angles(w, puppet, &error)) return CLI_FAILED;
    pantin_actor *actor = pantin_actor_create(puppet, &options, &error);
    if (actor == NULL) return cli_fail(&error);
    double *weights = calloc((size_t)puppet->pose_count + 1, sizeof *weights);
    pantin_target *targets = calloc((size_t)puppet->handle_count + 1, sizeof *targets);
    void *block = calloc(1, pantin_actor_frame_size(actor) + 16);
    if (weights == NULL || targets == NULL || block == NULL) {
        cli_misuse("memory", "is used up; choose a larger mesh spacing");
    } else if (read_poses(w, puppet, weights)) {
        pantin_pose_frame pose;
        pantin_advice advice = { 0 };
        pantin_actor_frame_place(actor, block, &pose);
        pantin_actor_targets(actor, view, weights, targets);
        set_targets(w, puppet, targets);
        pantin_actor_pose(actor, view, targets, &pose);
        bool done = advise(w, puppet, view, weights, targets, &advice, &error) &&
                    write_results(w, puppet, &pose, w->advise ? &advice : NULL, &error);
        pantin_advice_free(&advice);
        code = done ? CLI_FINE : cli_fail(&error);
        if (code == CLI_FINE) say_snaps(puppet, &pose), say_warnings(puppet);
    }
    free(weights);
    free(targets);
    free(block);
    pantin_actor_destroy(actor);
    return code;
}

static bool read_size(wish *w) {
    if (w->size == NULL) return true;
    char rest;
    int *width = &w->still.width, *height = &w->still.height;
    if (sscanf(w->size, "%5dx%5d%c", width, height, &rest) == 2 && *width >= 1 &&
        *width <= SIDE_LIMIT && *height >= 1 && *height <= SIDE_LIMIT)
        return true;
    cli_misuse("--size", "\"%.32s\" must be WIDTHxHEIGHT, each 1..%d px, like 640x480", w->size,
               SIDE_LIMIT);
    return false;
}

static bool read_background(wish *w) {
    unsigned r, g, b;
    char rest;
    if (w->background == NULL) return true;
    if (strlen(w->background) != 7 ||
        sscanf(w->background, "#%2x%2x%2x%c", &r, &g, &b, &rest) != 3) {
        cli_misuse("--background", "\"%.32s\" must be a color like #f3ead8", w->background);
        return false;
    }
    const unsigned parts[3] = { r, g, b };
    for (int k = 0; k < 3; k++) w->still.background[k] = (float)parts[k] / 255.0f;
    w->still.background[3] = 1.0f;
    return true;
}

static int run(int count, char **words) {
    static wish w; // its lists are large
    w = (wish){ .method = PANTIN_DEFAULT_METHOD, .still = pantin_still_defaults() };
    const char *rest[1];
    const cli_option options[] = {
        { "output", 'o', CLI_TEXT, &w.output, 0, 0, "OUT.png", "the picture; - for stdout" },
        { "handle", 0, CLI_TEXTS, &w.handles, 0, 0, "NAME=X,Y[,DEG]",
          "where a handle goes, px of the drawing; DEG counter-clockwise" },
        { "pose", 0, CLI_TEXTS, &w.poses, 0, 0, "NAME=WEIGHT",
          "a pose of the puppet, 1 is all of it" },
        { "method", 0, CLI_TEXT, &w.method, 0, 0, "M",
          "how it is bent; `pantin methods` lists them" },
        { "view", 0, CLI_TEXT, &w.view, 0, 0, "NAME", "which view; without it the first" },
        { "mesh", 0, CLI_TEXT, &w.mesh, 0, 0, "OUT.json",
          "rest, bent vertices and triangles, so that anyone can verify them" },
        { "heat", 0, CLI_TEXT, &w.heat, 0, 0, "OUT.png",
          "where it binds: the multiplier of each triangle, bent and at rest" },
        { "advise", 0, CLI_FLAG, &w.advise, 0, 0, NULL,
          "try edits of the puppet where it binds, and tell those that help" },
        { "size", 0, CLI_TEXT, &w.size, 0, 0, "WxH",
          "of the picture; without it as large as needed" },
        { "scale", 0, CLI_NUMBER, &w.still.scale, 0.01, 100, "S", "picture px per drawing px" },
        { "margin", 0, CLI_NUMBER, &w.still.margin_px, 0, 4096, "PX", "around the figure" },
        { "background", 0, CLI_TEXT, &w.background, 0, 0, "#RRGGBB",
          "behind the figure; without it transparent" },
        { "wireframe", 0, CLI_FLAG, &w.still.mesh, 0, 0, NULL, "draw the mesh over it" },
        { "handles", 0, CLI_FLAG, &w.still.handles, 0, 0, NULL, "draw the handles over it" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "pose",
        "PUPPET [--handle NAME=X,Y[,DEG]]... [--pose NAME=WEIGHT]... -o OUT.png",
        "Bends a puppet once and tells how its triangles fare. Handles that are not named stay at "
        "rest.\n"
        "Exit code 0: it was bent, whatever the figures.",
        "  pantin pose char.puppet.json --handle right_hand=60,120 -o up.png\n"
        "  pantin pose dog.puppet.json --pose crouch=0.8 --wireframe --handles -o crouch.png "
        "--mesh crouch.json\n"
        "  pantin pose dog.puppet.json --pose crouch=1 --advise --heat binds.png\n",
        options,
        sizeof options / sizeof options[0],
        1,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    if (!read_size(&w) || !read_background(&w)) return CLI_FAILED;
    w.puppet = rest[0];
    pantin_error error = { 0 };
    pantin_bytes file = { 0 };
    pantin_puppet puppet = { 0 };
    pantin_assets assets = cli_assets();
    if (w.output != NULL && strcmp(w.output, "-") != 0 && !cli_ends_with(w.output, ".png"))
        return cli_misuse(w.output, "a still is written as PNG: name it OUT.png, or - for stdout");
    if (w.heat != NULL && !is_stdout(w.heat) && !cli_ends_with(w.heat, ".png"))
        return cli_misuse(w.heat, "a heat map is written as PNG: name it OUT.png, or - for stdout");
    cli_reads(w.puppet);
    if (!pantin_file_read(w.puppet, FILE_LIMIT, &file, &error)) return cli_fail(&error);
    bool loaded =
        pantin_puppet_load(w.puppet, (const char *)file.data, file.size, &assets, &puppet, &error);
    pantin_bytes_free(&file);
    if (!loaded) return cli_fail(&error);
    int code = pose_puppet(&w, &puppet);
    pantin_puppet_free(&puppet);
    return code;
}

const cli_command cli_pose = { "pose", "one bent still and its report", run, NULL };
