// 03_read_the_report.c — a show is acted but not painted, and each frame's figures are read.
//
// What: opens shows/wave, makes its take, and prints the frames in which the sheet suffers most.
//       Why: acting costs a hundredth of painting. A build that wants to know whether a change of
//       a pose or of the score folds anything need not film: it reads the numbers of the take.
// Run:  03_read_the_report [FOLDER OF THE SAMPLES]
// Look: the exit code is 1 where a triangle turned over; docs/measures.md says what each number
//       means, and how it can lie.
// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "pantin/show.h"

enum { WORST = 5 };

typedef struct finding {
    int frame, inverted;
    double area, energy;
    const char *handle; // the one farthest from its target
    double handle_px;
} finding;

/// The worst of all pieces of all actors at a frame.
static finding look(const pantin_show_info *info, const pantin_take_frame *frame) {
    finding found = { .frame = frame->frame, .area = 1, .handle = "none" };
    for (int a = 0; a < frame->actor_count; a++) {
        const pantin_pose_frame *pose = &frame->actors[a];
        for (int p = 0; p < pose->piece_count; p++) {
            const pantin_bend_quality *q = &pose->pieces[p].report.quality;
            found.inverted += q->inverted;
            if (q->min_area_ratio < found.area) found.area = q->min_area_ratio;
            if (q->energy_normalized > found.energy) found.energy = q->energy_normalized;
        }
        for (int h = 0; h < pose->handle_count; h++)
            if (pose->handles[h].error_px > found.handle_px) {
                found.handle_px = pose->handles[h].error_px;
                found.handle = pantin_puppet_handle_at(info->cast[a].puppet, h, NULL)->name;
            }
    }
    return found;
}

/// Keeps the list sorted: most energy first.
static void keep(finding worst[WORST], finding found) {
    for (int k = 0; k < WORST; k++)
        if (found.energy > worst[k].energy) {
            finding held = worst[k];
            worst[k] = found;
            found = held;
        }
}

int main(int count, char **words) {
    char path[1024];
    snprintf(path, sizeof path, "%s/../shows/wave", count > 1 ? words[1] : "samples");
    pantin_error error = { 0 };
    pantin_assets assets = pantin_assets_disk();
    pantin_show *show = pantin_show_open(path, NULL, &assets, &error);
    const pantin_show_info *info = show != NULL ? pantin_show_describe(show) : NULL;
    pantin_act *act = show != NULL ? pantin_act_create(show, &error) : NULL;
    // Two slots are enough: a frame needs only the one before.
    pantin_take *take = act != NULL ? pantin_take_create(show, 2, &error) : NULL;
    int code = 2, inverted = 0;
    if (take != NULL) {
        finding worst[WORST] = { 0 };
        for (int n = 0; n < info->frame_count; n++) {
            pantin_act_step(act, take, n);
            finding found = look(info, pantin_take_slot(take, n));
            inverted += found.inverted;
            keep(worst, found);
        }
        printf("%s: %d frames, %d vertices, %d triangles turned over in all\n", info->title,
               info->frame_count, info->max_vertices, inverted);
        printf("frame  energy  smallest area  turned over  farthest handle\n");
        for (int k = 0; k < WORST && worst[k].energy > 0; k++)
            printf("%5d  %.4f  %13.3f  %11d  %s, %.3f px\n", worst[k].frame, worst[k].energy,
                   worst[k].area, worst[k].inverted, worst[k].handle, worst[k].handle_px);
        code = inverted > 0;
    } else {
        fprintf(stderr, "03_read_the_report: %s: %s\n", error.where, error.text);
    }
    pantin_take_destroy(take);
    pantin_act_destroy(act);
    pantin_show_close(show);
    return code;
}
