// memory.c — every block of the library passes here: one hook, one counter, one checked product.
//
// The counter is a relaxed atomic: threads may allocate at once, nobody is ordered by it, and no
// result reads it. The hook is set before anything else allocates and only read afterwards.
// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pantin_memory_hook hook; // resize NULL: malloc's family
static _Atomic uint64_t calls;

void pantin_memory_set_hook(const pantin_memory_hook *wanted) {
    hook = wanted && wanted->resize ? *wanted : (pantin_memory_hook){ 0 };
}

uint64_t pantin_memory_calls(void) { return atomic_load_explicit(&calls, memory_order_relaxed); }

/// False on overflow. Nothing still is one byte, so that NULL can only mean "refused".
static bool block_bytes(size_t count, size_t size, size_t *bytes) {
    if (size != 0 && count > SIZE_MAX / size) return false;
    *bytes = count * size;
    if (*bytes == 0) *bytes = 1;
    // Offsets within a block must fit a ptrdiff_t.
    return *bytes <= PTRDIFF_MAX;
}

void *memory_allocate(size_t count, size_t size) {
    size_t bytes;
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    if (!block_bytes(count, size, &bytes)) return NULL;
    // calloc knows which pages come fresh, and zero, from the system.
    if (!hook.resize) return calloc(1, bytes);
    void *block = hook.resize(hook.user, NULL, 0, bytes);
    if (block) memset(block, 0, bytes);
    return block;
}

void *memory_resize(void *block, size_t old_count, size_t new_count, size_t size) {
    if (!block) return memory_allocate(new_count, size);
    size_t old_bytes, new_bytes;
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    if (!block_bytes(old_count, size, &old_bytes)) return NULL;
    if (!block_bytes(new_count, size, &new_bytes)) return NULL;
    unsigned char *moved = hook.resize ? hook.resize(hook.user, block, old_bytes, new_bytes)
                                       : realloc(block, new_bytes);
    // From the end of the old elements, not of the old block: an empty one had a byte of its own.
    size_t kept = old_count * size;
    if (moved && new_bytes > kept) memset(moved + kept, 0, new_bytes - kept);
    return moved;
}

void memory_free(void *block, size_t count, size_t size) {
    size_t bytes;
    if (!block || !block_bytes(count, size, &bytes)) return;
    if (hook.resize)
        hook.resize(hook.user, block, bytes, 0);
    else
        free(block);
}

bool memory_fail(pantin_error *error, const char *what) {
    return pantin_fail(error, PANTIN_ERROR_MEMORY, "",
                       "no memory for %s; close other programs or try something smaller", what);
}

void pantin_bytes_free(pantin_bytes *bytes) {
    if (!bytes) return;
    if (bytes->data) memory_free(bytes->data, bytes->size + 1, 1);
    *bytes = (pantin_bytes){ 0 };
}
