// cut_embed.c — a line becomes a chain of mesh edges.
//
// Segment by segment: a vertex of the sheet's inside that lies within SNAP of its shortest edge of the line
// moves onto it, when its triangles allow; one of the border slides along a border that is straight there,
// or the line bends to it when it is within BEND, for a border that moved would lose ink. What is then still crossed is split where the line crosses it:
// every vertex keeps its distance, so no sliver arises. A triangle with one crossed edge becomes two, with
// two crossed edges three; edges are split one after the other in both triangles that have them.
// SPDX-License-Identifier: MIT
#include "mesh/cut.h"

#include "base/sort.h"

#define SNAP 0.27
#define CORNER 0.45 // the same for a corner of the line, which would come too near otherwise
#define EDGE 0.2    // a corner of the line so near to an edge lies on it
#define BEND 0.08
#define SLIDE 0.1     // px that a border may change
#define KEEP_AREA 0.3 // of a triangle's area that a moved vertex must leave

// --- the path -----------------------------------------------------------------------------------

static bool push_stop(cutter *c, int cut, vec2 at, int vertex) {
    cut_path *path = &c->paths[cut];
    cut_stop *grown =
        cut_grow(path->stops, &path->stop_room, path->stop_count + 1, sizeof *grown, c->error);
    if (grown == NULL) return false;
    path->stops = grown;
    if (vertex != PANTIN_NONE) {
        c->vertices[vertex].owner = cut;
        c->vertices[vertex].rank = path->stop_count;
    }
    grown[path->stop_count++] = (cut_stop){ at, vertex };
    return true;
}

static int corner_of(const cutter *c, int t, int vertex) {
    for (int k = 0; k < 3; k++)
        if (c->triangles[t][k] == vertex) return k;
    return PANTIN_NONE;
}

/// Puts `vertex` into the edge u v: each near triangle that has it becomes two.
static bool split_edge(cutter *c, int u, int v, int vertex) {
    for (int i = 0, count = c->near_count; i < count; i++) {
        int t = c->near[i], k = corner_of(c, t, u), m = corner_of(c, t, v);
        if (k == PANTIN_NONE || m == PANTIN_NONE) continue;
        if ((k + 1) % 3 != m) k = m; // the edge goes from corner k to the next
        int first = c->triangles[t][k], second = c->triangles[t][(k + 1) % 3];
        int apex = c->triangles[t][(k + 2) % 3];
        c->triangles[t][0] = first, c->triangles[t][1] = vertex, c->triangles[t][2] = apex;
        if (!cut_add_triangle(c, vertex, second, apex)) return false;
        if (!(cut_area(c, t) > 0 && cut_area(c, c->triangle_count - 1) > 0)) {
            vec2 at = c->vertices[vertex].at;
            return pantin_fail(c->error, PANTIN_ERROR_ARGUMENT, "",
                               "passes too near a corner of the mesh at %g, %g: move it by a px",
                               cut_tenth(at.x), cut_tenth(at.y));
        }
    }
    return true;
}

// --- the triangles near a segment ---------------------------------------------------------------

/// Within half of a triangle's longest edge of the segment: all that a step of it can touch.
static bool lies_near(const cutter *c, int t, vec2 a, vec2 b) {
    double longest = 0;
    vec2 low = cut_corner(c, t, 0), high = low;
    for (int k = 0; k < 3; k++) {
        vec2 p = cut_corner(c, t, k), q = cut_corner(c, t, (k + 1) % 3);
        longest = max_double(longest, vec2_distance(p, q));
        low = vec2_make(min_double(low.x, p.x), min_double(low.y, p.y));
        high = vec2_make(max_double(high.x, p.x), max_double(high.y, p.y));
    }
    double pad = 0.5 * longest;
    if (high.x + pad < min_double(a.x, b.x) || low.x - pad > max_double(a.x, b.x) ||
        high.y + pad < min_double(a.y, b.y) || low.y - pad > max_double(a.y, b.y))
        return false;
    double length = vec2_distance(a, b), least = INFINITY, most = -INFINITY;
    if (length == 0) return true;
    for (int k = 0; k < 3; k++) {
        double off = cut_side(a, b, cut_corner(c, t, k)) / length;
        least = min_double(least, off), most = max_double(most, off);
    }
    return least <= pad && most >= -pad;
}

static bool gather(cutter *c, vec2 a, vec2 b) {
    c->near_count = 0;
    c->segment++;
    for (int t = 0; t < c->triangle_count; t++) {
        if (!lies_near(c, t, a, b)) continue;
        int *near = cut_grow(c->near, &c->near_room, c->near_count + 1, sizeof *near, c->error);
        if (near == NULL) return false;
        c->near = near;
        near[c->near_count++] = t;
    }
    for (int i = 0; i < c->near_count; i++)
        for (int k = 0; k < 3; k++) {
            const int *t = c->triangles[c->near[i]];
            cut_vertex *v = &c->vertices[t[k]];
            double next = vec2_distance(v->at, c->vertices[t[(k + 1) % 3]].at);
            double last = vec2_distance(v->at, c->vertices[t[(k + 2) % 3]].at);
            if (v->mark != c->segment) v->shortest = INFINITY;
            v->mark = c->segment;
            v->shortest = min_double(v->shortest, min_double(next, last));
        }
    return true;
}

static bool has_edge(const cutter *c, int from, int to) {
    for (int i = 0; i < c->near_count; i++) {
        int k = corner_of(c, c->near[i], from);
        if (k != PANTIN_NONE && c->triangles[c->near[i]][(k + 1) % 3] == to) return true;
    }
    return false;
}

/// Do triangles lie all around it?
static bool inside_sheet(const cutter *c, int vertex) {
    for (int i = 0; i < c->near_count; i++) {
        int k = corner_of(c, c->near[i], vertex);
        if (k == PANTIN_NONE) continue;
        if (!has_edge(c, c->triangles[c->near[i]][(k + 1) % 3], vertex) ||
            !has_edge(c, vertex, c->triangles[c->near[i]][(k + 2) % 3]))
            return false;
    }
    return true;
}

/// Moves a vertex, if its triangles keep enough of their area.
static bool shift_vertex(cutter *c, int vertex, vec2 to) {
    vec2 from = c->vertices[vertex].at;
    for (int i = 0; i < c->near_count; i++) {
        int t = c->near[i];
        if (corner_of(c, t, vertex) == PANTIN_NONE) continue;
        double before = cut_area(c, t);
        c->vertices[vertex].at = to;
        double after = cut_area(c, t);
        c->vertices[vertex].at = from;
        if (!(after > KEEP_AREA * before)) return false;
    }
    c->vertices[vertex].at = to;
    return true;
}

/// The neighbors of a vertex along the border; false unless there are just two.
static bool find_border(const cutter *c, int vertex, int ends[2]) {
    int count = 0;
    for (int i = 0; i < c->near_count; i++) {
        int k = corner_of(c, c->near[i], vertex);
        if (k == PANTIN_NONE) continue;
        int next = c->triangles[c->near[i]][(k + 1) % 3];
        int last = c->triangles[c->near[i]][(k + 2) % 3];
        if (!has_edge(c, next, vertex)) {
            if (count == 2) return false;
            ends[count++] = next;
        }
        if (!has_edge(c, vertex, last)) {
            if (count == 2) return false;
            ends[count++] = last;
        }
    }
    return count == 2;
}

/// How far p lies from the line through a and b.
static double off_line(vec2 a, vec2 b, vec2 p) {
    double off = cut_side(a, b, p) / vec2_distance(a, b);
    return off < 0 ? -off : off;
}

/// Moves a vertex onto the line a b: one of the inside to `to`, one of the border along it, where that
/// changes nothing to speak of.
static bool move_vertex(cutter *c, int vertex, vec2 a, vec2 b, vec2 to) {
    int ends[2];
    if (inside_sheet(c, vertex)) return shift_vertex(c, vertex, to);
    if (a.x == b.x && a.y == b.y) return false;
    if (!find_border(c, vertex, ends)) return false;
    vec2 at = c->vertices[vertex].at;
    double mine = cut_side(a, b, at);
    for (int k = 0; k < 2; k++) {
        vec2 goal = c->vertices[ends[k]].at, other = c->vertices[ends[1 - k]].at;
        double its = cut_side(a, b, goal), share = mine / (mine - its);
        if (!(share > 0 && share < 0.4)) continue;
        vec2 slid = vec2_mix(at, goal, share);
        if (off_line(other, slid, at) <= SLIDE && shift_vertex(c, vertex, slid)) return true;
    }
    return false;
}

// --- a corner of the line -----------------------------------------------------------------------

static int triangle_at(const cutter *c, vec2 p) {
    for (int i = 0; i < c->near_count; i++) {
        bool inside = true;
        for (int k = 0; k < 3; k++)
            inside &= cut_side(cut_corner(c, c->near[i], k), cut_corner(c, c->near[i], (k + 1) % 3),
                               p) >= 0;
        if (inside) return c->near[i];
    }
    return PANTIN_NONE;
}

/// A near vertex of the triangle becomes the corner; PANTIN_NONE: none is near enough, or free.
static int take_vertex(cutter *c, int t, vec2 p) {
    int nearest = c->triangles[t][0];
    for (int k = 1; k < 3; k++)
        if (vec2_distance(cut_corner(c, t, k), p) < vec2_distance(c->vertices[nearest].at, p))
            nearest = c->triangles[t][k];
    const cut_vertex *v = &c->vertices[nearest];
    double away = vec2_distance(v->at, p);
    if (v->owner != PANTIN_NONE || away > CORNER * v->shortest) return PANTIN_NONE;
    if (away == 0 || move_vertex(c, nearest, p, p, p)) return nearest;
    return away <= BEND * v->shortest ? nearest : PANTIN_NONE;
}

/// Can the edge, which two triangles share, go by way of p and leave every area positive?
static bool bends_to(const cutter *c, int u, int v, vec2 p) {
    int count = 0;
    for (int i = 0; i < c->near_count; i++) {
        int t = c->near[i], k = corner_of(c, t, u), m = corner_of(c, t, v);
        if (k == PANTIN_NONE || m == PANTIN_NONE) continue;
        if ((k + 1) % 3 != m) k = m;
        vec2 first = cut_corner(c, t, k), second = cut_corner(c, t, (k + 1) % 3);
        vec2 apex = cut_corner(c, t, (k + 2) % 3);
        double least = 0.1 * cut_area(c, t);
        if (!(cut_side(first, p, apex) > least && cut_side(p, second, apex) > least)) return false;
        count++;
    }
    return count == 2;
}

/// Splits the triangle at p, or an edge of it that p is near to. PANTIN_NONE after an error.
static int add_corner(cutter *c, int t, vec2 p) {
    int corners[3] = { c->triangles[t][0], c->triangles[t][1], c->triangles[t][2] };
    for (int k = 0; k < 3; k++) {
        int u = corners[k], v = corners[(k + 1) % 3];
        vec2 a = c->vertices[u].at, d = vec2_sub(c->vertices[v].at, a);
        double squared = vec2_dot(d, d), off = vec2_cross(d, vec2_sub(p, a));
        if (off > EDGE * squared) continue; // off / length > EDGE length
        double along = vec2_dot(d, vec2_sub(p, a)) / squared;
        if (!(along > 0.02 && along < 0.98)) continue;
        vec2 on_edge = vec2_add(a, vec2_scale(d, along));
        int vertex = cut_add_vertex(c, bends_to(c, u, v, p) ? p : on_edge);
        return vertex != PANTIN_NONE && split_edge(c, u, v, vertex) ? vertex : PANTIN_NONE;
    }
    int vertex = cut_add_vertex(c, p);
    if (vertex == PANTIN_NONE) return PANTIN_NONE;
    c->triangles[t][2] = vertex;
    return cut_add_triangle(c, corners[1], corners[2], vertex) &&
                   cut_add_triangle(c, corners[2], corners[0], vertex)
               ? vertex
               : PANTIN_NONE;
}

/// A corner of the line inside the sheet becomes a vertex, one outside stays a place.
static bool place_corner(cutter *c, int cut, vec2 p, cut_stop *stop) {
    *stop = (cut_stop){ p, PANTIN_NONE };
    if (!gather(c, p, p)) return false;
    int t = triangle_at(c, p);
    if (t == PANTIN_NONE) return true;
    for (int k = 0; k < 3; k++) // a corner of the line on its own last vertex
        if (c->vertices[c->triangles[t][k]].owner == cut &&
            vec2_distance(cut_corner(c, t, k), p) <= EDGE * c->spacing)
            stop->vertex = c->triangles[t][k];
    if (stop->vertex == PANTIN_NONE) stop->vertex = take_vertex(c, t, p);
    if (stop->vertex == PANTIN_NONE) stop->vertex = add_corner(c, t, p);
    if (stop->vertex == PANTIN_NONE) return false;
    c->vertices[stop->vertex].owner = cut;
    c->vertices[stop->vertex].rank = -2; // on no step yet
    stop->at = c->vertices[stop->vertex].at;
    return true;
}

// --- a segment ----------------------------------------------------------------------------------

typedef struct crossing {
    int u, v;
    double along; // of the step, 0..1
    vec2 at;
} crossing;

typedef struct crossing_list {
    crossing *items;
    int count, room;
} crossing_list;

static int by_along(const void *context, int a, int b) {
    const crossing *items = context;
    return (items[a].along > items[b].along) - (items[a].along < items[b].along);
}

/// Is the edge crossed by the step p q, whose own vertices are left out?
static bool crosses(const cutter *c, int u, int v, const cut_stop *p, const cut_stop *q,
                    crossing *found) {
    if (u == p->vertex || v == p->vertex || u == q->vertex || v == q->vertex) return false;
    vec2 d = vec2_sub(q->at, p->at), a = c->vertices[u].at, b = c->vertices[v].at;
    double squared = vec2_dot(d, d);
    double ta = vec2_dot(d, vec2_sub(a, p->at)) / squared;
    double tb = vec2_dot(d, vec2_sub(b, p->at)) / squared;
    if ((ta <= 1e-9 && tb <= 1e-9) || (ta >= 1 - 1e-9 && tb >= 1 - 1e-9)) return false;
    double sa = cut_side(p->at, q->at, a), sb = cut_side(p->at, q->at, b);
    if (!((sa > 0 && sb < 0) || (sa < 0 && sb > 0))) return false;
    double share = sa / (sa - sb);
    *found = (crossing){ u, v, ta + (tb - ta) * share, vec2_mix(a, b, share) };
    return found->along > 1e-9 && found->along < 1 - 1e-9;
}

static bool add_crossing(cutter *c, crossing_list *list, const crossing *found) {
    for (int i = 0; i < list->count; i++)
        if (list->items[i].u == found->u && list->items[i].v == found->v) return true;
    crossing *grown = cut_grow(list->items, &list->room, list->count + 1, sizeof *grown, c->error);
    if (grown == NULL) return false;
    list->items = grown;
    grown[list->count++] = *found;
    return true;
}

static bool find_crossings(cutter *c, int cut, const cut_stop *p, const cut_stop *q,
                           crossing_list *list) {
    for (int i = 0; i < c->near_count; i++)
        for (int k = 0; k < 3; k++) {
            const int *t = c->triangles[c->near[i]];
            int u = min_int(t[k], t[(k + 1) % 3]), v = max_int(t[k], t[(k + 1) % 3]);
            crossing found;
            if (!crosses(c, u, v, p, q, &found)) continue;
            int other = cut_of_edge(c, u, v);
            if (other == cut)
                return cut_fail(c, cut, "comes too near itself at %g, %g", cut_tenth(found.at.x),
                                cut_tenth(found.at.y));
            if (other != PANTIN_NONE)
                return cut_fail(c, cut, "comes too near cut \"%.64s\" at %g, %g: move them apart",
                                c->cuts[other].name, cut_tenth(found.at.x), cut_tenth(found.at.y));
            if (!add_crossing(c, list, &found)) return false;
        }
    return true;
}

/// Splits what the straight step from p to q crosses, and goes there.
static bool take_step(cutter *c, int cut, const cut_stop *p, const cut_stop *q) {
    crossing_list list = { 0 };
    int *order = NULL;
    bool done = find_crossings(c, cut, p, q, &list);
    if (done && list.count > 0) {
        order = memory_allocate(2 * (size_t)list.count, sizeof *order);
        if (order == NULL) done = memory_fail(c->error, "a cut");
    }
    for (int i = 0; done && i < list.count; i++) order[i] = i;
    if (done && list.count > 0)
        sort_indices(order, list.count, by_along, list.items, order + list.count);
    for (int i = 0; done && i < list.count; i++) {
        const crossing *at = &list.items[order[i]];
        int vertex = cut_add_vertex(c, at->at);
        done = vertex != PANTIN_NONE && split_edge(c, at->u, at->v, vertex) &&
               push_stop(c, cut, at->at, vertex);
    }
    memory_free(order, 2 * (size_t)list.count, sizeof *order);
    memory_free(list.items, (size_t)list.room, sizeof *list.items);
    return done && push_stop(c, cut, q->at, q->vertex);
}

typedef struct close_vertex {
    int vertex;
    double along, off; // px
} close_vertex;

static int by_place(const void *context, int a, int b) {
    const close_vertex *items = context;
    return (items[a].along > items[b].along) - (items[a].along < items[b].along);
}

/// Vertices that lie almost on the segment, in its order. At most 3 a near triangle.
static int find_close(cutter *c, vec2 a, vec2 b, close_vertex *list) {
    double length = vec2_distance(a, b);
    int count = 0;
    for (int i = 0; i < c->near_count; i++)
        for (int k = 0; k < 3; k++) {
            int v = c->triangles[c->near[i]][k];
            cut_vertex *at = &c->vertices[v];
            if (at->owner != PANTIN_NONE || at->mark != c->segment) continue;
            at->mark = -c->segment; // looked at
            double off = cut_side(a, b, at->at) / length;
            double along = vec2_dot(vec2_sub(b, a), vec2_sub(at->at, a)) / length;
            if (off > SNAP * at->shortest || off < -SNAP * at->shortest) continue;
            if (along <= 0 || along >= length) continue;
            list[count++] = (close_vertex){ v, along, off };
        }
    return count;
}

/// Goes from p to q by way of the vertices that are close.
static bool take_segment(cutter *c, int cut, cut_stop p, cut_stop q) {
    if (!gather(c, p.at, q.at)) return false;
    size_t room = 3 * (size_t)c->near_count + 1;
    close_vertex *list = memory_allocate(room, sizeof *list);
    int *order = memory_allocate(2 * room, sizeof *order);
    bool done = list != NULL && order != NULL;
    if (!done) memory_fail(c->error, "a cut");
    int count = done ? find_close(c, p.at, q.at, list) : 0;
    for (int i = 0; i < count; i++) order[i] = i;
    if (count > 0) sort_indices(order, count, by_place, list, order + count);
    vec2 from = p.at, along = vec2_scale(vec2_sub(q.at, from), 1.0 / vec2_distance(q.at, from));
    for (int i = 0; done && i < count; i++) {
        const close_vertex *at = &list[order[i]];
        const cut_vertex *v = &c->vertices[at->vertex];
        double off = at->off < 0 ? -at->off : at->off;
        vec2 foot = vec2_add(from, vec2_scale(along, at->along));
        if (!move_vertex(c, at->vertex, from, q.at, foot) && off > BEND * v->shortest) continue;
        cut_stop next = { c->vertices[at->vertex].at, at->vertex };
        done = take_step(c, cut, &p, &next);
        p = next;
    }
    if (done) done = take_step(c, cut, &p, &q);
    memory_free(list, room, sizeof *list);
    memory_free(order, 2 * room, sizeof *order);
    return done;
}

bool cut_embed(cutter *c, int cut) {
    cut_path *path = &c->paths[cut];
    cut_stop *corners = ARENA_ARRAY(&c->memory, cut_stop, path->line_count);
    pantin_error inner = { 0 }, *outer = c->error;
    if (corners == NULL) return memory_fail(c->error, "a cut");
    c->error = &inner;
    bool done = true;
    int count = 0;
    for (int k = 0; done && k < path->line_count; k++) {
        done = place_corner(c, cut, path->line[k], &corners[count]);
        bool again = done && count > 0 && corners[count].vertex != PANTIN_NONE &&
                     corners[count].vertex == corners[count - 1].vertex;
        count += done && !again;
    }
    done = done && push_stop(c, cut, corners[0].at, corners[0].vertex);
    for (int k = 0; done && k + 1 < count; k++)
        done = take_segment(c, cut, corners[k], corners[k + 1]);
    c->error = outer;
    if (done) return true;
    // What a split could not tell: which cut it was.
    bool nameless = inner.kind == PANTIN_ERROR_ARGUMENT && inner.where[0] == '\0';
    if (nameless) return cut_fail(c, cut, "%s", inner.text);
    if (c->error != NULL) *c->error = inner;
    return false;
}
