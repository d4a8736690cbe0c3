// bench_mesh.c — what a mesh costs: the triangulation beside Qhull's, the whole mesher on drawings.
//
// Run: bench_mesh [DRAWING.png[,MASK.png]]… (default: the four children's drawings, where at hand).
// Prints two CSV tables, each time the least of many runs, ours and the peer's alternating.
// Triangulation: so many random points of a square, inserted in the order of rows of 32 (ours) or
// as Qhull wants them. Meshes: without decoding, at the default spacing.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PANTIN_HAS_QHULL
#include <libqhull_r/qhull_ra.h>
#endif

#include "base/random.h"
#include "base/sort.h"
#include "mesh/triangulation.h"
#include "pantin/mesh.h"

#define MUST(call)                                                                                 \
    do {                                                                                           \
        if (!(call)) abort();                                                                      \
    } while (0)

enum { POINTS_MOST = 100000, ROWS = 32 };

static double clock_ms(void) { return 1e3 * pantin_clock_seconds(); }

static void keep_least(double *least, double value) {
    if (*least == 0 || value < *least) *least = value;
}

// --- triangulation beside Qhull -----------------------------------------------------------------

static vec2 points[POINTS_MOST];
static int order[POINTS_MOST], scratch[POINTS_MOST];

/// Rows of the square, one to the right and the next to the left.
static int compare_rows(const void *context, int a, int b) {
    (void)context;
    int row_a = (int)(points[a].y * ROWS), row_b = (int)(points[b].y * ROWS);
    if (row_a != row_b) return row_a - row_b;
    double way = row_a & 1 ? points[b].x - points[a].x : points[a].x - points[b].x;
    return way < 0 ? -1 : way > 0;
}

static int triangulate(int count) {
    triangulation mesh;
    for (int i = 0; i < count; i++) order[i] = i;
    sort_indices(order, count, compare_rows, NULL, scratch);
    MUST(triangulation_create((pantin_box){ -1, -1, 2, 2 }, count, &mesh, NULL));
    for (int i = 0; i < count; i++) {
        vec2 p = points[order[i]];
        triangulation_insert(&mesh, p, triangulation_find(&mesh, p, PANTIN_NONE));
    }
    int triangles = mesh.triangle_count;
    triangulation_free(&mesh);
    return triangles;
}

static int triangulate_by_qhull(int count) {
#ifdef PANTIN_HAS_QHULL
    static coordT coordinates[2 * POINTS_MOST];
    char command[] = "qhull d Qbb Qc Qz Q12 Qt";
    qhT context, *qh = &context;
    int left, total;
    for (int i = 0; i < count; i++) {
        coordinates[2 * i] = points[i].x;
        coordinates[2 * i + 1] = points[i].y;
    }
    memset(qh, 0, sizeof *qh);
    qh_zero(qh, stderr);
    MUST(qh_new_qhull(qh, 2, count, coordinates, False, command, NULL, stderr) == 0);
    int facets = qh->num_facets;
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &left, &total);
    return facets;
#else
    return count * 0;
#endif
}

static void bench_triangulation(int count) {
    random_state random = random_make(11);
    double ours = 0, theirs = 0;
    for (int i = 0; i < count; i++) {
        points[i].x = random_double(&random);
        points[i].y = random_double(&random);
    }
    for (int turn = 0; turn < 3 + 40000 / count; turn++) {
        double start = clock_ms();
        MUST(triangulate(count) > 0);
        double middle = clock_ms();
        bool peer = triangulate_by_qhull(count) > 0;
        keep_least(&ours, middle - start);
        if (peer) keep_least(&theirs, clock_ms() - middle);
    }
    printf("%d,%.2f,%.2f,%.1f\n", count, ours, theirs, theirs / ours);
}

// --- whole meshes -------------------------------------------------------------------------------

static bool load(const char *name, pantin_drawing *drawing) {
    char picture_path[1024], *comma;
    pantin_image picture = { 0 }, mask = { 0 };
    snprintf(picture_path, sizeof picture_path, "%s", name);
    comma = strchr(picture_path, ',');
    if (comma) *comma = '\0';
    if (!pantin_image_load(picture_path, &picture, NULL)) return false;
    bool done = true;
    if (comma)
        done = pantin_image_load(comma + 1, &mask, NULL) &&
               pantin_image_mask(&picture, &mask, comma + 1, NULL);
    done = done && pantin_drawing_make(name, &picture, drawing, NULL);
    pantin_image_free(&picture);
    pantin_image_free(&mask);
    return done;
}

/// A table names no folder of a machine: "…/char1/texture.png,…/mask.png" is char1, "x/dog.png" is dog.png.
static const char *short_name(const char *path) {
    static char name[256];
    const char *end = strchr(path, ',');
    if (end != NULL) // a texture with its mask: the folder they share
        while (end > path && *end != '/') end--;
    else
        end = path + strlen(path);
    const char *start = end;
    while (start > path && start[-1] != '/') start--;
    snprintf(name, sizeof name, "%.*s", (int)(end - start), start);
    return name;
}

static void bench_mesh(const char *name, pantin_mesh_style style) {
    pantin_drawing drawing = { 0 };
    pantin_mesh mesh = { 0 };
    pantin_mesh_options options = pantin_mesh_defaults();
    double least = 0;
    options.style = style;
    if (!load(name, &drawing)) {
        fprintf(stderr, "%s: cannot be read\n", name);
        return;
    }
    for (int turn = 0; turn < 40; turn++) {
        pantin_mesh_free(&mesh);
        double start = clock_ms();
        MUST(pantin_mesh_make(&drawing, &options, &mesh, NULL));
        keep_least(&least, clock_ms() - start);
    }
    printf("%s,%s,%g,%d,%d,%d,%.5f,%.1f,%.2f\n", short_name(name),
           style == PANTIN_MESH_GRID ? "grid" : "delaunay", mesh.spacing_px, mesh.vertex_count,
           mesh.triangle_count, mesh.island_count, mesh.coverage,
           mesh.smallest_angle * 57.29577951308232, least);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
}

int main(int count, char **words) {
    printf("points,ours_ms,qhull_ms,times\n");
    for (int n = 100; n <= POINTS_MOST; n *= 10) bench_triangulation(n);
    printf("\ndrawing,style,spacing_px,vertices,triangles,pieces,coverage,angle_deg,ms\n");
    for (int child = 1; child <= 4 && count < 2; child++) {
        char name[1024];
        snprintf(name, sizeof name,
                 PANTIN_SHARED "/data/drawings/char%d/texture.png," PANTIN_SHARED
                               "/data/drawings/char%d/mask.png",
                 child, child);
        bench_mesh(name, PANTIN_MESH_DELAUNAY);
        bench_mesh(name, PANTIN_MESH_GRID);
    }
    for (int i = 1; i < count; i++) bench_mesh(words[i], PANTIN_MESH_DELAUNAY);
    return 0;
}
