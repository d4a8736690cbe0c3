// with_soak.h — what is bent in a soak (subjects), how it is pulled about (motions), and what came of it (results).
// SPDX-License-Identifier: MIT
#ifndef WITH_SOAK_H
#define WITH_SOAK_H

#include "base/random.h"
#include "bendable.h"

enum { SOAK_UNIT = 250 }; // frames

/// How the targets move. From SOAK_POSES on they can be reached.
typedef enum soak_kind {
    SOAK_DRAG,     // one to four handles, to places of which half are near
    SOAK_JUMPS,    // anywhere, at once; one in three without a frame before
    SOAK_PERMUTED, // each to another's place
    SOAK_POINT,    // all to one point, and back
    SOAK_SPIN,     // all turn, ever on
    SOAK_FAR,      // 1e5 px away
    SOAK_MIRRORED, // to the mirror image, and back
    SOAK_POSES, // joints turned by up to their limits, each frame a jump along the skeleton's path
    SOAK_FLOW,  // joints that swing within their limits, the whole turning and walking
    SOAK_RECORDED, // recorded motions on real drawings
    SOAK_KINDS
} soak_kind;
extern const char *const soak_kind_names[SOAK_KINDS];

/// One of a fixed list of meshes. False: it needs drawings that are not at hand.
int soak_subject_count(void);
/// Its usual number of vertices.
int soak_subject_size(int which);
bool soak_subject_make(int which, bendable *b, pantin_error *error);
/// Those of real drawings are the last ones.
int soak_subject_first_real(void);

/// Presses one in twenty inner vertices against the far side of a triangle: 0.002 of its area is left.
void soak_press_slivers(bendable *b, random_state *random);

/// Targets of all handles, frame by frame.
typedef struct soak_motion {
    soak_kind kind;
    const bendable *b;
    random_state random;
    double diagonal;
    vec2 middle;
    pantin_target from[DRAWN_JOINTS], goal[DRAWN_JOINTS], now[DRAWN_JOINTS];
    int left, length; // frames of the way at hand
    int order[DRAWN_JOINTS];
    double phase[DRAWN_JOINTS][2], speed[DRAWN_JOINTS][2], turns[DRAWN_JOINTS];
    const vec2 *places; // recorded: [frame * DRAWN_JOINTS + joint]
    int frames, at, stride;
} soak_motion;

soak_motion soak_motion_begin(soak_kind kind, const bendable *b, uint64_t seed);
/// The next frame's into motion->now; true: a jump, without the frame before.
bool soak_motion_step(soak_motion *motion, int frame);

// --- results ------------------------------------------------------------------------------------

/// What is counted, in frames.
typedef enum soak_count {
    SOAK_FRAMES,
    SOAK_INVERTED,
    SOAK_BRANCHED,
    SOAK_NOT_NUMBERS,
    SOAK_UNLIKE, // the report, or a second solve, says otherwise
    SOAK_STALLED,
    SOAK_REPOSED,
    SOAK_LAGGING,
    SOAK_SHORT,
    SOAK_CAPPED,
    SOAK_HELD, // all handles within 0.5 px
    SOAK_COUNTS
} soak_count;

enum { SOAK_BUCKETS = 120 };

/// Of a unit.
typedef struct soak_result {
    int unit, vertices;
    char subject[40];
    soak_kind kind;
    bool bones;
    long counts[SOAK_COUNTS];
    double min_ratio, ms;      // ms: of the processor, all frames
    int buckets[SOAK_BUCKETS]; // of ms, eight a doubling from 0.05 on
} soak_result;

int soak_bucket(double ms);
void soak_write_head(FILE *out);
void soak_write_result(FILE *out, const soak_result *r);
bool soak_read_result(const char *line, soak_result *r);

typedef struct soak_tally {
    long counts[SOAK_COUNTS];
    int units, buckets[SOAK_BUCKETS];
    double min_ratio, ms;
} soak_tally;

/// Of all, by kind, and of the groups of which something is promised.
typedef struct soak_sums {
    soak_tally all, big, reachable, unreachable, kinds[SOAK_KINDS];
    soak_tally recorded[2]; // big, without and with bones
} soak_sums;

void soak_sums_add(soak_sums *s, const soak_result *r);
/// As a table; true: what is promised was kept.
bool soak_sums_print(const soak_sums *s);

#endif
