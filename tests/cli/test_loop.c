// test_loop.c — `pantin loop` as scripts see it: what it writes, what it says, what it ends with.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup
#include "with_clips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void must_hold(const char *text, const char *part) {
    if (strstr(text, part) == NULL) fail_msg("\"%s\" is not in: %s", part, text);
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

/// Runs it and expects this exit code, and nothing on stderr.
static ran expect_code(int code, const char *words) {
    ran r = run("%s", words);
    if (r.code != code || r.err_size != 0)
        fail_msg("%s: exit code %d, stderr: %s", words, r.code, r.err);
    return r;
}

// --- check -------------------------------------------------------------------------------------------

static void check_ends_with_0_on_a_loop_and_1_on_a_gap(void **state) {
    (void)state;
    must_hold(expect_code(0, "loop check march.bvh").out, "passes the reference limits");
    ran r = expect_code(1, "loop check drift.bvh");
    must_hold(r.out, "FAILS the reference limits: root drift 15.00 > 3 cm");
    must_hold(r.out, "[red]");
    // Travel is no fault where it is wished for.
    must_hold(expect_code(0, "loop check drift.bvh --root travel").out, "stride");
}

static void check_names_the_animation_and_takes_all_of_them(void **state) {
    (void)state;
    must_hold(expect_code(0, "loop check wave.glb").out, "animation 1 of 3 \"Wave\"");
    must_hold(expect_code(1, "loop check wave.glb --animation Reach").out, "2 of 3 \"Reach\"");
    must_hold(expect_code(1, "loop check wave.glb --animation 1").out, "\"Reach\"");
    // Point has two frames: no clip, told and left out, and not what the code is about.
    ran r = expect_code(1, "loop check wave.glb --all --json");
    assert_int_equal(count_of(r.out, "\"pose_gap_deg\""), 2);
    must_hold(r.out, "\"left_out\"");
    must_hold(r.out, "\"Point\"");
    char *all = strdup(r.out);
    assert_string_equal(all, expect_code(1, "loop check wave.glb --animation all --json").out);
    free(all);
}

static void every_format_tells_the_same_clip(void **state) {
    (void)state;
    must_hold(expect_code(1, "loop check drift.bvh --format md").out, "| drift.bvh |");
    ran r = expect_code(1, "loop check drift.bvh --format csv");
    must_hold(r.out, "file,animation,");
    assert_int_equal(count_of(r.out, "\n"), 2);
    must_hold(expect_code(1, "loop check drift.bvh --json").out, "\"root_drift_cm\"");
    must_hold(expect_code(1, "loop check drift.bvh --json --quiet").out, "\"root_drift_cm\"");
    assert_int_equal(expect_code(1, "loop check drift.bvh --quiet").out_size, 0);
}

static void many_clips_are_told_in_order_whatever_the_threads(void **state) {
    (void)state;
    ran r = expect_code(1, "loop check drift.bvh march.bvh wave.glb --threads 1 --json");
    char *one = strdup(r.out);
    assert_true(strstr(one, "drift.bvh") < strstr(one, "march.bvh"));
    assert_string_equal(
        one, expect_code(1, "loop check drift.bvh march.bvh wave.glb --threads 3 --json").out);
    free(one);
    must_hold(expect_code(1, "loop check drift.bvh march.bvh").out, "2 clips: 1 passes, 1 fails");
}

static void shards_take_every_clip_once(void **state) {
    (void)state;
    char *first = strdup(
        expect_code(1, "loop check drift.bvh march.bvh wave.glb --shard 1/2 --format csv").out);
    ran r = expect_code(0, "loop check drift.bvh march.bvh wave.glb --shard 2/2 --format csv");
    must_hold(first, "\ndrift.bvh,");
    must_hold(first, "\nwave.glb,");
    must_hold(r.out, "\nmarch.bvh,");
    assert_int_equal(count_of(r.out, "\n"), 2);
    free(first);
}

// --- find --------------------------------------------------------------------------------------------

static void find_lists_loops_best_first(void **state) {
    (void)state;
    ran r = expect_code(0, "loop find long.bvh --json");
    must_hold(r.out, "\"candidates\": [");
    must_hold(r.out, "\"period_s\"");
    assert_true(count_of(r.out, "\"cost\"") >= 1);
    must_hold(expect_code(0, "loop find long.bvh").out, "natural period");
    assert_int_equal(
        count_of(expect_code(0, "loop find long.bvh --candidates 1 --json").out, "\"cost\""), 1);
}

// --- fix ---------------------------------------------------------------------------------------------

static void fix_writes_a_clip_that_check_passes(void **state) {
    (void)state;
    ran r = run("loop fix long.bvh -o fixed.bvh --json");
    assert_true(r.code == 0 && is_there("fixed.bvh") && !is_there("fixed.bvh.part"));
    must_hold(r.out, "\"before\": {");
    must_hold(r.out, "\"after\": {");
    must_hold(r.out, "\"anchor_frame\"");
    must_hold(r.out, "\"file\": \"fixed.bvh\"");
    expect_code(0, "loop check fixed.bvh");
}

static void what_loops_already_is_copied_byte_for_byte(void **state) {
    (void)state;
    must_hold(expect_code(0, "loop fix march.bvh -o same.bvh").out, "looped already");
    assert_true(same_files("march.bvh", "same.bvh"));
    expect_code(0, "loop fix wave.glb -o same.glb");
    assert_true(same_files("wave.glb", "same.glb"));
}

static void the_reference_tools_words_and_lines_are_known(void **state) {
    (void)state;
    ran r = run("loop fix --src long.bvh --out cross.bvh --method crossfade --blend-frames 6 "
                "--min-keep 0.5 --name Cross");
    assert_true(r.code == 0 || r.code == 1);
    assert_true(is_there("cross.bvh"));
    for (const char *line = r.out; *line != '\0'; line = strchr(line, '\n') + 1)
        if (strncmp(line, "[loop_fix] ", 11) != 0) fail_msg("a line of its own: %s", line);
    must_hold(r.out, "anchor=");
    must_hold(r.out, "window=6");
}

static void a_clip_goes_through_pipes(void **state) {
    (void)state;
    ran r = run("loop fix march.bvh -o -");
    assert_int_equal(r.code, 0);
    write_bytes("piped.bvh", r.out, r.out_size);
    assert_true(same_files("march.bvh", "piped.bvh"));
    must_hold(r.err, "looped already"); // talk goes aside
}

static void an_animation_is_named_anew_and_the_others_stay(void **state) {
    (void)state;
    ran r = run("loop fix wave.glb --animation Reach --name-suffix -loop -o named.glb");
    assert_true(r.code == 0 || r.code == 1);
    must_hold(run("inspect named.glb --json").out, "\"Reach-loop\"");
    must_hold(run("inspect named.glb --json").out, "\"Wave\"");
}

static void frames_and_seconds_say_the_same_range(void **state) {
    (void)state;
    run("loop fix long.bvh -o a.bvh --range 15:75");
    run("loop fix long.bvh -o b.bvh --start 0.5s --end 2.5s");
    assert_true(is_there("a.bvh") && same_files("a.bvh", "b.bvh"));
}

static void files_that_a_gltf_names_go_with_it(void **state) {
    (void)state;
    mkdir("beside", 0777);
    run("loop fix wave.gltf -o beside/wave.gltf");
    assert_true(same_files("wave.bin", "beside/wave.bin"));
    assert_int_equal(run("loop check beside/wave.gltf").code, 0);
    write_text("beside/wave.bin", "another");
    expect_refusal("lies there and is not what the clip names",
                   "loop fix wave.gltf -o beside/other.gltf");
    assert_false(is_there("beside/other.gltf"));
}

// --- pictures and pages ------------------------------------------------------------------------------

static void pictures_are_svg_or_png_by_their_names(void **state) {
    (void)state;
    pantin_bytes svg = { 0 }, png = { 0 };
    run("loop fix long.bvh -o p.bvh --plot p.svg --strip p.png");
    assert_true(pantin_file_read("p.svg", 1 << 22, &svg, NULL) &&
                pantin_file_read("p.png", 1 << 24, &png, NULL));
    assert_memory_equal(svg.data, "<svg ", 5);
    assert_memory_equal(png.data, "\x89PNG", 4);
    pantin_bytes_free(&svg), pantin_bytes_free(&png);
    run("loop check march.bvh wave.glb --plot plots/ --strip strips/");
    assert_true(is_there("plots/march.bvh.plot.svg") && is_there("strips/wave.glb.strip.svg"));
}

static void a_folder_has_a_report_and_one_bad_file_stops_no_other(void **state) {
    (void)state;
    mkdir("batch", 0777);
    write_march("batch/a.bvh", 31, 30, 0);
    write_text("batch/b.bvh", "HIERARCHY\nnothing\n");
    write_march("batch/c.BVH", 91, 30, 0.2);
    write_text("batch/readme.txt", "no clip");
    ran r = run("loop fix batch -o looped --report qc --threads 2");
    assert_int_equal(r.code, 2);
    must_hold(r.err, "pantin: batch/b.bvh:2");
    assert_int_equal(count_of(r.err, "\n"), 1);
    must_hold(r.out, "3 clips");
    assert_true(is_there("looped/a.bvh") && is_there("looped/c.BVH") && !is_there("looped/b.bvh"));
    pantin_bytes page = { 0 }, json = { 0 };
    assert_true(pantin_file_read("qc/report.html", 1 << 24, &page, NULL) &&
                pantin_file_read("qc/report.json", 1 << 24, &json, NULL));
    must_hold((char *)page.data, "batch/b.bvh:2");
    must_hold((char *)page.data, "<svg class=\"sketch\"");
    assert_null(strstr((char *)page.data, "http")); // opens offline
    must_hold((char *)json.data, "\"error\"");
    assert_true(is_there("qc/report.csv") && is_there("qc/report.md"));
    pantin_bytes_free(&page), pantin_bytes_free(&json);
}

static void reports_are_the_same_bytes_each_run(void **state) {
    (void)state;
    run("loop check march.bvh drift.bvh wave.glb --report one --threads 1");
    run("loop check march.bvh drift.bvh wave.glb --report two --threads 3");
    assert_true(same_files("one/report.html", "two/report.html"));
    assert_true(same_files("one/report.json", "two/report.json"));
}

// --- what cannot be done -----------------------------------------------------------------------------

static void bad_files_have_one_line_and_leave_nothing(void **state) {
    (void)state;
    pantin_bytes whole = { 0 };
    assert_true(pantin_file_read("wave.glb", 1 << 20, &whole, NULL));
    write_bytes("cut.glb", whole.data, whole.size / 2);
    pantin_bytes_free(&whole);
    write_bytes("empty.glb", "", 0);
    write_text("text.glb", "not a GLB at all\n");
    write_text("model.fbx", "; FBX 7.4.0 project file\n");
    write_wave("still.glb", NULL, 0);
    write_keys("two.glb", 2, false);
    write_keys("nan.glb", 30, true);
    static const char *const files[][2] = {
        { "cut.glb", "cut.glb" },       { "empty.glb", "empty.glb" },
        { "text.glb", "text.glb" },     { "still.glb", "animation" },
        { "two.glb", "frames" },        { "nan.glb", "nan.glb" },
        { "gone.glb", "no such file" }, { "model.fbx", "convert it to GLB" },
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        expect_refusal(files[k][1], "loop check %s", files[k][0]);
        expect_refusal(files[k][1], "loop check %s --json --report nowhere", files[k][0]);
        expect_refusal(files[k][1], "loop find %s --plot x.svg", files[k][0]);
        expect_refusal(files[k][1], "loop fix %s -o x.out --strip x.svg", files[k][0]);
    }
}

static void words_are_told_with_the_nearest(void **state) {
    (void)state;
    expect_refusal("did you mean \"check\"", "loop chekc march.bvh");
    expect_refusal("say what to do first", "loop march.bvh");
    expect_refusal("did you mean \"Reach\"", "loop check wave.glb --animation Reech");
    expect_refusal("--limits: \"relativ\"", "loop check march.bvh --limits relativ");
    expect_refusal("--method: \"crosfade\"", "loop fix march.bvh -o x.bvh --method crosfade");
    expect_refusal("--root", "loop check march.bvh --root sideways");
    expect_refusal("--up: \"W\" must be X, Y or Z", "loop check march.bvh --up W");
    expect_refusal("--range: \"5\" must be A:B", "loop find march.bvh --range 5");
    expect_refusal("must lie after", "loop find march.bvh --range 20:10");
    expect_refusal("whole frames", "loop find march.bvh --start 1.5");
    expect_refusal("--shard", "loop check march.bvh --shard 3/2");
    expect_refusal("something is missing", "loop check");
    expect_refusal("nothing to write", "loop fix march.bvh");
    expect_refusal("--format says csv", "loop check march.bvh --json --format csv");
    expect_refusal("--animation names one", "loop check wave.glb --all --animation Wave");
    expect_refusal("--name-suffix", "loop fix wave.glb --all --name X -o x.glb");
}

static void outputs_spare_inputs_and_one_another(void **state) {
    (void)state;
    mkdir("twin", 0777);
    write_march("twin/march.bvh", 31, 30, 0);
    expect_refusal("inputs are never written over", "loop fix march.bvh -o march.bvh");
    expect_refusal("inputs are never written over", "loop fix march.bvh -o ./twin/../march.bvh");
    expect_refusal("inputs are never written over", "loop fix wave.gltf -o wave.bin");
    expect_refusal("inputs are never written over", "loop fix march.bvh drift.bvh -o .");
    expect_refusal("would be one file", "loop fix march.bvh twin/march.bvh -o out");
    expect_refusal("several clips do not go", "loop fix march.bvh drift.bvh -o -");
    expect_refusal("name a folder", "loop check march.bvh drift.bvh --plot x.svg");
    expect_refusal("must end in .svg or .png", "loop check march.bvh --plot x.jpg");
    expect_refusal("where both", "loop check march.bvh --plot x.svg --strip x.svg");
    expect_refusal("is not a glb", "loop fix march.bvh -o x.glb");
    expect_refusal("name a file, not -", "loop fix wave.gltf -o -");
    expect_refusal("x.bvh", "loop fix long.bvh -o gone/x.bvh");
    mkdir("bare", 0777);
    expect_refusal("holds no", "loop check bare");
}

static void inspect_tells_what_is_in_a_clip(void **state) {
    (void)state;
    ran r = expect_code(0, "inspect wave.glb");
    must_hold(r.out, "format: GLB");
    must_hold(r.out, "Reach");
    must_hold(r.out, "problems");
    r = expect_code(0, "inspect march.bvh --json");
    must_hold(r.out, "\"frames\": 31");
    must_hold(r.out, "\"bones\"");
    must_hold(expect_code(0, "inspect wave.gltf").out, "wave.bin");
    write_text("bad.bvh", "HIERARCHY\nnothing\n");
    expect_refusal("bad.bvh:2", "inspect bad.bvh");
}

static int enter(void **state) {
    if (folder_enter(state) != 0) return -1;
    write_march("march.bvh", 31, 30, 0);    // a loop
    write_march("drift.bvh", 31, 30, 0.5);  // one that drifts by 15 cm
    write_march("long.bvh", 103, 30, 0.02); // three steps and a rest
    write_wave("wave.glb", NULL, 3);
    write_wave("wave.gltf", "wave.bin", 1);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_ends_with_0_on_a_loop_and_1_on_a_gap),
        cmocka_unit_test(check_names_the_animation_and_takes_all_of_them),
        cmocka_unit_test(every_format_tells_the_same_clip),
        cmocka_unit_test(many_clips_are_told_in_order_whatever_the_threads),
        cmocka_unit_test(shards_take_every_clip_once),
        cmocka_unit_test(find_lists_loops_best_first),
        cmocka_unit_test(fix_writes_a_clip_that_check_passes),
        cmocka_unit_test(what_loops_already_is_copied_byte_for_byte),
        cmocka_unit_test(the_reference_tools_words_and_lines_are_known),
        cmocka_unit_test(a_clip_goes_through_pipes),
        cmocka_unit_test(an_animation_is_named_anew_and_the_others_stay),
        cmocka_unit_test(frames_and_seconds_say_the_same_range),
        cmocka_unit_test(files_that_a_gltf_names_go_with_it),
        cmocka_unit_test(pictures_are_svg_or_png_by_their_names),
        cmocka_unit_test(a_folder_has_a_report_and_one_bad_file_stops_no_other),
        cmocka_unit_test(reports_are_the_same_bytes_each_run),
        cmocka_unit_test(bad_files_have_one_line_and_leave_nothing),
        cmocka_unit_test(words_are_told_with_the_nearest),
        cmocka_unit_test(outputs_spare_inputs_and_one_another),
        cmocka_unit_test(inspect_tells_what_is_in_a_clip),
    };
    return cmocka_run_group_tests(tests, enter, folder_leave);
}
