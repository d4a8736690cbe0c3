// test_file.c — whole files in and out, or one helpful line and nothing left behind.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // mkdtemp, mkfifo, pipe

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

static char folder[64];

static const char *at(const char *name) {
    static char paths[4][512];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

static bool exists(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0;
}

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "file_test_XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state) {
    (void)state;
    static const char *const names[] = { "a.bin", "b.bin", "pipe", "link", "big.bin", "c.bin" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove(at(names[i]));
    remove(at("sub"));
    return rmdir(folder); // fails when a test left anything else behind
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void expect_text(const char *path, const char *text) {
    pantin_bytes bytes = { 0 };
    assert_true(pantin_file_read(path, 1 << 20, &bytes, NULL));
    assert_int_equal(bytes.size, strlen(text));
    assert_string_equal((char *)bytes.data, text);
    pantin_bytes_free(&bytes);
}

static void what_is_written_is_read_again_at_every_size(void **state) {
    (void)state;
    static const size_t sizes[] = { 0, 1, 65535, 65536, 65537, 300000 };
    static uint8_t data[300000];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        pantin_bytes bytes = { 0 };
        assert_true(pantin_file_write(at("a.bin"), data, sizes[s], NULL));
        assert_false(exists(at("a.bin.part")));
        assert_true(pantin_file_read(at("a.bin"), 300000, &bytes, NULL));
        assert_int_equal(bytes.size, sizes[s]);
        assert_memory_equal(bytes.data, data, sizes[s]);
        assert_int_equal(bytes.data[bytes.size], 0); // so that text can be read as a string
        pantin_bytes_free(&bytes);
    }
    assert_true(pantin_file_write(at("a.bin"), NULL, 0, NULL));
    expect_text(at("a.bin"), "");
}

static void the_limit_is_kept_to_the_byte(void **state) {
    (void)state;
    put(at("a.bin"), "123456789");
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    assert_true(pantin_file_read(at("a.bin"), 9, &bytes, &error));
    assert_int_equal(error.kind, PANTIN_OK);
    pantin_bytes_free(&bytes);
    assert_false(pantin_file_read(at("a.bin"), 8, &bytes, &error));
    assert_null(bytes.data); // untouched
    assert_int_equal(error.kind, PANTIN_ERROR_FILE);
    assert_string_equal(error.where, at("a.bin"));
    assert_non_null(strstr(error.text, "8 bytes"));
    assert_false(pantin_file_read(at("a.bin"), 0, &bytes, &error));
    put(at("a.bin"), "");
    assert_true(pantin_file_read(at("a.bin"), 0, &bytes, &error));
    pantin_bytes_free(&bytes);
    assert_true(pantin_file_read(at("a.bin"), SIZE_MAX, &bytes, &error));
    pantin_bytes_free(&bytes);
}

static void an_endless_file_ends_at_the_limit(void **state) {
    (void)state;
    if (!exists("/dev/zero")) skip();
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    assert_false(pantin_file_read("/dev/zero", 1000000, &bytes, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FILE);
}

static void missing_files_and_folders_are_told_apart(void **state) {
    (void)state;
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    mkdir(at("sub"), 0700);
    put(at("b.bin"), "old");

    assert_false(pantin_file_read(at("none.png"), 100, &bytes, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_FILE);
    assert_string_equal(error.where, at("none.png"));
    assert_string_equal(error.text, "there is no such file; check the name and the folder");
    assert_false(pantin_file_read(at("sub"), 100, &bytes, &error));
    assert_string_equal(error.text, "it is a folder; name a file in it");
    assert_false(pantin_file_read(at("b.bin/c"), 100, &bytes, &error));
    assert_string_equal(error.text, "a part of its path is a file, not a folder; check the path");

    assert_false(pantin_file_write(at("none/a"), "x", 1, &error));
    assert_string_equal(error.where, at("none/a")); // what was asked for, not the file aside
    assert_string_equal(error.text, "its folder does not exist; create it first");
    assert_false(pantin_file_write(at("sub"), "x", 1, &error));
    assert_string_equal(error.text, "it is a folder; name a file in it");
    assert_false(exists(at("sub.part")));
    assert_false(pantin_file_write("", "x", 1, &error));
    assert_false(exists(".part"));
    assert_null(bytes.data);
}

static int without_permission(void) {
    if (geteuid() == 0 && setuid(65534) != 0) return 0; // root may do everything
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    if (pantin_file_read(at("a.bin"), 100, &bytes, &error)) return 1;
    if (!strstr(error.text, "reading it is not permitted")) return 2;
    if (pantin_file_write(at("sub/x"), "x", 1, &error)) return 3;
    return strstr(error.text, "writing there is not permitted") ? 0 : 4;
}

static void what_may_not_be_read_or_written_says_permissions(void **state) {
    (void)state;
    mkdir(at("sub"), 0700);
    put(at("a.bin"), "secret");
    chmod(folder, 0755);
    chmod(at("a.bin"), 0);
    chmod(at("sub"), 0555);
    pid_t child = fork();
    if (child == 0) _exit(without_permission());
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    chmod(at("a.bin"), 0600);
    chmod(at("sub"), 0700);
}

static void a_full_disk_leaves_the_old_file(void **state) {
    (void)state;
    if (!exists("/dev/full")) skip();
    put(at("b.bin"), "old");
    // The file aside is a link to a device that is always full: opening works, writing does not.
    assert_int_equal(symlink("/dev/full", at("b.bin.part")), 0);
    pantin_error error = { 0 };
    assert_false(pantin_file_write(at("b.bin"), "new", 3, &error));
    assert_non_null(strstr(error.text, "disk is full"));
    expect_text(at("b.bin"), "old");
    remove(at("b.bin.part"));
}

static void a_write_that_fails_half_way_leaves_nothing_aside(void **state) {
    (void)state;
    put(at("b.bin"), "old");
    pid_t child = fork();
    if (child == 0) {
        static char data[100000];
        pantin_error error = { 0 };
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 50000, 50000 }); // half of it will fit
        bool wrote = pantin_file_write(at("b.bin"), data, sizeof data, &error);
        _exit(!wrote && strstr(error.text, "larger than the system allows") ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_false(exists(at("b.bin.part")));
    expect_text(at("b.bin"), "old");
}

static void a_name_with_no_room_for_its_ending_is_told(void **state) {
    (void)state;
    char name[252];
    memset(name, 'n', 251); // a name may have 255 bytes, ".part" takes 5
    name[251] = '\0';
    pantin_error error = { 0 };
    assert_false(pantin_file_write(at(name), "x", 1, &error));
    assert_non_null(strstr(error.text, "too long"));
    assert_false(exists(at(name)));
}

static void pipes_and_devices_are_written_straight(void **state) {
    (void)state;
    if (!exists("/dev/null")) skip();
    assert_true(pantin_file_write("/dev/null", "gone", 4, NULL));
    struct stat facts;
    assert_int_equal(stat("/dev/null", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode)); // not a plain file in its place, even for root

    assert_int_equal(mkfifo(at("pipe"), 0600), 0);
    pid_t child = fork();
    if (child == 0) _exit(pantin_file_write(at("pipe"), "through", 7, NULL) ? 0 : 1);
    expect_text(at("pipe"), "through");
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(lstat(at("pipe"), &facts), 0);
    assert_true(S_ISFIFO(facts.st_mode));
}

static void a_dash_is_standard_input_and_output(void **state) {
    (void)state;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    pid_t writer = fork();
    if (writer == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]), close(ends[1]);
        static char data[200000]; // more than a pipe holds
        memset(data, 'x', sizeof data);
        _exit(pantin_file_write("-", data, sizeof data, NULL) ? 0 : 1);
    }
    pid_t reader = fork();
    if (reader == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]), close(ends[1]);
        pantin_bytes bytes = { 0 };
        bool done = pantin_file_read("-", 200000, &bytes, NULL);
        int code = done && bytes.size == 200000 && bytes.data[199999] == 'x' ? 0 : 1;
        pantin_bytes_free(&bytes);
        _exit(code);
    }
    close(ends[0]), close(ends[1]);
    waitpid(writer, &status, 0);
    assert_int_equal(status, 0);
    waitpid(reader, &status, 0);
    assert_int_equal(status, 0);
    assert_false(exists("-"));
    assert_false(exists("-.part"));
}

static void closed_standard_streams_are_an_error_not_a_crash(void **state) {
    (void)state;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(STDIN_FILENO), close(STDOUT_FILENO);
        pantin_bytes bytes = { 0 };
        pantin_error in = { 0 }, out = { 0 };
        bool failed =
            !pantin_file_read("-", 10, &bytes, &in) && !pantin_file_write("-", "x", 1, &out);
        _exit(failed && !strcmp(in.where, "standard input") && !strcmp(out.where, "standard output")
                  ? 0
                  : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

// --- memory -------------------------------------------------------------------------------------

typedef struct refusal {
    int calls, refuse_at, blocks;
} refusal;

static void *refuse_one(void *user, void *block, size_t old_size, size_t new_size) {
    refusal *r = user;
    (void)old_size;
    if (new_size == 0) {
        r->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (++r->calls == r->refuse_at) return NULL;
    r->blocks += block == NULL;
    return realloc(block, new_size);
}

static void every_refused_allocation_is_an_error_and_leaks_nothing(void **state) {
    (void)state;
    static char data[200000];
    memset(data, 'y', sizeof data);
    bool all_passed = false;
    for (int refuse_at = 1; !all_passed && refuse_at < 50; refuse_at++) {
        // A pipe has no length: reading must grow, and at the end shrink.
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            char name[32];
            snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
            bool through = pantin_file_write(name, data, sizeof data, NULL);
            _exit(through ? 0 : 1); // or it dies of SIGPIPE, when the reader leaves
        }
        close(ends[1]);
        char name[32];
        snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
        refusal r = { .refuse_at = refuse_at };
        pantin_memory_set_hook(&(pantin_memory_hook){ refuse_one, &r });
        pantin_bytes bytes = { 0 };
        pantin_error error = { 0 };
        bool read = pantin_file_read(name, 1 << 20, &bytes, &error);
        bool wrote = pantin_file_write(at("c.bin"), data, 10, NULL);
        if (!read) assert_int_equal(error.kind, PANTIN_ERROR_MEMORY);
        if (read) assert_int_equal(bytes.size, sizeof data);
        pantin_bytes_free(&bytes);
        pantin_memory_set_hook(NULL);
        close(ends[0]);
        waitpid(child, NULL, 0);
        assert_int_equal(r.blocks, 0);
        assert_false(exists(at("c.bin.part")));
        all_passed = read && wrote;
        assert_true(all_passed == (r.calls < refuse_at));
    }
    assert_true(all_passed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again_at_every_size),
        cmocka_unit_test(the_limit_is_kept_to_the_byte),
        cmocka_unit_test(an_endless_file_ends_at_the_limit),
        cmocka_unit_test(missing_files_and_folders_are_told_apart),
        cmocka_unit_test(what_may_not_be_read_or_written_says_permissions),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(a_write_that_fails_half_way_leaves_nothing_aside),
        cmocka_unit_test(a_name_with_no_room_for_its_ending_is_told),
        cmocka_unit_test(pipes_and_devices_are_written_straight),
        cmocka_unit_test(a_dash_is_standard_input_and_output),
        cmocka_unit_test(closed_standard_streams_are_an_error_not_a_crash),
        cmocka_unit_test(every_refused_allocation_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
