// main.c — `pantin COMMAND …`: one table of commands; each has its own file.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // SIGXFSZ
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const cli_command cli_check = { "check", "hold a film's report to what its show states",
                                       NULL, "the stage" };
static const cli_command cli_act = { "act", "drawing + motion -> a looping character", NULL,
                                     "the one-command character" };
static const cli_command cli_engrave = { "engrave", "a picture becomes engraved line art", NULL,
                                         "engraving" };
static const cli_command cli_bake = { "bake", "keep SVG, text and voices as PNG and WAV", NULL,
                                      "the stage" };
static const cli_command cli_join = { "join", "bind the frames of shards into one film", NULL,
                                      "the stage" };

static const cli_command *const commands[] = {
    &cli_inspect, &cli_mesh,    &cli_pose, &cli_film, &cli_check, &cli_proof,   &cli_loop,
    &cli_act,     &cli_engrave, &cli_bake, &cli_join, &cli_edit,  &cli_methods, &cli_schema,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int help(FILE *out) {
    fputs("pantin " PANTIN_VERSION
          " — bends drawn characters as rigidly as possible, films them, and proves it\n\n"
          "  pantin COMMAND --help    tells what a command takes, with examples\n\n",
          out);
    for (int k = 0; k < COMMANDS; k++)
        if (commands[k]->run != NULL)
            fprintf(out, "  %-8s  %s\n", commands[k]->name, commands[k]->does);
    fputs("\nNot in this version:\n", out);
    for (int k = 0; k < COMMANDS; k++)
        if (commands[k]->run == NULL)
            fprintf(out, "  %-8s  %s\n", commands[k]->name, commands[k]->does);
    fputs("\nExit codes: 0 done (film and pose: whatever the figures), 1 measured and fell short "
          "(proof, loop),\n2 could not do it (one line on stderr).\n",
          out);
    return CLI_FINE;
}

static int unknown(const char *word) {
    const char *names[COMMANDS + 1] = { NULL };
    for (int k = 0; k < COMMANDS; k++) names[k] = commands[k]->name;
    const char *near = pantin_word_nearest(word, names);
    if (near != NULL) return cli_misuse(word, "no such command; did you mean \"%s\"?", near);
    return cli_misuse(word, "no such command; `pantin --help` lists them");
}

int main(int count, char **words) {
    signal(SIGXFSZ, SIG_IGN); // a file that grows too large fails to be written, and is told
    if (count < 2) {
        help(stderr);
        return CLI_FAILED;
    }
    const char *word = words[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return help(stdout);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("pantin " PANTIN_VERSION);
        return CLI_FINE;
    }
    for (int k = 0; k < COMMANDS; k++) {
        if (strcmp(commands[k]->name, word) != 0) continue;
        if (commands[k]->run == NULL)
            return cli_misuse(word, "not in this version yet; it comes with %s",
                              commands[k]->later);
        int code = commands[k]->run(count - 2, words + 2);
        if (fflush(stdout) != 0 || ferror(stdout))
            return cli_misuse("stdout",
                              "could not be written: is the disk full, or the pipe closed?");
        return code;
    }
    return unknown(word);
}
