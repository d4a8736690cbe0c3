// test_gltf_data.c — packed keys of a glTF: normalized integers, sparse, strided, of no bytes; buffers of all kinds.
// SPDX-License-Identifier: MIT
#include "gltf_maker.h"
#include "near.h"

#include "base/memory.h"

static const char one_node[] = "{\"name\":\"arm\"}";

static int three_times(gltf_maker *m) {
    return maker_floats(m, 1, 3, (const float[]){ 0, 0.5f, 1 });
}

/// Places of one node by an accessor; sampled at the two keys' rate, so that frame k is key k.
static pantin_clip places_of(gltf_maker *m, int output) {
    int input = three_times(m);
    maker_channel(m, 0, "translation", "LINEAR", input, output);
    return maker_sample(m, 0, 2);
}

// --- integers ----------------------------------------------------------------------------------------

/// T20: rotations as normalized BYTE and SHORT, signed or not.
static void normalized_integers_are_rotations(void **state) {
    (void)state;
    const int8_t bytes[] = { 0, 0, 0, 127, 0, 0, -128, 0, 0, 0, 90, 90 };
    const int16_t shorts[] = { 0, 0, 0, 32767, 0, 0, -32768, 0, 0, 0, 23170, 23170 };
    const uint8_t ubytes[] = { 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 180, 180 };
    const uint16_t ushorts[] = { 0, 0, 0, 65535, 0, 0, 65535, 0, 0, 0, 46340, 46340 };
    const struct {
        int component;
        const void *values;
        size_t size;
    } cases[] = { { 5120, bytes, sizeof bytes },
                  { 5121, ubytes, sizeof ubytes },
                  { 5122, shorts, sizeof shorts },
                  { 5123, ushorts, sizeof ushorts } };
    for (int k = 0; k < 4; k++) {
        gltf_maker m = { .nodes = one_node };
        int input = three_times(&m);
        maker_channel(&m, 0, "rotation", "LINEAR", input,
                      maker_packed(&m, cases[k].component, 4, 3, cases[k].values, cases[k].size));
        pantin_clip clip = maker_sample(&m, 0, 2);
        const double expected[] = { 0, 180, 90 };
        for (int i = 0; i < 3; i++)
            assert_near(maker_degrees(quat_identity(), *clip_rotation(&clip, i, 0)), expected[i],
                        1e-5);
        pantin_clip_free(&clip);
    }
}

static void normalized_integers_are_fractions_not_below_minus_one(void **state) {
    (void)state;
    const int8_t values[] = { -128, -127, 127, 0, 64, 1 };
    gltf_maker m = { .nodes = one_node };
    int input = three_times(&m);
    maker_channel(&m, 0, "weights", "LINEAR", input,
                  maker_packed(&m, 5120, 1, 6, values, sizeof values));
    maker_channel(&m, 0, "translation", "LINEAR", input,
                  maker_floats(&m, 3, 3, (const float[9]){ 0 }));
    pantin_clip clip = maker_sample(&m, 0, 2);
    assert_int_equal(clip.morph_count, 1);
    assert_int_equal(clip.morphs[0].count, 2);
    assert_int_equal(clip.morphs[0].node, 0);
    const float expected[] = { -1, -1, 1, 0, 64.0f / 127, 1.0f / 127 };
    for (int k = 0; k < 6; k++) assert_true(clip.morphs[0].weights[k] == expected[k]);
    pantin_clip_free(&clip);
}

// --- layouts -----------------------------------------------------------------------------------------

/// T20: interleaved.
static void interleaved_elements_are_found_by_their_stride(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    // Two tracks in one view: times at 0, places at 4; 16 bytes apart.
    const float rows[] = { 0, 1, 2, 3, 0.5f, 4, 5, 6, 1, 7, 8, 9 };
    int view = maker_view(&m, rows, sizeof rows, ",\"byteStride\":16");
    assert_int_equal(view, 0);
    int times = maker_accessor(
        &m, "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"");
    int places = maker_accessor(&m, "\"bufferView\":0,\"byteOffset\":4,\"componentType\":5126,"
                                    "\"count\":3,\"type\":\"VEC3\"");
    maker_channel(&m, 0, "translation", "LINEAR", times, places);
    pantin_clip clip = maker_sample(&m, 0, 2);
    for (int i = 0; i < 3; i++) {
        vec3 place = *clip_translation(&clip, i, 0);
        assert_true(place.x == 1 + 3 * i && place.y == 2 + 3 * i && place.z == 3 + 3 * i);
    }
    pantin_clip_free(&clip);
}

/// T20: no bufferView.
static void an_accessor_of_no_bytes_is_zeros(void **state) {
    (void)state;
    gltf_maker m = { .nodes = "{\"name\":\"arm\",\"translation\":[1,2,3]}" };
    pantin_clip clip =
        places_of(&m, maker_accessor(&m, "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\""));
    for (int i = 0; i < 3; i++) assert_true(vec3_length(*clip_translation(&clip, i, 0)) == 0);
    pantin_clip_free(&clip);
}

/// T20: sparse, with indices of 8, 16 and 32 bits.
static void sparse_elements_replace_those_of_all_index_widths(void **state) {
    (void)state;
    const uint8_t bytes[] = { 0, 2 };
    const uint16_t shorts[] = { 0, 2 };
    const uint32_t words[] = { 0, 2 };
    const struct {
        int component;
        const void *indices;
        size_t size;
    } cases[] = { { 5121, bytes, sizeof bytes },
                  { 5123, shorts, sizeof shorts },
                  { 5125, words, sizeof words } };
    for (int k = 0; k < 3; k++) {
        for (int based = 0; based < 2; based++) {
            gltf_maker m = { .nodes = one_node };
            char json[400], base[64] = "";
            const float places[] = { 9, 9, 9, 5, 5, 5, 9, 9, 9 }, values[] = { 1, 2, 3, 4, 5, 6 };
            if (based == 1)
                snprintf(base, sizeof base, "\"bufferView\":%d,",
                         maker_view(&m, places, sizeof places, ""));
            int indices = maker_view(&m, cases[k].indices, cases[k].size, "");
            int replaced = maker_view(&m, values, sizeof values, "");
            snprintf(json, sizeof json,
                     "%s\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":"
                     "2,\"indices\":{\"bufferView\":%d,\"componentType\":%d},"
                     "\"values\":{\"bufferView\":%d}}",
                     base, indices, cases[k].component, replaced);
            pantin_clip clip = places_of(&m, maker_accessor(&m, json));
            assert_true(clip_translation(&clip, 0, 0)->z == 3);
            assert_true(clip_translation(&clip, 1, 0)->x == (based == 1 ? 5 : 0));
            assert_true(clip_translation(&clip, 2, 0)->y == 5);
            pantin_clip_free(&clip);
        }
    }
}

/// A strided view whose last element ends `short_by` bytes behind the view's, and with it the buffer's, end.
static gltf_maker strided_at_the_end(size_t short_by) {
    gltf_maker m = { .nodes = one_node };
    const float rows[] = { 1, 1, 1, 0, 2, 2, 2, 0, 3, 3, 3 };
    char json[400];
    maker_channel(&m, 0, "translation", "LINEAR", three_times(&m), 1);
    int indices = maker_view(&m, (const uint8_t[]){ 1 }, 1, "");
    int values = maker_view(&m, (const float[]){ 7, 8, 9 }, 12, "");
    int view = maker_view(&m, rows, sizeof rows - short_by, ",\"byteStride\":16");
    snprintf(json, sizeof json,
             "\"bufferView\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{"
             "\"count\":1,\"indices\":{\"bufferView\":%d,\"componentType\":5121},\"values\":{"
             "\"bufferView\":%d}}",
             view, indices, values);
    assert_int_equal(maker_accessor(&m, json), 1);
    return m;
}

/// T20: the view is strided and ends with the buffer.
static void a_strided_view_may_end_with_its_last_element(void **state) {
    (void)state;
    gltf_maker m = strided_at_the_end(0);
    pantin_clip clip = maker_sample(&m, 0, 2);
    assert_true(clip_translation(&clip, 1, 0)->y == 8); // the sparse one
    assert_true(clip_translation(&clip, 2, 0)->z == 3);
    pantin_clip_free(&clip);
    gltf_maker cut = strided_at_the_end(1);
    pantin_error error = maker_refusal(&cut, true);
    assert_string_equal(error.where, "x.glb /accessors/1");
    assert_string_equal(error.text, "its 3 elements end at byte 44 of a bufferView of 43");
}

/// T20: sparse on a strided view, its values (`short_by` bytes of them missing) at the very end of the buffer.
static gltf_maker sparse_at_the_end(size_t short_by) {
    gltf_maker m = { .nodes = one_node };
    const float rows[] = { 1, 1, 1, 0, 2, 2, 2, 0, 3, 3, 3, 0 };
    const float values[] = { 7, 8, 9, 4, 5, 6 };
    char json[400];
    maker_channel(&m, 0, "translation", "LINEAR", three_times(&m), 1);
    int view = maker_view(&m, rows, sizeof rows, ",\"byteStride\":16");
    int indices = maker_view(&m, (const uint8_t[]){ 0, 2 }, 2, "");
    int last = maker_view(&m, values, sizeof values - short_by, "");
    snprintf(json, sizeof json,
             "\"bufferView\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{"
             "\"count\":2,\"indices\":{\"bufferView\":%d,\"componentType\":5121},\"values\":{"
             "\"bufferView\":%d}}",
             view, indices, last);
    assert_int_equal(maker_accessor(&m, json), 1);
    return m;
}

static void sparse_values_may_end_with_the_buffer(void **state) {
    (void)state;
    gltf_maker m = sparse_at_the_end(0);
    // In a data URI and in a BIN chunk.
    pantin_error error = { 0 };
    pantin_clip clip;
    for (int binary = 0; binary < 2; binary++) {
        pantin_motion_options options = pantin_motion_defaults();
        options.fps = 2;
        pantin_motion *motion = maker_read(&m, binary == 1, &options, &error);
        if (motion == NULL || !pantin_motion_sample(motion, 0, &clip, &error))
            fail_msg("%s: %s", error.where, error.text);
        assert_true(clip_translation(&clip, 0, 0)->x == 7);
        assert_true(clip_translation(&clip, 1, 0)->y == 2); // of the strided rows
        assert_true(clip_translation(&clip, 2, 0)->z == 6);
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
    }
    gltf_maker cut = sparse_at_the_end(1);
    error = maker_refusal(&cut, true);
    assert_string_equal(error.where, "x.glb /accessors/1");
    assert_string_equal(error.text, "its 2 elements end at byte 24 of a bufferView of 23");
}

// --- buffers -----------------------------------------------------------------------------------------

static gltf_maker one_track(void) {
    gltf_maker m = { .nodes = one_node };
    const float places[] = { 0.1f, 0, 0, 0.2f, 0, 0, 0.7f, 0, 1 };
    int input = three_times(&m);
    maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 3, places));
    return m;
}

typedef struct shelf {
    const uint8_t *bytes;
    size_t size;
    char asked[64];
} shelf;

static bool fetch(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                  pantin_error *error) {
    shelf *s = self;
    snprintf(s->asked, sizeof s->asked, "%s", path);
    assert_true(limit >= s->size);
    bytes->data = memory_allocate(s->size + 1, 1);
    if (bytes->data == NULL) return memory_fail(error, "a file");
    memcpy(bytes->data, s->bytes, s->size);
    bytes->size = s->size;
    return true;
}

static void chunk_data_uri_and_file_give_the_same_clip(void **state) {
    (void)state;
    gltf_maker m = one_track(), beside = m;
    shelf s = { .bytes = m.bytes, .size = m.used };
    pantin_motion_options options = pantin_motion_defaults();
    options.fetch = fetch;
    options.fetch_self = &s;
    beside.uri = "my%20keys.bin";
    for (int k = 0; k < 3; k++) {
        pantin_error error = { 0 };
        pantin_clip clip;
        pantin_motion *motion = maker_read(k == 2 ? &beside : &m, k == 0, &options, &error);
        if (motion == NULL || !pantin_motion_sample(motion, 0, &clip, &error))
            fail_msg("%s: %s", error.where, error.text);
        assert_int_equal(pantin_motion_kind_of(motion), k == 0 ? PANTIN_GLB : PANTIN_GLTF);
        assert_true(clip_translation(&clip, 24, 0)->x == (double)0.7f);
        const char *named = pantin_motion_resource(motion, 0);
        if (k < 2)
            assert_null(named);
        else
            assert_string_equal(named, "my keys.bin");
        assert_null(pantin_motion_resource(motion, 1));
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
    }
    assert_string_equal(s.asked, "my keys.bin");
}

static void buffers_that_hold_no_keys_are_not_fetched(void **state) {
    (void)state;
    gltf_maker m = one_track();
    m.uri = "mesh.bin";
    m.channels[0] = '\0'; // no animation
    m.top = "\"images\":[{\"uri\":\"skin.png\"},{\"uri\":\"data:image/png;base64,AAAA\"},{}],";
    pantin_error error = { 0 };
    pantin_motion *motion = maker_read(&m, false, NULL, &error);
    assert_non_null(motion);
    assert_string_equal(pantin_motion_resource(motion, 0), "mesh.bin");
    assert_string_equal(pantin_motion_resource(motion, 1), "skin.png");
    assert_null(pantin_motion_resource(motion, 2));
    pantin_motion_free(motion);
}

static void keys_in_a_file_out_of_reach_are_told_by_name(void **state) {
    (void)state;
    gltf_maker m = one_track();
    m.uri = "keys.bin";
    pantin_error error = maker_refusal(&m, true);
    assert_string_equal(error.where, "x.glb /buffers/0");
    assert_string_equal(
        error.text, "its data lies in the file keys.bin, which is not at hand; save it as a GLB");
    m.uri = "https://example.org/keys.bin";
    error = maker_refusal(&m, true);
    assert_non_null(strstr(error.text, "example.org"));
}

static void a_file_shorter_than_its_buffer_is_refused(void **state) {
    (void)state;
    gltf_maker m = one_track();
    shelf s = { .bytes = m.bytes, .size = m.used - 1 };
    pantin_motion_options options = pantin_motion_defaults();
    pantin_error error = { 0 };
    options.fetch = fetch;
    options.fetch_self = &s;
    m.uri = "keys.bin";
    assert_null(maker_read(&m, false, &options, &error));
    assert_non_null(strstr(error.text, "smaller than its byteLength: 47 bytes of 48"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normalized_integers_are_rotations),
        cmocka_unit_test(normalized_integers_are_fractions_not_below_minus_one),
        cmocka_unit_test(interleaved_elements_are_found_by_their_stride),
        cmocka_unit_test(an_accessor_of_no_bytes_is_zeros),
        cmocka_unit_test(sparse_elements_replace_those_of_all_index_widths),
        cmocka_unit_test(a_strided_view_may_end_with_its_last_element),
        cmocka_unit_test(sparse_values_may_end_with_the_buffer),
        cmocka_unit_test(chunk_data_uri_and_file_give_the_same_clip),
        cmocka_unit_test(buffers_that_hold_no_keys_are_not_fetched),
        cmocka_unit_test(keys_in_a_file_out_of_reach_are_told_by_name),
        cmocka_unit_test(a_file_shorter_than_its_buffer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
