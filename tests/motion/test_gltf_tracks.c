// test_gltf_tracks.c — what lies between a glTF's keys: three interpolations, signs, half turns, odd times.
// SPDX-License-Identifier: MIT
#include "gltf_maker.h"
#include "near.h"

static const char one_node[] = "{\"name\":\"arm\"}";

/// One node with rotation keys about z at these angles; the k-th negated where bit k of `negated` is set.
static gltf_maker turning(const char *interpolation, int count, const float *times,
                          const double *degrees, unsigned negated) {
    gltf_maker m = { .nodes = one_node };
    float keys[64 * 4];
    assert_true(count <= 64);
    for (int k = 0; k < count; k++) {
        maker_turn_key(keys + 4 * k, degrees[k]);
        for (int i = 0; i < 4 && (negated >> k & 1) != 0; i++) keys[4 * k + i] = -keys[4 * k + i];
    }
    int input = maker_floats(&m, 1, count, times);
    maker_channel(&m, 0, "rotation", interpolation, input, maker_floats(&m, 4, count, keys));
    return m;
}

static double degrees_at(const pantin_clip *clip, int frame) {
    return maker_degrees(quat_identity(), *clip_rotation(clip, frame, 0));
}

static double largest_step(const pantin_clip *clip) {
    double largest = 0;
    for (int i = 1; i < clip->frames; i++) {
        double step = maker_degrees(*clip_rotation(clip, i - 1, 0), *clip_rotation(clip, i, 0));
        if (step > largest) largest = step;
    }
    return largest;
}

// --- circles and signs -------------------------------------------------------------------------------

/// T16: at 24 frames/s every step of the circle is equal, with its last key and without (test_open.c: which of them is
/// open).
static void a_circle_of_quarter_turns_has_equal_steps(void **state) {
    (void)state;
    const float times[] = { 0, 0.25f, 0.5f, 0.75f, 1 };
    const double degrees[] = { 0, 90, 180, 270, 360 };
    gltf_maker m = turning("LINEAR", 5, times, degrees, 0);
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_true(clip.fps == 24); // quarters of a second lie on its grid
    assert_int_equal(clip.frames, 25);
    for (int i = 1; i < 25; i++)
        assert_near(maker_degrees(*clip_rotation(&clip, i - 1, 0), *clip_rotation(&clip, i, 0)), 15,
                    1e-4); // 360 / 24
    assert_near(maker_degrees(*clip_rotation(&clip, 0, 0), *clip_rotation(&clip, 24, 0)), 0, 1e-4);
    pantin_clip_free(&clip);
    gltf_maker open = turning("LINEAR", 4, times, degrees, 0); // without the closing key
    clip = maker_sample(&open, 0, 0);
    assert_int_equal(clip.frames, 19);
    assert_near(largest_step(&clip), 15, 1e-4);
    pantin_clip_free(&clip);
}

/// T18: keys at 0, 20, 40 and 60 degrees, two of them negated: at 60 frames/s no step reaches 2 degrees.
static void flipped_signs_change_no_rotation_and_are_told(void **state) {
    (void)state;
    const float times[] = { 0, 0.25f, 0.5f, 0.75f };
    gltf_maker m = turning("LINEAR", 4, times, (const double[]){ 0, 20, 40, 60 }, 6);
    pantin_clip clip = maker_sample(&m, 0, 60);
    assert_true(largest_step(&clip) < 2); // 80 degrees/s / 60 = 1.33
    assert_true(maker_noted(&clip, "2 quaternion sign flips between keys"));
    for (int i = 1; i < clip.frames; i++)
        assert_true(quat_dot(*clip_rotation(&clip, i - 1, 0), *clip_rotation(&clip, i, 0)) > 0);
    pantin_clip_free(&clip);
}

/// T18: exactly 180 degrees apart.
static void keys_half_a_turn_apart_are_told_where_a_frame_lies_between_them(void **state) {
    (void)state;
    const float times[] = { 0, 0.5f, 1 };
    gltf_maker m = turning("LINEAR", 3, times, (const double[]){ 0, 180, 180 }, 0);
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_true(
        maker_noted(&clip, "1 pairs of keys 180 degrees apart: which way round is a guess"));
    assert_near(degrees_at(&clip, 6), 90, 1e-3); // halfway, one way or the other
    pantin_clip_free(&clip);
    clip = maker_sample(&m, 0, 2); // every frame is a key: nothing is guessed
    assert_int_equal(clip.note_count, 1);
    assert_string_equal(clip.notes[0], "no skin: animated nodes taken as bones");
    pantin_clip_free(&clip);
}

/// T18: 350 degrees apart.
static void keys_350_degrees_apart_go_the_shorter_way_and_are_told(void **state) {
    (void)state;
    const float times[] = { 0, 0.5f, 1 };
    gltf_maker m = turning("LINEAR", 3, times, (const double[]){ 0, 350, 350 }, 0);
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_true(largest_step(&clip) < 0.84); // 10 degrees in 12 frames
    assert_true(maker_noted(&clip, "1 quaternion sign flips between keys"));
    pantin_clip_free(&clip);
}

// --- interpolations ------------------------------------------------------------------------------------

/// T19: STEP.
static void a_step_holds_until_the_next_key(void **state) {
    (void)state;
    const float times[] = { 0, 0.5f, 1 };
    gltf_maker m = turning("STEP", 3, times, (const double[]){ 0, 40, 90 }, 0);
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_near(degrees_at(&clip, 11), 0, 1e-4);
    assert_near(degrees_at(&clip, 12), 40, 1e-4);
    assert_near(degrees_at(&clip, 23), 40, 1e-4);
    assert_near(degrees_at(&clip, 24), 90, 1e-4);
    assert_int_equal(clip.joints[0].moves, PANTIN_MOVES_ROTATION | PANTIN_STEP_ROTATION);
    assert_true(maker_noted(&clip, "interpolation STEP"));
    pantin_clip_free(&clip);
}

/// T19: LINEAR.
static void a_line_is_straight_in_angle_and_place(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    float keys[8];
    maker_turn_key(keys, 0);
    maker_turn_key(keys + 4, 120);
    int input = maker_floats(&m, 1, 2, (const float[]){ 0, 1 });
    maker_channel(&m, 0, "rotation", "LINEAR", input, maker_floats(&m, 4, 2, keys));
    maker_channel(&m, 0, "translation", "LINEAR", input,
                  maker_floats(&m, 3, 2, (const float[]){ 1, 2, 3, 3, 2, -1 }));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_near(degrees_at(&clip, 6), 30, 1e-4); // a quarter of 120
    vec3 place = *clip_translation(&clip, 6, 0);
    assert_true(place.x == 1.5 && place.y == 2 && place.z == 2); // sums of eighths: exact
    assert_int_equal(clip.joints[0].moves, PANTIN_MOVES_ROTATION | PANTIN_MOVES_TRANSLATION);
    pantin_clip_free(&clip);
}

/// T19: CUBICSPLINE with tangents.
static void a_cubic_honors_its_tangents(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    // In-tangent, value, out-tangent of each key; T = 2 s.
    const float values[] = { 9, 9, 9, 0, 0, 0, 2, 0, 0, -1, 0, 4, 1, 0, 8, 9, 9, 9 };
    int input = maker_floats(&m, 1, 2, (const float[]){ 0, 2 });
    maker_channel(&m, 0, "translation", "CUBICSPLINE", input, maker_floats(&m, 3, 6, values));
    pantin_clip clip = maker_sample(&m, 0, 24);
    vec3 half = *clip_translation(&clip, 24, 0);
    // u = 1/2: the weights are 1/2, T/8, 1/2, -T/8.
    assert_near(half.x, 0.25 * 2 + 0.5 * 1 + 0.25 * 1, 1e-12);
    assert_near(half.z, 0.5 * 8 - 0.25 * 4, 1e-12);
    assert_true(clip_translation(&clip, 48, 0)->z == 8);
    pantin_clip_free(&clip);
}

/// T19: unit length at 101 samples.
static void a_cubic_rotation_stays_of_unit_length(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    float values[24] = { 0 };
    maker_turn_key(values + 4, 0);
    values[10] = 3; // out-tangent, z
    values[12] = -2;
    maker_turn_key(values + 16, 100);
    int input = maker_floats(&m, 1, 2, (const float[]){ 0, 1 });
    maker_channel(&m, 0, "rotation", "CUBICSPLINE", input, maker_floats(&m, 4, 6, values));
    pantin_clip clip = maker_sample(&m, 0, 100);
    assert_int_equal(clip.frames, 101);
    for (int i = 0; i < clip.frames; i++) {
        quat q = *clip_rotation(&clip, i, 0);
        assert_near(quat_dot(q, q), 1, 1e-14);
    }
    assert_true(clip_rotation(&clip, 50, 0)->x >
                0.1); // the in-tangent, -T/8 * -2, before its length
    pantin_clip_free(&clip);
}

/// T19: CUBICSPLINE with a single key.
static void a_cubic_of_one_key_holds_it_and_is_told(void **state) {
    (void)state;
    gltf_maker m = turning("LINEAR", 2, (const float[]){ 0, 1 }, (const double[]){ 0, 10 }, 0);
    int input = maker_floats(&m, 1, 1, (const float[]){ 0 });
    const float values[] = { 7, 7, 7, 1, 2, 3, 7, 7, 7 };
    maker_channel(&m, 0, "translation", "CUBICSPLINE", input, maker_floats(&m, 3, 3, values));
    pantin_clip clip = maker_sample(&m, 0, 0);
    for (int i = 0; i < clip.frames; i++) assert_true(clip_translation(&clip, i, 0)->y == 2);
    assert_true(maker_noted(&clip, "1 CUBICSPLINE tracks with a single key: it holds"));
    pantin_clip_free(&clip);
}

// --- times ---------------------------------------------------------------------------------------------

/// T20: doubled time 0, .5, .5, 1.
static void at_a_doubled_time_the_later_key_holds(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    const float places[] = { 0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0 };
    int input = maker_floats(&m, 1, 4, (const float[]){ 0, 0.5f, 0.5f, 1 });
    maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 4, places));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_int_equal(clip.frames, 25);
    assert_near(clip_translation(&clip, 11, 0)->x, 11.0 / 12, 1e-9); // still on its way to 1
    assert_true(clip_translation(&clip, 12, 0)->x == 5);
    assert_true(maker_noted(&clip, "1 keys at the time of another: the later one holds"));
    pantin_clip_free(&clip);
}

/// T20: unsorted times (and, as in all of these, no min and max).
static void unsorted_times_are_sorted_and_told(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    const float places[] = { 2, 0, 0, 0, 0, 0, 1, 0, 0 };
    int input = maker_floats(&m, 1, 3, (const float[]){ 1, 0, 0.5f });
    maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 3, places));
    pantin_clip clip = maker_sample(&m, 0, 0);
    for (int i = 0; i <= 24; i++) assert_near(clip_translation(&clip, i, 0)->x, i / 12.0, 1e-9);
    assert_true(maker_noted(&clip, "1 tracks with unsorted times: sorted"));
    pantin_clip_free(&clip);
}

static void before_its_first_key_a_track_holds_it(void **state) {
    (void)state;
    gltf_maker m =
        turning("LINEAR", 2, (const float[]){ 0.5f, 2.5f }, (const double[]){ 0, 10 }, 0);
    int late = maker_floats(&m, 1, 2, (const float[]){ 1.5f, 2 });
    maker_channel(&m, 0, "translation", "LINEAR", late,
                  maker_floats(&m, 3, 2, (const float[]){ 1, 0, 0, 3, 0, 0 }));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_true(clip.start_s == 0.5);
    assert_int_equal(clip.frames, 49);
    assert_true(clip_translation(&clip, 0, 0)->x == 1);
    assert_true(clip_translation(&clip, 24, 0)->x == 1);
    assert_true(clip_translation(&clip, 48, 0)->x == 3);
    pantin_clip_free(&clip);
}

static void a_key_a_millionth_ahead_counts_as_reached(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    // 7/24 s as a float lies 8e-9 s behind, 5/24 ahead; a step must not lag a frame for that.
    float times[25], places[75] = { 0 };
    for (int k = 0; k < 25; k++) {
        times[k] = (float)(k / 24.0 + 4e-7);
        places[3 * k] = (float)k;
    }
    times[0] = 0;
    int input = maker_floats(&m, 1, 25, times);
    maker_channel(&m, 0, "translation", "STEP", input, maker_floats(&m, 3, 25, places));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_int_equal(clip.frames, 25);
    for (int i = 0; i < 25; i++) assert_true(clip_translation(&clip, i, 0)->x == i);
    pantin_clip_free(&clip);
}

static void rates_are_told_from_the_grid_of_the_keys(void **state) {
    (void)state;
    const struct {
        double step; // s, between 20 keys
        double fps;
    } cases[] = { { 1 / 24.0, 24 },     { 1 / 25.0, 25 },      { 1 / 30.0, 30 },
                  { 1 / 60.0, 60 },     { 1 / 120.0, 120 },    { 1 / 15.0, 30 }, // 30 comes first
                  { 1 / 29.97, 29.97 }, { 1 / 23.976, 23.976 } };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        gltf_maker m = { .nodes = one_node };
        float times[201], places[603] = { 0 };
        for (int k = 0; k < 201; k++) times[k] = (float)(k * cases[c].step);
        int input = maker_floats(&m, 1, 201, times);
        maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 201, places));
        pantin_clip clip = maker_sample(&m, 0, 0);
        assert_near(clip.fps, cases[c].fps, 0);
        pantin_clip_free(&clip);
    }
}

static void a_rate_of_no_grid_is_guessed_from_the_median_step_and_told(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    const float times[] = { 0, 0.07f, 0.14f, 0.21f, 0.333f }, places[15] = { 0 };
    int input = maker_floats(&m, 1, 5, times);
    maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 5, places));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_near(clip.fps, 1 / 0.07, 1e-4);
    assert_int_equal(clip.frames, 5); // floor(0.333 / 0.07) + 1
    assert_true(
        maker_noted(&clip, "no usual rate fits its keys: 14.286 frames/s from their median step"));
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_of_quarter_turns_has_equal_steps),
        cmocka_unit_test(flipped_signs_change_no_rotation_and_are_told),
        cmocka_unit_test(keys_half_a_turn_apart_are_told_where_a_frame_lies_between_them),
        cmocka_unit_test(keys_350_degrees_apart_go_the_shorter_way_and_are_told),
        cmocka_unit_test(a_step_holds_until_the_next_key),
        cmocka_unit_test(a_line_is_straight_in_angle_and_place),
        cmocka_unit_test(a_cubic_honors_its_tangents),
        cmocka_unit_test(a_cubic_rotation_stays_of_unit_length),
        cmocka_unit_test(a_cubic_of_one_key_holds_it_and_is_told),
        cmocka_unit_test(at_a_doubled_time_the_later_key_holds),
        cmocka_unit_test(unsorted_times_are_sorted_and_told),
        cmocka_unit_test(before_its_first_key_a_track_holds_it),
        cmocka_unit_test(a_key_a_millionth_ahead_counts_as_reached),
        cmocka_unit_test(rates_are_told_from_the_grid_of_the_keys),
        cmocka_unit_test(a_rate_of_no_grid_is_guessed_from_the_median_step_and_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
