// memory.c — what every call of the door shares: blocks, the reason of a failure, the text made last.
// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "web.h"

static pantin_error failure;
static pantin_bytes made;

void *web_allocate(int size) { return size > 0 ? malloc((size_t)size) : NULL; }

void web_release(void *block) { free(block); }

pantin_error *web_error(void) {
    failure = (pantin_error){ 0 };
    return &failure;
}

int web_error_kind(void) { return (int)failure.kind; }
const char *web_error_where(void) { return failure.where; }
const char *web_error_text(void) { return failure.text; }

void web_text_set(pantin_bytes *bytes) {
    pantin_bytes_free(&made);
    made = *bytes;
    *bytes = (pantin_bytes){ 0 };
}

const uint8_t *web_text(void) { return made.data; }
int web_text_size(void) { return (int)made.size; }
