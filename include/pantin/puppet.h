/// @file pantin/puppet.h — a puppet file as plain data: drawings, pieces, handles, poses, controls.
/// In: the text of a puppet file and callbacks that fetch what it names; or a rig file that becomes one.
/// Out: a puppet with its meshes made and its handles found; freed with pantin_puppet_free.
/// Promise: what a person wrote is kept: loaded and written again it is the same bytes, and meshing
/// again at another density keeps handles, regions and poses.
/// (Of the module `rig`. The grammar with every range and default: docs/files.md.)
// SPDX-License-Identifier: MIT
#ifndef PANTIN_PUPPET_H
#define PANTIN_PUPPET_H

#include "pantin/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How the core fetches what a file names. Paths are joined to the folder of the file that names them.
typedef struct pantin_assets {
    void *self;
    bool (*bytes)(void *self, const char *path, size_t limit, pantin_bytes *bytes, pantin_error *);
    bool (*image)(void *self, const char *path, pantin_image *image, pantin_error *);
} pantin_assets;

// Every struct below stands for one object of the file, in its words. What is marked (made) is not
// read but found while loading.

typedef struct pantin_puppet_drawing {
    pantin_written head;
    const char *name;
    const char *image; ///< path
    const char *mask;  ///< path or NULL
    double px_per_m;
    int faces;               ///< index into left, right, away, toward
    const char *pixels_hash; ///< 16 hex digits or NULL
    pantin_drawing drawing;  ///< (made) loaded, mask applied
} pantin_puppet_drawing;

typedef struct pantin_puppet_meshing {
    pantin_written head;
    int style; ///< pantin_mesh_style
    double spacing_px, detail_px, border_px;
    uint64_t seed;
    const char *file;      ///< where the generated mesh lies, or NULL: made at loading
    const char *made_from; ///< 16 hex digits of pantin_mesh_hash
    const char *same_as;   ///< another piece's
} pantin_puppet_meshing;

typedef struct pantin_puppet_cut {
    pantin_written head;
    const char *name;
    pantin_vec2 *line_px;
    int line_count;
    int far; ///< index into left, right
} pantin_puppet_cut;

typedef struct pantin_puppet_region {
    pantin_written head;
    const char *name;
    double rigidity;
    pantin_vec2 *polygon_px;
    int polygon_count;
    const char *mask; ///< path or NULL
} pantin_puppet_region;

typedef enum pantin_turn {
    PANTIN_TURN_SET,
    PANTIN_TURN_FREE,
    PANTIN_TURN_BONE,
    PANTIN_TURN_LEVEL
} pantin_turn;

typedef struct pantin_puppet_handle {
    pantin_written head;
    const char *name;
    double at_px[2];
    double radius_px; ///< not given: 1.6 cells
    int *vertices;    ///< instead of at_px
    int vertex_count;
    int turn; ///< pantin_turn
    double weight;
    pantin_mesh_grip grip; ///< (made)
} pantin_puppet_handle;

typedef struct pantin_puppet_bone {
    pantin_written head;
    const char *name, *from, *to;
    double pull;
    double half_width_px;
    int from_handle, to_handle; ///< (made) among the piece's handles
    int *triangles;             ///< (made) what it turns
    double *weights;            ///< (made) and how hard: `pull`, fading to 0 at its joints
    int triangle_count;
} pantin_puppet_bone;

typedef struct pantin_puppet_piece {
    pantin_written head;
    const char *name;
    const char *drawing;
    int rest; ///< index into as_drawn, mirrored
    pantin_puppet_meshing mesh;
    pantin_puppet_cut *cuts;
    int cut_count;
    pantin_puppet_region *regions;
    int region_count;
    pantin_puppet_handle *handles;
    int handle_count;
    const char *handles_same_as;
    pantin_puppet_bone *bones;
    int bone_count;
    int drawing_index;     ///< (made)
    pantin_mesh triangles; ///< (made) the rest mesh
    double *rigidity;      ///< (made) one a triangle, or NULL: no regions
    int first_handle;      ///< (made) its handles' place among all of the puppet's
} pantin_puppet_piece;

typedef struct pantin_puppet_order {
    pantin_written head;
    const char *name;
    const char **draw;
    int draw_count;
} pantin_puppet_order;

typedef struct pantin_puppet_view {
    pantin_written head;
    const char *name;
    const char **draw; ///< pieces, back to front
    int draw_count;
    double ground_px[2]; ///< the point that stands at x_m, y_m
    const char *gait;
    const char **attachments;
    int attachment_count;
    pantin_puppet_order *orders; ///< other draw orders, by name
    int order_count;
    int *pieces; ///< (made) indices, draw_count
} pantin_puppet_view;

/// What a pose does to one handle.
typedef struct pantin_puppet_offset {
    pantin_written head;
    const char *name; ///< PIECE.HANDLE, or HANDLE: of every piece of the pose's views that has it
    double move_px[2];
    double turn_deg;   ///< counter-clockwise as seen
    const char *about; ///< turns about this handle's rest place, not its own
    int *found;        ///< (made) the handles it means, among all of the puppet's
    int *found_about;  ///< (made) for each of them the handle it turns about: itself, or `about`
    int found_count;
} pantin_puppet_offset;

typedef struct pantin_puppet_pose {
    pantin_written head;
    const char *name;
    const char *view; ///< or "*"
    pantin_puppet_offset *handles;
    int handle_count;
    const char *attachment;
    double turn_deg, move_px[2];
    int view_index; ///< (made) PANTIN_NONE: all
} pantin_puppet_pose;

/// One thing a control or a driver drives, through a piecewise-linear map.
typedef struct pantin_puppet_drive {
    pantin_written head;
    const char *pose, *driver, *reach;
    int axis;         ///< of reach: index into x, y, weight
    int space;        ///< of reach: index into stage, body
    pantin_vec2 *map; ///< [in, out]…, ascending; none: as it is
    int map_count;
    int pose_index; ///< (made) or PANTIN_NONE
} pantin_puppet_drive;

typedef struct pantin_puppet_control {
    pantin_written head;
    const char *name;
    double range[2];
    double fallback; ///< "default"
    const char *unit;
    pantin_puppet_drive *drives;
    int drive_count;
} pantin_puppet_control;

typedef struct pantin_puppet_limb {
    pantin_written head;
    const char *name, *piece, *root, *mid, *end;
    int bend; ///< index into forward, backward
    double reach[2], mid_limits_deg[2];
    bool hold_mid;
    int too_far; ///< index into short, lower_root
} pantin_puppet_limb;

typedef struct pantin_puppet_attachment {
    pantin_written head;
    const char *name, *piece, *to;
    const char **weld; ///< pairs: child handle, parent handle
    int weld_count;    ///< texts, 2 a pair
    double follow_turn;
    const char *pivot;
    const char **moves;
    int move_count;
    double overlap_px;
} pantin_puppet_attachment;

typedef struct pantin_puppet_driver {
    pantin_written head;
    const char *name;
    int shape; ///< index into sine, gait, lip
    double period_s, phase, gain;
    pantin_puppet_drive *drives;
    int drive_count;
} pantin_puppet_driver;

typedef struct pantin_puppet_spring {
    pantin_written head;
    const char *handle;
    double frequency_hz, damping, gravity;
} pantin_puppet_spring;

typedef struct pantin_puppet_foot {
    pantin_written head;
    const char *limb, *pair;
    double home_px[2];
} pantin_puppet_foot;

typedef struct pantin_puppet_gait {
    pantin_written head;
    const char *name;
    pantin_puppet_foot *feet;
    int foot_count;
    double trigger_px, swing_s, lift_px, lead, settle_s, settle_px;
    int in_air, pair_in_air;
    int toes; ///< index into level, follow
} pantin_puppet_gait;

/// One side of a transition: how the outgoing or incoming drawing behaves.
typedef struct pantin_puppet_passage {
    pantin_written head;
    int frames;
    double width[2];
    int ease;              ///< index into linear, smooth, in, out
    const char **controls; ///< names, a pair of `control_values` each
    double *control_values;
    int control_count, control_value_count;
    const char **lift;
    int lift_count;
} pantin_puppet_passage;

typedef struct pantin_puppet_when {
    pantin_written head;
    const char *control;
    double above, until_below;
} pantin_puppet_when;

typedef struct pantin_puppet_match {
    pantin_written head;
    const char *x[2], *y[2]; ///< a word (x[1] NULL), or a pair of handles
} pantin_puppet_match;

typedef struct pantin_puppet_transition {
    pantin_written head;
    const char *from, *to, *piece;
    pantin_puppet_when when;
    pantin_puppet_passage out, in;
    pantin_puppet_match match;
} pantin_puppet_transition;

typedef struct pantin_puppet {
    pantin_written head;
    const char *format; ///< "puppet/1"
    const char *name;
    pantin_puppet_drawing *drawings;
    int drawing_count;
    pantin_puppet_piece *pieces;
    int piece_count;
    pantin_puppet_limb *limbs;
    int limb_count;
    pantin_puppet_attachment *attachments;
    int attachment_count;
    pantin_puppet_view *views;
    int view_count;
    pantin_puppet_pose *poses;
    int pose_count;
    pantin_puppet_control *controls;
    int control_count;
    pantin_puppet_driver *drivers;
    int driver_count;
    pantin_puppet_spring *springs;
    int spring_count;
    pantin_puppet_gait *gaits;
    int gait_count;
    pantin_puppet_transition *transitions;
    int transition_count;
    int handle_count; ///< (made) of all pieces together
    // what the file was, for messages
    const char *path;
    const char *source;
    size_t source_size;
    int later_at; ///< offset of the first thing asked for that is not done yet; PANTIN_NONE
    const char *later_key, *later;
    void *memory; ///< owns all texts and lists
} pantin_puppet;

/// Reads, checks names and ranges, fetches pictures, makes (or reads) meshes, finds handles.
/// `assets` NULL: only reads and checks; nothing marked (made) but indices is there.
/// Errors: path:line:column, the nearest known word, the handle's name and distance.
PANTIN_CHECKED bool pantin_puppet_load(const char *path, const char *text, size_t size,
                                       const pantin_assets *PANTIN_NULLABLE assets,
                                       pantin_puppet *puppet, pantin_error *error);
void pantin_puppet_free(pantin_puppet *puppet);

/// Canonical text of what was given; loaded and written again it is the same bytes.
PANTIN_CHECKED bool pantin_puppet_write(const pantin_puppet *puppet, pantin_bytes *bytes,
                                        pantin_error *error);

/// The grammar of the file, from the tables that read it: JSON Schema, or Markdown.
PANTIN_CHECKED bool pantin_puppet_grammar(bool markdown, pantin_bytes *bytes, pantin_error *error);

/// A handle by PIECE.HANDLE, or by HANDLE where that is unique: its index among all of the puppet's.
/// Error (PANTIN_NONE): unknown with the nearest name, or standing in several pieces, which are named.
int pantin_puppet_find_handle(const pantin_puppet *puppet, const char *name, pantin_error *error);
/// The piece and the handle of such an index.
const pantin_puppet_handle *pantin_puppet_handle_at(const pantin_puppet *puppet, int index,
                                                    int *PANTIN_NULLABLE piece);
int pantin_puppet_find_pose(const pantin_puppet *puppet, const char *name); ///< or PANTIN_NONE
int pantin_puppet_find_piece(const pantin_puppet *puppet, const char *name);

/// Whether a piece is bent from its drawing's mirror image; then about which vertical line, px: the
/// middle of the drawing, so that all pieces of one drawing keep their places to each other.
bool pantin_puppet_is_mirrored(const pantin_puppet_piece *piece);
double pantin_puppet_mirror_x(const pantin_puppet *puppet, const pantin_puppet_piece *piece);
int pantin_puppet_find_view(const pantin_puppet *puppet, const char *name);

/// Lines about what will bend badly though it is no error: handles whose patches share a triangle.
/// Empty: nothing.
PANTIN_CHECKED bool pantin_puppet_warnings(const pantin_puppet *puppet, pantin_bytes *lines,
                                           pantin_error *error);

/// Like PANTIN_ERROR_NOT_YET at the first thing the puppet asks for that is not done yet; true: nothing.
PANTIN_CHECKED bool pantin_puppet_ready(const pantin_puppet *puppet, pantin_error *error);

// --- again ------------------------------------------------------------------------------------------

typedef struct pantin_puppet_remeshing {
    const char *PANTIN_NULLABLE piece; ///< only this one; NULL: all that have a mesh of their own
    int style;                         ///< pantin_mesh_style, or PANTIN_NONE: as it is
    double spacing_px;                 ///< 2..200 px, or 0: as it is
} pantin_puppet_remeshing;

/// Changes how a puppet is meshed, in the mesh block alone: handles, regions, poses and cuts stay as they
/// were written. A mesh that was kept in a file is forgotten (it would be stale). What was made while
/// loading stays; load what pantin_puppet_write writes. Errors: no such piece, a piece that shares
/// another's mesh, a handle that names vertices of the old mesh.
PANTIN_CHECKED bool pantin_puppet_remesh(pantin_puppet *puppet,
                                         const pantin_puppet_remeshing *wanted,
                                         pantin_error *error);

// --- one change ------------------------------------------------------------------------------------

typedef enum pantin_puppet_edit_kind {
    PANTIN_EDIT_NONE,
    PANTIN_EDIT_CUT,     ///< one more cut of `piece`: `line`, the far side left
    PANTIN_EDIT_RADIUS,  ///< `handle` holds what lies within `value` px
    PANTIN_EDIT_MOVE,    ///< `handle` is at line[0]
    PANTIN_EDIT_FREE,    ///< `handle` turns as the sheet does
    PANTIN_EDIT_PULL,    ///< bone `item` of `piece` pulls by `value`
    PANTIN_EDIT_SPACING, ///< `piece` is meshed by `value` px
    PANTIN_EDIT_POSE,    ///< pose `item` does only this share of what it did
} pantin_puppet_edit_kind;

/// A change to what a person wrote, small enough to be told in a line.
typedef struct pantin_puppet_edit {
    pantin_puppet_edit_kind kind;
    int piece, item;     ///< of the puppet; of the piece, or of the puppet where it has no piece
    int handle;          ///< of the puppet
    double value;        ///< px, pull or share
    pantin_vec2 line[8]; ///< px of the drawing
    int line_count;
    char name[48]; ///< of a cut
} pantin_puppet_edit;

/// The text of the puppet file with this change made, canonical as pantin_puppet_write has it. Errors: as
/// pantin_puppet_load finds them in it; what the change names is not there.
PANTIN_CHECKED bool pantin_puppet_change(const pantin_puppet *puppet,
                                         const pantin_puppet_edit *edit, pantin_bytes *text,
                                         pantin_error *error);
/// What of that text is new, to be pasted by hand: "pieces.body.cuts" and its whole value.
PANTIN_CHECKED bool pantin_puppet_change_paste(const pantin_puppet *puppet,
                                               const pantin_puppet_edit *edit, char *place,
                                               size_t place_size, pantin_bytes *value,
                                               pantin_error *error);

// --- from a drawing ------------------------------------------------------------------------------

/// A joint of a rig file: what becomes a handle.
typedef struct pantin_rig_joint {
    const char *name;
    pantin_vec2 at_px;
    int parent; ///< index, or PANTIN_NONE
} pantin_rig_joint;

/// A rig file's joints, in its order; freed with pantin_rig_joints_free.
typedef struct pantin_rig_joints {
    pantin_rig_joint *joints;
    int count;
    int width, height; ///< the picture's size it was made for, px; 0: not said
    void *memory;
} pantin_rig_joints;

void pantin_rig_joints_free(pantin_rig_joints *joints);

/// Edge: AnimatedDrawings' char_cfg.yaml (libyaml). Errors: name:line:column; unknown parent, a name
/// twice, a cycle, not exactly one root.
PANTIN_CHECKED bool pantin_rig_read_yaml(const char *name, const char *text, size_t size,
                                         pantin_rig_joints *joints, pantin_error *error);
/// Joints from the handles of a puppet file (its first piece's), so that a rig can be reused.
PANTIN_CHECKED bool pantin_rig_from_puppet(const pantin_puppet *puppet, pantin_rig_joints *joints,
                                           pantin_error *error);

/// One of several pieces that a puppet is made of: a part of an SVG.
typedef struct pantin_puppet_part {
    const char *name;              ///< of the piece and of its drawing
    const char *image;             ///< path as the file should name it
    const pantin_drawing *drawing; ///< as large as the whole; borrowed
} pantin_puppet_part;

typedef struct pantin_puppet_recipe {
    const char *name; ///< of the puppet and of its one piece's drawing
    const char *image,
        *mask; ///< paths as the file should name them; mask NULL: the picture's alpha
    pantin_mesh_options mesh;
    double px_per_m; ///< default: the drawing's ink height is 1.6 m
    const pantin_rig_joints *PANTIN_NULLABLE joints;
    const pantin_puppet_part *PANTIN_NULLABLE parts; ///< back to front; NULL: one piece, "body"
    int part_count;
    bool
        limbs; ///< also writes limbs and bones, from chains of three joints that end in a hand or a foot
} pantin_puppet_recipe;

/// Writes the text of a puppet file for a drawing: one piece "body" (or the parts, in all of which the
/// drawing is: the whole; a joint goes to the part whose ink is nearest, of equals the foremost), a handle a joint (one that
/// would hold a vertex of an earlier joint's shares its handle: `notes` tells), a view "front", no poses. Joints off the ink
/// by more than one cell are an error that names them all.
PANTIN_CHECKED bool pantin_puppet_make(const pantin_drawing *drawing,
                                       const pantin_puppet_recipe *recipe, pantin_bytes *text,
                                       pantin_bytes *PANTIN_NULLABLE notes, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
