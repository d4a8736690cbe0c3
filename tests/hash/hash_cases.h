// hash_cases.h — small pieces of work, each boiled down to one number that must be the same with every
// compiler, every optimisation and in the browser. Core only: no stdio, no clock, no file.
//
// A module's cases stand in tests/hash/hash_<module>.c as `const hash_case hash_<module>_cases[]`, ended
// by an empty one; hash_cases.c lists the modules. tests/hash/golden.txt holds the numbers agreed on.
// SPDX-License-Identifier: MIT
#ifndef HASH_CASES_H
#define HASH_CASES_H

#include <stdint.h>

typedef struct hash_case {
    const char *name;      ///< "module.what", no blanks
    uint64_t (*run)(void); ///< 0 means it could not be done, and fails
} hash_case;

extern const hash_case hash_base_cases[];
extern const hash_case hash_deform_cases[];
extern const hash_case hash_image_cases[];
extern const hash_case hash_linear_cases[];
extern const hash_case hash_mesh_cases[];
extern const hash_case hash_motion_cases[];
extern const hash_case hash_raster_cases[];
extern const hash_case hash_sound_cases[];

int hash_case_count(void);
const char *hash_case_name(int index);
uint64_t hash_case_run(int index);

/// Chains a number into a hash; every NaN counts as the same one (its sign and payload are no result).
uint64_t hash_double(double value, uint64_t seed);
uint64_t hash_int(int64_t value, uint64_t seed);

#endif
