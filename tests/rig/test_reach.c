// test_reach.c — poses a body can take are reached by "arap": handles, energy beside plain ARAP, no pops, and back.
// labels: long
//
// Figures of our own always; the four real drawings, and what people did with them, where they are at hand.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "bendable.h"
#include "recorded_motion.h"

enum { REAL = 4, FIGURES = 6 };

static const pantin_deformer *player(const char *name) {
    const pantin_deformer *found = pantin_deformer_find(name, NULL);
    assert_non_null(found);
    return found;
}

static bool have_drawings(void) {
    pantin_bytes bytes = { 0 };
    bool have = bendable_file("char1", "char_cfg.yaml", &bytes, NULL);
    pantin_bytes_free(&bytes);
    return have;
}

/// A figure of our own, or a real drawing.
static bendable *body(bool real, int which, pantin_mesh_style style, int vertices) {
    bendable *b = malloc(sizeof *b);
    pantin_error error = { 0 };
    char name[16];
    snprintf(name, sizeof name, "char%d", which + 1);
    if (!(real ? bendable_from_drawing(b, name, style, vertices, &error)
               : bendable_from_shape(b, which, style, vertices, &error)))
        fail_msg("%s: %s", error.where, error.text);
    return b;
}

static void bury(bendable *b) {
    bendable_free(b);
    free(b);
}

static void *machine_for(const bendable *b, const char *name, bool bones) {
    pantin_deform_setup setup = bendable_setup(b, bones);
    pantin_deform_options options = pantin_deform_defaults();
    options.repair = false;
    void *machine = player(name)->create(&setup, &options, NULL);
    assert_non_null(machine);
    return machine;
}

static pantin_point32 *room_for(const bendable *b) {
    return calloc((size_t)b->piece->triangles.vertex_count, sizeof(pantin_point32));
}

// --- poses --------------------------------------------------------------------------------------

typedef enum pose_kind { MILD, WILD, FOLDED, ACROSS, POSES } pose_kind;

/// Within 45 degrees; within 150; a limb's end folded back by 110 to 150; arms across the body.
static void choose_pose(const bendable *b, pose_kind kind, random_state *random, double *angles) {
    for (int j = 0; j < b->joint_count; j++) {
        const char *name = b->names[j];
        bool end = strstr(name, "hand") || strstr(name, "foot");
        double by = random_between(random, -1, 1), most = b->limits[j];
        double inward = strstr(name, "left") ? TRIG_DEGREE : -TRIG_DEGREE;
        angles[j] = by * most;
        if (kind == MILD) angles[j] *= 0.3;
        if (kind == FOLDED) angles[j] *= 0.2;
        if (kind == FOLDED && end)
            angles[j] = (by < 0 ? -110 + 40 * by : 110 + 40 * by) * TRIG_DEGREE;
        if (kind != ACROSS) continue;
        angles[j] *= 0.15;
        if (strstr(name, "elbow")) angles[j] = inward * (60 + 40 * by);
        if (strstr(name, "hand")) angles[j] = inward * (60 + 50 * by);
    }
}

typedef struct poses_seen {
    double ratios[512]; // energy over plain ARAP's
    double worst_px, worst_vertex_px;
    int count, flipped; // by plain ARAP
} poses_seen;

/// The pose by both players along the same way; plain ARAP until it hardly moves.
static void compare_pose(const bendable *b, void *ours, void *plain, const pantin_target *targets,
                         pantin_point32 *out, poses_seen *seen) {
    const pantin_deformer *reference = player("arap-triangle");
    pantin_handle_report handles[DRAWN_JOINTS];
    pantin_deform_report bent, bare = { 0 };
    skeleton *tree = (skeleton *)(uintptr_t)&b->tree;
    skeleton_read(tree, targets);
    int steps = skeleton_ramp(tree, targets);
    bent = player("arap")->solve(ours, targets, NULL, NULL, tree->path, steps, (pantin_budget){ 0 },
                                 out, handles, NULL);
    assert_int_equal(bent.quality.inverted + bent.quality.branch_points, 0);
    for (int h = 0; h < b->count; h++) {
        seen->worst_px = fmax(seen->worst_px, handles[h].error_px);
        seen->worst_vertex_px = fmax(seen->worst_vertex_px, handles[h].vertex_error_px);
    }
    reference->reset(plain);
    for (int s = 0; s < steps; s++)
        bare =
            reference->solve(plain, tree->path[s], NULL, s > 0 ? out : NULL, NULL, 0,
                             (pantin_budget){ s < steps - 1 ? 60 : 1500, 1e-4 }, out, NULL, NULL);
    seen->ratios[seen->count++] = bent.quality.energy_normalized / bare.quality.energy_normalized;
    seen->flipped += bare.quality.inverted > 0;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// `only`: poses of that kind, or with POSES of each.
static void pose_bodies(bool real, int bodies, int vertices, int rounds, pose_kind only,
                        poses_seen *seen) {
    for (int which = 0; which < bodies; which++)
        for (int style = 0; style < 2; style++) {
            bendable *b = body(real, which, (pantin_mesh_style)style, vertices);
            void *ours = machine_for(b, "arap", false),
                 *plain = machine_for(b, "arap-triangle", false);
            pantin_point32 *out = room_for(b);
            random_state random = random_make((uint64_t)(2 * which + style + 1));
            for (int k = 0; k < POSES * rounds; k++) {
                double angles[DRAWN_JOINTS];
                pantin_target targets[DRAWN_JOINTS];
                choose_pose(b, only < POSES ? only : (pose_kind)(k % POSES), &random, angles);
                bendable_pose(b, angles, vec2_make(0, 0), targets);
                compare_pose(b, ours, plain, targets, out, seen);
            }
            player("arap")->destroy(ours);
            player("arap-triangle")->destroy(plain);
            free(out);
            bury(b);
        }
    qsort(seen->ratios, (size_t)seen->count, sizeof *seen->ratios, compare_doubles);
}

static void expect_poses(const poses_seen *seen, double most_median) {
    double median = seen->ratios[seen->count / 2], p95 = seen->ratios[seen->count * 95 / 100];
    print_message("%d poses: energy beside plain ARAP %.3f median %.3f p95 %.3f most; farthest "
                  "handle %.3f px, its vertex %.2f px; plain ARAP flips in %d\n",
                  seen->count, median, p95, seen->ratios[seen->count - 1], seen->worst_px,
                  seen->worst_vertex_px, seen->flipped);
    assert_true(seen->worst_px <= 0.5);
    assert_true(median <= most_median);
    assert_true(p95 <= 1.6);
    assert_true(seen->flipped > seen->count / 4); // it was worth the trouble
}

static void poses_of_figures_are_reached_at_little_more_energy_than_plain_arap(void **state) {
    (void)state;
    poses_seen seen = { .count = 0 };
    pose_bodies(false, FIGURES, 400, 4, POSES, &seen);
    expect_poses(&seen, 1.08);
}

static void poses_of_real_drawings_are_reached_at_little_more_energy_than_plain_arap(void **state) {
    (void)state;
    if (!have_drawings()) skip();
    poses_seen seen = { .count = 0 };
    pose_bodies(true, REAL, 1100, 3, POSES, &seen);
    expect_poses(&seen, 1.08);
}

// Every joint anywhere within 150 degrees, where plain ARAP folds most poses. The median is over the 1.08 that
// is asked for: the best of thirteen ways to each pose comes to the same to a thousandth, a barrier three
// times weaker to 1.100 (docs/deform-measured.md), so it is the price of not folding and not of the way.
static void wild_poses_of_real_drawings_cost_what_not_folding_costs(void **state) {
    (void)state;
    if (!have_drawings()) skip();
    poses_seen seen = { .count = 0 };
    pose_bodies(true, REAL, 1100, 3, WILD, &seen);
    expect_poses(&seen, 1.12);
}

// --- frame after frame --------------------------------------------------------------------------

typedef struct frames_seen {
    long frames, held, counts[PANTIN_STALLED + 1];
    double least_ratio, farthest; // farthest: a vertex' step over what it may be
    int longest_lag;              // frames in a row
} frames_seen;

/// How far each handle is felt: the farthest of the vertices that it is nearest to.
static void find_reaches(const bendable *b, double *reaches) {
    const pantin_mesh *mesh = &b->piece->triangles;
    for (int h = 0; h < b->count; h++) reaches[h] = 0;
    for (int v = 0; v < mesh->vertex_count; v++) {
        int nearest = 0;
        double least = INFINITY;
        for (int h = 0; h < b->count; h++) {
            double distance = vec2_distance(b->rest[h].center, mesh->vertices[v]);
            if (distance < least) least = distance, nearest = h;
        }
        reaches[nearest] = fmax(reaches[nearest], least);
    }
}

/// The largest step that a handle asks for, its turn counted where it is felt most.
static double asked_step(const bendable *b, const pantin_handle_report *before,
                         const pantin_target *last, const pantin_target *now,
                         const double *reaches) {
    double largest = 0;
    for (int h = 0; h < b->count; h++) {
        vec2 stood = vec2_add(last[h].center, before[h].error);
        double turn = now[h].angle - last[h].angle - before[h].angle_error;
        double chord = 2 * fabs(trig_sin(0.5 * turn));
        largest = fmax(largest, vec2_distance(stood, now[h].center) + chord * reaches[h]);
    }
    return largest;
}

static double step_of(const pantin_point32 *a, const pantin_point32 *b, int count) {
    double largest = 0;
    for (int v = 0; v < count; v++)
        largest = fmax(largest, vec2_distance(vec2_from32(a[v]), vec2_from32(b[v])));
    return largest;
}

/// One body's way, a set of targets a frame.
typedef struct walk {
    bendable *b;
    void *machine;
    pantin_point32 *before, *now;
    pantin_handle_report handles[DRAWN_JOINTS], last_handles[DRAWN_JOINTS];
    pantin_target last[DRAWN_JOINTS];
    double reaches[DRAWN_JOINTS];
    int frame, lag;
} walk;

static walk walk_begin(bendable *b, bool bones) {
    walk w = {
        .b = b, .machine = machine_for(b, "arap", bones), .before = room_for(b), .now = room_for(b)
    };
    find_reaches(b, w.reaches);
    return w;
}

static void walk_end(walk *w) {
    player("arap")->destroy(w->machine);
    free(w->before);
    free(w->now);
    bury(w->b);
}

static void walk_on(walk *w, const pantin_target *targets, frames_seen *seen) {
    bendable *b = w->b;
    int n = b->piece->triangles.vertex_count;
    skeleton_read(&b->tree, targets);
    int steps = w->frame == 0 ? skeleton_ramp(&b->tree, targets) : 0;
    pantin_deform_report report = player("arap")->solve(
        w->machine, targets, b->tree.angles, w->frame > 0 ? w->before : NULL,
        steps > 0 ? b->tree.path : NULL, steps, (pantin_budget){ 0 }, w->now, w->handles, NULL);
    assert_int_equal(report.quality.inverted + report.quality.branch_points, 0);
    double worst = 0;
    for (int h = 0; h < b->count; h++) worst = fmax(worst, w->handles[h].error_px);
    seen->frames++;
    seen->held += worst <= 0.5;
    seen->counts[report.status]++;
    seen->least_ratio = fmin(seen->least_ratio, report.quality.min_area_ratio);
    if (w->frame > 0 && report.status != PANTIN_REPOSED) {
        // Each frame that is held back doubles what the next one may.
        double may = 1.5 * asked_step(b, w->last_handles, w->last, targets, w->reaches) + 5;
        may *= 1 << w->lag;
        if (w->lag < 5) seen->farthest = fmax(seen->farthest, step_of(w->before, w->now, n) / may);
    }
    w->lag = report.status == PANTIN_LAGGING ? w->lag + 1 : 0;
    seen->longest_lag = w->lag > seen->longest_lag ? w->lag : seen->longest_lag;
    memcpy(w->before, w->now, sizeof *w->now * (size_t)n);
    memcpy(w->last_handles, w->handles, sizeof w->handles);
    memcpy(w->last, targets, sizeof *targets * (size_t)b->count);
    w->frame++;
}

static void expect_frames(const frames_seen *seen) {
    print_message(
        "%ld frames: %.2f %% of them with all handles within 0.5 px, %ld lagging, %ld "
        "reposed, least area %.3f, farthest step %.2f of what it may be, longest lag %d\n",
        seen->frames, 100.0 * (double)seen->held / (double)seen->frames,
        seen->counts[PANTIN_LAGGING], seen->counts[PANTIN_REPOSED], seen->least_ratio,
        seen->farthest, seen->longest_lag);
    assert_int_equal(seen->counts[PANTIN_STALLED], 0);
    assert_true(100 * seen->counts[PANTIN_REPOSED] <= seen->frames);
    assert_true(20 * (seen->frames - seen->held) <= seen->frames);
    assert_true(seen->least_ratio >= 0.01);
    assert_true(seen->farthest <= 1.001);
    assert_true(seen->longest_lag <= 5);
}

/// Every joint swings within its limits.
static void swing(const bendable *b, int frame, pantin_target *targets) {
    double angles[DRAWN_JOINTS], grown = fmin(frame / 40.0, 1);
    for (int j = 0; j < b->joint_count; j++)
        angles[j] = grown * b->limits[j] * trig_sin(frame * (0.05 + 0.007 * j) + j);
    bendable_pose(b, angles, vec2_make(0, 0), targets);
}

static void limbs_that_swing_are_followed_without_a_pop(void **state) {
    (void)state;
    frames_seen seen = { .least_ratio = INFINITY };
    for (int which = 0; which < FIGURES; which++)
        for (int bones = 0; bones < 2; bones++) {
            walk w = walk_begin(body(false, which, (pantin_mesh_style)(which & 1), 800), bones);
            pantin_target targets[DRAWN_JOINTS];
            for (int frame = 0; frame < 150; frame++) {
                swing(w.b, frame, targets);
                walk_on(&w, targets, &seen);
            }
            walk_end(&w);
        }
    expect_frames(&seen);
}

static void recorded_motions_are_followed_without_a_pop(void **state) {
    (void)state;
    static const char *const clips[] = { "dab", "jesse_dance", "jumping_jacks", "zombie",
                                         "wave_hello" };
    static const int strides[] = { 1, 4, 1, 1, 5 };
    if (!have_drawings()) skip();
    frames_seen seen = { .least_ratio = INFINITY };
    for (int run = 0; run < 20; run++) {
        int clip = run % 5, which = run % REAL;
        walk w = walk_begin(body(true, which, (pantin_mesh_style)(run & 1), 700), run % 3 > 0);
        recorded_motion motion;
        assert_true(recorded_load(clips[clip], w.b->name, &motion));
        double turns[DRAWN_JOINTS] = { 0 };
        pantin_target targets[DRAWN_JOINTS];
        for (int at = 0; at < motion.frames && w.frame < 200; at += strides[clip]) {
            bendable_follow(w.b, motion.places + (size_t)at * RECORDED_JOINTS, turns, targets);
            walk_on(&w, targets, &seen);
        }
        recorded_free(&motion);
        walk_end(&w);
    }
    expect_frames(&seen);
}

// --- there and back -----------------------------------------------------------------------------

/// Turns a hand twice around itself and back, 10 degrees a frame; answers how far from rest the sheet ends.
static double wind_up(bendable *b) {
    walk w = walk_begin(b, false);
    frames_seen seen = { .least_ratio = INFINITY };
    pantin_target targets[DRAWN_JOINTS];
    int hand = PANTIN_NONE, n = b->piece->triangles.vertex_count;
    for (int j = 0; j < b->joint_count; j++)
        if (strcmp(b->names[j], "left_hand") == 0) hand = b->handle_of[j];
    assert_true(hand != PANTIN_NONE);
    memcpy(targets, b->rest, sizeof *targets * (size_t)b->count);
    walk_on(&w, targets, &seen);
    for (int frame = 1; frame <= 144 + 12; frame++) {
        int step = frame <= 72 ? frame : frame <= 144 ? 144 - frame : 0;
        targets[hand].angle = 10 * TRIG_DEGREE * step;
        walk_on(&w, targets, &seen);
    }
    double away = 0;
    for (int v = 0; v < n; v++)
        away = fmax(away, vec2_distance(vec2_from32(w.now[v]), b->piece->triangles.vertices[v]));
    print_message("%ld reposed, least area %.3f\n", seen.counts[PANTIN_REPOSED], seen.least_ratio);
    assert_int_equal(seen.counts[PANTIN_STALLED], 0);
    walk_end(&w);
    return away;
}

static void a_hand_wound_up_twice_and_back_leaves_nothing_behind(void **state) {
    (void)state;
    double figure = wind_up(body(false, 1, PANTIN_MESH_DELAUNAY, 400));
    double drawing = have_drawings() ? wind_up(body(true, 0, PANTIN_MESH_DELAUNAY, 700)) : 0;
    print_message("away from rest: %.2g px, a real drawing %.2g px\n", figure, drawing);
    assert_true(figure <= 0.001);
    assert_true(drawing <= 0.001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_of_figures_are_reached_at_little_more_energy_than_plain_arap),
        cmocka_unit_test(poses_of_real_drawings_are_reached_at_little_more_energy_than_plain_arap),
        cmocka_unit_test(wild_poses_of_real_drawings_cost_what_not_folding_costs),
        cmocka_unit_test(limbs_that_swing_are_followed_without_a_pop),
        cmocka_unit_test(recorded_motions_are_followed_without_a_pop),
        cmocka_unit_test(a_hand_wound_up_twice_and_back_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
