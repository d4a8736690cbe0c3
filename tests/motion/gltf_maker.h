// gltf_maker.h — tiny glTF files for tests: nodes as JSON, keys as C arrays, a GLB or a .gltf as bytes.
//
//   gltf_maker m = { .nodes = "{\"name\":\"a\"}" };          // one node; no skin
//   int times = maker_floats(&m, 1, 2, (float[]){ 0, 1 });   // accessors
//   int turns = maker_floats(&m, 4, 2, (float[]){ 0, 0, 0, 1, 0, 0, 1, 0 });
//   maker_channel(&m, 0, "rotation", "LINEAR", times, turns);
//   pantin_motion *motion = maker_read(&m, true, NULL, &error);
// SPDX-License-Identifier: MIT
#ifndef TESTS_GLTF_MAKER_H
#define TESTS_GLTF_MAKER_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion/clip.h"

enum { MAKER_TEXT = 16384, MAKER_BYTES = 65536, MAKER_FLOAT = 5126 };

typedef struct gltf_maker {
    const char *nodes; // between the brackets
    const char *skins; // the same; NULL: none
    const char *top;   // further members of the whole, each followed by a comma; NULL: none
    const char *uri;   // of the buffer; NULL: the BIN chunk or a data URI
    char views[MAKER_TEXT], accessors[MAKER_TEXT], samplers[MAKER_TEXT], channels[MAKER_TEXT];
    char animations[MAKER_TEXT]; // those that are finished
    int view_count, accessor_count, sampler_count;
    uint8_t bytes[MAKER_BYTES];
    size_t used;
} gltf_maker;

static inline void maker_add(char *list, const char *format, ...) {
    size_t used = strlen(list);
    va_list arguments;
    if (used > 0) list[used++] = ',';
    va_start(arguments, format);
    int length = vsnprintf(list + used, MAKER_TEXT - used, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && used + (size_t)length < MAKER_TEXT);
}

/// Bytes and a bufferView of them; `more`: further members, each preceded by a comma. Answers its index.
static inline int maker_view(gltf_maker *m, const void *bytes, size_t size, const char *more) {
    while (m->used % 4 != 0) m->bytes[m->used++] = 0;
    assert_true(m->used + size <= MAKER_BYTES);
    memcpy(m->bytes + m->used, bytes, size);
    maker_add(m->views, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu%s}", m->used, size,
              more);
    m->used += size;
    return m->view_count++;
}

/// An accessor as JSON, without its braces. Answers its index.
static inline int maker_accessor(gltf_maker *m, const char *json) {
    maker_add(m->accessors, "{%s}", json);
    return m->accessor_count++;
}

static inline const char *maker_type(int width) {
    return width == 1 ? "SCALAR" : width == 3 ? "VEC3" : "VEC4";
}

static inline int maker_packed(gltf_maker *m, int component, int width, int count,
                               const void *values, size_t size) {
    char json[256];
    snprintf(json, sizeof json,
             "\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s",
             maker_view(m, values, size, ""), component, count, maker_type(width),
             component != MAKER_FLOAT ? ",\"normalized\":true" : "");
    return maker_accessor(m, json);
}

static inline int maker_floats(gltf_maker *m, int width, int count, const float *values) {
    return maker_packed(m, MAKER_FLOAT, width, count, values,
                        (size_t)width * (size_t)count * sizeof *values);
}

static inline void maker_channel(gltf_maker *m, int node, const char *path,
                                 const char *interpolation, int input, int output) {
    maker_add(m->samplers, "{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", input, output,
              interpolation);
    maker_add(m->channels, "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
              m->sampler_count++, node, path);
}

/// Ends an animation; the next channel begins another. Without it all channels are one without a name.
static inline void maker_animation(gltf_maker *m, const char *name) {
    maker_add(m->animations, "{\"name\":\"%s\",\"samplers\":[%s],\"channels\":[%s]}", name,
              m->samplers, m->channels);
    m->samplers[0] = m->channels[0] = '\0';
    m->sampler_count = 0;
}

static inline char *maker_base64(const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *letters = calloc(size / 3 * 4 + 5, 1), *to = letters;
    assert_non_null(letters);
    for (size_t k = 0; k < size; k += 3) {
        uint32_t bits = (uint32_t)bytes[k] << 16;
        if (k + 1 < size) bits |= (uint32_t)bytes[k + 1] << 8;
        if (k + 2 < size) bits |= bytes[k + 2];
        for (int i = 0; i < 4; i++) *to++ = digits[bits >> (18 - 6 * i) & 63];
        if (k + 1 >= size) to[-2] = '=';
        if (k + 2 >= size) to[-1] = '=';
    }
    return letters;
}

static inline void maker_word(uint8_t *at, uint32_t value) {
    for (int k = 0; k < 4; k++) at[k] = (uint8_t)(value >> (8 * k));
}

/// The file. The caller frees `data` with free().
static inline pantin_bytes maker_file(const gltf_maker *m, bool binary) {
    char *letters = maker_base64(m->bytes, m->used), uri[256] = "";
    size_t room = 5 * MAKER_TEXT + strlen(letters) + strlen(m->nodes) + 4096;
    if (m->skins != NULL) room += strlen(m->skins);
    if (m->top != NULL) room += strlen(m->top);
    char *json = calloc(room, 1);
    assert_non_null(json);
    if (m->uri != NULL) snprintf(uri, sizeof uri, ",\"uri\":\"%s\"", m->uri);
    size_t at = (size_t)snprintf(json, room, "{\"asset\":{\"version\":\"2.0\"},%s\"buffers\":[{",
                                 m->top != NULL ? m->top : "");
    at += (size_t)snprintf(json + at, room - at, "\"byteLength\":%zu%s%s%s%s}],", m->used, uri,
                           !binary && m->uri == NULL ? ",\"uri\":\"data:a/b;base64," : "",
                           !binary && m->uri == NULL ? letters : "",
                           !binary && m->uri == NULL ? "\"" : "");
    at += (size_t)snprintf(json + at, room - at,
                           "\"bufferViews\":[%s],\"accessors\":[%s],\"nodes\":[%s],", m->views,
                           m->accessors, m->nodes);
    if (m->skins != NULL) at += (size_t)snprintf(json + at, room - at, "\"skins\":[%s],", m->skins);
    if (m->channels[0] != '\0')
        at += (size_t)snprintf(
            json + at, room - at, "\"animations\":[%s%s{\"samplers\":[%s],\"channels\":[%s]}]}",
            m->animations, m->animations[0] != '\0' ? "," : "", m->samplers, m->channels);
    else
        at += (size_t)snprintf(json + at, room - at, "\"animations\":[%s]}", m->animations);
    free(letters);
    if (!binary) return (pantin_bytes){ (uint8_t *)json, at };
    while (at % 4 != 0) json[at++] = ' ';
    size_t padded = (m->used + 3) / 4 * 4, size = 12 + 8 + at + 8 + padded;
    uint8_t *file = calloc(size, 1);
    assert_non_null(file);
    memcpy(file, "glTF", 4);
    maker_word(file + 4, 2);
    maker_word(file + 8, (uint32_t)size);
    maker_word(file + 12, (uint32_t)at);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, json, at);
    maker_word(file + 20 + at, (uint32_t)padded);
    memcpy(file + 24 + at, "BIN", 4);
    memcpy(file + 28 + at, m->bytes, m->used);
    free(json);
    return (pantin_bytes){ file, size };
}

static inline pantin_motion *maker_read(const gltf_maker *m, bool binary,
                                        const pantin_motion_options *options, pantin_error *error) {
    pantin_bytes file = maker_file(m, binary);
    pantin_motion *motion =
        pantin_motion_read(binary ? "x.glb" : "x.gltf", file.data, file.size, options, error);
    free(file.data);
    return motion;
}

/// The animation at `fps` (0: its own), from a GLB; fails the test where it cannot be.
static inline pantin_clip maker_sample(const gltf_maker *m, int animation, double fps) {
    pantin_motion_options options = pantin_motion_defaults();
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    options.fps = fps;
    pantin_motion *motion = maker_read(m, true, &options, &error);
    if (motion == NULL || !pantin_motion_sample(motion, animation, &clip, &error))
        fail_msg("%s: %s", error.where, error.text);
    pantin_motion_free(motion);
    return clip;
}

/// What is said of a file that cannot be read, or whose first animation cannot be sampled.
static inline pantin_error maker_refusal(const gltf_maker *m, bool binary) {
    pantin_error error = { 0 };
    pantin_clip clip = { 0 };
    pantin_motion *motion = maker_read(m, binary, NULL, &error);
    if (motion != NULL && pantin_motion_sample(motion, 0, &clip, &error)) {
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
        fail_msg("%s", "it was read");
    }
    pantin_motion_free(motion);
    assert_int_not_equal(error.kind, PANTIN_OK);
    return error;
}

static inline bool maker_noted(const pantin_clip *clip, const char *note) {
    for (int k = 0; k < clip->note_count; k++)
        if (strcmp(clip->notes[k], note) == 0) return true;
    return false;
}

/// A quarter of a circle's worth of rotation about z, as a key.
static inline void maker_turn_key(float *key, double degrees) {
    quat q = quat_about((vec3){ 0, 0, 1 }, degrees * 3.14159265358979323846 / 180);
    key[0] = (float)q.x;
    key[1] = (float)q.y;
    key[2] = (float)q.z;
    key[3] = (float)q.w;
}

static inline double maker_degrees(quat a, quat b) {
    return quat_angle(quat_between(a, b)) * 180 / 3.14159265358979323846;
}

#endif
