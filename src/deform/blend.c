// blend.c — "blend": linear blend skinning, given the turns that ARAP finds.
//
//     x = sum_h W_h(p) (center_h + scale_h R_h (p - centroid_h)),
// what game engines do, with handles for bones. A held handle's R is its target's angle; a free one's
// comes from "arap-triangle", solved inside from rest for the same targets: the best turn of the
// handle's vertices there, or for a single one of the edges at it. So skinning gets the very turns ARAP found, as in the paper
// film's proof, and what differs is only what lies between the handles. The answer depends on
// nothing but the targets.
//
// The weights are harmonic on the mesh: W_h is 1 at the vertices of h, 0 at other handles', and at
// any other vertex the mean of its neighbors by positive cotangent weights. Hence they lie in 0..1,
// sum to 1, follow the sheet and not the plane, and cost one factor and a solve for two handles.
// (Inverse distance leaks from leg to leg; bounded biharmonic weights are smoother but a quadratic
// program with bounds.) Averages of turned places lose length: the sheet thins in a bend, and at a
// half turn collapses to a point, whatever the weights.
//
// Lewis, Cordner, Fong: Pose Space Deformation, 2000. Joshi and others: Harmonic Coordinates, 2007.
// SPDX-License-Identifier: MIT
#include "deform/blend.h"

#include "deform/arap_triangle.h"
#include "deform/bending.h"
#include "deform/influence.h"

typedef struct machine {
    bending base;
    influence_table table;
    void *solver;            // "arap-triangle", or NULL: no turn is free
    pantin_point32 *written; // what it wrote
    int *edges, edge_count;  // edges of the sheet at handles of one vertex that turns freely
    int *handle_of;          // a vertex: the handle it is in, or PANTIN_NONE
    turn *sums;              // a handle
} machine;

// --- harmonic weights ---------------------------------------------------------------------------

// Rows of handles' vertices and of loose islands are the identity; free ones keep their diagonal.
static linear_system *factor_weights(const machine *m, const double *edge_weights, arena *brief,
                                     pantin_error *error) {
    const sheet *rest = &m->base.rest;
    linear_edge *inner = ARENA_ARRAY(brief, linear_edge, rest->edge_count);
    double *off = ARENA_ARRAY(brief, double, rest->edge_count);
    double *diagonal = ARENA_ARRAY(brief, double, rest->vertex_count);
    if (arena_failed(brief)) {
        memory_fail(error, "the weights of the handles");
        return NULL;
    }
    int count = 0;
    for (int v = 0; v < rest->vertex_count; v++)
        diagonal[v] =
            m->handle_of[v] == PANTIN_NONE && m->base.followers.held[rest->islands[v]] ? 0 : 1;
    for (int e = 0; e < rest->edge_count; e++) {
        linear_edge edge = rest->edges[e];
        if (!m->base.followers.held[rest->islands[edge.a]]) continue;
        bool a_free = m->handle_of[edge.a] == PANTIN_NONE;
        bool b_free = m->handle_of[edge.b] == PANTIN_NONE;
        if (a_free) diagonal[edge.a] += edge_weights[e];
        if (b_free) diagonal[edge.b] += edge_weights[e];
        if (!a_free || !b_free) continue;
        inner[count] = edge;
        off[count++] = -edge_weights[e];
    }
    linear_system *system = linear_create(rest->vertex_count, inner, count, 1, rest->rest, error);
    if (system == NULL || linear_factor(system, diagonal, off)) return system;
    linear_destroy(system);
    pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                "its triangles are too thin to compute with, clean the mesh first");
    return NULL;
}

// The weights of handles h and h + 1: two right-hand sides at once.
static void solve_two(const machine *m, linear_system *system, const double *edge_weights, int h,
                      double *two) {
    const sheet *rest = &m->base.rest;
    for (int v = 0; v < rest->vertex_count; v++)
        for (int k = 0; k < 2; k++) two[2 * (size_t)v + (size_t)k] = m->handle_of[v] == h + k;
    for (int e = 0; e < rest->edge_count; e++)
        for (int way = 0; way < 2; way++) {
            int from = way ? rest->edges[e].a : rest->edges[e].b;
            int to = way ? rest->edges[e].b : rest->edges[e].a;
            int k = m->handle_of[from] - h;
            if (m->handle_of[to] == PANTIN_NONE && m->handle_of[from] != PANTIN_NONE &&
                (k == 0 || k == 1))
                two[2 * (size_t)to + (size_t)k] += edge_weights[e];
        }
    linear_solve(system, two, two);
}

static void fill_table(machine *m, linear_system *system, const double *edge_weights, double *two) {
    const sheet *rest = &m->base.rest;
    int count = m->base.handles.count;
    for (int h = 0; h < count; h += 2) {
        solve_two(m, system, edge_weights, h, two);
        for (int v = 0; v < rest->vertex_count; v++)
            for (int k = 0; k < 2 && h + k < count; k++)
                m->table.list[(size_t)v * (size_t)count + (size_t)(h + k)].whole =
                    two[2 * (size_t)v + (size_t)k];
    }
    for (int v = 0; v < rest->vertex_count; v++) {
        influence *of = m->table.list + (size_t)v * (size_t)count;
        double sum = 0; // 1 but for rounding, and 0 in a loose island
        for (int h = 0; h < count; h++) sum += of[h].whole;
        for (int h = 0; h < count && sum > 0; h++) {
            of[h].whole /= sum;
            of[h].arm =
                vec2_scale(vec2_sub(rest->rest[v], m->base.handles.list[h].centroid), of[h].whole);
        }
    }
}

static bool weigh_handles(machine *m, arena *brief, pantin_error *error) {
    const sheet *rest = &m->base.rest;
    double *edge_weights = ARENA_ARRAY(brief, double, rest->edge_count);
    double *two = ARENA_ARRAY(brief, double, 2 * (size_t)rest->vertex_count);
    if (arena_failed(brief)) return memory_fail(error, "the weights of the handles");
    for (int t = 0; t < rest->triangle_count; t++) {
        double weights[3];
        sheet_positive_weights(rest, t, weights);
        for (int k = 0; k < 3; k++) edge_weights[rest->sides[t][k]] += weights[k];
    }
    linear_system *system = factor_weights(m, edge_weights, brief, error);
    if (system == NULL) return false;
    fill_table(m, system, edge_weights, two);
    linear_destroy(system);
    return true;
}

// --- create -------------------------------------------------------------------------------------

static bool is_free_point(const machine *m, int vertex) {
    int h = m->handle_of[vertex];
    return h != PANTIN_NONE && m->base.handles.list[h].free_turn &&
           m->base.handles.list[h].count == 1;
}

static void list_edges(machine *m) {
    const sheet *rest = &m->base.rest;
    const handle_set *handles = &m->base.handles;
    for (int v = 0; v < rest->vertex_count; v++) m->handle_of[v] = PANTIN_NONE;
    for (int h = 0; h < handles->count; h++)
        for (int k = 0; k < handles->list[h].count; k++)
            m->handle_of[handles->vertices[handles->list[h].first + k]] = h;
    for (int e = 0; e < rest->edge_count; e++)
        if (is_free_point(m, rest->edges[e].a) || is_free_point(m, rest->edges[e].b))
            m->edges[m->edge_count++] = e;
}

static bool prepare(void *self, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error) {
    machine *m = self;
    arena *owner = &m->base.owner;
    const sheet *rest = &m->base.rest;
    m->written = ARENA_ARRAY(owner, pantin_point32, rest->vertex_count);
    m->edges = ARENA_ARRAY(owner, int, rest->edge_count);
    m->handle_of = ARENA_ARRAY(owner, int, rest->vertex_count);
    m->sums = ARENA_ARRAY(owner, turn, m->base.handles.count);
    if (!influence_create(&m->table, owner, rest, &m->base.handles))
        return memory_fail(error, "the weights of the handles");
    list_edges(m);
    if (!weigh_handles(m, brief, error)) return false;
    bool any_free = false;
    for (int h = 0; h < m->base.handles.count; h++) any_free |= m->base.handles.list[h].free_turn;
    if (!any_free) return true;
    pantin_deform_options options = m->base.options;
    options.repair = false; // so that no frame leaves anything behind
    m->solver = deform_arap_triangle.create(setup, &options, error);
    return m->solver != NULL;
}

static void destroy(void *self) {
    machine *m = self;
    if (m != NULL && m->solver != NULL) deform_arap_triangle.destroy(m->solver);
    bending_destroy(m);
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(machine), prepare, destroy };
    return bending_create(&parts, setup, options, error);
}

// --- solve --------------------------------------------------------------------------------------

// Each free handle's turn in `x`.
static void take_turns(machine *m, const double *x) {
    const sheet *rest = &m->base.rest;
    handle_set *handles = &m->base.handles;
    for (int h = 0; h < handles->count; h++) m->sums[h] = (turn){ 0, 0 };
    for (int i = 0; i < m->edge_count; i++) {
        linear_edge e = rest->edges[m->edges[i]];
        vec2 from = vec2_sub(rest->rest[e.a], rest->rest[e.b]);
        vec2 to = vec2_sub(bending_point(x, e.a), bending_point(x, e.b));
        int of_a = m->handle_of[e.a], of_b = m->handle_of[e.b];
        if (of_a != PANTIN_NONE) turn_gather(&m->sums[of_a], 1, from, to);
        if (of_b != PANTIN_NONE && of_b != of_a) turn_gather(&m->sums[of_b], 1, from, to);
    }
    handles_turn_free(handles, x);
    for (int h = 0; h < handles->count; h++)
        if (handles->list[h].free_turn && handles->list[h].count == 1)
            handles->list[h].by = turn_unit(m->sums[h]);
}

static pantin_deform_report solve(void *self, const pantin_target *targets,
                                  const double *bone_angles, const pantin_point32 *start,
                                  const pantin_target *const *path, int path_count,
                                  pantin_budget budget, pantin_point32 *out,
                                  pantin_handle_report *handles, float *bind) {
    (void)start;
    machine *m = self;
    bending *b = &m->base;
    pantin_deform_report report = { .iterations = 1 };
    handles_receive(&b->handles, &b->rest, targets);
    if (m->solver != NULL) {
        report.iterations = deform_arap_triangle
                                .solve(m->solver, targets, bone_angles, NULL, path, path_count,
                                       budget, m->written, NULL, NULL)
                                .iterations;
        take_turns(m, arap_triangle_iterate(m->solver));
    }
    influence_move(&m->table, &b->rest, &b->handles, b->x);
    deform_followers_place(&b->followers, &b->rest, b->x);
    bending_end(b, NULL, true, out, handles, bind, &report);
    report.inverted_raw = report.quality.inverted;
    return report;
}

const pantin_deformer deform_blend = {
    .name = "blend",
    .promises = PANTIN_FOLLOWS_RIGID | PANTIN_NEEDS_ROTATIONS,
    .create = create,
    .solve = solve,
    .reset = bending_forget_nothing,
    .resume = bending_resume_nothing,
    .destroy = destroy,
    .not_yet = NULL,
};
