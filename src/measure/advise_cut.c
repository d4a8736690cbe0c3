// advise_cut.c — lines that might part two limbs: up the gap between them, and into what ties them.
//
// Between two legs, or an arm and the trunk, the outline of the ink turns back into the figure. Such a notch is
// where its direction turns by NOTCH or more against the ink, over a few cells to each side. From the notch
// outward the middle of its two sides is the gap: where that is only a cell or two wide the mesh goes
// right across it. A line runs up the gap, past its notch and on: straight into the figure, through the
// triangle that binds most, or, where the ink too is but a bridge, through it and out again. A knee has no
// notch at rest and is never slit; nor is anything parted that a bone holds together, or that stays together
// in the pose (advise_links.c), nor a joint, nor a face.
// SPDX-License-Identifier: MIT
#include "advise.h"
#include "base/trig.h"
#include "base/vec.h"

#define NOTCH (70 * TRIG_DEGREE)
#define ARM_CELLS 3.0     // how far along the outline to each side its direction is read
#define OUTSIDE_CELLS 2.5 // where a line begins, before the notch or the gap's mouth
#define NARROW_CELLS 2.5  // a gap is one as long as it is no wider
#define BEYOND_CELLS 1.5  // past the worst triangle
#define CLEAR_CELLS 1.25  // a line keeps so far from the middle of a handle
#define FAR_SHARE 0.3     // of the figure's diagonal: notches farther off are not meant
enum { NOTCHES = 3, DEPTHS = 3, GAP_STEPS = 40, GAP_POINTS = 4 };

/// The outline as rings of points, about one a px.
typedef struct ring {
    pantin_outline outline;
    int *first; // a point: its polygon's first, and one past its last
    int *last;
    double *turns; // a point: how far the outline turns against the ink there, rad
    double cell;
    arena memory;
} ring;

typedef struct notch {
    vec2 at, inward;      // inward: unit, the middle between its two sides
    vec2 gap[GAP_POINTS]; // from the mouth to the notch
    int gap_count;        // 0: it opens wide at once
    double away;          // of the spot, from the notch or its gap
} notch;

static vec2 unit(vec2 v) {
    double length = vec2_length(v);
    return length > 0 ? vec2_scale(v, 1 / length) : v;
}

/// The point of the outline `length` px from one, forward or back.
static vec2 along(const ring *r, int p, bool forward, double length) {
    const vec2 *points = r->outline.points;
    int count = r->last[p] - r->first[p];
    for (int steps = 0; steps < count; steps++) {
        int next = forward ? p + 1 : p - 1;
        if (next == r->last[p]) next = r->first[p];
        if (next < r->first[p]) next = r->last[p] - 1;
        double edge = vec2_distance(points[p], points[next]);
        if (edge >= length && edge > 0) return vec2_mix(points[p], points[next], length / edge);
        length -= edge;
        p = next;
    }
    return points[p];
}

/// The outline goes round with the ink on the side of a positive cross product, so where it turns
/// against the ink its turn is negative.
static bool trace_ring(ring *r, const pantin_drawing *drawing, double cell) {
    *r = (ring){ .cell = cell };
    if (!pantin_outline_make(drawing, 0, &r->outline, NULL)) return false;
    int count = r->outline.point_count;
    r->first = ARENA_ARRAY(&r->memory, int, count);
    r->last = ARENA_ARRAY(&r->memory, int, count);
    r->turns = ARENA_ARRAY(&r->memory, double, count);
    if (arena_failed(&r->memory)) return false;
    for (int c = 0; c < r->outline.polygon_count; c++)
        for (int p = r->outline.starts[c]; p < r->outline.starts[c + 1]; p++) {
            r->first[p] = r->outline.starts[c];
            r->last[p] = r->outline.starts[c + 1];
        }
    for (int p = 0; p < count; p++) {
        vec2 from = vec2_sub(r->outline.points[p], along(r, p, false, ARM_CELLS * cell));
        vec2 to = vec2_sub(along(r, p, true, ARM_CELLS * cell), r->outline.points[p]);
        r->turns[p] = -trig_atan2(vec2_cross(from, to), vec2_dot(from, to));
    }
    return true;
}

static void free_ring(ring *r) {
    pantin_outline_free(&r->outline);
    arena_free(&r->memory);
}

/// No point of its outline within an arm turns more.
static bool is_sharpest(const ring *r, int p) {
    int count = r->last[p] - r->first[p], reach = (int)(2 * ARM_CELLS * r->cell);
    for (int k = 1; k <= reach && k < count; k++) {
        int after = r->first[p] + (p - r->first[p] + k) % count;
        int before = r->first[p] + (p - r->first[p] + count - k % count) % count;
        if (r->turns[after] > r->turns[p] || r->turns[before] >= r->turns[p]) return false;
    }
    return true;
}

static double distance_to_line(vec2 p, vec2 a, vec2 b) {
    vec2 way = vec2_sub(b, a);
    double length2 = vec2_dot(way, way);
    double t = length2 > 0 ? clamp_double(vec2_dot(vec2_sub(p, a), way) / length2, 0, 1) : 0;
    return vec2_distance(p, vec2_mix(a, b, t));
}

/// The gap outward of a notch, as far as it is narrow.
static void follow_gap(const ring *r, int p, vec2 spot, notch *n) {
    double mouth = 0;
    for (int k = 1; k <= GAP_STEPS; k++) {
        double way = k * r->cell;
        vec2 back = along(r, p, false, way), ahead = along(r, p, true, way);
        if (vec2_distance(back, ahead) > NARROW_CELLS * r->cell) break;
        mouth = way;
    }
    n->gap_count = mouth >= 2 * r->cell ? GAP_POINTS : 0;
    n->away = vec2_distance(n->at, spot);
    for (int k = 0; k < n->gap_count; k++) {
        double way = mouth * (GAP_POINTS - 1 - k) / (GAP_POINTS - 1);
        n->gap[k] = vec2_mix(along(r, p, false, way), along(r, p, true, way), 0.5);
        if (k > 0) n->away = min_double(n->away, distance_to_line(spot, n->gap[k - 1], n->gap[k]));
    }
}

static int find_notches(const ring *r, vec2 spot, double reach, notch *notches) {
    int count = 0;
    for (int p = 0; p < r->outline.point_count; p++) {
        if (r->turns[p] < NOTCH || !is_sharpest(r, p)) continue;
        double arm = ARM_CELLS * r->cell;
        notch n = { .at = r->outline.points[p] };
        vec2 from = unit(vec2_sub(n.at, along(r, p, false, arm)));
        vec2 to = unit(vec2_sub(along(r, p, true, arm), n.at));
        n.inward = unit(vec2_sub(from, to));
        follow_gap(r, p, spot, &n);
        if (n.away > reach) continue;
        int at = count < NOTCHES ? count++ : NOTCHES;
        while (at > 0 && notches[at - 1].away > n.away) {
            if (at < NOTCHES) notches[at] = notches[at - 1];
            at--;
        }
        if (at < NOTCHES) notches[at] = n;
    }
    return count;
}

// --- lines ---------------------------------------------------------------------------------------

static bool is_inside(const pantin_mesh *mesh, vec2 p) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        bool in = true;
        for (int k = 0; k < 3 && in; k++) {
            vec2 a = mesh->vertices[mesh->triangles[t][k]];
            vec2 edge = vec2_sub(mesh->vertices[mesh->triangles[t][(k + 1) % 3]], a);
            in = vec2_cross(edge, vec2_sub(p, a)) >= 0;
        }
        if (in) return true;
    }
    return false;
}

/// How far a line from a notch stays in the sheet, px, at most `most`.
static double way_inside(const pantin_mesh *mesh, vec2 from, vec2 direction, double most) {
    double step = 0.5 * mesh->spacing_px;
    for (double way = 2 * step; way < most; way += step)
        if (!is_inside(mesh, vec2_add(from, vec2_scale(direction, way)))) return way;
    return most;
}

/// Webbing lies between joints, not at one, and a face is not cut.
static bool spoils(const pantin_puppet_piece *piece, vec2 from, vec2 to) {
    const pantin_mesh *mesh = &piece->triangles;
    for (int h = 0; h < piece->handle_count; h++)
        if (distance_to_line(piece->handles[h].grip.center, from, to) <
            CLEAR_CELLS * mesh->spacing_px)
            return true;
    for (int t = 0; t < mesh->triangle_count && piece->rigidity != NULL; t++) {
        vec2 sum = { 0, 0 };
        for (int k = 0; k < 3; k++) sum = vec2_add(sum, mesh->vertices[mesh->triangles[t][k]]);
        if (piece->rigidity[t] > 1 &&
            distance_to_line(vec2_scale(sum, 1.0 / 3), from, to) < mesh->spacing_px)
            return true;
    }
    return false;
}

typedef struct proposal {
    const pantin_puppet_piece *piece;
    const pantin_mesh *mesh;
    advise_links links;
    pantin_puppet_edit *edits;
    pantin_puppet_edit plain;
    int count, most;
} proposal;

/// Up the gap, or from before the notch, and `length` px past it.
static void propose(proposal *p, const notch *n, vec2 direction, double length) {
    pantin_puppet_edit edit = p->plain;
    double outside = OUTSIDE_CELLS * p->mesh->spacing_px;
    if (p->count == p->most) return;
    for (int k = 0; k < n->gap_count; k++) edit.line[edit.line_count++] = n->gap[k];
    if (n->gap_count > 0)
        edit.line[0] =
            vec2_add(n->gap[0], vec2_scale(unit(vec2_sub(n->gap[0], n->gap[1])), outside));
    else
        edit.line[edit.line_count++] = vec2_sub(n->at, vec2_scale(direction, outside));
    edit.line[edit.line_count++] = vec2_add(n->at, vec2_scale(direction, length));
    for (int k = 0; k < edit.line_count; k++)
        edit.line[k] = (vec2){ trig_round(edit.line[k].x), trig_round(edit.line[k].y) };
    for (int k = 1; k < edit.line_count; k++)
        if (advise_crosses(&p->links, edit.line[k - 1], edit.line[k]) ||
            spoils(p->piece, edit.line[k - 1], edit.line[k]))
            return;
    p->edits[p->count++] = edit;
}

static void propose_at(proposal *p, const notch *n, vec2 spot) {
    double cell = p->mesh->spacing_px;
    vec2 way = vec2_sub(spot, n->at);
    double ahead = vec2_dot(way, n->inward), far = vec2_length(way);
    double own = way_inside(p->mesh, n->at, n->inward, far + 24 * cell);
    double depth = max_double(ahead, 0);
    for (int k = 0; k < DEPTHS; k++) {
        double length = depth + (BEYOND_CELLS + 3.0 * k) * cell;
        if (length < own - 2 * cell) propose(p, n, n->inward, length);
    }
    if (own < depth + 8 * cell) propose(p, n, n->inward, own + OUTSIDE_CELLS * cell);
    // The notch's own middle may miss the spot: straight at it, unless that is beside the notch.
    vec2 direction = unit(way);
    if (far < 1.5 * cell || ahead < 0.5 * far) return;
    double room = way_inside(p->mesh, n->at, direction, far + 24 * cell);
    for (int k = 0; k < 2 && room >= far; k++) {
        double length = far + (BEYOND_CELLS + 3.0 * k) * cell;
        if (length < room - 2 * cell) propose(p, n, direction, length);
    }
    if (room >= far && room < far + 8 * cell) propose(p, n, direction, room + OUTSIDE_CELLS * cell);
}

int advise_find_cuts(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                     const pantin_hot_spot *spot, pantin_puppet_edit *edits, int most) {
    const pantin_puppet_piece *piece = &puppet->pieces[spot->piece];
    const pantin_drawing *drawing = &puppet->drawings[piece->drawing_index].drawing;
    const pantin_box *ink = &drawing->ink_box;
    double diagonal = sqrt((ink->right - ink->left) * (ink->right - ink->left) +
                           (ink->bottom - ink->top) * (ink->bottom - ink->top));
    notch notches[NOTCHES];
    ring r;
    proposal p = { .piece = piece, .mesh = &piece->triangles, .edits = edits, .most = most };
    p.plain = (pantin_puppet_edit){ .kind = PANTIN_EDIT_CUT, .piece = spot->piece };
    text_print(p.plain.name, sizeof p.plain.name, "cut_%d", piece->cut_count + 1);
    // Without memory no cut is proposed; what follows will say so.
    if (trace_ring(&r, drawing, piece->triangles.spacing_px) &&
        advise_find_links(puppet, pose, spot->piece, &r.memory, &p.links)) {
        int count = find_notches(&r, spot->rest_px, FAR_SHARE * diagonal, notches);
        for (int k = 0; k < count; k++) propose_at(&p, &notches[k], spot->rest_px);
    }
    free_ring(&r);
    return p.count;
}
