// coverage.c — the share of the ink that lies in a triangle, measured and not assumed.
//
// A pixel of ink counts as covered when its center lies in a triangle or on its border. Each
// triangle is scanned along the lines of pixel centers y + 1/2; the columns between its two
// crossings are marked. An edge is always cut from its upper end, so two triangles that share it
// find the very same crossing and no center falls between them.
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include "base/memory.h"
#include "base/vec.h"

/// Widens [low, high] by where the line at height y crosses the edge a b, if it does.
static void cut_edge(vec2 a, vec2 b, double y, double *low, double *high) {
    if (a.y > b.y) {
        vec2 swap = a;
        a = b;
        b = swap;
    }
    if (y < a.y || y > b.y) return;
    double from = a.x, to = b.x; // a level edge on the line is all in it
    if (a.y < b.y) from = to = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
    *low = min_double(*low, min_double(from, to));
    *high = max_double(*high, max_double(from, to));
}

/// Least whole k >= 0 with k + 1/2 >= v, and largest k < size with k + 1/2 <= v, both clamped.
static int first_center(double v, int size) {
    int k = (int)clamp_double(v - 0.5, 0, size);
    return k + (k + 0.5 < v && k < size);
}
static int last_center(double v, int size) {
    if (v < 0.5) return -1;
    int k = (int)clamp_double(v - 0.5, 0, size - 1);
    return k;
}

void mesh_mark_triangle(const pantin_mesh *mesh, int t, int width, int height, uint8_t mark,
                        uint8_t *marks) {
    const int *corners = mesh->triangles[t];
    vec2 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]];
    vec2 c = mesh->vertices[corners[2]];
    int top = first_center(min_double(a.y, min_double(b.y, c.y)), height);
    int bottom = last_center(max_double(a.y, max_double(b.y, c.y)), height);
    for (int y = top; y <= bottom; y++) {
        double low = INFINITY, high = -INFINITY, line = y + 0.5;
        cut_edge(a, b, line, &low, &high);
        cut_edge(b, c, line, &low, &high);
        cut_edge(c, a, line, &low, &high);
        int last = last_center(high, width);
        uint8_t *row = marks + (size_t)y * (size_t)width;
        for (int x = first_center(low, width); x <= last; x++) row[x] = mark;
    }
}

bool mesh_measure_coverage(const pantin_drawing *drawing, const pantin_mesh *mesh, double *coverage,
                           pantin_error *error) {
    int width = drawing->image.width, height = drawing->image.height;
    size_t count = (size_t)width * (size_t)height;
    uint8_t *covered = memory_allocate(count, 1);
    if (!covered) return memory_fail(error, "measuring a mesh's coverage");
    for (int t = 0; t < mesh->triangle_count; t++)
        mesh_mark_triangle(mesh, t, width, height, 1, covered);
    int64_t ink = 0, inside = 0;
    for (size_t i = 0; i < count; i++) {
        if (drawing->ink[i] != 2) continue;
        ink++;
        inside += covered[i];
    }
    memory_free(covered, count, 1);
    *coverage = ink > 0 ? (double)inside / (double)ink : 0.0;
    return true;
}
