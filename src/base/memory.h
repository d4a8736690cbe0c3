// memory.h — the one way to memory, behind the public hook; sizes are multiplied by one checked function.
// SPDX-License-Identifier: MIT
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "pantin/base.h"

/// NULL when refused. Zeroed. `count * size` is checked for overflow; 0 bytes give a valid block of 1.
void *memory_allocate(size_t count, size_t size);

/// Grows or shrinks a block of memory_allocate from old_count to new_count elements, new ones zeroed;
/// NULL when refused, and then the old block stays valid.
void *memory_resize(void *block, size_t old_count, size_t new_count, size_t size);

/// NULL is allowed. `count * size` as it was allocated.
void memory_free(void *block, size_t count, size_t size);

/// PANTIN_ERROR_MEMORY with a line that names `what`; answers false.
bool memory_fail(pantin_error *error, const char *what);

#endif
