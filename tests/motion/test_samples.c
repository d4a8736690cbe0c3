// test_samples.c — samples/*.glb and samples/*.bvh are what this program makes, byte for byte.
//
//     test_motion_samples --bless     writes them anew; the commit that carries them says why
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "near.h"
#include "sample_bvh.h"
#include "sample_glb.h"

#define SAMPLES PANTIN_SOURCE "/samples/"

typedef struct sample {
    const char *name;
    bool dance, bvh;
    int from; // frame of the recipe where it begins
    clip_recipe recipe;
} sample;

static const sample samples[] = {
    // One cycle on the spot, closed: it loops. It begins where no foot sets out, for the maker's feet do so
    // at once: at frame 0 the seam would be 8 degrees a frame.
    { "walk.glb",
      false,
      false,
      13,
      { .fps = 30,
        .frames = 44,
        .period = 30,
        .stride_m = 1.2,
        .duty = 0.6,
        .in_place = true,
        .seed = 1 } },
    // Three and a half cycles across the room, along an arc, with a little noise: it does not.
    { "walk.bvh",
      false,
      true,
      0,
      { .fps = 30,
        .frames = 127,
        .period = 36,
        .stride_m = 0.9,
        .duty = 0.6,
        .turn_deg = 25,
        .noise_deg = 0.2,
        .seed = 2 } },
    // Eight seconds of dancing that drifts away and turns: it does not either.
    { "dance.glb",
      true,
      false,
      0,
      { .fps = 30,
        .frames = 241,
        .period = 46,
        .turn_deg = 20,
        .drift_m = { 0.0015, 0, 0.001 },
        .noise_deg = 0.2,
        .seed = 3 } },
};
enum { SAMPLES_COUNT = sizeof samples / sizeof *samples };

static pantin_clip make_clip(const sample *s) {
    pantin_clip whole, clip = { 0 };
    bool made = s->dance ? make_dance(&s->recipe, &whole) : make_walk(&s->recipe, &whole);
    if (!made || !pantin_clip_slice(&whole, s->from, whole.frames - 1, &clip, NULL))
        fail_msg("%s", "no memory");
    pantin_clip_free(&whole);
    return clip;
}

static text make(const sample *s) {
    pantin_clip clip = make_clip(s);
    text file = s->bvh ? sample_bvh_write(&clip) : sample_glb_write(&clip);
    pantin_clip_free(&clip);
    return file;
}

static void the_samples_are_what_is_made_here(void **state) {
    (void)state;
    for (int k = 0; k < SAMPLES_COUNT; k++) {
        char path[512];
        pantin_bytes bytes = { 0 };
        pantin_error error = { 0 };
        text file = make(&samples[k]);
        assert_false(file.failed);
        snprintf(path, sizeof path, SAMPLES "%s", samples[k].name);
        if (!pantin_file_read(path, 1 << 20, &bytes, &error))
            fail_msg("%s: %s", error.where, error.text);
        assert_int_equal(bytes.size, file.size);
        assert_memory_equal(bytes.data, file.data, file.size);
        assert_in_range(file.size, 1, 200000);
        pantin_bytes_free(&bytes);
        text_free(&file);
    }
}

static void they_read_as_the_clips_they_were_made_of(void **state) {
    (void)state;
    for (int k = 0; k < SAMPLES_COUNT; k++) {
        pantin_error error = { 0 };
        pantin_clip made = make_clip(&samples[k]), clip;
        text file = make(&samples[k]);
        pantin_motion *motion =
            pantin_motion_read(samples[k].name, file.data, file.size, NULL, &error);
        if (motion == NULL || !pantin_motion_sample(motion, 0, &clip, &error))
            fail_msg("%s: %s", error.where, error.text);
        assert_int_equal(clip.frames, made.frames);
        assert_near(clip.fps, 30, 1e-9);
        int met = 0;
        for (int j = 0; j < clip.joint_count; j++)
            for (int i = 0; i < MAKER_JOINTS; i++) {
                if (strcmp(clip.joints[j].name, made.joints[i].name) != 0) continue;
                met++;
                for (int n = 0; n < clip.frames; n += 5) {
                    vec3 a[MAKER_JOINTS + 20], b[MAKER_JOINTS];
                    pantin_clip_places(&clip, n, a);
                    pantin_clip_places(&made, n, b);
                    // A BVH's three places: 0.0005 degrees along a leg of 1 m, five joints deep.
                    assert_near(vec3_distance(a[j], b[i]), 0, samples[k].bvh ? 1e-4 : 1e-6);
                }
            }
        assert_true(met >= FIGURE_JOINTS - 1); // the top of the head has no name in a BVH
        pantin_clip_free(&made);
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
        text_free(&file);
    }
}

static void the_walk_on_the_spot_loops_and_the_others_do_not(void **state) {
    (void)state;
    for (int k = 0; k < SAMPLES_COUNT; k++) {
        pantin_error error = { 0 };
        pantin_clip clip;
        pantin_loop_measure measure;
        text file = make(&samples[k]);
        pantin_motion *motion =
            pantin_motion_read(samples[k].name, file.data, file.size, NULL, &error);
        assert_true(motion != NULL && pantin_motion_sample(motion, 0, &clip, &error));
        assert_true(pantin_loop_check(&clip, PANTIN_ROOT_IN_PLACE, &measure, &error));
        pantin_loop_verdict verdict =
            pantin_loop_judge(&measure, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE);
        assert_int_equal(verdict.pass, k == 0);
        assert_int_equal(measure.loops, k == 0);
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
        text_free(&file);
    }
}

static int bless(void) {
    for (int k = 0; k < SAMPLES_COUNT; k++) {
        char path[512];
        pantin_error error = { 0 };
        text file = make(&samples[k]);
        snprintf(path, sizeof path, SAMPLES "%s", samples[k].name);
        bool done = !file.failed && pantin_file_write(path, file.data, file.size, &error);
        printf("%s: %zu bytes%s%s\n", path, file.size, done ? "" : ", not written: ", error.text);
        text_free(&file);
        if (!done) return 1;
    }
    return 0;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--bless") == 0) return bless();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_samples_are_what_is_made_here),
        cmocka_unit_test(they_read_as_the_clips_they_were_made_of),
        cmocka_unit_test(the_walk_on_the_spot_loops_and_the_others_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
