// newton.c — the flip-free energy goes down: Newton's method that never leaves what is allowed.
//
// An iteration: slope g and second derivatives H, positive semidefinite triangle by triangle
// (elements.c); H delta = -g by our own Cholesky, whose analysis was made once; then 0.9 of the way to where
// a first triangle would meet its floor, an exact root, or the whole step; halved until the energy
// falls by what the slope promises (Armijo; in practice the first try does). So every iterate is a
// legal sheet, and one may stop anywhere on the way.
//
// The constant part of H is kept and copied, and only what differs is added to it.
// SPDX-License-Identifier: MIT
#include "deform/newton.h"

#include <string.h>

#define SMALLEST 1e-8 // on the whole diagonal
#define ARMIJO 1e-4
#define HALVINGS 40
#define STRETCHES 6
#define SLOPE_SHARE 0.85   // of what the slope promises; in a valley it is half
#define SETTLED_SHARE 1e-9 // of the energy: less is no progress
#define FIRST_SHIFT 1e-4
#define SHIFTS 14
#define EXACT_SHARE 3  // tolerances: after an exact step so short the next would be within one
#define RETRY 2        // iterations until the next exact one, where it was not positive
#define ROUNDING 1e-12 // of the energy: what an evaluation cannot tell

// --- create -------------------------------------------------------------------------------------

typedef struct draft {
    int *slots;         // an edge of the sheet: its place among `edges`
    linear_edge *edges; // of the system
    int edge_count, turn_edges, turn_count;
    int *edge_places;
    element *list;
    int count;
    int (*sides)[3]; // an element: places of its edges
    double *bones;   // a triangle: the weights of its bones, summed
    vec2 *positions;
    int *place_of; // a triangle: its place among the elements
} draft;

static bool make_draft(draft *d, arena *brief, const sheet *rest, const handle_set *handles) {
    d->turn_count = pulls_count_turns(handles, &d->turn_edges);
    d->slots = ARENA_ARRAY(brief, int, rest->edge_count);
    d->edges = ARENA_ARRAY(brief, linear_edge, rest->edge_count + d->turn_edges);
    d->edge_places = ARENA_ARRAY(brief, int, rest->edge_count + d->turn_edges);
    d->list = ARENA_ARRAY(brief, element, rest->triangle_count);
    d->sides = arena_take(brief, (size_t)rest->triangle_count, sizeof *d->sides);
    d->bones = ARENA_ARRAY(brief, double, rest->triangle_count);
    d->positions = ARENA_ARRAY(brief, vec2, rest->vertex_count + d->turn_count);
    d->place_of = ARENA_ARRAY(brief, int, rest->triangle_count);
    return !arena_failed(brief);
}

/// The sheet's edges on held islands, and then those of the turns.
static bool list_edges(newton *n, draft *d, arena *owner, const sheet *rest, handle_set *handles,
                       const bool *held) {
    for (int e = 0; e < rest->edge_count; e++) {
        d->slots[e] = PANTIN_NONE;
        if (!held[rest->islands[rest->edges[e].a]]) continue;
        d->slots[e] = d->edge_count;
        d->edges[d->edge_count++] = rest->edges[e];
    }
    return pulls_create(&n->pulls, owner, handles, rest->vertex_count, d->edges + d->edge_count);
}

static void place_positions(draft *d, const sheet *rest, const handle_set *handles) {
    int row = rest->vertex_count;
    memcpy(d->positions, rest->rest, sizeof *d->positions * (size_t)rest->vertex_count);
    for (int h = 0; h < handles->count; h++)
        if (pulls_turns(&handles->list[h])) d->positions[row++] = handles->list[h].centroid;
}

static void list_elements(draft *d, const newton *n, const sheet *rest, const double *rigidity,
                          const bool *held) {
    for (int t = 0; t < rest->triangle_count; t++) {
        const int *corner = rest->triangles[t];
        d->place_of[t] = PANTIN_NONE;
        if (!held[rest->islands[corner[0]]]) continue;
        element *e = &d->list[d->count];
        *e = (element){ .triangle = t,
                        .area = rest->area[t],
                        .rigidity = rigidity != NULL ? rigidity[t] : 1,
                        .bone = d->bones[t] };
        for (int k = 0; k < 3; k++) {
            e->corners[k] = rest->rest[corner[k]];
            e->numbers[k] = n->number[corner[k]];
            d->sides[d->count][k] = d->edge_places[d->slots[rest->sides[t][k]]];
        }
        d->count++;
    }
}

/// The unit matrix for vertices of islands that no handle holds, and for the idle half of a turn's row.
static void add_smallest(newton *n, const sheet *rest, const bool *held) {
    for (int row = 0; row < n->row_count; row++) {
        bool real = row < n->vertex_count && held[rest->islands[row]];
        double *block = n->rest_places + 4 * (size_t)n->vertex_places[row];
        block[0] += real ? SMALLEST : 1;
        block[3] += real ? SMALLEST : 1;
    }
}

static bool fill(newton *n, draft *d, arena *owner, arena *brief, const sheet *rest,
                 const bool *held, const pantin_deform_setup *setup) {
    const int *order = linear_order_of(n->system);
    int *by_number = ARENA_ARRAY(brief, int, n->row_count);
    if (by_number == NULL) return false;
    linear_places_of(n->system, n->vertex_places, d->edge_places);
    for (int k = 0; k < n->row_count; k++) {
        n->number[order[k]] = k;
        by_number[k] = n->vertex_places[order[k]];
    }
    pulls_place(&n->pulls, n->number, n->vertex_places, d->edge_places + d->edge_count);
    list_elements(d, n, rest, setup->rigidity, held);
    if (!elements_create(&n->parts, owner, d->list, d->count, by_number, (const int(*)[3])d->sides))
        return false;
    for (int i = d->count - 1; i >= 0; i--) d->place_of[n->parts.order[i]] = i;
    if (!bones_create(&n->bones, owner, rest, setup, d->place_of)) return false;
    elements_add_constant(&n->parts, n->rest_places);
    add_smallest(n, rest, held);
    return true;
}

static bool prepare(newton *n, draft *d, arena *owner, arena *brief, const sheet *rest,
                    handle_set *handles, const bool *held, const pantin_deform_setup *setup,
                    pantin_error *error) {
    if (!make_draft(d, brief, rest, handles)) return memory_fail(error, "the bending of a sheet");
    if (!bones_weigh(rest, setup, d->bones, error)) return false;
    if (!list_edges(n, d, owner, rest, handles, held))
        return memory_fail(error, "the bending of a sheet");
    place_positions(d, rest, handles);
    n->vertex_count = rest->vertex_count;
    n->row_count = rest->vertex_count + d->turn_count;
    n->place_count = n->row_count + d->edge_count + d->turn_edges;
    n->system = linear_create(n->row_count, d->edges, d->edge_count + d->turn_edges, 2,
                              d->positions, error);
    if (n->system == NULL) return false;
    size_t numbers = 2 * ((size_t)n->row_count + 1), places = 4 * (size_t)n->place_count;
    n->number = ARENA_ARRAY(owner, int, n->row_count);
    n->vertex_places = ARENA_ARRAY(owner, int, n->row_count);
    n->rest_places = ARENA_ARRAY(owner, double, places);
    n->base = ARENA_ARRAY(owner, double, places);
    n->places = ARENA_ARRAY(owner, double, places);
    n->slope = ARENA_ARRAY(owner, double, numbers);
    n->step = ARENA_ARRAY(owner, double, numbers);
    n->trial = ARENA_ARRAY(owner, double, numbers);
    n->origin = ARENA_ARRAY(owner, double, numbers);
    n->frozen = ARENA_ARRAY(owner, bool, n->row_count);
    if (arena_failed(owner) || !fill(n, d, owner, brief, rest, held, setup))
        return memory_fail(error, "the bending of a sheet");
    return true;
}

bool newton_create(newton *n, arena *owner, const sheet *rest, handle_set *handles,
                   const bool *held, const pantin_deform_setup *setup, pantin_error *error) {
    arena brief = { 0 };
    draft d = { 0 };
    bool made = prepare(n, &d, owner, &brief, rest, handles, held, setup, error);
    arena_free(&brief);
    return made;
}

void newton_destroy(newton *n) { linear_destroy(n->system); }

// --- order --------------------------------------------------------------------------------------

void newton_number(const newton *n, const double *points, double *x) {
    memset(x, 0, 2 * sizeof *x * ((size_t)n->row_count + 1));
    for (int v = 0; v < n->vertex_count; v++)
        double2_store(x + 2 * (size_t)n->number[v], double2_load(points + 2 * (size_t)v));
}

void newton_place(const newton *n, const double *x, double *points) {
    for (int v = 0; v < n->vertex_count; v++)
        double2_store(points + 2 * (size_t)v, double2_load(x + 2 * (size_t)n->number[v]));
}

/// Whether the second derivatives are tried as they are, and in how many iterations again.
typedef struct chances {
    bool exact;
    int wait;
} chances;

// --- an iteration -------------------------------------------------------------------------------

double newton_energy(newton *n, const double *x, double part) {
    double of_parts = elements_energy(&n->parts, x);
    return of_parts + pulls_energy(&n->pulls, x, part);
}

static void set_base(newton *n, double part) {
    if (n->base_part == part) return;
    memcpy(n->base, n->rest_places, 4 * sizeof *n->base * (size_t)n->place_count);
    pulls_add_constant(&n->pulls, part, n->base);
    n->base_part = part;
}

void newton_assemble(newton *n, const double *x, double part, bool exact) {
    set_base(n, part);
    memcpy(n->places, n->base, 4 * sizeof *n->places * (size_t)n->place_count);
    memset(n->slope, 0, 2 * sizeof *n->slope * ((size_t)n->row_count + 1));
    if (n->bones.count > 0) bones_pull(&n->bones, &n->parts, x);
    pulls_fit(&n->pulls, x);
    elements_assemble(&n->parts, x, exact, n->slope, n->places);
    pulls_slope(&n->pulls, x, part, n->slope);
    pulls_write_turns(&n->pulls, part, exact, n->places);
}

static void hold_frozen(const newton *n, double *x) {
    for (int row = 0; n->any_frozen && row < n->row_count; row++)
        if (n->frozen[row]) x[2 * (size_t)n->number[row]] = x[2 * (size_t)n->number[row] + 1] = 0;
}

/// The factor of the second derivatives: as they are where the last step was short and they are
/// positive, made so else. A shift where rounding made a pivot vanish. False: a number is not finite.
static bool factor(newton *n, const double *x, double part, chances *odds) {
    if (odds->exact && linear_factor_placed(n->system, n->places)) return true;
    if (odds->exact) {
        *odds = (chances){ false, RETRY };
        newton_assemble(n, x, part, false);
        hold_frozen(n, n->slope);
    }
    if (linear_factor_placed(n->system, n->places)) return true;
    double shift = FIRST_SHIFT;
    for (int k = 0; k < SHIFTS; k++, shift *= 10) {
        for (int row = 0; row < n->row_count; row++) {
            n->places[4 * (size_t)n->vertex_places[row]] += shift;
            n->places[4 * (size_t)n->vertex_places[row] + 3] += shift;
        }
        if (linear_factor_placed(n->system, n->places)) return true;
    }
    return false;
}

/// Whether there is nothing to do: sheets that stand rigidly on their handles.
static bool is_flat(const newton *n) {
    hold_frozen(n, n->slope);
    for (size_t k = 0; k < 2 * (size_t)n->row_count; k++)
        if (n->slope[k] != 0) return false;
    return true;
}

static double longest(const newton *n, const double *step) {
    double most = 0;
    for (int row = 0; row < n->vertex_count; row++) {
        const double *at = step + 2 * (size_t)n->number[row];
        most = max_double(most, at[0] * at[0] + at[1] * at[1]);
    }
    return sqrt(most);
}

/// The step, and how much the energy falls along it at first; not above 0 where there is no way down.
static double find_step(newton *n, const double *x, double part, chances *odds) {
    double fall = 0;
    if (!factor(n, x, part, odds)) return 0;
    memcpy(n->step, n->slope, 2 * sizeof *n->step * ((size_t)n->row_count + 1));
    linear_solve_numbered(n->system, n->step);
    hold_frozen(n, n->step);
    for (int row = n->vertex_count; row < n->row_count; row++)
        n->step[2 * (size_t)n->number[row]] = n->step[2 * (size_t)n->number[row] + 1] = 0;
    for (size_t k = 0; k < 2 * (size_t)n->row_count; k++) {
        fall += n->slope[k] * n->step[k];
        n->step[k] = -n->step[k];
    }
    return finite_double(fall) ? fall : 0;
}

static void try_step(newton *n, const double *x, double part) {
    double2 by = double2_splat(part);
    for (size_t k = 0; k < 2 * (size_t)n->row_count; k += 2)
        double2_store(n->trial + k, double2_load(x + k) + by * double2_load(n->step + k));
}

/// Longer ones, while the energy falls as if it were no valley but a slope: near a saddle, where curvature
/// that was made positive holds back.
static double stretch_step(newton *n, const double *x, double part, double most, double fall,
                           double share, double *energy) {
    double before = *energy;
    bool better = true;
    for (int k = 0; k < STRETCHES && better && 2 * part <= most; k++) {
        try_step(n, x, 2 * part);
        double reached = newton_energy(n, n->trial, share);
        better = reached < *energy;
        if (!better) break;
        // Half of it would be a valley's middle.
        better = before - reached > SLOPE_SHARE * part * fall;
        before = *energy = reached;
        part *= 2;
    }
    try_step(n, x, part);
    return part;
}

/// The part of the step that lowers the energy enough; 0 if none does. Leaves the new place in `trial`.
static double search_line(newton *n, const double *x, double fall, double share, double *energy) {
    double most = elements_step_limit(&n->parts, x, n->step), part = min_double(most, 1);
    for (int k = 0; k < HALVINGS; k++, part *= 0.5) {
        try_step(n, x, part);
        double reached = newton_energy(n, n->trial, share), gain = *energy - reached;
        if (!(gain >= ARMIJO * part * fall)) continue;
        *energy = reached;
        if (k == 0 && gain > SLOPE_SHARE * part * fall)
            return stretch_step(n, x, part, most, fall, share, energy);
        return part;
    }
    return 0;
}

/// How much of the way from x to `trial` may be gone before a vertex is `limit` from its `origin`.
static double cut_at_limit(const newton *n, const double *origin, const double *x, double limit) {
    double part = 1;
    for (int row = 0; row < n->vertex_count; row++) {
        size_t k = 2 * (size_t)n->number[row];
        vec2 from = vec2_make(x[k] - origin[k], x[k + 1] - origin[k + 1]);
        vec2 by = vec2_make(n->trial[k] - x[k], n->trial[k + 1] - x[k + 1]);
        vec2 to = vec2_add(from, by);
        if (vec2_dot(to, to) <= limit * limit) continue;
        // |from + t by| = limit, from inside: a t^2 + 2 b t - c = 0.
        double a = vec2_dot(by, by), b = vec2_dot(from, by);
        double c = max_double(limit * limit - vec2_dot(from, from), 0);
        double root = sqrt(b * b + a * c);
        part = min_double(part, b > 0 ? c / (b + root) : (root - b) / a);
    }
    return part;
}

newton_outcome newton_run(newton *n, double *x, newton_task task) {
    size_t size = 2 * sizeof *x * (size_t)n->row_count;
    newton_outcome out = { .energy = newton_energy(n, x, task.part) };
    bool limits = task.limit_px < INFINITY;
    if (limits) memcpy(n->origin, x, size);
    chances odds = { false, 0 };
    while (out.iterations < task.most && !out.settled) {
        newton_assemble(n, x, task.part, odds.exact);
        if (is_flat(n)) out.settled = true;
        if (out.settled) break;
        if (n->bones.count > 0) out.energy = newton_energy(n, x, task.part); // for turns refitted
        double fall = find_step(n, x, task.part, &odds);
        bool exact = odds.exact;
        double before = out.energy, way = longest(n, n->step);
        out.iterations++;
        out.last_move = 0;
        double part =
            fall > ROUNDING * before ? search_line(n, x, fall, task.part, &out.energy) : 0;
        if (part == 0) out.settled = true; // as low as rounding lets it
        if (part == 0) break;
        double share = limits ? cut_at_limit(n, n->origin, x, task.limit_px) : 1;
        if (share < 1) {
            try_step(n, x, share * part);
            out.limited = true;
        }
        memcpy(x, n->trial, size);
        out.last_move = share * part * way;
        if (out.limited) break;
        if (odds.wait > 0) odds.wait--;
        odds.exact = odds.wait == 0 && part == 1;
        out.settled = way <= (exact ? EXACT_SHARE : 1) * task.tolerance_px ||
                      before - out.energy <= SETTLED_SHARE * before;
    }
    if (out.limited) out.energy = newton_energy(n, x, task.part);
    return out;
}
