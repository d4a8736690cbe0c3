// web.h — the core's door for the page: flat functions of numbers and addresses, one document at a time.
//
// The page gives pictures as pixels and a puppet as text, and gets meshes, bent vertices and figures as
// addresses of arrays, valid until the next call that makes them anew. A call that fails answers 0 (an
// index: -1) and says why by web_error_text; what was there before stays. The same sources, linked with the
// native library, are what the page's bytes are compared with (tests/web).
// SPDX-License-Identifier: MIT
#ifndef WEB_H
#define WEB_H

#include "pantin/puppet.h"
#include "pantin/rig.h"

#ifdef __wasm__
#define WEB_DOOR(name) __attribute__((export_name(#name)))
#else
#define WEB_DOOR(name)
#endif

// --- memory, errors, texts (memory.c) ----------------------------------------------------------------

/// A block the page fills, NULL: refused.
WEB_DOOR(web_allocate) void *web_allocate(int size);
WEB_DOOR(web_release) void web_release(void *block);

/// Why the last call failed: a kind (pantin_error_kind), where, and one line. Zero-terminated.
WEB_DOOR(web_error_kind) int web_error_kind(void);
WEB_DOOR(web_error_where) const char *web_error_where(void);
WEB_DOOR(web_error_text) const char *web_error_text(void);

/// The text that the last call which makes one made.
WEB_DOOR(web_text) const uint8_t *web_text(void);
WEB_DOOR(web_text_size) int web_text_size(void);

// --- pictures (drawing.c) ----------------------------------------------------------------------------

/// Keeps the pixels of a picture under its name (straight RGBA, rows from the top); the block, made by
/// web_allocate, is taken over, and freed when the name is given anew.
WEB_DOOR(web_picture_keep)
int web_picture_keep(const char *name, uint8_t *pixels, int width, int height);
WEB_DOOR(web_pictures_drop) void web_pictures_drop(void);

/// The text of a new puppet of one piece, without handles. spacing_px 0: chosen for the drawing.
WEB_DOOR(web_drawing_make)
int web_drawing_make(const char *name, const char *picture, int style, double spacing_px);

// --- the puppet (puppet.c) -----------------------------------------------------------------------------

/// Reads a puppet whose pictures were kept, makes its meshes. The one before is gone only on success.
WEB_DOOR(web_puppet_load) int web_puppet_load(const char *name, const char *text, int size);
/// Its canonical text; and lines about what will bend badly.
WEB_DOOR(web_puppet_write) int web_puppet_write(void);
WEB_DOOR(web_puppet_warnings) int web_puppet_warnings(void);

/// What a piece is made of; addresses as of pantin_mesh. 14 words of 4 bytes in the page.
typedef struct web_piece {
    int vertex_count, triangle_count, part_count, first_handle, handle_count;
    int drawing, mirrored, bone_count;
    const pantin_vec2 *vertices;
    const int (*triangles)[3];
    const int *parts;
    const double *rigidity;
    const double *figures; ///< spacing_px, coverage, smallest angle (rad), mirror_x
    const int *islands;
} web_piece;

WEB_DOOR(web_piece_count) int web_piece_count(void);
WEB_DOOR(web_piece_at) const web_piece *web_piece_at(int piece);
/// The picture of a piece (its part of a cut mesh, PANTIN_NONE: all of it) as it is sampled: pixels, until
/// the next such call. Its size is the drawing's.
WEB_DOOR(web_piece_picture) const uint8_t *web_piece_picture(int piece, int part);
WEB_DOOR(web_picture_width) int web_picture_width(void);
WEB_DOOR(web_picture_height) int web_picture_height(void);

WEB_DOOR(web_handle_count) int web_handle_count(void);
/// x, y of a handle's point at rest, px, how far it snapped, how many vertices it holds, its radius.
WEB_DOOR(web_handle_at) const double *web_handle_at(int handle);
WEB_DOOR(web_handle_vertices) const int *web_handle_vertices(int handle);
/// How many pieces a view draws, and which is the k-th from the back.
WEB_DOOR(web_view_count) int web_view_count(void);
WEB_DOOR(web_view_pieces) int web_view_pieces(int view);
WEB_DOOR(web_view_piece) int web_view_piece(int view, int k);

// --- bending (deform.c) --------------------------------------------------------------------------------

enum { WEB_MACHINES = 8 };

/// A machine that bends the puppet by a method; -1: it cannot. All are gone when a puppet is loaded.
WEB_DOOR(web_bend_open) int web_bend_open(const char *method);
/// Room for the targets of one machine, 4 numbers a handle: x, y (px), angle (rad, clockwise as seen),
/// scale. At first, and after web_bend_rest, where the poses at these weights (NULL: none) put them.
WEB_DOOR(web_bend_targets) double *web_bend_targets(int machine);
WEB_DOOR(web_bend_rest) void web_bend_rest(int machine, int view, const double *weights);
/// One frame toward the targets: from the frame before, or (`jump`) from rest. Answers the status.
WEB_DOOR(web_bend) int web_bend(int machine, int view, int jump);
/// The frame before becomes another: the vertices of the view's pieces, one after another. What the solver
/// remembers beyond them (patience in a jam) begins anew.
WEB_DOOR(web_bend_resume) int web_bend_resume(int machine, int view, const float *vertices);

/// What the last frame holds. Pieces in draw order; vertices of all pieces lie one after another, and so
/// does the heat (what of a triangle the barrier holds).
WEB_DOOR(web_bent_pieces) int web_bent_pieces(int machine);
WEB_DOOR(web_bent_piece) int web_bent_piece(int machine, int k);
WEB_DOOR(web_bent_vertices) const float *web_bent_vertices(int machine);
WEB_DOOR(web_bent_vertex_count) int web_bent_vertex_count(int machine);
WEB_DOOR(web_bent_heat) const float *web_bent_heat(int machine);

enum {
    WEB_STATUS,
    WEB_ITERATIONS,
    WEB_INVERTED,
    WEB_BRANCH_POINTS,
    WEB_MIN_AREA_RATIO,
    WEB_ENERGY,
    WEB_STRETCH_P95,
    WEB_FEATURE_DISTORTION,
    WEB_LAST_MOVE_PX,
    WEB_INVERTED_RAW,
    WEB_FIGURES
};
/// Figures of all pieces together: counts are summed, of the others the worst stands.
WEB_DOOR(web_bent_figures) const double *web_bent_figures(int machine);
/// 7 numbers a handle: pantin_handle_report.
WEB_DOOR(web_bent_handles) const double *web_bent_handles(int machine);
/// The stretch of each triangle of the k-th piece drawn, and then the area ratio of each; NULL: memory.
WEB_DOOR(web_bent_stretch) const double *web_bent_stretch(int machine, int k);
/// The report of `pantin pose --json`, and the meshes of its --mesh, as texts.
WEB_DOOR(web_bent_report) int web_bent_report(int machine);
WEB_DOOR(web_bent_mesh) int web_bent_mesh(int machine);

// --- a still (stage.c) ---------------------------------------------------------------------------------

/// The last frame as `pantin pose -o` paints it; pixels until the next picture of any call. `over`: 1 its
/// mesh, 2 its handles. Size: web_picture_width, web_picture_height.
WEB_DOOR(web_still) const uint8_t *web_still(int machine, double scale, double margin_px, int over);

// --- between the files of the door -----------------------------------------------------------------------

pantin_error *web_error(void);                ///< cleared
void web_text_set(pantin_bytes *bytes);       ///< taken over
const uint8_t *web_show(pantin_image *image); ///< taken over: the picture whose pixels are shown
pantin_assets web_assets(void);               ///< the pictures kept
const pantin_puppet *web_puppet(void);        ///< NULL: none is loaded
void web_machines_close(void);
const pantin_pose_frame *web_frame(int machine); ///< NULL: nothing was bent

#endif
