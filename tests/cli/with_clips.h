// with_clips.h — small motion files for tests of the command, written into the test's folder.
// SPDX-License-Identifier: MIT
#ifndef CLI_WITH_CLIPS_H
#define CLI_WITH_CLIPS_H

#include "with_command.h"

/// A figure of ten joints, 160 cm tall, marching on the spot at 30 frames a second. It loops when frames - 1
/// is a whole number of periods and nothing drifts.
void write_march(const char *path, int frames, int period, double drift_cm_a_frame);

/// A GLB of two nodes, or with `buffer` a .gltf that names that file (written too): `Wave` (37 frames of a swing
/// that closes), `Reach` (30 frames that don't), and `Point` (two frames), as far as `animations` goes.
void write_wave(const char *path, const char *buffer, int animations);

/// A GLB whose one animation has this many keys; `broken`: a key of it is not a number.
void write_keys(const char *path, int keys, bool broken);

#endif
