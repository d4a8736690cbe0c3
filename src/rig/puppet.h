// puppet.h — private to rig: the steps of loading a puppet, in their order.
// SPDX-License-Identifier: MIT
#ifndef RIG_PUPPET_H
#define RIG_PUPPET_H

#include "base/arena.h"
#include "pantin/puppet.h"

/// A handle that says no radius holds the vertices within 1.6 cells across, as the paper film's did.
#define PUPPET_GRIP_CELLS 0.8

/// Fails at a byte offset of the puppet's file: PATH:LINE:COLUMN. Answers false.
bool puppet_fail(const pantin_puppet *puppet, int offset, pantin_error *error, const char *format,
                 ...) PANTIN_FORMAT(4, 5);
/// Where the value of `key` of a part of the file stands.
int puppet_place(const pantin_puppet *puppet, const pantin_written *part, const char *key);

/// Names become indices; every name the file uses is checked.
bool puppet_resolve(pantin_puppet *puppet, arena *memory, pantin_error *error);

/// Pictures are fetched, meshes made, handles found.
bool puppet_build(pantin_puppet *puppet, const pantin_assets *assets, arena *memory,
                  pantin_error *error);
/// Gives back what puppet_build took outside the arena.
void puppet_unbuild(pantin_puppet *puppet);

#endif
