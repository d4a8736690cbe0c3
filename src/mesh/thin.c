// thin.c — an outline of about one point a pixel becomes one of about one point an edge.
//
// Points are dropped one after another, always the one whose neighbours are nearest to each other
// (measured in wanted lengths), so what remains is evenly spaced. One may be dropped when
//   the new edge is no longer than 1.2 wanted lengths;
//   no point dropped along it lies farther from it than a tolerance (a tenth of the length, a third
//   of the width there; where ink could be cut off, half of what separates it from the ink), so that
//   corners and thin parts stay;
//   it leaves no inner angle below 30 degrees;
//   the triangle of the point and its neighbours holds no other point that remains.
// The last makes it safe: the polygon changes by that triangle only, so when nothing lies in it no
// two edges can come to cross and no island can come to lie on the other side.
//
// Visvalingam, Whyatt: Line Generalisation by Repeated Elimination of Points, 1993 (the order of a
// heap); the test of the triangle is from de Berg, van Kreveld, Schirra: Topologically Correct
// Subdivision Simplification Using the Bandwidth Criterion, 1998.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mesh/delaunay.h"
#include "mesh/predicate.h"

#define LONGEST 1.2
#define SHARPEST 0.577 // tan 30 degrees
#define MOST_ADDED 4.0 // px

typedef struct thinner {
    const pantin_outline *outline;
    const mesh_sizing *sizing;
    int *before, *after; // a point that remains: its neighbours; one that does not: PANTIN_NONE
    int *polygon, *left; // a point's polygon; a polygon: points that remain
    double *lengths, *keys;
    int *heap, *slots, heap_count; // slots: where in the heap a point is, or PANTIN_NONE
    double side;                   // of the buckets, px
    double left_px, top_px;
    int columns, rows;
    int *bucket_starts, *bucket_points;
} thinner;

// --- the heap: least key first, then least point ------------------------------------------------

static bool is_less(const thinner *w, int a, int b) {
    return w->keys[a] < w->keys[b] || (w->keys[a] == w->keys[b] && a < b);
}

static void settle(thinner *w, int slot, int point) {
    while (slot > 0 && is_less(w, point, w->heap[(slot - 1) / 2])) {
        w->heap[slot] = w->heap[(slot - 1) / 2];
        w->slots[w->heap[slot]] = slot;
        slot = (slot - 1) / 2;
    }
    for (int child; (child = 2 * slot + 1) < w->heap_count; slot = child) {
        if (child + 1 < w->heap_count && is_less(w, w->heap[child + 1], w->heap[child])) child++;
        if (!is_less(w, w->heap[child], point)) break;
        w->heap[slot] = w->heap[child];
        w->slots[w->heap[slot]] = slot;
    }
    w->heap[slot] = point;
    w->slots[point] = slot;
}

static void offer(thinner *w, int point) {
    vec2 chord =
        vec2_sub(w->outline->points[w->after[point]], w->outline->points[w->before[point]]);
    w->keys[point] = vec2_length(chord) / w->lengths[point];
    settle(w, w->slots[point] == PANTIN_NONE ? w->heap_count++ : w->slots[point], point);
}

static int take_first(thinner *w) {
    int point = w->heap[0], moved = w->heap[--w->heap_count];
    w->slots[point] = PANTIN_NONE;
    if (w->heap_count > 0) settle(w, 0, moved);
    return point;
}

// --- may a point go? ----------------------------------------------------------------------------

static int next_in(const thinner *w, int point) {
    int c = w->polygon[point];
    return point + 1 < w->outline->starts[c + 1] ? point + 1 : w->outline->starts[c];
}

/// A chord may add paper as far as a tenth of an edge, and cut half of the border away.
static bool keeps_near(const thinner *w, int from, int to) {
    const pantin_outline *outline = w->outline;
    vec2 a = outline->points[from], along = vec2_sub(outline->points[to], a);
    double length = vec2_length(along), width = outline->widths[from];
    double h = min_double(w->lengths[from], w->lengths[to]);
    for (int i = next_in(w, from); i != to; i = next_in(w, i))
        width = min_double(width, outline->widths[i]);
    double most = min_double(min_double(MOST_ADDED, 0.25 + 0.1 * h), width / 3);
    for (int i = next_in(w, from); i != to; i = next_in(w, i)) {
        double added = vec2_cross(along, vec2_sub(outline->points[i], a));
        double cut_most = min_double(most, 0.4 + outline->margins[i] / 2);
        if (added > max_double(most, 0.3) * length || -added > max_double(cut_most, 0.3) * length)
            return false;
    }
    return true;
}

/// The angle at b on the inner side, of the way a b c, is less than 30 degrees.
static bool is_sharp(vec2 a, vec2 b, vec2 c) {
    vec2 back = vec2_sub(a, b), on = vec2_sub(c, b);
    double turn = vec2_cross(on, back), along = vec2_dot(back, on);
    return turn >= 0 && along > 0 && turn < SHARPEST * along;
}

static bool holds_point(const thinner *w, int a, int b, int c) {
    const vec2 *points = w->outline->points;
    vec2 p = points[a], q = points[b], r = points[c];
    if (predicate_orient(p, q, r) < 0) {
        vec2 swap = p;
        p = q;
        q = swap;
    }
    double left = min_double(p.x, min_double(q.x, r.x)),
           right = max_double(p.x, max_double(q.x, r.x));
    double top = min_double(p.y, min_double(q.y, r.y)),
           bottom = max_double(p.y, max_double(q.y, r.y));
    int first = (int)((left - w->left_px) / w->side), last = (int)((right - w->left_px) / w->side);
    int row_end = (int)((bottom - w->top_px) / w->side);
    for (int row = (int)((top - w->top_px) / w->side); row <= row_end; row++) {
        size_t start = (size_t)row * (size_t)w->columns;
        int end = w->bucket_starts[start + (size_t)last + 1];
        for (int i = w->bucket_starts[start + (size_t)first]; i < end; i++) {
            int v = w->bucket_points[i];
            vec2 s = points[v];
            if (w->after[v] == PANTIN_NONE || v == a || v == b || v == c) continue;
            if (s.x < left || s.x > right || s.y < top || s.y > bottom) continue;
            if (predicate_orient(p, q, s) >= 0 && predicate_orient(q, r, s) >= 0 &&
                predicate_orient(r, p, s) >= 0)
                return true;
        }
    }
    return false;
}

static bool may_go(const thinner *w, int point) {
    const vec2 *points = w->outline->points;
    int a = w->before[point], c = w->after[point];
    if (w->left[w->polygon[point]] <= 3) return false;
    double h = min_double(w->lengths[point], min_double(w->lengths[a], w->lengths[c]));
    if (vec2_distance(points[a], points[c]) > LONGEST * h) return false;
    if (!keeps_near(w, a, c)) return false;
    if (is_sharp(points[w->before[a]], points[a], points[c])) return false;
    if (is_sharp(points[a], points[c], points[w->after[c]])) return false;
    return !holds_point(w, a, point, c);
}

static void drop(thinner *w, int point) {
    int a = w->before[point], c = w->after[point];
    w->after[a] = c;
    w->before[c] = a;
    w->before[point] = w->after[point] = PANTIN_NONE;
    w->left[w->polygon[point]]--;
    offer(w, a);
    offer(w, c);
}

// A polygon at a time: thousands of specks are thousands of small heaps.
static void thin_polygon(thinner *w, int c) {
    w->heap_count = 0;
    for (int i = w->outline->starts[c]; i < w->outline->starts[c + 1]; i++) offer(w, i);
    while (w->heap_count > 0 && w->keys[w->heap[0]] <= LONGEST) {
        int point = take_first(w);
        if (may_go(w, point)) drop(w, point);
    }
}

// --- preparing ----------------------------------------------------------------------------------

static void link(thinner *w) {
    const pantin_outline *outline = w->outline;
    for (int c = 0; c < outline->polygon_count; c++) {
        int first = outline->starts[c], end = outline->starts[c + 1];
        w->left[c] = end - first;
        for (int i = first; i < end; i++) {
            w->polygon[i] = c;
            w->before[i] = i > first ? i - 1 : end - 1;
            w->after[i] = i + 1 < end ? i + 1 : first;
            w->lengths[i] = mesh_sizing_at(w->sizing, outline->points[i]);
            w->slots[i] = PANTIN_NONE;
        }
    }
}

static size_t bucket_of(const thinner *w, vec2 p) {
    return (size_t)((p.y - w->top_px) / w->side) * (size_t)w->columns +
           (size_t)((p.x - w->left_px) / w->side);
}

static void fill_buckets(thinner *w) {
    const pantin_outline *outline = w->outline;
    int *starts = w->bucket_starts;
    size_t count = (size_t)w->columns * (size_t)w->rows;
    for (int i = 0; i < outline->point_count; i++) starts[bucket_of(w, outline->points[i]) + 2]++;
    for (size_t b = 0; b < count; b++) starts[b + 2] += starts[b + 1];
    for (int i = 0; i < outline->point_count; i++)
        w->bucket_points[starts[bucket_of(w, outline->points[i]) + 1]++] = i;
}

static void place_buckets(thinner *w) {
    const mesh_sizing *s = w->sizing;
    double width = s->columns * s->step, height = s->rows * s->step;
    w->side = max_double(4.0, sqrt(width * height / (1 << 20)));
    w->left_px = s->left;
    w->top_px = s->top;
    w->columns = (int)(width / w->side) + 1;
    w->rows = (int)(height / w->side) + 1;
}

static bool copy_remaining(const thinner *w, pantin_outline *thin, pantin_error *error) {
    const pantin_outline *outline = w->outline;
    pantin_outline made = { .polygon_count = outline->polygon_count };
    for (int c = 0; c < outline->polygon_count; c++) made.point_count += w->left[c];
    made.points = memory_allocate((size_t)made.point_count, sizeof *made.points);
    made.widths = memory_allocate((size_t)made.point_count, sizeof *made.widths);
    made.margins = memory_allocate((size_t)made.point_count, sizeof *made.margins);
    made.starts = memory_allocate((size_t)made.polygon_count + 1, sizeof *made.starts);
    if (!made.points || !made.widths || !made.margins || !made.starts) {
        pantin_outline_free(&made);
        return memory_fail(error, "an outline");
    }
    int next = 0;
    for (int c = 0; c < outline->polygon_count; c++) {
        made.starts[c] = next;
        for (int i = outline->starts[c]; i < outline->starts[c + 1]; i++) {
            if (w->after[i] == PANTIN_NONE) continue;
            made.widths[next] = outline->widths[i];
            made.margins[next] = outline->margins[i];
            made.points[next++] = outline->points[i];
        }
    }
    made.starts[made.polygon_count] = next;
    *thin = made;
    return true;
}

bool mesh_thin_outline(const pantin_outline *outline, const mesh_sizing *sizing,
                       pantin_outline *thin, pantin_error *error) {
    size_t points = (size_t)outline->point_count;
    thinner w = { .outline = outline, .sizing = sizing };
    place_buckets(&w);
    size_t buckets = (size_t)w.columns * (size_t)w.rows + 2;
    int *ints =
        memory_allocate(points * 6 + (size_t)outline->polygon_count + buckets, sizeof *ints);
    double *doubles = memory_allocate(points * 2, sizeof *doubles);
    bool done = ints && doubles;
    if (done) {
        w.before = ints, w.after = ints + points, w.polygon = ints + 2 * points;
        w.heap = ints + 3 * points, w.slots = ints + 4 * points,
        w.bucket_points = ints + 5 * points;
        w.left = ints + 6 * points, w.bucket_starts = w.left + outline->polygon_count;
        w.lengths = doubles, w.keys = doubles + points;
        link(&w);
        fill_buckets(&w);
        for (int c = 0; c < outline->polygon_count; c++) thin_polygon(&w, c);
        done = copy_remaining(&w, thin, error);
    } else {
        memory_fail(error, "the points of an outline");
    }
    memory_free(ints, points * 6 + (size_t)outline->polygon_count + buckets, sizeof *ints);
    memory_free(doubles, points * 2, sizeof *doubles);
    return done;
}
