// cut_part.c — the sheet is parted: vertices along a path are doubled, one for each side.
//
// At a stop of the path, the triangles between the way on and the way back, seen from the one side, are the
// left ones; they keep the vertex, the right ones get its twin. A stop where the path ends inside the sheet
// stays whole: all triangles around it hang together past the end. One at the border is parted there too.
// SPDX-License-Identifier: MIT
#include "mesh/cut.h"

#include "base/memory.h"

/// The triangles at the stops of a path: those of stop r are items[starts[r]] to items[starts[r + 1] - 1].
typedef struct fans {
    int *starts, *items;
} fans;

static bool make_fans(cutter *c, int cut, fans *made) {
    int stops = c->paths[cut].stop_count, all = 0;
    made->starts = ARENA_ARRAY(&c->memory, int, stops + 1);
    if (made->starts == NULL) return memory_fail(c->error, "a cut");
    for (int t = 0; t < c->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const cut_vertex *v = &c->vertices[c->triangles[t][k]];
            if (v->owner == cut && v->rank >= 0) made->starts[v->rank + 1]++, all++;
        }
    for (int r = 0; r < stops; r++) made->starts[r + 1] += made->starts[r];
    made->items = ARENA_ARRAY(&c->memory, int, all);
    int *next = ARENA_ARRAY(&c->memory, int, stops + 1);
    if (arena_failed(&c->memory)) return memory_fail(c->error, "a cut");
    for (int r = 0; r < stops; r++) next[r] = made->starts[r];
    for (int t = 0; t < c->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const cut_vertex *v = &c->vertices[c->triangles[t][k]];
            if (v->owner == cut && v->rank >= 0) made->items[next[v->rank]++] = t;
        }
    return true;
}

static uint64_t scramble(int index) {
    uint64_t x = ((uint64_t)index + 1) * 0x9E3779B97F4A7C15u;
    return (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
}

/// Do triangles lie all around the stop? Then each neighbor comes once as the next corner of a triangle
/// and once as the one before, and the two sums are equal.
static bool inside_sheet(const cutter *c, const fans *f, int stop, int vertex) {
    uint64_t balance = 0;
    for (int i = f->starts[stop]; i < f->starts[stop + 1]; i++) {
        const int *t = c->triangles[f->items[i]];
        int k = t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2;
        balance += scramble(t[(k + 1) % 3]) - scramble(t[(k + 2) % 3]);
    }
    return balance == 0;
}

/// On which side of the way `came` -> v -> `goes` does p lie?
static int side_of_way(vec2 came, vec2 v, vec2 goes, vec2 p) {
    double turn = cut_side(came, v, goes); // > 0: to the right
    bool right_of_first = cut_side(came, v, p) > 0, right_of_second = cut_side(v, goes, p) > 0;
    // A turn to the right leaves less than half to the right, one to the left less to the left.
    bool right = turn > 0 ? right_of_first && right_of_second : right_of_first || right_of_second;
    if (turn == 0) right = right_of_second;
    return right ? CUT_RIGHT : CUT_LEFT;
}

static bool add_seed(cutter *c, cut_path *path, int triangle, int side) {
    cut_seed *grown =
        cut_grow(path->seeds, &path->seed_room, path->seed_count + 1, sizeof *grown, c->error);
    if (grown == NULL) return false;
    path->seeds = grown;
    grown[path->seed_count++] = (cut_seed){ triangle, side };
    return true;
}

/// The triangles that have a step of the path as an edge.
static bool find_seeds(cutter *c, int cut) {
    for (int t = 0; t < c->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int u = c->triangles[t][k], v = c->triangles[t][(k + 1) % 3];
            if (cut_of_edge(c, u, v) != cut) continue;
            // Along the path the triangle lies to the right, as it does of its own edges.
            int side = c->vertices[u].rank < c->vertices[v].rank ? CUT_RIGHT : CUT_LEFT;
            if (!add_seed(c, &c->paths[cut], t, side)) return false;
        }
    return true;
}

/// Gives the right-hand triangles at the stop a vertex of their own; answers if there were both kinds.
static bool part_stop(cutter *c, const fans *f, int stop, vec2 came, vec2 goes, int vertex,
                      bool *parted) {
    int count[2] = { 0, 0 };
    vec2 at = c->vertices[vertex].at;
    *parted = false;
    for (int i = f->starts[stop]; i < f->starts[stop + 1]; i++)
        count[side_of_way(came, at, goes, cut_centroid(c, f->items[i])) == CUT_RIGHT]++;
    if (count[0] == 0 || count[1] == 0) return true;
    int twin = cut_add_vertex(c, at);
    if (twin == PANTIN_NONE) return false;
    c->vertices[twin].twin = vertex;
    for (int i = f->starts[stop]; i < f->starts[stop + 1]; i++) {
        int *t = c->triangles[f->items[i]];
        if (side_of_way(came, at, goes, cut_centroid(c, f->items[i])) != CUT_RIGHT) continue;
        for (int k = 0; k < 3; k++)
            if (t[k] == vertex) t[k] = twin;
    }
    *parted = true;
    return true;
}

bool cut_part(cutter *c, int cut) {
    cut_path *path = &c->paths[cut];
    fans f;
    int parted_count = 0, touched = 0, last = path->stop_count - 1;
    if (!make_fans(c, cut, &f) || !find_seeds(c, cut)) return false;
    // Which ends are held must be known before any vertex is doubled.
    path->held[0] =
        path->stops[0].vertex != PANTIN_NONE && inside_sheet(c, &f, 0, path->stops[0].vertex);
    path->held[1] = path->stops[last].vertex != PANTIN_NONE &&
                    inside_sheet(c, &f, last, path->stops[last].vertex);
    for (int r = 0; r <= last; r++) {
        vec2 at = path->stops[r].at;
        if (path->stops[r].vertex == PANTIN_NONE) continue;
        touched++;
        if ((r == 0 && path->held[0]) || (r == last && path->held[1])) continue;
        vec2 goes =
            r < last ? path->stops[r + 1].at : vec2_add(at, vec2_sub(at, path->stops[r - 1].at));
        vec2 came = r > 0 ? path->stops[r - 1].at : vec2_sub(at, vec2_sub(goes, at));
        bool parted;
        if (!part_stop(c, &f, r, came, goes, path->stops[r].vertex, &parted)) return false;
        parted_count += parted;
    }
    if (parted_count > 0) return true;
    vec2 first = path->stops[0].at;
    if (touched == 0)
        return cut_fail(c, cut, "lies off the ink, beginning at %g, %g: no triangle is there",
                        cut_tenth(first.x), cut_tenth(first.y));
    return cut_fail(c, cut,
                    "parts nothing at %g, %g: let it end beyond the ink, or make it longer "
                    "than an edge of the mesh (%g px)",
                    cut_tenth(first.x), cut_tenth(first.y), cut_tenth(c->spacing));
}
