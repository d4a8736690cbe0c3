// placement.c — where a solve starts: the frame before, or the rest placed rigidly on its targets.
//
// The best rigid fit of an island: its handles' centroids c_h go to their centers q_h, means to
// means, with w_h = weight times vertices, and turned as
//     m = sum_h w_h conj(c_h - mean c) (q_h - mean q) + sum_(held h) weight spread scale e^(i angle)
// does, the second part being what the vertices within a handle add. Where the handles of an island
// do not tell a turn (one free handle, or one vertex), it turns as it did in the frame before, and
// in a jump as the whole figure does, so that turning all targets turns everything.
//
// An island with one handle has a rigid answer, energy 0. It starts there, and the iterations have
// nothing left to do: one handle moves a sheet exactly, not to within eight iterations.
// SPDX-License-Identifier: MIT
#include "deform/placement.h"

struct place {
    int handles, last; // how many hold it, and one of them
    double weight;
    bool plain; // no handle of it is scaled
    rigid move; // while gathering, move.by is the sum m
    int vertices;
    rigid before; // from rest to the frame before; before.by is a sum
};

void placement_create(placement *p, arena *owner, const sheet *rest, const handle_set *handles) {
    p->count = rest->island_count;
    p->part_count = 0;
    p->list = ARENA_ARRAY(owner, place, rest->island_count + 1);
    p->parts = ARENA_ARRAY(owner, placement_part, handles->vertex_count);
    int *part_of = ARENA_ARRAY(owner, int, rest->island_count); // the latest part of an island
    if (arena_failed(owner)) return;
    for (int i = 0; i < rest->island_count; i++) part_of[i] = PANTIN_NONE;
    for (int h = 0; h < handles->count; h++)
        for (int k = 0; k < handles->list[h].count; k++) {
            int island = rest->islands[handles->vertices[handles->list[h].first + k]];
            int known = part_of[island];
            if (known == PANTIN_NONE || p->parts[known].handle != h) {
                known = part_of[island] = p->part_count++;
                p->parts[known] = (placement_part){ h, island, 0 };
            }
            p->parts[known].count++;
        }
}

static void gather_means(place *to, const handle *h, double weight) {
    to->handles++;
    to->weight += weight;
    to->plain = to->plain && h->scale == 1;
    to->move.from = vec2_add(to->move.from, vec2_scale(h->centroid, weight));
    to->move.to = vec2_add(to->move.to, vec2_scale(h->center, weight));
}

static void finish_means(place *at) {
    if (at->handles == 0) return;
    at->move.from = vec2_scale(at->move.from, 1 / at->weight);
    at->move.to = vec2_scale(at->move.to, 1 / at->weight);
}

static void gather_turn(place *to, const handle *h, double weight) {
    turn_gather(&to->move.by, weight, vec2_sub(h->centroid, to->move.from),
                vec2_sub(h->center, to->move.to));
    if (h->free_turn) return;
    double within = weight / h->count * h->spread * h->scale;
    to->move.by.cosine += within * h->by.cosine;
    to->move.by.sine += within * h->by.sine;
}

static void gather_places(placement *p, const handle_set *handles) {
    for (int i = 0; i <= p->count; i++) p->list[i] = (place){ .plain = true };
    for (int step = 0; step < 2; step++) {
        for (int i = 0; i < p->part_count; i++) {
            place *at = &p->list[p->parts[i].island], *all = &p->list[p->count];
            const handle *h = &handles->list[p->parts[i].handle];
            double weight = h->weight * p->parts[i].count;
            at->last = p->parts[i].handle;
            void (*gather)(place *, const handle *, double) =
                step == 0 ? gather_means : gather_turn;
            gather(at, h, weight);
            gather(all, h, weight);
        }
        if (step == 0)
            for (int i = 0; i <= p->count; i++) finish_means(&p->list[i]);
    }
}

// The turn each island had in the frame before, from all its vertices: it may be any shape by now.
static void find_turns_before(placement *p, const sheet *rest, const pantin_point32 *start) {
    for (int v = 0; v < rest->vertex_count; v++) {
        place *at = &p->list[rest->islands[v]];
        at->vertices++;
        at->before.from = vec2_add(at->before.from, rest->rest[v]);
        at->before.to = vec2_add(at->before.to, vec2_from32(start[v]));
    }
    for (int i = 0; i < p->count; i++) {
        place *at = &p->list[i];
        if (at->vertices == 0) continue;
        at->before.from = vec2_scale(at->before.from, 1.0 / at->vertices);
        at->before.to = vec2_scale(at->before.to, 1.0 / at->vertices);
    }
    for (int v = 0; v < rest->vertex_count; v++) {
        place *at = &p->list[rest->islands[v]];
        turn_gather(&at->before.by, 1, vec2_sub(rest->rest[v], at->before.from),
                    vec2_sub(vec2_from32(start[v]), at->before.to));
    }
}

// Rounding leaves about (1e-16 diagonal)^2 where there is no turn; 1e-12 diagonal^2 is far above
// it.
static bool tells_turn(const place *at, const sheet *rest) {
    return turn_is_clear(at->move.by, 1e-12 * at->weight * rest->diagonal * rest->diagonal);
}

// Whether some island is held by one handle that does not tell its turn.
static bool asks_turn_before(const placement *p, const sheet *rest) {
    for (int i = 0; i < p->count; i++)
        if (p->list[i].handles == 1 && !tells_turn(&p->list[i], rest)) return true;
    return false;
}

static void settle_turns(placement *p, const sheet *rest, const handle_set *handles,
                         const pantin_point32 *start) {
    place *all = &p->list[p->count];
    all->move.by = tells_turn(all, rest) ? turn_unit(all->move.by) : turn_none();
    if (start != NULL && asks_turn_before(p, rest)) find_turns_before(p, rest, start);
    for (int i = 0; i < p->count; i++) {
        place *at = &p->list[i];
        if (at->handles == 0) continue;
        // A free handle that holds two islands turns them as one: the one of its first vertex leads.
        int lead = rest->islands[handles->vertices[handles->list[at->last].first]];
        if (tells_turn(at, rest))
            at->move.by = turn_unit(at->move.by);
        else if (start != NULL && at->handles == 1)
            at->move.by = turn_unit(p->list[lead].before.by);
        else
            at->move.by = all->move.by;
    }
}

static bool is_finite_start(const pantin_point32 *start, int count) {
    for (int v = 0; v < count; v++)
        if (!finite_double(start[v].x) || !finite_double(start[v].y)) return false;
    return true;
}

bool placement_start(placement *p, const sheet *rest, const handle_set *handles,
                     const follower_set *followers, const pantin_point32 *start, double *x) {
    if (start != NULL && !is_finite_start(start, rest->vertex_count)) start = NULL;
    gather_places(p, handles);
    settle_turns(p, rest, handles, start);
    for (int v = 0; v < rest->vertex_count; v++) {
        int island = rest->islands[v];
        const place *at = &p->list[island];
        vec2 to = rest->rest[v];
        if (at->handles > 0 && (start == NULL || (at->handles == 1 && at->plain)))
            to = rigid_point(at->move, to);
        else if (start != NULL && followers->held[island])
            to = vec2_from32(start[v]);
        x[2 * (size_t)v] = to.x;
        x[2 * (size_t)v + 1] = to.y;
    }
    return start != NULL;
}
