// plain.h — the readable definition of a sheet's picture, for the test and the benchmark beside it.
// SPDX-License-Identifier: MIT
#ifndef RASTER_PLAIN_H
#define RASTER_PLAIN_H

#include "pantin/raster.h"

/// As pantin_raster_sheet (without shade), by 3x3 samples a pixel. Allocates; false: memory.
PANTIN_CHECKED bool raster_sheet_plain(const pantin_sheet *sheet, pantin_canvas *canvas,
                                       pantin_ids *PANTIN_NULLABLE ids);

#endif
