// tree.c — the elimination tree, column counts, supernodes, and which of them are worth merging.
//
// parent(j) = the first row below the diagonal of column j of L. Column j has in it the rows of its
// children, so independent subtrees can be eliminated in any order, and columns with one pattern
// become one dense front. A child is merged into its parent even at the price of explicit zeros
// when a model of the cost says so (below); CHOLMOD's fixed ratios of zeros are the rival.
// Liu: The role of elimination trees in sparse factorization, 1990.
// Ashcraft, Grimes: The influence of relaxed supernode partitions, 1989.
// SPDX-License-Identifier: MIT
#include "linear/tree.h"

#include <string.h>

enum { NONE = PANTIN_NONE };

/// parent[k] of each step k; `number` is the inverse of `order`.
static void find_parents(const linear_graph *graph, const int *order, const int *number,
                         int *parent, int *ancestor) {
    for (int k = 0; k < graph->n; k++) {
        parent[k] = ancestor[k] = NONE;
        int v = order[k];
        for (int t = graph->start[v]; t < graph->start[v + 1]; t++) {
            int i = number[graph->neighbor[t]];
            while (i != NONE && i < k) { // climbs to the root, and shortens the way for the next
                int up = ancestor[i];
                ancestor[i] = k;
                if (up == NONE) parent[i] = k;
                i = up;
            }
        }
    }
}

/// post[k] = the k-th node of a depth-first walk that visits children first. `head` and `next` hold
/// the children, `stack` the way down.
static void walk_postorder(int n, const int *parent, int *post, int *head, int *next, int *stack) {
    for (int i = 0; i < n; i++) head[i] = NONE;
    for (int i = n - 1; i >= 0; i--) {
        if (parent[i] == NONE) continue;
        next[i] = head[parent[i]];
        head[parent[i]] = i;
    }
    int count = 0;
    for (int root = 0; root < n; root++) {
        if (parent[root] != NONE) continue;
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            int i = stack[depth - 1], child = head[i];
            if (child == NONE) {
                post[count++] = i;
                depth--;
            } else {
                head[i] = next[child];
                stack[depth++] = child;
            }
        }
    }
}

/// count[j] = rows below the diagonal of column j: row k of L holds every node on the tree paths
/// from its neighbors up to k.
static void count_columns(const linear_graph *graph, const int *order, const int *number,
                          const int *parent, int *count, int *mark) {
    for (int k = 0; k < graph->n; k++) {
        count[k] = 0;
        mark[k] = k;
        int v = order[k];
        for (int t = graph->start[v]; t < graph->start[v + 1]; t++)
            for (int i = number[graph->neighbor[t]]; i < k && mark[i] != k; i = parent[i]) {
                mark[i] = k;
                count[i]++;
            }
    }
}

/// What one solve with a front of so many pivot columns and rows below costs (scalars), in numbers
/// read: a panel costs `panel` more, a pair of its rows `pair` more. Found by a search over sheets
/// and a figure of 1,400 and 10,000 vertices; the valley is flat (within 3 % from half to twice of
/// either).
static double solve_cost(int columns, int rows) {
    const double panel = 3.0, pair = 1.0;
    double cost = 0.0;
    for (int c = 0; c < columns; c += 8) {
        int width = columns - c < 8 ? columns - c : 8;
        double pairs = 0.5 * (columns - c - width + rows);
        cost += panel + pairs * (pair + width) + 0.5 * width * width;
    }
    return cost;
}

/// Cycles of one factorization of a front, about: pivots wait for each other, the update matrix is
/// cleared, filled by the children and added to the parent, and the rest is multiplications. Found
/// likewise.
static double factor_cost(int columns, int rows) {
    const double front = 80.0, root = 45.0, carry = 0.75, multiply = 0.55;
    double p = columns, m = rows;
    return front + root * p + carry * m * m +
           multiply * (p * m * m / 2.0 + p * p * m / 2.0 + p * p * p / 6.0);
}

/// With block 1 a factor serves many solves (local/global), with block 2 one or two (Newton).
static double front_cost(int pivots, int updates, int block) {
    return block == 1 ? solve_cost(pivots, updates) : factor_cost(2 * pivots, 2 * updates);
}

typedef struct grouping {
    int count; // supernodes
    int *of;   // supernode of a column
    int *pivots, *updates, *parent;
    int *into; // the supernode that swallowed it, itself: it lives
} grouping;

/// Runs of columns with one pattern: j continues j - 1 when that is its child and one row longer.
static void find_supernodes(grouping *g, int n, const int *parent, const int *count) {
    g->count = 0;
    for (int j = 0; j < n; j++) {
        if (j == 0 || parent[j - 1] != j || count[j - 1] != count[j] + 1) {
            g->pivots[g->count] = 0;
            g->count++;
        }
        int s = g->count - 1;
        g->of[j] = s;
        g->pivots[s]++;
        g->updates[s] = count[j];
        g->parent[s] = parent[j]; // a column for now; the last one's stays
        g->into[s] = s;
    }
    for (int s = 0; s < g->count; s++)
        if (g->parent[s] != NONE) g->parent[s] = g->of[g->parent[s]];
}

/// Merges children into parents, from the leaves up, where the model gains. First those that cost
/// no zero, since they change what the others cost.
static void merge_supernodes(grouping *g, int block, int *head, int *next) {
    for (int s = 0; s < g->count; s++) head[s] = NONE;
    for (int s = g->count - 1; s >= 0; s--) {
        if (g->parent[s] == NONE) continue;
        next[s] = head[g->parent[s]];
        head[g->parent[s]] = s;
    }
    for (int s = 0; s < g->count; s++)
        for (int pass = 0; pass < 2; pass++)
            for (int c = head[s]; c != NONE; c = next[c]) {
                bool full = g->updates[c] == g->pivots[s] + g->updates[s];
                if (g->into[c] != c || (pass == 0 && !full)) continue;
                int pivots = g->pivots[s] + g->pivots[c];
                double apart = front_cost(g->pivots[c], g->updates[c], block) +
                               front_cost(g->pivots[s], g->updates[s], block);
                if (front_cost(pivots, g->updates[s], block) > apart) continue;
                g->into[c] = s;
                g->pivots[s] = pivots;
            }
    for (int s = g->count - 1; s >= 0; s--) g->into[s] = g->into[g->into[s]];
}

/// The living supernodes as fronts, in postorder of their own tree (merging may have broken the
/// old).
static void collect_fronts(linear_tree *tree, const grouping *g, int n, const int *order,
                           int *work) {
    int *living = work, *above = living + n, *post = above + n, *head = post + n, *next = head + n;
    int *stack = next + n, *front = stack + n;
    int count = 0;
    for (int s = 0; s < g->count; s++)
        if (g->into[s] == s) {
            front[s] = count;
            living[count++] = s;
        }
    for (int k = 0; k < count; k++) {
        int up = g->parent[living[k]];
        above[k] = up == NONE ? NONE : front[g->into[up]];
    }
    walk_postorder(count, above, post, head, next, stack);
    int *place = head; // place[k] of the k-th living one in postorder
    for (int f = 0; f < count; f++) place[post[f]] = f;
    tree->count = count;
    for (int f = 0; f < count; f++) {
        int s = living[post[f]];
        tree->updates[f] = g->updates[s];
        tree->parent[f] = above[post[f]] == NONE ? NONE : place[above[post[f]]];
        tree->first[f + 1] = tree->first[f] + g->pivots[s];
    }
    memcpy(next, tree->first, (size_t)count * sizeof(int)); // where the next column of a front goes
    for (int j = 0; j < n; j++) tree->column[next[place[front[g->into[g->of[j]]]]]++] = order[j];
}

void linear_tree_make(linear_tree *tree, arena *memory, const linear_graph *graph, const int *order,
                      int block) {
    size_t n = (size_t)graph->n;
    tree->first = ARENA_ARRAY(memory, int, n + 1);
    tree->column = ARENA_ARRAY(memory, int, n);
    tree->updates = ARENA_ARRAY(memory, int, n);
    tree->parent = ARENA_ARRAY(memory, int, n);
    arena scratch = { 0 };
    int *work = ARENA_ARRAY(&scratch, int, 13 * n);
    if (arena_failed(memory) || arena_failed(&scratch)) {
        memory->failed = true;
        arena_free(&scratch);
        return;
    }
    int *number = work, *parent = number + n, *post = parent + n, *sorted = post + n;
    int *count = sorted + n, *free_rows = count + n; // 5 rows are taken, 8 are free
    for (int k = 0; k < graph->n; k++) number[order[k]] = k;
    find_parents(graph, order, number, parent, free_rows);
    walk_postorder(graph->n, parent, post, free_rows, free_rows + n, free_rows + 2 * n);
    for (int k = 0; k < graph->n; k++) free_rows[post[k]] = k;
    for (int k = 0; k < graph->n; k++) {
        int up = parent[post[k]];
        sorted[k] = order[post[k]];
        free_rows[n + (size_t)k] = up == NONE ? NONE : free_rows[up];
    }
    memcpy(parent, free_rows + n, n * sizeof(int));
    for (int k = 0; k < graph->n; k++) number[sorted[k]] = k;
    count_columns(graph, sorted, number, parent, count, free_rows);
    grouping g = { .of = number,
                   .pivots = post,
                   .updates = free_rows,
                   .parent = free_rows + n,
                   .into = free_rows + 2 * n };
    find_supernodes(&g, graph->n, parent, count);
    merge_supernodes(&g, block, count, parent);
    int *collect = ARENA_ARRAY(&scratch, int, 7 * n);
    if (arena_failed(&scratch))
        memory->failed = true;
    else
        collect_fronts(tree, &g, graph->n, sorted, collect);
    arena_free(&scratch);
}
