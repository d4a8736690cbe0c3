// puppet_fields.h — the puppet's grammar as tables (base/bind.h), shared by reading, writing and docs.
// SPDX-License-Identifier: MIT
#ifndef RIG_PUPPET_FIELDS_H
#define RIG_PUPPET_FIELDS_H

#include "base/bind.h"
#include "pantin/puppet.h"

extern const bind_table puppet_table;
extern const bind_table puppet_piece_table, puppet_handle_table, puppet_meshing_table,
    puppet_cut_table, puppet_bone_table;

// What moves (puppet_motion_fields.c) apart from what is drawn (puppet_fields.c).
extern const bind_table puppet_pose_table, puppet_control_table, puppet_driver_table,
    puppet_limb_table, puppet_attachment_table, puppet_spring_table, puppet_gait_table,
    puppet_transition_table;

// Values whose form no single field kind has (puppet_forms.c).
extern const bind_custom puppet_handles_form; ///< { "same_as": PIECE } or { NAME: { … } }
extern const bind_custom puppet_weld_form;    ///< [[child, parent], …]
extern const bind_custom puppet_ramps_form;   ///< { CONTROL: [from, to], … }
extern const bind_custom puppet_match_form;   ///< a word, or [handle, handle]

/// Notes that the value at `offset` asks for what is not done yet, if nothing before it did.
void puppet_later(bind_reader *reader, int offset, const char *key, const bind_field *why);

/// False with an error where the list at `key` holds more than `most`.
bool puppet_limit(bind_reader *reader, const pantin_written *head, const char *key, int count,
                  int most);

#endif
