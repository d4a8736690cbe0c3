// test_commands.c — what the command does when all is well: files, reports, talk, the same bytes twice.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup, geteuid
#include "with_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "pantin/image.h"
#include "tiny_show.h"

/// A report as a tape; fails the test where it is no JSON.
static json_tape tape_of(const char *json, size_t size, arena *memory) {
    json_tape tape;
    pantin_error error = { 0 };
    if (!json_read("report", json, size, memory, &tape, &error))
        fail_msg("%s: %s: %s", error.where, error.text, json);
    return tape;
}

static double number_at(const json_tape *tape, int object, const char *key) {
    int token = json_find(tape, object, key);
    if (token == PANTIN_NONE || tape->tokens[token].kind != JSON_NUMBER)
        fail_msg("no number \"%s\"", key);
    return json_number(tape, token);
}

static void every_command_explains_itself(void **state) {
    (void)state;
    static const char *const commands[] = { "inspect", "mesh",    "pose", "film",
                                            "schema",  "methods", "proof" };
    ran r = expect_fine("--help");
    for (size_t k = 0; k < 7; k++) assert_non_null(strstr(r.out, commands[k]));
    for (size_t k = 0; k < 7; k++) {
        char first[64];
        r = expect_fine("%s --help", commands[k]);
        snprintf(first, sizeof first, "pantin %s", commands[k]);
        assert_memory_equal(r.out, first, strlen(first));
        assert_non_null(strstr(r.out, "--help"));
        assert_true(expect_fine("%s -h", commands[k]).out_size == r.out_size);
    }
    r = expect_fine("--version");
    assert_string_equal(r.out, "pantin " PANTIN_VERSION "\n");
    assert_non_null(strstr(expect_fine("methods").out, PANTIN_DEFAULT_METHOD));
    r = run("%s", "");
    assert_int_equal(r.code, 2); // and the help, on stderr
    assert_int_equal(r.out_size, 0);
}

static void grammars_are_printed_as_schema_and_as_tables(void **state) {
    (void)state;
    static const char *const files[] = { "puppet", "score", "show" };
    for (size_t k = 0; k < 3; k++) {
        arena memory = { 0 };
        ran r = expect_fine("schema %s", files[k]);
        json_tape tape = tape_of(r.out, r.out_size, &memory);
        assert_true(json_find(&tape, 0, "$schema") != PANTIN_NONE);
        arena_free(&memory);
        r = expect_fine("schema %s --markdown", files[k]);
        assert_non_null(strstr(r.out, "|"));
    }
}

static void a_drawing_becomes_a_puppet_that_poses(void **state) {
    (void)state;
    write_text("rig.yaml",
               "width: 160\nheight: 200\nskeleton:\n- {name: root, parent: null, loc: [80, 100]}\n"
               "- {name: hip, parent: root, loc: [80, 101]}\n- {name: hand, parent: root, loc: "
               "[150, 88]}\n");
    ran r = run("mesh ginger.png --rig rig.yaml -o made.puppet.json");
    assert_int_equal(r.code, 0);
    assert_string_equal(r.err, "joint \"hip\" stands at \"root\" and shares its handle\n");
    assert_non_null(strstr(r.out, "ink coverage: 100"));
    assert_non_null(strstr(r.out, "handles: 2"));
    expect_fine("inspect made.puppet.json");
    expect_fine("pose made.puppet.json --handle hand=150,60 -o made.png");
    // A puppet's handles are a rig, too; and the same is the same.
    expect_fine("mesh ginger.png --rig made.puppet.json -o again.puppet.json");
    assert_true(same_files("made.puppet.json", "again.puppet.json"));
    r = run("mesh ginger.png --rig made.puppet.json -o -"); // the report goes aside
    assert_non_null(strstr(r.err, "handles: 2"));
    write_bytes("third.puppet.json", r.out, r.out_size);
    assert_true(same_files("made.puppet.json", "third.puppet.json"));
    // Triangles that follow the outline, by the same joints.
    r = expect_fine("mesh ginger.png --style delaunay --rig made.puppet.json -o fine.puppet.json");
    assert_non_null(strstr(r.out, "ink coverage: 100"));
    expect_fine("pose fine.puppet.json --handle hand=150,60 -o made.png");
    // From another folder the picture is named from there.
    assert_int_equal(system("mkdir -p deep/er"), 0);
    expect_fine("mesh ginger.png -o deep/er/x.puppet.json --quiet");
    expect_fine("pose deep/er/x.puppet.json -o made.png");
}

static void a_puppet_is_cut_and_meshed_again(void **state) {
    (void)state;
    write_edited("slit.puppet.json", tiny_puppet_text, "\"handles\": {",
                 "\"cuts\": [{ \"name\": \"legs\", \"line_px\": [[80, 140], [80, 199]] }], "
                 "\"handles\": {");
    expect_fine("pose slit.puppet.json -o slit.png");
    expect_fine("mesh slit.puppet.json --style delaunay --spacing 7 -o finer.puppet.json");
    expect_fine("pose finer.puppet.json -o finer.png");
    // What it says now it says again.
    expect_fine("mesh finer.puppet.json -o same.puppet.json");
    assert_true(same_files("finer.puppet.json", "same.puppet.json"));
}

static void an_svg_becomes_pieces(void **state) {
    (void)state;
    write_text(
        "doll.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 80\"><rect id=\"arm\" x=\"5\" "
        "y=\"20\" width=\"50\" height=\"8\"/><rect id=\"body\" x=\"20\" y=\"5\" width=\"20\" "
        "height=\"70\" fill=\"#c60\"/></svg>");
    ran r = expect_fine("mesh doll.svg --density 2 -o doll.puppet.json --json");
    arena memory = { 0 };
    json_tape tape = tape_of(r.out, r.out_size, &memory);
    assert_true(json_find(&tape, 0, "pieces") != PANTIN_NONE);
    arena_free(&memory);
    expect_fine("inspect doll.svg");
    expect_fine("pose doll.puppet.json -o doll.png");
    expect_fine("mesh doll.svg --parts body -o one.puppet.json");
    expect_fine("pose one.puppet.json -o one.png");
    write_text("doll.yaml",
               "skeleton:\n- {name: a, parent: null, loc: [30, 60]}\n- {name: b, parent: a, "
               "loc: [30, 40]}\n- {name: c_foot, parent: b, loc: [30, 10]}\n");
    r = run("mesh doll.svg --rig doll.yaml -o limbs.puppet.json");
    assert_int_equal(r.code, 0);
    assert_string_equal(r.err, "1 limb with two bones each\n");
}

static void reports_are_json_on_stdout_and_talk_is_on_stderr(void **state) {
    (void)state;
    static const char *const calls[] = {
        "inspect ginger.png --json",
        "inspect ginger.puppet.json --json",
        "inspect ginger.score.json --json",
        "inspect show.json --json",
        "inspect . --json",
        "mesh ginger.png -o j.puppet.json --json",
        "pose ginger.puppet.json -o j.png --json",
        "film show.json -o null: --json",
        "film show.json -o hash: --json",
        "film show.json -o j/ --json",
        "mesh ginger.png --json",
        "mesh ginger.png --style delaunay --json",
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        arena memory = { 0 };
        ran r = run("%s", calls[k]);
        if (r.code != 0) fail_msg("%s: %s", calls[k], r.err);
        json_tape tape = tape_of(r.out, r.out_size, &memory);
        assert_int_equal(tape.tokens[0].kind, JSON_OBJECT);
        arena_free(&memory);
        // Quiet keeps the report and nothing else.
        char *kept = strdup(r.out);
        r = run("%s --quiet", calls[k]);
        assert_string_equal(r.out, kept);
        assert_int_equal(r.err_size, 0);
        free(kept);
    }
}

static void quiet_commands_say_nothing(void **state) {
    (void)state;
    static const char *const calls[] = { "mesh ginger.png -o q.puppet.json -q",
                                         "pose ginger.puppet.json -o q.png -q",
                                         "film show.json -o null: -q",
                                         "film show.json -o q/ --quiet" };
    for (size_t k = 0; k < 4; k++) assert_int_equal(expect_fine("%s", calls[k]).out_size, 0);
}

// --- pose ---------------------------------------------------------------------------------------------

static double pair_item(const json_tape *tape, int pairs, int index, int k) {
    int item = pairs + 1;
    while (index-- > 0) item = tape->tokens[item].next;
    return json_number(tape, item + 1 + k);
}

/// The areas of all triangles, recomputed from what was written; each must be positive, and none may change
/// its sign from rest.
static int verify_mesh(const char *path) {
    arena memory = { 0 };
    pantin_bytes file = { 0 };
    assert_true(pantin_file_read(path, 1 << 24, &file, NULL));
    json_tape tape = tape_of((const char *)file.data, file.size, &memory);
    int rest = json_find(&tape, 0, "rest"), bent = json_find(&tape, 0, "vertices"),
        list = json_find(&tape, 0, "triangles");
    assert_true(rest != PANTIN_NONE && bent != PANTIN_NONE && list != PANTIN_NONE);
    int count = tape.tokens[bent].count, moved = 0;
    assert_int_equal(tape.tokens[rest].count, count);
    double *points[2];
    for (int set = 0; set < 2; set++) {
        points[set] = calloc(2 * (size_t)count, sizeof(double));
        int item = (set == 0 ? rest : bent) + 1;
        for (int v = 0; v < count; v++, item = tape.tokens[item].next)
            for (int k = 0; k < 2; k++) points[set][2 * v + k] = json_number(&tape, item + 1 + k);
    }
    for (int v = 0; v < count; v++) moved += fabs(points[0][2 * v] - points[1][2 * v]) > 1;
    int item = list + 1;
    for (int t = 0; t < tape.tokens[list].count; t++, item = tape.tokens[item].next) {
        int corners[3];
        assert_int_equal(tape.tokens[item].count, 3);
        for (int k = 0; k < 3; k++) {
            corners[k] = (int)json_number(&tape, item + 1 + k);
            assert_true(corners[k] >= 0 && corners[k] < count);
        }
        for (int set = 0; set < 2; set++) {
            const double *a = points[set] + 2 * corners[0], *b = points[set] + 2 * corners[1],
                         *c = points[set] + 2 * corners[2];
            assert_true((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0);
        }
    }
    free(points[0]), free(points[1]);
    arena_free(&memory);
    pantin_bytes_free(&file);
    return moved;
}

static void a_posed_mesh_can_be_verified_by_anyone(void **state) {
    (void)state;
    expect_fine("pose ginger.puppet.json -o p.png --mesh p.json");
    assert_int_equal(verify_mesh("p.json"), 0);
    expect_fine(
        "pose ginger.puppet.json -o p.png --mesh p.json --handle right_hand=136,48 --pose bow=0.5");
    assert_true(verify_mesh("p.json") > 50);
    // Twice the same, wherever it goes.
    expect_fine("pose ginger.puppet.json -o again.png --mesh again.json --handle=right_hand=136,48 "
                "--pose=bow=0.5");
    assert_true(same_files("p.png", "again.png") && same_files("p.json", "again.json"));
    ran r = run("pose ginger.puppet.json -o - --handle right_hand=136,48 --pose bow=0.5");
    assert_int_equal(r.code, 0);
    write_bytes("piped.png", r.out, r.out_size);
    assert_true(same_files("p.png", "piped.png"));
}

static void an_angle_is_counter_clockwise_and_holds_the_handle(void **state) {
    (void)state;
    arena memory = { 0 };
    // A quarter turn of the whole card by its only handle: what was right of it comes to lie above.
    write_text("one.puppet.json",
               "{ \"pantin\": \"puppet/1\", \"name\": \"o\", \"drawings\": { \"d\": { \"image\": "
               "\"wall.png\" } },"
               " \"pieces\": { \"b\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 42 }, "
               "\"handles\": { \"h\": { \"at_px\": [168, 126] } } } },"
               " \"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [0, 0] } } }");
    expect_fine("pose one.puppet.json --handle h=168,126,90 --mesh turned.json");
    pantin_bytes file = { 0 };
    assert_true(pantin_file_read("turned.json", 1 << 20, &file, NULL));
    json_tape tape = tape_of((const char *)file.data, file.size, &memory);
    int rest = json_find(&tape, 0, "rest"), bent = json_find(&tape, 0, "vertices");
    double x = pair_item(&tape, rest, 1, 0) - pair_item(&tape, rest, 0, 0);
    double dx = pair_item(&tape, bent, 1, 0) - pair_item(&tape, bent, 0, 0);
    double dy = pair_item(&tape, bent, 1, 1) - pair_item(&tape, bent, 0, 1);
    assert_true(x > 1 && fabs(dx) < 1e-3 && fabs(dy + x) < 1e-3);
    arena_free(&memory);
    pantin_bytes_free(&file);
}

static void a_pose_that_folds_is_told_and_is_no_failure(void **state) {
    (void)state;
    ran r = expect_fine("pose ginger.puppet.json -o f.png --json --method blend "
                        "--handle head=80,190 --handle hip=80,20 "
                        "--handle left_hand=150,60 --handle right_hand=10,60");
    arena memory = { 0 };
    json_tape tape = tape_of(r.out, r.out_size, &memory);
    int pieces = json_find(&tape, 0, "pieces");
    assert_true(number_at(&tape, pieces + 1, "inverted") > 0);
    assert_true(is_there("f.png"));
    arena_free(&memory);
}

static void a_handle_off_the_ink_is_told_when_it_is_posed(void **state) {
    (void)state;
    write_edited("off.puppet.json", tiny_puppet_text, "\"at_px\": [16, 88], \"radius_px\": 8",
                 "\"at_px\": [16, 71]");
    ran r = run("pose off.puppet.json -o off.png");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.err, "handle \"left_hand\" lies "));
    assert_non_null(strstr(r.err, " px off the ink and snaps to it\n"));
    (void)expect_fine("pose off.puppet.json -o off.png -q");
}

static void reports_never_say_minus_nothing_nor_end_in_blanks(void **state) {
    (void)state;
    static const char *const calls[] = {
        "inspect ginger.png",      "inspect ginger.puppet.json",
        "inspect show.json",       "pose ginger.puppet.json -o n.png",
        "film show.json -o null:", "methods"
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        ran r = expect_fine("%s", calls[k]);
        assert_null(strstr(r.out, " \n"));
        assert_null(strstr(r.out, "-0.0 "));
        assert_null(strstr(r.out, "-0.00 "));
        assert_null(strstr(r.out, "-0.000 "));
    }
    assert_non_null(strstr(expect_fine("inspect ginger.puppet.json").out, "problems: none\n"));
}

static void names_from_files_cannot_steer_a_terminal(void **state) {
    (void)state;
    write_edited("esc.puppet.json", tiny_puppet_text, "\"name\": \"ginger\"",
                 "\"name\": \"a\\u001b[31m\\u0007\\u009b\\u202e\"");
    ran r = expect_fine("inspect esc.puppet.json");
    assert_null(strchr(r.out, 0x1b));
    assert_non_null(strstr(r.out, "name: a\\x1b[31m\\x07\\xc2\\x9b\\xe2\\x80\\xae\n"));
    assert_null(strchr(expect_fine("pose esc.puppet.json -o e.png").out, 0x1b));
}

static void help_says_what_holds_when_nothing_is_given(void **state) {
    (void)state;
    static const char *const commands[] = { "inspect", "mesh", "pose", "film", "proof" };
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        ran r = expect_fine("%s --help", commands[k]);
        assert_null(strstr(r.out, "[-1]"));
        assert_null(strstr(r.out, "without it"));
        assert_non_null(strstr(r.out, "stderr when an output is -"));
    }
    ran r = expect_fine("film --help");
    assert_non_null(strstr(r.out, "1..64 [one a core]"));
    assert_non_null(strstr(r.out, "0..51 [the show's]"));
    assert_non_null(strstr(expect_fine("mesh --help").out, "2..200 [about 1,500 vertices]"));
}

static void sizes_scales_and_margins_are_as_asked(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int width, height;
    } cases[] = {
        { "--size 64x48", 64, 48 },
        { "--size 64x48 --scale 9", 64, 48 },
        { "--margin 0", 0, 0 },
        { "--scale 0.5 --margin 0", 0, 0 },
    };
    pantin_image image = { 0 };
    int width = 0, height = 0;
    for (size_t k = 0; k < 4; k++) {
        expect_fine(
            "pose ginger.puppet.json -o s.png --background '#102030' --wireframe --handles %s",
            cases[k].options);
        assert_true(pantin_image_load("s.png", &image, NULL));
        if (cases[k].width > 0)
            assert_true(image.width == cases[k].width && image.height == cases[k].height);
        if (k == 2) width = image.width, height = image.height;
        if (k == 3)
            assert_true(abs(2 * image.width - width) <= 2 && abs(2 * image.height - height) <= 2);
        pantin_image_free(&image);
    }
}

// --- film ---------------------------------------------------------------------------------------------

static void a_film_goes_to_frames_with_its_report_and_twice_the_same(void **state) {
    (void)state;
    expect_fine("film show.json -o frames/");
    assert_true(is_there("frames.report/trace.json") && is_there("frames.report/report.html") &&
                is_there("frames.report/diagnostics.json"));
    expect_fine("film show.json -o other/ --report elsewhere --threads 3");
    assert_true(is_there("elsewhere/trace.json") && !is_there("other.report"));
    assert_true(folder_hash("frames") == folder_hash("other"));
    assert_true(same_files("frames.report/trace.json", "elsewhere/trace.json"));
    assert_true(same_files("frames.report/report.html", "elsewhere/report.html"));
    arena memory = { 0 };
    pantin_bytes file = { 0 };
    assert_true(pantin_file_read("frames.report/trace.json", 1 << 24, &file, NULL));
    json_tape tape = tape_of((const char *)file.data, file.size, &memory);
    int frames = json_find(&tape, 0, "frames");
    assert_int_equal(tape.tokens[frames].count, 4);
    int actor = json_find(&tape, frames + 1, "actors") + 1,
        piece = json_find(&tape, actor, "pieces") + 1;
    assert_true(number_at(&tape, frames + 1, "frame") == 0);
    assert_true(number_at(&tape, piece, "inverted") == 0);
    (void)number_at(&tape, piece, "branch_points"), (void)number_at(&tape, piece, "min_area_ratio");
    (void)number_at(&tape, piece, "energy_normalized"),
        (void)number_at(&tape, piece, "feature_distortion");
    arena_free(&memory);
    pantin_bytes_free(&file);
}

/// The hash in what `film -o hash:` says.
static void hash_of(const char *options, char hash[17]) {
    ran r = run("film show.json -o hash: --quiet %s", options);
    if (r.code != 0) fail_msg("%s: %s", options, r.err);
    assert_int_equal(r.out_size, 17);
    memcpy(hash, r.out, 16);
    hash[16] = '\0';
    assert_int_equal(strspn(hash, "0123456789abcdef"), 16);
}

static void one_hash_for_any_number_of_threads_and_from_a_take(void **state) {
    (void)state;
    char first[17], other[17];
    hash_of("", first);
    hash_of("--threads 1", other);
    assert_string_equal(first, other);
    hash_of("--threads 5", other);
    assert_string_equal(first, other);
    expect_fine("film show.json --act-only -o x.take");
    hash_of("--take x.take", other);
    assert_string_equal(first, other);
    ran r = run("film show.json --act-only -o -");
    assert_int_equal(r.code, 0);
    write_bytes("y.take", r.out, r.out_size);
    assert_true(same_files("x.take", "y.take"));
    hash_of("--frames 0-3", other);
    assert_string_equal(first, other);
    hash_of("--frames 1-2", other);
    assert_string_not_equal(first, other);
    hash_of("--method arap", other); // the usual one
    assert_string_equal(first, other);
    hash_of("--method shepard", other);
    assert_string_not_equal(first, other);
}

static void shards_write_the_frames_of_the_whole(void **state) {
    (void)state;
    assert_int_equal(system("mkdir -p whole parts"), 0);
    expect_fine("film show.json -o whole/f%%03d.png -q --report r1");
    expect_fine("film show.json -o parts/f%%03d.png -q --report r2 --shard 1/3");
    expect_fine("film show.json -o parts/f%%03d.png -q --report r3 --shard 3/3");
    expect_fine("film show.json -o parts/f%%03d.png -q --report r4 --shard 2/3");
    assert_true(is_there("whole/f000.png") && is_there("parts/f003.png"));
    assert_true(folder_hash("whole") == folder_hash("parts"));
    // Each part has its own report, and its frames lie in the one folder.
    expect_fine("film show.json -o cut/ -q --shard 1/2");
    expect_fine("film show.json -o cut/ -q --shard 2/2");
    assert_true(is_there("cut.1-of-2.report/trace.json") &&
                is_there("cut.2-of-2.report/trace.json") && is_there("cut/f0003.png"));
}

static void every_bent_mesh_can_be_kept(void **state) {
    (void)state;
    expect_fine("film show.json -o null: --mesh-cache cache.bin");
    ran r = run("film show.json -o null: --mesh-cache - --threads 2");
    assert_int_equal(r.code, 0);
    write_bytes("piped.bin", r.out, r.out_size);
    assert_true(same_files("cache.bin", "piped.bin"));
}

static void inputs_are_never_altered(void **state) {
    (void)state;
    static const char *const inputs[] = { "ginger.png", "wall.png", "ginger.puppet.json",
                                          "ginger.score.json", "show.json" };
    pantin_bytes before[5] = { { 0 } };
    for (int k = 0; k < 5; k++) assert_true(pantin_file_read(inputs[k], 1 << 24, &before[k], NULL));
    run("film show.json -o in/ --report in.report");
    run("mesh ginger.png -o in.puppet.json");
    run("pose ginger.puppet.json --pose wave=1 -o in.png --mesh in.json");
    for (int k = 0; k < 5; k++) {
        pantin_bytes after = { 0 };
        assert_true(pantin_file_read(inputs[k], 1 << 24, &after, NULL));
        assert_int_equal(after.size, before[k].size);
        assert_memory_equal(after.data, before[k].data, after.size);
        pantin_bytes_free(&after), pantin_bytes_free(&before[k]);
    }
}

static void what_cannot_be_written_is_told_and_leaves_nothing(void **state) {
    (void)state;
    if (geteuid() == 0) skip(); // to whom every folder is open
    assert_int_equal(system("mkdir -p locked && chmod 555 locked"), 0);
    expect_refusal("locked", "mesh ginger.png -o locked/x.puppet.json");
    expect_refusal("locked", "pose ginger.puppet.json -o locked/x.png");
    expect_refusal("locked", "film show.json -o locked/frames/");
    expect_refusal("locked: writing there is not permitted",
                   "film show.json -o frames2/ --report locked");
    assert_int_equal(system("chmod 755 locked"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_explains_itself),
        cmocka_unit_test(grammars_are_printed_as_schema_and_as_tables),
        cmocka_unit_test(a_drawing_becomes_a_puppet_that_poses),
        cmocka_unit_test(a_puppet_is_cut_and_meshed_again),
        cmocka_unit_test(an_svg_becomes_pieces),
        cmocka_unit_test(reports_are_json_on_stdout_and_talk_is_on_stderr),
        cmocka_unit_test(quiet_commands_say_nothing),
        cmocka_unit_test(a_posed_mesh_can_be_verified_by_anyone),
        cmocka_unit_test(an_angle_is_counter_clockwise_and_holds_the_handle),
        cmocka_unit_test(a_pose_that_folds_is_told_and_is_no_failure),
        cmocka_unit_test(a_handle_off_the_ink_is_told_when_it_is_posed),
        cmocka_unit_test(reports_never_say_minus_nothing_nor_end_in_blanks),
        cmocka_unit_test(names_from_files_cannot_steer_a_terminal),
        cmocka_unit_test(help_says_what_holds_when_nothing_is_given),
        cmocka_unit_test(sizes_scales_and_margins_are_as_asked),
        cmocka_unit_test(a_film_goes_to_frames_with_its_report_and_twice_the_same),
        cmocka_unit_test(one_hash_for_any_number_of_threads_and_from_a_take),
        cmocka_unit_test(shards_write_the_frames_of_the_whole),
        cmocka_unit_test(every_bent_mesh_can_be_kept),
        cmocka_unit_test(inputs_are_never_altered),
        cmocka_unit_test(what_cannot_be_written_is_told_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
