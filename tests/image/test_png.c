// test_png.c — every kind of PNG decodes to its pixels; what is none, or torn, or forged, is
// refused in one line; what is written reads back.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "refusals.h"
#include "with_png.h"

static void every_kind_decodes_to_its_pixels(void **state) {
    (void)state;
    int seen = 0;
    for (int i = 0; png_kind_at(i).name; i++, seen++) {
        png_kind kind = png_kind_at(i);
        pantin_bytes file = png_kind_file(kind);
        pantin_image wanted = png_kind_image(kind), image = { 0 };
        pantin_error error = { 0 };
        if (!pantin_png_decode(kind.name, file.data, file.size, &image, &error))
            fail_msg("%s: %s", error.where, error.text);
        assert_int_equal(image.width, PNG_KIND_WIDTH);
        assert_int_equal(image.height, PNG_KIND_HEIGHT);
        if (memcmp(image.pixels, wanted.pixels, 4 * PNG_KIND_WIDTH * PNG_KIND_HEIGHT) != 0)
            fail_msg("%s, tRNS %d, interlaced %d: other pixels", kind.name, kind.transparent,
                     kind.interlaced);
        pantin_image_free(&image);
        pantin_image_free(&wanted);
        pantin_bytes_free(&file);
    }
    assert_int_equal(seen, 52); // 11 forms with and without tRNS, 4 with alpha; twice, interlaced
}

/// Decodes a copy that ends where the bytes end, so that a sanitizer sees a step beyond.
static bool decode(const uint8_t *data, size_t size, pantin_error *error) {
    uint8_t *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, data, size);
    pantin_image image = { 0 };
    bool done = pantin_png_decode("art/dog.png", exact, size, &image, error);
    if (!done) {
        assert_null(image.pixels);
        assert_null(strchr(error->text, '\n'));
        assert_true(strlen(error->text) > 4);
    }
    pantin_image_free(&image);
    free(exact);
    return done;
}

static void every_truncation_is_refused(void **state) {
    (void)state;
    static const int kinds[] = { 0, 9, 13, 25, 40 };
    for (int k = 0; k < 5; k++) {
        pantin_bytes file = png_kind_file(png_kind_at(kinds[k]));
        for (size_t size = 0; size < file.size; size++) {
            pantin_error error = { 0 };
            assert_false(decode(file.data, size, &error));
            assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
            assert_string_equal(error.where, "art/dog.png");
            const char *said = size == 0 ? "empty file" : "truncated";
            if (!strstr(error.text, said)) fail_msg("after %zu bytes: %s", size, error.text);
        }
        pantin_bytes_free(&file);
    }
}

static void every_flipped_bit_is_refused(void **state) {
    (void)state;
    // Signature, lengths, names, contents: all is under a checksum or the shape of the file.
    pantin_bytes file = png_kind_file(png_kind_at(20));
    for (size_t bit = 0; bit < 8 * file.size; bit++) {
        pantin_error error = { 0 };
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (decode(file.data, file.size, &error)) fail_msg("bit %zu of byte %zu", bit % 8, bit / 8);
        assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    pantin_bytes_free(&file);
}

static void forged_files_with_right_checksums_do_no_harm(void **state) {
    (void)state;
    random_state random = random_make(11);
    int decoded = 0, refused = 0;
    for (int i = 0; png_kind_at(i).name; i++) {
        for (int round = 0; round < 120; round++) {
            pantin_bytes file = png_kind_file(png_kind_at(i));
            for (int change = random_below(&random, 3); change >= 0; change--)
                file.data[8 + random_below(&random, (int)file.size - 8)] ^=
                    (uint8_t)(1 << random_below(&random, 8));
            png_seal(file.data, file.size);
            pantin_error error = { 0 };
            if (decode(file.data, file.size, &error))
                decoded++;
            else
                refused++;
            pantin_bytes_free(&file);
        }
    }
    assert_true(decoded > 100 && refused > 100); // the forgeries reach both ways out
}

static void expect_refusal(const uint8_t *data, size_t size, const char *said) {
    pantin_error error = { 0 };
    assert_false(decode(data, size, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FORMAT);
    assert_string_equal(error.where, "art/dog.png");
    assert_string_equal(error.text, said);
}

static void what_is_no_png_is_told_by_its_first_bytes(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *said;
    } files[] = {
        { "", 0, "empty file" },
        { "\xff\xd8\xff\xe0", 4, "not a PNG (it begins with ff d8, a JPEG): convert it to PNG" },
        { "GIF89a..", 8, "not a PNG (it begins with 47 49, a GIF): convert it to PNG" },
        { "RIFF....WEBPVP8 ", 16, "not a PNG (it begins with 52 49, a WebP): convert it to PNG" },
        { "<svg xmlns=", 11, "not a PNG (it begins with 3c 73, an SVG): convert it to PNG" },
        { "hello", 5, "not a PNG (it begins with 68 65 6c 6c): convert it to PNG" },
        { "h", 1, "not a PNG (it begins with 68 00 00 00): convert it to PNG" },
        { "\x89PNG\n\x1a\n....", 11,
          "damaged: its line ends were changed on the way, as if it were text; copy it again as "
          "binary" },
        { "\x89PNG\r\n", 6, "truncated: it ends after 6 bytes, in the middle; get a whole copy" },
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        expect_refusal((const uint8_t *)files[i].bytes, files[i].size, files[i].said);
}

static void put_size(pantin_bytes *file, uint32_t width, uint32_t height) {
    for (int k = 0; k < 4; k++) {
        file->data[16 + k] = (uint8_t)(width >> (24 - 8 * k));
        file->data[20 + k] = (uint8_t)(height >> (24 - 8 * k));
    }
    png_seal(file->data, file->size);
}

static void sizes_that_cannot_be_are_refused_before_a_pixel_is_taken(void **state) {
    (void)state;
    static const struct {
        uint32_t width, height;
        const char *said;
    } sizes[] = {
        { 70000, 70000, "declares 70000 x 70000 px, more than 64 Mpx: make it smaller" },
        { 0xFFFFFFFF, 0xFFFFFFFF,
          "declares 4294967295 x 4294967295 px, more than 64 Mpx: make it smaller" },
        { 0x80000000, 1, "declares 2147483648 x 1 px, more than 64 Mpx: make it smaller" },
        { 0, 9, "declares 0 x 9 px, so it has no pixel: export it again" },
        { 9, 0, "declares 9 x 0 px, so it has no pixel: export it again" },
        { 8000, 8000, NULL },
        { 67108864, 1, NULL },
        { 1, 67108864, NULL },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pantin_bytes file = png_kind_file(png_kind_at(24)); // rgba 8, about 500 bytes
        put_size(&file, sizes[i].width, sizes[i].height);
        char said[128];
        snprintf(said, sizeof said,
                 "truncated: %u x %u px cannot lie in %zu bytes; get a whole copy", sizes[i].width,
                 sizes[i].height, file.size);
        uint64_t calls = pantin_memory_calls();
        expect_refusal(file.data, file.size, sizes[i].said ? sizes[i].said : said);
        assert_true(pantin_memory_calls() == calls);
        pantin_bytes_free(&file);
    }
}

static void depths_that_do_not_exist_are_refused(void **state) {
    (void)state;
    pantin_bytes file = png_kind_file(png_kind_at(24));
    for (int depth = 0; depth < 256; depth++)
        for (int color = 0; color < 256; color++) {
            file.data[24] = (uint8_t)depth, file.data[25] = (uint8_t)color;
            png_seal(file.data, file.size);
            pantin_error error = { 0 };
            decode(file.data, file.size, &error); // many are legal headers with wrong contents
            if (depth == 3 || color == 1 || color == 5 || color > 6)
                assert_non_null(strstr(error.text, "damaged: no PNG has color type"));
        }
    pantin_bytes_free(&file);
}

static void libpng_says_nothing_on_stderr(void **state) {
    (void)state;
    static const char path[] = "test_png_stderr.txt";
    int kept = dup(2), aside = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(kept >= 0 && aside >= 0);
    fflush(stderr);
    dup2(aside, 2);
    pantin_bytes file = png_kind_file(png_kind_at(24));
    random_state random = random_make(5);
    for (int round = 0; round < 2000; round++) {
        uint8_t copy[2048];
        assert_true(file.size <= sizeof copy);
        memcpy(copy, file.data, file.size);
        copy[random_below(&random, (int)file.size)] ^= (uint8_t)(1 << random_below(&random, 8));
        if (round % 2) png_seal(copy, file.size);
        pantin_error error = { 0 };
        decode(copy, file.size, &error);
    }
    fflush(stderr);
    long said = lseek(2, 0, SEEK_END);
    dup2(kept, 2);
    close(kept);
    close(aside);
    remove(path);
    pantin_bytes_free(&file);
    assert_int_equal(said, 0);
}

// --- writing ------------------------------------------------------------------------------------

static pantin_image noise(int width, int height, bool opaque) {
    pantin_image image = { 0 };
    random_state random = random_make(3);
    assert_true(pantin_image_create(width, height, &image, NULL));
    for (int i = 0; i < 4 * width * height; i++)
        image.pixels[i] = (uint8_t)(i % 4 == 3 && opaque ? 255 : random_below(&random, 256));
    return image;
}

static void what_is_written_at_any_level_reads_back_and_is_the_same_bytes_twice(void **state) {
    (void)state;
    for (int level = 0; level <= 9; level++) {
        for (int opaque = 0; opaque < 2; opaque++) {
            pantin_image image = noise(37, 23, opaque), read = { 0 };
            pantin_bytes first = { 0 }, second = { 0 };
            assert_true(pantin_png_encode(&image, level, &first, NULL));
            assert_true(pantin_png_encode(&image, level, &second, NULL));
            assert_int_equal(first.size, second.size);
            assert_memory_equal(first.data, second.data, first.size);
            assert_int_equal(first.data[24], 8);
            assert_int_equal(first.data[25], opaque ? 2 : 6); // RGB, or RGBA
            assert_int_equal(first.data[first.size], 0);
            assert_true(pantin_png_decode("p", first.data, first.size, &read, NULL));
            assert_int_equal(read.width, 37);
            assert_memory_equal(read.pixels, image.pixels, 4 * 37 * 23);
            pantin_bytes_free(&first);
            pantin_bytes_free(&second);
            pantin_image_free(&image);
            pantin_image_free(&read);
        }
    }
}

static void a_level_that_is_none_is_named(void **state) {
    (void)state;
    pantin_image image = noise(2, 2, true);
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_png_encode(&image, 10, &bytes, &error));
    assert_string_equal(error.where, "level");
    assert_false(pantin_png_encode(&image, -1, &bytes, &error));
    assert_null(bytes.data);
    pantin_image_free(&image);
}

static void a_picture_saved_is_loaded_and_nothing_is_left_beside_it(void **state) {
    (void)state;
    static const char path[] = "test_png_saved.png";
    pantin_image image = noise(20, 10, false), read = { 0 };
    pantin_error error = { 0 };
    if (!pantin_image_save(path, &image, &error)) fail_msg("%s: %s", error.where, error.text);
    assert_true(access("test_png_saved.png.part", F_OK) != 0);
    assert_true(pantin_image_load(path, &read, &error));
    assert_memory_equal(read.pixels, image.pixels, 4 * 20 * 10);
    remove(path);
    pantin_image_free(&read);
    assert_false(pantin_image_load("no/such/picture.png", &read, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FILE);
    assert_string_equal(error.where, "no/such/picture.png");
    assert_false(pantin_image_save("no/such/folder/picture.png", &image, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FILE);
    assert_null(read.pixels);
    pantin_image_free(&image);
}

// --- refused memory -----------------------------------------------------------------------------

static bool decode_once(void *context, pantin_error *error) {
    const pantin_bytes *file = context;
    pantin_image image = { 0 };
    bool done = pantin_png_decode("p", file->data, file->size, &image, error);
    pantin_image_free(&image);
    return done;
}

static bool encode_once(void *context, pantin_error *error) {
    pantin_bytes bytes = { 0 };
    bool done = pantin_png_encode(context, 6, &bytes, error);
    pantin_bytes_free(&bytes);
    return done;
}

static void refused_memory_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    for (int i = 0; png_kind_at(i).name; i++) {
        pantin_bytes file = png_kind_file(png_kind_at(i));
        assert_true(refusals_sweep(decode_once, &file) >= 5);
        pantin_bytes_free(&file);
    }
    pantin_image image = noise(64, 64, false);
    assert_true(refusals_sweep(encode_once, &image) >= 5);
    pantin_image_free(&image);
}

static bool decode_torn(void *context, pantin_error *error) {
    pantin_image image = { 0 };
    const pantin_bytes *file = context;
    pantin_error said = { 0 };
    bool done = pantin_png_decode("p", file->data, file->size - 20, &image, &said);
    if (said.kind == PANTIN_ERROR_FORMAT) return true; // as far as it can get
    *error = said;
    return done;
}

static void a_torn_file_leaks_nothing_on_its_way_out(void **state) {
    (void)state;
    pantin_bytes file = png_kind_file(png_kind_at(24));
    assert_true(refusals_sweep(decode_torn, &file) >= 5);
    pantin_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_decodes_to_its_pixels),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_flipped_bit_is_refused),
        cmocka_unit_test(forged_files_with_right_checksums_do_no_harm),
        cmocka_unit_test(what_is_no_png_is_told_by_its_first_bytes),
        cmocka_unit_test(sizes_that_cannot_be_are_refused_before_a_pixel_is_taken),
        cmocka_unit_test(depths_that_do_not_exist_are_refused),
        cmocka_unit_test(libpng_says_nothing_on_stderr),
        cmocka_unit_test(what_is_written_at_any_level_reads_back_and_is_the_same_bytes_twice),
        cmocka_unit_test(a_level_that_is_none_is_named),
        cmocka_unit_test(a_picture_saved_is_loaded_and_nothing_is_left_beside_it),
        cmocka_unit_test(refused_memory_is_an_error_and_leaks_nothing),
        cmocka_unit_test(a_torn_file_leaks_nothing_on_its_way_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
