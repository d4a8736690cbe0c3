// mls.c — "mls": every vertex moves by the rigid motion that fits the handles best as seen from it.
//
// With weights w_k = 1 / |p - p_k|^2 of the control points p_k -> g_k as seen from p, and their
// weighted means p* and g*,
//     x = g* + R (p - p*),    R the turn of m = sum_k w_k conj(p_k - p*) (g_k - g*)
// (points as complex numbers; the paper's closed form without its 2 x 2 matrices). Control points
// are all vertices of a handle that is held at an angle, and the centroid of one whose turn is free.
// With A, B, C the sums of w, w o, w |o|^2 of a handle (influence.c) and S its scale and turn,
//     p* = sum A c + B,    g* = sum A q + S B,
//     m  = sum A conj(c - p*)(q - g*) + conj(c - p*) S B + conj(B)(q - g*) + S C.
// It warps the plane and knows no mesh: pieces without a handle go with it, a limb feels the other
// limb that hangs beside it, and where the fit turns over from one vertex to the next it folds.
//
// Schaefer, McPhail, Warren: Image Deformation Using Moving Least Squares, 2006.
// SPDX-License-Identifier: MIT
#include "deform/mls.h"

#include "deform/bending.h"
#include "deform/influence.h"

typedef struct machine {
    bending base;
    influence_table table;
} machine;

static bool prepare(void *self, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error) {
    (void)setup, (void)brief;
    machine *m = self;
    const bending *b = &m->base;
    if (!influence_create(&m->table, &m->base.owner, &b->rest, &b->handles))
        return memory_fail(error, "the weights of the handles");
    influence_by_distance(&m->table, &b->rest, &b->handles, true);
    return true;
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(machine), prepare, bending_destroy };
    return bending_create(&parts, setup, options, error);
}

static vec2 turned(const handle *h, vec2 v) {
    return vec2_scale(vec2_turn(v, h->by.cosine, h->by.sine), h->scale);
}

// The best rigid motion as seen from a vertex, `of` what the handles weigh there.
static rigid fit(const influence *of, const handle_set *handles) {
    rigid best = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        vec2 rest = vec2_add(vec2_scale(h->centroid, of[i].whole), of[i].arm);
        vec2 bent = vec2_add(vec2_scale(h->center, of[i].whole), turned(h, of[i].arm));
        best.from = vec2_add(best.from, rest);
        best.to = vec2_add(best.to, bent);
    }
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        vec2 rest = vec2_sub(h->centroid, best.from), bent = vec2_sub(h->center, best.to);
        turn_gather(&best.by, of[i].whole, rest, bent);
        turn_gather(&best.by, 1, rest, turned(h, of[i].arm));
        turn_gather(&best.by, 1, of[i].arm, bent);
        best.by.cosine += of[i].spread * h->scale * h->by.cosine;
        best.by.sine += of[i].spread * h->scale * h->by.sine;
    }
    return best;
}

static pantin_deform_report solve(void *self, const pantin_target *targets,
                                  const double *bone_angles, const pantin_point32 *start,
                                  const pantin_target *const *path, int path_count,
                                  pantin_budget budget, pantin_point32 *out,
                                  pantin_handle_report *handles, float *bind) {
    (void)bone_angles, (void)start, (void)path, (void)path_count, (void)budget;
    machine *m = self;
    bending *b = &m->base;
    pantin_deform_report report = { .iterations = 1 };
    handles_receive(&b->handles, &b->rest, targets);
    for (int v = 0; v < b->rest.vertex_count; v++) {
        vec2 p = b->rest.rest[v];
        const influence *of = m->table.list + (size_t)v * (size_t)m->table.handle_count;
        rigid best = { p, p, turn_none() };
        if (m->table.handle_count > 0) best = fit(of, &b->handles);
        // On a control point all weight is there: the sum is rounding, and so is p - p*.
        best.by = turn_is_clear(best.by, 1e-18 * b->rest.diagonal * b->rest.diagonal)
                      ? turn_unit(best.by)
                      : turn_none();
        bending_put(b->x, v, rigid_point(best, p));
    }
    bending_end(b, NULL, true, out, handles, bind, &report);
    report.inverted_raw = report.quality.inverted;
    return report;
}

const pantin_deformer deform_mls = {
    .name = "mls",
    .promises = PANTIN_FOLLOWS_RIGID,
    .create = create,
    .solve = solve,
    .reset = bending_forget_nothing,
    .resume = bending_resume_nothing,
    .destroy = bending_destroy,
    .not_yet = NULL,
};
