// inspect_motion.c — what is in a motion file: its animations, how long and how wide each moves, what was guessed.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "facts.h"
#include "pantin/motion.h"

/// Over all frames: where the root goes, and how high the bones reach.
typedef struct reach {
    pantin_vec3 low, high; // of the root, m
    double bottom, top;    // of all bones, m
} reach;

static bool find_reach(const pantin_clip *clip, reach *r, pantin_error *error) {
    arena memory = { 0 };
    pantin_vec3 *places = ARENA_ARRAY(&memory, pantin_vec3, clip->joint_count);
    if (arena_failed(&memory)) {
        arena_free(&memory);
        return memory_fail(error, "an inspection");
    }
    *r = (reach){ { 1e300, 1e300, 1e300 }, { -1e300, -1e300, -1e300 }, 1e300, -1e300 };
    for (int i = 0; i < clip->frames; i++) {
        pantin_clip_places(clip, i, places);
        pantin_vec3 at = places[clip->root];
        r->low = (pantin_vec3){ min_double(r->low.x, at.x), min_double(r->low.y, at.y),
                                min_double(r->low.z, at.z) };
        r->high = (pantin_vec3){ max_double(r->high.x, at.x), max_double(r->high.y, at.y),
                                 max_double(r->high.z, at.z) };
        for (int j = 0; j < clip->joint_count; j++) {
            if (!clip->joints[j].bone) continue;
            r->bottom = min_double(r->bottom, places[j].y);
            r->top = max_double(r->top, places[j].y);
        }
    }
    arena_free(&memory);
    return true;
}

static int count_moving(const pantin_clip *clip, unsigned what) {
    int count = 0;
    for (int j = 0; j < clip->joint_count; j++) count += (clip->joints[j].moves & what) != 0;
    return count;
}

static void say_clip(facts *f, const pantin_clip *clip, const reach *r) {
    static const char *const axes[] = { "X", "Y", "Z" };
    pantin_figure figure = pantin_figure_find(clip);
    facts_int(f, "frames", clip->frames);
    facts_number(f, "fps", clip->fps, 3, "");
    facts_number(f, "length_s", (clip->frames - 1) / clip->fps, 3, "s");
    facts_number(f, "starts_s", clip->start_s, 3, "s");
    facts_int(f, "joints", clip->joint_count);
    facts_int(f, "bones", clip->bone_count);
    facts_text(f, "root", clip->joints[clip->root].name);
    facts_int(f, "legs", figure.leg_count);
    facts_int(f, "joints_that_turn", count_moving(clip, PANTIN_MOVES_ROTATION));
    facts_int(f, "joints_that_move", count_moving(clip, PANTIN_MOVES_TRANSLATION));
    facts_int(f, "joints_that_scale", count_moving(clip, PANTIN_MOVES_SCALE));
    if (clip->morph_count > 0) facts_int(f, "morphed_nodes", clip->morph_count);
    facts_number(f, "unit_cm", clip->unit_cm, 3, "cm");
    facts_text(f, "up", axes[clip->up >= 'x' && clip->up <= 'z' ? clip->up - 'x' : 1]);
    facts_number(f, "root_range_x_cm", 100.0 * (r->high.x - r->low.x), 1, "cm");
    facts_number(f, "root_range_up_cm", 100.0 * (r->high.y - r->low.y), 1, "cm");
    facts_number(f, "root_range_z_cm", 100.0 * (r->high.z - r->low.z), 1, "cm");
    facts_number(f, "height_cm", 100.0 * (r->top - r->bottom), 1, "cm");
}

static bool say_animation(facts *f, const pantin_motion *motion, int index, pantin_error *error) {
    pantin_clip clip = { 0 };
    pantin_error why = { 0 };
    reach r = { .bottom = 0 };
    const char *name = pantin_motion_animation_name(motion, index);
    bool sampled = pantin_motion_sample(motion, index, &clip, &why);
    if (!sampled && why.kind == PANTIN_ERROR_MEMORY) return memory_fail(error, "an inspection");
    if (sampled && !find_reach(&clip, &r, error)) {
        pantin_clip_free(&clip);
        return false;
    }
    facts_item(f, name != NULL ? name : "");
    facts_int(f, "index", index);
    if (sampled) say_clip(f, &clip, &r);
    facts_list(f, sampled ? "notes" : "problems");
    if (!sampled) {
        facts_item(f, why.text);
        facts_item_end(f);
    }
    for (int k = 0; sampled && k < clip.note_count; k++) {
        facts_item(f, clip.notes[k]);
        facts_item_end(f);
    }
    facts_list_end(f);
    facts_item_end(f);
    pantin_clip_free(&clip);
    return true;
}

bool pantin_inspect_motion(const pantin_motion *motion, bool json, pantin_bytes *bytes,
                           pantin_error *error) {
    static const char *const formats[] = { "BVH", "GLB", "glTF" };
    facts f;
    pantin_error none = { 0 };
    int count = pantin_motion_animations(motion);
    int first = pantin_motion_animation_default(motion, &none);
    facts_begin(&f, json);
    facts_text(&f, "file", pantin_motion_name(motion));
    facts_text(&f, "kind", "motion");
    facts_text(&f, "format", formats[pantin_motion_kind_of(motion)]);
    if (first != PANTIN_NONE) facts_int(&f, "default_animation", first);
    facts_list(&f, "animations");
    for (int a = 0; a < count; a++)
        if (!say_animation(&f, motion, a, error)) {
            text_free(&f.out);
            return false;
        }
    facts_list_end(&f);
    facts_list(&f, "files");
    for (int k = 0; pantin_motion_resource(motion, k) != NULL; k++) {
        facts_item(&f, pantin_motion_resource(motion, k));
        facts_item_end(&f);
    }
    facts_list_end(&f);
    facts_list(&f, "problems");
    if (first == PANTIN_NONE) {
        facts_item(&f, none.text);
        facts_item_end(&f);
    }
    facts_list_end(&f);
    return facts_end(&f, bytes, error);
}
