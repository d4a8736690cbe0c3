// test_lettering.c — words in pictures: every letter leaves ink inside its box, widths add up, and what
// is no ASCII does no harm.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "measure/lettering.h"

enum { WIDE = 96, HIGH = 96 };
static const float ink[4] = { 0, 0, 0, 1 };

static pantin_canvas blank(void) {
    pantin_canvas canvas = { 0 };
    assert_true(pantin_canvas_create(WIDE, HIGH, &canvas, NULL));
    return canvas;
}

static double ink_of(const pantin_canvas *canvas) {
    double sum = 0;
    for (int i = 0; i < WIDE * HIGH; i++) sum += (double)canvas->pixels[4 * i + 3];
    return sum;
}

static void every_letter_leaves_ink_of_its_own(void **state) {
    (void)state;
    for (int c = 33; c < 127; c++) {
        pantin_canvas canvas = blank();
        char word[2] = { (char)c, '\0' };
        lettering_draw(word, (pantin_vec2){ 24, 60 }, 36, ink, &canvas);
        assert_true(ink_of(&canvas) > 10);
        double width = lettering_width(word, 36);
        for (int y = 0; y < HIGH; y++) // nothing left of it, right of it or far below
            for (int x = 0; x < WIDE; x++)
                if (canvas.pixels[4 * (y * WIDE + x) + 3] > 0)
                    assert_true(x >= 20 && x <= 24 + width + 5 && y >= 60 - 36 - 5 && y < 60 + 17);
        pantin_canvas_free(&canvas);
    }
}

/// How many px of ink two letters do not share.
static double apart(char one, char other) {
    pantin_canvas a = blank(), b = blank();
    double sum = 0;
    lettering_draw((char[]){ one, '\0' }, (pantin_vec2){ 24, 60 }, 36, ink, &a);
    lettering_draw((char[]){ other, '\0' }, (pantin_vec2){ 24, 60 }, 36, ink, &b);
    for (int i = 0; i < WIDE * HIGH; i++)
        sum += fabs((double)a.pixels[4 * i + 3] - (double)b.pixels[4 * i + 3]);
    pantin_canvas_free(&a);
    pantin_canvas_free(&b);
    return sum;
}

static void letters_that_look_alike_are_told_apart(void **state) {
    (void)state;
    static const char *const pairs[] = { "OQ", "0O", "1l", "5S", "8B", "2Z", "6b", "9g", "uv" };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        assert_true(apart(pairs[k][0], pairs[k][1]) > 20);
    for (char a = '0'; a <= '9'; a++)
        for (char b = (char)(a + 1); b <= '9'; b++) assert_true(apart(a, b) > 20);
}

static void widths_add_up_and_words_are_cut_to_fit(void **state) {
    (void)state;
    char out[32];
    assert_true(lettering_width("", 12) == 0);
    assert_true(lettering_width("ab", 12) ==
                lettering_width("a", 12) + lettering_width("b", 12) + 3);
    assert_true(lettering_width("0123456789", 12) == lettering_width("9876543210", 12));
    lettering_fit("a rather long name", 12, 60, out, sizeof out);
    assert_true(lettering_width(out, 12) <= 60);
    assert_string_equal(out + strlen(out) - 2, "..");
    lettering_fit("short", 12, 600, out, sizeof out);
    assert_string_equal(out, "short");
}

static void strange_words_and_places_do_no_harm(void **state) {
    (void)state;
    pantin_canvas canvas = blank();
    assert_true(lettering_width("\xc3\xa9", 12) == lettering_width("?", 12)); // one character
    assert_true(lettering_width("\xff\xfe", 12) == lettering_width("??", 12));
    lettering_draw("edge\xf0\x9f", (pantin_vec2){ -20, 4 }, 30, ink, &canvas);
    lettering_draw("edge", (pantin_vec2){ 90, 120 }, 1e9, ink, &canvas);
    lettering_draw("far", (pantin_vec2){ 1e300, (double)NAN }, 12, ink, &canvas);
    lettering_draw("tiny", (pantin_vec2){ 2, 50 }, -3, ink, &canvas);
    pantin_canvas_free(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_letter_leaves_ink_of_its_own),
        cmocka_unit_test(letters_that_look_alike_are_told_apart),
        cmocka_unit_test(widths_add_up_and_words_are_cut_to_fit),
        cmocka_unit_test(strange_words_and_places_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
