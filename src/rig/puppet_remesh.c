// puppet_remesh.c — another density or style of the mesh, and nothing else of the file touched.
//
// Handles, regions, poses and cuts are places on the drawing, so they outlive the mesh. A handle by
// `vertices` does not: it is refused by name, never moved in silence.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "puppet.h"
#include "puppet_fields.h"

static bool check_piece(const pantin_puppet *puppet, const pantin_puppet_piece *piece,
                        pantin_error *error) {
    if (piece->mesh.same_as != NULL)
        return puppet_fail(puppet, puppet_place(puppet, &piece->mesh.head, "same_as"), error,
                           "piece \"%.64s\" has the mesh of \"%.64s\": mesh that one again",
                           piece->name, piece->mesh.same_as);
    for (int h = 0; h < piece->handle_count; h++)
        if (piece->handles[h].vertex_count > 0)
            return puppet_fail(puppet, piece->handles[h].head.at, error,
                               "handle \"%.64s\" names vertices of the mesh as it is, which a new "
                               "mesh numbers otherwise: give it \"at_px\"",
                               piece->handles[h].name);
    return true;
}

static void change(pantin_puppet_piece *piece, const pantin_puppet_remeshing *wanted) {
    pantin_puppet_meshing *mesh = &piece->mesh;
    if (wanted->style != PANTIN_NONE) {
        mesh->style = wanted->style;
        bind_give(&puppet_meshing_table, mesh, "style");
    }
    if (wanted->spacing_px > 0) {
        mesh->spacing_px = wanted->spacing_px;
        bind_give(&puppet_meshing_table, mesh, "spacing_px");
    }
    mesh->file = mesh->made_from = NULL;
    bind_drop(&puppet_meshing_table, mesh, "file");
    bind_drop(&puppet_meshing_table, mesh, "made_from");
    bind_give(&puppet_piece_table, piece, "mesh");
}

bool pantin_puppet_remesh(pantin_puppet *puppet, const pantin_puppet_remeshing *wanted,
                          pantin_error *error) {
    int only = PANTIN_NONE;
    if (wanted->piece != NULL) {
        only = pantin_puppet_find_piece(puppet, wanted->piece);
        if (only == PANTIN_NONE)
            return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "piece",
                               "%s has no piece \"%.64s\"; `pantin inspect` lists them",
                               puppet->path, wanted->piece);
    }
    if (wanted->spacing_px != 0 && !(wanted->spacing_px >= 2 && wanted->spacing_px <= 200))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "spacing_px",
                           "is %g, not within 2..200 px", wanted->spacing_px);
    for (int round = 0; round < 2; round++) // all are checked before the first is changed
        for (int p = 0; p < puppet->piece_count; p++) {
            pantin_puppet_piece *piece = &puppet->pieces[p];
            if (only != PANTIN_NONE ? p != only : piece->mesh.same_as != NULL) continue;
            if (round == 0 && !check_piece(puppet, piece, error)) return false;
            if (round == 1) change(piece, wanted);
        }
    return true;
}
