// puppet_limbs.c — limbs and bones from a skeleton: shoulder, elbow, hand; hip, knee, foot.
//
// A joint at the end of its branch is a hand or a foot; its parent, when nothing else branches off there,
// is the elbow or knee, and that one's parent the shoulder or hip. All three must have handles of their
// own in one piece. Which way a limb bends is read off the drawing: forward (toward the left, where a
// figure looks as drawn) when its middle joint lies on that side of the straight line from root to end; a
// limb drawn straight bends forward when its name speaks of a leg or foot, else backward.
// SPDX-License-Identifier: MIT
#include "puppet_make.h"

#include <string.h>

#include "base/vec.h"

#define STRAIGHT_PX 1.0

static int child_count(const pantin_rig_joints *joints, int joint) {
    int count = 0;
    for (int k = 0; k < joints->count; k++) count += joints->joints[k].parent == joint;
    return count;
}

static bool same_handle(const maker *m, int a, int b) {
    return m->joints[a].part == m->joints[b].part && m->joints[a].handle == m->joints[b].handle;
}

static bool ends_with(const char *name, const char *ending) {
    size_t a = strlen(name), b = strlen(ending);
    return a >= b && strcmp(name + a - b, ending) == 0;
}

/// left_hand -> left_arm, left_foot -> left_leg; any other name stays.
static const char *name_limb(maker *m, const char *end) {
    static const char *const words[][2] = {
        { "hand", "arm" }, { "wrist", "arm" }, { "foot", "leg" }, { "ankle", "leg" }
    };
    char name[256];
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (!ends_with(end, words[k][0])) continue;
        text_print(name, sizeof name, "%.*s%s", (int)(strlen(end) - strlen(words[k][0])), end,
                   words[k][1]);
        return arena_text(&m->memory, name, strlen(name));
    }
    return end;
}

static bool bends_backward(const maker *m, const maker_limb *limb) {
    const pantin_rig_joint *joints = m->recipe->joints->joints;
    vec2 root = joints[limb->root].at_px, mid = joints[limb->mid].at_px;
    vec2 along = vec2_sub(joints[limb->end].at_px, root);
    double length = vec2_length(along);
    double off = length > 0 ? vec2_cross(along, vec2_sub(mid, root)) / length : 0;
    // off > 0: to the right of the way from root to end. Below its root that is the picture's left.
    if (along.y < 0) off = -off;
    if (off > STRAIGHT_PX || off < -STRAIGHT_PX) return off < 0;
    return !ends_with(limb->name, "leg") && !ends_with(limb->name, "foot");
}

/// Whether an earlier limb has the joint's handle too: two bones cannot both end there.
static bool is_taken(const maker *m, int joint) {
    for (int k = 0; k < m->limb_count; k++) {
        const maker_limb *limb = &m->limbs[k];
        if (same_handle(m, limb->root, joint) || same_handle(m, limb->mid, joint) ||
            same_handle(m, limb->end, joint))
            return true;
    }
    return false;
}

static bool add_limb(maker *m, int end) {
    const pantin_rig_joints *joints = m->recipe->joints;
    int mid = joints->joints[end].parent;
    int root = mid != PANTIN_NONE ? joints->joints[mid].parent : PANTIN_NONE;
    if (child_count(joints, end) > 0 || mid == PANTIN_NONE || child_count(joints, mid) != 1 ||
        root == PANTIN_NONE)
        return true;
    const char *name = joints->joints[end].name;
    bool apart = m->joints[root].part == m->joints[mid].part &&
                 m->joints[mid].part == m->joints[end].part && !same_handle(m, root, mid) &&
                 !same_handle(m, mid, end) && !same_handle(m, root, end) && !is_taken(m, mid) &&
                 !is_taken(m, end);
    if (!apart) {
        text_format(&m->notes,
                    "no limb ends in \"%s\": its three joints need handles of their own in "
                    "one piece\n",
                    name);
        return true;
    }
    maker_limb *limb = &m->limbs[m->limb_count++];
    char bone[300];
    *limb = (maker_limb){ .name = name_limb(m, name), .root = root, .mid = mid, .end = end };
    if (limb->name == NULL) return memory_fail(m->error, "a puppet");
    text_print(bone, sizeof bone, "%s_upper", limb->name);
    limb->upper = arena_text(&m->memory, bone, strlen(bone));
    text_print(bone, sizeof bone, "%s_lower", limb->name);
    limb->lower = arena_text(&m->memory, bone, strlen(bone));
    if (arena_failed(&m->memory)) return memory_fail(m->error, "a puppet");
    limb->backward = bends_backward(m, limb);
    return true;
}

bool puppet_limbs_find(maker *m) {
    int count = m->recipe->joints->count;
    m->limbs = ARENA_ARRAY(&m->memory, maker_limb, count);
    if (m->limbs == NULL) return memory_fail(m->error, "a puppet");
    for (int k = 0; k < count; k++)
        if (!add_limb(m, k)) return false;
    if (m->limb_count > 0)
        text_format(&m->notes, "%d limb%s with two bones each\n", m->limb_count,
                    m->limb_count == 1 ? "" : "s");
    return true;
}

// --- writing ------------------------------------------------------------------------------------------

static const char *handle_of(const maker *m, int joint) {
    return m->parts[m->joints[joint].part].handles[m->joints[joint].handle].name;
}

static void put_word(json_writer *w, const char *key, const char *word) {
    json_key(w, key);
    json_put_text(w, word);
}

static void put_bone(const maker *m, json_writer *w, const char *name, int from, int to) {
    json_inline(w);
    json_object(w);
    put_word(w, "name", name);
    put_word(w, "from", handle_of(m, from));
    put_word(w, "to", handle_of(m, to));
    json_end(w, '}');
}

void puppet_limbs_put_bones(const maker *m, const maker_part *part, json_writer *w) {
    int count = 0;
    for (int k = 0; k < m->limb_count; k++)
        count += &m->parts[m->joints[m->limbs[k].root].part] == part;
    if (count == 0) return;
    json_key(w, "bones");
    json_array(w);
    for (int k = 0; k < m->limb_count; k++) {
        const maker_limb *limb = &m->limbs[k];
        if (&m->parts[m->joints[limb->root].part] != part) continue;
        put_bone(m, w, limb->upper, limb->root, limb->mid);
        put_bone(m, w, limb->lower, limb->mid, limb->end);
    }
    json_end(w, ']');
}

void puppet_limbs_put(const maker *m, json_writer *w) {
    if (m->limb_count == 0) return;
    json_key(w, "limbs");
    json_array(w);
    for (int k = 0; k < m->limb_count; k++) {
        const maker_limb *limb = &m->limbs[k];
        json_object(w);
        put_word(w, "name", limb->name);
        put_word(w, "piece", m->parts[m->joints[limb->root].part].piece);
        put_word(w, "root", handle_of(m, limb->root));
        put_word(w, "mid", handle_of(m, limb->mid));
        put_word(w, "end", handle_of(m, limb->end));
        put_word(w, "bend", limb->backward ? "backward" : "forward");
        json_end(w, '}');
    }
    json_end(w, ']');
}
