// loop_picture.h — private to measure: the two pictures of a loop, and what they share.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_LOOP_PICTURE_H
#define MEASURE_LOOP_PICTURE_H

#include "sketch.h"
#include "loop_words.h"

enum { LOOP_PICTURE_WIDTH = 1200, LOOP_PICTURE_MARGIN = 40 };

/// Title, what it is of, the verdict; and the key figures with their lights. `inside` a page the title stands
/// there already. Answers where it ends (y).
double loop_draw_head(sketch *s, const pantin_loop_work *work, bool inside);

/// Fill a sketch; `inside` a page, which says itself whose it is. Errors: memory.
PANTIN_CHECKED bool loop_draw_plot(const pantin_loop_work *work, bool inside, sketch *s,
                                   pantin_error *error);
PANTIN_CHECKED bool loop_draw_strip(const pantin_loop_work *work, bool inside, sketch *s,
                                    pantin_error *error);
/// Either.
PANTIN_CHECKED bool loop_draw(const pantin_loop_work *work, pantin_loop_picture picture,
                              bool inside, sketch *s, pantin_error *error);

/// 1, 2 or 5 times a power of ten, so that about `count` steps fill the range; at least 1.
int loop_nice_step(int range, int count);

#endif
