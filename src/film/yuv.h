// yuv.h — the readable twin of pantin_film_to_yuv420, which defines what the lanes must give.
// SPDX-License-Identifier: MIT
#ifndef FILM_YUV_H
#define FILM_YUV_H

#include "pantin/film.h"

/// One pixel after the other; every byte is the same as pantin_film_to_yuv420's.
void yuv_convert_plain(const pantin_image *picture, uint8_t *const planes[3], const int strides[3]);

#endif
