// with_command.c — see with_command.h.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // mkdtemp, ftw
#include "with_command.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tiny_show.h"

// Beside the folder, so that what the command says does not count as left behind.
static char folder[32], out_path[48], err_path[48];
char show_text[4096];
static pantin_bytes last_out, last_err;

void write_bytes(const char *path, const void *data, size_t size) {
    pantin_error error = { 0 };
    if (!pantin_file_write(path, data, size, &error)) fail_msg("%s: %s", error.where, error.text);
}

void write_text(const char *path, const char *text) { write_bytes(path, text, strlen(text)); }

void write_edited(const char *path, const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (at == NULL) fail_msg("the text does not hold %s", from);
    char *edited = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(edited);
    memcpy(edited, text, (size_t)(at - text));
    strcpy(edited + (at - text), to);
    strcat(edited, at + strlen(from));
    write_text(path, edited);
    free(edited);
}

bool is_there(const char *path) { return access(path, F_OK) == 0; }

static void write_picture(const char *path, bool (*draw)(pantin_image *, pantin_error *)) {
    pantin_image image = { 0 };
    assert_true(draw(&image, NULL) && pantin_image_save(path, &image, NULL));
    pantin_image_free(&image);
}

int folder_enter(void **state) {
    (void)state;
    strcpy(folder, "cli_test.XXXXXX");
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) return -1;
    snprintf(out_path, sizeof out_path, "../%s.out", folder);
    snprintf(err_path, sizeof err_path, "../%s.err", folder);
    write_picture("ginger.png", tiny_draw_figure);
    write_picture("wall.png", tiny_draw_wall);
    write_text("ginger.puppet.json", tiny_puppet_text);
    write_edited("ginger.score.json", tiny_score_text, "\"frames\": 24", "\"frames\": 4");
    write_edited("show.json", tiny_show_text, "\"frames\": 24", "\"frames\": 4");
    pantin_bytes bytes = { 0 };
    if (!pantin_file_read("show.json", sizeof show_text - 1, &bytes, NULL)) return -1;
    memcpy(show_text, bytes.data, bytes.size + 1);
    pantin_bytes_free(&bytes);
    return 0;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at) {
    (void)about, (void)kind, (void)at;
    return remove(path);
}

int folder_leave(void **state) {
    (void)state;
    pantin_bytes_free(&last_out), pantin_bytes_free(&last_err);
    remove(out_path), remove(err_path);
    return chdir("..") == 0 ? nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) : -1;
}

static ran run_list(const char *format, va_list arguments) {
    char words[4096], line[8192];
    vsnprintf(words, sizeof words, format, arguments);
    snprintf(line, sizeof line, "'%s' %s >%s 2>%s </dev/null", PANTIN_COMMAND, words, out_path,
             err_path);
    int status = system(line);
    assert_true(WIFEXITED(status)); // no signal, so no crash
    pantin_bytes_free(&last_out), pantin_bytes_free(&last_err);
    assert_true(pantin_file_read(out_path, (size_t)1 << 28, &last_out, NULL));
    assert_true(pantin_file_read(err_path, (size_t)1 << 20, &last_err, NULL));
    return (ran){ WEXITSTATUS(status), (char *)last_out.data, (char *)last_err.data, last_out.size,
                  last_err.size };
}

ran run(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ran r = run_list(format, arguments);
    va_end(arguments);
    return r;
}

ran expect_fine(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ran r = run_list(format, arguments);
    va_end(arguments);
    if (r.code != 0 || r.err_size != 0) fail_msg("%s: exit code %d: %s", format, r.code, r.err);
    return r;
}

// --- what lies in a folder ----------------------------------------------------------------------------

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

uint64_t folder_hash(const char *path) {
    char *names[512];
    int count = 0;
    uint64_t hash = 7;
    DIR *open = opendir(path);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2) {
            assert_true(count < 512);
            names[count++] = strdup(entry->d_name);
        }
    closedir(open);
    qsort(names, (size_t)count, sizeof *names, compare_names);
    for (int k = 0; k < count; k++) {
        char inner[1024];
        struct stat about;
        pantin_bytes bytes = { 0 };
        snprintf(inner, sizeof inner, "%s/%s", path, names[k]);
        hash = pantin_hash(names[k], strlen(names[k]), hash);
        free(names[k]);
        if (stat(inner, &about) == 0 && S_ISDIR(about.st_mode)) {
            hash ^= folder_hash(inner) * 31;
            continue;
        }
        if (!pantin_file_read(inner, (size_t)1 << 28, &bytes, NULL)) continue;
        hash = pantin_hash(bytes.data, bytes.size, hash);
        pantin_bytes_free(&bytes);
    }
    return hash;
}

bool same_files(const char *one, const char *other) {
    pantin_bytes a = { 0 }, b = { 0 };
    assert_true(pantin_file_read(one, (size_t)1 << 28, &a, NULL) &&
                pantin_file_read(other, (size_t)1 << 28, &b, NULL));
    bool same = a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    pantin_bytes_free(&a), pantin_bytes_free(&b);
    return same;
}

void expect_refusal(const char *says, const char *format, ...) {
    uint64_t before = folder_hash(".");
    va_list arguments;
    va_start(arguments, format);
    ran r = run_list(format, arguments);
    va_end(arguments);
    if (r.code != 2) fail_msg("%s: exit code %d, stderr: %s", format, r.code, r.err);
    if (r.out_size != 0) fail_msg("%s: says on stdout: %s", format, r.out);
    const char *end = strchr(r.err, '\n');
    if (end == NULL || end[1] != '\0') fail_msg("%s: not one line: %s", format, r.err);
    if (strncmp(r.err, "pantin: ", 8) != 0) fail_msg("%s: %s", format, r.err);
    if (strstr(r.err, says) == NULL) fail_msg("%s: says %s", format, r.err);
    if (folder_hash(".") != before) fail_msg("%s: something was left behind or altered", format);
}
