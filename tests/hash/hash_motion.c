// hash_motion.c — what is measured of clips made by arithmetic: gaps, residuals, skate, contacts, figures.
// SPDX-License-Identifier: MIT
#include "../motion/clip_maker.h"
#include "hash_cases.h"

static uint64_t chain_measure(const pantin_loop_measure *m, uint64_t hash) {
    const double values[] = { m->pose_gap_deg,
                              m->velocity_gap_deg_per_frame,
                              m->root_drift_cm,
                              m->root_drift_floor_cm,
                              m->root_drift_up_cm,
                              m->velocity_vector_gap_deg_per_frame,
                              m->acceleration_gap_deg_per_frame2,
                              m->seam_residual_deg_per_s,
                              m->seam_residual_interior_p95_deg_per_s,
                              m->seam_residual_interior_max_deg_per_s,
                              m->position_gap_cm,
                              m->position_velocity_gap_cm_per_frame,
                              m->heading_gap_deg,
                              m->skate_cm_per_s,
                              m->skate_seam_cm_per_s,
                              m->stride_cm };
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) hash = hash_double(values[k], hash);
    const int bones[] = { m->pose_bone, m->velocity_bone, m->residual_bone, m->position_joint };
    for (int k = 0; k < 4; k++) hash = hash_int(bones[k], hash);
    return hash_int(m->loops + 2 * m->open + 4 * m->first_apart + 8 * m->has_feet, hash);
}

typedef bool (*maker)(const clip_recipe *recipe, pantin_clip *clip);

/// Recipes that call on everything the maker knows: arcs, drift, noise, T-poses, dead tails, open ends.
static clip_recipe recipe_of(int k) {
    clip_recipe recipe = clip_recipe_make();
    recipe.fps = k % 2 == 0 ? 30 : 24;
    recipe.frames = 61 + 5 * k;
    recipe.period = 30 - 0.7 * k;
    recipe.turn_deg = 25 * (k % 4) - 30;
    recipe.drift_m = vec3_make(0.002 * (k % 3), -0.0003 * k, 0.001);
    recipe.noise_deg = k % 3 == 0 ? 0 : 0.4 * k;
    recipe.t_pose = k == 5;
    recipe.moving = k == 4 ? 50 : 0;
    recipe.in_place = recipe.ground = k % 2 == 1;
    recipe.seed = 90 + (uint64_t)k;
    return recipe;
}

static uint64_t hash_checks(void) {
    static const maker makers[] = { make_walk, make_dance, make_swing, make_spin };
    uint64_t hash = 0;
    for (int k = 0; k < 8; k++)
        for (int m = 0; m < 4; m++) {
            clip_recipe recipe = recipe_of(k);
            pantin_clip clip;
            pantin_loop_measure measure;
            if (!makers[m](&recipe, &clip)) return 0;
            for (int root = PANTIN_ROOT_IN_PLACE; root <= PANTIN_ROOT_TRAVEL; root++) {
                if (!pantin_loop_check(&clip, (pantin_root_mode)root, &measure, NULL)) return 0;
                hash = chain_measure(&measure, hash);
            }
            pantin_clip_free(&clip);
        }
    return hash;
}

static uint64_t hash_contacts(void) {
    enum { FRAMES = 100 };
    static bool contacts[PANTIN_LEGS_MOST * FRAMES];
    uint64_t hash = 0;
    for (int k = 0; k < 8; k++) {
        clip_recipe recipe = recipe_of(k);
        pantin_clip clip;
        if (!make_walk(&recipe, &clip)) return 0;
        // The second half has no names: its figure is known by its shape.
        for (int j = 0; k >= 4 && j < clip.joint_count; j++) clip.joints[j].name = "";
        pantin_figure figure = pantin_figure_find(&clip);
        if (!pantin_contacts_find(&clip, &figure, k % 2 == 1, contacts, NULL)) return 0;
        for (int i = 0; i < figure.leg_count * clip.frames; i++) hash = hash_int(contacts[i], hash);
        for (int leg = 0; leg < figure.leg_count; leg++)
            hash = hash_int(figure.legs[leg].thigh + 100 * figure.legs[leg].toe, hash);
        hash = hash_int(figure.left_hip + 100 * figure.left_shoulder, hash);
        pantin_clip_free(&clip);
    }
    return hash;
}

static uint64_t hash_match(void) {
    enum { FRAMES = 71 };
    static double pose[FRAMES], heading[FRAMES], height[FRAMES], floor_way[FRAMES];
    clip_recipe recipe = recipe_of(2);
    pantin_clip clip;
    if (recipe.frames != FRAMES || !make_dance(&recipe, &clip)) return 0;
    pantin_loop_match(&clip, 9, (pantin_match_curve){ pose, heading, height, floor_way });
    pantin_clip_free(&clip);
    uint64_t hash = 0;
    for (int i = 0; i < FRAMES; i++) {
        hash = hash_double(pose[i], hash_double(heading[i], hash));
        hash = hash_double(height[i], hash_double(floor_way[i], hash));
    }
    return hash;
}

const hash_case hash_motion_cases[] = {
    { "motion.checks", hash_checks },
    { "motion.contacts", hash_contacts },
    { "motion.match", hash_match },
    { 0 },
};
