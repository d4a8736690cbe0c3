// arap_triangle.c — "arap-triangle": as rigid as possible by triangles, with soft handles.
//
// The solver of the paper film. The bent vertices x and the turns R make
//     E = sum_t w_t sum_e c_e |(x_i - x_j) - R_t (p_i - p_j)|^2
//       + sum_h lambda_h sum_v |x_v - (target_h + R_h (p_v - centroid_h))|^2
// small, with w the rigidity and c_e half the cotangent of the angle opposite the edge, so that the
// first part is sum w A |J - R|^2 in px^2, the same figure as in the reports. In turn: with x held,
// each R_t is the best turn of its triangle (arap_local.c) and each R_h of a free handle the one to
// which its vertices would follow most cheaply (free_turns.c); with the R held, x solves a sparse positive definite system, whose
// matrix depends on no target. It is factored once a handle set and solved for x and y together: 8
// times from the frame before, 40 times from the rest placed on its targets.
//
// Where convergence is asked for (a tolerance, and iterations enough), the same factor is the metric
// of L-BFGS on E with all turns at their best (descent.c).
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

#include "base/lanes.h"
#include "deform/arap_local.h"
#include "deform/bending.h"
#include "deform/descent.h"
#include "deform/free_turns.h"
#include "deform/quality.h"

// Beyond this cotangent (a corner of 1e-9 rad) a needle is weakened, lest it drown the rest.
#define STEEPEST_COTANGENT 1e9

// With a tolerance and more iterations than these to reach it, L-BFGS (descent.c): it costs about
// twice as much a step, and below a dozen steps gains nothing by it.
#define PLAIN_MOST 12

// The paper film's: 4^8 = 65,536 times as stiff, and no stiffer.
static const repair_rule mending = { .growth = 4, .most = 65536 };

typedef struct machine {
    bending base;
    repair mends;
    local_step local;
    linear_system *system;
    int *active, active_count; // triangles of held islands
    double *stiffness;         // an active triangle: its w
    double (*weights)[3];      // an active triangle: w c of the edges opposite its corners
    int *slots;                // an edge: its place among `off`, PANTIN_NONE where it is always 0
    double *diagonal, *off;
    // In the system's order, in which the iterations run: 2 numbers a vertex, and a spare one.
    int *number; // a vertex: its place there
    double *here, *next, *goal;
    free_turns turns;
    descent way_down;
} machine;

// --- create -------------------------------------------------------------------------------------

// Writes the weights of its edges; answers the stiffness of the whole.
static double weigh_triangle(const sheet *rest, int t, double rigidity, double weights[3]) {
    double steepest = 0;
    sheet_cotangents(rest, t, weights);
    for (int k = 0; k < 3; k++)
        steepest = max_double(steepest, weights[k] < 0 ? -weights[k] : weights[k]);
    // Scaled together: three cotangents make a semidefinite triangle only by their proportion.
    double stiffness = rigidity;
    if (steepest > STEEPEST_COTANGENT) stiffness *= STEEPEST_COTANGENT / steepest;
    for (int k = 0; k < 3; k++)
        weights[k] = finite_double(steepest) ? weights[k] * stiffness / 2 : 0;
    return stiffness;
}

static void weigh_active(machine *m, const double *rigidity) {
    for (int t = 0; t < m->base.rest.triangle_count; t++) {
        if (!m->base.followers.held[m->base.rest.islands[m->base.rest.triangles[t][0]]]) continue;
        int i = m->active_count++;
        m->active[i] = t;
        m->stiffness[i] =
            weigh_triangle(&m->base.rest, t, rigidity != NULL ? rigidity[t] : 1, m->weights[i]);
    }
}

// The pattern: edges that weigh something in some triangle. The diagonals of square cells never do,
// a right angle's cotangent being 0, and leaving them out makes the factor of a grid smaller.
static linear_system *create_system(machine *m, arena *brief, pantin_error *error) {
    const sheet *rest = &m->base.rest;
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

// The order of the system, and the triangles of the local step in it.
static bool number_triangles(machine *m, arena *brief) {
    const sheet *rest = &m->base.rest;
    const int *order = linear_order_of(m->system);
    int(*corners)[3] = arena_take(brief, (size_t)m->active_count, sizeof *corners);
    if (corners == NULL) return false;
    for (int k = 0; k < rest->vertex_count; k++) m->number[order[k]] = k;
    for (int i = 0; i < m->active_count; i++)
        for (int k = 0; k < 3; k++) corners[i][k] = m->number[rest->triangles[m->active[i]][k]];
    arap_local_create(&m->local, &m->base.owner, (const int(*)[3])corners, m->active_count,
                      rest->vertex_count);
    return !arena_failed(&m->base.owner);
}

// The matrix and the local step for the stiffness of now. False: not positive definite.
static bool factor(void *self) {
    machine *m = self;
    const sheet *rest = &m->base.rest;
    for (int v = 0; v < rest->vertex_count; v++)
        m->diagonal[v] = m->base.followers.held[rest->islands[v]] ? 0 : 1;
    memset(m->off, 0, sizeof *m->off * (size_t)rest->edge_count);
    for (int h = 0; h < m->base.handles.count; h++) {
        const handle *held = &m->base.handles.list[h];
        for (int k = held->first; k < held->first + held->count; k++)
            m->diagonal[m->base.handles.vertices[k]] += held->weight;
    }
    for (int i = 0; i < m->active_count; i++) {
        int t = m->active[i];
        const int *corner = rest->triangles[t];
        double stiff = m->mends.factor[t];
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
        arap_local_set(&m->local, i, vec2_add(e01, vec2_scale(vec2_sub(p0, p2), w[1])),
                       vec2_sub(vec2_scale(vec2_sub(p1, p2), w[0]), e01));
    }
    free_turns_weigh(&m->turns, &m->base.handles, m->diagonal, m->off, m->slots);
    return linear_factor(m->system, m->diagonal, m->off);
}

static void destroy(void *self) {
    machine *m = self;
    if (m != NULL) linear_destroy(m->system);
    bending_destroy(m);
}

static bool prepare(void *self, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error) {
    machine *m = self;
    arena *owner = &m->base.owner;
    const sheet *rest = &m->base.rest;
    size_t numbers = 2 * ((size_t)rest->vertex_count + 1);
    m->active = ARENA_ARRAY(owner, int, rest->triangle_count);
    m->stiffness = ARENA_ARRAY(owner, double, rest->triangle_count);
    m->weights = arena_take(owner, (size_t)rest->triangle_count, sizeof *m->weights);
    m->slots = ARENA_ARRAY(owner, int, rest->edge_count);
    m->diagonal = ARENA_ARRAY(owner, double, rest->vertex_count);
    m->off = ARENA_ARRAY(owner, double, rest->edge_count);
    m->next = ARENA_ARRAY(owner, double, numbers);
    m->goal = ARENA_ARRAY(owner, double, numbers);
    m->here = ARENA_ARRAY(owner, double, numbers);
    m->number = ARENA_ARRAY(owner, int, rest->vertex_count);
    descent_create(&m->way_down, owner, numbers);
    if (!repair_create(&m->mends, owner, rest, mending) ||
        !free_turns_create(&m->turns, owner, rest, &m->base.handles))
        return memory_fail(error, "the bending of a sheet");
    weigh_active(m, setup->rigidity);
    if (arena_failed(owner)) return memory_fail(error, "the bending of a sheet");
    m->system = create_system(m, brief, error);
    if (m->system == NULL) return false;
    if (!number_triangles(m, brief)) return memory_fail(error, "the bending of a sheet");
    if (!factor(m))
        return pantin_fail(
            error, PANTIN_ERROR_ARGUMENT, "patches",
            "the patches hold the sheet too weakly to compute with, raise their weights");
    return true;
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(machine), prepare, destroy };
    return bending_create(&parts, setup, options, error);
}

// --- one step -----------------------------------------------------------------------------------

// What does not change while a frame is solved: the pull of held handles, and the islands that
// wait.
static void fill_goal(machine *m) {
    memset(m->goal, 0, 2 * sizeof *m->goal * ((size_t)m->base.rest.vertex_count + 1));
    for (int i = 0; i < m->base.followers.count; i++) {
        const follower *f = &m->base.followers.list[i];
        for (int k = f->first; k < f->first + f->count; k++) {
            int vertex = m->base.followers.vertices[k];
            vec2 stays = bending_point(m->base.x, vertex);
            m->goal[2 * (size_t)m->number[vertex]] = stays.x;
            m->goal[2 * (size_t)m->number[vertex] + 1] = stays.y;
        }
    }
}

static void pull_handles(const machine *m, bool free_turn, double *rhs) {
    const handle_set *set = &m->base.handles;
    for (int i = 0; i < set->count; i++) {
        const handle *h = &set->list[i];
        if (h->free_turn != free_turn) continue;
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 goal = handles_goal(set, h, k);
            double *at = rhs + 2 * (size_t)m->number[set->vertices[k]];
            at[0] += h->weight * goal.x;
            at[1] += h->weight * goal.y;
        }
    }
}

// To the system's order, and back.
static void number_points(const machine *m, const double *x, double *numbered) {
    const int *order = linear_order_of(m->system);
    for (int k = 0; k < m->base.rest.vertex_count; k++)
        double2_store(numbered + 2 * (size_t)k, double2_load(x + 2 * (size_t)order[k]));
}

static void place_points(const machine *m, const double *numbered, double *x) {
    const int *order = linear_order_of(m->system);
    for (int k = 0; k < m->base.rest.vertex_count; k++)
        double2_store(x + 2 * (size_t)order[k], double2_load(numbered + 2 * (size_t)k));
}

// --- to convergence -----------------------------------------------------------------------------

// E at x with every turn at its best, in double; what is loose has no part in it.
static double current_energy(machine *m, const double *x) {
    const sheet *rest = &m->base.rest;
    double energy = 0;
    for (int i = 0; i < m->active_count; i++) {
        const int *corner = rest->triangles[m->active[i]];
        vec2 from[3], to[3];
        turn best = { 0, 0 };
        double of_this = 0;
        for (int k = 0; k < 3; k++) {
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            from[k] = vec2_sub(rest->rest[a], rest->rest[b]);
            to[k] = vec2_sub(bending_point(x, a), bending_point(x, b));
            turn_gather(&best, m->weights[i][k], from[k], to[k]);
        }
        best = turn_unit(best);
        for (int k = 0; k < 3; k++) {
            vec2 off = vec2_sub(to[k], vec2_turn(from[k], best.cosine, best.sine));
            of_this += m->weights[i][k] * vec2_dot(off, off);
        }
        energy += m->mends.factor[m->active[i]] * of_this;
    }
    for (int i = 0; i < m->base.handles.count; i++) {
        const handle *h = &m->base.handles.list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 off = vec2_sub(bending_point(x, m->base.handles.vertices[k]),
                                handles_goal(&m->base.handles, h, k));
            energy += h->weight * vec2_dot(off, off);
        }
    }
    return energy;
}

// E, and half its gradient: the matrix times x minus the right-hand side, all turns being best.
static double value_at(void *self, const double *x, double *slope) {
    machine *m = self;
    const sheet *rest = &m->base.rest;
    size_t numbers = 2 * ((size_t)rest->vertex_count + 1);
    number_points(m, x, m->here);
    arap_local_gather(&m->local, m->here, m->goal, m->next);
    handles_turn_free(&m->base.handles, x);
    pull_handles(m, true, m->next);
    for (int v = 0; v < rest->vertex_count; v++) {
        const double *asked = m->next + 2 * (size_t)m->number[v];
        for (size_t k = 0; k < 2; k++)
            slope[2 * (size_t)v + k] = m->diagonal[v] * x[2 * (size_t)v + k] - asked[k];
    }
    for (int e = 0; e < rest->edge_count; e++) {
        if (m->slots[e] == PANTIN_NONE) continue;
        size_t a = 2 * (size_t)rest->edges[e].a, b = 2 * (size_t)rest->edges[e].b;
        for (size_t k = 0; k < 2; k++) {
            slope[a + k] += m->off[m->slots[e]] * x[b + k];
            slope[b + k] += m->off[m->slots[e]] * x[a + k];
        }
    }
    slope[numbers - 2] = slope[numbers - 1] = 0; // the spare vertex
    return current_energy(m, x);
}

static void unbend(void *self, const double *slope, double *way) {
    machine *m = self;
    linear_solve(m->system, slope, way);
    way[2 * m->base.rest.vertex_count] = way[2 * m->base.rest.vertex_count + 1] = 0;
}

static double longest_move(void *self, const double *from, const double *to) {
    return bending_largest_move(from, to, ((const machine *)self)->base.rest.vertex_count);
}

static void settle(machine *m, int most, double tolerance, pantin_deform_report *report) {
    const descent_task task = { m, value_at, unbend, longest_move };
    report->iterations +=
        descent_run(&m->way_down, &task, m->base.x, most, tolerance, &report->last_move_px);
}

// --- solve --------------------------------------------------------------------------------------

static void iterate(void *self, int most, double tolerance, pantin_deform_report *report) {
    machine *m = self;
    if (tolerance > 0 && most > PLAIN_MOST) {
        settle(m, most, tolerance, report);
        return;
    }
    number_points(m, m->base.x, m->here);
    for (int i = 0; i < most; i++) {
        arap_local_gather(&m->local, m->here, m->goal, m->next);
        free_turns_fit(&m->turns, &m->base.handles, m->number, m->next, m->here);
        pull_handles(m, true, m->next);
        linear_solve_numbered(m->system, m->next);
        if (tolerance > 0 || i == most - 1)
            report->last_move_px = longest_move(m, m->here, m->next);
        double *swap = m->here;
        m->here = m->next;
        m->next = swap;
        report->iterations++;
        if (tolerance > 0 && report->last_move_px <= tolerance) break;
    }
    place_points(m, m->here, m->base.x);
}

static const bending_mender mender = { factor, iterate };

// E at the points written, which have been measured: sum_e c_e |d_e - R e|^2 = w A |J - R|^2.
static double measure_energy(const machine *m, const pantin_point32 *written) {
    const double *away = quality_away(m->base.meter);
    double energy = 0;
    for (int i = 0; i < m->active_count; i++) {
        int t = m->active[i];
        energy += m->mends.factor[t] * m->stiffness[i] * m->base.rest.area[t] * away[t];
    }
    for (int i = 0; i < m->base.handles.count; i++) {
        const handle *h = &m->base.handles.list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 off = vec2_sub(vec2_from32(written[m->base.handles.vertices[k]]),
                                handles_goal(&m->base.handles, h, k));
            energy += h->weight * vec2_dot(off, off);
        }
    }
    return energy;
}

static pantin_deform_report solve(void *self, const pantin_target *targets,
                                  const double *bone_angles, const pantin_point32 *start,
                                  const pantin_target *const *path, int path_count,
                                  pantin_budget budget, pantin_point32 *out,
                                  pantin_handle_report *handles, float *bind) {
    (void)bone_angles, (void)path, (void)path_count;
    machine *m = self;
    bending *b = &m->base;
    pantin_deform_report report = { 0 };
    double tolerance = budget.tolerance_px > 0 ? budget.tolerance_px : 0;
    bool warm = bending_begin(b, targets, start);
    int most = bending_iterations(b, budget, warm);
    if (b->handles.count > 0) {
        fill_goal(m);
        pull_handles(m, false, m->goal);
        iterate(m, most, tolerance, &report);
        bending_mend(b, &mender, &m->mends, m->active, m->active_count, most, tolerance, &report);
        handles_turn_free(&b->handles, b->x);
    }
    deform_followers_place(&b->followers, &b->rest, b->x);
    bool settled = tolerance == 0 || report.last_move_px <= tolerance;
    bending_end(b, warm ? start : NULL, settled, out, handles, bind, &report);
    report.energy = measure_energy(m, out);
    if (bind != NULL) repair_show(&m->mends, &b->rest, bind);
    return report;
}

static void reset(void *self) {
    machine *m = self;
    if (repair_reset(&m->mends, &m->base.rest)) bending_factor_again(m, factor);
}

// --- the door -----------------------------------------------------------------------------------

const pantin_deformer deform_arap_triangle = {
    .name = "arap-triangle",
    .promises = PANTIN_FOLLOWS_RIGID,
    .create = create,
    .solve = solve,
    .reset = reset,
    .resume = bending_resume_nothing,
    .destroy = destroy,
    .not_yet = NULL,
};

const double *arap_triangle_iterate(const void *self) { return ((const machine *)self)->base.x; }

linear_counts arap_triangle_count(const void *self) {
    return linear_count(((const machine *)self)->system);
}

const double *arap_triangle_edge_weights(const void *self, int triangle) {
    const machine *m = self;
    for (int i = 0; i < m->active_count; i++)
        if (m->active[i] == triangle) return m->weights[i];
    return NULL;
}
