// test_rounding.c — what is rounded to float stays rounded: the compiler, held to it (docs/decisions/0005).
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "pantin/base.h"

#if defined(__GNUC__)
#define ROUNDING_APART __attribute__((noinline))
#else
#define ROUNDING_APART
#endif

/// The shape that gcc 12 gets wrong when it may pair scalars.
static ROUNDING_APART void write_and_read(pantin_point32 *written, pantin_vec2 *read,
                                          pantin_vec2 value) {
    written->x = (float)value.x;
    written->y = (float)value.y;
    read->x = written->x;
    read->y = written->y;
}

static void two_neighbors_are_rounded_on_their_way_through_float(void **state) {
    (void)state;
    // 0.1 and 0.2 lie between floats: the nearest are these, exactly.
    pantin_point32 written;
    pantin_vec2 read;
    write_and_read(&written, &read, (pantin_vec2){ 0.1, 0.2 });
    assert_true(read.x == 0x1.99999ap-4 && read.y == 0x1.99999ap-3);
    assert_true(read.x != 0.1 && read.y != 0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_neighbors_are_rounded_on_their_way_through_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
