// test_bones.c — what a bone takes hold of, how its angle is read, the way a jump takes, loose knees.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "refusals.h"
#include "rig/skeleton.h"

#define assert_near(value, expected, by) assert_true(fabs((value) - (expected)) <= (by))

/// A trunk (20..100 x 20..180), an arm from it (to 280, 80..110), and 12 px under the arm a shelf that hangs on
/// the trunk too.
static bool figure(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self, (void)path;
    if (!pantin_image_create(300, 200, image, error)) return false;
    for (int y = 0; y < 200; y++)
        for (int x = 0; x < 300; x++) {
            bool trunk = x >= 20 && x < 100 && y >= 20 && y < 180;
            bool arm = x >= 100 && x < 280 && y >= 80 && y < 110;
            bool shelf = x >= 100 && x < 280 && y >= 122 && y < 158;
            image->pixels[4 * (y * 300 + x) + 3] = trunk || arm || shelf ? 255 : 0;
        }
    return true;
}

static const char arm_bones[] =
    "[ {\"name\":\"lower\",\"from\":\"elbow\",\"to\":\"hand\"},"
    "{\"name\":\"upper\",\"from\":\"shoulder\",\"to\":\"elbow\",\"pull\":3} ]";

static bool load(const char *bones, const char *elbow_turn, const char *more, pantin_puppet *puppet,
                 pantin_error *error) {
    char source[2048];
    int length = snprintf(
        source, sizeof source,
        "{\"pantin\":\"puppet/1\",\"name\":\"s\",\"drawings\":{\"d\":{\"image\":\"d.png\"}},"
        "\"pieces\":{\"p\":{\"drawing\":\"d\",\"mesh\":{\"spacing_px\":5},\"handles\":{"
        "\"trunk\":{\"at_px\":[60,140],\"turn\":\"set\"},"
        "\"shoulder\":{\"at_px\":[110,95]},"
        "\"elbow\":{\"at_px\":[190,95],\"turn\":\"%s\"},"
        "\"hand\":{\"at_px\":[270,95],\"turn\":\"set\"}},\"bones\":%s}},%s"
        "\"views\":{\"v\":{\"draw\":[\"p\"],\"ground_px\":[60,180]}}}",
        elbow_turn, bones, more);
    assert_true(length > 0 && length < (int)sizeof source);
    pantin_assets assets = { .image = figure };
    return pantin_puppet_load("s.json", source, (size_t)length, &assets, puppet, error);
}

static pantin_puppet load_or_fail(const char *bones, const char *elbow_turn, const char *more) {
    pantin_puppet puppet;
    pantin_error error = { 0 };
    if (!load(bones, elbow_turn, more, &puppet, &error))
        fail_msg("%s: %s", error.where, error.text);
    return puppet;
}

static vec2 centroid(const pantin_mesh *mesh, int triangle) {
    const int *c = mesh->triangles[triangle];
    vec2 sum = vec2_add(vec2_add(mesh->vertices[c[0]], mesh->vertices[c[1]]), mesh->vertices[c[2]]);
    return vec2_scale(sum, 1.0 / 3);
}

static void a_bone_holds_its_limb_between_its_joints_and_nothing_beside_it(void **state) {
    (void)state;
    pantin_puppet puppet = load_or_fail(arm_bones, "free", "");
    const pantin_puppet_piece *piece = &puppet.pieces[0];
    const pantin_puppet_bone *upper = &piece->bones[1];
    vec2 shoulder = piece->handles[1].grip.center, elbow = piece->handles[2].grip.center;
    double strongest = 0;
    assert_true(upper->triangle_count > 50);
    for (int k = 0; k < upper->triangle_count; k++) {
        vec2 c = centroid(&piece->triangles, upper->triangles[k]);
        assert_true(c.x >= shoulder.x && c.x <= elbow.x && c.y > 78 && c.y < 112);
        // The handles lie 13.3 px from the border, so R = 9.3: nothing within 6.5 px of a joint.
        assert_true(vec2_distance(c, shoulder) > 6.5 && vec2_distance(c, elbow) > 6.5);
        assert_true(upper->weights[k] > 0 && upper->weights[k] <= 3);
        strongest = fmax(strongest, upper->weights[k]);
    }
    assert_near(strongest, 3, 0);
    pantin_puppet_free(&puppet);
}

static void a_wide_bone_does_not_reach_across_a_gap(void **state) {
    (void)state;
    // 60 px of half width would take the shelf and the trunk's side, but only what hangs together between
    // the joints with the bone's middle counts: the arm.
    pantin_puppet puppet = load_or_fail("[ {\"name\":\"arm\",\"from\":\"shoulder\",\"to\":\"hand\","
                                        "\"half_width_px\":60} ]",
                                        "free", "");
    const pantin_puppet_bone *arm = &puppet.pieces[0].bones[0];
    assert_true(arm->triangle_count > 50);
    for (int k = 0; k < arm->triangle_count; k++)
        assert_true(centroid(&puppet.pieces[0].triangles, arm->triangles[k]).y < 112);
    pantin_puppet_free(&puppet);
}

typedef struct arm {
    pantin_puppet puppet;
    arena memory;
    skeleton bones;
    pantin_target rest[4], targets[4];
} arm;

static void arm_enter(arm *a, const char *elbow_turn) {
    a->puppet = load_or_fail(arm_bones, elbow_turn, "");
    a->memory = (arena){ 0 };
    for (int h = 0; h < 4; h++)
        a->targets[h] = a->rest[h] =
            (pantin_target){ a->puppet.pieces[0].handles[h].grip.center, 0, 1 };
    assert_true(skeleton_create(&a->bones, &a->puppet.pieces[0], a->rest, &a->memory));
}

static void arm_leave(arm *a) {
    arena_free(&a->memory);
    pantin_puppet_free(&a->puppet);
}

/// Turns the upper arm by `first` and the forearm by `first + second`, degrees.
static void arm_fold(arm *a, double first, double second) {
    double angle = first * TRIG_DEGREE, next = (first + second) * TRIG_DEGREE;
    vec2 upper = vec2_sub(a->rest[2].center, a->rest[1].center);
    vec2 lower = vec2_sub(a->rest[3].center, a->rest[2].center);
    a->targets[2].center = vec2_add(a->rest[1].center, vec2_turn(upper, cos(angle), sin(angle)));
    a->targets[3].center = vec2_add(a->targets[2].center, vec2_turn(lower, cos(next), sin(next)));
}

static void a_child_turns_on_from_its_parent(void **state) {
    (void)state;
    arm a;
    arm_enter(&a, "free");
    arm_fold(&a, 120, 100); // 220 degrees in all: on from the parent's 120, not back to -140
    skeleton_read(&a.bones, a.targets);
    assert_near(a.bones.angles[1], 120 * TRIG_DEGREE, 1e-9);
    assert_near(a.bones.angles[0], 220 * TRIG_DEGREE, 1e-9);
    a.targets[3] = a.targets[2]; // no length: it goes with its parent
    skeleton_read(&a.bones, a.targets);
    assert_near(a.bones.angles[0], 120 * TRIG_DEGREE, 1e-9);
    arm_leave(&a);
}

static void a_ramp_turns_joints_evenly_and_ends_at_the_pose(void **state) {
    (void)state;
    arm a;
    arm_enter(&a, "free");
    arm_fold(&a, -90, 150);
    a.targets[0].center.y -= 8; // the trunk has no bone: it goes straight
    skeleton_read(&a.bones, a.targets);
    int steps = skeleton_ramp(&a.bones, a.targets);
    assert_int_equal(steps, 8); // 150 / 20 = 7.5
    double length = vec2_distance(a.rest[3].center, a.rest[2].center);
    for (int s = 0; s < steps; s++) {
        const pantin_target *set = a.bones.path[s];
        vec2 lower = vec2_sub(set[3].center, set[2].center);
        double angle = 60 * TRIG_DEGREE * (s + 1) / steps;
        assert_near(vec2_length(lower), length, 1e-9); // a straight way would shorten it
        assert_near(atan2(lower.y, lower.x), angle, 1e-9);
        assert_near(set[0].center.y, a.rest[0].center.y - (s + 1.0), 1e-9);
    }
    assert_memory_equal(a.bones.path[steps - 1], a.targets, sizeof a.targets);
    arm_fold(&a, 0, 175); // 8.75, and never more than 16
    skeleton_read(&a.bones, a.targets);
    assert_int_equal(skeleton_ramp(&a.bones, a.targets), 9);
    arm_leave(&a);
}

static void a_handle_between_two_bones_turns_half_way(void **state) {
    (void)state;
    arm a;
    arm_enter(&a, "bone");
    arm_fold(&a, 30, 60);
    skeleton_read(&a.bones, a.targets);
    skeleton_turn(&a.bones, a.targets);
    assert_near(a.targets[2].angle, 60 * TRIG_DEGREE, 1e-9);
    assert_near(a.targets[3].angle, 0, 0); // "set": the pose's own
    arm_leave(&a);
}

static void a_loose_elbow_is_placed_by_its_limb_and_misses_nothing(void **state) {
    (void)state;
    pantin_puppet puppet = load_or_fail(
        arm_bones, "free",
        "\"limbs\":[{\"name\":\"arm\",\"piece\":\"p\",\"root\":\"shoulder\",\"mid\":\"elbow\","
        "\"end\":\"hand\",\"bend\":\"forward\",\"hold_mid\":false}],");
    pantin_error error = { 0 };
    pantin_actor *actor = pantin_actor_create(&puppet, NULL, &error);
    assert_non_null(actor);
    pantin_target targets[4];
    pantin_actor_targets(actor, 0, NULL, targets);
    targets[3].center.x -=
        40; // 120 px from the shoulder, two bones of 80 px: sqrt(80^2 - 60^2) off the line
    void *block = memory_allocate(pantin_actor_frame_size(actor), 1);
    pantin_pose_frame frame;
    pantin_actor_frame_place(actor, block, &frame);
    pantin_actor_pose(actor, 0, targets, &frame);
    const pantin_target *aims = pantin_actor_aims(actor);
    double root_x = puppet.pieces[0].handles[1].grip.center.x;
    double half = (aims[3].center.x - root_x) / 2;
    assert_near(aims[2].center.x, root_x + half, 1);
    assert_near(fabs(aims[2].center.y - aims[1].center.y), sqrt(80 * 80 - half * half), 1.5);
    assert_near(frame.handles[2].error_px, 0, 0);
    assert_true(frame.handles[3].error_px < 1);
    memory_free(block, pantin_actor_frame_size(actor), 1);
    pantin_actor_destroy(actor);
    pantin_puppet_free(&puppet);
}

static void bones_that_make_no_tree_are_told(void **state) {
    (void)state;
    static const struct {
        const char *bones, *turn, *says;
    } wrong[] = {
        { "[{\"name\":\"a\",\"from\":\"elbow\",\"to\":\"elbow\"}]", "free", "ring of bones" },
        { "[{\"name\":\"a\",\"from\":\"elbow\",\"to\":\"hand\"},{\"name\":\"b\",\"from\":\"hand\","
          "\"to\":\"elbow\"}]",
          "free", "ring of bones" },
        { "[{\"name\":\"a\",\"from\":\"elbow\",\"to\":\"hand\"},{\"name\":\"b\",\"from\":"
          "\"shoulder\",\"to\":\"hand\"}]",
          "free", "\"a\" and \"b\" both end at handle \"hand\"" },
        { "[{\"name\":\"a\",\"from\":\"elbw\",\"to\":\"hand\"}]", "free",
          "did you mean \"elbow\"" },
        { "[]", "bone", "handle \"elbow\" turns with its bone, but none" },
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pantin_puppet puppet;
        pantin_error error = { 0 };
        assert_false(load(wrong[k].bones, wrong[k].turn, "", &puppet, &error));
        assert_non_null(strstr(error.text, wrong[k].says));
        assert_non_null(strstr(error.where, "s.json:1:"));
    }
}

static bool load_once(void *context, pantin_error *error) {
    (void)context;
    pantin_puppet puppet;
    if (!load(arm_bones, "bone", "", &puppet, error)) return false;
    pantin_actor *actor = pantin_actor_create(&puppet, NULL, error);
    pantin_actor_destroy(actor);
    pantin_puppet_free(&puppet);
    return actor != NULL;
}

static void refused_memory_is_an_error_and_leaves_nothing(void **state) {
    (void)state;
    assert_true(refusals_sweep(load_once, NULL) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bone_holds_its_limb_between_its_joints_and_nothing_beside_it),
        cmocka_unit_test(a_wide_bone_does_not_reach_across_a_gap),
        cmocka_unit_test(a_child_turns_on_from_its_parent),
        cmocka_unit_test(a_ramp_turns_joints_evenly_and_ends_at_the_pose),
        cmocka_unit_test(a_handle_between_two_bones_turns_half_way),
        cmocka_unit_test(a_loose_elbow_is_placed_by_its_limb_and_misses_nothing),
        cmocka_unit_test(bones_that_make_no_tree_are_told),
        cmocka_unit_test(refused_memory_is_an_error_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
