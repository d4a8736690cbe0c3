// contract.c — the table of ways to bend a mesh.
//
// A new player is one file, and its line here; the command, the tests of the laws and the
// benchmarks loop over the table. Players that a later version brings stand here already, so that
// their names are reserved words and asking for one says when to expect it.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "deform/arap.h"
#include "deform/arap_triangle.h"
#include "deform/arap_vertex.h"
#include "deform/blend.h"
#include "deform/igarashi09.h"
#include "deform/mls.h"
#include "deform/shepard.h"

pantin_deform_options pantin_deform_defaults(void) {
    return (pantin_deform_options){
        .warm_iterations = 8,
        .cold_iterations = 40,
        .repair = true,
        .repair_rounds = 10,
    };
}

const char *pantin_deform_status_name(pantin_deform_status status) {
    switch (status) {
    case PANTIN_REACHED:
        return "reached";
    case PANTIN_SHORT:
        return "short";
    case PANTIN_CAPPED:
        return "capped";
    case PANTIN_LAGGING:
        return "lagging";
    case PANTIN_REPOSED:
        return "reposed";
    case PANTIN_STALLED:
        return "stalled";
    }
    return "unknown";
}

// --- the table ----------------------------------------------------------------------------------

static const pantin_deformer *const players[] = {
    &deform_arap,    &deform_arap_triangle, &deform_arap_vertex, &deform_blend,
    &deform_shepard, &deform_mls,           &deform_igarashi09,
};
#define PLAYERS ((int)(sizeof players / sizeof players[0]))

const pantin_deformer *const *pantin_deformers(int *count) {
    *count = PLAYERS;
    return players;
}

const pantin_deformer *pantin_deformer_find(const char *name, pantin_error *error) {
    const char *here[PLAYERS + 1] = { NULL }, *to_come[PLAYERS + 1] = { NULL };
    int here_count = 0, later_count = 0;
    for (int i = 0; i < PLAYERS; i++) {
        if (players[i]->not_yet == NULL)
            here[here_count++] = players[i]->name;
        else
            to_come[later_count++] = players[i]->name;
        if (strcmp(name, players[i]->name) != 0) continue;
        if (players[i]->not_yet == NULL) return players[i];
        pantin_fail(error, PANTIN_ERROR_NOT_YET, name, "not yet: %s; use %s until then",
                    players[i]->not_yet, PANTIN_DEFAULT_METHOD);
        return NULL;
    }
    const char *nearest = text_nearest(name, strlen(name), here);
    if (nearest == NULL) nearest = text_nearest(name, strlen(name), to_come);
    pantin_fail(error, PANTIN_ERROR_ARGUMENT, name, "there is no such way of bending%s\"%s\"%s",
                nearest != NULL ? "; did you mean " : "; the usual one is ",
                nearest != NULL ? nearest : PANTIN_DEFAULT_METHOD, nearest != NULL ? "?" : "");
    return NULL;
}
