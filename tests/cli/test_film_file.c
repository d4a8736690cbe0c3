// test_film_file.c — a film to an .mp4: in place at the end, twice the same, nothing left of a failed one.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // kill, nanosleep
#include "with_command.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tiny_show.h"

static void a_film_file_is_twice_the_same_bytes(void **state) {
    (void)state;
    expect_fine("film show.json -o one.mp4");
    assert_true(is_there("one.report/report.html") && !is_there("one.mp4.part"));
    expect_fine("film show.json -o two.mp4 --threads 3 --quiet");
    assert_true(same_files("one.mp4", "two.mp4"));
    expect_fine("film show.json -o rough.mp4 --crf 51 -q");
    assert_false(same_files("one.mp4", "rough.mp4"));
}

static void a_film_that_cannot_be_made_leaves_the_old_one(void **state) {
    (void)state;
    write_text("old.mp4", "an older film");
    write_edited("bad.json", show_text, "wall.png", "gone.png");
    expect_refusal("gone.png", "film bad.json -o old.mp4");
}

/// Starts a long film, waits until `begun` is there, sends the signal, answers the exit code.
static int interrupt_film(const char *output, const char *frames, const char *begun, int signal) {
    pid_t child = fork();
    if (child == 0) {
        int said = open("../interrupted.err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (said < 0 || dup2(said, 2) < 0) _exit(99);
        execl(PANTIN_COMMAND, "pantin", "film", "long.json", "-o", output, "--frames", frames, "-q",
              (char *)NULL);
        _exit(99);
    }
    assert_true(child > 0);
    int status = 0;
    const struct timespec moment = { 0, 2000000 };
    while (!is_there(begun) && waitpid(child, &status, WNOHANG) == 0) nanosleep(&moment, NULL);
    assert_int_equal(kill(child, signal), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void a_film_that_is_interrupted_leaves_nothing(void **state) {
    (void)state;
    static const struct {
        const char *output, *frames, *begun;
        int signal;
    } cases[] = {
        { "i.mkv", "0-99999", "i.mkv.part", SIGINT },
        { "i.mkv", "99990-99999", "i.mkv.part", SIGTERM }, // while it acts what comes before
        { "i/", "0-99999", "i/f0003.png", SIGHUP },
    };
    write_edited("long.score.json", tiny_score_text, "\"frames\": 24", "\"frames\": 100000");
    write_edited("long.json", tiny_show_text, "\"frames\": 24", "\"frames\": 100000");
    pantin_bytes text = { 0 };
    assert_true(pantin_file_read("long.json", 1 << 16, &text, NULL));
    write_edited("long.json", (const char *)text.data, "ginger.score", "long.score");
    pantin_bytes_free(&text);
    uint64_t before = folder_hash(".");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(
            interrupt_film(cases[k].output, cases[k].frames, cases[k].begun, cases[k].signal), 2);
        assert_true(folder_hash(".") == before);
        pantin_bytes said = { 0 };
        assert_true(pantin_file_read("../interrupted.err", 1 << 16, &said, NULL));
        assert_string_equal((const char *)said.data, "pantin: interrupted\n");
        pantin_bytes_free(&said);
    }
    unlink("../interrupted.err");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_film_file_is_twice_the_same_bytes),
        cmocka_unit_test(a_film_that_cannot_be_made_leaves_the_old_one),
        cmocka_unit_test(a_film_that_is_interrupted_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
