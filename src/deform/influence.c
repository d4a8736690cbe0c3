// influence.c — how much each handle has to say at each vertex, for players that only weigh.
//
// A handle's vertex k goes from c + o_k to q + S o_k, S its scale and turn as a complex number. So
// whatever is linear in those moves needs, of all the vertices of a handle, only the sums of w_k, w_k
// o_k and w_k |o_k|^2: a frame costs vertices times handles, not times vertices of handles.
// SPDX-License-Identifier: MIT
#include "deform/influence.h"

// Nearer than 1e-9 px is on the spot.
#define ON_THE_SPOT 1e-18

bool influence_create(influence_table *table, arena *owner, const sheet *rest,
                      const handle_set *handles) {
    table->handle_count = handles->count;
    table->list = arena_take(owner, (size_t)rest->vertex_count,
                             sizeof(influence) * (size_t)max_int(handles->count, 1));
    return !arena_failed(owner);
}

static void add_weight(influence *to, double weight, vec2 offset) {
    to->whole += weight;
    to->arm = vec2_add(to->arm, vec2_scale(offset, weight));
    to->spread += weight * vec2_dot(offset, offset);
}

// Answers whether any lay on the spot, to which `spot` confines the sum.
static bool gather_weights(influence *of, const sheet *rest, const handle_set *handles, vec2 p,
                           bool free_as_points, bool spot) {
    bool met = false;
    for (int i = 0; i < handles->count; i++) {
        const handle *h = &handles->list[i];
        bool alone = free_as_points && h->free_turn;
        of[i] = (influence){ 0 };
        for (int k = h->first; k < h->first + (alone ? 1 : h->count); k++) {
            vec2 offset = alone ? vec2_make(0, 0) : handles->offsets[k];
            vec2 away = vec2_sub(alone ? h->centroid : rest->rest[handles->vertices[k]], p);
            double square = vec2_dot(away, away);
            met |= square < ON_THE_SPOT;
            if (spot == (square < ON_THE_SPOT)) add_weight(&of[i], spot ? 1 : 1 / square, offset);
        }
    }
    return met;
}

void influence_by_distance(influence_table *table, const sheet *rest, const handle_set *handles,
                           bool free_as_points) {
    int count = table->handle_count;
    for (int v = 0; v < rest->vertex_count; v++) {
        influence *of = table->list + (size_t)v * (size_t)count;
        vec2 p = rest->rest[v];
        if (gather_weights(of, rest, handles, p, free_as_points, false))
            gather_weights(of, rest, handles, p, free_as_points, true);
        double sum = 0;
        for (int h = 0; h < count; h++) sum += of[h].whole;
        for (int h = 0; h < count; h++) {
            of[h].whole /= sum;
            of[h].arm = vec2_scale(of[h].arm, 1 / sum);
            of[h].spread /= sum;
        }
    }
}

void influence_move(const influence_table *table, const sheet *rest, const handle_set *handles,
                    double *x) {
    int count = table->handle_count;
    for (int v = 0; v < rest->vertex_count; v++) {
        const influence *of = table->list + (size_t)v * (size_t)count;
        vec2 at = rest->rest[v];
        for (int i = 0; i < count; i++) {
            const handle *h = &handles->list[i];
            vec2 way = vec2_scale(vec2_sub(h->center, h->centroid), of[i].whole);
            vec2 arm = vec2_scale(vec2_turn(of[i].arm, h->by.cosine, h->by.sine), h->scale);
            at = vec2_add(at, vec2_add(way, vec2_sub(arm, of[i].arm)));
        }
        x[2 * (size_t)v] = at.x;
        x[2 * (size_t)v + 1] = at.y;
    }
}
