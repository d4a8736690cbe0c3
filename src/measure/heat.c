// heat.c — colors of strain, and meshes drawn over pictures.
//
// One ramp for all reports, on fixed stretches, so that two films can be compared by eye. It runs
// from light to dark (it also reads without its hues); what is turned over is blue, which no step
// is.
// SPDX-License-Identifier: MIT
#include "heat.h"

#include "base/trig.h"
#include "base/vec.h"

const heat_step heat_ramp[HEAT_STEPS] = {
    { 0.00, { 255, 236, 179 }, 0.00 }, { 0.05, { 255, 213, 122 }, 0.50 },
    { 0.15, { 248, 150, 66 }, 0.64 },  { 0.30, { 222, 73, 45 }, 0.70 },
    { 0.50, { 153, 20, 66 }, 0.76 },   { 1.00, { 62, 12, 61 }, 0.84 },
};
const double heat_bind_marks[HEAT_STEPS] = { 0, 1, 3, 10, 30, 100 };
static const float turned_over[4] = { 0.0f, 0.42f, 1.0f, 0.95f };

double heat_of_bind(double bind) {
    double value = bind >= 0.0 ? min_double(bind, heat_bind_marks[HEAT_STEPS - 1])
                               : heat_bind_marks[HEAT_STEPS - 1];
    int k = 0;
    while (k < HEAT_STEPS - 2 && value > heat_bind_marks[k + 1]) k++;
    double t = (value - heat_bind_marks[k]) / (heat_bind_marks[k + 1] - heat_bind_marks[k]);
    return heat_ramp[k].stretch + t * (heat_ramp[k + 1].stretch - heat_ramp[k].stretch);
}

void heat_color(double stretch, float color[4]) {
    double value =
        stretch >= 0.0 ? min_double(stretch, 1.0) : 1.0; // not a number: as bad as can be
    int k = 0;
    while (k < HEAT_STEPS - 2 && value > heat_ramp[k + 1].stretch) k++;
    const heat_step *a = &heat_ramp[k], *b = &heat_ramp[k + 1];
    double t = (value - a->stretch) / (b->stretch - a->stretch);
    for (int c = 0; c < 3; c++)
        color[c] = (float)((a->color[c] + (b->color[c] - a->color[c]) * t) / 255.0);
    color[3] = (float)(a->alpha + (b->alpha - a->alpha) * t);
}

void heat_canvas(const pantin_image *image, double veil, pantin_canvas *canvas) {
    size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *from = image->pixels + 4 * i;
        float *to = canvas->pixels + 4 * i;
        double alpha = from[3] / 255.0;
        for (int c = 0; c < 3; c++) {
            double over_white = 1.0 + alpha * (from[c] / 255.0 - 1.0);
            to[c] = (float)(over_white + veil * (1.0 - over_white));
        }
        to[3] = 1.0f;
    }
}

static void find_corners(const pantin_mesh *mesh, const pantin_point32 *vertices, int t,
                         pantin_affine place, pantin_vec2 corners[3]) {
    for (int k = 0; k < 3; k++)
        corners[k] = affine_point(place, vec2_from32(vertices[mesh->triangles[t][k]]));
}

void heat_triangles(const pantin_mesh *mesh, const pantin_point32 *vertices, pantin_affine place,
                    const double *stretch, const double *area_ratio, pantin_canvas *canvas) {
    pantin_vec2 corners[3];
    float color[4];
    for (int t = 0; t < mesh->triangle_count; t++) {
        heat_color(stretch[t], color);
        if (!(color[3] > 0.0f)) continue;
        find_corners(mesh, vertices, t, place, corners);
        pantin_raster_triangle(corners, color, canvas);
    }
    // On top of all, and with an outline: a triangle turned over is often thinner than a pixel.
    for (int t = 0; t < mesh->triangle_count && area_ratio != NULL; t++) {
        if (area_ratio[t] > 0) continue;
        find_corners(mesh, vertices, t, place, corners);
        pantin_raster_triangle(corners, turned_over, canvas);
        for (int k = 0; k < 3; k++)
            heat_line(corners[k], corners[(k + 1) % 3], 1.5, turned_over, canvas);
    }
}

void heat_line(pantin_vec2 from, pantin_vec2 to, double width, const float color[4],
               pantin_canvas *canvas) {
    vec2 along = vec2_sub(to, from);
    double length = vec2_length(along);
    if (!(length > 0.0) || !finite_double(length)) return;
    vec2 side = vec2_scale((vec2){ -along.y, along.x }, 0.5 * width / length);
    vec2 a = vec2_add(from, side), b = vec2_sub(from, side), c = vec2_sub(to, side),
         d = vec2_add(to, side);
    pantin_raster_triangle((vec2[3]){ a, b, c }, color, canvas);
    pantin_raster_triangle((vec2[3]){ a, c, d }, color, canvas);
}

void heat_ring(pantin_vec2 center, double radius, double width, const float color[4],
               pantin_canvas *canvas) {
    enum { SIDES = 32 };
    vec2 before = { center.x + radius, center.y };
    for (int k = 1; k <= SIDES; k++) {
        double sine, cosine;
        trig_sincos(k * 360.0 / SIDES * TRIG_DEGREE, &sine, &cosine);
        vec2 next = { center.x + radius * cosine, center.y + radius * sine };
        heat_line(before, next, width, color, canvas);
        before = next;
    }
}
