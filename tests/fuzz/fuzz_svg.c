// fuzz_svg.c — any bytes as an SVG's text: its parts are listed, or why not is told.
//
// The scanner is ours; what draws is librsvg, which is fuzzed where it is made.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "pantin/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pantin_svg_parts parts = { 0 };
    // A copy of just this size, so that a look beyond it is seen.
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL) abort();
    if (size > 0) memcpy(copy, data, size);
    (void)pantin_svg_is(copy, size);
    if (pantin_svg_list("x.svg", copy, size, &parts, NULL))
        for (int k = 0; k < parts.count; k++)
            if (parts.ids[k][0] == '\0' || strpbrk(parts.ids[k], " ,&#@") != NULL) abort();
    pantin_svg_parts_free(&parts);
    free(copy);
    return 0;
}
