// test_proof_head.c — protection, proved on a drawn head in hard poses: at most 0.05 where it is at least
// 0.5 without.
// SPDX-License-Identifier: MIT
#include "measure/with_film.h"

#include "measure/proof.h"

static void protected_features_keep_their_shape_in_hard_poses(void **state) {
    (void)state;
    pantin_error error = { 0 };
    pantin_assets assets = pantin_assets_disk();
    pantin_show *show = pantin_show_open(PANTIN_SOURCE "/shows/proof_head", NULL, &assets, &error);
    if (show == NULL) print_error("%s: %s\n", error.where, error.text);
    assert_non_null(show);
    static const char *const names[] = { "arap-triangle", "arap-vertex" };
    pantin_proof_options options = pantin_proof_defaults();
    options.methods = names;
    options.method_count = 2;
    pantin_proof *proof = pantin_proof_of_show(show, &options, &error);
    assert_non_null(proof);
    assert_int_equal(proof->pose_count, 2);
    for (int k = 0; k < proof->pose_count; k++)
        for (int m = 0; m < proof->method_count; m++) {
            const proof_figures *f = &proof_cell_at(proof, k, m)->all;
            assert_true(f->feature_distortion <= 0.05);
            assert_true(f->unprotected_distortion >= 0.5);
            assert_int_equal(f->inverted, 0);
            assert_int_equal(f->branch_points, 0);
            assert_true(f->handle_error_px < 0.5); // the pose is truly reached
        }
    pantin_proof_destroy(proof);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(protected_features_keep_their_shape_in_hard_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
