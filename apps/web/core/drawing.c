// drawing.c — the pictures the page gave, by name; a drawing of them becomes the text of a puppet.
//
// The core fetches pictures through callbacks; here they are looked up among those the page decoded.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "web.h"

typedef struct kept_picture {
    char *name;
    uint8_t *pixels; ///< of web_allocate
    int width, height;
} kept_picture;

static kept_picture *kept;
static int kept_count;

static kept_picture *find_picture(const char *name) {
    for (int k = 0; k < kept_count; k++)
        if (strcmp(kept[k].name, name) == 0) return &kept[k];
    return NULL;
}

static kept_picture *add_picture(const char *name) {
    size_t size = strlen(name) + 1;
    kept_picture *grown = realloc(kept, sizeof *kept * ((size_t)kept_count + 1));
    if (grown == NULL) return NULL;
    kept = grown;
    char *copy = malloc(size);
    if (copy == NULL) return NULL;
    memcpy(copy, name, size);
    kept[kept_count] = (kept_picture){ .name = copy };
    return &kept[kept_count++];
}

int web_picture_keep(const char *name, uint8_t *pixels, int width, int height) {
    pantin_error *error = web_error();
    if (pixels == NULL || width < 1 || height < 1 || (int64_t)width * height > PANTIN_PIXEL_LIMIT) {
        free(pixels);
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                           "is %d x %d px: a picture has 1 px to 64 Mpx", width, height);
    }
    kept_picture *picture = find_picture(name);
    if (picture == NULL) picture = add_picture(name);
    if (picture == NULL) {
        free(pixels);
        return pantin_fail(error, PANTIN_ERROR_MEMORY, name, "no memory for the picture");
    }
    free(picture->pixels);
    picture->pixels = pixels;
    picture->width = width;
    picture->height = height;
    return 1;
}

void web_pictures_drop(void) {
    for (int k = 0; k < kept_count; k++) {
        free(kept[k].name);
        free(kept[k].pixels);
    }
    free(kept);
    kept = NULL;
    kept_count = 0;
}

static bool fetch_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    const kept_picture *picture = find_picture(path);
    if (picture == NULL)
        return pantin_fail(error, PANTIN_ERROR_FILE, path,
                           "is not among the files opened: open it together with the puppet");
    if (!pantin_image_create(picture->width, picture->height, image, error)) return false;
    memcpy(image->pixels, picture->pixels, 4 * (size_t)picture->width * (size_t)picture->height);
    return true;
}

static bool fetch_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                        pantin_error *error) {
    (void)self, (void)limit, (void)bytes;
    return pantin_fail(error, PANTIN_ERROR_FILE, path,
                       "cannot be fetched in the page, which makes meshes itself: leave out "
                       "\"file\" and \"made_from\"");
}

pantin_assets web_assets(void) {
    return (pantin_assets){ .bytes = fetch_bytes, .image = fetch_image };
}

int web_drawing_make(const char *name, const char *picture, int style, double spacing_px) {
    pantin_error *error = web_error();
    pantin_image image = { 0 };
    pantin_drawing drawing = { 0 };
    pantin_bytes text = { 0 };
    pantin_mesh_options mesh = pantin_mesh_defaults();
    mesh.style = style == PANTIN_MESH_DELAUNAY ? PANTIN_MESH_DELAUNAY : PANTIN_MESH_GRID;
    mesh.spacing_px = spacing_px;
    bool done = fetch_image(NULL, picture, &image, error) &&
                pantin_drawing_make(picture, &image, &drawing, error);
    if (done) {
        pantin_puppet_recipe recipe = { .name = name, .image = picture, .mesh = mesh };
        done = pantin_puppet_make(&drawing, &recipe, &text, NULL, error);
    }
    if (done) web_text_set(&text);
    pantin_drawing_free(&drawing);
    pantin_image_free(&image);
    return done;
}
