// lettering.h — private to measure: words in a picture, drawn with strokes.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_LETTERING_H
#define MEASURE_LETTERING_H

#include "pantin/image.h"

enum { LETTERING_LARGEST = 48 }; // cap height, px

/// How wide a line of text is, px, without the room after its last letter. `size`: height of a
/// capital, px. What is neither ASCII nor a sign of figures (° · – — → ² × ± ≤ …) counts as a question
/// mark a character.
double lettering_width(const char *words, double size);

/// Draws a line; `at` is where its first letter stands on the base line. Straight-alpha color.
void lettering_draw(const char *words, pantin_vec2 at, double size, const float color[4],
                    pantin_canvas *canvas);

/// Cuts a text so that it is at most `width` wide; what was cut is "..". `room`: of `out`, bytes.
void lettering_fit(const char *words, double size, double width, char *out, size_t room);

#endif
