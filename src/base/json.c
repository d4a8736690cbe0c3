// json.c — strict JSON (RFC 8259) to a flat tape: one pass, no recursion, every error with its place.
//
// A scanner with seven states and a stack of at most 64 open containers. Each token knows its bytes, so
// nothing is decoded here; strings are checked in place. Linear in the source but for the search for
// keys given twice, which sorts the keys of large objects (json_keys.c).
// Why not the tokenizer jsmn: docs/decisions/0001-own-json-tape.md.
// SPDX-License-Identifier: MIT
#include <limits.h>
#include <string.h>

#include "base/json_scan.h"

typedef enum expected {
    VALUE,          // after a colon, after a comma in an array, at the beginning
    VALUE_OR_CLOSE, // after [
    KEY_OR_CLOSE,   // after {
    KEY,            // after a comma in an object
    COLON,
    COMMA_OR_CLOSE, // after a value in a container
    NOTHING,        // after the one value
} expected;

typedef struct scanner {
    json_tape tape; // the tokens grow on the heap until all are known
    int capacity;
    const char *at, *end;
    int open[JSON_DEPTH_LIMIT];
    int depth;
    expected state;
    pantin_error *error;
} scanner;

bool json_fail(const json_tape *tape, int offset, pantin_error *error, const char *format, ...) {
    if (!error) return false;
    char where[sizeof error->where], line[sizeof error->text];
    json_where(tape->name, tape->source, tape->size, offset, where);
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, where, "%s", line);
}

void json_where(const char *name, const char *source, size_t size, int offset, char *where) {
    int line, column;
    text_place(source, size, offset < 0 ? 0 : (size_t)offset, &line, &column);
    // The numbers matter more than the front of a very long path.
    size_t length = strlen(name), most = 480;
    if (length > most) text_print(where, 512, "...%s:%d:%d", name + (length - most), line, column);
    else text_print(where, 512, "%s:%d:%d", name, line, column);
}

static int offset_of(const scanner *s, const char *at) { return (int)(at - s->tape.source); }

static bool fail_here(scanner *s, const char *why) {
    return json_fail(&s->tape, offset_of(s, s->at), s->error, "%s", why);
}

static json_token *add_token(scanner *s, json_kind kind, const char *start, const char *end) {
    if (s->tape.count == s->capacity) {
        int wanted = s->capacity ? s->capacity * 2 : 64;
        json_token *tokens =
            s->tape.tokens ? memory_resize(s->tape.tokens, s->capacity, wanted, sizeof *tokens)
                           : memory_allocate(wanted, sizeof *tokens);
        if (!tokens) {
            memory_fail(s->error, "the tokens of a file");
            return NULL;
        }
        s->tape.tokens = tokens;
        s->capacity = wanted;
    }
    json_token *t = &s->tape.tokens[s->tape.count++];
    *t = (json_token){ kind, offset_of(s, start), offset_of(s, end), 0, s->tape.count };
    return t;
}

static json_token *innermost(scanner *s) { return &s->tape.tokens[s->open[s->depth - 1]]; }

static int innermost_line(scanner *s) {
    int line, column;
    text_place(s->tape.source, s->tape.size, (size_t)innermost(s)->start, &line, &column);
    return line;
}

// What is expected after a value, which is one more child of the innermost container.
static void value_done(scanner *s) {
    if (s->depth > 0) innermost(s)->count++;
    s->state = s->depth > 0 ? COMMA_OR_CLOSE : NOTHING;
}

static bool scan_string(scanner *s) {
    const char *quote = s->at++, *why = NULL;
    while (s->at < s->end && *s->at != '"') {
        unsigned char c = (unsigned char)*s->at;
        if (c >= 0x20 && c < 0x80 && c != '\\') {
            s->at++;
            continue;
        }
        char out[4];
        size_t size;
        const char *next = json_unescape(s->at, s->end, out, &size, &why);
        if (!next) return fail_here(s, why);
        s->at = next;
    }
    if (s->at == s->end) {
        s->at = quote;
        return fail_here(s, "a text is not closed; \" is missing");
    }
    if (!add_token(s, JSON_STRING, quote + 1, s->at)) return false;
    s->at++;
    return true;
}

static bool word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '+' || c == '-';
}

static const char *skip_digits(const char *at, const char *end) {
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

// Why text_to_double refused a word that begins like a number; NULL: it only begins like one.
static const char *number_fault(const char *at, const char *end) {
    if (*at == '+') return "a number does not begin with +";
    if (*at == '-') at++;
    const char *digits = at;
    at = skip_digits(at, end);
    if (at == digits) return "a digit is missing at the beginning of a number";
    if (*digits == '0' && at - digits > 1) return "a number does not begin with 0 and another digit";
    if (at < end && *at == '.') {
        digits = ++at;
        at = skip_digits(at, end);
        if (at == digits) return "a digit is missing after the point of a number";
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        digits = at;
        at = skip_digits(at, end);
        if (at == digits) return "a digit is missing in the exponent of a number";
    }
    return at == end ? "this number is too large; at most 1.7976931348623157e308" : NULL;
}

static bool scan_number(scanner *s, const char *end) {
    double value;
    if (text_to_double(s->at, (size_t)(end - s->at), &value)) {
        if (!add_token(s, JSON_NUMBER, s->at, end)) return false;
        s->at = end;
        value_done(s);
        return true;
    }
    const char *why = number_fault(s->at, end);
    if (why) return fail_here(s, why);
    char shown[48];
    text_printable(shown, sizeof shown, s->at, (size_t)(end - s->at));
    return json_fail(&s->tape, offset_of(s, s->at), s->error, "%s is no number", shown);
}

static bool scan_word(scanner *s) {
    static const struct { const char *word; json_kind kind; } words[] = {
        { "null", JSON_NULL }, { "false", JSON_FALSE }, { "true", JSON_TRUE }
    };
    const char *end = s->at;
    while (end < s->end && word_byte(*end)) end++;
    if ((*s->at >= '0' && *s->at <= '9') || *s->at == '-' || *s->at == '+' || *s->at == '.') {
        const char *digit = s->at + (*s->at == '-' || *s->at == '+');
        if (digit == end || (*digit >= '0' && *digit <= '9') || *digit == '.') return scan_number(s, end);
    }
    for (int i = 0; i < 3; i++) {
        if (!text_equal(s->at, (size_t)(end - s->at), words[i].word)) continue;
        if (!add_token(s, words[i].kind, s->at, end)) return false;
        s->at = end;
        value_done(s);
        return true;
    }
    char shown[48];
    text_printable(shown, sizeof shown, s->at, (size_t)(end - s->at));
    return json_fail(&s->tape, offset_of(s, s->at), s->error,
                     "%s is no value; a text stands in quotes, else there are only numbers, true, false, "
                     "null, [ and {", shown);
}

static bool open_container(scanner *s, json_kind kind) {
    if (s->depth == JSON_DEPTH_LIMIT) {
        return json_fail(&s->tape, offset_of(s, s->at), s->error, "nested deeper than %d",
                         JSON_DEPTH_LIMIT);
    }
    if (!add_token(s, kind, s->at, s->at + 1)) return false;
    s->open[s->depth++] = s->tape.count - 1;
    s->state = kind == JSON_ARRAY ? VALUE_OR_CLOSE : KEY_OR_CLOSE;
    s->at++;
    return true;
}

static bool close_container(scanner *s) {
    json_token *t = innermost(s);
    s->at++;
    t->end = offset_of(s, s->at);
    t->next = s->tape.count;
    if (t->kind == JSON_OBJECT && t->count > 1 &&
        !json_check_keys(&s->tape, s->open[s->depth - 1], s->error))
        return false;
    s->depth--;
    value_done(s);
    return true;
}

// Any byte that no state takes: say what was expected instead.
static bool fail_unexpected(scanner *s) {
    char c = *s->at;
    bool in_object = s->depth > 0 && innermost(s)->kind == JSON_OBJECT;
    if (c == '/' || c == '#') return fail_here(s, "JSON has no comments");
    if (c == '\'') return fail_here(s, "a text stands in double quotes");
    if ((c == ']' || c == '}') && s->depth > 0) {
        if ((c == '}') != in_object) {
            return json_fail(&s->tape, offset_of(s, s->at), s->error, "%c does not close the %c of line %d",
                             c, in_object ? '{' : '[', innermost_line(s));
        }
        if (s->state == KEY || s->state == VALUE)
            return json_fail(&s->tape, offset_of(s, s->at), s->error,
                             s->state == VALUE && in_object ? "a value is missing before %c"
                                                            : "a comma stands before %c", c);
    }
    switch (s->state) {
    case KEY: case KEY_OR_CLOSE: return fail_here(s, "a key in double quotes is expected here");
    case COLON: return fail_here(s, "a colon is expected after the key");
    case COMMA_OR_CLOSE:
        return fail_here(s, in_object ? "a comma or } is expected here" : "a comma or ] is expected here");
    case NOTHING: return fail_here(s, "the file goes on after its value");
    default: return fail_here(s, "a value is expected here");
    }
}

static bool scan_value(scanner *s) {
    char c = *s->at;
    if (c == '"') {
        if (!scan_string(s)) return false;
        value_done(s);
        return true;
    }
    if (c == '[') return open_container(s, JSON_ARRAY);
    if (c == '{') return open_container(s, JSON_OBJECT);
    if (word_byte(c)) return scan_word(s);
    return fail_unexpected(s);
}

static bool scan_one(scanner *s) {
    char c = *s->at;
    switch (s->state) {
    case VALUE_OR_CLOSE:
        if (c == ']') return close_container(s);
        return scan_value(s);
    case VALUE: return scan_value(s);
    case KEY_OR_CLOSE:
        if (c == '}') return close_container(s);
        // fall through
    case KEY:
        if (c != '"') return fail_unexpected(s);
        s->state = COLON;
        return scan_string(s);
    case COLON:
        if (c != ':') return fail_unexpected(s);
        s->state = VALUE;
        s->at++;
        return true;
    case COMMA_OR_CLOSE: {
        bool in_object = innermost(s)->kind == JSON_OBJECT;
        if (c == (in_object ? '}' : ']')) return close_container(s);
        if (c != ',') return fail_unexpected(s);
        s->state = in_object ? KEY : VALUE;
        s->at++;
        return true;
    }
    default: return fail_unexpected(s);
    }
}

static bool scan_all(scanner *s) {
    for (;;) {
        while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\r' || *s->at == '\t'))
            s->at++;
        if (s->at == s->end) break;
        if (!scan_one(s)) return false;
    }
    if (s->state == NOTHING) return true;
    if (s->tape.count == 0) return fail_here(s, "the file is empty");
    if (s->depth == 0) return fail_here(s, "a value is expected here");
    return json_fail(&s->tape, offset_of(s, s->at), s->error, "the file ends inside the %c of line %d",
                     innermost(s)->kind == JSON_OBJECT ? '{' : '[', innermost_line(s));
}

bool json_read(const char *name, const char *source, size_t size, arena *memory, json_tape *tape,
               pantin_error *error) {
    if (size >= INT_MAX)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "too large; at most 2 GB can be read");
    scanner s = { .tape = { .name = name, .source = source, .size = size },
                  .at = source, .end = source + size, .state = VALUE, .error = error };
    bool done = false;
    if (size >= 3 && memcmp(source, "\xef\xbb\xbf", 3) == 0) {
        fail_here(&s, "the file begins with a byte order mark; save it without");
    } else if (scan_all(&s)) {
        *tape = s.tape;
        tape->tokens = ARENA_ARRAY(memory, json_token, s.tape.count);
        done = tape->tokens != NULL;
        if (done) memcpy(tape->tokens, s.tape.tokens, (size_t)s.tape.count * sizeof *tape->tokens);
        else memory_fail(error, "the tokens of a file");
    }
    memory_free(s.tape.tokens, (size_t)s.capacity, sizeof *s.tape.tokens);
    return done;
}

int json_find(const json_tape *tape, int object, const char *key) {
    const json_token *t = &tape->tokens[object];
    if (t->kind != JSON_OBJECT) return PANTIN_NONE;
    int at = object + 1;
    for (int i = 0; i < t->count; i++) {
        if (json_equal(tape, at, key)) return at + 1;
        at = tape->tokens[at + 1].next;
    }
    return PANTIN_NONE;
}

double json_number(const json_tape *tape, int token) {
    const json_token *t = &tape->tokens[token];
    double value = 0;
    text_to_double(tape->source + t->start, (size_t)(t->end - t->start), &value);
    return value;
}
