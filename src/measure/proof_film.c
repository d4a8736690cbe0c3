// proof_film.c — the scene side by side, ours and a rival, with what is turned over painted and counted.
//
// The rival gets what ours was asked to do, frame by frame, and starts from its own frame before: all
// that differs is the method. As in a plain film three stations share the runner: while a batch is
// painted, the one before is written and the one after is acted; counts stand before painting begins,
// so threads cannot change a picture.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "lettering.h"
#include "proof.h"

enum { SIDES = 2, BAND = 76, GRAPH = 48, SEAM = 4, BATCH_LEAST = 4, BATCH_MOST = 12 };

static const float dark[4] = { 0.10f, 0.11f, 0.15f, 1.0f };
static const float light[4] = { 0.95f, 0.94f, 0.91f, 1.0f };
static const float dim[4] = { 0.62f, 0.62f, 0.66f, 1.0f };
static const float calm[4] = { 0.55f, 0.85f, 0.62f, 1.0f };
static const float alarm[4] = { 0.36f, 0.68f, 1.0f, 1.0f };

/// What one worker paints with.
typedef struct side_painter {
    pantin_painter *painter;
    pantin_image picture; // of the show's size
    pantin_canvas canvas; // of one side
    proof_meter *meters;  // one a member of the cast
} side_painter;

typedef struct side_by_side {
    const pantin_show *show;
    const pantin_show_info *info;
    const pantin_film_sink *sink;
    const pantin_proof_film_options *options;
    void *film;
    pantin_act *act;
    pantin_actor **rivals;     // one a member of the cast
    pantin_take *takes[SIDES]; // rings
    int *counts[SIDES];        // a frame: turned over
    int64_t *sums[SIDES];      // a frame: up to it
    const char *names[SIDES];
    int most, *most_by;     // the largest count of either side: so far, up to a frame
    side_painter *painters; // one a worker
    pantin_image *pictures; // two batches
    int batch, first, frame_count;
    bool failed;
    arena memory;
    pantin_error *error;
} side_by_side;

pantin_proof_film_options pantin_proof_film_defaults(void) {
    return (pantin_proof_film_options){ .rival = "shepard", .runner = pantin_runner_serial() };
}

void pantin_proof_film_size(const pantin_show *show, int *width, int *height) {
    const pantin_show_info *info = pantin_show_describe(show);
    *width = SIDES * info->width + SEAM;
    *height = info->height + BAND + GRAPH;
}

// --- act -----------------------------------------------------------------------------------------

static int count_flips(const pantin_take_frame *frame) {
    int count = 0;
    for (int c = 0; c < frame->actor_count; c++)
        for (int k = 0; k < frame->actors[c].piece_count; k++)
            count += frame->actors[c].pieces[k].report.quality.inverted;
    return count;
}

/// Pieces of the rival into the draw order of ours.
static void follow_order(const pantin_pose_frame *ours, pantin_pose_frame *rival) {
    for (int d = 0; d < ours->piece_count; d++)
        for (int k = d; k < rival->piece_count; k++) {
            if (rival->pieces[k].piece != ours->pieces[d].piece) continue;
            pantin_bent held = rival->pieces[k];
            rival->pieces[k] = rival->pieces[d];
            rival->pieces[d] = held;
            rival->pieces[d].order = d;
            break;
        }
}

/// The rival's frame of a member: what ours aimed at, everything else as ours has it.
static void follow(side_by_side *s, int f, int c) {
    const pantin_pose_frame *ours = &pantin_take_slot(s->takes[0], f)->actors[c];
    pantin_pose_frame *out = &pantin_take_slot(s->takes[1], f)->actors[c];
    const pantin_pose_frame *before =
        f > 0 ? &pantin_take_slot(s->takes[1], f - 1)->actors[c] : NULL;
    pantin_actor_bend(s->rivals[c], ours->view, pantin_act_aims(s->act, c), before, out);
    follow_order(ours, out);
    out->layer = ours->layer;
    out->to_stage = ours->to_stage;
    out->opacity = ours->opacity;
    out->feet_planted = ours->feet_planted;
}

static void act_frame(side_by_side *s, int f) {
    pantin_act_step(s->act, s->takes[0], f);
    const pantin_take_frame *ours = pantin_take_slot(s->takes[0], f);
    pantin_take_frame *rival = pantin_take_slot(s->takes[1], f);
    rival->frame = ours->frame;
    rival->score_frame = ours->score_frame;
    rival->camera = ours->camera;
    memcpy(rival->channels, ours->channels,
           sizeof *rival->channels * (size_t)s->info->score->channel_count);
    for (int c = 0; c < s->info->cast_count; c++) follow(s, f, c);
    for (int k = 0; k < SIDES; k++) {
        s->counts[k][f] = count_flips(pantin_take_slot(s->takes[k], f));
        s->sums[k][f] = s->counts[k][f] + (f > 0 ? s->sums[k][f - 1] : 0);
        s->most = max_int(s->most, s->counts[k][f]);
    }
    s->most_by[f] = s->most;
}

static void act_frames(side_by_side *s, int first, int end) {
    for (int f = max_int(first, 0); f < min_int(end, s->frame_count); f++) act_frame(s, f);
}

// --- paint ---------------------------------------------------------------------------------------

static void fill_box(pantin_canvas *canvas, int left, int top, int right, int bottom,
                     const float color[4]) {
    for (int y = max_int(top, 0); y < min_int(bottom, canvas->height); y++)
        for (int x = max_int(left, 0); x < min_int(right, canvas->width); x++) {
            size_t pixel = (size_t)y * (size_t)canvas->width + (size_t)x;
            memcpy(canvas->pixels + 4 * pixel, color, 4 * sizeof *color);
        }
}

/// The counts so far as bars, one a frame of the film, in whole px so that they have no seams.
static void draw_graph(const side_by_side *s, int side, int frame, pantin_canvas *canvas) {
    int base = canvas->height - 8, room = GRAPH - 14, edge = 16;
    double step = (canvas->width - 2.0 * edge) / s->frame_count;
    fill_box(canvas, edge, base, canvas->width - edge, base + 1, dim);
    for (int f = 0; f <= frame; f++) {
        double part = (double)s->counts[side][f] / max_int(1, s->most_by[frame]);
        if (s->counts[side][f] == 0) continue;
        fill_box(canvas, edge + (int)(step * f), base - max_int(1, (int)(room * part + 0.5)),
                 edge + max_int((int)(step * f) + 1, (int)(step * (f + 1))), base, alarm);
    }
    pantin_raster_dot(vec2_make(edge + step * (frame + 0.5), base + 0.5), 4.0, light, canvas);
}

/// "shepard", and at the right what is turned over now and in all.
static void draw_band(const side_by_side *s, int side, int frame, pantin_canvas *canvas) {
    char words[96], fitted[96];
    double width = canvas->width, big = clamp_double(width / 36, 8, 25);
    double small = clamp_double(width / 64, 6, 14);
    int now = s->counts[side][frame];
    lettering_fit(s->names[side], big, 0.45 * width, fitted, sizeof fitted);
    lettering_draw(fitted, vec2_make(16, 40), big, light, canvas);
    lettering_draw(side == 0 ? "ours" : "rival",
                   vec2_make(16 + lettering_width(fitted, big) + 14, 40), small, dim, canvas);
    text_print(words, sizeof words, "%d", now);
    double at = width - 16 - lettering_width(words, big);
    lettering_draw(words, vec2_make(at, 37), big, now > 0 ? alarm : calm, canvas);
    at -= 14 + lettering_width("turned over", small);
    lettering_draw("turned over", vec2_make(at, 37), small, dim, canvas);
    text_print(words, sizeof words, "%lld in all", (long long)s->sums[side][frame]);
    lettering_draw(words, vec2_make(width - 16 - lettering_width(words, small), 63), small,
                   s->sums[side][frame] > 0 ? alarm : calm, canvas);
}

/// The film's picture of a side, with its flips over it.
static void paint_side(const side_by_side *s, side_painter *p, int side, int frame) {
    const pantin_take_frame *take = pantin_take_slot(s->takes[side], frame);
    pantin_canvas *canvas = &p->canvas;
    pantin_paint(p->painter, take, &p->picture, NULL);
    pantin_canvas_fill(canvas, dark);
    const uint8_t *from = p->picture.pixels;
    float *to = canvas->pixels + 4 * (size_t)BAND * (size_t)canvas->width;
    size_t count = (size_t)p->picture.width * (size_t)p->picture.height;
    for (size_t i = 0; i < count; i++) {
        float alpha = (float)from[4 * i + 3] / 255.0f;
        for (size_t k = 0; k < 3; k++) {
            float over = (float)from[4 * i + k] / 255.0f * alpha;
            to[4 * i + k] = over + dark[k] * (1.0f - alpha);
        }
        to[4 * i + 3] = 1.0f;
    }
    for (int c = 0; c < take->actor_count && s->counts[side][frame] > 0; c++) {
        pantin_affine place = pantin_paint_placement(s->show, take, c);
        place.y0 += BAND;
        for (int k = 0; k < take->actors[c].piece_count; k++) {
            const pantin_bent *bent = &take->actors[c].pieces[k];
            proof_meter *meter = &p->meters[c];
            pantin_bend_measure(meter->meters[bent->piece], bent->vertices, NULL, meter->ratio);
            proof_draw_flips(&s->info->cast[c].puppet->pieces[bent->piece].triangles,
                             bent->vertices, place, meter->ratio, canvas);
        }
    }
    draw_band(s, side, frame, canvas);
    draw_graph(s, side, frame, canvas);
}

static void paint_frame(side_by_side *s, int frame, int worker) {
    side_painter *p = &s->painters[worker];
    pantin_image *out = &s->pictures[frame % (2 * s->batch)];
    pantin_image side = p->picture;
    size_t row = 4 * (size_t)out->width;
    if (frame >= s->frame_count) return;
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < SEAM; x++) {
            uint8_t *at = out->pixels + row * (size_t)y + 4 * (size_t)(side.width + x);
            for (int k = 0; k < 4; k++) at[k] = (uint8_t)(light[k] * 255.0f + 0.5f);
        }
    for (int k = 0; k < SIDES; k++) {
        paint_side(s, p, k, frame);
        // A canvas resolves into an image of its own size: row by row into the wide one.
        for (int y = 0; y < out->height; y++) {
            size_t left = (size_t)k * (size_t)(side.width + SEAM);
            pantin_canvas line = { side.width, 1,
                                   p->canvas.pixels + 4 * (size_t)y * (size_t)side.width };
            pantin_image place = { side.width, 1, out->pixels + row * (size_t)y + 4 * left };
            pantin_canvas_resolve(&line, 0, 1, &place);
        }
    }
}

// --- rounds --------------------------------------------------------------------------------------

static bool stopped(const side_by_side *s) {
    return s->options->stopped != NULL && s->options->stopped();
}

static void write_batch(side_by_side *s, int first) {
    for (int f = max_int(first, 0); f < min_int(first + s->batch, s->frame_count) && !s->failed;
         f++)
        s->failed = !s->sink->picture(s->film, &s->pictures[f % (2 * s->batch)], s->error);
}

static void round_task(void *context, int index, int worker) {
    side_by_side *s = context;
    if (index == 0)
        write_batch(s, s->first - s->batch);
    else if (index == 1)
        act_frames(s, s->first + s->batch, s->first + 2 * s->batch);
    else
        paint_frame(s, s->first + index - 2, worker);
}

static bool run_rounds(side_by_side *s) {
    pantin_runner runner = s->options->runner;
    act_frames(s, 0, s->batch);
    for (s->first = 0; s->first < s->frame_count + s->batch && !s->failed; s->first += s->batch) {
        if (stopped(s)) return pantin_fail(s->error, PANTIN_ERROR_FILE, "", "interrupted");
        if (s->options->progress != NULL)
            s->options->progress(s->options->progress_self, min_int(s->first, s->frame_count),
                                 s->frame_count);
        runner.run(runner.self, 2 + s->batch, round_task, s);
    }
    return !s->failed;
}

// --- set-up --------------------------------------------------------------------------------------

static bool create_painter(side_by_side *s, side_painter *p) {
    int cast = s->info->cast_count;
    p->painter = pantin_painter_create(s->show, s->error);
    p->meters = ARENA_ARRAY(&s->memory, proof_meter, cast);
    if (p->painter == NULL) return false;
    if (p->meters == NULL) return memory_fail(s->error, "a film");
    if (!pantin_image_create(s->info->width, s->info->height, &p->picture, s->error) ||
        !pantin_canvas_create(s->info->width, s->info->height + BAND + GRAPH, &p->canvas, s->error))
        return false;
    for (int c = 0; c < cast; c++)
        if (!proof_meter_create(&p->meters[c], &s->memory, s->info->cast[c].puppet, s->error))
            return false;
    return true;
}

static bool create_rivals(side_by_side *s) {
    pantin_actor_options options = pantin_actor_defaults();
    options.method = s->options->rival;
    for (int c = 0; c < s->info->cast_count; c++)
        if ((s->rivals[c] = pantin_actor_create(s->info->cast[c].puppet, &options, s->error)) ==
            NULL)
            return false;
    return true;
}

static bool set_up(side_by_side *s) {
    int workers = s->options->runner.workers, width, height;
    arena *memory = &s->memory;
    pantin_proof_film_size(s->show, &width, &height);
    s->batch = clamp_int(2 * workers, BATCH_LEAST, BATCH_MOST);
    s->rivals = ARENA_ARRAY(memory, pantin_actor *, s->info->cast_count);
    s->painters = ARENA_ARRAY(memory, side_painter, workers);
    s->pictures = ARENA_ARRAY(memory, pantin_image, 2 * s->batch);
    s->most_by = ARENA_ARRAY(memory, int, s->frame_count);
    for (int k = 0; k < SIDES; k++) {
        s->counts[k] = ARENA_ARRAY(memory, int, s->frame_count);
        s->sums[k] = ARENA_ARRAY(memory, int64_t, s->frame_count);
    }
    if (arena_failed(memory)) return memory_fail(s->error, "a film");
    if (!create_rivals(s)) return false;
    for (int w = 0; w < workers; w++)
        if (!create_painter(s, &s->painters[w])) return false;
    for (int k = 0; k < 2 * s->batch; k++)
        if (!pantin_image_create(width, height, &s->pictures[k], s->error)) return false;
    for (int k = 0; k < SIDES; k++)
        // A batch is painted, the next one acted, and the frame before each is still read.
        if ((s->takes[k] = pantin_take_create(s->show, 2 * s->batch + 1, s->error)) == NULL)
            return false;
    s->act = pantin_act_create(s->show, s->error);
    return s->act != NULL;
}

static void strike(side_by_side *s) {
    for (int c = 0; s->rivals != NULL && c < s->info->cast_count; c++)
        pantin_actor_destroy(s->rivals[c]);
    for (int w = 0; s->painters != NULL && w < s->options->runner.workers; w++) {
        side_painter *p = &s->painters[w];
        pantin_painter_destroy(p->painter);
        pantin_image_free(&p->picture);
        pantin_canvas_free(&p->canvas);
        for (int c = 0; p->meters != NULL && c < s->info->cast_count; c++)
            if (p->meters[c].puppet != NULL) proof_meter_destroy(&p->meters[c]);
    }
    for (int k = 0; s->pictures != NULL && k < 2 * s->batch; k++)
        pantin_image_free(&s->pictures[k]);
    for (int k = 0; k < SIDES; k++) pantin_take_destroy(s->takes[k]);
    pantin_act_destroy(s->act);
    arena_free(&s->memory);
}

static void sum_up(const side_by_side *s, pantin_proof_film_counts *counts) {
    *counts = (pantin_proof_film_counts){ .frames = s->frame_count };
    for (int k = 0; k < SIDES; k++)
        for (int f = 0; f < s->frame_count; f++) {
            counts->inverted[k] += s->counts[k][f];
            counts->inverted_frames[k] += s->counts[k][f] > 0;
        }
}

/// The words over the left side: the method of the cast, or of the first where they differ.
static const char *own_method(const pantin_show_info *info) {
    for (int c = 1; c < info->cast_count; c++)
        if (strcmp(info->cast[c].method, info->cast[0].method) != 0) return "as cast";
    return info->cast_count > 0 ? info->cast[0].method : "";
}

bool pantin_proof_film(const pantin_show *show, const pantin_film_sink *sink, const char *output,
                       const pantin_film_format *format, const pantin_proof_film_options *options,
                       pantin_proof_film_counts *counts, uint64_t *hash, pantin_error *error) {
    pantin_proof_film_options plain = pantin_proof_film_defaults();
    const pantin_show_info *info = pantin_show_describe(show);
    side_by_side s = { .show = show,
                       .info = info,
                       .sink = sink,
                       .options = options != NULL ? options : &plain,
                       .frame_count = info->frame_count,
                       .error = error };
    bool done = false;
    s.names[0] = own_method(info);
    s.names[1] = s.options->rival;
    if (set_up(&s)) {
        pantin_film_format described = *format;
        described.frame_count = s.frame_count;
        s.film = sink->open(output, &described, error);
        done = s.film != NULL && run_rounds(&s);
        if (done)
            done = sink->close(s.film, hash, error);
        else if (s.film != NULL)
            sink->abandon(s.film);
        if (done && counts != NULL) sum_up(&s, counts);
    }
    strike(&s);
    return done;
}
