// texture.c — a picture made ready for sampling: premultiplied, and prefiltered at half-octave steps.
//
// Level k is the picture scaled by 2^(-k/2), level 1 made from level 0 and every other one from the
// octave above it (level k-2), by a separable cubic stretched to the texel it makes (Keys: Cubic
// Convolution Interpolation for Digital Image Processing, 1981)
//     k(x) = (a+2)|x|^3 - (a+3)|x|^2 + 1         for |x| < 1
//          = a|x|^3 - 5a|x|^2 + 8a|x| - 4a       for |x| < 2
// with a = -0.75. It was chosen by what a pixel should show, the mean of the picture over the pixel, of
// which 3x3 and 15x15 bilinear samples are the measure: docs/raster.md has the table.
//
// Everything is premultiplied before it is filtered, so a transparent texel's color weighs nothing:
// that is what removes fringes. The cubic overshoots at ink, so a color is held to 0..alpha and alpha
// to 0..1. At the picture's border the filter repeats the outermost texel; outside is transparent.
//
// 16 bits a channel hold a byte times a byte so exactly that the division by alpha finds the byte
// again (error 0.498 of 255 at alpha 1, tested over all pairs), at half the memory of floats.
// SPDX-License-Identifier: MIT
#include "raster/texture.h"

#include <math.h>

#include "base/lanes.h"
#include "base/trig.h"
#include "base/vec.h"
#include "raster/texel.h"

enum { BORDER_BEFORE = 1, BORDER_AFTER = 2 };

/// For each texel of a smaller row: which texels of the larger one it is made of.
typedef struct axis {
    int taps;
    int *first;
    float *weights; // taps a texel, they add up to one
} axis;

static double cubic(double x) {
    const double a = -0.75;
    if (x < 0.0) x = -x;
    if (x < 1.0) return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0;
    if (x < 2.0) return ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a;
    return 0.0;
}

static bool axis_make(arena *memory, int from, int to, axis *made) {
    double ratio = (double)from / to;
    int reach = (int)(4.0 * ratio) + 2;
    made->taps = min_int(reach, from);
    made->first = ARENA_ARRAY(memory, int, to);
    made->weights = arena_take(memory, (size_t)to * (size_t)made->taps, sizeof(float));
    if (arena_failed(memory)) return false;
    for (int i = 0; i < to; i++) {
        double center = (i + 0.5) * ratio;
        int low = (int)trig_floor(center - 2.0 * ratio);
        int first = clamp_int(low, 0, from - made->taps);
        float *weights = made->weights + (size_t)i * (size_t)made->taps;
        double sum = 0.0;
        for (int k = 0; k < reach; k++) sum += cubic((low + k + 0.5 - center) / ratio);
        for (int k = 0; k < reach; k++) {
            double weight = cubic((low + k + 0.5 - center) / ratio) / sum;
            if (weight != 0.0) weights[clamp_int(low + k, 0, from - 1) - first] += (float)weight;
        }
        made->first[i] = first;
    }
    return true;
}

static bool level_allocate(arena *memory, int width, int height, texture_level *level) {
    size_t stride = (size_t)width + BORDER_BEFORE + BORDER_AFTER;
    size_t rows = (size_t)height + BORDER_BEFORE + BORDER_AFTER;
    uint16_t *block = arena_take(memory, stride * rows, 4 * sizeof(uint16_t));
    if (!block) return false;
    level->width = width;
    level->height = height;
    level->stride = (ptrdiff_t)stride;
    level->texels = block + 4 * (stride * BORDER_BEFORE + BORDER_BEFORE);
    return true;
}

static void store_texel(uint16_t *to, float4 value) {
    float alpha = value[3] < 0.0f ? 0.0f : value[3] > 65535.0f ? 65535.0f : value[3];
    for (int k = 0; k < 3; k++) {
        float v = value[k] < 0.0f ? 0.0f : value[k] > alpha ? alpha : value[k];
        to[k] = (uint16_t)(int)(v + 0.5f);
    }
    to[3] = (uint16_t)(int)(alpha + 0.5f);
}

/// `row` is room for one row of `from`.
static void level_shrink(const texture_level *from, const texture_level *to, const axis *across,
                         const axis *down, float4 *row) {
    for (int y = 0; y < to->height; y++) {
        const float *weights = down->weights + (size_t)y * (size_t)down->taps;
        for (int x = 0; x < from->width; x++) row[x] = float4_splat(0.0f);
        for (int k = 0; k < down->taps; k++) {
            if (weights[k] == 0.0f) continue;
            const uint16_t *source = from->texels + 4 * from->stride * (down->first[y] + k);
            for (int x = 0; x < from->width; x++)
                row[x] += weights[k] * texel_load(source + 4 * (size_t)x);
        }
        uint16_t *out = (uint16_t *)to->texels + 4 * to->stride * y;
        for (int x = 0; x < to->width; x++) {
            const float *w = across->weights + (size_t)x * (size_t)across->taps;
            const float4 *source = row + across->first[x];
            float4 sum = float4_splat(0.0f);
            for (int k = 0; k < across->taps; k++) sum += w[k] * source[k];
            store_texel(out + 4 * (size_t)x, sum);
        }
    }
}

static bool level_make(arena *memory, const texture_level *from, const texture_level *to) {
    arena scratch = { 0 };
    axis across, down;
    float4 *row = arena_take(&scratch, (size_t)from->width, sizeof(float4));
    bool made = axis_make(&scratch, from->width, to->width, &across) &&
                axis_make(&scratch, from->height, to->height, &down);
    if (made) level_shrink(from, to, &across, &down, row);
    arena_free(&scratch);
    memory->failed |= !made;
    return made;
}

static void level_premultiply(const pantin_image *image, const texture_level *level) {
    for (int y = 0; y < level->height; y++) {
        const uint8_t *from = image->pixels + 4 * (size_t)image->width * (size_t)y;
        uint16_t *to = (uint16_t *)level->texels + 4 * level->stride * y;
        for (size_t x = 0; x < (size_t)level->width; x++) {
            unsigned alpha = from[4 * x + 3];
            for (size_t k = 0; k < 3; k++)
                to[4 * x + k] = (uint16_t)((from[4 * x + k] * alpha * 257u + 127u) / 255u);
            to[4 * x + 3] = (uint16_t)(alpha * 257u);
        }
    }
}

/// Sizes of all levels, down to one texel.
static void plan_levels(pantin_texture *texture, int width, int height) {
    double scale = 1.0;
    int count = 0;
    for (; count < TEXTURE_LEVELS; count++) {
        texture_level *level = &texture->levels[count];
        level->width = max_int(1, (int)trig_round(width * scale));
        level->height = max_int(1, (int)trig_round(height * scale));
        level->scale_x = (double)level->width / width;
        level->scale_y = (double)level->height / height;
        if (count && level->width == 1 && level->height == 1) break;
        scale *= 0.70710678118654752440;
    }
    texture->level_count = min_int(count + 1, TEXTURE_LEVELS);
}

pantin_texture *pantin_texture_create(const pantin_image *image, pantin_error *error) {
    if (image->width < 1 || image->height < 1 || !image->pixels) {
        (void)pantin_fail(error, PANTIN_ERROR_ARGUMENT, "texture",
                          "the picture has no pixels: load or create it first");
        return NULL;
    }
    pantin_texture *texture = memory_allocate(1, sizeof *texture);
    if (!texture) {
        (void)memory_fail(error, "a texture");
        return NULL;
    }
    plan_levels(texture, image->width, image->height);
    arena *memory = &texture->memory;
    bool made = true;
    for (int k = 0; k < texture->level_count && made; k++) {
        texture_level *level = &texture->levels[k];
        made = level_allocate(memory, level->width, level->height, level);
        if (!made) break;
        if (k == 0) level_premultiply(image, level);
        else made = level_make(memory, &texture->levels[k < 2 ? 0 : k - 2], level);
    }
    if (!made) {
        pantin_texture_destroy(texture);
        (void)memory_fail(error, "a texture");
        return NULL;
    }
    return texture;
}

/// Parts that have no strangers see the whole picture: they share `whole`.
static bool make_parts(const pantin_image *image, const pantin_mesh *mesh, pantin_texture *whole,
                       pantin_error *error) {
    whole->parts = ARENA_ARRAY(&whole->memory, pantin_texture *, mesh->part_count);
    if (whole->parts == NULL) return memory_fail(error, "a texture");
    whole->part_count = mesh->part_count;
    for (int p = 0; p < mesh->part_count; p++) {
        bool alone = true;
        for (int q = 0; q < mesh->part_count; q++)
            alone &= !mesh->strangers[p * mesh->part_count + q];
        whole->parts[p] = whole;
        if (alone) continue;
        pantin_image seen = { 0 };
        whole->parts[p] = pantin_mesh_part_image(mesh, image, p, &seen, error)
                              ? pantin_texture_create(&seen, error)
                              : NULL;
        pantin_image_free(&seen);
        if (whole->parts[p] == NULL) return false;
    }
    return true;
}

pantin_texture *pantin_texture_create_for(const pantin_image *image, const pantin_mesh *mesh,
                                          pantin_error *error) {
    pantin_texture *whole = pantin_texture_create(image, error);
    if (whole == NULL || mesh->part_count == 0 || make_parts(image, mesh, whole, error))
        return whole;
    pantin_texture_destroy(whole);
    return NULL;
}

void pantin_texture_destroy(pantin_texture *texture) {
    if (!texture) return;
    for (int p = 0; p < texture->part_count; p++)
        if (texture->parts[p] != texture) pantin_texture_destroy(texture->parts[p]);
    arena_free(&texture->memory);
    memory_free(texture, 1, sizeof *texture);
}

const texture_level *texture_level_for(const pantin_texture *texture, pantin_affine to_canvas) {
    const double quarter_octave = 1.18920711500272106672;
    pantin_affine m = to_canvas;
    // Singular values of the linear part: axes of the ellipse that a round px of the picture becomes.
    double half = 0.5 * (m.xx * m.xx + m.xy * m.xy + m.yx * m.yx + m.yy * m.yy);
    double det = m.xx * m.yy - m.xy * m.yx;
    double largest = sqrt(half + sqrt(max_double(half * half - det * det, 0.0)));
    double smallest = largest > 0.0 ? (det < 0.0 ? -det : det) / largest : 0.0;
    double texel = min_double(largest, smallest * TEXTURE_STRETCH); // canvas px that a texel covers
    int level = 0;
    while (level + 1 < texture->level_count && texel * TEXTURE_FINER * quarter_octave < 1.0) {
        texel *= 1.41421356237309504880;
        level++;
    }
    return &texture->levels[level];
}
