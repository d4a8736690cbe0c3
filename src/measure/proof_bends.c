// proof_bends.c — hard bends for a puppet that has no poses: each limb swings about its neighbor.
//
// A handle's neighbor is the nearest other handle along the sheet, not across the gap between two
// limbs: the way is measured over the mesh's edges. A handle is the end of a limb when it lies farther
// from the middle of all handles than its neighbor does. It swings by BEND toward that middle, where
// there is most in its way, and takes along all handles that lie nearer to it than to its neighbor: a
// forearm takes its hand. What would take along more than a quarter of all handles is no limb.
// SPDX-License-Identifier: MIT
#include "base/trig.h"
#include "base/vec.h"
#include "proof.h"
#include "ways.h"

#define BEND (80 * TRIG_DEGREE)
/// Does handle h swing when `handle` does? Ways are those from `handle` and from what it swings about.
static bool is_taken(const pantin_puppet_piece *piece, int h, int handle, const double *from_handle,
                     const double *from_about) {
    const pantin_mesh_grip *grip = &piece->handles[h].grip;
    return h == handle || ways_to(grip, from_handle) < ways_to(grip, from_about);
}

static bool is_limb(const pantin_puppet_piece *piece, int handle, int about,
                    const double *from_handle, double *from_about) {
    int taken = 0;
    ways_measure(&piece->triangles, &piece->handles[about].grip, from_about);
    for (int h = 0; h < piece->handle_count; h++)
        taken += is_taken(piece, h, handle, from_handle, from_about);
    return 4 * taken <= max_int(4, piece->handle_count);
}

static bool find_bend(const pantin_puppet_piece *piece, int handle, vec2 middle, double *way,
                      proof_bend *bend) {
    const pantin_mesh_grip *grip = &piece->handles[handle].grip;
    int near = PANTIN_NONE;
    double least = WAYS_NONE;
    ways_measure(&piece->triangles, grip, way);
    for (int h = 0; h < piece->handle_count; h++) {
        double length = h != handle ? ways_to(&piece->handles[h].grip, way) : WAYS_NONE;
        if (length >= least) continue;
        least = length;
        near = h;
    }
    if (near == PANTIN_NONE) return false;
    vec2 about = piece->handles[near].grip.center, arm = vec2_sub(grip->center, about);
    if (vec2_distance(grip->center, middle) <= vec2_distance(about, middle)) return false;
    if (!is_limb(piece, handle, near, way, way + piece->triangles.vertex_count)) return false;
    bool clockwise = vec2_cross(arm, vec2_sub(middle, about)) >= 0;
    *bend = (proof_bend){ piece->first_handle + handle, piece->first_handle + near,
                          clockwise ? BEND : -BEND };
    return true;
}

static double arm_length(const pantin_puppet *puppet, const proof_bend *bend) {
    return vec2_distance(pantin_puppet_handle_at(puppet, bend->handle, NULL)->grip.center,
                         pantin_puppet_handle_at(puppet, bend->about, NULL)->grip.center);
}

int proof_find_bends(const pantin_puppet *puppet, int most, proof_bend *bends, double *scratch) {
    const pantin_puppet_view *view = &puppet->views[0];
    int count = 0;
    for (int d = 0; d < view->draw_count; d++) {
        const pantin_puppet_piece *piece = &puppet->pieces[view->pieces[d]];
        vec2 middle = { 0, 0 };
        for (int h = 0; h < piece->handle_count; h++)
            middle = vec2_add(middle,
                              vec2_scale(piece->handles[h].grip.center, 1.0 / piece->handle_count));
        for (int h = 0; h < piece->handle_count; h++) {
            proof_bend bend;
            if (!find_bend(piece, h, middle, scratch, &bend)) continue;
            int at = count < most ? count++ : most; // the longest arms, longest first
            double length = arm_length(puppet, &bend);
            while (at > 0 && arm_length(puppet, &bends[at - 1]) < length) at--;
            if (at == most) continue;
            for (int k = count - 1; k > at; k--) bends[k] = bends[k - 1];
            bends[at] = bend;
        }
    }
    return count;
}

void proof_bend_targets(const pantin_puppet *puppet, const proof_bend *bend, double *scratch,
                        pantin_target *targets) {
    int at;
    pantin_puppet_handle_at(puppet, bend->handle, &at);
    const pantin_puppet_piece *piece = &puppet->pieces[at];
    double *from_about = scratch, *from_handle = scratch + piece->triangles.vertex_count;
    const pantin_puppet_handle *handles = piece->handles;
    int handle = bend->handle - piece->first_handle, about = bend->about - piece->first_handle;
    double sine, cosine;
    ways_measure(&piece->triangles, &handles[about].grip, from_about);
    ways_measure(&piece->triangles, &handles[handle].grip, from_handle);
    trig_sincos(bend->turn, &sine, &cosine);
    vec2 middle = handles[about].grip.center;
    for (int h = 0; h < piece->handle_count; h++) {
        if (!is_taken(piece, h, handle, from_handle, from_about)) continue;
        pantin_target *target = &targets[piece->first_handle + h];
        vec2 arm = vec2_sub(target->center, middle);
        target->center = vec2_add(middle, vec2_turn(arm, cosine, sine));
        target->angle = bend->turn;
    }
}
