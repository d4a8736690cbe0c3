// with_hard.c — three small figures in poses that bind, and how hard they do.
// SPDX-License-Identifier: MIT
#include "measure/with_hard.h"

#include <stdlib.h>

#include "tiny_show.h"

const char hard_trousers[] =
    "{ \"pantin\": \"puppet/1\", \"name\": \"trousers\",\n"
    "  \"drawings\": { \"d\": { \"image\": \"trousers.png\", \"px_per_m\": 100 } },\n"
    "  \"pieces\": { \"body\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 8 },\n"
    "    \"handles\": {\n"
    "      \"chest\": { \"at_px\": [80, 30], \"turn\": \"set\" },\n"
    "      \"left_hip\": { \"at_px\": [62, 92] }, \"right_hip\": { \"at_px\": [98, 92] },\n"
    "      \"left_knee\": { \"at_px\": [60, 145] }, \"right_knee\": { \"at_px\": [100, 145] },\n"
    "      \"left_foot\": { \"at_px\": [58, 196] }, \"right_foot\": { \"at_px\": [102, 196] } } } "
    "},\n"
    "  \"views\": { \"front\": { \"draw\": [\"body\"], \"ground_px\": [80, 200] } },\n"
    "  \"poses\": {\n"
    "    \"cross\": { \"handles\": {\n"
    "      \"left_knee\": { \"turn_deg\": 40, \"about\": \"left_hip\" },\n"
    "      \"left_foot\": { \"turn_deg\": 40, \"about\": \"left_hip\" },\n"
    "      \"right_knee\": { \"turn_deg\": -40, \"about\": \"right_hip\" },\n"
    "      \"right_foot\": { \"turn_deg\": -40, \"about\": \"right_hip\" } } },\n"
    "    \"nod\": { \"handles\": { \"chest\": { \"turn_deg\": 8 } } } } }\n";

const char hard_band[] =
    "{ \"pantin\": \"puppet/1\", \"name\": \"band\",\n"
    "  \"drawings\": { \"d\": { \"image\": \"band.png\", \"px_per_m\": 100 } },\n"
    "  \"pieces\": { \"body\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 8 },\n"
    "    \"handles\": {\n"
    "      \"a\": { \"at_px\": [22, 40], \"radius_px\": 10, \"turn\": \"set\" },\n"
    "      \"b\": { \"at_px\": [80, 40], \"radius_px\": 16, \"turn\": \"set\" },\n"
    "      \"c\": { \"at_px\": [116, 40], \"radius_px\": 16, \"turn\": \"set\" },\n"
    "      \"d\": { \"at_px\": [158, 40], \"radius_px\": 10, \"turn\": \"set\" } } } },\n"
    "  \"views\": { \"front\": { \"draw\": [\"body\"], \"ground_px\": [80, 60] } },\n"
    "  \"poses\": { \"apart\": { \"handles\": { \"b\": { \"turn_deg\": 120 },\n"
    "                                       \"c\": { \"turn_deg\": -120 } } } } }\n";

const char hard_leg[] =
    "{ \"pantin\": \"puppet/1\", \"name\": \"leg\",\n"
    "  \"drawings\": { \"d\": { \"image\": \"leg.png\", \"px_per_m\": 100 } },\n"
    "  \"pieces\": { \"body\": { \"drawing\": \"d\", \"mesh\": { \"spacing_px\": 6 },\n"
    "    \"handles\": {\n"
    "      \"hip\": { \"at_px\": [60, 30], \"turn\": \"bone\" },\n"
    "      \"knee\": { \"at_px\": [60, 110] },\n"
    "      \"foot\": { \"at_px\": [60, 194], \"turn\": \"bone\" } },\n"
    "    \"bones\": [ { \"name\": \"thigh\", \"from\": \"hip\", \"to\": \"knee\" },\n"
    "               { \"name\": \"shin\", \"from\": \"knee\", \"to\": \"foot\" } ] } },\n"
    "  \"views\": { \"front\": { \"draw\": [\"body\"], \"ground_px\": [60, 205] } },\n"
    "  \"poses\": { \"fold\": { \"handles\": { \"foot\": { \"turn_deg\": 150, \"about\": \"knee\" "
    "} } } "
    "} }\n";

static bool is_ink(const char *path, double x, double y) {
    if (tiny_ends(path, "trousers.png"))
        return tiny_distance(x, y, 80, 40, 80, 80) < 36 ||
               tiny_distance(x, y, 62, 90, 58, 200) < 17 ||
               tiny_distance(x, y, 98, 90, 102, 200) < 17;
    if (tiny_ends(path, "leg.png"))
        return tiny_distance(x, y, 60, 30, 60, 110) < 20 ||
               tiny_distance(x, y, 60, 110, 60, 190) < 18;
    return x > 10 && x < 170 && y > 20 && y < 60;
}

static bool draw(void *self, const char *path, pantin_image *image, pantin_error *error) {
    (void)self;
    if (!pantin_image_create(180, 230, image, error)) return false;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            uint8_t *p = image->pixels + 4 * (y * image->width + x);
            uint8_t shade = is_ink(path, x + 0.5, y + 0.5) ? 255 : 0;
            p[0] = p[1] = p[2] = shade / 2;
            p[3] = shade;
        }
    return true;
}

pantin_assets hard_assets(void) {
    static const tiny_texts plain = { 0 };
    return (pantin_assets){ (void *)(uintptr_t)&plain, tiny_bytes, draw };
}

pantin_puppet hard_load(const char *text) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    pantin_assets assets = hard_assets();
    if (!pantin_puppet_load("hard.puppet.json", text, strlen(text), &assets, &puppet, &error))
        print_error("%s: %s\n", error.where, error.text);
    assert_non_null(puppet.name);
    return puppet;
}

hard_pose hard_bend(pantin_puppet *puppet, const char *pose, double weight) {
    pantin_actor_options options = pantin_actor_defaults();
    options.method = "arap";
    hard_pose h = { .puppet = puppet, .actor = pantin_actor_create(puppet, &options, NULL) };
    assert_non_null(h.actor);
    int index = pantin_puppet_find_pose(puppet, pose);
    assert_int_not_equal(index, PANTIN_NONE);
    h.weights = calloc((size_t)puppet->pose_count, sizeof *h.weights);
    h.targets = calloc((size_t)puppet->handle_count, sizeof *h.targets);
    h.block = calloc(1, pantin_actor_frame_size(h.actor));
    h.weights[index] = weight;
    pantin_actor_frame_place(h.actor, h.block, &h.frame);
    pantin_actor_targets(h.actor, 0, h.weights, h.targets);
    pantin_actor_pose(h.actor, 0, h.targets, &h.frame);
    return h;
}

void hard_done(hard_pose *pose) {
    free(pose->weights);
    free(pose->targets);
    free(pose->block);
    pantin_actor_destroy(pose->actor);
}

double hard_worst(const char *text, size_t size, const pantin_assets *assets, const char *path,
                  const char *pose) {
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    if (!pantin_puppet_load(path, text, size, assets, &puppet, &error))
        print_error("%s: %s\n", error.where, error.text);
    assert_non_null(puppet.name);
    hard_pose bent = hard_bend(&puppet, pose, 1);
    double worst = pantin_bind_worst(&puppet, &bent.frame);
    hard_done(&bent);
    pantin_puppet_free(&puppet);
    return worst;
}

pantin_advice hard_advise(const pantin_puppet *puppet, const pantin_assets *assets,
                          const char *pose) {
    double *weights = calloc((size_t)puppet->pose_count, sizeof *weights);
    int index = pantin_puppet_find_pose(puppet, pose);
    assert_int_not_equal(index, PANTIN_NONE);
    weights[index] = 1;
    pantin_ask ask = { .method = "arap", .pose_weights = weights };
    pantin_advice advice;
    pantin_error error = { 0 };
    bool done = pantin_advise(puppet, assets, &ask, &advice, &error);
    if (!done) print_error("%s: %s\n", error.where, error.text);
    assert_true(done);
    free(weights);
    return advice;
}
