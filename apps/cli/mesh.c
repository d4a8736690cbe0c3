// mesh.c — `pantin mesh DRAWING -o X.puppet.json`: a drawing becomes a puppet.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // strdup
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "pantin/measure.h"

#define RIG_LIMIT ((size_t)16 << 20)

#define SVG_LIMIT ((size_t)64 << 20)
enum { PARTS_MOST = 256 };

typedef struct wish {
    const char *drawing, *output, *style, *mask, *rig, *parts, *piece;
    double spacing, px_per_m, density;
} wish;

/// What the puppet is made of when the drawing is an SVG with parts; count 0: of one piece.
typedef struct cast_of_parts {
    pantin_svg_parts listed; ///< by the file
    char *names;             ///< by --parts: a copy, cut at its commas
    const char *ids[PARTS_MOST];
    char images[PARTS_MOST][4096];
    pantin_drawing drawings[PARTS_MOST];
    pantin_puppet_part parts[PARTS_MOST];
    int count;
} cast_of_parts;

static bool is_svg(const char *path) { return cli_ends_with(path, ".svg"); }

/// The path with what else the picture depends on: the part, the density. Empty when it is too long.
static void name_image(const wish *w, const char *path, const char *id, char *image, size_t size) {
    int length;
    if (!is_svg(w->drawing) || (id == NULL && w->density == 1))
        length = snprintf(image, size, "%s", path);
    else if (w->density == 1)
        length = snprintf(image, size, "%s#%s", path, id);
    else
        length = snprintf(image, size, "%s#%s@%.10g", path, id != NULL ? id : "", w->density);
    if (length < 0 || (size_t)length >= size) image[0] = '\0';
}

static bool load_drawing(const wish *w, pantin_drawing *drawing, pantin_error *error) {
    pantin_image picture = { 0 }, mask = { 0 };
    char image[4096];
    name_image(w, w->drawing, NULL, image, sizeof image);
    bool done = pantin_image_load(image, &picture, error) &&
                (w->mask == NULL || (pantin_image_load(w->mask, &mask, error) &&
                                     pantin_image_mask(&picture, &mask, w->mask, error))) &&
                pantin_drawing_make(w->drawing, &picture, drawing, error);
    pantin_image_free(&picture);
    pantin_image_free(&mask);
    return done;
}

/// The ids of --parts, cut at its commas.
static bool split_names(const wish *w, cast_of_parts *cast, pantin_error *error) {
    cast->names = strdup(w->parts);
    if (cast->names == NULL)
        return pantin_fail(error, PANTIN_ERROR_MEMORY, "parts", "no memory for their names");
    for (char *at = cast->names; at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) *comma = '\0';
        if (*at == '\0' || cast->count == PARTS_MOST)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "parts",
                               "\"%.64s\" must be 1 to %d ids with commas between", w->parts,
                               (int)PARTS_MOST);
        for (int k = 0; k < cast->count; k++)
            if (strcmp(cast->ids[k], at) == 0)
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "parts", "names \"%.64s\" twice",
                                   at);
        cast->ids[cast->count++] = at;
        at = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

/// Of an SVG: the parts of --parts, or all that lie right below its root, if two or more do.
static bool find_parts(const wish *w, cast_of_parts *cast, pantin_error *error) {
    pantin_bytes file = { 0 };
    if (w->parts != NULL) return split_names(w, cast, error);
    if (!pantin_file_read(w->drawing, SVG_LIMIT, &file, error)) return false;
    bool done =
        pantin_svg_list(w->drawing, (const char *)file.data, file.size, &cast->listed, error);
    pantin_bytes_free(&file);
    for (int k = 0; done && cast->listed.count > 1 && k < cast->listed.count; k++)
        cast->ids[cast->count++] = cast->listed.ids[k];
    return done;
}

/// Draws the parts; one that shows no ink is left out when the file, not the user, named it.
static bool load_parts(const wish *w, cast_of_parts *cast, pantin_error *error) {
    if (!is_svg(w->drawing)) return true;
    if (!find_parts(w, cast, error)) return false;
    int kept = 0;
    for (int k = 0; k < cast->count; k++) {
        char path[4096], named[4096];
        pantin_image picture = { 0 };
        pantin_error inner = { 0 };
        name_image(w, w->drawing, cast->ids[k], path, sizeof path);
        if (!pantin_image_load(path, &picture, error)) return false;
        if (!pantin_drawing_make(path, &picture, &cast->drawings[kept], &inner)) {
            if (w->parts == NULL && inner.kind != PANTIN_ERROR_MEMORY) {
                cli_remark("part \"%.64s\" has no ink and is left out", cast->ids[k]);
                continue;
            }
            *error = inner;
            return false;
        }
        cli_relative(named, sizeof named, w->drawing,
                     w->output != NULL ? w->output : "puppet.json");
        name_image(w, named, cast->ids[k], cast->images[kept], sizeof cast->images[kept]);
        cast->parts[kept] =
            (pantin_puppet_part){ cast->ids[k], cast->images[kept], &cast->drawings[kept] };
        kept++;
    }
    cast->count = kept;
    return true;
}

static void free_parts(cast_of_parts *cast) {
    for (int k = 0; k < cast->count; k++) pantin_drawing_free(&cast->drawings[k]);
    pantin_svg_parts_free(&cast->listed);
    free(cast->names);
    free(cast);
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
static bool make_puppet(const wish *w, const pantin_drawing *drawing, const cast_of_parts *cast,
                        const pantin_mesh_options *mesh, const pantin_rig_joints *joints,
                        pantin_bytes *file, pantin_bytes *notes, pantin_error *error) {
    char name[256], path[4096], image[4096], mask[4096];
    const char *output = w->output != NULL ? w->output : "puppet.json";
    cli_stem(name, sizeof name, w->drawing);
    cli_relative(path, sizeof path, w->drawing, output);
    name_image(w, path, NULL, image, sizeof image);
    if (w->mask != NULL) cli_relative(mask, sizeof mask, w->mask, output);
    pantin_puppet_recipe recipe = { .name = name,
                                    .image = image,
                                    .mask = w->mask != NULL ? mask : NULL,
                                    .mesh = *mesh,
                                    .px_per_m = w->px_per_m,
                                    .joints = joints,
                                    .parts = cast->count > 0 ? cast->parts : NULL,
                                    .part_count = cast->count,
                                    .limbs = w->rig != NULL };
    return pantin_puppet_make(drawing, &recipe, file, notes, error);
}

/// `report`, when there are several pieces, of them all.
static bool verify(const wish *w, const pantin_bytes *file, int *handles, pantin_bytes *report,
                   pantin_error *error) {
    pantin_puppet puppet = { 0 };
    pantin_assets assets = cli_assets();
    const char *path = w->output != NULL ? w->output : "puppet.json";
    if (!pantin_puppet_load(path, (const char *)file->data, file->size, &assets, &puppet, error))
        return false;
    *handles = puppet.handle_count;
    bool done =
        puppet.piece_count < 2 || pantin_inspect_puppet(&puppet, cli_chosen.json, report, error);
    pantin_puppet_free(&puppet);
    return done;
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

static bool make(const wish *w, const pantin_drawing *drawing, const cast_of_parts *cast,
                 const pantin_rig_joints *joints, pantin_error *error) {
    pantin_mesh_options options = pantin_mesh_defaults();
    pantin_mesh mesh = { 0 };
    pantin_bytes file = { 0 }, notes = { 0 }, report = { 0 };
    int handles = 0;
    options.style = strcmp(w->style, "delaunay") == 0 ? PANTIN_MESH_DELAUNAY : PANTIN_MESH_GRID;
    options.spacing_px = w->spacing;
    bool done = (cast->count > 1 || pantin_mesh_make(drawing, &options, &mesh, error)) &&
                make_puppet(w, drawing, cast, &options, joints, &file, &notes, error) &&
                verify(w, &file, &handles, &report, error) &&
                (cast->count > 1 ||
                 pantin_mesh_report(drawing, &mesh, handles, cli_chosen.json, &report, error)) &&
                (w->output == NULL || pantin_file_write(w->output, file.data, file.size, error));
    cli_chosen.aside = w->output != NULL && strcmp(w->output, "-") == 0;
    if (done && notes.size > 0) cli_remark("%.*s", (int)notes.size - 1, (const char *)notes.data);
    if (done && mesh.island_count > 0 && mesh.island_count < drawing->island_count)
        cli_remark("%d pieces of ink became %d of mesh: gaps narrower than a cell are bridged; "
                   "--style delaunay keeps them apart",
                   drawing->island_count, mesh.island_count);
    if (done) cli_report(&report);
    if (done && w->output == NULL) cli_say("nothing was written: name a puppet file with -o");
    pantin_mesh_free(&mesh);
    pantin_bytes_free(&file);
    pantin_bytes_free(&notes);
    pantin_bytes_free(&report);
    return done;
}

static int mesh_drawing(const wish *w) {
    pantin_error error = { 0 };
    pantin_drawing drawing = { 0 };
    pantin_rig_joints joints = { 0 };
    cast_of_parts *cast = calloc(1, sizeof *cast);
    if (cast == NULL) return cli_misuse("mesh", "no memory for the parts of a drawing");
    cli_reads(w->drawing), cli_reads(w->mask), cli_reads(w->rig);
    bool done = check_folder(w->output, &error) &&
                (w->rig == NULL || load_rig(w->rig, &joints, &error)) &&
                cli_may_write("-o", w->output, &error) && load_drawing(w, &drawing, &error) &&
                load_parts(w, cast, &error) &&
                (w->rig == NULL || check_rig_size(w, &drawing, &joints, &error)) &&
                make(w, &drawing, cast, w->rig != NULL ? &joints : NULL, &error);
    pantin_rig_joints_free(&joints);
    pantin_drawing_free(&drawing);
    free_parts(cast);
    return done ? CLI_FINE : cli_fail(&error);
}

// --- a puppet again -----------------------------------------------------------------------------------

/// Written, then read back with all its pictures: what no longer fits (handles on one another) is told.
static bool mesh_again(const wish *w, pantin_bytes *made, pantin_bytes *report,
                       pantin_error *error) {
    pantin_bytes file = { 0 };
    pantin_puppet puppet = { 0 }, built = { 0 };
    pantin_assets assets = pantin_assets_disk();
    pantin_puppet_remeshing wanted = { w->piece, PANTIN_NONE, w->spacing };
    const char *output = w->output != NULL ? w->output : w->drawing;
    if (w->style != NULL) wanted.style = strcmp(w->style, "delaunay") == 0;
    bool done =
        pantin_file_read(w->drawing, RIG_LIMIT, &file, error) &&
        pantin_puppet_load(w->drawing, (const char *)file.data, file.size, NULL, &puppet, error) &&
        pantin_puppet_remesh(&puppet, &wanted, error) &&
        pantin_puppet_write(&puppet, made, error) &&
        pantin_puppet_load(strcmp(output, "-") == 0 ? w->drawing : output, (const char *)made->data,
                           made->size, &assets, &built, error) &&
        pantin_inspect_puppet(&built, cli_chosen.json, report, error);
    pantin_puppet_free(&puppet);
    pantin_puppet_free(&built);
    pantin_bytes_free(&file);
    return done;
}

/// A puppet names its pictures from its own folder; moved to another it would not find them.
static bool check_same_folder(const wish *w, pantin_error *error) {
    char seen[4096];
    if (w->output == NULL || strcmp(w->output, "-") == 0) return true;
    cli_relative(seen, sizeof seen, w->output, w->drawing);
    return strchr(seen, '/') == NULL ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, w->output,
                       "lies in another folder than %s, whose pictures are named from there",
                       w->drawing);
}

static int mesh_puppet(const wish *w) {
    pantin_error error = { 0 };
    pantin_bytes made = { 0 }, report = { 0 };
    const char *strange = w->mask != NULL    ? "--mask"
                          : w->rig != NULL   ? "--rig"
                          : w->parts != NULL ? "--parts"
                          : w->px_per_m != 0 ? "--scale"
                          : w->density != 1  ? "--density"
                                             : NULL;
    if (strange != NULL)
        return cli_misuse(strange,
                          "is for a drawing; of a puppet only --style and --spacing change");
    bool done = check_folder(w->output, &error) && check_same_folder(w, &error) &&
                mesh_again(w, &made, &report, &error) &&
                (w->output == NULL || pantin_file_write(w->output, made.data, made.size, &error));
    cli_chosen.aside = w->output != NULL && strcmp(w->output, "-") == 0;
    if (done) cli_report(&report);
    if (done && w->output == NULL) cli_say("nothing was written: name a puppet file with -o");
    pantin_bytes_free(&made);
    pantin_bytes_free(&report);
    return done ? CLI_FINE : cli_fail(&error);
}

static int run(int count, char **words) {
    wish w = { .density = 1 };
    const char *rest[1];
    const cli_option options[] = {
        { "output", 'o', CLI_TEXT, &w.output, 0, 0, "X.puppet.json",
          "the puppet file; - for stdout" },
        { "style", 0, CLI_TEXT, &w.style, 0, 0, "grid|delaunay",
          "how triangles are laid; without it grid, or as the puppet has it" },
        { "spacing", 0, CLI_NUMBER, &w.spacing, 2, 200, "PX",
          "side of a cell, or length of an edge; without it about 1,500 vertices" },
        { "mask", 0, CLI_TEXT, &w.mask, 0, 0, "PNG", "what is kept of the drawing: white keeps" },
        { "rig", 0, CLI_TEXT, &w.rig, 0, 0, "FILE",
          "char_cfg.yaml or a puppet: its joints become handles, limbs and bones" },
        { "parts", 0, CLI_TEXT, &w.parts, 0, 0, "ID,ID…",
          "the parts of an SVG that become pieces, back to front; without it all below its root" },
        { "density", 0, CLI_NUMBER, &w.density, 0.01, 100, "D", "px a unit of an SVG" },
        { "piece", 0, CLI_TEXT, &w.piece, 0, 0, "NAME", "of a puppet: mesh only this piece again" },
        { "scale", 0, CLI_NUMBER, &w.px_per_m, 1, 100000, "PX/M",
          "px of the drawing a metre; without it it is 1.6 m tall" },
        CLI_COMMON,
    };
    const cli_usage usage = {
        "mesh",
        "DRAWING|PUPPET -o X.puppet.json",
        "Cuts a drawing (PNG, SVG) into triangles and writes a puppet. Ink is where the picture "
        "(or its "
        "mask) is opaque.\n"
        "A joint up to one cell off the ink snaps to it; a farther one is an error.\n"
        "A puppet is meshed again: its handles, regions, poses and cuts stay as they are written.",
        "  pantin mesh dog.png -o dog.puppet.json --spacing 8\n"
        "  pantin mesh texture.png --mask mask.png --rig char_cfg.yaml -o char.puppet.json\n"
        "  pantin mesh figure.svg --density 2 --parts far_arm,body,near_arm -o figure.puppet.json\n"
        "  pantin mesh dog.puppet.json --style delaunay --spacing 6 -o fine.puppet.json\n",
        options,
        sizeof options / sizeof options[0],
        1,
        1,
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    if (w.style != NULL && strcmp(w.style, "grid") != 0 && strcmp(w.style, "delaunay") != 0)
        return cli_misuse("--style", "\"%s\" is neither grid nor delaunay", w.style);
    w.drawing = rest[0];
    if (cli_ends_with(w.drawing, ".json")) return mesh_puppet(&w);
    if (w.piece != NULL) return cli_misuse("--piece", "is for a puppet that is meshed again");
    if (!is_svg(w.drawing) && (w.parts != NULL || w.density != 1))
        return cli_misuse(w.parts != NULL ? "--parts" : "--density", "is for an SVG");
    if (w.style == NULL) w.style = "grid";
    return mesh_drawing(&w);
}

const cli_command cli_mesh = { "mesh", "a drawing becomes a puppet: triangles and handles", run,
                               NULL };
