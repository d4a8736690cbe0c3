// fuzz_score.c — any bytes as a score: one that is read writes itself, and its values are numbers.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pantin/score.h"

static void sample(const pantin_channel *channel) {
    const pantin_key *keys = channel->keys;
    for (int k = 0; k < channel->key_count && k < 16; k++) {
        double next = k + 1 < channel->key_count ? keys[k + 1].frame : keys[k].frame + 1;
        for (int step = -1; step < 4; step++) {
            double frame = keys[k].frame + 0.37 * step * (next - keys[k].frame);
            if (!isfinite(pantin_channel_sample(channel, frame))) abort();
            if (channel->words != (pantin_channel_word(channel, frame) != NULL)) abort();
        }
        // The promise: it passes exactly through its keys.
        if (!channel->words && pantin_channel_sample(channel, keys[k].frame) != keys[k].value)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_score score = { 0 }, again = { 0 };
    pantin_bytes first = { 0 }, second = { 0 };
    if (!pantin_score_load("x.score.json", (const char *)data, size, &score, NULL)) return 0;
    for (int c = 0; c < score.channel_count; c++) {
        sample(&score.channels[c]);
        if (pantin_score_find(&score, score.channels[c].name) != c) abort();
    }
    if (!pantin_score_write(&score, &first, NULL)) abort();
    if (!pantin_score_load("y.score.json", (const char *)first.data, first.size, &again, NULL))
        abort();
    if (!pantin_score_write(&again, &second, NULL)) abort();
    if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0) abort();
    pantin_bytes_free(&first);
    pantin_bytes_free(&second);
    pantin_score_free(&score);
    pantin_score_free(&again);
    return 0;
}
