// islands.c — how many pieces the ink has, by union-find over runs, a row at a time.
//
// A run is a stretch of ink in a row. Only the frontier is kept: the runs of the row above, each
// with the number of its piece, pieces numbered from 0 along that row. In the next row each run is
// a new piece at first and joins those above that it touches (a corner is a touch: columns overlap
// when widened by one). A piece of the frontier that no run below belongs to is finished, and
// counted. So memory is a few rows, whatever the picture, and nothing recurses.
// SPDX-License-Identifier: MIT
#include "drawing/ink.h"

#include "base/memory.h"

typedef struct frontier {
    int *from, *to; // a run: columns [from, to)
    int *piece;     // its piece
    int runs, pieces;
} frontier;

static int find_root(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/// The smaller number becomes the root, so that pieces above keep theirs.
static void join(int *parent, int a, int b) {
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a < b) parent[b] = a;
    if (b < a) parent[a] = b;
}

static void find_runs(const uint8_t *row, int width, frontier *below) {
    below->runs = 0;
    for (int x = ink_next(row, 0, width); x < width;) {
        int end = ink_end(row, x, width);
        below->from[below->runs] = x;
        below->to[below->runs++] = end;
        x = ink_next(row, end, width);
    }
}

/// Joins the runs of the row below to the pieces above; answers how many pieces ended above.
/// `parent` and `number` hold above->pieces + below->runs ints; the pieces above come first in it.
static int advance(const frontier *above, frontier *below, int *parent, int *number) {
    int total = above->pieces + below->runs;
    for (int i = 0; i < total; i++) parent[i] = i;
    for (int a = 0, b = 0; a < above->runs && b < below->runs;) {
        if (above->from[a] <= below->to[b] && below->from[b] <= above->to[a])
            join(parent, above->piece[a], above->pieces + b);
        if (above->to[a] < below->to[b])
            a++;
        else
            b++;
    }
    for (int i = 0; i < total; i++) number[i] = PANTIN_NONE;
    below->pieces = 0;
    for (int b = 0; b < below->runs; b++) {
        int root = find_root(parent, above->pieces + b);
        if (number[root] == PANTIN_NONE) number[root] = below->pieces++;
        below->piece[b] = number[root];
    }
    int ended = 0;
    for (int i = 0; i < above->pieces; i++)
        if (parent[i] == i && number[i] == PANTIN_NONE) ended++;
    return ended;
}

bool ink_count_islands(const uint8_t *ink, int width, int height, int *islands,
                       pantin_error *error) {
    // A row has at most (width + 1) / 2 runs; two rows of three arrays, and two arrays over both
    // rows.
    size_t most = ((size_t)width + 1) / 2, blocks = 2 * 3 + 2 * 2;
    int *memory = memory_allocate(most * blocks, sizeof(int));
    if (!memory) return memory_fail(error, "counting a drawing's pieces");
    frontier rows[2] = {
        { .from = memory, .to = memory + most, .piece = memory + 2 * most },
        { .from = memory + 3 * most, .to = memory + 4 * most, .piece = memory + 5 * most },
    };
    int *parent = memory + 6 * most, *number = memory + 8 * most;
    int count = 0;
    for (int y = 0; y < height; y++) {
        frontier *above = &rows[y & 1], *below = &rows[(y + 1) & 1];
        find_runs(ink + (size_t)y * (size_t)width, width, below);
        count += advance(above, below, parent, number);
    }
    *islands = count + rows[height & 1].pieces;
    memory_free(memory, most * blocks, sizeof(int));
    return true;
}
