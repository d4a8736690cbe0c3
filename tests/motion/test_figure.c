// test_figure.c — legs, hips and shoulders are found by the names the field uses, and by shape without any.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/text.h"
#include "clip_maker.h"
#include "motion/joint_words.h"
#include "shared_clip.h"

static char names[MAKER_JOINTS][64];

static void rename_joint(pantin_clip *clip, int joint, const char *name) {
    text_print(names[joint], sizeof names[joint], "%s", name);
    clip->joints[joint].name = names[joint];
}

/// The figure at rest, its arms and legs (thumbs apart) called as a convention does. The others lose their names.
static void make_named(pantin_clip *clip, const char *const convention[2][9]) {
    static const int joints[8] = { MAKER_LEFT_THIGH,   MAKER_LEFT_SHIN,     MAKER_LEFT_FOOT,
                                   MAKER_LEFT_TOE,     MAKER_LEFT_SHOULDER, MAKER_LEFT_ARM,
                                   MAKER_LEFT_FOREARM, MAKER_LEFT_HAND };
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 3;
    assert_true(maker_figure(&recipe, "named", clip));
    for (int k = 0; k < MAKER_JOINTS; k++) {
        char name[16];
        text_print(name, sizeof name, "node%d", k);
        rename_joint(clip, k, name);
    }
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 8; k++)
            rename_joint(clip, joints[k] + side * MAKER_SIDE, convention[side][k]);
}

static void check_legs(const pantin_figure *figure) {
    assert_int_equal(figure->leg_count, 2);
    for (int side = 0; side < 2; side++) {
        const pantin_leg *leg = &figure->legs[side];
        int shift = side * MAKER_SIDE;
        assert_int_equal(leg->thigh, MAKER_LEFT_THIGH + shift);
        assert_int_equal(leg->shin, MAKER_LEFT_SHIN + shift);
        assert_int_equal(leg->foot, MAKER_LEFT_FOOT + shift);
        assert_int_equal(leg->toe, MAKER_LEFT_TOE + shift);
    }
    assert_int_equal(figure->left_hip, MAKER_LEFT_THIGH);
    assert_int_equal(figure->right_hip, MAKER_LEFT_THIGH + MAKER_SIDE);
}

static void names_of_the_field_are_understood(void **state) {
    (void)state;
    // Thigh, shin, foot, toe, shoulder, arm, forearm, hand; of the left side, then of the right.
    static const char *const conventions[][2][9] = {
        { { "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
            "mixamorig:LeftToeBase", "mixamorig:LeftShoulder", "mixamorig:LeftArm",
            "mixamorig:LeftForeArm", "mixamorig:LeftHand" },
          { "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot",
            "mixamorig:RightToeBase", "mixamorig:RightShoulder", "mixamorig:RightArm",
            "mixamorig:RightForeArm", "mixamorig:RightHand" } },
        { { "thigh.L", "shin.L", "foot.L", "toe.L", "shoulder.L", "upper_arm.L", "forearm.L",
            "hand.L" },
          { "thigh.R", "shin.R", "foot.R", "toe.R", "shoulder.R", "upper_arm.R", "forearm.R",
            "hand.R" } },
        { { "DEF-thigh.L", "DEF-shin.L", "DEF-foot.L", "DEF-toe.L", "DEF-shoulder.L",
            "DEF-upper_arm.L", "DEF-forearm.L", "DEF-hand.L" },
          { "DEF-thigh.R", "DEF-shin.R", "DEF-foot.R", "DEF-toe.R", "DEF-shoulder.R",
            "DEF-upper_arm.R", "DEF-forearm.R", "DEF-hand.R" } },
        { { "thigh_l", "calf_l", "foot_l", "ball_l", "clavicle_l", "upperarm_l", "lowerarm_l",
            "hand_l" },
          { "thigh_r", "calf_r", "foot_r", "ball_r", "clavicle_r", "upperarm_r", "lowerarm_r",
            "hand_r" } },
        { { "Bip01 L Thigh", "Bip01 L Calf", "Bip01 L Foot", "Bip01 L Toe0", "Bip01 L Clavicle",
            "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand" },
          { "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot", "Bip01 R Toe0", "Bip01 R Clavicle",
            "Bip01 R UpperArm", "Bip01 R Forearm", "Bip01 R Hand" } },
        { { "upperleg.l", "lowerleg.l", "foot.l", "toes.l", "shoulder.l", "upperarm.l",
            "lowerarm.l", "hand.l" },
          { "upperleg.r", "lowerleg.r", "foot.r", "toes.r", "shoulder.r", "upperarm.r",
            "lowerarm.r", "hand.r" } },
        { { "LeftHip", "LeftKnee", "LeftAnkle", "LeftToe", "LeftCollar", "LeftShoulder",
            "LeftElbow", "LeftWrist" },
          { "RightHip", "RightKnee", "RightAnkle", "RightToe", "RightCollar", "RightShoulder",
            "RightElbow", "RightWrist" } },
        { { "lfemur", "ltibia", "lfoot", "ltoes", "lclavicle", "larm", "lradius", "lhand" },
          { "rfemur", "rtibia", "rfoot", "rtoes", "rclavicle", "rarm", "rradius", "rhand" } },
        { { "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg", "J_Bip_L_Foot", "J_Bip_L_ToeBase",
            "J_Bip_L_Shoulder", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand" },
          { "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg", "J_Bip_R_Foot", "J_Bip_R_ToeBase",
            "J_Bip_R_Shoulder", "J_Bip_R_UpperArm", "J_Bip_R_LowerArm", "J_Bip_R_Hand" } },
        { { "LEFT_THIGH", "LEFT_CALF", "LEFT_FOOT", "LEFT_TOE", "LEFT_SHOULDER", "LEFT_ARM",
            "LEFT_FOREARM", "LEFT_HAND" },
          { "RIGHT_THIGH", "RIGHT_CALF", "RIGHT_FOOT", "RIGHT_TOE", "RIGHT_SHOULDER", "RIGHT_ARM",
            "RIGHT_FOREARM", "RIGHT_HAND" } },
        { { "ThighL_011", "ShinL_012", "FootL_013", "ToeL_014", "ShoulderL_015", "ArmL_016",
            "ForeArmL_017", "HandL_018" },
          { "ThighR_021", "ShinR_022", "FootR_023", "ToeR_024", "ShoulderR_025", "ArmR_026",
            "ForeArmR_027", "HandR_028" } },
    };
    for (size_t k = 0; k < sizeof conventions / sizeof *conventions; k++) {
        pantin_clip clip;
        make_named(&clip, conventions[k]);
        pantin_figure figure = pantin_figure_find(&clip);
        check_legs(&figure);
        assert_int_equal(figure.left_shoulder, MAKER_LEFT_ARM);
        assert_int_equal(figure.right_shoulder, MAKER_LEFT_ARM + MAKER_SIDE);
        pantin_clip_free(&clip);
    }
}

static void without_names_the_shape_tells(void **state) {
    (void)state;
    static const char *const nothing[2][9] = { { "a", "b", "c", "d", "e", "f", "g", "h" },
                                               { "a", "b", "c", "d", "e", "f", "g", "h" } };
    for (int back = 0; back < 2; back++) {
        pantin_clip clip;
        make_named(&clip, nothing);
        // Turned about, left is still left: the toes tell.
        for (int i = 0; back && i < 3; i++)
            *clip_rotation(&clip, i, MAKER_HIPS) = maker_turn(0, 1, 0, 180);
        pantin_figure figure = pantin_figure_find(&clip);
        check_legs(&figure);
        assert_int_equal(figure.left_shoulder, MAKER_LEFT_ARM);
        assert_int_equal(figure.right_shoulder, MAKER_LEFT_ARM + MAKER_SIDE);
        pantin_clip_free(&clip);
    }
}

static void bones_that_only_steer_are_no_feet(void **state) {
    (void)state;
    // Feet that hang on the hips beside the legs, as control rigs have them: no leg ends in them, and the shape
    // finds the true ones.
    static const char *const control[2][9] = { { "a", "b", "c", "d", "e", "f", "g", "h" },
                                               { "i", "j", "k", "l", "m", "n", "o", "p" } };
    pantin_clip clip;
    make_named(&clip, control);
    rename_joint(&clip, MAKER_SPINE, "Foot.L");
    rename_joint(&clip, MAKER_JAW, "ik_foot_r");
    rename_joint(&clip, MAKER_HEAD_TOP, "foot_roll.R");
    pantin_figure figure = pantin_figure_find(&clip);
    check_legs(&figure);
    pantin_clip_free(&clip);
}

static void names_are_cut_into_words(void **state) {
    (void)state;
    static const struct {
        const char *name, *first, *last;
        int count;
        joint_side side;
    } cases[] = { { "mixamorig:LeftUpLeg", "mixamorig", "leg", 3, JOINT_LEFT },
                  { "LHipJoint", "hip", "joint", 2, JOINT_LEFT },
                  { "lfoot", "foot", "foot", 1, JOINT_LEFT },
                  { "Lefthand", "hand", "hand", 1, JOINT_LEFT },
                  { "b_RightFoot02_022", "b", "foot", 2, JOINT_RIGHT },
                  { "Bip01 R Toe0", "bip", "toe", 2, JOINT_RIGHT },
                  { "IKFoot", "ik", "foot", 2, JOINT_MIDDLE },
                  { "lowerback", "lowerback", "lowerback", 1, JOINT_MIDDLE },
                  { "root", "root", "root", 1, JOINT_MIDDLE },
                  { "", "", "", 0, JOINT_MIDDLE },
                  { "\xc3\xa9\x80 42", "", "", 0, JOINT_MIDDLE } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        joint_words words = joint_words_of(cases[k].name);
        assert_int_equal(words.count, cases[k].count);
        assert_int_equal(words.side, cases[k].side);
        if (words.count == 0) continue;
        assert_string_equal(words.words[0], cases[k].first);
        assert_string_equal(words.words[words.count - 1], cases[k].last);
    }
}

static void odd_trees_do_no_harm(void **state) {
    (void)state;
    // One joint; a chain of 3,000 that is all feet; a fan of 3,000 hands.
    for (int shape = 0; shape < 3; shape++) {
        pantin_clip clip;
        int joints = shape == 0 ? 1 : 3000;
        assert_true(clip_begin(&clip, joints, 3, false, NULL));
        for (int k = 0; k < joints; k++) {
            clip.joints[k] = (pantin_joint){ .name = shape == 1 ? "foot" : "hand",
                                             .parent = k == 0       ? PANTIN_NONE
                                                       : shape == 1 ? k - 1
                                                                    : 0,
                                             .bone = true,
                                             .translation = { 0, -1, 0 },
                                             .rotation = quat_identity(),
                                             .scale = { 1, 1, 1 } };
            for (int i = 0; i < 3; i++) *clip_rotation(&clip, i, k) = quat_identity();
        }
        pantin_figure figure = pantin_figure_find(&clip);
        assert_true(figure.leg_count <= PANTIN_LEGS_MOST);
        assert_int_equal(figure.left_hip, PANTIN_NONE);
        assert_int_equal(figure.right_shoulder, PANTIN_NONE);
        pantin_clip_free(&clip);
    }
}

/// Reads a clip and checks its legs: "thigh shin foot toe|…", and left and right hip and shoulder.
static void check_real(const char *file, const char *legs, const char *line) {
    pantin_clip clip;
    pantin_error error = { 0 };
    if (!shared_clip(file, &clip, &error)) fail_msg("%s: %s", error.where, error.text);
    pantin_figure figure = pantin_figure_find(&clip);
    text found = { 0 };
#define NAME(joint) ((joint) == PANTIN_NONE ? "-" : clip.joints[joint].name)
    for (int k = 0; k < figure.leg_count; k++) {
        const pantin_leg *leg = &figure.legs[k];
        text_format(&found, "%s%s %s %s %s", k > 0 ? "|" : "", NAME(leg->thigh), NAME(leg->shin),
                    NAME(leg->foot), NAME(leg->toe));
    }
    assert_string_equal(found.data, legs);
    found.size = 0;
    text_format(&found, "%s %s %s %s", NAME(figure.left_hip), NAME(figure.right_hip),
                NAME(figure.left_shoulder), NAME(figure.right_shoulder));
    assert_string_equal(found.data, line);
    text_free(&found);
    pantin_clip_free(&clip);
}

static void real_figures_have_their_legs(void **state) {
    (void)state;
    pantin_clip clip;
    if (!shared_clip("glb/Fox_khronos.glb", &clip, NULL)) skip();
    pantin_clip_free(&clip);
    check_real("glb/Fox_khronos.glb",
               "b_LeftLeg01_015 b_LeftLeg02_016 b_LeftFoot01_017 b_LeftFoot02_018|"
               "b_RightLeg01_019 b_RightLeg02_020 b_RightFoot01_021 b_RightFoot02_022|"
               "b_RightUpperArm_06 b_RightForeArm_07 b_RightHand_08 -|"
               "b_LeftUpperArm_09 b_LeftForeArm_010 b_LeftHand_011 -",
               "b_LeftLeg01_015 b_RightLeg01_019 b_LeftUpperArm_09 b_RightUpperArm_06");
    check_real("glb/cesium_man.gltf", "node7 node8 node9 node10|node3 node4 node5 node6",
               "node3 node7 node13 node16");
    check_real("glb/pab_walk.glb",
               "LeftUpLeg LeftLeg LeftFoot LeftFootThumb1|"
               "RightUpLeg RightLeg RightFoot RightFootThumb1",
               "LeftUpLeg RightUpLeg LeftArm RightArm");
    check_real("bvh/cmu_12_01_walk.bvh",
               "LeftUpLeg LeftLeg LeftFoot LeftToeBase|RightUpLeg RightLeg RightFoot RightToeBase",
               "LeftUpLeg RightUpLeg LeftArm RightArm");
    check_real("bvh/jumping_jacks.bvh",
               "LeftHip LeftKnee LeftAnkle LeftToe|RightHip RightKnee RightAnkle RightToe",
               "LeftHip RightHip LeftShoulder RightShoulder");
    check_real("glb/Med_MovementBasic.glb",
               "upperleg.l lowerleg.l foot.l toes.l|upperleg.r lowerleg.r foot.r toes.r",
               "upperleg.l upperleg.r upperarm.l upperarm.r");
    check_real("variants/v02_zup_wrapper.glb",
               "LeftUpLeg LeftLeg LeftFoot LeftToeBase|RightUpLeg RightLeg RightFoot RightToeBase",
               "LeftUpLeg RightUpLeg LeftArm RightArm");
    // Whichever of the two is left, hips and shoulders agree.
    check_real("variants/v20_no_names.glb",
               "node52 node53 node54 node55|node56 node57 node58 node59",
               "node52 node56 node5 node30");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_field_are_understood),
        cmocka_unit_test(without_names_the_shape_tells),
        cmocka_unit_test(bones_that_only_steer_are_no_feet),
        cmocka_unit_test(names_are_cut_into_words),
        cmocka_unit_test(odd_trees_do_no_harm),
        cmocka_unit_test(real_figures_have_their_legs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
