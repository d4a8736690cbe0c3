// test_edit.c — one change to a puppet's text: only that, readable again, and told as what to paste.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "refusals.h"
#include "rig/with_card.h"

static const char pieces[] =
    "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 },\n"
    "  \"handles\": { \"root\": { \"at_px\": [10, 30] }, \"mid\": { \"at_px\": [40, 30], "
    "\"turn\": \"set\" }, \"end\": { \"at_px\": [70, 30] } },\n"
    "  \"bones\": [ { \"name\": \"upper\", \"from\": \"root\", \"to\": \"mid\" } ] },\n"
    "\"copy\": { \"drawing\": \"d\", \"mesh\": { \"same_as\": \"b\" }, \"handles\": { "
    "\"same_as\": \"b\" } }";
static const char rest[] =
    "\"views\": { \"v\": { \"draw\": [\"b\", \"copy\"], \"ground_px\": [40, 60] } },\n"
    "\"poses\": { \"p\": { \"handles\": { \"b.end\": { \"turn_deg\": 90, \"about\": \"b.mid\", "
    "\"move_px\": [10, -4] } } } }";

typedef struct edited {
    pantin_puppet before, after;
    char place[256];
    char paste[1024];
} edited;

static edited make(pantin_puppet_edit edit) {
    char *text = card_text(pieces, rest);
    edited e = { .before = card_or_fail(text) };
    pantin_bytes file = { 0 }, paste = { 0 }, again = { 0 };
    pantin_error error = { 0 };
    if (!pantin_puppet_change(&e.before, &edit, &file, &error))
        print_error("%s: %s\n", error.where, error.text);
    assert_non_null(file.data);
    e.after = card_or_fail((const char *)file.data);
    // It is canonical: written again it is the same bytes.
    assert_true(pantin_puppet_write(&e.after, &again, NULL));
    assert_int_equal(file.size, again.size);
    assert_memory_equal(file.data, again.data, file.size);
    assert_true(
        pantin_puppet_change_paste(&e.before, &edit, e.place, sizeof e.place, &paste, NULL));
    assert_true(paste.size < sizeof e.paste);
    memcpy(e.paste, paste.data, paste.size + 1);
    pantin_bytes_free(&file);
    pantin_bytes_free(&paste);
    pantin_bytes_free(&again);
    free(text);
    return e;
}

static void done(edited *e) {
    pantin_puppet_free(&e->before);
    pantin_puppet_free(&e->after);
}

static void a_cut_parts_the_mesh_and_leaves_the_rest(void **state) {
    (void)state;
    edited e = make((pantin_puppet_edit){ .kind = PANTIN_EDIT_CUT,
                                          .line = { { 40, 70 }, { 40, 45 } },
                                          .line_count = 2,
                                          .name = "slit" });
    assert_int_equal(e.before.pieces[0].cut_count, 0);
    assert_int_equal(e.after.pieces[0].cut_count, 1);
    assert_true(e.after.pieces[0].triangles.vertex_count >
                e.before.pieces[0].triangles.vertex_count);
    assert_string_equal(e.place, "pieces.b.cuts");
    assert_string_equal(e.paste,
                        "[{ \"name\": \"slit\", \"line_px\": [[40, 70], [40, 45]], \"far\": "
                        "\"left\" }]");
    assert_int_equal(e.after.handle_count, e.before.handle_count);
    done(&e);
}

static void a_piece_that_shares_is_changed_where_it_shares(void **state) {
    (void)state;
    edited e = make((pantin_puppet_edit){ .kind = PANTIN_EDIT_SPACING, .piece = 1, .value = 8 });
    assert_string_equal(e.place, "pieces.b.mesh");
    assert_true(e.after.pieces[0].triangles.spacing_px == 8);
    assert_true(e.after.pieces[1].triangles.spacing_px == 8);
    done(&e);
    // The fifth of all handles is the copy's "mid".
    e = make((pantin_puppet_edit){ .kind = PANTIN_EDIT_FREE, .handle = 4 });
    assert_string_equal(e.place, "pieces.b.handles.mid");
    assert_int_equal(e.after.pieces[0].handles[1].turn, PANTIN_TURN_FREE);
    assert_int_equal(e.after.pieces[1].handles[1].turn, PANTIN_TURN_FREE);
    done(&e);
}

static void a_handle_holds_less_or_stands_elsewhere(void **state) {
    (void)state;
    edited e = make((pantin_puppet_edit){ .kind = PANTIN_EDIT_RADIUS, .handle = 0, .value = 10.5 });
    assert_true(e.after.pieces[0].handles[0].radius_px == 10.5);
    assert_string_equal(e.paste, "{ \"at_px\": [10, 30], \"radius_px\": 10.5 }");
    done(&e);
    e = make((pantin_puppet_edit){
        .kind = PANTIN_EDIT_MOVE, .handle = 2, .line = { { 60, 31.5 } }, .line_count = 1 });
    assert_string_equal(e.place, "pieces.b.handles.end");
    assert_string_equal(e.paste, "{ \"at_px\": [60, 31.5] }");
    done(&e);
}

static void a_bone_pulls_less(void **state) {
    (void)state;
    edited e = make((pantin_puppet_edit){ .kind = PANTIN_EDIT_PULL, .item = 0, .value = 2 });
    assert_string_equal(e.place, "pieces.b.bones[0]");
    assert_true(e.after.pieces[0].bones[0].pull == 2);
    done(&e);
}

static void a_pose_does_a_share_of_what_it_did(void **state) {
    (void)state;
    edited e = make((pantin_puppet_edit){ .kind = PANTIN_EDIT_POSE, .item = 0, .value = 0.62 });
    const pantin_puppet_offset *offset = &e.after.poses[0].handles[0];
    assert_string_equal(e.place, "poses.p");
    assert_true(offset->turn_deg == 55.8);
    assert_true(offset->move_px[0] == 6.2 && offset->move_px[1] == -2.48);
    assert_string_equal(offset->about, "b.mid");
    done(&e);
}

static void what_is_not_there_is_refused(void **state) {
    (void)state;
    static const pantin_puppet_edit wrong[] = {
        { .kind = PANTIN_EDIT_NONE },
        { .kind = PANTIN_EDIT_CUT, .piece = 2, .line_count = 2 },
        { .kind = PANTIN_EDIT_CUT, .piece = -1, .line_count = 2 },
        { .kind = PANTIN_EDIT_PULL, .item = 1 },
        { .kind = PANTIN_EDIT_PULL, .piece = 1, .item = 0 },
        { .kind = PANTIN_EDIT_RADIUS, .handle = 6 },
        { .kind = PANTIN_EDIT_POSE, .item = 1 },
        { .kind = PANTIN_EDIT_SPACING, .value = 1 },
    };
    char *text = card_text(pieces, rest);
    pantin_puppet puppet = card_or_fail(text);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pantin_bytes file = { 0 };
        pantin_error error = { 0 };
        assert_false(pantin_puppet_change(&puppet, &wrong[k], &file, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_null(file.data);
    }
    pantin_puppet_free(&puppet);
    free(text);
}

static bool change_all(void *context, pantin_error *error) {
    pantin_puppet_edit edit = {
        .kind = PANTIN_EDIT_CUT, .line = { { 40, 70 }, { 40, 45 } }, .line_count = 2, .name = "slit"
    };
    char place[64];
    pantin_bytes file = { 0 }, paste = { 0 };
    bool fine = pantin_puppet_change(context, &edit, &file, error) &&
                pantin_puppet_change_paste(context, &edit, place, sizeof place, &paste, error);
    pantin_bytes_free(&file);
    pantin_bytes_free(&paste);
    return fine;
}

static void refused_memory_leaves_nothing_behind(void **state) {
    (void)state;
    char *text = card_text(pieces, rest);
    pantin_puppet puppet = card_or_fail(text);
    assert_true(refusals_sweep(change_all, &puppet) > 5);
    pantin_puppet_free(&puppet);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_parts_the_mesh_and_leaves_the_rest),
        cmocka_unit_test(a_piece_that_shares_is_changed_where_it_shares),
        cmocka_unit_test(a_handle_holds_less_or_stands_elsewhere),
        cmocka_unit_test(a_bone_pulls_less),
        cmocka_unit_test(a_pose_does_a_share_of_what_it_did),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
