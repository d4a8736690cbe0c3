// channel.h — private to score: what loading must do before a channel can be sampled.
// SPDX-License-Identifier: MIT
#ifndef SCORE_CHANNEL_H
#define SCORE_CHANNEL_H

#include "pantin/score.h"

/// Fills `slopes` (key_count doubles, allocated) from the keys.
void channel_prepare(pantin_channel *channel);

#endif
