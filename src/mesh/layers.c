// layers.c — in which order the triangles of a sheet are drawn: its trunk, then limb by limb.
//
// A sheet that overlaps itself (an arm before the body) must say what lies on top, for its triangles are
// painted in their order. Row by row, an arm across the body comes out in saw teeth. Here a limb is one
// block of the list, so it lies over the trunk as a whole, and two limbs never mix.
//
// The core is the vertex farthest from the rim (in rings of edges), of several the one nearest the middle
// of its piece. With d the ring distance from the core, let a level sink from the largest d to 0: each
// extremity rises as an island of {v : d(v) >= level}, and where two islands meet, the smaller one ends
// (the merge tree of d). It is a limb if it is longer than it is wide there: if it rose by RISE rings and
// by twice its half width at the root (the greatest rim distance on its last two levels); else it is a
// bump and stays part of the other. What is left at the core is the trunk. Limbs follow it, large before
// small: an arm lies over the head it is waved before, a finger over its arm; within a block triangles go
// outward.
//
// Carr, Snoeyink, Axen: Computing Contour Trees in All Dimensions, 2003 (the join tree).
// SPDX-License-Identifier: MIT
#include "mesh/build.h"

#include "base/arena.h"
#include "base/sort.h"
#include "base/vec.h"

enum { RISE = 3 };

typedef struct layering {
    const pantin_mesh *mesh;
    int *first, *next; // a vertex: its outgoing edges, next[first[v] .. first[v + 1])
    int *depth;        // rings from the rim
    int *ring;         // rings from the core
    int *queue;        // vertices in the order they were reached
    int *leader;       // union-find over vertices that have risen; PANTIN_NONE: not yet
    int *count;        // a leader: vertices of its island
    int *level, *width,
        *width_before; // a leader: the lowest ring, the greatest depth there and above
    int *block;        // a leader or a vertex: the block it rose in
    int *owner;        // a block: the block it was absorbed by, or itself
    int *size;         // a block: how many vertices it has, with those of the bumps it absorbed
    int *peak;         // a block: its highest ring
    int *limb;         // a block: 1 where it ends as a limb, 0: the trunk
    int block_count;
    arena memory;
} layering;

// --- adjacency and rings --------------------------------------------------------------------------

/// Each triangle's three edges, as they are wound.
static void list_edges(layering *l) {
    const pantin_mesh *mesh = l->mesh;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) l->first[mesh->triangles[t][k] + 1]++;
    for (int v = 0; v < mesh->vertex_count; v++) l->first[v + 1] += l->first[v];
    for (int v = 0; v < mesh->vertex_count; v++) l->queue[v] = l->first[v];
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            l->next[l->queue[mesh->triangles[t][k]]++] = mesh->triangles[t][(k + 1) % 3];
}

static bool has_edge(const layering *l, int from, int to) {
    for (int e = l->first[from]; e < l->first[from + 1]; e++)
        if (l->next[e] == to) return true;
    return false;
}

/// The rings of the vertices around those already in the queue (ring 0), along edges as they are wound: in
/// a triangle that leads to every corner.
static int spread(layering *l, int *rings, int count) {
    for (int head = 0; head < count; head++) {
        int v = l->queue[head];
        for (int e = l->first[v]; e < l->first[v + 1]; e++) {
            if (rings[l->next[e]] != PANTIN_NONE) continue;
            rings[l->next[e]] = rings[v] + 1;
            l->queue[count++] = l->next[e];
        }
    }
    return count;
}

static int start_at_rim(layering *l) {
    int count = 0;
    for (int v = 0; v < l->mesh->vertex_count; v++) l->depth[v] = PANTIN_NONE;
    for (int v = 0; v < l->mesh->vertex_count; v++)
        for (int e = l->first[v]; e < l->first[v + 1]; e++) {
            int ends[2] = { v, l->next[e] };
            if (has_edge(l, ends[1], ends[0])) continue;
            for (int k = 0; k < 2; k++)
                if (l->depth[ends[k]] == PANTIN_NONE) {
                    l->depth[ends[k]] = 0;
                    l->queue[count++] = ends[k];
                }
        }
    return count;
}

/// One core for each island of the mesh; answers how many stand in the queue.
static int start_at_cores(layering *l, int *cores, vec2 *middles, int *sizes) {
    const pantin_mesh *mesh = l->mesh;
    for (int i = 0; i < mesh->island_count; i++) cores[i] = PANTIN_NONE;
    for (int v = 0; v < mesh->vertex_count; v++) {
        int i = mesh->islands[v];
        middles[i] = vec2_add(middles[i], mesh->vertices[v]);
        sizes[i]++;
    }
    for (int v = 0; v < mesh->vertex_count; v++) {
        int i = mesh->islands[v], core = cores[i];
        vec2 middle = vec2_scale(middles[i], 1.0 / sizes[i]);
        bool deeper = core == PANTIN_NONE || l->depth[v] > l->depth[core];
        bool nearer =
            core != PANTIN_NONE && l->depth[v] == l->depth[core] &&
            vec2_distance(mesh->vertices[v], middle) < vec2_distance(mesh->vertices[core], middle);
        if (deeper || nearer) cores[i] = v;
    }
    for (int v = 0; v < mesh->vertex_count; v++) l->ring[v] = PANTIN_NONE;
    for (int i = 0; i < mesh->island_count; i++) {
        l->ring[cores[i]] = 0;
        l->queue[i] = cores[i];
    }
    return mesh->island_count;
}

// --- the merge tree -------------------------------------------------------------------------------

static int find_leader(int *leader, int v) {
    while (leader[v] != v) {
        leader[v] = leader[leader[v]];
        v = leader[v];
    }
    return v;
}

static int find_block(int *owner, int block) {
    while (owner[block] != block) {
        owner[block] = owner[owner[block]];
        block = owner[block];
    }
    return block;
}

static int half_width(const layering *l, int leader) {
    return max_int(l->width[leader], l->width_before[leader]);
}

/// A vertex joins an island; levels only sink.
static void join(layering *l, int leader, int v) {
    if (l->ring[v] < l->level[leader]) {
        l->level[leader] = l->ring[v];
        l->width_before[leader] = l->width[leader];
        l->width[leader] = 0;
    }
    l->width[leader] = max_int(l->width[leader], l->depth[v]);
    l->count[leader]++;
    l->leader[v] = leader;
    l->block[v] = l->block[leader];
}

/// Two islands meet at a ring: the smaller one ends there, as a limb or absorbed.
static void meet(layering *l, int a, int b, int ring) {
    bool keep_a = l->count[a] > l->count[b] || (l->count[a] == l->count[b] && a < b);
    int kept = keep_a ? a : b, lost = keep_a ? b : a;
    int kept_block = find_block(l->owner, l->block[kept]);
    int lost_block = find_block(l->owner, l->block[lost]);
    int rise = l->peak[lost_block] - ring;
    if (rise >= RISE && rise >= 2 * half_width(l, lost)) {
        l->limb[lost_block] = 1;
    } else {
        l->owner[lost_block] = kept_block;
        l->peak[kept_block] = max_int(l->peak[kept_block], l->peak[lost_block]);
    }
    l->width[kept] = max_int(l->width[kept], l->width[lost]);
    l->count[kept] += l->count[lost];
    l->leader[lost] = kept;
}

static void begin_island(layering *l, int v) {
    int block = l->block_count++;
    l->owner[block] = block;
    l->peak[block] = l->ring[v];
    l->limb[block] = 0;
    l->block[v] = block;
    l->leader[v] = v;
    l->count[v] = 1;
    l->level[v] = l->ring[v];
    l->width[v] = l->width_before[v] = l->depth[v];
}

static void rise(layering *l, int v) {
    int island = PANTIN_NONE;
    for (int e = l->first[v]; e < l->first[v + 1]; e++) {
        int u = l->next[e];
        if (l->leader[u] == PANTIN_NONE) continue;
        int other = find_leader(l->leader, u);
        if (island != PANTIN_NONE && island != other) meet(l, island, other, l->ring[v]);
        island = find_leader(l->leader, other);
    }
    if (island == PANTIN_NONE)
        begin_island(l, v);
    else
        join(l, island, v);
}

/// The queue holds the vertices by ascending ring; they rise from its end.
static void grow_limbs(layering *l, int count) {
    for (int v = 0; v < l->mesh->vertex_count; v++) l->leader[v] = PANTIN_NONE;
    for (int k = count - 1; k >= 0; k--) rise(l, l->queue[k]);
}

// --- the order ------------------------------------------------------------------------------------

typedef struct drawn {
    int limb, smallness, block, ring; // ascending, in this order
} drawn;

static int compare_drawn(drawn p, drawn q) {
    if (p.limb != q.limb) return p.limb < q.limb ? -1 : 1;
    if (p.smallness != q.smallness) return p.smallness < q.smallness ? -1 : 1;
    if (p.block != q.block) return p.block < q.block ? -1 : 1;
    return p.ring < q.ring ? -1 : p.ring > q.ring;
}

static int compare_places(const void *context, int a, int b) {
    const drawn *places = context;
    return compare_drawn(places[a], places[b]);
}

/// A triangle on the seam belongs to what is drawn earlier, so that no limb tears the trunk.
static drawn place_of(layering *l, int t) {
    drawn place = { 0 };
    for (int k = 0; k < 3; k++) {
        int v = l->mesh->triangles[t][k], block = find_block(l->owner, l->block[v]);
        drawn corner = { l->limb[block], -l->size[block], block, l->ring[v] };
        if (k == 0 || compare_drawn(corner, place) < 0) place = corner;
    }
    return place;
}

static bool sort_triangles(layering *l, pantin_mesh *mesh) {
    size_t count = (size_t)mesh->triangle_count;
    drawn *places = ARENA_ARRAY(&l->memory, drawn, count);
    int *order = ARENA_ARRAY(&l->memory, int, count),
        *scratch = ARENA_ARRAY(&l->memory, int, count);
    int(*sorted)[3] = arena_take(&l->memory, count, sizeof *sorted);
    if (arena_failed(&l->memory)) return false;
    for (int v = 0; v < mesh->vertex_count; v++) l->size[find_block(l->owner, l->block[v])]++;
    for (int t = 0; t < mesh->triangle_count; t++) {
        places[t] = place_of(l, t);
        order[t] = t;
    }
    sort_indices(order, mesh->triangle_count, compare_places, places, scratch);
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) sorted[t][k] = mesh->triangles[order[t]][k];
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) mesh->triangles[t][k] = sorted[t][k];
    return true;
}

static bool layer(layering *l, pantin_mesh *mesh) {
    int n = mesh->vertex_count;
    l->first = ARENA_ARRAY(&l->memory, int, n + 1);
    l->next = ARENA_ARRAY(&l->memory, int, 3 * (size_t)mesh->triangle_count);
    int **const arrays[] = { &l->depth, &l->ring,  &l->queue,        &l->leader, &l->count,
                             &l->level, &l->width, &l->width_before, &l->block,  &l->owner,
                             &l->size,  &l->peak,  &l->limb };
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = ARENA_ARRAY(&l->memory, int, n);
    int *cores = ARENA_ARRAY(&l->memory, int, mesh->island_count);
    int *sizes = ARENA_ARRAY(&l->memory, int, mesh->island_count);
    vec2 *middles = ARENA_ARRAY(&l->memory, vec2, mesh->island_count);
    if (arena_failed(&l->memory)) return false;
    list_edges(l);
    spread(l, l->depth, start_at_rim(l));
    grow_limbs(l, spread(l, l->ring, start_at_cores(l, cores, middles, sizes)));
    return sort_triangles(l, mesh);
}

bool mesh_layer_triangles(pantin_mesh *mesh, pantin_error *error) {
    layering l = { .mesh = mesh };
    bool done = layer(&l, mesh);
    arena_free(&l.memory);
    return done || memory_fail(error, "a mesh");
}
