// joint_words.c — a joint's name as words.
// SPDX-License-Identifier: MIT
#include "motion/joint_words.h"

#include <string.h>

/// Parts that a side is glued to: "lfoot", "rhand", "leftarm".
static const char *const parts[] = { "foot",  "feet",     "ankle",    "toe",      "toes",
                                     "ball",  "leg",      "upleg",    "upperleg", "lowerleg",
                                     "thigh", "knee",     "shin",     "calf",     "hip",
                                     "hand",  "wrist",    "arm",      "upperarm", "forearm",
                                     "elbow", "shoulder", "clavicle", "collar",   NULL };

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_letter(char c) { return is_upper(c) || is_lower(c); }

static bool is_in(const char *word, const char *const *list) {
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

/// Takes the side off the front of a word. False where nothing of it is left.
static bool take_side(joint_words *words, const char **word) {
    static const struct {
        const char *prefix;
        joint_side side;
    } sides[] = {
        { "left", JOINT_LEFT }, { "right", JOINT_RIGHT }, { "l", JOINT_LEFT }, { "r", JOINT_RIGHT }
    };
    for (int k = 0; k < 4; k++) {
        size_t length = strlen(sides[k].prefix);
        if (strncmp(*word, sides[k].prefix, length) != 0) continue;
        bool whole = (*word)[length] == '\0';
        if (!whole && !is_in(*word + length, parts)) continue;
        if (words->side == JOINT_MIDDLE) words->side = sides[k].side;
        *word += length;
        return !whole;
    }
    return true;
}

static void add_word(joint_words *words, const char *from, size_t length) {
    char lower[JOINT_WORD_SIZE] = { 0 };
    if (length > JOINT_WORD_SIZE - 1) length = JOINT_WORD_SIZE - 1;
    for (size_t k = 0; k < length; k++)
        lower[k] = is_upper(from[k]) ? (char)(from[k] - 'A' + 'a') : from[k];
    const char *word = lower;
    if (!take_side(words, &word) || words->count == JOINT_WORDS_MOST) return;
    memcpy(words->words[words->count++], word, strlen(word) + 1);
}

joint_words joint_words_of(const char *name) {
    joint_words words = { .side = JOINT_MIDDLE };
    size_t from = 0;
    for (size_t at = 0;; at++) {
        // A name of a thousand letters is a text; its beginning will do.
        char here = at < 200 ? name[at] : '\0';
        bool ends = !is_letter(here);
        if (!ends && at > from && is_upper(here))
            ends = is_lower(name[at - 1]) || is_lower(name[at + 1]);
        if (!ends) continue;
        if (at > from) add_word(&words, name + from, at - from);
        if (here == '\0') return words;
        from = is_letter(here) ? at : at + 1;
    }
}

bool joint_words_any(const joint_words *words, const char *const *list) {
    for (int k = 0; k < words->count; k++)
        if (is_in(words->words[k], list)) return true;
    return false;
}

bool joint_words_pair(const joint_words *words, const char *a, const char *b) {
    size_t length = strlen(a);
    for (int k = 0; k < words->count; k++) {
        const char *word = words->words[k];
        if (strncmp(word, a, length) != 0) continue;
        if (strcmp(word + length, b) == 0) return true;
        if (word[length] == '\0' && k + 1 < words->count && strcmp(words->words[k + 1], b) == 0)
            return true;
    }
    return false;
}
