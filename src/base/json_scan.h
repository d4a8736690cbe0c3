// json_scan.h — pieces of the reader that its files share.
// SPDX-License-Identifier: MIT
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include "base/json.h"

/// The next character of a string's bytes at < end, as UTF-8 into out[4]. Answers where the one after
/// it begins, or NULL and `why` it is none.
const char *json_unescape(const char *at, const char *end, char out[4], size_t *size, const char **why);

/// Orders two string tokens by the UTF-8 bytes they mean.
int json_compare(const json_tape *tape, int token, int other);

/// Fails if an object of the tape has one key twice. O(n log n). `token`: the object.
PANTIN_CHECKED bool json_check_keys(const json_tape *tape, int token, pantin_error *error);

/// Fails at a byte offset: where = name:line:column.
bool json_fail(const json_tape *tape, int offset, pantin_error *error, const char *format, ...)
    PANTIN_FORMAT(4, 5);

#endif
