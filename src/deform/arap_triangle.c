// arap_triangle.c — "arap-triangle": as rigid as possible by triangles, with soft handles.
//
// The solver of the paper film. The bent vertices x and the turns R make
//     E = sum_t w_t sum_e c_e |(x_i - x_j) - R_t (p_i - p_j)|^2
//       + sum_h lambda_h sum_v |x_v - (target_h + R_h (p_v - centroid_h))|^2
// small, with w the rigidity and c_e half the cotangent of the angle opposite the edge, so that the
// first part is sum w A |J - R|^2 in px^2, the same figure as in the reports. In turn: with x held,
// each R_t is the best turn of its triangle and each R_h of a free handle that of its patch
// (arap_local.c, handles.c); with the R held, x solves a sparse positive definite system, whose
// matrix depends on no target. It is factored once a handle set and solved for x and y together: 8
// times from the frame before, 40 times from the rest placed on its targets.
//
// What then lies turned over is stiffened and solved again (repair.c). No guarantee: where E's
// minimum folds, so does this; that is what "arap" is for. Bones and a jump's path are that
// player's too; this one does as the film did and does not read them.
//
// Islands without a handle have no say in E: their rows are the identity, and they follow last.
//
// Sorkine, Alexa: As-Rigid-As-Possible Surface Modeling, 2007. Igarashi, Moscovich, Hughes: 2005.
// SPDX-License-Identifier: MIT
#include "deform/arap_triangle.h"

#include <string.h>

#include "base/assert.h"
#include "deform/arap_local.h"
#include "deform/placement.h"
#include "deform/quality.h"
#include "deform/repair.h"

// Beyond this cotangent (a corner of 1e-9 rad) a needle is weakened, lest it drown the rest.
#define STEEPEST_COTANGENT 1e9

typedef struct machine {
    arena owner;
    sheet rest;
    handle_set handles;
    follower_set followers;
    placement places;
    repair mends;
    local_step local;
    pantin_deform_options options;
    linear_system *system;
    pantin_bend_meter *meter;
    int *active, active_count; // triangles of held islands
    double *stiffness;         // an active triangle: its w
    double (*weights)[3];      // an active triangle: w c of the edges opposite its corners
    int *slots;                // an edge: its place among `off`, PANTIN_NONE where it is always 0
    double *diagonal, *off;
    double *x, *next, *goal, *rhs; // 2 numbers a vertex, and one spare vertex
} machine;

static bool check_options(const pantin_deform_options *o, pantin_error *error) {
    if (o->warm_iterations < 1 || o->warm_iterations > 1000)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "warm_iterations", "%d is not in 1..1000",
                           o->warm_iterations);
    if (o->cold_iterations < 1 || o->cold_iterations > 1000)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "cold_iterations", "%d is not in 1..1000",
                           o->cold_iterations);
    if (o->repair_rounds < 0 || o->repair_rounds > 10)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "repair_rounds", "%d is not in 0..10",
                           o->repair_rounds);
    return true;
}

static bool check_rigidity(const double *rigidity, int count, pantin_error *error) {
    for (int t = 0; rigidity != NULL && t < count; t++)
        if (!(rigidity[t] >= 1) || !(rigidity[t] <= 1e6))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rigidity",
                               "triangle %d has %g, it must be in 1..1e6", t, rigidity[t]);
    return true;
}

// --- create -------------------------------------------------------------------------------------

// Writes the weights of its edges; answers the stiffness of the whole.
static double weigh_triangle(const sheet *rest, int t, double rigidity, double weights[3]) {
    const int *corner = rest->triangles[t];
    double steepest = 0;
    for (int k = 0; k < 3; k++) {
        vec2 at = rest->rest[corner[k]];
        weights[k] = vec2_dot(vec2_sub(rest->rest[corner[(k + 1) % 3]], at),
                              vec2_sub(rest->rest[corner[(k + 2) % 3]], at)) /
                     (2 * rest->area[t]);
        steepest = max_double(steepest, weights[k] < 0 ? -weights[k] : weights[k]);
    }
    // Scaled together: three cotangents make a semidefinite triangle only by their proportion.
    double stiffness = rigidity;
    if (steepest > STEEPEST_COTANGENT) stiffness *= STEEPEST_COTANGENT / steepest;
    for (int k = 0; k < 3; k++)
        weights[k] = finite_double(steepest) ? weights[k] * stiffness / 2 : 0;
    return stiffness;
}

static void weigh_active(machine *m, const double *rigidity) {
    for (int t = 0; t < m->rest.triangle_count; t++) {
        if (!m->followers.held[m->rest.islands[m->rest.triangles[t][0]]]) continue;
        int i = m->active_count++;
        m->active[i] = t;
        m->stiffness[i] =
            weigh_triangle(&m->rest, t, rigidity != NULL ? rigidity[t] : 1, m->weights[i]);
    }
}

// The pattern: edges that weigh something in some triangle. The diagonals of square cells never do,
// a right angle's cotangent being 0, and leaving them out makes the factor of a grid smaller.
static linear_system *create_system(machine *m, arena *brief, pantin_error *error) {
    const sheet *rest = &m->rest;
    linear_edge *edges = ARENA_ARRAY(brief, linear_edge, rest->edge_count);
    if (edges == NULL) {
        memory_fail(error, "the pattern of the sheet");
        return NULL;
    }
    for (int e = 0; e < rest->edge_count; e++) m->slots[e] = PANTIN_NONE;
    for (int i = 0; i < m->active_count; i++)
        for (int k = 0; k < 3; k++)
            if (m->weights[i][k] != 0) m->slots[rest->sides[m->active[i]][k]] = 0;
    int count = 0;
    for (int e = 0; e < rest->edge_count; e++) {
        if (m->slots[e] == PANTIN_NONE) continue;
        edges[count] = rest->edges[e];
        m->slots[e] = count++;
    }
    return linear_create(rest->vertex_count, edges, count, 1, rest->rest, error);
}

// The matrix and the local step for the stiffness of now. False: not positive definite.
static bool factor(machine *m) {
    const sheet *rest = &m->rest;
    for (int v = 0; v < rest->vertex_count; v++)
        m->diagonal[v] = m->followers.held[rest->islands[v]] ? 0 : 1;
    memset(m->off, 0, sizeof *m->off * (size_t)rest->edge_count);
    for (int h = 0; h < m->handles.count; h++) {
        const handle *held = &m->handles.list[h];
        for (int k = held->first; k < held->first + held->count; k++)
            m->diagonal[m->handles.vertices[k]] += held->weight;
    }
    for (int i = 0; i < m->active_count; i++) {
        int t = m->active[i];
        const int *corner = rest->triangles[t];
        double stiff = repair_factor(&m->mends, t);
        double w[3] = { stiff * m->weights[i][0], stiff * m->weights[i][1],
                        stiff * m->weights[i][2] };
        for (int k = 0; k < 3; k++) {
            m->diagonal[corner[(k + 1) % 3]] += w[k];
            m->diagonal[corner[(k + 2) % 3]] += w[k];
            int slot = m->slots[rest->sides[t][k]];
            if (slot != PANTIN_NONE) m->off[slot] -= w[k];
        }
        vec2 p0 = rest->rest[corner[0]], p1 = rest->rest[corner[1]], p2 = rest->rest[corner[2]];
        vec2 e01 = vec2_scale(vec2_sub(p0, p1), w[2]);
        arap_local_set(&m->local, i, corner, vec2_add(e01, vec2_scale(vec2_sub(p0, p2), w[1])),
                       vec2_sub(vec2_scale(vec2_sub(p1, p2), w[0]), e01));
    }
    return linear_factor(m->system, m->diagonal, m->off);
}

// For a stiffness that has been factored before, and so can be.
static void factor_again(machine *m) {
    bool made = factor(m);
    PANTIN_ASSERT(made);
    (void)made;
}

static bool take_all(machine *m, pantin_error *error) {
    const sheet *rest = &m->rest;
    size_t numbers = 2 * ((size_t)rest->vertex_count + 1);
    repair_create(&m->mends, &m->owner, rest);
    placement_create(&m->places, &m->owner, rest, &m->handles);
    m->active = ARENA_ARRAY(&m->owner, int, rest->triangle_count);
    m->stiffness = ARENA_ARRAY(&m->owner, double, rest->triangle_count);
    m->weights = arena_take(&m->owner, (size_t)rest->triangle_count, sizeof *m->weights);
    m->slots = ARENA_ARRAY(&m->owner, int, rest->edge_count);
    m->diagonal = ARENA_ARRAY(&m->owner, double, rest->vertex_count);
    m->off = ARENA_ARRAY(&m->owner, double, rest->edge_count);
    m->x = ARENA_ARRAY(&m->owner, double, numbers);
    m->next = ARENA_ARRAY(&m->owner, double, numbers);
    m->goal = ARENA_ARRAY(&m->owner, double, numbers);
    m->rhs = ARENA_ARRAY(&m->owner, double, numbers);
    return arena_failed(&m->owner) ? memory_fail(error, "the bending of a sheet") : true;
}

static void destroy(void *self) {
    machine *m = self;
    if (m == NULL) return;
    linear_destroy(m->system);
    pantin_bend_meter_destroy(m->meter);
    arena owner = m->owner;
    arena_free(&owner);
}

static bool prepare(machine *m, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error) {
    if (!check_options(&m->options, error)) return false;
    if (!sheet_create(&m->rest, &m->owner, setup->rest, setup->mirrored_rest, error)) return false;
    if (!check_rigidity(setup->rigidity, m->rest.triangle_count, error)) return false;
    if (!handles_create(&m->handles, &m->owner, &m->rest, setup, error)) return false;
    if (!deform_followers_create(&m->followers, &m->owner, &m->rest, &m->handles, error))
        return false;
    if (!take_all(m, error)) return false;
    weigh_active(m, setup->rigidity);
    arap_local_create(&m->local, &m->owner, m->active_count, m->rest.vertex_count);
    if (arena_failed(&m->owner)) return memory_fail(error, "the bending of a sheet");
    m->meter = pantin_bend_meter_create(setup->rest, setup->mirrored_rest, setup->rigidity, error);
    if (m->meter == NULL) return false;
    m->system = create_system(m, brief, error);
    if (m->system == NULL) return false;
    if (!factor(m))
        return pantin_fail(
            error, PANTIN_ERROR_ARGUMENT, "patches",
            "the patches hold the sheet too weakly to compute with, raise their weights");
    return true;
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    arena owner = { 0 }, brief = { 0 };
    machine *m = ARENA_ARRAY(&owner, machine, 1);
    if (m == NULL) {
        memory_fail(error, "the bending of a sheet");
        return NULL;
    }
    m->owner = owner;
    m->options = options != NULL ? *options : pantin_deform_defaults();
    bool ready = prepare(m, setup, &brief, error);
    arena_free(&brief);
    if (ready) return m;
    destroy(m);
    return NULL;
}

// --- solve --------------------------------------------------------------------------------------

// What does not change while a frame is solved: the pull of held handles, and the islands that
// wait.
static void fill_goal(machine *m) {
    memset(m->goal, 0, 2 * sizeof *m->goal * ((size_t)m->rest.vertex_count + 1));
    for (int i = 0; i < m->followers.count; i++) {
        const follower *f = &m->followers.list[i];
        for (int k = f->first; k < f->first + f->count; k++) {
            size_t at = 2 * (size_t)m->followers.vertices[k];
            m->goal[at] = m->x[at];
            m->goal[at + 1] = m->x[at + 1];
        }
    }
}

static void pull_handles(const handle_set *set, bool free_turn, double *rhs) {
    for (int i = 0; i < set->count; i++) {
        const handle *h = &set->list[i];
        if (h->free_turn != free_turn) continue;
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 goal = handles_goal(set, h, k);
            double *at = rhs + 2 * (size_t)set->vertices[k];
            at[0] += h->weight * goal.x;
            at[1] += h->weight * goal.y;
        }
    }
}

static double largest_move(const double *x, const double *next, int count) {
    double largest = 0;
    for (int v = 0; v < count; v++) {
        double dx = next[2 * (size_t)v] - x[2 * (size_t)v];
        double dy = next[2 * (size_t)v + 1] - x[2 * (size_t)v + 1];
        largest = max_double(largest, dx * dx + dy * dy);
    }
    return sqrt(largest);
}

static void iterate(machine *m, int most, double tolerance, pantin_deform_report *report) {
    size_t size = 2 * sizeof *m->x * ((size_t)m->rest.vertex_count + 1);
    for (int i = 0; i < most; i++) {
        memcpy(m->rhs, m->goal, size);
        arap_local_gather(&m->local, m->x, m->rhs);
        handles_turn_free(&m->handles, m->x);
        pull_handles(&m->handles, true, m->rhs);
        linear_solve(m->system, m->rhs, m->next);
        if (tolerance > 0 || i == most - 1)
            report->last_move_px = largest_move(m->x, m->next, m->rest.vertex_count);
        double *swap = m->x;
        m->x = m->next;
        m->next = swap;
        report->iterations++;
        if (tolerance > 0 && report->last_move_px <= tolerance) break;
    }
}

// Stiffens and solves again until nothing is turned over or a cap is met.
static void mend(machine *m, int most, double tolerance, pantin_deform_report *report) {
    report->inverted_raw = repair_find(&m->mends, &m->rest, m->active, m->active_count, m->x);
    if (!m->options.repair) return;
    while (m->mends.flipped_count > 0 && report->repair_rounds < m->options.repair_rounds) {
        if (!repair_raise(&m->mends, &m->rest)) return;
        // Cannot be, short of weights at their bounds; then what was solved before stands.
        if (!factor(m)) {
            repair_lower(&m->mends, &m->rest);
            factor_again(m);
            return;
        }
        report->repair_rounds++;
        iterate(m, most, tolerance, report);
        repair_find(&m->mends, &m->rest, m->active, m->active_count, m->x);
    }
}

// E at the points written, which have been measured: sum_e c_e |d_e - R e|^2 = w A |J - R|^2.
static double measure_energy(const machine *m, const pantin_point32 *written) {
    const double *away = quality_away(m->meter);
    double energy = 0;
    for (int i = 0; i < m->active_count; i++) {
        int t = m->active[i];
        energy += repair_factor(&m->mends, t) * m->stiffness[i] * m->rest.area[t] * away[t];
    }
    for (int i = 0; i < m->handles.count; i++) {
        const handle *h = &m->handles.list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 off = vec2_sub(vec2_from32(written[m->handles.vertices[k]]),
                                handles_goal(&m->handles, h, k));
            energy += h->weight * vec2_dot(off, off);
        }
    }
    return energy;
}

// False: some vertex is no finite number, so the frame before is written, or the rest.
static bool write_vertices(const machine *m, const pantin_point32 *before, pantin_point32 *out) {
    bool finite = true;
    for (int v = 0; v < m->rest.vertex_count; v++) {
        pantin_point32 p = { (float)m->x[2 * (size_t)v], (float)m->x[2 * (size_t)v + 1] };
        finite = finite && finite_double(p.x) && finite_double(p.y);
    }
    for (int v = 0; v < m->rest.vertex_count; v++) {
        pantin_point32 rest = { (float)m->rest.rest[v].x, (float)m->rest.rest[v].y };
        if (finite)
            out[v] = (pantin_point32){ (float)m->x[2 * (size_t)v], (float)m->x[2 * (size_t)v + 1] };
        else
            out[v] = before != NULL ? before[v] : rest;
    }
    return finite;
}

static pantin_deform_report solve(void *self, const pantin_target *targets,
                                  const double *bone_angles, const pantin_point32 *start,
                                  const pantin_target *const *path, int path_count,
                                  pantin_budget budget, pantin_point32 *out,
                                  pantin_handle_report *handles, float *bind) {
    (void)bone_angles, (void)path, (void)path_count;
    machine *m = self;
    pantin_deform_report report = { 0 };
    double tolerance = budget.tolerance_px > 0 ? budget.tolerance_px : 0;
    handles_receive(&m->handles, &m->rest, targets);
    bool warm = placement_start(&m->places, &m->rest, &m->handles, &m->followers, start, m->x);
    int own = warm ? m->options.warm_iterations : m->options.cold_iterations;
    int most = budget.iterations > 0 ? min_int(budget.iterations, 100000) : own;
    if (m->handles.count > 0) {
        fill_goal(m);
        pull_handles(&m->handles, false, m->goal);
        iterate(m, most, tolerance, &report);
        mend(m, most, tolerance, &report);
        handles_turn_free(&m->handles, m->x);
    }
    deform_followers_place(&m->followers, &m->rest, m->x);

    bool finite = write_vertices(m, warm ? start : NULL, out);
    bool reached = handles_measure(&m->handles, out, handles);
    bool settled = tolerance == 0 || report.last_move_px <= tolerance;
    report.status = !finite    ? PANTIN_STALLED
                    : !settled ? PANTIN_CAPPED
                    : reached  ? PANTIN_REACHED
                               : PANTIN_SHORT;
    report.quality = pantin_bend_measure(m->meter, out, NULL, NULL);
    report.energy = measure_energy(m, out);
    for (int t = 0; bind != NULL && t < m->rest.triangle_count; t++)
        bind[t] = (float)m->mends.level[t];
    return report;
}

static void reset(void *self) {
    machine *m = self;
    if (repair_reset(&m->mends, &m->rest)) factor_again(m);
}

// --- the door -----------------------------------------------------------------------------------

const pantin_deformer deform_arap_triangle = {
    .name = "arap-triangle",
    .promises = PANTIN_FOLLOWS_RIGID,
    .create = create,
    .solve = solve,
    .reset = reset,
    .destroy = destroy,
    .not_yet = NULL,
};

const double *arap_triangle_iterate(const void *self) { return ((const machine *)self)->x; }

linear_counts arap_triangle_count(const void *self) {
    return linear_count(((const machine *)self)->system);
}

const double *arap_triangle_edge_weights(const void *self, int triangle) {
    const machine *m = self;
    for (int i = 0; i < m->active_count; i++)
        if (m->active[i] == triangle) return m->weights[i];
    return NULL;
}
