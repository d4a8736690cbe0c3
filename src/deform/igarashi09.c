// igarashi09.c — "igarashi09": a similarity for every edge, then the same edges at their own length.
//
// Points as complex numbers, p at rest, e_k = p_a - p_b an edge, q its two ends and the one or two
// corners opposite it, g_q = (p_q - mean) / sum |p_q - mean|^2. The similarity that fits those
// corners best is multiplication by c_k = sum_q conj(g_q) x_q: linear in x. So two linear systems do:
//   1. sum_k |x_a - x_b - c_k e_k|^2 + handles, c_k as above: x, and with it c_k;
//   2. sum_k |x_a - x_b - c_k / |c_k| e_k|^2 + handles: the turns are kept, the sizes put right.
// Both matrices are of the rest alone and factored once; nothing is iterated, so the answer depends
// on nothing but the targets. (The paper fits about one end of the edge; about the mean the order of
// the ends does not matter.)
//
// Handles: sum_v weight |x_v - goal_v|^2 over their vertices, where the paper has a point in a
// triangle. In step 1 a handle whose turn is free has an unknown u of its own, goal_v = center + u
// (p_v - centroid), which keeps the system linear; in step 2 it turns as its vertices then do.
//
// What few handles leave open (two free ones about one center) is decided by 1e-12 of the diagonal,
// toward the rest placed rigidly; we solve for the way from there. Islands that one point holds are
// placed so, and have nothing to solve. Step 1 likes to shrink where it is pressed, so it turns edges
// that ARAP would not; then step 2 folds.
//
// Igarashi, Igarashi: Implementing As-Rigid-As-Possible Shape Manipulation and Surface Flattening,
// 2009.
// SPDX-License-Identifier: MIT
#include "deform/igarashi09.h"

#include <string.h>

#include "base/sort.h"
#include "deform/bending.h"

#define RIDGE 1e-12

/// An edge and the corners around it.
typedef struct span {
    int corner[4], count; // 0 and 1 are its ends
    vec2 rest;            // p_0 - p_1
    vec2 fit[4];          // g
    turn by;              // this frame: c, then c / |c|
} span;

typedef struct machine {
    bending base;
    linear_system *similar, *rigid;
    bool *solved; // an island: not just placed
    span *spans;
    int span_count;
    int *unknown;              // a handle: its row in `similar`, or PANTIN_NONE
    int rows;                  // of `similar`: vertices and unknowns
    double *at, *rhs, *origin; // 2 numbers a row
} machine;

static vec2 conjugate(vec2 z) { return vec2_make(z.x, -z.y); }
static vec2 product(vec2 a, vec2 b) { return vec2_turn(b, a.x, a.y); }

// --- create -------------------------------------------------------------------------------------

static bool is_solved(const machine *m, int vertex) {
    return m->solved[m->base.rest.islands[vertex]];
}

// Two handles on an island, or one that is held by two vertices, say where all of it is.
static void find_solved(machine *m, int *points) {
    const bending *b = &m->base;
    for (int i = 0; i < b->places.part_count; i++) {
        const placement_part *p = &b->places.parts[i];
        const handle *h = &b->handles.list[p->handle];
        points[p->island] += h->free_turn || p->count < 2 || !(h->spread > 0) ? 1 : 2;
    }
    for (int i = 0; i < b->rest.island_count; i++) m->solved[i] = points[i] > 1;
}

static int opposite_corner(const sheet *rest, int triangle, linear_edge e) {
    for (int k = 0; k < 3; k++) {
        int v = rest->triangles[triangle][k];
        if (v != e.a && v != e.b) return v;
    }
    return PANTIN_NONE;
}

static void fill_span(span *s, const sheet *rest, int edge) {
    linear_edge e = rest->edges[edge];
    s->corner[s->count++] = e.a;
    s->corner[s->count++] = e.b;
    for (int side = 0; side < 2; side++) {
        int t = rest->owners[edge][side];
        int v = t == PANTIN_NONE ? PANTIN_NONE : opposite_corner(rest, t, e);
        if (v != PANTIN_NONE && (s->count == 2 || s->corner[2] != v)) s->corner[s->count++] = v;
    }
    s->rest = vec2_sub(rest->rest[e.a], rest->rest[e.b]);
    vec2 mean = { 0, 0 };
    double sum = 0;
    for (int q = 0; q < s->count; q++) mean = vec2_add(mean, rest->rest[s->corner[q]]);
    mean = vec2_scale(mean, 1.0 / s->count);
    for (int q = 0; q < s->count; q++) {
        s->fit[q] = vec2_sub(rest->rest[s->corner[q]], mean);
        sum += vec2_dot(s->fit[q], s->fit[q]);
    }
    for (int q = 0; q < s->count; q++) s->fit[q] = vec2_scale(s->fit[q], 1 / sum);
}

static void list_spans(machine *m) {
    const sheet *rest = &m->base.rest;
    for (int e = 0; e < rest->edge_count; e++)
        if (is_solved(m, rest->edges[e].a)) fill_span(&m->spans[m->span_count++], rest, e);
}

// A handle with an unknown turn has a row after the vertices.
static void list_unknowns(machine *m) {
    const handle_set *handles = &m->base.handles;
    m->rows = m->base.rest.vertex_count;
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        m->unknown[i] = PANTIN_NONE;
        bool any = false;
        for (int k = h->first; k < h->first + h->count; k++)
            any |= is_solved(m, handles->vertices[k]) &&
                   vec2_dot(handles->offsets[k], handles->offsets[k]) > 0;
        if (any && h->free_turn) m->unknown[i] = m->rows++;
    }
}

/// The matrix of step 1 while it grows: one entry of the upper triangle, complex.
typedef struct entry {
    int row, column; // row < column
    vec2 value;
} entry;

typedef struct matrix {
    double *diagonal; // a row
    entry *entries;
    int count;
} matrix;

static void add_entry(matrix *a, int row, int column, vec2 value) {
    a->entries[a->count++] =
        row < column ? (entry){ row, column, value } : (entry){ column, row, conjugate(value) };
}

// What x_q is multiplied with in x_0 - x_1 - c e.
static vec2 span_factor(const span *s, int q) {
    vec2 factor = vec2_scale(product(s->rest, conjugate(s->fit[q])), -1);
    if (q < 2) factor.x += q == 0 ? 1 : -1;
    return factor;
}

static void gather_matrix(const machine *m, matrix *a) {
    const handle_set *handles = &m->base.handles;
    for (int i = 0; i < m->span_count; i++) {
        const span *s = &m->spans[i];
        for (int q = 0; q < s->count; q++) {
            vec2 own = span_factor(s, q);
            a->diagonal[s->corner[q]] += vec2_dot(own, own);
            for (int r = q + 1; r < s->count; r++)
                add_entry(a, s->corner[q], s->corner[r],
                          product(conjugate(own), span_factor(s, r)));
        }
    }
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            int v = handles->vertices[k];
            vec2 offset = handles->offsets[k];
            if (!is_solved(m, v)) continue;
            a->diagonal[v] += h->weight;
            if (m->unknown[i] == PANTIN_NONE) continue;
            a->diagonal[m->unknown[i]] += h->weight * vec2_dot(offset, offset);
            add_entry(a, v, m->unknown[i], vec2_scale(offset, -h->weight));
        }
    }
}

static int compare_entries(const void *context, int first, int second) {
    const entry *a = (const entry *)context + first, *b = (const entry *)context + second;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return (first > second) - (first < second);
}

static bool fail_to_factor(pantin_error *error) {
    return pantin_fail(
        error, PANTIN_ERROR_ARGUMENT, "patches",
        "the patches hold the sheet too weakly to compute with, raise their weights");
}

static bool factor_similar(machine *m, arena *brief, pantin_error *error) {
    int most = 6 * m->span_count + m->base.handles.vertex_count, count = 0;
    matrix a = { ARENA_ARRAY(brief, double, m->rows), ARENA_ARRAY(brief, entry, most), 0 };
    int *order = ARENA_ARRAY(brief, int, most), *scratch = ARENA_ARRAY(brief, int, most);
    linear_edge *edges = ARENA_ARRAY(brief, linear_edge, most);
    double *off = ARENA_ARRAY(brief, double, 4 * (size_t)most);
    double *diagonal = ARENA_ARRAY(brief, double, 3 * (size_t)m->rows);
    vec2 *places = ARENA_ARRAY(brief, vec2, m->rows);
    if (arena_failed(brief)) return memory_fail(error, "the similarities of the edges");
    gather_matrix(m, &a);
    for (int i = 0; i < a.count; i++) order[i] = i;
    sort_indices(order, a.count, compare_entries, a.entries, scratch);
    for (int i = 0; i < a.count; i++) {
        const entry *e = &a.entries[order[i]];
        if (count == 0 || edges[count - 1].a != e->row || edges[count - 1].b != e->column)
            edges[count++] = (linear_edge){ e->row, e->column };
        double *block = off + 4 * (size_t)(count - 1);
        block[0] += e->value.x;
        block[1] -= e->value.y;
        block[2] += e->value.y;
        block[3] += e->value.x;
    }
    for (int i = 0; i < m->rows; i++)
        diagonal[3 * i] = diagonal[3 * i + 2] = a.diagonal[i] > 0 ? a.diagonal[i] * (1 + RIDGE) : 1;
    for (int v = 0; v < m->base.rest.vertex_count; v++) places[v] = m->base.rest.rest[v];
    for (int h = 0; h < m->base.handles.count; h++)
        if (m->unknown[h] != PANTIN_NONE) places[m->unknown[h]] = m->base.handles.list[h].centroid;
    m->similar = linear_create(m->rows, edges, count, 2, places, error);
    if (m->similar == NULL) return false;
    return linear_factor(m->similar, diagonal, off) || fail_to_factor(error);
}

static bool factor_rigid(machine *m, arena *brief, pantin_error *error) {
    const sheet *rest = &m->base.rest;
    const handle_set *handles = &m->base.handles;
    linear_edge *edges = ARENA_ARRAY(brief, linear_edge, m->span_count);
    double *off = ARENA_ARRAY(brief, double, m->span_count);
    double *diagonal = ARENA_ARRAY(brief, double, rest->vertex_count);
    if (arena_failed(brief)) return memory_fail(error, "the lengths of the edges");
    for (int v = 0; v < rest->vertex_count; v++) diagonal[v] = is_solved(m, v) ? 0 : 1;
    for (int i = 0; i < m->span_count; i++) {
        edges[i] = (linear_edge){ m->spans[i].corner[0], m->spans[i].corner[1] };
        off[i] = -1;
        diagonal[edges[i].a]++;
        diagonal[edges[i].b]++;
    }
    for (int h = 0; h < handles->count; h++)
        for (int k = 0; k < handles->list[h].count; k++)
            diagonal[handles->vertices[handles->list[h].first + k]] += handles->list[h].weight;
    m->rigid = linear_create(rest->vertex_count, edges, m->span_count, 1, rest->rest, error);
    if (m->rigid == NULL) return false;
    return linear_factor(m->rigid, diagonal, off) || fail_to_factor(error);
}

static bool prepare(void *self, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error) {
    (void)setup;
    machine *m = self;
    arena *owner = &m->base.owner;
    const sheet *rest = &m->base.rest;
    int *points = ARENA_ARRAY(brief, int, rest->island_count);
    m->solved = ARENA_ARRAY(owner, bool, rest->island_count);
    m->spans = ARENA_ARRAY(owner, span, rest->edge_count);
    m->unknown = ARENA_ARRAY(owner, int, m->base.handles.count);
    size_t most = 2 * ((size_t)rest->vertex_count + (size_t)m->base.handles.count);
    m->at = ARENA_ARRAY(owner, double, most);
    m->rhs = ARENA_ARRAY(owner, double, most);
    m->origin = ARENA_ARRAY(owner, double, most);
    if (arena_failed(owner) || arena_failed(brief))
        return memory_fail(error, "the bending of a sheet");
    find_solved(m, points);
    list_spans(m);
    list_unknowns(m);
    return factor_similar(m, brief, error) && factor_rigid(m, brief, error);
}

static void destroy(void *self) {
    machine *m = self;
    if (m != NULL) linear_destroy(m->similar);
    if (m != NULL) linear_destroy(m->rigid);
    bending_destroy(m);
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(machine), prepare, destroy };
    return bending_create(&parts, setup, options, error);
}

// --- solve --------------------------------------------------------------------------------------

static void add_to(double *rhs, int row, vec2 v) {
    bending_put(rhs, row, vec2_add(bending_point(rhs, row), v));
}

static vec2 similarity(const span *s, const double *x) {
    vec2 c = { 0, 0 };
    for (int q = 0; q < s->count; q++)
        c = vec2_add(c, product(conjugate(s->fit[q]), bending_point(x, s->corner[q])));
    return c;
}

// Where the unknowns of free handles begin: what fits the rest as it was placed.
static void begin_unknowns(machine *m) {
    const handle_set *handles = &m->base.handles;
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        if (m->unknown[i] == PANTIN_NONE) continue;
        turn sum = { 0, 0 };
        double square = 0;
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 offset = handles->offsets[k];
            turn_gather(&sum, 1, offset,
                        vec2_sub(bending_point(m->origin, handles->vertices[k]), h->center));
            square += vec2_dot(offset, offset);
        }
        bending_put(m->origin, m->unknown[i], vec2_make(sum.cosine / square, sum.sine / square));
    }
}

// Minus the gradient of step 1's sum at `origin`, halved.
static void fill_step_1(machine *m) {
    const handle_set *handles = &m->base.handles;
    const double *x = m->origin;
    memset(m->rhs, 0, 2 * sizeof *m->rhs * (size_t)m->rows);
    for (int i = 0; i < m->span_count; i++) {
        const span *s = &m->spans[i];
        vec2 bent = vec2_sub(bending_point(x, s->corner[0]), bending_point(x, s->corner[1]));
        vec2 off = vec2_sub(bent, product(similarity(s, x), s->rest));
        for (int q = 0; q < s->count; q++)
            add_to(m->rhs, s->corner[q],
                   vec2_scale(product(conjugate(span_factor(s, q)), off), -1));
    }
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            int v = handles->vertices[k], u = m->unknown[i];
            vec2 goal = handles_goal(handles, h, k), offset = handles->offsets[k];
            if (!is_solved(m, v)) continue;
            if (u != PANTIN_NONE) goal = vec2_add(h->center, product(bending_point(x, u), offset));
            vec2 pull = vec2_scale(vec2_sub(goal, bending_point(x, v)), h->weight);
            add_to(m->rhs, v, pull);
            if (u != PANTIN_NONE)
                add_to(m->rhs, u, vec2_scale(product(conjugate(offset), pull), -1));
        }
    }
}

static void fill_step_2(machine *m) {
    const handle_set *handles = &m->base.handles;
    const sheet *rest = &m->base.rest;
    memset(m->rhs, 0, 2 * sizeof *m->rhs * (size_t)rest->vertex_count);
    for (int v = 0; v < rest->vertex_count; v++)
        if (!is_solved(m, v)) bending_put(m->rhs, v, bending_point(m->origin, v));
    for (int i = 0; i < m->span_count; i++) {
        span *s = &m->spans[i];
        vec2 c = similarity(s, m->at);
        s->by = turn_unit((turn){ c.x, c.y });
        vec2 way = vec2_turn(s->rest, s->by.cosine, s->by.sine);
        add_to(m->rhs, s->corner[0], way);
        add_to(m->rhs, s->corner[1], vec2_scale(way, -1));
    }
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            int v = handles->vertices[k];
            vec2 goal = is_solved(m, v) ? handles_goal(handles, h, k) : bending_point(m->origin, v);
            add_to(m->rhs, v, vec2_scale(goal, h->weight));
        }
    }
}

// The sum of step 2 at the points written.
static double measure_energy(const machine *m, const pantin_point32 *written) {
    const handle_set *handles = &m->base.handles;
    double energy = 0;
    for (int i = 0; i < m->span_count; i++) {
        const span *s = &m->spans[i];
        vec2 bent =
            vec2_sub(vec2_from32(written[s->corner[0]]), vec2_from32(written[s->corner[1]]));
        vec2 off = vec2_sub(bent, vec2_turn(s->rest, s->by.cosine, s->by.sine));
        energy += vec2_dot(off, off);
    }
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 off =
                vec2_sub(vec2_from32(written[handles->vertices[k]]), handles_goal(handles, h, k));
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
    (void)bone_angles, (void)start, (void)path, (void)path_count, (void)budget;
    machine *m = self;
    bending *b = &m->base;
    pantin_deform_report report = { .iterations = 1 };
    bending_begin(b, targets, NULL);
    if (b->handles.count > 0) {
        memcpy(m->origin, b->x, 2 * sizeof *m->origin * (size_t)b->rest.vertex_count);
        begin_unknowns(m);
        fill_step_1(m);
        linear_solve(m->similar, m->rhs, m->at);
        for (int i = 0; i < 2 * m->rows; i++) m->at[i] += m->origin[i];
        handles_turn_free(&b->handles, m->at);
        fill_step_2(m);
        linear_solve(m->rigid, m->rhs, b->x);
        handles_turn_free(&b->handles, b->x);
    }
    deform_followers_place(&b->followers, &b->rest, b->x);
    bending_end(b, NULL, true, out, handles, bind, &report);
    report.energy = measure_energy(m, out);
    report.inverted_raw = report.quality.inverted;
    return report;
}

const pantin_deformer deform_igarashi09 = {
    .name = "igarashi09",
    .promises = PANTIN_FOLLOWS_RIGID,
    .create = create,
    .solve = solve,
    .reset = bending_forget_nothing,
    .resume = bending_resume_nothing,
    .destroy = destroy,
    .not_yet = NULL,
};
