// painter.c — a painter's memory: taken once, blank between sheets.
// SPDX-License-Identifier: MIT
#include "raster/painter.h"

#include "base/vec.h"

pantin_raster *pantin_raster_create(int width, int height, int max_vertices, int max_triangles,
                                    pantin_error *error) {
    if (width < 1 || height < 1 || (int64_t)width * height > PANTIN_PIXEL_LIMIT) {
        (void)pantin_fail(error, PANTIN_ERROR_ARGUMENT, "raster",
                          "a canvas of %d x %d px cannot be painted: 1 px to 64 Mpx can", width,
                          height);
        return NULL;
    }
    if (max_vertices < 0 || max_triangles < 0 || max_triangles > INT32_MAX / 4) {
        (void)pantin_fail(error, PANTIN_ERROR_ARGUMENT, "raster",
                          "room for %d vertices and %d triangles makes no sense", max_vertices,
                          max_triangles);
        return NULL;
    }
    pantin_raster *raster = memory_allocate(1, sizeof *raster);
    if (!raster) {
        (void)memory_fail(error, "a painter");
        return NULL;
    }
    raster->width = width;
    raster->height = height;
    raster->max_vertices = max_int(max_vertices, 4); // a picture is a sheet of two triangles
    raster->max_triangles = max_int(max_triangles, 2);
    raster->tile_width = min_int(width, PAINTER_TILE);
    raster->crossed_words = ((size_t)width + 63) / 64;
    arena *memory = &raster->memory;
    int bands = (height + PAINTER_BAND - 1) / PAINTER_BAND;
    size_t tile = (size_t)raster->tile_width * PAINTER_BAND;
    raster->corners = ARENA_ARRAY(memory, painter_corner, raster->max_vertices);
    raster->windings = ARENA_ARRAY(memory, int8_t, raster->max_triangles);
    raster->edge_heads = ARENA_ARRAY(memory, int, raster->max_vertices);
    raster->edges = arena_take(memory, (size_t)raster->max_triangles * 3, sizeof(painter_edge));
    raster->band_starts = ARENA_ARRAY(memory, int, bands + 1);
    raster->order = ARENA_ARRAY(memory, int, raster->max_triangles);
    raster->active = ARENA_ARRAY(memory, int, raster->max_triangles);
    raster->merged = ARENA_ARRAY(memory, int, raster->max_triangles);
    raster->crossed = arena_take(memory, raster->crossed_words * (size_t)height, sizeof(uint64_t));
    raster->layer = arena_take(memory, tile, sizeof(float4));
    raster->veils = arena_take(memory, tile, sizeof(painter_veil));
    raster->run = arena_take(memory, (size_t)raster->tile_width, sizeof *raster->run);
    if (arena_failed(memory)) {
        pantin_raster_destroy(raster);
        (void)memory_fail(error, "a painter");
        return NULL;
    }
    for (size_t i = 0; i < tile; i++)
        for (int k = 0; k < PAINTER_SAMPLES / 4; k++)
            raster->veils[i].clear[k] = float4_splat(1.0f);
    compose_prepare(raster);
    return raster;
}

void pantin_raster_destroy(pantin_raster *raster) {
    if (!raster) return;
    arena_free(&raster->memory);
    memory_free(raster, 1, sizeof *raster);
}

bool pantin_ids_create(int width, int height, pantin_ids *ids, pantin_error *error) {
    if (width < 1 || height < 1 || (int64_t)width * height > PANTIN_PIXEL_LIMIT)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "ids",
                           "%d x %d px cannot be made: 1 px to 64 Mpx can", width, height);
    uint16_t *pixels = memory_allocate((size_t)width * (size_t)height, sizeof *pixels);
    if (!pixels) return memory_fail(error, "ids");
    *ids = (pantin_ids){ width, height, pixels };
    return true;
}

void pantin_ids_free(pantin_ids *ids) {
    if (!ids) return;
    memory_free(ids->ids, (size_t)ids->width * (size_t)ids->height, sizeof *ids->ids);
    *ids = (pantin_ids){ 0 };
}
