// test_actor.c — controls become weights, weights targets, targets a bent card placed on the stage.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "refusals.h"
#include "with_card.h"

/// Two handles 40 px apart, poses that move, turn, and turn one about the other.
static const char moving_pieces[] =
    "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 }, \"handles\": {\n"
    "  \"left\": { \"at_px\": [20, 30], \"radius_px\": 10, \"turn\": \"set\" }, \"right\": { "
    "\"at_px\": [60, 30], \"radius_px\": 10, \"turn\": \"set\" } } }";
static const char moving_rest[] =
    "\"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [40, 60] }, \"w\": { \"draw\": "
    "[\"b\"], \"ground_px\": [0, 0] } },\n"
    "\"poses\": { \"up\": { \"handles\": { \"right\": { \"move_px\": [3, -8] } } },\n"
    "  \"lean\": { \"handles\": { \"left\": { \"turn_deg\": 90 } } },\n"
    "  \"swing\": { \"handles\": { \"right\": { \"about\": \"left\", \"turn_deg\": 90 } } },\n"
    "  \"elsewhere\": { \"view\": \"w\", \"handles\": { \"right\": { \"move_px\": [100, 0] } } } "
    "},\n"
    "\"controls\": { \"lift\": { \"range\": [-1, 2], \"default\": 0.25, \"drives\": [ { \"pose\": "
    "\"up\", \"map\": [[0, 0], [0.5, 1], [1, -1]] } ] },\n"
    "  \"more\": { \"range\": [0, 10], \"drives\": [ { \"pose\": \"up\" }, { \"pose\": "
    "\"elsewhere\" } ] },\n"
    "  \"turn\": { \"range\": [0, 1], \"drives\": [ { \"pose\": \"lean\" }, { \"pose\": \"swing\" "
    "} ] } }";

static card_actor enter_moving(void) {
    char *text = card_text(moving_pieces, moving_rest);
    card_actor a = card_enter(text);
    free(text);
    return a;
}

static pantin_vec2 target(const card_actor *a, int handle) {
    return a->frames[0].handles[handle].target;
}

static void step(card_actor *a) { pantin_actor_step(a->actor, a->values, NULL, &a->frames[0]); }

#define assert_near(value, expected) assert_true(fabs((value) - (expected)) < 1e-9)

static void a_map_is_straight_between_its_points_and_level_beyond(void **state) {
    (void)state;
    // [[0, 0], [0.5, 1], [1, -1]] times a move of (3, -8); the range stops at 2, the map at 1.
    static const double in_out[][2] = { { -1, 0 },  { -0.5, 0 }, { 0, 0 },  { 0.25, 0.5 },
                                        { 0.5, 1 }, { 0.75, 0 }, { 1, -1 }, { 2, -1 },
                                        { 99, -1 }, { -99, 0 } };
    card_actor a = enter_moving();
    for (size_t k = 0; k < sizeof in_out / sizeof *in_out; k++) {
        card_set(&a, "lift", in_out[k][0]);
        step(&a);
        assert_near(target(&a, 1).x, 60 + 3 * in_out[k][1]);
        assert_near(target(&a, 1).y, 30 - 8 * in_out[k][1]);
        assert_near(target(&a, 0).x, 20);
    }
    card_leave(&a);
}

static void
weights_of_several_controls_add_up_and_a_control_without_a_map_is_its_weight(void **state) {
    (void)state;
    card_actor a = enter_moving();
    card_set(&a, "lift", 0.5);
    card_set(&a, "more", 2.5);
    step(&a);
    assert_near(target(&a, 1).x, 60 + 3 * 3.5); // and the pose of the other view does nothing
    assert_near(target(&a, 1).y, 30 - 8 * 3.5);
    card_leave(&a);
}

static void a_control_rests_at_its_default_and_so_does_one_that_is_not_a_number(void **state) {
    (void)state;
    card_actor a = enter_moving();
    step(&a);
    assert_near(target(&a, 1).x, 60 + 3 * 0.5); // 0.25 maps to 0.5
    static const double strange[] = { NAN, INFINITY, -INFINITY };
    for (size_t k = 0; k < 3; k++) {
        for (int c = 0; c < a.count; c++) a.values[c] = strange[k];
        step(&a);
        assert_near(target(&a, 1).x, 60 + 3 * 0.5);
        assert_near(a.frames[0].opacity, 1);
        assert_near(a.frames[0].to_stage.x0, -0.4);
    }
    card_leave(&a);
}

static void a_positive_turn_is_counter_clockwise_as_seen(void **state) {
    (void)state;
    card_actor a = enter_moving();
    card_set(&a, "lift", 0);
    card_set(&a, "turn", 1);
    step(&a);
    // About `left` (20, 30), 40 px to its right: a quarter counter-clockwise is straight above it.
    assert_near(target(&a, 1).x, 20);
    assert_near(target(&a, 1).y, -10);
    // `left` turns about itself, and the sheet with it: its own vertices stand turned.
    assert_near(target(&a, 0).x, 20);
    assert_near(a.frames[0].handles[0].angle_error, 0);
    const pantin_mesh *mesh = &a.puppet->pieces[0].triangles;
    for (int v = 0; v < mesh->vertex_count; v++) {
        if (mesh->vertices[v].x != 30 || mesh->vertices[v].y != 30) continue;
        assert_true(fabsf(a.frames[0].pieces[0].vertices[v].x - 20) < 0.5f);
        assert_true(fabsf(a.frames[0].pieces[0].vertices[v].y - 20) < 0.5f);
    }
    // Half of it is half a turn along the arc, not the middle of the chord.
    card_set(&a, "turn", 0.5);
    step(&a);
    assert_near(target(&a, 1).x, 20 + 40 * sqrt(0.5));
    assert_near(target(&a, 1).y, 30 - 40 * sqrt(0.5));
    card_leave(&a);
}

// --- the place on the stage -----------------------------------------------------------------------------

static void expect_place(const card_actor *a, double x, double y, double x_m, double y_m) {
    vec2 p = affine_point(a->frames[0].to_stage, (vec2){ x, y });
    assert_near(p.x, x_m);
    assert_near(p.y, y_m);
}

static void the_ground_point_stands_where_x_m_and_y_m_say(void **state) {
    (void)state;
    card_actor a = enter_moving();
    card_set(&a, "x_m", 1.5);
    card_set(&a, "y_m", 0.25);
    step(&a);
    expect_place(&a, 40, 60, 1.5, 0.25);
    expect_place(&a, 80, 60, 1.9, 0.25); // 40 px at 100 px a meter
    expect_place(&a, 40, 0, 1.5, 0.85);  // up is up
    card_leave(&a);
}

static void a_tilt_leans_counter_clockwise_about_the_ground_point(void **state) {
    (void)state;
    card_actor a = enter_moving();
    card_set(&a, "tilt_deg", 90);
    step(&a);
    expect_place(&a, 40, 60, 0, 0);
    expect_place(&a, 80, 60, 0, 0.4); // what was right is up
    expect_place(&a, 40, 0, -0.6, 0); // what was up is left
    card_leave(&a);
}

static void opacity_is_held_within_nothing_and_all(void **state) {
    (void)state;
    card_actor a = enter_moving();
    static const double in_out[][2] = { { -1, 0 }, { 0, 0 }, { 0.5, 0.5 }, { 1, 1 }, { 7, 1 } };
    for (size_t k = 0; k < 5; k++) {
        card_set(&a, "opacity", in_out[k][0]);
        step(&a);
        assert_near(a.frames[0].opacity, in_out[k][1]);
    }
    card_leave(&a);
}

static void a_level_handle_stays_level_on_the_stage_while_the_figure_leans(void **state) {
    (void)state;
    char *text =
        card_text("\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 }, \"handles\": {"
                  " \"foot\": { \"at_px\": [40, 40], \"turn\": \"level\" } } }",
                  NULL);
    card_actor a = card_enter(text);
    card_set(&a, "tilt_deg", 30);
    step(&a);
    // The only handle: the whole card follows it, so on the stage nothing leans.
    const pantin_point32 *v = a.frames[0].pieces[0].vertices;
    const pantin_mesh *mesh = &a.puppet->pieces[0].triangles;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int from = mesh->triangles[t][k], to = mesh->triangles[t][(k + 1) % 3];
            vec2 p = affine_point(a.frames[0].to_stage, vec2_from32(v[from]));
            vec2 q = affine_point(a.frames[0].to_stage, vec2_from32(v[to]));
            vec2 rest = vec2_sub(mesh->vertices[to], mesh->vertices[from]);
            assert_true(fabs(q.x - p.x - rest.x / 100) < 1e-6);
            assert_true(fabs(q.y - p.y + rest.y / 100) < 1e-6);
        }
    card_leave(&a);
    free(text);
}

// --- draw order -------------------------------------------------------------------------------------------

static void an_order_swaps_the_pieces_and_back(void **state) {
    (void)state;
    char *text =
        card_text("\"b\": { \"drawing\": \"d\", \"handles\": { \"h\": { \"at_px\": [40, 30] } } },"
                  "\"c\": { \"drawing\": \"d\" }, \"e\": { \"drawing\": \"d\", \"handles\": { "
                  "\"i\": { \"at_px\": [40, 30] } } }",
                  "\"views\": { \"v\": { \"draw\": [\"b\", \"c\", \"e\"], \"ground_px\": [0, 0],"
                  " \"orders\": { \"turned\": { \"draw\": [\"e\", \"b\", \"c\"] } } },"
                  " \"w\": { \"draw\": [\"b\"], \"ground_px\": [0, 0], \"orders\": { \"alone\": { "
                  "\"draw\": [\"b\"] } } } }");
    card_actor a = card_enter(text);
    int order = pantin_actor_find_control(a.actor, "order");
    assert_int_equal(pantin_actor_word(a.actor, order, ""), 0);
    assert_int_equal(pantin_actor_word(a.actor, order, "turned"), 1);
    assert_int_equal(pantin_actor_word(a.actor, order, "alone"), 2);
    assert_int_equal(pantin_actor_word(a.actor, order, "nothing"), PANTIN_NONE);
    assert_int_equal(pantin_actor_word(a.actor, 0, "turned"), PANTIN_NONE);
    static const struct {
        double word;
        int pieces[3];
    } cases[] = {
        { 0, { 0, 1, 2 } }, { 1, { 2, 0, 1 } }, { 2, { 0, 1, 2 } },   { PANTIN_NONE, { 0, 1, 2 } },
        { 1, { 2, 0, 1 } }, { 0, { 0, 1, 2 } }, { NAN, { 0, 1, 2 } },
    };
    const pantin_pose_frame *before = NULL;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_pose_frame *out = &a.frames[k % 2];
        a.values[order] = cases[k].word;
        pantin_actor_step(a.actor, a.values, before, out);
        assert_int_equal(out->piece_count, 3);
        for (int d = 0; d < 3; d++) {
            assert_int_equal(out->pieces[d].piece, cases[k].pieces[d]);
            assert_int_equal(out->pieces[d].order, d);
            assert_int_equal(out->pieces[d].first_handle,
                             a.puppet->pieces[cases[k].pieces[d]].first_handle);
        }
        before = out;
    }
    card_leave(&a);
    free(text);
}

// --- the law ------------------------------------------------------------------------------------------------

static void fill(card_actor *a, int frame) {
    for (int k = 0; k < a->count; k++) a->values[k] = 0.5 + 0.5 * sin(0.7 * frame + k);
}

static void the_same_controls_give_the_same_bytes_and_a_step_allocates_nothing(void **state) {
    (void)state;
    card_actor a = enter_moving(), b = enter_moving();
    size_t size = pantin_actor_frame_size(a.actor);
    memset(b.blocks[0], 0xee, size),
        memset(b.blocks[1], 0x77, size); // what lay there before must not matter
    uint64_t calls = pantin_memory_calls();
    for (int n = 0; n < 12; n++) {
        fill(&a, n), fill(&b, n);
        pantin_actor_step(a.actor, a.values, n > 0 ? &a.frames[(n + 1) % 2] : NULL,
                          &a.frames[n % 2]);
        pantin_actor_step(b.actor, b.values, n > 0 ? &b.frames[(n + 1) % 2] : NULL,
                          &b.frames[n % 2]);
        const pantin_pose_frame *one = &a.frames[n % 2], *other = &b.frames[n % 2];
        const pantin_mesh *mesh = &a.puppet->pieces[0].triangles;
        assert_memory_equal(one->pieces[0].vertices, other->pieces[0].vertices,
                            sizeof(pantin_point32) * (size_t)mesh->vertex_count);
        assert_memory_equal(one->pieces[0].bind, other->pieces[0].bind,
                            sizeof(float) * (size_t)mesh->triangle_count);
        assert_memory_equal(one->handles, other->handles, 2 * sizeof *one->handles);
        assert_memory_equal(&one->to_stage, &other->to_stage, sizeof one->to_stage);
        assert_int_equal(one->status, other->status);
    }
    assert_true(pantin_memory_calls() == calls);
    card_leave(&a);
    card_leave(&b);
}

static void a_reset_actor_is_as_just_created(void **state) {
    (void)state;
    card_actor a = enter_moving(), fresh = enter_moving();
    for (int n = 0; n < 5; n++) {
        for (int k = 5; k < a.count; k++) a.values[k] = 10; // as hard as it can be
        pantin_actor_step(a.actor, a.values, n > 0 ? &a.frames[(n + 1) % 2] : NULL,
                          &a.frames[n % 2]);
    }
    pantin_actor_reset(a.actor);
    fill(&a, 3), fill(&fresh, 3);
    pantin_actor_step(a.actor, a.values, NULL, &a.frames[0]);
    pantin_actor_step(fresh.actor, fresh.values, NULL, &fresh.frames[0]);
    assert_memory_equal(a.frames[0].pieces[0].vertices, fresh.frames[0].pieces[0].vertices,
                        sizeof(pantin_point32) *
                            (size_t)a.puppet->pieces[0].triangles.vertex_count);
    card_leave(&a);
    card_leave(&fresh);
}

static void the_largest_moves_the_grammar_allows_leave_every_vertex_a_number(void **state) {
    (void)state;
    char *text =
        card_text(moving_pieces,
                  "\"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [100000, -100000] } },\n"
                  "\"poses\": { \"far\": { \"handles\": { \"right\": { \"about\": \"left\", "
                  "\"move_px\": [100000, -100000], \"turn_deg\": 3600 } } } },\n"
                  "\"controls\": { \"c\": { \"range\": [-1000000, 1000000], \"drives\": [ { "
                  "\"pose\": \"far\", \"map\": [[-1000000, -1000000], [1000000, 1000000]] }, { "
                  "\"pose\": \"far\" } ] } }");
    card_actor a = card_enter(text);
    for (int n = 0; n < 6; n++) {
        card_set(&a, "c", n % 2 == 0 ? 1e6 : -1e6);
        card_set(&a, "x_m", n % 2 == 0 ? 1e300 : -1e300);
        card_set(&a, "tilt_deg", 1e300);
        pantin_actor_step(a.actor, a.values, n > 0 ? &a.frames[(n + 1) % 2] : NULL,
                          &a.frames[n % 2]);
        const pantin_pose_frame *pose = &a.frames[n % 2];
        for (int v = 0; v < a.puppet->pieces[0].triangles.vertex_count; v++)
            assert_true(isfinite(pose->pieces[0].vertices[v].x) &&
                        isfinite(pose->pieces[0].vertices[v].y));
        for (int h = 0; h < 2; h++) assert_true(isfinite(pose->handles[h].error_px));
        assert_true(isfinite(pose->pieces[0].report.quality.energy_normalized));
        assert_true(isfinite(pose->to_stage.x0) && isfinite(pose->to_stage.xx));
    }
    card_leave(&a);
    free(text);
}

static void a_pose_by_hand_moves_only_what_it_is_given(void **state) {
    (void)state;
    card_actor a = enter_moving();
    double weights[4] = { 0 };
    pantin_target targets[2];
    pantin_actor_targets(a.actor, 0, weights, targets);
    assert_near(targets[0].center.x, 20);
    assert_near(targets[1].center.y, 30);
    assert_near(targets[1].scale, 1);
    pantin_actor_pose(a.actor, 1, targets, &a.frames[0]);
    assert_int_equal(a.frames[0].view, 1);
    assert_int_equal(a.frames[0].status, PANTIN_REACHED);
    const pantin_mesh *mesh = &a.puppet->pieces[0].triangles;
    for (int v = 0; v < mesh->vertex_count; v++) {
        assert_true(fabs(a.frames[0].pieces[0].vertices[v].x - mesh->vertices[v].x) < 1e-5);
        assert_true(fabs(a.frames[0].pieces[0].vertices[v].y - mesh->vertices[v].y) < 1e-5);
    }
    weights[3] = 1; // of the second view
    pantin_actor_targets(a.actor, 1, weights, targets);
    assert_near(targets[1].center.x, 160);
    card_leave(&a);
}

// The card is 80 px wide, so its middle axis is x = 40.
static void a_mirrored_piece_does_what_its_mirror_image_would(void **state) {
    (void)state;
    char *drawn = card_text(moving_pieces, moving_rest);
    const char *from = "\"drawing\": \"d\"";
    char mirrored[4096];
    const char *at = strstr(drawn, from);
    assert_non_null(at);
    snprintf(mirrored, sizeof mirrored, "%.*s%s, \"rest\": \"mirrored\"%s", (int)(at - drawn),
             drawn, from, at + strlen(from));
    card_actor a = card_enter(drawn), b = card_enter(mirrored);
    for (int frame = 0; frame < 3; frame++) {
        card_set(&a, "lift", frame), card_set(&b, "lift", frame);
        card_set(&a, "turn", 0.2 * frame), card_set(&b, "turn", 0.2 * frame);
        step(&a), step(&b);
        const pantin_mesh *mesh = &a.puppet->pieces[0].triangles;
        assert_int_equal(b.frames[0].pieces[0].report.quality.inverted,
                         a.frames[0].pieces[0].report.quality.inverted);
        for (int v = 0; v < mesh->vertex_count; v++) {
            pantin_point32 p = a.frames[0].pieces[0].vertices[v];
            pantin_point32 q = b.frames[0].pieces[0].vertices[v];
            assert_true(fabsf(80 - p.x - q.x) < 1e-2f && fabsf(p.y - q.y) < 1e-2f);
        }
        for (int h = 0; h < a.frames[0].handle_count; h++)
            assert_near(target(&b, h).x, 80 - target(&a, h).x);
    }
    free(drawn);
    card_leave(&a);
    card_leave(&b);
}

static void an_unknown_method_is_told(void **state) {
    (void)state;
    char *text = card_text(moving_pieces, moving_rest);
    pantin_puppet puppet = card_or_fail(text);
    pantin_actor_options options = pantin_actor_defaults();
    pantin_error error = { 0 };
    options.method = "arap-triangel";
    assert_null(pantin_actor_create(&puppet, &options, &error));
    assert_non_null(strstr(error.text, "arap-triangle"));
    pantin_puppet_free(&puppet);
    free(text);
}

static bool create_and_destroy(void *context, pantin_error *error) {
    pantin_actor *actor = pantin_actor_create(context, NULL, error);
    pantin_actor_destroy(actor);
    return actor != NULL;
}

static void every_refused_allocation_of_create_is_told(void **state) {
    (void)state;
    char *text = card_text(moving_pieces, moving_rest);
    pantin_puppet puppet = card_or_fail(text);
    assert_true(refusals_sweep(create_and_destroy, &puppet) > 5);
    pantin_puppet_free(&puppet);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_straight_between_its_points_and_level_beyond),
        cmocka_unit_test(
            weights_of_several_controls_add_up_and_a_control_without_a_map_is_its_weight),
        cmocka_unit_test(a_control_rests_at_its_default_and_so_does_one_that_is_not_a_number),
        cmocka_unit_test(a_positive_turn_is_counter_clockwise_as_seen),
        cmocka_unit_test(the_ground_point_stands_where_x_m_and_y_m_say),
        cmocka_unit_test(a_tilt_leans_counter_clockwise_about_the_ground_point),
        cmocka_unit_test(opacity_is_held_within_nothing_and_all),
        cmocka_unit_test(a_level_handle_stays_level_on_the_stage_while_the_figure_leans),
        cmocka_unit_test(an_order_swaps_the_pieces_and_back),
        cmocka_unit_test(the_same_controls_give_the_same_bytes_and_a_step_allocates_nothing),
        cmocka_unit_test(a_reset_actor_is_as_just_created),
        cmocka_unit_test(the_largest_moves_the_grammar_allows_leave_every_vertex_a_number),
        cmocka_unit_test(a_pose_by_hand_moves_only_what_it_is_given),
        cmocka_unit_test(a_mirrored_piece_does_what_its_mirror_image_would),
        cmocka_unit_test(an_unknown_method_is_told),
        cmocka_unit_test(every_refused_allocation_of_create_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
