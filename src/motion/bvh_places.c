// bvh_places.c — what a joint's position channels mean: its place in the parent, or a way from its OFFSET.
//
// Files do not say which. With t the median over the frames and o the OFFSET, t lies nearer to o than to
// zero when t.o > o.o / 2: then it is a place. Travel across o says nothing, so a root walks freely.
// Roots' channels are places as a rule (with an OFFSET of 94 and positions about 94), so there only the
// exception is told; below the root it is the other way round.
// SPDX-License-Identifier: MIT
#include "motion/bvh_file.h"

bool bvh_joint_moves(const bvh_joint *joint) {
    for (int k = 0; k < joint->channel_count; k++)
        if (!bvh_channel_turns(joint->channels[k])) return true;
    return false;
}

bool bvh_joint_turns(const bvh_joint *joint) {
    for (int k = 0; k < joint->channel_count; k++)
        if (bvh_channel_turns(joint->channels[k])) return true;
    return false;
}

/// Do the channels contain the OFFSET? `along` is room for a number a frame. Of a zero OFFSET: yes.
static bool gives_place(const bvh_document *document, const bvh_joint *joint, double *along,
                        int *order, int *scratch) {
    double square = 0;
    for (int i = 0; i < document->frames; i++) along[i] = 0;
    for (int k = 0; k < joint->channel_count; k++) {
        if (bvh_channel_turns(joint->channels[k])) continue;
        double offset = joint->offset[bvh_channel_axis(joint->channels[k])];
        const double *value = document->values + joint->first + k;
        square += offset * offset;
        for (int i = 0; i < document->frames; i++)
            along[i] += offset * value[(size_t)i * (size_t)document->width];
    }
    return square == 0 || bvh_median(along, document->frames, order, scratch) > square / 2;
}

bool bvh_find_places(bvh_reader *reader) {
    bvh_document *document = reader->document;
    arena memory = { 0 };
    double *along = ARENA_ARRAY(&memory, double, document->frames);
    int *order = ARENA_ARRAY(&memory, int, document->frames);
    int *scratch = ARENA_ARRAY(&memory, int, document->frames);
    if (arena_failed(&memory)) {
        arena_free(&memory);
        return memory_fail(reader->error, "the position channels");
    }
    int places = 0, first = 0;
    for (int k = 0; k < document->joint_count; k++) {
        bvh_joint *joint = &document->joints[k];
        if (!bvh_joint_moves(joint)) continue;
        bool root = joint->parent == PANTIN_NONE;
        bool zero = joint->offset[0] == 0 && joint->offset[1] == 0 && joint->offset[2] == 0;
        joint->absolute = zero || gives_place(document, joint, along, order, scratch);
        if (root && !joint->absolute)
            bvh_note(reader, "positions of root \"%s\" are taken as relative to its OFFSET",
                     joint->name);
        if (!root && !zero && joint->absolute && places++ == 0) first = k;
    }
    if (places > 0)
        bvh_note(reader, "positions of %d joints below the root (\"%s\" first) contain the OFFSET",
                 places, document->joints[first].name);
    arena_free(&memory);
    return true;
}
