// handles.c — patches and their targets become a goal for each of their vertices, and a report.
//
// The goal of vertex v of a handle is
//     center + scale R (p_v - centroid),
// R the turn by the target's angle, or for a free handle the one that fits its vertices best. The
// target is always that of the handle's own centroid: the paper film found that any other point
// puts a constant shear of 0.33 into the sheet.
//
// Targets come from outside and may be anything. Not finite: the handle stays at its rest place,
// and is reported short. Farther than 4 diagonals from the middle of the rest: drawn in to there,
// since float32 at 1e5 px turned needles over; the missing way counts as its error.
// SPDX-License-Identifier: MIT
#include "deform/handles.h"

#include "base/trig.h"

#define REACHED_PX 0.5
#define BOX_DIAGONALS 4.0
#define FARTHEST_PX 1e12 // what a report tells of a target beyond all measure
#define LARGEST_WEIGHT 1e9

static bool check_patch(const pantin_patch *patch, int index, pantin_error *error) {
    if (patch->count < 1 || patch->vertices == NULL)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "patches",
                           "patch %d holds no vertex, a patch needs at least one", index);
    if (!(patch->weight > 0) || !(patch->weight <= LARGEST_WEIGHT))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "patches",
                           "patch %d has weight %g, it must be above 0 and at most 1e9", index,
                           patch->weight);
    return true;
}

// `holder`: a vertex's patch, PANTIN_NONE before.
static bool claim_vertex(int *holder, int vertex_count, int vertex, int index,
                         pantin_error *error) {
    if (vertex < 0 || vertex >= vertex_count)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "patches",
                           "patch %d names vertex %d of %d", index, vertex, vertex_count);
    if (holder[vertex] == index)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "patches",
                           "patch %d names vertex %d twice", index, vertex);
    if (holder[vertex] != PANTIN_NONE)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "patches",
                           "vertex %d is in patch %d and in patch %d, take it out of one", vertex,
                           holder[vertex], index);
    holder[vertex] = index;
    return true;
}

static void fill_handle(handle_set *set, handle *h, const sheet *rest, const pantin_patch *patch) {
    vec2 sum = { 0, 0 };
    for (int k = 0; k < h->count; k++) {
        set->vertices[h->first + k] = patch->vertices[k];
        sum = vec2_add(sum, rest->rest[patch->vertices[k]]);
    }
    h->weight = patch->weight;
    h->free_turn = patch->free_turn;
    h->centroid = vec2_scale(sum, 1.0 / h->count);
    for (int k = 0; k < h->count; k++) {
        vec2 offset = vec2_sub(rest->rest[patch->vertices[k]], h->centroid);
        set->offsets[h->first + k] = offset;
        h->spread += vec2_dot(offset, offset);
    }
}

bool handles_create(handle_set *set, arena *owner, const sheet *rest,
                    const pantin_deform_setup *setup, pantin_error *error) {
    *set = (handle_set){ 0 };
    if (setup->patch_count < 0 || (setup->patch_count > 0 && setup->patches == NULL))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "patches", "%d patches",
                           setup->patch_count);
    bool claimed = true;
    arena brief = { 0 };
    int *holder = ARENA_ARRAY(&brief, int, rest->vertex_count);
    if (holder == NULL) return memory_fail(error, "the handles");
    for (int v = 0; v < rest->vertex_count; v++) holder[v] = PANTIN_NONE;
    for (int i = 0; i < setup->patch_count && claimed; i++) {
        const pantin_patch *patch = &setup->patches[i];
        claimed = check_patch(patch, i, error);
        for (int k = 0; claimed && k < patch->count; k++)
            claimed = claim_vertex(holder, rest->vertex_count, patch->vertices[k], i, error);
        if (claimed) set->vertex_count += patch->count;
    }
    arena_free(&brief);
    if (!claimed) return false;

    set->list = ARENA_ARRAY(owner, handle, setup->patch_count);
    set->vertices = ARENA_ARRAY(owner, int, set->vertex_count);
    set->offsets = ARENA_ARRAY(owner, vec2, set->vertex_count);
    if (arena_failed(owner)) return memory_fail(error, "the handles");
    set->count = setup->patch_count;
    for (int i = 0, first = 0; i < set->count; i++) {
        set->list[i].first = first;
        set->list[i].count = setup->patches[i].count;
        fill_handle(set, &set->list[i], rest, &setup->patches[i]);
        first += set->list[i].count;
    }
    return true;
}

static bool is_finite_target(const pantin_target *target, bool free_turn) {
    return finite_double(target->center.x) && finite_double(target->center.y) &&
           finite_double(target->scale) && (free_turn || finite_double(target->angle));
}

void handles_receive(handle_set *set, const sheet *rest, const pantin_target *targets) {
    double reach = BOX_DIAGONALS * rest->diagonal;
    for (int i = 0; i < set->count; i++) {
        handle *h = &set->list[i];
        pantin_target target = { h->centroid, 0, 1 };
        h->refused = targets != NULL && !is_finite_target(&targets[i], h->free_turn);
        if (targets != NULL && !h->refused) target = targets[i];
        h->asked = vec2_make(clamp_double(target.center.x, -FARTHEST_PX, FARTHEST_PX),
                             clamp_double(target.center.y, -FARTHEST_PX, FARTHEST_PX));
        h->center = vec2_make(
            clamp_double(target.center.x, rest->center.x - reach, rest->center.x + reach),
            clamp_double(target.center.y, rest->center.y - reach, rest->center.y + reach));
        h->angle = h->free_turn ? 0 : target.angle;
        h->scale = clamp_double(target.scale, 0.25, 4);
        h->by = turn_none();
        if (!h->free_turn) trig_sincos(h->angle, &h->by.sine, &h->by.cosine);
    }
}

void handles_turn_free(handle_set *set, const double *x) {
    for (int i = 0; i < set->count; i++) {
        handle *h = &set->list[i];
        if (!h->free_turn) continue;
        turn sum = { 0, 0 };
        for (int k = h->first; k < h->first + h->count; k++) {
            const double *at = x + 2 * (size_t)set->vertices[k];
            turn_gather(&sum, 1, set->offsets[k], vec2_sub(vec2_make(at[0], at[1]), h->center));
        }
        h->by = turn_unit(sum);
    }
}

// The turn that fits the written vertices; none is to be seen where all lie in one place.
static turn written_turn(const handle_set *set, const handle *h, const pantin_point32 *written,
                         vec2 reached) {
    turn sum = { 0, 0 };
    for (int k = h->first; k < h->first + h->count; k++)
        turn_gather(&sum, 1, set->offsets[k],
                    vec2_sub(vec2_from32(written[set->vertices[k]]), reached));
    return sum;
}

static pantin_handle_report measure_handle(const handle_set *set, const handle *h,
                                           const pantin_point32 *written) {
    pantin_handle_report report = { 0 };
    vec2 sum = { 0, 0 };
    for (int k = h->first; k < h->first + h->count; k++)
        sum = vec2_add(sum, vec2_from32(written[set->vertices[k]]));
    vec2 reached = vec2_scale(sum, 1.0 / h->count);
    report.target = h->asked;
    report.error = vec2_sub(reached, h->asked);
    report.error_px = vec2_length(report.error);

    turn seen = written_turn(set, h, written, reached);
    handle goal = *h;
    goal.center = h->asked;
    if (h->free_turn)
        goal.by = turn_unit(seen);
    else if (turn_is_clear(seen, 0))
        report.angle_error = trig_unwrap(trig_atan2(seen.sine, seen.cosine) - h->angle, 0);
    for (int k = h->first; k < h->first + h->count; k++) {
        vec2 at = vec2_from32(written[set->vertices[k]]);
        report.vertex_error_px =
            max_double(report.vertex_error_px, vec2_distance(at, handles_goal(set, &goal, k)));
    }
    return report;
}

bool handles_measure(const handle_set *set, const pantin_point32 *written,
                     pantin_handle_report *reports) {
    bool reached = true;
    for (int i = 0; i < set->count; i++) {
        pantin_handle_report report = measure_handle(set, &set->list[i], written);
        if (set->list[i].refused || !(report.error_px <= REACHED_PX)) reached = false;
        if (reports != NULL) reports[i] = report;
    }
    return reached;
}
