// test_mesh_cache.c — every bent mesh can be read back from the file by the layout that
// docs/measures.md gives.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "measure/with_film.h"
#include "refusals.h"

enum { MAGIC_SIZE = 8, HEAD_SIZE = 64 }; // 56 bytes, padded to 16

static uint32_t word(const pantin_bytes *file, int index) {
    const uint8_t *at = file->data + MAGIC_SIZE + 4 * index;
    return get_u32(&at);
}

static pantin_bytes shoot_cache(const pantin_show *show, int from, int to) {
    pantin_error error = { 0 };
    pantin_mesh_cache *cache = pantin_mesh_cache_create(show, from, to, &error);
    assert_non_null(cache);
    pantin_observer observer = pantin_mesh_cache_observer(cache);
    pantin_bytes file;
    film_shoot(show, &observer, 1, 1, NULL);
    assert_true(pantin_mesh_cache_write(cache, &file, &error));
    pantin_bytes again;
    assert_false(pantin_mesh_cache_write(cache, &again, &error)); // it was handed over
    pantin_mesh_cache_destroy(cache);
    return file;
}

static void the_head_tells_what_is_in_it(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_bytes file = shoot_cache(show, 4, 20);
    const pantin_puppet_piece *piece = &pantin_show_describe(show)->cast[0].puppet->pieces[0];
    const pantin_mesh *mesh = &piece->triangles;
    uint32_t vertices = (uint32_t)mesh->vertex_count;
    const uint32_t wanted[] = { 1, word(&file, 1), 16, 4, 24, 1, 320, 240, 1, 1, vertices, 0 };
    assert_memory_equal(file.data, "pantinB\n", 8);
    for (int k = 0; k < 12; k++) assert_int_equal(word(&file, k), wanted[k]);
    const uint8_t *at = file.data + HEAD_SIZE;
    const uint32_t piece_wanted[] = { 0, 0, 0, vertices, (uint32_t)mesh->triangle_count, 0, 11, 0 };
    for (int k = 0; k < 8; k++) assert_int_equal(get_u32(&at), piece_wanted[k]);
    assert_memory_equal(at, "ginger.body", 11);
    at += 16; // the name, padded: 32 + 11 -> 48
    for (int v = 0; v < mesh->vertex_count; v++) {
        assert_true(get_double(&at) == mesh->vertices[v].x);
        assert_true(get_double(&at) == mesh->vertices[v].y);
    }
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) assert_int_equal(get_u32(&at), mesh->triangles[t][k]);
    size_t data_at = ((size_t)(at - file.data) + 15) / 16 * 16;
    assert_int_equal(word(&file, 1), data_at);
    assert_int_equal(file.size, data_at + 16 * 8 * (size_t)vertices);
    pantin_bytes_free(&file);
    pantin_show_close(show);
}

static void every_vertex_of_every_frame_comes_back(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_bytes file = shoot_cache(show, 4, 20);
    uint32_t vertices = word(&file, 10);
    const uint8_t *at = file.data + word(&file, 1);
    for (int f = 4; f < 20; f++) {
        const pantin_point32 *wanted = pantin_take_slot(take, f)->actors[0].pieces[0].vertices;
        for (uint32_t v = 0; v < vertices; v++) {
            assert_true(get_float(&at) == wanted[v].x);
            assert_true(get_float(&at) == wanted[v].y);
        }
    }
    assert_ptr_equal(at, file.data + file.size);
    pantin_bytes_free(&file);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static void a_frame_not_seen_holds_no_numbers(void **state) {
    (void)state;
    pantin_show *show = film_open();
    pantin_take *take = film_take(show);
    pantin_mesh_cache *cache = pantin_mesh_cache_create(show, 0, 0, NULL);
    pantin_bytes file;
    film_show(pantin_mesh_cache_observer(cache), pantin_take_slot(take, 1));
    assert_true(pantin_mesh_cache_write(cache, &file, NULL));
    size_t record = 8 * (size_t)word(&file, 10);
    const uint8_t *first = file.data + word(&file, 1), *second = first + record;
    float missing = get_float(&first), there = get_float(&second);
    assert_true(missing != missing);
    assert_true(there == there);
    pantin_bytes_free(&file);
    pantin_mesh_cache_destroy(cache);
    pantin_take_destroy(take);
    pantin_show_close(show);
}

static bool create_and_write(void *context, pantin_error *error) {
    pantin_mesh_cache *cache = pantin_mesh_cache_create(context, 0, 0, error);
    pantin_bytes file = { 0 };
    bool done = cache != NULL && pantin_mesh_cache_write(cache, &file, error);
    pantin_bytes_free(&file);
    pantin_mesh_cache_destroy(cache);
    return done;
}

static void every_refused_block_is_survived(void **state) {
    (void)state;
    pantin_show *show = film_open();
    assert_int_equal(refusals_sweep(create_and_write, show), 2); // itself and the file
    pantin_error error = { 0 };
    assert_null(pantin_mesh_cache_create(show, 0, 99, &error));
    assert_string_equal(error.where, "frames");
    pantin_show_close(show);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_tells_what_is_in_it),
        cmocka_unit_test(every_vertex_of_every_frame_comes_back),
        cmocka_unit_test(a_frame_not_seen_holds_no_numbers),
        cmocka_unit_test(every_refused_block_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
