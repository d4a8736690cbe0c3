// bvh_text.c — the words of a BVH: white space, line ends of all three kinds, numbers, and places for messages.
//
// Numbers are decimal with a point. One with at most 15 digits and a power of ten within 1e22 is a quotient
// or product of two exact doubles and therefore correctly rounded (Clinger 1990); others go the long way.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "motion/bvh_file.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
static bool is_brace(char c) { return c == '{' || c == '}'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static char lower_of(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

// --- messages ------------------------------------------------------------------------------------------

bool bvh_fail(const bvh_reader *reader, size_t offset, const char *format, ...) {
    int line = 1;
    size_t begin = 0;
    for (size_t at = 0; at < offset && at < reader->size; at++) {
        char c = reader->text[at];
        if (!is_line_end(c)) continue;
        if (c == '\r' && at + 1 < reader->size && reader->text[at + 1] == '\n') continue;
        line++;
        begin = at + 1;
    }
    char where[1024], line_text[512];
    text_print(where, sizeof where, "%s:%d:%zu", reader->path, line, offset - begin + 1);
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line_text, sizeof line_text, format, arguments);
    va_end(arguments);
    return pantin_fail(reader->error, PANTIN_ERROR_FORMAT, where, "%s", line_text);
}

void bvh_note(const bvh_reader *reader, const char *format, ...) {
    bvh_document *document = reader->document;
    if (document->note_count == BVH_NOTES_MOST) return;
    char line_text[256];
    va_list arguments;
    va_start(arguments, format);
    size_t length = text_print_list(line_text, sizeof line_text, format, arguments);
    va_end(arguments);
    const char *kept = arena_text(reader->memory, line_text, length);
    if (kept != NULL) document->notes[document->note_count++] = kept;
}

const char *bvh_quote(const bvh_reader *reader, bvh_span words, char buffer[64]) {
    text_printable(buffer, 64, reader->text + words.from, words.to - words.from);
    return buffer;
}

// --- words ---------------------------------------------------------------------------------------------

bool bvh_skip_space(bvh_reader *reader) {
    bool ended = false;
    while (reader->at < reader->size) {
        char c = reader->text[reader->at];
        if (is_line_end(c))
            ended = true;
        else if (!is_blank(c))
            break;
        reader->at++;
    }
    return ended;
}

void bvh_skip_blanks(bvh_reader *reader) {
    while (reader->at < reader->size && is_blank(reader->text[reader->at])) reader->at++;
}

bvh_span bvh_peek(bvh_reader *reader) {
    bvh_skip_space(reader);
    size_t to = reader->at;
    while (to < reader->size && !is_blank(reader->text[to]) && !is_line_end(reader->text[to]) &&
           !is_brace(reader->text[to]))
        to++;
    if (to == reader->at && to < reader->size) to++; // a brace
    return (bvh_span){ reader->at, to };
}

bvh_span bvh_take(bvh_reader *reader) {
    bvh_span word = bvh_peek(reader);
    reader->at = word.to;
    return word;
}

bvh_span bvh_take_line(bvh_reader *reader) {
    bvh_skip_blanks(reader);
    bvh_span line = { reader->at, reader->at };
    while (reader->at < reader->size && !is_line_end(reader->text[reader->at]) &&
           !is_brace(reader->text[reader->at]))
        if (!is_blank(reader->text[reader->at++])) line.to = reader->at;
    return line;
}

bool bvh_is(const bvh_reader *reader, bvh_span word, const char *lower) {
    size_t length = strlen(lower);
    if (word.to - word.from != length) return false;
    for (size_t k = 0; k < length; k++)
        if (lower_of(reader->text[word.from + k]) != lower[k]) return false;
    return true;
}

bool bvh_eat(bvh_reader *reader, const char *lower) {
    size_t length = strlen(lower);
    if (reader->size - reader->at < length) return false;
    if (!bvh_is(reader, (bvh_span){ reader->at, reader->at + length }, lower)) return false;
    reader->at += length;
    return true;
}

// --- numbers -------------------------------------------------------------------------------------------

/// A decimal number, taken apart: sign, all digits as they stand, and where the point belongs.
typedef struct decimal {
    bool negative;
    uint64_t digits; // those before `count` reached 19
    int count;       // of digits, leading zeros not counted
    int power;       // value = digits * 10^power, when count <= 19
} decimal;

/// An exponent: digits behind e and a sign; beyond 9999 it stays there. False: none.
static bool take_exponent(const char **at, const char *end, int *power) {
    const char *c = *at + 1;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) c++;
    if (c == end || !is_digit(*c)) return false;
    int value = 0;
    for (; c < end && is_digit(*c); c++)
        if (value < 10000) value = 10 * value + (*c - '0');
    *power += negative ? -value : value;
    *at = c;
    return true;
}

static bool take_apart(const char *at, const char *end, decimal *d) {
    *d = (decimal){ 0 };
    d->negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    bool any = false, behind_point = false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !behind_point)); at++) {
        if (*at == '.') {
            behind_point = true;
            continue;
        }
        any = true;
        if (d->count > 0 || *at != '0') d->count++;
        if (d->count <= 19) d->digits = 10 * d->digits + (uint64_t)(*at - '0');
        if (behind_point) d->power--;
    }
    if (any && at < end && (*at == 'e' || *at == 'E') && !take_exponent(&at, end, &d->power))
        return false;
    return any && at == end;
}

/// The long way: the number in JSON's spelling, for the exact reader.
static bool read_slowly(const char *at, const char *end, const decimal *d, double *value) {
    char buffer[512];
    size_t length = 0;
    if ((size_t)(end - at) > sizeof buffer - 32) return false;
    if (d->negative) buffer[length++] = '-';
    bool leading = true;
    for (; at < end && *at != 'e' && *at != 'E'; at++) {
        if (!is_digit(*at) || (leading && *at == '0')) continue;
        leading = false;
        buffer[length++] = *at;
    }
    if (leading) buffer[length++] = '0';
    length += text_print(buffer + length, sizeof buffer - length, "e%d", d->power);
    return text_to_double(buffer, length, value);
}

static bool read_decimal(const char *at, const char *end, double *value) {
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    decimal d;
    if (!take_apart(at, end, &d)) return false;
    if (d.count > 15 || d.power > 22 || d.power < -22) return read_slowly(at, end, &d, value);
    double digits = (double)d.digits;
    double size = d.power < 0 ? digits / powers[-d.power] : digits * powers[d.power];
    *value = d.negative ? -size : size;
    return true;
}

/// Says what is wrong with a word that should have been a number.
static bool fail_number(const bvh_reader *reader, bvh_span word) {
    char quoted[64];
    const char *from = reader->text + word.from;
    size_t length = word.to - word.from;
    bvh_quote(reader, word, quoted);
    if (length == 0)
        return bvh_fail(reader, word.from, "the file ends where a number should stand");
    if (memchr(from, ',', length) != NULL)
        return bvh_fail(reader, word.from,
                        "a comma in \"%s\": write decimals with a point and part numbers by spaces",
                        quoted);
    bvh_span rest = word;
    if (*from == '-' || *from == '+') rest.from++;
    if (bvh_is(reader, rest, "nan") || bvh_is(reader, rest, "inf") ||
        bvh_is(reader, rest, "infinity") || memchr(from, '#', length) != NULL)
        return bvh_fail(reader, word.from,
                        "\"%s\" is no place and no angle; fill the gap where the take was made",
                        quoted);
    return bvh_fail(reader, word.from, "a number should stand here, not \"%s\"", quoted);
}

bool bvh_number(const bvh_reader *reader, bvh_span word, double *value) {
    if (!read_decimal(reader->text + word.from, reader->text + word.to, value))
        return fail_number(reader, word);
    if (!(*value >= -BVH_VALUE_MOST && *value <= BVH_VALUE_MOST)) {
        char quoted[64];
        return bvh_fail(reader, word.from, "%s is beyond 1e9, which no figure needs",
                        bvh_quote(reader, word, quoted));
    }
    return true;
}
