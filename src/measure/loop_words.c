// loop_words.c — what loop reports and pictures call things.
// SPDX-License-Identifier: MIT
#include "loop.h"

#include <string.h>

#include "base/vec.h"

const char *loop_limits_word(pantin_limits limits) {
    static const char *const words[] = { "reference", "per-second", "relative" };
    return words[limits];
}

const char *loop_root_word(pantin_root_mode root) {
    static const char *const words[] = { "in-place", "travel", "keep" };
    return words[root];
}

const char *loop_light_word(pantin_light light) {
    static const char *const words[] = { "green", "yellow", "red" };
    return words[light];
}

sketch_tone loop_light_tone(pantin_light light) {
    static const sketch_tone tones[] = { SKETCH_GOOD, SKETCH_WARN, SKETCH_BAD };
    return tones[light];
}

pantin_light loop_light(double value, double limit) {
    double size = value < 0 ? -value : value;
    return size <= 0.5 * limit ? PANTIN_GREEN : size <= limit ? PANTIN_YELLOW : PANTIN_RED;
}

const char *loop_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

void loop_title(char *out, size_t size, const char *file, const char *animation, int index,
                int animations) {
    const char *base = loop_base_name(file);
    if (animation == NULL || animations <= 1)
        text_print(out, size, "%s", base);
    else if (*animation != '\0')
        text_print(out, size, "%s: %s", base, animation);
    else
        text_print(out, size, "%s: animation %d", base, index);
}

void loop_number(char *out, size_t size, double value) {
    double far = value < 0 ? -value : value;
    if (!finite_double(value))
        text_print(out, size, "-");
    else
        text_print(out, size, "%.*f", far >= 999.5 ? 0 : far >= 9.995 ? 1 : 2, value);
}

const char *loop_joint_name(const pantin_clip *clip, int joint) {
    return clip != NULL && joint >= 0 && joint < clip->joint_count ? clip->joints[joint].name : "-";
}

double loop_velocity_limit(pantin_limits limits, double fps) {
    if (limits == PANTIN_LIMITS_RELATIVE) return 0.0;
    if (limits == PANTIN_LIMITS_PER_SECOND && fps > 0.0) return LOOP_VELOCITY_LIMIT_DEG_PER_S / fps;
    return LOOP_VELOCITY_LIMIT_DEG_PER_FRAME;
}

static void add_fault(char *out, size_t size, const char *what, double value, double limit,
                      const char *unit) {
    char shown[32], most[32];
    size_t length = strlen(out);
    // Not so short that 5.001 reads as the limit itself.
    text_print(shown, sizeof shown, "%.*f", value < limit * 1.01 ? 4 : 2, value);
    text_print(most, sizeof most, "%.*f", limit == (double)(int)limit ? 0 : 2, limit);
    text_print(out + length, size - length, "%s%s %s > %s %s", length > 0 ? ", " : "", what, shown,
               most, unit);
}

void loop_faults(char *out, size_t size, const pantin_loop_side *side, pantin_limits limits,
                 pantin_root_mode root) {
    const pantin_loop_measure *m = &side->measure;
    double velocity = loop_velocity_limit(limits, m->fps);
    out[0] = '\0';
    if (side->verdict.pass) return;
    if (!(m->pose_gap_deg <= LOOP_POSE_LIMIT_DEG))
        add_fault(out, size, "pose gap", m->pose_gap_deg, LOOP_POSE_LIMIT_DEG, "°");
    if (velocity > 0.0 && !(m->velocity_gap_deg_per_frame <= velocity))
        add_fault(out, size, "velocity gap", m->velocity_gap_deg_per_frame, velocity, "°/frame");
    if (root != PANTIN_ROOT_TRAVEL && !(m->root_drift_cm <= LOOP_DRIFT_LIMIT_CM))
        add_fault(out, size, "root drift", m->root_drift_cm, LOOP_DRIFT_LIMIT_CM, "cm");
    if (limits == PANTIN_LIMITS_RELATIVE && m->has_interior && !side->verdict.no_rougher)
        add_fault(out, size, "seam residual", m->seam_residual_deg_per_s,
                  m->seam_residual_interior_max_deg_per_s, "°/s");
}

bool loop_only_fast(const pantin_loop_side *side) {
    const pantin_loop_verdict *v = &side->verdict;
    return !v->pass && v->no_rougher && side->measure.has_interior && v->pose != PANTIN_RED &&
           v->drift != PANTIN_RED;
}

const char *loop_failure(const pantin_loop_entry *entry) {
    size_t length = strlen(entry->file);
    bool named = strncmp(entry->failure, entry->file, length) == 0 &&
                 strncmp(entry->failure + length, ": ", 2) == 0;
    return entry->failure + (named ? length + 2 : 0);
}
