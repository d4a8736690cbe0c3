// proof.c — the same poses by several methods: which, in what order, and their sums.
// SPDX-License-Identifier: MIT
#include "proof.h"

#include <string.h>

#include "base/vec.h"
#include "facts.h"

pantin_proof_options pantin_proof_defaults(void) {
    return (pantin_proof_options){ .method = PANTIN_DEFAULT_METHOD,
                                   .runner = pantin_runner_serial() };
}

// --- which methods -------------------------------------------------------------------------------

static int find_method(const pantin_proof *proof, const char *name) {
    for (int m = 0; m < proof->method_count; m++)
        if (strcmp(proof->methods[m], name) == 0) return m;
    return PANTIN_NONE;
}

/// A method once, by the table's own spelling. False: there is none of this name, or not yet.
static bool add_method(pantin_proof *proof, const char *name, pantin_error *error) {
    const pantin_deformer *deformer = pantin_deformer_find(name, error);
    if (deformer == NULL) return false;
    if (find_method(proof, name) != PANTIN_NONE) return true;
    if (proof->method_count == PROOF_METHODS)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "methods", "more than %d are too many",
                           PROOF_METHODS);
    proof->methods[proof->method_count++] = deformer->name;
    return true;
}

static bool ask_for(const char *const *names, int count, const char *name) {
    for (int k = 0; k < count; k++)
        if (strcmp(names[k], name) == 0) return true;
    return false;
}

/// Do the poses of a show ask for a method by name, or leave it open? A puppet's leave all open; one that
/// does not work yet is an error only when it was asked for by name.
static bool is_asked(const pantin_proof *proof, const pantin_deformer *deformer) {
    const pantin_show_info *info = proof->show != NULL ? pantin_show_describe(proof->show) : NULL;
    bool open = info == NULL || info->proof_pose_count == 0, named = false;
    for (int k = 0; info != NULL && k < info->proof_pose_count; k++) {
        const pantin_proof_pose *pose = &info->proof_poses[k];
        open |= pose->method_count == 0;
        named |= ask_for(pose->methods, pose->method_count, deformer->name);
    }
    return named || (open && deformer->not_yet == NULL);
}

/// Ours first (of each subject), then the others as the table has them.
static bool choose_methods(pantin_proof *proof, const pantin_proof_options *options,
                           pantin_error *error) {
    for (int m = 0; m < options->method_count; m++)
        if (!add_method(proof, options->methods[m], error)) return false;
    if (options->method_count > 0) return true;
    for (int k = 0; k < proof->pose_count; k++)
        if (!add_method(proof, proof->subjects[proof->poses[k].subject].method, error))
            return false;
    int count;
    const pantin_deformer *const *all = pantin_deformers(&count);
    for (int k = 0; k < count; k++) {
        if (is_asked(proof, all[k]) && !add_method(proof, all[k]->name, error)) return false;
    }
    return true;
}

/// A pose that names methods is bent by those and by ours, unless the caller chose.
static void mark_wanted(pantin_proof *proof, bool chosen) {
    const pantin_show_info *info = proof->show != NULL ? pantin_show_describe(proof->show) : NULL;
    for (int k = 0; k < proof->pose_count; k++) {
        proof_pose *pose = &proof->poses[k];
        const pantin_proof_pose *from = NULL;
        for (int p = 0; info != NULL && p < info->proof_pose_count; p++)
            if (strcmp(info->proof_poses[p].name, pose->name) == 0 &&
                info->proof_poses[p].frame == pose->frame)
                from = &info->proof_poses[p];
        for (int m = 0; m < proof->method_count; m++)
            pose->wanted[m] = chosen || from == NULL || from->method_count == 0 ||
                              ask_for(from->methods, from->method_count, proof->methods[m]) ||
                              strcmp(proof->methods[m], proof->subjects[pose->subject].method) == 0;
    }
}

// --- making one ----------------------------------------------------------------------------------

static bool compare(pantin_proof *proof, const pantin_proof_options *options, pantin_error *error) {
    if (!choose_methods(proof, options, error)) return false;
    mark_wanted(proof, options->method_count > 0);
    proof->cells = ARENA_ARRAY(&proof->memory, proof_cell,
                               (size_t)proof->pose_count * (size_t)proof->method_count);
    if (proof->cells == NULL) return memory_fail(error, "a proof");
    return proof_walk(proof, error);
}

static pantin_proof *create(const pantin_proof_options *options, pantin_error *error) {
    pantin_proof *proof = memory_allocate(1, sizeof *proof);
    if (proof == NULL) {
        memory_fail(error, "a proof");
        return NULL;
    }
    proof->runner = options->runner;
    return proof;
}

static pantin_proof *finish(pantin_proof *proof, bool done) {
    if (done) return proof;
    pantin_proof_destroy(proof);
    return NULL;
}

pantin_proof *pantin_proof_of_show(const pantin_show *show, const pantin_proof_options *options,
                                   pantin_error *error) {
    pantin_proof_options chosen = options != NULL ? *options : pantin_proof_defaults();
    pantin_proof *proof = create(&chosen, error);
    if (proof == NULL) return NULL;
    proof->show = show;
    return finish(proof, proof_read_show(proof, error) && compare(proof, &chosen, error));
}

pantin_proof *pantin_proof_of_puppet(const pantin_puppet *puppet,
                                     const pantin_proof_options *options, pantin_error *error) {
    pantin_proof_options chosen = options != NULL ? *options : pantin_proof_defaults();
    if (!pantin_puppet_ready(puppet, error)) return NULL;
    pantin_proof *proof = create(&chosen, error);
    if (proof == NULL) return NULL;
    return finish(proof, proof_read_puppet(proof, puppet, chosen.method, error) &&
                             compare(proof, &chosen, error));
}

void pantin_proof_destroy(pantin_proof *proof) {
    if (proof == NULL) return;
    arena_free(&proof->memory);
    memory_free(proof, 1, sizeof *proof);
}

// --- sums ----------------------------------------------------------------------------------------

int pantin_proof_methods(const pantin_proof *proof) { return proof->method_count; }

pantin_proof_summary pantin_proof_summarize(const pantin_proof *proof, int method) {
    pantin_proof_summary sum = { .method = proof->methods[method] };
    for (int k = 0; k < proof->pose_count; k++) {
        const proof_figures *f = &proof_cell_at(proof, k, method)->all;
        if (!proof->poses[k].wanted[method]) continue;
        sum.poses++;
        sum.inverted_raw += f->inverted_raw;
        sum.inverted += f->inverted;
        sum.branch_points += f->branch_points;
        sum.energy_max = max_double(sum.energy_max, f->energy_normalized);
        sum.stretch_p95_max = max_double(sum.stretch_p95_max, f->stretch_p95);
        sum.feature_distortion_max = max_double(sum.feature_distortion_max, f->feature_distortion);
        sum.unprotected_max = max_double(sum.unprotected_max, f->unprotected_distortion);
    }
    return sum;
}

bool pantin_proof_report(const pantin_proof *proof, bool json, pantin_bytes *bytes,
                         pantin_error *error) {
    facts f;
    facts_begin(&f, json);
    facts_text(&f, "title", proof->title);
    facts_int(&f, "poses", proof->pose_count);
    facts_list(&f, "methods");
    for (int m = 0; m < proof->method_count; m++) {
        pantin_proof_summary s = pantin_proof_summarize(proof, m);
        facts_item(&f, s.method);
        facts_int(&f, "inverted", s.inverted);
        facts_int(&f, "inverted_raw", s.inverted_raw);
        facts_int(&f, "branch_points", s.branch_points);
        facts_number(&f, "energy_max", s.energy_max, 4, "");
        facts_number(&f, "stretch_p95_max", s.stretch_p95_max, 3, "");
        facts_number(&f, "feature_distortion_max", s.feature_distortion_max, 3, "");
        facts_number(&f, "feature_distortion_unprotected_max", s.unprotected_max, 3, "");
        facts_item_end(&f);
    }
    facts_list_end(&f);
    return facts_end(&f, bytes, error);
}
