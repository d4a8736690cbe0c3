// joint_words.h — a joint's name as words: "mixamorig:LeftUpLeg" is left + up + leg, "lfoot" is left + foot.
//
// Names are cut where letters end, where a capital follows a small letter, and where the last of several
// capitals begins a word; then a side that is glued to a known part is cut off. Words are in lower case.
// SPDX-License-Identifier: MIT
#ifndef MOTION_JOINT_WORDS_H
#define MOTION_JOINT_WORDS_H

#include "pantin/base.h"

enum { JOINT_WORDS_MOST = 12, JOINT_WORD_SIZE = 24 };

typedef enum joint_side { JOINT_MIDDLE, JOINT_LEFT, JOINT_RIGHT } joint_side;

typedef struct joint_words {
    char words[JOINT_WORDS_MOST][JOINT_WORD_SIZE]; // without the side; longer words are cut
    int count;
    joint_side side;
} joint_words;

joint_words joint_words_of(const char *name);
/// Is one of the words in a NULL-terminated list?
bool joint_words_any(const joint_words *words, const char *const *list);
/// Are `a` then `b` two words in a row, or one ("up" "arm", "uparm")?
bool joint_words_pair(const joint_words *words, const char *a, const char *b);

#endif
