// link_hint.c — a channel that nothing reads: what it was most likely meant to be.
//
// A channel is OWNER.CONTROL. The part that is wrong is replaced by the nearest that is known, and the whole
// name is proposed only when it would be read: never the very word that was just refused.
// SPDX-License-Identifier: MIT
#include "link.h"

#include <string.h>

enum { LINE = 256 };

const char *const link_camera_later[] = { "camera.x_m", "camera.y_m", "camera.px_per_m", NULL };

static const char *nearest(const linker *l, const char *name, size_t length, link_names names) {
    const char **list = ARENA_ARRAY(&l->show->memory, const char *, names.count + 1);
    for (int k = 0; list != NULL && k < names.count; k++)
        list[k] = *(const char *const *)((const char *)names.first + names.stride * (size_t)k);
    return list != NULL ? text_nearest(name, length, list) : NULL;
}

/// A control of the member: this one, or the nearest; NULL: none is near.
static const char *control_near(const linker *l, int member, const char *control) {
    const pantin_puppet *puppet = &l->show->cast[member].puppet;
    int built_in;
    const pantin_control *controls = pantin_actor_built_in(&built_in);
    if (link_control_index(l, member, control) != PANTIN_NONE || link_is_later(control))
        return control;
    const char *near =
        nearest(l, control, strlen(control), LINK_NAMES(puppet->controls, puppet->control_count));
    return near != NULL ? near
                        : nearest(l, control, strlen(control), LINK_NAMES(controls, built_in));
}

/// No dot: somebody of the cast without a control, or a control without its owner.
static void hint_bare(const linker *l, const char *name, link_names cast, char line[LINE]) {
    if (link_index(cast, name) != PANTIN_NONE) {
        text_print(line, LINE, "; a channel names a control, too, such as \"%.64s.x_m\"", name);
        return;
    }
    for (int c = 0; c < l->show->file.cast_count; c++)
        if (link_control_index(l, c, name) != PANTIN_NONE) {
            text_print(line, LINE, "; did you mean \"%.64s.%.64s\"?", l->show->file.cast[c].name,
                       name);
            return;
        }
    const char *near = nearest(l, name, strlen(name), cast);
    if (near != NULL)
        text_print(line, LINE,
                   "; did you mean \"%.64s\"? A channel names a control, too: "
                   "\"%.64s.x_m\"",
                   near, near);
}

static void hint_dotted(const linker *l, const char *name, const char *dot, link_names cast,
                        char line[LINE]) {
    const char *near = nearest(l, name, (size_t)(dot - name), cast);
    if (near != NULL) {
        const char *control = control_near(l, link_cast(l, near, strlen(near)), dot + 1);
        if (control != NULL)
            text_print(line, LINE, "; did you mean \"%.64s.%.64s\"?", near, control);
        else
            text_print(line, LINE, "; did you mean a control of \"%.64s\"?", near);
        return;
    }
    near = text_nearest(name, strlen(name), link_camera_later);
    if (near != NULL) text_print(line, LINE, "; did you mean \"%s\"?", near);
}

bool link_nobody_reads(const linker *l, int offset, const char *name) {
    const show_file *file = &l->show->file;
    const char *dot = strchr(name, '.');
    char line[LINE] = "";
    if (dot == NULL)
        hint_bare(l, name, LINK_NAMES(file->cast, file->cast_count), line);
    else
        hint_dotted(l, name, dot, LINK_NAMES(file->cast, file->cast_count), line);
    return link_fail_score(l, offset, "nothing reads the channel \"%.64s\"%s", name, line);
}
