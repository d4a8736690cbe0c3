// actor.c — one puppet's step: controls -> pose weights -> handle targets -> bent pieces.
//
// Everything a frame needs is taken in create; a step only fills the block of the frame it writes. The
// solver starts each piece from the float32 vertices of the frame before and the memory in its report, so
// the written frame is the whole state (but for the repair stiffness of the reference players, which
// `reset` forgets).
// SPDX-License-Identifier: MIT
#include "actor.h"

#include <string.h>

#include "base/trig.h"
#include "base/vec.h"

pantin_actor_options pantin_actor_defaults(void) {
    return (pantin_actor_options){ .method = PANTIN_DEFAULT_METHOD,
                                   .deform = pantin_deform_defaults() };
}

/// How much room the fullest view takes.
static void measure_views(pantin_actor *actor) {
    const pantin_puppet *puppet = actor->puppet;
    for (int v = 0; v < puppet->view_count; v++) {
        const pantin_puppet_view *view = &puppet->views[v];
        int vertices = 0, triangles = 0;
        for (int d = 0; d < view->draw_count; d++) {
            vertices += puppet->pieces[view->pieces[d]].triangles.vertex_count;
            triangles += puppet->pieces[view->pieces[d]].triangles.triangle_count;
        }
        actor->max_pieces = max_int(actor->max_pieces, view->draw_count);
        actor->max_vertices = max_int(actor->max_vertices, vertices);
        actor->max_triangles = max_int(actor->max_triangles, triangles);
    }
}

static bool create_bends(pantin_actor *actor, const pantin_deform_options *options,
                         pantin_error *error) {
    const pantin_puppet *puppet = actor->puppet;
    // Borrowed for a moment as scratch: rest, mirrored where a piece is.
    actor_rest_targets(puppet, actor->targets);
    actor_mirror_targets(puppet, actor->targets);
    for (int p = 0; p < puppet->piece_count; p++)
        if (!bend_create(&actor->bends[p], puppet, p, actor->deformer, options,
                         actor->targets + puppet->pieces[p].first_handle, &actor->memory, error))
            return false;
    return true;
}

pantin_actor *pantin_actor_create(const pantin_puppet *puppet, const pantin_actor_options *options,
                                  pantin_error *error) {
    pantin_actor_options chosen = options != NULL ? *options : pantin_actor_defaults();
    const pantin_deformer *deformer = pantin_deformer_find(chosen.method, error);
    if (deformer == NULL) return NULL;
    pantin_actor *actor = memory_allocate(1, sizeof *actor);
    if (actor == NULL) {
        memory_fail(error, "an actor");
        return NULL;
    }
    actor->puppet = puppet;
    actor->deformer = deformer;
    measure_views(actor);
    actor->bends = ARENA_ARRAY(&actor->memory, bend, puppet->piece_count);
    actor->rest = ARENA_ARRAY(&actor->memory, pantin_target, puppet->handle_count);
    actor->targets = ARENA_ARRAY(&actor->memory, pantin_target, puppet->handle_count);
    actor->weights = ARENA_ARRAY(&actor->memory, double, puppet->pose_count);
    bool room = actor_list_controls(actor) && !arena_failed(&actor->memory);
    if (!room) memory_fail(error, "an actor");
    if (!room || !create_bends(actor, &chosen.deform, error)) {
        pantin_actor_destroy(actor);
        return NULL;
    }
    actor_rest_targets(puppet, actor->rest);
    return actor;
}

void pantin_actor_destroy(pantin_actor *actor) {
    if (actor == NULL) return;
    for (int p = 0; actor->bends != NULL && p < actor->puppet->piece_count; p++)
        if (actor->bends[p].machine != NULL) actor->deformer->destroy(actor->bends[p].machine);
    arena_free(&actor->memory);
    memory_free(actor, 1, sizeof *actor);
}

void pantin_actor_reset(pantin_actor *actor) {
    for (int p = 0; p < actor->puppet->piece_count; p++)
        actor->deformer->reset(actor->bends[p].machine);
}

// --- a frame's block: pieces | handles | vertices | heat ---------------------------------------------

static size_t aligned(size_t size) { return (size + 15) & ~(size_t)15; }

size_t pantin_actor_frame_size(const pantin_actor *actor) {
    return aligned(sizeof(pantin_bent) * (size_t)actor->max_pieces) +
           aligned(sizeof(pantin_handle_report) * (size_t)actor->puppet->handle_count) +
           aligned(sizeof(pantin_point32) * (size_t)actor->max_vertices) +
           aligned(sizeof(float) * (size_t)actor->max_triangles);
}

void pantin_actor_frame_place(const pantin_actor *actor, void *block, pantin_pose_frame *frame) {
    *frame = (pantin_pose_frame){ .pieces = block };
    char *after = (char *)block + aligned(sizeof(pantin_bent) * (size_t)actor->max_pieces);
    frame->handles = (pantin_handle_report *)(void *)after;
}

void pantin_actor_frame_room(const pantin_actor *actor, const pantin_pose_frame *frame,
                             pantin_point32 **vertices, float **heat) {
    char *at = (char *)frame->handles;
    at += aligned(sizeof(pantin_handle_report) * (size_t)actor->puppet->handle_count);
    *vertices = (pantin_point32 *)(void *)at;
    *heat = (float *)(void *)(at + aligned(sizeof(pantin_point32) * (size_t)actor->max_vertices));
}

// --- the step ---------------------------------------------------------------------------------------

/// The piece in the frame before, NULL where it was not shown.
static const pantin_bent *bent_before(const pantin_pose_frame *before, int view, int piece) {
    if (before == NULL || before->view != view) return NULL;
    for (int k = 0; k < before->piece_count; k++)
        if (before->pieces[k].piece == piece) return &before->pieces[k];
    return NULL;
}

/// The statuses from best to worst are those of the enum.
static void bend_pieces(pantin_actor *actor, const pantin_pose_frame *before,
                        pantin_pose_frame *out) {
    const pantin_puppet *puppet = actor->puppet;
    const pantin_puppet_view *view = &puppet->views[out->view];
    pantin_point32 *vertices;
    float *heat;
    pantin_actor_frame_room(actor, out, &vertices, &heat);
    out->piece_count = view->draw_count;
    out->handle_count = puppet->handle_count;
    out->status = PANTIN_REACHED;
    memset(out->handles, 0, sizeof *out->handles * (size_t)puppet->handle_count);
    for (int d = 0; d < view->draw_count; d++) {
        int p = view->pieces[d];
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        pantin_bent *bent = &out->pieces[d];
        *bent = (pantin_bent){ .piece = p,
                               .order = d,
                               .vertices = vertices,
                               .bind = heat,
                               .first_handle = piece->first_handle,
                               .handle_count = piece->handle_count };
        const pantin_bent *last = bent_before(before, out->view, p);
        if (last != NULL) actor->deformer->resume(actor->bends[p].machine, last->report.memory);
        bent->report =
            bend_solve(&actor->bends[p], puppet, p, actor->deformer,
                       actor->targets + piece->first_handle, last != NULL ? last->vertices : NULL,
                       vertices, out->handles + piece->first_handle, heat);
        out->status = max_int(out->status, (int)bent->report.status);
        vertices += piece->triangles.vertex_count;
        heat += piece->triangles.triangle_count;
    }
}

/// Sorts the pieces of the frame into another draw order, if the view has one by that name.
static void apply_order(const pantin_actor *actor, int word, pantin_pose_frame *out) {
    const pantin_puppet_view *view = &actor->puppet->views[out->view];
    const pantin_puppet_order *order = NULL;
    for (int o = 0; o < view->order_count && word > 0; o++)
        if (strcmp(view->orders[o].name, actor->order_words[word]) == 0) order = &view->orders[o];
    if (order == NULL) return;
    for (int d = 0; d < order->draw_count; d++)
        for (int k = d; k < out->piece_count; k++) {
            if (strcmp(actor->puppet->pieces[out->pieces[k].piece].name, order->draw[d]) != 0)
                continue;
            pantin_bent held = out->pieces[k];
            out->pieces[k] = out->pieces[d];
            out->pieces[d] = held;
            out->pieces[d].order = d;
            break;
        }
}

/// px of the view -> m: the ground point stands at x, y; the sheet leans about it.
static pantin_affine root_placement(const pantin_puppet *puppet, int view, double x, double y,
                                    double tilt) {
    const pantin_puppet_view *seen = &puppet->views[view];
    const pantin_puppet_drawing *drawing =
        &puppet->drawings[puppet->pieces[seen->pieces[0]].drawing_index];
    double sine, cosine;
    trig_sincos(tilt, &sine, &cosine);
    double scale = 1.0 / drawing->px_per_m;
    pantin_affine to_stage = {
        .xx = cosine * scale, .xy = sine * scale, .yx = sine * scale, .yy = -cosine * scale
    };
    vec2 ground = affine_point(to_stage, (vec2){ seen->ground_px[0], seen->ground_px[1] });
    to_stage.x0 = x - ground.x;
    to_stage.y0 = y - ground.y;
    return to_stage;
}

static double control_value(const pantin_actor *actor, const double *values, int index) {
    const pantin_control *control = &actor->controls[index];
    return finite_double(values[index]) ? clamp_double(values[index], control->low, control->high)
                                        : control->fallback;
}

void pantin_actor_step(pantin_actor *actor, const double *values, const pantin_pose_frame *before,
                       pantin_pose_frame *out) {
    double tilt = control_value(actor, values, CONTROL_TILT) * TRIG_DEGREE;
    out->view = 0;
    out->opacity = control_value(actor, values, CONTROL_OPACITY);
    out->feet_planted = 0;
    out->to_stage =
        root_placement(actor->puppet, out->view, control_value(actor, values, CONTROL_X),
                       control_value(actor, values, CONTROL_Y), tilt);
    actor_weigh_poses(actor, values, actor->weights);
    pantin_actor_targets(actor, out->view, actor->weights, actor->targets);
    actor_level_targets(actor->puppet, tilt, actor->targets);
    bend_pieces(actor, before, out);
    apply_order(actor, (int)control_value(actor, values, CONTROL_ORDER), out);
}

void pantin_actor_pose(pantin_actor *actor, int view, const pantin_target *targets,
                       pantin_pose_frame *out) {
    pantin_actor_bend(actor, view, targets, NULL, out);
}

void pantin_actor_bend(pantin_actor *actor, int view, const pantin_target *targets,
                       const pantin_pose_frame *before, pantin_pose_frame *out) {
    out->view = view;
    out->layer = 0;
    out->opacity = 1.0;
    out->feet_planted = 0;
    out->to_stage = root_placement(actor->puppet, view, 0.0, 0.0, 0.0);
    for (int h = 0; h < actor->puppet->handle_count; h++) actor->targets[h] = targets[h];
    bend_pieces(actor, before, out);
}

const pantin_target *pantin_actor_aims(const pantin_actor *actor) { return actor->targets; }

const double *pantin_actor_weights(const pantin_actor *actor) { return actor->weights; }
