// loop.c — `pantin loop check|find|fix CLIP…`: measure the seam of a motion clip, list its loops, make one.
// SPDX-License-Identifier: MIT
#include "loop.h"

#include <stdio.h>
#include <string.h>

static const char *const tasks[] = { "check", "find", "fix", NULL };

static int help(FILE *out) {
    fputs("pantin loop check|find|fix CLIP...\n\n"
          "Motion clips (.bvh, .glb, .gltf) and the seam between their last frame and their "
          "first.\n\n"
          "  check    measures it: pose, velocity, root drift and more; exit code 1 beyond the "
          "limits\n"
          "  find     lists the best loops in a clip; exit code 1 when even the best is poor\n"
          "  fix      makes a clip loop: CLIP -o OUT; what loops already is copied as it is\n\n"
          "`pantin loop fix --help` tells the options of each. A folder stands for the clips in "
          "it.\n",
          out);
    return CLI_FINE;
}

static int unknown(const char *word) {
    const char *near = pantin_word_nearest(word, tasks);
    if (near != NULL)
        return cli_misuse(word, "`pantin loop` has no such word; did you mean \"%s\"?", near);
    return cli_misuse(word, "say what to do first: `pantin loop check %.128s`, find or fix", word);
}

static int run(int count, char **words) {
    loop_wish w;
    if (count < 1)
        return cli_misuse("loop", "something is missing; `pantin loop check|find|fix CLIP`");
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0) return help(stdout);
    int task = 0;
    while (tasks[task] != NULL && strcmp(tasks[task], words[0]) != 0) task++;
    if (tasks[task] == NULL) return unknown(words[0]);
    cli_next next = loop_read_wish((pantin_loop_task)task, count - 1, words + 1, &w);
    int code = next == CLI_GO ? loop_run_batch(&w) : next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    loop_free_wish(&w);
    return code;
}

const cli_command cli_loop = { "loop", "check, find and fix the seam of a motion clip", run, NULL };
