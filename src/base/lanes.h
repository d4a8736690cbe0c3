// lanes.h — the one vector width of the house: 16 bytes, in the compiler's own vector types.
//
// 16 bytes is what baseline x86-64, NEON and wasm all have; wider vectors on a baseline build were
// measured 7x slower, while 16-byte ones were as fast as AVX2. Operations are element-wise + - * /,
// so every compiler gives the same bits.
// SPDX-License-Identifier: MIT
#ifndef BASE_LANES_H
#define BASE_LANES_H

#include <stdint.h>

typedef double double2 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));
typedef uint32_t uint4 __attribute__((vector_size(16)));
typedef uint8_t byte16 __attribute__((vector_size(16)));

/// The same types at any address (element-aligned): read and written through pointers.
typedef double double2_loose __attribute__((vector_size(16), aligned(8)));
typedef float float4_loose __attribute__((vector_size(16), aligned(4)));

static inline double2 double2_splat(double v) { return (double2){ v, v }; }
static inline float4 float4_splat(float v) { return (float4){ v, v, v, v }; }
static inline double2 double2_load(const double *from) { return *(const double2_loose *)from; }
static inline void double2_store(double *to, double2 v) { *(double2_loose *)to = v; }
static inline float4 float4_load(const float *from) { return *(const float4_loose *)from; }
static inline void float4_store(float *to, float4 v) { *(float4_loose *)to = v; }

#endif
