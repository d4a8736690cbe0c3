// motion.c — a motion file by its bytes: which of the three formats it is, and which of its animations is meant.
//
// The formats' own work lies in bvh*.c and gltf*.c; here is what they have in common: the copy of the bytes,
// the options' ranges, and the animations' names.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "motion/bvh.h"
#include "motion/gltf.h"

// --- which format --------------------------------------------------------------------------------

static bool is_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Behind a byte order mark and white space.
static size_t text_begin(const unsigned char *bytes, size_t size) {
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && is_space(bytes[at])) at++;
    return at;
}

static bool begins_with_word(const unsigned char *bytes, size_t size, const char *word) {
    size_t length = strlen(word);
    if (size < length) return false;
    for (size_t k = 0; k < length; k++)
        if ((bytes[k] | 0x20) != (unsigned char)word[k]) return false;
    return size == length || is_space(bytes[length]);
}

static bool contains(const unsigned char *bytes, size_t size, const char *what) {
    size_t length = strlen(what);
    for (size_t at = 0; at + length <= size; at++)
        if (bytes[at] == (unsigned char)what[0] && memcmp(bytes + at, what, length) == 0)
            return true;
    return false;
}

static bool recognize(const unsigned char *bytes, size_t size, pantin_motion_kind *kind) {
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0) {
        *kind = PANTIN_GLB;
        return true;
    }
    size_t at = text_begin(bytes, size);
    if (begins_with_word(bytes + at, size - at, "hierarchy")) {
        *kind = PANTIN_BVH;
        return true;
    }
    *kind = PANTIN_GLTF;
    return at < size && bytes[at] == '{' && contains(bytes + at, size - at, "\"asset\"");
}

bool pantin_motion_is(const void *bytes, size_t size) {
    pantin_motion_kind kind;
    return size > 0 && recognize(bytes, size, &kind);
}

// --- reading ---------------------------------------------------------------------------------------

pantin_motion_options pantin_motion_defaults(void) { return (pantin_motion_options){ 0 }; }

static bool options_valid(const pantin_motion_options *o, pantin_error *error) {
    if (o->unit_cm != 0 && !(o->unit_cm >= 1e-6 && o->unit_cm <= 1e6))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "unit_cm",
                           "a unit of %g cm is not within 1e-6..1e6; 0 guesses it", o->unit_cm);
    if (o->up != 0 && o->up != 'x' && o->up != 'y' && o->up != 'z')
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "up",
                           "the up axis is x, y or z; 0 guesses it");
    if (o->fps != 0 && !(o->fps >= 0.01 && o->fps <= 10000))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "fps",
                           "%g frames/s is not within 0.01..10000; 0 takes the file's own", o->fps);
    return true;
}

/// The struct, in its own arena, with its copies of name and bytes; NULL: memory.
static pantin_motion *motion_begin(const char *name, const void *bytes, size_t size) {
    arena memory = { 0 };
    pantin_motion *motion = ARENA_ARRAY(&memory, pantin_motion, 1);
    const char *own_name = arena_text(&memory, name, strlen(name));
    const char *own_bytes = arena_text(&memory, bytes, size);
    if (arena_failed(&memory)) {
        arena_free(&memory);
        return NULL;
    }
    motion->name = own_name;
    motion->bytes = (const uint8_t *)own_bytes;
    motion->size = size;
    motion->memory = memory;
    return motion;
}

pantin_motion *pantin_motion_read(const char *name, const void *bytes, size_t size,
                                  const pantin_motion_options *options, pantin_error *error) {
    pantin_motion_options chosen = options != NULL ? *options : pantin_motion_defaults();
    pantin_motion_kind kind;
    if (!options_valid(&chosen, error)) return NULL;
    if (size == 0 || !recognize(bytes, size, &kind)) {
        pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                    "%s: a BVH begins with HIERARCHY, a GLB with glTF, a .gltf with { and has "
                    "\"asset\"; turn other formats into one of these",
                    size == 0 ? "an empty file" : "not a motion file");
        return NULL;
    }
    if (size > INT32_MAX) {
        pantin_fail(error, PANTIN_ERROR_FORMAT, name, "a file of 2 GB or more; cut it into clips");
        return NULL;
    }
    pantin_motion *motion = motion_begin(name, bytes, size);
    if (motion == NULL) {
        memory_fail(error, "the motion file");
        return NULL;
    }
    motion->kind = kind;
    motion->options = chosen;
    if (kind == PANTIN_BVH ? bvh_read(motion, error) : gltf_read(motion, error)) return motion;
    pantin_motion_free(motion);
    return NULL;
}

void pantin_motion_free(pantin_motion *motion) {
    if (motion == NULL) return;
    arena memory = motion->memory; // the struct itself lies in it
    arena_free(&memory);
}

pantin_motion_kind pantin_motion_kind_of(const pantin_motion *motion) { return motion->kind; }

const char *pantin_motion_name(const pantin_motion *motion) { return motion->name; }

// --- its animations --------------------------------------------------------------------------------

int pantin_motion_animations(const pantin_motion *motion) {
    return motion->kind == PANTIN_BVH ? 1 : gltf_animations(motion);
}

const char *pantin_motion_animation_name(const pantin_motion *motion, int animation) {
    if (animation < 0 || animation >= pantin_motion_animations(motion)) return "";
    return motion->kind == PANTIN_BVH ? bvh_animation_name(motion)
                                      : gltf_animation_name(motion, animation);
}

int pantin_motion_animation_default(const pantin_motion *motion, pantin_error *error) {
    if (motion->kind == PANTIN_BVH) return 0;
    int count = gltf_animations(motion);
    for (int k = 0; k < count; k++)
        if (gltf_animation_moves_bone(motion, k)) return k;
    if (count == 0)
        pantin_fail(error, PANTIN_ERROR_FORMAT, motion->name, "no animation in it");
    else
        pantin_fail(error, PANTIN_ERROR_FORMAT, motion->name,
                    "none of its %d animations has a channel that moves a bone", count);
    return PANTIN_NONE;
}

/// A whole number that fills the word, or PANTIN_NONE.
static int word_index(const char *word) {
    long long value = 0;
    if (*word == '\0') return PANTIN_NONE;
    for (const char *c = word; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || value > INT32_MAX) return PANTIN_NONE;
        value = 10 * value + (*c - '0');
    }
    return value > INT32_MAX ? PANTIN_NONE : (int)value;
}

static void fail_no_animation(const pantin_motion *motion, const char *word, pantin_error *error) {
    int count = pantin_motion_animations(motion), named = 0;
    const char **names = memory_allocate((size_t)count + 1, sizeof *names);
    if (names == NULL) {
        memory_fail(error, "the animations' names");
        return;
    }
    for (int k = 0; k < count; k++) {
        const char *name = pantin_motion_animation_name(motion, k);
        if (*name != '\0') names[named++] = name; // one without a name is found by its index
    }
    const char *nearest = text_nearest(word, strlen(word), names);
    if (nearest != NULL)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, motion->name,
                    "no animation \"%s\"; did you mean \"%s\"?", word, nearest);
    else if (named > 0)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, motion->name,
                    "no animation \"%s\" among its %d; the first name is \"%s\"", word, count,
                    names[0]);
    else
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, motion->name,
                    "no animation \"%s\"; it has %d without names: say an index from 0", word,
                    count);
    memory_free(names, (size_t)count + 1, sizeof *names);
}

int pantin_motion_animation_find(const pantin_motion *motion, const char *word,
                                 pantin_error *error) {
    int count = pantin_motion_animations(motion);
    for (int k = 0; *word != '\0' && k < count; k++)
        if (strcmp(pantin_motion_animation_name(motion, k), word) == 0) return k;
    int index = word_index(word);
    if (index != PANTIN_NONE && index < count) return index;
    fail_no_animation(motion, word, error);
    return PANTIN_NONE;
}

// --- clips and resources -----------------------------------------------------------------------------

static bool animation_valid(const pantin_motion *motion, int animation, pantin_error *error) {
    int count = pantin_motion_animations(motion);
    if (animation >= 0 && animation < count) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "animation",
                       "no animation %d in %s, which has %d", animation, motion->name, count);
}

bool pantin_motion_is_clip(const pantin_motion *motion, int animation) {
    if (animation < 0 || animation >= pantin_motion_animations(motion)) return false;
    return motion->kind == PANTIN_BVH || gltf_is_clip(motion, animation);
}

bool pantin_motion_sample(const pantin_motion *motion, int animation, pantin_clip *clip,
                          pantin_error *error) {
    bool by_default = animation == PANTIN_NONE;
    if (by_default) animation = pantin_motion_animation_default(motion, error);
    if (animation == PANTIN_NONE || !animation_valid(motion, animation, error)) return false;
    if (motion->kind == PANTIN_BVH) return bvh_sample(motion, clip, error);
    return gltf_sample(motion, animation, by_default, clip, error) &&
           gltf_read_up(motion, clip, error);
}

bool pantin_motion_write(const pantin_motion *motion, const pantin_clip *clip,
                         const pantin_loop_mark *mark, pantin_bytes *bytes, pantin_error *error) {
    if (!animation_valid(motion, clip->animation, error)) return false;
    return motion->kind == PANTIN_BVH ? bvh_write(motion, clip, bytes, error)
                                      : gltf_write_up(motion, clip, mark, bytes, error);
}

const char *pantin_motion_resource(const pantin_motion *motion, int k) {
    return motion->kind == PANTIN_BVH || k < 0 ? NULL : gltf_resource(motion, k);
}
