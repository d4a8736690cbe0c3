// shepard.c — "shepard": the moves of the handles' vertices, averaged by inverse squared distance.
//
//     x = p + sum_k w_k (g_k - p_k) / sum_k w_k,    w_k = 1 / |p - p_k|^2,
// over all vertices p_k of handles, g_k their goals; a free handle does not turn. The naive warp
// that the engraving film was held against: no rotation is ever made between the handles, so a
// rigid move of all targets does not move the sheet rigidly, and it folds soon. It warps the plane:
// pieces without a handle go with it, and pieces feel handles of others.
//
// Shepard: A Two-Dimensional Interpolation Function for Irregularly-Spaced Data, 1968.
// SPDX-License-Identifier: MIT
#include "deform/shepard.h"

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
    influence_by_distance(&m->table, &b->rest, &b->handles, false);
    return true;
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(machine), prepare, bending_destroy };
    return bending_create(&parts, setup, options, error);
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
    influence_move(&m->table, &b->rest, &b->handles, b->x);
    bending_end(b, NULL, true, out, handles, bind, &report);
    report.inverted_raw = report.quality.inverted;
    return report;
}

const pantin_deformer deform_shepard = {
    .name = "shepard",
    .promises = 0,
    .create = create,
    .solve = solve,
    .reset = bending_forget_nothing,
    .resume = bending_resume_nothing,
    .destroy = bending_destroy,
    .not_yet = NULL,
};
