// test_twin_vertex.c — "arap-vertex" beside a twin written straight from the equations, on CHOLMOD:
//     m_i = sum_j w_ij conj(p_i - p_j)(x_i - x_j),  R_i its turn,
//     sum_j w_ij (x_i - x_j) = sum_j w_ij / 2 (R_i + R_j)(p_i - p_j) at free vertices,
// w_ij half the clamped cotangents times the rigidity; handles' vertices at their goals.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "with_twin.h"

#include "base/memory.h"
#include "deform/arap_vertex.h"
#include "deform/sheet.h"

#ifdef PANTIN_HAS_CHOLMOD

/// Dense where that is simpler: 375 vertices.
typedef struct twin {
    const rig *r;
    int n;
    point *rest, *x, *turns;
    double *w;       // [n][n]
    int *handle_of;  // a vertex, or PANTIN_NONE
    point *offset;   // of a handle's vertex from the centroid
    point patch[16]; // a handle's turn
    twin_system system;
} twin;

static double weight(const twin *t, int a, int b) { return t->w[a * t->n + b]; }

static twin *twin_create(const rig *r) {
    twin *t = memory_allocate(1, sizeof *t);
    int n = r->mesh.vertex_count;
    t->r = r;
    t->n = n;
    t->rest = memory_allocate((size_t)n, sizeof *t->rest);
    t->x = memory_allocate((size_t)n, sizeof *t->x);
    t->turns = memory_allocate((size_t)n, sizeof *t->turns);
    t->offset = memory_allocate((size_t)n, sizeof *t->offset);
    t->handle_of = memory_allocate((size_t)n, sizeof *t->handle_of);
    t->w = memory_allocate((size_t)n * (size_t)n, sizeof *t->w);
    for (int v = 0; v < n; v++) t->rest[v] = twin_rest(r, v), t->handle_of[v] = PANTIN_NONE;
    for (int i = 0; i < r->mesh.triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            const int *corner = r->mesh.triangles[i];
            int a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
            double half = twin_half_cotangent(t->rest, corner, k);
            double w = twin_rigidity(r, i) * fmax(half, SHEET_LEAST_COTANGENT / 2);
            t->w[a * n + b] += w;
            t->w[b * n + a] += w;
        }
    for (int h = 0; h < r->count; h++) {
        point centroid = 0;
        for (int k = 0; k < r->patches[h].count; k++)
            centroid += t->rest[r->lists[h][k]] / r->patches[h].count;
        for (int k = 0; k < r->patches[h].count; k++) {
            t->handle_of[r->lists[h][k]] = h;
            t->offset[r->lists[h][k]] = t->rest[r->lists[h][k]] - centroid;
        }
    }
    twin_system_begin(&t->system, n, n + n * 20);
    for (int a = 0; a < n; a++) {
        double sum = 0;
        for (int b = 0; b < n; b++) {
            sum += weight(t, a, b);
            if (b < a && weight(t, a, b) > 0 && t->handle_of[a] == PANTIN_NONE &&
                t->handle_of[b] == PANTIN_NONE)
                twin_system_add(&t->system, a, b, -weight(t, a, b));
        }
        twin_system_add(&t->system, a, a, t->handle_of[a] == PANTIN_NONE ? sum : 1);
    }
    twin_system_factor(&t->system);
    return t;
}

static void twin_destroy(twin *t) {
    size_t n = (size_t)t->n;
    twin_system_end(&t->system);
    memory_free(t->rest, n, sizeof *t->rest);
    memory_free(t->x, n, sizeof *t->x);
    memory_free(t->turns, n, sizeof *t->turns);
    memory_free(t->offset, n, sizeof *t->offset);
    memory_free(t->handle_of, n, sizeof *t->handle_of);
    memory_free(t->w, n * n, sizeof *t->w);
    memory_free(t, 1, sizeof *t);
}

static point center_of(const twin *t, int h) {
    return t->r->targets[h].center.x + I * t->r->targets[h].center.y;
}

static void place_patches(twin *t) {
    for (int v = 0; v < t->n; v++) {
        int h = t->handle_of[v];
        if (h == PANTIN_NONE) continue;
        t->x[v] = center_of(t, h) + t->r->targets[h].scale * t->patch[h] * t->offset[v];
    }
}

static void twin_start_at(twin *t, const pantin_point32 *start) {
    for (int v = 0; v < t->n; v++) t->x[v] = start[v].x + I * start[v].y;
    for (int h = 0; h < t->r->count; h++) {
        point fit = 0;
        for (int v = 0; v < t->n; v++)
            if (t->handle_of[v] == h) fit += conj(t->offset[v]) * (t->x[v] - center_of(t, h));
        t->patch[h] = cabs(fit) > 0 ? fit / cabs(fit) : 1;
        if (!t->r->patches[h].free_turn) t->patch[h] = cexp(I * t->r->targets[h].angle);
    }
    place_patches(t);
}

static void turn_cells(twin *t) {
    for (int a = 0; a < t->n; a++) {
        point fit = 0;
        for (int b = 0; b < t->n; b++)
            fit += weight(t, a, b) * conj(t->rest[a] - t->rest[b]) * (t->x[a] - t->x[b]);
        t->turns[a] = fit / cabs(fit);
    }
}

static void turn_patches(twin *t) {
    for (int h = 0; h < t->r->count; h++) {
        if (!t->r->patches[h].free_turn || t->r->patches[h].count == 1) continue;
        point fit = 0;
        for (int a = 0; a < t->n; a++)
            for (int b = 0; b < t->n && t->handle_of[a] == h; b++) {
                point way = (t->turns[a] + t->turns[b]) / 2 * (t->rest[a] - t->rest[b]);
                if (t->handle_of[b] != h)
                    fit += weight(t, a, b) * conj(t->offset[a]) * (t->x[b] - center_of(t, h) + way);
                else if (b < a)
                    fit += weight(t, a, b) * conj(t->rest[a] - t->rest[b]) * way;
            }
        t->patch[h] = fit / cabs(fit);
    }
    place_patches(t);
}

static void twin_iterate(twin *t) {
    turn_cells(t);
    turn_patches(t);
    twin_system_clear(&t->system);
    for (int a = 0; a < t->n; a++) {
        if (t->handle_of[a] != PANTIN_NONE) {
            twin_system_pull(&t->system, a, t->x[a]);
            continue;
        }
        for (int b = 0; b < t->n; b++) {
            point way = (t->turns[a] + t->turns[b]) / 2 * (t->rest[a] - t->rest[b]);
            if (t->handle_of[b] != PANTIN_NONE) way += t->x[b];
            twin_system_pull(&t->system, a, weight(t, a, b) * way);
        }
    }
    twin_system_solve(&t->system, t->x);
}

static double twin_energy(twin *t, const pantin_point32 *out) {
    double energy = 0;
    for (int v = 0; v < t->n; v++) t->x[v] = out[v].x + I * out[v].y;
    turn_cells(t);
    for (int a = 0; a < t->n; a++)
        for (int b = 0; b < t->n; b++) {
            point off = t->x[a] - t->x[b] - t->turns[a] * (t->rest[a] - t->rest[b]);
            energy += weight(t, a, b) * creal(off * conj(off));
        }
    return energy;
}

static void compare(uint64_t seed, bool mirrored, double shake) {
    static const int counts[] = { 1, 2, 8, 40 };
    rig r = twin_rig(seed, mirrored, shake);
    pantin_point32 *start = twin_start(&r), *out = points_make(&r.mesh);
    pantin_deform_options options = pantin_deform_defaults();
    options.repair = false;
    void *machine = rig_machine(&r, &deform_arap_vertex, &options);
    twin *t = twin_create(&r);
    for (int c = 0; c < 4; c++) {
        twin_start_at(t, start);
        for (int done = 0; done < counts[c]; done++) twin_iterate(t);
        pantin_deform_report report =
            rig_solve(&r, &deform_arap_vertex, machine, start, counts[c], out);
        assert_int_equal(report.iterations, counts[c]);
        const double *x = arap_vertex_iterate(machine);
        double largest = 0, apart = 0;
        for (int v = 0; v < t->n; v++) {
            largest = fmax(largest, cabs(t->x[v]));
            apart = fmax(apart, cabs(t->x[v] - (x[2 * v] + I * x[2 * v + 1])));
            assert_true(twin_is_written(out[v], t->x[v]));
        }
        if (apart > 1e-9 * largest) fail_msg("after %d: %g px of %g", counts[c], apart, largest);
        double energy = twin_energy(t, out);
        assert_near(report.energy, energy, 1e-9 * energy);
    }
    assert_int_equal(arap_vertex_count(machine).factors, 1);
    twin_destroy(t);
    deform_arap_vertex.destroy(machine);
    points_drop(start, &r.mesh);
    points_drop(out, &r.mesh);
    twin_rig_drop(&r);
}

static void square_cells_bend_as_the_twin(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) compare(seed, false, 0);
}

static void shaken_cells_with_blunt_corners_bend_as_the_twin(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) compare(seed, false, 0.2);
}

static void a_mirrored_rest_bends_as_the_twin(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) compare(seed, true, 0.2);
}

#else

static void skip_without_cholmod(void **state) {
    (void)state;
    skip();
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef PANTIN_HAS_CHOLMOD
        cmocka_unit_test(square_cells_bend_as_the_twin),
        cmocka_unit_test(shaken_cells_with_blunt_corners_bend_as_the_twin),
        cmocka_unit_test(a_mirrored_rest_bends_as_the_twin),
#else
        cmocka_unit_test(skip_without_cholmod),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
