// puppet_motion_names.c — names of what moves: drives, limbs, attachments, gaits, springs, transitions.
//
// Also of what a later version will do: a file that waits for it is checked as strictly as any other.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "pantin/rig.h"
#include "puppet_names.h"

/// A control of its own may not take the name of one that every actor has, or will have.
static bool check_own_names(resolver *r) {
    const pantin_puppet *puppet = r->puppet;
    int built_in;
    const pantin_control *controls = pantin_actor_built_in(&built_in);
    for (int k = 0; k < puppet->control_count; k++) {
        const pantin_puppet_control *own = &puppet->controls[k];
        bool taken = false;
        for (int b = 0; b < built_in; b++) taken |= strcmp(own->name, controls[b].name) == 0;
        for (int b = 0; pantin_actor_later[b] != NULL; b++)
            taken |= strcmp(own->name, pantin_actor_later[b]) == 0;
        if (taken)
            return puppet_fail(
                puppet, own->head.at, r->error,
                "every actor has a control \"%.64s\" already: give this one another name",
                own->name);
    }
    return true;
}

static bool resolve_drives(resolver *r, pantin_puppet_drive *drives, int count) {
    for (int k = 0; k < count; k++) {
        pantin_puppet_drive *drive = &drives[k];
        drive->pose_index = PANTIN_NONE;
        if (drive->pose != NULL) {
            drive->pose_index = puppet_names_need(r, &drive->head, "pose", "pose", drive->pose,
                                                  names_of_poses(r->puppet));
            if (drive->pose_index == PANTIN_NONE) return false;
        }
        if (!puppet_names_known(r, &drive->head, "driver", "driver", drive->driver,
                                names_of_drivers(r->puppet)) ||
            !puppet_names_known(r, &drive->head, "reach", "limb", drive->reach,
                                names_of_limbs(r->puppet)))
            return false;
    }
    return true;
}

static bool resolve_limb(resolver *r, const pantin_puppet_limb *limb) {
    const pantin_puppet *puppet = r->puppet;
    int piece =
        puppet_names_need(r, &limb->head, "piece", "piece", limb->piece, names_of_pieces(puppet));
    if (piece == PANTIN_NONE) return false;
    name_list handles = names_of_handles(&puppet->pieces[piece]);
    return puppet_names_known(r, &limb->head, "root", "handle", limb->root, handles) &&
           puppet_names_known(r, &limb->head, "mid", "handle", limb->mid, handles) &&
           puppet_names_known(r, &limb->head, "end", "handle", limb->end, handles);
}

static bool resolve_attachment(resolver *r, const pantin_puppet_attachment *a) {
    const pantin_puppet *puppet = r->puppet;
    int child = puppet_names_need(r, &a->head, "piece", "piece", a->piece, names_of_pieces(puppet));
    if (child == PANTIN_NONE) return false;
    int parent = puppet_names_need(r, &a->head, "to", "piece", a->to, names_of_pieces(puppet));
    if (parent == PANTIN_NONE) return false;
    name_list of_child = names_of_handles(&puppet->pieces[child]);
    name_list of_parent = names_of_handles(&puppet->pieces[parent]);
    if (child == parent)
        return puppet_fail(puppet, puppet_place(puppet, &a->head, "to"), r->error,
                           "piece \"%.64s\" cannot be attached to itself", a->piece);
    for (int k = 0; k < a->weld_count; k++) {
        name_list of = k % 2 == 0 ? of_child : of_parent;
        if (puppet_names_index(of, a->weld[k]) != PANTIN_NONE) continue;
        puppet_names_unknown(r, puppet_names_place(r, &a->head, "weld", k), "handle", a->weld[k],
                             of);
        return false;
    }
    return puppet_names_all_known(r, &a->head, "moves", "handle", a->moves, a->move_count,
                                  of_child) &&
           puppet_names_known(r, &a->head, "pivot", "handle", a->pivot, of_child);
}

static bool resolve_gait(resolver *r, const pantin_puppet_gait *gait) {
    for (int f = 0; f < gait->foot_count; f++)
        if (!puppet_names_known(r, &gait->feet[f].head, "limb", "limb", gait->feet[f].limb,
                                names_of_limbs(r->puppet)))
            return false;
    return true;
}

/// As in a pose, a bare name means the handle of every piece that has one.
static bool resolve_spring(resolver *r, const pantin_puppet_spring *spring) {
    const pantin_puppet *puppet = r->puppet;
    for (int p = 0; p < puppet->piece_count; p++)
        if (puppet_names_handle_in(&puppet->pieces[p], spring->handle) != PANTIN_NONE) return true;
    return puppet_names_no_handle(r, PANTIN_NONE, puppet_place(puppet, &spring->head, "handle"),
                                  spring->handle);
}

// --- transitions --------------------------------------------------------------------------------------

static bool resolve_passage(resolver *r, const pantin_puppet_passage *passage) {
    const pantin_puppet *puppet = r->puppet;
    for (int k = 0; k < passage->control_count; k++) {
        if (puppet_names_index(names_of_controls(puppet), passage->controls[k]) != PANTIN_NONE)
            continue;
        // The keys of an object of number lists: its k-th text is the k-th key.
        puppet_names_unknown(r, puppet_names_place(r, &passage->head, "controls", k), "control",
                             passage->controls[k], names_of_controls(puppet));
        return false;
    }
    return puppet_names_all_known(r, &passage->head, "lift", "limb", passage->lift,
                                  passage->lift_count, names_of_limbs(puppet));
}

/// A pair of handles: the first is the outgoing drawing's, the second the incoming one's.
static bool resolve_match(resolver *r, const pantin_puppet_transition *t, const char *key,
                          const char *const pair[2]) {
    const pantin_puppet *puppet = r->puppet;
    const char *const ends[2] = { t->from, t->to };
    for (int k = 0; k < 2 && pair[1] != NULL; k++) {
        int view =
            t->piece == NULL ? puppet_names_index(names_of_views(puppet), ends[k]) : PANTIN_NONE;
        int only =
            t->piece != NULL ? puppet_names_index(names_of_pieces(puppet), ends[k]) : PANTIN_NONE;
        bool found = false;
        for (int p = 0; p < puppet->piece_count && !found; p++)
            found = (only == PANTIN_NONE || p == only) &&
                    puppet_names_view_draws(puppet, view, p) &&
                    puppet_names_handle_in(&puppet->pieces[p], pair[k]) != PANTIN_NONE;
        int place = puppet_names_place(r, &t->match.head, key, k);
        if (found) continue;
        if (only == PANTIN_NONE) return puppet_names_no_handle(r, view, place, pair[k]);
        puppet_names_unknown(r, place, "handle", pair[k], names_of_handles(&puppet->pieces[only]));
        return false;
    }
    return true;
}

static bool resolve_transition(resolver *r, const pantin_puppet_transition *t) {
    const pantin_puppet *puppet = r->puppet;
    bool pieces = t->piece != NULL;
    name_list ends = pieces ? names_of_pieces(puppet) : names_of_views(puppet);
    const char *what = pieces ? "piece" : "view";
    if (!puppet_names_known(r, &t->head, "piece", "piece", t->piece, names_of_pieces(puppet)) ||
        !puppet_names_known(r, &t->head, "from", what, t->from, ends) ||
        !puppet_names_known(r, &t->head, "to", what, t->to, ends) ||
        !puppet_names_known(r, &t->when.head, "control", "control", t->when.control,
                            names_of_controls(puppet)))
        return false;
    if (t->when.control != NULL && t->when.until_below > t->when.above)
        return puppet_fail(puppet, puppet_place(puppet, &t->when.head, "until_below"), r->error,
                           "\"until_below\" is %g, above the %g where it begins: it would flicker",
                           t->when.until_below, t->when.above);
    return resolve_passage(r, &t->out) && resolve_passage(r, &t->in) &&
           resolve_match(r, t, "x", t->match.x) && resolve_match(r, t, "y", t->match.y);
}

bool puppet_names_resolve_motion(resolver *r) {
    pantin_puppet *puppet = r->puppet;
    if (!check_own_names(r) ||
        !puppet_names_once(r, "limb", puppet->limbs, names_of_limbs(puppet)) ||
        !puppet_names_once(r, "attachment", puppet->attachments, names_of_attachments(puppet)) ||
        !puppet_names_once(r, "driver", puppet->drivers, names_of_drivers(puppet)))
        return false;
    for (int k = 0; k < puppet->control_count; k++)
        if (!resolve_drives(r, puppet->controls[k].drives, puppet->controls[k].drive_count))
            return false;
    for (int k = 0; k < puppet->driver_count; k++)
        if (!resolve_drives(r, puppet->drivers[k].drives, puppet->drivers[k].drive_count))
            return false;
    for (int k = 0; k < puppet->limb_count; k++)
        if (!resolve_limb(r, &puppet->limbs[k])) return false;
    for (int k = 0; k < puppet->attachment_count; k++)
        if (!resolve_attachment(r, &puppet->attachments[k])) return false;
    for (int k = 0; k < puppet->gait_count; k++)
        if (!resolve_gait(r, &puppet->gaits[k])) return false;
    for (int k = 0; k < puppet->spring_count; k++)
        if (!resolve_spring(r, &puppet->springs[k])) return false;
    for (int k = 0; k < puppet->transition_count; k++)
        if (!resolve_transition(r, &puppet->transitions[k])) return false;
    return true;
}
