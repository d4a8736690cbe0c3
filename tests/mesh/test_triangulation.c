// test_triangulation.c — the triangulation is Delaunay, keeps the edges it is told to, and agrees
// with Qhull where that is at hand.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PANTIN_HAS_QHULL
#include <libqhull_r/qhull_ra.h>
#endif

#include "base/random.h"
#include "mesh/predicate.h"
#include "mesh/triangulation.h"
#include "refusals.h"

static const pantin_box box = { -10, -10, 110, 110 };

static triangulation triangulate(const vec2 *points, int count) {
    triangulation mesh;
    pantin_error error = { 0 };
    assert_true(triangulation_create(box, 8, &mesh, &error)); // small, so that it must grow
    for (int i = 0; i < count; i++) {
        assert_true(triangulation_reserve(&mesh, 1, &error));
        triangulation_insert(&mesh, points[i], triangulation_find(&mesh, points[i], PANTIN_NONE));
    }
    return mesh;
}

/// Links agree, areas are positive, all of the rectangle is covered, and no edge that is not fixed
/// has the far corner of one side in the circle of the other.
static void check(const triangulation *mesh) {
    double area = 0;
    assert_int_equal(mesh->triangle_count, 2 * mesh->point_count - 6);
    for (int t = 0; t < mesh->triangle_count; t++) {
        const triangulation_triangle *here = &mesh->triangles[t];
        const vec2 *p = mesh->points;
        const int *c = here->corners;
        assert_true(predicate_orient(p[c[0]], p[c[1]], p[c[2]]) > 0);
        area += vec2_cross(vec2_sub(p[c[1]], p[c[0]]), vec2_sub(p[c[2]], p[c[0]])) / 2;
        for (int k = 0; k < 3; k++) {
            int u = here->across[k];
            if (u == PANTIN_NONE) {
                assert_true(c[(k + 1) % 3] < 4 && c[(k + 2) % 3] < 4);
                continue;
            }
            int j = triangulation_edge_to(mesh, u, t);
            assert_in_range(j, 0, 2);
            const triangulation_triangle *there = &mesh->triangles[u];
            assert_int_equal(there->corners[(j + 1) % 3], c[(k + 2) % 3]);
            assert_int_equal(there->corners[(j + 2) % 3], c[(k + 1) % 3]);
            assert_int_equal(here->fixed >> k & 1, there->fixed >> j & 1);
            if (here->fixed >> k & 1) continue;
            int d = there->corners[j];
            assert_true(predicate_incircle(p[c[0]], p[c[1]], p[c[2]], p[d]) <= 0);
        }
    }
    assert_true(area > 120 * 120 - 1e-6 && area < 120 * 120 + 1e-6);
}

static bool has_edge(const triangulation *mesh, int a, int b, bool *fixed) {
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int from = mesh->triangles[t].corners[(k + 1) % 3];
            int to = mesh->triangles[t].corners[(k + 2) % 3];
            if (from != a || to != b) continue;
            *fixed = (mesh->triangles[t].fixed >> k & 1) != 0;
            return true;
        }
    return false;
}

static void any_points_become_a_delaunay_triangulation(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state random = random_make(seed);
        vec2 points[120];
        int count = 1 + random_below(&random, 120), kind = (int)(seed % 4);
        for (int i = 0; i < count; i++) {
            points[i] = vec2_make(random_between(&random, 0, 100), random_between(&random, 0, 100));
            if (kind == 1) // of a lattice: many on one line and on one circle, many twice
                points[i] = vec2_make(random_below(&random, 8) * 10, random_below(&random, 8) * 10);
            if (kind == 2) // all but on one line
                points[i].y = points[i].x + random_between(&random, 0, 1e-13);
            if (kind == 3) // in clusters finer than a rounding away from the rectangle
                points[i] = vec2_add(vec2_make(50, 50), vec2_scale(points[i], 1e-12));
        }
        triangulation mesh = triangulate(points, count);
        check(&mesh);
        triangulation_free(&mesh);
    }
}

static void a_lattice_has_all_its_triangles_and_none_without_area(void **state) {
    (void)state;
    vec2 points[45 * 45];
    for (int i = 0; i < 45 * 45; i++) points[i] = vec2_make(i % 45 * 2.0, i / 45 * 2.0);
    triangulation mesh = triangulate(points, 45 * 45);
    check(&mesh);
    int within = 0;
    for (int t = 0; t < mesh.triangle_count; t++) {
        const int *c = mesh.triangles[t].corners;
        within += c[0] >= 4 && c[1] >= 4 && c[2] >= 4;
    }
    assert_true(within >= 2 * 44 * 44); // 3,872, and perhaps slivers none: the hull is straight
    assert_int_equal(within, 2 * 44 * 44);
    triangulation_free(&mesh);
}

static void a_point_given_twice_is_one_vertex(void **state) {
    (void)state;
    const vec2 points[] = { { 3, 4 }, { 50, 60 }, { 3, 4 }, { 3, 4 } };
    triangulation mesh = triangulate(points, 4);
    assert_int_equal(mesh.point_count, 6);
    check(&mesh);
    triangulation_free(&mesh);
}

/// A star-shaped polygon around a middle. Of twelve points or more, no two next to each other are
/// farther than 54 degrees apart, so its sides keep 0.89 of the least radius away.
static int make_star(random_state *random, vec2 middle, double least, double most, vec2 *points) {
    int count = 12 + random_below(random, 40);
    for (int i = 0; i < count; i++) {
        double turn = 6.283185307179586 * (i + random_double(random) * 0.8) / count;
        double radius = random_between(random, least, most), x = 1, y = 0;
        // A turn by steps, without a library: x, y = e^(i turn) by squaring e^(i turn / 1024).
        double small = turn / 1024;
        x = 1 - small * small / 2, y = small;
        for (int k = 0; k < 10; k++) {
            double swap = x * x - y * y;
            y = 2 * x * y;
            x = swap;
        }
        points[i] = vec2_make(middle.x + radius * x, middle.y + radius * y);
    }
    return count;
}

static void the_sides_of_polygons_stand_and_what_they_enclose_is_known(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state random = random_make(seed);
        vec2 points[400];
        int outer = make_star(&random, vec2_make(50, 50), 24, 49, points);
        int hole = make_star(&random, vec2_make(50, 50), 3, 15, points + outer);
        int count = outer + hole;
        for (int i = 0; i < 200; i++, count++) // and points anywhere, that the sides must get past
            points[count] =
                vec2_make(random_between(&random, 0, 100), random_between(&random, 0, 100));
        triangulation mesh = triangulate(points, count);
        for (int i = 0; i < outer; i++)
            assert_true(triangulation_fix(&mesh, 4 + i, 4 + (i + 1) % outer));
        for (int i = 0; i < hole; i++)
            assert_true(triangulation_fix(&mesh, 4 + outer + i, 4 + outer + (i + 1) % hole));
        check(&mesh);
        bool fixed = false;
        for (int i = 0; i < outer; i++)
            assert_true(has_edge(&mesh, 4 + i, 4 + (i + 1) % outer, &fixed) && fixed);
        triangulation_mark_inside(&mesh);
        double inside = 0, wanted = 0;
        for (int t = 0; t < mesh.triangle_count; t++) {
            const int *c = mesh.triangles[t].corners;
            const vec2 *p = mesh.points;
            if (mesh.triangles[t].inside)
                inside += vec2_cross(vec2_sub(p[c[1]], p[c[0]]), vec2_sub(p[c[2]], p[c[0]])) / 2;
        }
        for (int i = 0; i < outer; i++)
            wanted += vec2_cross(points[i], points[(i + 1) % outer]) / 2;
        for (int i = 0; i < hole; i++)
            wanted -= vec2_cross(points[outer + i], points[outer + (i + 1) % hole]) / 2;
        assert_true(inside > wanted - 1e-6 && inside < wanted + 1e-6);
        triangulation_free(&mesh);
    }
}

static void a_side_through_other_points_is_fixed_piece_by_piece(void **state) {
    (void)state;
    const vec2 points[] = {
        { 0, 0 }, { 100, 100 }, { 50, 50 }, { 25, 25 }, { 60, 40 }, { 40, 60 }
    };
    triangulation mesh = triangulate(points, 6);
    bool fixed = false;
    assert_true(triangulation_fix(&mesh, 4, 5));
    assert_true(has_edge(&mesh, 4, 7, &fixed) && fixed);
    assert_true(has_edge(&mesh, 7, 6, &fixed) && fixed);
    assert_true(has_edge(&mesh, 6, 5, &fixed) && fixed);
    check(&mesh);
    triangulation_free(&mesh);
}

static void a_side_that_crosses_a_fixed_one_is_refused(void **state) {
    (void)state;
    const vec2 points[] = { { 0, 0 }, { 100, 100 }, { 90, 0 }, { 0, 90 } };
    triangulation mesh = triangulate(points, 4);
    assert_true(triangulation_fix(&mesh, 4, 5));
    assert_false(triangulation_fix(&mesh, 6, 7));
    check(&mesh);
    triangulation_free(&mesh);
}

static void nothing_is_seen_through_a_fixed_edge(void **state) {
    (void)state;
    const vec2 points[] = { { 10, 50 }, { 90, 50 }, { 50, 20 }, { 50, 80 } };
    triangulation mesh = triangulate(points, 4);
    assert_true(triangulation_fix(&mesh, 4, 5));
    triangulation_place from = triangulation_find(&mesh, vec2_make(50, 30), PANTIN_NONE);
    bool barred = false;
    triangulation_look(&mesh, vec2_make(50, 70), from.triangle, &barred);
    assert_true(barred);
    triangulation_place to = triangulation_look(&mesh, vec2_make(52, 40), from.triangle, &barred);
    assert_false(barred);
    assert_int_equal(to.triangle, triangulation_find(&mesh, vec2_make(52, 40), -1).triangle);
    triangulation_free(&mesh);
}

static bool grow_one(void *context, pantin_error *error) {
    triangulation mesh;
    (void)context;
    if (!triangulation_create(box, 4, &mesh, error)) return false;
    bool done = triangulation_reserve(&mesh, 100, error);
    triangulation_free(&mesh);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    assert_true(refusals_sweep(grow_one, NULL) >= 8);
}

// --- Qhull --------------------------------------------------------------------------------------

#ifdef PANTIN_HAS_QHULL
/// Marks edge[a * count + b] for each triangle's edges, as Qhull finds them.
static void mark_edges_by_qhull(const vec2 *points, int count, uint8_t *edge) {
    coordT *coordinates = calloc((size_t)count * 2, sizeof *coordinates);
    assert_non_null(coordinates);
    for (int i = 0; i < count; i++) {
        coordinates[2 * i] = points[i].x;
        coordinates[2 * i + 1] = points[i].y;
    }
    qhT context, *qh = &context;
    char command[] = "qhull d Qbb Qc Qz Q12 Qt";
    memset(qh, 0, sizeof *qh);
    qh_zero(qh, stderr);
    assert_int_equal(qh_new_qhull(qh, 2, count, coordinates, False, command, NULL, stderr), 0);
    facetT *facet;
    FORALLfacets {
        if (facet->upperdelaunay) continue;
        int corners[3], k = 0;
        vertexT *vertex, **vertexp;
        FOREACHvertex_(facet->vertices) if (k < 3) corners[k++] = qh_pointid(qh, vertex->point);
        for (int i = 0; i < 3; i++) {
            int a = corners[i], b = corners[(i + 1) % 3];
            if (a >= count || b >= count) continue; // the point at infinity
            edge[a * count + b] = edge[b * count + a] = 1;
        }
    }
    qh_freeqhull(qh, !qh_ALL);
    int left, total;
    qh_memfreeshort(qh, &left, &total);
    free(coordinates);
}

static void edges_are_those_of_qhull(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_state random = random_make(seed);
        int count = 10 + random_below(&random, 300);
        vec2 points[320];
        for (int i = 0; i < count; i++)
            points[i] = vec2_make(random_between(&random, 0, 100), random_between(&random, 0, 100));
        triangulation mesh = triangulate(points, count);
        int all = mesh.point_count, ours = 0, theirs = 0, shared = 0;
        uint8_t *edge = calloc((size_t)(all * all), 1);
        assert_non_null(edge);
        mark_edges_by_qhull(mesh.points, all, edge); // the rectangle's corners too
        for (int t = 0; t < mesh.triangle_count; t++)
            for (int k = 0; k < 3; k++) {
                int a = mesh.triangles[t].corners[k], b = mesh.triangles[t].corners[(k + 1) % 3];
                if (a > b && mesh.triangles[t].across[(k + 2) % 3] != PANTIN_NONE) continue;
                ours++;
                shared += edge[a * all + b];
            }
        for (int i = 0; i < all * all; i++) theirs += edge[i];
        assert_int_equal(shared, ours);
        assert_int_equal(theirs, 2 * ours);
        free(edge);
        triangulation_free(&mesh);
    }
}
#else
static void edges_are_those_of_qhull(void **state) {
    (void)state;
    skip(); // libqhull-dev is not at hand
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_points_become_a_delaunay_triangulation),
        cmocka_unit_test(a_lattice_has_all_its_triangles_and_none_without_area),
        cmocka_unit_test(a_point_given_twice_is_one_vertex),
        cmocka_unit_test(the_sides_of_polygons_stand_and_what_they_enclose_is_known),
        cmocka_unit_test(a_side_through_other_points_is_fixed_piece_by_piece),
        cmocka_unit_test(a_side_that_crosses_a_fixed_one_is_refused),
        cmocka_unit_test(nothing_is_seen_through_a_fixed_edge),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
        cmocka_unit_test(edges_are_those_of_qhull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
