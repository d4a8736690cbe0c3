// 02_film_a_drawing.c — a PNG and its joints become two seconds of film, without any show file.
//
// What: gingerbread.png, with the joints of an AnimatedDrawings file as handles, waves. Why: a
//       program that has its own idea of motion needs no score: it gives each handle a place, frame by
//       frame, and puts the pictures where it likes.
// Run:  02_film_a_drawing [FOLDER OF THE SAMPLES]
// Look: frames/f0000.png … where it ran, and one number, the same on every machine.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "pantin/film.h"
#include "pantin/show.h"
#include "pantin/stage.h"

enum { FRAMES = 48, WIDTH = 420, HEIGHT = 480 };

/// Drawing + joints -> the text of a puppet file -> a puppet, meshed and with its handles found.
static bool load_puppet(const char *folder, pantin_puppet *puppet, pantin_error *error) {
    char picture[1024], rig[1024], path[1024];
    snprintf(picture, sizeof picture, "%s/gingerbread.png", folder);
    snprintf(rig, sizeof rig, "%s/gingerbread.char_cfg.yaml", folder);
    // Only a name, from which the picture's is taken: nothing is written there.
    snprintf(path, sizeof path, "%s/gingerbread.puppet.json", folder);
    pantin_image image = { 0 };
    pantin_drawing drawing = { 0 };
    pantin_rig_joints joints = { 0 };
    pantin_bytes yaml = { 0 }, text = { 0 };
    pantin_assets assets = pantin_assets_disk();
    pantin_puppet_recipe recipe = { .name = "gingerbread",
                                    .image = "gingerbread.png",
                                    .mesh = pantin_mesh_defaults(),
                                    .joints = &joints };
    bool done = pantin_image_load(picture, &image, error) &&
                pantin_drawing_make(picture, &image, &drawing, error) &&
                pantin_file_read(rig, 1 << 20, &yaml, error) &&
                pantin_rig_read_yaml(rig, (const char *)yaml.data, yaml.size, &joints, error) &&
                pantin_puppet_make(&drawing, &recipe, &text, NULL, error) &&
                pantin_puppet_load(path, (const char *)text.data, text.size, &assets, puppet,
                                   error);
    pantin_image_free(&image);
    pantin_drawing_free(&drawing);
    pantin_rig_joints_free(&joints);
    pantin_bytes_free(&yaml);
    pantin_bytes_free(&text);
    return done;
}

/// 0 at the ends of the film, 1 while the arm is up; smooth.
static double raised(int frame) {
    double t = frame < 12 ? frame / 12.0 : frame > 36 ? (FRAMES - frame) / 12.0 : 1.0;
    return t * t * (3 - 2 * t);
}

static void move(const pantin_puppet *puppet, const char *name, double x, double y,
                 pantin_target *targets) {
    int index = pantin_puppet_find_handle(puppet, name, NULL);
    if (index == PANTIN_NONE) return;
    targets[index].center.x += x;
    targets[index].center.y += y;
}

static bool film(const pantin_puppet *puppet, pantin_actor *actor, void *block,
                 pantin_target *targets, void *sinks[2], pantin_error *error) {
    pantin_still_options still = pantin_still_defaults();
    const float paper[4] = { 0.91f, 0.88f, 0.82f, 1 };
    for (int k = 0; k < 4; k++) still.background[k] = paper[k];
    still.width = WIDTH;
    still.height = HEIGHT;
    for (int frame = 0; frame < FRAMES; frame++) {
        double up = raised(frame), swing = frame % 8 < 4 ? frame % 4 - 1.5 : 1.5 - frame % 4;
        pantin_actor_targets(actor, 0, NULL, targets); // no poses: the rest places
        move(puppet, "right_elbow", 8 * up, -26 * up, targets);
        move(puppet, "right_hand", (22 + 5 * swing) * up, -66 * up, targets);
        move(puppet, "left_hand", -5 * up, 14 * up, targets);
        pantin_pose_frame pose;
        pantin_actor_frame_place(actor, block, &pose);
        pantin_actor_pose(actor, 0, targets, &pose);
        pantin_image picture = { 0 };
        bool done = pantin_still_draw(puppet, &pose, &still, &picture, error) &&
                    pantin_sink_png.picture(sinks[0], &picture, error) &&
                    pantin_sink_hash.picture(sinks[1], &picture, error);
        pantin_image_free(&picture);
        if (!done) return false;
    }
    return true;
}

int main(int count, char **words) {
    pantin_error error = { 0 };
    pantin_puppet puppet = { 0 };
    pantin_film_format format = pantin_film_defaults(WIDTH, HEIGHT);
    uint64_t hash = 0;
    bool done = false;
    void *sinks[2] = { NULL, NULL }, *block = NULL;
    pantin_actor *actor = NULL;
    pantin_target *targets = NULL;
    if (load_puppet(count > 1 ? words[1] : "samples", &puppet, &error))
        actor = pantin_actor_create(&puppet, NULL, &error);
    if (actor != NULL) {
        block = aligned_alloc(16, (pantin_actor_frame_size(actor) + 15) & ~(size_t)15);
        targets = calloc((size_t)puppet.handle_count, sizeof *targets);
        sinks[0] = pantin_sink_png.open("frames/", &format, &error);
        sinks[1] = pantin_sink_hash.open("hash:", &format, &error);
    }
    if (block != NULL && targets != NULL && sinks[0] != NULL && sinks[1] != NULL)
        done = film(&puppet, actor, block, targets, sinks, &error);
    for (int k = 0; k < 2; k++) { // a film that failed leaves nothing behind
        const pantin_film_sink *sink = k == 0 ? &pantin_sink_png : &pantin_sink_hash;
        if (sinks[k] != NULL && done) done = sink->close(sinks[k], &hash, &error);
        else if (sinks[k] != NULL) sink->abandon(sinks[k]);
    }
    if (done) printf("%d pictures in frames/, hash %016llx\n", FRAMES, (unsigned long long)hash);
    else fprintf(stderr, "02_film_a_drawing: %s: %s\n", error.where, error.text);
    free(block);
    free(targets);
    pantin_actor_destroy(actor);
    pantin_puppet_free(&puppet);
    return done ? 0 : 2;
}
