// proof_sheet.c — proof.png: head and rows, one below the other.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "proof.h"

/// Rows beyond this height are left out: a picture has its limit, proof.json has none.
enum { TALLEST = 16000 };

static void lay_image(const pantin_image *from, int top, pantin_image *sheet) {
    memcpy(sheet->pixels + 4 * (size_t)top * (size_t)sheet->width, from->pixels,
           4 * (size_t)from->width * (size_t)from->height);
}

bool pantin_proof_sheet(const pantin_proof *proof, pantin_image *image, pantin_error *error) {
    arena memory = { 0 };
    pantin_image *parts = ARENA_ARRAY(&memory, pantin_image, proof->pose_count + 1);
    int count = 0, height = PROOF_MARGIN / 2;
    bool done = parts != NULL ? proof_draw_head(proof, &parts[count], error)
                              : memory_fail(error, "a proof's picture");
    if (done) height += parts[count++].height;
    for (int k = 0; k < proof->pose_count && done && height < TALLEST; k++) {
        done = proof_draw_row(proof, k, &parts[count], error);
        if (done) height += parts[count++].height;
    }
    if (done) done = pantin_image_create(parts[0].width, height, image, error);
    if (done) {
        for (size_t i = 0; i < (size_t)image->width * (size_t)height; i++)
            for (int c = 0; c < 4; c++)
                image->pixels[4 * i + (size_t)c] = (uint8_t)(proof_paper[c] * 255.0f + 0.5f);
        for (int k = 0, top = 0; k < count; top += parts[k++].height)
            lay_image(&parts[k], top, image);
    }
    for (int k = 0; k < count; k++) pantin_image_free(&parts[k]);
    arena_free(&memory);
    return done;
}
