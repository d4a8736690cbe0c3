// svg_parts.c — which parts an SVG has: the elements right below its root that bear an id.
//
// Only as much of XML is read as that takes: tags and their depth, comments, CDATA, declarations. Whether
// the file is sound is for the renderer to say; here what is broken ends the list. What draws nothing by
// itself (definitions, style, metadata) is no part.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/arena.h"
#include "pantin/image.h"

enum { PARTS_MOST = 256, NAME_MOST = 64 };

static const char *const silent[] = {
    "defs",           "style",  "metadata", "title",   "desc",   "symbol",  "linearGradient",
    "radialGradient", "filter", "clipPath", "mask",    "marker", "pattern", "script",
    "view",           "font",   "cursor",   "animate", "set",
};

typedef struct scanner {
    const char *at, *end;
    int depth;
} scanner;

static bool starts(const scanner *s, const char *word) {
    size_t length = strlen(word);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, word, length) == 0;
}

/// Past the next `word`; false at the end.
static bool skip_past(scanner *s, const char *word) {
    for (; s->at < s->end; s->at++)
        if (starts(s, word)) {
            s->at += strlen(word);
            return true;
        }
    return false;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The end of a tag that begins here, quotes honored; `closed`: it ends in "/>".
static bool skip_tag(scanner *s, bool *closed) {
    char quote = 0;
    for (; s->at < s->end; s->at++) {
        if (quote) {
            if (*s->at == quote) quote = 0;
        } else if (*s->at == '"' || *s->at == '\'') {
            quote = *s->at;
        } else if (*s->at == '>') {
            *closed = s->at[-1] == '/';
            s->at++;
            return true;
        }
    }
    return false;
}

/// A declaration, whose internal part may hold others.
static bool skip_declaration(scanner *s) {
    for (int nested = 0; s->at < s->end; s->at++) {
        if (*s->at == '[') nested++;
        if (*s->at == ']') nested--;
        if (*s->at == '>' && nested <= 0) {
            s->at++;
            return true;
        }
    }
    return false;
}

static bool draws(const char *name, size_t length) {
    if (memchr(name, ':', length) != NULL) return false; // of another vocabulary
    for (size_t k = 0; k < sizeof silent / sizeof *silent; k++)
        if (strlen(silent[k]) == length && memcmp(name, silent[k], length) == 0) return false;
    return true;
}

/// The value of the attribute `id` between `from` and `to`; NULL: none that can be a name.
static const char *find_id(const char *from, const char *to, size_t *length) {
    for (const char *p = from; p + 4 < to; p++) {
        if (*p == '"' || *p == '\'') { // a value: not looked into
            const char *close = memchr(p + 1, *p, (size_t)(to - p - 1));
            if (close == NULL) return NULL;
            p = close;
            continue;
        }
        if (!is_space(*p) || p[1] != 'i' || p[2] != 'd') continue;
        const char *q = p + 3;
        while (q < to && is_space(*q)) q++;
        if (q == to || *q++ != '=') continue;
        while (q < to && is_space(*q)) q++;
        if (q == to || (*q != '"' && *q != '\'')) return NULL;
        const char *close = memchr(q + 1, *q, (size_t)(to - q - 1));
        if (close == NULL || close == q + 1) return NULL;
        *length = (size_t)(close - q - 1);
        for (const char *c = q + 1; c < close; c++)
            if (*c == '&' || *c == '#' || *c == '@' || *c == ',' || (unsigned char)*c <= ' ') return NULL;
        return q + 1;
    }
    return NULL;
}

static bool add_part(pantin_svg_parts *parts, const char *name, const char *id, size_t length,
                     pantin_error *error) {
    if (length > NAME_MOST)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "the id \"%.40s…\" is longer than %d letters", id, NAME_MOST);
    for (int k = 0; k < parts->count; k++)
        if (strlen(parts->ids[k]) == length && memcmp(parts->ids[k], id, length) == 0)
            return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "two parts have the id \"%s\"",
                               parts->ids[k]);
    if (parts->count == PARTS_MOST)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has more than %d parts: name those that move with --parts", PARTS_MOST);
    parts->ids[parts->count] = arena_text(parts->memory, id, length);
    if (parts->ids[parts->count++] == NULL) return memory_fail(error, "the parts of an SVG");
    return true;
}

/// One thing of the file; false: the end, or an error.
static bool scan(scanner *s, const char *name, pantin_svg_parts *parts, bool *failed,
                 pantin_error *error) {
    if (!skip_past(s, "<")) return false;
    if (starts(s, "!--")) return skip_past(s, "-->");
    if (starts(s, "![CDATA[")) return skip_past(s, "]]>");
    if (starts(s, "?")) return skip_past(s, "?>");
    if (starts(s, "!")) return skip_declaration(s);
    bool ends = starts(s, "/"), closed = false;
    const char *tag = s->at;
    if (!skip_tag(s, &closed)) return false;
    if (ends) return --s->depth > 0;
    const char *after = tag;
    while (after < s->at - 1 && !is_space(*after) && *after != '/') after++;
    size_t length = 0;
    const char *id = s->depth == 1 && draws(tag, (size_t)(after - tag))
                         ? find_id(after, s->at - 1, &length)
                         : NULL;
    *failed = id != NULL && !add_part(parts, name, id, length, error);
    if (!closed) s->depth++;
    return !*failed;
}

bool pantin_svg_list(const char *name, const char *source, size_t size, pantin_svg_parts *parts,
                     pantin_error *error) {
    arena *memory = memory_allocate(1, sizeof *memory);
    if (memory == NULL) return memory_fail(error, "the parts of an SVG");
    pantin_svg_parts found = { .memory = memory };
    found.ids = ARENA_ARRAY(memory, const char *, PARTS_MOST);
    bool failed = found.ids == NULL && !memory_fail(error, "the parts of an SVG");
    scanner s = { source, source + size, 0 };
    while (!failed && scan(&s, name, &found, &failed, error)) {
    }
    if (failed)
        pantin_svg_parts_free(&found);
    else
        *parts = found;
    return !failed;
}

void pantin_svg_parts_free(pantin_svg_parts *parts) {
    if (parts->memory != NULL) {
        arena_free(parts->memory);
        memory_free(parts->memory, 1, sizeof(arena));
    }
    *parts = (pantin_svg_parts){ 0 };
}
