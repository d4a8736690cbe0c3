// arena.h — many blocks, one owner, one free. A machine's create takes all it needs from its arena
// and checks `arena_failed` once; after that line memory cannot fail.
// SPDX-License-Identifier: MIT
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/memory.h"

typedef struct arena_chunk arena_chunk;

/// Zero-initialise to begin: `arena a = { 0 };`.
typedef struct arena {
    arena_chunk *last;
    size_t used;      // bytes handed out of `last`
    bool failed;      // an allocation was refused, or count * size overflowed
} arena;

/// Zeroed, 16-byte aligned, never NULL-checked one by one: when memory is refused the arena is marked
/// failed and NULL is returned. count 0 gives a valid pointer.
void *arena_take(arena *owner, size_t count, size_t size);

/// A copy of `length` bytes with a zero after them.
char *arena_text(arena *owner, const char *text, size_t length);

static inline bool arena_failed(const arena *owner) { return owner->failed; }

void arena_free(arena *owner);

#define ARENA_ARRAY(owner, type, count) ((type *)arena_take((owner), (size_t)(count), sizeof(type)))

#endif
