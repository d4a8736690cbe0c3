// islands.c — pieces of a sheet that no handle holds go along with the nearest piece that one does.
//
// A hat that floats above the head has no handle, so the energy leaves it free to be anywhere. It
// takes the rigid motion that best fits the few held vertices nearest to it: the one nearest of
// all, then that one's rings, 32 vertices at most. So few that it follows the head and not the
// whole figure; more than a triangle, so that one stretched triangle does not shake it.
//
// The nearest pair is found by sorting the held vertices along the longer side of the box and
// looking both ways from each free vertex only as far as the best distance so far.
// SPDX-License-Identifier: MIT
#include "deform/islands.h"

#include "base/sort.h"

#define NEAR_MOST 32

// What the search needs, and create throws away.
typedef struct search {
    const sheet *rest;
    bool along_y;          // the axis of the sort
    int *held, held_count; // vertices of held islands, ascending along that axis
    int *fan_first, *fan;  // a vertex: its triangles are fan[fan_first[v] .. fan_first[v + 1])
    int *seen;             // a vertex: 1 + the last follower whose rings met it
} search;

static double along(const search *s, int vertex) {
    return s->along_y ? s->rest->rest[vertex].y : s->rest->rest[vertex].x;
}

static int compare_along(const void *context, int first, int second) {
    double a = along(context, first), b = along(context, second);
    if (a != b) return a < b ? -1 : 1;
    return (first > second) - (first < second);
}

// How many of the held lie before `value`.
static int count_before(const search *s, double value) {
    int low = 0, high = s->held_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (along(s, s->held[middle]) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef struct nearest {
    double distance;
    int vertex;
} nearest;

static nearest look_around(const search *s, int vertex, nearest best) {
    vec2 p = s->rest->rest[vertex];
    double here = along(s, vertex);
    int middle = count_before(s, here);
    for (int way = -1; way <= 1; way += 2)
        for (int i = way < 0 ? middle - 1 : middle; i >= 0 && i < s->held_count; i += way) {
            double ahead = (along(s, s->held[i]) - here) * way;
            if (best.vertex != PANTIN_NONE && ahead >= best.distance) break;
            double distance = vec2_distance(p, s->rest->rest[s->held[i]]);
            if (best.vertex == PANTIN_NONE || distance < best.distance)
                best = (nearest){ distance, s->held[i] };
        }
    return best;
}

// The rings around `start` in order, into `near`. Answers how many.
static int gather_rings(const search *s, int start, int stamp, int *near) {
    int count = 0;
    near[count++] = start;
    s->seen[start] = stamp;
    for (int next = 0; next < count && count < NEAR_MOST; next++) {
        int from = s->fan_first[near[next]], to = s->fan_first[near[next] + 1];
        for (int f = from; f < to && count < NEAR_MOST; f++)
            for (int k = 0; k < 3 && count < NEAR_MOST; k++) {
                int v = s->rest->triangles[s->fan[f]][k];
                if (s->seen[v] == stamp) continue;
                s->seen[v] = stamp;
                near[count++] = v;
            }
    }
    return count;
}

static void fill_fans(search *s) {
    const sheet *rest = s->rest;
    for (int t = 0; t < rest->triangle_count; t++)
        for (int k = 0; k < 3; k++) s->fan_first[rest->triangles[t][k] + 1]++;
    for (int v = 0; v < rest->vertex_count; v++) s->fan_first[v + 1] += s->fan_first[v];
    // The end of v, at v + 1, is counted down to its start; then all starts move one place down.
    for (int t = rest->triangle_count - 1; t >= 0; t--)
        for (int k = 0; k < 3; k++) s->fan[--s->fan_first[rest->triangles[t][k] + 1]] = t;
    for (int v = 0; v < rest->vertex_count; v++) s->fan_first[v] = s->fan_first[v + 1];
    s->fan_first[rest->vertex_count] = 3 * rest->triangle_count;
}

static void fill_held(search *s, const bool *held, int *scratch) {
    const sheet *rest = s->rest;
    vec2 reach = { 0, 0 };
    for (int v = 0; v < rest->vertex_count; v++) {
        if (!held[rest->islands[v]]) continue;
        s->held[s->held_count++] = v;
        vec2 off = vec2_sub(rest->rest[v], rest->center);
        reach.x = max_double(reach.x, off.x);
        reach.y = max_double(reach.y, off.y);
    }
    s->along_y = reach.y > reach.x;
    sort_indices(s->held, s->held_count, compare_along, s, scratch);
}

// Sorts the free vertices by island, and opens a follower for each island.
static void list_followers(follower_set *set, const sheet *rest, int *follower_of) {
    for (int i = 0; i < rest->island_count; i++) follower_of[i] = PANTIN_NONE;
    for (int v = 0; v < rest->vertex_count; v++) {
        int island = rest->islands[v];
        if (set->held[island]) continue;
        if (follower_of[island] == PANTIN_NONE) follower_of[island] = set->count++;
        set->list[follower_of[island]].count++;
    }
    for (int f = 1; f < set->count; f++)
        set->list[f].first = set->list[f - 1].first + set->list[f - 1].count;
    for (int f = 0; f < set->count; f++) set->list[f].count = 0;
    for (int v = 0; v < rest->vertex_count; v++) {
        if (set->held[rest->islands[v]]) continue;
        follower *f = &set->list[follower_of[rest->islands[v]]];
        set->vertices[f->first + f->count++] = v;
    }
}

static void attach_followers(follower_set *set, search *s) {
    for (int i = 0; i < set->count; i++) {
        follower *f = &set->list[i];
        nearest best = { 0, PANTIN_NONE };
        for (int k = f->first; k < f->first + f->count; k++)
            best = look_around(s, set->vertices[k], best);
        f->near_first = NEAR_MOST * i;
        if (best.vertex == PANTIN_NONE) continue;
        f->near_count = gather_rings(s, best.vertex, i + 1, set->near + f->near_first);
        vec2 sum = { 0, 0 };
        for (int k = 0; k < f->near_count; k++)
            sum = vec2_add(sum, s->rest->rest[set->near[f->near_first + k]]);
        f->near_centroid = vec2_scale(sum, 1.0 / f->near_count);
    }
}

bool deform_followers_create(follower_set *set, arena *owner, const sheet *rest,
                             const handle_set *handles, pantin_error *error) {
    int n = rest->vertex_count, free_count = 0, islands = rest->island_count;
    *set = (follower_set){ 0 };
    arena brief = { 0 };
    search s = { .rest = rest };
    set->held = ARENA_ARRAY(owner, bool, islands);
    int *follower_of = ARENA_ARRAY(&brief, int, islands);
    int *scratch = ARENA_ARRAY(&brief, int, n);
    s.held = ARENA_ARRAY(&brief, int, n);
    s.seen = ARENA_ARRAY(&brief, int, n);
    s.fan_first = ARENA_ARRAY(&brief, int, n + 1);
    s.fan = ARENA_ARRAY(&brief, int, 3 * rest->triangle_count);
    bool ready = !arena_failed(owner) && !arena_failed(&brief);
    if (!ready) goto done;
    for (int k = 0; k < handles->vertex_count; k++)
        set->held[rest->islands[handles->vertices[k]]] = true;
    for (int i = 0; i < islands; i++) free_count += !set->held[i];
    set->list = ARENA_ARRAY(owner, follower, free_count);
    set->vertices = ARENA_ARRAY(owner, int, free_count > 0 ? n : 0);
    set->near = arena_take(owner, (size_t)free_count, NEAR_MOST * sizeof(int));
    ready = !arena_failed(owner);
    if (!ready || free_count == 0) goto done;
    list_followers(set, rest, follower_of);
    fill_held(&s, set->held, scratch);
    fill_fans(&s);
    attach_followers(set, &s);
done:
    if (!ready) memory_fail(error, "the pieces without a handle");
    arena_free(&brief);
    return ready;
}

static rigid follow(const follower_set *set, const follower *f, const sheet *rest,
                    const double *x) {
    const int *near = set->near + f->near_first;
    vec2 sum = { 0, 0 };
    for (int k = 0; k < f->near_count; k++)
        sum = vec2_add(sum, vec2_make(x[2 * (size_t)near[k]], x[2 * (size_t)near[k] + 1]));
    rigid m = { f->near_centroid, vec2_scale(sum, 1.0 / f->near_count), { 0, 0 } };
    for (int k = 0; k < f->near_count; k++)
        turn_gather(&m.by, 1, vec2_sub(rest->rest[near[k]], m.from),
                    vec2_sub(vec2_make(x[2 * (size_t)near[k]], x[2 * (size_t)near[k] + 1]), m.to));
    m.by = turn_unit(m.by);
    return m;
}

void deform_followers_place(const follower_set *set, const sheet *rest, double *x) {
    for (int i = 0; i < set->count; i++) {
        const follower *f = &set->list[i];
        rigid m = { { 0, 0 }, { 0, 0 }, { 1, 0 } };
        if (f->near_count > 0) m = follow(set, f, rest, x);
        for (int k = f->first; k < f->first + f->count; k++) {
            vec2 at = rigid_point(m, rest->rest[set->vertices[k]]);
            x[2 * (size_t)set->vertices[k]] = at.x;
            x[2 * (size_t)set->vertices[k] + 1] = at.y;
        }
    }
}
