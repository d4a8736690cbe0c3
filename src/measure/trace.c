// trace.c — the observer: figures of every frame, actor and piece, taken from the vertices written.
//
// Nothing is believed that can be measured: quality comes from pantin_bend_meter on the float32
// vertices, a handle's error from the centroid of its vertices, never from what a solver said of
// itself. Only status, iterations and repairs are the solver's word; there is nothing else to read
// them from. All memory is taken in create.
// SPDX-License-Identifier: MIT
#include "trace.h"

#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "contact.h"

pantin_trace_options pantin_trace_defaults(void) {
    return (pantin_trace_options){ .contact_sheet = 24, .worst_frames = 5 };
}

// --- set-up --------------------------------------------------------------------------------------

static bool check_arguments(const pantin_show_info *info, int from, int to,
                            const pantin_trace_options *options, pantin_error *error) {
    if (from < 0 || from >= to || to > info->frame_count)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "frames",
                           "%d-%d is not within this film's 0-%d", from, to - 1,
                           info->frame_count - 1);
    if (options->contact_sheet < 0 || options->contact_sheet > 64)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "contact_sheet",
                           "is %d, not within 0..64 pictures", options->contact_sheet);
    if (options->worst_frames < 0 || options->worst_frames > 16)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "worst_frames",
                           "is %d, not within 0..16 frames", options->worst_frames);
    return true;
}

static void take_cast(pantin_trace *trace, int index) {
    const pantin_cast_member *member = &trace->info->cast[index];
    const pantin_puppet *puppet = member->puppet;
    arena *memory = &trace->memory;
    trace_cast *cast = &trace->cast[index];
    int vertices, triangles, largest = 0;
    *cast = (trace_cast){ .name = member->name,
                          .method = member->method,
                          .puppet = puppet,
                          .first_piece = trace->pieces_a_frame,
                          .first_handle = trace->handles_a_frame,
                          .feet_frame = PANTIN_NONE };
    worst_room(puppet, &cast->max_pieces, &vertices, &triangles);
    trace->pieces_a_frame += cast->max_pieces;
    trace->handles_a_frame += puppet->handle_count;
    cast->meters = ARENA_ARRAY(memory, pantin_bend_meter *, puppet->piece_count);
    cast->strain = ARENA_ARRAY(memory, float *, puppet->piece_count);
    cast->bind = ARENA_ARRAY(memory, float *, puppet->piece_count);
    for (int p = 0; p < puppet->piece_count && !arena_failed(memory); p++) {
        int count = puppet->pieces[p].triangles.triangle_count;
        cast->strain[p] = ARENA_ARRAY(memory, float, count);
        cast->bind[p] = ARENA_ARRAY(memory, float, count);
        largest = max_int(largest, count);
    }
    cast->stretch = ARENA_ARRAY(memory, double, largest);
    cast->covered = ARENA_ARRAY(memory, bool, cast->max_pieces);
    cast->view_area = ARENA_ARRAY(memory, double, puppet->view_count);
    cast->feet = ARENA_ARRAY(memory, pantin_vec2, puppet->handle_count);
}

static bool create_meters(pantin_trace *trace, pantin_error *error) {
    for (int c = 0; c < trace->info->cast_count; c++) {
        const pantin_puppet *puppet = trace->cast[c].puppet;
        for (int p = 0; p < puppet->piece_count; p++) {
            const pantin_puppet_piece *piece = &puppet->pieces[p];
            trace->cast[c].meters[p] = pantin_bend_meter_create(
                &piece->triangles, pantin_puppet_is_mirrored(piece), piece->rigidity, error);
            if (trace->cast[c].meters[p] == NULL) return false;
        }
    }
    return true;
}

static bool take_room(pantin_trace *trace, pantin_error *error) {
    const pantin_show_info *info = trace->info;
    arena *memory = &trace->memory;
    size_t frames = (size_t)trace->frame_count;
    trace->cast = ARENA_ARRAY(memory, trace_cast, info->cast_count);
    trace->puppets = ARENA_ARRAY(memory, const pantin_puppet *, info->cast_count);
    for (int c = 0; c < info->cast_count && !arena_failed(memory); c++) {
        trace->puppets[c] = info->cast[c].puppet;
        take_cast(trace, c);
    }
    trace->frames = ARENA_ARRAY(memory, trace_frame, frames);
    trace->actors = ARENA_ARRAY(memory, trace_actor, frames * (size_t)info->cast_count);
    trace->pieces = ARENA_ARRAY(memory, trace_piece, frames * (size_t)trace->pieces_a_frame);
    trace->handle_error_px = ARENA_ARRAY(memory, float, frames *(size_t)trace->handles_a_frame);
    trace->sheet = ARENA_ARRAY(memory, contact_sheet, 1);
    if (!arena_failed(memory))
        worst_create(&trace->worst, memory, trace->show, trace->options.worst_frames,
                     trace->frame_count);
    if (!arena_failed(memory))
        contact_create(trace->sheet, memory, trace->from, trace->frame_count,
                       trace->options.contact_sheet, info->width, info->height);
    return !arena_failed(memory) || memory_fail(error, "the figures of a film");
}

pantin_trace *pantin_trace_create(const pantin_show *show, int from, int to,
                                  const pantin_trace_options *options, pantin_error *error) {
    const pantin_show_info *info = pantin_show_describe(show);
    pantin_trace_options chosen = options != NULL ? *options : pantin_trace_defaults();
    if (to == 0) to = info->frame_count;
    if (!check_arguments(info, from, to, &chosen, error)) return NULL;
    pantin_trace *trace = memory_allocate(1, sizeof *trace);
    if (trace == NULL) {
        memory_fail(error, "the figures of a film");
        return NULL;
    }
    *trace = (pantin_trace){
        .show = show, .info = info, .options = chosen, .from = from, .frame_count = to - from
    };
    if (take_room(trace, error) && create_meters(trace, error)) return trace;
    pantin_trace_destroy(trace);
    return NULL;
}

void pantin_trace_destroy(pantin_trace *trace) {
    if (trace == NULL) return;
    for (int c = 0; trace->cast != NULL && c < trace->info->cast_count; c++) {
        const trace_cast *cast = &trace->cast[c];
        for (int p = 0; cast->meters != NULL && p < cast->puppet->piece_count; p++)
            pantin_bend_meter_destroy(cast->meters[p]);
    }
    arena_free(&trace->memory);
    memory_free(trace, 1, sizeof *trace);
}

// --- a frame -------------------------------------------------------------------------------------

static void keep_largest(float *kept, float value) {
    if (value > *kept) *kept = value;
}

static void measure_piece(trace_cast *cast, const pantin_bent *bent, trace_piece *out) {
    const pantin_deform_report *report = &bent->report;
    int triangles = cast->puppet->pieces[bent->piece].triangles.triangle_count;
    *out = (trace_piece){ .piece = bent->piece,
                          .status = report->status,
                          .iterations = report->iterations,
                          .repair_rounds = report->repair_rounds,
                          .inverted_raw = report->inverted_raw };
    out->quality =
        pantin_bend_measure(cast->meters[bent->piece], bent->vertices, cast->stretch, NULL);
    for (int t = 0; t < triangles; t++) {
        keep_largest(&cast->strain[bent->piece][t], (float)cast->stretch[t]);
        if (bent->bind == NULL) continue;
        keep_largest(&cast->bind[bent->piece][t], bent->bind[t]);
        keep_largest(&out->bind_max, bent->bind[t]);
    }
}

double trace_handle_error(const pantin_puppet_handle *handle, const pantin_point32 *vertices,
                          pantin_vec2 target) {
    vec2 sum = { 0, 0 };
    for (int k = 0; k < handle->grip.count; k++)
        sum = vec2_add(sum, vec2_from32(vertices[handle->grip.vertices[k]]));
    return vec2_distance(vec2_scale(sum, 1.0 / handle->grip.count), target);
}

static void measure_handles(const trace_cast *cast, const pantin_pose_frame *pose,
                            const pantin_bent *bent, float *errors) {
    const pantin_puppet_piece *piece = &cast->puppet->pieces[bent->piece];
    for (int h = 0; h < piece->handle_count; h++) {
        int index = piece->first_handle + h;
        errors[index] = (float)trace_handle_error(&piece->handles[h], bent->vertices,
                                                  pose->handles[index].target);
    }
}

static void add_rank(worst_rank *rank, const pantin_bend_quality *quality) {
    rank->inverted += quality->inverted;
    if (!(quality->min_area_ratio >= rank->min_area_ratio))
        rank->min_area_ratio = quality->min_area_ratio;
    if (!(quality->energy_normalized <= rank->energy)) rank->energy = quality->energy_normalized;
}

static void measure_actor(pantin_trace *trace, int index, int c, const pantin_take_frame *frame,
                          const pantin_ids *ids, worst_rank *rank) {
    trace_cast *cast = &trace->cast[c];
    const pantin_pose_frame *pose = &frame->actors[c];
    trace_actor *actor = trace_actor_at(trace, index, c);
    float *errors = trace_handles_at(trace, index, c);
    trace_look(trace, c, frame, ids, actor);
    for (int h = 0; h < cast->puppet->handle_count; h++) errors[h] = -1.0f;
    actor->piece_count = min_int(pose->piece_count, cast->max_pieces);
    for (int k = 0; k < actor->piece_count; k++) {
        trace_piece *piece = trace_piece_at(trace, index, c, k);
        measure_piece(cast, &pose->pieces[k], piece);
        measure_handles(cast, pose, &pose->pieces[k], errors);
        add_rank(rank, &piece->quality);
    }
}

static bool see_frame(void *self, const pantin_take_frame *frame, const pantin_image *picture,
                      const pantin_ids *ids, pantin_error *error) {
    pantin_trace *trace = self;
    int index = frame->frame - trace->from;
    (void)error;
    if (index < 0 || index >= trace->frame_count) return true;
    worst_rank rank = { .frame = frame->frame, .min_area_ratio = 1e300 };
    trace->frames[index] = (trace_frame){ .seen = true,
                                          .frame = frame->frame,
                                          .camera = frame->camera,
                                          .score_frame = frame->score_frame };
    for (int c = 0; c < trace->info->cast_count; c++)
        measure_actor(trace, index, c, frame, ids, &rank);
    worst_offer(&trace->worst, frame, trace->puppets, rank);
    contact_offer(trace->sheet, frame->frame, picture);
    return true;
}

pantin_observer pantin_trace_observer(pantin_trace *trace) {
    return (pantin_observer){ .frame = see_frame, .self = trace, .wants_ids = true };
}

void pantin_trace_tell(pantin_trace *trace, const pantin_advice *advice) { trace->advice = advice; }

// --- the whole film ------------------------------------------------------------------------------

static void sum_handles(const pantin_trace *trace, int index, int c, pantin_trace_summary *sum) {
    const float *errors = trace_handles_at(trace, index, c);
    const trace_cast *cast = &trace->cast[c];
    for (int h = 0; h < cast->puppet->handle_count; h++) {
        if (!(errors[h] > sum->handle_error_px)) continue;
        char name[96];
        trace_handle_name(cast->puppet, h, name, sizeof name);
        sum->handle_error_px = (double)errors[h];
        text_print(sum->handle_name, sizeof sum->handle_name, "%s.%s", cast->name, name);
    }
}

static void sum_piece(const trace_piece *piece, pantin_trace_summary *sum, worst_rank *rank) {
    const pantin_bend_quality *q = &piece->quality;
    sum->branch_points += q->branch_points;
    sum->bind_max = max_double(sum->bind_max, (double)piece->bind_max);
    sum->feature_distortion = max_double(sum->feature_distortion, q->feature_distortion);
    add_rank(rank, q);
}

pantin_trace_summary pantin_trace_summarize(const pantin_trace *trace) {
    pantin_trace_summary sum = { .worst_frame = PANTIN_NONE };
    worst_rank worst = { 0 }, film = { .min_area_ratio = 1e300 };
    for (int c = 0; c < trace->info->cast_count; c++)
        sum.pieces += trace->cast[c].puppet->piece_count;
    for (int i = 0; i < trace->frame_count; i++) {
        if (!trace->frames[i].seen) continue;
        worst_rank rank = { .frame = trace->frames[i].frame, .min_area_ratio = 1e300 };
        for (int c = 0; c < trace->info->cast_count; c++) {
            for (int k = 0; k < trace_actor_at(trace, i, c)->piece_count; k++)
                sum_piece(trace_piece_at(trace, i, c, k), &sum, &rank);
            sum_handles(trace, i, c, &sum);
        }
        if (sum.frames++ == 0 || worst_compare(&rank, &worst) < 0) worst = rank;
        film.inverted += rank.inverted;
        sum.inverted_frames += rank.inverted > 0;
        add_rank(&film, &(pantin_bend_quality){ .min_area_ratio = rank.min_area_ratio,
                                                .energy_normalized = rank.energy });
    }
    if (sum.frames > 0) sum.worst_frame = worst.frame;
    sum.inverted = film.inverted;
    sum.min_area_ratio = film.min_area_ratio < 1e300 ? film.min_area_ratio : 1.0;
    sum.energy_max = film.energy;
    return sum;
}

bool trace_has_features(const pantin_trace *trace) {
    for (int c = 0; c < trace->info->cast_count; c++)
        for (int k = 0; k < trace->cast[c].puppet->piece_count; k++)
            if (trace->cast[c].puppet->pieces[k].region_count > 0) return true;
    return false;
}

int trace_scene_start(const pantin_trace *trace) {
    for (int i = 0; i < trace->frame_count; i++)
        if (trace->frames[i].seen && trace->frames[i].score_frame >= 0)
            return trace->frames[i].frame - (int)trig_floor(trace->frames[i].score_frame);
    return 0;
}

double trace_round(double value) {
    double size = value < 0 ? -value : value, power = 1.0; // 10^places, exact up to 10^22
    if (!finite_double(value) || size >= 1e6 || size == 0.0) return value;
    for (int places = 0; places < 22 && size * power < 1e5; places++) power *= 10.0;
    return size * power < 1e5 ? value : trig_round(value * power) / power;
}

void trace_handle_name(const pantin_puppet *puppet, int handle, char *name, size_t size) {
    int piece, same = 0;
    const pantin_puppet_handle *found = pantin_puppet_handle_at(puppet, handle, &piece);
    for (int h = 0; h < puppet->handle_count; h++)
        same += strcmp(pantin_puppet_handle_at(puppet, h, NULL)->name, found->name) == 0;
    if (same > 1)
        text_print(name, size, "%s.%s", puppet->pieces[piece].name, found->name);
    else
        text_print(name, size, "%s", found->name);
}
