// test_gltf_nodes.c — whose motion a glTF holds: trees, wrappers, matrices, skins, names, which animation.
// SPDX-License-Identifier: MIT
#include "gltf_maker.h"
#include "near.h"

/// The node walks from x = 0 to x = 1 in a second.
static void walk(gltf_maker *m, int node) {
    const float times[] = { 0, 0.5f, 1 }, places[] = { 0, 0, 0, 0.5f, 0, 0, 1, 0, 0 };
    int input = maker_floats(m, 1, 3, times);
    maker_channel(m, node, "translation", "LINEAR", input, maker_floats(m, 3, 3, places));
}

static vec3 place_of(const pantin_clip *clip, int frame, int joint) {
    vec3 places[32];
    pantin_clip_places(clip, frame, places);
    return places[joint];
}

static void assert_place(vec3 place, double x, double y, double z) {
    assert_near(place.x, x, 1e-6);
    assert_near(place.y, y, 1e-6);
    assert_near(place.z, z, 1e-6);
}

// --- joints ------------------------------------------------------------------------------------------

static void joints_are_bones_their_ancestors_and_what_moves_depth_first(void **state) {
    (void)state;
    gltf_maker m = { .nodes = "{\"name\":\"toe\"},"                        // 0
                              "{\"name\":\"hips\",\"children\":[3,2]},"    // 1
                              "{\"name\":\"leg\",\"children\":[0]},"       // 2
                              "{\"name\":\"spine\",\"children\":[5]},"     // 3
                              "{\"name\":\"scene\",\"children\":[6,1,7]}," // 4
                              "{\"name\":\"ribbon\"},"                     // 5: no joint
                              "{\"name\":\"prop\"},"                       // 6: moves, no bone
                              "{\"name\":\"mesh\"}",                       // 7: neither
                     .skins = "{\"joints\":[1,3]},{\"joints\":[2,0,1]}" };
    walk(&m, 1);
    walk(&m, 6);
    pantin_clip clip = maker_sample(&m, 0, 0);
    const char *const names[] = { "scene", "prop", "hips", "spine", "leg", "toe" };
    const int parents[] = { PANTIN_NONE, 0, 0, 2, 2, 4 }, nodes[] = { 4, 6, 1, 3, 2, 0 };
    const bool bones[] = { false, false, true, true, true, true };
    assert_int_equal(clip.joint_count, 6);
    assert_int_equal(clip.bone_count, 4); // the union of both skins
    for (int j = 0; j < 6; j++) {
        assert_string_equal(clip.joints[j].name, names[j]);
        assert_int_equal(clip.joints[j].parent, parents[j]);
        assert_int_equal(clip.joints[j].node, nodes[j]);
        assert_int_equal(clip.joints[j].bone, bones[j]);
    }
    assert_int_equal(clip.root, 2);
    assert_true(maker_noted(&clip, "1 animated nodes are not skin joints"));
    pantin_clip_free(&clip);
}

static void missing_double_and_foreign_names_are_kept(void **state) {
    (void)state;
    gltf_maker m = { .nodes = "{\"children\":[1,2,3]},{\"name\":\"Arm\"},{\"name\":\"Arm\"},"
                              "{\"name\":\"\\u0440\\u0443\\u043a\\u0430\"}",
                     .skins = "{\"joints\":[0,1,2,3]}" };
    walk(&m, 0);
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_string_equal(clip.joints[0].name, "node0");
    assert_string_equal(clip.joints[1].name, "Arm");
    assert_string_equal(clip.joints[2].name, "Arm");
    assert_string_equal(clip.joints[3].name, "\xD1\x80\xD1\x83\xD0\xBA\xD0\xB0");
    assert_string_equal(clip.name, "");
    pantin_clip_free(&clip);
}

// --- wrappers ----------------------------------------------------------------------------------------

static void wrappers_of_all_kinds_stand_above_the_motion(void **state) {
    (void)state;
    const struct {
        const char *wrapper;
        double x, y, z; // where a walker from (0, 0, 0) to (1, 0, 0) ends
        bool matrix;    // it stays one
    } cases[] = {
        { "\"rotation\":[0,0,0.70710678,0.70710678]", 0, 1, 0, false },
        { "\"scale\":[0.01,0.01,0.01]", 0.01, 0, 0, false },
        { "\"scale\":[-2,1,1]", -2, 0, 0, false },
        { "\"scale\":[0,1,1]", 0, 0, 0, false },
        { "\"scale\":[0,0,0],\"translation\":[5,6,7]", 5, 6, 7, false },
        { "\"matrix\":[0,2,0,0,-3,0,0,0,0,0,4,0,1,1,1,1]", 1, 3, 1, false },
        { "\"matrix\":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", -1, 0, 0, false }, // mirrored
        { "\"matrix\":[1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1]", 1, 0, 0, false },
        { "\"matrix\":[1,0.5,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", 1, 0.5, 0, true }, // sheared
        { "\"matrix\":[0,0,0,0,0,1,0,0,0,0,1,0,3,0,0,1]", 3, 0, 0, true },     // flat
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char nodes[256];
        snprintf(nodes, sizeof nodes, "{%s,\"children\":[1]},{\"name\":\"walker\"}",
                 cases[k].wrapper);
        gltf_maker m = { .nodes = nodes, .skins = "{\"joints\":[1]}" };
        walk(&m, 1);
        pantin_clip clip = maker_sample(&m, 0, 0);
        assert_place(place_of(&clip, 24, 1), cases[k].x, cases[k].y, cases[k].z);
        assert_int_equal(clip.joints[0].matrix != NULL, cases[k].matrix);
        assert_null(clip.scales); // no track moves it
        pantin_clip_free(&clip);
    }
}

static void a_matrix_gives_back_the_product_it_was(void **state) {
    (void)state;
    // Every turn of a coarse sphere of axes, with uneven and negative scales.
    for (int k = 0; k < 64; k++) {
        vec3 axis = { (k % 4) - 1.5, (k / 4 % 4) - 1.5, (k / 16) - 1.5 };
        quat turn = quat_about(vec3_scale(axis, 1 / vec3_length(axis)), 0.1 + 0.05 * k);
        vec3 scale = { k % 3 == 0 ? -0.5 : 2, 0.25 + k, k % 5 == 0 ? -1 : 3 };
        frame3 f = space_frame_make((vec3){ 1, -2, k }, turn, scale);
        char nodes[800];
        const double *e = f.m;
        snprintf(nodes, sizeof nodes,
                 "{\"name\":\"a\",\"matrix\":[%.9g,%.9g,%.9g,0,%.9g,%.9g,%.9g,0,%.9g,%.9g,%.9g,0,"
                 "%.9g,%.9g,%.9g,1],\"children\":[1]},{\"name\":\"b\"}",
                 e[0], e[4], e[8], e[1], e[5], e[9], e[2], e[6], e[10], e[3], e[7], e[11]);
        gltf_maker m = { .nodes = nodes, .skins = "{\"joints\":[1]}" };
        walk(&m, 1);
        pantin_clip clip = maker_sample(&m, 0, 0);
        assert_null(clip.joints[0].matrix);
        frame3 again = clip_frame_of(&clip, 0, 0);
        for (int i = 0; i < 12; i++) assert_near(again.m[i], e[i], 1e-6 * (1 + k));
        pantin_clip_free(&clip);
    }
}

static void a_sheared_matrix_gives_way_only_to_tracks_of_its_frame(void **state) {
    (void)state;
    const char told[] = "1 animated nodes have a sheared matrix: taken as the nearest rotation";
    gltf_maker m = { .nodes =
                         "{\"matrix\":[1,0.5,0,0,0,1,0,0,0,0,1,0,0,0,0,1],\"children\":[1]},{}",
                     .skins = "{\"joints\":[1]}" };
    walk(&m, 1);
    maker_channel(&m, 0, "weights", "LINEAR", 0,
                  maker_floats(&m, 1, 3, (const float[]){ 0, 1, 0 }));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_non_null(clip.joints[0].matrix);
    assert_false(maker_noted(&clip, told));
    pantin_clip_free(&clip);
    walk(&m, 0);
    clip = maker_sample(&m, 0, 0);
    assert_null(clip.joints[0].matrix);
    assert_true(maker_noted(&clip, told));
    pantin_clip_free(&clip);
}

static void a_scale_track_is_kept_beside_the_others(void **state) {
    (void)state;
    gltf_maker m = { .nodes =
                         "{\"name\":\"a\",\"scale\":[3,3,3],\"children\":[1]},{\"name\":\"b\"}",
                     .skins = "{\"joints\":[0,1]}" };
    const float times[] = { 0, 1 }, sizes[] = { 1, 1, 1, -1, 2, 0 };
    maker_channel(&m, 1, "scale", "LINEAR", maker_floats(&m, 1, 2, times),
                  maker_floats(&m, 3, 2, sizes));
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_non_null(clip.scales);
    assert_true(clip.scales[0].x == 3);           // at rest
    assert_true(clip.scales[24 * 2 + 1].x == -1); // and the moved one through zero
    assert_near(clip.scales[12 * 2 + 1].x, 0, 1e-12);
    assert_int_equal(clip.joints[1].moves, PANTIN_MOVES_SCALE);
    pantin_clip_free(&clip);
}

// --- which animation -----------------------------------------------------------------------------------

static int default_of(const gltf_maker *m, pantin_error *error) {
    pantin_motion *motion = maker_read(m, true, NULL, error);
    if (motion == NULL) fail_msg("%s: %s", error->where, error->text);
    int animation = pantin_motion_animation_default(motion, error);
    pantin_motion_free(motion);
    return animation;
}

static void the_default_animation_is_the_first_that_moves_a_bone(void **state) {
    (void)state;
    pantin_error error = { 0 };
    gltf_maker m = { .nodes = "{\"name\":\"hips\"},{\"name\":\"eye\",\"camera\":0}",
                     .skins = "{\"joints\":[0]}" };
    walk(&m, 1);
    maker_animation(&m, "Camera");
    walk(&m, 0);
    maker_animation(&m, "Walk");
    assert_int_equal(default_of(&m, &error), 1);
    m.skins = NULL; // without a skin it is no camera either
    assert_int_equal(default_of(&m, &error), 1);
    m.skins = "{\"joints\":[0]}";
    pantin_error refusal = maker_refusal(&m, true);
    assert_string_equal(refusal.text, "animation 'Camera' moves no skin joint");
    m.skins = "{\"joints\":[]}"; // a skin of nothing is none
    refusal = maker_refusal(&m, true);
    assert_string_equal(refusal.text, "animation 'Camera' moves no node but cameras");
    pantin_clip clip = maker_sample(&m, 1, 0);
    assert_true(maker_noted(&clip, "2 animations, took #1 'Walk'"));
    assert_true(maker_noted(&clip, "no skin: animated nodes taken as bones"));
    assert_int_equal(clip.animation, 1);
    assert_int_equal(clip.animations, 2);
    pantin_clip_free(&clip);
}

static void channels_of_extensions_are_left_alone_and_told(void **state) {
    (void)state;
    gltf_maker m = { .nodes = "{\"name\":\"hips\"}" };
    walk(&m, 0);
    maker_add(m.channels,
              "{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{"
              "\"KHR_animation_pointer\":{\"pointer\":\"/materials/0/alphaCutoff\"}}}}");
    maker_add(m.channels, "{\"sampler\":0,\"target\":{\"path\":\"translation\"}}");
    maker_add(m.channels, "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}");
    pantin_clip clip = maker_sample(&m, 0, 0);
    assert_true(
        maker_noted(&clip, "2 channels move no node (extensions): cut with the rest, not closed"));
    assert_true(maker_noted(&clip, "1 channels move what another moves already: left out"));
    pantin_clip_free(&clip);
}

static void packed_keys_are_refused_by_the_name_of_the_extension(void **state) {
    (void)state;
    gltf_maker m = { .nodes = "{\"name\":\"hips\"}" };
    walk(&m, 0);
    m.top = "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],";
    pantin_clip clip = maker_sample(&m, 0, 0); // meshes are none of ours
    pantin_clip_free(&clip);
    m.top = "\"extensionsRequired\":[\"EXT_meshopt_compression\"],";
    char *end = strrchr(m.views, '}'); // of the last view, the places
    snprintf(end, 200, ",\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0}}}");
    pantin_error error = maker_refusal(&m, true);
    assert_string_equal(error.where, "x.glb /bufferViews/1");
    assert_string_equal(
        error.text,
        "animation keys packed by EXT_meshopt_compression are not read; save the file without it");
    m.top = NULL; // not required: the bytes are there as well
    clip = maker_sample(&m, 0, 0);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_bones_their_ancestors_and_what_moves_depth_first),
        cmocka_unit_test(missing_double_and_foreign_names_are_kept),
        cmocka_unit_test(wrappers_of_all_kinds_stand_above_the_motion),
        cmocka_unit_test(a_matrix_gives_back_the_product_it_was),
        cmocka_unit_test(a_sheared_matrix_gives_way_only_to_tracks_of_its_frame),
        cmocka_unit_test(a_scale_track_is_kept_beside_the_others),
        cmocka_unit_test(the_default_animation_is_the_first_that_moves_a_bone),
        cmocka_unit_test(channels_of_extensions_are_left_alone_and_told),
        cmocka_unit_test(packed_keys_are_refused_by_the_name_of_the_extension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
