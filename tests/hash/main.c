// main.c — pantin_hash: prints `name hash` of every case, then `total hash`.
//
//   pantin_hash            all of them
//   pantin_hash NAME…      only these
//   pantin_hash --golden FILE    compares with FILE; exit 1 where one differs, is missing or is too many
// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hash_cases.h"
#include "pantin/base.h"

static bool is_wanted(const char *name, int count, char **names) {
    if (count == 0) return true;
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static int print_cases(int count, char **names) {
    uint64_t total = 0;
    int failed = 0, ran = 0;
    for (int i = 0; i < hash_case_count(); i++) {
        const char *name = hash_case_name(i);
        if (!is_wanted(name, count, names)) continue;
        uint64_t hash = hash_case_run(i);
        failed += hash == 0;
        ran++;
        total = hash_int((int64_t)hash, total);
        printf("%s %016" PRIx64 "\n", name, hash);
        fflush(stdout);
    }
    printf("total %016" PRIx64 "\n", total);
    if (failed) fprintf(stderr, "pantin_hash: %d of %d cases could not be done\n", failed, ran);
    return failed > 0 || ran == 0;
}

typedef struct golden {
    char name[128];
    uint64_t hash;
    bool met;
} golden;

static int golden_read(const char *path, golden *list, int room) {
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    int count = 0;
    while (count < room && fscanf(file, "%127s %" SCNx64, list[count].name, &list[count].hash) == 2)
        count += strcmp(list[count].name, "total") != 0;
    fclose(file);
    return count;
}

static int compare_with_golden(const char *path) {
    static golden list[1024];
    int count = golden_read(path, list, sizeof list / sizeof list[0]), differ = 0;
    if (count == 0) {
        fprintf(stderr, "pantin_hash: %s holds nothing; tools/check_hashes --bless writes it\n", path);
        return 1;
    }
    for (int i = 0; i < hash_case_count(); i++) {
        const char *name = hash_case_name(i);
        uint64_t hash = hash_case_run(i);
        int at = 0;
        while (at < count && strcmp(list[at].name, name) != 0) at++;
        if (at < count) list[at].met = true;
        if (at < count && list[at].hash == hash && hash != 0) continue;
        fprintf(stderr, "pantin_hash: %s is %016" PRIx64 ", the golden says ", name, hash);
        if (at < count)
            fprintf(stderr, "%016" PRIx64 "\n", list[at].hash);
        else
            fprintf(stderr, "nothing of it\n");
        differ++;
    }
    for (int at = 0; at < count; at++) {
        if (list[at].met) continue;
        fprintf(stderr, "pantin_hash: the golden names %s, which there is no more\n", list[at].name);
        differ++;
    }
    return differ > 0;
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "--golden") == 0) return compare_with_golden(words[2]);
    return print_cases(count - 1, words + 1);
}
