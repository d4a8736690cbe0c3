// with_miser.h — a memory hook that refuses one call, and a sweep over the calls of a sink's open.
// SPDX-License-Identifier: MIT
#ifndef FILM_WITH_MISER_H
#define FILM_WITH_MISER_H

#include "pantin/film.h"

/// Opens again and again, refusing the first allocation, then the second, ..., until one open
/// succeeds (which is abandoned). Each refusal must be PANTIN_ERROR_MEMORY with every block given
/// back. Answers how many refusals there were.
int sweep_open(const pantin_film_sink *sink, const char *output);

#endif
