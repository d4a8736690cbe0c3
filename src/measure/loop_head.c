// loop_head.c — the head of a loop's picture: whose it is, the verdict, and the key figures with their lights.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "lettering.h"
#include "loop.h"

enum { TILES = 5 };
#define LEFT ((double)LOOP_PICTURE_MARGIN)
#define RIGHT ((double)(LOOP_PICTURE_WIDTH - LOOP_PICTURE_MARGIN))
#define TITLE_SIZE 26.0

static void pill(sketch *s, double right, double middle, const char *words, sketch_tone tone) {
    double width = sketch_width(words, 14.0) * 1.22 + 48.0;
    sketch_box(s, right - width, middle - 16.0, width, 32.0, 16.0, tone, 0.14);
    double center = right - 0.5 * width + 8.0;
    sketch_dot(s, center - 0.55 * sketch_width(words, 14.0) - 13.0, middle, 5.0, tone, 1.0);
    sketch_words(s, center, middle + 5.0, 14.0, SKETCH_INK, 0, true, "%s", words);
}

static void draw_verdict(sketch *s, const pantin_loop_work *work) {
    const char *words = "";
    sketch_tone tone = SKETCH_GOOD;
    if (work->task == PANTIN_LOOP_CHECK) {
        pantin_loop_verdict v = pantin_loop_judge(work->measure, work->limits, work->options->root);
        const pantin_loop_side side = { .measure = *work->measure, .verdict = v };
        words = v.pass                  ? "passes"
                : loop_only_fast(&side) ? "fails, but no rougher than the clip"
                                        : "fails";
        tone = v.pass ? SKETCH_GOOD : SKETCH_BAD;
    } else if (work->task == PANTIN_LOOP_FIND) {
        bool poor = work->search->poor || work->search->count == 0;
        words = poor ? "no good loop" : "a good loop found";
        tone = poor ? SKETCH_BAD : SKETCH_GOOD;
    } else {
        const pantin_loop_fixed *f = work->fixed;
        words = f->untouched ? "looped already" : f->goals_met ? "loops" : "fell short";
        tone = f->untouched || f->goals_met ? SKETCH_GOOD : SKETCH_WARN;
    }
    pill(s, RIGHT, 46.0, words, tone);
}

static void draw_title(sketch *s, const pantin_loop_work *work) {
    const pantin_clip *clip = work->clip;
    char title[512], fitted[512], rate[32], seconds[32];
    loop_title(title, sizeof title, work->file, clip->name, clip->animation, clip->animations);
    lettering_fit(title, 0.7 * TITLE_SIZE, 780.0, fitted, sizeof fitted);
    sketch_words(s, LEFT, 54.0, TITLE_SIZE, SKETCH_INK, -1, true, "%s", fitted);
    loop_number(seconds, sizeof seconds, (clip->frames - 1) / clip->fps);
    text_print(rate, sizeof rate, "%g", (double)(int)(clip->fps * 1000.0 + 0.5) / 1000.0);
    sketch_words(s, LEFT, 80.0, 14.0, SKETCH_SOFT, -1, false,
                 "animation %d of %d  ·  %d frames at %s/s, %s s  ·  root %s  ·  %d bones",
                 clip->animation + 1, clip->animations, clip->frames, rate, seconds,
                 loop_joint_name(clip, clip->root), clip->bone_count);
}

// --- key figures ---------------------------------------------------------------------------------

typedef struct tile {
    const char *label, *unit;
    double before, after; // after: not finite where there is none
    bool lit;
    pantin_light light;
    char says[96];
} tile;

static void draw_tile(sketch *s, const tile *t, int index, double y) {
    double wide = (RIGHT - LEFT) / TILES, x = LEFT + index * wide;
    char a[32], b[32], value[80];
    loop_number(a, sizeof a, t->before);
    loop_number(b, sizeof b, t->after);
    if (finite_double(t->after))
        text_print(value, sizeof value, "%s → %s", a, b);
    else
        text_print(value, sizeof value, "%s", a);
    if (index > 0) sketch_line(s, x - 14.0, y + 2.0, x - 14.0, y + 66.0, 1.0, SKETCH_RULE, 1.0);
    sketch_words(s, x, y + 12.0, 13.0, SKETCH_SOFT, -1, false, "%s", t->label);
    if (t->lit) sketch_dot(s, x + 6.0, y + 35.0, 6.0, loop_light_tone(t->light), 1.0);
    double at = x + (t->lit ? 20.0 : 0.0);
    sketch_words(s, at, y + 41.0, 18.5, SKETCH_INK, -1, true, "%s", value);
    if (*t->unit != '\0') sketch_more(s, 6.0, 13.0, SKETCH_SOFT, false, "%s", t->unit);
    char fitted[96];
    lettering_fit(t->says, 0.7 * 12.5, (wide - 24.0) / 1.15, fitted, sizeof fitted);
    sketch_words(s, x, y + 64.0, 12.5, SKETCH_SOFT, -1, false, "%s", fitted);
}

static void measure_tiles(const pantin_loop_work *work, tile tiles[TILES]) {
    const pantin_loop_fixed *f = work->fixed;
    const pantin_loop_measure *b = work->measure;
    const pantin_loop_measure *a = f != NULL ? f->untouched ? &f->before : &f->after : b;
    const pantin_clip *last = work->fixed_clip != NULL ? work->fixed_clip : work->clip;
    pantin_root_mode root = work->options->root;
    pantin_loop_verdict v = pantin_loop_judge(a, work->limits, root);
    double none = f != NULL ? 0.0 : (double)INFINITY; // adds up to: no second figure
    char limit[32];
    tiles[0] = (tile){ "pose gap", "°", b->pose_gap_deg, a->pose_gap_deg + none, true, v.pose, "" };
    text_print(tiles[0].says, sizeof tiles[0].says, "%s, limit 5",
               loop_joint_name(last, a->pose_bone));
    tiles[1] = (tile){ "velocity gap",
                       "°/frame",
                       b->velocity_gap_deg_per_frame,
                       a->velocity_gap_deg_per_frame + none,
                       true,
                       v.velocity,
                       "" };
    double most = loop_velocity_limit(work->limits, a->fps);
    loop_number(limit, sizeof limit, most);
    text_print(tiles[1].says, sizeof tiles[1].says, "%s%s%s",
               loop_joint_name(last, a->velocity_bone), most > 0 ? ", limit " : "",
               most > 0 ? limit : "");
    bool travels = root == PANTIN_ROOT_TRAVEL;
    tiles[2] = (tile){ travels ? "stride" : "root drift",
                       "cm",
                       travels ? b->stride_cm : b->root_drift_cm,
                       (travels ? a->stride_cm : a->root_drift_cm) + none,
                       !travels,
                       v.drift,
                       "" };
    text_print(tiles[2].says, sizeof tiles[2].says, travels ? "first to last frame" : "limit 3");
    tiles[3] = (tile){ "seam residual",
                       "°/s",
                       b->seam_residual_deg_per_s,
                       a->seam_residual_deg_per_s + none,
                       a->has_interior,
                       v.no_rougher ? PANTIN_GREEN : PANTIN_RED,
                       "" };
    char p95[32];
    const pantin_loop_measure *own = f != NULL && !f->untouched ? &f->source : b;
    loop_number(p95, sizeof p95, own->seam_residual_interior_p95_deg_per_s);
    text_print(tiles[3].says, sizeof tiles[3].says,
               own->has_interior ? "its own: 95 %% under %s" : "too short for its own", p95);
    const pantin_loop_measure *kept = f != NULL && !f->untouched ? &f->source : b;
    tiles[4] = (tile){ "foot skate at the seam",
                       "cm/s",
                       kept->skate_seam_cm_per_s,
                       a->skate_seam_cm_per_s + none,
                       false,
                       PANTIN_GREEN,
                       "" };
    char whole[32];
    loop_number(whole, sizeof whole, a->skate_cm_per_s);
    text_print(tiles[4].says, sizeof tiles[4].says,
               a->has_feet ? "over all frames %s" : "no feet found", whole);
    if (!a->has_feet) tiles[4].before = tiles[4].after = (double)INFINITY;
}

static void search_tiles(const pantin_loop_work *work, tile tiles[TILES]) {
    const pantin_loop_search *found = work->search;
    static const pantin_loop_candidate nothing;
    const pantin_loop_candidate *c = found->count > 0 ? &found->candidates[0] : &nothing;
    double none = (double)INFINITY;
    tiles[0] = (tile){ "best loop", "s", c->seconds, none, false, PANTIN_GREEN, "" };
    text_print(tiles[0].says, sizeof tiles[0].says, "frames %d–%d", c->start, c->end);
    tiles[1] = (tile){ "its cost",
                       "",
                       c->cost,
                       none,
                       true,
                       c->cost < 0.5 * PANTIN_LOOP_POOR ? PANTIN_GREEN
                       : c->cost < PANTIN_LOOP_POOR     ? PANTIN_YELLOW
                                                        : PANTIN_RED,
                       "" };
    text_print(tiles[1].says, sizeof tiles[1].says, "poor from %g", PANTIN_LOOP_POOR);
    tiles[2] = (tile){ "gap at the cut", "°", c->gap_deg, none, false, PANTIN_GREEN, "" };
    char cm[32];
    loop_number(cm, sizeof cm, c->gap_cm);
    text_print(tiles[2].says, sizeof tiles[2].says, "and %s cm", cm);
    tiles[3] = (tile){ "would bend by", "°", c->peak_deviation_deg, none, false, PANTIN_GREEN, "" };
    text_print(tiles[3].says, sizeof tiles[3].says, "at most, predicted");
    tiles[4] = (tile){ "motion kept", "%", 100.0 * c->kept, none, false, PANTIN_GREEN, "" };
    loop_number(cm, sizeof cm, found->period_s);
    text_print(tiles[4].says, sizeof tiles[4].says,
               found->period_s > 0 ? "natural period %s s" : "no natural period", cm);
}

double loop_draw_head(sketch *s, const pantin_loop_work *work, bool inside) {
    tile tiles[TILES];
    double y = inside ? 12.0 : 116.0;
    if (!inside) {
        draw_title(s, work);
        draw_verdict(s, work);
        sketch_line(s, LEFT, 100.0, RIGHT, 100.0, 1.0, SKETCH_RULE, 1.0);
    }
    if (work->task == PANTIN_LOOP_FIND)
        search_tiles(work, tiles);
    else
        measure_tiles(work, tiles);
    for (int k = 0; k < TILES; k++) draw_tile(s, &tiles[k], k, y);
    y += 82.0;
    sketch_line(s, LEFT, y, RIGHT, y, 1.0, SKETCH_RULE, 1.0);
    return y;
}
