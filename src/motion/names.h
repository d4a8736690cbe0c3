// names.h — looking for words in joints' names, whatever the tool that gave them.
//
// A name is parted where a tool parts it: at signs and digits, where a small letter meets a capital, and
// before the last capital of a run ("IKTarget"): "mixamorig:LeftHandIndex1" is mixamorig left hand index.
// SPDX-License-Identifier: MIT
#ifndef MOTION_NAMES_H
#define MOTION_NAMES_H

#include <stdbool.h>

/// Does it hold these letters (given in lower case), whatever their case?
bool names_hold(const char *name, const char *lower);
bool names_begin(const char *name, const char *lower);
bool names_end(const char *name, const char *lower);
/// Is one of its parts that word? An l or r before it and an s behind it do no harm: "LFingers", "reye".
bool names_have_part(const char *name, const char *lower);

#endif
