// arena.c — blocks cut from growing chunks; the chunks form a list and are freed together.
//
// A chunk is twice the one before, between 4 KiB and 1 MiB, so that n bytes cost O(log n) calls. A
// block of more than a quarter of the coming chunk gets one of its own, hung behind the current,
// whose rest stays in use. Chunks come zeroed from memory_allocate, so blocks need no clearing.
// The 16-byte alignment is made here, for a hook may promise only 8.
// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include <string.h>

enum { ALIGNMENT = 16 };

// Under the address sanitizer each block is a chunk, so that a step beyond it is caught.
#if defined(__SANITIZE_ADDRESS__)
#define BLOCKS_APART 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BLOCKS_APART 1
#endif
#endif
#ifdef BLOCKS_APART
enum { CHUNK_LEAST = 0, CHUNK_MOST = 0 };
#else
enum { CHUNK_LEAST = 1 << 12, CHUNK_MOST = 1 << 20 };
#endif

struct arena_chunk {
    arena_chunk *before;
    size_t size;         // bytes at `data`
    unsigned char *data; // aligned, right behind this head
};

static arena_chunk *chunk_create(size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    arena_chunk *chunk = memory_allocate(sizeof(arena_chunk) + ALIGNMENT + size, 1);
    if (!chunk) return NULL;
    uintptr_t data = (uintptr_t)(chunk + 1);
    chunk->data = (unsigned char *)(chunk + 1) + (ALIGNMENT - data % ALIGNMENT) % ALIGNMENT;
    chunk->size = size;
    return chunk;
}

static void *refuse(arena *owner) {
    owner->failed = true;
    return NULL;
}

void *arena_take(arena *owner, size_t count, size_t size) {
    if (owner->failed) return NULL;
    if (size != 0 && count > (SIZE_MAX / 2) / size) return refuse(owner);
    size_t bytes = count * size == 0 ? 1 : count * size;
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    arena_chunk *last = owner->last;
    if (last && bytes <= last->size - owner->used) {
        void *block = last->data + owner->used;
        owner->used += bytes;
        return block;
    }
    size_t next = last && last->size > CHUNK_LEAST / 2 ? 2 * last->size : CHUNK_LEAST;
    if (next > CHUNK_MOST) next = CHUNK_MOST;
    bool alone = bytes > next / 4;
    arena_chunk *chunk = chunk_create(alone ? bytes : next);
    if (!chunk) return refuse(owner);
    if (alone && last) {
        chunk->before = last->before;
        last->before = chunk;
    } else {
        chunk->before = last;
        owner->last = chunk;
        owner->used = bytes;
    }
    return chunk->data;
}

char *arena_text(arena *owner, const char *text, size_t length) {
    if (length == SIZE_MAX) return refuse(owner);
    char *copy = arena_take(owner, length + 1, 1);
    if (copy && length > 0) memcpy(copy, text, length);
    return copy;
}

void arena_free(arena *owner) {
    for (arena_chunk *chunk = owner->last; chunk;) {
        arena_chunk *before = chunk->before;
        memory_free(chunk, sizeof(arena_chunk) + ALIGNMENT + chunk->size, 1);
        chunk = before;
    }
    *owner = (arena){ 0 };
}
