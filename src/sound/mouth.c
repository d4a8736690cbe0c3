// mouth.c — phonemes become one number: how wide a mouth stands open.
//
// Each phoneme has an opening, reached in its middle; between two middles a smoothstep goes from
// one to the other, so a mouth is moving most of the time, as mouths are. Lips meet for m, b and p;
// f and v bring the lip to the teeth. A closure must be seen: it is reached in the middle of the
// phoneme whatever stands beside it.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "sound.h"

static const struct {
    char name[4];
    float open;
} openings[] = {
    { "aa", 1.0f },  { "ae", 0.9f },  { "ah", 0.7f },  { "ao", 0.85f }, { "aw", 0.85f },
    { "ax", 0.45f }, { "ay", 0.9f },  { "b", 0 },      { "ch", 0.25f }, { "d", 0.25f },
    { "dh", 0.25f }, { "eh", 0.65f }, { "er", 0.4f },  { "ey", 0.55f }, { "f", 0.1f },
    { "g", 0.3f },   { "hh", 0.4f },  { "ih", 0.45f }, { "iy", 0.35f }, { "jh", 0.25f },
    { "k", 0.3f },   { "l", 0.35f },  { "m", 0 },      { "n", 0.25f },  { "ng", 0.3f },
    { "ow", 0.6f },  { "oy", 0.65f }, { "p", 0 },      { "pau", 0 },    { "r", 0.35f },
    { "s", 0.2f },   { "sh", 0.25f }, { "t", 0.25f },  { "th", 0.25f }, { "uh", 0.4f },
    { "uw", 0.3f },  { "v", 0.1f },   { "w", 0.2f },   { "y", 0.3f },   { "z", 0.2f },
    { "zh", 0.25f },
};

static double opening_of(const pantin_phoneme *phoneme) {
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++)
        if (strncmp(openings[i].name, phoneme->name, sizeof phoneme->name) == 0)
            return (double)openings[i].open;
    return 0.3; // another language's: something is said
}

double pantin_mouth_open(const pantin_phoneme *phonemes, int count, double time_s) {
    if (count < 1 || !(time_s >= phonemes[0].from_s && time_s <= phonemes[count - 1].to_s))
        return 0;
    // Before the first middle and after the last one a mouth comes from closed and goes back to it.
    double from_s = phonemes[0].from_s, from = 0;
    for (int i = 0; i <= count; i++) {
        double to_s =
            i < count ? (phonemes[i].from_s + phonemes[i].to_s) / 2 : phonemes[count - 1].to_s;
        double to = i < count ? opening_of(&phonemes[i]) : 0;
        if (time_s <= to_s) {
            double t = to_s > from_s ? (time_s - from_s) / (to_s - from_s) : 1;
            return from + (to - from) * t * t * (3 - 2 * t);
        }
        from_s = to_s;
        from = to;
    }
    return 0;
}
