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

static int compare_with_golden(const char *path) {
    FILE *golden = fopen(path, "r");
    if (!golden) {
        fprintf(stderr, "pantin_hash: %s cannot be read; tools/check_hashes --bless writes it\n", path);
        return 1;
    }
    char name[128];
    uint64_t expected, total = 0;
    int differ = 0, line = 0;
    while (fscanf(golden, "%127s %" SCNx64, name, &expected) == 2) {
        if (line == hash_case_count()) break;
        const char *ours = hash_case_name(line++);
        uint64_t hash = hash_case_run(line - 1);
        total = hash_int((int64_t)hash, total);
        if (strcmp(name, ours) == 0 && expected == hash && hash != 0) continue;
        fprintf(stderr, "pantin_hash: %s is %016" PRIx64 ", but the golden says %s %016" PRIx64 "\n",
                ours, hash, name, expected);
        differ++;
    }
    if (differ == 0 && (line != hash_case_count() || strcmp(name, "total") != 0 || expected != total)) {
        fprintf(stderr, "pantin_hash: the golden holds other cases than the program\n");
        differ++;
    }
    fclose(golden);
    return differ > 0;
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "--golden") == 0) return compare_with_golden(words[2]);
    return print_cases(count - 1, words + 1);
}
