// puppet.c — the one puppet that is open: its text, its meshes, its handles.
// SPDX-License-Identifier: MIT
#include "web.h"

static pantin_puppet open_puppet;
static bool is_open;
static pantin_image shown;

const pantin_puppet *web_puppet(void) { return is_open ? &open_puppet : NULL; }

int web_puppet_load(const char *name, const char *text, int size) {
    pantin_error *error = web_error();
    pantin_assets assets = web_assets();
    pantin_puppet puppet = { 0 };
    if (!pantin_puppet_load(name, text, size > 0 ? (size_t)size : 0, &assets, &puppet, error))
        return 0;
    if (!pantin_puppet_ready(&puppet, error)) {
        pantin_puppet_free(&puppet);
        return 0;
    }
    web_machines_close();
    if (is_open) pantin_puppet_free(&open_puppet);
    open_puppet = puppet;
    is_open = true;
    return 1;
}

static bool say_closed(pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "puppet", "none is open");
}

int web_puppet_write(void) {
    pantin_error *error = web_error();
    pantin_bytes text = { 0 };
    if (!is_open) return say_closed(error);
    if (!pantin_puppet_write(&open_puppet, &text, error)) return 0;
    web_text_set(&text);
    return 1;
}

int web_puppet_warnings(void) {
    pantin_error *error = web_error();
    pantin_bytes text = { 0 };
    if (!is_open) return say_closed(error);
    if (!pantin_puppet_warnings(&open_puppet, &text, error)) return 0;
    web_text_set(&text);
    return 1;
}

// --- pieces ------------------------------------------------------------------------------------------------

int web_piece_count(void) { return is_open ? open_puppet.piece_count : 0; }

static const pantin_puppet_piece *piece_at(int piece) {
    return is_open && piece >= 0 && piece < open_puppet.piece_count ? &open_puppet.pieces[piece]
                                                                    : NULL;
}

const web_piece *web_piece_at(int piece) {
    static web_piece seen;
    static double figures[4];
    const pantin_puppet_piece *p = piece_at(piece);
    if (p == NULL) return NULL;
    const pantin_mesh *mesh = &p->triangles;
    figures[0] = mesh->spacing_px;
    figures[1] = mesh->coverage;
    figures[2] = mesh->smallest_angle;
    figures[3] = pantin_puppet_mirror_x(&open_puppet, p);
    seen = (web_piece){ .vertex_count = mesh->vertex_count,
                        .triangle_count = mesh->triangle_count,
                        .part_count = mesh->part_count,
                        .first_handle = p->first_handle,
                        .handle_count = p->handle_count,
                        .drawing = p->drawing_index,
                        .mirrored = pantin_puppet_is_mirrored(p),
                        .bone_count = p->bone_count,
                        .vertices = mesh->vertices,
                        .triangles = (const int(*)[3])mesh->triangles,
                        .parts = mesh->parts,
                        .rigidity = p->rigidity,
                        .figures = figures,
                        .islands = mesh->islands };
    return &seen;
}

const uint8_t *web_show(pantin_image *image) {
    pantin_image_free(&shown);
    shown = *image;
    *image = (pantin_image){ 0 };
    return shown.pixels;
}

int web_picture_width(void) { return shown.width; }
int web_picture_height(void) { return shown.height; }

const uint8_t *web_piece_picture(int piece, int part) {
    pantin_error *error = web_error();
    const pantin_puppet_piece *p = piece_at(piece);
    pantin_image seen = { 0 };
    if (p == NULL) return NULL;
    const pantin_image *image = &open_puppet.drawings[p->drawing_index].drawing.image;
    if (part >= 0 && part < p->triangles.part_count) {
        if (!pantin_mesh_part_image(&p->triangles, image, part, &seen, error)) return NULL;
        return web_show(&seen);
    }
    // Shown where it lies: the puppet's own pixels.
    pantin_image_free(&shown);
    shown = (pantin_image){ 0 };
    shown.width = image->width;
    shown.height = image->height;
    return image->pixels;
}

// --- handles and views --------------------------------------------------------------------------------------

int web_handle_count(void) { return is_open ? open_puppet.handle_count : 0; }

static const pantin_puppet_handle *handle_at(int handle) {
    return is_open && handle >= 0 && handle < open_puppet.handle_count
               ? pantin_puppet_handle_at(&open_puppet, handle, NULL)
               : NULL;
}

const double *web_handle_at(int handle) {
    static double numbers[5];
    const pantin_puppet_handle *h = handle_at(handle);
    if (h == NULL) return NULL;
    numbers[0] = h->grip.center.x;
    numbers[1] = h->grip.center.y;
    numbers[2] = h->grip.snapped_px;
    numbers[3] = h->grip.count;
    numbers[4] = h->radius_px;
    return numbers;
}

const int *web_handle_vertices(int handle) {
    const pantin_puppet_handle *h = handle_at(handle);
    return h == NULL ? NULL : h->grip.vertices;
}

int web_view_count(void) { return is_open ? open_puppet.view_count : 0; }

static const pantin_puppet_view *view_at(int view) {
    return is_open && view >= 0 && view < open_puppet.view_count ? &open_puppet.views[view] : NULL;
}

int web_view_pieces(int view) {
    const pantin_puppet_view *seen = view_at(view);
    return seen == NULL ? 0 : seen->draw_count;
}

int web_view_piece(int view, int k) {
    const pantin_puppet_view *seen = view_at(view);
    return seen == NULL || k < 0 || k >= seen->draw_count ? PANTIN_NONE : seen->pieces[k];
}
