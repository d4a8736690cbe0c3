/// @file pantin/motion.h — motion clips: read, measured, made to loop, written back.
/// In: the bytes of a BVH, GLB or glTF file. Out: a clip as plain data (metres, seconds, y up), what its seam
/// is like, the best loops in it, and the file again with only that clip changed.
/// Promise: reading and measuring know nothing of fixing; a file is copied byte for byte but for what the
/// chosen animation owns; every figure is in docs/measures.md.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_MOTION_H
#define PANTIN_MOTION_H

#include "pantin/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A place, an offset or a turn in space. Metres unless said otherwise; x, y (up), z right-handed.
typedef struct pantin_vec3 {
    double x, y, z;
} pantin_vec3;

/// A rotation: x, y, z the axis times the sine of half the angle, w the cosine. Of unit length.
typedef struct pantin_quat {
    double x, y, z, w;
} pantin_quat;

// --- a clip -----------------------------------------------------------------------------------

/// What of a joint its animation moves; STEP: with that interpolation, so that it must not be smoothed.
enum {
    PANTIN_MOVES_ROTATION = 1,
    PANTIN_MOVES_TRANSLATION = 2,
    PANTIN_MOVES_SCALE = 4,
    PANTIN_STEP_ROTATION = 8,
    PANTIN_STEP_TRANSLATION = 16,
    PANTIN_STEP_SCALE = 32,
};

/// A node of the skeleton. All ancestors of a bone are joints too, be they bones or not.
typedef struct pantin_joint {
    const char *name; ///< never NULL; "node7" where the file has none; names may repeat
    int parent;       ///< smaller than its own index, or PANTIN_NONE
    int node;         ///< of glTF: the node's index; of BVH: the joint's in file order
    bool bone; ///< the metrics count it: a skin's joint, or an animated node where there is no skin
    bool end;  ///< a BVH's End Site: a place, no motion
    unsigned moves;          ///< PANTIN_MOVES_… and PANTIN_STEP_…
    pantin_vec3 translation; ///< rest, local
    pantin_quat rotation;    ///< rest, local
    pantin_vec3 scale;       ///< rest, local; zero and negative are legal
    const double *
        matrix; ///< instead of the three: a glTF matrix that is no such product, 3 rows of 4; or NULL
} pantin_joint;

/// The weights of a node's morph targets: they are cut, closed and kept with the rest.
typedef struct pantin_morph {
    int node;       ///< of glTF
    int count;      ///< targets
    bool step;      ///< with that interpolation
    float *weights; ///< frames * count
} pantin_morph;

enum { PANTIN_CLIP_NOTES = 16 };

/// One animation, sampled at `fps`. Frame i of joint j stands at [i * joint_count + j].
typedef struct pantin_clip {
    const char *name;          ///< of the animation; "" where it has none
    int animation, animations; ///< its index; how many the file has
    double fps;                ///< 1/s
    int frames;                ///< >= 3
    int key_frames;       ///< from key to key, where all keys are LINEAR and lie evenly farther
                          ///< apart than a frame (or are left out of such a grid); else 1
    double start_s;       ///< time of its first frame in the file
    double unit_cm;       ///< a BVH's unit in cm; 100 for glTF
    char up;              ///< 'x', 'y' or 'z': which axis of the file points up
    pantin_joint *joints; ///< parents before children
    int joint_count, bone_count; ///< all joints; those that are bones
    int root;                    ///< the joint that carries the figure
    pantin_quat *rotations;      ///< local; signs run on from frame to frame
    pantin_vec3 *translations;   ///< local
    pantin_vec3 *scales;         ///< local; NULL where no joint's scale moves
    pantin_vec3
        *ground; ///< what was taken from the root on the floor, a frame, m; NULL: nothing was.
                 ///< Feet are judged with it put back
    pantin_morph *morphs;
    int morph_count;
    const char
        *notes[PANTIN_CLIP_NOTES]; ///< remarks for the report: what was guessed, mended, left out
    int note_count;
    void *owner; ///< (private) what all of it lies in
} pantin_clip;

void pantin_clip_free(pantin_clip *clip);

/// A copy of frames from..to, both included; and one with the same joints and `frames` empty frames, so that a
/// clip can be made anew. The copies live apart from the clip. Errors: memory, a range outside the clip.
PANTIN_CHECKED bool pantin_clip_slice(const pantin_clip *clip, int from, int to, pantin_clip *slice,
                                      pantin_error *error);
PANTIN_CHECKED bool pantin_clip_blank(const pantin_clip *clip, int frames, pantin_clip *blank,
                                      pantin_error *error);

/// Where all joints stand in the world at a frame, through all parents: joint_count places.
void pantin_clip_places(const pantin_clip *clip, int frame, pantin_vec3 *places);

// --- a file ---------------------------------------------------------------------------------------

/// A motion file, parsed: BVH, GLB or glTF. Opaque.
typedef struct pantin_motion pantin_motion;

typedef struct pantin_motion_options {
    double
        unit_cm; ///< what one unit of a BVH is, in cm; 0 (default): guessed from the stature, told
    char up;     ///< 'x', 'y' or 'z': the up axis; 0 (default): y of a glTF; of a BVH guessed, told
    double fps;  ///< 0 (default): the file's own
    /// Fetches what a .gltf names (its buffers), by the path relative to it; NULL: only data URIs.
    bool (*fetch)(void *self, const char *path, size_t limit, pantin_bytes *bytes, pantin_error *);
    void *fetch_self;
} pantin_motion_options;

pantin_motion_options pantin_motion_defaults(void);

/// Is it a BVH, a GLB or a glTF (JSON with "asset")? By its bytes alone.
bool pantin_motion_is(const void *bytes, size_t size);

/// `bytes` are copied. `name` is for messages: the path. Errors: PANTIN_ERROR_FORMAT with path:line:column
/// (text) or path and the object's JSON pointer (GLB). No allocation is larger than the file makes good.
PANTIN_CHECKED pantin_motion *pantin_motion_read(const char *name, const void *bytes, size_t size,
                                                 const pantin_motion_options *PANTIN_NULLABLE,
                                                 pantin_error *error);
void pantin_motion_free(pantin_motion *motion);

typedef enum pantin_motion_kind { PANTIN_BVH, PANTIN_GLB, PANTIN_GLTF } pantin_motion_kind;
pantin_motion_kind pantin_motion_kind_of(const pantin_motion *motion);
const char *pantin_motion_name(const pantin_motion *motion);
int pantin_motion_animations(const pantin_motion *motion);
const char *pantin_motion_animation_name(const pantin_motion *motion, int animation);
/// The first that moves a bone (never a camera), or PANTIN_NONE with an error.
int pantin_motion_animation_default(const pantin_motion *motion, pantin_error *error);
/// By name or index; PANTIN_NONE with the nearest name in `error`.
int pantin_motion_animation_find(const pantin_motion *motion, const char *word,
                                 pantin_error *error);

/// Is an animation a clip at all: does it move a bone, for 3 frames or more? True also of one whose keys cannot be
/// read: sampling it says why.
bool pantin_motion_is_clip(const pantin_motion *motion, int animation);

/// One animation as a clip; PANTIN_NONE: the default one, with a note of those that were passed over. Errors: it
/// moves no bone, fewer than 3 frames, memory.
PANTIN_CHECKED bool pantin_motion_sample(const pantin_motion *motion, int animation,
                                         pantin_clip *clip, pantin_error *error);

/// What a written clip says of itself in `extras` (glTF) or in nothing (BVH).
typedef struct pantin_loop_mark {
    bool closed; ///< the last key equals the first: period (frames - 1) / fps; else frames / fps
    const char *name; ///< the animation's new name; NULL: it keeps its own
} pantin_loop_mark;

/// The file with animation `clip->animation` replaced by `clip` (same joints, any frames): only its samplers
/// change, all else is kept byte for byte, keys in their order. What the clip does not move keeps its tracks.
/// A .gltf gets its new keys as a data URI, and its other buffers stay as they are named.
PANTIN_CHECKED bool pantin_motion_write(const pantin_motion *motion, const pantin_clip *clip,
                                        const pantin_loop_mark *mark, pantin_bytes *bytes,
                                        pantin_error *error);
/// The relative paths of files that a .gltf names (buffers and images): the k-th, or NULL after the last.
const char *pantin_motion_resource(const pantin_motion *motion, int k);

// --- parts of a figure -----------------------------------------------------------------------------

/// A leg, found by names or by shape: hip, knee, ankle, and the toe where there is one.
typedef struct pantin_leg {
    int thigh, shin, foot, toe; ///< joints; toe may be PANTIN_NONE
} pantin_leg;
enum { PANTIN_LEGS_MOST = 8 };

/// The figure's parts that metrics and fixes need.
typedef struct pantin_figure {
    pantin_leg legs[PANTIN_LEGS_MOST];
    int leg_count;
    int left_hip, right_hip, left_shoulder,
        right_shoulder; ///< joints or PANTIN_NONE: the heading's line
} pantin_figure;
pantin_figure pantin_figure_find(const pantin_clip *clip);

// --- measuring ------------------------------------------------------------------------------------

/// What the seam of a clip is like (spec: docs/measures.md). Angles in degrees, lengths in cm.
typedef struct pantin_loop_measure {
    int frames;
    double fps;
    double pose_gap_deg;
    int pose_bone; ///< joints
    double velocity_gap_deg_per_frame;
    int velocity_bone;
    double root_drift_cm, root_drift_floor_cm;
    double root_drift_up_cm; ///< signed: last height minus first
    double velocity_vector_gap_deg_per_frame;
    double acceleration_gap_deg_per_frame2;
    double seam_residual_deg_per_s;
    int residual_bone;
    bool has_interior; ///< false under 6 frames: the next two are 0
    double seam_residual_interior_p95_deg_per_s, seam_residual_interior_max_deg_per_s;
    double position_gap_cm;
    int position_joint;
    double position_velocity_gap_cm_per_frame;
    double heading_gap_deg; ///< signed, about the up axis; 0 where hips and shoulders are unknown
    bool has_feet;
    double skate_cm_per_s; ///< mean over feet and frames, in the ground frame
    double
        skate_seam_cm_per_s; ///< the same over the frames within 0.25 s of the seam, wrap included
    double stride_cm;        ///< floor travel from first to last frame
    bool
        loops; ///< already: pose <= 0.01, drift <= 0.1 (unless it travels), residual <= interior max
    bool open;       ///< its last frame leads on to its first one step later: an open loop
    int open_frames; ///< how many frames that step is: 1, or those from key to key; 0: not open
    double flip_deg; ///< the largest turn of a bone in one frame, where it is above 120; else 0
    int flip_bone, flip_frame; ///< the frame it comes to
    bool first_apart; ///< frame 0 is a pose apart, such as a T-pose: it is no part of the motion
} pantin_loop_measure;

typedef enum pantin_root_mode {
    PANTIN_ROOT_IN_PLACE,
    PANTIN_ROOT_TRAVEL,
    PANTIN_ROOT_KEEP
} pantin_root_mode;

/// Measures the wrap from the last frame to the first. `root`: PANTIN_ROOT_TRAVEL takes drift out of `loops`,
/// the turn of a cycle out of the pose gap, and stride and turn out of the position gaps.
/// Errors: fewer than 3 frames, what is not a number, memory.
PANTIN_CHECKED bool pantin_loop_check(const pantin_clip *clip, pantin_root_mode root,
                                      pantin_loop_measure *measure, pantin_error *error);

typedef enum pantin_limits {
    PANTIN_LIMITS_REFERENCE,
    PANTIN_LIMITS_PER_SECOND,
    PANTIN_LIMITS_RELATIVE
} pantin_limits;
typedef enum pantin_light { PANTIN_GREEN, PANTIN_YELLOW, PANTIN_RED } pantin_light;

typedef struct pantin_loop_verdict {
    bool pass;
    pantin_light pose, velocity, drift, heading, height, floor;
    bool no_rougher; ///< the seam is no rougher than the clip itself
} pantin_loop_verdict;

/// The limits are constants of this function alone; no fix changes them.
pantin_loop_verdict pantin_loop_judge(const pantin_loop_measure *measure, pantin_limits limits,
                                      pantin_root_mode root);

/// For a plot: how well each frame of the clip would close with frame `start`. `frames` entries each; heading
/// and height are signed, frame minus start.
typedef struct pantin_match_curve {
    double *pose_deg, *heading_deg, *height_cm, *floor_cm;
} pantin_match_curve;
void pantin_loop_match(const pantin_clip *clip, int start, pantin_match_curve curve);

/// When a foot stands: contacts[leg * frames + frame]. Height and speed with hysteresis, in the ground frame.
PANTIN_CHECKED bool pantin_contacts_find(const pantin_clip *clip, const pantin_figure *figure,
                                         bool cyclic, bool *contacts, pantin_error *error);

// --- finding ------------------------------------------------------------------------------------------

typedef enum pantin_fix_method {
    PANTIN_FIX_OFFSET,    ///< C2 quintic decay of value, velocity, acceleration over both ends
    PANTIN_FIX_CROSSFADE, ///< the reference method
    PANTIN_FIX_ONE_SIDED, ///< the offset decays over the end alone
    PANTIN_FIX_SHARED,    ///< half over each end, value only
    PANTIN_FIX_LINEAR,    ///< value linear over the whole piece + cubic velocity
    PANTIN_FIX_SOFTFADE,  ///< value with a smooth step over the end
    PANTIN_FIX_METHODS,
} pantin_fix_method;
const char *pantin_fix_method_name(pantin_fix_method method);

typedef struct pantin_loop_options {
    pantin_fix_method method;
    pantin_root_mode root;
    int blend_frames; ///< window of the crossfade, 1..1000 (default 24)
    double window_s;  ///< window of the others, s; 0 (default): from the size of the gap
    double min_keep;  ///< 0..1: share of the clip to keep at least; < 0 (default): the method's own
                      ///< (crossfade 0.6; the others score length instead)
    int start, end;   ///< frames of the clip to use; PANTIN_NONE (default): found
    double period_s;  ///< 0 (default): found
    int pick;         ///< which candidate, from 0 (default)
    int candidates;   ///< how many to list, 1..64 (default 8)
    bool trim, blend, dedrift, foot_lock; ///< default all true
    bool closed;                          ///< write the closing frame (default true)
} pantin_loop_options;
pantin_loop_options pantin_loop_defaults(void);

/// A way to loop: frames start..end become the loop, the end pose being led back to the start's.
typedef struct pantin_loop_candidate {
    int start, end; ///< frames of the clip, both included
    double seconds;
    double cost;            ///< 0 is perfect; below 1 is good, above PANTIN_LOOP_POOR poor
    double gap_deg, gap_cm; ///< at the cut: worst core bone, worst aligned joint
    double peak_deviation_deg, skate_cm_per_s; ///< predicted
    double kept;                               ///< share of the clip's motion (not of its frames)
} pantin_loop_candidate;
#define PANTIN_LOOP_POOR 1.0

typedef struct pantin_loop_search {
    pantin_loop_candidate *candidates; ///< best first
    int count;
    bool period_searched; ///< not where the frames were given, nor by the reference's choice
    double period_s, period_strength; ///< by autocorrelation; 0: none found
    bool poor;                        ///< even the best is
    char reason[256];                 ///< why, in words; "" when not poor
    int skipped_frames;               ///< beyond what is searched: told
} pantin_loop_search;
void pantin_loop_search_free(pantin_loop_search *search);

/// The best loops by options->method's own judgement (crossfade: the reference's one choice).
/// Errors: too short for what is asked, memory.
PANTIN_CHECKED bool pantin_loop_find(const pantin_clip *clip, const pantin_loop_options *options,
                                     pantin_loop_search *search, pantin_error *error);

// --- fixing -------------------------------------------------------------------------------------------

/// What was done. docs/measures.md tells how each is reckoned.
typedef struct pantin_loop_fixed {
    bool untouched; ///< the clip looped already: `clip` is empty, write the file as it was
    pantin_loop_candidate piece;
    pantin_loop_measure before, after;
    pantin_loop_measure source; ///< of the kept piece as it was
    int window_frames;
    double kept;               ///< share of frames
    double peak_deviation_deg; ///< worst bone between an output frame and its source
    int deviation_bone;
    double peak_deviation_cm;      ///< worst joint relative to the root
    double jolt_cm_per_frame;      ///< the most telling change of a joint's step across the wrap
    double jolt_near_cm_per_frame; ///< that joint's largest in the source within 0.25 s of it
    double jolt_share;             ///< of what hides there; above 1 it shows
    int jolt_joint;
    double drift_removed_cm;         ///< on the floor
    double vertical_kept_cm;         ///< range of the root's height
    double anchor_gap_deg_per_frame; ///< the source's own change of speed at the anchor
    int anchor_bone;
    double
        predicted_velocity_gap_deg_per_frame; ///< of a crossfade: what its formula leaves; else 0
    double stride_cm, turn_deg;               ///< a cycle's, where it travels
    int locked_contacts;
    double lock_correction_cm; ///< the largest a foot was moved
    bool goals_met;
    char reason
        [512]; ///< which goal fell short and by how much, or why the best is poor; "" when met
} pantin_loop_fixed;

/// Makes the loop. `fixed_clip` is owned by the caller (empty where untouched).
PANTIN_CHECKED bool pantin_loop_fix(const pantin_clip *clip, const pantin_loop_options *options,
                                    pantin_clip *fixed_clip, pantin_loop_fixed *report,
                                    pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
