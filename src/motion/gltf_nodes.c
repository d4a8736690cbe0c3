// gltf_nodes.c — a glTF's nodes: their tree, their rest, and which of them are joints of a skin.
//
// A node's matrix M is taken as translation, rotation and scale when it is such a product, T R S = M to
// float's precision: columns at right angles. Mirrored ones get a negative x scale. Others (sheared, or with
// an axis of no length) keep their matrix.
// SPDX-License-Identifier: MIT
#include "motion/gltf_document.h"

enum { DEPTH_MOST = 1000 };

// --- rest ----------------------------------------------------------------------------------------

static bool nearly(const double *a, const double *b, double slack) {
    for (int k = 0; k < 12; k++)
        if (!(a[k] - b[k] <= slack && b[k] - a[k] <= slack)) return false;
    return true;
}

/// The node's translation, rotation and scale from its matrix, as well as they can be told. True: exactly.
static bool decompose(const double *m, gltf_node *node) {
    vec3 axes[3], unit[3];
    double length[3], longest = 0;
    for (int k = 0; k < 3; k++) {
        axes[k] = (vec3){ m[k], m[4 + k], m[8 + k] };
        length[k] = vec3_length(axes[k]);
        if (length[k] > longest) longest = length[k];
    }
    node->translation = (vec3){ m[3], m[7], m[11] };
    node->scale = (vec3){ length[0], length[1], length[2] };
    node->rotation = quat_identity();
    if (!(length[0] > 0 && length[1] > 0 && length[2] > 0)) return false;
    for (int k = 0; k < 3; k++) unit[k] = vec3_scale(axes[k], 1 / length[k]);
    if (vec3_dot(unit[0], vec3_cross(unit[1], unit[2])) < 0) {
        node->scale.x = -length[0];
        unit[0] = vec3_scale(unit[0], -1);
    }
    // Of what is not at right angles: y keeps its direction, z is put square to it, x to both.
    vec3 across = vec3_sub(unit[2], vec3_scale(unit[1], vec3_dot(unit[1], unit[2])));
    double left = vec3_length(across);
    if (!(left > 1e-9)) return false;
    unit[2] = vec3_scale(across, 1 / left);
    node->rotation = space_rotation(vec3_cross(unit[1], unit[2]), unit[1], unit[2]);
    frame3 again = space_frame_make(node->translation, node->rotation, node->scale);
    return nearly(again.m, m, 2e-6 * longest);
}

static bool read_rest(gltf_document *d, const gltf_spot *spot, gltf_node *node,
                      pantin_error *error) {
    double t[3] = { 0, 0, 0 }, r[4] = { 0, 0, 0, 1 }, s[3] = { 1, 1, 1 }, columns[16];
    if (!gltf_numbers(d, spot, "translation", 3, t, error) ||
        !gltf_numbers(d, spot, "rotation", 4, r, error) ||
        !gltf_numbers(d, spot, "scale", 3, s, error))
        return false;
    node->translation = (vec3){ t[0], t[1], t[2] };
    node->rotation = quat_normalize((quat){ r[0], r[1], r[2], r[3] });
    node->scale = (vec3){ s[0], s[1], s[2] };
    if (json_find(&d->tape, spot->token, "matrix") == PANTIN_NONE) return true;
    if (!gltf_numbers(d, spot, "matrix", 16, columns, error)) return false;
    double rows[12];
    for (int k = 0; k < 12; k++) rows[k] = columns[4 * (k % 4) + k / 4];
    if (decompose(rows, node)) return true;
    double *kept = ARENA_ARRAY(d->memory, double, 12);
    for (int k = 0; kept != NULL && k < 12; k++) kept[k] = rows[k];
    node->matrix = kept;
    return true;
}

static bool read_node(gltf_document *d, int k, const gltf_spot *spot, pantin_error *error) {
    gltf_node *node = &d->nodes[k];
    node->token = spot->token;
    node->camera = json_find(&d->tape, spot->token, "camera") != PANTIN_NONE;
    node->name = gltf_string(d, spot->token, "name");
    if (node->name == NULL || node->name[0] == '\0') {
        char made[16];
        node->name = arena_text(d->memory, made, text_print(made, sizeof made, "node%d", k));
    }
    return read_rest(d, spot, node, error);
}

// --- the tree ------------------------------------------------------------------------------------

static bool read_children(gltf_document *d, int k, const gltf_spot *spot, pantin_error *error) {
    int list, count, last = PANTIN_NONE;
    if (!gltf_array(d, spot, "children", &list, &count, error)) return false;
    for (int i = 0, at = list + 1; i < count; i++, at = d->tape.tokens[at].next) {
        gltf_spot place = gltf_spot_at(at, "%s/children/%d", spot->pointer, i);
        double number = d->tape.tokens[at].kind == JSON_NUMBER ? json_number(&d->tape, at) : -1;
        if (!(number >= 0 && number < d->node_count && number == (double)(int)number))
            return gltf_fail(d, &place, error, "no index of one of its %d nodes", d->node_count);
        gltf_node *child = &d->nodes[(int)number];
        if (child->parent != PANTIN_NONE)
            return gltf_fail(d, &place, error, "node %d has two parents, %d and %d", (int)number,
                             child->parent, k);
        child->parent = k;
        *(last == PANTIN_NONE ? &d->nodes[k].first_child : &d->nodes[last].next_sibling) =
            (int)number;
        last = (int)number;
    }
    return true;
}

/// With one parent each, what no root leads to goes round in a circle.
static bool check_circles(const gltf_document *d, pantin_error *error) {
    int *trail = memory_allocate((size_t)d->node_count + 1, sizeof *trail);
    if (trail == NULL) return memory_fail(error, "a glTF's nodes");
    int found = PANTIN_NONE;
    for (int k = 0; k < d->node_count && found == PANTIN_NONE; k++) {
        int at = k; // trail: 0 not seen yet, else 1 + the node whose walk came by first
        for (; at != PANTIN_NONE && trail[at] == 0; at = d->nodes[at].parent) trail[at] = k + 1;
        if (at != PANTIN_NONE && trail[at] == k + 1) found = at;
    }
    memory_free(trail, (size_t)d->node_count + 1, sizeof *trail);
    if (found == PANTIN_NONE) return true;
    gltf_spot spot = gltf_spot_at(d->nodes[found].token, "/nodes/%d", found);
    return gltf_fail(d, &spot, error, "the node is its own ancestor");
}

/// World frames are products along the way up, and a figure's way is short.
static bool check_depth(const gltf_document *d, pantin_error *error) {
    for (int k = 0; k < d->node_count; k++) {
        int depth = 0;
        for (int at = k; at != PANTIN_NONE && depth <= DEPTH_MOST; at = d->nodes[at].parent)
            depth++;
        if (depth <= DEPTH_MOST) continue;
        gltf_spot spot = gltf_spot_at(d->nodes[k].token, "/nodes/%d", k);
        return gltf_fail(d, &spot, error, "more than %d nodes one below the other", DEPTH_MOST);
    }
    return true;
}

static bool read_skin(gltf_document *d, const gltf_spot *spot, pantin_error *error) {
    int list, count;
    if (!gltf_array(d, spot, "joints", &list, &count, error)) return false;
    for (int i = 0, at = list + 1; i < count; i++, at = d->tape.tokens[at].next) {
        double number = d->tape.tokens[at].kind == JSON_NUMBER ? json_number(&d->tape, at) : -1;
        if (!(number >= 0 && number < d->node_count && number == (double)(int)number)) {
            gltf_spot place = gltf_spot_at(at, "%s/joints/%d", spot->pointer, i);
            return gltf_fail(d, &place, error, "no index of one of its %d nodes", d->node_count);
        }
        gltf_node *node = &d->nodes[(int)number];
        d->joint_count += !node->joint;
        node->joint = true;
    }
    return true;
}

bool gltf_read_nodes(gltf_document *d, pantin_error *error) {
    gltf_spot spot;
    d->nodes = ARENA_ARRAY(d->memory, gltf_node, d->node_count);
    if (d->nodes == NULL) return memory_fail(error, "a glTF's nodes");
    for (int k = 0; k < d->node_count; k++)
        d->nodes[k].parent = d->nodes[k].first_child = d->nodes[k].next_sibling = PANTIN_NONE;
    for (int k = 0, token = d->nodes_token + 1; k < d->node_count; k++)
        if (!gltf_object(d, "/nodes", k, &token, &spot, error) || !read_node(d, k, &spot, error) ||
            !read_children(d, k, &spot, error))
            return false;
    if (!check_circles(d, error) || !check_depth(d, error)) return false;
    for (int k = 0, token = d->skins_token + 1; k < d->skin_count; k++)
        if (!gltf_object(d, "/skins", k, &token, &spot, error) || !read_skin(d, &spot, error))
            return false;
    return true;
}
