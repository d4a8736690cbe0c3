// near_handles.c — handles that will fight: patches that share a triangle.
//
// A patch moves as one rigid piece. A triangle with corners in two patches (they lie less than two edges
// apart) has no say of its own: when the two turn against each other it shears or turns over, and no
// solver can mend it. It is worth a word at rig time, not an error: many rigs hold shoulders like that.
// SPDX-License-Identifier: MIT
#include "near_handles.h"

#include "base/vec.h"

enum { PAIRS_MOST = 64 };

typedef struct pair_list {
    int pairs[PAIRS_MOST][2];
    int count;
} pair_list;

/// Adds a pair that is not there yet; false when it is, or when there is no room.
static bool add_pair(pair_list *list, int a, int b) {
    for (int k = 0; k < list->count; k++)
        if (list->pairs[k][0] == a && list->pairs[k][1] == b) return false;
    if (list->count == PAIRS_MOST) return false;
    list->pairs[list->count][0] = a;
    list->pairs[list->count++][1] = b;
    return true;
}

void rig_note_near_handles(const pantin_mesh *mesh, const int *owners,
                           const pantin_puppet_handle *handles, text *notes) {
    pair_list seen = { .count = 0 };
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int a = owners[mesh->triangles[t][k]], b = owners[mesh->triangles[t][(k + 1) % 3]];
            if (a == 0 || b == 0 || a == b || !add_pair(&seen, min_int(a, b), max_int(a, b)))
                continue;
            text_format(
                notes,
                "handles \"%.64s\" and \"%.64s\" share a triangle: it shears when they turn "
                "apart; move them two edges apart, or mesh finer\n",
                handles[min_int(a, b) - 1].name, handles[max_int(a, b) - 1].name);
        }
}

bool pantin_puppet_warnings(const pantin_puppet *puppet, pantin_bytes *lines, pantin_error *error) {
    text notes = { 0 };
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        size_t count = (size_t)piece->triangles.vertex_count;
        int *owners = memory_allocate(count, sizeof *owners);
        if (owners == NULL) {
            text_free(&notes);
            return memory_fail(error, "a puppet's handles");
        }
        for (int h = 0; h < piece->handle_count; h++)
            for (int k = 0; k < piece->handles[h].grip.count; k++)
                owners[piece->handles[h].grip.vertices[k]] = h + 1;
        rig_note_near_handles(&piece->triangles, owners, piece->handles, &notes);
        memory_free(owners, count, sizeof *owners);
    }
    return text_take(&notes, lines, error);
}
