// with_sample_table.h — a small grammar with every kind of field, for the tests of the binder.
// SPDX-License-Identifier: MIT
#ifndef TESTS_WITH_SAMPLE_TABLE_H
#define TESTS_WITH_SAMPLE_TABLE_H

#include "base/bind.h"

typedef struct sample_handle {
    pantin_written head;
    const char *name;
    double at_px[2], radius_px, weight;
    int turn;
} sample_handle;

typedef struct sample_mesh {
    pantin_written head;
    double spacing_px, reach[2];
    uint64_t seed;
    int rounds;
} sample_mesh;

typedef struct sample_key {
    double frame, value;
} sample_key;

typedef struct sample_bone {
    pantin_written head;
    const char *name;
    double pull;
} sample_bone;

typedef struct sample_puppet {
    pantin_written head;
    const char *name, *mask;
    bool lit;
    float paint[3];
    sample_mesh mesh;
    sample_handle *handles;
    int handle_count;
    sample_bone *bones;
    int bone_count;
    const char **draw;
    int draw_count;
    int *vertices;
    int vertex_count;
    double *notes_hz;
    int note_count;
    pantin_vec2 *line_px;
    int line_count;
    sample_key key;
    double gain, level, power;
} sample_puppet;

extern const bind_table sample_puppet_table;

#endif
