// pulls.c — what the handles add to the flip-free energy; a free turn is one more row of the matrix.
//
//     sum_h w sum_v |x_v - (c + scale R o_v)|^2,    o_v the vertex from its handle's centroid at rest.
// A held turn makes this a weight on the diagonal. A free one is always the best: R along
// m = sum conj(o) (x - c), and what is left has the second derivative
//     2 w (1 - scale / |m| g g^T),   g_v = R o_v turned by a right angle,
// dense over the whole patch. Instead of that, the turn stays a variable t of its own: the matrix
//     [ 2 w   -2 w scale g / r ]
//     [  .     2 w scale max(|m|, scale r^2) / r^2 ],   r^2 = sum |o|^2 (which makes t a length),
// has that matrix for what is left when t is eliminated (max: a patch pressed smaller than it should
// be would make it indefinite). So a patch costs a row and as many blocks as it has vertices.
// SPDX-License-Identifier: MIT
#include "deform/pulls.h"

int pulls_count_turns(const handle_set *handles, int *edge_count) {
    int count = 0;
    *edge_count = 0;
    for (int h = 0; h < handles->count; h++)
        if (pulls_turns(&handles->list[h])) {
            count++;
            *edge_count += handles->list[h].count;
        }
    return count;
}

bool pulls_create(pull_set *p, arena *owner, handle_set *handles, int first_row,
                  linear_edge *edges) {
    p->handles = handles;
    p->list = ARENA_ARRAY(owner, pull, handles->vertex_count);
    p->turn_rows = ARENA_ARRAY(owner, int, handles->count);
    p->turn_places = ARENA_ARRAY(owner, int, handles->count);
    p->arm_sums = ARENA_ARRAY(owner, double, handles->count);
    if (arena_failed(owner)) return false;
    for (int h = 0; h < handles->count; h++) {
        const handle *held = &handles->list[h];
        p->turn_rows[h] = pulls_turns(held) ? first_row++ : PANTIN_NONE;
        if (!pulls_turns(held)) continue;
        for (int k = held->first; k < held->first + held->count; k++)
            *edges++ = (linear_edge){ handles->vertices[k], p->turn_rows[h] };
    }
    return true;
}

void pulls_place(pull_set *p, const int *number, const int *places_of_vertices,
                 const int *turn_edges) {
    for (int h = 0; h < p->handles->count; h++) {
        const handle *held = &p->handles->list[h];
        int row = p->turn_rows[h];
        p->turn_places[h] = row == PANTIN_NONE ? PANTIN_NONE : places_of_vertices[row];
        for (int k = held->first; k < held->first + held->count; k++) {
            int vertex = p->handles->vertices[k];
            p->list[k] = (pull){ number[vertex], places_of_vertices[vertex], PANTIN_NONE, false };
            if (row == PANTIN_NONE) continue;
            p->list[k].turn_place = *turn_edges++;
            p->list[k].turn_last = number[row] > number[vertex];
        }
    }
}

static vec2 point_of(const pull_set *p, int k, const double *x) {
    const double *at = x + 2 * (size_t)p->list[k].number;
    return vec2_make(at[0], at[1]);
}

void pulls_fit(pull_set *p, const double *x) {
    for (int i = 0; i < p->handles->count; i++) {
        handle *h = &p->handles->list[i];
        if (!pulls_turns(h)) continue;
        turn sum = { 0, 0 };
        for (int k = h->first; k < h->first + h->count; k++)
            turn_gather(&sum, 1, p->handles->offsets[k], vec2_sub(point_of(p, k, x), h->center));
        h->by = turn_unit(sum);
        p->arm_sums[i] = sqrt(sum.cosine * sum.cosine + sum.sine * sum.sine);
    }
}

double pulls_energy(pull_set *p, const double *x, double part) {
    double energy = 0;
    pulls_fit(p, x);
    for (int i = 0; i < p->handles->count; i++) {
        const handle *h = &p->handles->list[i];
        double sum = 0;
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 off = vec2_sub(point_of(p, k, x), handles_goal(p->handles, h, k));
            sum += vec2_dot(off, off);
        }
        energy += part * h->weight * sum;
    }
    return energy;
}

void pulls_slope(const pull_set *p, const double *x, double part, double *slope) {
    for (int i = 0; i < p->handles->count; i++) {
        const handle *h = &p->handles->list[i];
        double twice = 2 * part * h->weight;
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 off = vec2_sub(point_of(p, k, x), handles_goal(p->handles, h, k));
            slope[2 * (size_t)p->list[k].number] += twice * off.x;
            slope[2 * (size_t)p->list[k].number + 1] += twice * off.y;
        }
    }
}

void pulls_add_constant(const pull_set *p, double part, double *places) {
    for (int i = 0; i < p->handles->count; i++) {
        const handle *h = &p->handles->list[i];
        for (int k = h->first; k < h->first + h->count; k++) {
            double *block = places + 4 * (size_t)p->list[k].diagonal;
            block[0] += 2 * part * h->weight;
            block[3] += 2 * part * h->weight;
        }
    }
}

void pulls_write_turns(const pull_set *p, double part, bool exact, double *places) {
    for (int i = 0; i < p->handles->count; i++) {
        const handle *h = &p->handles->list[i];
        if (p->turn_rows[i] == PANTIN_NONE) continue;
        double pulled = 2 * part * h->weight * h->scale;
        double *own = places + 4 * (size_t)p->turn_places[i];
        double arms = p->arm_sums[i];
        if (!exact) arms = max_double(arms, h->scale * h->spread);
        own[0] = pulled * arms / h->spread;
        own[1] = own[2] = 0;
        own[3] = pulled;
        double by = -pulled / sqrt(h->spread);
        for (int k = h->first; k < h->first + h->count; k++) {
            vec2 arm = vec2_turn(p->handles->offsets[k], h->by.cosine, h->by.sine);
            double *block = places + 4 * (size_t)p->list[k].turn_place;
            block[0] = -by * arm.y;
            block[1] = block[2] = block[3] = 0;
            // g = (-arm.y, arm.x): a column where the turn is one, else a row.
            block[p->list[k].turn_last ? 2 : 1] = by * arm.x;
        }
    }
}

double pulls_residual(const pull_set *p, const double *x) {
    double worst = 0;
    for (int i = 0; i < p->handles->count; i++) {
        const handle *h = &p->handles->list[i];
        vec2 sum = { 0, 0 };
        for (int k = h->first; k < h->first + h->count; k++) sum = vec2_add(sum, point_of(p, k, x));
        worst = max_double(worst, vec2_distance(vec2_scale(sum, 1.0 / h->count), h->center));
    }
    return worst;
}
