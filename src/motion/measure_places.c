// measure_places.c — where the figure is at its last frame and where it was at its first.
//
// x(i) is a joint's place in the world, through all parents; p(i) the root's. Drift is |p(N-1) - p(0)|,
// its floor and its up part beside it; the position gap the worst joint's |x(N-1) - x(0)| and that of its
// step |(x(N-1) - x(N-2)) - (x(1) - x(0))|. The heading is the direction of the line through hips and shoulders.
// Travelling, the last frames are first brought back by stride and turn: what is left is the gap.
// SPDX-License-Identifier: MIT
#include "motion/figure.h"
#include "motion/measure.h"

enum { FIRST, SECOND, BEFORE, LAST, FRAMES };

typedef struct ends {
    vec3 *places[FRAMES]; // of all joints at frames 0, 1, N-2, N-1
} ends;

/// The turn about the up axis from one angle to another, rad, -pi..pi.
static double turn_between(double from, double to) { return trig_unwrap(to - from, 0); }

/// The turn of a joint's own axes about the world's up, from first to last frame: where no heading line is
/// known. The twist of the world's rotation between them.
static double twist_of_root(const pantin_clip *clip) {
    frame3 a = clip_frame_of(clip, 0, clip->root);
    frame3 b = clip_frame_of(clip, clip->frames - 1, clip->root);
    // The best turn about y that takes the columns of a to those of b.
    double cosine = 0, sine = 0;
    for (int column = 0; column < 3; column++) {
        double ax = a.m[column], az = a.m[8 + column], bx = b.m[column], bz = b.m[8 + column];
        cosine += ax * bx + az * bz;
        sine += az * bx - ax * bz;
    }
    return trig_atan2(sine, cosine);
}

/// Where a place of the last frame would stand had the figure not travelled.
static vec3 brought_back(vec3 place, vec3 first_root, vec3 last_root, double cosine, double sine) {
    vec3 offset = vec3_sub(place, last_root);
    return vec3_make(first_root.x + cosine * offset.x - sine * offset.z, place.y,
                     first_root.z + sine * offset.x + cosine * offset.z);
}

static void measure_gaps(const measure_work *work, const ends *e, pantin_loop_measure *m) {
    const pantin_clip *clip = work->clip;
    bool travels = work->root == PANTIN_ROOT_TRAVEL;
    double cosine = 1, sine = 0;
    if (travels) trig_sincos(work->excused_turn, &sine, &cosine);
    vec3 first_root = e->places[FIRST][clip->root], last_root = e->places[LAST][clip->root];
    for (int k = 0; k < clip->joint_count; k++) {
        if (!clip->joints[k].bone && !clip->joints[k].end) continue;
        vec3 last = e->places[LAST][k], before = e->places[BEFORE][k], first = e->places[FIRST][k];
        if (travels) {
            last = brought_back(last, first_root, last_root, cosine, sine);
            before = brought_back(before, first_root, last_root, cosine, sine);
        }
        double gap = 100 * vec3_distance(last, first);
        if (gap > m->position_gap_cm) {
            m->position_gap_cm = gap;
            m->position_joint = k;
        }
        vec3 in = vec3_sub(last, before), out = vec3_sub(e->places[SECOND][k], first);
        m->position_velocity_gap_cm_per_frame =
            max_double(m->position_velocity_gap_cm_per_frame, 100 * vec3_distance(in, out));
    }
}

bool measure_places(measure_work *work, pantin_loop_measure *m) {
    const pantin_clip *clip = work->clip;
    ends e;
    const int frames[FRAMES] = { 0, 1, clip->frames - 2, clip->frames - 1 };
    for (int k = 0; k < FRAMES; k++)
        e.places[k] = ARENA_ARRAY(&work->memory, vec3, clip->joint_count);
    if (arena_failed(&work->memory)) return false;
    for (int k = 0; k < FRAMES; k++) pantin_clip_places(clip, frames[k], e.places[k]);

    vec3 first = e.places[FIRST][clip->root], last = e.places[LAST][clip->root];
    m->root_drift_cm = 100 * vec3_distance(last, first);
    m->root_drift_floor_cm = 100 * vec3_floor_distance(last, first);
    m->root_drift_up_cm = 100 * (last.y - first.y);
    vec3 way = vec3_sub(last, first);
    if (clip->ground != NULL)
        way = vec3_add(way, vec3_sub(clip->ground[clip->frames - 1], clip->ground[0]));
    m->stride_cm = 100 * sqrt(way.x * way.x + way.z * way.z);

    double from, to, turn;
    bool known = figure_heading(&work->figure, e.places[FIRST], &from) &&
                 figure_heading(&work->figure, e.places[LAST], &to);
    turn = known ? turn_between(from, to) : twist_of_root(clip);
    if (known) m->heading_gap_deg = turn / TRIG_DEGREE;
    work->excused_turn = work->root == PANTIN_ROOT_TRAVEL ? turn : 0;
    measure_gaps(work, &e, m);
    return true;
}
