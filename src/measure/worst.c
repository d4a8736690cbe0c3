// worst.c — which frames fared worst, chosen while the film passes, in bounded memory and exactly.
//
// Wanted are the K worst frames, greedily: the worst, then the worst that is at least D frames from
// every one chosen. A chosen frame rules out itself and at most 2 (D - 1) others, so the K-th is
// found among the (2 D - 1) (K - 1) + 1 worst: only these need be kept, whatever comes later.
// SPDX-License-Identifier: MIT
#include "worst.h"

#include <string.h>

#include "base/sort.h"
#include "base/vec.h"

// What is not a number is as bad as can be.
static double as_bad(double value, double bad) { return finite_double(value) ? value : bad; }

int worst_compare(const worst_rank *a, const worst_rank *b) {
    if (a->inverted != b->inverted) return a->inverted > b->inverted ? -1 : 1;
    double area_a = as_bad(a->min_area_ratio, -1e300), area_b = as_bad(b->min_area_ratio, -1e300);
    if (area_a != area_b) return area_a < area_b ? -1 : 1;
    double energy_a = as_bad(a->energy, 1e300), energy_b = as_bad(b->energy, 1e300);
    if (energy_a != energy_b) return energy_a > energy_b ? -1 : 1;
    return a->frame - b->frame;
}

void worst_room(const pantin_puppet *puppet, int *pieces, int *vertices, int *triangles) {
    *pieces = *vertices = *triangles = 0;
    for (int v = 0; v < puppet->view_count; v++) {
        const pantin_puppet_view *view = &puppet->views[v];
        int n = 0, m = 0;
        for (int d = 0; d < view->draw_count; d++) {
            n += puppet->pieces[view->pieces[d]].triangles.vertex_count;
            m += puppet->pieces[view->pieces[d]].triangles.triangle_count;
        }
        *pieces = max_int(*pieces, view->draw_count);
        *vertices = max_int(*vertices, n);
        *triangles = max_int(*triangles, m);
    }
}

// Room for one frame whole.
static void take_slot(worst_frames *worst, arena *memory, const pantin_show_info *info, int slot) {
    int cast = worst->cast_count;
    pantin_take_frame *frame = &worst->frames[slot];
    frame->actors = ARENA_ARRAY(memory, pantin_pose_frame, cast);
    frame->channels = ARENA_ARRAY(memory, float, worst->channel_count);
    for (int c = 0; c < cast && !arena_failed(memory); c++) {
        pantin_pose_frame *pose = &frame->actors[c];
        pose->pieces = ARENA_ARRAY(memory, pantin_bent, worst->max_pieces[c]);
        pose->handles =
            ARENA_ARRAY(memory, pantin_handle_report, info->cast[c].puppet->handle_count);
        worst->points[slot * cast + c] =
            ARENA_ARRAY(memory, pantin_point32, worst->max_vertices[c]);
        worst->binds[slot * cast + c] = ARENA_ARRAY(memory, float, worst->max_triangles[c]);
    }
}

void worst_create(worst_frames *worst, arena *memory, const pantin_show *show, int wanted,
                  int seen) {
    const pantin_show_info *info = pantin_show_describe(show);
    int cast = info->cast_count;
    int enough = wanted > 0 ? (2 * WORST_APART - 1) * (wanted - 1) + 1 : 0;
    int capacity = min_int(enough, seen);
    *worst = (worst_frames){ .wanted = wanted,
                             .capacity = capacity,
                             .cast_count = cast,
                             .channel_count = info->score->channel_count };
    worst->ranks = ARENA_ARRAY(memory, worst_rank, capacity);
    worst->frames = ARENA_ARRAY(memory, pantin_take_frame, capacity);
    worst->points = ARENA_ARRAY(memory, pantin_point32 *, (size_t)capacity * (size_t)cast);
    worst->binds = ARENA_ARRAY(memory, float *, (size_t)capacity *(size_t)cast);
    worst->order = ARENA_ARRAY(memory, int, capacity);
    worst->scratch = ARENA_ARRAY(memory, int, capacity);
    worst->max_pieces = ARENA_ARRAY(memory, int, cast);
    worst->max_vertices = ARENA_ARRAY(memory, int, cast);
    worst->max_triangles = ARENA_ARRAY(memory, int, cast);
    if (arena_failed(memory)) return;
    for (int c = 0; c < cast; c++)
        worst_room(info->cast[c].puppet, &worst->max_pieces[c], &worst->max_vertices[c],
                   &worst->max_triangles[c]);
    for (int k = 0; k < capacity && !arena_failed(memory); k++) take_slot(worst, memory, info, k);
}

// What does not fit any view's room is left out rather than overrun.
static void copy_pose(worst_frames *worst, int slot, int cast, const pantin_puppet *puppet,
                      const pantin_pose_frame *from) {
    pantin_pose_frame *to = &worst->frames[slot].actors[cast];
    pantin_bent *pieces = to->pieces;
    pantin_handle_report *handles = to->handles;
    pantin_point32 *points = worst->points[slot * worst->cast_count + cast];
    float *binds = worst->binds[slot * worst->cast_count + cast];
    int vertices = 0, triangles = 0, count = 0;
    *to = *from;
    to->pieces = pieces;
    to->handles = handles;
    to->handle_count = min_int(from->handle_count, puppet->handle_count);
    memcpy(handles, from->handles, sizeof *handles * (size_t)to->handle_count);
    for (int k = 0; k < from->piece_count && count < worst->max_pieces[cast]; k++) {
        const pantin_mesh *mesh = &puppet->pieces[from->pieces[k].piece].triangles;
        int n = mesh->vertex_count, m = mesh->triangle_count;
        if (vertices + n > worst->max_vertices[cast] || triangles + m > worst->max_triangles[cast])
            continue;
        pantin_bent *bent = &pieces[count++];
        *bent = from->pieces[k];
        memcpy(points + vertices, bent->vertices, sizeof *points * (size_t)n);
        bent->vertices = points + vertices;
        if (bent->bind != NULL) {
            memcpy(binds + triangles, bent->bind, sizeof *binds * (size_t)m);
            bent->bind = binds + triangles;
        }
        vertices += n;
        triangles += m;
    }
    to->piece_count = count;
}

void worst_offer(worst_frames *worst, const pantin_take_frame *frame,
                 const pantin_puppet *const *puppets, worst_rank rank) {
    int slot = worst->count;
    if (worst->capacity == 0) return;
    if (slot == worst->capacity) {
        slot = 0;
        for (int k = 1; k < worst->count; k++)
            if (worst_compare(&worst->ranks[k], &worst->ranks[slot]) > 0) slot = k;
        if (worst_compare(&rank, &worst->ranks[slot]) > 0) return;
    } else {
        worst->count++;
    }
    pantin_take_frame *kept = &worst->frames[slot];
    pantin_pose_frame *actors = kept->actors;
    float *channels = kept->channels;
    worst->ranks[slot] = rank;
    *kept = *frame;
    kept->actors = actors;
    kept->channels = channels;
    memcpy(channels, frame->channels, sizeof *channels * (size_t)worst->channel_count);
    for (int c = 0; c < worst->cast_count; c++)
        copy_pose(worst, slot, c, puppets[c], &frame->actors[c]);
}

static int compare_slots(const void *context, int a, int b) {
    const worst_frames *worst = context;
    return worst_compare(&worst->ranks[a], &worst->ranks[b]);
}

int worst_pick(const worst_frames *worst, int *picked) {
    int count = 0;
    for (int k = 0; k < worst->count; k++) worst->order[k] = k;
    sort_indices(worst->order, worst->count, compare_slots, worst, worst->scratch);
    for (int k = 0; k < worst->count && count < worst->wanted; k++) {
        bool near = false;
        for (int p = 0; p < count; p++) {
            int away = worst->ranks[worst->order[k]].frame - worst->ranks[picked[p]].frame;
            near |= away < WORST_APART && away > -WORST_APART;
        }
        if (!near) picked[count++] = worst->order[k];
    }
    return count;
}
