// gltf_write_tracks.c — what each channel of the new animation says, in floats, and at which keys.
//
// What moves gets a key a frame, LINEAR or STEP, at i / fps; what was one or two keys and stands still stays so.
// A rotation is made of unit length before it is rounded, and takes the sign that is nearer to the key
// before. A closed clip's last key is its first to the bit; only where a joint has turned by an odd number of
// full turns is it the first with its sign changed: the same rotation, and no reader swings the long way round.
// Keys that say already what they should (rotations to 1e-6, for only rounding is left there) are left as they
// are, and so is their sampler.
// What an extension moves is no part of the clip: its keys are cut to the same stretch of time, or else
// they would stretch the loop; they are not closed.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "motion/gltf_track.h"
#include "motion/gltf_write.h"

static const double CLOSE = 1e-6; // so near its first, a closing key is meant to be it

/// Of an extension's tracks: numbers beyond which they are kept as they are.
enum { FOREIGN_MOST = 1 << 24 };

int gltf_grid_keys(const gltf_job *job, gltf_grid grid) {
    return grid == GLTF_ONE_KEY ? 1 : grid == GLTF_TWO_KEYS ? 2 : job->clip->frames;
}

/// Through memory: of two neighbors gcc 12 drops double -> float -> double altogether (slp-vectorize, from -O2).
static double to_float(double value) {
    volatile float rounded = (float)value;
    return (double)rounded;
}

static double last_time(const gltf_job *job) { return job->times[job->clip->frames - 1]; }

static bool make_times(gltf_job *job, pantin_error *error) {
    const pantin_clip *clip = job->clip;
    if (clip->frames < 2 || !(clip->fps > 0) || !finite_double(clip->fps))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                           "%d frames at %g a second are no animation", clip->frames, clip->fps);
    double *times = ARENA_ARRAY(&job->memory, double, clip->frames);
    if (times == NULL) return memory_fail(error, "the times of an animation");
    for (int i = 0; i < clip->frames; i++) {
        times[i] = to_float(i / clip->fps);
        if (i == 0 || times[i] > times[i - 1]) continue;
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                           "%d frames at %g a second are more than a float can tell apart",
                           clip->frames, clip->fps);
    }
    job->times = times;
    return true;
}

// --- numbers ---------------------------------------------------------------------------------------

static void turn_numbers(const pantin_clip *clip, int joint, bool closed, double *numbers) {
    quat before = { 0 };
    for (int i = 0; i < clip->frames; i++) {
        size_t slot = (size_t)i * (size_t)clip->joint_count + (size_t)joint;
        quat q = quat_normalize(clip->rotations[slot]);
        if (i > 0) q = quat_beside(q, before);
        before = q;
        double *to = numbers + 4 * (size_t)i;
        to[0] = to_float(q.x);
        to[1] = to_float(q.y);
        to[2] = to_float(q.z);
        to[3] = to_float(q.w);
    }
    double *last = numbers + 4 * (size_t)(clip->frames - 1), dot = 0, off = 0;
    for (int k = 0; k < 4; k++) dot += last[k] * numbers[k];
    double sign = dot < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++) {
        double d = last[k] - sign * numbers[k];
        off = d > off ? d : -d > off ? -d : off;
    }
    for (int k = 0; closed && off <= CLOSE && k < 4; k++) last[k] = sign * numbers[k];
}

/// Rounds `count` numbers a key to floats, and closes them.
static void round_numbers(int frames, int row, bool closed, double *numbers) {
    size_t total = (size_t)frames * (size_t)row;
    for (size_t k = 0; k < total; k++) numbers[k] = to_float(numbers[k]);
    double *last = numbers + total - row;
    bool near = closed;
    for (int k = 0; k < row && near; k++) {
        double size = numbers[k] < 0 ? -numbers[k] : numbers[k], d = last[k] - numbers[k];
        near = (d < 0 ? -d : d) <= CLOSE * (size > 1 ? size : 1);
    }
    if (near) memcpy(last, numbers, (size_t)row * sizeof *last);
}

static void place_numbers(const pantin_clip *clip, int joint, gltf_path path, double *numbers) {
    const vec3 *from = path == GLTF_TRANSLATION ? clip->translations : clip->scales;
    for (int i = 0; i < clip->frames; i++) {
        vec3 v = from != NULL ? from[(size_t)i * (size_t)clip->joint_count + (size_t)joint]
                              : clip->joints[joint].scale;
        numbers[3 * (size_t)i] = v.x;
        numbers[3 * (size_t)i + 1] = v.y;
        numbers[3 * (size_t)i + 2] = v.z;
    }
}

/// Do all keys say what the first says?
static bool stands_still(const gltf_new_track *track, int keys) {
    size_t row = (size_t)track->row;
    for (size_t i = 1; i < (size_t)keys; i++)
        if (memcmp(track->numbers, track->numbers + i * row, row * sizeof(double)) != 0)
            return false;
    return true;
}

/// Its numbers are checked, and its keys chosen: as few as it had in the file, if they say the same.
static bool finish_track(gltf_job *job, gltf_new_track *track, int keys_before,
                         pantin_error *error) {
    size_t total = (size_t)job->clip->frames * (size_t)track->row;
    for (size_t k = 0; k < total; k++)
        if (!finite_double(track->numbers[k]))
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "clip",
                               "a number of it is beyond what a float can hold");
    track->grid = GLTF_ALL_KEYS;
    if (keys_before <= 2 && stands_still(track, job->clip->frames))
        track->grid = keys_before == 1 ? GLTF_ONE_KEY : GLTF_TWO_KEYS;
    return true;
}

static double *begin_track(gltf_job *job, gltf_new_track *track, int row, int width,
                           const char *type) {
    *track = (gltf_new_track){ .row = row, .width = width, .type = type, .component = GLTF_FLOAT };
    double *numbers = ARENA_ARRAY(&job->memory, double, (size_t)job->clip->frames *(size_t)row);
    track->numbers = numbers;
    return numbers;
}

static bool joint_track(gltf_job *job, int joint, gltf_path path, int keys_before,
                        gltf_new_track *track, pantin_error *error) {
    const pantin_clip *clip = job->clip;
    bool turn = path == GLTF_ROTATION;
    double *numbers = begin_track(job, track, turn ? 4 : 3, turn ? 4 : 3, turn ? "VEC4" : "VEC3");
    if (numbers == NULL) return memory_fail(error, "the keys of an animation");
    if (turn) {
        turn_numbers(clip, joint, job->mark->closed, numbers);
    } else {
        place_numbers(clip, joint, path, numbers);
        round_numbers(clip->frames, 3, job->mark->closed, numbers);
    }
    track->step = (clip->joints[joint].moves & (unsigned)PANTIN_STEP_ROTATION << path) != 0;
    return finish_track(job, track, keys_before, error);
}

static bool morph_track(gltf_job *job, const pantin_morph *morph, int keys_before,
                        gltf_new_track *track, pantin_error *error) {
    double *numbers = begin_track(job, track, morph->count, 1, "SCALAR");
    if (numbers == NULL) return memory_fail(error, "the keys of an animation");
    size_t total = (size_t)job->clip->frames * (size_t)morph->count;
    for (size_t k = 0; k < total; k++) numbers[k] = (double)morph->weights[k];
    round_numbers(job->clip->frames, morph->count, job->mark->closed, numbers);
    track->step = morph->step;
    return finish_track(job, track, keys_before, error);
}

// --- what the file says already --------------------------------------------------------------------

static bool has(const gltf_job *job, int accessor, const char *key) {
    const gltf_document *d = job->document;
    return json_find(&d->tape, d->accessors[accessor].token, key) != PANTIN_NONE;
}

/// Are an accessor's floats these numbers, its last row its first if theirs is?
static bool says(gltf_job *job, int accessor, const double *numbers, int count, int row,
                 double slack, arena *scratch) {
    const gltf_accessor *a = &job->document->accessors[accessor];
    double *now;
    if (a->component != GLTF_FLOAT || a->sparse_count > 0 || a->view == PANTIN_NONE ||
        (uint64_t)a->count * (uint64_t)a->width != (uint64_t)count)
        return false;
    if (!gltf_decode(job->document, accessor, scratch, &now, NULL)) return false;
    for (int k = 0; k < count; k++)
        if (!(now[k] - numbers[k] <= slack && numbers[k] - now[k] <= slack)) return false;
    size_t last = (size_t)(count - row), bytes = (size_t)row * sizeof *now;
    return memcmp(numbers, numbers + last, bytes) != 0 || memcmp(now, now + last, bytes) == 0;
}

bool gltf_times_stand(gltf_job *job, int accessor, gltf_grid grid) {
    double two[2] = { 0, last_time(job) };
    const double *times = grid == GLTF_TWO_KEYS ? two : job->times;
    if (!has(job, accessor, "min") || !has(job, accessor, "max")) return false;
    arena scratch = { 0 };
    bool same = says(job, accessor, times, gltf_grid_keys(job, grid), 1, 0, &scratch);
    job->memory.failed |= arena_failed(&scratch);
    arena_free(&scratch);
    return same;
}

static bool says_already(gltf_job *job, const gltf_sampler *sampler, const gltf_new_track *track,
                         bool turn) {
    if (sampler->interpolation != (track->step ? GLTF_STEP : GLTF_LINEAR)) return false;
    if (!gltf_times_stand(job, sampler->input, track->grid)) return false;
    arena scratch = { 0 };
    int count = gltf_grid_keys(job, track->grid) * track->row;
    bool same =
        says(job, sampler->output, track->numbers, count, track->row, turn ? CLOSE : 0, &scratch);
    job->memory.failed |= arena_failed(&scratch);
    arena_free(&scratch);
    return same;
}

// --- what an extension moves -------------------------------------------------------------------------

/// Its keys as the reader's track, if they can be cut at all.
static bool foreign_keys(gltf_job *job, const gltf_sampler *sampler, arena *scratch,
                         gltf_track *track) {
    const gltf_document *d = job->document;
    const gltf_accessor *output = &d->accessors[sampler->output];
    int keys = d->accessors[sampler->input].count;
    int parts = sampler->interpolation == GLTF_CUBICSPLINE ? 3 : 1;
    double *times, *values;
    if (keys == 0 || d->accessors[sampler->input].width != 1) return false;
    uint64_t total = (uint64_t)output->count * (uint64_t)output->width;
    uint64_t row = total / (uint64_t)parts / (uint64_t)keys;
    if (row == 0 || row * (uint64_t)parts * (uint64_t)keys != total) return false;
    if (row * (uint64_t)job->clip->frames > FOREIGN_MOST) return false;
    if (!gltf_decode(d, sampler->input, scratch, &times, NULL) ||
        !gltf_decode(d, sampler->output, scratch, &values, NULL))
        return false;
    for (int k = 1; k < keys; k++)
        if (!(times[k] > times[k - 1])) return false;
    *track = (gltf_track){ .path = GLTF_OTHER,
                           .interpolation = sampler->interpolation,
                           .keys = keys,
                           .width = (int)row,
                           .times = times,
                           .values = values,
                           .slack = gltf_slack(times[keys - 1]) };
    return true;
}

/// Does its stretch of time end with the clip's, so that nothing need be cut?
static bool foreign_fits(const gltf_job *job, const gltf_track *keys) {
    double start = job->clip->start_s, slack = keys->slack;
    return start <= slack && -start <= slack &&
           keys->times[keys->keys - 1] <= last_time(job) + slack;
}

static bool foreign_track(gltf_job *job, const gltf_sampler *sampler, gltf_new_track *track,
                          bool *kept, pantin_error *error) {
    static const char *const types[] = { "SCALAR", "VEC2", "VEC3", "VEC4" };
    const gltf_accessor *output = &job->document->accessors[sampler->output];
    const pantin_clip *clip = job->clip;
    arena scratch = { 0 };
    gltf_track keys;
    *kept = output->width > 4 || !foreign_keys(job, sampler, &scratch, &keys) ||
            foreign_fits(job, &keys);
    double *numbers = NULL;
    if (!*kept)
        numbers = begin_track(job, track, keys.width, output->width, types[output->width - 1]);
    for (int i = 0; numbers != NULL && i < clip->frames; i++)
        gltf_track_numbers(&keys, clip->start_s + i / clip->fps,
                           numbers + (size_t)i * (size_t)keys.width);
    int keys_before = *kept ? 0 : keys.keys;
    job->memory.failed |= arena_failed(&scratch);
    arena_free(&scratch);
    if (arena_failed(&job->memory)) return memory_fail(error, "the keys of an animation");
    if (*kept || numbers == NULL) return true;
    track->step = sampler->interpolation == GLTF_STEP;
    if (track->step && output->component != GLTF_FLOAT && !output->normalized)
        track->component = output->component;
    else
        round_numbers(clip->frames, track->row, false, numbers);
    return finish_track(job, track, keys_before, error);
}

// --- all -----------------------------------------------------------------------------------------------

static const pantin_morph *morph_of(const pantin_clip *clip, int node) {
    for (int k = 0; k < clip->morph_count; k++)
        if (clip->morphs[k].node == node) return &clip->morphs[k];
    return NULL;
}

/// The track of one of the file's channels; `kept`: it stays as it is.
static bool channel_track(gltf_job *job, const gltf_channel *channel, const int *joints,
                          gltf_new_track *track, bool *kept, pantin_error *error) {
    const gltf_sampler *sampler = &job->animation->samplers[channel->sampler];
    int keys = job->document->accessors[sampler->input].count;
    if (channel->path == GLTF_OTHER) return foreign_track(job, sampler, track, kept, error);
    *kept = true;
    if (channel->path == GLTF_WEIGHTS) {
        const pantin_morph *morph = morph_of(job->clip, channel->node);
        if (morph == NULL) return true;
        if (!morph_track(job, morph, keys, track, error)) return false;
    } else {
        int joint = joints[channel->node];
        unsigned moves = joint == PANTIN_NONE ? 0 : job->clip->joints[joint].moves;
        if ((moves >> channel->path & 1) == 0) return true;
        if (!joint_track(job, joint, channel->path, keys, track, error)) return false;
    }
    *kept = says_already(job, sampler, track, channel->path == GLTF_ROTATION);
    return !arena_failed(&job->memory) || memory_fail(error, "the keys of an animation");
}

static bool file_channels(gltf_job *job, const int *joints, pantin_error *error) {
    for (int k = 0; k < job->animation->channel_count; k++) {
        const gltf_channel *channel = &job->animation->channels[k];
        gltf_new_channel *to = &job->channels[job->channel_count++];
        bool kept;
        *to = (gltf_new_channel){ PANTIN_NONE, channel->sampler, channel->node, channel->path };
        if (!channel_track(job, channel, joints, &job->tracks[job->track_count], &kept, error))
            return false;
        if (!kept) to->track = job->track_count++;
    }
    return true;
}

/// Does the track say nothing but the joint's rest?
static bool is_rest(const gltf_new_track *track, const pantin_joint *joint, gltf_path path) {
    const quat q = joint->rotation;
    const vec3 v = path == GLTF_TRANSLATION ? joint->translation : joint->scale;
    double rest[4] = { q.x, q.y, q.z, q.w };
    if (path != GLTF_ROTATION) memcpy(rest, (double[3]){ v.x, v.y, v.z }, 3 * sizeof *rest);
    for (int k = 0; k < track->row; k++)
        if (track->numbers[k] != to_float(rest[k])) return false;
    return track->grid != GLTF_ALL_KEYS;
}

/// What the clip moves and no channel of the file does.
static bool added_channels(gltf_job *job, const uint8_t *moved, pantin_error *error) {
    for (int j = 0; j < job->clip->joint_count; j++)
        for (int path = GLTF_ROTATION; path <= GLTF_SCALE; path++) {
            const pantin_joint *joint = &job->clip->joints[j];
            gltf_new_track *track = &job->tracks[job->track_count];
            if (joint->node < 0 || joint->node >= job->document->node_count) continue;
            if ((joint->moves >> path & 1) == 0 || (moved[joint->node] >> path & 1) != 0) continue;
            if (!joint_track(job, j, (gltf_path)path, 2, track, error)) return false;
            if (is_rest(track, joint, (gltf_path)path)) continue;
            job->channels[job->channel_count++] =
                (gltf_new_channel){ job->track_count++, PANTIN_NONE, joint->node, (gltf_path)path };
        }
    return true;
}

bool gltf_plan_tracks(gltf_job *job, pantin_error *error) {
    const gltf_document *d = job->document;
    const gltf_animation *a = job->animation;
    if (!make_times(job, error)) return false;
    size_t most = (size_t)a->channel_count + 3 * (size_t)job->clip->joint_count;
    int *joints = ARENA_ARRAY(&job->memory, int, d->node_count);
    uint8_t *moved = ARENA_ARRAY(&job->memory, uint8_t, d->node_count);
    job->tracks = ARENA_ARRAY(&job->memory, gltf_new_track, most + 1);
    job->channels = ARENA_ARRAY(&job->memory, gltf_new_channel, most + 1);
    if (arena_failed(&job->memory)) return memory_fail(error, "the channels of an animation");
    for (int n = 0; n < d->node_count; n++) joints[n] = PANTIN_NONE;
    for (int j = 0; j < job->clip->joint_count; j++) {
        int node = job->clip->joints[j].node;
        if (node >= 0 && node < d->node_count) joints[node] = j;
    }
    for (int k = 0; k < a->channel_count; k++)
        if (a->channels[k].path <= GLTF_SCALE)
            moved[a->channels[k].node] =
                (uint8_t)(moved[a->channels[k].node] | 1u << a->channels[k].path);
    return file_channels(job, joints, error) && added_channels(job, moved, error);
}
