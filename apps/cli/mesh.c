// mesh.c — `pantin mesh DRAWING -o X.puppet.json`: a drawing becomes a puppet.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "pantin/measure.h"

#define RIG_LIMIT ((size_t)16 << 20)

typedef struct wish {
    const char *drawing, *output, *style, *mask, *rig;
    double spacing, px_per_m;
} wish;

static bool load_drawing(const wish *w, pantin_drawing *drawing, pantin_error *error) {
    pantin_image picture = { 0 }, mask = { 0 };
    if (cli_ends_with(w->drawing, ".svg"))
        return pantin_fail(error, PANTIN_ERROR_NOT_YET, w->drawing,
                           "SVG drawings are not in this version yet: make a PNG");
    bool done = pantin_image_load(w->drawing, &picture, error) &&
                (w->mask == NULL || (pantin_image_load(w->mask, &mask, error) &&
                                     pantin_image_mask(&picture, &mask, w->mask, error))) &&
                pantin_drawing_make(w->drawing, &picture, drawing, error);
    pantin_image_free(&picture);
    pantin_image_free(&mask);
    return done;
}

/// A rig is an AnimatedDrawings file, or a puppet whose handles are taken over.
static bool load_rig(const char *path, pantin_rig_joints *joints, pantin_error *error) {
    pantin_bytes file = { 0 };
    if (!pantin_file_read(path, RIG_LIMIT, &file, error)) return false;
    bool done;
    if (cli_ends_with(path, ".json")) {
        pantin_puppet puppet = { 0 };
        pantin_assets assets = cli_assets();
        done =
            pantin_puppet_load(path, (const char *)file.data, file.size, &assets, &puppet, error) &&
            pantin_rig_from_puppet(&puppet, joints, error);
        if (done) cli_reads_puppet(&puppet);
        pantin_puppet_free(&puppet);
    } else {
        done = pantin_rig_read_yaml(path, (const char *)file.data, file.size, joints, error);
    }
    pantin_bytes_free(&file);
    return done;
}

static bool check_rig_size(const wish *w, const pantin_drawing *drawing,
                           const pantin_rig_joints *joints, pantin_error *error) {
    bool said = joints->width > 0 && joints->height > 0;
    if (!said || (joints->width == drawing->image.width && joints->height == drawing->image.height))
        return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, w->rig,
                       "is made for a picture of %d x %d px; %s has %d x %d", joints->width,
                       joints->height, w->drawing, drawing->image.width, drawing->image.height);
}

/// The text of the puppet and, read back from that very text, its handle count and mesh: what is reported
/// is what a later command will load.
static bool make_puppet(const wish *w, const pantin_drawing *drawing,
                        const pantin_mesh_options *mesh, const pantin_rig_joints *joints,
                        pantin_bytes *file, pantin_bytes *notes, pantin_error *error) {
    char name[256], image[4096], mask[4096];
    const char *output = w->output != NULL ? w->output : "puppet.json";
    cli_stem(name, sizeof name, w->drawing);
    cli_relative(image, sizeof image, w->drawing, output);
    if (w->mask != NULL) cli_relative(mask, sizeof mask, w->mask, output);
    pantin_puppet_recipe recipe = { .name = name,
                                    .image = image,
                                    .mask = w->mask != NULL ? mask : NULL,
                                    .mesh = *mesh,
                                    .px_per_m = w->px_per_m,
                                    .joints = joints };
    return pantin_puppet_make(drawing, &recipe, file, notes, error);
}

static bool verify(const wish *w, const pantin_bytes *file, int *handles, pantin_error *error) {
    pantin_puppet puppet = { 0 };
    pantin_assets assets = cli_assets();
    const char *path = w->output != NULL ? w->output : "puppet.json";
    if (!pantin_puppet_load(path, (const char *)file->data, file->size, &assets, &puppet, error))
        return false;
    *handles = puppet.handle_count;
    pantin_puppet_free(&puppet);
    return true;
}

/// The puppet names its pictures from its own folder, so that must be there.
static bool check_folder(const char *output, pantin_error *error) {
    char folder[4096];
    const char *slash = output != NULL ? strrchr(output, '/') : NULL;
    if (slash == NULL || slash == output) return true;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - output), output);
    return cli_is_folder(folder) ||
           pantin_fail(error, PANTIN_ERROR_FILE, folder, "is no folder: make it first");
}

static bool make(const wish *w, const pantin_drawing *drawing, const pantin_rig_joints *joints,
                 pantin_error *error) {
    pantin_mesh_options options = pantin_mesh_defaults();
    pantin_mesh mesh = { 0 };
    pantin_bytes file = { 0 }, notes = { 0 }, report = { 0 };
    int handles = 0;
    options.style = strcmp(w->style, "delaunay") == 0 ? PANTIN_MESH_DELAUNAY : PANTIN_MESH_GRID;
    options.spacing_px = w->spacing;
    bool done = pantin_mesh_make(drawing, &options, &mesh, error) &&
                make_puppet(w, drawing, &options, joints, &file, &notes, error) &&
                verify(w, &file, &handles, error) &&
                pantin_mesh_report(drawing, &mesh, handles, cli_chosen.json, &report, error) &&
                (w->output == NULL || pantin_file_write(w->output, file.data, file.size, error));
    cli_chosen.aside = w->output != NULL && strcmp(w->output, "-") == 0;
    if (done && notes.size > 0 && !cli_chosen.quiet)
        fprintf(stderr, "%.*s", (int)notes.size, (const char *)notes.data);
    if (done) cli_report(&report);
    if (done && w->output == NULL) cli_say("nothing was written: name a puppet file with -o");
    pantin_mesh_free(&mesh);
    pantin_bytes_free(&file);
    pantin_bytes_free(&notes);
    pantin_bytes_free(&report);
    return done;
}

static int run(int count, char **words) {
    wish w = { .style = "grid" };
    const char *rest[1];
    const cli_option options[] = {
        { "output", 'o', CLI_TEXT, &w.output, 0, 0, "X.puppet.json",
          "the puppet file; - for stdout" },
        { "style", 0, CLI_TEXT, &w.style, 0, 0, "grid|delaunay", "how triangles are laid" },
        { "spacing", 0, CLI_NUMBER, &w.spacing, 2, 200, "PX",
          "side of a cell, or length of an edge; without it about 1,500 vertices" },
        { "mask", 0, CLI_TEXT, &w.mask, 0, 0, "PNG", "what is kept of the drawing: white keeps" },
        { "rig", 0, CLI_TEXT, &w.rig, 0, 0, "FILE",
          "char_cfg.yaml or a puppet: its joints become handles" },
        { "scale", 0, CLI_NUMBER, &w.px_per_m, 1, 100000, "PX/M",
          "px of the drawing a metre; without it it is 1.6 m tall" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "mesh",
        "DRAWING -o X.puppet.json",
        "Cuts a drawing into triangles and writes a puppet. Ink is where the picture (or its mask) "
        "is opaque.\n"
        "A joint up to one cell off the ink snaps to it; a farther one is an error.",
        "  pantin mesh dog.png -o dog.puppet.json --spacing 8\n"
        "  pantin mesh texture.png --mask mask.png --rig char_cfg.yaml -o char.puppet.json\n",
        options,
        sizeof options / sizeof options[0],
        1,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    if (strcmp(w.style, "grid") != 0 && strcmp(w.style, "delaunay") != 0)
        return cli_misuse("--style", "\"%s\" is neither grid nor delaunay", w.style);
    w.drawing = rest[0];
    pantin_error error = { 0 };
    pantin_drawing drawing = { 0 };
    pantin_rig_joints joints = { 0 };
    cli_reads(w.drawing), cli_reads(w.mask), cli_reads(w.rig);
    bool done = check_folder(w.output, &error) &&
                (w.rig == NULL || load_rig(w.rig, &joints, &error)) &&
                cli_may_write("-o", w.output, &error) && load_drawing(&w, &drawing, &error) &&
                (w.rig == NULL || check_rig_size(&w, &drawing, &joints, &error)) &&
                make(&w, &drawing, w.rig != NULL ? &joints : NULL, &error);
    pantin_rig_joints_free(&joints);
    pantin_drawing_free(&drawing);
    return done ? CLI_FINE : cli_fail(&error);
}

const cli_command cli_mesh = { "mesh", "a drawing becomes a puppet: triangles and handles", run,
                               NULL };
