// json_keys.c — no object may have one key twice: silently taking the last is how a setting gets lost.
//
// Few keys are compared pair by pair; many are sorted (stable, so of equal keys the first comes first)
// and each is compared with its neighbor. O(n log n) whatever the keys are.
// SPDX-License-Identifier: MIT
#include "base/json_scan.h"
#include "base/sort.h"

enum { FEW = 16 };

static int compare_keys(const void *context, int a, int b) {
    return json_compare(context, a, b);
}

static bool fail_twice(const json_tape *tape, int first, int second, pantin_error *error) {
    const json_token *a = &tape->tokens[first], *b = &tape->tokens[second];
    int line, column;
    char shown[64];
    text_place(tape->source, tape->size, (size_t)a->start, &line, &column);
    text_printable(shown, sizeof shown, tape->source + b->start, (size_t)(b->end - b->start));
    return json_fail(tape, b->start - 1, error, "\"%s\" stands twice here; first at line %d", shown, line);
}

static bool check_few(const json_tape *tape, const int *keys, int count, pantin_error *error) {
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++)
            if (compare_keys(tape, keys[k], keys[i]) == 0)
                return fail_twice(tape, keys[k], keys[i], error);
    return true;
}

// Of all that stand twice the one a reader meets first.
static bool check_sorted(const json_tape *tape, const int *keys, int count, pantin_error *error) {
    int first = 0, second = 0;
    for (int i = 1; i < count; i++) {
        if (compare_keys(tape, keys[i - 1], keys[i]) != 0) continue;
        if (second != 0 && keys[i] > second) continue;
        first = keys[i - 1];
        second = keys[i];
    }
    return second == 0 || fail_twice(tape, first, second, error);
}

bool json_check_keys(const json_tape *tape, int token, pantin_error *error) {
    int count = tape->tokens[token].count, few[FEW];
    int *keys = few;
    if (count > FEW) {
        keys = memory_allocate((size_t)count, 2 * sizeof *keys);
        if (!keys) return memory_fail(error, "the keys of an object");
    }
    for (int i = 0, at = token + 1; i < count; i++) {
        keys[i] = at;
        at = tape->tokens[at + 1].next;
    }
    bool fine;
    if (count <= FEW) {
        fine = check_few(tape, keys, count, error);
    } else {
        sort_indices(keys, count, compare_keys, tape, keys + count);
        fine = check_sorted(tape, keys, count, error);
        memory_free(keys, (size_t)count, 2 * sizeof *keys);
    }
    return fine;
}
