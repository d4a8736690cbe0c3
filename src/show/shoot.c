// shoot.c — the film: three stations, one runner.
//
// Frames go in batches through act -> paint -> write. In round r the runner gets, as tasks of one call,
//     write batch r - 1 (in order, to the sink and the observers),
//     act batch r + 1 (in order, into the ring of the take),
//     paint each picture of batch r (any order),
// so all cores have work, pictures still come out in order, and no thread can change a result: a task
// writes only to its own slots. With the serial runner the same tasks run one after the other.
// SPDX-License-Identifier: MIT
#include "base/vec.h"
#include "show.h"

enum { BATCH_LEAST = 4, BATCH_MOST = 16 };

/// Pictures under way together take no more than this, unless two of them do.
#define PICTURES_MOST ((size_t)512 << 20)

typedef struct shooting {
    const pantin_show *show;
    const pantin_film_sink *sink;
    const pantin_shoot_options *options;
    void *film;
    pantin_act *act;
    pantin_take *take;         // own ring, or NULL: options->take
    pantin_painter **painters; // one a worker
    pantin_image *pictures;    // two batches
    pantin_ids *ids;           // two batches, or NULL
    int batch;                 // pictures in a batch
    int from, to;              // pictures wanted
    int first;                 // first picture of the batch painted in this round
    double *act_ms, *paint_ms; // a worker's own
    double write_ms;
    bool failed;
    pantin_error *error;
    arena memory;
} shooting;

pantin_shoot_options pantin_shoot_defaults(void) {
    return (pantin_shoot_options){ .runner = pantin_runner_serial() };
}

static double now(const shooting *s) {
    return s->options->clock != NULL ? s->options->clock() : 0.0;
}

static bool stopped(const shooting *s) {
    return s->options->stopped != NULL && s->options->stopped();
}

static pantin_take_frame *slot(const shooting *s, int frame) {
    // A take made before is only read.
    pantin_take *take = s->take != NULL ? s->take : (pantin_take *)(uintptr_t)s->options->take;
    return pantin_take_slot(take, frame);
}

static int picture_slot(const shooting *s, int frame) { return (frame - s->from) % (2 * s->batch); }

static bool observe(shooting *s, int frame) {
    int at = picture_slot(s, frame);
    for (int k = 0; k < s->options->observer_count; k++) {
        const pantin_observer *observer = &s->options->observers[k];
        const pantin_ids *ids = observer->wants_ids ? &s->ids[at] : NULL;
        if (!observer->frame(observer->self, slot(s, frame), &s->pictures[at], ids, s->error))
            return false;
    }
    return true;
}

static void write_batch(shooting *s, int first) {
    double start = now(s);
    for (int f = first; f < min_int(first + s->batch, s->to) && !s->failed && !stopped(s); f++)
        s->failed = !s->sink->picture(s->film, &s->pictures[picture_slot(s, f)], s->error) ||
                    !observe(s, f);
    s->write_ms += 1e3 * (now(s) - start);
}

static void act_frames(shooting *s, int first, int end, int worker) {
    double start = now(s);
    for (int f = first; f < min_int(end, s->to) && !stopped(s); f++)
        pantin_act_step(s->act, s->take, f);
    s->act_ms[worker] += 1e3 * (now(s) - start);
}

static void paint_one(shooting *s, int frame, int worker) {
    if (frame >= s->to) return;
    double start = now(s);
    int at = picture_slot(s, frame);
    pantin_paint(s->painters[worker], slot(s, frame), &s->pictures[at],
                 s->ids != NULL ? &s->ids[at] : NULL);
    s->paint_ms[worker] += 1e3 * (now(s) - start);
}

/// Task 0 writes the batch before, task 1 acts the one after, the others paint this one.
static void round_task(void *context, int index, int worker) {
    shooting *s = context;
    if (index == 0) {
        if (s->first > s->from) write_batch(s, s->first - s->batch);
    } else if (index == 1) {
        if (s->act != NULL) act_frames(s, s->first + s->batch, s->first + 2 * s->batch, worker);
    } else {
        paint_one(s, s->first + index - 2, worker);
    }
}

static void progress(const shooting *s) {
    int done = clamp_int(s->first - s->from, 0, s->to - s->from);
    if (s->options->progress != NULL)
        s->options->progress(s->options->progress_self, done, s->to - s->from);
}

static bool run_rounds(shooting *s) {
    pantin_runner runner = s->options->runner;
    if (s->act != NULL) act_frames(s, 0, s->from + s->batch, 0);
    // A round in which it was stopped leaves frames out, so no other follows.
    for (s->first = s->from; s->first < s->to + s->batch && !s->failed; s->first += s->batch) {
        if (stopped(s)) break;
        progress(s);
        runner.run(runner.self, 2 + s->batch, round_task, s);
    }
    if (!s->failed && stopped(s))
        s->failed = !pantin_fail(s->error, PANTIN_ERROR_FILE, "", "interrupted");
    if (!s->failed) progress(s);
    return !s->failed;
}

// --- set-up -------------------------------------------------------------------------------------------

static bool choose_frames(shooting *s) {
    const pantin_shoot_options *o = s->options;
    int end = o->to == 0 ? s->show->info.frame_count : o->to;
    if (o->from < 0 || o->from >= end || end > s->show->info.frame_count)
        return pantin_fail(s->error, PANTIN_ERROR_ARGUMENT, "frames",
                           "%d-%d is not within this film's 0-%d", o->from, end - 1,
                           s->show->info.frame_count - 1);
    s->from = o->from;
    s->to = end;
    if (o->shard_count == 0) return true;
    if (o->shard_index < 1 || o->shard_index > o->shard_count)
        return pantin_fail(s->error, PANTIN_ERROR_ARGUMENT, "shard",
                           "%d/%d: the first number must be 1..%d", o->shard_index, o->shard_count,
                           o->shard_count);
    int64_t length = end - o->from;
    s->from = o->from + (int)(length * (o->shard_index - 1) / o->shard_count);
    s->to = o->from + (int)(length * o->shard_index / o->shard_count);
    return s->from < s->to ||
           pantin_fail(s->error, PANTIN_ERROR_ARGUMENT, "shard",
                       "%d/%d has no frame: the film has fewer frames than shards", o->shard_index,
                       o->shard_count);
}

static bool wants_ids(const pantin_shoot_options *options) {
    for (int k = 0; k < options->observer_count; k++)
        if (options->observers[k].wants_ids) return true;
    return false;
}

/// Everything the rounds need; what was made before a failure is given back by `strike`.
static bool set_up(shooting *s) {
    int workers = s->options->runner.workers, pictures;
    s->batch = clamp_int(2 * workers, BATCH_LEAST, BATCH_MOST);
    size_t area = (size_t)s->show->info.width * (size_t)s->show->info.height;
    while (s->batch > 1 && 2 * (size_t)s->batch * 4 * area > PICTURES_MOST) s->batch--;
    pictures = 2 * s->batch;
    s->painters = ARENA_ARRAY(&s->memory, pantin_painter *, workers);
    s->pictures = ARENA_ARRAY(&s->memory, pantin_image, pictures);
    s->act_ms = ARENA_ARRAY(&s->memory, double, workers);
    s->paint_ms = ARENA_ARRAY(&s->memory, double, workers);
    if (wants_ids(s->options)) s->ids = ARENA_ARRAY(&s->memory, pantin_ids, pictures);
    if (arena_failed(&s->memory)) return memory_fail(s->error, "a film");
    for (int w = 0; w < workers; w++)
        if ((s->painters[w] = pantin_painter_create(s->show, s->error)) == NULL) return false;
    for (int k = 0; k < pictures; k++) {
        const pantin_show_info *info = &s->show->info;
        if (!pantin_image_create(info->width, info->height, &s->pictures[k], s->error))
            return false;
        if (s->ids != NULL && !pantin_ids_create(info->width, info->height, &s->ids[k], s->error))
            return false;
    }
    if (s->options->take != NULL) return true;
    // One batch is written, one painted, one acted, and the frame before the first is still read.
    s->take = pantin_take_create(s->show, 3 * s->batch + 1, s->error);
    s->act = s->take != NULL ? pantin_act_create(s->show, s->error) : NULL;
    return s->act != NULL;
}

static void strike(shooting *s) {
    for (int w = 0; s->painters != NULL && w < s->options->runner.workers; w++)
        pantin_painter_destroy(s->painters[w]);
    for (int k = 0; s->pictures != NULL && k < 2 * s->batch; k++) {
        pantin_image_free(&s->pictures[k]);
        if (s->ids != NULL) pantin_ids_free(&s->ids[k]);
    }
    pantin_act_destroy(s->act);
    pantin_take_destroy(s->take);
    arena_free(&s->memory);
}

static void sum_times(const shooting *s, double wall_ms, pantin_shoot_times *times) {
    *times = (pantin_shoot_times){ .write_ms = s->write_ms,
                                   .wall_ms = wall_ms,
                                   .frames = s->to - s->from };
    for (int w = 0; w < s->options->runner.workers; w++) {
        times->act_ms += s->act_ms[w];
        times->paint_ms += s->paint_ms[w];
    }
}

bool pantin_shoot(const pantin_show *show, const pantin_film_sink *sink, const char *output,
                  const pantin_film_format *format, const pantin_shoot_options *options,
                  pantin_shoot_times *times, uint64_t *hash, pantin_error *error) {
    pantin_shoot_options plain = pantin_shoot_defaults();
    shooting s = {
        .show = show, .sink = sink, .options = options != NULL ? options : &plain, .error = error
    };
    double start = now(&s);
    bool done = false;
    if (choose_frames(&s) && set_up(&s)) {
        pantin_film_format described = *format;
        described.first_frame = s.from;
        described.frame_count = s.to - s.from;
        s.film = sink->open(output, &described, error);
        done = s.film != NULL && run_rounds(&s);
        if (done)
            done = sink->close(s.film, hash, error);
        else if (s.film != NULL)
            sink->abandon(s.film);
        if (done && times != NULL) sum_times(&s, 1e3 * (now(&s) - start), times);
    }
    strike(&s);
    return done;
}
