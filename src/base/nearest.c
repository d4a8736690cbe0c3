// nearest.c — the known word that was most likely meant.
//
// The optimal string alignment distance: insert, delete, replace, or swap two neighbors, each costs 1;
//     d(i, j) = min(d(i-1, j) + 1, d(i, j-1) + 1, d(i-1, j-1) + [a_i != b_j], d(i-2, j-2) + 1 if swapped).
// Three rows suffice. Words longer than the row are never near: nobody mistypes 64 letters.
// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <string.h>

enum { LONGEST = 64 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int min_of(int a, int b) { return a < b ? a : b; }

static int distance(const char *a, int a_size, const char *b, int b_size) {
    int rows[3][LONGEST + 1] = { { 0 } };
    for (int j = 0; j <= b_size; j++) rows[0][j] = j;
    for (int i = 1; i <= a_size; i++) {
        int *now = rows[i % 3];
        const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= b_size; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            int best = min_of(min_of(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
                best = min_of(best, before[j - 2] + 1);
            now[j] = best;
        }
    }
    return rows[a_size % 3][b_size];
}

const char *text_nearest(const char *given, size_t size, const char *const *words) {
    if (size == 0 || size > LONGEST) return NULL;
    const char *nearest = NULL;
    int least = 1 + (int)size / 3 + 1;
    for (; *words; words++) {
        size_t length = strlen(*words);
        if (length == 0 || length > LONGEST) continue;
        int d = distance(given, (int)size, *words, (int)length);
        // A word of which no letter is left was not meant.
        if (d >= least || d >= (int)(length > size ? length : size)) continue;
        least = d;
        nearest = *words;
    }
    return nearest;
}

const char *pantin_word_nearest(const char *given, const char *const *words) {
    return text_nearest(given, strlen(given), words);
}
