// stage.c — the bent puppet as a picture: the painter of `pantin pose`, so the same pixels.
// SPDX-License-Identifier: MIT
#include "pantin/stage.h"
#include "web.h"

const uint8_t *web_still(int machine, double scale, double margin_px, int over) {
    pantin_error *error = web_error();
    const pantin_pose_frame *frame = web_frame(machine);
    pantin_still_options options = pantin_still_defaults();
    pantin_image picture = { 0 };
    options.scale = scale;
    options.margin_px = margin_px;
    options.mesh = (over & 1) != 0;
    options.handles = (over & 2) != 0;
    if (frame == NULL) {
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, "puppet", "nothing was bent yet");
        return NULL;
    }
    if (!pantin_still_draw(web_puppet(), frame, &options, &picture, error)) return NULL;
    return web_show(&picture);
}
