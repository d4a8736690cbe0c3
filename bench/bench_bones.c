// bench_bones.c — where limbs bend: at the joint, with and without bones, with and without a hand on it.
//
// Run: bench_bones [VERTICES] (default 1500). Two CSV tables: each limb and angle with only its ends held, and
// medians (worst) over all 15 for each strength of the bones. Limbs of real drawings where at hand, else of
// figures made by arithmetic. Figures as tests/limb_bend.h has them.
// SPDX-License-Identifier: MIT
#include "limb_bend.h"

enum { LIMBS = 5, ANGLES = 3, CASES = LIMBS * ANGLES };

static const double angles[ANGLES] = { 60, -100, 140 };
static const struct {
    int body; // char1 is 0
    const char *side, *joint;
} limbs[LIMBS] = { { 1, "right", "elbow" },
                   { 1, "left", "knee" },
                   { 2, "right", "elbow" },
                   { 3, "right", "knee" },
                   { 3, "left", "elbow" } };

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool load(int limb, int vertices, bendable *b) {
    pantin_error error = { 0 };
    char name[16];
    snprintf(name, sizeof name, "char%d", limbs[limb].body + 1);
    if (bendable_from_drawing(b, name, PANTIN_MESH_DELAUNAY, vertices, &error)) return true;
    if (bendable_from_shape(b, limb, PANTIN_MESH_DELAUNAY, vertices, &error)) return true;
    fprintf(stderr, "bench_bones: %s: %s\n", error.where, error.text);
    return false;
}

/// One row for all limbs and angles; `each`: a row for every one too.
static void bend_all(bendable *bodies, double pull, bool hold_mid, bool each) {
    double near[CASES], sag[CASES], area[CASES], ratio = 1, worst = 0;
    int flaws = 0;
    for (int k = 0; k < CASES; k++) {
        limb_bend got = { 0 };
        bendable *b = &bodies[k / ANGLES];
        double angle = angles[k % ANGLES];
        if (!limb_bend_at(b, limbs[k / ANGLES].side, limbs[k / ANGLES].joint, angle, pull, hold_mid,
                          &got))
            exit(2);
        near[k] = got.near;
        sag[k] = got.sag_deg;
        area[k] = got.area;
        ratio = min_double(ratio, got.min_ratio);
        worst = max_double(worst, got.worst_px);
        flaws += got.flaws;
        if (each)
            printf("%s,%s_%s,%g,%.1f,%.1f,%.3f,%.3f,%.2f\n", b->name, limbs[k / ANGLES].side,
                   limbs[k / ANGLES].joint, angle, 100 * near[k], sag[k], area[k], got.min_ratio,
                   got.worst_px);
    }
    if (each) return;
    qsort(near, CASES, sizeof *near, compare_doubles);
    qsort(sag, CASES, sizeof *sag, compare_doubles);
    qsort(area, CASES, sizeof *area, compare_doubles);
    printf("%g,%s,%.1f,%.1f,%.1f,%.1f,%.3f,%.3f,%.3f,%.2f,%d\n", pull, hold_mid ? "yes" : "no",
           100 * near[CASES / 2], 100 * near[0], sag[CASES / 2], sag[CASES - 1], area[CASES / 2],
           area[0], ratio, worst, flaws);
}

int main(int count, char **words) {
    static const double pulls[] = { 0, 1, 3, 10, 100 };
    static bendable bodies[LIMBS];
    int vertices = count > 1 ? atoi(words[1]) : 1500;
    for (int k = 0; k < LIMBS; k++)
        if (!load(k, max_int(vertices, 100), &bodies[k])) return 2;
    printf("drawing,joint,degrees,near_percent,sag_deg,area,min_ratio,worst_px\n");
    bend_all(bodies, 3, false, true);
    printf("\npull,joint_held,near_percent_median,near_least,sag_deg_median,sag_most,area_median,"
           "area_least,min_ratio,worst_px,flaws\n");
    for (int held = 1; held >= 0; held--)
        for (int k = 0; k < 5; k++) bend_all(bodies, pulls[k], held, false);
    for (int k = 0; k < LIMBS; k++) bendable_free(&bodies[k]);
    return 0;
}
