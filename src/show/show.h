// show.h — private to show: a show whose names have become objects.
// SPDX-License-Identifier: MIT
#ifndef SHOW_SHOW_H
#define SHOW_SHOW_H

#include "pantin/show.h"
#include "pantin/stage.h"
#include "show_file.h"

/// One of the cast.
typedef struct show_member {
    pantin_puppet puppet;
    pantin_actor_options options;
    pantin_actor *actor;             // tells sizes and controls; each act has its own
    int slot;                        // index of its slot among the layers
    int *channels;                   // one a control: the score's channel, or PANTIN_NONE
    const pantin_mesh **meshes;      // one a piece
    const pantin_texture **textures; // one a piece, borrowed from `drawings` or `cut`
    pantin_texture **drawings;       // one a drawing
    pantin_texture **cut;            // one a piece whose mesh is cut, else NULL
} show_member;

struct pantin_show {
    const char *path, *source;
    size_t source_size;
    show_file file;
    pantin_score score;
    show_member *cast;          // file.cast_count
    pantin_cast_member *listed; // the same for the world
    pantin_texture **pictures;  // one a layer, NULL: a slot
    pantin_stage_layer *layers;
    pantin_camera *cameras;
    int camera_channel;            // or PANTIN_NONE
    int late_channel;              // the first that turns what is not done yet, or PANTIN_NONE
    int scene_start;               // film frame of score frame 0
    int later_at;                  // of the show file: as pantin_puppet.later_at
    const char *later_key, *later; // NULL: nothing is late
    pantin_show_info info;
    arena memory;
};

/// Fails at a byte offset of the show's file. Answers false.
bool show_fail(const pantin_show *show, int offset, pantin_error *error, const char *format, ...)
    PANTIN_FORMAT(4, 5);
int show_place(const pantin_show *show, const pantin_written *part, const char *key);
/// A path the show names, from its folder; NULL when memory is refused.
const char *show_path(pantin_show *show, const char *name, pantin_error *error);

/// Names of the show, the score and the puppets are held against each other.
bool show_link(pantin_show *show, pantin_error *error);

/// The camera that looks at a score frame.
int show_camera_at(const pantin_show *show, double score_frame);

#endif
