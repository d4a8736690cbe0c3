// test_refusals.c — bad input: exit code 2, one line that says where and what, no file left behind.
// SPDX-License-Identifier: MIT
#include "with_command.h"

#include <stdlib.h>
#include <string.h>

#include "tiny_show.h"

static const uint8_t png_head[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };

/// A PNG's signature and header alone, which declares this size.
static void write_declared(const char *path, uint32_t width, uint32_t height) {
    uint8_t png[33] = { 0 };
    memcpy(png, png_head, 8);
    memcpy(png + 8, (const uint8_t[]){ 0, 0, 0, 13, 'I', 'H', 'D', 'R' }, 8);
    for (int k = 0; k < 4; k++)
        png[16 + k] = (uint8_t)(width >> (24 - 8 * k)),
                 png[20 + k] = (uint8_t)(height >> (24 - 8 * k));
    png[24] = 8, png[25] = 6;
    uint32_t crc = 0xffffffffu; // the PNG's own checksum, bit by bit
    for (int k = 12; k < 29; k++) {
        crc ^= png[k];
        for (int b = 0; b < 8; b++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    crc ^= 0xffffffffu;
    for (int k = 0; k < 4; k++) png[29 + k] = (uint8_t)(crc >> (24 - 8 * k));
    write_bytes(path, png, sizeof png);
}

static void drawings_that_are_none_are_refused_by_every_command(void **state) {
    (void)state;
    pantin_bytes whole = { 0 };
    assert_true(pantin_file_read("ginger.png", 1 << 20, &whole, NULL));
    write_bytes("empty.png", "", 0);
    write_bytes("cut.png", whole.data, whole.size / 2);
    write_bytes("head.png", png_head, 8);
    write_declared("none.png", 0, 0);
    write_declared("flat.png", 0, 10);
    write_declared("huge.png", 100000, 100000);
    write_declared("large.png", 8193, 8193);
    write_bytes("photo.png", "\xff\xd8\xff\xe0\0\x10JFIF\0\1", 13);
    write_text("text.png", "hello\n");
    pantin_bytes_free(&whole);
    static const char *const files[][2] = {
        { "empty.png", "empty" },
        { "cut.png", "cut.png" },
        { "head.png", "head.png" },
        { "none.png", "none.png" },
        { "flat.png", "flat.png" },
        { "huge.png", "huge.png" },
        { "large.png", "large.png" },
        { "photo.png", "PNG" },
        { "text.png", "PNG" },
        { "gone.png", "gone.png" },
        { ".", "" },
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        expect_refusal(files[k][1], "mesh %s -o x.puppet.json", files[k][0]);
        if (files[k][0][1] != '\0') // a folder is a show's
            expect_refusal(files[k][1], "inspect %s", files[k][0]);
        expect_refusal(files[k][1], "mesh ginger.png --mask %s -o x.puppet.json", files[k][0]);
        write_edited("p.puppet.json", tiny_puppet_text, "ginger.png", files[k][0]);
        expect_refusal("p.puppet.json:3:", "pose p.puppet.json -o x.png");
        write_edited("s.json", show_text, "wall.png", files[k][0]);
        expect_refusal("s.json:6:", "film s.json -o hash:");
    }
}

static void a_blank_drawing_has_nothing_to_bend(void **state) {
    (void)state;
    pantin_image blank = { 0 };
    assert_true(pantin_image_create(32, 32, &blank, NULL) &&
                pantin_image_save("blank.png", &blank, NULL));
    pantin_image_free(&blank);
    expect_refusal("blank.png", "mesh blank.png -o x.puppet.json");
}

static void texts_that_are_wrong_are_told_with_line_and_column(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } shows[] = {
        { "\"title\"", "\"titel\"",
          "bad.json:1:23: unknown key \"titel\" in show; did you mean \"title\"?" },
        { "[320, 240]", "[NaN, 240]", "bad.json:2:27: " },
        { "[320, 240]", "[1e999, 240]", "bad.json:2:27: " },
        { "[320, 240]", "\"large\"", "bad.json:2:26: \"size_px\" must be a list" },
        { "[320, 240]", "[320.5, 240]", "bad.json:2:27: " },
        { "\"cameras\": {", "\"cameras\": { \"A\": { \"origin_px\": [0, 0], \"px_per_m\": 1 },",
          "\"A\"" },
        { "ginger.puppet.json", "gone.puppet.json", "bad.json:4:35: gone.puppet.json" },
        { "ginger.score.json", "gone.score.json", "gone.score.json" },
        { "} ] },", "} ] }", "bad.json:8:3: " },
        { "\"show/1\"", "\"film/1\"", "a show is \"show/1\"" },
    };
    for (size_t k = 0; k < sizeof shows / sizeof *shows; k++) {
        write_edited("bad.json", show_text, shows[k].from, shows[k].to);
        expect_refusal(shows[k].says, "film bad.json -o x.mkv");
        expect_refusal(shows[k].says, "film bad.json -o frames/");
        expect_refusal(shows[k].says, "film bad.json --act-only -o x.take");
    }
    write_edited("bad.json", show_text, "\"title\"", "\"titel\"");
    expect_refusal("bad.json:1:23: ", "inspect bad.json");
}

static void deep_empty_and_cut_texts_are_refused(void **state) {
    (void)state;
    char *deep = malloc(20001);
    assert_non_null(deep);
    memset(deep, '[', 20000), deep[20000] = '\0';
    write_text("deep.json", deep);
    for (int k = 0; k < 3331; k++) memcpy(deep + 6 * k, "{\"a\": ", 6);
    write_text("deeper.json", deep);
    free(deep);
    write_text("empty.json", "");
    write_bytes("cut.json", tiny_puppet_text, 200);
    write_text("list.json", "[1, 2]");
    write_bytes("bytes.json", "{\"pantin\": \"\xff\xfe\"}", 16);
    static const char *const files[][2] = {
        { "deep.json", "deep.json:1:" },    { "deeper.json", "deeper.json:1:" },
        { "empty.json", "empty.json:1:1" }, { "cut.json", "cut.json:" },
        { "list.json", "list.json:1:1" },   { "bytes.json", "bytes.json:1:13" },
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        expect_refusal(files[k][1], "inspect %s", files[k][0]);
        expect_refusal(files[k][1], "film %s -o hash:", files[k][0]);
        expect_refusal(files[k][1], "pose %s -o x.png", files[k][0]);
        expect_refusal(files[k][1], "mesh ginger.png --rig %s -o x.puppet.json", files[k][0]);
    }
}

static void a_folder_whose_show_is_wrong_is_told_by_its_show(void **state) {
    (void)state;
    assert_int_equal(system("mkdir -p wrong"), 0);
    expect_refusal("wrong/show.json", "inspect wrong");
    write_edited("wrong/show.json", show_text, "\"title\"", "\"titel\"");
    expect_refusal("wrong/show.json:1:23: unknown key \"titel\"", "inspect wrong");
    expect_refusal("wrong/show.json:1:23: unknown key \"titel\"", "film wrong -o hash:");
}

static void rigs_that_do_not_fit_are_refused(void **state) {
    (void)state;
    write_text("r.yaml", "width: 10\nheight: 20\nskeleton: [{name: root, loc: [5, 5]}]\n");
    expect_refusal("10 x 20", "mesh ginger.png --rig r.yaml -o x.puppet.json");
    write_text(
        "r.yaml",
        "skeleton: [{name: root, loc: [80, 40]}, {name: hand, parent: root, loc: [159, 10]}]\n");
    expect_refusal("\"hand\"", "mesh ginger.png --rig r.yaml -o x.puppet.json");
    write_text("r.yaml", "skeleton: [{name: root, parent: rot, loc: [80, 40]}]\n");
    expect_refusal("r.yaml:1:12: joint \"root\" has an unknown parent \"rot\"",
                   "mesh ginger.png --rig r.yaml -o x.puppet.json");
}

static void words_of_the_command_are_told_with_the_nearest(void **state) {
    (void)state;
    expect_refusal("no such command; did you mean \"film\"?", "flim show.json");
    expect_refusal("no such command; `pantin --help`", "xyzzy");
    expect_refusal("did you mean --spacing?", "mesh ginger.png --spacig 8 -o x.puppet.json");
    expect_refusal("did you mean --spacing?",
                   "mesh ginger.png --spacig=0.00000001 -o x.puppet.json");
    expect_refusal("did you mean --handle", "pose ginger.puppet.json --handel head=1,2");
    expect_refusal("is outside 2..200 PX", "mesh ginger.png --spacing 1 -o x.puppet.json");
    expect_refusal("\"8px\" is not a number", "mesh ginger.png --spacing 8px -o x.puppet.json");
    expect_refusal("\"nan\" is not a number", "mesh ginger.png --spacing nan -o x.puppet.json");
    expect_refusal("\"0x10\" is not a number", "mesh ginger.png --spacing 0x10 -o x.puppet.json");
    expect_refusal("wants a value", "mesh ginger.png --spacing");
    expect_refusal("takes no value", "mesh ginger.png --quiet=yes");
    expect_refusal("one word too many", "mesh ginger.png wall.png -o x.puppet.json");
    expect_refusal("something is missing", "mesh");
    expect_refusal("neither grid nor delaunay", "mesh ginger.png --style gird -o x.puppet.json");
    expect_refusal("not in this version yet", "act x.png --motion x.glb -o x.mp4");
    expect_refusal("say where to with -o", "film show.json");
    expect_refusal("arap-triangle", "film show.json -o hash: --method arap-triangel");
    expect_refusal("did you mean \"arap-vertex\"?", "film show.json -o hash: --method arap-vertx");
    expect_refusal("--spacing: 1 is outside", "mesh ginger.png --spacing 1 -o x.puppet.json");
    expect_refusal("--crf: \"2.5\" is not a whole number 0..51",
                   "film show.json -o hash: --crf 2.5");
    expect_refusal("--style: ", "mesh ginger.png --style gird -o x.puppet.json");
    expect_refusal("--shard: ", "film show.json -o hash: --shard 1/9");
    expect_refusal("a show names files beside it", "film - -o hash:");
    expect_refusal("x.jpg: a still is written as PNG", "pose ginger.puppet.json -o x.jpg");
    expect_refusal("a still is written as PNG", "pose ginger.puppet.json -o x");
    expect_refusal("cannot go to stdout", "film show.json -o -");
    expect_refusal("must be A-B", "film show.json -o hash: --frames 3-1");
    expect_refusal("must be A-B", "film show.json -o hash: --frames x");
    expect_refusal("ends with frame 3", "film show.json -o hash: --frames 0-4");
    expect_refusal("must be I/N", "film show.json -o hash: --shard 0/2");
    expect_refusal("must be I/N", "film show.json -o hash: --shard 3/2");
    expect_refusal("shard", "film show.json -o hash: --shard 1/9");
    expect_refusal("x.xyz", "film show.json -o x.xyz");
    expect_refusal("schema", "schema");
    expect_refusal("none of puppet, score, show", "schema puppit");
}

static void handles_and_poses_are_told_with_the_nearest(void **state) {
    (void)state;
    static const char *const wrong[] = { "head",         "head=",       "=1,2",        "head=1",
                                         "head=1,2,3,4", "head=a,b",    "head=1;2",    "head=nan,2",
                                         "head=inf,2",   "head=0x10,2", "head=1e10,2", "head=1,2,",
                                         "head=,1" };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        expect_refusal("--handle", "pose ginger.puppet.json -o x.png --mesh x.json --handle '%s'",
                       wrong[k]);
    expect_refusal("did you mean \"right_hand\"?",
                   "pose ginger.puppet.json -o x.png --handle right_hnd=1,2");
    expect_refusal("1e+10 is outside -1e+06..1e+06 px",
                   "pose ginger.puppet.json -o x.png --handle head=1e10,2");
    expect_refusal("outside -36000..36000 deg",
                   "pose ginger.puppet.json -o x.png --handle head=1,2,1e5");
    expect_refusal("outside -1000..1000", "pose ginger.puppet.json -o x.png --pose wave=1e4");
    expect_refusal("each 1..16384 px", "pose ginger.puppet.json -o x.png --size 0x10");
    expect_refusal("\"head=1,2\" and \"body.head=3,4\" move the same handle",
                   "pose ginger.puppet.json -o x.png --handle head=1,2 --handle body.head=3,4");
    expect_refusal("\"wave\" is given twice",
                   "pose ginger.puppet.json -o x.png --pose wave=1 --pose wave=1");
    expect_refusal("has no such pose; did you mean \"wave\"?",
                   "pose ginger.puppet.json -o x.png --pose wvae=1");
    expect_refusal("--pose", "pose ginger.puppet.json -o x.png --pose wave=much");
    expect_refusal("has no such view; did you mean \"front\"?",
                   "pose ginger.puppet.json -o x.png --view fornt");
    expect_refusal("--size", "pose ginger.puppet.json -o x.png --size 10");
    expect_refusal("size", "pose ginger.puppet.json -o x.png --size 99999x99999");
    expect_refusal("--background", "pose ginger.puppet.json -o x.png --background red");
    expect_refusal("scale", "pose ginger.puppet.json -o x.png --scale 99");
    write_edited("two.puppet.json", tiny_puppet_text, "\"pieces\": {",
                 "\"pieces\": { \"back\": { \"drawing\": \"front\", \"handles\": { \"head\": { "
                 "\"at_px\": [80, 40] } } },");
    expect_refusal("stands in several pieces; write back.head or body.head",
                   "pose two.puppet.json -o x.png --handle head=1,2");
    assert_int_equal(run("pose two.puppet.json -o two.png --handle body.head=82,42").code, 0);
}

static void places_that_cannot_be_written_leave_nothing(void **state) {
    (void)state;
    expect_refusal("gone", "mesh ginger.png -o gone/x.puppet.json");
    expect_refusal("gone", "pose ginger.puppet.json -o gone/x.png");
    expect_refusal("gone", "pose ginger.puppet.json -o x.png --mesh gone/x.json");
    expect_refusal("gone", "pose ginger.puppet.json -o gone/x.png --mesh x.json");
    expect_refusal("gone", "film show.json -o gone/x.mkv");
    expect_refusal("show.json", "film show.json -o show.json/frames/");
    expect_refusal("gone", "film show.json --act-only -o gone/x.take");
    expect_refusal("gone.take", "film show.json --take gone.take -o hash:");
    write_text("not.take", "no");
    expect_refusal("not a take", "film show.json --take not.take -o hash:");
}

static void inputs_are_never_written_over(void **state) {
    (void)state;
    write_text("r.yaml", "skeleton: [{name: root, loc: [80, 40]}]\n");
    expect_fine("film show.json --act-only -o in.take -q");
    expect_refusal("is what is read", "mesh ginger.png -o ginger.png");
    expect_refusal("is what is read", "mesh ginger.png -o ./ginger.png");
    expect_refusal("is what is read", "mesh ginger.png --mask ginger.png --rig r.yaml -o r.yaml");
    expect_refusal("is written as PNG", "pose ginger.puppet.json -o ginger.puppet.json");
    expect_refusal("is what is read", "pose ginger.puppet.json -o ginger.png");
    expect_refusal("is what is read", "pose ginger.puppet.json --mesh ginger.puppet.json");
    expect_refusal("is what is read", "film show.json --act-only -o show.json");
    // Nor what a show names, and what its puppets name; nor the name an output has while it is written.
    static const char *const inputs[] = { "show.json",  "ginger.score.json", "ginger.puppet.json",
                                          "ginger.png", "wall.png",          "./wall.png" };
    for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) {
        expect_refusal("is what is read", "film show.json -o null: --mesh-cache %s", inputs[k]);
        expect_refusal("is what is read", "film . -o hash: --mesh-cache %s", inputs[k]);
        if (k < 3) // the others are no names of takes
            expect_refusal("is what is read", "film show.json --act-only -o %s", inputs[k]);
    }
    expect_refusal("is what is read", "film show.json -o null: --mesh-cache show.json");
    expect_refusal("is what is read",
                   "film show.json --take in.take -o null: --mesh-cache in.take");
}

static void cuts_svgs_and_meshing_again_refuse_what_cannot_be(void **state) {
    (void)state;
    write_text("broken.svg",
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n<g>\n</svg>\n");
    expect_refusal("broken.svg:4:1: not a sound SVG", "mesh broken.svg -o x.puppet.json");
    expect_refusal("there is no such file", "mesh none.svg -o x.puppet.json");
    write_text("fine.svg",
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect id=\"a\" "
               "width=\"9\" height=\"9\"/></svg>");
    expect_refusal("has no element of the id \"b\"", "mesh fine.svg --parts a,b -o x.puppet.json");
    expect_refusal("1 to 256 ids with commas between",
                   "mesh fine.svg --parts a,,b -o x.puppet.json");
    expect_refusal("names \"a\" twice", "mesh fine.svg --parts a,a -o x.puppet.json");
    expect_refusal("--density: is for an SVG", "mesh ginger.png --density 2 -o x.puppet.json");
    expect_refusal("--piece: is for a puppet", "mesh ginger.png --piece body -o x.puppet.json");
    expect_refusal("--mask: is for a drawing",
                   "mesh ginger.puppet.json --mask ginger.png -o x.puppet.json");
    expect_refusal("has no piece \"tail\"",
                   "mesh ginger.puppet.json --piece tail -o x.puppet.json");
    expect_refusal("lies in another folder", "mesh ginger.puppet.json -o ../x.puppet.json");
    write_edited("loop.puppet.json", tiny_puppet_text, "\"handles\": {",
                 "\"cuts\": [{ \"name\": \"legs\", \"line_px\": [[60, 80], [100, 80], [100, 120], "
                 "[80, 120], "
                 "[80, 40]] }], \"handles\": {");
    expect_refusal("cut \"legs\" crosses itself at 80, 80", "pose loop.puppet.json -o x.png");
}

static void frames_reports_and_parts_spare_inputs_too(void **state) {
    (void)state;
    assert_int_equal(
        system("mkdir -p shot r && cp ginger.png shot/f0002.png && cp ginger.png w.mkv.part"
               " && cp show.json r/trace.json && ln -sf ../wall.png shot/f0003.png"),
        0);
    write_edited("s2.json", show_text, "wall.png", "shot/f0002.png");
    expect_refusal("shot/f0002.png: is what is read", "film s2.json -o shot/");
    expect_refusal("shot/f0002.png: is what is read", "film s2.json -o shot/f%%04d.png");
    expect_refusal("shot/f0003.png: is what is read", "film show.json -o shot/");
    write_edited("s3.json", show_text, "wall.png", "w.mkv.part");
    expect_refusal("w.mkv: is what is read", "film s3.json -o w.mkv");
    assert_int_equal(system("cp ginger.puppet.json r/trace.json"), 0);
    write_edited("s4.json", show_text, "ginger.puppet.json", "r/trace.json");
    assert_int_equal(system("cp ginger.png r/ginger.png"), 0);
    expect_refusal("r/trace.json: is what is read", "film s4.json -o null: --report r");
    // A mesh that was kept is the puppet's, though it is stale and was not fetched.
    write_text("kept.mesh", "stale");
    write_edited("k.puppet.json", tiny_puppet_text, "\"spacing_px\": 8",
                 "\"spacing_px\": 8, \"file\": \"kept.mesh\", \"made_from\": \"0\"");
    expect_refusal("is what is read", "pose k.puppet.json --mesh kept.mesh");
    expect_refusal("is what is read", "mesh ginger.png --rig ginger.puppet.json -o ginger.png");
    expect_refusal("is what is read",
                   "mesh wall.png --rig ginger.puppet.json -o ginger.puppet.json");
    assert_int_equal(
        system("mkdir -p pr && cp ginger.puppet.json pr/proof.json && cp ginger.png pr"), 0);
    expect_refusal("is what is read", "proof pr/proof.json -o pr");
}

static void two_outputs_are_never_one_file(void **state) {
    (void)state;
    static const char *const calls[] = {
        "film show.json -o a.mkv --mesh-cache a.mkv",
        "film show.json -o a.mkv --mesh-cache ./a.mkv",
        "film show.json -o a.mkv --mesh-cache a.mkv.part",
        "film show.json -o a.mkv --mesh-cache a.report/trace.json",
        "film show.json -o a.mkv --report a.mkv",
        "film show.json -o b/ --mesh-cache b/f0001.png",
        "pose ginger.puppet.json -o a.png --mesh a.png",
        "pose ginger.puppet.json -o - --mesh -",
    };
    assert_int_equal(system("mkdir -p a.report b"), 0);
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        expect_refusal("would go: name two files", "%s", calls[k]);
}

static void acting_alone_takes_no_word_about_films(void **state) {
    (void)state;
    static const char *const outputs[] = { "null:", "hash:",     "x.mp4",  "x.mkv", "x.mov",
                                           "x/",    "f%03d.png", "x.webm", "." };
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) {
        expect_refusal("name it film.take", "film show.json --act-only -o %s", outputs[k]);
    }
    static const char *const options[] = { "--take in.take", "--mesh-cache c", "--frames 0-1",
                                           "--shard 1/2",    "--report r",     "--crf 20" };
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
        expect_refusal("makes no sense with --act-only", "film show.json --act-only -o x.take %s",
                       options[k]);
}

static void a_file_of_another_kind_says_first_what_it_is(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } shows[] = {
        { "ginger.score.json", "show.json",
          "show.json:1:13: this file says it is \"show/1\"; a score is \"score/1\"" },
        { "ginger.puppet.json", "ginger.score.json",
          "this file says it is \"score/1\"; a puppet is \"puppet/1\"" },
        { "\"pantin\": \"show/1\",", "",
          "bad.json:1:1: \"pantin\" is missing: a show says \"pantin\": \"show/1\"" },
        { "\"pantin\": \"show/1\", \"title\"", "\"titel\": 1, \"pantin\": \"show/2\", \"title\"",
          "this file says it is \"show/2\"" },
        { "\"pantin\": \"show/1\"", "\"pantin\": 1",
          "\"pantin\" must be \"show/1\", not a number" },
    };
    for (size_t k = 0; k < sizeof shows / sizeof *shows; k++) {
        write_edited("bad.json", show_text, shows[k].from, shows[k].to);
        expect_refusal(shows[k].says, "film bad.json -o hash:");
    }
    expect_refusal("ginger.score.json:1:13: this file says it is \"score/1\"; a puppet is",
                   "pose ginger.score.json -o x.png");
    expect_refusal("show.json:1:13: this file says it is \"show/1\"", "pose show.json -o x.png");
    expect_refusal("a show is \"show/1\"", "film ginger.puppet.json -o hash:");
}

static void names_in_a_puppet_can_be_said_and_joined(void **state) {
    (void)state;
    static const char *const names[][2] = {
        { "\"front\": { \"image\"", "drawings" },
        { "\"body\": {", "pieces" },
        { "\"hip\":  ", "handles" },
        { "\"front\": { \"draw\"", "views" },
        { "\"wave\": { \"view\"", "poses" },
        { "\"bow\":  { \"range\"", "controls" },
    };
    static const char *const bad[][2] = { { "\"a.b\"", "holds a \".\"" },
                                          { "\"a\\u001b\"", "holds a control character" },
                                          { "\"a\\u0085\"", "holds a control character" },
                                          { "\"\"", "is empty" } };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
            char to[128];
            const char *rest = strchr(names[k][0] + 1, '"') + 1;
            strcpy(to, bad[b][0]), strcat(to, rest);
            write_edited("named.puppet.json", tiny_puppet_text, names[k][0], to);
            expect_refusal(bad[b][1], "inspect named.puppet.json");
            expect_refusal(names[k][1], "inspect named.puppet.json");
        }
    write_edited("dotted.json", show_text, "\"ginger\": {", "\"gin.ger\": {");
    expect_refusal("holds a \".\"", "film dotted.json -o hash:");
    write_text("r.yaml", "skeleton: [{name: a.b, loc: [80, 40]}]\n");
    expect_refusal("r.yaml:1:19: the name of joint \"a.b\"",
                   "mesh ginger.png --rig r.yaml -o x.puppet.json");
}

static void what_comes_later_is_told_and_films_nothing(void **state) {
    (void)state;
    write_edited("late.json", show_text, "\"cameras\":", "\"sound\": {}, \"cameras\":");
    expect_refusal("late.json:8:3: \"sound\" is not done yet", "film late.json -o x.mkv");
    expect_refusal("not", "film show.json -o x.gif");
    write_edited("late.puppet.json", tiny_puppet_text,
                 "\"poses\":", "\"springs\": [ { \"handle\": \"head\" } ], \"poses\":");
    expect_refusal("late.puppet.json:15:3: \"springs\" is not done yet",
                   "pose late.puppet.json -o x.png");
    assert_int_equal(run("inspect late.puppet.json").code, 0); // it can be looked at
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawings_that_are_none_are_refused_by_every_command),
        cmocka_unit_test(a_blank_drawing_has_nothing_to_bend),
        cmocka_unit_test(texts_that_are_wrong_are_told_with_line_and_column),
        cmocka_unit_test(deep_empty_and_cut_texts_are_refused),
        cmocka_unit_test(a_folder_whose_show_is_wrong_is_told_by_its_show),
        cmocka_unit_test(rigs_that_do_not_fit_are_refused),
        cmocka_unit_test(words_of_the_command_are_told_with_the_nearest),
        cmocka_unit_test(handles_and_poses_are_told_with_the_nearest),
        cmocka_unit_test(places_that_cannot_be_written_leave_nothing),
        cmocka_unit_test(inputs_are_never_written_over),
        cmocka_unit_test(cuts_svgs_and_meshing_again_refuse_what_cannot_be),
        cmocka_unit_test(frames_reports_and_parts_spare_inputs_too),
        cmocka_unit_test(two_outputs_are_never_one_file),
        cmocka_unit_test(acting_alone_takes_no_word_about_films),
        cmocka_unit_test(a_file_of_another_kind_says_first_what_it_is),
        cmocka_unit_test(names_in_a_puppet_can_be_said_and_joined),
        cmocka_unit_test(what_comes_later_is_told_and_films_nothing),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
