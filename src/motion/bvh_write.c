// bvh_write.c — a BVH with its motion replaced: hierarchy and channel order stay byte for byte, and so do frames
// that are as the file had them.
//
// Angles run on: each frame takes the solution nearest to its neighbour's. A joint that is as in the file
// keeps the file's own numbers, and the frames before the first such one are solved backwards from it, so
// that no curve jumps where the change ends. Which file frame a clip's frame came from is found by
// comparing: clips are cut out of the file in one piece. Numbers have up to 9 decimals, which is finer
// than any file's own and keeps 1e-9 degrees.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "motion/bvh_file.h"

typedef struct bvh_writer {
    const pantin_motion *motion;
    const bvh_document *document;
    const pantin_clip *clip;
    pantin_clip own; // the file's clip, sampled as it stands
    bool comparable; // it has the clip's rate, unit and axes
    int shift;       // clip frame i was the file's i + shift; meaningless unless `comparable`
    double *values;  // of the clip's frames: frames * width
    bool *kept;      // a frame of one joint: its numbers are the file's
    int *moving;     // the joints that the file moves
    int moving_count;
} bvh_writer;

static double *values_of(const bvh_writer *w, int frame, int joint) {
    return w->values + (size_t)frame * (size_t)w->document->width +
           w->document->joints[joint].first;
}

static const double *file_values(const bvh_writer *w, int file_frame, int joint) {
    return w->document->values + (size_t)file_frame * (size_t)w->document->width +
           w->document->joints[joint].first;
}

// --- what is as it was -------------------------------------------------------------------------------------

static bool near(double a, double b) {
    double off = a - b, size = a > 1 ? a : a < -1 ? -a : 1;
    return off <= 1e-12 * size && off >= -1e-12 * size;
}

static bool same_turn(quat a, quat b) {
    b = quat_beside(b, a);
    return near(a.x, b.x) && near(a.y, b.y) && near(a.z, b.z) && near(a.w, b.w);
}

static bool same_place(vec3 a, vec3 b) {
    return near(a.x, b.x) && near(a.y, b.y) && near(a.z, b.z);
}

/// Are the joint's channels at the clip's frame what they are at the file's?
static bool same_joint(const bvh_writer *w, int joint, int frame, int file_frame) {
    const bvh_joint *j = &w->document->joints[joint];
    if (bvh_joint_turns(j) && !same_turn(*clip_rotation(w->clip, frame, joint),
                                         *clip_rotation(&w->own, file_frame, joint)))
        return false;
    return !bvh_joint_moves(j) || same_place(*clip_translation(w->clip, frame, joint),
                                             *clip_translation(&w->own, file_frame, joint));
}

/// How many moving joints are at the clip's frame as at the file's; 0 where more than `most` are not.
static int count_same(const bvh_writer *w, int frame, int file_frame, int most) {
    int changed = 0;
    for (int k = 0; k < w->moving_count; k++)
        if (!same_joint(w, w->moving[k], frame, file_frame) && ++changed > most) return 0;
    return w->moving_count - changed;
}

/// The joints that the file moves at all: a hand that is still looks the same everywhere.
static void list_moving(bvh_writer *w) {
    const bvh_document *document = w->document;
    for (int k = 0; k < document->joint_count; k++) {
        const bvh_joint *joint = &document->joints[k];
        size_t size = (size_t)joint->channel_count * sizeof(double);
        for (int i = 1; i < document->frames; i++)
            if (memcmp(file_values(w, 0, k), file_values(w, i, k), size) != 0) {
                w->moving[w->moving_count++] = k;
                break;
            }
    }
}

/// Sets `shift` to the one by which most joints of 32 frames, spread over the clip, are as in the file. A frame
/// counts when at most a quarter of its joints (and the root) differ: fixes bend some frames and not others,
/// and a figure that stands still for a while looks the same at many shifts, but not at all 32 frames.
static void find_shift(bvh_writer *w) {
    enum { PROBES = 32 };
    int frames = w->clip->frames, own = w->own.frames, best = 0;
    w->comparable = false;
    if (w->clip->fps != w->own.fps || w->clip->unit_cm != w->own.unit_cm ||
        w->clip->up != w->own.up)
        return;
    list_moving(w);
    int probes = frames < PROBES ? frames : PROBES, most = w->moving_count / 4 + 1;
    if (most >= w->moving_count) most = w->moving_count - 1;
    // Cuts first, and the whole file as the first of them: that one is done at once.
    for (int turn = 0; turn < own + frames - 1 && best < probes * w->moving_count; turn++) {
        int shift = turn < own ? turn : own - turn - 1, same = 0;
        for (int probe = 0; probe < probes; probe++) {
            int i = (int)((long long)probe * frames / probes), k = i + shift;
            if (k >= 0 && k < own) same += count_same(w, i, k, most);
        }
        if (same <= best) continue;
        best = same;
        w->shift = shift;
        w->comparable = true;
    }
    // Nothing moves: every frame is like every other.
    if (w->moving_count == 0) w->comparable = true;
}

// --- a joint's numbers -----------------------------------------------------------------------------------

/// The numbers of a changed frame; `values` holds its neighbour's angles.
static void make_numbers(const bvh_writer *w, int frame, int joint, double *values) {
    const bvh_joint *j = &w->document->joints[joint];
    quat turn = *clip_rotation(w->clip, frame, joint);
    vec3 place = *clip_translation(w->clip, frame, joint);
    if (j->parent == PANTIN_NONE) {
        quat back = quat_inverse(bvh_up_turn(w->clip->up));
        turn = quat_multiply(back, turn);
        place = quat_rotate(back, place);
    }
    place = vec3_scale(place, 100 / w->clip->unit_cm);
    const double at[3] = { place.x, place.y, place.z };
    bvh_turn_angles(j, turn, values);
    for (int k = 0; k < j->channel_count; k++) {
        int axis = bvh_channel_axis(j->channels[k]);
        if (bvh_channel_turns(j->channels[k])) continue;
        values[k] = at[axis] - (j->absolute ? 0 : j->offset[axis]);
    }
    for (int k = 0; k < j->channel_count; k++) { // what the reader takes
        if (values[k] > BVH_VALUE_MOST) values[k] = BVH_VALUE_MOST;
        if (values[k] < -BVH_VALUE_MOST) values[k] = -BVH_VALUE_MOST;
    }
}

/// All frames of one joint. First those that are the file's; then forwards from the first of them, and
/// backwards to the beginning.
static void fill_joint(bvh_writer *w, int joint) {
    int frames = w->clip->frames, first = frames;
    size_t size = (size_t)w->document->joints[joint].channel_count * sizeof(double);
    for (int i = 0; i < frames; i++) {
        int k = i + w->shift;
        w->kept[i] = w->comparable && k >= 0 && k < w->own.frames && same_joint(w, joint, i, k);
        if (!w->kept[i]) continue;
        memcpy(values_of(w, i, joint), file_values(w, k, joint), size);
        if (first == frames) first = i;
    }
    if (first == frames) { // none: begin near the file's first angles
        int k = w->comparable && w->shift > 0 && w->shift < w->own.frames ? w->shift : 0;
        memcpy(values_of(w, 0, joint), file_values(w, k, joint), size);
        make_numbers(w, 0, joint, values_of(w, 0, joint));
        first = 0;
    }
    for (int i = first - 1; i >= 0; i--) {
        memcpy(values_of(w, i, joint), values_of(w, i + 1, joint), size);
        make_numbers(w, i, joint, values_of(w, i, joint));
    }
    for (int i = first + 1; i < frames; i++) {
        if (w->kept[i]) continue;
        memcpy(values_of(w, i, joint), values_of(w, i - 1, joint), size);
        make_numbers(w, i, joint, values_of(w, i, joint));
    }
}

// --- text ---------------------------------------------------------------------------------------------------

/// Up to 9 decimals, none that says nothing; never "-0".
static void put_number(text *out, double value) {
    double scaled = value * 1e9;
    if (!(scaled < 4e15 && scaled > -4e15)) {
        text_format(out, "%g", value);
        return;
    }
    char buffer[32];
    int at = sizeof buffer;
    bool negative = scaled < 0, started = false;
    uint64_t digits = (uint64_t)((negative ? -scaled : scaled) + 0.5);
    negative = negative && digits > 0;
    for (int place = 0; place < 9 || digits > 0 || place == 9; place++) {
        if (place == 9 && started) buffer[--at] = '.';
        char digit = (char)('0' + digits % 10);
        digits /= 10;
        started = started || digit != '0' || place >= 9;
        if (started) buffer[--at] = digit;
    }
    if (negative) buffer[--at] = '-';
    text_bytes(out, buffer + at, sizeof buffer - (size_t)at);
}

/// The line end behind a row of the file, for some files change it from line to line; LF behind the last one.
static const char *line_end(const bvh_writer *w, int file_frame) {
    const uint8_t *bytes = w->motion->bytes;
    size_t at = w->document->rows[file_frame].to;
    while (at < w->motion->size && bytes[at] != '\n' && bytes[at] != '\r') at++;
    if (at == w->motion->size || bytes[at] == '\n') return "\n";
    return at + 1 < w->motion->size && bytes[at + 1] == '\n' ? "\r\n" : "\r";
}

/// All that stands before the rows, with the two numbers replaced.
static void put_head(const bvh_writer *w, text *out) {
    const bvh_document *document = w->document;
    const char *bytes = (const char *)w->motion->bytes;
    bvh_span count = document->count_word, time = document->time_word;
    bool count_first = count.from <= time.from;
    bool timed = w->clip->fps == document->fps; // the file's own word stays
    size_t at = 0;
    for (int turn = 0; turn < 2; turn++) {
        bool is_count = (turn == 0) == count_first;
        bvh_span word = is_count ? count : time;
        if (is_count ? word.to == word.from : timed || !document->has_time) continue;
        text_bytes(out, bytes + at, word.from - at);
        if (word.to == word.from) text_char(out, ' ');
        if (is_count)
            text_format(out, "%d", w->clip->frames);
        else
            text_format(out, "%g", 1 / w->clip->fps);
        at = word.to;
    }
    text_bytes(out, bytes + at, document->rows_at - at);
    char last = out->size > 0 && !out->failed ? out->data[out->size - 1] : '\n';
    if (last != '\n' && last != '\r') text_string(out, line_end(w, 0));
    if (!document->has_time) text_format(out, "Frame Time: %g%s", 1 / w->clip->fps, line_end(w, 0));
}

/// A row: the file's own bytes where every number is the file's.
static void put_row(const bvh_writer *w, int frame, text *out) {
    const bvh_document *document = w->document;
    const double *row = w->values + (size_t)frame * (size_t)document->width;
    int k = frame + w->shift;
    size_t size = (size_t)document->width * sizeof(double);
    if (w->comparable && k >= 0 && k < document->frames &&
        memcmp(row, document->values + (size_t)k * (size_t)document->width, size) == 0) {
        bvh_span own = document->rows[k];
        text_bytes(out, (const char *)w->motion->bytes + own.from, own.to - own.from);
        text_string(out, line_end(w, k));
    } else {
        for (int c = 0; c < document->width; c++) {
            if (c > 0) text_char(out, ' ');
            put_number(out, row[c]);
        }
        text_string(out, line_end(w, 0));
    }
}

// --- writing -----------------------------------------------------------------------------------------------

static bool clip_fits(const bvh_document *document, const pantin_clip *clip, pantin_error *error) {
    if (clip->joint_count != document->joint_count || clip->frames < 1)
        return pantin_fail(
            error, PANTIN_ERROR_ARGUMENT, "clip",
            "a clip of %d joints over %d frames is not one of this file's, which has %d joints",
            clip->joint_count, clip->frames, document->joint_count);
    bool usable = clip->fps >= 0.01 && clip->fps <= 10000 && clip->unit_cm > 0;
    size_t slots = (size_t)clip->frames * (size_t)clip->joint_count;
    for (size_t k = 0; usable && k < slots; k++)
        usable = vec3_finite(clip->translations[k]) &&
                 finite_double(quat_dot(clip->rotations[k], clip->rotations[k]));
    return usable ||
           pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                       "a place, an angle or the rate is not a number that can be written");
}

static bool write_all(bvh_writer *w, pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    find_shift(w);
    for (int k = 0; k < w->document->joint_count; k++)
        if (w->document->joints[k].channel_count > 0) fill_joint(w, k);
    put_head(w, &out);
    for (int i = 0; i < w->clip->frames; i++) put_row(w, i, &out);
    return text_take(&out, bytes, error);
}

bool bvh_write(const pantin_motion *motion, const pantin_clip *clip, pantin_bytes *bytes,
               pantin_error *error) {
    bvh_writer w = { .motion = motion, .document = motion->bvh, .clip = clip };
    if (!clip_fits(w.document, clip, error) || !bvh_sample_own(motion, &w.own, error)) return false;
    arena memory = { 0 };
    w.values = ARENA_ARRAY(&memory, double, (size_t)clip->frames *(size_t)w.document->width);
    w.kept = ARENA_ARRAY(&memory, bool, clip->frames);
    w.moving = ARENA_ARRAY(&memory, int, w.document->joint_count);
    bool done =
        arena_failed(&memory) ? memory_fail(error, "the rows") : write_all(&w, bytes, error);
    arena_free(&memory);
    pantin_clip_free(&w.own);
    return done;
}
