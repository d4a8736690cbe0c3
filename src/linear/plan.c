// plan.c — from fronts to panels, numbers and addresses.
//
// Any order in which children come before parents has the same fill. The solve walks the panels by
// tree height: neighbors in that order do not wait for each other, and equal shapes stand together,
// so the processor guesses every loop's end. The factor walks the fronts in postorder, because then
// the update matrices live on two stacks (by the parity of the depth: a front's children are never
// on the stack that it pushes to), whose sizes are known here.
// Duff, Reid: The multifrontal solution of indefinite sparse symmetric linear equations, 1983.
// SPDX-License-Identifier: MIT
#include "linear/plan.h"

#include <string.h>

#include "base/sort.h"
#include "base/vec.h"
#include "linear/tree.h"

enum { NONE = PANTIN_NONE };

typedef struct planning {
    linear_plan *plan;
    const linear_graph *graph;
    linear_tree tree;
    arena scratch;
    int per_panel;    // vertices of a full panel
    int *owner;       // front of a vertex
    int *number;      // of a vertex
    int *position;    // of a number in the list of the front at hand
    int *panel_front; // of an unsorted panel
    int *level, *key; // of an unsorted panel: height; pairs * 16 + width
} planning;

static int round_even(int v) { return v + (v & 1); }

/// Rows below the panel that begins at pivot `at`, in pairs.
static int count_pairs(const linear_front *front, int at, int per_panel, int block) {
    int end = min_int(at + per_panel, front->pivots);
    if (block == 2) return front->pivots - end + front->updates;
    if (end == front->pivots) end = front->padded;
    return (front->padded - end) / 2 + round_even(front->updates) / 2;
}

static int list_length(const linear_front *front, int block) {
    return front->padded + (block == 1 ? round_even(front->updates) : front->updates);
}

/// Doubles of a front's update matrix: pair q of its rows has 2 q + 2 columns.
static size_t update_size(const linear_front *front, int block) {
    size_t pairs = block == 2 ? (size_t)front->updates : (size_t)(front->updates + 1) / 2;
    return 2 * pairs * (pairs + 1);
}

static void make_fronts(planning *p, arena *memory) {
    linear_plan *plan = p->plan;
    int count = plan->front_count = p->tree.count;
    plan->fronts = ARENA_ARRAY(memory, linear_front, count);
    if (arena_failed(memory)) return;
    for (int f = count - 1; f >= 0; f--) {
        linear_front *front = &plan->fronts[f];
        front->pivots = p->tree.first[f + 1] - p->tree.first[f];
        front->updates = p->tree.updates[f];
        front->padded = plan->block == 1 ? round_even(front->pivots) : front->pivots;
        front->child = NONE;
        front->panel_count = (front->pivots + p->per_panel - 1) / p->per_panel;
        plan->panel_count += front->panel_count;
        for (int k = p->tree.first[f]; k < p->tree.first[f + 1]; k++)
            p->owner[p->tree.column[k]] = f;
        int up = p->tree.parent[f];
        front->sibling = NONE;
        if (up == NONE) continue;
        front->sibling = plan->fronts[up].child;
        plan->fronts[up].child = f;
    }
}

static int compare_panels(const void *context, int a, int b) {
    const planning *p = context;
    if (p->level[a] != p->level[b]) return p->level[a] < p->level[b] ? -1 : 1;
    if (p->key[a] != p->key[b]) return p->key[a] < p->key[b] ? -1 : 1;
    return 0;
}

/// Cuts fronts into panels and sorts those by height, then by shape.
static void make_panels(planning *p, arena *memory) {
    linear_plan *plan = p->plan;
    int count = plan->panel_count;
    plan->panels = ARENA_ARRAY(memory, linear_panel, count);
    plan->front_panels = ARENA_ARRAY(memory, int, count);
    plan->runs = ARENA_ARRAY(memory, linear_run, count);
    p->panel_front = ARENA_ARRAY(&p->scratch, int, count);
    p->level = ARENA_ARRAY(&p->scratch, int, count);
    p->key = ARENA_ARRAY(&p->scratch, int, count);
    int *sorted = ARENA_ARRAY(&p->scratch, int, count);
    int *room = ARENA_ARRAY(&p->scratch, int, max_int(count, plan->front_count));
    if (arena_failed(memory) || arena_failed(&p->scratch)) return;
    int *height = room, panel = 0; // of the lowest panel that a front may stand on
    for (int f = 0; f < plan->front_count; f++) {
        linear_front *front = &plan->fronts[f];
        front->panel = panel;
        for (int at = 0; at < front->pivots; at += p->per_panel, panel++) {
            int width = min_int(p->per_panel, front->pivots - at) * plan->block;
            p->panel_front[panel] = f;
            p->level[panel] = height[f]++;
            p->key[panel] = count_pairs(front, at, p->per_panel, plan->block) * 16 + width;
            sorted[panel] = panel;
        }
        int up = p->tree.parent[f];
        if (up != NONE) height[up] = max_int(height[up], height[f]);
    }
    sort_indices(sorted, count, compare_panels, p, room);
    for (int k = 0; k < count; k++) {
        plan->front_panels[sorted[k]] = k;
        linear_panel *made = &plan->panels[k];
        made->width = p->key[sorted[k]] % 16;
        made->pairs = p->key[sorted[k]] / 16;
        size_t width = (size_t)made->width, own = width * (size_t)round_even(made->width);
        size_t kept = plan->block == 1 ? width * (width + 1) : own; // of its own rows, as factored
        made->below = plan->value_count + kept;
        made->values = made->below - own;
        plan->value_count = made->below + 2 * width * (size_t)made->pairs;
        linear_run *run = plan->run_count ? &plan->runs[plan->run_count - 1] : NULL;
        if (run && run->width == made->width)
            run->count++;
        else
            plan->runs[plan->run_count++] = (linear_run){ k, 1, made->width };
    }
}

/// Numbers the vertices in the order of the panels.
static void number_vertices(planning *p) {
    linear_plan *plan = p->plan;
    int vertices = 0;
    for (int k = 0; k < plan->panel_count; k++) {
        plan->panels[k].pivot = vertices;
        vertices += plan->panels[k].width / plan->block;
    }
    for (int f = 0; f < plan->front_count; f++) {
        const linear_front *front = &plan->fronts[f];
        for (int i = 0; i < front->pivots; i++) {
            int panel = plan->front_panels[front->panel + i / p->per_panel];
            int number = plan->panels[panel].pivot + i % p->per_panel;
            int v = p->tree.column[p->tree.first[f] + i];
            p->number[v] = number;
            plan->order[number] = v;
            plan->seats[number] = LINEAR_SEAT * v;
        }
    }
}

/// Lists the numbers of the rows below each front, unsorted, from at[f]. A row is a neighbor of a
/// pivot or a row of a child, as long as its front comes later.
static void list_updates(planning *p, const int *at, int *list, int *mark) {
    const linear_plan *plan = p->plan;
    for (int f = 0; f < plan->front_count; f++) {
        const linear_front *front = &plan->fronts[f];
        int to = at[f];
        for (int k = p->tree.first[f]; k < p->tree.first[f + 1]; k++) {
            int v = p->tree.column[k];
            for (int t = p->graph->start[v]; t < p->graph->start[v + 1]; t++) {
                int u = p->graph->neighbor[t];
                if (p->owner[u] <= f || mark[u] == f + 1) continue;
                mark[u] = f + 1;
                list[to++] = u;
            }
        }
        for (int c = front->child; c != NONE; c = plan->fronts[c].sibling)
            for (int k = at[c]; k < at[c] + plan->fronts[c].updates; k++) {
                int u = list[k];
                if (p->owner[u] <= f || mark[u] == f + 1) continue;
                mark[u] = f + 1;
                list[to++] = u;
            }
    }
}

/// Makes every front's list of rows: pivots, gap, updates ascending, gap.
static void make_rows(planning *p, arena *memory, size_t updates, size_t rows) {
    linear_plan *plan = p->plan;
    size_t n = (size_t)plan->n;
    plan->rows = ARENA_ARRAY(memory, int, rows);
    int *at = ARENA_ARRAY(&p->scratch, int, plan->front_count);
    int *list = ARENA_ARRAY(&p->scratch, int, updates);
    int *fronts = ARENA_ARRAY(&p->scratch, int, updates); // that have a number among their rows
    int *count = ARENA_ARRAY(&p->scratch, int, n + 1);
    int *fill = ARENA_ARRAY(&p->scratch, int, plan->front_count);
    if (arena_failed(memory) || arena_failed(&p->scratch)) return;
    int sum = 0, row = 0;
    for (int f = 0; f < plan->front_count; f++) {
        at[f] = sum;
        sum += plan->fronts[f].updates;
    }
    list_updates(p, at, list, count);
    memset(count, 0, (n + 1) * sizeof(int));
    for (int f = 0; f < plan->front_count; f++) {
        linear_front *front = &plan->fronts[f];
        front->row_list = row;
        for (int i = 0; i < front->pivots; i++)
            plan->rows[row + i] = p->number[p->tree.column[p->tree.first[f] + i]];
        for (int i = front->pivots; i < front->padded; i++) plan->rows[row + i] = plan->n;
        fill[f] = row + front->padded;
        row += list_length(front, plan->block);
        if (row > fill[f] + front->updates) plan->rows[row - 1] = plan->n;
        for (int k = at[f]; k < at[f] + front->updates; k++) count[p->number[list[k]] + 1]++;
    }
    for (size_t k = 0; k < n; k++) count[k + 1] += count[k];
    for (int f = 0; f < plan->front_count; f++)
        for (int k = at[f]; k < at[f] + plan->fronts[f].updates; k++)
            fronts[count[p->number[list[k]]]++] = f;
    // count[k] is now where the fronts of number k end: read in order, every list comes out
    // ascending.
    for (int k = 0, t = 0; k < plan->n; k++)
        for (; t < count[k]; t++) plan->rows[fill[fronts[t]]++] = k;
    for (int f = 0; f < plan->front_count; f++) {
        const linear_front *front = &plan->fronts[f];
        for (int k = 0; k < front->panel_count; k++) {
            int end = (k + 1) * p->per_panel;
            plan->panels[plan->front_panels[front->panel + k]].row_list =
                front->row_list + (end < front->pivots ? end : front->padded);
        }
    }
}

/// Where the value of (row position, pivot) of a front lies.
static size_t locate(const planning *p, const linear_front *front, int row, int pivot) {
    const linear_plan *plan = p->plan;
    int k = pivot / p->per_panel, at = k * p->per_panel;
    const linear_panel *panel = &plan->panels[plan->front_panels[front->panel + k]];
    size_t r = (size_t)(row - at), c = (size_t)(pivot - at), width = (size_t)panel->width;
    if (plan->block == 2) return panel->values + 2 * (r * width + 2 * c);
    return panel->values + 2 * (r / 2 * width + c) + r % 2;
}

/// Addresses of the front's part of A.
static int make_entries(planning *p, int f, const linear_edge *edges, int made) {
    linear_plan *plan = p->plan;
    linear_front *front = &plan->fronts[f];
    front->entry = made;
    for (int i = 0; i < front->pivots; i++) {
        int v = p->tree.column[p->tree.first[f] + i];
        plan->diagonals[v] = locate(p, front, i, i);
        for (int t = p->graph->start[v]; t < p->graph->start[v + 1]; t++) {
            int u = p->graph->neighbor[t], e = p->graph->edge[t];
            if (p->owner[u] < f) continue;
            int row = p->position[p->number[u]];
            if (p->owner[u] == f && row < i) continue; // its own column has it
            plan->entries[made++] = (linear_entry){ locate(p, front, row, i), e, edges[e].a == v };
        }
    }
    front->entry_count = made - front->entry;
    return made;
}

static void make_addresses(planning *p, arena *memory, const linear_edge *edges, size_t updates,
                           size_t rows) {
    linear_plan *plan = p->plan;
    plan->places = ARENA_ARRAY(memory, int, updates);
    plan->entries = ARENA_ARRAY(memory, linear_entry, p->graph->start[plan->n] / 2);
    plan->diagonals = ARENA_ARRAY(memory, size_t, plan->n);
    int *depth = ARENA_ARRAY(&p->scratch, int, plan->front_count);
    if (arena_failed(memory) || arena_failed(&p->scratch)) return;
    for (int f = plan->front_count - 1; f >= 0; f--)
        depth[f] = p->tree.parent[f] == NONE ? 0 : depth[p->tree.parent[f]] + 1;
    size_t top[2] = { 0, 0 }, most[2] = { 0, 0 };
    int made = 0, place = 0;
    for (int f = 0; f < plan->front_count; f++) {
        linear_front *front = &plan->fronts[f];
        const int *updated = &plan->rows[front->row_list + front->padded];
        for (int i = 0; i < front->pivots; i++) p->position[plan->rows[front->row_list + i]] = i;
        for (int i = 0; i < front->updates; i++) p->position[updated[i]] = front->padded + i;
        made = make_entries(p, f, edges, made);
        int own = depth[f] & 1;
        for (int c = front->child; c != NONE; c = plan->fronts[c].sibling) {
            linear_front *child = &plan->fronts[c];
            const int *list = &plan->rows[child->row_list + child->padded];
            child->place = place;
            for (int i = 0; i < child->updates; i++) {
                int position = p->position[list[i]];
                child->inherited += position < front->pivots;
                plan->places[place++] = position;
            }
            top[1 - own] -= update_size(child, plan->block);
        }
        front->update_values = top[own];
        top[own] += update_size(front, plan->block);
        if (top[own] > most[own]) most[own] = top[own];
    }
    for (int f = 0; f < plan->front_count; f++)
        if (depth[f] & 1) plan->fronts[f].update_values += most[0];
    plan->stack_count = most[0] + most[1];
    for (size_t k = 0; k < rows; k++) plan->rows[k] *= LINEAR_SEAT; // from numbers to offsets
}

/// Sums that would not fit an int or the address space are refused before anything is made of them.
static bool count_rows(const planning *p, size_t *updates, size_t *rows, pantin_error *error) {
    const linear_plan *plan = p->plan;
    const double front_limit = 1 << 26; // rows of a front: their pairs and width share an int
    double update_sum = 0.0, row_sum = 0.0, values = 0.0, longest = 0.0;
    for (int f = 0; f < p->tree.count; f++) {
        double pivots = p->tree.first[f + 1] - p->tree.first[f], below = p->tree.updates[f];
        update_sum += below;
        row_sum += pivots + below + 2.0;
        longest = max_double(longest, pivots + below);
        double width = pivots * plan->block, height = below * plan->block + 2.0;
        values += (width + 8.0) * (0.5 * width + height + 8.0) + height * height;
    }
    if (longest > front_limit || row_sum >= 2147483647.0 ||
        values * sizeof(double) >= (double)SIZE_MAX / 2.0)
        return pantin_fail(error, PANTIN_ERROR_MEMORY, "edges",
                           "the factor of %d vertices would have %.0f numbers; use fewer vertices",
                           plan->n, values);
    *updates = (size_t)update_sum;
    *rows = (size_t)row_sum;
    return true;
}

bool linear_plan_make(linear_plan *plan, arena *memory, const linear_graph *graph, int *order,
                      const linear_edge *edges, int block, pantin_error *error) {
    size_t n = (size_t)graph->n, updates = 0, rows = 0;
    planning p = { .plan = plan, .graph = graph, .per_panel = LINEAR_WIDTH / block };
    *plan = (linear_plan){ .n = graph->n, .block = block, .order = order };
    plan->seats = ARENA_ARRAY(memory, int, n);
    p.owner = ARENA_ARRAY(&p.scratch, int, n);
    p.number = ARENA_ARRAY(&p.scratch, int, n);
    p.position = ARENA_ARRAY(&p.scratch, int, n + 1);
    linear_tree_make(&p.tree, &p.scratch, graph, order, block);
    bool fits = arena_failed(&p.scratch) || count_rows(&p, &updates, &rows, error);
    if (fits && !arena_failed(&p.scratch)) make_fronts(&p, memory);
    if (fits && !arena_failed(&p.scratch) && !arena_failed(memory)) make_panels(&p, memory);
    if (fits && !arena_failed(&p.scratch) && !arena_failed(memory)) {
        number_vertices(&p);
        make_rows(&p, memory, updates, rows);
    }
    if (fits && !arena_failed(&p.scratch) && !arena_failed(memory))
        make_addresses(&p, memory, edges, updates, rows);
    memory->failed = memory->failed || arena_failed(&p.scratch);
    arena_free(&p.scratch);
    return fits;
}
