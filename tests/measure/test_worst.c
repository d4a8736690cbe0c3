// test_worst.c — the worst frames are found exactly, though only some frames are kept.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "measure/with_film.h"
#include "measure/worst.h"

enum { FILM = 400, WANTED = 5 };

static worst_rank ranks[FILM];

static bool far_from_all(int frame, const int *chosen, int count) {
    for (int k = 0; k < count; k++)
        if (frame - chosen[k] < WORST_APART && chosen[k] - frame < WORST_APART) return false;
    return true;
}

// What is wanted, said plainly: again and again the worst frame that is far from all chosen.
static int choose_plain(int *chosen) {
    int count = 0;
    for (; count < WANTED; count++) {
        int best = PANTIN_NONE;
        for (int f = 0; f < FILM; f++)
            if (far_from_all(f, chosen, count) &&
                (best == PANTIN_NONE || worst_compare(&ranks[f], &ranks[best]) < 0))
                best = f;
        if (best == PANTIN_NONE) break;
        chosen[count] = best;
    }
    return count;
}

static void offer_all(const pantin_show *show, pantin_take_frame *frame, int *found, int *count) {
    const pantin_puppet *puppets[] = { pantin_show_describe(show)->cast[0].puppet };
    arena memory = { 0 };
    worst_frames worst;
    int picked[WANTED];
    worst_create(&worst, &memory, show, WANTED, FILM);
    assert_false(arena_failed(&memory));
    for (int f = 0; f < FILM; f++) {
        frame->frame = f;
        worst_offer(&worst, frame, puppets, ranks[f]);
    }
    *count = worst_pick(&worst, picked);
    for (int k = 0; k < *count; k++) {
        found[k] = worst.ranks[picked[k]].frame;
        assert_int_equal(worst.frames[picked[k]].frame, found[k]);
    }
    arena_free(&memory);
}

static void the_worst_are_those_of_the_plain_search(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    for (uint64_t seed = 0; seed < 60; seed++) {
        random_state random = random_make(seed);
        int found[WANTED], wanted[WANTED], count;
        for (int f = 0; f < FILM; f++) {
            // Climbing, falling, flat with ties, and noise: climbing is what a short memory would
            // get wrong.
            double slope = seed % 3 == 0 ? f : seed % 3 == 1 ? -f : 0;
            double noise = random_double(&random);
            ranks[f] =
                (worst_rank){ .frame = f,
                              .inverted = seed % 5 == 0 ? (int)(noise * 3) : 0,
                              .min_area_ratio = 0.5 - 1e-3 * slope + (seed % 2 ? 0.05 * noise : 0),
                              .energy = noise };
        }
        offer_all(show, pantin_take_slot(take, 5), found, &count);
        assert_int_equal(count, choose_plain(wanted));
        for (int k = 0; k < count; k++) assert_int_equal(found[k], wanted[k]);
    }
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void turned_over_comes_before_area_and_area_before_energy(void **state) {
    (void)state;
    worst_rank folded = { 9, 1, 0.9, 0 }, squeezed = { 8, 0, 0.1, 0 }, bent = { 7, 0, 0.2, 5 },
               later = { 8, 0, 0.2, 5 };
    worst_rank broken = { 20, 1, (double)NAN, 0 };
    assert_true(worst_compare(&folded, &squeezed) < 0);
    assert_true(worst_compare(&squeezed, &bent) < 0);
    assert_true(worst_compare(&bent, &later) < 0);
    assert_true(worst_compare(&broken, &folded) < 0);
    assert_true(worst_compare(&folded, &broken) > 0);
}

static void a_kept_frame_is_a_copy(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    const pantin_puppet *puppet = pantin_show_describe(show)->cast[0].puppet;
    pantin_take_frame *frame = pantin_take_slot(take, 10);
    arena memory = { 0 };
    worst_frames worst;
    worst_create(&worst, &memory, show, 1, TINY_FRAMES);
    worst_offer(&worst, frame, &puppet, (worst_rank){ .frame = 10 });
    const pantin_bent *kept = &worst.frames[0].actors[0].pieces[0],
                      *given = &frame->actors[0].pieces[0];
    size_t size = sizeof *kept->vertices * (size_t)puppet->pieces[0].triangles.vertex_count;
    assert_ptr_not_equal(kept->vertices, given->vertices);
    assert_memory_equal(kept->vertices, given->vertices, size);
    pantin_point32 first = given->vertices[0];
    memset((void *)(uintptr_t)given->vertices, 0, size);
    assert_true(kept->vertices[0].x == first.x && kept->vertices[0].y == first.y);
    arena_free(&memory);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_are_those_of_the_plain_search),
        cmocka_unit_test(turned_over_comes_before_area_and_area_before_energy),
        cmocka_unit_test(a_kept_frame_is_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
