// test_rig_files.c — joints of an AnimatedDrawings character are read, or told; with a drawing they become
// a puppet.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refusals.h"
#include "with_card.h"

static bool read_text(const char *text, pantin_rig_joints *joints, pantin_error *error) {
    return pantin_rig_read_yaml("char_cfg.yaml", text, strlen(text), joints, error);
}

static void a_character_file_becomes_a_tree_of_joints(void **state) {
    (void)state;
    pantin_rig_joints joints = { 0 };
    assert_true(
        read_text("width: 508\nheight: 602\nother: [1, 2]\nskeleton:\n- loc:\n  - 264\n  - 397.5\n "
                  " name: root\n"
                  "  parent: null\n- {name: hand, parent: elbow, loc: [-1e1, 2], color: red}\n"
                  "- {name: elbow, parent: root, loc: [3, 4]}\n",
                  &joints, NULL));
    assert_int_equal(joints.width, 508);
    assert_int_equal(joints.height, 602);
    assert_int_equal(joints.count, 3);
    assert_string_equal(joints.joints[0].name, "root");
    assert_int_equal(joints.joints[0].parent, PANTIN_NONE);
    assert_true(joints.joints[0].at_px.x == 264 && joints.joints[0].at_px.y == 397.5);
    assert_int_equal(joints.joints[1].parent, 2); // named before it stands there
    assert_true(joints.joints[1].at_px.x == -10);
    assert_int_equal(joints.joints[2].parent, 0);
    pantin_rig_joints_free(&joints);
}

static void the_root_may_be_written_in_every_way_of_nothing(void **state) {
    (void)state;
    static const char *const nothings[] = { "parent: null, ", "parent: ~, ",   "parent: , ", "",
                                            "parent: Null, ", "parent: NULL, " };
    for (size_t k = 0; k < sizeof nothings / sizeof *nothings; k++) {
        char text[128];
        pantin_rig_joints joints = { 0 };
        snprintf(text, sizeof text, "skeleton: [{name: root, %sloc: [1, 2]}]", nothings[k]);
        assert_true(read_text(text, &joints, NULL));
        assert_int_equal(joints.joints[0].parent, PANTIN_NONE);
        pantin_rig_joints_free(&joints);
    }
    pantin_rig_joints joints = { 0 };
    assert_false(read_text("skeleton: [{name: root, parent: 'null', loc: [1, 2]}]", &joints,
                           NULL)); // a name, in quotes
}

static void a_wrong_character_file_is_told_with_line_and_column(void **state) {
    (void)state;
    static const struct {
        const char *text, *where, *says;
    } cases[] = {
        { "skeleton:\n- {name: root, parent: null, loc: [1, 2]}\n- {name: hand, parent: rot, loc: "
          "[1, 2]}\n",
          "3:3", "unknown parent \"rot\"; did you mean \"root\"?" },
        { "skeleton:\n- {name: root, parent: null, loc: [1, 2]}\n- {name: hand, parent: zzzzzzzz, "
          "loc: [1, 2]}\n",
          "3:3", "unknown parent \"zzzzzzzz\"" },
        { "skeleton:\n- {name: a, parent: b, loc: [1, 2]}\n- {name: b, parent: a, loc: [1, 2]}\n",
          "2:3", "\"a\" is its own ancestor" },
        { "skeleton:\n- {name: r, loc: [1, 2]}\n- {name: a, parent: a, loc: [1, 2]}\n", "3:3",
          "\"a\" is its own ancestor" },
        { "skeleton:\n- {name: a, parent: null, loc: [1, 2]}\n- {name: b, parent: null, loc: [1, "
          "2]}\n",
          "3:3", "\"b\" has no parent, nor has \"a\"" },
        { "skeleton:\n- {name: a, parent: null, loc: [1, 2]}\n- {name: a, parent: a, loc: [1, "
          "2]}\n",
          "3:3", "two joints are called \"a\"" },
        { "skeleton:\n- {name: a, parent: null}\n", "2:3", "\"loc\" of joint \"a\"" },
        { "skeleton:\n- {name: a, parent: null, loc: [1]}\n", "2:32", "\"loc\" of joint \"a\"" },
        { "skeleton:\n- {name: a, parent: null, loc: [1, .nan]}\n", "2:36", "y must be a number" },
        { "skeleton:\n- {name: a, parent: null, loc: [1e9, 2]}\n", "2:33",
          "x must be a number of px, -100000..100000" },
        { "skeleton:\n- {name: a, parent: null, loc: [[1], 2]}\n", "2:33", "x must be a number" },
        { "skeleton:\n- {parent: null, loc: [1, 2]}\n", "2:3", "no \"name\"" },
        { "skeleton:\n- {name: '', loc: [1, 2]}\n", "2:3", "no \"name\"" },
        { "skeleton:\n- {name: a, parent: [b], loc: [1, 2]}\n", "2:21", "must be a name or null" },
        { "skeleton:\n- 5\n", "2:3", "a joint must be { name, parent, loc }" },
        { "skeleton: []\n", "1:11", "no joint" },
        { "skeleton: 5\n", "1:11", "must be a list of joints" },
        { "width: 5\n", "1:1", "must be a list of joints" },
        { "width: x\nskeleton: []\n", "1:8", "width must be a number" },
        { "skeleton:\n- name: a\n\tloc: 1\n", "3:1", "not YAML" }, // a tab
        { "skeleton: [1, 2\n", "2:1", "not YAML" },
        { "a: b: c\n", "1:5", "not YAML" },
        { "a: *b\n", "1:4", "not YAML" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_rig_joints joints = { 0 };
        pantin_error error = { 0 };
        char where[64];
        if (read_text(cases[k].text, &joints, &error)) fail_msg("accepted: %s", cases[k].text);
        snprintf(where, sizeof where, "char_cfg.yaml:%s", cases[k].where);
        if (strcmp(error.where, where) != 0)
            fail_msg("at %s, not %s: %s", error.where, where, error.text);
        if (strstr(error.text, cases[k].says) == NULL) fail_msg("%s: %s", where, error.text);
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        assert_null(joints.memory);
    }
}

static void a_file_that_holds_nothing_is_told(void **state) {
    (void)state;
    static const char *const texts[] = { "",      "\n\n", "# only a remark\n",
                                         "- a\n", "5\n",  "---\n...\n" };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        pantin_rig_joints joints = { 0 };
        pantin_error error = { 0 };
        assert_false(read_text(texts[k], &joints, &error));
        assert_non_null(strstr(error.text, "holds no rig"));
    }
}

static void deep_nests_and_crowds_are_refused_in_time(void **state) {
    (void)state;
    size_t size = 400000;
    char *text = malloc(size + 64);
    pantin_rig_joints joints = { 0 };
    pantin_error error = { 0 };
    memset(text, '[', 20000), text[20000] = '\0';
    assert_false(read_text(text, &joints, &error));
    size_t n = (size_t)sprintf(text, "skeleton:\n");
    for (int k = 0; n < size - 64; k++)
        n += (size_t)sprintf(text + n, "- {name: j%d, parent: j0, loc: [1, 2]}\n", k);
    assert_false(read_text(text, &joints, &error));
    assert_non_null(strstr(error.text, "more than 4096"));
    free(text);
}

// --- with a drawing -----------------------------------------------------------------------------------

static void card_drawing(pantin_drawing *drawing) {
    card_room room = { 0 };
    pantin_assets assets = card_assets(&room);
    pantin_image image = { 0 };
    assert_true(assets.image(assets.self, "card.png", &image, NULL));
    assert_true(pantin_drawing_make("card.png", &image, drawing, NULL));
}

static bool make(const pantin_drawing *drawing, pantin_rig_joint *joints, int count, double spacing,
                 pantin_bytes *file, pantin_bytes *notes, pantin_error *error) {
    pantin_rig_joints rig = { .joints = joints, .count = count };
    pantin_puppet_recipe recipe = {
        .name = "card", .image = "card.png", .mesh = pantin_mesh_defaults(), .joints = &rig
    };
    recipe.mesh.spacing_px = spacing;
    return pantin_puppet_make(drawing, &recipe, file, notes, error);
}

static void joints_become_handles_and_those_that_would_share_vertices_share_one(void **state) {
    (void)state;
    pantin_drawing drawing = { 0 };
    pantin_bytes file = { 0 }, notes = { 0 };
    pantin_error error = { 0 };
    pantin_rig_joint joints[] = { { "root", { 40, 30 }, PANTIN_NONE },
                                  { "hip", { 42, 31 }, 0 },
                                  { "hand", { 75, 30 }, 0 },
                                  { "out", { 10, 66 }, 0 } };
    card_drawing(&drawing);
    assert_true(make(&drawing, joints, 4, 10, &file, &notes, &error));
    assert_non_null(
        strstr((char *)notes.data, "joint \"hip\" stands at \"root\" and shares its handle"));
    assert_non_null(
        strstr((char *)notes.data, "joint \"out\" lies 6 px off the ink and snaps to it"));
    pantin_puppet puppet = card_or_fail((const char *)file.data);
    assert_int_equal(puppet.handle_count, 3);
    assert_string_equal(puppet.views[0].name, "front");
    assert_true(puppet.drawings[0].px_per_m == 37.5); // 60 px are 1.6 m
    // What was made is canonical: written again it is the same bytes.
    pantin_bytes again = { 0 };
    assert_true(pantin_puppet_write(&puppet, &again, NULL));
    assert_int_equal(again.size, file.size);
    assert_memory_equal(again.data, file.data, file.size);
    pantin_bytes_free(&again);
    pantin_puppet_free(&puppet);
    pantin_bytes_free(&file);
    pantin_bytes_free(&notes);
    pantin_drawing_free(&drawing);
}

/// Joints at every distance and direction: whatever is made can be loaded, so no two handles meet.
static void no_two_joints_however_near_make_a_puppet_that_cannot_be_loaded(void **state) {
    (void)state;
    pantin_drawing drawing = { 0 };
    card_drawing(&drawing);
    for (int spacing = 3; spacing <= 20; spacing += 4)
        for (int step = 0; step < 160; step++) {
            double away = 0.02 * step * spacing;
            pantin_rig_joint joints[] = {
                { "a", { 31 + 0.13 * step, 27 }, PANTIN_NONE },
                { "b", { 31 + 0.13 * step + 0.8 * away, 27 + 0.6 * away }, 0 },
                { "c", { 31 + 0.13 * step - away, 27 }, 0 },
                { "d", { 31 + 0.13 * step, 27 - away }, 0 }
            };
            pantin_bytes file = { 0 };
            pantin_error error = { 0 };
            if (!make(&drawing, joints, 4, spacing, &file, NULL, &error)) {
                assert_non_null(strstr(error.text, "off the ink"));
                continue;
            }
            pantin_puppet puppet = { 0 };
            if (!card_load((const char *)file.data, NULL, &puppet, &error))
                fail_msg("spacing %d, step %d: %s", spacing, step, error.text);
            assert_true(puppet.handle_count >= 1);
            pantin_puppet_free(&puppet);
            pantin_bytes_free(&file);
        }
    pantin_drawing_free(&drawing);
}

static void joints_far_off_the_ink_are_all_named(void **state) {
    (void)state;
    pantin_drawing drawing = { 0 };
    pantin_bytes file = { 0 };
    pantin_error error = { 0 };
    pantin_rig_joint joints[] = { { "root", { 40, 30 }, PANTIN_NONE },
                                  { "hand", { 110, 30 }, 0 },
                                  { "foot", { 40, 100 }, 0 } };
    card_drawing(&drawing);
    assert_false(make(&drawing, joints, 3, 10, &file, NULL, &error));
    assert_string_equal(error.text, "2 of 3 joints lie off the ink by more than a cell (10 px): "
                                    "\"hand\" 30 px, \"foot\" 40 px");
    assert_null(file.data);
    pantin_drawing_free(&drawing);
}

static bool make_and_free(void *context, pantin_error *error) {
    pantin_rig_joint joints[] = { { "root", { 40, 30 }, PANTIN_NONE }, { "hip", { 42, 31 }, 0 } };
    pantin_bytes file = { 0 }, notes = { 0 };
    bool done = make(context, joints, 2, 10, &file, &notes, error);
    pantin_bytes_free(&file);
    pantin_bytes_free(&notes);
    return done;
}

static bool yaml_and_free(void *context, pantin_error *error) {
    pantin_rig_joints joints = { 0 };
    bool done = read_text(context, &joints, error);
    pantin_rig_joints_free(&joints);
    return done;
}

static bool from_puppet_and_free(void *context, pantin_error *error) {
    pantin_rig_joints joints = { 0 };
    bool done = pantin_rig_from_puppet(context, &joints, error);
    pantin_rig_joints_free(&joints);
    return done;
}

static void every_refused_allocation_of_making_is_told(void **state) {
    (void)state;
    pantin_drawing drawing = { 0 };
    card_drawing(&drawing);
    assert_true(refusals_sweep(make_and_free, &drawing) > 3);
    pantin_drawing_free(&drawing);
    assert_true(refusals_sweep(yaml_and_free,
                               (void *)(uintptr_t) "skeleton: [{name: root, loc: [1, 2]}]") > 1);
    char *text = card_text("\"b\": { \"drawing\": \"d\", \"handles\": { \"h\": { \"at_px\": [45, "
                           "35] }, \"g\": { \"vertices\": [0] } } }",
                           NULL);
    pantin_puppet puppet = card_or_fail(text);
    assert_true(refusals_sweep(from_puppet_and_free, &puppet) > 1);
    pantin_rig_joints joints = { 0 };
    assert_true(pantin_rig_from_puppet(&puppet, &joints, NULL));
    assert_int_equal(joints.count, 2);
    assert_true(joints.joints[0].at_px.x == 45); // where it was wanted
    assert_true(joints.joints[1].at_px.x == puppet.pieces[0].handles[1].grip.center.x);
    pantin_rig_joints_free(&joints);
    pantin_puppet_free(&puppet);
    free(text);
}

// --- real drawings -------------------------------------------------------------------------------------

#ifdef PANTIN_SHARED
static bool shared_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    return pantin_image_load(path, image, error);
}

static void four_real_characters_have_every_joint_attached(void **state) {
    (void)state;
    for (int k = 1; k <= 4; k++) {
        char folder[512], path[600];
        pantin_image texture = { 0 }, mask = { 0 };
        pantin_drawing drawing = { 0 };
        pantin_bytes yaml = { 0 }, file = { 0 }, notes = { 0 };
        pantin_rig_joints joints = { 0 };
        pantin_error error = { 0 };
        snprintf(folder, sizeof folder, PANTIN_SHARED "/data/drawings/char%d", k);
        snprintf(path, sizeof path, "%s/char_cfg.yaml", folder);
        if (!pantin_file_read(path, 1 << 20, &yaml, NULL)) skip();
        assert_true(
            pantin_rig_read_yaml(path, (const char *)yaml.data, yaml.size, &joints, &error));
        assert_int_equal(joints.count, 16);
        snprintf(path, sizeof path, "%s/texture.png", folder);
        assert_true(pantin_image_load(path, &texture, &error));
        assert_int_equal(texture.width, joints.width);
        assert_int_equal(texture.height, joints.height);
        snprintf(path, sizeof path, "%s/mask.png", folder);
        assert_true(pantin_image_load(path, &mask, &error) &&
                    pantin_image_mask(&texture, &mask, path, &error));
        assert_true(pantin_drawing_make(path, &texture, &drawing, &error));
        pantin_puppet_recipe recipe = { .name = "c",
                                        .image = "texture.png",
                                        .mask = "mask.png",
                                        .mesh = pantin_mesh_defaults(),
                                        .joints = &joints };
        if (!pantin_puppet_make(&drawing, &recipe, &file, &notes, &error))
            fail_msg("char%d: %s", k, error.text);
        char puppet_path[600];
        snprintf(puppet_path, sizeof puppet_path, "%s/x.puppet.json", folder);
        pantin_assets assets = { NULL, NULL, shared_image };
        pantin_puppet puppet = { 0 };
        if (!pantin_puppet_load(puppet_path, (const char *)file.data, file.size, &assets, &puppet,
                                &error))
            fail_msg("%s: %s", error.where, error.text);
        // The hip of these rigs stands on the root; every other joint is a handle of its own.
        assert_int_equal(puppet.handle_count, 15);
        assert_non_null(strstr((char *)notes.data, "\"hip\" stands at \"root\""));
        for (int j = 0; j < joints.count; j++)
            if (strcmp(joints.joints[j].name, "hip") != 0)
                assert_int_not_equal(
                    pantin_puppet_find_handle(&puppet, joints.joints[j].name, NULL), PANTIN_NONE);
        pantin_puppet_free(&puppet);
        pantin_rig_joints_free(&joints);
        pantin_image_free(&mask);
        pantin_drawing_free(&drawing);
        pantin_bytes_free(&yaml);
        pantin_bytes_free(&file);
        pantin_bytes_free(&notes);
    }
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_file_becomes_a_tree_of_joints),
        cmocka_unit_test(the_root_may_be_written_in_every_way_of_nothing),
        cmocka_unit_test(a_wrong_character_file_is_told_with_line_and_column),
        cmocka_unit_test(a_file_that_holds_nothing_is_told),
        cmocka_unit_test(deep_nests_and_crowds_are_refused_in_time),
        cmocka_unit_test(joints_become_handles_and_those_that_would_share_vertices_share_one),
        cmocka_unit_test(no_two_joints_however_near_make_a_puppet_that_cannot_be_loaded),
        cmocka_unit_test(joints_far_off_the_ink_are_all_named),
        cmocka_unit_test(every_refused_allocation_of_making_is_told),
#ifdef PANTIN_SHARED
        cmocka_unit_test(four_real_characters_have_every_joint_attached),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
