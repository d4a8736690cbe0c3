// bones.c — limbs: triangles that would rather have their bone's turn than any.
//
// A triangle of bones b with weights k_b has A sum k_b (2 |u - r_b|^2 + 2 q^2) more energy, r_b the
// bone's turn: a sheet folds where nothing else tells it, and here bones tell it to do so at the joint, where
// their weights have faded to 0. Of several bones the sum is as one of weight K = sum k_b that wants
// the mean of their turns. A bone that has no angle wants the turn of its triangles as they are,
// r = sum A k u made a unit: the best one, so that this too only lowers the energy.
// SPDX-License-Identifier: MIT
#include "deform/bones.h"

#include "base/trig.h"

#define HEAVIEST 1e6

bool bones_weigh(const sheet *rest, const pantin_deform_setup *setup, double *weights,
                 pantin_error *error) {
    if (setup->bone_count < 0 || (setup->bone_count > 0 && setup->bones == NULL))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "bones", "%d bones", setup->bone_count);
    for (int b = 0; b < setup->bone_count; b++) {
        const pantin_bone *from = &setup->bones[b];
        if (from->count < 0 || (from->count > 0 && (!from->triangles || !from->weights)))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "bones", "bone %d has %d triangles", b,
                               from->count);
        for (int k = 0; k < from->count; k++) {
            int t = from->triangles[k];
            if (t < 0 || t >= rest->triangle_count)
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "bones",
                                   "bone %d names triangle %d of %d", b, t, rest->triangle_count);
            if (!(from->weights[k] >= 0) || !(from->weights[k] <= HEAVIEST))
                return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "bones",
                                   "bone %d has weight %g, it must be in 0..1e6", b,
                                   from->weights[k]);
            weights[t] += from->weights[k];
        }
    }
    return true;
}

bool bones_create(bone_set *set, arena *owner, const sheet *rest, const pantin_deform_setup *setup,
                  const int *place_of) {
    size_t parts = 0;
    for (int b = 0; b < setup->bone_count; b++) parts += (size_t)setup->bones[b].count;
    set->count = setup->bone_count;
    set->list = ARENA_ARRAY(owner, bone, set->count);
    set->parts = ARENA_ARRAY(owner, bone_part, parts);
    if (arena_failed(owner)) return false;
    for (int b = 0; b < set->count; b++) {
        const pantin_bone *from = &setup->bones[b];
        bone *to = &set->list[b];
        to->first = set->part_count;
        for (int k = 0; k < from->count; k++) {
            int t = from->triangles[k], place = place_of[t];
            double weight = 4 * rest->area[t] * from->weights[k];
            if (place == PANTIN_NONE || weight == 0) continue;
            set->parts[set->part_count++] = (bone_part){ place / 2, place % 2, weight };
            to->count++;
            to->weight += weight;
        }
    }
    return true;
}

static turn turn_of(const bone_set *set, const bone *b, const elements *e, const double *x) {
    turn sum = { 0, 0 };
    for (int k = b->first; k < b->first + b->count; k++) {
        vec2 u = elements_turn(e, set->parts[k].pair, set->parts[k].lane, x);
        sum.cosine += set->parts[k].weight * u.x;
        sum.sine += set->parts[k].weight * u.y;
    }
    return turn_unit(sum);
}

static bool is_told(const double *angles, int index) {
    return angles != NULL && finite_double(angles[index]);
}

void bones_begin(bone_set *set, const double *angles, const elements *e, const double *x,
                 bool as_one) {
    double sum = 0;
    int told = 0;
    for (int b = 0; b < set->count; b++) {
        if (!is_told(angles, b)) continue;
        sum += clamp_double(angles[b], -1e6, 1e6);
        told++;
    }
    for (int b = 0; b < set->count; b++) {
        turn is = turn_of(set, &set->list[b], e, x);
        double angle = trig_atan2(is.sine, is.cosine);
        if (is_told(angles, b)) angle = trig_unwrap(angle, as_one ? sum / told : angles[b]);
        set->list[b].begin = angle;
    }
}

void bones_receive_part(bone_set *set, const double *angles, double part) {
    for (int b = 0; b < set->count; b++) {
        bone *to = &set->list[b];
        to->told = is_told(angles, b);
        if (!to->told) continue;
        double angle = to->begin + part * (angles[b] - to->begin);
        trig_sincos(angle, &to->by.sine, &to->by.cosine);
    }
}

void bones_receive(bone_set *set, const double *angles) {
    for (int b = 0; b < set->count; b++) set->list[b].begin = 0;
    bones_receive_part(set, angles, 1);
}

void bones_pull(bone_set *set, elements *e, const double *x) {
    for (int k = 0; k < set->part_count; k++) {
        element_pair *p = &e->pairs[set->parts[k].pair];
        p->pull_x = p->pull_y = double2_splat(0);
    }
    for (int b = 0; b < set->count; b++) {
        bone *from = &set->list[b];
        if (!from->told) from->by = turn_of(set, from, e, x);
        for (int k = from->first; k < from->first + from->count; k++) {
            const bone_part *part = &set->parts[k];
            e->pairs[part->pair].pull_x[part->lane] += part->weight * from->by.cosine;
            e->pairs[part->pair].pull_y[part->lane] += part->weight * from->by.sine;
        }
    }
}
