// with_dog.c — see with_dog.h.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "with_dog.h"

const char *dog_text(void) {
    static char text[16384];
    if (text[0] != '\0') return text;
    pantin_bytes bytes = { 0 };
    pantin_error error = { 0 };
    if (!pantin_file_read(PANTIN_SOURCE "/tests/rig/whole_dog.puppet.json", sizeof text - 1, &bytes,
                          &error))
        fail_msg("%s: %s", error.where, error.text);
    memcpy(text, bytes.data, bytes.size);
    pantin_bytes_free(&bytes);
    return text;
}

char *text_edited(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (at == NULL) fail_msg("the text does not hold %s", from);
    size_t before = (size_t)(at - text), rest = strlen(at + strlen(from));
    char *edited = malloc(before + strlen(to) + rest + 1);
    assert_non_null(edited);
    memcpy(edited, text, before);
    strcpy(edited + before, to);
    strcpy(edited + before + strlen(to), at + strlen(from));
    return edited;
}

void text_where(const char *path, const char *text, const char *what, int skip, char where[512]) {
    const char *at = strstr(text, what);
    if (at == NULL) fail_msg("the text does not hold %s", what);
    int line = 1, column = 1;
    for (const char *c = text; c < at + skip; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    snprintf(where, 512, "%s:%d:%d", path, line, column);
}

bool puppet_check(const char *text, pantin_puppet *puppet, pantin_error *error) {
    return pantin_puppet_load("dog/dog.puppet.json", text, strlen(text), NULL, puppet, error);
}
