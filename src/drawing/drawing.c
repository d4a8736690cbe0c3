// drawing.c — a picture becomes a drawing: each pixel is blank, a trace of ink, or ink.
//
// Two thresholds, because they answer two questions. What must the mesh reach over? Every pixel one
// can see (PANTIN_TRACE_ALPHA: 8 of 255 is 3 %, below the noise a scan leaves), and the faint rim that
// continues it (fringe.c). What is the figure
// made of? Pixels that are at least half covered (PANTIN_INK_ALPHA); all figures of coverage and
// every distance to the ink count those, so that a soft edge neither adds nor loses area.
// Nothing is closed, dilated or dropped: a speck of one pixel is an island like any other.
// SPDX-License-Identifier: MIT
#include "drawing/ink.h"

#include "base/memory.h"
#include "base/vec.h"

static void classify(pantin_drawing *drawing) {
    size_t count = (size_t)drawing->image.width * (size_t)drawing->image.height;
    const uint8_t *alpha = drawing->image.pixels + 3;
    for (size_t p = 0; p < count; p++) {
        int is_ink = alpha[4 * p] >= PANTIN_INK_ALPHA;
        int is_trace = alpha[4 * p] >= PANTIN_TRACE_ALPHA;
        drawing->ink[p] = (uint8_t)(is_trace + is_ink);
        drawing->ink_count += is_ink;
    }
}

/// The box around all traces, the faint rim too.
static void find_box(pantin_drawing *drawing) {
    int width = drawing->image.width, height = drawing->image.height;
    int left = width, right = 0, top = height, bottom = 0;
    for (int y = 0; y < height; y++) {
        const uint8_t *ink = drawing->ink + (size_t)y * (size_t)width;
        int first = 0, last = width - 1;
        while (first < width && ink[first] == INK_BLANK) first++;
        if (first == width) continue;
        while (ink[last] == INK_BLANK) last--;
        left = min_int(left, first);
        right = max_int(right, last + 1);
        top = min_int(top, y);
        bottom = y + 1;
    }
    drawing->ink_box = (pantin_box){ left, top, right, bottom };
}

bool pantin_drawing_make(const char *name, pantin_image *image, pantin_drawing *drawing,
                         pantin_error *error) {
    pantin_drawing made = { .image = *image };
    *image = (pantin_image){ 0 };
    bool done = false;
    made.ink = memory_allocate((size_t)made.image.width * (size_t)made.image.height, 1);
    if (!made.ink) {
        memory_fail(error, "a drawing's ink");
        goto done;
    }
    classify(&made);
    ink_follow_fringe(&made);
    find_box(&made);
    if (made.ink_count == 0) {
        pantin_fail(
            error, PANTIN_ERROR_FORMAT, name,
            "no ink: no pixel has an alpha of %d or more; check its transparency or its mask",
            PANTIN_INK_ALPHA);
        goto done;
    }
    done =
        ink_count_islands(made.ink, made.image.width, made.image.height, &made.island_count, error);
done:
    if (done)
        *drawing = made;
    else
        pantin_drawing_free(&made);
    return done;
}

void pantin_drawing_free(pantin_drawing *drawing) {
    if (!drawing) return;
    memory_free(drawing->ink, (size_t)drawing->image.width * (size_t)drawing->image.height, 1);
    pantin_image_free(&drawing->image);
    *drawing = (pantin_drawing){ 0 };
}
