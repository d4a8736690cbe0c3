// bending.c — what every player's machine has, and how every frame begins and ends.
//
// A player is what happens between bending_begin and bending_end: from a start and the goals of the
// handles to vertices. Everything around it (checks, the start, islands, what is written when a
// number is not finite, the report) is one for all, so that they can be held against each other.
// SPDX-License-Identifier: MIT
#include "deform/bending.h"

#include "base/assert.h"
#include "deform/quality.h"

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

static bool prepare(bending *b, const bending_parts *parts, const pantin_deform_setup *setup,
                    arena *brief, pantin_error *error) {
    if (!check_options(&b->options, error)) return false;
    if (!sheet_create(&b->rest, &b->owner, setup->rest, setup->mirrored_rest, setup->mirror_x,
                      error))
        return false;
    if (!check_rigidity(setup->rigidity, b->rest.triangle_count, error)) return false;
    if (!handles_create(&b->handles, &b->owner, &b->rest, setup, error)) return false;
    if (!deform_followers_create(&b->followers, &b->owner, &b->rest, &b->handles, error))
        return false;
    placement_create(&b->places, &b->owner, &b->rest, &b->handles);
    b->x = ARENA_ARRAY(&b->owner, double, 2 * ((size_t)b->rest.vertex_count + 1));
    if (arena_failed(&b->owner)) return memory_fail(error, "the bending of a sheet");
    b->meter = pantin_bend_meter_create(setup->rest, setup->mirrored_rest, setup->rigidity, error);
    if (b->meter == NULL) return false;
    return parts->prepare == NULL || parts->prepare(b, setup, brief, error);
}

void *bending_create(const bending_parts *parts, const pantin_deform_setup *setup,
                     const pantin_deform_options *options, pantin_error *error) {
    arena owner = { 0 }, brief = { 0 };
    bending *b = arena_take(&owner, 1, parts->size);
    if (b == NULL) {
        memory_fail(error, "the bending of a sheet");
        return NULL;
    }
    b->owner = owner;
    b->options = options != NULL ? *options : pantin_deform_defaults();
    bool ready = prepare(b, parts, setup, &brief, error);
    if (ready && (arena_failed(&b->owner) || arena_failed(&brief)))
        ready = memory_fail(error, "the bending of a sheet");
    arena_free(&brief);
    if (ready) return b;
    parts->destroy(b);
    return NULL;
}

void bending_destroy(void *machine) {
    bending *b = machine;
    if (b == NULL) return;
    pantin_bend_meter_destroy(b->meter);
    arena owner = b->owner;
    arena_free(&owner);
}

void bending_forget_nothing(void *machine) { (void)machine; }

void bending_resume_nothing(void *machine, uint32_t memory) { (void)machine, (void)memory; }

bool bending_begin(bending *b, const pantin_target *targets, const pantin_point32 *start) {
    handles_receive(&b->handles, &b->rest, targets);
    return placement_start(&b->places, &b->rest, &b->handles, &b->followers, start, b->x);
}

int bending_iterations(const bending *b, pantin_budget budget, bool warm) {
    if (budget.iterations > 0) return min_int(budget.iterations, 100000);
    return warm ? b->options.warm_iterations : b->options.cold_iterations;
}

void bending_factor_again(void *machine, bool (*factor)(void *machine)) {
    bool made = factor(machine);
    PANTIN_ASSERT(made);
    (void)made;
}

void bending_mend(bending *b, const bending_mender *player, repair *mends, const int *triangles,
                  int count, int most, double tolerance, pantin_deform_report *report) {
    report->inverted_raw = repair_find(mends, &b->rest, triangles, count, b->x);
    if (!b->options.repair) return;
    while (mends->flipped_count > 0 && report->repair_rounds < b->options.repair_rounds) {
        if (!repair_raise(mends, &b->rest)) return;
        // Cannot be, short of weights at their bounds; then what was solved before stands.
        if (!player->factor(b)) {
            repair_lower(mends, &b->rest);
            bending_factor_again(b, player->factor);
            return;
        }
        report->repair_rounds++;
        player->iterate(b, most, tolerance, report);
        repair_find(mends, &b->rest, triangles, count, b->x);
    }
}

double bending_largest_move(const double *x, const double *next, int count) {
    double largest = 0;
    for (int v = 0; v < count; v++) {
        double dx = next[2 * (size_t)v] - x[2 * (size_t)v];
        double dy = next[2 * (size_t)v + 1] - x[2 * (size_t)v + 1];
        largest = max_double(largest, dx * dx + dy * dy);
    }
    return sqrt(largest);
}

static pantin_point32 as_written(vec2 p) { return (pantin_point32){ (float)p.x, (float)p.y }; }

// False: some vertex is no finite number, so the frame before is written, or the rest.
static bool write_vertices(const bending *b, const pantin_point32 *before, pantin_point32 *out) {
    bool finite = true;
    for (int v = 0; v < b->rest.vertex_count; v++) {
        pantin_point32 p = as_written(bending_point(b->x, v));
        finite = finite && finite_double(p.x) && finite_double(p.y);
    }
    for (int v = 0; v < b->rest.vertex_count; v++) {
        if (finite)
            out[v] = as_written(bending_point(b->x, v));
        else
            out[v] = before != NULL ? before[v] : as_written(b->rest.rest[v]);
    }
    return finite;
}

void bending_end(bending *b, const pantin_point32 *before, bool settled, pantin_point32 *out,
                 pantin_handle_report *handles, float *bind, pantin_deform_report *report) {
    bool finite = write_vertices(b, before, out);
    bool reached = handles_measure(&b->handles, out, handles);
    report->status = !finite    ? PANTIN_STALLED
                     : !settled ? PANTIN_CAPPED
                     : reached  ? PANTIN_REACHED
                                : PANTIN_SHORT;
    report->quality = pantin_bend_measure(b->meter, out, NULL, NULL);
    const double *away = quality_away(b->meter);
    report->energy = 0;
    for (int t = 0; t < b->rest.triangle_count; t++) {
        report->energy += b->rest.area[t] * away[t];
        if (bind != NULL) bind[t] = 0;
    }
}
