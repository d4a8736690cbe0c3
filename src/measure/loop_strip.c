// loop_strip.c — the figure in the frames around the wrap, side by side, as an animator would flip through them:
// the loop in color over its source in grey, feet that stand marked on the floor, and below when each one does.
//
// The figure is seen from in front of its left side (three quarters): the line of its hips at the wrap gives the
// direction; without hips the longer axis of the joints on the floor goes across. Every cell follows the root.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "loop.h"

enum { HALF_MOST = 4, HALF_LEAST = 2 }; // cells on either side of the wrap's
#define LEFT ((double)LOOP_PICTURE_MARGIN)
#define RIGHT ((double)(LOOP_PICTURE_WIDTH - LOOP_PICTURE_MARGIN))
#define HIGH 300.0   // of a cell at most, px
#define HEAD 0.046   // of the stature: half of a head
#define MARGINS 70.0 // of it above and below the figure
#define FILLED 0.94  // of a cell's width by the figures of all cells
#define SHRUNK 0.7   // of the size that fits the height: for that, cells are given up
#define TURN (38.0 * TRIG_DEGREE)
#define TILT (9.0 * TRIG_DEGREE)

typedef enum part { PART_MIDDLE, PART_LEFT, PART_RIGHT, PART_NONE } part;

typedef struct strip {
    sketch *s;
    const pantin_loop_work *work;
    const pantin_clip *clip;   // what is shown: the loop where there is one
    const pantin_clip *source; // behind it, from `shift` on; NULL: nothing is
    int first, last;           // the frames that meet
    int shift, step, half;
    pantin_figure figure;
    bool *contacts;
    part *parts;                                 // a joint
    pantin_vec3 *places, *ghosts;                // a joint
    double right_x, right_z, toward_x, toward_z; // on the floor: across the picture, toward the eye
    double wide, high;                           // of a cell, px
    double scale, floor, left, below, stature;
    arena memory;
} strip;

/// The frame so many after the wrap, or before it. The wrap's own is the last; the first lies behind it.
static int frame_at(const strip *st, int away) {
    return away <= 0 ? st->last + away : st->first + away;
}

static int cell_frame(const strip *st, int cell) {
    return clamp_int(frame_at(st, (cell - st->half) * st->step), 0, st->clip->frames - 1);
}

// --- which part is which -------------------------------------------------------------------------

static char small(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

static bool letter(char c) { return small(c) >= 'a' && small(c) <= 'z'; }

static bool holds(const char *name, const char *word) {
    size_t length = strlen(word);
    for (; *name != '\0'; name++) {
        size_t k = 0;
        while (k < length && small(name[k]) == word[k]) k++;
        if (k == length) return true;
    }
    return false;
}

/// "LeftArm", "arm_l", "Arm.L", "lHand", "L_Arm": the letter alone, or before a capital at the start.
static bool bears_letter(const char *name, char side) {
    size_t length = strlen(name);
    for (size_t k = 0; k < length; k++) {
        bool before = k == 0 || !letter(name[k - 1]), after = !letter(name[k + 1]);
        bool leads = k == 0 && name[1] >= 'A' && name[1] <= 'Z';
        if (small(name[k]) == side && before && (after || leads)) return true;
    }
    return false;
}

static part find_part(const char *name) {
    if (holds(name, "left") || bears_letter(name, 'l')) return PART_LEFT;
    if (holds(name, "right") || bears_letter(name, 'r')) return PART_RIGHT;
    return PART_MIDDLE;
}

/// The first joint of a head: its ball is drawn there.
static bool is_head(const pantin_clip *clip, int joint) {
    const pantin_joint *j = &clip->joints[joint];
    return holds(j->name, "head") && !j->end && j->parent != PANTIN_NONE &&
           !holds(clip->joints[j->parent].name, "head");
}

static bool is_below(const pantin_clip *clip, int joint, int top) {
    while (joint != PANTIN_NONE && joint != top) joint = clip->joints[joint].parent;
    return joint == top;
}

/// Bones are drawn from their parent; what leads down to the root of the figure is no part of it.
static void find_parts(strip *st) {
    const pantin_clip *clip = st->clip;
    for (int j = 0; j < clip->joint_count; j++) {
        const pantin_joint *joint = &clip->joints[j];
        bool drawn = (joint->bone || joint->end) && joint->parent != PANTIN_NONE &&
                     (is_below(clip, joint->parent, clip->root) ||
                      !is_below(clip, clip->root, joint->parent)) &&
                     clip->joints[joint->parent].bone;
        st->parts[j] = drawn
                           ? find_part(joint->end ? clip->joints[joint->parent].name : joint->name)
                           : PART_NONE;
    }
}

// --- where the eye is ----------------------------------------------------------------------------

static void look_along(strip *st, double x, double z, double turn) {
    double length = sqrt(x * x + z * z);
    if (!(length > 1e-9)) {
        st->right_x = st->toward_z = 1.0;
        st->right_z = st->toward_x = 0.0;
        return;
    }
    x /= length;
    z /= length;
    double sine, cosine; // (x, z) is the figure's left; what it faces is left x up
    trig_sincos(turn, &sine, &cosine);
    double front_x = -z, front_z = x;
    st->right_x = x * cosine + front_x * sine;
    st->right_z = z * cosine + front_z * sine;
    st->toward_x = front_x * cosine - x * sine;
    st->toward_z = front_z * cosine - z * sine;
}

static void find_eye(strip *st) {
    const pantin_figure *f = &st->figure;
    if (f->left_hip != PANTIN_NONE && f->right_hip != PANTIN_NONE) {
        pantin_vec3 l = st->places[f->left_hip], r = st->places[f->right_hip];
        look_along(st, l.x - r.x, l.z - r.z, TURN);
        return;
    }
    double x = 0, z = 0, xx = 0, xz = 0, zz = 0;
    int count = max_int(1, st->clip->joint_count);
    for (int j = 0; j < st->clip->joint_count; j++) {
        x += st->places[j].x / count;
        z += st->places[j].z / count;
    }
    for (int j = 0; j < st->clip->joint_count; j++) {
        double dx = st->places[j].x - x, dz = st->places[j].z - z;
        xx += dx * dx, xz += dx * dz, zz += dz * dz;
    }
    double angle = 0.5 * trig_atan2(2.0 * xz, xx - zz);
    look_along(st, trig_cos(angle), trig_sin(angle), 0.35 * TURN);
}

static vec2 project(const strip *st, pantin_vec3 at, pantin_vec3 root) {
    double x = at.x - root.x, z = at.z - root.z;
    double away = -(x * st->toward_x + z * st->toward_z);
    return (vec2){ x * st->right_x + z * st->right_z,
                   trig_cos(TILT) * (at.y - st->floor) + trig_sin(TILT) * away };
}

static void put_places(strip *st, int cell) {
    int frame = cell_frame(st, cell);
    pantin_clip_places(st->clip, frame, st->places);
    if (st->source != NULL) {
        int from = clamp_int(frame + st->shift, 0, st->source->frames - 1);
        pantin_clip_places(st->source, from, st->ghosts);
    } else {
        pantin_clip_places(st->clip, st->first, st->ghosts);
    }
}

/// What is drawn of a figure in all cells, seen from the root, m.
typedef struct extent {
    double left, right, bottom, top;
} extent;

static void widen(const strip *st, const pantin_vec3 *places, extent *e) {
    for (int j = 0; j < st->clip->joint_count; j++) {
        if (st->parts[j] == PART_NONE) continue;
        // Bones are drawn from their parent, which may be drawn by no bone of its own.
        const pantin_vec3 ends[2] = { places[j], places[st->clip->joints[j].parent] };
        for (int k = 0; k < 2; k++) {
            vec2 at = project(st, ends[k], places[st->clip->root]);
            double around = k == 0 && is_head(st->clip, j) ? 1.9 * HEAD * st->stature : 0;
            e->left = min_double(e->left, at.x - around);
            e->right = max_double(e->right, at.x + around);
            e->top = max_double(e->top, at.y), e->bottom = min_double(e->bottom, at.y);
        }
    }
}

static void find_floor(strip *st) {
    double low = 1e300, high = -1e300;
    for (int c = 0; c <= 2 * st->half; c++) {
        pantin_clip_places(st->clip, cell_frame(st, c), st->places);
        for (int j = 0; j < st->clip->joint_count; j++) {
            if (st->parts[j] == PART_NONE) continue;
            low = min_double(low, st->places[j].y);
            high = max_double(high, st->places[j].y);
        }
    }
    st->floor = low < high ? low : 0.0;
    st->stature = low < high ? high - low : 1.0;
}

static extent find_extent(strip *st) {
    extent e = { 0, 0, 0, 0 };
    for (int c = 0; c <= 2 * st->half; c++) {
        put_places(st, c);
        widen(st, st->places, &e);
        if (st->source != NULL || c == st->half) widen(st, st->ghosts, &e);
    }
    return e;
}

/// The floor, and a scale at which every cell's figures stay in their cell. What is wide, as a beast on four legs
/// is, has fewer cells, before it would be drawn small.
static void find_scale(strip *st) {
    for (st->half = HALF_MOST;; st->half--) {
        st->step = clamp_int((int)(0.1 * st->clip->fps + 0.5), 1,
                             max_int(1, (st->last - st->first) / (2 * st->half)));
        st->wide = (RIGHT - LEFT) / (2 * st->half + 1);
        find_floor(st);
        extent e = find_extent(st);
        double span = max_double(e.right - e.left, 1e-9),
               height = max_double(e.top - e.bottom, 1e-9);
        double by_width = FILLED * st->wide / span, by_height = (HIGH - MARGINS) / height;
        if (by_width < SHRUNK * by_height && st->half > HALF_LEAST) continue;
        st->scale = min_double(by_width, by_height);
        st->high = min_double(HIGH, max_double(110.0, st->scale * height + MARGINS));
        st->left = -0.5 * (e.left + e.right) * st->scale;
        st->below = e.bottom * st->scale;
        return;
    }
}

// --- a figure ------------------------------------------------------------------------------------

static vec2 on_page(const strip *st, pantin_vec3 at, pantin_vec3 root, double x, double ground) {
    vec2 p = project(st, at, root);
    return (vec2){ x + st->left + st->scale * p.x, ground - st->scale * p.y };
}

static void draw_head(strip *st, const pantin_vec3 *places, int j, double x, double ground,
                      sketch_tone tone, double alpha) {
    const pantin_clip *clip = st->clip;
    int parent = clip->joints[j].parent;
    pantin_vec3 root = places[clip->root];
    vec2 at = on_page(st, places[j], root, x, ground);
    vec2 neck = on_page(st, places[parent], root, x, ground);
    double radius = clamp_double(HEAD * st->stature * st->scale, 2.5, 12.0);
    vec2 along = vec2_sub(at, neck);
    double length = vec2_length(along);
    if (length > 1e-9) at = vec2_add(at, vec2_scale(along, 0.9 * radius / length));
    sketch_dot(st->s, at.x, at.y, radius, tone, alpha);
}

static void draw_bones(strip *st, const pantin_vec3 *places, double x, double ground, bool ghost,
                       part side) {
    static const sketch_tone tones[] = { SKETCH_INK, SKETCH_LEFT, SKETCH_RIGHT };
    const pantin_clip *clip = st->clip;
    pantin_vec3 root = places[clip->root];
    sketch_tone tone = ghost ? SKETCH_GHOST : tones[side];
    double alpha = ghost ? 0.75 : 1.0, longest = 0.04 * st->stature * st->scale;
    for (int j = 0; j < clip->joint_count; j++) {
        if (st->parts[j] != side) continue;
        vec2 points[2] = { on_page(st, places[clip->joints[j].parent], root, x, ground),
                           on_page(st, places[j], root, x, ground) };
        double length = vec2_distance(points[0], points[1]);
        double width = length < longest ? 1.3 : ghost ? 2.4 : 3.2;
        if (length > 0.4) sketch_stroke(st->s, points, 2, width, tone, alpha);
        if (side == PART_MIDDLE && is_head(clip, j))
            draw_head(st, places, j, x, ground, tone, alpha);
    }
}

/// Which side lies behind is drawn first.
static void draw_figure(strip *st, const pantin_vec3 *places, double x, double ground, bool ghost) {
    draw_bones(st, places, x, ground, ghost, PART_RIGHT);
    draw_bones(st, places, x, ground, ghost, PART_MIDDLE);
    draw_bones(st, places, x, ground, ghost, PART_LEFT);
}

static part leg_part(const strip *st, int leg) {
    part side = find_part(st->clip->joints[st->figure.legs[leg].foot].name);
    return side != PART_MIDDLE ? side : leg % 2 == 0 ? PART_LEFT : PART_RIGHT;
}

static sketch_tone leg_tone(const strip *st, int leg) {
    return leg_part(st, leg) == PART_LEFT ? SKETCH_LEFT : SKETCH_RIGHT;
}

static void draw_contacts(strip *st, int frame, double x, double ground) {
    pantin_vec3 root = st->places[st->clip->root];
    for (int l = 0; l < st->figure.leg_count; l++) {
        if (!st->contacts[l * st->clip->frames + frame]) continue;
        const pantin_leg *leg = &st->figure.legs[l];
        vec2 a = on_page(st, st->places[leg->foot], root, x, ground);
        vec2 b = leg->toe != PANTIN_NONE ? on_page(st, st->places[leg->toe], root, x, ground) : a;
        double from = min_double(a.x, b.x) - 5.0, to = max_double(a.x, b.x) + 5.0;
        double y = max_double(a.y, b.y) + 8.0;
        sketch_box(st->s, from, y - 2.5, to - from, 5.0, 2.5, leg_tone(st, l), 1.0);
    }
}

// --- cells ---------------------------------------------------------------------------------------

static void draw_cell(strip *st, int cell, double y) {
    double wide = st->wide, x = LEFT + (cell + 0.5) * wide;
    double ground = y + st->high - 34.0 + st->below;
    int frame = cell_frame(st, cell);
    bool wrap = cell == st->half;
    if (wrap) sketch_box(st->s, x - 0.5 * wide, y, wide, st->high + 46.0, 8.0, SKETCH_SHEET, 1.0);
    sketch_line(st->s, x - 0.44 * wide, ground + 10.0, x + 0.44 * wide, ground + 10.0, 1.0,
                SKETCH_RULE, 1.0);
    put_places(st, cell);
    if (st->source != NULL || wrap) draw_figure(st, st->ghosts, x, ground, true);
    draw_figure(st, st->places, x, ground, false);
    draw_contacts(st, frame, x, ground);
    double base = y + st->high + 16.0, seconds = (cell - st->half) * st->step / st->clip->fps;
    if (wrap)
        sketch_words(st->s, x, base, 14.0, SKETCH_INK, 0, true, "%d → %d", st->last, st->first);
    else
        sketch_words(st->s, x, base, 14.0, SKETCH_INK, 0, false, "%d", frame);
    sketch_words(st->s, x, base + 19.0, 12.0, SKETCH_SOFT, 0, false, wrap ? "the wrap" : "%s%.2f s",
                 seconds > 0 ? "+" : "", seconds);
}

// --- when the feet stand -------------------------------------------------------------------------

static void draw_leg_line(strip *st, int leg, double y) {
    const pantin_clip *clip = st->clip;
    double frame_wide = st->wide / st->step, middle = LEFT + (st->half + 0.5) * st->wide;
    int most = (int)((st->half + 0.5) * st->step), begun = 0;
    bool on = false;
    sketch_line(st->s, LEFT, y, RIGHT, y, 1.0, SKETCH_RULE, 1.0);
    for (int k = -most; k <= most + 1; k++) {
        int frame = frame_at(st, k);
        bool stands = k <= most && frame >= 0 && frame < clip->frames &&
                      st->contacts[leg * clip->frames + frame];
        if (stands && !on) begun = k;
        if (!stands && on) {
            double x0 = max_double(LEFT, middle + (begun - 0.5) * frame_wide);
            double x1 = min_double(RIGHT, middle + (k - 0.5) * frame_wide);
            sketch_box(st->s, x0, y - 4.5, max_double(3.0, x1 - x0), 9.0, 4.5, leg_tone(st, leg),
                       0.9);
        }
        on = stands;
    }
}

static bool any_stands(const strip *st) {
    int frames = st->clip->frames * st->figure.leg_count;
    for (int k = 0; k < frames; k++)
        if (st->contacts[k]) return true;
    return false;
}

static double draw_feet(strip *st, double y) {
    if (st->figure.leg_count == 0) return y;
    double middle = LEFT + (st->half + 0.5) * st->wide;
    double bottom = y + 38.0 + 36.0 * st->figure.leg_count;
    sketch_words(st->s, LEFT, y + 14.0, 14.5, SKETCH_INK, -1, true, "Feet on the floor");
    if (!any_stands(st))
        sketch_more(st->s, 14.0, 13.0, SKETCH_SOFT, false,
                    "none ever stands still: in place, or in the air");
    sketch_dashes(st->s, middle, y + 6.0, middle, bottom - 8.0, 1.2, SKETCH_SOFT, 0.8);
    for (int l = 0; l < st->figure.leg_count; l++) {
        double at = y + 52.0 + 36.0 * l;
        sketch_words(st->s, LEFT, at - 11.0, 12.0, SKETCH_SOFT, -1, false, "%s",
                     st->clip->joints[st->figure.legs[l].foot].name);
        draw_leg_line(st, l, at);
    }
    return bottom;
}

// --- all of it -----------------------------------------------------------------------------------

static bool prepare(strip *st, pantin_error *error) {
    const pantin_loop_work *work = st->work;
    bool fixed = work->fixed_clip != NULL;
    st->clip = fixed ? work->fixed_clip : work->clip;
    st->source = fixed ? work->clip : NULL;
    st->shift = fixed ? work->fixed->piece.start : 0;
    int frames = st->clip->frames, joints = st->clip->joint_count;
    st->last = frames - 1;
    if (work->task == PANTIN_LOOP_FIND && work->search->count > 0) {
        st->first = work->search->candidates[0].start;
        st->last = work->search->candidates[0].end;
    }
    st->figure = pantin_figure_find(st->clip);
    size_t cells = (size_t)frames * (size_t)max_int(1, st->figure.leg_count);
    st->contacts = ARENA_ARRAY(&st->memory, bool, cells);
    st->parts = ARENA_ARRAY(&st->memory, part, joints);
    st->places = ARENA_ARRAY(&st->memory, pantin_vec3, joints);
    // The source has the same joints.
    st->ghosts = ARENA_ARRAY(&st->memory, pantin_vec3, max_int(joints, work->clip->joint_count));
    if (arena_failed(&st->memory)) return memory_fail(error, "a strip");
    find_parts(st);
    pantin_clip_places(st->clip, st->last, st->places);
    find_eye(st);
    find_scale(st);
    return st->figure.leg_count == 0 ||
           pantin_contacts_find(st->clip, &st->figure, fixed, st->contacts, error);
}

static void draw_words(strip *st, double y) {
    char step[32] = "every frame";
    const char *ends = st->step == 2 ? "nd" : st->step == 3 ? "rd" : "th";
    if (st->step > 1) text_print(step, sizeof step, "every %d%s frame", st->step, ends);
    sketch_words(st->s, LEFT, y, 17.0, SKETCH_INK, -1, true, "Around the wrap");
    sketch_more(st->s, 16.0, 13.0, SKETCH_SOFT, false, "%s%s", step,
                st->source != NULL
                    ? "; the loop in color, its source in grey behind it, root on root"
                    : "; in the middle the last, and the first in grey behind it");
    double x = RIGHT - 128.0;
    sketch_line(st->s, x - 26.0, y - 4.0, x - 8.0, y - 4.0, 3.2, SKETCH_LEFT, 1.0);
    sketch_words(st->s, x, y, 13.0, SKETCH_SOFT, -1, false, "left");
    sketch_line(st->s, x + 64.0, y - 4.0, x + 82.0, y - 4.0, 3.2, SKETCH_RIGHT, 1.0);
    sketch_words(st->s, x + 90.0, y, 13.0, SKETCH_SOFT, -1, false, "right");
}

bool loop_draw_strip(const pantin_loop_work *work, bool inside, sketch *s, pantin_error *error) {
    strip st = { .s = s, .work = work };
    bool done = prepare(&st, error);
    s->width = LOOP_PICTURE_WIDTH;
    s->title = "The figure in the frames around the wrap, and when its feet stand";
    if (done) {
        double y = inside ? 22.0 : loop_draw_head(s, work, false) + 30.0;
        draw_words(&st, y);
        y += 18.0;
        // What is behind first: the wrap's ground.
        draw_cell(&st, st.half, y);
        for (int c = 0; c <= 2 * st.half; c++)
            if (c != st.half) draw_cell(&st, c, y);
        s->height = draw_feet(&st, y + st.high + 60.0) + 14.0;
    }
    arena_free(&st.memory);
    return done && (!s->failed || memory_fail(error, "a strip"));
}

bool loop_draw(const pantin_loop_work *work, pantin_loop_picture picture, bool inside, sketch *s,
               pantin_error *error) {
    return picture == PANTIN_LOOP_PLOT ? loop_draw_plot(work, inside, s, error)
                                       : loop_draw_strip(work, inside, s, error);
}

bool pantin_loop_draw_svg(const pantin_loop_work *work, pantin_loop_picture picture,
                          pantin_bytes *bytes, pantin_error *error) {
    sketch s = { 0 };
    text out = { 0 };
    bool done = loop_draw(work, picture, false, &s, error);
    if (done) {
        sketch_write(&s, false, &out);
        done = text_take(&out, bytes, error);
    }
    sketch_free(&s);
    return done;
}

bool pantin_loop_draw_image(const pantin_loop_work *work, pantin_loop_picture picture, double scale,
                            pantin_image *image, pantin_error *error) {
    sketch s = { 0 };
    bool done = loop_draw(work, picture, false, &s, error) && sketch_paint(&s, scale, image, error);
    sketch_free(&s);
    return done;
}
