// with_clips.c — see with_clips.h.
// SPDX-License-Identifier: MIT
#include "with_clips.h"

#include <math.h>

#include "motion/gltf_maker.h"

// --- BVH ---------------------------------------------------------------------------------------------

#define JOINT(name, offset, inner)                                                                 \
    "JOINT " name "\n{\nOFFSET " offset "\nCHANNELS 3 Zrotation Xrotation Yrotation\n" inner "}\n"
#define END(offset) "End Site\n{\nOFFSET " offset "\n}\n"
#define LEG(side, x)                                                                               \
    JOINT(side "UpLeg", x " 0 0",                                                                  \
          JOINT(side "Leg", "0 -42 0", JOINT(side "Foot", "0 -42 0", END("0 -6 13"))))
#define ARM(side, x, far) JOINT(side "Arm", x " 45 0", END(far " 0 0"))

static const char march_figure[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\n" LEG("Left", "10") LEG("Right", "-10")
        JOINT("Spine", "0 10 0",
              JOINT("Head", "0 50 0", END("0 20 0")) ARM("Left", "18", "55")
                  ARM("Right", "-18", "-55")) "}\nMOTION\n";

void write_march(const char *path, int frames, int period, double drift_cm_a_frame) {
    size_t room = sizeof march_figure + 128 + (size_t)frames * 512;
    char *text = malloc(room);
    assert_non_null(text);
    size_t at =
        (size_t)snprintf(text, room, "%sFrames: %d\nFrame Time: 0.0333333\n", march_figure, frames);
    for (int i = 0; i < frames; i++) {
        double phase = 2.0 * 3.14159265358979 * i / period, swing = sin(phase);
        double left = 0.5 - 0.5 * cos(phase), right = 0.5 + 0.5 * cos(phase);
        at += (size_t)snprintf(text + at, room - at, "%.6f %.6f 0 0 0 0 ", drift_cm_a_frame * i,
                               90 + cos(2 * phase));
        double knees[2] = { left, right };
        for (int side = 0; side < 2; side++)
            at += (size_t)snprintf(text + at, room - at, "0 %.6f 0 0 %.6f 0 0 %.6f 0 ",
                                   -30 * knees[side], 60 * knees[side], -30 * knees[side]);
        at += (size_t)snprintf(text + at, room - at, "0 %.6f 0 0 0 0 %.6f %.6f 0 %.6f %.6f 0\n",
                               2 * swing, -70.0, 30 * swing, 70.0, -30 * swing);
    }
    write_bytes(path, text, at);
    free(text);
}

// --- glTF --------------------------------------------------------------------------------------------

enum { KEYS_MOST = 64 };

/// Turns of the arm about z, key by key.
static void add_turns(gltf_maker *m, const char *name, int keys, double (*degrees)(int, int)) {
    float times[KEYS_MOST], turns[4 * KEYS_MOST] = { 0 };
    for (int k = 0; k < keys; k++) {
        double half = degrees(k, keys) * 3.14159265358979 / 360.0;
        times[k] = (float)(k / 24.0);
        turns[4 * k + 2] = (float)sin(half);
        turns[4 * k + 3] = (float)cos(half);
    }
    int input = maker_floats(m, 1, keys, times);
    maker_channel(m, 1, "rotation", "LINEAR", input, maker_floats(m, 4, keys, turns));
    maker_animation(m, name);
}

static double wave(int k, int keys) { return 40 * sin(2 * 3.14159265358979 * k / (keys - 1)); }
static double reach(int k, int keys) { return 170.0 * k * k / ((keys - 1.0) * (keys - 1.0)); }
static double point(int k, int keys) { return 10.0 * k / keys; }

#define NODES "{\"name\":\"hips\",\"children\":[1]},{\"name\":\"arm\",\"translation\":[0,1,0]}"

static void write_maker(const char *path, const gltf_maker *m, bool binary) {
    pantin_bytes file = maker_file(m, binary);
    write_bytes(path, file.data, file.size);
    free(file.data);
}

void write_wave(const char *path, const char *buffer, int animations) {
    static const struct {
        const char *name;
        int keys;
        double (*degrees)(int, int);
    } made[] = { { "Wave", 37, wave }, { "Reach", 30, reach }, { "Point", 2, point } };
    gltf_maker *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->nodes = NODES;
    for (int k = 0; k < animations; k++) add_turns(m, made[k].name, made[k].keys, made[k].degrees);
    m->uri = buffer;
    if (buffer != NULL) {
        char beside[256];
        const char *slash = strrchr(path, '/');
        snprintf(beside, sizeof beside, "%.*s%s", slash != NULL ? (int)(slash - path + 1) : 0, path,
                 buffer);
        write_bytes(beside, m->bytes, m->used);
    }
    write_maker(path, m, buffer == NULL);
    free(m);
}

void write_keys(const char *path, int keys, bool broken) {
    gltf_maker *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->nodes = NODES;
    add_turns(m, "Keys", keys, point);
    if (broken) memcpy(m->bytes + m->used - 8, (const uint8_t[]){ 0, 0, 0xc0, 0x7f }, 4);
    write_maker(path, m, true);
    free(m);
}
