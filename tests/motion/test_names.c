// test_names.c — a joint's name tells whether it belongs to the core of a figure, and which one carries it.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "motion/names.h"
#include "tiny_bvh.h"

static void core_bones_are_told_by_name(void **state) {
    (void)state;
    static const char *const core[] = {
        "Hips",    "LeftForeArm", "mixamorig:Spine2", "thigh.L",      "upperarm_r",
        "neck_01", "RightUpLeg",  "LHipJoint",        "Head",         "Spring",
        "spike",   "Middleton",   "LeftKnee",         "clavicle_l",   "shin.R",
        "calf_l",  "lowerback",   "Bip01 R Calf",     "LeftShoulder", "DEF-spine.003",
        "",        "surface",     "rearbody",         "node7",
    };
    static const char *const rest[] = {
        "LeftToeBase", "toe.L",      "ball_l",        "index_01_l",   "mixamorig:LeftHandThumb1",
        "lhand",       "RFingers",   "LThumb",        "LeftWrist",    "RightFoot",
        "b_Ankle_r",   "IKTarget",   "footIK.l",      "ik_hand_root", "upperarm_twist_01_l",
        "Jaw",         "LeftEye",    "eyes",          "ear.R",        "REars",
        "FaceJoint",   "hair_front", "PonyTail",      "Tail01",       "b_Tail02_013",
        "ring_02_r",   "pinky_03_l", "f_middle.01.L", "palm.02.R",    "Hair1",
    };
    for (size_t k = 0; k < sizeof core / sizeof *core; k++)
        if (!names_joint_is_core(&(pantin_joint){ .name = core[k] })) fail_msg("%s", core[k]);
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        if (names_joint_is_core(&(pantin_joint){ .name = rest[k] })) fail_msg("%s", rest[k]);
}

static void words_are_found_whatever_their_case(void **state) {
    (void)state;
    assert_true(names_hold("LeftToeBase", "toe"));
    assert_false(names_hold("to", "toe"));
    assert_true(names_begin("HipsRoot", "hip") && names_end("LeftHIPS", "hips"));
    assert_false(names_end("s", "hips") || names_begin("", "hip"));
    assert_true(names_have_part("LeftHandIndex1", "index") && names_have_part("kneeIK.l", "ik"));
    assert_false(names_have_part("LeftForeArm", "ear") || names_have_part("bring", "ring"));
}

/// A clip of three frames of joints in a chain, as they are named; all bones.
static pantin_clip chain(const char *const *names, int count) {
    pantin_clip clip;
    assert_true(clip_begin(&clip, count, 3, false, NULL));
    for (int k = 0; k < count; k++)
        clip.joints[k] = (pantin_joint){ .name = names[k],
                                         .parent = k - 1,
                                         .bone = true,
                                         .moves = PANTIN_MOVES_TRANSLATION,
                                         .scale = { 1, 1, 1 },
                                         .rotation = quat_identity() };
    for (int k = 0; k < 3 * count; k++) clip.rotations[k] = quat_identity();
    return clip;
}

static void the_root_is_the_shallowest_hip(void **state) {
    (void)state;
    static const struct {
        const char *names[4];
        int root;
    } cases[] = { { { "Armature", "mixamorig:Hips", "LeftHip", "Spine" }, 1 },
                  { { "Root", "Base", "b_COG_01", "Pelvis" }, 2 },
                  { { "Reference", "HipCenter", "x", "Pelvis" }, 1 },
                  { { "Reference", "hip_helper", "x", "pelvis" }, 3 },
                  { { "Reference", "HipRoot", "Hips", "x" }, 1 },
                  { { "a", "b", "c", "d" }, 0 } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_clip clip = chain(cases[k].names, 4);
        assert_int_equal(clip_find_root(&clip), cases[k].root);
        clip.joints[cases[k].root].bone = false; // only bones carry a figure
        assert_int_not_equal(clip_find_root(&clip), cases[k].root);
        pantin_clip_free(&clip);
    }
}

static void without_a_hip_the_root_is_what_is_carried(void **state) {
    (void)state;
    static const char *const names[] = { "a", "b", "c", "d" };
    pantin_clip clip = chain(names, 4);
    // 0.4 cm is a tremble; 0.6 cm is carried, if the world is no smaller than it looks.
    clip_translation(&clip, 1, 1)->x = 0.004;
    clip_translation(&clip, 2, 2)->y = 0.006;
    assert_int_equal(clip_find_root(&clip), 2);
    clip.scales = ARENA_ARRAY(clip_memory(&clip), vec3, 12);
    for (int k = 0; k < 12; k++) clip.scales[k] = (vec3){ 1, 1, 1 };
    clip.scales[0] = (vec3){ 0.5, 0.5, 0.5 }; // of the first joint: 0.3 cm in the world
    assert_int_equal(clip_find_root(&clip), 0);
    clip.scales[0] = (vec3){ 2, 2, 2 }; // now the tremble is one of 0.8 cm
    assert_int_equal(clip_find_root(&clip), 1);
    clip.scales = NULL;
    // Two as deep as one another: the one that moves most.
    clip.joints[3].parent = 1;
    clip_translation(&clip, 1, 3)->z = 0.05;
    assert_int_equal(clip_find_root(&clip), 3);
    pantin_clip_free(&clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(core_bones_are_told_by_name),
        cmocka_unit_test(words_are_found_whatever_their_case),
        cmocka_unit_test(the_root_is_the_shallowest_hip),
        cmocka_unit_test(without_a_hip_the_root_is_what_is_carried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
