// shrink.c — a picture made smaller: each pixel is the mean light of the area it stands for.
//
// Along each axis pixel i of n covers [i N / n, (i + 1) N / n) of the N source pixels, cut ones
// counting by the part that is covered. Light is averaged (linear, premultiplied), so thin bright
// lines keep their weight on a dark ground and dark ones on a bright ground.
// SPDX-License-Identifier: MIT
#include "shrink.h"

#include <string.h>

#include "base/vec.h"

void shrink_prepare(shrinker *s, arena *memory, int max_width) {
    s->max_width = max_width;
    s->row = ARENA_ARRAY(memory, double, 4 * (size_t)max_width);
    s->sum = ARENA_ARRAY(memory, double, 4 * (size_t)max_width);
    for (int v = 0; v < 256; v++) {
        s->linear[v] = pantin_srgb_to_linear(v / 255.0);
        s->edges[v] = v == 0 ? -1.0 : pantin_srgb_to_linear((v - 0.5) / 255.0);
    }
}

void shrink_fit(int width, int height, int limit, int *fit_width, int *fit_height) {
    int longer = max_int(width, height);
    double scale = longer > limit ? (double)limit / longer : 1.0;
    *fit_width = max_int(1, (int)(width * scale + 0.5));
    *fit_height = max_int(1, (int)(height * scale + 0.5));
}

// A source row becomes `width` sums of light and alpha.
static void shrink_row(shrinker *s, const uint8_t *pixels, int source_width, int width) {
    double step = (double)source_width / width;
    for (int x = 0; x < width; x++) {
        double from = x * step, to = min_double((x + 1) * step, source_width), part[4] = { 0 };
        for (int i = (int)from; i < source_width && i < to; i++) {
            double share = min_double(to, i + 1) - max_double(from, i);
            const uint8_t *p = pixels + 4 * (size_t)i;
            double alpha = share * p[3] / 255.0;
            for (int c = 0; c < 3; c++) part[c] += alpha * s->linear[p[c]];
            part[3] += alpha;
        }
        for (int c = 0; c < 4; c++) s->row[4 * x + c] = part[c] / step;
    }
}

// The encoded value of a light, rounded: found among the edges, since a power costs ten times as
// much.
static uint8_t encode(const shrinker *s, double light) {
    int low = 0;
    for (int step = 128; step > 0; step /= 2)
        if (light >= s->edges[low + step]) low += step;
    return (uint8_t)low;
}

static void write_row(const shrinker *s, double height, uint8_t *pixels, int width) {
    for (int x = 0; x < width; x++) {
        const double *sum = s->sum + 4 * (size_t)x;
        uint8_t *p = pixels + 4 * (size_t)x;
        p[3] = (uint8_t)clamp_double(255.0 * sum[3] / height + 0.5, 0.0, 255.0);
        for (int c = 0; c < 3; c++) p[c] = p[3] == 0 ? 0 : encode(s, sum[c] / sum[3]);
    }
}

void shrink_image(shrinker *s, const pantin_image *source, pantin_image *target) {
    double step = (double)source->height / target->height;
    size_t row_bytes = 4 * (size_t)source->width;
    int ready = PANTIN_NONE; // the source row that s->row holds
    for (int y = 0; y < target->height; y++) {
        double from = y * step, to = min_double((y + 1) * step, source->height);
        memset(s->sum, 0, sizeof *s->sum * 4 * (size_t)target->width);
        for (int i = (int)from; i < source->height && i < to; i++) {
            double share = min_double(to, i + 1) - max_double(from, i);
            if (i != ready)
                shrink_row(s, source->pixels + row_bytes * (size_t)i, source->width, target->width);
            ready = i;
            for (int k = 0; k < 4 * target->width; k++) s->sum[k] += share * s->row[k];
        }
        write_row(s, step, target->pixels + 4 * (size_t)y * (size_t)target->width, target->width);
    }
}
