// proof_row.c — the sheet of a proof, row by row: a panel a method, its figures below, all at one scale.
//
// A row's pictures show the same part of the plane: what ours needs, and as much of what the others do
// as leaves ours at least two thirds of the panel. What strays farther is cut off.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "lettering.h"
#include "proof.h"

enum { HEADING = 40, LINE = 17, LINES = 6, HEAD = 84 };
#define LABEL_SIZE 8.5
#define NAME_SIZE 10.5
#define VALUE_AT 96.0 // where the figures begin, px

int proof_panel_width(const pantin_proof *proof) {
    return clamp_int(1900 / max_int(1, proof->method_count), 240, 460);
}

static int row_width(const pantin_proof *proof) {
    int panels = proof->method_count;
    return 2 * PROOF_MARGIN + panels * proof_panel_width(proof) + (panels - 1) * PROOF_GAP;
}

static double panel_left(const pantin_proof *proof, int method) {
    return PROOF_MARGIN + method * (proof_panel_width(proof) + PROOF_GAP);
}

// --- which part of the plane ---------------------------------------------------------------------

static pantin_box cell_box(const pantin_proof *proof, int index, int method) {
    const proof_pose *pose = &proof->poses[index];
    const pantin_puppet *puppet = proof->subjects[pose->subject].puppet;
    const pantin_pose_frame *frame = &proof_cell_at(proof, index, method)->frame;
    pantin_box box = { 1e9, 1e9, -1e9, -1e9 };
    for (int k = 0; k < frame->piece_count; k++) {
        const pantin_bent *bent = &frame->pieces[k];
        for (int v = 0; v < puppet->pieces[bent->piece].triangles.vertex_count; v++) {
            vec2 p = affine_point(pose->place, vec2_from32(bent->vertices[v]));
            if (!(p.x > -1e6 && p.x < 1e6 && p.y > -1e6 && p.y < 1e6)) continue;
            box = (pantin_box){ min_double(box.left, p.x), min_double(box.top, p.y),
                                max_double(box.right, p.x), max_double(box.bottom, p.y) };
        }
    }
    if (box.left <= box.right) return box;
    return (pantin_box){ 0, 0, 1, 1 };
}

static pantin_box row_box(const pantin_proof *proof, int index) {
    const proof_pose *pose = &proof->poses[index];
    const double *given = pose->box_px;
    if (given[2] > 0 && given[3] > 0)
        return (pantin_box){ given[0], given[1], given[0] + given[2], given[1] + given[3] };
    pantin_box box = { 0, 0, 1, 1 }, most = box;
    bool first = true;
    for (int m = 0; m < proof->method_count; m++) {
        if (!pose->wanted[m]) continue;
        pantin_box other = cell_box(proof, index, m);
        if (first) {
            double wide = 0.25 * (other.right - other.left),
                   high = 0.25 * (other.bottom - other.top);
            box = other;
            most = (pantin_box){ box.left - wide, box.top - high, box.right + wide,
                                 box.bottom + high };
            first = false;
            continue;
        }
        box.left = max_double(most.left, min_double(box.left, other.left));
        box.top = max_double(most.top, min_double(box.top, other.top));
        box.right = min_double(most.right, max_double(box.right, other.right));
        box.bottom = min_double(most.bottom, max_double(box.bottom, other.bottom));
    }
    return box;
}

// --- figures -------------------------------------------------------------------------------------

/// About three digits.
static void put_number(char *out, size_t size, double v) {
    double far = v < 0 ? -v : v;
    if (!finite_double(v))
        text_print(out, size, "-");
    else if (far >= 1e6)
        text_print(out, size, "%s10^6", v < 0 ? "< -" : "> ");
    else if (far > 0 && far < 0.00005)
        text_print(out, size, "~ 0");
    else
        text_print(out, size, "%.*f",
                   far >= 100    ? 0
                   : far >= 10   ? 1
                   : far >= 1    ? 2
                   : far >= 0.01 ? 3
                                 : 4,
                   v);
}

typedef struct figure_writer {
    pantin_canvas *canvas;
    double left, base, width;
} figure_writer;

static void put_line(figure_writer *f, const char *label, const float color[4], const char *value) {
    char fitted[128];
    lettering_fit(value, LABEL_SIZE, f->width - VALUE_AT, fitted, sizeof fitted);
    lettering_draw(label, vec2_make(f->left, f->base), LABEL_SIZE, proof_faint, f->canvas);
    lettering_draw(fitted, vec2_make(f->left + VALUE_AT, f->base), LABEL_SIZE, color, f->canvas);
    f->base += LINE;
}

static void put_figures(figure_writer *f, const proof_figures *all, bool features) {
    char value[128], a[32], b[32];
    text_print(value, sizeof value, "%d", all->inverted);
    if (all->inverted_raw != all->inverted)
        text_print(value, sizeof value, "%d (%d before repair)", all->inverted, all->inverted_raw);
    put_line(f, "turned over", all->inverted > 0 ? proof_alarm : proof_good, value);
    text_print(value, sizeof value, "%d", all->branch_points);
    put_line(f, "branch points", all->branch_points > 0 ? proof_alarm : proof_ink, value);
    put_number(a, sizeof a, all->energy_normalized);
    put_line(f, "energy", proof_ink, a);
    put_number(a, sizeof a, all->stretch_mean);
    put_number(b, sizeof b, all->stretch_p95);
    text_print(value, sizeof value, "%s mean, %s p95", a, b);
    put_line(f, "stretch", proof_ink, value);
    put_number(a, sizeof a, all->line_spacing_change);
    put_line(f, "line spacing", proof_ink, a);
    if (!features) return;
    put_number(a, sizeof a, all->feature_distortion);
    put_number(b, sizeof b, all->unprotected_distortion);
    text_print(value, sizeof value, "%s (%s unprotected)", a, b);
    put_line(f, "features", proof_ink, value);
}

static bool has_features(const pantin_puppet *puppet) {
    for (int p = 0; p < puppet->piece_count; p++)
        if (puppet->pieces[p].region_count > 0) return true;
    return false;
}

// --- a row ---------------------------------------------------------------------------------------

typedef struct row {
    const pantin_proof *proof;
    int pose, picture_height;
    proof_panel panel;
    pantin_canvas picture, canvas;
    proof_meter meter;
    arena memory;
} row;

static void lay_picture(const row *r, double left) {
    int x = (int)left, wide = r->picture.width;
    for (int y = 0; y < r->picture.height; y++)
        memcpy(r->canvas.pixels + 4 * ((size_t)(HEADING + y) * (size_t)r->canvas.width + (size_t)x),
               r->picture.pixels + 4 * (size_t)y * (size_t)wide, 16 * (size_t)wide);
}

static bool row_create(row *r, pantin_error *error) {
    const proof_pose *pose = &r->proof->poses[r->pose];
    const pantin_puppet *puppet = r->proof->subjects[pose->subject].puppet;
    int width = proof_panel_width(r->proof), vertices = 0, triangles = 0, lines = LINES;
    pantin_box box = row_box(r->proof, r->pose);
    double wide = max_double(1e-6, 1.08 * (box.right - box.left)),
           high = max_double(1e-6, 1.14 * (box.bottom - box.top)); // its name has a corner
    if (!has_features(puppet)) lines--;
    r->picture_height = (int)(width * clamp_double(high / wide, 0.6, 1.25));
    for (int p = 0; p < puppet->piece_count; p++) {
        vertices = max_int(vertices, puppet->pieces[p].triangles.vertex_count);
        triangles = max_int(triangles, puppet->pieces[p].triangles.triangle_count);
    }
    r->panel = (proof_panel){ .proof = r->proof,
                              .pose = r->pose,
                              .box = box,
                              .scale = min_double(width / wide, r->picture_height / high) };
    r->panel.textures = ARENA_ARRAY(&r->memory, pantin_texture *, puppet->piece_count);
    r->panel.ratio = ARENA_ARRAY(&r->memory, double, triangles);
    if (arena_failed(&r->memory)) return memory_fail(error, "a proof's picture");
    if (!proof_meter_create(&r->meter, &r->memory, puppet, error)) return false;
    r->panel.meters = r->meter.meters;
    r->panel.raster = pantin_raster_create(width, r->picture_height, vertices, triangles, error);
    return r->panel.raster != NULL &&
           pantin_canvas_create(width, r->picture_height, &r->picture, error) &&
           pantin_canvas_create(row_width(r->proof),
                                HEADING + r->picture_height + 12 + LINE * lines + 6, &r->canvas,
                                error);
}

/// Of the pieces that some method draws in this row.
static bool make_textures(row *r, pantin_error *error) {
    const proof_pose *pose = &r->proof->poses[r->pose];
    const proof_subject *subject = &r->proof->subjects[pose->subject];
    for (int d = 0; d < subject->pieces_drawn[pose->step]; d++) {
        int p = subject->orders[pose->step * subject->max_pieces + d];
        const pantin_puppet_piece *piece = &subject->puppet->pieces[p];
        r->panel.textures[p] = pantin_texture_create(
            &subject->puppet->drawings[piece->drawing_index].drawing.image, error);
        if (r->panel.textures[p] == NULL) return false;
    }
    return true;
}

static void row_destroy(row *r) {
    const proof_pose *pose = &r->proof->poses[r->pose];
    const pantin_puppet *puppet = r->proof->subjects[pose->subject].puppet;
    for (int p = 0; r->panel.textures != NULL && p < puppet->piece_count; p++)
        pantin_texture_destroy(r->panel.textures[p]);
    proof_meter_destroy(&r->meter);
    pantin_raster_destroy(r->panel.raster);
    pantin_canvas_free(&r->picture);
    pantin_canvas_free(&r->canvas);
    arena_free(&r->memory);
}

static void draw_heading(row *r) {
    const proof_pose *pose = &r->proof->poses[r->pose];
    const proof_subject *subject = &r->proof->subjects[pose->subject];
    char words[256], name[256], when[160] = "";
    lettering_fit(pose->name, 14, 0.5 * r->canvas.width, name, sizeof name);
    lettering_draw(name, vec2_make(PROOF_MARGIN, 25), 14, proof_ink, &r->canvas);
    // A pose that nobody named is called by its frame.
    if (pose->frame != PANTIN_NONE && strncmp(pose->name, "frame ", 6) != 0)
        text_print(when, sizeof when, ", frame %d", pose->frame);
    text_print(words, sizeof words, "%.64s, view %.64s%s", subject->name,
               subject->puppet->views[subject->views[pose->step]].name, when);
    lettering_draw(words, vec2_make(PROOF_MARGIN + lettering_width(name, 14) + 16, 25), LABEL_SIZE,
                   proof_faint, &r->canvas);
}

/// The method in the panel's corner, so that a row can stand alone.
static void name_panel(row *r, int method) {
    const char *name = r->proof->methods[method];
    vec2 at = { panel_left(r->proof, method) + 9, HEADING + 20 };
    lettering_draw(name, at, NAME_SIZE, proof_ink, &r->canvas);
    at.x += lettering_width(name, NAME_SIZE) + 9;
    if (strcmp(name, r->proof->subjects[r->proof->poses[r->pose].subject].method) == 0)
        lettering_draw("ours", at, LABEL_SIZE, proof_good, &r->canvas);
}

static void draw_row(row *r) {
    const proof_pose *pose = &r->proof->poses[r->pose];
    bool features = has_features(r->proof->subjects[pose->subject].puppet);
    pantin_canvas_fill(&r->canvas, proof_paper);
    draw_heading(r);
    for (int m = 0; m < r->proof->method_count; m++) {
        if (!pose->wanted[m]) continue;
        double left = panel_left(r->proof, m);
        r->panel.method = m;
        proof_draw_panel(&r->panel, &r->picture);
        lay_picture(r, left);
        name_panel(r, m);
        figure_writer f = { &r->canvas, left, HEADING + r->picture_height + 18,
                            proof_panel_width(r->proof) };
        put_figures(&f, &proof_cell_at(r->proof, r->pose, m)->all, features);
    }
}

bool proof_draw_row(const pantin_proof *proof, int pose, pantin_image *image, pantin_error *error) {
    row r = { .proof = proof, .pose = pose };
    bool done = row_create(&r, error) && make_textures(&r, error) &&
                pantin_image_create(r.canvas.width, r.canvas.height, image, error);
    if (done) {
        draw_row(&r);
        pantin_canvas_resolve(&r.canvas, 0, r.canvas.height, image);
    }
    row_destroy(&r);
    return done;
}

// --- the head ------------------------------------------------------------------------------------

bool proof_draw_head(const pantin_proof *proof, pantin_image *image, pantin_error *error) {
    static const char about[] = "Same mesh, same targets. Blue: turned over. Magenta: from a "
                                "handle to its target.";
    pantin_canvas canvas = { 0 };
    char fitted[256];
    if (!pantin_canvas_create(row_width(proof), HEAD, &canvas, error)) return false;
    double room = canvas.width - 2 * PROOF_MARGIN;
    pantin_canvas_fill(&canvas, proof_paper);
    lettering_fit(proof->title, 22, room, fitted, sizeof fitted);
    lettering_draw(fitted, vec2_make(PROOF_MARGIN, 46), 22, proof_ink, &canvas);
    lettering_fit(about, LABEL_SIZE, room, fitted, sizeof fitted);
    lettering_draw(fitted, vec2_make(PROOF_MARGIN, 70), LABEL_SIZE, proof_faint, &canvas);
    bool done = pantin_image_create(canvas.width, canvas.height, image, error);
    if (done) pantin_canvas_resolve(&canvas, 0, canvas.height, image);
    pantin_canvas_free(&canvas);
    return done;
}
