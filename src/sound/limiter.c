// limiter.c — no sample above the ceiling: a gain that is down before the peak comes, and smooth.
//
//     need(n) = min(1, ceiling / peak(n))            peak over the channels
//     hold(n) = min need(n .. n + L)                 L: look-ahead, 5 ms
//     fall(n) = min(hold(n), fall(n-1) + r (1 - fall(n-1)))     back up within 80 ms or so
//     gain(n) = mean fall(n - L .. n)
//
// Every term of the mean is at most need(n), for each of those windows reaches n: so the mean is
// too. What rounding may add is cut. The minimum over a window slides in amortised constant time,
// by a queue of candidates that only rises. Where nothing is above the ceiling the gain is exactly
// 1.
// Lemire: Streaming Maximum-Minimum Filter Using No More than Three Comparisons per Element,
// 2006.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "base/trig.h"
#include "sound.h"

#define LOOK_AHEAD_S 0.005
#define RELEASE_S 0.08

float sound_ceiling(double peak_dbfs) {
    double wanted = sound_amplitude(peak_dbfs < 0 ? peak_dbfs : 0);
    if (peak_dbfs >= 0) wanted = 1;
    float ceiling = (float)wanted;
    if ((double)ceiling > wanted) {
        uint32_t bits;
        memcpy(&bits, &ceiling, sizeof bits);
        bits -= bits > 0;
        memcpy(&ceiling, &bits, sizeof ceiling);
    }
    return ceiling;
}

static void write_needs(const pantin_sound *sound, float ceiling, float *gains) {
    for (size_t n = 0; n < sound->frames; n++) {
        float peak = 0;
        for (int c = 0; c < sound->channels; c++) {
            float v = sound->samples[n * (size_t)sound->channels + (size_t)c];
            if (v < 0) v = -v;
            if (v > peak) peak = v;
        }
        gains[n] = peak > ceiling ? ceiling / peak : 1.0f;
    }
}

/// Each gain becomes the least of itself and the `reach` after it. `queue`: reach + 2 places.
static void hold_ahead(float *gains, size_t frames, size_t reach, size_t *queue) {
    size_t room = reach + 2, head = 0, count = 0;
    for (size_t n = 0; n < frames + reach; n++) {
        if (n < frames) {
            while (count > 0 && gains[queue[(head + count - 1) % room]] >= gains[n]) count--;
            queue[(head + count++) % room] = n;
        }
        if (n < reach) continue;
        size_t at = n - reach;
        float least = gains[queue[head]];
        // What leaves the queue here is never asked for again, so its place may be written.
        if (queue[head] == at) head = (head + 1) % room, count--;
        gains[at] = least;
    }
}

/// Back up slowly, and the mean over the `reach` before. `before`: reach + 1 places. A sound that
/// begins loud is turned down from its first frame on, as if it had been held so before.
static void smooth(float *gains, size_t frames, size_t reach, double release, double *before) {
    double fall = frames > 0 ? (double)gains[0] : 1, sum = fall * (double)(reach + 1);
    size_t at = 0;
    for (size_t i = 0; i <= reach; i++) before[i] = fall;
    for (size_t n = 0; n < frames; n++) {
        double risen = fall + release * (1 - fall);
        fall = (double)gains[n] < risen ? (double)gains[n] : risen;
        sum += fall - before[at];
        before[at] = fall;
        at = at == reach ? 0 : at + 1;
        gains[n] = (float)(sum / (double)(reach + 1));
    }
}

bool sound_limiter_gains(const pantin_sound *sound, float ceiling, float *gains, float *least,
                         pantin_error *error) {
    size_t reach = (size_t)sound_frames_of(LOOK_AHEAD_S, sound->rate_hz);
    size_t *queue = memory_allocate(reach + 2, sizeof *queue);
    double *before = memory_allocate(reach + 1, sizeof *before);
    bool done = queue != NULL && before != NULL;
    if (done) {
        write_needs(sound, ceiling, gains);
        hold_ahead(gains, sound->frames, reach, queue);
        smooth(gains, sound->frames, reach, 1 - trig_exp(-1 / (RELEASE_S * sound->rate_hz)),
               before);
        *least = 1;
        for (size_t n = 0; n < sound->frames; n++)
            if (gains[n] < *least) *least = gains[n];
    }
    memory_free(queue, reach + 2, sizeof *queue);
    memory_free(before, reach + 1, sizeof *before);
    return done || memory_fail(error, "the limiter");
}

void sound_limiter_apply(pantin_sound *sound, const float *gains, float ceiling) {
    for (size_t n = 0; n < sound->frames; n++)
        for (int c = 0; c < sound->channels; c++) {
            float *v = sound->samples + n * (size_t)sound->channels + (size_t)c;
            if (gains[n] != 1) *v *= gains[n];
            if (!(*v <= ceiling)) *v = *v > ceiling ? ceiling : 0;
            if (*v < -ceiling) *v = -ceiling;
        }
}

bool pantin_sound_limit(pantin_sound *sound, double peak_dbfs, double *reduction_db,
                        pantin_error *error) {
    if (!(peak_dbfs <= 0 && peak_dbfs >= PANTIN_SILENCE_DBFS))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "peak_dbfs", "%g is outside %g..0 dBFS",
                           peak_dbfs, PANTIN_SILENCE_DBFS);
    float ceiling = sound_ceiling(peak_dbfs), least;
    float *gains = memory_allocate(sound->frames, sizeof *gains);
    if (gains == NULL) return memory_fail(error, "the limiter");
    bool done = sound_limiter_gains(sound, ceiling, gains, &least, error);
    if (done) sound_limiter_apply(sound, gains, ceiling);
    if (done && reduction_db != NULL) *reduction_db = 0 - sound_dbfs((double)least);
    memory_free(gains, sound->frames, sizeof *gains);
    return done;
}
