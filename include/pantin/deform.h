/// @file pantin/deform.h — the bending contract and its players.
/// In: a rest mesh with patches (handles) and, each frame, where each patch should be. Out: the bent
/// vertices in the precision written, verified, and a report. Caller owns all arrays.
/// Promise: `solve` allocates nothing; every number in a report is measured on the float32 written.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_DEFORM_H
#define PANTIN_DEFORM_H

#include "pantin/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A handle: a small set of vertices that moves as one rigid piece. Set-up, never per frame.
typedef struct pantin_patch {
    const int *vertices; ///< borrowed during create; no vertex in two patches
    int count;           ///< >= 1
    double weight;       ///< how hard each of its vertices is pulled, > 0 (default 1000)
    bool free_turn;      ///< its angle follows the sheet; false: it is held at the target's angle
} pantin_patch;

/// A limb's bone: pulls the rotation of its triangles to one angle. Set-up.
typedef struct pantin_bone {
    const int *triangles;  ///< borrowed during create
    const double *weights; ///< one a triangle: k_b faded to 0 at the joints
    int count;
} pantin_bone;

/// Where a patch should be at a frame.
typedef struct pantin_target {
    pantin_vec2 center; ///< px, where the centroid of the patch's vertices should lie
    double angle; ///< rad, positive turns x toward y (clockwise as seen); unused where free_turn
    double scale; ///< 0.25..4, usually 1
} pantin_target;

typedef struct pantin_deform_setup {
    const pantin_mesh *rest; ///< borrowed, must outlive the machine
    bool mirrored_rest;      ///< rest is mirrored in x (a look the other way)…
    double mirror_x;         ///< …about this vertical line, px: the middle of its drawing
    const double *rigidity;  ///< one a triangle, >= 1; NULL: 1 everywhere. Copied
    const pantin_patch *patches;
    int patch_count;
    const pantin_bone *bones;
    int bone_count;
} pantin_deform_setup;

/// All players share this struct; each field names its player.
typedef struct pantin_deform_options {
    int warm_iterations; ///< from a start, 1..1000 (reference players; default 8; "arap" has 40)
    int cold_iterations; ///< without one, 1..1000 (reference players; default 40)
    bool repair;         ///< stiffen what turned over (reference players; default true)
    int repair_rounds;   ///< at most this many a frame, 0..10 (default 10)
} pantin_deform_options;

pantin_deform_options pantin_deform_defaults(void);

/// What a solve may spend. iterations 0: the player's own count.
typedef struct pantin_budget {
    int iterations;      ///< at most, a round; 0..100000
    double tolerance_px; ///< stop when no vertex moved more in an iteration; 0: never early ("arap":
                         ///< 0.003 of the mean edge). With it and more than 12 iterations "arap-triangle" goes the
                         ///< faster way
} pantin_budget;

typedef enum pantin_deform_status {
    PANTIN_REACHED, ///< every handle within 0.5 px
    PANTIN_SHORT,   ///< some handle is not: the sheet, or another handle, will not let it
    PANTIN_CAPPED,  ///< stopped by the iteration cap before it settled
    PANTIN_LAGGING, ///< held back so that nothing pops; catches up in the next frames
    PANTIN_REPOSED, ///< took another shape to get there: a pop is possible
    PANTIN_STALLED, ///< could not be verified: the last verified frame stands
} pantin_deform_status;

const char *pantin_deform_status_name(pantin_deform_status status);

/// A handle's fate at a frame.
typedef struct pantin_handle_report {
    pantin_vec2 target;     ///< px
    pantin_vec2 error;      ///< reached centroid minus target, px
    double error_px;        ///< its length
    double angle_error;     ///< rad, best-fit turn of the patch minus target; 0 where free_turn
    double vertex_error_px; ///< the worst single vertex of the patch
} pantin_handle_report;

/// How a bent mesh fares; every figure as docs/measures.md defines it, on the float32 written.
typedef struct pantin_bend_quality {
    int inverted;             ///< triangles with det J <= 0
    int branch_points;        ///< interior vertices whose angles do not sum to 2 pi
    double min_area_ratio;    ///< the smallest det J
    double energy_normalized; ///< sum A |J - R|^2 / sum A
    double stretch_mean;      ///< area-weighted mean of max(|s1 - 1|, |s2 - 1|)
    double stretch_p95;       ///< its area-weighted 95th percentile
    double
        feature_distortion; ///< largest |s - 1| over triangles with rigidity > 1; 0: there are none
} pantin_bend_quality;

/// What a solve did. Poor numbers are facts, not errors.
typedef struct pantin_deform_report {
    pantin_deform_status status;
    int iterations; ///< of all rounds
    int repair_rounds;
    int inverted_raw;    ///< before any repair
    double energy;       ///< px^2, the player's own objective after the last iteration
    double last_move_px; ///< the largest move of a vertex in the last iteration
    pantin_bend_quality quality;
    uint32_t memory; ///< what "arap" knows beyond the vertices written, for `resume`; else 0
} pantin_deform_report;

enum {
    PANTIN_FOLLOWS_RIGID = 1, ///< a rigid move of all targets moves the mesh rigidly
    PANTIN_NEVER_FLIPS = 2,
    PANTIN_NEEDS_ROTATIONS = 4 ///< free_turn patches want an angle from elsewhere
};

/// A way to bend a mesh. All players fill these slots; tests and the command loop over the table.
typedef struct pantin_deformer {
    const char *name; ///< as on the command line: "arap-triangle"
    unsigned promises;
    /// Orders, factors, allocates everything. NULL and `error` on failure (a vertex in two patches,
    /// an option out of range, memory). Zero patches are fine: the rest shape is the answer.
    void *(*create)(const pantin_deform_setup *, const pantin_deform_options *, pantin_error *);
    /// `start`: the written frame before (NULL: a jump, from the rest placed on the targets).
    /// `path` (path_count target sets): a jump's way, from rest, made by the rig; may be NULL. It makes no jump.
    /// A target that is not finite is taken as the patch's rest place and reported short.
    /// `out`: vertex_count points; `handles`: patch_count reports or NULL; `bind`: triangle_count or NULL.
    pantin_deform_report (*solve)(void *, const pantin_target *targets, const double *bone_angles,
                                  const pantin_point32 *start, const pantin_target *const *path,
                                  int path_count, pantin_budget budget, pantin_point32 *out,
                                  pantin_handle_report *handles, float *bind);
    /// Forgets what earlier frames left behind (repair stiffness): as just created.
    void (*reset)(void *);
    /// The next `start` is any frame of this piece: `memory` of its report. Needed unless it is the one
    /// solved last.
    void (*resume)(void *, uint32_t memory);
    void (*destroy)(void *);
    const char *not_yet; ///< NULL, or why `create` always answers PANTIN_ERROR_NOT_YET
} pantin_deformer;

/// All players, the default first among those that work; count in `count`.
const pantin_deformer *const *pantin_deformers(int *count);
/// By name; NULL with the nearest name in `error` when there is none, or PANTIN_ERROR_NOT_YET.
const pantin_deformer *pantin_deformer_find(const char *name, pantin_error *error);
/// The name used where nobody chose one.
#define PANTIN_DEFAULT_METHOD "arap"

/// Measures bent meshes of one rest mesh; opaque, since it keeps adjacency and scratch.
typedef struct pantin_bend_meter pantin_bend_meter;
PANTIN_CHECKED pantin_bend_meter *pantin_bend_meter_create(const pantin_mesh *rest,
                                                           bool mirrored_rest,
                                                           const double *PANTIN_NULLABLE rigidity,
                                                           pantin_error *error);
/// `stretch` (triangle_count) gets each triangle's stretch, `area_ratio` each det J; both may be NULL.
pantin_bend_quality pantin_bend_measure(pantin_bend_meter *meter, const pantin_point32 *vertices,
                                        double *PANTIN_NULLABLE stretch,
                                        double *PANTIN_NULLABLE area_ratio);
void pantin_bend_meter_destroy(pantin_bend_meter *meter);

#ifdef __cplusplus
}
#endif
#endif
