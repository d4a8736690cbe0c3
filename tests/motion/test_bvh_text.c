// test_bvh_text.c — a BVH's heads and spellings: what tools write, read; what cannot be meant, refused with its place.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "tiny_bvh.h"

#define NUMBERS(rows) TINY_FIGURE TINY_HEAD rows
#define NAMED(joint, end)                                                                          \
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n" joint      \
    "\n{\nOFFSET 0 10 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n" end                           \
    "\n{\nOFFSET 0 10 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: .04\n"                            \
    "1 2 3 4 5 6\n1 2 3 4 5 6\n1 2 3 4 5 6\n"

static void assert_reads_the_same(const char *text) {
    pantin_clip plain = tiny_clip(TINY_BVH), clip = tiny_clip(text);
    assert_same_motion(&clip, &plain, 1e-15);
    assert_near(clip.fps, 30, 0);
    pantin_clip_free(&clip);
    pantin_clip_free(&plain);
}

/// T12: the head says 2, 5 or 0 frames (and worse) over three rows.
static void rows_count_and_a_frame_count_that_lies_is_told(void **state) {
    (void)state;
    static const char *const said[] = { "2", "5", "0", "-3", "many" };
    char text[2048];
    for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
        snprintf(text, sizeof text,
                 TINY_FIGURE "MOTION\nFrames: %s\nFrame Time: 0.0333333\n" TINY_ROWS, said[k]);
        assert_reads_the_same(text);
        pantin_clip clip = tiny_clip(text);
        assert_int_equal(clip.note_count, 1);
        assert_true(tiny_notes(&clip, said[k]));
        pantin_clip_free(&clip);
    }
    pantin_clip honest = tiny_clip(TINY_BVH);
    assert_int_equal(honest.note_count, 0);
    pantin_clip_free(&honest);
}

/// T12: no newline at the end, empty lines after it, a row over two lines.
static void ends_and_broken_rows_do_no_harm(void **state) {
    (void)state;
    assert_reads_the_same(NUMBERS("1 90 2 0 0 0 90 0 90\n2 91 2 90 90 0 90 0 90\n"
                                  "3.5 92 2 10 20 30 40 50 60"));
    assert_reads_the_same(TINY_BVH "\n\n");
    assert_reads_the_same(NUMBERS("1 90 2 0 0 0 90 0 90\n2 91 2 90\n90 0 90 0 90\n"
                                  "3.5 92 2 10 20 30 40 50 60\n"));
    assert_reads_the_same(NUMBERS("1 90 2\n0 0 0\n90 0 90\n2 91 2 90\n90 0 90 0\n90\n"
                                  "3.5 92 2 10 20 30 40 50 60\n"));
    assert_reads_the_same(NUMBERS("1 90 2 0 0 0 90 0 90 2 91 2 90 90 0 90 0 90\n"
                                  "3.5 92 2 10 20 30 40 50 60\n"));
    assert_reads_the_same(TINY_FIGURE "MOTION\nFrame Time: 0.0333333\nFrames: 3\n" TINY_ROWS);
    assert_reads_the_same(TINY_FIGURE "MOTION Frames:3 Frame Time:0.0333333 " TINY_ROWS);
    assert_reads_the_same(TINY_FIGURE "MOTION\nFrames : 3\nFrame time : 0.0333333\n" TINY_ROWS);
    assert_reads_the_same(TINY_FIGURE "MOTION\nFrames:\nFrame Time: 0.0333333\n" TINY_ROWS);
}

static void a_cut_last_row_is_left_out_and_told(void **state) {
    (void)state;
    pantin_clip clip = tiny_clip(TINY_BVH "4 93 2 1");
    assert_int_equal(clip.frames, 3);
    assert_true(tiny_notes(&clip, "cut short (4 of 9 numbers)"));
    pantin_clip_free(&clip);
}

static void a_row_of_another_width_is_refused_at_its_line(void **state) {
    (void)state;
    // The rows begin on line 19.
    tiny_refused(NUMBERS("1 90 2 0 0 0 90 0 90\n1 2 3 4 5 6 7 8\n1 2 3 4 5 6 7 8 9\n"), "20:1",
                 "8 numbers, where the joints have 9");
    tiny_refused(NUMBERS("1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9 10\n1 2 3 4 5 6 7 8 9\n"), "20:1",
                 "10 numbers");
    tiny_refused(NUMBERS("1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9 10"), "20:1", "10 numbers");
    tiny_refused(NUMBERS("1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9"), "19:1", "2 rows");
}

/// The tiny file with each of its bytes `from` written as `to`.
static char *respelt(char from, const char *to) {
    static char text[8192];
    size_t used = 0;
    for (const char *c = TINY_BVH; *c != '\0'; c++) {
        size_t length = *c == from ? strlen(to) : 1;
        memcpy(text + used, *c == from ? to : c, length);
        used += length;
    }
    text[used] = '\0';
    return text;
}

/// T13: CRLF, lone CR, tabs, double and trailing spaces, a byte-order mark, lower case.
static void line_ends_tabs_and_spaces_are_all_the_same(void **state) {
    (void)state;
    assert_reads_the_same(respelt('\n', "\r\n"));
    assert_reads_the_same(respelt('\n', "\r"));
    assert_reads_the_same(respelt(' ', "\t"));
    assert_reads_the_same(respelt(' ', "  "));
    assert_reads_the_same(respelt('\n', " \t \n\n"));
    assert_reads_the_same("\xEF\xBB\xBF" TINY_BVH);
    assert_reads_the_same("\n\n" TINY_BVH);
    char *lower = respelt('\n', "\n");
    for (char *c = lower; *c != '\0'; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c + 32);
    assert_reads_the_same(lower);
}

static void lines_are_counted_by_every_kind_of_end(void **state) {
    (void)state;
    static const char *const ends[] = { "\n", "\r\n", "\r" };
    for (int k = 0; k < 3; k++) {
        char *text = respelt('\n', ends[k]);
        memcpy(strstr(text, "3.5"), "3,5", 3);
        tiny_refused(text, "21:1", "a comma in \"3,5\"");
    }
}

/// T13: `End site`, `End Site Tip`, names with a space or a colon, a joint called BendEnd.
static void names_are_what_stands_on_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *joint, *end;
    } cases[] = {
        { NAMED("JOINT Left Arm", "End Site"), "Left Arm", "Left Arm_end" },
        { NAMED("JOINT mixamorig:Spine ", "End site"), "mixamorig:Spine", "mixamorig:Spine_end" },
        { NAMED("JOINT BendEnd", "END SITE"), "BendEnd", "BendEnd_end" },
        { NAMED("JOINT End", "End Site Tip"), "End", "Tip" },
        { NAMED("joint Endsite", "End"), "Endsite", "Endsite_end" },
        { NAMED("JOINT", "End Site"), "node1", "node1_end" },
        { NAMED("JOINT Gl\xC3\xBC"
                "ck",
                "End Site"),
          "Gl\xC3\xBC"
          "ck",
          "Gl\xC3\xBC"
          "ck_end" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pantin_clip clip = tiny_clip(cases[k].text);
        assert_int_equal(clip.joint_count, 3);
        assert_int_equal(clip.bone_count, 2);
        assert_string_equal(clip.joints[1].name, cases[k].joint);
        assert_string_equal(clip.joints[2].name, cases[k].end);
        assert_false(clip.joints[1].end);
        assert_true(clip.joints[2].end && !clip.joints[2].bone);
        assert_near(clip.fps, 25, 0);
        pantin_clip_free(&clip);
    }
}

/// T13: 1e-5 and its kin.
static void numbers_are_read_in_every_spelling(void **state) {
    (void)state;
    static const struct {
        const char *word;
        double value;
    } cases[] = { { "1e-5", 1e-5 },
                  { "1E+02", 100 },
                  { ".0083333", .0083333 },
                  { "-.5", -.5 },
                  { "5.", 5 },
                  { "+007", 7 },
                  { "-0", 0 },
                  { "0.1234567890123456789", 0.1234567890123456789 },
                  { "12345678.123456789123", 12345678.123456789123 },
                  { "0.00000000000000000000000000000000000123", 1.23e-36 } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[2048];
        snprintf(text, sizeof text, NUMBERS("%s 90 2 0 0 0 0 0 0\n" TINY_ROWS), cases[k].word);
        pantin_clip clip = tiny_clip(text);
        // The same product as the reader's: the word itself must be exact.
        assert_true(clip_translation(&clip, 0, 0)->x == cases[k].value * (1.0 / 100));
        pantin_clip_free(&clip);
    }
}

/// T13: a decimal comma gets a hint, nan is refused.
static void what_is_no_number_is_refused_with_a_hint(void **state) {
    (void)state;
    static const struct {
        const char *word, *hint;
    } cases[] = {
        { "0,0333", "with a point" },  { "nan", "fill the gap" }, { "-inf", "fill the gap" },
        { "1.#QNAN", "fill the gap" }, { "x", "not \"x\"" },      { "1e", "not \"1e\"" },
        { "--1", "not \"--1\"" },      { "1.2.3", "number" },     { "1e400", "1e400" },
        { "1e10", "beyond 1e9" },      { ".", "number" },         { "}", "number" }
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[2048];
        snprintf(text, sizeof text, NUMBERS("1 %s 2 0 0 0 0 0 0\n" TINY_ROWS), cases[k].word);
        tiny_refused(text, "19:3", cases[k].hint);
    }
}

/// T13: a frame time of 0.
static void a_frame_time_of_nothing_asks_for_the_rate(void **state) {
    (void)state;
    static const char *const heads[] = { "MOTION\nFrames: 3\nFrame Time: 0\n",
                                         "MOTION\nFrames: 3\nFrame Time: -0.04\n",
                                         "MOTION\nFrames: 3\nFrame Time:\n",
                                         "MOTION\nFrames: 3\n" };
    static const char *const places[] = { "18:13", "18:13", "18:12", "18:1" };
    for (int k = 0; k < 4; k++) {
        char text[2048];
        snprintf(text, sizeof text, TINY_FIGURE "%s" TINY_ROWS, heads[k]);
        tiny_refused(text, places[k], "--fps");
        pantin_motion_options options = tiny_options();
        options.fps = 24;
        pantin_motion *motion = pantin_motion_read("tiny.bvh", text, strlen(text), &options, NULL);
        pantin_clip clip;
        assert_non_null(motion);
        assert_true(pantin_motion_sample(motion, 0, &clip, NULL));
        assert_int_equal(clip.frames, 3);
        assert_near(clip.fps, 24, 0);
        pantin_clip_free(&clip);
        pantin_motion_free(motion);
    }
    tiny_refused(TINY_FIGURE "MOTION\nFrames: 3\nFrame Time: 0,0333\n" TINY_ROWS, "18:13",
                 "with a point");
}

static void a_rate_is_whole_only_when_it_nearly_is(void **state) {
    (void)state;
    // Bounds: 0.02 frames/s up to 30, in proportion above.
    static const struct {
        const char *time;
        double fps;
    } cases[] = { { ".0083333", 120 },
                  { ".03333", 30 },
                  { "0.010000", 100 },
                  { "0.008342", 1 / 0.008342 },
                  { "0.0334", 1 / 0.0334 },
                  { "0.0417083", 1 / 0.0417083 },
                  { "2", 0.5 } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[2048];
        snprintf(text, sizeof text, TINY_FIGURE "MOTION\nFrames: 3\nFrame Time: %s\n" TINY_ROWS,
                 cases[k].time);
        pantin_clip clip = tiny_clip(text);
        assert_near(clip.fps, cases[k].fps, 1e-12);
        pantin_clip_free(&clip);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_count_and_a_frame_count_that_lies_is_told),
        cmocka_unit_test(ends_and_broken_rows_do_no_harm),
        cmocka_unit_test(a_cut_last_row_is_left_out_and_told),
        cmocka_unit_test(a_row_of_another_width_is_refused_at_its_line),
        cmocka_unit_test(line_ends_tabs_and_spaces_are_all_the_same),
        cmocka_unit_test(lines_are_counted_by_every_kind_of_end),
        cmocka_unit_test(names_are_what_stands_on_their_line),
        cmocka_unit_test(numbers_are_read_in_every_spelling),
        cmocka_unit_test(what_is_no_number_is_refused_with_a_hint),
        cmocka_unit_test(a_frame_time_of_nothing_asks_for_the_rate),
        cmocka_unit_test(a_rate_is_whole_only_when_it_nearly_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
