// puppet_fields.c — the grammar of a puppet file, first half: what is drawn.
// Drawings, pieces with their mesh, cuts, regions and handles, and the views that show them.
// SPDX-License-Identifier: MIT
#include "puppet_fields.h"

#include <string.h>

#define PX_LIMIT 1e5
/// Of pieces and what a piece consists of; of handles, poses and controls.
enum { PARTS_MOST = 256, HANDLES_MOST = 4096 };

#define LATER_STAGE "limbs, gaits and attachments come with the stage"

static const char *const faces_words[] = { "left", "right", "away", "toward", NULL };
static const char *const style_words[] = { "grid", "delaunay", NULL };
static const char *const side_words[] = { "left", "right", NULL };
static const char *const rest_words[] = { "as_drawn", "mirrored", NULL };
static const char *const turn_words[] = { "set", "free", "bone", "level", NULL };

void puppet_later(bind_reader *reader, int offset, const char *key, const bind_field *why) {
    if (reader->later_at != PANTIN_NONE) return;
    reader->later_at = offset;
    reader->later_key = key;
    reader->later = why;
}

bool puppet_limit(bind_reader *reader, const pantin_written *head, const char *key, int count,
                  int most) {
    if (count <= most) return true;
    return bind_fail_at(reader,
                        bind_locate(reader->tape->source, reader->tape->size, head->at, key),
                        "\"%s\" holds %d, more than the %d that are allowed", key, count, most);
}

static const bind_field drawing_fields[] = {
    { .name = "image",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_drawing, image),
      .flags = BIND_REQUIRED,
      .doc =
          "PNG or SVG, from the puppet file's folder; of an SVG a part and a density in px a unit: "
          "FILE.svg#ID@DENSITY, either may be left out" },
    { .name = "mask",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_drawing, mask),
      .flags = BIND_NULLABLE,
      .doc = "PNG whose white is kept; null: the picture's own alpha" },
    { .name = "px_per_m",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_drawing, px_per_m),
      .low = 1,
      .high = PX_LIMIT,
      .fallback = 300,
      .unit = "px/m",
      .doc = "its scale on the stage" },
    { .name = "faces",
      .kind = BIND_WORD,
      BIND_AT(pantin_puppet_drawing, faces),
      .words = faces_words,
      .fallback_text = "left",
      .doc = "where the figure looks as drawn" },
    { .name = "pixels_hash",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_drawing, pixels_hash),
      .flags = BIND_NULLABLE,
      .doc = "16 hex digits of its pixels, to notice a changed picture" },
};
static const bind_table drawing_table = {
    .name = "drawing",
    .doc = "A picture of the character.",
    .size = sizeof(pantin_puppet_drawing),
    .fields = drawing_fields,
    .count = BIND_COUNT(drawing_fields),
    .name_offset = offsetof(pantin_puppet_drawing, name),
    .plain_names = true,
};

static const bind_field meshing_fields[] = {
    { .name = "style",
      .kind = BIND_WORD,
      BIND_AT(pantin_puppet_meshing, style),
      .words = style_words,
      .fallback_text = "grid",
      .doc = "how triangles are laid" },
    { .name = "spacing_px",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_meshing, spacing_px),
      .low = 2,
      .high = 200,
      .flags = BIND_NULLABLE,
      .unit = "px",
      .doc = "cell side or edge length; null: about 1,500 vertices" },
    { .name = "detail_px",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_meshing, detail_px),
      .low = 1,
      .high = 200,
      .fallback = 4,
      .unit = "px",
      .doc = "edge length in protected regions (delaunay)" },
    { .name = "border_px",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_meshing, border_px),
      .low = 0,
      .high = 32,
      .fallback = 3,
      .unit = "px",
      .doc = "how far it reaches beyond the ink (delaunay)" },
    { .name = "seed",
      .kind = BIND_SEED,
      BIND_AT(pantin_puppet_meshing, seed),
      .fallback = 1,
      .doc = "of the samples (delaunay)" },
    { .name = "file",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_meshing, file),
      .flags = BIND_NULLABLE,
      .doc = "where the generated mesh is kept; null: it is made when loaded" },
    { .name = "made_from",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_meshing, made_from),
      .flags = BIND_NULLABLE,
      .doc = "16 hex digits of what the file was made from; when stale it is made again" },
    { .name = "same_as",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_meshing, same_as),
      .flags = BIND_NULLABLE,
      .doc = "the piece whose mesh it shares" },
};
const bind_table puppet_meshing_table = {
    .name = "mesh",
    .doc = "How a piece is cut into triangles.",
    .size = sizeof(pantin_puppet_meshing),
    .fields = meshing_fields,
    .count = BIND_COUNT(meshing_fields),
};

static const bind_field cut_fields[] = {
    { .name = "name",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_cut, name),
      .flags = BIND_REQUIRED,
      .doc = "its name" },
    { .name = "line_px",
      .kind = BIND_POINTS,
      BIND_MANY(pantin_puppet_cut, line_px, line_count),
      .flags = BIND_REQUIRED,
      .length = 2,
      .low = -PX_LIMIT,
      .high = PX_LIMIT,
      .unit = "px",
      .doc = "the line along which the sheet is parted: an end inside stays joined, one beyond the "
             "ink opens the edge" },
    { .name = "far",
      .kind = BIND_WORD,
      BIND_AT(pantin_puppet_cut, far),
      .words = side_words,
      .fallback_text = "left",
      .doc = "the side that lies farther and is drawn first, seen along the line" },
};
const bind_table puppet_cut_table = {
    .name = "cut",
    .doc = "Where the sheet is parted.",
    .size = sizeof(pantin_puppet_cut),
    .fields = cut_fields,
    .count = BIND_COUNT(cut_fields),
};

static bool check_region(bind_reader *reader, void *item) {
    pantin_puppet_region *region = item;
    if ((region->polygon_count > 0) == (region->mask != NULL))
        return bind_fail_at(
            reader, region->head.at,
            "region \"%.64s\" must have a \"polygon_px\" or a \"mask\", one of the two",
            region->name);
    return true;
}

static const bind_field region_fields[] = {
    { .name = "name",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_region, name),
      .flags = BIND_REQUIRED,
      .doc = "its name" },
    { .name = "rigidity",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_region, rigidity),
      .low = 1,
      .high = 1000,
      .fallback = 40,
      .unit = "1",
      .doc = "how many times stiffer it is" },
    { .name = "polygon_px",
      .kind = BIND_POINTS,
      BIND_MANY(pantin_puppet_region, polygon_px, polygon_count),
      .length = 3,
      .low = -PX_LIMIT,
      .high = PX_LIMIT,
      .unit = "px",
      .doc = "its outline" },
    { .name = "mask",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_region, mask),
      .flags = BIND_NULLABLE,
      .doc = "PNG whose white it is" },
};
static const bind_table region_table = {
    .name = "region",
    .doc = "A protected part: an eye, a tag, a button.",
    .size = sizeof(pantin_puppet_region),
    .fields = region_fields,
    .count = BIND_COUNT(region_fields),
    .check = check_region,
};

static bool check_handle(bind_reader *reader, void *item) {
    pantin_puppet_handle *handle = item;
    bool at = bind_given(&puppet_handle_table, handle, "at_px");
    if (at == (handle->vertex_count > 0))
        return bind_fail_at(reader, handle->head.at,
                            "handle \"%.64s\" must have \"at_px\" or \"vertices\", one of the two",
                            handle->name);
    return true;
}

static const bind_field handle_fields[] = {
    { .name = "at_px",
      .kind = BIND_NUMBERS,
      BIND_AT(pantin_puppet_handle, at_px),
      .length = 2,
      .low = -PX_LIMIT,
      .high = PX_LIMIT,
      .unit = "px",
      .doc = "where it is on the drawing" },
    { .name = "radius_px",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_handle, radius_px),
      .low = 0,
      .high = 1000,
      .flags = BIND_NULLABLE,
      .unit = "px",
      .doc = "the vertices it holds lie within; null: 0.8 cells" },
    { .name = "vertices",
      .kind = BIND_INTS,
      BIND_MANY(pantin_puppet_handle, vertices, vertex_count),
      .low = 0,
      .high = 1e6,
      .length = 1,
      .doc = "the vertices themselves, instead of at_px" },
    { .name = "turn",
      .kind = BIND_WORD,
      BIND_AT(pantin_puppet_handle, turn),
      .words = turn_words,
      .fallback_text = "free",
      .doc = "set: at the target's angle; free: as the sheet turns; bone: with its bone; level: "
             "kept level on the stage" },
    { .name = "weight",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_handle, weight),
      .flags = BIND_OPEN_LOW,
      .low = 0,
      .high = 1e6,
      .fallback = 1000,
      .unit = "1",
      .doc = "how hard it pulls against the sheet" },
};
const bind_table puppet_handle_table = {
    .name = "handle",
    .doc = "A small patch of the sheet that moves as one.",
    .size = sizeof(pantin_puppet_handle),
    .fields = handle_fields,
    .count = BIND_COUNT(handle_fields),
    .name_offset = offsetof(pantin_puppet_handle, name),
    .plain_names = true,
    .check = check_handle,
};

static const bind_field bone_fields[] = {
    { .name = "name",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_bone, name),
      .flags = BIND_REQUIRED,
      .doc = "its name" },
    { .name = "from",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_bone, from),
      .flags = BIND_REQUIRED,
      .doc = "the handle at its root" },
    { .name = "to",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_bone, to),
      .flags = BIND_REQUIRED,
      .doc = "the handle at its end" },
    { .name = "pull",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_bone, pull),
      .low = 0,
      .high = 100,
      .fallback = 5,
      .unit = "1",
      .doc = "how hard it turns its triangles" },
    { .name = "half_width_px",
      .kind = BIND_NUMBER,
      BIND_AT(pantin_puppet_bone, half_width_px),
      .low = 0,
      .high = 1000,
      .flags = BIND_NULLABLE,
      .unit = "px",
      .doc = "of the limb; null: measured on the drawing" },
};
const bind_table puppet_bone_table = {
    .name = "bone",
    .doc = "Keeps a limb straight between two handles.",
    .size = sizeof(pantin_puppet_bone),
    .fields = bone_fields,
    .count = BIND_COUNT(bone_fields),
};

static bool check_piece(bind_reader *reader, void *item) {
    pantin_puppet_piece *piece = item;
    return puppet_limit(reader, &piece->head, "handles", piece->handle_count, HANDLES_MOST) &&
           puppet_limit(reader, &piece->head, "cuts", piece->cut_count, PARTS_MOST) &&
           puppet_limit(reader, &piece->head, "regions", piece->region_count, PARTS_MOST) &&
           puppet_limit(reader, &piece->head, "bones", piece->bone_count, PARTS_MOST);
}

static const bind_field piece_fields[] = {
    { .name = "drawing",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_piece, drawing),
      .flags = BIND_REQUIRED,
      .doc = "the drawing it is cut from" },
    { .name = "rest",
      .kind = BIND_WORD,
      BIND_AT(pantin_puppet_piece, rest),
      .words = rest_words,
      .fallback_text = "as_drawn",
      .doc = "mirrored: the drawing's mirror image about its vertical middle axis, with all that is"
             " said about it: places, regions, poses" },
    { .name = "mesh",
      .kind = BIND_STRUCT,
      BIND_AT(pantin_puppet_piece, mesh),
      .table = &puppet_meshing_table,
      .doc = "its triangles" },
    { .name = "cuts",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet_piece, cuts, cut_count),
      .table = &puppet_cut_table,
      .doc = "where it is parted" },
    { .name = "regions",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet_piece, regions, region_count),
      .table = &region_table,
      .doc = "its protected parts" },
    { .name = "handles",
      .kind = BIND_CUSTOM,
      BIND_AT(pantin_puppet_piece, handles),
      .custom = &puppet_handles_form,
      .table = &puppet_handle_table,
      .doc = "the patches it is moved by" },
    { .name = "bones",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet_piece, bones, bone_count),
      .table = &puppet_bone_table,
      .doc = "the limbs' bones" },
};
const bind_table puppet_piece_table = {
    .name = "piece",
    .doc = "One sheet of the puppet: a drawing with a mesh and handles.",
    .size = sizeof(pantin_puppet_piece),
    .fields = piece_fields,
    .count = BIND_COUNT(piece_fields),
    .name_offset = offsetof(pantin_puppet_piece, name),
    .plain_names = true,
    .check = check_piece,
};

static const bind_field order_fields[] = {
    { .name = "draw",
      .kind = BIND_TEXTS,
      BIND_MANY(pantin_puppet_order, draw, draw_count),
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "the view's pieces, back to front" },
};
static const bind_table order_table = {
    .name = "order",
    .doc = "Another draw order of a view's pieces.",
    .size = sizeof(pantin_puppet_order),
    .fields = order_fields,
    .count = BIND_COUNT(order_fields),
    .name_offset = offsetof(pantin_puppet_order, name),
    .plain_names = true,
};

static bool check_view(bind_reader *reader, void *item) {
    const pantin_puppet_view *view = item;
    return puppet_limit(reader, &view->head, "orders", view->order_count, PARTS_MOST);
}

static const bind_field view_fields[] = {
    { .name = "draw",
      .kind = BIND_TEXTS,
      BIND_MANY(pantin_puppet_view, draw, draw_count),
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "its pieces, back to front" },
    { .name = "ground_px",
      .kind = BIND_NUMBERS,
      BIND_AT(pantin_puppet_view, ground_px),
      .flags = BIND_REQUIRED,
      .length = 2,
      .low = -PX_LIMIT,
      .high = PX_LIMIT,
      .unit = "px",
      .doc = "the point that stands at x_m, y_m, in px of the first piece's drawing" },
    { .name = "gait",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet_view, gait),
      .flags = BIND_NULLABLE | BIND_LATER,
      .later = LATER_STAGE,
      .doc = "how its feet step" },
    { .name = "attachments",
      .kind = BIND_TEXTS,
      BIND_MANY(pantin_puppet_view, attachments, attachment_count),
      .flags = BIND_LATER,
      .later = LATER_STAGE,
      .doc = "the attachments that hold its pieces together" },
    { .name = "orders",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet_view, orders, order_count),
      .table = &order_table,
      .doc = "other draw orders, chosen by the control `order`" },
};
static const bind_table view_table = {
    .name = "view",
    .doc = "One way the character is seen.",
    .size = sizeof(pantin_puppet_view),
    .fields = view_fields,
    .count = BIND_COUNT(view_fields),
    .name_offset = offsetof(pantin_puppet_view, name),
    .plain_names = true,
    .check = check_view,
};

/// Names are looked up one by one, so how many there are is bounded, and with them the time.
static bool check_counts(bind_reader *reader, const pantin_puppet *puppet) {
    const pantin_written *head = &puppet->head;
    return puppet_limit(reader, head, "drawings", puppet->drawing_count, PARTS_MOST) &&
           puppet_limit(reader, head, "pieces", puppet->piece_count, PARTS_MOST) &&
           puppet_limit(reader, head, "limbs", puppet->limb_count, PARTS_MOST) &&
           puppet_limit(reader, head, "attachments", puppet->attachment_count, PARTS_MOST) &&
           puppet_limit(reader, head, "views", puppet->view_count, PARTS_MOST) &&
           puppet_limit(reader, head, "poses", puppet->pose_count, HANDLES_MOST) &&
           puppet_limit(reader, head, "controls", puppet->control_count, HANDLES_MOST) &&
           puppet_limit(reader, head, "drivers", puppet->driver_count, PARTS_MOST) &&
           puppet_limit(reader, head, "springs", puppet->spring_count, HANDLES_MOST) &&
           puppet_limit(reader, head, "gaits", puppet->gait_count, PARTS_MOST) &&
           puppet_limit(reader, head, "transitions", puppet->transition_count, PARTS_MOST);
}

static bool check_puppet(bind_reader *reader, void *item) {
    pantin_puppet *puppet = item;
    return check_counts(reader, puppet);
}

static const bind_field puppet_fields[] = {
    { .name = "pantin",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet, format),
      .flags = BIND_REQUIRED,
      .doc = "\"puppet/1\"" },
    { .name = "name",
      .kind = BIND_TEXT,
      BIND_AT(pantin_puppet, name),
      .flags = BIND_REQUIRED,
      .doc = "its name" },
    { .name = "drawings",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet, drawings, drawing_count),
      .table = &drawing_table,
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "its pictures" },
    { .name = "pieces",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet, pieces, piece_count),
      .table = &puppet_piece_table,
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "its sheets" },
    { .name = "limbs",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet, limbs, limb_count),
      .table = &puppet_limb_table,
      .doc = "two-bone chains" },
    { .name = "attachments",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet, attachments, attachment_count),
      .table = &puppet_attachment_table,
      .flags = BIND_LATER,
      .later = LATER_STAGE,
      .doc = "pieces welded to bent points of others" },
    { .name = "views",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet, views, view_count),
      .table = &view_table,
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "how it is seen; the first is where it begins" },
    { .name = "poses",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet, poses, pose_count),
      .table = &puppet_pose_table,
      .doc = "named offsets of its handles" },
    { .name = "controls",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet, controls, control_count),
      .table = &puppet_control_table,
      .doc = "what a score can turn" },
    { .name = "drivers",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet, drivers, driver_count),
      .table = &puppet_driver_table,
      .flags = BIND_LATER,
      .later = "drivers come with the stage",
      .doc = "what moves by itself" },
    { .name = "springs",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet, springs, spring_count),
      .table = &puppet_spring_table,
      .flags = BIND_LATER,
      .later = "springs come with the stage",
      .doc = "handles that swing" },
    { .name = "gaits",
      .kind = BIND_MAP,
      BIND_MANY(pantin_puppet, gaits, gait_count),
      .table = &puppet_gait_table,
      .flags = BIND_LATER,
      .later = LATER_STAGE,
      .doc = "how feet step" },
    { .name = "transitions",
      .kind = BIND_LIST,
      BIND_MANY(pantin_puppet, transitions, transition_count),
      .table = &puppet_transition_table,
      .flags = BIND_LATER,
      .later = "changes of view come with the stage",
      .doc = "how one view becomes another" },
};
const bind_table puppet_table = {
    .name = "puppet",
    .doc = "A character: its drawings, sheets, handles, poses and controls.",
    .size = sizeof(pantin_puppet),
    .fields = puppet_fields,
    .count = BIND_COUNT(puppet_fields),
    .check = check_puppet,
};
