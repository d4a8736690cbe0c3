// free_turns.c — the turn of a free handle with soft pull: the best one, its vertices going along.
//
// Taking turns, "fit R to the vertices, then let R pull them" moves a stiffly pulled handle by about
// the sheet's stiffness over the pull's a step: at the usual 1000, after 40 steps from rest it has
// hardly turned. So R and the handle's own vertices are found together, all else held: with A the
// block of the matrix of those vertices P, o their offsets, b what triangles and neighbors ask of
// them (from the target, which is where turns are about), the energy is least over x_P where
//     A x_P = b + weight scale R o,    and over R as well where R turns along  sum conj(X) b,
//     A X = weight o   (points as complex numbers).
// X depends on no target, is found whenever the matrix is made, and for a stiff pull is nearly o. This
// too never raises the energy and rests only where its slope does. On 100 hard poses of ten free
// handles 40 iterations now end at 0.0145 instead of 0.0625.
//
// X by conjugate gradients over all handles at once; the pull on the diagonal makes that few steps.
// SPDX-License-Identifier: MIT
#include "deform/free_turns.h"

#define STEPS_MOST 200

static bool turns(const handle *h) { return h->free_turn && h->count > 1; }

static void list_edges(free_turns *f, const sheet *rest, const handle_set *handles,
                       const int *place_of) {
    for (int e = 0; e < rest->edge_count; e++)
        for (int way = 0; way < 2; way++) {
            int v = way ? rest->edges[e].b : rest->edges[e].a;
            int w = way ? rest->edges[e].a : rest->edges[e].b;
            int held = place_of[v], other = place_of[w];
            if (held == PANTIN_NONE || !turns(&handles->list[f->handle_of[held]])) continue;
            bool within = other != PANTIN_NONE && f->handle_of[other] == f->handle_of[held];
            if (!within)
                f->rim[f->rim_count++] = (free_edge){ held, w, e };
            else if (way == 0)
                f->inner[f->inner_count++] = (free_edge){ held, other, e };
        }
}

bool free_turns_create(free_turns *f, arena *owner, const sheet *rest, const handle_set *handles) {
    int most = 2 * rest->edge_count, held = handles->vertex_count;
    f->inner = ARENA_ARRAY(owner, free_edge, rest->edge_count);
    f->rim = ARENA_ARRAY(owner, free_edge, most);
    f->rim_weights = ARENA_ARRAY(owner, double, most);
    f->sums = ARENA_ARRAY(owner, turn, handles->count);
    f->handle_of = ARENA_ARRAY(owner, int, held);
    f->arms = ARENA_ARRAY(owner, vec2, held);
    f->residual = ARENA_ARRAY(owner, vec2, held);
    f->search = ARENA_ARRAY(owner, vec2, held);
    f->bent = ARENA_ARRAY(owner, vec2, held);
    arena brief = { 0 };
    int *place_of = ARENA_ARRAY(&brief, int, rest->vertex_count);
    bool ready = !arena_failed(owner) && !arena_failed(&brief);
    for (int v = 0; ready && v < rest->vertex_count; v++) place_of[v] = PANTIN_NONE;
    for (int h = 0; ready && h < handles->count; h++)
        for (int k = 0; k < handles->list[h].count; k++) {
            int place = handles->list[h].first + k;
            f->handle_of[place] = h;
            place_of[handles->vertices[place]] = place;
        }
    if (ready) list_edges(f, rest, handles, place_of);
    arena_free(&brief);
    return ready;
}

static double entry(const double *off, const int *slots, int edge) {
    return slots[edge] == PANTIN_NONE ? 0 : off[slots[edge]];
}

// bent = A search.
static void bend(free_turns *f, const handle_set *handles, const double *diagonal,
                 const double *off, const int *slots) {
    for (int k = 0; k < handles->vertex_count; k++)
        f->bent[k] = vec2_scale(f->search[k], diagonal[handles->vertices[k]]);
    for (int i = 0; i < f->inner_count; i++) {
        const free_edge *e = &f->inner[i];
        double by = entry(off, slots, e->edge);
        f->bent[e->held] = vec2_add(f->bent[e->held], vec2_scale(f->search[e->other], by));
        f->bent[e->other] = vec2_add(f->bent[e->other], vec2_scale(f->search[e->held], by));
    }
}

void free_turns_weigh(free_turns *f, const handle_set *handles, const double *diagonal,
                      const double *off, const int *slots) {
    double size = 0; // residual . residual / diagonal
    for (int i = 0; i < f->rim_count; i++) f->rim_weights[i] = -entry(off, slots, f->rim[i].edge);
    for (int k = 0; k < handles->vertex_count; k++) {
        const handle *h = &handles->list[f->handle_of[k]];
        double by = diagonal[handles->vertices[k]];
        f->arms[k] = vec2_make(0, 0);
        f->residual[k] = vec2_scale(handles->offsets[k], turns(h) ? h->weight : 0);
        f->search[k] = vec2_scale(f->residual[k], 1 / by);
        size += vec2_dot(f->residual[k], f->search[k]);
    }
    double enough = 1e-30 * size;
    for (int step = 0; step < STEPS_MOST && size > enough; step++) {
        double along = 0, after = 0;
        bend(f, handles, diagonal, off, slots);
        for (int k = 0; k < handles->vertex_count; k++) along += vec2_dot(f->search[k], f->bent[k]);
        if (!(along > 0)) break;
        for (int k = 0; k < handles->vertex_count; k++) {
            f->arms[k] = vec2_add(f->arms[k], vec2_scale(f->search[k], size / along));
            f->residual[k] = vec2_sub(f->residual[k], vec2_scale(f->bent[k], size / along));
            after += vec2_dot(f->residual[k], f->residual[k]) / diagonal[handles->vertices[k]];
        }
        for (int k = 0; k < handles->vertex_count; k++)
            f->search[k] = vec2_add(vec2_scale(f->residual[k], 1 / diagonal[handles->vertices[k]]),
                                    vec2_scale(f->search[k], after / size));
        size = after;
    }
}

void free_turns_fit(free_turns *f, handle_set *handles, const int *number, const double *pull,
                    const double *x) {
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        f->sums[i] = (turn){ 0, 0 };
        for (int k = h->first; turns(h) && k < h->first + h->count; k++) {
            const double *at = pull + 2 * (size_t)number[handles->vertices[k]];
            turn_gather(&f->sums[i], 1, f->arms[k], vec2_make(at[0], at[1]));
        }
    }
    for (int i = 0; i < f->rim_count; i++) {
        int h = f->handle_of[f->rim[i].held];
        const double *at = x + 2 * (size_t)number[f->rim[i].other];
        turn_gather(&f->sums[h], f->rim_weights[i], f->arms[f->rim[i].held],
                    vec2_sub(vec2_make(at[0], at[1]), handles->list[h].center));
    }
    for (int h = 0; h < handles->count; h++)
        if (turns(&handles->list[h])) handles->list[h].by = turn_unit(f->sums[h]);
}
