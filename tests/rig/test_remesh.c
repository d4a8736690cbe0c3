// test_remesh.c — a puppet meshed again keeps what a person wrote; a rig makes limbs and bones.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "with_card.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

static const char pieces[] =
    "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10, \"file\": \"kept\", "
    "\"made_from\": "
    "\"0123456789abcdef\" },\n\"cuts\": [ { \"name\": \"slit\", \"line_px\": [[40, 20], [40, 70]] "
    "} ],\n"
    "\"regions\": [ { \"name\": \"eye\", \"polygon_px\": [[5, 5], [15, 5], [15, 15]] } ],\n"
    "\"handles\": { \"h\": { \"at_px\": [20, 45] }, \"k\": { \"at_px\": [60, 45], \"turn\": "
    "\"set\" } } },\n"
    "\"c\": { \"drawing\": \"d\", \"mesh\": { \"same_as\": \"b\" } }";
static const char rest[] =
    "\"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [40, 60] } },\n"
    "\"poses\": { \"p\": { \"view\": \"v\", \"handles\": { \"h\": { \"move_px\": "
    "[3, 4] } } } }";

static pantin_puppet read_card(const char *text) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    if (!pantin_puppet_load("in/card.puppet.json", text, strlen(text), NULL, &puppet, &error))
        fail_msg("%s: %s", error.where, error.text);
    return puppet;
}

/// The text without what stands between `from` and the next `to`.
static void leave_out(char *text, const char *from, const char *to) {
    char *start = strstr(text, from), *end;
    assert_non_null(start);
    end = strstr(start, to);
    assert_non_null(end);
    memmove(start, end, strlen(end) + 1);
}

static void only_the_mesh_block_changes(void **state) {
    (void)state;
    static const pantin_puppet_remeshing ways[] = { { NULL, PANTIN_NONE, 6 },
                                                    { "b", PANTIN_MESH_DELAUNAY, 0 },
                                                    { NULL, PANTIN_MESH_GRID, 13.5 } };
    char *text = card_text(pieces, rest);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        pantin_puppet puppet = read_card(text);
        pantin_bytes before = { 0 }, after = { 0 };
        assert_true(pantin_puppet_write(&puppet, &before, NULL));
        assert_true(pantin_puppet_remesh(&puppet, &ways[k], NULL));
        assert_true(pantin_puppet_write(&puppet, &after, NULL));
        pantin_puppet built = card_or_fail((const char *)after.data);
        assert_int_equal(built.pieces[0].triangles.part_count, 3); // cut again
        assert_int_equal(built.pieces[0].mesh.style,
                         ways[k].style == PANTIN_NONE ? PANTIN_MESH_GRID : ways[k].style);
        assert_true(built.pieces[0].triangles.spacing_px ==
                    (ways[k].spacing_px > 0 ? ways[k].spacing_px : 10));
        assert_null(built.pieces[0].mesh.file);
        leave_out((char *)before.data, "\"mesh\": {", "\"cuts\"");
        leave_out((char *)after.data, "\"mesh\": {", "\"cuts\"");
        assert_string_equal((const char *)before.data, (const char *)after.data);
        pantin_puppet_free(&built);
        pantin_puppet_free(&puppet);
        pantin_bytes_free(&before);
        pantin_bytes_free(&after);
    }
    free(text);
}

static void what_cannot_be_meshed_again_is_told(void **state) {
    (void)state;
    static const struct {
        pantin_puppet_remeshing wanted;
        const char *says;
    } cases[] = {
        { { "x", PANTIN_NONE, 6 }, "has no piece \"x\"" },
        { { "c", PANTIN_NONE, 6 }, "piece \"c\" has the mesh of \"b\"" },
        { { NULL, PANTIN_NONE, 1 }, "is 1, not within 2..200 px" },
    };
    char *text = card_text(pieces, rest);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_puppet puppet = read_card(text);
        pantin_error error = { 0 };
        assert_false(pantin_puppet_remesh(&puppet, &cases[k].wanted, &error));
        if (strstr(error.text, cases[k].says) == NULL) fail_msg("%s", error.text);
        pantin_puppet_free(&puppet);
    }
    free(text);
    text = card_text(
        "\"b\": { \"drawing\": \"d\", \"handles\": { \"h\": { \"vertices\": [1, 2, 3] } } }", NULL);
    pantin_puppet puppet = read_card(text);
    pantin_error error = { 0 };
    assert_false(pantin_puppet_remesh(&puppet, &cases[2].wanted, NULL));
    assert_false(
        pantin_puppet_remesh(&puppet, &(pantin_puppet_remeshing){ NULL, PANTIN_NONE, 6 }, &error));
    assert_non_null(strstr(error.text, "handle \"h\" names vertices of the mesh as it is"));
    pantin_puppet_free(&puppet);
    free(text);
}

// --- limbs --------------------------------------------------------------------------------------------

static pantin_drawing sheet(int left, int right) {
    pantin_image image = { 0 };
    pantin_drawing drawing = { 0 };
    assert_true(pantin_image_create(200, 200, &image, NULL));
    for (int y = 10; y < 190; y++)
        for (int x = left; x < right; x++) image.pixels[4 * (y * 200 + x) + 3] = 255;
    assert_true(pantin_drawing_make("sheet", &image, &drawing, NULL));
    return drawing;
}

static const pantin_rig_joint skeleton[] = {
    { "root", { 100, 100 }, PANTIN_NONE },
    { "shoulder", { 130, 40 }, 0 },
    { "elbow", { 160, 70 }, 1 },
    { "left_hand", { 130, 100 }, 2 },
    { "hip", { 60, 110 }, 0 },
    { "knee", { 40, 140 }, 4 },
    { "left_foot", { 60, 180 }, 5 },
    { "neck", { 100, 30 }, 0 },
};

static pantin_puppet make(const pantin_drawing *drawing, pantin_puppet_recipe recipe,
                          pantin_bytes *notes) {
    static pantin_rig_joint copy[8];
    memcpy(copy, skeleton, sizeof copy);
    pantin_rig_joints joints = { .joints = copy, .count = 8 };
    pantin_bytes file = { 0 };
    pantin_error error = { 0 };
    recipe.name = "s";
    recipe.image = "s.png";
    recipe.mesh = pantin_mesh_defaults();
    recipe.mesh.spacing_px = 10;
    recipe.joints = &joints;
    if (!pantin_puppet_make(drawing, &recipe, &file, notes, &error)) fail_msg("%s", error.text);
    pantin_puppet puppet = read_card((const char *)file.data);
    pantin_bytes_free(&file);
    return puppet;
}

static void three_joints_in_a_row_are_a_limb_with_two_bones(void **state) {
    (void)state;
    pantin_drawing drawing = sheet(10, 190);
    pantin_bytes notes = { 0 };
    pantin_puppet puppet = make(&drawing, (pantin_puppet_recipe){ .limbs = true }, &notes);
    assert_int_equal(puppet.limb_count, 2); // the neck is no limb: only one joint hangs on the root
    assert_string_equal(puppet.limbs[0].name, "left_arm");
    assert_string_equal(puppet.limbs[0].root, "shoulder");
    assert_string_equal(puppet.limbs[0].mid, "elbow");
    assert_string_equal(puppet.limbs[0].end, "left_hand");
    assert_int_equal(puppet.limbs[0].bend, 1); // the elbow lies to the right: backward
    assert_string_equal(puppet.limbs[1].name, "left_leg");
    assert_int_equal(puppet.limbs[1].bend, 0); // the knee to the left: forward
    assert_int_equal(puppet.pieces[0].bone_count, 4);
    assert_string_equal(puppet.pieces[0].bones[0].name, "left_arm_upper");
    assert_string_equal(puppet.pieces[0].bones[3].to, "left_foot");
    assert_non_null(strstr((const char *)notes.data, "2 limbs with two bones each"));
    assert_true(pantin_puppet_ready(&puppet, NULL)); // that something uses them would wait
    pantin_bytes_free(&notes);
    pantin_puppet_free(&puppet);
    // Not asked for, not written, and it can be filmed.
    puppet = make(&drawing, (pantin_puppet_recipe){ 0 }, NULL);
    assert_int_equal(puppet.limb_count, 0);
    assert_true(pantin_puppet_ready(&puppet, NULL));
    pantin_puppet_free(&puppet);
    pantin_drawing_free(&drawing);
}

static void joints_go_to_the_part_they_lie_on(void **state) {
    (void)state;
    pantin_drawing whole = sheet(10, 190), left = sheet(10, 105), right = sheet(105, 190);
    const pantin_puppet_part parts[] = { { "l", "s.svg#l", &left }, { "r", "s.svg#r", &right } };
    pantin_puppet puppet = make(
        &whole, (pantin_puppet_recipe){ .parts = parts, .part_count = 2, .limbs = true }, NULL);
    assert_int_equal(puppet.piece_count, 2);
    assert_string_equal(puppet.drawings[1].image, "s.svg#r");
    assert_int_equal(puppet.pieces[0].handle_count, 5); // root, hip, knee, left_foot, neck
    assert_int_equal(puppet.pieces[1].handle_count, 3);
    assert_int_equal(puppet.views[0].draw_count, 2);
    assert_string_equal(puppet.limbs[0].piece, "r");
    assert_string_equal(puppet.limbs[1].piece, "l");
    assert_int_equal(puppet.pieces[1].bone_count, 2);
    pantin_puppet_free(&puppet);
    pantin_drawing_free(&whole);
    pantin_drawing_free(&left);
    pantin_drawing_free(&right);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_mesh_block_changes),
        cmocka_unit_test(what_cannot_be_meshed_again_is_told),
        cmocka_unit_test(three_joints_in_a_row_are_a_limb_with_two_bones),
        cmocka_unit_test(joints_go_to_the_part_they_lie_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
