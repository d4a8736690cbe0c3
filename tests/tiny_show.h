// tiny_show.h — a whole show in memory: a gingerbread figure waves and bows for one second.
//
// Files are strings, pictures are drawn by arithmetic: nothing lies on the disk, and every test
// that wants a film has the same one. 320 x 240 px, 24 frames, one actor "ginger" of one piece
// "body" with six handles and two poses, a protected face; a backdrop.
// SPDX-License-Identifier: MIT
#ifndef TESTS_TINY_SHOW_H
#define TESTS_TINY_SHOW_H

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "pantin/show.h"

enum { TINY_WIDTH = 160, TINY_HEIGHT = 200, TINY_FRAMES = 24 };

static const char tiny_puppet_text[] =
    "{ \"pantin\": \"puppet/1\", \"name\": \"ginger\",\n"
    "  \"drawings\": {\n"
    "    \"front\": { \"image\": \"ginger.png\", \"px_per_m\": 120, \"faces\": \"toward\" } },\n"
    "  \"pieces\": { \"body\": { \"drawing\": \"front\", \"mesh\": { \"style\": \"grid\", "
    "\"spacing_px\": 8 },\n"
    "    \"regions\": [ { \"name\": \"face\", \"rigidity\": 40,\n"
    "                   \"polygon_px\": [[64, 24], [96, 24], [96, 56], [64, 56]] } ],\n"
    "    \"handles\": {\n"
    "      \"head\":       { \"at_px\": [80, 40], \"radius_px\": 9, \"turn\": \"set\" },\n"
    "      \"hip\":        { \"at_px\": [80, 128], \"radius_px\": 9, \"turn\": \"set\" },\n"
    "      \"left_hand\":  { \"at_px\": [16, 88], \"radius_px\": 8, \"turn\": \"free\" },\n"
    "      \"right_hand\": { \"at_px\": [144, 88], \"radius_px\": 8, \"turn\": \"free\" },\n"
    "      \"left_foot\":  { \"at_px\": [56, 184], \"radius_px\": 8, \"turn\": \"set\", "
    "\"weight\": 10000 },\n"
    "      \"right_foot\": { \"at_px\": [104, 184], \"radius_px\": 8, \"turn\": \"set\", "
    "\"weight\": 10000 } } } },\n"
    "  \"views\": { \"front\": { \"draw\": [\"body\"], \"ground_px\": [80, 192] } },\n"
    "  \"poses\": {\n"
    "    \"wave\": { \"view\": \"front\", \"handles\": { \"right_hand\": { \"move_px\": [-18, "
    "-64] } } },\n"
    "    \"bow\":  { \"view\": \"front\", \"handles\": { \"head\": { \"move_px\": [26, 18], "
    "\"turn_deg\": -32 },\n"
    "                                            \"left_hand\": { \"move_px\": [10, 22] } } } },\n"
    "  \"controls\": {\n"
    "    \"wave\": { \"range\": [0, 2], \"default\": 0, \"drives\": [ { \"pose\": \"wave\", "
    "\"map\": [[0, 0], [2, 2]] } ] },\n"
    "    \"bow\":  { \"range\": [0, 1], \"default\": 0, \"drives\": [ { \"pose\": \"bow\", "
    "\"map\": [[0, 0], [1, 1]] } ] } } }\n";

static const char tiny_score_text[] =
    "{ \"pantin\": \"score/1\", \"rate\": [24, 1], \"frames\": 24,\n"
    "  \"channels\": {\n"
    "    \"ginger.wave\": { \"ease\": \"smooth\", \"keys\": [[0, 0], [6, 1], [9, 0.4], [12, 1], "
    "[16, 0]] },\n"
    "    \"ginger.bow\":  { \"ease\": \"smooth\", \"keys\": [[12, 0], [18, 1], [23, 0.2]] } },\n"
    "  \"choices\": [ { \"id\": \"greet\", \"who\": \"ginger\", \"frame\": 3 } ],\n"
    "  \"events\":  [ { \"id\": \"bow\", \"who\": \"ginger\", \"frame\": 14 } ] }\n";

static const char tiny_show_text[] =
    "{ \"pantin\": \"show/1\", \"title\": \"Ginger <says> \\\"hello\\\" & bows\", "
    "\"score\": \"ginger.score.json\",\n"
    "  \"output\": { \"size_px\": [320, 240], \"rate\": [24, 1], \"background\": \"#e9e2d2\" },\n"
    "  \"timeline\": [ { \"scene\": true, \"frames\": 24 } ],\n"
    "  \"cast\": { \"ginger\": { \"puppet\": \"ginger.puppet.json\", "
    "\"start\": { \"slot\": \"floor\" } } },\n"
    "  \"stage\": { \"layers\": [\n"
    "    { \"name\": \"wall\", \"image\": \"wall.png\", \"at_m\": [-1.4, -0.2], "
    "\"px_per_m\": 120 },\n"
    "    { \"slot\": \"floor\" } ] },\n"
    "  \"cameras\": { \"A\": { \"origin_px\": [160, 216], \"px_per_m\": 120 } } }\n";

// --- pictures by arithmetic ----------------------------------------------------------------------

/// How far a point lies from a segment, px.
static inline double tiny_distance(double x, double y, double ax, double ay, double bx, double by) {
    double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double ex = x - ax - t * dx, ey = y - ay - t * dy;
    return sqrt(ex * ex + ey * ey);
}

/// Signed distance to the figure: discs and bars, negative inside.
static inline double tiny_figure(double x, double y) {
    static const double parts[][5] = { // ax ay bx by radius
        { 80, 40, 80, 40, 28 }, { 80, 92, 80, 124, 24 },  { 80, 88, 16, 88, 13 },
        { 80, 88, 144, 88, 13 }, { 72, 124, 56, 182, 14 }, { 88, 124, 104, 182, 14 },
    };
    double nearest = 1e9;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const double *p = parts[k];
        double d = tiny_distance(x, y, p[0], p[1], p[2], p[3]) - p[4];
        nearest = d < nearest ? d : nearest;
    }
    return nearest;
}

static inline bool tiny_draw_figure(pantin_image *image, pantin_error *error) {
    if (!pantin_image_create(TINY_WIDTH, TINY_HEIGHT, image, error)) return false;
    for (int y = 0; y < TINY_HEIGHT; y++)
        for (int x = 0; x < TINY_WIDTH; x++) {
            double px = x + 0.5, py = y + 0.5, d = tiny_figure(px, py), cover = 0.5 - d;
            double eye = tiny_distance(px, py, 70, 36, 70, 36);
            double other = tiny_distance(px, py, 90, 36, 90, 36);
            double mouth = tiny_distance(px, py, 72, 52, 88, 52);
            bool icing = (d > -5 && d < -3) || eye < 3.2 || other < 3.2 || mouth < 1.8;
            uint8_t *p = image->pixels + 4 * (y * TINY_WIDTH + x);
            int grain = (x * 7 + y * 13) % 11;
            p[0] = (uint8_t)(icing ? 250 : 168 + grain);
            p[1] = (uint8_t)(icing ? 244 : 104 + grain);
            p[2] = (uint8_t)(icing ? 230 : 58 + grain);
            p[3] = (uint8_t)(255 * (cover < 0 ? 0 : cover > 1 ? 1 : cover));
            if (p[3] == 0) memset(p, 0, 4);
        }
    return true;
}

static inline bool tiny_draw_wall(pantin_image *image, pantin_error *error) {
    if (!pantin_image_create(336, 252, image, error)) return false;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            uint8_t *p = image->pixels + 4 * (y * image->width + x);
            bool floor_line = y > 224, stripe = x / 24 % 2 == 0;
            p[0] = (uint8_t)(floor_line ? 148 : stripe ? 214 : 222);
            p[1] = (uint8_t)(floor_line ? 122 : stripe ? 222 : 229);
            p[2] = (uint8_t)(floor_line ? 96 : stripe ? 216 : 222);
            p[3] = 255;
        }
    return true;
}

// --- assets --------------------------------------------------------------------------------------

/// What a show is made of; NULL: as above.
typedef struct tiny_texts {
    const char *show, *score, *puppet;
} tiny_texts;

static inline bool tiny_ends(const char *path, const char *end) {
    size_t length = strlen(path), tail = strlen(end);
    return length >= tail && strcmp(path + length - tail, end) == 0;
}

static inline bool tiny_bytes(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                              pantin_error *error) {
    const tiny_texts *texts = self;
    const char *found = NULL;
    if (tiny_ends(path, "show.json")) found = texts->show ? texts->show : tiny_show_text;
    else if (tiny_ends(path, ".score.json")) found = texts->score ? texts->score : tiny_score_text;
    else if (tiny_ends(path, ".puppet.json"))
        found = texts->puppet ? texts->puppet : tiny_puppet_text;
    if (found == NULL || strlen(found) > limit)
        return pantin_fail(error, PANTIN_ERROR_FILE, path, "there is no such file in memory");
    size_t size = strlen(found);
    uint8_t *data = memory_allocate(size + 1, 1);
    if (data == NULL) return memory_fail(error, "a file");
    memcpy(data, found, size);
    *bytes = (pantin_bytes){ data, size };
    return true;
}

static inline bool tiny_image(void *self, const char *path, pantin_image *image,
                              pantin_error *error) {
    (void)self;
    if (tiny_ends(path, "ginger.png")) return tiny_draw_figure(image, error);
    if (tiny_ends(path, "wall.png")) return tiny_draw_wall(image, error);
    return pantin_fail(error, PANTIN_ERROR_FILE, path, "there is no such picture in memory");
}

/// `texts` must outlive the call; NULL: all as above.
static inline pantin_show *tiny_show_open(const tiny_texts *texts, pantin_error *error) {
    static const tiny_texts plain = { 0 };
    pantin_assets assets = { (void *)(uintptr_t)(texts ? texts : &plain), tiny_bytes, tiny_image };
    return pantin_show_open("tiny/show.json", NULL, &assets, error);
}

#endif
