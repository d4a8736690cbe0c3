// predicate.c — the signs of two determinants, exact however small they are.
//
//     orient   = | ax-cx  ay-cy |        incircle = | ax-dx  ay-dy  (ax-dx)^2 + (ay-dy)^2 |
//                | bx-cx  by-cy |                   | bx-dx  by-dy  (bx-dx)^2 + (by-dy)^2 |
//                                                   | cx-dx  cy-dy  (cx-dx)^2 + (cy-dy)^2 |
//
// First in plain doubles with a bound on the error; nearly always that settles the sign. Where it
// does not, the determinant is computed without any rounding as an expansion: a sum of doubles that
// do not overlap, smallest first, so its sign is the sign of its last term. Sum and product of two
// doubles are such pairs (rounded value, what rounding lost), and everything else is made of them.
// Differences that are exact have no second term and drop out, so points of a lattice stay cheap.
// Dekker's product, not a fused one: the same bits with and without an FMA unit.
//
// Dekker: A Floating-Point Technique for Extending the Available Precision, 1971. Shewchuk:
// Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997 (the
// bounds are his A bounds).
// SPDX-License-Identifier: MIT
#include "mesh/predicate.h"

#define HALF_ULP 0x1p-53
#define ORIENT_BOUND ((3.0 + 16.0 * HALF_ULP) * HALF_ULP)
#define INCIRCLE_BOUND ((10.0 + 96.0 * HALF_ULP) * HALF_ULP)
#define SPLITTER 134217729.0 // 2^27 + 1

static double absolute(double v) { return v < 0 ? -v : v; }

// --- pairs --------------------------------------------------------------------------------------

/// high + low = a + b exactly; high is the rounded sum.
static void sum_pair(double a, double b, double *high, double *low) {
    double sum = a + b;
    double b_kept = sum - a, a_kept = sum - b_kept;
    *low = (a - a_kept) + (b - b_kept);
    *high = sum;
}

static void split(double a, double *high, double *low) {
    double big = SPLITTER * a;
    *high = big - (big - a);
    *low = a - *high;
}

/// high + low = a b exactly.
static void product_pair(double a, double b, double *high, double *low) {
    double ah, al, bh, bl, product = a * b;
    split(a, &ah, &al);
    split(b, &bh, &bl);
    *low = al * bl - (((product - ah * bh) - al * bh) - ah * bl);
    *high = product;
}

// --- expansions: terms smallest first, none of them 0 -------------------------------------------

/// to = from + v; answers the number of terms. `to` may be `from`.
static int grow(const double *from, int count, double v, double *to) {
    int made = 0;
    double carry = v, low;
    for (int i = 0; i < count; i++) {
        sum_pair(carry, from[i], &carry, &low);
        if (low != 0) to[made++] = low;
    }
    if (carry != 0) to[made++] = carry;
    return made;
}

/// to = a + b; `to` may be `a`, and holds a_count + b_count terms.
static int add(const double *a, int a_count, const double *b, int b_count, double *to) {
    for (int i = 0; i < a_count; i++) to[i] = a[i];
    for (int i = 0; i < b_count; i++) a_count = grow(to, a_count, b[i], to);
    return a_count;
}

/// to += factor a.
static int add_scaled(double *to, int count, const double *a, int a_count, double factor) {
    for (int i = 0; i < a_count; i++) {
        double high, low;
        product_pair(a[i], factor, &high, &low);
        if (low != 0) count = grow(to, count, low, to);
        if (high != 0) count = grow(to, count, high, to);
    }
    return count;
}

/// to = a b, with room for 2 a_count b_count terms.
static int multiply(const double *a, int a_count, const double *b, int b_count, double *to) {
    int count = 0;
    for (int i = 0; i < b_count; i++) count = add_scaled(to, count, a, a_count, b[i]);
    return count;
}

static int negate(double *a, int count) {
    for (int i = 0; i < count; i++) a[i] = -a[i];
    return count;
}

static int difference(double a, double b, double to[2]) {
    double high, low;
    int count = 0;
    sum_pair(a, -b, &high, &low);
    if (low != 0) to[count++] = low;
    if (high != 0) to[count++] = high;
    return count;
}

static double last(const double *a, int count) { return count > 0 ? a[count - 1] : 0.0; }

/// A difference of two points, exactly.
typedef struct exact_vec {
    double x[2], y[2];
    int x_count, y_count;
} exact_vec;

static exact_vec exact_difference(vec2 a, vec2 b) {
    exact_vec d;
    d.x_count = difference(a.x, b.x, d.x);
    d.y_count = difference(a.y, b.y, d.y);
    return d;
}

/// a.x b.y - a.y b.x, at most 16 terms.
static int exact_cross(const exact_vec *a, const exact_vec *b, double to[16]) {
    double other[8];
    int count = multiply(a->x, a->x_count, b->y, b->y_count, to);
    int other_count = multiply(a->y, a->y_count, b->x, b->x_count, other);
    negate(other, other_count);
    return add(to, count, other, other_count, to);
}

/// x^2 + y^2, at most 16 terms.
static int exact_square(const exact_vec *a, double to[16]) {
    double other[8];
    int count = multiply(a->x, a->x_count, a->x, a->x_count, to);
    int other_count = multiply(a->y, a->y_count, a->y, a->y_count, other);
    return add(to, count, other, other_count, to);
}

// --- orient -------------------------------------------------------------------------------------

static double orient_exactly(vec2 a, vec2 b, vec2 c) {
    exact_vec ac = exact_difference(a, c), bc = exact_difference(b, c);
    double terms[16];
    int count = exact_cross(&ac, &bc, terms);
    return last(terms, count);
}

double predicate_orient(vec2 a, vec2 b, vec2 c) {
    double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
    double determinant = left - right;
    double bound = ORIENT_BOUND * (absolute(left) + absolute(right));
    if (determinant > bound || -determinant > bound) return determinant;
    return orient_exactly(a, b, c);
}

// --- incircle -----------------------------------------------------------------------------------

static double incircle_exactly(vec2 a, vec2 b, vec2 c, vec2 d) {
    exact_vec from[3] = { exact_difference(a, d), exact_difference(b, d), exact_difference(c, d) };
    double sum[3 * 512], part[512];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        double cross[16], square[16];
        int cross_count = exact_cross(&from[(k + 1) % 3], &from[(k + 2) % 3], cross);
        int square_count = exact_square(&from[k], square);
        int part_count = multiply(cross, cross_count, square, square_count, part);
        count = add(sum, count, part, part_count, sum);
    }
    return last(sum, count);
}

double predicate_incircle(vec2 a, vec2 b, vec2 c, vec2 d) {
    vec2 ad = vec2_sub(a, d), bd = vec2_sub(b, d), cd = vec2_sub(c, d);
    double bc1 = bd.x * cd.y, bc2 = bd.y * cd.x;
    double ca1 = cd.x * ad.y, ca2 = cd.y * ad.x;
    double ab1 = ad.x * bd.y, ab2 = ad.y * bd.x;
    double a2 = vec2_dot(ad, ad), b2 = vec2_dot(bd, bd), c2 = vec2_dot(cd, cd);
    double determinant = a2 * (bc1 - bc2) + b2 * (ca1 - ca2) + c2 * (ab1 - ab2);
    double permanent = a2 * (absolute(bc1) + absolute(bc2)) + b2 * (absolute(ca1) + absolute(ca2)) +
                       c2 * (absolute(ab1) + absolute(ab2));
    double bound = INCIRCLE_BOUND * permanent;
    if (determinant > bound || -determinant > bound) return determinant;
    return incircle_exactly(a, b, c, d);
}
