// with_dog.h — a whole puppet: every key the grammar has, each name leading somewhere; and editing it.
// SPDX-License-Identifier: MIT
#ifndef RIG_WITH_DOG_H
#define RIG_WITH_DOG_H

#include "pantin/puppet.h"

/// whole_dog.puppet.json, beside this file. It waits for what is not done yet; no picture is needed to
/// check it.
const char *dog_text(void);

/// Like `text` with the first `from` replaced by `to` (both given, or the test fails). Freed with free.
char *text_edited(const char *text, const char *from, const char *to);

/// "PATH:LINE:COLUMN" of the first `what` in the text, from the byte `skip` of it on.
void text_where(const char *path, const char *text, const char *what, int skip, char where[512]);

/// Loads a text without pictures.
bool puppet_check(const char *text, pantin_puppet *puppet, pantin_error *error);

#endif
