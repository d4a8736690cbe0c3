// test_number.c — numbers and text agree, both ways, to the last bit.
// libc is the witness here: its strtod and printf are correctly rounded.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/random.h"

static uint64_t random_bits(random_state *r) {
    uint64_t high = random_u32(r);
    return high << 32 | random_u32(r);
}

static bool reads_as(const char *written, double expected) {
    double value;
    return text_to_double(written, strlen(written), &value) && number_bits(value) == number_bits(expected);
}

static void a_million_random_bit_patterns_read_back_as_they_were(void **state) {
    (void)state;
    random_state r = random_make(1);
    char written[32];
    for (int i = 0; i < 1000000; i++) {
        double v = number_from_bits(random_bits(&r));
        if (v - v != 0) continue;
        size_t size = text_from_double(written, v);
        assert_true(size < sizeof written && strlen(written) == size);
        if (!reads_as(written, v)) fail_msg("%a was written as %s", v, written);
    }
}

static int digits_of(const char *written) {
    int digits = 0, zeros = 0;
    for (; *written && *written != 'e'; written++) {
        if (*written < '0' || *written > '9') continue;
        if (digits == 0 && *written == '0') continue;
        digits++;
        zeros = *written == '0' ? zeros + 1 : 0;
    }
    return digits - zeros;
}

// The witness tries 1, 2, 3, … digits until its own reader gives the double back.
static void no_shorter_text_reads_back(void **state) {
    (void)state;
    random_state r = random_make(2);
    for (int i = 0; i < 60000; i++) {
        double v = number_from_bits(random_bits(&r));
        if (i % 3 == 1) v = (double)(float)random_between(&r, -1000, 1000);
        if (i % 3 == 2) v = random_below(&r, 1000000) / 1000.0;
        if (v - v != 0 || v == 0) continue;
        char ours[32], theirs[64];
        int places = 0;
        do snprintf(theirs, sizeof theirs, "%.*e", places, v);
        while (strtod(theirs, NULL) != v && ++places < 17);
        text_from_double(ours, v);
        if (digits_of(ours) > digits_of(theirs)) fail_msg("%s, but %s is enough", ours, theirs);
        assert_true(strtod(ours, NULL) == v);
    }
}

// Where two texts of the same length would do, the nearer is written.
static void of_the_shortest_the_nearest_is_written(void **state) {
    (void)state;
    char written[32];
    text_from_double(written, 9007199254740993.0 * 2);  // 18014398509481986 is a tie, read as ...984
    assert_string_equal(written, "18014398509481984");
    text_from_double(written, 2e-44);
    assert_string_equal(written, "2e-44");
    text_from_double(written, 5e-324);
    assert_string_equal(written, "5e-324");
}

static void numbers_are_written_as_people_write_them(void **state) {
    (void)state;
    static const struct { double value; const char *written; } cases[] = {
        { 0.0, "0" }, { -0.0, "-0" }, { 1.0, "1" }, { -3.0, "-3" }, { 0.1, "0.1" }, { 0.5, "0.5" },
        { 100.0, "100" }, { 1280.0, "1280" }, { 418.6, "418.6" }, { 1e-6, "0.000001" }, { 1e-7, "1e-7" },
        { 1.25e-7, "1.25e-7" }, { 1e20, "100000000000000000000" }, { 1e21, "1e21" }, { 1.5e300, "1.5e300" },
        { 123456789012345680000.0, "123456789012345680000" }, { 2251799813685249.5, "2251799813685249.5" },
        { 9007199254740992.0, "9007199254740992" }, { 1.7976931348623157e308, "1.7976931348623157e308" },
        { 2.2250738585072014e-308, "2.2250738585072014e-308" }, { 0.1 + 0.2, "0.30000000000000004" },
        { 1.0 / 3.0, "0.3333333333333333" }, { -1e-5, "-0.00001" },
    };
    char written[32];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(text_from_double(written, cases[i].value), strlen(cases[i].written));
        assert_string_equal(written, cases[i].written);
    }
    double zero = 0.0;
    assert_int_equal(text_from_double(written, zero / zero), 4);
    assert_string_equal(written, "null");
    text_from_double(written, 1.0 / zero);
    assert_string_equal(written, "null");
}

static void hard_texts_are_rounded_correctly(void **state) {
    (void)state;
    static const char *const cases[] = {
        "4.9406564584124654e-324", "5e-324", "2.4703282292062328e-324", // just above half of the least
        "2.4703282292062327e-324",                                      // just below
        "2.2250738585072011e-308",                // once hung a famous reader
        "2.2250738585072014e-308", "2.2250738585072012e-308", "1.7976931348623157e308",
        "1.7976931348623158e308", "1.797693134862315807e308",           // below the last midpoint
        "9007199254740993", "9007199254740995", "9007199254740993.0000000000000000000000000001",
        "9007199254740992.9999999999999999999999999999", "1e22", "1e23", "8.5e22", "123456789012345678901234",
        "0.500000000000000166533453693773481063544750213623046875",     // a tie
        "0.500000000000000166533453693773481063544750213623046874",
        "0.500000000000000166533453693773481063544750213623046876", "6.631236846766476e-316",
        "7.2057594037927933e16", "3.518437208883201171875e13", "62.5364939768271845828",
        "8.10109172351e-10", "1.50000000000000011102230246251565", "179769313486231580793e288",
        "0.000000000000000000000000000000000000000000000000000000000000000001", "1e-400", "0e400", "0.0e-999",
        "-0", "-0.0", "1E5", "1e+5", "6929495644600919.5", "3.2378839133029012895883e14",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (!reads_as(cases[i], strtod(cases[i], NULL))) fail_msg("%s", cases[i]);
}

static void random_decimals_of_every_length_are_rounded_correctly(void **state) {
    (void)state;
    random_state r = random_make(3);
    char text_of[64];
    for (int i = 0; i < 300000; i++) {
        int digits = 1 + random_below(&r, 30), used = 0;
        for (int k = 0; k < digits; k++) text_of[used++] = (char)('0' + random_below(&r, 10));
        if (text_of[0] == '0') text_of[0] = '1';
        snprintf(text_of + used, sizeof text_of - used, "e%d", random_below(&r, 640) - 350);
        double expected = strtod(text_of, NULL), value = 0;
        bool fits = expected - expected == 0;
        if (text_to_double(text_of, strlen(text_of), &value) != fits) fail_msg("%s", text_of);
        if (fits && number_bits(value) != number_bits(expected)) fail_msg("%s", text_of);
    }
}

// The exact decimal of a midpoint between two doubles, and its neighbors one digit up and down.
static void midpoints_go_to_even_and_their_neighbors_do_not(void **state) {
    (void)state;
    random_state r = random_make(4);
    static char exact[1200], moved[1300];
    for (int i = 0; i < 4000; i++) {
        // 54 bits, the last one set, times 2^q: the middle of two doubles
        uint64_t c = (random_bits(&r) >> 11 | 1ull << 52) * 2 + 1;
        int q = random_below(&r, 1060) - 1060;
        number_big a;
        number_big_set(&a, c);
        // c 2^q = c 5^-q 10^q
        for (int k = 0; k < -q; k++) number_big_multiply(&a, 5, 0);
        int used = (int)sizeof exact;
        exact[--used] = 0;
        while (a.count > 0) exact[--used] = (char)('0' + number_big_divide(&a, 10));
        const char *digits = exact + used;
        snprintf(moved, sizeof moved, "%se%d", digits, q);
        if (!reads_as(moved, strtod(moved, NULL))) fail_msg("tie %s", moved);
        snprintf(moved, sizeof moved, "%s0000000001e%d", digits, q - 10);
        if (!reads_as(moved, strtod(moved, NULL))) fail_msg("above %s", moved);
        // The last digit of an odd number of halves is a 5 or another odd digit, so one less is no borrow.
        snprintf(moved, sizeof moved, "%se%d", digits, q);
        moved[strlen(digits) - 1]--;
        if (!reads_as(moved, strtod(moved, NULL))) fail_msg("below %s", moved);
    }
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    static const char *const cases[] = {
        "", "-", "+1", ".5", "1.", "01", "-01", "00", "1e", "1e+", "1e-", "1.e5", "0x10", "1 ", " 1", "NaN",
        "Infinity", "-Infinity", "1,5", "1e5.0", "1.2.3", "--1", "1e400", "-1e309", "1.7976931348623159e308",
        "1e99999999999999999999999999", "e5", "1-2",
    };
    double value = 7;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (text_to_double(cases[i], strlen(cases[i]), &value)) fail_msg("%s was read", cases[i]);
    assert_true(value == 7);
    assert_false(text_to_double("1\0", 2, &value)); // a zero byte is no digit
}

static void a_hundred_thousand_digits_are_read_in_one_go(void **state) {
    (void)state;
    enum { LONG = 100000 };
    char *digits = malloc(LONG + 32);
    double value;
    memset(digits, '0', LONG);
    digits[0] = '1';
    digits[1] = '.';
    digits[LONG] = 0;
    assert_true(reads_as(digits, 1.0));
    digits[LONG - 1] = '1'; // one is a double, this is a little more
    assert_true(reads_as(digits, 1.0));
    memcpy(digits, "9007199254740993.", 17); // a tie but for its last digit
    assert_true(reads_as(digits, 9007199254740994.0));
    digits[LONG - 1] = '0';
    assert_true(reads_as(digits, 9007199254740992.0));
    memset(digits, '9', LONG);
    assert_false(text_to_double(digits, LONG, &value));
    snprintf(digits + LONG, 32, "e-%d", LONG); // 0.9999…
    assert_true(reads_as(digits, 1.0));
    memset(digits, '0', LONG);
    digits[1] = '.';
    snprintf(digits + LONG - 1, 32, "1e%d", LONG - 2); // 0.00…01e99998
    assert_true(reads_as(digits, 1.0));
    free(digits);
}

static void every_power_of_ten_has_its_128_bits(void **state) {
    (void)state;
    for (int k = NUMBER_POWER_MIN; k <= NUMBER_POWER_MAX; k++) {
        number_power p = number_power_of_ten(k);
        assert_true(p.high >> 63);
        // low <= 10^k 2^-exponent < low + 1, with everything multiplied until it is whole
        number_big low, next, power;
        number_big_set(&low, p.high);
        number_big_shift(&low, 32);
        number_big_multiply(&low, 1, (uint32_t)(p.low >> 32));
        number_big_shift(&low, 32);
        number_big_multiply(&low, 1, (uint32_t)p.low);
        next = low;
        number_big_multiply(&next, 1, 1);
        number_big_set(&power, 1);
        if (k >= 0) {
            number_big_power_of_ten(&power, k);
        } else {
            number_big_power_of_ten(&low, -k);
            number_big_power_of_ten(&next, -k);
        }
        if (p.exponent < 0) {
            number_big_shift(&power, -p.exponent);
        } else {
            number_big_shift(&low, p.exponent);
            number_big_shift(&next, p.exponent);
        }
        int order = number_big_compare(&low, &power);
        assert_true(p.exact ? order == 0 : order < 0);
        assert_true(number_big_compare(&power, &next) < 0);
    }
}

static void fixed_places_are_those_of_printf(void **state) {
    (void)state;
    random_state r = random_make(5);
    static char ours[NUMBER_FIXED_SIZE], theirs[1024];
    for (int i = 0; i < 200000; i++) {
        double v = number_from_bits(random_bits(&r));
        if (i & 1) v = (random_below(&r, 2000001) - 1000000) / (double)(1 << random_below(&r, 12)); // ties
        if (v - v != 0) continue;
        int places = random_below(&r, 21);
        snprintf(theirs, sizeof theirs, "%.*f", places, v);
        assert_int_equal(number_fixed(ours, v, places), strlen(theirs));
        if (strcmp(ours, theirs) != 0) fail_msg("%s should be %s", ours, theirs);
    }
    number_fixed(ours, 1e308, 1000); // as many places as there is room for
    assert_int_equal(strlen(ours), 309 + 1 + NUMBER_FIXED_MOST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_random_bit_patterns_read_back_as_they_were),
        cmocka_unit_test(no_shorter_text_reads_back),
        cmocka_unit_test(of_the_shortest_the_nearest_is_written),
        cmocka_unit_test(numbers_are_written_as_people_write_them),
        cmocka_unit_test(hard_texts_are_rounded_correctly),
        cmocka_unit_test(random_decimals_of_every_length_are_rounded_correctly),
        cmocka_unit_test(midpoints_go_to_even_and_their_neighbors_do_not),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(a_hundred_thousand_digits_are_read_in_one_go),
        cmocka_unit_test(every_power_of_ten_has_its_128_bits),
        cmocka_unit_test(fixed_places_are_those_of_printf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
