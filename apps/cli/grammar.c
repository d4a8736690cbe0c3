// grammar.c — `pantin schema` and `pantin methods`: what files may say, and how meshes can be bent.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "pantin/show.h"

typedef bool grammar(bool markdown, pantin_bytes *bytes, pantin_error *error);

static int run_schema(int count, char **words) {
    bool markdown = false;
    const char *rest[1];
    const cli_option options[] = {
        { "markdown", 0, CLI_FLAG, &markdown, 0, 0, NULL,
          "tables for people instead of JSON Schema" },
    };
    const cli_usage usage = {
        "schema",
        "puppet|score|show",
        "Prints the grammar of a file: every key with its type, unit, range and default.",
        "  pantin schema show > show.schema.json\n",
        options,
        1,
        1,
        1,
    };
    const struct {
        const char *name;
        grammar *print;
    } files[] = {
        { "puppet", pantin_puppet_grammar },
        { "score", pantin_score_grammar },
        { "show", pantin_show_grammar },
    };
    cli_next next = cli_read(&usage, count, words, rest);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    for (int k = 0; k < 3; k++) {
        if (strcmp(rest[0], files[k].name) != 0) continue;
        pantin_bytes bytes = { 0 };
        pantin_error error = { 0 };
        if (!files[k].print(markdown, &bytes, &error)) return cli_fail(&error);
        cli_report(&bytes);
        return CLI_FINE;
    }
    return cli_misuse(rest[0], "is none of puppet, score, show");
}

static int run_methods(int count, char **words) {
    const cli_usage usage = { "methods", "", "Lists the ways of bending.", NULL, NULL, 0, 0, 0 };
    cli_next next = cli_read(&usage, count, words, NULL);
    if (next != CLI_GO) return next == CLI_HELPED ? CLI_FINE : CLI_FAILED;
    int known;
    const pantin_deformer *const *all = pantin_deformers(&known);
    for (int k = 0; k < known; k++) {
        const char *later = all[k]->not_yet;
        if (later != NULL)
            printf("%-14s not yet: %s\n", all[k]->name, later);
        else if (strcmp(all[k]->name, PANTIN_DEFAULT_METHOD) == 0)
            printf("%-14s the default\n", all[k]->name);
        else
            puts(all[k]->name);
    }
    return CLI_FINE;
}

const cli_command cli_schema = { "schema", "the grammar of puppet, score and show files",
                                 run_schema, NULL };
const cli_command cli_methods = { "methods", "the ways of bending", run_methods, NULL };
