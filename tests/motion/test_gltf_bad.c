// test_gltf_bad.c — glTF files that lie, are cut short or go round in circles: one line, and nothing taken for it.
// SPDX-License-Identifier: MIT
#include "gltf_maker.h"
#include "refusals.h"

static const char one_node[] = "{\"name\":\"hips\"}";

static gltf_maker walker(void) {
    gltf_maker m = { .nodes = one_node };
    const float times[] = { 0, 0.5f, 1 }, places[] = { 0, 0, 0, 0.5f, 0, 0, 1, 0, 0 };
    int input = maker_floats(&m, 1, 3, times);
    maker_channel(&m, 0, "translation", "LINEAR", input, maker_floats(&m, 3, 3, places));
    return m;
}

static void assert_refused(const gltf_maker *m, const char *where, const char *what) {
    pantin_error error = maker_refusal(m, true);
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_string_equal(error.where, where);
    if (strstr(error.text, what) == NULL) fail_msg("\"%s\" does not say \"%s\"", error.text, what);
}

// --- containers ----------------------------------------------------------------------------------------

static bool reads(const uint8_t *bytes, size_t size, pantin_error *error) {
    pantin_clip clip = { 0 };
    // Exactly as many bytes as there are, so that a sanitizer sees one too many.
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    if (size > 0) memcpy(copy, bytes, size);
    pantin_motion *motion = pantin_motion_read("x.glb", copy, size, NULL, error);
    bool fine = motion != NULL && pantin_motion_sample(motion, 0, &clip, error);
    pantin_clip_free(&clip);
    pantin_motion_free(motion);
    free(copy);
    return fine;
}

static void a_file_cut_anywhere_is_refused(void **state) {
    (void)state;
    gltf_maker m = walker();
    for (int binary = 0; binary < 2; binary++) {
        pantin_bytes file = maker_file(&m, binary == 1);
        for (size_t size = 0; size < file.size; size++) {
            pantin_error error = { 0 };
            assert_false(reads(file.data, size, &error));
            assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
            assert_null(strchr(error.text, '\n'));
        }
        free(file.data);
    }
}

static void a_file_with_any_byte_changed_is_read_or_refused(void **state) {
    (void)state;
    gltf_maker m = walker();
    pantin_bytes file = maker_file(&m, true);
    for (size_t k = 0; k < file.size; k++) {
        uint8_t kept = file.data[k];
        for (int bit = 0; bit < 8; bit++) {
            pantin_error error = { 0 };
            file.data[k] = (uint8_t)(kept ^ 1u << bit);
            if (!reads(file.data, file.size, &error)) assert_int_not_equal(error.kind, PANTIN_OK);
        }
        file.data[k] = kept;
    }
    free(file.data);
}

static void chunks_that_lie_are_told(void **state) {
    (void)state;
    gltf_maker m = walker();
    const struct {
        size_t at;
        uint32_t word;
        const char *says;
    } cases[] = { { 4, 1, "GLB version 1 is not read" },
                  { 8, 1u << 30, "the file says 1073741824 bytes" },
                  { 8, 15, "cut short" },
                  { 8, 4, "whose head says 4 bytes" },
                  { 12, 0xfffffff0, "its JSON chunk says 4294967280 bytes" },
                  { 12, 0, "cut short" },
                  { 16, 0x004E4942, "its first chunk is not JSON" } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_error error = { 0 };
        pantin_bytes file = maker_file(&m, true);
        maker_word(file.data + cases[k].at, cases[k].word);
        assert_false(reads(file.data, file.size, &error));
        if (strstr(error.text, cases[k].says) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.text, cases[k].says);
        free(file.data);
    }
}

static void chunks_behind_and_bytes_behind_are_no_fault(void **state) {
    (void)state;
    gltf_maker m = walker();
    pantin_bytes file = maker_file(&m, true);
    uint8_t *longer = calloc(file.size + 16, 1);
    assert_non_null(longer);
    memcpy(longer, file.data, file.size);
    memcpy(longer + file.size, "\4\0\0\0XYZ ....", 12);
    pantin_error error = { 0 };
    assert_true(reads(longer, file.size + 16, &error)); // the head's length leaves them out
    maker_word(longer + 8, (uint32_t)file.size + 12);   // or takes in a chunk of a foreign type
    assert_true(reads(longer, file.size + 12, &error));
    free(longer);
    free(file.data);
}

// --- trees ---------------------------------------------------------------------------------------------

static void nodes_that_are_no_tree_are_told_by_pointer(void **state) {
    (void)state;
    const struct {
        const char *nodes, *where, *says;
    } cases[] = {
        { "{\"children\":[1]},{\"children\":[2]},{\"children\":[1]}", "x.glb /nodes/2/children/0",
          "node 1 has two parents, 0 and 2" },
        { "{},{\"children\":[2]},{\"children\":[1]}", "x.glb /nodes/1", "its own ancestor" },
        { "{\"children\":[0]}", "x.glb /nodes/0", "its own ancestor" },
        { "{\"children\":[1,1]},{}", "x.glb /nodes/0/children/1", "two parents" },
        { "{\"children\":[7]}", "x.glb /nodes/0/children/0", "no index of one of its 1 nodes" },
        { "{\"children\":[-1]}", "x.glb /nodes/0/children/0", "no index" },
        { "{\"children\":[0.5]}", "x.glb /nodes/0/children/0", "no index" },
        { "{\"children\":{}}", "x.glb /nodes/0/children", "not a list" },
        { "7", "x.glb /nodes/0", "not an object" },
        { "{\"rotation\":[0,0,1]}", "x.glb /nodes/0/rotation", "not a list of 4 numbers" },
        { "{\"translation\":[0,0,1e300]}", "x.glb /nodes/0/translation", "within a float's range" },
        { "{\"matrix\":[1]}", "x.glb /nodes/0/matrix", "not a list of 16 numbers" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gltf_maker m = walker();
        m.nodes = cases[k].nodes;
        assert_refused(&m, cases[k].where, cases[k].says);
    }
    gltf_maker m = walker();
    m.skins = "{\"joints\":[0,9]}";
    assert_refused(&m, "x.glb /skins/0/joints/1", "no index of one of its 1 nodes");
}

static void a_tower_of_nodes_is_refused(void **state) {
    (void)state;
    enum { NODES = 3000 };
    char *nodes = calloc(NODES, 40), *to = nodes;
    assert_non_null(nodes);
    for (int k = 0; k < NODES - 1; k++) to += sprintf(to, "{\"children\":[%d]},", k + 1);
    strcpy(to, "{}");
    gltf_maker m = walker();
    m.nodes = nodes;
    assert_refused(&m, "x.glb /nodes/1000", "more than 1000 nodes one below the other");
    free(nodes);
}

static void deep_json_is_refused_at_its_place(void **state) {
    (void)state;
    gltf_maker m = walker();
    char top[400] = "\"extras\":";
    for (int k = 0; k < 100; k++) strcat(top, "[");
    for (int k = 0; k < 100; k++) strcat(top, "]");
    m.top = strcat(top, ",");
    pantin_error error = maker_refusal(&m, false);
    assert_string_equal(error.text, "nested deeper than 64");
    assert_string_equal(error.where, "x.gltf:1:100");
}

// --- references and numbers ------------------------------------------------------------------------------

static void what_does_not_exist_is_told_by_pointer(void **state) {
    (void)state;
    const struct {
        const char *accessor, *where, *says;
    } cases[] = {
        { "\"bufferView\":9,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"",
          "x.glb /accessors/1/bufferView", "the file has 1, the index is 9" },
        { "\"bufferView\":0,\"componentType\":5126,\"count\":1000000000,\"type\":\"VEC3\"",
          "x.glb /accessors/1", "1000000000 elements end at byte 12000000000 of a bufferView of" },
        { "\"componentType\":5126,\"count\":1000000000,\"type\":\"VEC3\"", "x.glb /accessors/1",
          "zeros of no bytes are more than the file makes good" },
        { "\"bufferView\":0,\"componentType\":5126,\"count\":1e30,\"type\":\"VEC3\"",
          "x.glb /accessors/1/count", "1e30 is no whole number" },
        { "\"bufferView\":0,\"componentType\":5126,\"count\":-3,\"type\":\"VEC3\"",
          "x.glb /accessors/1/count", "-3 is no whole number" },
        { "\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"",
          "x.glb /accessors/1", "componentType 5124" },
        { "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC5\"",
          "x.glb /accessors/1", "its type is none of SCALAR .. MAT4" },
        { "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"",
          "x.glb /animations/0/samplers/0", "its values have 4 numbers, not 3" },
        { "\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"",
          "x.glb /animations/0/samplers/0", "2 values are too few for its 3 keys" },
        { "\"bufferView\":0,\"byteOffset\":2147483647,\"componentType\":5126,\"count\":3,"
          "\"type\":\"VEC3\"",
          "x.glb /accessors/1", "elements end at byte 2147483683" },
        { "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":4,"
          "\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}",
          "x.glb /accessors/1", "4 sparse elements in place of 3" },
        { "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
          "\"indices\":{\"bufferView\":0,\"byteOffset\":7,\"componentType\":5121},\"values\":{"
          "\"bufferView\":0}}",
          "x.glb /accessors/1", "sparse index 63 of 3 elements" }, // the last byte of 0.5f
        { "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1}",
          "x.glb /accessors/1/sparse", "without indices" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gltf_maker m = { .nodes = one_node };
        int input = maker_floats(&m, 1, 3, (const float[]){ 0, 0.5f, 1 });
        m.views[0] = '\0'; // one view, of the times and of zeros behind them
        snprintf(m.views, sizeof m.views, "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":%d}", 52);
        m.used = 52;
        maker_channel(&m, 0, "translation", "LINEAR", input, maker_accessor(&m, cases[k].accessor));
        assert_refused(&m, cases[k].where, cases[k].says);
    }
}

static void channels_and_samplers_that_lead_nowhere_are_told(void **state) {
    (void)state;
    const struct {
        const char *sampler, *channel, *where;
    } cases[] = {
        { "{\"input\":9,\"output\":0}", "{\"sampler\":0,\"target\":{\"node\":0}}",
          "x.glb /animations/0/samplers/0/input" },
        { "{\"input\":0}", "{\"sampler\":0,\"target\":{\"node\":0}}",
          "x.glb /animations/0/samplers/0" },
        { "{\"input\":0,\"output\":0,\"interpolation\":\"BEZIER\"}", "{}",
          "x.glb /animations/0/samplers/0" },
        { "{\"input\":0,\"output\":0}", "{\"sampler\":1,\"target\":{\"node\":0}}",
          "x.glb /animations/0/channels/0/sampler" },
        { "{\"input\":0,\"output\":0}", "{\"sampler\":0,\"target\":{\"node\":1}}",
          "x.glb /animations/0/channels/0/target/node" },
        { "{\"input\":0,\"output\":0}", "{\"sampler\":0}", "x.glb /animations/0/channels/0" },
        { "{\"input\":0,\"output\":0}", "{\"target\":{}}", "x.glb /animations/0/channels/0" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gltf_maker m = walker();
        snprintf(m.samplers, sizeof m.samplers, "%s", cases[k].sampler);
        snprintf(m.channels, sizeof m.channels, "%s", cases[k].channel);
        assert_refused(&m, cases[k].where, "");
    }
}

static void keys_that_are_no_numbers_are_refused(void **state) {
    (void)state;
    const uint32_t not_finite[] = { 0x7fc00000, 0x7f800000, 0xff800000 }; // NaN and both infinities
    for (int k = 0; k < 3; k++) {
        gltf_maker m = walker();
        maker_word(m.bytes + 4, not_finite[k]); // the second time
        assert_refused(&m, "x.glb /accessors/0", "element 1 is not a finite number");
        gltf_maker places = walker();
        maker_word(places.bytes + 12 + 24, not_finite[k]); // the third place
        assert_refused(&places, "x.glb /accessors/1", "element 2 is not a finite number");
    }
}

static void too_few_and_too_many_frames_are_refused(void **state) {
    (void)state;
    const struct {
        float last;
        const char *says;
    } cases[] = { { 0, "animation #0 has fewer than 3 frames: 1" },
                  { 0.04166667f, "animation #0 has fewer than 3 frames: 2" },
                  { 1e9f, "24000000001 frames of 1 joints are more than the file makes good" },
                  { 3e38f, "are more than the file makes good" } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gltf_maker m = { .nodes = one_node };
        int input = maker_floats(&m, 1, 2, (const float[]){ 0, cases[k].last });
        maker_channel(&m, 0, "translation", "LINEAR", input,
                      maker_floats(&m, 3, 2, (const float[6]){ 0 }));
        assert_refused(&m, "x.glb", cases[k].says);
    }
}

static void no_animation_and_old_versions_are_told(void **state) {
    (void)state;
    gltf_maker m = { .nodes = one_node };
    pantin_error error = { 0 };
    pantin_motion *motion = maker_read(&m, true, NULL, &error);
    assert_non_null(motion);
    assert_int_equal(pantin_motion_animation_default(motion, &error), PANTIN_NONE);
    assert_string_equal(error.text, "no animation in it");
    pantin_motion_free(motion);
    static const char old[] = "{\"asset\":{\"version\":\"1.0\"}}";
    error = (pantin_error){ 0 };
    assert_null(pantin_motion_read("x.gltf", old, sizeof old - 1, NULL, &error));
    assert_string_equal(error.text, "/asset: glTF version 1.0 is not read; save it as glTF 2.0");
    assert_string_equal(error.where, "x.gltf:1:10");
}

// --- memory ------------------------------------------------------------------------------------------------

static bool read_and_sample(void *context, pantin_error *error) {
    pantin_bytes *file = context;
    pantin_clip clip = { 0 };
    pantin_motion *motion = pantin_motion_read("x.glb", file->data, file->size, NULL, error);
    bool fine = motion != NULL && pantin_motion_sample(motion, 0, &clip, error);
    pantin_clip_free(&clip);
    pantin_motion_free(motion);
    return fine;
}

static void every_refused_allocation_is_told_and_nothing_is_kept(void **state) {
    (void)state;
    gltf_maker m = walker();
    m.nodes = "{\"matrix\":[1,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1],\"children\":[1]},{\"name\":\"b\"}";
    m.skins = "{\"joints\":[1]}";
    const float turns[] = { 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1 }, back[] = { 1, 0.2f, 0.3f };
    maker_channel(&m, 1, "rotation", "LINEAR", 0, maker_floats(&m, 4, 3, turns));
    int unsorted = maker_floats(&m, 1, 3, back); // on no grid: the median is asked for
    maker_channel(&m, 0, "weights", "STEP", unsorted, maker_floats(&m, 1, 6, turns));
    for (int binary = 0; binary < 2; binary++) {
        pantin_bytes file = maker_file(&m, binary == 1);
        assert_true(refusals_sweep(read_and_sample, &file) > 10);
        free(file.data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_with_any_byte_changed_is_read_or_refused),
        cmocka_unit_test(chunks_that_lie_are_told),
        cmocka_unit_test(chunks_behind_and_bytes_behind_are_no_fault),
        cmocka_unit_test(nodes_that_are_no_tree_are_told_by_pointer),
        cmocka_unit_test(a_tower_of_nodes_is_refused),
        cmocka_unit_test(deep_json_is_refused_at_its_place),
        cmocka_unit_test(what_does_not_exist_is_told_by_pointer),
        cmocka_unit_test(channels_and_samplers_that_lead_nowhere_are_told),
        cmocka_unit_test(keys_that_are_no_numbers_are_refused),
        cmocka_unit_test(too_few_and_too_many_frames_are_refused),
        cmocka_unit_test(no_animation_and_old_versions_are_told),
        cmocka_unit_test(every_refused_allocation_is_told_and_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
