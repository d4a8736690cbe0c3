// fuzz_show.c — any bytes as the three files of a film, parted by lines of two percent signs (a missing
// one is a plain film's): it is opened or refused, and two of its frames are acted and painted.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pantin/show.h"
#include "with_blot.h"

static const char plain_show[] =
    "{\"pantin\":\"show/"
    "1\",\"title\":\"\",\"score\":\"x.score\",\"output\":{\"size_px\":[24,16],\"rate\":[24,1]},"
    "\"timeline\":[{\"scene\":true,\"frames\":2}],\"cast\":{\"a\":{\"puppet\":\"x.puppet\","
    "\"start\":{\"slot\":\"s\"}}},"
    "\"stage\":{\"layers\":[{\"slot\":\"s\"}]},\"cameras\":{\"A\":{\"origin_px\":[12,15],\"px_per_"
    "m\":20}}}";
static const char plain_score[] =
    "{\"pantin\":\"score/"
    "1\",\"rate\":[24,1],\"frames\":2,\"channels\":{\"a.c\":{\"keys\":[[0,0],[1,1]]}}}";
static const char plain_puppet[] =
    "{\"pantin\":\"puppet/"
    "1\",\"name\":\"p\",\"drawings\":{\"d\":{\"image\":\"d\",\"px_per_m\":40}},"
    "\"pieces\":{\"b\":{\"drawing\":\"d\",\"mesh\":{\"spacing_px\":8},\"handles\":{\"h\":{\"at_"
    "px\":[14,16]},"
    "\"g\":{\"at_px\":[36,16]}}}},\"views\":{\"v\":{\"draw\":[\"b\"],\"ground_px\":[14,28]}},"
    "\"poses\":{\"p\":{\"handles\":{\"g\":{\"move_px\":[0,-9]}}}},"
    "\"controls\":{\"c\":{\"range\":[0,1],\"drives\":[{\"pose\":\"p\"}]}}}";

typedef struct files {
    const char *start[3]; // show, score, puppet
    size_t size[3];
} files;

static files part(const char *data, size_t size) {
    files parts = { { plain_show, plain_score, plain_puppet },
                    { sizeof plain_show - 1, sizeof plain_score - 1, sizeof plain_puppet - 1 } };
    for (int k = 0; k < 3; k++) {
        size_t end = 0;
        while (end < size && !(end + 4 <= size && memcmp(data + end, "\n%%\n", 4) == 0)) end++;
        if (end > 0) parts.start[k] = data, parts.size[k] = end;
        if (end == size) break;
        data += end + 4;
        size -= end + 4;
    }
    return parts;
}

static bool file_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                       pantin_error *error) {
    const files *parts = self;
    size_t length = strlen(path);
    int which = length > 6 && strcmp(path + length - 6, ".score") == 0    ? 1
                : length > 7 && strcmp(path + length - 7, ".puppet") == 0 ? 2
                                                                          : 0;
    if (parts->size[which] > limit)
        return pantin_fail(error, PANTIN_ERROR_FILE, path, "is too large");
    uint8_t *data = memory_allocate(parts->size[which] + 1, 1);
    if (data == NULL) return memory_fail(error, "a file");
    memcpy(data, parts->start[which], parts->size[which]);
    *bytes = (pantin_bytes){ data, parts->size[which] };
    return true;
}

static void film(const pantin_show *show) {
    const pantin_show_info *info = pantin_show_describe(show);
    // Large pictures and long films teach nothing that small ones do not.
    if (info->width > 64 || info->height > 64 || info->frame_count < 2) return;
    pantin_act *act = pantin_act_create(show, NULL);
    pantin_take *take = pantin_take_create(show, 2, NULL);
    pantin_painter *painter = pantin_painter_create(show, NULL);
    pantin_image picture = { 0 };
    if (act == NULL || take == NULL || painter == NULL) abort();
    if (!pantin_image_create(info->width, info->height, &picture, NULL)) abort();
    for (int n = 0; n < 2; n++) {
        pantin_act_step(act, take, n);
        pantin_paint(painter, pantin_take_slot(take, n), &picture, NULL);
    }
    pantin_image_free(&picture);
    pantin_painter_destroy(painter);
    pantin_take_destroy(take);
    pantin_act_destroy(act);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    files parts = part((const char *)data, size);
    pantin_assets assets = { &parts, file_bytes, blot_image };
    pantin_show_options looking = { .check_only = true };
    pantin_show *show = pantin_show_open("x.json", &looking, &assets, NULL);
    bool sound = show != NULL;
    bool ready = sound && pantin_show_ready(show, NULL);
    pantin_show_close(show);
    show = pantin_show_open("x.json", NULL, &assets, NULL);
    // What can be filmed can be looked at, and is not late.
    if (show != NULL && !(sound && ready)) abort();
    if (show != NULL) film(show);
    pantin_show_close(show);
    return 0;
}
