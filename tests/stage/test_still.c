// test_still.c — one bent puppet as a picture without a stage.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <limits.h>
#include <string.h>

#include "base/vec.h"
#include "refusals.h"
#include "with_stage.h"

static pantin_image still_or_fail(const player *p, const pantin_still_options *options) {
    pantin_image image = { 0 };
    pantin_error error = { 0 };
    if (!pantin_still_draw(p->puppet, &p->pose, options, &image, &error))
        fail_msg("%s: %s", error.where, error.text);
    return image;
}

/// Where the drawing's pixel 0, 0 lies in the still: the only place where all of it is the same.
static bool same_at(const pantin_image *drawing, const pantin_image *still, int left, int top) {
    for (int y = 0; y < drawing->height; y++)
        for (int x = 0; x < drawing->width; x++) {
            if (x + left < 0 || y + top < 0 || x + left >= still->width || y + top >= still->height)
                return false;
            if (pixel_at(drawing, x, y) != pixel_at(still, x + left, y + top)) return false;
        }
    return true;
}

static void a_puppet_at_rest_is_its_drawing_bit_for_bit(void **state) {
    (void)state;
    static const double margins[] = { 16, 5, 40 };
    for (size_t k = 0; k < 3; k++) {
        pantin_image disc = checkered_disc(), drawing = checkered_disc();
        player p = player_enter(puppet_of(&disc, 8,
                                          "\"a\": { \"at_px\": [20, 32] }, \"b\": { \"at_px\": "
                                          "[44, 32] }, \"c\": { \"at_px\": [32, 50] }"));
        pantin_still_options options = pantin_still_defaults();
        options.margin_px = margins[k];
        pantin_image still = still_or_fail(&p, &options);
        bool found = false;
        for (int top = 0; top <= still.height - 64 && !found; top++)
            for (int left = 0; left <= still.width - 64 && !found; left++)
                found = same_at(&drawing, &still, left, top);
        assert_true(found);
        pantin_image_free(&still), pantin_image_free(&drawing);
        player_leave(&p);
    }
}

// A flag: left half of it dark, top right corner of it cut away.
static pantin_image flag(void) {
    pantin_image image = plain_picture(48, 32, 0xf0e0d0ff);
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 48; x++) {
            uint8_t *p = image.pixels + 4 * (48 * y + x);
            if (x < 24) p[0] = 20, p[1] = 30, p[2] = 40;
            if (x >= 32 && y < 8) memset(p, 0, 4);
        }
    return image;
}

/// Pixels of `a` that are not those of `b` mirrored and moved aside, but for an edge's softness.
static int count_mirrored(const pantin_image *a, const pantin_image *b, int aside) {
    int differ = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 1; x < a->width - 1; x++) {
            uint32_t p = pixel_at(a, x, y), q = pixel_at(b, a->width - 1 - x + aside, y);
            bool same = true;
            for (int k = 0; k < 32; k += 8) { // as seen: color times alpha
                int in_p = (int)(p >> k & 255) * (k > 0 ? (int)(p & 255) : 255) / 255;
                int in_q = (int)(q >> k & 255) * (k > 0 ? (int)(q & 255) : 255) / 255;
                same = same && in_p - in_q >= -32 && in_p - in_q <= 32;
            }
            differ += !same;
        }
    return differ;
}

static void a_mirrored_piece_is_drawn_as_the_mirror_image(void **state) {
    (void)state;
    static const char handles[] = "\"a\": { \"at_px\": [8, 24], \"turn\": \"set\" }, \"b\": { "
                                  "\"at_px\": [40, 24], \"turn\": \"set\" }";
    pantin_image first = flag(), second = flag();
    player drawn = player_enter(puppet_of(&first, 8, handles));
    player mirrored = player_enter(puppet_with_rest(&second, 8, "mirrored", handles));
    for (int bent = 0; bent < 2; bent++) {
        pantin_target targets[2];
        for (int side = 0; side < 2; side++) {
            player *p = side ? &mirrored : &drawn;
            pantin_actor_targets(p->actor, 0, NULL, targets);
            targets[1].center.y -= 6 * bent;
            targets[1].angle = (side ? 0.3 : -0.3) * bent;
            pantin_actor_pose(p->actor, 0, targets, &p->pose);
        }
        pantin_still_options options = pantin_still_defaults();
        options.width = 100, options.height = 80;
        pantin_image a = still_or_fail(&drawn, &options), b = still_or_fail(&mirrored, &options);
        int least = INT_MAX; // whole px in both, so one may stand a px aside
        for (int aside = -1; aside <= 1; aside++)
            least = min_int(least, count_mirrored(&a, &b, aside));
        assert_int_equal(least, 0);
        pantin_image_free(&a), pantin_image_free(&b);
    }
    player_leave(&drawn);
    player_leave(&mirrored);
}

static void the_figure_lies_a_margin_inside(void **state) {
    (void)state;
    pantin_image card = plain_picture(30, 20, 0x336699ff);
    player p = player_enter(puppet_of(&card, 10, ""));
    pantin_still_options options = pantin_still_defaults();
    options.margin_px = 7;
    pantin_image still = still_or_fail(&p, &options);
    assert_int_equal(still.width, 30 + 14);
    assert_int_equal(still.height, 20 + 14);
    assert_true(pixel_at(&still, 6, 10) == 0 && pixel_at(&still, 7, 10) == 0x336699ff);
    assert_true(pixel_at(&still, 36, 10) == 0x336699ff && pixel_at(&still, 37, 10) == 0);
    pantin_image_free(&still);
    options.scale = 2;
    still = still_or_fail(&p, &options);
    assert_int_equal(still.width, 60 + 14);
    assert_true(pixel_at(&still, 8, 10) == 0x336699ff && pixel_at(&still, 65, 45) == 0x336699ff &&
                pixel_at(&still, 67, 46) == 0);
    pantin_image_free(&still);
    // In a given size it is centered.
    options = pantin_still_defaults();
    options.width = 50, options.height = 60;
    still = still_or_fail(&p, &options);
    assert_true(still.width == 50 && still.height == 60);
    assert_true(pixel_at(&still, 9, 30) == 0 && pixel_at(&still, 10, 30) == 0x336699ff &&
                pixel_at(&still, 40, 30) == 0);
    assert_true(pixel_at(&still, 25, 19) == 0 && pixel_at(&still, 25, 20) == 0x336699ff &&
                pixel_at(&still, 25, 40) == 0);
    pantin_image_free(&still);
    // A background shows where nothing is.
    memcpy(options.background, (float[]){ 1, 0, 0, 1 }, sizeof options.background);
    still = still_or_fail(&p, &options);
    assert_true(pixel_at(&still, 0, 0) == 0xff0000ff && pixel_at(&still, 25, 30) == 0x336699ff);
    pantin_image_free(&still);
    player_leave(&p);
}

static void a_bent_figure_and_its_rest_both_fit(void **state) {
    (void)state;
    pantin_image card = plain_picture(30, 20, 0x336699ff);
    player p = player_enter(puppet_of(&card, 10, "\"h\": { \"at_px\": [15, 10] }"));
    pantin_target target;
    pantin_actor_targets(p.actor, 0, NULL, &target);
    target.center.x += 100, target.center.y -= 50;
    pantin_actor_pose(p.actor, 0, &target, &p.pose);
    pantin_still_options options = pantin_still_defaults();
    options.margin_px = 0;
    pantin_image still = still_or_fail(&p, &options);
    assert_int_equal(still.width, 130);
    assert_int_equal(still.height, 70);
    assert_true(pixel_at(&still, 115, 10) == 0x336699ff && pixel_at(&still, 10, 60) == 0);
    pantin_image_free(&still);
    player_leave(&p);
}

static void mesh_and_handles_are_drawn_over_it(void **state) {
    (void)state;
    pantin_image card = plain_picture(30, 20, 0x336699ff);
    player p = player_enter(puppet_of(&card, 10, "\"h\": { \"at_px\": [15, 10] }"));
    pantin_still_options options = pantin_still_defaults();
    pantin_image plain = still_or_fail(&p, &options);
    options.mesh = true;
    pantin_image lined = still_or_fail(&p, &options);
    options.mesh = false, options.handles = true;
    pantin_image dotted = still_or_fail(&p, &options);
    size_t size = 4 * (size_t)plain.width * (size_t)plain.height;
    assert_true(plain.width == lined.width && plain.width == dotted.width);
    assert_memory_not_equal(plain.pixels, lined.pixels, size);
    assert_memory_not_equal(plain.pixels, dotted.pixels, size);
    int x = 16 + (int)p.pose.handles[0].target.x, y = 16 + (int)p.pose.handles[0].target.y;
    assert_true(pixel_at(&dotted, x, y) >> 24 > 200); // red where it went
    pantin_image_free(&plain), pantin_image_free(&lined), pantin_image_free(&dotted);
    player_leave(&p);
}

static void hostile_sizes_are_told_and_vertices_that_are_nowhere_do_not_matter(void **state) {
    (void)state;
    pantin_image card = plain_picture(30, 20, 0x336699ff);
    player p = player_enter(puppet_of(&card, 10, ""));
    static const struct {
        double scale, margin;
        int width, height;
        const char *where;
    } wrong[] = {
        { 0, 16, 0, 0, "scale" },      { NAN, 16, 0, 0, "scale" },
        { 101, 16, 0, 0, "scale" },    { -1, 16, 0, 0, "scale" },
        { 1, -1, 0, 0, "margin" },     { 1, NAN, 0, 0, "margin" },
        { 1, 5000, 0, 0, "margin" },   { 1, 16, 10, 0, "size" },
        { 1, 16, -1, -1, "size" },     { 1, 16, 100000, 100000, "size" },
        { 1, 16, 8193, 8192, "size" },
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pantin_still_options options = pantin_still_defaults();
        pantin_image image = { 0 };
        pantin_error error = { 0 };
        options.scale = wrong[k].scale, options.margin_px = wrong[k].margin;
        options.width = wrong[k].width, options.height = wrong[k].height;
        assert_false(pantin_still_draw(p.puppet, &p.pose, &options, &image, &error));
        assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
        assert_string_equal(error.where, wrong[k].where);
        assert_null(image.pixels);
    }
    pantin_point32 *vertices = (pantin_point32 *)(uintptr_t)p.pose.pieces[0].vertices;
    vertices[0] = (pantin_point32){ NAN, 0 }, vertices[1] = (pantin_point32){ 1e30f, INFINITY };
    pantin_image still = still_or_fail(&p, NULL);
    assert_int_equal(still.width, 30 + 32);
    pantin_image_free(&still);
    // Far, but a number: too large at any scale above.
    vertices[0] = (pantin_point32){ 900000, 900000 };
    pantin_image image = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_still_draw(p.puppet, &p.pose, NULL, &image, &error));
    assert_string_equal(error.where, "scale");
    player_leave(&p);
}

static bool draw_and_free(void *context, pantin_error *error) {
    const player *p = context;
    pantin_still_options options = pantin_still_defaults();
    options.mesh = options.handles = true;
    pantin_image image = { 0 };
    bool done = pantin_still_draw(p->puppet, &p->pose, &options, &image, error);
    pantin_image_free(&image);
    return done;
}

static void every_refused_allocation_of_a_still_is_told(void **state) {
    (void)state;
    pantin_image card = plain_picture(30, 20, 0x336699ff);
    player p = player_enter(puppet_of(&card, 10, "\"h\": { \"at_px\": [15, 10] }"));
    assert_true(refusals_sweep(draw_and_free, &p) > 4);
    player_leave(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puppet_at_rest_is_its_drawing_bit_for_bit),
        cmocka_unit_test(a_mirrored_piece_is_drawn_as_the_mirror_image),
        cmocka_unit_test(the_figure_lies_a_margin_inside),
        cmocka_unit_test(a_bent_figure_and_its_rest_both_fit),
        cmocka_unit_test(mesh_and_handles_are_drawn_over_it),
        cmocka_unit_test(hostile_sizes_are_told_and_vertices_that_are_nowhere_do_not_matter),
        cmocka_unit_test(every_refused_allocation_of_a_still_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
