// order.c — nested dissection down to pieces that minimum degree orders.
//
// Vertices that split the graph in two are eliminated last, then each half is split likewise. A
// split is found by a sweep: every vertex has a key (its place along a direction, or its distance
// from a far vertex), and for every threshold t the vertices with key <= t that touch one beyond
// are counted by a running sum. Of four directions, all thresholds and both sides the best is
// taken, in linear time. In a piece, minimum degree counts the neighbors outside (all in
// separators) as its shore. Below 5,000 vertices minimum degree alone fills as little and is
// quicker to analyse.
// George: Nested dissection of a regular finite element mesh, 1973.
// SPDX-License-Identifier: MIT
#include "linear/order.h"

#include <string.h>

#include "base/vec.h"

enum {
    NONE = PANTIN_NONE,
    WHOLE = 5000,   // vertices up to which minimum degree alone is used
    PIECE = 1000,   // and up to which it is used on a part; 200 to 4,000 differ by 5 % in the fill
    BUCKETS = 1024, // keys along a direction
    DIRECTIONS = 4,
};

typedef struct range {
    int begin, end;
} range;

typedef struct dissection {
    const linear_graph *graph;
    const vec2 *positions;
    int *vertex;       // a permutation: ranges of it are the parts
    int *place;        // its inverse
    int *key;          // of a vertex, in the part at hand
    int *low, *high;   // least and greatest key around a vertex, its own included
    int *count;        // by key: vertices, then running sums
    int *left, *right; // by threshold: size of the separator on either side
    int *other;        // room for a permutation, a queue, or local names
    linear_degree_room *room;
    int *start, *neighbor, *order; // of a piece with its shore
} dissection;

/// A split: the part's vertices with key <= threshold that touch a greater one (or the other way
/// round) are its separator.
typedef struct split {
    double cost; // < 0: none
    int direction, threshold;
    bool upper; // the separator is taken from the greater keys
} split;

static bool inside(const dissection *d, range part, int v) {
    return d->place[v] >= part.begin && d->place[v] < part.end;
}

static double along(vec2 p, int direction) {
    double v = direction == 0 ? p.x : direction == 1 ? p.y : direction == 2 ? p.x + p.y : p.x - p.y;
    return finite_double(v) ? v : 0.0;
}

/// Keys by place along a direction. Answers how many keys there are.
static int key_by_place(dissection *d, range part, int direction) {
    double low = along(d->positions[d->vertex[part.begin]], direction), high = low;
    for (int k = part.begin; k < part.end; k++) {
        double v = along(d->positions[d->vertex[k]], direction);
        low = min_double(low, v);
        high = max_double(high, v);
    }
    double scale = BUCKETS / (high - low); // 0, infinite or NaN when there is nothing to tell apart
    for (int k = part.begin; k < part.end; k++) {
        int v = d->vertex[k];
        double bucket = (along(d->positions[v], direction) - low) * scale;
        d->key[v] = !(bucket >= 0.0) ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : (int)bucket;
    }
    return BUCKETS;
}

/// Keys by distance from `root` in edges; further components follow as if hung on the last level.
/// Answers how many keys there are; *farthest gets a vertex of the last level.
static int key_by_distance(dissection *d, range part, int root, int *farthest) {
    const linear_graph *g = d->graph;
    int *queue = d->other, head = 0, tail = 0, next = part.begin;
    for (int k = part.begin; k < part.end; k++) d->key[d->vertex[k]] = NONE;
    d->key[root] = 0;
    queue[tail++] = root;
    while (head < part.end - part.begin) {
        if (head == tail) {
            while (d->key[d->vertex[next]] != NONE) next++;
            d->key[d->vertex[next]] = d->key[queue[tail - 1]] + 1;
            queue[tail++] = d->vertex[next];
        }
        int v = queue[head++];
        for (int t = g->start[v]; t < g->start[v + 1]; t++) {
            int u = g->neighbor[t];
            if (!inside(d, part, u) || d->key[u] != NONE) continue;
            d->key[u] = d->key[v] + 1;
            queue[tail++] = u;
        }
    }
    *farthest = queue[tail - 1];
    return d->key[*farthest] + 1;
}

static int make_keys(dissection *d, range part, int direction) {
    if (d->positions && direction < DIRECTIONS) return key_by_place(d, part, direction);
    int far = d->vertex[part.begin];
    key_by_distance(d, part, far, &far); // twice to the far end: nearly the longest way through
    key_by_distance(d, part, far, &far);
    return key_by_distance(d, part, far, &far);
}

/// Sets low and high, and the three running counts over all thresholds.
static void sweep(dissection *d, range part, int keys) {
    const linear_graph *g = d->graph;
    size_t size = (size_t)keys * sizeof(int);
    memset(d->count, 0, size);
    memset(d->left, 0, size);
    memset(d->right, 0, size);
    for (int k = part.begin; k < part.end; k++) {
        int v = d->vertex[k], own = d->key[v], low = own, high = own;
        for (int t = g->start[v]; t < g->start[v + 1]; t++) {
            int u = g->neighbor[t];
            if (!inside(d, part, u)) continue;
            low = min_int(low, d->key[u]);
            high = max_int(high, d->key[u]);
        }
        d->low[v] = low;
        d->high[v] = high;
        d->count[own]++;
        d->left[own]++; // in the left separator for thresholds own .. high - 1
        d->left[high]--;
        d->right[low]++; // in the right one for low .. own - 1
        d->right[own]--;
    }
    for (int t = 1; t < keys; t++) {
        d->count[t] += d->count[t - 1];
        d->left[t] += d->left[t - 1];
        d->right[t] += d->right[t - 1];
    }
}

/// Keeps the better of `best` and this way of splitting. Small separators are good, uneven halves
/// bad. Less than a quarter on one side is no split, nor is a separator over 3 sqrt(size): a straight
/// cut through a sheet needs one, and a tree, which minimum degree orders without any fill, may need
/// a thousand times that.
static void consider(split *best, int size, int separator, int less, int direction, int threshold,
                     bool upper) {
    int more = size - separator - less, least = min_int(less, more);
    if (4 * least < size - separator) return;
    if ((double)separator * separator > 9.0 * size) return;
    double even = (double)least / (double)(size - separator); // 1/4 to 1/2
    double cost = separator + 0.5 + (separator + 1.0) * (0.5 - even);
    if (best->cost >= 0.0 && best->cost <= cost) return;
    *best = (split){ cost, direction, threshold, upper };
}

static void find_split(dissection *d, range part, int direction, split *best) {
    int keys = make_keys(d, part, direction), size = part.end - part.begin;
    sweep(d, part, keys);
    for (int t = 0; t + 1 < keys; t++) {
        int below = d->count[t];
        consider(best, size, d->left[t], below - d->left[t], direction, t, false);
        consider(best, size, d->right[t], below, direction, t, true);
    }
}

enum { LESS, GREATER, SEPARATOR };

/// Sorts the part into less, greater and separator; false: it is better left whole.
static bool divide(dissection *d, range part, range halves[2]) {
    split best = { .cost = -1.0 };
    if (d->positions)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            find_split(d, part, direction, &best);
    if (best.cost < 0.0) find_split(d, part, DIRECTIONS, &best);
    if (best.cost < 0.0) return false;
    sweep(d, part, make_keys(d, part, best.direction));
    int *kind = d->key; // takes the place of the keys
    for (int k = part.begin; k < part.end; k++) {
        int v = d->vertex[k];
        bool less = d->key[v] <= best.threshold;
        bool touches = less ? d->high[v] > best.threshold : d->low[v] <= best.threshold;
        kind[v] = touches && less != best.upper ? SEPARATOR : less ? LESS : GREATER;
    }
    int sizes[3] = { 0, 0, 0 };
    for (int k = part.begin; k < part.end; k++) sizes[kind[d->vertex[k]]]++;
    int at[3] = { 0, sizes[LESS], sizes[LESS] + sizes[GREATER] };
    for (int k = part.begin; k < part.end; k++) d->other[at[kind[d->vertex[k]]]++] = d->vertex[k];
    for (int k = part.begin; k < part.end; k++) {
        d->vertex[k] = d->other[k - part.begin];
        d->place[d->vertex[k]] = k;
    }
    halves[0] = (range){ part.begin, part.begin + sizes[LESS] };
    halves[1] = (range){ halves[0].end, halves[0].end + sizes[GREATER] };
    return true;
}

/// Orders a piece by minimum degree. All its neighbors outside come later: they are its shore.
static void order_piece(dissection *d, range part) {
    const linear_graph *g = d->graph;
    int size = part.end - part.begin, names = size, made = 0;
    int *shore = d->other; // their vertices; while they are few: key holds the local name
    for (int k = 0; k < size; k++) {
        int v = d->vertex[part.begin + k];
        d->start[k] = made;
        for (int t = g->start[v]; t < g->start[v + 1]; t++) {
            int u = g->neighbor[t], name = d->place[u] - part.begin;
            if (!inside(d, part, u)) {
                if (d->low[u] != -2 - part.begin) { // not met by this piece yet
                    d->low[u] = -2 - part.begin;
                    d->key[u] = names;
                    shore[names - size] = u;
                    names++;
                }
                name = d->key[u];
            }
            d->neighbor[made++] = name;
        }
    }
    for (int s = size; s < names; s++) {
        int u = shore[s - size];
        d->start[s] = made;
        for (int t = g->start[u]; t < g->start[u + 1]; t++)
            if (inside(d, part, g->neighbor[t]))
                d->neighbor[made++] = d->place[g->neighbor[t]] - part.begin;
    }
    d->start[names] = made;
    linear_order_degree(d->room, names, d->start, d->neighbor, size, d->order);
    for (int k = 0; k < size; k++) d->other[k] = d->vertex[part.begin + d->order[k]];
    for (int k = 0; k < size; k++) {
        d->vertex[part.begin + k] = d->other[k];
        d->place[d->other[k]] = part.begin + k;
    }
}

static void dissect(dissection *d) {
    // Of two halves one waits. A half has at most 3/4 of the whole: log(2^28) / log(4/3) = 68 deep,
    // less the pieces that are not divided.
    range stack[72];
    int depth = 0;
    for (int v = 0; v < d->graph->n; v++) {
        d->vertex[v] = d->place[v] = v;
        d->low[v] = 0;
    }
    stack[depth++] = (range){ 0, d->graph->n };
    while (depth > 0) {
        range part = stack[--depth], halves[2];
        if (part.end - part.begin > PIECE && divide(d, part, halves)) {
            stack[depth++] = halves[1];
            stack[depth++] = halves[0];
        } else if (part.end > part.begin) {
            order_piece(d, part);
        }
    }
}

void linear_order(arena *scratch, const linear_graph *graph, const pantin_vec2 *positions,
                  int *order) {
    size_t n = (size_t)graph->n, ends = (size_t)graph->start[graph->n];
    linear_degree_room *room = linear_degree_room_make(scratch, graph->n, graph->start[graph->n]);
    if (!room) return;
    if (graph->n <= WHOLE) {
        linear_order_degree(room, graph->n, graph->start, graph->neighbor, graph->n, order);
        return;
    }
    size_t keys = n + 1 > BUCKETS ? n + 1 : BUCKETS;
    int *numbers = ARENA_ARRAY(scratch, int, 7 * n + 1 + 3 * keys + ends);
    if (arena_failed(scratch)) return;
    dissection d = { .graph = graph, .positions = positions, .vertex = order, .room = room };
    int **slots[] = { &d.place, &d.key, &d.low, &d.high, &d.other, &d.order, &d.start };
    for (size_t k = 0; k < 7; k++) *slots[k] = numbers + k * n;
    d.count = numbers + 7 * n + 1;
    d.left = d.count + keys;
    d.right = d.left + keys;
    d.neighbor = d.right + keys;
    dissect(&d);
}
