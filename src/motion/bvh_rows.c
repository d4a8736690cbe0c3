// bvh_rows.c — the motion of a BVH: how many frames it says it has, how long each lasts, and the rows it has.
//
// The rows in the file count, never the number announced. A row may be broken over lines, and a line may
// hold several whole rows; any other count of numbers would shift all that follows and is refused at the
// line where it is wrong. A last row cut short is left out and told.
// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "base/trig.h"
#include "motion/bvh_file.h"

// --- what stands before the rows -------------------------------------------------------------------------

/// The number behind "Frames:" or "Frame Time:", on its line; empty where there is none.
static bvh_span take_value(bvh_reader *reader) {
    bvh_skip_blanks(reader);
    bvh_eat(reader, ":");
    bvh_skip_blanks(reader);
    size_t before = reader->at;
    bool next_line = bvh_skip_space(reader);
    reader->at = before;
    return next_line ? (bvh_span){ before, before } : bvh_take(reader);
}

/// Times that rates of 0.01..10000 frames/s have. Near a whole rate that one is meant: .0333333 is 30.
static double rate_of(double seconds) {
    if (!(seconds >= 1e-4 && seconds <= 100)) return 0;
    double rate = 1 / seconds, whole = trig_round(rate);
    double slack = 0.02 * (rate > 30 ? rate / 30 : 1), off = rate - whole;
    return whole >= 1 && off <= slack && off >= -slack ? whole : rate;
}

/// "Frames: n" and "Frame Time: s", in either order. False with the place of what is neither.
static bool read_head(bvh_reader *reader) {
    bvh_document *document = reader->document;
    for (;;) {
        bvh_skip_space(reader);
        size_t from = reader->at;
        if (!bvh_eat(reader, "frame")) break;
        if (bvh_eat(reader, "s")) {
            document->count_word = take_value(reader);
            continue;
        }
        bvh_skip_blanks(reader);
        if (!bvh_eat(reader, "time"))
            return bvh_fail(reader, from, "neither \"Frames:\" nor \"Frame Time:\"");
        double seconds;
        document->has_time = true;
        document->time_word = take_value(reader);
        if (document->time_word.to == document->time_word.from) continue;
        if (!bvh_number(reader, document->time_word, &seconds)) return false;
        document->fps = rate_of(seconds);
    }
    if (!document->has_time) document->time_word = (bvh_span){ reader->at, reader->at };
    return true;
}

/// Where the rows begin: at their first line, or right behind the head where it shares that line.
static void find_rows(bvh_reader *reader) {
    bvh_document *document = reader->document;
    size_t head = document->time_word.to;
    if (document->count_word.to > head) head = document->count_word.to;
    size_t at = reader->at;
    while (at > head && reader->text[at - 1] != '\n' && reader->text[at - 1] != '\r') at--;
    document->rows_at = at;
}

// --- rows --------------------------------------------------------------------------------------------------

static size_t count_words(const bvh_reader *reader) {
    bvh_reader ahead = *reader;
    size_t count = 0;
    for (;;) {
        bvh_span word = bvh_take(&ahead);
        if (word.from == word.to) return count;
        count++;
    }
}

/// Where the reading of rows stands.
typedef struct row_state {
    int filled;        // numbers of the row so far
    size_t row_from;   // where it began
    int on_line;       // numbers on the present line so far
    size_t line_from;  // its first one
    int first_line;    // numbers on the line where the row began; 0: it is the present line
    bool began_inside; // another row stands before it on its line
} row_state;

static bool fail_row(const bvh_reader *reader, size_t at, int numbers) {
    return bvh_fail(reader, at, "a line of %d numbers, where the joints have %d channels in all",
                    numbers, reader->document->width);
}

/// At the end of a line: a row may go on, if it began the line.
static bool end_line(const bvh_reader *reader, row_state *s) {
    bool open = s->filled > 0 && s->filled < reader->document->width;
    if (open && s->began_inside) return fail_row(reader, s->line_from, s->on_line);
    if (open && s->first_line == 0) s->first_line = s->on_line;
    s->on_line = 0;
    return true;
}

/// The numbers of a row with the blanks around them, as far as its lines are its own.
static bvh_span with_blanks(const bvh_reader *reader, size_t from, size_t to) {
    bvh_reader behind = *reader;
    behind.at = to;
    bvh_skip_blanks(&behind);
    char next = behind.at < reader->size ? reader->text[behind.at] : '\n';
    if (next == '\n' || next == '\r') to = behind.at;
    size_t before = from;
    while (before > 0 && (reader->text[before - 1] == ' ' || reader->text[before - 1] == '\t'))
        before--;
    if (before > 0 && (reader->text[before - 1] == '\n' || reader->text[before - 1] == '\r'))
        from = before;
    return (bvh_span){ from, to };
}

/// Takes a number's place in the row, beginning a new row where one is full.
static bool place_number(const bvh_reader *reader, row_state *s, bvh_span word) {
    bvh_document *document = reader->document;
    if (s->on_line == 0) s->line_from = word.from;
    if (s->filled == document->width) {
        if (s->first_line > 0 && s->on_line > 0)
            return fail_row(reader, s->row_from, s->first_line);
        s->filled = 0;
    }
    if (s->filled == 0) {
        s->row_from = word.from;
        s->first_line = 0;
        s->began_inside = s->on_line > 0;
    }
    s->on_line++;
    if (++s->filled == document->width)
        document->rows[document->frames++] = with_blanks(reader, s->row_from, word.to);
    return true;
}

static bool read_rows(bvh_reader *reader) {
    bvh_document *document = reader->document;
    row_state state = { 0 };
    size_t used = 0;
    for (;;) {
        if (bvh_skip_space(reader) && !end_line(reader, &state)) return false;
        bvh_span word = bvh_take(reader);
        if (word.from == word.to) break;
        if (!bvh_number(reader, word, &document->values[used++])) return false;
        if (!place_number(reader, &state, word)) return false;
    }
    if (state.filled == 0 || state.filled == document->width) return true;
    if (state.began_inside) return fail_row(reader, state.line_from, state.on_line);
    bvh_note(reader, "the last row is cut short (%d of %d numbers) and left out", state.filled,
             document->width);
    return true;
}

/// The count of frames announced is compared with the rows. One that is off is told; one that no file of this
/// size could hold (a row is two bytes at least) says that most of it is missing.
static bool compare_count(const bvh_reader *reader) {
    const bvh_document *document = reader->document;
    char quoted[64], own[16];
    double said;
    text_print(own, sizeof own, "%d", document->frames);
    bvh_span word = document->count_word;
    if (text_to_double(reader->text + word.from, word.to - word.from, &said) &&
        said > (double)reader->size)
        return bvh_fail(
            reader, word.from,
            "the Frames line says %s, more than %zu bytes can hold: was the file cut short?",
            bvh_quote(reader, word, quoted), reader->size);
    if (word.to == word.from)
        bvh_note(reader, "no frame count: %d rows follow", document->frames);
    else if (!text_equal(reader->text + word.from, word.to - word.from, own))
        bvh_note(reader, "the Frames line says %s, %d rows follow", bvh_quote(reader, word, quoted),
                 document->frames);
    return true;
}

bool bvh_read_motion(bvh_reader *reader) {
    bvh_document *document = reader->document;
    if (!read_head(reader)) return false;
    find_rows(reader);
    size_t words = count_words(reader);
    if (words / (size_t)document->width > 10000000)
        return bvh_fail(reader, reader->at, "more than 10 million rows; cut the clip");
    document->values = ARENA_ARRAY(reader->memory, double, words);
    document->rows = ARENA_ARRAY(reader->memory, bvh_span, words / (size_t)document->width + 1);
    if (arena_failed(reader->memory)) return memory_fail(reader->error, "the rows");
    if (!read_rows(reader)) return false;
    if (document->frames < 3)
        return bvh_fail(reader, document->rows_at,
                        "%d rows of motion, where a clip needs at least 3 frames",
                        document->frames);
    return compare_count(reader);
}
