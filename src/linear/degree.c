// degree.c — exact minimum degree: always eliminate the vertex with the fewest neighbors left.
//
// Eliminating p joins all its neighbors; the clique is kept as one list, an *element*. In this
// quotient graph a variable i has elements E_i and remaining plain neighbors A_i, and never needs
// more room than the input. For a new element L_p (in the structure of Amestoy, Davis and
// Duff):
//   - the elements of E_p are absorbed, and so is any other e with L_e inside L_p;
//   - i in L_p with nothing but L_p is eliminated at once with p (mass elimination);
//   - i, j in L_p with equal E and A are indistinguishable and go on as one variable of weight nv.
// They bound the external degree |L_p \ i| + |A_i| + |union of L_e \ L_p over E_i| by a sum; we
// count the union, which only differs when two or more other elements meet at i.
// Amestoy, Davis, Duff: An approximate minimum degree ordering algorithm, 1996.
// George, Liu: The evolution of the minimum degree ordering algorithm, 1989.
// SPDX-License-Identifier: MIT
#include "linear/order.h"

#include <math.h> // sqrt
#include <string.h>

#include "base/vec.h"

enum { NONE = -1 };

struct linear_degree_room {
    int n, free_count, dense_limit;
    int *list; // all lists: of a variable E_i then A_i; of an element its variables
    size_t list_size, list_used;
    int *from;     // where the list of i begins, NONE: dead
    int *length;   // of the list of i
    int *elements; // how many of them are elements; NONE: i is an element itself
    int *weight;   // vertices that i stands for; 0: eliminated or merged; < 0: in the new element
    int *degree;   // of a variable: external degree; of an element: its weight
    int *outside;  // of an element: weight of it outside of the new one, valid when seen == now
    int *seen, *mark;   // stamps
    int *next, *last;   // degree lists; a hash chain while variables are compared
    int *head, *bucket; // first of each degree; first of each hash
    int *member, *tail; // the vertices a variable stands for, as a chain that begins with itself
    int least, now, tag;
    int *order, ordered;
};

linear_degree_room *linear_degree_room_make(arena *memory, int vertices, int neighbors) {
    size_t n = (size_t)vertices;
    linear_degree_room *room = ARENA_ARRAY(memory, linear_degree_room, 1);
    int *numbers = ARENA_ARRAY(memory, int, 14 * n + 1);
    // Living lists never outgrow the input, a new element neither: twice is enough when compacted.
    size_t list_size = 2 * (size_t)neighbors + n;
    int *list = ARENA_ARRAY(memory, int, list_size);
    if (arena_failed(memory)) return NULL;
    int **slots[] = { &room->from,    &room->length, &room->elements, &room->weight, &room->degree,
                      &room->outside, &room->seen,   &room->mark,     &room->next,   &room->last,
                      &room->head,    &room->bucket, &room->member,   &room->tail };
    for (size_t k = 0; k < sizeof(slots) / sizeof(slots[0]); k++) *slots[k] = numbers + k * n;
    room->list = list;
    room->list_size = list_size;
    return room;
}

static bool is_shore(const linear_degree_room *r, int i) { return i >= r->free_count; }

static void list_remove(linear_degree_room *r, int i) {
    int before = r->last[i], after = r->next[i];
    if (after != NONE) r->last[after] = before;
    if (before != NONE)
        r->next[before] = after;
    else
        r->head[r->degree[i]] = after;
}

static void list_insert(linear_degree_room *r, int i) {
    int d = r->degree[i], first = r->head[d];
    r->next[i] = first;
    r->last[i] = NONE;
    if (first != NONE) r->last[first] = i;
    r->head[d] = i;
    r->least = min_int(r->least, d);
}

/// Writes the vertices that `i` stands for into the order.
static void emit(linear_degree_room *r, int i) {
    for (int v = i; v != NONE; v = r->member[v]) r->order[r->ordered++] = v;
}

/// Lists, degrees and chains of the input. Rows of more than 10 sqrt(n) entries would be scanned
/// again by every neighbor's elimination: they go last, and the rest is ordered as if they were not
/// there.
static void begin(linear_degree_room *r, int n, const int *start, const int *neighbor,
                  int free_count, int *order) {
    r->n = n;
    r->free_count = free_count;
    r->dense_limit = max_int(16, (int)(10.0 * sqrt((double)n)));
    r->order = order;
    r->ordered = 0;
    r->least = n;
    r->now = r->tag = 0;
    r->list_used = (size_t)start[n];
    memcpy(r->list, neighbor, r->list_used * sizeof(int));
    for (int i = 0; i < n; i++) {
        r->from[i] = start[i];
        r->length[i] = start[i + 1] - start[i];
        r->elements[i] = r->seen[i] = r->mark[i] = 0;
        r->weight[i] = r->length[i] > r->dense_limit ? 0 : 1;
        r->head[i] = r->bucket[i] = r->member[i] = NONE;
        r->tail[i] = i;
    }
    for (int i = n - 1; i >= 0; i--) { // so that equal degrees stand by index
        if (!r->weight[i]) continue;
        int d = 0;
        for (int k = start[i]; k < start[i + 1]; k++) d += r->weight[neighbor[k]];
        r->degree[i] = d;
        if (!is_shore(r, i)) list_insert(r, i);
    }
}

/// Moves the living lists together. The first entry of each waits in `from` while its place in the
/// list holds the flipped name of its owner.
static void compact(linear_degree_room *r) {
    for (int i = 0; i < r->n; i++) {
        if (r->from[i] == NONE || r->length[i] == 0) continue;
        int first = r->list[r->from[i]];
        r->list[r->from[i]] = -2 - i;
        r->from[i] = first;
    }
    size_t write = 0, read = 0;
    while (read < r->list_used) {
        int owner = -2 - r->list[read++];
        if (owner < 0) continue; // a dead entry
        int first = r->from[owner];
        r->from[owner] = (int)write;
        r->list[write++] = first;
        for (int k = 1; k < r->length[owner]; k++) r->list[write++] = r->list[read++];
    }
    r->list_used = write;
}

/// Appends the living variables of a list to the new element, out of their degree lists.
static int gather(linear_degree_room *r, int from, int length, int to, int *total) {
    for (int k = from; k < from + length; k++) {
        int i = r->list[k], weight = r->weight[i];
        if (weight <= 0) continue;
        *total += weight;
        r->weight[i] = -weight;
        if (!is_shore(r, i)) list_remove(r, i);
        r->list[to++] = i;
    }
    return to;
}

/// Replaces p by its element: L_p = A_p and all L_e of E_p, which die.
static void make_element(linear_degree_room *r, int p) {
    int total = 0;
    if (r->elements[p] == 0) {
        int from = r->from[p];
        r->length[p] = gather(r, from, r->length[p], from, &total) - from;
    } else {
        size_t need = (size_t)(r->length[p] - r->elements[p]);
        for (int k = 0; k < r->elements[p]; k++) need += (size_t)r->length[r->list[r->from[p] + k]];
        if (r->list_used + need > r->list_size) compact(r);
        int from = (int)r->list_used, to = from, old = r->from[p];
        for (int k = old; k < old + r->elements[p]; k++) {
            int e = r->list[k];
            to = gather(r, r->from[e], r->length[e], to, &total);
            r->from[e] = NONE;
        }
        to = gather(r, old + r->elements[p], r->length[p] - r->elements[p], to, &total);
        r->from[p] = from;
        r->length[p] = to - from;
        r->list_used = (size_t)to;
    }
    r->elements[p] = NONE;
    r->degree[p] = total;
}

/// For every element that touches L_p: how much of it lies outside.
static void count_outside(linear_degree_room *r, int p) {
    r->now++;
    for (int k = r->from[p]; k < r->from[p] + r->length[p]; k++) {
        int i = r->list[k], weight = -r->weight[i];
        for (int t = r->from[i]; t < r->from[i] + r->elements[i]; t++) {
            int e = r->list[t];
            if (r->from[e] == NONE) continue;
            if (r->seen[e] != r->now) {
                r->seen[e] = r->now;
                r->outside[e] = r->degree[e];
            }
            r->outside[e] -= weight;
        }
    }
}

/// Drops from the list of i what is dead or inside L_p and puts p in front. Leaves the weight of
/// A_i in degree[i]; answers a hash of the list.
static unsigned prune(linear_degree_room *r, int i, int p) {
    int from = r->from[i], plain = from + r->elements[i], end = from + r->length[i], to = from;
    unsigned hash = 0;
    for (int k = from; k < plain; k++) {
        int e = r->list[k];
        if (r->from[e] == NONE) continue;
        if (r->outside[e] == 0) {
            r->from[e] = NONE; // all of it lies in L_p
            continue;
        }
        r->list[to++] = e;
        hash += (unsigned)e;
    }
    int kept = to, weight = 0;
    for (int k = plain; k < end; k++) {
        int j = r->list[k];
        if (r->weight[j] <= 0) continue;
        weight += r->weight[j];
        r->list[to++] = j;
        hash += (unsigned)j;
    }
    // i has lost p or an element of p, so there is room for one more.
    r->list[to] = r->list[kept];
    r->list[kept] = r->list[from];
    r->list[from] = p;
    r->elements[i] = kept - from + 1;
    r->length[i] = to - from + 1;
    r->degree[i] = weight;
    return hash + (is_shore(r, i) ? 1u : 0u);
}

/// Do i and j have the same lists? The list of i is marked.
static bool same_lists(const linear_degree_room *r, int i, int j) {
    if (r->length[i] != r->length[j] || r->elements[i] != r->elements[j]) return false;
    if (is_shore(r, i) != is_shore(r, j)) return false;
    for (int k = r->from[j]; k < r->from[j] + r->length[j]; k++)
        if (r->mark[r->list[k]] != r->tag) return false;
    return true;
}

/// Merges the variables of one hash chain that have the same lists.
static void merge_chain(linear_degree_room *r, int first) {
    for (int i = first; i != NONE && r->next[i] != NONE; i = r->next[i]) {
        r->tag++;
        for (int k = r->from[i]; k < r->from[i] + r->length[i]; k++) r->mark[r->list[k]] = r->tag;
        int before = i;
        for (int j = r->next[i]; j != NONE; j = r->next[j]) {
            if (!same_lists(r, i, j)) {
                before = j;
                continue;
            }
            r->weight[i] += r->weight[j]; // both are negative: in L_p
            r->weight[j] = 0;
            r->from[j] = NONE;
            r->member[r->tail[i]] = j;
            r->tail[i] = r->tail[j];
            r->next[before] = r->next[j];
        }
    }
}

/// Prunes all of L_p, eliminates what p takes along and merges what has become the same.
static void update_lists(linear_degree_room *r, int p) {
    int from = r->from[p], end = from + r->length[p];
    for (int k = from; k < end; k++) {
        int i = r->list[k];
        unsigned hash = prune(r, i, p) % (unsigned)r->n;
        if (r->length[i] == 1 && !is_shore(r, i)) {
            r->degree[p] += r->weight[i]; // negative: leaves the element
            emit(r, i);
            r->weight[i] = 0;
            r->from[i] = NONE;
            continue;
        }
        r->next[i] = r->bucket[hash];
        r->bucket[hash] = i;
        r->last[i] = (int)hash;
    }
    for (int k = from; k < end; k++) {
        int i = r->list[k];
        if (r->weight[i] == 0) continue;
        int first = r->bucket[r->last[i]];
        r->bucket[r->last[i]] = NONE;
        if (first != NONE) merge_chain(r, first);
    }
}

/// The weight of the union of L_e \ L_p over the elements of i other than p.
static int union_outside(linear_degree_room *r, int i) {
    int from = r->from[i] + 1, end = r->from[i] + r->elements[i], sum = 0;
    if (end == from) return 0;
    if (end == from + 1) return r->outside[r->list[from]];
    r->tag++;
    for (int t = from; t < end; t++) {
        int e = r->list[t], to = r->from[e];
        for (int k = r->from[e]; k < r->from[e] + r->length[e]; k++) {
            int j = r->list[k], weight = r->weight[j];
            if (weight == 0) continue;
            r->list[to++] = j;
            if (weight < 0 || r->mark[j] == r->tag) continue;
            r->mark[j] = r->tag;
            sum += weight;
        }
        r->length[e] = to - r->from[e];
    }
    return sum;
}

/// Exact degrees of what is left of L_p, back into the degree lists.
static void update_degrees(linear_degree_room *r, int p) {
    int from = r->from[p], end = from + r->length[p], to = from;
    for (int k = from; k < end; k++) {
        int i = r->list[k];
        if (r->weight[i] == 0) continue;
        r->list[to++] = i;
        if (is_shore(r, i)) continue;
        r->degree[i] += r->degree[p] + r->weight[i] + union_outside(r, i);
    }
    for (int k = from; k < to; k++) {
        int i = r->list[k];
        r->weight[i] = -r->weight[i];
        if (!is_shore(r, i)) list_insert(r, i);
    }
    r->length[p] = to - from;
    if (to == from) r->from[p] = NONE;
}

void linear_order_degree(linear_degree_room *r, int n, const int *start, const int *neighbor,
                         int free_count, int *order) {
    begin(r, n, start, neighbor, free_count, order);
    int dense = 0;
    for (int i = 0; i < free_count; i++) dense += r->weight[i] == 0;
    while (r->ordered < free_count - dense) {
        while (r->head[r->least] == NONE) r->least++;
        int p = r->head[r->least];
        list_remove(r, p);
        emit(r, p);
        r->weight[p] = 0;
        make_element(r, p);
        count_outside(r, p);
        update_lists(r, p);
        update_degrees(r, p);
    }
    for (int i = 0; i < free_count && dense > 0; i++)
        if (start[i + 1] - start[i] > r->dense_limit) order[r->ordered++] = i;
}
