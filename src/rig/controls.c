// controls.c — the knobs of an actor, and how they weigh its poses.
//
// A control drives poses through piecewise-linear maps [control, weight], level beyond their ends. A
// pose's weight is the sum over all that drive it, so controls add up and their order does not matter.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "actor.h"
#include "base/vec.h"

#define STAGE_LIMIT_M 1e4
#define TILT_LIMIT_DEG 3600.0

static const pantin_control built_in[CONTROL_BUILT_IN] = {
    [CONTROL_X] = { "x_m", "m", -STAGE_LIMIT_M, STAGE_LIMIT_M, 0, false },
    [CONTROL_Y] = { "y_m", "m", -STAGE_LIMIT_M, STAGE_LIMIT_M, 0, false },
    [CONTROL_TILT] = { "tilt_deg", "deg", -TILT_LIMIT_DEG, TILT_LIMIT_DEG, 0, false },
    [CONTROL_OPACITY] = { "opacity", "1", 0, 1, 1, false },
    [CONTROL_ORDER] = { "order", "", 0, 0, 0, true },
};

const char *const pantin_actor_later[] = { "view", "layer", "width", NULL };

const pantin_control *pantin_actor_built_in(int *count) {
    *count = CONTROL_BUILT_IN;
    return built_in;
}

/// Names of other draw orders, each once, over all views; word 0 is the view's own.
static bool list_orders(pantin_actor *actor) {
    const pantin_puppet *puppet = actor->puppet;
    int most = 1;
    for (int v = 0; v < puppet->view_count; v++) most += puppet->views[v].order_count;
    actor->order_words = ARENA_ARRAY(&actor->memory, const char *, most);
    if (actor->order_words == NULL) return false;
    actor->order_words[actor->order_count++] = "";
    for (int v = 0; v < puppet->view_count; v++)
        for (int o = 0; o < puppet->views[v].order_count; o++) {
            const char *name = puppet->views[v].orders[o].name;
            bool known = false;
            for (int k = 0; k < actor->order_count; k++)
                known |= strcmp(actor->order_words[k], name) == 0;
            if (!known) actor->order_words[actor->order_count++] = name;
        }
    return true;
}

bool actor_list_controls(pantin_actor *actor) {
    const pantin_puppet *puppet = actor->puppet;
    actor->control_count = CONTROL_BUILT_IN + puppet->control_count;
    actor->controls = ARENA_ARRAY(&actor->memory, pantin_control, actor->control_count);
    if (actor->controls == NULL || !list_orders(actor)) return false;
    for (int k = 0; k < CONTROL_BUILT_IN; k++) actor->controls[k] = built_in[k];
    actor->controls[CONTROL_ORDER].high = actor->order_count - 1;
    for (int k = 0; k < puppet->control_count; k++) {
        const pantin_puppet_control *own = &puppet->controls[k];
        double rest = clamp_double(own->fallback, own->range[0], own->range[1]);
        actor->controls[CONTROL_BUILT_IN + k] =
            (pantin_control){ own->name, own->unit, own->range[0], own->range[1], rest, false };
    }
    return true;
}

const pantin_control *pantin_actor_controls(const pantin_actor *actor, int *count) {
    *count = actor->control_count;
    return actor->controls;
}

int pantin_actor_find_control(const pantin_actor *actor, const char *name) {
    for (int k = 0; k < actor->control_count; k++)
        if (strcmp(actor->controls[k].name, name) == 0) return k;
    return PANTIN_NONE;
}

int pantin_actor_word(const pantin_actor *actor, int control, const char *word) {
    if (control != CONTROL_ORDER) return PANTIN_NONE;
    for (int k = 0; k < actor->order_count; k++)
        if (strcmp(actor->order_words[k], word) == 0) return k;
    return PANTIN_NONE;
}

static double mapped(const pantin_puppet_drive *drive, double value) {
    const pantin_vec2 *map = drive->map;
    int last = drive->map_count - 1;
    if (last < 0) return value;
    if (value <= map[0].x) return map[0].y;
    for (int k = 0; k < last; k++)
        if (value < map[k + 1].x)
            return map[k].y +
                   (map[k + 1].y - map[k].y) * ((value - map[k].x) / (map[k + 1].x - map[k].x));
    return map[last].y;
}

void actor_weigh_poses(const pantin_actor *actor, const double *values, double *weights) {
    const pantin_puppet *puppet = actor->puppet;
    for (int p = 0; p < puppet->pose_count; p++) weights[p] = 0.0;
    for (int k = 0; k < puppet->control_count; k++) {
        const pantin_control *control = &actor->controls[CONTROL_BUILT_IN + k];
        double value = values[CONTROL_BUILT_IN + k];
        value = finite_double(value) ? clamp_double(value, control->low, control->high)
                                     : control->fallback;
        for (int d = 0; d < puppet->controls[k].drive_count; d++) {
            const pantin_puppet_drive *drive = &puppet->controls[k].drives[d];
            if (drive->pose_index != PANTIN_NONE)
                weights[drive->pose_index] += mapped(drive, value);
        }
    }
}
