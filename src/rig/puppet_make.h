// puppet_make.h — private to rig: a puppet file in the making, its pieces, handles, limbs.
// SPDX-License-Identifier: MIT
#ifndef RIG_PUPPET_MAKE_H
#define RIG_PUPPET_MAKE_H

#include "base/arena.h"
#include "base/text.h"
#include "puppet.h"
#include "puppet_fields.h"

typedef struct maker_part {
    const char *piece, *drawing_name, *image, *mask;
    const pantin_drawing *drawing;
    pantin_mesh mesh; // what the handles will hold
    int *owners;      // a vertex: 1 + the handle that holds it, 0: none
    pantin_puppet_handle *handles;
    int handle_count;
} maker_part;

/// Where a joint went.
typedef struct maker_joint {
    int part, handle; // of that part; another joint's where they share it
} maker_joint;

/// Three joints that follow one another.
typedef struct maker_limb {
    const char *name, *upper, *lower; // of the limb and its bones
    int root, mid, end;               // joints
    bool backward;
} maker_limb;

typedef struct maker {
    const pantin_drawing *drawing; // the whole
    const pantin_puppet_recipe *recipe;
    double spacing;
    maker_part *parts;
    int part_count;
    maker_joint *joints;
    maker_limb *limbs;
    int limb_count;
    text notes;
    arena memory;
    pantin_error *error;
} maker;

/// Finds the limbs among the joints, whose handles are made.
bool puppet_limbs_find(maker *m);
void puppet_limbs_put_bones(const maker *m, const maker_part *part, json_writer *w);
void puppet_limbs_put(const maker *m, json_writer *w);

#endif
