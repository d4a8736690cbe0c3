// test_gltf_write_keys.c — the keys of a written glTF: times, signs, interpolations, few keys, shared ones.
// SPDX-License-Identifier: MIT
#include "gltf_written.h"
#include "near.h"

static const char two_nodes[] = "{\"name\":\"hip\"},{\"name\":\"knee\"}";

/// A rotation track of node `node` with these keys, turns about z.
static void turn(gltf_maker *m, int node, const char *interpolation, int count, const float *times,
                 const double *degrees) {
    float keys[64 * 4];
    for (int k = 0; k < count; k++) maker_turn_key(keys + 4 * k, degrees[k]);
    int input = maker_floats(m, 1, count, times);
    maker_channel(m, node, "rotation", interpolation, input, maker_floats(m, 4, count, keys));
}

static const float even[5] = { 1.5f, 1.75f, 2, 2.25f, 2.5f }; // begins late
static const double there_and_back[5] = { 0, 30, 50, 20, 0 };

static void keys_begin_at_zero_and_end_with_the_period(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    written w = written_begin(&m, true, NULL, 0);
    assert_int_equal(w.clip.frames, 25);
    written_closed(&w);
    const gltf_sampler *s = sampler_of(w.after, 0, 0);
    assert_int_equal(w.after->gltf->accessors[s->input].count, 25);
    assert_true(float_of(w.after, s->input, 0) == 0 && float_of(w.after, s->input, 24) == 1);
    for (int k = 1; k < 25; k++) assert_true(float_of(w.after, s->input, k) == (float)(k / 24.0));
    assert_true(bound_of(w.after, s->input, "min", 0) == 0);
    assert_true(bound_of(w.after, s->input, "max", 0) == 1);
    assert_memory_equal(bytes_of(w.after, s->output), bytes_of(w.after, s->output) + 24 * 16, 16);
    for (int i = 0; i < 25; i++)
        assert_near(maker_degrees(*clip_rotation(&w.again, i, 0), *clip_rotation(&w.clip, i, 0)), 0,
                    1e-4); // half a unit of a float's last place in each number
    written_free(&w);
}

static void bounds_are_the_smallest_and_largest_floats(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    written w = written_begin(&m, true, NULL, 0);
    written_closed(&w);
    int output = sampler_of(w.after, 0, 0)->output;
    for (int k = 0; k < 4; k++) {
        float min = float_of(w.after, output, k), max = min;
        for (int i = 1; i < 25; i++) {
            float v = float_of(w.after, output, 4 * i + k);
            if (v < min) min = v;
            if (v > max) max = v;
        }
        assert_true(bound_of(w.after, output, "min", k) == (double)min);
        assert_true(bound_of(w.after, output, "max", k) == (double)max);
    }
    written_free(&w);
}

static void written_signs_run_on_and_lengths_are_one(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    written w = written_begin(&m, true, NULL, 0);
    for (int i = 0; i < w.clip.frames; i++) { // as a careless fix might leave them
        quat *q = clip_rotation(&w.clip, i, 0);
        double by = i % 3 == 1 ? -1.001 : 0.999;
        *q = (quat){ q->x * by, q->y * by, q->z * by, q->w * by };
    }
    written_closed(&w);
    int output = sampler_of(w.after, 0, 0)->output;
    for (int i = 0; i < 25; i++) {
        double length = 0, dot = 0;
        for (int k = 0; k < 4; k++) {
            double v = (double)float_of(w.after, output, 4 * i + k);
            length += v * v;
            if (i > 0) dot += v * (double)float_of(w.after, output, 4 * (i - 1) + k);
        }
        assert_near(length, 1, 3e-7); // four roundings of 6e-8
        assert_true(i == 0 || dot > 0);
    }
    assert_memory_equal(bytes_of(w.after, output), bytes_of(w.after, output) + 24 * 16, 16);
    written_free(&w);
}

static void a_full_turn_ends_as_its_beginning_with_the_other_sign(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, (const double[]){ 0, 90, 180, 270, 360 });
    written w = written_begin(&m, true, NULL, 0);
    written_closed(&w);
    int output = sampler_of(w.after, 0, 0)->output;
    for (int k = 0; k < 4; k++)
        assert_true(float_of(w.after, output, 96 + k) == -float_of(w.after, output, k));
    for (int i = 1; i < 25; i++) // no step the long way round: 15 degrees each
        assert_near(
            maker_degrees(*clip_rotation(&w.again, i - 1, 0), *clip_rotation(&w.again, i, 0)), 15,
            1e-3);
    written_free(&w);
}

static void cubic_becomes_linear_and_step_stays_step(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    float cubic[9 * 3] = { 0 }, times[3] = { 0, 0.5f, 1 };
    cubic[9 + 3] = 2; // the middle value's x
    cubic[6] = 3;     // an out-tangent
    int input = maker_floats(&m, 1, 3, times);
    maker_channel(&m, 0, "translation", "CUBICSPLINE", input, maker_floats(&m, 3, 9, cubic));
    float steps[9] = { 0, 0, 0, 0, 7, 0, 0, 0, 0 };
    maker_channel(&m, 1, "translation", "STEP", input, maker_floats(&m, 3, 3, steps));
    written w = written_begin(&m, true, NULL, 0);
    written_closed(&w);
    const gltf_sampler *smooth = sampler_of(w.after, 0, 0), *hard = sampler_of(w.after, 0, 1);
    assert_int_equal(smooth->interpolation, GLTF_LINEAR);
    assert_int_equal(hard->interpolation, GLTF_STEP);
    assert_int_equal(smooth->input, hard->input); // shared before, shared after
    assert_int_equal(w.after->gltf->accessor_count, 3);
    for (int i = 0; i < 25; i++) {
        assert_true(clip_translation(&w.again, i, 0)->x ==
                    (double)(float)clip_translation(&w.clip, i, 0)->x);
        assert_true(clip_translation(&w.again, i, 1)->y == (i < 12 || i == 24 ? 0 : 7));
    }
    written_free(&w);
}

static void constants_stay_one_or_two_keys(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    turn(&m, 1, "LINEAR", 1, (const float[]){ 1.5f }, (const double[]){ 33 });
    float still[6] = { 1, 2, 3, 1, 2, 3 };
    int ends = maker_floats(&m, 1, 2, (const float[]){ 1.5f, 2.5f });
    maker_channel(&m, 1, "translation", "LINEAR", ends, maker_floats(&m, 3, 2, still));
    float moving[6] = { 1, 2, 3, 4, 2, 3 };
    maker_channel(&m, 0, "translation", "LINEAR", maker_floats(&m, 1, 2, (float[]){ 1.5f, 2.5f }),
                  maker_floats(&m, 3, 2, moving));
    written w = written_begin(&m, true, NULL, 0);
    written_cut(&w, 4, 16);
    written_closed(&w);
    const gltf_accessor *accessors = w.after->gltf->accessors;
    const gltf_sampler *one = sampler_of(w.after, 0, 1), *two = sampler_of(w.after, 0, 2);
    assert_int_equal(accessors[one->input].count, 1);
    assert_int_equal(accessors[one->output].count, 1);
    assert_true(float_of(w.after, one->input, 0) == 0);
    assert_true(bound_of(w.after, one->input, "max", 0) == 0);
    assert_int_equal(accessors[two->input].count, 2);
    assert_true(float_of(w.after, two->input, 1) == 0.5f);
    assert_int_equal(accessors[sampler_of(w.after, 0, 3)->input].count, 13);
    assert_near(maker_degrees(quat_identity(), *clip_rotation(&w.again, 7, 1)), 33, 1e-4);
    assert_no_orphans(w.after);
    written_free(&w);
}

static void a_sampler_of_two_channels_parts_when_they_do(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    maker_add(m.channels, "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}");
    written w = written_begin(&m, true, NULL, 0);
    written_cut(&w, 0, 12);
    written_closed(&w);
    assert_int_equal(w.after->gltf->animations[0].sampler_count, 1);
    written_free(&w);
    w = written_begin(&m, true, NULL, 0);
    for (int i = 0; i < w.clip.frames; i++)
        *clip_rotation(&w.clip, i, 1) = quat_about((vec3){ 1, 0, 0 }, 0.02 * i);
    written_closed(&w);
    assert_int_equal(w.after->gltf->animations[0].sampler_count, 2);
    assert_int_equal(sampler_of(w.after, 0, 0)->input, sampler_of(w.after, 0, 1)->input);
    for (int i = 0; i < 25; i++)
        for (int j = 0; j < 2; j++)
            assert_near(
                maker_degrees(*clip_rotation(&w.again, i, j), *clip_rotation(&w.clip, i, j)), 0,
                1e-4);
    written_free(&w);
}

static void what_a_fix_begins_to_move_gets_a_track(void **state) {
    (void)state;
    gltf_maker m = { .nodes = "{\"name\":\"hip\",\"children\":[1]},{\"name\":\"knee\"}" };
    m.skins = "{\"joints\":[0,1]}";
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    written w = written_begin(&m, true, NULL, 0);
    written_closed(&w);
    assert_int_equal(w.after->gltf->animations[0].channel_count, 1); // nothing is added unasked
    written_free(&w);
    w = written_begin(&m, true, NULL, 0);
    w.clip.joints[1].moves |= PANTIN_MOVES_ROTATION | PANTIN_MOVES_TRANSLATION;
    for (int i = 0; i < 25; i++)
        *clip_rotation(&w.clip, i, 1) = quat_about((vec3){ 1, 0, 0 }, 0.02 * i);
    written_closed(&w);
    assert_int_equal(w.after->gltf->animations[0].channel_count, 2); // its places are its rest
    assert_near(maker_degrees(*clip_rotation(&w.again, 9, 1), *clip_rotation(&w.clip, 9, 1)), 0,
                1e-4);
    written_free(&w);
}

static void morph_weights_are_cut_and_closed_with_the_rest(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    float weights[10];
    for (int k = 0; k < 10; k++) weights[k] = (float)k / 10;
    maker_channel(&m, 1, "weights", "LINEAR", 0, maker_floats(&m, 1, 10, weights));
    written w = written_begin(&m, true, NULL, 0);
    assert_int_equal(w.clip.morph_count, 1);
    written_cut(&w, 6, 12);
    float *last = w.clip.morphs[0].weights + 12;
    last[0] = w.clip.morphs[0].weights[0] + 1e-7f; // as near as a solver comes
    last[1] = w.clip.morphs[0].weights[1];
    written_closed(&w);
    const gltf_sampler *s = sampler_of(w.after, 0, 1);
    assert_int_equal(w.after->gltf->accessors[s->output].count, 14);
    assert_memory_equal(bytes_of(w.after, s->output), bytes_of(w.after, s->output) + 48, 8);
    for (int k = 0; k < 12; k++)
        assert_true(float_of(w.after, s->output, k) == w.clip.morphs[0].weights[k]);
    written_free(&w);
}

static void what_an_extension_moves_is_cut_to_the_same_stretch(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    turn(&m, 0, "LINEAR", 5, even, there_and_back);
    float glow[5] = { 0, 1, 2, 3, 4 };
    int output = maker_floats(&m, 1, 5, glow);
    maker_add(m.samplers, "{\"input\":0,\"output\":%d}", output);
    maker_add(m.channels,
              "{\"sampler\":1,\"target\":{\"path\":\"pointer\",\"extensions\":{"
              "\"KHR_animation_pointer\":{\"pointer\":\"/materials/0/emissiveFactor\"}}}}");
    uint8_t seen[5] = { 1, 1, 0, 1, 0 };
    int view = maker_view(&m, seen, 5, "");
    char json[96];
    snprintf(json, sizeof json,
             "\"bufferView\":%d,\"componentType\":5121,\"count\":5,"
             "\"type\":\"SCALAR\"",
             view);
    output = maker_accessor(&m, json);
    maker_add(m.samplers, "{\"input\":0,\"output\":%d,\"interpolation\":\"STEP\"}", output);
    maker_add(m.channels, "{\"sampler\":2,\"target\":{\"path\":\"pointer\"}}");
    written w = written_begin(&m, true, NULL, 0);
    written_cut(&w, 3, 15); // from an eighth of a second on
    written_closed(&w);
    const gltf_sampler *s = sampler_of(w.after, 0, 1), *t = sampler_of(w.after, 0, 2);
    assert_int_equal(w.after->gltf->accessors[s->output].count, 13);
    for (int i = 0; i < 13; i++) // 4 a second, from one half on
        assert_near((double)float_of(w.after, s->output, i), 0.5 + i / 6.0, 1e-6);
    assert_int_equal(w.after->gltf->accessors[t->output].component, GLTF_UBYTE);
    const uint8_t *bytes = bytes_of(w.after, t->output);
    for (int i = 0; i < 13; i++) assert_int_equal(bytes[i], seen[(3 + i) / 6]);
    written_free(&w);
}

static void what_says_already_what_it_should_is_left_alone(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    float times[25], places[75], keys[100];
    for (int k = 0; k < 25; k++) {
        times[k] = (float)(k / 24.0);
        maker_turn_key(keys + 4 * k, 0.1 * k * (24 - k));
        for (int i = 0; i < 3; i++) places[3 * k + i] = (float)(k % 24) * 0.3f;
    }
    char json[160];
    snprintf(json, sizeof json,
             "\"bufferView\":%d,\"componentType\":5126,\"count\":25,\"type\":\"SCALAR\","
             "\"min\":[0],\"max\":[1]",
             maker_view(&m, times, sizeof times, ""));
    int input = maker_accessor(&m, json);
    maker_channel(&m, 0, "rotation", "LINEAR", input, maker_floats(&m, 4, 25, keys));
    maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 25, places));
    written w = written_begin(&m, true, NULL, 0);
    written_closed(&w);
    const gltf_document *before = w.before->gltf, *after = w.after->gltf;
    assert_int_equal(before->chunk_size, after->chunk_size);
    assert_memory_equal(w.before->bytes + before->chunk_at, w.after->bytes + after->chunk_at,
                        before->chunk_size);
    assert_true(same_text(w.before, before->accessors[input].token, w.after,
                          after->accessors[input].token));
    // All but the bounds, which are always written.
    int output = sampler_of(w.after, 0, 1)->output;
    assert_int_equal(after->accessor_count, before->accessor_count);
    assert_int_equal(output, sampler_of(w.before, 0, 1)->output);
    for (int i = 0; i < 3; i++) {
        assert_true(bound_of(w.after, output, "min", i) == 0);
        assert_true(bound_of(w.after, output, "max", i) == (double)(23 * 0.3f));
    }
    written_free(&w);
}

/// Bounds are of the numbers as they lie in the file, sparse ones put in.
static void tracks_left_alone_get_their_bounds_as_stored(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_nodes };
    static const float from_zero[5] = { 0, 0.25f, 0.5f, 0.75f, 1 };
    turn(&m, 0, "LINEAR", 5, from_zero, there_and_back);
    // What an extension moves in the same stretch of time stays; its turns are whole numbers.
    static const int16_t turns[] = { 0, 0, 0, 32767, 0, 0, -32768, 0 };
    static const float times[] = { 0, 1 };
    int input = maker_floats(&m, 1, 2, times);
    maker_add(m.samplers, "{\"input\":%d,\"output\":%d}", input,
              maker_packed(&m, 5122, 4, 2, turns, sizeof turns));
    maker_add(m.channels, "{\"sampler\":%d,\"target\":{\"path\":\"pointer\"}}", m.sampler_count++);
    written w = written_begin(&m, true, NULL, 0);
    written_closed(&w);
    int output = w.after->gltf->animations[0].samplers[1].output;
    assert_true(bound_of(w.after, output, "min", 2) == -32768);
    assert_true(bound_of(w.after, output, "max", 2) == 0);
    assert_true(bound_of(w.after, output, "max", 3) == 32767);
    assert_true(bound_of(w.after, w.after->gltf->animations[0].samplers[1].input, "max", 0) == 1);
    written_free(&w);
}

// --- real files ----------------------------------------------------------------------------------

/// A figure that lies in its file is read upright, and written as it lay.
static void another_up_axis_is_read_and_taken_back(void **state) {
    (void)state;
    static const float times[] = { 0, 0.5f, 1 },
                       places[] = { 1, 2, 3, 1.5f, 2, 4, 2, 2.5f, 5 }; // z up: 3, 4, 5 high
    gltf_maker m = { .nodes = "{\"name\":\"hips\"}" };
    maker_channel(&m, 0, "translation", "LINEAR", maker_floats(&m, 1, 3, times),
                  maker_floats(&m, 3, 3, places));
    maker_animation(&m, "walk");
    pantin_motion_options options = pantin_motion_defaults();
    options.up = 'z';
    written w = written_begin(&m, true, &options, 0);
    assert_int_equal(w.clip.up, 'z');
    assert_true(maker_noted(&w.clip, "up axis Z, as was told: a glTF's is Y"));
    for (int i = 0; i < w.clip.frames; i++)
        assert_true(clip_translation(&w.clip, i, 0)->y >= 3 - 1e-6);
    int last = w.clip.frames - 1;
    assert_true(vec3_distance(*clip_translation(&w.clip, last, 0), vec3_make(2, 5, -2.5)) < 1e-6);
    written_end(&w, &(pantin_loop_mark){ .closed = true });
    for (int i = 0; i < w.clip.frames; i++)
        assert_true(vec3_distance(*clip_translation(&w.clip, i, 0),
                                  *clip_translation(&w.again, i, 0)) < 1e-6);
    // In the file itself z stayed up, and no track was added for the turn.
    assert_int_equal(w.after->gltf->animations[0].channel_count, 1);
    int output = sampler_of(w.after, 0, 0)->output;
    assert_true(float_of(w.after, output, 3 * last) == 2);
    assert_true(float_of(w.after, output, 3 * last + 2) == 5);
    written_free(&w);
}

/// Writes the default animation whole and its second quarter; both must read again as they were.
static void check_file(const char *path, int parts) {
    pantin_error error = { 0 };
    pantin_bytes file = { 0 };
    must(pantin_file_read(path, 1 << 30, &file, &error), &error);
    for (int part = 0; part < parts; part++) {
        written w = { 0 };
        w.before = pantin_motion_read(path, file.data, file.size, NULL, &error);
        must(w.before != NULL, &error);
        int animation = pantin_motion_animation_default(w.before, &error);
        must(pantin_motion_sample(w.before, animation, &w.clip, &error), &error);
        if (part == 1) written_cut(&w, w.clip.frames / 4, w.clip.frames / 2 + 2);
        written_closed(&w);
        // Constant tracks may leave a coarser grid: then the rate reads differently, not the motion.
        if (w.again.fps == w.clip.fps) {
            assert_int_equal(w.again.frames, w.clip.frames);
            size_t slots = (size_t)w.clip.frames * (size_t)w.clip.joint_count;
            for (size_t k = 0; k < slots; k++) {
                assert_near(maker_degrees(w.again.rotations[k], w.clip.rotations[k]), 0,
                            2e-4); // 1e-6 of a number
                double size = 1 + vec3_length(w.clip.translations[k]);
                assert_near(vec3_distance(w.again.translations[k], w.clip.translations[k]), 0,
                            1e-6 *
                                size); // closing snaps by so much, a float rounds by a tenth of it
            }
        }
        assert_in_range(w.bytes.size, 1, file.size + file.size / 2 + 40000);
        written_free(&w);
    }
    pantin_bytes_free(&file);
}

static void real_files_read_again_as_they_were_written(void **state) {
    (void)state;
    static const char *const files[] = {
        "glb/Fox_khronos.glb",
        "glb/Med_General.glb",
        "glb/cesium_man.gltf",
        "glb/jesse_24.glb",
        "glb/pab_crossarms.glb",
        "glb/rigged_simple.gltf",
        "glb/zombie_30.glb",
        "variants/a10_sine.glb",
        "variants/v03_cm_wrapper.glb",
        "variants/v06_three_actions.glb",
        "variants/v08_cubic_every5.glb",
        "variants/v10_signflips.glb",
        "variants/v17_uneven_tracks.glb",
        "variants/v20_no_names.glb",
        "variants/v28_constant.glb",
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        char path[512];
        snprintf(path, sizeof path, PANTIN_SHARED "/data/motion/%s", files[k]);
        FILE *file = fopen(path, "rb");
        if (file == NULL) skip();
        fclose(file);
        check_file(path, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_begin_at_zero_and_end_with_the_period),
        cmocka_unit_test(bounds_are_the_smallest_and_largest_floats),
        cmocka_unit_test(written_signs_run_on_and_lengths_are_one),
        cmocka_unit_test(a_full_turn_ends_as_its_beginning_with_the_other_sign),
        cmocka_unit_test(cubic_becomes_linear_and_step_stays_step),
        cmocka_unit_test(constants_stay_one_or_two_keys),
        cmocka_unit_test(a_sampler_of_two_channels_parts_when_they_do),
        cmocka_unit_test(what_a_fix_begins_to_move_gets_a_track),
        cmocka_unit_test(morph_weights_are_cut_and_closed_with_the_rest),
        cmocka_unit_test(what_an_extension_moves_is_cut_to_the_same_stretch),
        cmocka_unit_test(what_says_already_what_it_should_is_left_alone),
        cmocka_unit_test(tracks_left_alone_get_their_bounds_as_stored),
        cmocka_unit_test(real_files_read_again_as_they_were_written),
        cmocka_unit_test(another_up_axis_is_read_and_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
