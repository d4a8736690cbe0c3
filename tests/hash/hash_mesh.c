// hash_mesh.c — a blotted drawing becomes grids, handles and stiff regions.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "hash_cases.h"
#include "pantin/mesh.h"

/// Discs of ink with soft edges, and a thin line to the border.
static bool make_drawing(pantin_drawing *drawing) {
    enum { WIDTH = 173, HEIGHT = 141 };
    pantin_image image = { 0 };
    random_state r = random_make(37);
    if (!pantin_image_create(WIDTH, HEIGHT, &image, NULL)) return false;
    for (int disc = 0; disc < 9; disc++) {
        double x0 = random_between(&r, 20, 150);
        double y0 = random_between(&r, 20, 120);
        double radius = random_between(&r, 3, 25);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            double x = i % WIDTH - x0, y = i / WIDTH - y0;
            double alpha = (radius * radius - x * x - y * y) * 4.0;
            uint8_t *to = image.pixels + 4 * i + 3;
            if (alpha > *to) *to = (uint8_t)(alpha < 255.0 ? alpha : 255.0);
        }
    }
    for (int x = 40; x < WIDTH; x++) image.pixels[4 * (77 * WIDTH + x) + 3] = 255;
    return pantin_drawing_make("hash", &image, drawing, NULL);
}

static uint64_t hash_grip(const pantin_mesh_grip *grip, uint64_t hash) {
    for (int k = 0; k < grip->count; k++) hash = hash_int(grip->vertices[k], hash);
    hash = hash_double(grip->center.y, hash_double(grip->center.x, hash));
    return hash_double(grip->snapped_px, hash_int(grip->grown, hash));
}

static uint64_t hash_handles(const pantin_drawing *drawing, const pantin_mesh *mesh,
                             uint64_t hash) {
    random_state r = random_make(41);
    for (int i = 0; i < 60; i++) {
        pantin_mesh_grip grip = { 0 };
        pantin_vec2 p, nearest;
        p.x = random_between(&r, 0, 173);
        p.y = random_between(&r, 0, 141);
        hash = hash_double(pantin_drawing_distance(drawing, p, &nearest), hash);
        hash = hash_double(nearest.y, hash_double(nearest.x, hash));
        if (pantin_mesh_grip_at(mesh, drawing, "h", p, 0.8 * mesh->spacing_px, &grip, NULL))
            hash = hash_grip(&grip, hash);
        pantin_mesh_grip_free(&grip);
    }
    return hash;
}

static uint64_t hash_regions(const pantin_mesh *mesh, uint64_t hash) {
    static double rigidity[100000];
    static const pantin_vec2 star[] = {
        { 86, 10 }, { 110, 120 }, { 20, 50 }, { 150, 50 }, { 60, 120 }
    };
    pantin_mesh_region region = { .rigidity = 40, .polygon = star, .polygon_count = 5 };
    if (mesh->triangle_count > 100000) return 0;
    hash = hash_int(pantin_mesh_rigidity(mesh, &region, 1, rigidity), hash);
    return pantin_hash(rigidity, (size_t)mesh->triangle_count * sizeof *rigidity, hash);
}

static uint64_t hash_made(pantin_mesh_options options) {
    pantin_drawing drawing = { 0 };
    pantin_mesh mesh = { 0 };
    pantin_bytes bytes = { 0 };
    uint64_t hash = 0;
    if (make_drawing(&drawing) && pantin_mesh_make(&drawing, &options, &mesh, NULL) &&
        pantin_mesh_write(&mesh, pantin_mesh_hash(&drawing, &options), &bytes, NULL)) {
        hash = pantin_hash(bytes.data, bytes.size, 1);
        hash = hash_int(drawing.island_count, hash_int(mesh.island_count, hash));
        hash = hash_double(mesh.smallest_angle, hash);
        hash = hash_regions(&mesh, hash_handles(&drawing, &mesh, hash));
    }
    pantin_bytes_free(&bytes);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
    return hash;
}

/// Two cuts through the middle, one with a corner.
static uint64_t hash_cut_grid(void) {
    static const pantin_vec2 first[] = { { 60, 40 }, { 75.5, 90 }, { 52, 160 } };
    static const pantin_vec2 second[] = { { 105, 70 }, { 180, 79.5 } };
    const pantin_mesh_cut cuts[] = { { "a", first, 3, false }, { "b", second, 2, true } };
    pantin_drawing drawing = { 0 };
    pantin_mesh mesh = { 0 };
    pantin_bytes bytes = { 0 };
    pantin_image seen = { 0 };
    pantin_mesh_options options = pantin_mesh_defaults();
    uint64_t hash = 0;
    options.spacing_px = 5.3;
    options.cuts = cuts;
    options.cut_count = 2;
    if (make_drawing(&drawing) && pantin_mesh_make(&drawing, &options, &mesh, NULL) &&
        pantin_mesh_write(&mesh, pantin_mesh_hash(&drawing, &options), &bytes, NULL) &&
        pantin_mesh_part_image(&mesh, &drawing.image, 0, &seen, NULL)) {
        hash = pantin_hash(bytes.data, bytes.size, 1);
        hash = pantin_hash(seen.pixels, 4 * (size_t)seen.width * (size_t)seen.height, hash);
        hash = hash_handles(&drawing, &mesh, hash);
    }
    pantin_image_free(&seen);
    pantin_bytes_free(&bytes);
    pantin_mesh_free(&mesh);
    pantin_drawing_free(&drawing);
    return hash;
}

static uint64_t hash_grid(double spacing_px) {
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = spacing_px;
    return hash_made(options);
}

static uint64_t hash_delaunay(double spacing_px, double border_px) {
    static const pantin_vec2 corner[] = { { 60, 40 }, { 95, 50 }, { 70, 90 } };
    static const pantin_mesh_region region = { .rigidity = 8,
                                               .polygon = corner,
                                               .polygon_count = 3 };
    pantin_mesh_options options = pantin_mesh_defaults();
    options.style = PANTIN_MESH_DELAUNAY;
    options.spacing_px = spacing_px;
    options.border_px = border_px;
    options.regions = &region;
    options.region_count = 1;
    return hash_made(options);
}

static uint64_t hash_outline(void) {
    pantin_drawing drawing = { 0 };
    pantin_outline outline = { 0 };
    uint64_t hash = 0;
    if (make_drawing(&drawing) && pantin_outline_make(&drawing, 4.5, &outline, NULL)) {
        size_t count = (size_t)outline.point_count;
        hash = hash_int(outline.polygon_count, 1);
        hash = pantin_hash(outline.points, count * sizeof *outline.points, hash);
        hash = pantin_hash(outline.widths, count * sizeof *outline.widths, hash);
        hash = pantin_hash(outline.margins, count * sizeof *outline.margins, hash);
    }
    pantin_outline_free(&outline);
    pantin_drawing_free(&drawing);
    return hash;
}

static uint64_t hash_delaunay_chosen(void) { return hash_delaunay(0, 3); }
static uint64_t hash_delaunay_bare(void) { return hash_delaunay(7.3, 0); }
static uint64_t hash_grid_chosen(void) { return hash_grid(0); }
static uint64_t hash_grid_uneven(void) { return hash_grid(5.3); }

const hash_case hash_mesh_cases[] = {
    { "mesh.grid_chosen", hash_grid_chosen },
    { "mesh.grid_uneven", hash_grid_uneven },
    { "mesh.cut_grid", hash_cut_grid },
    { "mesh.outline", hash_outline },
    { "mesh.delaunay_chosen", hash_delaunay_chosen },
    { "mesh.delaunay_bare", hash_delaunay_bare },
    { 0 },
};
