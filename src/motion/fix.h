// fix.h — one piece of work on one clip: what the steps of a fix hand to each other.
//
//   base   the piece as it was cut out, its root already taken to rest (root.c)
//   out    the same frames with the seam led together (offset.c, crossfade.c), then the feet (foot_lock.c)
// Both stand in the moved frame: there a perfect loop's last frame is its first, travelling or not.
// SPDX-License-Identifier: MIT
#ifndef MOTION_FIX_H
#define MOTION_FIX_H

#include "motion/clip.h"

typedef struct root_path root_path;

/// What of its own residual a bone's seam may show: twice its mean, or twice its root mean square; or the largest of
/// its frames within 0.25 s of the seam, or a half or a quarter of that.
typedef enum fix_aim {
    FIX_AIM_MEAN,
    FIX_AIM_SQUARE,
    FIX_AIM_NEAR,
    FIX_AIM_NEAR_HALF,
    FIX_AIM_NEAR_QUARTER,
    FIX_AIMS
} fix_aim;

typedef struct fix_work {
    const pantin_clip *clip; // the whole source
    const pantin_loop_options *options;
    int start, end; // the piece's frames in `clip`
    int lead;       // frames before `start` that `base` has too (crossfade)
    int frames;     // end - start + 1
    int window;     // frames over which the seam is led together, at each end
    fix_aim aim;
    double target;    // what the residual of a bone may be at the seam, rad a frame
    pantin_clip base; // lead + frames
    pantin_clip out;  // frames
    arena memory;     // what lives as long as the work
} fix_work;

/// What the steps tell of themselves, in words of the report.
typedef struct fix_lock {
    int contacts;
    double correction_m;
    double slide_less_m; // of standing feet, all together: what holding them spares
} fix_lock;

// --- the options (fix_options.c) ---------------------------------------------------------------

/// Every field within its range; the error names the field.
PANTIN_CHECKED bool fix_check_options(const pantin_clip *clip, const pantin_loop_options *options,
                                      pantin_error *error);

// --- the seam (offset.c, crossfade.c) ----------------------------------------------------------

/// Leads the ends of `out` (a copy of the piece) together by one of the offset methods. False: memory.
PANTIN_CHECKED bool offset_close(fix_work *work);
/// Does a mode look at velocities, so that there is an aim for them?
bool offset_aims_at_velocity(pantin_fix_method method);
/// On which sides of the seam joints may be bent for it.
typedef enum fix_sides { FIX_BOTH_SIDES, FIX_RIGHT_SIDE, FIX_LEFT_SIDE } fix_sides;
/// Takes the jump of velocity out of some joints' seam again, their values being closed already.
PANTIN_CHECKED bool offset_smooth(fix_work *work, const int *joints, int count, fix_sides sides);
/// The reference's blend of the last frames into those before the start.
void crossfade_close(fix_work *work);
/// The velocity gap that its formula leaves, degrees a frame, of the source's frames alone.
double crossfade_velocity_gap(const fix_work *work);

// --- a jolt at the wrap (fix_jolt.c) -----------------------------------------------------------

/// The joint whose step changes most across the wrap, in shares of what hides there.
typedef struct fix_jolt {
    double share;            // above 1: it shows
    double change_m, near_m; // a frame: at the wrap; at most in the source's frames beside it
    int joint;
} fix_jolt;
/// Of `out`, before its root is put back. False: memory.
PANTIN_CHECKED bool fix_jolt_find(fix_work *work, fix_jolt *jolt);

// --- the ways of closing it (fix_tries.c) ------------------------------------------------------

/// Closes the seam of the piece into `out`, root and all, in the way that is best for it: its window, measure
/// and held feet go into the report, whose `source` is measured already.
PANTIN_CHECKED bool fix_close(fix_work *work, const root_path *path, const pantin_clip *piece,
                              pantin_loop_fixed *report, pantin_error *error);

// --- the root (root.c) -------------------------------------------------------------------------

/// The rigid floor motion that leads the piece's first frame to its last: a turn about the up axis and a
/// shift, spread evenly over the piece as a one-parameter group, so that it runs on at constant speed.
struct root_path {
    int carrier;             // the joint that is moved for it; PANTIN_NONE: none can be
    bool turnable;           // the carrier may be turned too
    double turn;             // rad a cycle, 0 where it is not taken out
    double drift_x, drift_z; // m a cycle
    double at_x, at_z;       // where the root stands on the floor at the first frame
    bool centered; // half the turn is taken out at each end, so that the middle stays as it was
    double steps;  // frames - 1
};
/// What there is to take out of the piece (nothing when the options say so), and doing it to `base`.
root_path root_find(const fix_work *work);
void root_take_out(fix_work *work, const root_path *path);
/// The last frame of a clip that travels, being a copy of the first, led on to where the root goes next: by the
/// mean of its steps on both sides. Answers the turn, rad.
double root_lead_on(pantin_clip *clip);
/// Puts the root's floor places of the source into `out`, frame by frame.
void root_keep(fix_work *work, const root_path *path);
/// Ends the root by options->root: travel put back; `out.ground` for in place. False: memory.
PANTIN_CHECKED bool root_finish(fix_work *work, const root_path *path);
/// The turn that the axes of a frame stand for. False where they are no rotation (or its mirror image)
/// times one scale. For a mirror it is the turn of the opposite axes: conjugating by either is the same.
bool root_frame_turn(const frame3 *frame, quat *turn);
/// The joint that was turned with the figure's heading, or PANTIN_NONE.
static inline int root_turned(const root_path *path) {
    return path->turn != 0 ? path->carrier : PANTIN_NONE;
}
/// The world place of the root in a frame.
vec3 root_place(const pantin_clip *clip, int frame);
double root_vertical_range(const pantin_clip *clip);
/// Turn about the up axis that leads from frame `from` to `to`, rad; 0 where the root lies or hangs.
double root_turn(const pantin_clip *clip, int from, int to);

// --- the feet (foot_lock.c) --------------------------------------------------------------------

/// Holds the standing feet through the seam. False: memory.
PANTIN_CHECKED bool foot_lock(fix_work *work, fix_lock *lock, pantin_error *error);

/// A leg posed in space (foot_leg.c): where its joints stand and how their parents are turned.
typedef struct foot_leg_pose {
    vec3 hip, knee, ankle;
    quat thigh_parent, shin_parent,
        foot_parent;  // turns in the world (of a mirror: of its negative)
    quat thigh, foot; // their own turns in the world
} foot_leg_pose;
/// False where the leg cannot be posed: a scale that is not the same in all directions.
bool foot_leg_read(const pantin_clip *clip, int frame, const pantin_leg *leg, foot_leg_pose *pose);
/// Moves the ankle by `shift` (m, world) and turns the foot by `turn` (world), the knee staying in its
/// plane; `bend` is where the knee points to in the thigh's axes, for a leg so straight that it has none.
void foot_leg_move(pantin_clip *clip, int frame, const pantin_leg *leg, const foot_leg_pose *pose,
                   vec3 bend, vec3 shift, quat turn);
/// Where the knee points to, in the thigh's axes, times the sine of its bend.
vec3 foot_leg_bend(const foot_leg_pose *pose);

enum { FOOT_LEG_JOINTS = 3 };

/// What was done to a leg (foot_strain.c).
typedef struct foot_strain {
    double bend; // rad: the farthest that a joint of it is from the source
    double jerk; // rad a frame²: the largest change of its knee's velocity
} foot_strain;
void foot_strain_joints(const pantin_leg *leg, int joints[FOOT_LEG_JOINTS]);
foot_strain foot_strain_find(const fix_work *work, const pantin_leg *leg);
/// The largest change of a joint's velocity from step to step, the wrap's too where the clip is a loop.
double foot_strain_change(const pantin_clip *clip, int lead, int frames, int joint, bool loop);
/// The rotations of a leg in all frames of `out`, into `kept` (FOOT_LEG_JOINTS a frame) or back.
void foot_strain_swap(fix_work *work, const pantin_leg *leg, quat *kept, bool back);

// --- the report (fix_report.c) -----------------------------------------------------------------

/// The worst angle between two frames of a clip, degrees, and its bone: of core bones, or of any.
double fix_gap_deg(const pantin_clip *clip, int from, int to, bool core_only, int *bone);
void fix_measure_piece(const fix_work *work, pantin_loop_fixed *report);
/// The skate of a clip's feet in the frames about the seam, the wrap left out; as it was where there are none.
/// False: memory.
PANTIN_CHECKED bool fix_seam_skate(fix_work *work, const pantin_clip *clip, double *cm_per_s);
/// The largest angle between a bone in two clips of as many frames, degrees, and the bone; `turned` is not asked.
double fix_bend_deg(const pantin_clip *a, const pantin_clip *b, int turned, int *bone);
/// How far `out` is from the piece it was. `places`: room for 2 * joint_count.
void fix_measure_deviation(const fix_work *work, const pantin_clip *piece, int carrier,
                           pantin_loop_fixed *report, vec3 *places);
/// Does the figure stand on its legs, most of the time? Of one that lies (a file whose up axis is not what it
/// says) no foot can be held, and none be blamed for skating.
bool fix_stands(const pantin_clip *clip);
/// What the seam may show: a residual in degrees/s, and skate in cm/s, by what the source's piece does.
double fix_most_residual(const pantin_loop_measure *source);
double fix_most_skate(const pantin_loop_measure *source);
/// Which goals are met, and the reasons where not.
void fix_judge(const fix_work *work, const pantin_loop_search *search, const root_path *path,
               const pantin_clip *piece, pantin_loop_fixed *report);

#endif
