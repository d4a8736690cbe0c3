// look.c — what is seen of an actor at a frame: how many of its drawings, how much, do its feet
// slide.
//
// A creature's drawing is a view: the pieces drawn together. The pieces painted are held against
// the puppet's views, not against the word of the rig: how many views it takes to account for them
// is how many drawings are on the screen. Ids tell the actor's pixels: with none of them nothing is
// seen.
//
// A planted foot's slide is measured on the solved mesh: the centroid of its vertices, in the
// stage's m, now and in the frame before, times this frame's px a m; so a moving camera does not
// count as a slide.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "trace.h"

static int count_pixels(const pantin_ids *ids, int id) {
    int count = 0;
    size_t size = (size_t)ids->width * (size_t)ids->height;
    for (size_t i = 0; i < size; i++) count += ids->ids[i] == id;
    return count;
}

static bool view_has(const pantin_puppet_view *view, int piece) {
    for (int d = 0; d < view->draw_count; d++)
        if (view->pieces[d] == piece) return true;
    return false;
}

static double bent_area(const pantin_mesh *mesh, const pantin_point32 *vertices) {
    double area = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *corner = mesh->triangles[t];
        vec2 p = vec2_from32(vertices[corner[0]]);
        double twice = vec2_cross(vec2_sub(vec2_from32(vertices[corner[1]]), p),
                                  vec2_sub(vec2_from32(vertices[corner[2]]), p));
        area += 0.5 * (twice < 0 ? -twice : twice);
    }
    return area;
}

// Marks the pieces that `view` accounts for; false when it accounts for none that was still open.
static bool cover(trace_cast *cast, const pantin_pose_frame *pose, int pieces, int view) {
    bool any = false;
    for (int k = 0; k < pieces; k++) {
        int piece = pose->pieces[k].piece;
        if (cast->covered[k] || !view_has(&cast->puppet->views[view], piece)) continue;
        cast->covered[k] = any = true;
        cast->view_area[view] +=
            bent_area(&cast->puppet->pieces[piece].triangles, pose->pieces[k].vertices);
    }
    return any;
}

// The rig's view first, then whichever view has what is left.
static void find_views(trace_cast *cast, const pantin_pose_frame *pose, trace_actor *out) {
    int pieces = min_int(pose->piece_count, cast->max_pieces), views = cast->puppet->view_count;
    for (int k = 0; k < pieces; k++) cast->covered[k] = false;
    for (int v = 0; v < views; v++) cast->view_area[v] = -1;
    for (int turn = 0; turn <= views; turn++) {
        int v = turn == 0 ? pose->view : turn - 1;
        if (v < 0 || v >= views || cast->view_area[v] >= 0) continue;
        cast->view_area[v] = 0;
        if (cover(cast, pose, pieces, v))
            out->drawings++;
        else
            cast->view_area[v] = -1;
    }
    for (int v = 0; v < views; v++)
        if (cast->view_area[v] >= 0 &&
            (out->view == PANTIN_NONE || cast->view_area[v] > cast->view_area[out->view]))
            out->view = v;
}

// The handle at the end of a foot's limb, among all of the puppet's, or PANTIN_NONE.
static int foot_handle(const pantin_puppet *puppet, const pantin_puppet_foot *foot) {
    for (int l = 0; l < puppet->limb_count; l++) {
        const pantin_puppet_limb *limb = &puppet->limbs[l];
        if (strcmp(limb->name, foot->limb) != 0) continue;
        char name[256];
        text_print(name, sizeof name, "%s.%s", limb->piece, limb->end);
        return pantin_puppet_find_handle(puppet, name, NULL);
    }
    return PANTIN_NONE;
}

static const pantin_puppet_gait *gait_of(const pantin_puppet *puppet, int view) {
    const char *name = puppet->views[view].gait;
    for (int g = 0; name != NULL && g < puppet->gait_count; g++)
        if (strcmp(puppet->gaits[g].name, name) == 0) return &puppet->gaits[g];
    return NULL;
}

static vec2 handle_point(const pantin_puppet *puppet, const pantin_pose_frame *pose, int handle) {
    int piece;
    const pantin_puppet_handle *found = pantin_puppet_handle_at(puppet, handle, &piece);
    vec2 sum = { 0, 0 };
    for (int k = 0; k < pose->piece_count; k++) {
        if (pose->pieces[k].piece != piece) continue;
        for (int i = 0; i < found->grip.count; i++)
            sum = vec2_add(sum, vec2_from32(pose->pieces[k].vertices[found->grip.vertices[i]]));
        return affine_point(pose->to_stage, vec2_scale(sum, 1.0 / found->grip.count));
    }
    return sum;
}

static double px_per_m(pantin_affine to_picture, pantin_affine to_stage) {
    double picture = to_picture.xx * to_picture.yy - to_picture.xy * to_picture.yx;
    double stage = to_stage.xx * to_stage.yy - to_stage.xy * to_stage.yx;
    return stage != 0 ? sqrt(clamp_double(picture / stage, 0.0, 1e300)) : 0.0;
}

static void watch_feet(const pantin_trace *trace, trace_cast *cast, int index,
                       const pantin_take_frame *frame, trace_actor *out) {
    const pantin_pose_frame *pose = &frame->actors[index];
    bool follows = cast->feet_frame == frame->frame - 1 && cast->feet_view == pose->view;
    uint32_t both = follows ? cast->feet_planted & pose->feet_planted : 0;
    const pantin_puppet_gait *gait =
        pose->feet_planted != 0 ? gait_of(cast->puppet, pose->view) : NULL;
    pantin_affine to_picture = pantin_paint_placement(trace->show, frame, index);
    double scale = px_per_m(to_picture, pose->to_stage);
    for (int f = 0; gait != NULL && f < min_int(gait->foot_count, 32); f++) {
        int handle = foot_handle(cast->puppet, &gait->feet[f]);
        if (handle == PANTIN_NONE || (pose->feet_planted >> f & 1) == 0) continue;
        vec2 before = cast->feet[handle], now = handle_point(cast->puppet, pose, handle);
        cast->feet[handle] = now;
        if ((both >> f & 1) == 0) continue;
        out->feet_planted++;
        out->feet_slide_px = max_double(out->feet_slide_px, scale * vec2_distance(now, before));
    }
    cast->feet_planted = pose->feet_planted;
    cast->feet_frame = frame->frame;
    cast->feet_view = pose->view;
}

void trace_look(pantin_trace *trace, int index, const pantin_take_frame *frame,
                const pantin_ids *ids, trace_actor *out) {
    trace_cast *cast = &trace->cast[index];
    const pantin_pose_frame *pose = &frame->actors[index];
    *out = (trace_actor){ .view = PANTIN_NONE, .pixels = PANTIN_NONE };
    watch_feet(trace, cast, index, frame, out);
    if (ids != NULL) out->pixels = count_pixels(ids, index + 1);
    if (out->pixels == 0 || !(pose->opacity > 0)) return;
    find_views(cast, pose, out);
}
