// load.c — edge: a picture from a file, PNG or SVG, told apart by what is in it.
//
// An SVG may be named with the part that is wanted and its density: FILE.svg#ID@DENSITY, where either may
// be left out (FILE.svg#ID, FILE.svg#@2). No id holds an @ or a #, and only names that end in .svg are
// divided so, so that any other name stays what it is.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "pantin/image.h"

#define FILE_LIMIT ((size_t)1 << 30)
#define SVG_LIMIT ((size_t)64 << 20)

/// What a path asks for.
typedef struct request {
    char file[4096], id[128];
    double density;
} request;

/// Where FILE.svg ends and # begins; NULL: nothing is asked for but the file.
static const char *find_fragment(const char *path) {
    const char *found = NULL;
    for (const char *p = path; (p = strstr(p, ".svg#")) != NULL; p += 5) found = p + 4;
    return found;
}

static bool read_request(const char *path, request *r, pantin_error *error) {
    const char *mark = find_fragment(path);
    size_t length = mark != NULL ? (size_t)(mark - path) : strlen(path);
    *r = (request){ .density = 1.0 };
    if (length >= sizeof r->file)
        return pantin_fail(error, PANTIN_ERROR_FILE, "", "the path is longer than %zu letters",
                           sizeof r->file - 1);
    memcpy(r->file, path, length);
    if (mark == NULL) return true;
    const char *id = mark + 1, *at = strchr(id, '@');
    size_t id_length = at != NULL ? (size_t)(at - id) : strlen(id);
    if (id_length > 100)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, path, "the id is longer than 100 letters");
    memcpy(r->id, id, id_length);
    if (at != NULL && !(text_to_double(at + 1, strlen(at + 1), &r->density) && r->density >= 0.01 &&
                        r->density <= 100))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, path,
                           "after @ stands the density, 0.01..100 px a unit, not \"%.32s\"",
                           at + 1);
    return true;
}

bool pantin_svg_is(const void *data, size_t size) {
    const char *at = data, *end = at + size;
    if (size >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) at += 3;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    return at < end && *at == '<';
}

bool pantin_image_load(const char *path, pantin_image *image, pantin_error *error) {
    request r;
    pantin_bytes bytes = { 0 };
    if (!read_request(path, &r, error) || !pantin_file_read(r.file, FILE_LIMIT, &bytes, error))
        return false;
    size_t length = strlen(r.file);
    bool named = length >= 4 && memcmp(r.file + length - 4, ".svg", 4) == 0;
    bool done = false;
    if (!named && !pantin_svg_is(bytes.data, bytes.size))
        done = pantin_png_decode(r.file, bytes.data, bytes.size, image, error);
    else if (bytes.size > SVG_LIMIT)
        pantin_fail(error, PANTIN_ERROR_FORMAT, r.file, "is larger than 64 MB, too large an SVG");
    else if (bytes.size > 1 && bytes.data[0] == 0x1F && bytes.data[1] == 0x8B)
        pantin_fail(error, PANTIN_ERROR_FORMAT, r.file, "is packed: unpack it with gunzip");
    else
        done = pantin_svg_decode(r.file, bytes.data, bytes.size, r.id[0] != '\0' ? r.id : NULL,
                                 r.density, image, error);
    pantin_bytes_free(&bytes);
    return done;
}
