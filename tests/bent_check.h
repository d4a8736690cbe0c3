// bent_check.h — is a bent mesh what "arap" promises? Told from the floats written, without the library.
//
// The sign of every triangle's area, and around every interior vertex the sum of the signed angles of its
// triangles: 2 pi where the sheet lies around it once.
// SPDX-License-Identifier: MIT
#ifndef TESTS_BENT_CHECK_H
#define TESTS_BENT_CHECK_H

#include <math.h>
#include <stdlib.h>

#include "pantin/deform.h"

typedef struct bent_checker {
    const pantin_mesh *mesh;
    double sign;  // -1: mirrored
    double *area; // a triangle: twice, at rest
    bool *inner;  // a vertex
    double *sum;  // a vertex: of angles
} bent_checker;

typedef struct bent_faults {
    int inverted, branched, not_numbers;
    double min_ratio;
} bent_faults;

static inline double bent_cross(double ax, double ay, double bx, double by) {
    return ax * by - ay * bx;
}

static inline uint64_t bent_scatter(int v) {
    uint64_t x = ((uint64_t)v + 1) * 0x9e3779b97f4a7c15u;
    return (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
}

static inline bent_checker bent_checker_make(const pantin_mesh *mesh, bool mirrored) {
    size_t n = (size_t)mesh->vertex_count, m = (size_t)mesh->triangle_count;
    bent_checker c = { mesh, mirrored ? -1 : 1, malloc(m * sizeof *c.area),
                       malloc(n * sizeof *c.inner), malloc(n * sizeof *c.sum) };
    // The far edges of a vertex' triangles are a ring exactly where it is inside: what they come to they
    // leave too, so that scattered numbers of both cancel.
    uint64_t *open = calloc(n, sizeof *open);
    for (size_t t = 0; t < m; t++) {
        const int *k = mesh->triangles[t];
        const pantin_vec2 *p = mesh->vertices;
        c.area[t] = bent_cross(p[k[1]].x - p[k[0]].x, p[k[1]].y - p[k[0]].y, p[k[2]].x - p[k[0]].x,
                               p[k[2]].y - p[k[0]].y);
        for (int i = 0; i < 3; i++)
            open[k[i]] += bent_scatter(k[(i + 1) % 3]) - bent_scatter(k[(i + 2) % 3]);
    }
    for (size_t v = 0; v < n; v++) c.inner[v] = open[v] == 0;
    free(open);
    return c;
}

static inline void bent_checker_free(bent_checker *c) {
    free(c->area);
    free(c->inner);
    free(c->sum);
}

static inline bent_faults bent_check(const bent_checker *c, const pantin_point32 *at) {
    const pantin_mesh *mesh = c->mesh;
    bent_faults faults = { .min_ratio = INFINITY };
    for (int v = 0; v < mesh->vertex_count; v++) {
        faults.not_numbers += !(isfinite(at[v].x) && isfinite(at[v].y));
        c->sum[v] = 0;
    }
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *k = mesh->triangles[t];
        double e[3][2], area;
        for (int i = 0; i < 3; i++) { // from corner i to the next
            e[i][0] = (double)at[k[(i + 1) % 3]].x - (double)at[k[i]].x;
            e[i][1] = (double)at[k[(i + 1) % 3]].y - (double)at[k[i]].y;
        }
        area = c->sign * bent_cross(e[0][0], e[0][1], -e[2][0], -e[2][1]);
        faults.inverted += !(area > 0);
        if (!(area / c->area[t] >= faults.min_ratio)) faults.min_ratio = area / c->area[t];
        for (int i = 0; i < 3; i++) {
            const double *out = e[i], *in = e[(i + 2) % 3];
            c->sum[k[i]] += c->sign * atan2(bent_cross(out[0], out[1], -in[0], -in[1]),
                                            -(out[0] * in[0] + out[1] * in[1]));
        }
    }
    for (int v = 0; v < mesh->vertex_count; v++)
        faults.branched += c->inner[v] && !(fabs(c->sum[v] - 2 * 3.14159265358979323846) < 1e-6);
    return faults;
}

#endif
