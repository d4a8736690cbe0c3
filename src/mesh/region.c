// region.c — protected regions become a rigidity a triangle.
//
// A triangle is in a region when one of seven points of it is: centroid, corners, middles of edges.
// A feature smaller than a cell (an eye on a coarse mesh) is found by whichever of them falls on
// it, and one that falls between all of them is reported, since the answer is the fewest triangles.
// SPDX-License-Identifier: MIT
#include "mesh/delaunay.h"

enum { RIGIDITY_MOST = 1000, INSIDE_LIGHTNESS = 128, PROBES = 7 };

/// Even-odd: a ray to the right crosses the border an odd number of times. Half-open in y, so that
/// a ray through a corner counts it once.
static bool in_polygon(const vec2 *polygon, int count, vec2 p) {
    bool inside = false;
    for (int i = 0, before = count - 1; i < count; before = i++) {
        vec2 a = polygon[before], b = polygon[i];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if (p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) inside = !inside;
    }
    return inside;
}

static bool in_mask(const pantin_image *mask, vec2 p) {
    // A vertex on the right or bottom border belongs to the last pixel.
    if (!(p.x >= 0 && p.y >= 0 && p.x <= mask->width && p.y <= mask->height)) return false;
    int x = min_int((int)p.x, mask->width - 1), y = min_int((int)p.y, mask->height - 1);
    const uint8_t *rgba = mask->pixels + 4 * ((size_t)y * (size_t)mask->width + (size_t)x);
    int lightness = (54 * rgba[0] + 183 * rgba[1] + 19 * rgba[2] + 128) >> 8;
    return rgba[3] >= PANTIN_INK_ALPHA && lightness >= INSIDE_LIGHTNESS;
}

bool mesh_region_contains(const pantin_mesh_region *region, vec2 p) {
    return region->polygon ? in_polygon(region->polygon, region->polygon_count, p)
                           : in_mask(region->mask, p);
}

static void find_probes(const pantin_mesh *mesh, int t, vec2 probes[PROBES]) {
    vec2 sum = { 0, 0 };
    for (int k = 0; k < 3; k++) {
        vec2 p = mesh->vertices[mesh->triangles[t][k]];
        vec2 next = mesh->vertices[mesh->triangles[t][(k + 1) % 3]];
        sum = vec2_add(sum, p);
        probes[1 + k] = p;
        probes[4 + k] = vec2_mix(p, next, 0.5);
    }
    probes[0] = vec2_scale(sum, 1.0 / 3.0);
}

static bool in_region(const pantin_mesh_region *region, const vec2 probes[PROBES]) {
    for (int k = 0; k < PROBES; k++)
        if (mesh_region_contains(region, probes[k])) return true;
    return false;
}

static pantin_box polygon_box(const pantin_mesh_region *region) {
    pantin_box box = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    for (int i = 0; i < region->polygon_count; i++) {
        vec2 p = region->polygon[i];
        box = (pantin_box){ min_double(box.left, p.x), min_double(box.top, p.y),
                            max_double(box.right, p.x), max_double(box.bottom, p.y) };
    }
    return box;
}

/// The corners alone tell: all seven points lie between them.
static bool misses(const pantin_box *box, const vec2 probes[PROBES]) {
    const vec2 *c = probes + 1;
    return (c[0].x < box->left && c[1].x < box->left && c[2].x < box->left) ||
           (c[0].x > box->right && c[1].x > box->right && c[2].x > box->right) ||
           (c[0].y < box->top && c[1].y < box->top && c[2].y < box->top) ||
           (c[0].y > box->bottom && c[1].y > box->bottom && c[2].y > box->bottom);
}

int pantin_mesh_rigidity(const pantin_mesh *mesh, const pantin_mesh_region *regions, int count,
                         double *rigidity) {
    int fewest = mesh->triangle_count;
    for (int t = 0; t < mesh->triangle_count; t++) rigidity[t] = 1.0;
    for (int r = 0; r < count; r++) {
        const pantin_mesh_region *region = &regions[r];
        pantin_box box = polygon_box(region);
        // Asked this way round, a rigidity that is not a number is 1.
        double stiff = region->rigidity > 1.0 ? min_double(region->rigidity, RIGIDITY_MOST) : 1.0;
        int held = 0;
        if (!region->polygon && !region->mask) return 0;
        for (int t = 0; t < mesh->triangle_count; t++) {
            vec2 probes[PROBES];
            find_probes(mesh, t, probes);
            if (region->polygon && misses(&box, probes)) continue;
            if (!in_region(region, probes)) continue;
            held++;
            if (stiff > rigidity[t]) rigidity[t] = stiff;
        }
        fewest = min_int(fewest, held);
    }
    return fewest;
}
