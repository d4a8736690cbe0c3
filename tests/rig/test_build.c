// test_build.c — pictures, meshes, handles and regions of a puppet: found, made, kept, or told.
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

#include "refusals.h"
#include "with_card.h"
#include "with_dog.h"

/// A card whose only piece "b" has these handles and this more.
static char *card_with(const char *handles, const char *more) {
    char pieces[2048];
    snprintf(
        pieces, sizeof pieces,
        "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 },\n\"handles\": { %s } %s }",
        handles, more);
    return card_text(pieces, NULL);
}

static void expect_error(const char *text, const char *at, const char *says) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    char where[512];
    if (card_load(text, NULL, &puppet, &error)) fail_msg("accepted, but %s was wanted", says);
    text_where("in/card.puppet.json", text, at, 0, where);
    if (strstr(error.text, says) == NULL) fail_msg("says \"%s\"", error.text);
    if (strcmp(error.where, where) != 0)
        fail_msg("at %s, not %s: %s", error.where, where, error.text);
}

static const pantin_mesh_grip *only_grip(const pantin_puppet *puppet) {
    return &puppet->pieces[0].handles[0].grip;
}

static void a_handle_holds_the_vertices_within_its_radius(void **state) {
    (void)state;
    static const struct {
        const char *handle;
        int count;
        bool grown;
    } cases[] = {
        { "\"h\": { \"at_px\": [40, 30], \"radius_px\": 10 }", 5,
          false }, // a vertex and its four neighbors
        { "\"h\": { \"at_px\": [40, 30], \"radius_px\": 14.2 }", 9, false }, // and the corners
        { "\"h\": { \"at_px\": [45, 35] }", 4, false }, // 0.8 cells: the corners of its cell
        { "\"h\": { \"at_px\": [40, 30], \"radius_px\": 3 }", 3,
          true }, // one is too few to hold an angle
        { "\"h\": { \"at_px\": [45, 35], \"radius_px\": 0 }", 3,
          true }, // zero is a wish, not the default
        { "\"h\": { \"vertices\": [0, 1, 9] }", 3, false },
        { "\"h\": { \"vertices\": [20] }", 3, true },
        { "\"h\": { \"vertices\": [0, 1, 2, 3, 4, 5] }", 6, false },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = card_with(cases[k].handle, "");
        pantin_puppet puppet = card_or_fail(text);
        assert_int_equal(only_grip(&puppet)->count, cases[k].count);
        assert_int_equal(only_grip(&puppet)->grown, cases[k].grown);
        pantin_puppet_free(&puppet);
        free(text);
    }
}

static void a_handle_a_little_off_the_ink_snaps_and_one_far_off_is_told(void **state) {
    (void)state;
    char *text = card_with("\"h\": { \"at_px\": [89, 30] }", "");
    pantin_puppet puppet = card_or_fail(text);
    assert_true(only_grip(&puppet)->snapped_px == 9);
    assert_true(only_grip(&puppet)->center.x > 70);
    pantin_puppet_free(&puppet);
    free(text);
    text = card_with("\"hand\": { \"at_px\": [110, 30] }", "");
    expect_error(text, "{ \"at_px\": [110", "handle \"hand\": lies 30 px off the ink");
    free(text);
}

static void handles_that_cannot_be_held_are_told(void **state) {
    (void)state;
    static const struct {
        const char *handles, *at, *says;
    } cases[] = {
        { "\"a\": { \"at_px\": [40, 30], \"radius_px\": 10 },\n\"c\": { \"at_px\": [50, 30], "
          "\"radius_px\": 10 }",
          "{ \"at_px\": [50", "handles \"a\" and \"c\" both hold vertex" },
        { "\"a\": { \"vertices\": [3, 4, 5] },\n\"c\": { \"vertices\": [5, 6, 7] }",
          "{ \"vertices\": [5", "handles \"a\" and \"c\" both hold vertex 5" },
        { "\"a\": { \"vertices\": [3, 4, 3] }", "{ \"vertices\"", "holds vertex 3 twice" },
        { "\"a\": { \"vertices\": [99999] }", "{ \"vertices\"",
          "holds vertex 99999, but the last one is 62" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = card_with(cases[k].handles, "");
        expect_error(text, cases[k].at, cases[k].says);
        free(text);
    }
}

static void pieces_that_share_a_mesh_and_handles_have_their_own_copies(void **state) {
    (void)state;
    char *text =
        card_text("\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 }, \"handles\": { "
                  "\"h\": { \"at_px\": [45, 35] } } },"
                  "\"c\": { \"drawing\": \"d\", \"mesh\": { \"same_as\": \"b\" }, \"handles\": { "
                  "\"same_as\": \"b\" } }",
                  "\"views\": { \"v\": { \"draw\": [\"b\", \"c\"], \"ground_px\": [0, 0] } }");
    pantin_puppet puppet = card_or_fail(text);
    const pantin_puppet_piece *b = &puppet.pieces[0], *c = &puppet.pieces[1];
    assert_int_equal(b->triangles.vertex_count, 63); // 9 x 7
    assert_int_equal(c->triangles.vertex_count, 63);
    assert_ptr_not_equal(b->triangles.vertices, c->triangles.vertices);
    assert_ptr_not_equal(b->handles[0].grip.vertices, c->handles[0].grip.vertices);
    assert_memory_equal(b->handles[0].grip.vertices, c->handles[0].grip.vertices, 4 * sizeof(int));
    pantin_puppet_free(&puppet);
    free(text);
}

static void pieces_of_a_view_must_have_one_scale(void **state) {
    (void)state;
    char *text =
        card_text("\"b\": { \"drawing\": \"d\" }, \"c\": { \"drawing\": \"other\" }",
                  "\"views\": { \"v\": { \"draw\": [\"b\", \"c\"], \"ground_px\": [0, 0] } }");
    expect_error(text, "[\"b\", \"c\"]",
                 "\"d\" and \"other\" of view \"v\" have different px_per_m");
    free(text);
}

// --- cuts ---------------------------------------------------------------------------------------------

static void a_cut_parts_the_mesh_and_a_bad_one_is_told_where_it_stands(void **state) {
    (void)state;
    static const char piece[] =
        "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 }, \"cuts\": [ "
        "{ \"name\": \"slit\", \"line_px\": %s, \"far\": \"right\" } ] }";
    static const struct {
        const char *line, *says; // NULL: it parts
    } cases[] = {
        { "[[40, 20], [40, 70]]", NULL },
        { "[[10, 10], [50, 10], [50, 40], [30, 40], [30, 5]]",
          "cut \"slit\" crosses itself at 30, 10" },
        { "[[200, 10], [200, 50]]", "cut \"slit\" lies off the ink" },
        { "[[12, 12], [13, 13]]", "cut \"slit\" parts nothing" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char pieces[400];
        snprintf(pieces, sizeof pieces, piece, cases[k].line);
        char *text = card_text(pieces, NULL);
        if (cases[k].says != NULL) {
            expect_error(text, "{ \"name\": \"slit\"", cases[k].says);
        } else {
            pantin_puppet puppet = card_or_fail(text);
            const pantin_mesh *mesh = &puppet.pieces[0].triangles;
            assert_int_equal(mesh->vertex_count, 63 + 4); // 9 x 7, and y = 30 to 60 twice
            assert_int_equal(mesh->part_count, 3);
            assert_true(pantin_puppet_ready(&puppet, NULL));
            pantin_puppet_free(&puppet);
        }
        free(text);
    }
}

static void a_shared_mesh_is_cut_where_it_is_made(void **state) {
    (void)state;
    static const char one[] = "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10 }, "
                              "\"cuts\": [ { \"name\": \"s\", "
                              "\"line_px\": [[40, 20], [40, 70]] } ] },\n\"c\": { \"drawing\": "
                              "\"d\", \"mesh\": { \"same_as\": "
                              "\"b\" }%s }";
    char pieces[500];
    snprintf(pieces, sizeof pieces, one, "");
    char *text = card_text(pieces, NULL);
    pantin_puppet puppet = card_or_fail(text);
    assert_int_equal(puppet.pieces[1].triangles.part_count, 3);
    pantin_puppet_free(&puppet);
    free(text);
    snprintf(pieces, sizeof pieces, one,
             ", \"cuts\": [ { \"name\": \"t\", \"line_px\": [[20, 20], [20, 70]] } ]");
    text = card_text(pieces, NULL);
    expect_error(text, "[ { \"name\": \"t\"", "the mesh is piece \"b\"'s, and so are its cuts");
    free(text);
}

// --- regions ------------------------------------------------------------------------------------------

static int stiff_triangles(const pantin_puppet *puppet, double rigidity) {
    int count = 0;
    for (int t = 0; t < puppet->pieces[0].triangles.triangle_count; t++)
        count += puppet->pieces[0].rigidity[t] == rigidity;
    return count;
}

static void regions_stiffen_their_triangles_and_the_stiffest_counts(void **state) {
    (void)state;
    char *text = card_with("", ", \"regions\": [ { \"name\": \"one\", \"rigidity\": 5, "
                               "\"polygon_px\": [[21, 21], [39, 21], [39, 39], [21, 39]] },"
                               " { \"name\": \"two\", \"rigidity\": 9, \"polygon_px\": [[32, 22], "
                               "[38, 22], [38, 28], [32, 28]] } ]");
    pantin_puppet puppet = card_or_fail(text);
    assert_true(stiff_triangles(&puppet, 9) > 0);
    assert_true(stiff_triangles(&puppet, 5) > 0);
    assert_true(stiff_triangles(&puppet, 1) > 50);
    pantin_puppet_free(&puppet);
    free(text);
    text = card_with(
        "", ", \"regions\": [ { \"name\": \"m\", \"rigidity\": 5, \"mask\": \"spot.png\" } ]");
    puppet = card_or_fail(text);
    assert_true(stiff_triangles(&puppet, 5) >= 8); // 2 x 2 cells at least
    pantin_puppet_free(&puppet);
    free(text);
}

static void a_delaunay_mesh_is_denser_in_its_regions(void **state) {
    (void)state;
    int triangles[3];
    static const char *const regions[3] = {
        "",
        ", \"regions\": [ { \"name\": \"r\", \"rigidity\": 5, \"polygon_px\": [[21, 21], [39, 21], "
        "[39, 39]] } ]",
        ", \"regions\": [ { \"name\": \"m\", \"rigidity\": 5, \"mask\": \"spot.png\" } ]",
    };
    for (int k = 0; k < 3; k++) {
        char *plain = card_with("", regions[k]);
        char *text =
            text_edited(plain, "\"spacing_px\": 10", "\"style\": \"delaunay\", \"spacing_px\": 10");
        pantin_puppet puppet = card_or_fail(text);
        triangles[k] = puppet.pieces[0].triangles.triangle_count;
        assert_true(puppet.pieces[0].triangles.coverage == 1.0);
        if (k > 0) assert_true(stiff_triangles(&puppet, 5) >= 15);
        pantin_puppet_free(&puppet);
        free(text);
        free(plain);
    }
    assert_true(triangles[1] > triangles[0] + 20 && triangles[2] > triangles[0] + 20);
}

static void regions_that_cannot_be_are_told(void **state) {
    (void)state;
    char *text = card_with("", ",\n\"regions\": [ { \"name\": \"eye\", \"polygon_px\": [[200, 10], "
                               "[210, 10], [210, 20]] } ]");
    expect_error(text, "{ \"name\": \"eye\"", "region \"eye\" lies off the ink");
    free(text);
    text = card_with("", ",\n\"regions\": [ { \"name\": \"eye\", \"mask\": \"small.png\" } ]");
    expect_error(text, "\"small.png\"", "small.png is 79 x 60 px, its drawing 80 x 60");
    free(text);
    text = card_with("", ",\n\"regions\": [ { \"name\": \"eye\", \"mask\": \"none.png\" } ]");
    expect_error(text, "\"none.png\"", "in/none.png: no such picture");
    free(text);
}

static void pictures_that_cannot_be_had_are_told_where_they_are_named(void **state) {
    (void)state;
    char *text = card_with("", ""), *edited = text_edited(text, "\"card.png\"", "\"crad.png\"");
    expect_error(edited, "\"crad.png\"", "in/crad.png: no such picture");
    free(edited);
    edited = text_edited(text, "\"card.png\"", "\"card.png\", \"mask\": \"small.png\"");
    expect_error(edited, "\"small.png\"", "small.png");
    free(edited);
    edited = text_edited(text, "\"card.png\"", "\"/abs/card.png\"");
    pantin_puppet puppet = card_or_fail(edited); // an absolute path stays as it is
    pantin_puppet_free(&puppet);
    free(edited);
    free(text);
}

// --- the mesh that is kept ------------------------------------------------------------------------------

/// A room that keeps the mesh of a 10 px card, moved by 1 px so that it can be told; its hash.
static uint64_t keep_mesh(card_room *room, double spacing) {
    char *text = card_with("", "");
    pantin_puppet puppet = card_or_fail(text);
    pantin_mesh_options options = pantin_mesh_defaults();
    options.spacing_px = spacing;
    uint64_t hash = pantin_mesh_hash(&puppet.drawings[0].drawing, &options);
    pantin_mesh *mesh = &puppet.pieces[0].triangles;
    for (int v = 0; v < mesh->vertex_count; v++) mesh->vertices[v].x += 1;
    assert_true(pantin_mesh_write(mesh, hash, &room->kept, NULL));
    room->kept_path = "in/card.mesh";
    pantin_puppet_free(&puppet);
    free(text);
    return hash;
}

static double first_x(const char *made_from, card_room *room, pantin_error *error) {
    char mesh[256];
    snprintf(mesh, sizeof mesh,
             "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 10, \"file\": \"card.mesh\" "
             "%s } }",
             made_from);
    char *text = card_text(mesh, NULL);
    pantin_puppet puppet = { 0 };
    double x =
        card_load(text, room, &puppet, error) ? puppet.pieces[0].triangles.vertices[0].x : -1;
    pantin_puppet_free(&puppet);
    free(text);
    return x;
}

static void a_kept_mesh_is_used_when_fresh_and_made_again_when_stale_or_missing(void **state) {
    (void)state;
    card_room room = { 0 };
    char fresh[64], stale[] = ", \"made_from\": \"0123456789abcdef\"";
    uint64_t hash = keep_mesh(&room, 10);
    snprintf(fresh, sizeof fresh, ", \"made_from\": \"%016llx\"", (unsigned long long)hash);
    assert_true(first_x(fresh, &room, NULL) == 1);
    assert_int_equal(room.asked, 1);
    assert_true(first_x(stale, &room, NULL) == 0); // not even asked for
    assert_true(first_x("", &room, NULL) == 0);
    assert_int_equal(room.asked, 1);
    room.kept_path = "elsewhere";
    assert_true(first_x(fresh, &room, NULL) == 0); // missing
    pantin_bytes_free(&room.kept);
    // The puppet says it is fresh, the file itself says it was made from something else.
    keep_mesh(&room, 11);
    assert_true(first_x(fresh, &room, NULL) == 0);
    pantin_bytes_free(&room.kept);
}

static void a_damaged_kept_mesh_is_told(void **state) {
    (void)state;
    card_room room = { 0 };
    pantin_error error = { 0 };
    char fresh[64];
    uint64_t hash = keep_mesh(&room, 10);
    snprintf(fresh, sizeof fresh, ", \"made_from\": \"%016llx\"", (unsigned long long)hash);
    room.kept.data[60] ^= 1;
    assert_true(first_x(fresh, &room, &error) == -1);
    assert_non_null(strstr(error.text, "card.mesh"));
    assert_non_null(strstr(error.where, "in/card.puppet.json:4:"));
    room.kept.data[60] ^= 1;
    room.kept.size -= 9;
    assert_true(first_x(fresh, &room, &error) == -1);
    room.kept.size += 9;
    pantin_bytes_free(&room.kept);
}

// --- how many ---------------------------------------------------------------------------------------------

static void none_one_and_three_hundred_handles_are_held(void **state) {
    (void)state;
    static const int counts[] = { 0, 1, 300 };
    for (size_t k = 0; k < 3; k++) {
        char *pieces = malloc(32768);
        size_t n = (size_t)snprintf(
            pieces, 200,
            "\"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 2 }, \"handles\": {");
        // 41 x 31 vertices, numbered row by row; three in a row, every fourth, every second row.
        for (int h = 0; h < counts[k]; h++) {
            int at = h / 10 * 41 + h % 10 * 4;
            n += (size_t)snprintf(pieces + n, 100, "%s\"h%d\": { \"vertices\": [%d, %d, %d] }",
                                  h > 0 ? "," : "", h, at, at + 1, at + 2);
        }
        snprintf(pieces + n, 10, "} }");
        char *text = card_text(pieces, NULL);
        card_actor a = card_enter(text);
        assert_int_equal(a.puppet->handle_count, counts[k]);
        pantin_actor_step(a.actor, a.values, NULL, &a.frames[0]);
        assert_int_equal(a.frames[0].status, PANTIN_REACHED);
        const pantin_mesh *mesh = &a.puppet->pieces[0].triangles;
        for (int v = 0; v < mesh->vertex_count; v++) {
            assert_true(fabs(a.frames[0].pieces[0].vertices[v].x - mesh->vertices[v].x) < 1e-4);
            assert_true(fabs(a.frames[0].pieces[0].vertices[v].y - mesh->vertices[v].y) < 1e-4);
        }
        card_leave(&a);
        free(text);
        free(pieces);
    }
}

// --- refusals ---------------------------------------------------------------------------------------------

static bool build_and_free(void *context, pantin_error *error) {
    pantin_puppet puppet = { 0 };
    bool done = card_load(context, NULL, &puppet, error);
    pantin_puppet_free(&puppet);
    return done;
}

static void every_refused_allocation_of_building_is_told(void **state) {
    (void)state;
    char *text = card_with(
        "\"h\": { \"at_px\": [45, 35] }, \"g\": { \"vertices\": [0] }",
        ", \"regions\": [ { \"name\": \"m\", \"rigidity\": 5, \"mask\": \"spot.png\" } ]");
    assert_true(refusals_sweep(build_and_free, text) > 20);
    free(text);
}

typedef struct kept_case {
    card_room room;
    char made_from[64];
} kept_case;

static bool read_kept_and_free(void *context, pantin_error *error) {
    kept_case *kept = context;
    return first_x(kept->made_from, &kept->room, error) >= 0;
}

static void every_refused_allocation_of_reading_a_kept_mesh_is_told(void **state) {
    (void)state;
    kept_case kept = { 0 };
    uint64_t hash = keep_mesh(&kept.room, 10);
    snprintf(kept.made_from, sizeof kept.made_from, ", \"made_from\": \"%016llx\"",
             (unsigned long long)hash);
    assert_true(refusals_sweep(read_kept_and_free, &kept) > 10);
    pantin_bytes_free(&kept.room.kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_parts_the_mesh_and_a_bad_one_is_told_where_it_stands),
        cmocka_unit_test(a_shared_mesh_is_cut_where_it_is_made),
        cmocka_unit_test(a_handle_holds_the_vertices_within_its_radius),
        cmocka_unit_test(a_handle_a_little_off_the_ink_snaps_and_one_far_off_is_told),
        cmocka_unit_test(handles_that_cannot_be_held_are_told),
        cmocka_unit_test(pieces_that_share_a_mesh_and_handles_have_their_own_copies),
        cmocka_unit_test(pieces_of_a_view_must_have_one_scale),
        cmocka_unit_test(regions_stiffen_their_triangles_and_the_stiffest_counts),
        cmocka_unit_test(a_delaunay_mesh_is_denser_in_its_regions),
        cmocka_unit_test(regions_that_cannot_be_are_told),
        cmocka_unit_test(pictures_that_cannot_be_had_are_told_where_they_are_named),
        cmocka_unit_test(a_kept_mesh_is_used_when_fresh_and_made_again_when_stale_or_missing),
        cmocka_unit_test(a_damaged_kept_mesh_is_told),
        cmocka_unit_test(none_one_and_three_hundred_handles_are_held),
        cmocka_unit_test(every_refused_allocation_of_building_is_told),
        cmocka_unit_test(every_refused_allocation_of_reading_a_kept_mesh_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
