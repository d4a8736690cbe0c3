// arap.c — "arap": as rigid as possible, and no triangle ever turned over.
//
// The energy (elements.c, pulls.c, bones.c) has a barrier that is endless where a triangle's area
// vanishes; Newton's method (newton.c) goes down from a legal sheet and never crosses it. An interior
// vertex's angles sum to a whole number of turns that can only change where a triangle has no area, so on
// such ways none is ever wound around twice either.
//
// A frame is one of
//   track   from the frame before, straight to the targets; held back where a vertex would come farther
//           than 1.5 times the largest way of a handle and 5 px (`lagging`: an interior snap becomes a
//           swift move), doubled each time so that it has caught up within six frames;
//   repose  where tracking has jammed or left the sheet crumpled: the handles let go and pull again, ten
//           times harder each time, and a shape of much lower energy is taken (`reposed`: a pop is possible);
//   jump    without a frame before, or when a handle is far off; along a path where one is given, from
//           the rest, where paths begin (arap_jump.c).
// What is written was verified in float32 (arap_end.c).
//
// State is the written frame and three small counts, which its report carries.
// SPDX-License-Identifier: MIT
#include "deform/arap.h"

#include <string.h>

#define TOLERANCE 0.003 // of the mean edge
#define USUAL_MOST 40
#define FREE_PX 5.0     // a frame may always go so far
#define FREE_SHARE 1.5  // and so many times the way of its handles
#define LAG_MOST 5      // frames held back in a row
#define FAR_SHARE 0.25  // of the diagonal: a handle's way that is a jump
#define PATIENCE 3      // frames between two tries at another shape
#define MOST_FAILURES 5 // PATIENCE times 2^5 frames
#define STILL 0.01      // of the mean edge: a sheet that moves less lies still

// --- create -------------------------------------------------------------------------------------

/// A triangle thinner than rounding can write must keep farther from the floor, or cannot be promised.
static bool set_floors(arap_machine *m, pantin_error *error) {
    const sheet *rest = &m->base.rest;
    double farthest = max_double(max_double(rest->center.x, -rest->center.x),
                                 max_double(rest->center.y, -rest->center.y)) +
                      5 * rest->diagonal;
    double step = farthest * 0x1p-23; // of float32 out there
    for (int t = 0; t < rest->triangle_count; t++) {
        double longest = 0;
        for (int k = 0; k < 3; k++)
            longest =
                max_double(longest, vec2_distance(rest->rest[rest->triangles[t][k]],
                                                  rest->rest[rest->triangles[t][(k + 1) % 3]]));
        double height = 2 * rest->area[t] / longest, blur = 2 * step / height;
        if (!(blur < 0.25))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "rest",
                               "triangle %d is %g px thin, too thin to be written: clean the mesh, "
                               "or bend by \"arap-triangle\"",
                               t, height);
        m->floors[t] = BARRIER_FLOOR + blur;
    }
    return true;
}

static void measure_spacing(arap_machine *m) {
    const sheet *rest = &m->base.rest;
    double sum = 0;
    for (int e = 0; e < rest->edge_count; e++)
        sum += vec2_distance(rest->rest[rest->edges[e].a], rest->rest[rest->edges[e].b]);
    m->spacing = rest->edge_count > 0 ? sum / rest->edge_count : 1;
    for (int t = 0; t < rest->triangle_count; t++) m->area += rest->area[t];
}

static void find_reaches(arap_machine *m) {
    const sheet *rest = &m->base.rest;
    const handle_set *set = &m->base.handles;
    for (int v = 0; v < rest->vertex_count; v++) {
        double nearest = INFINITY;
        int of = PANTIN_NONE;
        for (int h = 0; h < set->count; h++) {
            double distance = vec2_distance(set->list[h].centroid, rest->rest[v]);
            if (distance < nearest) nearest = distance, of = h;
        }
        if (of != PANTIN_NONE) m->reaches[of] = max_double(m->reaches[of], nearest);
    }
}

/// Islands that one handle holds, which holds nothing else, and no bone bends.
static void find_alone(arap_machine *m, const pantin_deform_setup *setup) {
    enum { SEVERAL = -2 };
    const sheet *rest = &m->base.rest;
    const handle_set *set = &m->base.handles;
    for (int i = 0; i < rest->island_count; i++) m->alone[i] = PANTIN_NONE;
    for (int h = 0; h < set->count; h++)
        for (int k = set->list[h].first; k < set->list[h].first + set->list[h].count; k++) {
            int first = rest->islands[set->vertices[set->list[h].first]];
            int *island = &m->alone[rest->islands[set->vertices[k]]];
            bool ours = *island == PANTIN_NONE || *island == h;
            *island = ours ? h : SEVERAL;
            if (island == &m->alone[first]) continue;
            *island = m->alone[first] = SEVERAL;
        }
    for (int b = 0; b < setup->bone_count; b++)
        for (int k = 0; k < setup->bones[b].count; k++)
            m->alone[rest->islands[rest->triangles[setup->bones[b].triangles[k]][0]]] = SEVERAL;
    for (int i = 0; i < rest->island_count; i++)
        if (m->alone[i] == SEVERAL) m->alone[i] = PANTIN_NONE;
}

static bool prepare(void *self, const pantin_deform_setup *setup, arena *brief,
                    pantin_error *error) {
    (void)brief;
    arap_machine *m = self;
    bending *b = &m->base;
    arena *owner = &b->owner;
    if (!newton_create(&m->solver, owner, &b->rest, &b->handles, b->followers.held, setup, error))
        return false;
    size_t numbers = 2 * ((size_t)m->solver.row_count + 1);
    m->floors = ARENA_ARRAY(owner, double, b->rest.triangle_count);
    m->clear = ARENA_ARRAY(owner, double, b->rest.triangle_count);
    m->ratios = ARENA_ARRAY(owner, double, b->rest.triangle_count);
    m->reaches = ARENA_ARRAY(owner, double, b->handles.count);
    m->ramp_centers = ARENA_ARRAY(owner, vec2, b->handles.count);
    m->ramp_angles = ARENA_ARRAY(owner, double, b->handles.count);
    m->alone = ARENA_ARRAY(owner, int, b->rest.island_count);
    m->before = ARENA_ARRAY(owner, pantin_point32, b->rest.vertex_count);
    m->x = ARENA_ARRAY(owner, double, numbers);
    m->start = ARENA_ARRAY(owner, double, numbers);
    m->rival = ARENA_ARRAY(owner, double, numbers);
    m->origin = ARENA_ARRAY(owner, double, numbers);
    m->path_end = ARENA_ARRAY(owner, double, numbers);
    if (arena_failed(owner)) return memory_fail(error, "the bending of a sheet");
    measure_spacing(m);
    find_reaches(m);
    find_alone(m, setup);
    return set_floors(m, error);
}

static void destroy(void *self) {
    arap_machine *m = self;
    if (m != NULL) newton_destroy(&m->solver);
    bending_destroy(m);
}

static void *create(const pantin_deform_setup *setup, const pantin_deform_options *options,
                    pantin_error *error) {
    static const bending_parts parts = { sizeof(arap_machine), prepare, destroy };
    return bending_create(&parts, setup, options, error);
}

// --- what is kept -------------------------------------------------------------------------------

static void resume(void *self, uint32_t memory) {
    arap_machine *m = self;
    m->lag = (int)(memory & 7);
    m->wait = (int)(memory >> 4 & 127);
    m->failures = (int)(memory >> 12 & 7);
}

static void reset(void *self) { resume(self, 0); }

static uint32_t remember(const arap_machine *m) {
    return (uint32_t)m->lag | (uint32_t)m->wait << 4 | (uint32_t)m->failures << 12;
}

/// After a try at another shape; where it was of no use and the sheet lies still, the next comes later.
static void note_try(arap_machine *m, bool again) {
    m->failures = again ? 0 : min_int(m->failures + 1, MOST_FAILURES);
    m->wait = PATIENCE << m->failures;
}

// --- a frame's beginning ------------------------------------------------------------------------

/// Islands that stand on their only handle already are where they should be, exactly.
static void freeze_islands(arap_machine *m) {
    const bending *b = &m->base;
    m->solver.any_frozen = false;
    for (int v = 0; v < b->rest.vertex_count; v++) {
        int island = b->rest.islands[v], h = m->alone[island];
        bool stands =
            !b->followers.held[island] || (h != PANTIN_NONE && b->handles.list[h].scale == 1);
        m->solver.frozen[v] = stands;
        m->solver.any_frozen = m->solver.any_frozen || stands;
    }
}

static bool is_sound_start(arap_machine *m, const pantin_point32 *start) {
    int n = m->base.rest.vertex_count;
    memcpy(m->before, start, sizeof *start * (size_t)n);
    for (int v = 0; v < n; v++)
        if (!finite_double(start[v].x) || !finite_double(start[v].y)) return false;
    pantin_bend_quality quality = pantin_bend_measure(m->base.meter, start, NULL, NULL);
    return arap_is_sound(&quality);
}

/// Where a way from rest begins, into m->x: on the first targets of its path.
static void begin_path(arap_machine *m, const pantin_target *first) {
    bending *b = &m->base;
    bending_begin(b, first, NULL);
    newton_number(&m->solver, b->x, m->x);
    bending_begin(b, m->targets, NULL);
    freeze_islands(m);
    for (int v = 0; v < b->rest.vertex_count; v++) {
        vec2 at = bending_point(b->x, v);
        if (m->solver.frozen[v]) bending_put(m->x, m->solver.number[v], at);
    }
}

/// Where the frame begins, into m->x.
static void begin(arap_machine *m, const pantin_point32 *start) {
    bending *b = &m->base;
    bending_begin(b, m->targets, start);
    freeze_islands(m);
    // Placed on its only handle, but bent by bones, or scaled: it goes on from where it was.
    for (int v = 0; v < b->rest.vertex_count && start != NULL; v++)
        if (!m->solver.frozen[v]) bending_put(b->x, v, vec2_from32(start[v]));
    newton_number(&m->solver, b->x, m->x);
}

/// What a handle has before it.
typedef struct way {
    double shift, turn; // px; the chord of the unit circle
} way;

static way way_of(const arap_machine *m, const handle *h) {
    const handle_set *set = &m->base.handles;
    vec2 sum = { 0, 0 };
    turn by = { 0, 0 };
    for (int k = h->first; k < h->first + h->count; k++) {
        vec2 at = bending_point(m->x, m->solver.number[set->vertices[k]]);
        sum = vec2_add(sum, at);
        turn_gather(&by, 1, set->offsets[k], at);
    }
    way before = { vec2_distance(vec2_scale(sum, 1.0 / h->count), h->center), 0 };
    if (h->free_turn || !turn_is_clear(by, 0)) return before;
    by = turn_unit(by);
    double dx = by.cosine - h->by.cosine, dy = by.sine - h->by.sine;
    before.turn = sqrt(dx * dx + dy * dy);
    return before;
}

/// The largest way of a handle, its turn counted where it is felt most; `far`: one is far off. A bone's way is
/// not counted: it seldom has the turn it wants, and would allow a pop each time.
static double largest_way(const arap_machine *m, bool *far) {
    double largest = 0;
    for (int i = 0; i < m->base.handles.count; i++) {
        way before = way_of(m, &m->base.handles.list[i]);
        largest = max_double(largest, before.shift + before.turn * m->reaches[i]);
        *far = *far || before.shift > FAR_SHARE * m->base.rest.diagonal ||
               before.turn > 1.4142135623730951;
    }
    return largest;
}

// --- a frame ------------------------------------------------------------------------------------

static pantin_deform_status track(arap_machine *m, double way_px, int most) {
    double limit = (FREE_SHARE * way_px + FREE_PX) * (double)(1 << m->lag);
    memcpy(m->origin, m->x, 2 * sizeof *m->x * ((size_t)m->solver.row_count + 1));
    m->outcome = arap_descend(m, 1, most, m->lag < LAG_MOST ? limit : INFINITY);
    m->lag = m->outcome.limited ? m->lag + 1 : 0;
    if (m->outcome.limited) return PANTIN_LAGGING;
    bool stuck = arap_is_stuck(m);
    if (!stuck && !arap_is_crumpled(m, m->outcome)) {
        m->failures = 0;
        return PANTIN_REACHED;
    }
    double moved = bending_largest_move(m->origin, m->x, m->solver.row_count);
    bool moves = moved > STILL * m->spacing;
    if (moves) m->wait = min_int(m->wait, PATIENCE);
    // What is only crumpled may be on its way, wound up to be unwound: no pop before it lies still.
    if (m->wait > 0 || (moves && !stuck)) return PANTIN_REACHED;
    bool found = arap_repose(m, most);
    note_try(m, found || moves);
    return found ? PANTIN_REPOSED : PANTIN_REACHED;
}

static pantin_deform_status jump(arap_machine *m, const pantin_target *const *path, int path_count,
                                 bool warm, double way_px, int most) {
    memcpy(m->start, m->x, 2 * sizeof *m->x * ((size_t)m->solver.row_count + 1));
    if (path_count > 0) begin_path(m, path[0]);
    arap_jump(m, path, path_count, path_count > 0 || !warm, most);
    m->lag = 0;
    note_try(m, !arap_is_stuck(m));
    if (!warm) return PANTIN_REACHED;
    double moved = bending_largest_move(m->start, m->x, m->solver.row_count);
    return moved > FREE_SHARE * way_px + FREE_PX ? PANTIN_REPOSED : PANTIN_REACHED;
}

static pantin_deform_status bend(arap_machine *m, const pantin_target *const *path, int path_count,
                                 bool warm, int most) {
    bool far = false;
    if (!elements_set_floors(&m->solver.parts, m->x, m->clear)) warm = false;
    bones_receive(&m->solver.bones, m->bone_angles);
    double way_px = largest_way(m, &far);
    m->wait = max_int(m->wait - 1, 0);
    bool jumps = !warm || (far && m->wait == 0); // a path is but the way
    pantin_deform_status status =
        jumps ? jump(m, path, path_count, warm, way_px, most) : track(m, way_px, most);
    return status == PANTIN_REACHED && !m->outcome.settled ? PANTIN_CAPPED : status;
}

/// Bends from `start` into b->x.
static pantin_deform_status solve_frame(arap_machine *m, const pantin_target *const *path,
                                        int path_count, const pantin_point32 *start, int most) {
    bending *b = &m->base;
    pantin_deform_status status = PANTIN_REACHED;
    begin(m, start);
    if (b->handles.count > 0) {
        status = bend(m, path, path_count, start != NULL, most);
        newton_place(&m->solver, m->x, b->x);
        handles_turn_free(&b->handles, b->x);
    }
    deform_followers_place(&b->followers, &b->rest, b->x);
    return status;
}

/// Solves, writes and verifies; a second time where rounding spoils it; then stands still.
static void solve_soundly(arap_machine *m, const pantin_target *const *path, int path_count,
                          const pantin_point32 *start, int most, pantin_point32 *out,
                          pantin_deform_report *report) {
    uint32_t memory = remember(m);
    memcpy(m->clear, m->floors, sizeof *m->clear * (size_t)m->base.rest.triangle_count);
    for (int tries = 0; tries < 2; tries++) {
        resume(m, memory);
        report->status = solve_frame(m, path, path_count, start, most);
        if (arap_write(m, out, &report->quality)) return;
        arap_keep_clear(m);
    }
    report->status = PANTIN_STALLED;
    arap_stand_still(m, start != NULL, out, &report->quality);
}

static pantin_deform_report solve(void *self, const pantin_target *targets,
                                  const double *bone_angles, const pantin_point32 *start,
                                  const pantin_target *const *path, int path_count,
                                  pantin_budget budget, pantin_point32 *out,
                                  pantin_handle_report *handles, float *bind) {
    arap_machine *m = self;
    pantin_deform_report report = { 0 };
    m->targets = targets;
    m->bone_angles = bone_angles;
    m->iterations = 0;
    m->outcome = (newton_outcome){ .settled = true };
    m->tolerance = budget.tolerance_px > 0 ? budget.tolerance_px : TOLERANCE * m->spacing;
    int most = budget.iterations > 0 ? min_int(budget.iterations, 100000) : USUAL_MOST;
    if (start == NULL) reset(m);
    bool warm = start != NULL && is_sound_start(m, start); // a copy: `out` may be the same place
    solve_soundly(m, path, path == NULL ? 0 : path_count, warm ? m->before : NULL, most, out,
                  &report);
    report.iterations = m->iterations;
    report.energy = m->outcome.energy;
    report.last_move_px = m->outcome.last_move;
    report.memory = remember(m);
    bool reached = handles_measure(&m->base.handles, out, handles);
    if (report.status == PANTIN_REACHED && !reached) report.status = PANTIN_SHORT;
    if (bind != NULL) arap_show_bind(m, bind);
    return report;
}

// --- the door -----------------------------------------------------------------------------------

const pantin_deformer deform_arap = {
    .name = "arap",
    .promises = PANTIN_FOLLOWS_RIGID | PANTIN_NEVER_FLIPS,
    .create = create,
    .solve = solve,
    .reset = reset,
    .resume = resume,
    .destroy = destroy,
    .not_yet = NULL,
};

const double *arap_iterate(const void *machine) { return ((const arap_machine *)machine)->base.x; }

linear_counts arap_count(const void *machine) {
    return linear_count(((const arap_machine *)machine)->solver.system);
}
