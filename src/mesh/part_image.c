// part_image.c — the drawing as one part of a cut mesh sees it.
//
// A pixel whose center lies in a triangle that is a stranger to the part is taken away. A look between
// pixels, and the smaller levels of a texture more so, reach a little beyond the triangle's edge: so that
// no border shows where two parts lie side by side, what the part sees goes on into what was taken, ring by
// ring for REACH px, each pixel the mean of its neighbors of the rings before, colors weighed by alpha.
// Farther in it is transparent.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "mesh/build.h"

enum { SEEN = 1, TAKEN = 2, REACH = 12 };

typedef struct painter_rings {
    int width, height;
    uint8_t *kinds;  // a pixel: SEEN, TAKEN or 0: no triangle, seen too
    uint8_t *pixels; // RGBA
    int *front, *next;
    int front_count, next_count;
} painter_rings;

/// The mean of the pixel's neighbors that are not taken (any more).
static void mix_neighbors(const painter_rings *r, int x, int y, uint8_t mixed[4]) {
    unsigned sum[4] = { 0 }, count = 0;
    for (int v = max_int(y - 1, 0); v <= min_int(y + 1, r->height - 1); v++)
        for (int u = max_int(x - 1, 0); u <= min_int(x + 1, r->width - 1); u++) {
            size_t at = (size_t)v * (size_t)r->width + (size_t)u;
            const uint8_t *p = r->pixels + 4 * at;
            if (r->kinds[at] == TAKEN) continue;
            for (int k = 0; k < 3; k++) sum[k] += (unsigned)p[k] * p[3];
            sum[3] += p[3];
            count++;
        }
    for (int k = 0; k < 3; k++)
        mixed[k] = (uint8_t)(sum[3] > 0 ? (sum[k] + sum[3] / 2) / sum[3] : 0);
    mixed[3] = (uint8_t)(count > 0 ? (sum[3] + count / 2) / count : 0);
}

static bool beside_seen(const painter_rings *r, int x, int y) {
    for (int v = max_int(y - 1, 0); v <= min_int(y + 1, r->height - 1); v++)
        for (int u = max_int(x - 1, 0); u <= min_int(x + 1, r->width - 1); u++)
            if (r->kinds[(size_t)v * (size_t)r->width + (size_t)u] != TAKEN) return true;
    return false;
}

/// All taken pixels that lie beside one that is not.
static void find_front(painter_rings *r) {
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++) {
            int at = y * r->width + x;
            if (r->kinds[at] == TAKEN && beside_seen(r, x, y)) r->front[r->front_count++] = at;
        }
}

/// The pixels of the front are seen from now on; what lies behind them is the next front.
static void pass_front(painter_rings *r) {
    r->next_count = 0;
    for (int i = 0; i < r->front_count; i++) r->kinds[r->front[i]] = SEEN;
    for (int i = 0; i < r->front_count; i++) {
        int x0 = r->front[i] % r->width, y0 = r->front[i] / r->width;
        for (int y = max_int(y0 - 1, 0); y <= min_int(y0 + 1, r->height - 1); y++)
            for (int x = max_int(x0 - 1, 0); x <= min_int(x0 + 1, r->width - 1); x++) {
                int at = y * r->width + x;
                if (r->kinds[at] != TAKEN) continue;
                r->kinds[at] = TAKEN | 4; // in the next front already
                r->next[r->next_count++] = at;
            }
    }
    for (int i = 0; i < r->next_count; i++) r->kinds[r->next[i]] = TAKEN;
    int *swap = r->front;
    r->front = r->next;
    r->next = swap;
    r->front_count = r->next_count;
}

static void grow_rings(painter_rings *r, uint8_t (*ring)[4]) {
    find_front(r);
    for (int round = 0; round < REACH && r->front_count > 0; round++) {
        for (int i = 0; i < r->front_count; i++)
            mix_neighbors(r, r->front[i] % r->width, r->front[i] / r->width, ring[i]);
        for (int i = 0; i < r->front_count; i++)
            memcpy(r->pixels + 4 * (size_t)r->front[i], ring[i], 4);
        pass_front(r);
    }
}

bool pantin_mesh_part_image(const pantin_mesh *mesh, const pantin_image *image, int part,
                            pantin_image *seen, pantin_error *error) {
    size_t size = (size_t)image->width * (size_t)image->height;
    if (part < 0 || part >= mesh->part_count)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "part", "is %d, but the mesh has %d", part,
                           mesh->part_count);
    pantin_image made = { 0 };
    if (!pantin_image_create(image->width, image->height, &made, error)) return false;
    memcpy(made.pixels, image->pixels, 4 * size);
    painter_rings r = { .width = image->width, .height = image->height, .pixels = made.pixels };
    int *fronts = memory_allocate(2 * size, sizeof *fronts);
    uint8_t(*ring)[4] = memory_allocate(size, sizeof *ring);
    r.kinds = memory_allocate(size, 1);
    bool done = fronts != NULL && ring != NULL && r.kinds != NULL;
    if (done) {
        r.front = fronts, r.next = fronts + size;
        const uint8_t *strangers = mesh->strangers + part * mesh->part_count;
        for (int t = 0; t < mesh->triangle_count; t++)
            if (strangers[mesh->parts[t]])
                mesh_mark_triangle(mesh, t, r.width, r.height, TAKEN, r.kinds);
        // A center on the very cut is seen from both sides.
        for (int t = 0; t < mesh->triangle_count; t++)
            if (!strangers[mesh->parts[t]])
                mesh_mark_triangle(mesh, t, r.width, r.height, SEEN, r.kinds);
        for (size_t i = 0; i < size; i++)
            if (r.kinds[i] == TAKEN) memset(made.pixels + 4 * i, 0, 4);
        grow_rings(&r, ring);
        *seen = made;
    } else {
        memory_fail(error, "a part of a drawing");
        pantin_image_free(&made);
    }
    memory_free(fronts, 2 * size, sizeof *fronts);
    memory_free(ring, size, sizeof *ring);
    memory_free(r.kinds, size, 1);
    return done;
}
