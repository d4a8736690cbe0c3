// loop_entry.c — what is told of one animation, kept apart from its clip, so that a batch holds words and
// figures only.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "loop.h"

static const char *keep(arena *memory, const char *words) {
    return arena_text(memory, words, strlen(words));
}

static const char *keep_joint(arena *memory, const pantin_clip *clip, int joint) {
    return keep(memory, loop_joint_name(clip, joint));
}

static void fill_side(arena *memory, const pantin_loop_work *work, const pantin_clip *clip,
                      const char *file, const pantin_loop_measure *measure,
                      pantin_loop_side *side) {
    side->file = keep(memory, file);
    side->measure = *measure;
    side->verdict = pantin_loop_judge(measure, work->limits, work->options->root);
    side->pose_bone = keep_joint(memory, clip, measure->pose_bone);
    side->velocity_bone = keep_joint(memory, clip, measure->velocity_bone);
    side->residual_bone = keep_joint(memory, clip, measure->residual_bone);
    side->position_joint = keep_joint(memory, clip, measure->position_joint);
}

static void fill_search(arena *memory, const pantin_loop_search *found, pantin_loop_entry *entry) {
    pantin_loop_candidate *kept = ARENA_ARRAY(memory, pantin_loop_candidate, found->count);
    if (kept != NULL && found->count > 0)
        memcpy(kept, found->candidates, sizeof *kept * (size_t)found->count);
    entry->candidates = kept;
    entry->candidate_count = kept != NULL ? found->count : 0;
    entry->skipped_frames = found->skipped_frames;
    entry->period_searched = found->period_searched;
    entry->period_s = found->period_s;
    entry->period_strength = found->period_strength;
    entry->poor = found->poor || found->count == 0;
    entry->reason = keep(memory, found->reason);
}

static void fill_fix(arena *memory, const pantin_loop_work *work, pantin_loop_entry *entry) {
    const pantin_loop_fixed *fixed = work->fixed;
    const pantin_clip *last = work->fixed_clip != NULL ? work->fixed_clip : work->clip;
    entry->fixed = *fixed;
    entry->output = work->output != NULL ? keep(memory, work->output) : NULL;
    fill_side(memory, work, last, work->output != NULL ? work->output : work->file,
              fixed->untouched ? &fixed->before : &fixed->after, &entry->after);
    entry->deviation_bone = keep_joint(memory, work->clip, fixed->deviation_bone);
    entry->anchor_bone = keep_joint(memory, work->clip, fixed->anchor_bone);
    entry->jolt_joint = keep_joint(memory, work->clip, fixed->jolt_joint);
    entry->poor = !fixed->untouched && !fixed->goals_met;
    entry->reason = keep(memory, fixed->reason);
}

/// The source's own fault, which no seam can mend.
static void note_flip(arena *memory, const pantin_clip *clip, const pantin_loop_measure *measure,
                      pantin_loop_entry *entry) {
    char line[256], bone[64];
    if (measure->flip_deg == 0 || entry->note_count == PANTIN_CLIP_NOTES) return;
    const char *name = loop_joint_name(clip, measure->flip_bone);
    text_printable(bone, sizeof bone, name, strlen(name));
    text_print(line, sizeof line, "frame %d: %s turns %.0f degrees in one frame",
               measure->flip_frame, bone, measure->flip_deg);
    entry->notes[entry->note_count++] = keep(memory, line);
}

static bool draw_one(const pantin_loop_work *work, pantin_loop_picture picture, pantin_bytes *bytes,
                     pantin_error *error) {
    sketch s = { 0 };
    text out = { 0 };
    bool done = loop_draw(work, picture, true, &s, error);
    if (done) {
        sketch_write(&s, true, &out);
        done = text_take(&out, bytes, error);
    }
    sketch_free(&s);
    return done;
}

static arena *begin(pantin_loop_entry *entry, pantin_error *error) {
    *entry = (pantin_loop_entry){ .reason = "", .animation = "", .root = "-" };
    entry->owner = memory_allocate(1, sizeof(arena));
    if (entry->owner == NULL) memory_fail(error, "a loop's report");
    return entry->owner;
}

static bool finish(pantin_loop_entry *entry, bool done, pantin_error *error) {
    if (done && arena_failed(entry->owner)) done = memory_fail(error, "a loop's report");
    if (!done) pantin_loop_entry_free(entry);
    return done;
}

bool pantin_loop_entry_make(const pantin_loop_work *work, bool pictures, pantin_loop_entry *entry,
                            pantin_error *error) {
    const pantin_clip *clip = work->clip;
    arena *memory = begin(entry, error);
    if (memory == NULL) return false;
    entry->task = work->task;
    entry->file = keep(memory, work->file);
    entry->animation = keep(memory, clip->name);
    entry->index = clip->animation;
    entry->animations = clip->animations;
    entry->root = keep_joint(memory, clip, clip->root);
    entry->bones = clip->bone_count;
    entry->limits = work->limits;
    entry->root_mode = work->options->root;
    entry->method = work->options->method;
    fill_side(memory, work, clip, work->file, work->measure, &entry->before);
    if (work->task == PANTIN_LOOP_FIND) fill_search(memory, work->search, entry);
    if (work->task == PANTIN_LOOP_FIX) fill_fix(memory, work, entry);
    // A clip that was made has the notes of its source, and what making it had to remark.
    const pantin_clip *noted = work->fixed_clip != NULL ? work->fixed_clip : clip;
    for (int k = 0; k < noted->note_count; k++)
        entry->notes[entry->note_count++] = keep(memory, noted->notes[k]);
    note_flip(memory, clip, work->measure, entry);
    bool done = !pictures || (draw_one(work, PANTIN_LOOP_PLOT, &entry->plot, error) &&
                              draw_one(work, PANTIN_LOOP_STRIP, &entry->strip, error));
    return finish(entry, done, error);
}

bool pantin_loop_entry_fail(pantin_loop_task task, const char *file, const char *animation,
                            const pantin_error *failure, pantin_loop_entry *entry,
                            pantin_error *error) {
    char line[1100];
    arena *memory = begin(entry, error);
    if (memory == NULL) return false;
    text_print(line, sizeof line, "%s%s%s", failure->where, *failure->where != '\0' ? ": " : "",
               failure->text);
    entry->task = task;
    entry->file = keep(memory, file);
    entry->animation = keep(memory, animation);
    entry->failure = keep(memory, line);
    return finish(entry, true, error);
}

void pantin_loop_entry_free(pantin_loop_entry *entry) {
    pantin_bytes_free(&entry->plot);
    pantin_bytes_free(&entry->strip);
    if (entry->owner != NULL) {
        arena_free(entry->owner);
        memory_free(entry->owner, 1, sizeof(arena));
    }
    *entry = (pantin_loop_entry){ 0 };
}

int pantin_loop_entry_code(const pantin_loop_entry *entry) {
    if (entry->failure != NULL) return entry->left_out ? 0 : 2;
    if (entry->task == PANTIN_LOOP_CHECK) return entry->before.verdict.pass ? 0 : 1;
    return entry->poor ? 1 : 0;
}
