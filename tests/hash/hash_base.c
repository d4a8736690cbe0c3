// hash_base.c — random numbers, trigonometry, numbers as text, sorting: what all the rest stands on.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/random.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/trig.h"
#include "base/vec.h"
#include "hash_cases.h"

static uint64_t hash_random(void) {
    random_state r = random_make(7);
    uint64_t hash = 0;
    for (int i = 0; i < 1000; i++) {
        hash = hash_int(random_u32(&r), hash);
        hash = hash_double(random_double(&r), hash);
        hash = hash_double(random_between(&r, -3.0, 11.0), hash);
        hash = hash_int(random_below(&r, 1 + i), hash);
    }
    return hash;
}

/// Angles of every size, both signs, and the places where quadrants meet.
static uint64_t hash_sincos(void) {
    uint64_t hash = 0;
    double sine, cosine;
    for (int k = -40; k <= 40; k++)
        for (int nudge = -1; nudge <= 1; nudge++) {
            trig_sincos(k * (TRIG_PI / 8.0) + nudge * 1e-9, &sine, &cosine);
            hash = hash_double(cosine, hash_double(sine, hash));
        }
    random_state r = random_make(11);
    double size = 1e-8;
    for (int i = 0; i < 4000; i++) {
        if (i % 200 == 0) size *= 6.0;
        double angle = random_between(&r, -size, size);
        trig_sincos(angle, &sine, &cosine);
        hash = hash_double(cosine, hash_double(sine, hash));
        hash = hash_double(trig_sin(angle) + trig_cos(angle), hash);
    }
    return hash;
}

static uint64_t hash_arcs(void) {
    uint64_t hash = 0;
    for (int y = -12; y <= 12; y++)
        for (int x = -12; x <= 12; x++) hash = hash_double(trig_atan2(y * 0.3, x * 0.7), hash);
    random_state r = random_make(13);
    for (int i = 0; i < 2000; i++) {
        double scale = trig_exp(random_between(&r, -30.0, 30.0));
        // One draw a statement: C leaves the order of arguments open, and gcc's is not clang's.
        double y = random_between(&r, -1, 1) * scale;
        double x = random_between(&r, -1, 1);
        hash = hash_double(trig_atan2(y, x), hash);
        hash = hash_double(trig_acos(random_between(&r, -1.1, 1.1)), hash);
        double angle = random_between(&r, -50, 50);
        hash = hash_double(trig_unwrap(angle, random_between(&r, -50, 50)), hash);
    }
    return hash;
}

static uint64_t hash_powers(void) {
    random_state r = random_make(17);
    uint64_t hash = 0;
    for (int i = 0; i < 2000; i++) {
        hash = hash_double(trig_exp(random_between(&r, -760.0, 720.0)), hash);
        hash = hash_double(trig_exp(random_between(&r, -1.0, 1.0)), hash);
        double x = trig_exp(random_between(&r, -200.0, 200.0));
        hash = hash_double(trig_log(x), hash);
        hash = hash_double(trig_pow(x, random_between(&r, -3.0, 3.0)), hash);
        double v = random_between(&r, -1e6, 1e6);
        hash = hash_double(trig_floor(v) + 0.5 * trig_round(v), hash);
    }
    return hash;
}

/// Doubles of every exponent, written and read back.
static uint64_t hash_numbers_as_text(void) {
    random_state r = random_make(19);
    uint64_t hash = 0;
    for (int i = 0; i < 3000; i++) {
        uint64_t bits = (uint64_t)random_u32(&r) << 32 | random_u32(&r);
        double value, again;
        memcpy(&value, &bits, sizeof value);
        if (!finite_double(value)) continue;
        if (i % 3 == 0) value = random_between(&r, -1000.0, 1000.0);
        if (i % 6 == 0) value = trig_round(value * 8.0) / 64.0;
        char word[64];
        size_t size = text_from_double(word, value);
        if (!text_to_double(word, size, &again)) return 0;
        hash = hash_double(again, pantin_hash(word, size, hash));
        double fixed = random_between(&r, -90, 90);
        size = text_print(word, sizeof word, "%.3f %g %08x", fixed, value, (unsigned)(bits >> 40));
        hash = pantin_hash(word, size, hash);
    }
    return hash;
}

static int compare_keys(const void *context, int a, int b) {
    const double *keys = context;
    return keys[a] < keys[b] ? -1 : keys[a] > keys[b];
}

/// Many equal keys: the order shows whether the sort is stable.
static uint64_t hash_sort(void) {
    enum { COUNT = 2000 };
    static double keys[COUNT];
    static int order[COUNT], scratch[COUNT];
    random_state r = random_make(23);
    uint64_t hash = 0;
    for (int distinct = 1; distinct <= 4096; distinct *= 8) {
        for (int i = 0; i < COUNT; i++) {
            keys[i] = random_below(&r, distinct) * 0.1;
            order[i] = i;
        }
        sort_indices(order, COUNT, compare_keys, keys, scratch);
        hash = pantin_hash(order, sizeof order, hash);
    }
    return hash;
}

const hash_case hash_base_cases[] = {
    { "base.random", hash_random },
    { "base.sincos", hash_sincos },
    { "base.arcs", hash_arcs },
    { "base.powers", hash_powers },
    { "base.numbers_as_text", hash_numbers_as_text },
    { "base.sort", hash_sort },
    { 0 },
};
