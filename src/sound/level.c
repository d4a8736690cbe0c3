// level.c — how loud: RMS and peak in dBFS, and the moment from which something is heard.
//
//     RMS = sqrt(sum v^2 / n) over all channels,   dBFS = 20 log10(RMS);  RMS 1 is 0 dBFS.
//
// The onset: a window of w seconds slides over the sound, frame by frame; the frame with which its
// RMS first passes the threshold T is the onset. So a window that ends before the onset is never
// over T. Stamped by the window's beginning a call of -18 dBFS would be found 9.9 of 10 ms early,
// since a hundredth of the window is enough to pass -40. A tone of level L that begins at once
// fills the part 10^((T - L) / 10) of the window before it is found. Where the window begins before
// the sound, that part is silence.
// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/trig.h"
#include "sound.h"

#define TEN_LOG 2.302585092994045684 // ln 10

double sound_dbfs(double amplitude) {
    if (!(amplitude > 1e-10)) return PANTIN_SILENCE_DBFS;
    return 20 / TEN_LOG * trig_log(amplitude);
}

double sound_amplitude(double dbfs) {
    return dbfs > PANTIN_SILENCE_DBFS ? trig_exp(dbfs * (TEN_LOG / 20)) : 0;
}

double sound_frames_of(double seconds, int rate_hz) {
    double frames = trig_floor(seconds * rate_hz + 0.5);
    if (!(frames > 0)) return 0;
    return frames < 0x1p53 ? frames : 0x1p53;
}

static double sample_or_silence(float v) { return v >= -1e6f && v <= 1e6f ? (double)v : 0; }

pantin_level pantin_sound_level(const pantin_sound *sound, size_t from, size_t to) {
    if (to > sound->frames) to = sound->frames;
    if (from >= to) return (pantin_level){ PANTIN_SILENCE_DBFS, PANTIN_SILENCE_DBFS };
    double sum = 0, peak = 0;
    size_t channels = (size_t)sound->channels;
    for (size_t i = from * channels; i < to * channels; i++) {
        double v = sample_or_silence(sound->samples[i]);
        double size = v < 0 ? -v : v;
        sum += v * v;
        if (size > peak) peak = size;
    }
    return (pantin_level){ sound_dbfs(sqrt(sum / (double)((to - from) * channels))),
                           sound_dbfs(peak) };
}

pantin_onset pantin_onset_defaults(void) { return (pantin_onset){ 10, -40 }; }

double sound_power(const pantin_sound *sound, const pantin_sound *without, size_t frame) {
    const float *at = sound->samples + frame * (size_t)sound->channels;
    double sum = 0, less = without != NULL ? sample_or_silence(without->samples[frame]) : 0;
    for (int c = 0; c < sound->channels; c++) {
        double v = sample_or_silence(at[c]) - less;
        sum += v * v;
    }
    return sum;
}

double sound_onset(const pantin_sound *sound, const pantin_sound *without, double from_s,
                   double to_s, const pantin_onset *onset) {
    double window_ms = onset->window_ms;
    if (!(window_ms >= 0.1)) window_ms = 0.1;
    if (window_ms > 1000) window_ms = 1000;
    size_t window = (size_t)sound_frames_of(window_ms / 1000, sound->rate_hz);
    if (window == 0) window = 1;
    double threshold = sound_amplitude(onset->over_dbfs);
    double enough = threshold * threshold * (double)window * sound->channels;
    double first = sound_frames_of(from_s, sound->rate_hz);
    double last = sound_frames_of(to_s, sound->rate_hz);
    if (last > (double)sound->frames) last = (double)sound->frames;
    if (!(first < last)) return -1;
    size_t from = (size_t)first, to = (size_t)last;
    size_t begin = from > window ? from - window : 0;
    double sum = 0;
    // Fixed sums of a window each would be exact and slow; what rounding leaves behind in a running
    // one is under 1e-13 of the loudest window, -130 dB.
    for (size_t i = begin; i < to; i++) {
        if (i == from && sum > enough) return (double)from / sound->rate_hz;
        sum += sound_power(sound, without, i);
        if (i >= begin + window) sum -= sound_power(sound, without, i - window);
        if (i >= from && sum > enough) return (double)i / sound->rate_hz;
    }
    return -1;
}

double pantin_sound_onset(const pantin_sound *sound, double from_s, double to_s,
                          const pantin_onset *onset) {
    return sound_onset(sound, NULL, from_s, to_s, onset);
}
