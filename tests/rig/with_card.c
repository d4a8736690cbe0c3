// with_card.c — see with_card.h.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "with_card.h"

static bool within(int x, int y, int left, int right, int top, int bottom) {
    return x >= left && x < right && y >= top && y < bottom;
}

static bool card_image(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    bool small = strstr(path, "small.png") != NULL, spot = strstr(path, "spot.png") != NULL;
    bool frame = strstr(path, "frame.png") != NULL;
    if (!small && !spot && !frame && strstr(path, "card.png") == NULL)
        return pantin_fail(error, PANTIN_ERROR_FILE, path, "no such picture");
    if (!pantin_image_create(small ? 79 : 80, 60, image, error)) return false;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            uint8_t *p = image->pixels + 4 * (y * image->width + x);
            bool white = !spot || within(x, y, 30, 50, 20, 40);
            bool blank = frame && within(x, y, 20, 60, 20, 40);
            p[0] = p[1] = p[2] = white ? 255 : 0;
            p[3] = blank ? 0 : 255;
        }
    return true;
}

static bool card_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                       pantin_error *error) {
    card_room *room = self;
    room->asked++;
    if (room->kept_path == NULL || strcmp(path, room->kept_path) != 0)
        return pantin_fail(error, PANTIN_ERROR_FILE, path, "no such file");
    assert_true(room->kept.size <= limit);
    uint8_t *data = memory_allocate(room->kept.size + 1, 1);
    if (data == NULL) return memory_fail(error, "a file");
    memcpy(data, room->kept.data, room->kept.size);
    *bytes = (pantin_bytes){ data, room->kept.size };
    return true;
}

pantin_assets card_assets(card_room *room) {
    return (pantin_assets){ room, card_bytes, card_image };
}

char *card_text(const char *pieces, const char *rest) {
    static const char format[] =
        "{ \"pantin\": \"puppet/1\", \"name\": \"card\",\n"
        "\"drawings\": { \"d\": { \"image\": \"card.png\", \"px_per_m\": 100 },\n"
        "\"other\": { \"image\": \"frame.png\", \"px_per_m\": 50 } },\n"
        "\"pieces\": { %s },\n%s }\n";
    if (rest == NULL) rest = "\"views\": { \"v\": { \"draw\": [\"b\"], \"ground_px\": [40, 60] } }";
    size_t size = sizeof format + strlen(pieces) + strlen(rest);
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, format, pieces, rest);
    return text;
}

bool card_load(const char *text, card_room *room, pantin_puppet *puppet, pantin_error *error) {
    card_room empty = { 0 };
    pantin_assets assets = card_assets(room != NULL ? room : &empty);
    return pantin_puppet_load("in/card.puppet.json", text, strlen(text), &assets, puppet, error);
}

pantin_puppet card_or_fail(const char *text) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    if (!card_load(text, NULL, &puppet, &error)) fail_msg("%s: %s", error.where, error.text);
    return puppet;
}

card_actor card_enter(const char *text) {
    card_actor a = { .puppet = malloc(sizeof *a.puppet) };
    pantin_error error = { 0 };
    assert_non_null(a.puppet);
    *a.puppet = card_or_fail(text);
    a.actor = pantin_actor_create(a.puppet, NULL, &error);
    if (a.actor == NULL) fail_msg("%s: %s", error.where, error.text);
    const pantin_control *controls = pantin_actor_controls(a.actor, &a.count);
    a.values = calloc((size_t)a.count, sizeof *a.values);
    for (int k = 0; k < a.count; k++) a.values[k] = controls[k].fallback;
    for (int k = 0; k < 2; k++) {
        a.blocks[k] = calloc(1, pantin_actor_frame_size(a.actor) + 16);
        pantin_actor_frame_place(a.actor, a.blocks[k], &a.frames[k]);
    }
    return a;
}

void card_leave(card_actor *a) {
    pantin_actor_destroy(a->actor);
    pantin_puppet_free(a->puppet);
    free(a->puppet);
    free(a->values);
    for (int k = 0; k < 2; k++) free(a->blocks[k]);
}

void card_set(card_actor *a, const char *control, double value) {
    int index = pantin_actor_find_control(a->actor, control);
    if (index == PANTIN_NONE) fail_msg("there is no control %s", control);
    a->values[index] = value;
}
