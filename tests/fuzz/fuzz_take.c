// fuzz_take.c — any bytes as a take of one small film, head and checksum put right: it is painted or refused.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pantin/show.h"
#include "with_blot.h"

enum { HEAD_SIZE = 40, SIZE_AT = 32, CHECK_SIZE = 8 };

static const char show_text[] =
    "{\"pantin\":\"show/"
    "1\",\"title\":\"\",\"score\":\"x.score\",\"output\":{\"size_px\":[24,16],\"rate\":[24,1]},"
    "\"timeline\":[{\"scene\":true,\"frames\":1}],\"cast\":{\"a\":{\"puppet\":\"x.puppet\","
    "\"start\":{\"slot\":\"s\"}}},"
    "\"stage\":{\"layers\":[{\"slot\":\"s\"}]},\"cameras\":{\"A\":{\"origin_px\":[12,15],\"px_per_"
    "m\":20}}}";
static const char score_text[] = "{\"pantin\":\"score/1\",\"rate\":[24,1],\"frames\":1}";
static const char puppet_text[] =
    "{\"pantin\":\"puppet/"
    "1\",\"name\":\"p\",\"drawings\":{\"d\":{\"image\":\"d\",\"px_per_m\":40}},"
    "\"pieces\":{\"b\":{\"drawing\":\"d\",\"mesh\":{\"spacing_px\":16},\"handles\":{\"h\":{\"at_"
    "px\":[14,16]}}},"
    "\"c\":{\"drawing\":\"d\",\"mesh\":{\"spacing_px\":20}}},"
    "\"views\":{\"v\":{\"draw\":[\"b\",\"c\"],\"ground_px\":[14,28]}}}";

static bool file_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                       pantin_error *error) {
    (void)self;
    (void)limit;
    const char *found = strstr(path, ".score")    ? score_text
                        : strstr(path, ".puppet") ? puppet_text
                                                  : show_text;
    uint8_t *data = memory_allocate(strlen(found) + 1, 1);
    if (data == NULL) return memory_fail(error, "a file");
    memcpy(data, found, strlen(found));
    *bytes = (pantin_bytes){ data, strlen(found) };
    return true;
}

static pantin_show *show;
static pantin_take *take;
static pantin_painter *painter;
static pantin_image picture;
static uint8_t head[HEAD_SIZE];

static void open_film(void) {
    pantin_assets assets = { NULL, file_bytes, blot_image };
    pantin_bytes bytes = { 0 };
    show = pantin_show_open("x.json", NULL, &assets, NULL);
    if (show == NULL) abort();
    pantin_act *act = pantin_act_create(show, NULL);
    take = pantin_take_create(show, 1, NULL);
    painter = pantin_painter_create(show, NULL);
    if (act == NULL || take == NULL || painter == NULL ||
        !pantin_image_create(24, 16, &picture, NULL))
        abort();
    pantin_act_step(act, take, 0);
    if (!pantin_take_write(take, show, &bytes, NULL)) abort();
    memcpy(head, bytes.data, HEAD_SIZE);
    const char *seed = getenv("PANTIN_WRITE_SEED");
    if (seed != NULL && !pantin_file_write(seed, bytes.data, bytes.size, NULL)) abort();
    pantin_bytes_free(&bytes);
    pantin_act_destroy(act);
}

static void put_u64(uint8_t *at, uint64_t value) {
    for (int k = 0; k < 8; k++) at[k] = (uint8_t)(value >> 8 * k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (show == NULL) open_film();
    (void)pantin_take_read("x.take", data, size, show, take, NULL);
    if (size < HEAD_SIZE + CHECK_SIZE) return 0;
    uint8_t *copy = malloc(size);
    if (copy == NULL) abort();
    memcpy(copy, data, size);
    memcpy(copy, head, HEAD_SIZE);
    put_u64(copy + SIZE_AT, size);
    put_u64(copy + size - CHECK_SIZE, pantin_hash(copy, size - CHECK_SIZE, 0));
    if (pantin_take_read("x.take", copy, size, show, take, NULL))
        pantin_paint(painter, pantin_take_slot(take, 0), &picture, NULL);
    free(copy);
    return 0;
}
