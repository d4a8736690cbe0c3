// puppet_build.c — what a puppet file names is fetched and made: pictures, meshes, handles, regions.
//
// A mesh that was kept in a file is used when the drawing and the options still hash to what it was
// made from; a stale or missing one is made again, so a redrawn picture never bends by an old mesh.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "bone_weights.h"
#include "puppet.h"
#include "puppet_fields.h"

#define MESH_FILE_LIMIT ((size_t)256 << 20)

typedef struct builder {
    pantin_puppet *puppet;
    const pantin_assets *assets;
    arena *memory;
    pantin_error *error;
} builder;

/// A path the file names, from the folder of the file.
static const char *path_of(builder *b, const char *name) {
    char folder[1024], path[2048];
    text_path_folder(folder, sizeof folder, b->puppet->path);
    text_path_join(path, sizeof path, folder, name);
    const char *kept = arena_text(b->memory, path, strlen(path));
    if (kept == NULL) memory_fail(b->error, "a puppet");
    return kept;
}

/// Something fetched could not be had: said at the place that names it, with the fetcher's own words.
static bool asset_fail(builder *b, int offset, const char *path, const pantin_error *inner) {
    if (inner->kind == PANTIN_ERROR_MEMORY) {
        if (b->error != NULL) *b->error = *inner;
        return false;
    }
    return puppet_fail(b->puppet, offset, b->error, "%s: %s", path, inner->text);
}

static bool fetch_image(builder *b, const pantin_written *part, const char *key, const char *name,
                        pantin_image *image) {
    const char *path = path_of(b, name);
    pantin_error inner = { 0 };
    if (path == NULL) return false;
    return b->assets->image(b->assets->self, path, image, &inner) ||
           asset_fail(b, puppet_place(b->puppet, part, key), path, &inner);
}

static bool build_drawing(builder *b, pantin_puppet_drawing *drawing) {
    pantin_image picture = { 0 }, mask = { 0 };
    pantin_error inner = { 0 };
    bool done = false;
    if (!fetch_image(b, &drawing->head, "image", drawing->image, &picture)) goto end;
    if (drawing->mask != NULL) {
        if (!fetch_image(b, &drawing->head, "mask", drawing->mask, &mask)) goto end;
        if (!pantin_image_mask(&picture, &mask, drawing->mask, &inner)) {
            asset_fail(b, puppet_place(b->puppet, &drawing->head, "mask"), drawing->mask, &inner);
            goto end;
        }
    }
    done = pantin_drawing_make(drawing->image, &picture, &drawing->drawing, &inner) ||
           asset_fail(b, puppet_place(b->puppet, &drawing->head, "image"), drawing->image, &inner);
end:
    pantin_image_free(&picture);
    pantin_image_free(&mask);
    return done;
}

static pantin_mesh_options meshing_options(const pantin_puppet_meshing *meshing,
                                           const pantin_drawing *drawing) {
    pantin_mesh_options options = pantin_mesh_defaults();
    options.style = (pantin_mesh_style)meshing->style;
    options.spacing_px =
        meshing->spacing_px > 0 ? meshing->spacing_px : pantin_mesh_spacing(drawing);
    options.detail_px = meshing->detail_px;
    options.border_px = meshing->border_px;
    options.seed = meshing->seed;
    return options;
}

/// The piece's cuts as the mesher wants them; NULL when memory is refused.
static const pantin_mesh_cut *mesh_cuts(builder *b, const pantin_puppet_piece *piece) {
    pantin_mesh_cut *cuts = ARENA_ARRAY(b->memory, pantin_mesh_cut, piece->cut_count);
    for (int k = 0; cuts != NULL && k < piece->cut_count; k++) {
        const pantin_puppet_cut *cut = &piece->cuts[k];
        cuts[k] = (pantin_mesh_cut){ cut->name, cut->line_px, cut->line_count, cut->far == 1 };
    }
    if (cuts == NULL) memory_fail(b->error, "a puppet");
    return cuts;
}

/// The mesher's complaint, at the cut it names, or at the mesh.
static bool mesh_fail(builder *b, const pantin_puppet_piece *source, const pantin_error *inner) {
    if (inner->kind == PANTIN_ERROR_MEMORY) return asset_fail(b, 0, "", inner);
    for (int k = 0; k < source->cut_count; k++)
        if (strcmp(source->cuts[k].name, inner->where) == 0)
            return puppet_fail(b->puppet, source->cuts[k].head.at, b->error, "cut \"%.64s\" %s",
                               inner->where, inner->text);
    puppet_fail(b->puppet, puppet_place(b->puppet, &source->head, "mesh"), b->error, "\"%s\" %s",
                inner->where, inner->text);
    if (b->error != NULL) b->error->kind = inner->kind;
    return false;
}

static bool hash_equals(const char *hex, uint64_t hash) {
    char wanted[32];
    text_print(wanted, sizeof wanted, "%016llx", (unsigned long long)hash);
    return hex != NULL && strcmp(hex, wanted) == 0;
}

/// The mesh that was kept, if it is there and still belongs to the drawing; else found stays false.
static bool read_mesh(builder *b, const pantin_puppet_piece *piece, uint64_t made_from,
                      pantin_mesh *mesh, bool *found) {
    *found = false;
    if (piece->mesh.file == NULL || !hash_equals(piece->mesh.made_from, made_from)) return true;
    const char *path = path_of(b, piece->mesh.file);
    if (path == NULL) return false;
    pantin_bytes bytes = { 0 };
    pantin_error inner = { 0 };
    if (!b->assets->bytes(b->assets->self, path, MESH_FILE_LIMIT, &bytes, &inner))
        return inner.kind == PANTIN_ERROR_FILE || // it was not kept: made again
               asset_fail(b, puppet_place(b->puppet, &piece->mesh.head, "file"), path, &inner);
    uint64_t written_from;
    bool read = pantin_mesh_read(path, bytes.data, bytes.size, mesh, &written_from, &inner);
    pantin_bytes_free(&bytes);
    if (!read)
        return asset_fail(b, puppet_place(b->puppet, &piece->mesh.head, "file"), path, &inner);
    *found = written_from == made_from;
    if (!*found) pantin_mesh_free(mesh);
    return true;
}

/// Where a region is; its mask, fetched, is the caller's to free.
static bool fetch_region(builder *b, const pantin_drawing *drawing,
                         const pantin_puppet_region *region, pantin_image *mask,
                         pantin_mesh_region *area) {
    if (region->mask != NULL && !fetch_image(b, &region->head, "mask", region->mask, mask))
        return false;
    if (region->mask != NULL &&
        (mask->width != drawing->image.width || mask->height != drawing->image.height))
        return puppet_fail(b->puppet, puppet_place(b->puppet, &region->head, "mask"), b->error,
                           "%s is %d x %d px, its drawing %d x %d", region->mask, mask->width,
                           mask->height, drawing->image.width, drawing->image.height);
    *area = (pantin_mesh_region){ .rigidity = region->rigidity,
                                  .polygon = region->polygon_px,
                                  .polygon_count = region->polygon_count,
                                  .mask = region->mask != NULL ? mask : NULL };
    return true;
}

static bool make_mesh(builder *b, pantin_puppet_piece *piece, const pantin_puppet_piece *source,
                      const pantin_drawing *drawing, const pantin_mesh_options *options) {
    bool found;
    if (!read_mesh(b, source, pantin_mesh_hash(drawing, options), &piece->triangles, &found))
        return false;
    if (found) return true;
    pantin_error inner = { 0 };
    return pantin_mesh_make(drawing, options, &piece->triangles, &inner) ||
           mesh_fail(b, source, &inner);
}

/// A delaunay mesh is denser in the regions, so they are fetched first.
static bool build_mesh(builder *b, pantin_puppet_piece *piece) {
    const pantin_drawing *drawing = &b->puppet->drawings[piece->drawing_index].drawing;
    const pantin_puppet_piece *source = piece;
    if (piece->mesh.same_as != NULL)
        source = &b->puppet->pieces[pantin_puppet_find_piece(b->puppet, piece->mesh.same_as)];
    pantin_mesh_options options = meshing_options(&source->mesh, drawing);
    options.cuts = mesh_cuts(b, source);
    options.cut_count = source->cut_count;
    if (options.cuts == NULL) return false;
    size_t count = options.style == PANTIN_MESH_DELAUNAY ? (size_t)source->region_count : 0;
    pantin_mesh_region *areas = memory_allocate(count, sizeof *areas);
    pantin_image *masks = memory_allocate(count, sizeof *masks);
    bool done = (areas != NULL && masks != NULL) || memory_fail(b->error, "a puppet");
    for (size_t r = 0; r < count && done; r++)
        done = fetch_region(b, drawing, &source->regions[r], &masks[r], &areas[r]);
    options.regions = areas;
    options.region_count = (int)count;
    done = done && make_mesh(b, piece, source, drawing, &options);
    for (size_t r = 0; r < count && masks != NULL; r++) pantin_image_free(&masks[r]);
    memory_free(masks, count, sizeof *masks);
    memory_free(areas, count, sizeof *areas);
    return done;
}

static bool build_handle(builder *b, const pantin_puppet_piece *piece, pantin_puppet_handle *handle,
                         int *owners, int index) {
    const pantin_mesh *mesh = &piece->triangles;
    const pantin_drawing *drawing = &b->puppet->drawings[piece->drawing_index].drawing;
    bool given = bind_given(&puppet_handle_table, handle, "radius_px");
    double radius = given ? handle->radius_px : PUPPET_GRIP_CELLS * mesh->spacing_px;
    pantin_error inner = { 0 };
    bool held = handle->vertex_count > 0
                    ? pantin_mesh_grip_of(mesh, handle->name, handle->vertices,
                                          handle->vertex_count, &handle->grip, &inner)
                    : pantin_mesh_grip_at(mesh, drawing, handle->name,
                                          (pantin_vec2){ handle->at_px[0], handle->at_px[1] },
                                          radius, &handle->grip, &inner);
    if (!held && inner.kind == PANTIN_ERROR_MEMORY) return asset_fail(b, 0, "", &inner);
    if (!held)
        return puppet_fail(b->puppet, handle->head.at, b->error, "handle \"%.64s\": %s",
                           handle->name, inner.text);
    for (int k = 0; k < handle->grip.count; k++) {
        int *owner = &owners[handle->grip.vertices[k]];
        if (*owner != PANTIN_NONE)
            return puppet_fail(
                b->puppet, handle->head.at, b->error,
                "handles \"%.64s\" and \"%.64s\" both hold vertex %d: move them apart, or"
                " give them a smaller radius_px or mesh spacing",
                piece->handles[*owner].name, handle->name, handle->grip.vertices[k]);
        *owner = index;
    }
    return true;
}

static bool build_handles(builder *b, pantin_puppet_piece *piece) {
    int count = piece->triangles.vertex_count;
    int *owners = memory_allocate((size_t)count, sizeof *owners);
    if (owners == NULL) return memory_fail(b->error, "a puppet");
    for (int v = 0; v < count; v++) owners[v] = PANTIN_NONE;
    bool done = true;
    for (int h = 0; h < piece->handle_count && done; h++)
        done = build_handle(b, piece, &piece->handles[h], owners, h);
    memory_free(owners, (size_t)count, sizeof *owners);
    return done;
}

/// One region at a time, so that an empty one can be named; where they overlap the stiffest counts.
static bool build_region(builder *b, pantin_puppet_piece *piece, const pantin_puppet_region *region,
                         double *scratch) {
    const pantin_drawing *drawing = &b->puppet->drawings[piece->drawing_index].drawing;
    pantin_image mask = { 0 };
    pantin_mesh_region area;
    bool done = false;
    if (!fetch_region(b, drawing, region, &mask, &area)) goto end;
    if (pantin_mesh_rigidity(&piece->triangles, &area, 1, scratch) == 0) {
        puppet_fail(b->puppet, region->head.at, b->error,
                    "region \"%.64s\" lies off the ink: no triangle is in it", region->name);
        goto end;
    }
    for (int t = 0; t < piece->triangles.triangle_count; t++)
        if (scratch[t] > piece->rigidity[t]) piece->rigidity[t] = scratch[t];
    done = true;
end:
    pantin_image_free(&mask);
    return done;
}

static bool build_regions(builder *b, pantin_puppet_piece *piece) {
    if (piece->region_count == 0) return true;
    int count = piece->triangles.triangle_count;
    piece->rigidity = ARENA_ARRAY(b->memory, double, count);
    double *scratch = ARENA_ARRAY(b->memory, double, count);
    if (arena_failed(b->memory)) return memory_fail(b->error, "a puppet");
    for (int t = 0; t < count; t++) piece->rigidity[t] = 1.0;
    for (int r = 0; r < piece->region_count; r++)
        if (!build_region(b, piece, &piece->regions[r], scratch)) return false;
    return true;
}

/// Without attachments all pieces of a view share its px, so they must share its scale.
static bool check_scales(builder *b, const pantin_puppet_view *view) {
    const pantin_puppet *puppet = b->puppet;
    const pantin_puppet_drawing *first =
        &puppet->drawings[puppet->pieces[view->pieces[0]].drawing_index];
    for (int d = 1; d < view->draw_count && view->attachment_count == 0; d++) {
        const pantin_puppet_drawing *other =
            &puppet->drawings[puppet->pieces[view->pieces[d]].drawing_index];
        if (other->px_per_m != first->px_per_m)
            return puppet_fail(
                puppet, puppet_place(puppet, &view->head, "draw"), b->error,
                "drawings \"%.64s\" and \"%.64s\" of view \"%.64s\" have different px_per_m:"
                " make them one, or attach the pieces",
                first->name, other->name, view->name);
    }
    return true;
}

bool puppet_build(pantin_puppet *puppet, const pantin_assets *assets, arena *memory,
                  pantin_error *error) {
    builder b = { puppet, assets, memory, error };
    for (int d = 0; d < puppet->drawing_count; d++)
        if (!build_drawing(&b, &puppet->drawings[d])) return false;
    for (int p = 0; p < puppet->piece_count; p++)
        if (!build_mesh(&b, &puppet->pieces[p]) || !build_handles(&b, &puppet->pieces[p]) ||
            !build_regions(&b, &puppet->pieces[p]) ||
            !bone_weights_find(&puppet->pieces[p], memory, error))
            return false;
    for (int v = 0; v < puppet->view_count; v++)
        if (!check_scales(&b, &puppet->views[v])) return false;
    return true;
}

void puppet_unbuild(pantin_puppet *puppet) {
    for (int d = 0; d < puppet->drawing_count; d++)
        pantin_drawing_free(&puppet->drawings[d].drawing);
    for (int p = 0; p < puppet->piece_count; p++) {
        pantin_puppet_piece *piece = &puppet->pieces[p];
        pantin_mesh_free(&piece->triangles);
        for (int h = 0; h < piece->handle_count; h++)
            pantin_mesh_grip_free(&piece->handles[h].grip);
    }
}
