// test_proof_puppet.c — a puppet alone is proved in its poses, or where it has none in bends of its limbs.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include "base/text.h"
#include "measure/proof.h"
#include "refusals.h"

static bool load(const char *words, pantin_puppet *puppet, pantin_error *error) {
    static const tiny_texts plain = { 0 };
    pantin_assets assets = { (void *)(uintptr_t)&plain, tiny_bytes, tiny_image };
    return pantin_puppet_load("tiny/ginger.puppet.json", words, strlen(words), &assets, puppet,
                              error);
}

static void a_puppet_is_proved_in_each_of_its_poses(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    assert_true(load(tiny_puppet_text, &puppet, NULL));
    pantin_proof *proof = pantin_proof_of_puppet(&puppet, NULL, NULL);
    assert_non_null(proof);
    assert_int_equal(proof->pose_count, puppet.pose_count);
    assert_string_equal(proof->poses[0].name, "wave");
    // As `pantin pose --pose wave=1` has it.
    pantin_actor *actor = pantin_actor_create(&puppet, NULL, NULL);
    pantin_target *targets = calloc((size_t)puppet.handle_count, sizeof *targets);
    void *block = calloc(1, pantin_actor_frame_size(actor));
    pantin_pose_frame frame;
    pantin_actor_frame_place(actor, block, &frame);
    pantin_actor_targets(actor, 0, (double[]){ 1, 0 }, targets);
    pantin_actor_pose(actor, 0, targets, &frame);
    assert_memory_equal(proof_cell_at(proof, 0, 0)->frame.pieces[0].vertices,
                        frame.pieces[0].vertices,
                        sizeof(pantin_point32) * (size_t)puppet.pieces[0].triangles.vertex_count);
    free(block);
    free(targets);
    pantin_actor_destroy(actor);
    pantin_proof_destroy(proof);
    pantin_puppet_free(&puppet);
}

/// The tiny puppet without poses and controls, and with other handles.
static void load_plain(const char *handles, pantin_puppet *puppet) {
    char words[4096];
    const char *at = strstr(tiny_puppet_text, "    \"handles\": {");
    text_print(
        words, sizeof words,
        "%.*s    \"handles\": { %s } } },\n  \"views\": { \"front\": { \"draw\": [\"body\"], "
        "\"ground_px\": [80, 192] } } }",
        (int)(at - tiny_puppet_text), tiny_puppet_text, handles);
    pantin_error error = { 0 };
    if (!load(words, puppet, &error)) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(puppet->name);
}

static void a_puppet_without_poses_is_bent_at_its_limbs(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    load_plain("\"chest\": { \"at_px\": [80, 92] }, \"hip\": { \"at_px\": [80, 124] }, "
               "\"hand\": { \"at_px\": [16, 88] }, \"foot\": { \"at_px\": [104, 182] }",
               &puppet);
    pantin_proof *proof = pantin_proof_of_puppet(&puppet, NULL, NULL);
    assert_non_null(proof);
    assert_int_equal(proof->pose_count, 2); // two ends; chest and hip are in the middle
    assert_string_equal(proof->poses[0].name, "hand about chest");
    assert_string_equal(proof->poses[1].name, "foot about hip");
    pantin_proof_destroy(proof);
    pantin_puppet_free(&puppet);
}

static void a_puppet_with_nothing_to_bend_says_so(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    pantin_error error = { 0 };
    load_plain("\"chest\": { \"at_px\": [80, 92] }", &puppet);
    assert_null(pantin_proof_of_puppet(&puppet, NULL, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "no pose and no limb"));
    pantin_puppet_free(&puppet);
}

// --- memory --------------------------------------------------------------------------------------

static bool bend_all(void *context, pantin_error *error) {
    static const char *const names[] = { "mls" };
    pantin_proof_options options = pantin_proof_defaults();
    options.methods = names;
    options.method_count = 1;
    pantin_proof *proof = pantin_proof_of_puppet(context, &options, error);
    pantin_proof_destroy(proof);
    return proof != NULL;
}

static void refused_memory_leaves_nothing_of_a_puppet_behind(void **state) {
    (void)state;
    pantin_puppet puppet = { 0 };
    load_plain("\"hip\": { \"at_px\": [80, 124] }, \"hand\": { \"at_px\": [16, 88] }", &puppet);
    assert_true(refusals_sweep(bend_all, &puppet) > 10);
    pantin_puppet_free(&puppet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puppet_is_proved_in_each_of_its_poses),
        cmocka_unit_test(a_puppet_without_poses_is_bent_at_its_limbs),
        cmocka_unit_test(a_puppet_with_nothing_to_bend_says_so),
        cmocka_unit_test(refused_memory_leaves_nothing_of_a_puppet_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
