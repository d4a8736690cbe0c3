// heat_picture.c — where a pose binds, as one picture: bent, and at rest, where edits are made.
//
// Both sides have one scale. The worst places bear the numbers of the list below, and a cut that was
// advised is drawn where it would be.
// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/text.h"
#include "base/trig.h"
#include "base/vec.h"
#include "heat.h"
#include "lettering.h"
#include "pantin/measure.h"

#define MARGIN 26.0
#define GAP 34.0
#define HEAD 40.0   // above the panels
#define LINE 26.0   // of the list
#define LETTER 11.0 // cap height
#define VEIL 0.42   // how pale the drawing is
#define TOLD 0.1    // of the worst: less is not numbered
enum { SPOTS = 5, PANEL_SIDE = 620, PANEL_LEAST = 220 };
#define SCALE_MOST 3.0

static const float paper[4] = { 0.985f, 0.98f, 0.965f, 1.0f };
static const float ink[4] = { 0.09f, 0.10f, 0.14f, 1.0f };
static const float faint[4] = { 0.42f, 0.42f, 0.46f, 1.0f };
static const float white[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
static const float edge_color[4] = { 0.10f, 0.10f, 0.18f, 0.22f };
static const float cut_color[4] = { 0.0f, 0.36f, 0.62f, 1.0f };

typedef struct heat_sheet {
    const pantin_puppet *puppet;
    const pantin_pose_frame *pose;
    const pantin_advice *advice;
    pantin_hot_spot spots[SPOTS];
    int spot_count;
    pantin_box bent, rest;
    double scale;
    pantin_affine place; // of the panel being drawn
    pantin_canvas canvas;
    pantin_raster *raster;
    pantin_point32 *points; // the largest mesh at rest
    double *heat;
    arena memory;
} heat_sheet;

static void include(pantin_box *box, vec2 p) {
    if (!(p.x > -1e6 && p.x < 1e6 && p.y > -1e6 && p.y < 1e6)) return;
    *box = (pantin_box){ min_double(box->left, p.x), min_double(box->top, p.y),
                         max_double(box->right, p.x), max_double(box->bottom, p.y) };
}

static double wide(pantin_box b) { return b.right - b.left; }
static double high(pantin_box b) { return b.bottom - b.top; }

static const pantin_mesh *mesh_of(const heat_sheet *s, int k) {
    return &s->puppet->pieces[s->pose->pieces[k].piece].triangles;
}

static void measure_boxes(heat_sheet *s) {
    s->bent = s->rest = (pantin_box){ 1e9, 1e9, -1e9, -1e9 };
    for (int k = 0; k < s->pose->piece_count; k++)
        for (int v = 0; v < mesh_of(s, k)->vertex_count; v++) {
            include(&s->rest, mesh_of(s, k)->vertices[v]);
            include(&s->bent, vec2_from32(s->pose->pieces[k].vertices[v]));
        }
    if (!(s->bent.left <= s->bent.right)) s->bent = (pantin_box){ 0, 0, 1, 1 };
    if (!(s->rest.left <= s->rest.right)) s->rest = (pantin_box){ 0, 0, 1, 1 };
    double side = max_double(max_double(wide(s->bent), high(s->bent)),
                             max_double(wide(s->rest), high(s->rest)));
    s->scale = min_double(SCALE_MOST, PANEL_SIDE / max_double(side, 1e-3));
}

static bool take_room(heat_sheet *s, pantin_error *error) {
    int vertices = 0, triangles = 0;
    for (int p = 0; p < s->puppet->piece_count; p++) {
        vertices = max_int(vertices, s->puppet->pieces[p].triangles.vertex_count);
        triangles = max_int(triangles, s->puppet->pieces[p].triangles.triangle_count);
    }
    s->points = ARENA_ARRAY(&s->memory, pantin_point32, vertices);
    s->heat = ARENA_ARRAY(&s->memory, double, triangles);
    double panels = max_double(PANEL_LEAST, s->scale * wide(s->bent)) +
                    max_double(PANEL_LEAST, s->scale * wide(s->rest));
    double tall = s->scale * max_double(high(s->bent), high(s->rest));
    int width = (int)(2 * MARGIN + GAP + panels + 0.5);
    int height = (int)(MARGIN + HEAD + tall + 4.2 * LINE + LINE * s->spot_count + MARGIN + 0.5);
    if (arena_failed(&s->memory)) return memory_fail(error, "a heat map");
    if (!pantin_canvas_create(width, height, &s->canvas, error)) return false;
    s->raster = pantin_raster_create(width, height, vertices, triangles, error);
    return s->raster != NULL;
}

static bool draw_piece(heat_sheet *s, int k, bool rest, pantin_error *error) {
    const pantin_bent *bent = &s->pose->pieces[k];
    const pantin_puppet_piece *piece = &s->puppet->pieces[bent->piece];
    const pantin_mesh *mesh = mesh_of(s, k);
    const pantin_point32 *points = rest ? s->points : bent->vertices;
    pantin_texture *texture = pantin_texture_create_for(
        &s->puppet->drawings[piece->drawing_index].drawing.image, mesh, error);
    if (texture == NULL) return false;
    for (int v = 0; v < mesh->vertex_count; v++)
        s->points[v] = (pantin_point32){ (float)mesh->vertices[v].x, (float)mesh->vertices[v].y };
    for (int t = 0; t < mesh->triangle_count; t++)
        s->heat[t] = bent->bind != NULL ? heat_of_bind((double)bent->bind[t]) : 0;
    pantin_sheet sheet = { .texture = texture,
                           .mesh = mesh,
                           .vertices = points,
                           .to_canvas = s->place,
                           .opacity = 1 - VEIL,
                           .id = 1 };
    pantin_raster_sheet(s->raster, &sheet, &s->canvas, NULL);
    pantin_texture_destroy(texture);
    heat_triangles(mesh, points, s->place, s->heat, NULL, &s->canvas);
    double cell = mesh->spacing_px * s->scale;
    float color[4] = { edge_color[0], edge_color[1], edge_color[2],
                       edge_color[3] * (float)clamp_double(cell / 8.0, 0.25, 1.0) };
    pantin_raster_lines(s->raster, mesh, points, s->place, clamp_double(cell / 14.0, 0.5, 1.0),
                        color, &s->canvas);
    return true;
}

static void draw_handles(heat_sheet *s, int k, bool rest) {
    const pantin_bent *bent = &s->pose->pieces[k];
    const pantin_puppet_piece *piece = &s->puppet->pieces[bent->piece];
    for (int h = 0; h < piece->handle_count; h++) {
        const pantin_mesh_grip *grip = &piece->handles[h].grip;
        vec2 sum = { 0, 0 };
        for (int v = 0; v < grip->count; v++)
            sum = vec2_add(sum, rest ? piece->triangles.vertices[grip->vertices[v]]
                                     : vec2_from32(bent->vertices[grip->vertices[v]]));
        vec2 at = affine_point(s->place, vec2_scale(sum, 1.0 / grip->count));
        pantin_raster_dot(at, 4.0, white, &s->canvas);
        pantin_raster_dot(at, 2.8, ink, &s->canvas);
    }
}

/// Where the number of a spot stands: of eight places around it the one farthest from the numbers there are.
static vec2 place_badge(const heat_sheet *s, vec2 at, const vec2 *badges, int count) {
    vec2 best = at;
    double most = -1;
    for (int k = 0; k < 8; k++) {
        double sine, cosine, room = 60;
        trig_sincos((k - 0.8) * 45 * TRIG_DEGREE, &sine, &cosine);
        vec2 place = { at.x + 38 * cosine, at.y + 38 * sine };
        if (place.x < 14 || place.x > s->canvas.width - 14 || place.y < 14) continue;
        for (int b = 0; b < count; b++) room = min_double(room, vec2_distance(place, badges[b]));
        if (room <= most) continue;
        most = room;
        best = place;
    }
    return best;
}

/// A number in a ring beside its spot, with a line to it.
static vec2 draw_number(heat_sheet *s, int number, vec2 spot, const vec2 *badges) {
    char word[8];
    vec2 at = affine_point(s->place, spot);
    vec2 badge = place_badge(s, at, badges, number - 1);
    text_print(word, sizeof word, "%d", number);
    heat_line(at, badge, 3.2, white, &s->canvas);
    heat_line(at, badge, 1.4, ink, &s->canvas);
    pantin_raster_dot(badge, 11.5, white, &s->canvas);
    pantin_raster_dot(badge, 10.0, ink, &s->canvas);
    lettering_draw(word, (vec2){ badge.x - 0.5 * lettering_width(word, 10), badge.y + 5 }, 10,
                   white, &s->canvas);
    return badge;
}

static void draw_cut(heat_sheet *s, const pantin_puppet_edit *edit) {
    for (int pass = 0; pass < 2; pass++)
        for (int k = 1; k < edit->line_count; k++)
            heat_line(affine_point(s->place, edit->line[k - 1]),
                      affine_point(s->place, edit->line[k]), pass == 0 ? 5.0 : 2.6,
                      pass == 0 ? white : cut_color, &s->canvas);
}

static void draw_cuts(heat_sheet *s) {
    for (int k = 0; s->advice != NULL && k < s->advice->count; k++)
        if (s->advice->remedies[k].edit.kind == PANTIN_EDIT_CUT)
            draw_cut(s, &s->advice->remedies[k].edit);
}

static bool has_cut(const heat_sheet *s) {
    bool found = false;
    for (int k = 0; s->advice != NULL && k < s->advice->count; k++)
        found = found || s->advice->remedies[k].edit.kind == PANTIN_EDIT_CUT;
    return found;
}

static bool draw_panel(heat_sheet *s, double left, bool rest, pantin_error *error) {
    pantin_box box = rest ? s->rest : s->bent;
    const char *title = !rest ? "Bent" : has_cut(s) ? "At rest, with the cut advised" : "At rest";
    s->place = (pantin_affine){ .xx = s->scale,
                                .yy = s->scale,
                                .x0 = left - s->scale * box.left,
                                .y0 = MARGIN + HEAD - s->scale * box.top };
    lettering_draw(title, (vec2){ left, MARGIN + LETTER }, LETTER, faint, &s->canvas);
    for (int k = 0; k < s->pose->piece_count; k++)
        if (!draw_piece(s, k, rest, error)) return false;
    for (int k = 0; k < s->pose->piece_count; k++) draw_handles(s, k, rest);
    if (rest) draw_cuts(s);
    vec2 badges[SPOTS];
    for (int k = 0; k < s->spot_count; k++)
        badges[k] = draw_number(s, k + 1, rest ? s->spots[k].rest_px : s->spots[k].bent_px, badges);
    return true;
}

/// The ramp with its marks.
static void draw_legend(heat_sheet *s, double top) {
    enum { BARS = 120, STEP = 3 };
    float color[4];
    for (int k = 0; k < BARS; k++) {
        double at = (k + 0.5) / BARS * (HEAT_STEPS - 1);
        int step = (int)at;
        double t = at - step;
        heat_color(heat_of_bind(heat_bind_marks[step] +
                                t * (heat_bind_marks[step + 1] - heat_bind_marks[step])),
                   color);
        color[3] = 1;
        double x = MARGIN + STEP * k;
        heat_line((vec2){ x, top + 6 }, (vec2){ x + STEP, top + 6 }, 12, color, &s->canvas);
    }
    for (int k = 0; k < HEAT_STEPS; k++) {
        char word[16];
        text_print(word, sizeof word, "%g", heat_bind_marks[k]);
        double x = MARGIN + (double)(STEP * BARS) * k / (HEAT_STEPS - 1);
        double shift = k == 0 ? 0 : k == HEAT_STEPS - 1 ? 1 : 0.5;
        lettering_draw(word, (vec2){ x - shift * lettering_width(word, 9), top + 28 }, 9, faint,
                       &s->canvas);
    }
    lettering_draw("bind: what holds a triangle up; 10 and more is bad",
                   (vec2){ MARGIN, top + 28 + LINE }, 10, faint, &s->canvas);
}

static void draw_list(heat_sheet *s, double top) {
    for (int k = 0; k < s->spot_count; k++) {
        char words[320], line[400], cut[400];
        pantin_hot_spot_words(s->puppet, &s->spots[k], words, sizeof words);
        text_print(line, sizeof line,
                   s->spots[k].bind >= 99.95 ? "%d   %.0f   %s" : "%d   %.1f   %s", k + 1,
                   s->spots[k].bind, words);
        lettering_fit(line, LETTER, s->canvas.width - 2 * MARGIN, cut, sizeof cut);
        lettering_draw(cut, (vec2){ MARGIN, top + LINE * k }, LETTER, ink, &s->canvas);
    }
}

static bool draw(heat_sheet *s, pantin_error *error) {
    double tall = s->scale * max_double(high(s->bent), high(s->rest));
    double left = max_double(PANEL_LEAST, s->scale * wide(s->bent));
    pantin_canvas_fill(&s->canvas, paper);
    if (!draw_panel(s, MARGIN, false, error) || !draw_panel(s, MARGIN + left + GAP, true, error))
        return false;
    draw_legend(s, MARGIN + HEAD + tall + LINE);
    draw_list(s, MARGIN + HEAD + tall + 4.4 * LINE);
    return true;
}

bool pantin_heat_picture(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                         const pantin_advice *advice, pantin_image *image, pantin_error *error) {
    heat_sheet s = { .puppet = puppet, .pose = pose, .advice = advice };
    bool done = pantin_hot_spots_find(puppet, pose, s.spots, SPOTS, &s.spot_count, error);
    while (s.spot_count > 1 && s.spots[s.spot_count - 1].bind < TOLD * s.spots[0].bind)
        s.spot_count--;
    if (done) measure_boxes(&s);
    done = done && take_room(&s, error) && draw(&s, error) &&
           pantin_image_create(s.canvas.width, s.canvas.height, image, error);
    if (done) pantin_canvas_resolve(&s.canvas, 0, s.canvas.height, image);
    pantin_raster_destroy(s.raster);
    pantin_canvas_free(&s.canvas);
    arena_free(&s.memory);
    return done;
}
