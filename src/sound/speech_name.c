// speech_name.c — the file a spoken line is kept in: its name is the hash of what decides its
// samples.
//
// Hashed are a word for the layout, the voice, the text, and rate and pitch as 8 bytes each; texts
// with their zero, so that no two pairs run together. Another text or tone is another file; nothing
// is ever stale.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "sound.h"

void pantin_speech_name(const char *voice, const char *said, double rate, double pitch,
                        char name[32]) {
    uint8_t numbers[16], *at = numbers;
    put_double(&at, rate);
    put_double(&at, pitch);
    uint64_t hash = pantin_hash("speech/1", 9, 0);
    hash = pantin_hash(voice, strlen(voice) + 1, hash);
    hash = pantin_hash(said, strlen(said) + 1, hash);
    hash = pantin_hash(numbers, sizeof numbers, hash);
    text_print(name, 32, "%016llx.wav", (unsigned long long)hash);
}
