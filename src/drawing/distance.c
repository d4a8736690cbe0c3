// distance.c — from a point to the nearest pixel of ink, exactly.
//
// A pixel is the square around its center, so a point on it is at distance 0. Rows are visited
// outward from the point, each only as far as could still be nearer than the best so far:
//     dx^2 < best^2 - dy^2,
// and the visit ends when a row alone is too far. From a point far outside, rows and columns begin
// at the border of the ink, so the cost is what lies between the border and the ink, eight pixels a
// step. No table is kept: handles ask this a few times a drawing, and a distance transform of the
// picture would cost more than all of them.
// Of two equally near pixels the one found first stands: nearer rows first, of two the upper; in a
// row the left. A point that is not finite, or so far off that its square is not, is infinitely
// far.
// SPDX-License-Identifier: MIT
#include "drawing/ink.h"

#include "base/vec.h"

typedef struct nearest_ink {
    double squared; // distance
    int x, y;
} nearest_ink;

/// How far v lies outside [cell, cell + 1].
static double outside(double v, int cell) {
    return v < cell ? cell - v : v > cell + 1.0 ? v - (cell + 1.0) : 0.0;
}

static void offer(nearest_ink *best, double dx, double dy, int x, int y) {
    double squared = dx * dx + dy * dy;
    if (squared < best->squared) *best = (nearest_ink){ squared, x, y };
}

/// Looks left and right of column `start` in row y, within [left, right).
static void visit_row(const pantin_drawing *drawing, vec2 point, int start, int left, int right,
                      int y, nearest_ink *best) {
    double dy = outside(point.y, y);
    if (dy * dy >= best->squared) return;
    // A bound in columns that is never too tight: one more than the real one.
    double reach = sqrt(best->squared - dy * dy) + 2.0;
    int low = (int)clamp_double(point.x - reach, left, start);
    int high = (int)clamp_double(point.x + reach, start, right - 1) + 1;
    const uint8_t *row = drawing->ink + (size_t)y * (size_t)drawing->image.width;
    int before = ink_previous(row, low, start);
    if (before >= low) offer(best, outside(point.x, before), dy, before, y);
    int after = ink_next(row, start, high);
    if (after < high) offer(best, outside(point.x, after), dy, after, y);
}

double pantin_drawing_distance(const pantin_drawing *drawing, vec2 point, vec2 *nearest) {
    int left = (int)drawing->ink_box.left, right = (int)drawing->ink_box.right;
    int top = (int)drawing->ink_box.top, bottom = (int)drawing->ink_box.bottom;
    nearest_ink best = { INFINITY, left, top };
    if (finite_double(point.x) && finite_double(point.y) && drawing->ink_count > 0) {
        // The column and row the search starts from: the point's own, or the nearest of the box.
        int column = (int)clamp_double(point.x, left, right - 1);
        int row = (int)clamp_double(point.y, top, bottom - 1);
        for (int away = 0;; away++) {
            int up = row - away, down = row + away;
            bool near_up = up >= top && outside(point.y, up) * outside(point.y, up) < best.squared;
            bool near_down =
                down < bottom && outside(point.y, down) * outside(point.y, down) < best.squared;
            if (near_up) visit_row(drawing, point, column, left, right, up, &best);
            if (near_down && away > 0) visit_row(drawing, point, column, left, right, down, &best);
            if (!near_up && !near_down) break;
        }
    }
    if (nearest) *nearest = vec2_make(best.x + 0.5, best.y + 0.5);
    return sqrt(best.squared);
}
