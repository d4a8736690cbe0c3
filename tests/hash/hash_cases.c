// hash_cases.c — the list of modules whose work is hashed, and the three functions that node and the
// native program call.
// SPDX-License-Identifier: MIT
#include "hash_cases.h"

#include "pantin/base.h"

static const hash_case *const modules[] = {
    hash_base_cases,
    hash_deform_cases,
    hash_image_cases,
    hash_linear_cases,
    hash_mesh_cases,
    hash_motion_cases,
    hash_raster_cases,
    hash_sound_cases,
};
enum { MODULES = sizeof modules / sizeof modules[0] };

int hash_case_count(void) {
    int count = 0;
    for (int m = 0; m < MODULES; m++)
        for (const hash_case *c = modules[m]; c->name; c++) count++;
    return count;
}

static const hash_case *find_case(int index) {
    for (int m = 0; m < MODULES; m++)
        for (const hash_case *c = modules[m]; c->name; c++)
            if (index-- == 0) return c;
    return NULL;
}

const char *hash_case_name(int index) {
    const hash_case *c = find_case(index);
    return c ? c->name : "";
}

uint64_t hash_case_run(int index) {
    const hash_case *c = find_case(index);
    return c ? c->run() : 0;
}

uint64_t hash_double(double value, uint64_t seed) {
    if (value != value) return pantin_hash("NaN", 3, seed);
    return pantin_hash(&value, sizeof value, seed);
}

uint64_t hash_int(int64_t value, uint64_t seed) { return pantin_hash(&value, sizeof value, seed); }
