// arap_vertex.c — "arap-vertex": as rigid as possible by vertex cells, with hard handles.
//
// The solver of the engraving film. A cell is a vertex i and its neighbors; with p the rest,
//     E = sum_i sum_(j near i) w_ij |(x_i - x_j) - R_i (p_i - p_j)|^2
// is made small in turn: with x held, each R_i is the turn of
//     m_i = sum_j w_ij conj(p_i - p_j) (x_i - x_j)    (points as complex numbers; the closed form
//     theta_i = atan2(S01 - S10, S00 + S11) of S_i = sum_j w_ij (p_i - p_j)(x_i - x_j)^T),
// and with the R held, x solves
//     sum_j w_ij (x_i - x_j) = sum_j w_ij / 2 (R_i + R_j)(p_i - p_j).
// w_ij is half the sum of the cotangents opposite the edge, each no less than 1e-3 (a negative one
// would reward folding) and times the rigidity of its triangle.
//
// Vertices of handles are where their goals are: they leave the system. Vertices are renumbered,
// the free ones first, so that their block is the system; it is factored once a handle set, for x
// and y together. A handle whose turn is free takes the turn that makes E least with all else held:
// with u that turn and S_vj = (R_v + R_j)(p_v - p_j) / 2, u goes along
//     sum over edges out of the patch  w conj(o_v) (x_j - center + S_vj)
//   + sum over edges within it         w conj(p_v - p_j) S_vj,      o_v = p_v - centroid.
//
// What turned over is stiffened three times with its neighbors (repair.c), 400 times at most, and
// less by 7 % each frame; last of all the free vertices of what still is are pulled halfway to the
// mean of their neighbors. Bones and a jump's path are not read.
//
// Sorkine, Alexa: As-Rigid-As-Possible Surface Modeling, 2007.
// SPDX-License-Identifier: MIT
#include "deform/arap_vertex.h"

#include <string.h>

#include "base/lanes.h"
#include "deform/bending.h"

#define RELAXING 0.93

static const repair_rule mending = { .growth = 3, .most = 400 };

/// An edge between two vertices, as numbered here.
typedef struct spoke {
    int a, b;
    vec2 rest;     // p_a - p_b
    double weight; // w_ab, with the stiffness of now
} spoke;

typedef struct machine {
    bending base;
    repair mends;
    linear_system *system;
    double (*weights)[3]; // an active triangle: its share in w of the edges opposite its corners
    int *active, active_count; // triangles of held islands
    int *number;               // a vertex of the sheet: its number here, PANTIN_NONE where loose
    int *vertices;             // as numbered here: free ones, then those of handles in their order
    int free_count, count;     // of them; loose islands have no number
    int *spoke_of;             // an edge of the sheet: its spoke, or PANTIN_NONE
    spoke *spokes;             // between free ones, then out of handles, then the rest
    int spoke_count, inner_count, outer_count;
    int *turning; // spokes at a handle of several vertices with a free turn
    int turning_count;
    int *handle_of; // a vertex of a handle, from free_count on: its handle
    turn *sums;     // a handle: the m of its turn
    double *diagonal, *off;
    double *y, *next, *turns, *rhs; // 2 numbers a vertex as numbered here
} machine;

// --- create -------------------------------------------------------------------------------------

static void weigh_active(machine *m, const double *rigidity) {
    const sheet *rest = &m->base.rest;
    for (int t = 0; t < rest->triangle_count; t++) {
        if (!m->base.followers.held[rest->islands[rest->triangles[t][0]]]) continue;
        int i = m->active_count++;
        m->active[i] = t;
        sheet_positive_weights(rest, t, m->weights[i]);
        for (int k = 0; k < 3; k++) m->weights[i][k] *= rigidity != NULL ? rigidity[t] : 1;
    }
}

// Free vertices in the sheet's order, then the handles'.
static void number_vertices(machine *m) {
    const sheet *rest = &m->base.rest;
    const handle_set *handles = &m->base.handles;
    for (int v = 0; v < rest->vertex_count; v++) m->number[v] = PANTIN_NONE;
    for (int k = 0; k < handles->vertex_count; k++) m->number[handles->vertices[k]] = 0;
    for (int v = 0; v < rest->vertex_count; v++)
        if (m->base.followers.held[rest->islands[v]] && m->number[v] == PANTIN_NONE) {
            m->number[v] = m->free_count;
            m->vertices[m->free_count++] = v;
        }
    m->count = m->free_count;
    for (int h = 0; h < handles->count; h++)
        for (int k = 0; k < handles->list[h].count; k++) {
            int v = handles->vertices[handles->list[h].first + k];
            m->handle_of[m->count] = h;
            m->number[v] = m->count;
            m->vertices[m->count++] = v;
        }
}

// 0: both ends free, 1: one is a handle's, 2: both are.
static int held_ends(const machine *m, int a, int b) {
    return (a >= m->free_count) + (b >= m->free_count);
}

static bool turns_freely(const machine *m, int vertex) {
    if (vertex < m->free_count) return false;
    const handle *h = &m->base.handles.list[m->handle_of[vertex]];
    return h->free_turn && h->count > 1;
}

static void list_spokes(machine *m) {
    const sheet *rest = &m->base.rest;
    for (int e = 0; e < rest->edge_count; e++) m->spoke_of[e] = PANTIN_NONE;
    for (int ends = 0; ends < 3; ends++) {
        for (int e = 0; e < rest->edge_count; e++) {
            linear_edge edge = rest->edges[e];
            int a = m->number[edge.a], b = m->number[edge.b];
            if (a == PANTIN_NONE || held_ends(m, a, b) != ends) continue;
            int i = m->spoke_count++;
            m->spoke_of[e] = i;
            m->spokes[i] = (spoke){ a, b, vec2_sub(rest->rest[edge.a], rest->rest[edge.b]), 0 };
            if (turns_freely(m, a) || turns_freely(m, b)) m->turning[m->turning_count++] = i;
        }
        if (ends == 0) m->inner_count = m->spoke_count;
        if (ends == 1) m->outer_count = m->spoke_count - m->inner_count;
    }
}

static linear_system *create_system(machine *m, arena *brief, pantin_error *error) {
    linear_edge *edges = ARENA_ARRAY(brief, linear_edge, m->inner_count);
    vec2 *places = ARENA_ARRAY(brief, vec2, m->free_count);
    if (arena_failed(brief)) {
        memory_fail(error, "the pattern of the sheet");
        return NULL;
    }
    for (int i = 0; i < m->inner_count; i++)
        edges[i] = (linear_edge){ m->spokes[i].a, m->spokes[i].b };
    for (int i = 0; i < m->free_count; i++) places[i] = m->base.rest.rest[m->vertices[i]];
    return linear_create(m->free_count, edges, m->inner_count, 1, places, error);
}

// The spokes' weights and the matrix for the stiffness of now. False: not positive definite.
static bool factor(void *self) {
    machine *m = self;
    const sheet *rest = &m->base.rest;
    for (int i = 0; i < m->spoke_count; i++) m->spokes[i].weight = 0;
    for (int i = 0; i < m->active_count; i++) {
        int t = m->active[i];
        for (int k = 0; k < 3; k++)
            m->spokes[m->spoke_of[rest->sides[t][k]]].weight +=
                m->mends.factor[t] * m->weights[i][k];
    }
    memset(m->diagonal, 0, sizeof *m->diagonal * (size_t)m->count);
    for (int i = 0; i < m->spoke_count; i++) {
        const spoke *s = &m->spokes[i];
        m->diagonal[s->a] += s->weight;
        m->diagonal[s->b] += s->weight;
        if (i < m->inner_count) m->off[i] = -s->weight;
    }
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
    int n = rest->vertex_count;
    m->number = ARENA_ARRAY(owner, int, n);
    m->active = ARENA_ARRAY(owner, int, rest->triangle_count);
    m->weights = arena_take(owner, (size_t)rest->triangle_count, sizeof *m->weights);
    m->vertices = ARENA_ARRAY(owner, int, n);
    m->spoke_of = ARENA_ARRAY(owner, int, rest->edge_count);
    m->spokes = ARENA_ARRAY(owner, spoke, rest->edge_count);
    m->turning = ARENA_ARRAY(owner, int, rest->edge_count);
    m->handle_of = ARENA_ARRAY(owner, int, n);
    m->sums = ARENA_ARRAY(owner, turn, m->base.handles.count);
    m->diagonal = ARENA_ARRAY(owner, double, n);
    m->off = ARENA_ARRAY(owner, double, rest->edge_count);
    m->y = ARENA_ARRAY(owner, double, 2 * (size_t)n);
    m->next = ARENA_ARRAY(owner, double, 2 * (size_t)n);
    m->turns = ARENA_ARRAY(owner, double, 2 * (size_t)n);
    m->rhs = ARENA_ARRAY(owner, double, 2 * (size_t)n);
    if (!repair_create(&m->mends, owner, rest, mending))
        return memory_fail(error, "the bending of a sheet");
    weigh_active(m, setup->rigidity);
    number_vertices(m);
    list_spokes(m);
    m->system = create_system(m, brief, error);
    if (m->system == NULL) return false;
    if (!factor(m))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                           "its triangles are too thin to compute with, clean the mesh first");
    return true;
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(machine), prepare, destroy };
    return bending_create(&parts, setup, options, error);
}

// --- solve --------------------------------------------------------------------------------------

static inline double2 at(const double *list, int i) { return double2_load(list + 2 * (size_t)i); }
static inline void set(double *list, int i, double2 v) { double2_store(list + 2 * (size_t)i, v); }

// conj(e) v and e v, points as complex numbers.
static inline double2 against(vec2 e, double2 v) {
    return e.x * v + (double2){ e.y, -e.y } * (double2){ v[1], v[0] };
}
static inline double2 along(vec2 e, double2 v) {
    return e.x * v + (double2){ -e.y, e.y } * (double2){ v[1], v[0] };
}

static void turn_cells(machine *m, const double *y) {
    memset(m->turns, 0, 2 * sizeof *m->turns * (size_t)m->count);
    for (int i = 0; i < m->spoke_count; i++) {
        const spoke *s = &m->spokes[i];
        double2 fit = s->weight * against(s->rest, at(y, s->a) - at(y, s->b));
        set(m->turns, s->a, at(m->turns, s->a) + fit);
        set(m->turns, s->b, at(m->turns, s->b) + fit);
    }
    for (int v = 0; v < m->count; v++) {
        turn unit = turn_unit((turn){ m->turns[2 * v], m->turns[2 * v + 1] });
        set(m->turns, v, (double2){ unit.cosine, unit.sine });
    }
}

/// What the two cells of a spoke ask of y_a - y_b.
static inline double2 asked(const machine *m, const spoke *s) {
    return along(s->rest, 0.5 * (at(m->turns, s->a) + at(m->turns, s->b)));
}

static void place_handles(machine *m) {
    const handle_set *handles = &m->base.handles;
    for (int v = m->free_count; v < m->count; v++)
        bending_put(m->y, v,
                    handles_goal(handles, &handles->list[m->handle_of[v]], v - m->free_count));
}

static void gather_handle(machine *m, int vertex, double weight, double2 goal) {
    if (!turns_freely(m, vertex)) return;
    int h = m->handle_of[vertex];
    turn_gather(&m->sums[h], weight, m->base.handles.offsets[vertex - m->free_count],
                vec2_sub(vec2_make(goal[0], goal[1]), m->base.handles.list[h].center));
}

static void turn_handles(machine *m) {
    handle_set *handles = &m->base.handles;
    if (m->turning_count == 0) return;
    for (int h = 0; h < handles->count; h++) m->sums[h] = (turn){ 0, 0 };
    for (int i = 0; i < m->turning_count; i++) {
        const spoke *s = &m->spokes[m->turning[i]];
        double2 way = asked(m, s);
        if (s->a >= m->free_count && s->b >= m->free_count &&
            m->handle_of[s->a] == m->handle_of[s->b]) {
            turn_gather(&m->sums[m->handle_of[s->a]], s->weight, s->rest,
                        vec2_make(way[0], way[1]));
            continue;
        }
        gather_handle(m, s->a, s->weight, at(m->y, s->b) + way);
        gather_handle(m, s->b, s->weight, at(m->y, s->a) - way);
    }
    for (int h = 0; h < handles->count; h++)
        if (handles->list[h].free_turn && turn_is_clear(m->sums[h], 0))
            handles->list[h].by = turn_unit(m->sums[h]);
    place_handles(m);
}

static void fill_rhs(machine *m) {
    memset(m->rhs, 0, 2 * sizeof *m->rhs * (size_t)m->count);
    for (int i = 0; i < m->inner_count + m->outer_count; i++) {
        const spoke *s = &m->spokes[i];
        double2 way = s->weight * asked(m, s);
        set(m->rhs, s->a, at(m->rhs, s->a) + way);
        set(m->rhs, s->b, at(m->rhs, s->b) - way);
    }
    // What a handle's vertex pulls; what is pulled at a handle's vertex itself nobody reads.
    for (int i = m->inner_count; i < m->inner_count + m->outer_count; i++) {
        const spoke *s = &m->spokes[i];
        double2 of_a = s->weight * at(m->y, s->a), of_b = s->weight * at(m->y, s->b);
        set(m->rhs, s->a, at(m->rhs, s->a) + of_b);
        set(m->rhs, s->b, at(m->rhs, s->b) + of_a);
    }
}

static void publish(machine *m) {
    for (int v = 0; v < m->count; v++) set(m->base.x, m->vertices[v], at(m->y, v));
}

static void iterate(void *self, int most, double tolerance, pantin_deform_report *report) {
    machine *m = self;
    for (int i = 0; i < most; i++) {
        turn_cells(m, m->y);
        turn_handles(m);
        fill_rhs(m);
        linear_solve(m->system, m->rhs, m->next);
        if (tolerance > 0 || i == most - 1)
            report->last_move_px = bending_largest_move(m->y, m->next, m->free_count);
        memcpy(m->y, m->next, 2 * sizeof *m->y * (size_t)m->free_count);
        report->iterations++;
        if (tolerance > 0 && report->last_move_px <= tolerance) break;
    }
    publish(m);
}

static const bending_mender mender = { factor, iterate };

// The flip guard: free vertices of what is still turned over go halfway to the mean of their ring.
// All at once, so that their order does not matter.
static void guard(machine *m) {
    const sheet *rest = &m->base.rest;
    double *x = m->base.x;
    if (!m->base.options.repair || m->mends.flipped_count == 0) return;
    memset(m->rhs, 0, 2 * sizeof *m->rhs * (size_t)m->count);
    memset(m->diagonal, 0, sizeof *m->diagonal * (size_t)m->count);
    for (int i = 0; i < m->spoke_count; i++) {
        const spoke *s = &m->spokes[i];
        set(m->rhs, s->a, at(m->rhs, s->a) + at(m->y, s->b));
        set(m->rhs, s->b, at(m->rhs, s->b) + at(m->y, s->a));
        m->diagonal[s->a]++;
        m->diagonal[s->b]++;
    }
    for (int v = 0; v < m->free_count; v++)
        set(m->rhs, v, 0.5 * (at(m->y, v) + at(m->rhs, v) / m->diagonal[v]));
    for (int i = 0; i < m->mends.flipped_count; i++)
        for (int k = 0; k < 3; k++) {
            int v = rest->triangles[m->mends.flipped[i]][k];
            if (m->number[v] < m->free_count) set(x, v, at(m->rhs, m->number[v]));
        }
}

// E at the points written, every cell at its best turn.
static double measure_energy(machine *m, const pantin_point32 *written) {
    double energy = 0;
    for (int v = 0; v < m->count; v++) {
        pantin_point32 p = written[m->vertices[v]];
        set(m->next, v, (double2){ p.x, p.y });
    }
    turn_cells(m, m->next);
    for (int i = 0; i < m->spoke_count; i++) {
        const spoke *s = &m->spokes[i];
        double2 bent = at(m->next, s->a) - at(m->next, s->b);
        double2 of_a = bent - along(s->rest, at(m->turns, s->a));
        double2 of_b = bent - along(s->rest, at(m->turns, s->b));
        double2 square = of_a * of_a + of_b * of_b;
        energy += s->weight * (square[0] + square[1]);
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
    if (repair_relax(&m->mends, &b->rest, RELAXING)) bending_factor_again(m, factor);
    bool warm = bending_begin(b, targets, start);
    int most = bending_iterations(b, budget, warm);
    if (b->handles.count > 0) {
        handles_turn_free(&b->handles, b->x);
        for (int v = 0; v < m->free_count; v++) set(m->y, v, at(b->x, m->vertices[v]));
        place_handles(m);
        iterate(m, most, tolerance, &report);
        bending_mend(b, &mender, &m->mends, m->active, m->active_count, most, tolerance, &report);
        guard(m);
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

const pantin_deformer deform_arap_vertex = {
    .name = "arap-vertex",
    .promises = PANTIN_FOLLOWS_RIGID,
    .create = create,
    .solve = solve,
    .reset = reset,
    .resume = bending_resume_nothing,
    .destroy = destroy,
    .not_yet = NULL,
};

const double *arap_vertex_iterate(const void *self) { return ((const machine *)self)->base.x; }

linear_counts arap_vertex_count(const void *self) {
    return linear_count(((const machine *)self)->system);
}
