// with_soak_motions.c — ways to pull a sheet about: what hands do, what no hand would do, and what bodies do.
// SPDX-License-Identifier: MIT
#include "with_soak.h"

const char *const soak_kind_names[SOAK_KINDS] = { "drag", "jumps",   "permuted", "point",
                                                  "spin", "far",     "mirrored", "poses",
                                                  "flow", "recorded" };

soak_motion soak_motion_begin(soak_kind kind, const bendable *b, uint64_t seed) {
    soak_motion m = { .kind = kind, .b = b, .random = random_make(seed), .stride = 1 };
    const pantin_mesh *mesh = &b->piece->triangles;
    vec2 low = mesh->vertices[0], high = low;
    for (int v = 0; v < mesh->vertex_count; v++) {
        vec2 p = mesh->vertices[v];
        low = vec2_make(min_double(low.x, p.x), min_double(low.y, p.y));
        high = vec2_make(max_double(high.x, p.x), max_double(high.y, p.y));
    }
    m.diagonal = vec2_distance(low, high);
    m.middle = vec2_mix(low, high, 0.5);
    if (b->mirrored) m.middle.x = 2 * b->mirror_x - m.middle.x;
    for (int h = 0; h < b->count; h++) {
        m.from[h] = m.goal[h] = m.now[h] = b->rest[h];
        m.order[h] = h;
    }
    for (int j = 0; j < DRAWN_JOINTS; j++)
        for (int k = 0; k < 2; k++) {
            m.phase[j][k] = random_between(&m.random, 0, 2 * TRIG_PI);
            m.speed[j][k] = 2 * TRIG_PI / random_between(&m.random, 40, 120);
        }
    return m;
}

/// All handles on straight ways to their goals, for `length` frames.
static void set_out(soak_motion *m, int length) {
    for (int h = 0; h < m->b->count; h++) m->from[h] = m->now[h];
    m->left = m->length = length;
}

static void go_on(soak_motion *m) {
    if (m->left == 0) return;
    m->left--;
    double t = 1 - (double)m->left / m->length;
    for (int h = 0; h < m->b->count; h++) {
        const pantin_target *from = &m->from[h], *to = &m->goal[h];
        m->now[h] = (pantin_target){ vec2_mix(from->center, to->center, t),
                                     from->angle + t * (to->angle - from->angle),
                                     from->scale + t * (to->scale - from->scale) };
    }
}

static vec2 somewhere(soak_motion *m, vec2 near, double share) {
    double reach = share * m->diagonal;
    return vec2_make(near.x + random_between(&m->random, -reach, reach),
                     near.y + random_between(&m->random, -reach, reach));
}

static void choose_drag(soak_motion *m) {
    int count = 1 + random_below(&m->random, 4);
    bool home = random_below(&m->random, 4) == 0, near = random_below(&m->random, 2) == 0;
    for (int h = 0; h < m->b->count && home; h++) m->goal[h] = m->b->rest[h];
    for (int k = 0; k < count && !home; k++) {
        int h = random_below(&m->random, m->b->count);
        m->goal[h].center = somewhere(m, near ? m->b->rest[h].center : m->middle, near ? 0.1 : 0.6);
        m->goal[h].angle = random_between(&m->random, near ? -0.5 : -3, near ? 0.5 : 3);
    }
    set_out(m, 1 + random_below(&m->random, 30));
}

static bool choose_jump(soak_motion *m) {
    for (int h = 0; h < m->b->count; h++) {
        bool stays = random_below(&m->random, 3) == 0;
        m->now[h] = m->b->rest[h];
        if (stays) continue;
        m->now[h].center = somewhere(m, m->middle, 0.5);
        m->now[h].angle = random_between(&m->random, -10, 10);
        if (random_below(&m->random, 5) == 0) m->now[h].scale = random_between(&m->random, 0.25, 4);
        if (random_below(&m->random, 50) == 0) m->now[h].center.x = (double)NAN;
    }
    m->left = random_below(&m->random, 10);
    return random_below(&m->random, 3) == 0;
}

static void choose_order(soak_motion *m) {
    for (int h = m->b->count - 1; h > 0; h--) {
        int other = random_below(&m->random, h + 1), kept = m->order[h];
        m->order[h] = m->order[other];
        m->order[other] = kept;
    }
    for (int h = 0; h < m->b->count; h++) m->goal[h] = m->b->rest[m->order[h]];
    set_out(m, random_below(&m->random, 2) ? 1 : 1 + random_below(&m->random, 40));
}

static void choose_point(soak_motion *m) {
    vec2 point = somewhere(m, m->middle, 0.4);
    bool home = random_below(&m->random, 3) == 0;
    for (int h = 0; h < m->b->count; h++) {
        m->goal[h] = m->b->rest[h];
        if (!home) m->goal[h].center = point;
    }
    set_out(m, random_below(&m->random, 3) ? 5 + random_below(&m->random, 30) : 1);
}

static void choose_far(soak_motion *m) {
    for (int h = 0; h < m->b->count; h++) {
        if (random_below(&m->random, 2)) continue;
        vec2 far = { random_between(&m->random, -1e5, 1e5), random_between(&m->random, -1e5, 1e5) };
        m->goal[h].center = random_below(&m->random, 3) ? far : m->b->rest[h].center;
        m->goal[h].angle = random_between(&m->random, -10, 10);
    }
    set_out(m, 1 + random_below(&m->random, 20));
}

static void choose_mirror(soak_motion *m, int round) {
    for (int h = 0; h < m->b->count; h++) {
        m->goal[h] = m->b->rest[h];
        if (round % 2 == 0) m->goal[h].center.x = 2 * m->middle.x - m->goal[h].center.x;
    }
    set_out(m, random_below(&m->random, 3) ? 10 + random_below(&m->random, 40) : 1);
}

static void spin(soak_motion *m) {
    for (int h = 0; h < m->b->count; h++) m->now[h].angle += 8 * (m->speed[h][0] - 0.09);
}

static void pose(soak_motion *m) {
    double angles[DRAWN_JOINTS];
    for (int j = 0; j < m->b->joint_count; j++)
        angles[j] = random_between(&m->random, -1, 1) * m->b->limits[j];
    bendable_pose(m->b, angles, vec2_make(0, 0), m->now);
}

/// Swinging joints; a sheet that is no tree is moved as a whole. It begins at rest.
static void flow(soak_motion *m, int frame) {
    double angles[DRAWN_JOINTS], grown = min_double(frame / 60.0, 1);
    for (int j = 0; j < m->b->joint_count; j++) {
        double swing = 0.6 * trig_sin(m->phase[j][0] + m->speed[j][0] * frame) +
                       0.4 * trig_sin(m->phase[j][1] + m->speed[j][1] * frame);
        angles[j] = m->b->bends ? grown * swing * m->b->limits[j] : 0;
        if (m->b->joints[j].parent == PANTIN_NONE)
            angles[j] = grown * trig_sin(m->speed[j][0] * frame);
    }
    double walk = 0.3 * m->diagonal * trig_sin(m->speed[0][1] * frame);
    bendable_pose(m->b, angles, vec2_make(walk, 0.2 * walk), m->now);
}

/// To and fro through a recorded motion.
static void follow(soak_motion *m) {
    bendable_follow(m->b, m->places + (size_t)m->at * DRAWN_JOINTS, m->turns, m->now);
    if (m->at + m->stride < 0 || m->at + m->stride >= m->frames) m->stride = -m->stride;
    m->at = clamp_int(m->at + m->stride, 0, m->frames - 1);
}

bool soak_motion_step(soak_motion *m, int frame) {
    bool idle = m->left == 0;
    switch (m->kind) {
    case SOAK_DRAG:
        if (idle) choose_drag(m);
        break;
    case SOAK_JUMPS:
        if (idle) return choose_jump(m);
        m->left--;
        return false;
    case SOAK_PERMUTED:
        if (idle) choose_order(m);
        break;
    case SOAK_POINT:
        if (idle) choose_point(m);
        break;
    case SOAK_SPIN:
        spin(m);
        return false;
    case SOAK_FAR:
        if (idle) choose_far(m);
        break;
    case SOAK_MIRRORED:
        if (idle) choose_mirror(m, frame);
        break;
    case SOAK_POSES:
        pose(m);
        return true;
    case SOAK_FLOW:
        flow(m, frame);
        return false;
    case SOAK_RECORDED:
        follow(m);
        return false;
    case SOAK_KINDS:
        break;
    }
    go_on(m);
    return false;
}
