// text_format.c — printf's common conversions, the same on every platform and in every locale.
//
// One loop reads the format and hands finished pieces to a sink: a growing text or a fixed buffer.
// %g is the shortest text that reads back as the same double; %.Nf is exact (see number_write.c).
// SPDX-License-Identifier: MIT
#include <limits.h>
#include <string.h>

#include "base/number.h"

typedef struct sink {
    text *grows;
    char *buffer; // when not `grows`
    size_t size, used;
} sink;

typedef struct conversion {
    bool zero, left;
    int width, precision; // precision -1: none was given
    int size;             // 0 int, 1 long, 2 long long, 3 size_t
    char kind;
} conversion;

static void sink_put(sink *out, const char *bytes, size_t size) {
    if (out->grows) {
        text_bytes(out->grows, bytes, size);
        return;
    }
    size_t room = out->size > 0 ? out->size - 1 - out->used : 0;
    if (size > room) size = room;
    if (size > 0) memcpy(out->buffer + out->used, bytes, size);
    out->used += size;
}

static void sink_pad(sink *out, char c, int count) {
    char run[32];
    memset(run, c, sizeof run);
    for (; count > 0; count -= (int)sizeof run)
        sink_put(out, run, count < (int)sizeof run ? (size_t)count : sizeof run);
}

// A finished piece in its width. Zeros go between sign and digits.
static void put_padded(sink *out, const conversion *c, const char *bytes, size_t size, bool number) {
    int pad = size < (size_t)c->width ? c->width - (int)size : 0;
    if (pad > 0 && !c->left) {
        bool zeros = number && c->zero;
        if (zeros && size > 0 && bytes[0] == '-') {
            sink_put(out, bytes++, 1);
            size--;
        }
        sink_pad(out, zeros ? '0' : ' ', pad);
    }
    sink_put(out, bytes, size);
    if (pad > 0 && c->left) sink_pad(out, ' ', pad);
}

static void put_integer(sink *out, const conversion *c, unsigned long long value, bool negative) {
    char digits[32];
    size_t at = sizeof digits;
    unsigned base = c->kind == 'x' || c->kind == 'X' ? 16 : 10;
    const char *figures = c->kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    int least = c->precision < 0 ? 1 : c->precision < 24 ? c->precision : 24;
    for (; value > 0 || least > 0; value /= base, least--) digits[--at] = figures[value % base];
    if (negative) digits[--at] = '-';
    put_padded(out, c, digits + at, sizeof digits - at, c->precision < 0);
}

static int read_count(const char **format, va_list *arguments) {
    if (**format == '*') {
        (*format)++;
        return va_arg(*arguments, int);
    }
    int count = 0;
    for (; **format >= '0' && **format <= '9'; (*format)++)
        if (count < INT_MAX / 20) count = count * 10 + (**format - '0');
    return count;
}

static conversion read_conversion(const char **format, va_list *arguments) {
    conversion c = { .precision = -1 };
    for (; **format == '0' || **format == '-'; (*format)++)
        *(**format == '0' ? &c.zero : &c.left) = true;
    c.width = read_count(format, arguments);
    if (c.width < 0) {
        c.left = true;
        c.width = c.width == INT_MIN ? 0 : -c.width;
    }
    if (**format == '.') {
        (*format)++;
        c.precision = read_count(format, arguments); // a negative one counts as none, as in C
    }
    for (; **format == 'l' || **format == 'z' || **format == 'h'; (*format)++)
        c.size = **format == 'z' ? 3 : **format == 'l' ? c.size + 1 : c.size;
    c.kind = **format;
    if (c.kind) (*format)++;
    return c;
}

static void put_text(sink *out, const conversion *c, const char *value) {
    if (!value) value = "(null)";
    size_t size = 0, limit = c->precision < 0 ? SIZE_MAX : (size_t)c->precision;
    while (size < limit && value[size]) size++;
    put_padded(out, c, value, size, false);
}

static void put_double(sink *out, const conversion *c, double value) {
    char buffer[NUMBER_FIXED_SIZE];
    bool fixed = c->kind == 'f' || c->kind == 'F';
    size_t size = fixed ? number_fixed(buffer, value, c->precision < 0 ? 6 : c->precision)
                        : text_from_double(buffer, value);
    bool finite = value - value == 0;
    // What rounds to nothing has no sign: "-0.00" reads like a fault.
    size_t sign = fixed && buffer[0] == '-' && strspn(buffer + 1, "0.") == size - 1;
    put_padded(out, c, buffer + sign, size - sign, finite);
}

static void put_one(sink *out, const conversion *c, va_list *arguments) {
    unsigned long long whole;
    long long with_sign;
    char one;
    switch (c->kind) {
    case 'd': case 'i':
        with_sign = c->size == 0   ? va_arg(*arguments, int)
                    : c->size == 1 ? va_arg(*arguments, long)
                    : c->size == 2 ? va_arg(*arguments, long long)
                                   : (long long)va_arg(*arguments, ptrdiff_t);
        whole = with_sign < 0 ? 0ull - (unsigned long long)with_sign : (unsigned long long)with_sign;
        put_integer(out, c, whole, with_sign < 0);
        return;
    case 'u': case 'x': case 'X':
        whole = c->size == 0   ? va_arg(*arguments, unsigned)
                : c->size == 1 ? va_arg(*arguments, unsigned long)
                : c->size == 2 ? va_arg(*arguments, unsigned long long)
                               : va_arg(*arguments, size_t);
        put_integer(out, c, whole, false);
        return;
    case 'c':
        one = (char)va_arg(*arguments, int);
        put_padded(out, c, &one, 1, false);
        return;
    case 's': put_text(out, c, va_arg(*arguments, const char *)); return;
    case 'f': case 'F': case 'g': case 'G': case 'e': case 'E':
        put_double(out, c, va_arg(*arguments, double));
        return;
    case '%': sink_put(out, "%", 1); return;
    default: sink_put(out, "?", 1); // the compiler's format check has warned
    }
}

static void format_into(sink *out, const char *format, va_list *arguments) {
    while (*format) {
        size_t plain = 0;
        while (format[plain] && format[plain] != '%') plain++;
        if (plain > 0) sink_put(out, format, plain);
        format += plain;
        if (!*format) break;
        format++;
        conversion c = read_conversion(&format, arguments);
        put_one(out, &c, arguments);
    }
}

void text_format_list(text *t, const char *format, va_list arguments) {
    sink out = { .grows = t };
    va_list own; // a va_list parameter may be an array; only a local one has an address we can pass
    va_copy(own, arguments);
    format_into(&out, format, &own);
    va_end(own);
}

void text_format(text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_format_list(t, format, arguments);
    va_end(arguments);
}

size_t text_print_list(char *buffer, size_t size, const char *format, va_list arguments) {
    sink out = { .buffer = buffer, .size = size };
    va_list own;
    va_copy(own, arguments);
    format_into(&out, format, &own);
    va_end(own);
    if (size > 0) buffer[out.used] = 0;
    return out.used;
}

size_t text_print(char *buffer, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t used = text_print_list(buffer, size, format, arguments);
    va_end(arguments);
    return used;
}
