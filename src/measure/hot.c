// hot.c — where a bent sheet binds: triangles with a high multiplier, gathered into places with names.
//
// Triangles of PANTIN_BIND_LEAST or more that share a corner are one spot. It is named by the handles
// nearest to its worst triangle along the sheet, since that is where a person can do something about it.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "pantin/measure.h"
#include "ways.h"

#define AT_CELLS 1.5 // a spot so near to a handle is at it, else between two

/// Scratch for the largest piece.
typedef struct hot_search {
    int *owner; // a vertex: another of its spot, itself where it is the first
    int *slot;  // a vertex that is its spot's first: the spot's worst triangle
    int *count; // likewise: how many triangles it has
    double *way;
} hot_search;

static int first_of(int *owner, int v) {
    while (owner[v] != v) v = owner[v] = owner[owner[v]];
    return v;
}

double pantin_bind_worst(const pantin_puppet *puppet, const pantin_pose_frame *pose) {
    double worst = 0;
    for (int k = 0; k < pose->piece_count; k++) {
        const pantin_bent *bent = &pose->pieces[k];
        int count = puppet->pieces[bent->piece].triangles.triangle_count;
        for (int t = 0; t < count && bent->bind != NULL; t++)
            worst = max_double(worst, (double)bent->bind[t]);
    }
    return worst;
}

static void join_corners(hot_search *s, const pantin_mesh *mesh, const float *bind) {
    for (int v = 0; v < mesh->vertex_count; v++)
        s->owner[v] = v, s->slot[v] = PANTIN_NONE, s->count[v] = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        if (!((double)bind[t] >= PANTIN_BIND_LEAST)) continue;
        for (int k = 1; k < 3; k++) {
            int a = first_of(s->owner, mesh->triangles[t][0]);
            int b = first_of(s->owner, mesh->triangles[t][k]);
            s->owner[max_int(a, b)] = min_int(a, b);
        }
    }
}

/// Puts a spot where it belongs among the worst; what falls off the end is forgotten.
static void keep(pantin_hot_spot spot, pantin_hot_spot *spots, int most, int *count) {
    int at = *count < most ? (*count)++ : most;
    while (at > 0 && spots[at - 1].bind < spot.bind) {
        if (at < most) spots[at] = spots[at - 1];
        at--;
    }
    if (at < most) spots[at] = spot;
}

static vec2 middle_of(const pantin_mesh *mesh, int t) {
    vec2 sum = { 0, 0 };
    for (int k = 0; k < 3; k++) sum = vec2_add(sum, mesh->vertices[mesh->triangles[t][k]]);
    return vec2_scale(sum, 1.0 / 3);
}

/// The two nearest handles of the piece along the sheet, and the limb both belong to.
static void name_spot(hot_search *s, const pantin_puppet *puppet, pantin_hot_spot *spot) {
    const pantin_puppet_piece *piece = &puppet->pieces[spot->piece];
    int corners[3];
    memcpy(corners, piece->triangles.triangles[spot->triangle], sizeof corners);
    ways_measure(&piece->triangles, &(pantin_mesh_grip){ .vertices = corners, .count = 3 }, s->way);
    double nearest[2] = { WAYS_NONE, WAYS_NONE };
    spot->near[0] = spot->near[1] = PANTIN_NONE;
    for (int h = 0; h < piece->handle_count; h++) {
        double way = ways_to(&piece->handles[h].grip, s->way);
        int k = way < nearest[0] ? 0 : way < nearest[1] ? 1 : 2;
        if (k == 0) nearest[1] = nearest[0], spot->near[1] = spot->near[0];
        if (k < 2) nearest[k] = way, spot->near[k] = piece->first_handle + h;
    }
    spot->at_handle = nearest[0] <= AT_CELLS * piece->triangles.spacing_px;
}

static void find_in_piece(hot_search *s, const pantin_puppet *puppet, const pantin_bent *bent,
                          pantin_hot_spot *spots, int most, int *count) {
    const pantin_mesh *mesh = &puppet->pieces[bent->piece].triangles;
    join_corners(s, mesh, bent->bind);
    // Worst of each spot first, counted at its first vertex; then each is put in order.
    for (int t = 0; t < mesh->triangle_count; t++) {
        if (!((double)bent->bind[t] >= PANTIN_BIND_LEAST)) continue;
        int first = first_of(s->owner, mesh->triangles[t][0]);
        int worst = s->slot[first];
        s->count[first]++;
        if (worst == PANTIN_NONE || bent->bind[t] > bent->bind[worst]) s->slot[first] = t;
    }
    for (int v = 0; v < mesh->vertex_count; v++) {
        if (s->owner[v] != v || s->slot[v] == PANTIN_NONE) continue;
        int t = s->slot[v];
        pantin_hot_spot spot = { .piece = bent->piece,
                                 .triangle = t,
                                 .triangle_count = s->count[v],
                                 .bind = (double)bent->bind[t],
                                 .rest_px = middle_of(mesh, t) };
        for (int k = 0; k < 3; k++)
            spot.bent_px =
                vec2_add(spot.bent_px,
                         vec2_scale(vec2_from32(bent->vertices[mesh->triangles[t][k]]), 1.0 / 3));
        keep(spot, spots, most, count);
    }
}

bool pantin_hot_spots_find(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                           pantin_hot_spot *spots, int most, int *count, pantin_error *error) {
    arena memory = { 0 };
    int vertices = 0;
    *count = 0;
    for (int p = 0; p < puppet->piece_count; p++)
        vertices = max_int(vertices, puppet->pieces[p].triangles.vertex_count);
    hot_search s = { ARENA_ARRAY(&memory, int, vertices), ARENA_ARRAY(&memory, int, vertices),
                     ARENA_ARRAY(&memory, int, vertices), ARENA_ARRAY(&memory, double, vertices) };
    bool done = !arena_failed(&memory) || memory_fail(error, "the places where a sheet binds");
    for (int k = 0; k < pose->piece_count && done; k++)
        if (pose->pieces[k].bind != NULL)
            find_in_piece(&s, puppet, &pose->pieces[k], spots, most, count);
    for (int k = 0; k < *count && done; k++) name_spot(&s, puppet, &spots[k]);
    arena_free(&memory);
    return done;
}

static bool is_handle(const pantin_puppet *puppet, int handle, const char *name) {
    return handle != PANTIN_NONE && name != NULL &&
           strcmp(pantin_puppet_handle_at(puppet, handle, NULL)->name, name) == 0;
}

/// The limb that both handles are joints of, or PANTIN_NONE.
static int limb_of(const pantin_puppet *puppet, const pantin_hot_spot *spot) {
    for (int l = 0; l < puppet->limb_count; l++) {
        const pantin_puppet_limb *limb = &puppet->limbs[l];
        const char *joints[3] = { limb->root, limb->mid, limb->end };
        int found = 0;
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 3; j++) found += is_handle(puppet, spot->near[k], joints[j]);
        if (found == 2 && strcmp(limb->piece, puppet->pieces[spot->piece].name) == 0) return l;
    }
    return PANTIN_NONE;
}

void pantin_hot_spot_words(const pantin_puppet *puppet, const pantin_hot_spot *spot, char *words,
                           size_t size) {
    size_t length = 0;
    if (spot->near[0] == PANTIN_NONE) {
        text_print(words, size, "in %.64s", puppet->pieces[spot->piece].name);
        return;
    }
    const char *near = pantin_puppet_handle_at(puppet, spot->near[0], NULL)->name;
    if (spot->at_handle || spot->near[1] == PANTIN_NONE)
        length = text_print(words, size, "at %.64s", near);
    else
        length = text_print(words, size, "between %.64s and %.64s", near,
                            pantin_puppet_handle_at(puppet, spot->near[1], NULL)->name);
    int limb = limb_of(puppet, spot);
    if (limb != PANTIN_NONE && length + 1 < size)
        length += text_print(words + length, size - length, ", %.64s", puppet->limbs[limb].name);
    if (puppet->piece_count > 1 && length + 1 < size)
        text_print(words + length, size - length, " (%.64s)", puppet->pieces[spot->piece].name);
}
