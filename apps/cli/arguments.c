// arguments.c — options by table: they are read, checked and explained from one list.
// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

cli_manner cli_chosen;

static const char without[] = "; without it ";

/// What the option is for, then its range, then what holds when it is not given.
static void print_help(const cli_option *o) {
    const char *absent = strstr(o->help, without);
    int length = absent != NULL ? (int)(absent - o->help) : (int)strlen(o->help);
    printf("%.*s", length, o->help);
    if (o->low < o->high) printf(", %g..%g", o->low, o->high);
    if (absent != NULL) {
        printf(" [%s]", absent + strlen(without));
        return;
    }
    if (o->kind == CLI_INT) printf(" [%d]", *(const int *)o->target);
    if (o->kind == CLI_NUMBER) printf(" [%g]", *(const double *)o->target);
    if (o->kind == CLI_TEXT && *(const char *const *)o->target != NULL)
        printf(" [%s]", *(const char *const *)o->target);
}

static void help(const cli_usage *usage) {
    printf("pantin %s %s\n\n%s\n\n", usage->command, usage->synopsis, usage->about);
    for (int k = 0; k < usage->option_count; k++) {
        const cli_option *o = &usage->options[k];
        char left[64], letter[8] = "    ";
        if (o->letter != 0) snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, o->value != NULL ? " " : "",
                 o->value != NULL ? o->value : "");
        printf("  %-28s ", left);
        print_help(o);
        putchar('\n');
    }
    printf("  %-28s %s\n", "-h, --help", "this text");
    if (usage->examples != NULL) printf("\nExamples:\n%s", usage->examples);
}

static const cli_usage *reading; // the command's

bool cli_is_option(const char *name) {
    for (int k = 0; reading != NULL && k < reading->option_count; k++)
        if (strcmp(reading->options[k].name, name) == 0) return true;
    return false;
}

static const cli_option *find(const cli_usage *usage, const char *name, size_t length) {
    for (int k = 0; k < usage->option_count; k++)
        if (strlen(usage->options[k].name) == length &&
            strncmp(usage->options[k].name, name, length) == 0)
            return &usage->options[k];
    return NULL;
}

static const cli_option *find_letter(const cli_usage *usage, char letter) {
    for (int k = 0; k < usage->option_count; k++)
        if (usage->options[k].letter != 0 && usage->options[k].letter == letter)
            return &usage->options[k];
    return NULL;
}

static bool unknown(const cli_usage *usage, const char *word) {
    const char *names[64] = { NULL };
    char said[64]; // the word without its dashes and its value
    const char *name = word + (word[1] == '-' ? 2 : 1);
    for (int k = 0; k < usage->option_count && k < 63; k++) names[k] = usage->options[k].name;
    snprintf(said, sizeof said, "%.*s", (int)strcspn(name, "="), name);
    const char *near = pantin_word_nearest(said, names);
    if (near != NULL)
        cli_misuse(word, "no such option of `pantin %s`; did you mean --%s?", usage->command, near);
    else
        cli_misuse(word, "no such option; `pantin %s --help` lists them", usage->command);
    return false;
}

/// A line that begins with the option as it is written. Answers false.
PANTIN_FORMAT(2, 3) static bool misuse(const cli_option *o, const char *format, ...) {
    char name[64], line[512];
    va_list arguments;
    va_start(arguments, format);
    snprintf(name, sizeof name, "--%s", o->name);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    cli_misuse(name, "%s", line);
    return false;
}

static bool misuse_number(const cli_option *o, const char *what, const char *value) {
    char range[64] = "";
    if (o->low < o->high) snprintf(range, sizeof range, " %g..%g", o->low, o->high);
    bool unit = *range != '\0' && o->value != NULL;
    return misuse(o, "\"%.64s\" is not %s%s%s%s", value, what, range, unit ? " " : "",
                  unit ? o->value : "");
}

static bool read_number(const cli_option *o, const char *value, double *number) {
    char *end;
    errno = 0;
    *number = strtod(value, &end);
    bool decimal = *value != '\0' && strspn(value, "+-.0123456789eE") == strlen(value);
    if (!decimal || *end != '\0' || errno == ERANGE) return misuse_number(o, "a number", value);
    bool whole = o->kind != CLI_INT ||
                 *number == (double)(int)(*number < 2e9 && *number > -2e9 ? *number : 0);
    if (!whole) return misuse_number(o, "a whole number", value);
    if (o->low < o->high && (*number < o->low || *number > o->high))
        return misuse(o, "%s is outside %g..%g%s%s", value, o->low, o->high,
                      o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
    return true;
}

static bool store(const cli_option *o, const char *value) {
    double number;
    switch (o->kind) {
    case CLI_FLAG:
        *(bool *)o->target = true;
        return true;
    case CLI_TEXT:
        *(const char **)o->target = value;
        return true;
    case CLI_TEXTS: {
        cli_texts *list = o->target;
        if (list->count == CLI_TEXTS_MOST) {
            return misuse(o, "given more than %d times", CLI_TEXTS_MOST);
        }
        list->items[list->count++] = value;
        return true;
    }
    case CLI_INT:
        if (!read_number(o, value, &number)) return false;
        *(int *)o->target = (int)number;
        return true;
    case CLI_NUMBER:
        if (!read_number(o, value, &number)) return false;
        *(double *)o->target = number;
        return true;
    }
    return false;
}

/// The option at words[*at], and its value there or in the next word.
static bool read_option(const cli_usage *usage, int count, char **words, int *at) {
    const char *word = words[*at], *value = NULL;
    const cli_option *option;
    if (word[1] == '-') {
        const char *equals = strchr(word, '=');
        option =
            find(usage, word + 2, equals != NULL ? (size_t)(equals - word - 2) : strlen(word + 2));
        if (equals != NULL) value = equals + 1;
    } else {
        option = find_letter(usage, word[1]);
        if (word[2] != '\0') value = word + 2; // -oFILE
    }
    if (option == NULL) return unknown(usage, word);
    if (option->kind == CLI_FLAG) {
        if (value == NULL) return store(option, NULL);
        cli_misuse(word, "takes no value");
        return false;
    }
    if (value == NULL && *at + 1 >= count) {
        cli_misuse(word, "wants a value: %s", option->value);
        return false;
    }
    if (value == NULL) value = words[++*at];
    return store(option, value);
}

cli_next cli_read(const cli_usage *usage, int count, char **words, const char **rest) {
    int found = 0;
    bool only_words = false;
    reading = usage;
    for (int k = 0; k < usage->most; k++) rest[k] = NULL;
    for (int at = 0; at < count; at++) {
        const char *word = words[at];
        if (!only_words && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            help(usage);
            return CLI_HELPED;
        }
        if (!only_words && strcmp(word, "--") == 0) {
            only_words = true;
            continue;
        }
        if (!only_words && word[0] == '-' && word[1] != '\0') {
            if (!read_option(usage, count, words, &at)) return CLI_MISUSED;
            continue;
        }
        if (found == usage->most) {
            cli_misuse(word, "one word too many; `pantin %s %s`", usage->command, usage->synopsis);
            return CLI_MISUSED;
        }
        rest[found++] = word;
    }
    if (found >= usage->least) return CLI_GO;
    cli_misuse(usage->command, "something is missing; `pantin %s %s`", usage->command,
               usage->synopsis);
    return CLI_MISUSED;
}
