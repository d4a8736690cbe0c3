// arap_jump.c — far away: ways of "arap" on which no triangle turns over, and the better end.
//
// A sheet that never turns a triangle over has many resting shapes, and which one it comes to depends on
// the way. Along the path of targets that a skeleton makes, its joints bent little by little, it mostly comes
// to the natural one; where something is squeezed there, handles that move straight are tried as well and
// the lower energy is taken. Without a path: those, or handles that pull weakly at first and ten times
// harder each time, so that the sheet finds its way as a whole. In a jam that one from where the sheet was
// frees what pulls cannot; and a sheet that came to be knotted, which it stays for good while its handles
// are where they should be, is weighed against one from the rest.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/trig.h"
#include "deform/arap.h"

#define STAGE_MOST 15
#define FINAL_MOST 40
#define PATH_MOST 4 // a target set of the path
#define HANDLE_STEPS 16
#define HANDLE_MOST 3
#define JAM_MOST 8
#define BETTER 0.9      // of the energy: a new shape is worth a pop
#define MUCH_BETTER 0.5 // and one that has nothing to do with the old one
#define CRUMPLED 0.1    // of the rest area: a mean |J - R|^2 that no pose asks for

static size_t points_size(const arap_machine *m) {
    return 2 * sizeof *m->x * ((size_t)m->solver.row_count + 1);
}

newton_outcome arap_descend(arap_machine *m, double part, int most, double limit_px) {
    newton_outcome out =
        newton_run(&m->solver, m->x, (newton_task){ part, most, m->tolerance, limit_px });
    m->iterations += out.iterations;
    return out;
}

/// Floors as low as this start needs them.
static void begin_at(arap_machine *m, const double *x) {
    if (x != m->x) memcpy(m->x, x, points_size(m));
    elements_set_floors(&m->solver.parts, m->x, m->clear);
}

static newton_outcome ramp_weights(arap_machine *m, double first, int stage_most, int final_most) {
    for (double part = first; part < 0.5; part *= 10) arap_descend(m, part, stage_most, INFINITY);
    return arap_descend(m, 1, final_most, INFINITY);
}

// --- handles on straight ways -------------------------------------------------------------------

static void note_handles(arap_machine *m) {
    const handle_set *set = &m->base.handles;
    for (int i = 0; i < set->count; i++) {
        const handle *h = &set->list[i];
        vec2 sum = { 0, 0 };
        turn by = { 0, 0 };
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 at = bending_point(m->x, m->solver.number[set->vertices[k]]);
            sum = vec2_add(sum, at);
            turn_gather(&by, 1, set->offsets[k], at); // offsets sum to 0: no middle needed
        }
        m->ramp_centers[i] = vec2_scale(sum, 1.0 / h->count);
        m->ramp_angles[i] = h->angle;
        if (turn_is_clear(by, 0))
            m->ramp_angles[i] = trig_unwrap(trig_atan2(by.sine, by.cosine), h->angle);
    }
}

static void move_handles(arap_machine *m, double part) {
    for (int i = 0; i < m->base.handles.count; i++) {
        handle *h = &m->base.handles.list[i];
        vec2 way = vec2_sub(h->center, m->ramp_centers[i]);
        h->center = vec2_add(m->ramp_centers[i], vec2_scale(way, part));
        double angle = m->ramp_angles[i] + part * (h->angle - m->ramp_angles[i]);
        if (!h->free_turn) trig_sincos(angle, &h->by.sine, &h->by.cosine);
    }
}

static newton_outcome ramp_handles(arap_machine *m, int most) {
    note_handles(m);
    bones_begin(&m->solver.bones, m->bone_angles, &m->solver.parts, m->x, false);
    for (int k = 1; k <= HANDLE_STEPS; k++) {
        double part = (double)k / HANDLE_STEPS;
        handles_receive(&m->base.handles, &m->base.rest, m->targets);
        bones_receive_part(&m->solver.bones, m->bone_angles, part);
        if (k == HANDLE_STEPS) break;
        move_handles(m, part);
        arap_descend(m, 1, min_int(most, HANDLE_MOST), INFINITY);
    }
    return arap_descend(m, 1, min_int(most, FINAL_MOST), INFINITY);
}

// --- jumps --------------------------------------------------------------------------------------

/// The minimum without any squeezing, and all handles there: nothing is to be won.
static bool is_ideal(const arap_machine *m, newton_outcome out) {
    const elements *e = &m->solver.parts;
    return out.settled && pulls_residual(&m->solver.pulls, m->x) < 0.5 &&
           elements_are_easy(e, m->x);
}

/// Keeps the better of x and the rival's end.
static void keep_better(arap_machine *m, newton_outcome *best, newton_outcome other,
                        double *end_of_best) {
    if (other.energy < best->energy)
        *best = other;
    else
        memcpy(m->x, end_of_best, points_size(m));
}

static newton_outcome ramp_both(arap_machine *m, int most) {
    memcpy(m->origin, m->x, points_size(m));
    begin_at(m, m->origin);
    newton_outcome best =
        ramp_weights(m, 1e-3, min_int(most, STAGE_MOST), min_int(most, FINAL_MOST));
    if (is_ideal(m, best)) return best;
    memcpy(m->rival, m->x, points_size(m));
    begin_at(m, m->origin);
    keep_better(m, &best, ramp_handles(m, most), m->rival);
    return best;
}

static newton_outcome follow_path(arap_machine *m, const pantin_target *const *path, int path_count,
                                  int most) {
    begin_at(m, m->x);
    bones_begin(&m->solver.bones, m->bone_angles, &m->solver.parts, m->x, true);
    for (int k = 0; k < path_count; k++) {
        handles_receive(&m->base.handles, &m->base.rest, path[k]);
        bones_receive_part(&m->solver.bones, m->bone_angles, (k + 1.0) / path_count);
        arap_descend(m, 1, min_int(most, PATH_MOST), INFINITY);
    }
    handles_receive(&m->base.handles, &m->base.rest, m->targets);
    bones_receive(&m->solver.bones, m->bone_angles);
    return arap_descend(m, 1, min_int(most, FINAL_MOST), INFINITY);
}

/// Along the path, and straight where that leaves something squeezed; in a jam from there, too.
static newton_outcome ramp_joints(arap_machine *m, const pantin_target *const *path, int path_count,
                                  int most) {
    memcpy(m->origin, m->x, points_size(m));
    newton_outcome best = follow_path(m, path, path_count, most);
    if (is_ideal(m, best)) return best;
    memcpy(m->path_end, m->x, points_size(m));
    begin_at(m, m->origin);
    keep_better(m, &best, ramp_handles(m, most), m->path_end);
    if (!best.settled) best = arap_descend(m, 1, min_int(most, FINAL_MOST), INFINITY);
    if (!arap_is_stuck(m)) return best;
    memcpy(m->path_end, m->x, points_size(m));
    keep_better(m, &best, ramp_both(m, most), m->path_end);
    return best;
}

/// From the rest, placed rigidly on the targets.
static newton_outcome ramp_from_rest(arap_machine *m, int most) {
    bending *b = &m->base;
    placement_start(&b->places, &b->rest, &b->handles, &b->followers, NULL, b->x);
    newton_number(&m->solver, b->x, m->x);
    begin_at(m, m->x);
    return ramp_weights(m, 1e-3, min_int(most, STAGE_MOST), min_int(most, FINAL_MOST));
}

bool arap_is_stuck(const arap_machine *m) {
    return pulls_residual(&m->solver.pulls, m->x) > m->spacing;
}

bool arap_is_crumpled(const arap_machine *m, newton_outcome at) {
    return at.energy > CRUMPLED * m->area;
}

void arap_jump(arap_machine *m, const pantin_target *const *path, int path_count, bool placed,
               int most) {
    newton_outcome best =
        path_count > 0 ? ramp_joints(m, path, path_count, most) : ramp_both(m, most);
    if (!placed && (arap_is_stuck(m) || arap_is_crumpled(m, best))) {
        memcpy(m->path_end, m->x, points_size(m));
        keep_better(m, &best, ramp_from_rest(m, most), m->path_end);
    }
    m->outcome = best;
}

// --- jams ---------------------------------------------------------------------------------------

/// Keeps an end whose energy is less than `share` of that of tracking, and the least so far.
static bool consider(arap_machine *m, newton_outcome other, double share, newton_outcome *best) {
    if (!(other.energy < best->energy) || !(other.energy < share * m->outcome.energy)) return false;
    *best = other;
    memcpy(m->rival, m->x, points_size(m));
    return true;
}

bool arap_repose(arap_machine *m, int most) {
    static const double firsts[] = { 0.1, 1e-3 };
    newton_outcome best = m->outcome;
    bool found = false, stuck = arap_is_stuck(m);
    memcpy(m->rival, m->x, points_size(m));
    for (int k = 0; k < 2 && stuck; k++) {
        begin_at(m, m->origin);
        newton_outcome other =
            ramp_weights(m, firsts[k], min_int(most, JAM_MOST), min_int(most, STAGE_MOST));
        found = consider(m, other, BETTER, &best) || found;
    }
    found = consider(m, ramp_from_rest(m, most), MUCH_BETTER, &best) || found;
    memcpy(m->x, m->rival, points_size(m));
    m->outcome = best;
    return found;
}
