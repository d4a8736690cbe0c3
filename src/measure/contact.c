// contact.c — small pictures of evenly spaced frames, taken while the film passes.
// SPDX-License-Identifier: MIT
#include "contact.h"

#include "base/vec.h"

void contact_create(contact_sheet *sheet, arena *memory, int from, int frame_count, int wanted,
                    int width, int height) {
    int fit_width, fit_height;
    shrink_fit(width, height, CONTACT_SIDE, &fit_width, &fit_height);
    sheet->count = min_int(wanted, frame_count);
    sheet->frames = ARENA_ARRAY(memory, int, sheet->count);
    sheet->seen = ARENA_ARRAY(memory, bool, sheet->count);
    sheet->images = ARENA_ARRAY(memory, pantin_image, sheet->count);
    shrink_prepare(&sheet->shrink, memory, fit_width);
    for (int k = 0; k < sheet->count && !arena_failed(memory); k++) {
        int64_t last = frame_count - 1, gaps = max_int(1, sheet->count - 1);
        sheet->frames[k] = from + (int)((2 * k * last + gaps) / (2 * gaps)); // rounded
        uint8_t *pixels = ARENA_ARRAY(memory, uint8_t, 4 * (size_t)fit_width * (size_t)fit_height);
        sheet->images[k] = (pantin_image){ fit_width, fit_height, pixels };
    }
}

void contact_offer(contact_sheet *sheet, int frame, const pantin_image *picture) {
    for (int k = 0; k < sheet->count; k++) {
        if (sheet->frames[k] != frame) continue;
        shrink_image(&sheet->shrink, picture, &sheet->images[k]);
        sheet->seen[k] = true;
        return;
    }
}
