// format.h — what every sink asks of a format, a picture and an output name.
// SPDX-License-Identifier: MIT
#ifndef FILM_FORMAT_H
#define FILM_FORMAT_H

#include "pantin/film.h"

/// Every field in its range, or PANTIN_ERROR_ARGUMENT that names the field.
bool format_check(const pantin_film_format *format, pantin_error *error);

/// Is the picture there, and of the announced size?
bool format_check_picture(const pantin_film_format *format, const pantin_image *picture,
                          pantin_error *error);

/// Does the name end so? Case of ASCII letters does not matter: "A.MP4" ends with ".mp4".
bool format_name_ends(const char *name, const char *ending);

/// Does the name begin so, in this very case?
bool format_name_begins(const char *name, const char *beginning);

#endif
