// with_stage.c — see with_stage.h.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "with_stage.h"

pantin_image plain_picture(int width, int height, uint32_t rgba) {
    pantin_image image = { 0 };
    assert_true(pantin_image_create(width, height, &image, NULL));
    for (int k = 0; k < 4 * width * height; k++)
        image.pixels[k] = (uint8_t)(rgba >> (24 - 8 * (k % 4)));
    return image;
}

pantin_image checkered_disc(void) {
    pantin_image image = plain_picture(64, 64, 0);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) {
            double dx = x + 0.5 - 32, dy = y + 0.5 - 32, cover = 30.5 - sqrt(dx * dx + dy * dy);
            bool white = (x / 4 + y / 4) % 2 == 0;
            uint8_t *p = image.pixels + 4 * (64 * y + x);
            p[3] = (uint8_t)(255 * (cover < 0 ? 0 : cover > 1 ? 1 : cover));
            if (p[3] == 0) continue;
            p[0] = white ? 250 : 20, p[1] = white ? 240 : 40, p[2] = white ? 200 : 90;
        }
    return image;
}

uint32_t pixel_at(const pantin_image *image, int x, int y) {
    const uint8_t *p = image->pixels + 4 * (image->width * y + x);
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static bool give_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)path, (void)error;
    *image = *(pantin_image *)self;
    *(pantin_image *)self = (pantin_image){ 0 };
    return true;
}

pantin_puppet *puppet_of(pantin_image *picture, double spacing, const char *handles) {
    return puppet_with_rest(picture, spacing, "as_drawn", handles);
}

pantin_puppet *puppet_with_rest(pantin_image *picture, double spacing, const char *rest,
                                const char *handles) {
    char source[2048];
    pantin_assets assets = { picture, NULL, give_image };
    pantin_error error = { 0 };
    pantin_puppet *puppet = calloc(1, sizeof *puppet);
    snprintf(source, sizeof source,
             "{ \"pantin\": \"puppet/1\", \"name\": \"p\", \"drawings\": { \"d\": { \"image\": "
             "\"d\", \"px_per_m\": 10 } },"
             " \"pieces\": { \"b\": { \"drawing\": \"d\", \"rest\": \"%s\", \"mesh\": { "
             "\"spacing_px\": %g }, "
             "\"handles\": { %s } } },"
             " \"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [0, 0] } } }",
             rest, spacing, handles);
    if (!pantin_puppet_load("p", source, strlen(source), &assets, puppet, &error))
        fail_msg("%s: %s", error.where, error.text);
    return puppet;
}

void puppet_drop(pantin_puppet *puppet) {
    pantin_puppet_free(puppet);
    free(puppet);
}

player player_enter(pantin_puppet *puppet) {
    player p = { .puppet = puppet, .actor = pantin_actor_create(puppet, NULL, NULL) };
    assert_non_null(p.actor);
    p.block = calloc(1, pantin_actor_frame_size(p.actor) + 16);
    pantin_actor_frame_place(p.actor, p.block, &p.pose);
    pantin_target targets[16];
    pantin_actor_targets(p.actor, 0, NULL, targets);
    pantin_actor_pose(p.actor, 0, targets, &p.pose);
    return p;
}

void player_leave(player *p) {
    pantin_actor_destroy(p->actor);
    free(p->block);
    puppet_drop(p->puppet);
}
