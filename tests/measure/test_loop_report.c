// test_loop_report.c — reports of loops: keys, tables and lines hold what was measured, pictures are the same in
// both forms, and no name of a file does harm.
// SPDX-License-Identifier: MIT
#include "refusals.h"

#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "base/text.h"
#include "measure/loop.h"
#include "motion/clip_maker.h"

/// A clip with all that was found of it.
typedef struct bench {
    pantin_clip clip, made;
    pantin_loop_options options;
    pantin_loop_measure measure;
    pantin_loop_search search;
    pantin_loop_fixed fixed;
    pantin_loop_work work;
} bench;

static void must(bool done, const pantin_error *error) {
    if (!done) fail_msg("%s: %s", error->where, error->text);
}

/// A dance of three and a half periods that drifts and turns.
static void begin(bench *b, pantin_loop_task task) {
    pantin_error error = { 0 };
    clip_recipe recipe = clip_recipe_make();
    recipe.frames = 106;
    recipe.drift_m = vec3_make(0.001, 0, 0);
    recipe.turn_deg = 20;
    *b = (bench){ .options = pantin_loop_defaults() };
    must(make_dance(&recipe, &b->clip), &error);
    b->clip.animations = 3;
    b->clip.notes[b->clip.note_count++] = "a \"note\" | with, signs";
    b->work = (pantin_loop_work){ .task = task,
                                  .file = "clips/dance.glb",
                                  .clip = &b->clip,
                                  .options = &b->options,
                                  .measure = &b->measure };
    must(pantin_loop_check(&b->clip, b->options.root, &b->measure, &error), &error);
    if (task == PANTIN_LOOP_FIND) {
        must(pantin_loop_find(&b->clip, &b->options, &b->search, &error), &error);
        b->work.search = &b->search;
    }
    if (task == PANTIN_LOOP_FIX) {
        must(pantin_loop_fix(&b->clip, &b->options, &b->made, &b->fixed, &error), &error);
        assert_false(b->fixed.untouched);
        b->work.fixed = &b->fixed;
        b->work.fixed_clip = &b->made;
        b->work.output = "out/dance.glb";
    }
}

static void end(bench *b) {
    pantin_clip_free(&b->clip);
    pantin_clip_free(&b->made);
    pantin_loop_search_free(&b->search);
}

static pantin_loop_entry entry_of(const bench *b, bool pictures) {
    pantin_loop_entry entry = { 0 };
    pantin_error error = { 0 };
    must(pantin_loop_entry_make(&b->work, pictures, &entry, &error), &error);
    return entry;
}

static pantin_loop_entry failed_entry(pantin_loop_task task) {
    pantin_loop_entry entry = { 0 };
    pantin_error error = { 0 },
                 why = { PANTIN_ERROR_FORMAT, "bad.bvh:3:1", "no, \"joint\" | here" };
    must(pantin_loop_entry_fail(task, "bad.bvh", "", &why, &entry, &error), &error);
    return entry;
}

static char *report(const pantin_loop_entry *entries, int count, pantin_loop_format format) {
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    must(pantin_loop_report(entries, count, format, &bytes, &error), &error);
    return (char *)bytes.data;
}

static void drop(char *words) {
    pantin_bytes_free(&(pantin_bytes){ (uint8_t *)words, strlen(words) });
}

static void must_hold(const char *words, const char *part) {
    if (strstr(words, part) == NULL) fail_msg("\"%s\" is not in: %s", part, words);
}

// --- what is judged ----------------------------------------------------------------------------------

static void limits_that_are_drawn_are_those_that_are_judged(void **state) {
    (void)state;
    pantin_loop_measure m = { .fps = 24, .frames = 60, .has_interior = true };
    m.pose_gap_deg = LOOP_POSE_LIMIT_DEG;
    m.velocity_gap_deg_per_frame = LOOP_VELOCITY_LIMIT_DEG_PER_FRAME;
    m.root_drift_cm = LOOP_DRIFT_LIMIT_CM;
    const pantin_loop_measure most = m;
    assert_true(pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE).pass);
    // 72 degrees a second is 3 a frame at 24 frames a second.
    assert_true(pantin_loop_judge(&m, PANTIN_LIMITS_PER_SECOND, PANTIN_ROOT_IN_PLACE).pass);
    assert_true(loop_velocity_limit(PANTIN_LIMITS_PER_SECOND, 24) == 3.0);
    m.pose_gap_deg += 1e-9;
    assert_false(pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE).pass);
    m = most, m.velocity_gap_deg_per_frame += 1e-9;
    assert_false(pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE).pass);
    m = most, m.root_drift_cm += 1e-9;
    assert_false(pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE).pass);
    for (double gap = 0.0; gap < 8.0;
         gap += 0.25) { // the lights of a plot are those of the verdict
        m = most, m.pose_gap_deg = gap;
        pantin_loop_verdict v =
            pantin_loop_judge(&m, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE);
        assert_int_equal(v.pose, loop_light(gap, LOOP_POSE_LIMIT_DEG));
    }
}

static void faults_name_each_gap_that_is_too_wide(void **state) {
    (void)state;
    char words[512];
    pantin_loop_side side = { .measure = { .fps = 30,
                                           .pose_gap_deg = 69.3,
                                           .velocity_gap_deg_per_frame = 3.0001,
                                           .root_drift_cm = 46 } };
    loop_faults(words, sizeof words, &side, PANTIN_LIMITS_REFERENCE, PANTIN_ROOT_IN_PLACE);
    assert_string_equal(words, "pose gap 69.30 > 5 °, velocity gap 3.0001 > 3 °/frame, "
                               "root drift 46.00 > 3 cm");
    loop_faults(words, sizeof words, &side, PANTIN_LIMITS_PER_SECOND, PANTIN_ROOT_TRAVEL);
    assert_string_equal(words, "pose gap 69.30 > 5 °, velocity gap 3.00 > 2.40 °/frame");
}

// --- JSON --------------------------------------------------------------------------------------------

static const char *const table[] = {
    "file",
    "animation",
    "animations",
    "root",
    "bones",
    "frames",
    "fps",
    "pose_gap_deg",
    "pose_bone",
    "velocity_gap_deg_per_frame",
    "velocity_bone",
    "root_drift_cm",
    "root_drift_floor_cm",
    "root_drift_up_cm",
    "velocity_vector_gap_deg_per_frame",
    "acceleration_gap_deg_per_frame2",
    "seam_residual_deg_per_s",
    "seam_residual_interior_p95_deg_per_s",
    "seam_residual_interior_max_deg_per_s",
    "position_gap_cm",
    "position_velocity_gap_cm_per_frame",
    "heading_gap_deg",
    "skate_cm_per_s",
    "skate_seam_cm_per_s",
    "stride_cm",
    "loops",
    "open",
    "open_frames",
    "first_frame_apart",
    "pass",
    "notes",
};
enum { TABLE = sizeof table / sizeof table[0] };

static json_tape read_tape(const char *words, arena *memory) {
    json_tape tape;
    pantin_error error = { 0 };
    must(json_read("report.json", words, strlen(words), memory, &tape, &error), &error);
    return tape;
}

static int first_clip(const json_tape *tape) { return json_find(tape, 0, "clips") + 1; }

static void a_fix_tells_the_notes_of_its_making_too(void **state) {
    (void)state;
    bench b;
    begin(&b, PANTIN_LOOP_FIX);
    assert_int_equal(b.made.note_count, 1); // the source's
    b.made.notes[b.made.note_count++] = "the figure lies";
    pantin_loop_entry entry = entry_of(&b, false);
    assert_int_equal(entry.note_count, 2);
    assert_string_equal(entry.notes[0], "a \"note\" | with, signs");
    assert_string_equal(entry.notes[1], "the figure lies");
    pantin_loop_entry_free(&entry);
    end(&b);
}

/// The first keys of an object are the table's, in its order; `more`: others may follow.
static void expect_table(const json_tape *tape, int object, bool more) {
    int key = object + 1;
    assert_true(more ? tape->tokens[object].count >= TABLE : tape->tokens[object].count == TABLE);
    for (int k = 0; k < TABLE; k++) {
        if (!json_equal(tape, key, table[k])) fail_msg("key %d is not %s", k, table[k]);
        key = tape->tokens[key + 1].next;
    }
}

static void check_has_exactly_the_keys_of_the_table(void **state) {
    (void)state;
    bench b;
    arena memory = { 0 };
    begin(&b, PANTIN_LOOP_CHECK);
    pantin_loop_entry entry = entry_of(&b, false);
    char *words = report(&entry, 1, PANTIN_LOOP_JSON);
    json_tape tape = read_tape(words, &memory);
    int clip = first_clip(&tape);
    expect_table(&tape, clip, false);
    assert_true(json_number(&tape, json_find(&tape, clip, "pose_gap_deg")) ==
                b.measure.pose_gap_deg);
    assert_true(json_number(&tape, json_find(&tape, clip, "animations")) == 3);
    assert_true(json_equal(&tape, json_find(&tape, clip, "root"), "Hips"));
    arena_free(&memory), drop(words), pantin_loop_entry_free(&entry), end(&b);
}

static void find_adds_its_candidates(void **state) {
    (void)state;
    bench b;
    arena memory = { 0 };
    begin(&b, PANTIN_LOOP_FIND);
    pantin_loop_entry entry = entry_of(&b, false);
    char *words = report(&entry, 1, PANTIN_LOOP_JSON);
    json_tape tape = read_tape(words, &memory);
    int clip = first_clip(&tape), list = json_find(&tape, clip, "candidates");
    expect_table(&tape, clip, true);
    assert_int_equal(tape.tokens[list].count, b.search.count);
    assert_true(b.search.count > 0);
    assert_true(json_number(&tape, json_find(&tape, list + 1, "cost")) ==
                b.search.candidates[0].cost);
    arena_free(&memory), drop(words), pantin_loop_entry_free(&entry), end(&b);
}

static void fix_holds_the_table_before_and_after(void **state) {
    (void)state;
    bench b;
    arena memory = { 0 };
    begin(&b, PANTIN_LOOP_FIX);
    pantin_loop_entry entry = entry_of(&b, false);
    char *words = report(&entry, 1, PANTIN_LOOP_JSON);
    json_tape tape = read_tape(words, &memory);
    int clip = first_clip(&tape);
    int before = json_find(&tape, clip, "before"), after = json_find(&tape, clip, "after");
    expect_table(&tape, before, false);
    expect_table(&tape, after, false);
    assert_true(json_equal(&tape, json_find(&tape, before, "file"), "clips/dance.glb"));
    assert_true(json_equal(&tape, json_find(&tape, after, "file"), "out/dance.glb"));
    static const char *const keys[] = { "anchor_frame",
                                        "cut_frame",
                                        "window_frames",
                                        "kept_frames",
                                        "kept_motion",
                                        "peak_deviation_deg",
                                        "peak_deviation_cm",
                                        "skate_seam_cm_per_s",
                                        "stride_cm",
                                        "reasons",
                                        "drift_removed_cm",
                                        "vertical_kept_cm",
                                        "anchor_gap_deg_per_frame" };
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (json_find(&tape, clip, keys[k]) == PANTIN_NONE) fail_msg("no %s", keys[k]);
    assert_true(json_number(&tape, json_find(&tape, after, "frames")) == b.made.frames);
    arena_free(&memory), drop(words), pantin_loop_entry_free(&entry), end(&b);
}

/// The names of an object's members, in order, and of the objects in it.
static void list_keys(const json_tape *tape, int object, text *out) {
    for (int n = 0, key = object + 1; n < tape->tokens[object].count; n++) {
        const json_token *token = &tape->tokens[key];
        text_bytes(out, tape->source + token->start, (size_t)(token->end - token->start));
        text_char(out, ' ');
        if (tape->tokens[key + 1].kind == JSON_OBJECT) list_keys(tape, key + 1, out);
        key = tape->tokens[key + 1].next;
    }
}

/// A dance of whole periods, which loops already.
static void begin_untouched(bench *b) {
    pantin_error error = { 0 };
    clip_recipe recipe = clip_recipe_make();
    begin(b, PANTIN_LOOP_FIX);
    pantin_clip_free(&b->clip), pantin_clip_free(&b->made);
    must(make_dance(&recipe, &b->clip), &error);
    must(pantin_loop_check(&b->clip, b->options.root, &b->measure, &error), &error);
    must(pantin_loop_fix(&b->clip, &b->options, &b->made, &b->fixed, &error), &error);
    assert_true(b->fixed.untouched);
    b->work.fixed_clip = NULL;
}

static void an_untouched_clip_has_the_keys_of_one_that_was_fixed(void **state) {
    (void)state;
    bench b;
    text keys[2] = { { 0 } };
    for (int untouched = 0; untouched < 2; untouched++) {
        arena memory = { 0 };
        untouched ? begin_untouched(&b) : begin(&b, PANTIN_LOOP_FIX);
        pantin_loop_entry entry = entry_of(&b, false);
        char *words = report(&entry, 1, PANTIN_LOOP_JSON);
        json_tape tape = read_tape(words, &memory);
        int clip = first_clip(&tape);
        list_keys(&tape, clip, &keys[untouched]);
        if (untouched == 1) {
            assert_true(json_number(&tape, json_find(&tape, clip, "kept_frames")) == 1);
            assert_true(json_number(&tape, json_find(&tape, clip, "kept_motion")) == 1);
            assert_true(json_number(&tape, json_find(&tape, clip, "window_frames")) == 0);
            assert_true(json_number(&tape, json_find(&tape, clip, "peak_deviation_deg")) == 0);
            assert_int_equal(tape.tokens[json_find(&tape, clip, "anchor_bone")].kind, JSON_NULL);
            drop(words);
            words = report(&entry, 1, PANTIN_LOOP_CSV);
            must_hold(words, ",true,true,0,90,0,1,1,0,0,,0,0,"); // untouched, goals_met, anchor …
        }
        arena_free(&memory), drop(words), pantin_loop_entry_free(&entry), end(&b);
    }
    assert_int_equal(keys[0].size, keys[1].size);
    assert_memory_equal(keys[0].data, keys[1].data, keys[0].size);
    text_free(&keys[0]), text_free(&keys[1]);
}

// --- tables and lines --------------------------------------------------------------------------------

/// Fields of a line of CSV, or of a row between bars.
static int count_fields(const char *line, char between) {
    int count = 0;
    bool quoted = false;
    for (; *line != '\0' && *line != '\n'; line++) {
        if (*line == '"' && between == ',') quoted = !quoted;
        if (*line == '\\' && between == '|')
            line++;
        else if (*line == between && !quoted)
            count++;
    }
    return count;
}

static void rows_are_as_wide_as_their_heads(void **state) {
    (void)state;
    for (int task = 0; task <= PANTIN_LOOP_FIX; task++) {
        bench b;
        begin(&b, (pantin_loop_task)task);
        pantin_loop_entry entries[2] = { entry_of(&b, false),
                                         failed_entry((pantin_loop_task)task) };
        static const pantin_loop_format formats[] = { PANTIN_LOOP_CSV, PANTIN_LOOP_MARKDOWN };
        for (int f = 0; f < 2; f++) {
            char *words = report(entries, 2, formats[f]);
            int wide = count_fields(words, f == 0 ? ',' : '|'), lines = 0;
            for (const char *line = words; *line != '\0'; line = strchr(line, '\n') + 1, lines++)
                assert_int_equal(count_fields(line, f == 0 ? ',' : '|'), wide);
            assert_int_equal(lines, f == 0 ? 3 : 4);
            drop(words);
        }
        pantin_loop_entry_free(&entries[0]), pantin_loop_entry_free(&entries[1]), end(&b);
    }
}

static void every_line_of_the_reference_manner_begins_alike(void **state) {
    (void)state;
    bench b;
    begin(&b, PANTIN_LOOP_FIX);
    b.options.method = PANTIN_FIX_CROSSFADE;
    pantin_loop_entry entry = entry_of(&b, false);
    entry.poor = true;
    char *words = report(&entry, 1, PANTIN_LOOP_TEXT);
    for (const char *line = words; *line != '\0'; line = strchr(line, '\n') + 1)
        assert_memory_equal(line, "[loop_fix] ", 11);
    must_hold(words, "anchor=");
    must_hold(words, "kept=");
    drop(words), pantin_loop_entry_free(&entry), end(&b);
}

static void text_says_per_frame_and_per_second_with_lights(void **state) {
    (void)state;
    bench b;
    char shown[64];
    begin(&b, PANTIN_LOOP_CHECK);
    pantin_loop_entry entry = entry_of(&b, false);
    char *words = report(&entry, 1, PANTIN_LOOP_TEXT);
    snprintf(shown, sizeof shown, "%.2f °/frame = %.1f °/s", b.measure.velocity_gap_deg_per_frame,
             30.0 * b.measure.velocity_gap_deg_per_frame);
    must_hold(words, shown);
    must_hold(words, "[red]");
    snprintf(shown, sizeof shown, "root drift        %.2f cm", b.measure.root_drift_cm);
    must_hold(words, shown);
    drop(words);
    pantin_loop_entry entries[3] = { entry, failed_entry(PANTIN_LOOP_CHECK), entry };
    words = report(entries, 3, PANTIN_LOOP_TEXT);
    must_hold(words, "3 clips: 2 fail, 1 not done");
    must_hold(words, "bad.bvh:3:1: no");
    assert_int_equal(pantin_loop_entry_code(&entries[0]), 1);
    assert_int_equal(pantin_loop_entry_code(&entries[1]), 2);
    drop(words), pantin_loop_entry_free(&entries[1]), pantin_loop_entry_free(&entry), end(&b);
}

static void only_what_fails_for_its_speed_is_called_fast(void **state) {
    (void)state;
    // By hand: a rough pose gap, a drift, and speed alone, the seam being no rougher than the clip each time.
    static const struct {
        double pose, velocity, drift;
        bool fast;
    } cases[] = { { 9, 1, 0, false },  { 9, 9, 0, false }, { 0, 1, 46, false },
                  { 0, 9, 46, false }, { 0, 9, 0, true },  { 0, 1, 0, false } };
    bench b;
    begin(&b, PANTIN_LOOP_CHECK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        b.measure = (pantin_loop_measure){ .frames = 60,
                                           .fps = 30,
                                           .has_interior = true,
                                           .pose_gap_deg = cases[k].pose,
                                           .velocity_gap_deg_per_frame = cases[k].velocity,
                                           .root_drift_cm = cases[k].drift };
        pantin_loop_entry entry = entry_of(&b, false), entries[2] = { entry, entry };
        pantin_bytes page = { 0 };
        pantin_error error = { 0 };
        char *words = report(&entry, 1, PANTIN_LOOP_TEXT);
        assert_int_equal(strstr(words, "fast, not rough") != NULL, cases[k].fast);
        drop(words);
        for (int format = 0; format <= PANTIN_LOOP_MARKDOWN; format++) {
            words = report(entries, 2, (pantin_loop_format)format);
            assert_int_equal(strstr(words, "no rougher than the clip") != NULL, cases[k].fast);
            drop(words);
        }
        must(pantin_loop_page(&entry, 1, &page, &error), &error);
        assert_int_equal(strstr((char *)page.data, "no rougher than the clip") != NULL,
                         cases[k].fast);
        pantin_bytes_free(&page);
        must(pantin_loop_draw_svg(&b.work, PANTIN_LOOP_PLOT, &page, &error), &error);
        assert_int_equal(strstr((char *)page.data, "no rougher than the clip") != NULL,
                         cases[k].fast);
        pantin_bytes_free(&page), pantin_loop_entry_free(&entry);
    }
    end(&b);
}

static void a_fix_has_one_line_of_verdict(void **state) {
    (void)state;
    bench b;
    begin(&b, PANTIN_LOOP_FIX);
    for (int shorter = 0; shorter < 2; shorter++)
        for (int fast = 0; fast < 2; fast++) {
            if (shorter == 1) snprintf(b.fixed.reason, sizeof b.fixed.reason, "a poor loop");
            b.fixed.goals_met = shorter == 0;
            b.fixed.after.velocity_gap_deg_per_frame = fast == 1 ? 12 : 1;
            pantin_loop_entry entry = entry_of(&b, false);
            char *words = report(&entry, 1, PANTIN_LOOP_TEXT);
            assert_int_equal(strstr(words, "it loops") != NULL, shorter == 0);
            assert_int_equal(strstr(words, "FELL SHORT: a poor loop; it ") != NULL, shorter == 1);
            must_hold(words, fast ? "FAILS the reference limits: velocity gap 12.00 > 3 °/frame"
                                  : "passes the reference limits\n");
            // Speed is no excuse for a goal that was missed.
            assert_int_equal(strstr(words, "; seam no rougher than the clip: fast, not rough\n") !=
                                 NULL,
                             fast == 1 && shorter == 0);
            must_hold(words, " % of its frames, ");
            must_hold(words, " % of its motion\n");
            drop(words), pantin_loop_entry_free(&entry);
        }
    end(&b);
}

static void an_open_loop_is_called_one(void **state) {
    (void)state;
    bench b;
    begin(&b, PANTIN_LOOP_CHECK);
    b.measure.open = true;
    for (int frames = 1; frames < 7; frames += 5) {
        b.measure.open_frames = frames;
        pantin_loop_entry entry = entry_of(&b, false);
        char *words = report(&entry, 1, PANTIN_LOOP_TEXT);
        must_hold(words, frames == 1
                             ? "an open loop: its last frame leads on to its first\n"
                             : "an open loop: its last key leads on to its first, 6 frames later");
        drop(words);
        words = report(&entry, 1, PANTIN_LOOP_JSON);
        must_hold(words, "\"open\": true,");
        must_hold(words, frames == 1 ? "\"open_frames\": 1," : "\"open_frames\": 6,");
        drop(words), pantin_loop_entry_free(&entry);
    }
    end(&b);
}

static void names_do_no_harm(void **state) {
    (void)state;
    bench b;
    pantin_bytes page = { 0 };
    pantin_error error = { 0 };
    begin(&b, PANTIN_LOOP_FIX);
    b.work.file = "<script>\x1b[2J\"|,.glb";
    b.clip.name = "a\nb\x1b[31m&\xff";
    b.clip.joints[0].name = "<b>&\x1b";
    pantin_loop_entry entry = entry_of(&b, true);
    for (int format = 0; format <= PANTIN_LOOP_FULL_TEXT; format++) {
        char *words = report(&entry, 1, (pantin_loop_format)format);
        if (format != PANTIN_LOOP_CSV) assert_null(strchr(words, '\x1b'));
        drop(words);
    }
    must(pantin_loop_page(&entry, 1, &page, &error), &error);
    assert_null(strstr((char *)page.data, "<script>"));
    assert_null(strchr((char *)page.data, '\x1b'));
    pantin_bytes_free(&page), pantin_loop_entry_free(&entry), end(&b);
}

// --- pictures ----------------------------------------------------------------------------------------

/// Words become remarks, which are not drawn: each reader has fonts of its own.
static void hide_words(pantin_bytes *svg) {
    for (char *at = (char *)svg->data; (at = strstr(at, "text")) != NULL; at += 4)
        if (at[-1] == '<' || at[-1] == '/') memcpy(at, "desc", 4);
}

static void both_pictures_come_as_svg_and_as_pixels(void **state) {
    (void)state;
    pantin_error error = { 0 };
    for (int task = 0; task <= PANTIN_LOOP_FIX; task++)
        for (int picture = 0; picture < 2; picture++) {
            bench b;
            pantin_bytes svg = { 0 }, again = { 0 };
            pantin_image drawn = { 0 }, painted = { 0 };
            begin(&b, (pantin_loop_task)task);
            pantin_loop_picture kind = (pantin_loop_picture)picture;
            must(pantin_loop_draw_svg(&b.work, kind, &svg, &error), &error);
            must(pantin_loop_draw_svg(&b.work, kind, &again, &error), &error);
            assert_true(svg.size == again.size && memcmp(svg.data, again.data, svg.size) == 0);
            assert_true(svg.size < 150000);
            hide_words(&svg);
            must(pantin_svg_decode("x.svg", svg.data, svg.size, NULL, 1, &drawn, &error), &error);
            must(pantin_loop_draw_image(&b.work, kind, 1, &painted, &error), &error);
            assert_int_equal(drawn.width, painted.width);
            assert_true(drawn.height - painted.height <= 1 && painted.height - drawn.height <= 1);
            // The two are one drawing: away from words they hardly differ.
            int64_t apart = 0;
            int64_t bytes = 4 * (int64_t)painted.width *
                            (drawn.height < painted.height ? drawn.height : painted.height);
            for (int64_t k = 0; k < bytes; k++) {
                int d = drawn.pixels[k] - painted.pixels[k];
                apart += d < 0 ? -d : d;
            }
            assert_true((double)apart / (double)bytes < 4.0);
            pantin_image_free(&drawn), pantin_image_free(&painted);
            pantin_bytes_free(&svg), pantin_bytes_free(&again), end(&b);
        }
}

static void a_strip_shows_the_frames_that_meet(void **state) {
    (void)state;
    pantin_error error = { 0 };
    for (int task = 0; task <= PANTIN_LOOP_FIX; task++) {
        bench b;
        pantin_bytes svg = { 0 };
        char wrap[64];
        begin(&b, (pantin_loop_task)task);
        bool found = task == PANTIN_LOOP_FIND, fixed = task == PANTIN_LOOP_FIX;
        must(pantin_loop_draw_svg(&b.work, PANTIN_LOOP_STRIP, &svg, &error), &error);
        snprintf(wrap, sizeof wrap, ">%d → %d<",
                 found   ? b.search.candidates[0].end
                 : fixed ? b.made.frames - 1
                         : b.clip.frames - 1,
                 found ? b.search.candidates[0].start : 0);
        must_hold((char *)svg.data, wrap);
        must_hold((char *)svg.data, "Feet on the floor");
        pantin_bytes_free(&svg), end(&b);
    }
}

/// The left and right ends of a mark.
static void ends_of(const sketch *s, const sketch_mark *mark, double *left, double *right) {
    double more = mark->kind == SKETCH_DOT ? mark->size : mark->size / 2;
    *left = 1e9, *right = -1e9;
    for (int k = mark->first; k < mark->first + mark->count; k++) {
        *left = fmin(*left, s->points[k].x - more);
        *right = fmax(*right, s->points[k].x + more);
    }
}

static void figures_of_a_strip_stay_in_their_cells(void **state) {
    (void)state;
    pantin_error error = { 0 };
    for (int wide = 0; wide < 3; wide++) { // a dance, its arms held out, and twice as long ones
        bench b;
        sketch s = { 0 };
        begin(&b, PANTIN_LOOP_FIX);
        for (int c = 0; c < 2; c++) {
            pantin_clip *clip = c == 0 ? &b.clip : &b.made;
            for (int i = 0; wide > 0 && i < clip->frames; i++)
                for (int side = 0; side < 2; side++) {
                    int arm = MAKER_LEFT_ARM + side * MAKER_SIDE;
                    *clip_rotation(clip, i, arm) = quat_identity();
                    for (int k = 0; k < 2; k++) clip_translation(clip, i, arm + 1 + k)->x *= wide;
                    *clip_rotation(clip, i, arm + 1) = quat_identity();
                }
        }
        must(loop_draw_strip(&b.work, true, &s, &error), &error);
        int cells = 0, figures = 0;
        for (int k = 0; k < s.mark_count; k++) // each cell says how many seconds it is away
            cells += s.marks[k].kind == SKETCH_WORDS && s.marks[k].anchor == 0 &&
                     strcmp(s.marks[k].words + strlen(s.marks[k].words) - 2, " s") == 0;
        cells += 1; // the wrap
        assert_true(cells == 9 || cells == 7 || cells == 5);
        double room = (LOOP_PICTURE_WIDTH - 2.0 * LOOP_PICTURE_MARGIN) / cells;
        for (int k = 0; k < s.mark_count; k++) {
            const sketch_mark *mark = &s.marks[k];
            double left, right;
            bool ink = mark->tone == SKETCH_INK || mark->tone == SKETCH_LEFT ||
                       mark->tone == SKETCH_RIGHT || mark->tone == SKETCH_GHOST;
            if (!ink || (mark->kind != SKETCH_STROKE && mark->kind != SKETCH_DOT)) continue;
            if (s.points[mark->first].y < 45 || mark->dashed) continue; // the legend
            ends_of(&s, mark, &left, &right);
            double from = (left - LOOP_PICTURE_MARGIN) / room;
            double to = (right - LOOP_PICTURE_MARGIN) / room;
            if (floor(from) != floor(to)) fail_msg("from %g to %g of %d cells", from, to, cells);
            figures++;
        }
        assert_true(figures > 20 * cells);
        sketch_free(&s), end(&b);
    }
}

static void a_page_draws_every_clip_and_needs_no_net(void **state) {
    (void)state;
    bench b;
    pantin_bytes page = { 0 };
    pantin_error error = { 0 };
    begin(&b, PANTIN_LOOP_FIND);
    pantin_loop_entry entries[2] = { entry_of(&b, true), failed_entry(PANTIN_LOOP_FIND) };
    must(pantin_loop_page(entries, 2, &page, &error), &error);
    must_hold((char *)page.data, "<svg class=\"sketch\"");
    must_hold((char *)page.data, "dance.glb: dance");
    must_hold((char *)page.data, "bad.bvh:3:1");
    assert_null(strstr((char *)page.data, "http"));
    assert_null(strstr((char *)page.data, "src="));
    pantin_bytes_free(&page), end(&b);
    pantin_loop_entry_free(&entries[0]), pantin_loop_entry_free(&entries[1]);
    must(pantin_loop_page(NULL, 0, &page, &error), &error); // a shard may have no clip
    pantin_bytes_free(&page);
}

static void a_clip_of_three_frames_and_one_joint_is_drawn(void **state) {
    (void)state;
    bench b = { .options = pantin_loop_defaults() };
    pantin_error error = { 0 };
    pantin_image image = { 0 };
    must(clip_begin(&b.clip, 1, 3, false, &error), &error);
    b.clip.name = "";
    b.clip.fps = 24, b.clip.bone_count = 1, b.clip.animations = 1;
    b.clip.joints[0] = (pantin_joint){ .name = "node0",
                                       .parent = PANTIN_NONE,
                                       .bone = true,
                                       .rotation = quat_identity(),
                                       .scale = { 1, 1, 1 } };
    for (int i = 0; i < 3; i++) *clip_rotation(&b.clip, i, 0) = quat_identity();
    b.work = (pantin_loop_work){ .task = PANTIN_LOOP_CHECK,
                                 .file = "",
                                 .clip = &b.clip,
                                 .options = &b.options,
                                 .measure = &b.measure };
    must(pantin_loop_check(&b.clip, PANTIN_ROOT_IN_PLACE, &b.measure, &error), &error);
    for (int picture = 0; picture < 2; picture++) {
        must(pantin_loop_draw_image(&b.work, (pantin_loop_picture)picture, 0.25, &image, &error),
             &error);
        assert_int_equal(image.width, 300);
        pantin_image_free(&image);
    }
    end(&b);
}

// --- memory ------------------------------------------------------------------------------------------

static bool tell_all(void *context, pantin_error *error) {
    const bench *b = context;
    pantin_loop_entry entry = { 0 };
    pantin_bytes bytes = { 0 };
    bool done = pantin_loop_entry_make(&b->work, true, &entry, error);
    for (int format = 0; done && format <= PANTIN_LOOP_FULL_TEXT; format++) {
        done = pantin_loop_report(&entry, 1, (pantin_loop_format)format, &bytes, error);
        pantin_bytes_free(&bytes);
    }
    done = done && pantin_loop_page(&entry, 1, &bytes, error);
    pantin_bytes_free(&bytes);
    pantin_loop_entry_free(&entry);
    return done;
}

static bool draw_all(void *context, pantin_error *error) {
    const bench *b = context;
    pantin_image image = { 0 };
    bool done = true;
    for (int picture = 0; done && picture < 2; picture++) {
        done = pantin_loop_draw_image(&b->work, (pantin_loop_picture)picture, 0.25, &image, error);
        pantin_image_free(&image);
    }
    return done;
}

static void refused_memory_is_told(void **state) {
    (void)state;
    bench b;
    begin(&b, PANTIN_LOOP_FIX);
    assert_true(refusals_sweep(tell_all, &b) > 10);
    assert_true(refusals_sweep(draw_all, &b) > 4);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_that_are_drawn_are_those_that_are_judged),
        cmocka_unit_test(faults_name_each_gap_that_is_too_wide),
        cmocka_unit_test(a_fix_tells_the_notes_of_its_making_too),
        cmocka_unit_test(check_has_exactly_the_keys_of_the_table),
        cmocka_unit_test(find_adds_its_candidates),
        cmocka_unit_test(fix_holds_the_table_before_and_after),
        cmocka_unit_test(an_untouched_clip_has_the_keys_of_one_that_was_fixed),
        cmocka_unit_test(rows_are_as_wide_as_their_heads),
        cmocka_unit_test(every_line_of_the_reference_manner_begins_alike),
        cmocka_unit_test(text_says_per_frame_and_per_second_with_lights),
        cmocka_unit_test(only_what_fails_for_its_speed_is_called_fast),
        cmocka_unit_test(a_fix_has_one_line_of_verdict),
        cmocka_unit_test(an_open_loop_is_called_one),
        cmocka_unit_test(names_do_no_harm),
        cmocka_unit_test(both_pictures_come_as_svg_and_as_pixels),
        cmocka_unit_test(a_strip_shows_the_frames_that_meet),
        cmocka_unit_test(figures_of_a_strip_stay_in_their_cells),
        cmocka_unit_test(a_page_draws_every_clip_and_needs_no_net),
        cmocka_unit_test(a_clip_of_three_frames_and_one_joint_is_drawn),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
