// bvh_read.c — the hierarchy of a BVH: joints, offsets and channels, in whatever order and spelling.
//
//     HIERARCHY  (ROOT name { OFFSET x y z  CHANNELS n words  (JOINT … | End Site …)* })+  MOTION …
//
// Read without recursion: an open joint is its child's parent. What readers differ on is accepted (several
// roots, channels before the offset, a JOINT on top, names with spaces, a count of channels that lies) and
// told where it may matter; what cannot be understood is refused with its place.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/text.h"
#include "motion/bvh_file.h"

static const char *const channel_words[] = { "Xposition", "Yposition", "Zposition", "Xrotation",
                                             "Yrotation", "Zrotation", NULL };

/// 0..5, or PANTIN_NONE.
static int channel_of(const bvh_reader *reader, bvh_span word) {
    static const char *const lower[] = { "xposition", "yposition", "zposition",
                                         "xrotation", "yrotation", "zrotation" };
    for (int k = 0; k < 6; k++)
        if (bvh_is(reader, word, lower[k])) return k;
    return PANTIN_NONE;
}

static bool read_offset(bvh_reader *reader, bvh_joint *joint) {
    for (int k = 0; k < 3; k++)
        if (!bvh_number(reader, bvh_take(reader), &joint->offset[k])) return false;
    return true;
}

static bool fail_channel(const bvh_reader *reader, bvh_span word) {
    char quoted[64];
    const char *nearest =
        text_nearest(reader->text + word.from, word.to - word.from, channel_words);
    bvh_quote(reader, word, quoted);
    if (nearest != NULL)
        return bvh_fail(reader, word.from, "no channel \"%s\"; did you mean %s?", quoted, nearest);
    return bvh_fail(reader, word.from,
                    "no channel \"%s\"; they are X, Y, Zposition and X, Y, Zrotation", quoted);
}

/// "CHANNELS n" and its words. The words count, not n: where they differ it is told.
static bool read_channels(bvh_reader *reader, bvh_joint *joint) {
    bvh_document *document = reader->document;
    double announced = 0;
    bvh_span word = bvh_peek(reader);
    if (joint->channel_count > 0)
        return bvh_fail(reader, word.from, "CHANNELS stands twice in joint \"%s\"", joint->name);
    bool has_count = channel_of(reader, word) == PANTIN_NONE;
    if (has_count && !bvh_number(reader, bvh_take(reader), &announced)) return false;
    joint->first = document->width;
    for (;;) {
        word = bvh_peek(reader);
        int channel = channel_of(reader, word);
        if (channel == PANTIN_NONE) break;
        if (joint->channel_count == BVH_CHANNELS_MOST)
            return bvh_fail(reader, word.from, "more than %d channels in joint \"%s\"",
                            BVH_CHANNELS_MOST, joint->name);
        joint->channels[joint->channel_count++] = (uint8_t)channel;
        reader->at = word.to;
    }
    document->width += joint->channel_count;
    if (has_count && announced == joint->channel_count) return true;
    // A misspelt channel looks like the end of the list: only a word of the grammar may follow it.
    char first = word.from < reader->size ? reader->text[word.from] : '}';
    if (first != '{' && first != '}' && !bvh_is(reader, word, "offset") &&
        !bvh_is(reader, word, "joint") && !bvh_is(reader, word, "end"))
        return fail_channel(reader, word);
    bvh_note(reader, "joint \"%s\" announces %g channels and lists %d", joint->name, announced,
             joint->channel_count);
    return true;
}

/// The name as it can be printed; one that is missing is made of the joint's number.
static const char *name_of(bvh_reader *reader, bvh_span words, int index) {
    char buffer[256];
    size_t length =
        text_printable(buffer, sizeof buffer, reader->text + words.from, words.to - words.from);
    if (length == 0) length = text_print(buffer, sizeof buffer, "node%d", index);
    return arena_text(reader->memory, buffer, length);
}

/// "End Site" has no name of its own as a rule: it gets its parent's.
static const char *end_name(bvh_reader *reader, bvh_span words, int parent, int index) {
    if (words.to > words.from || parent == PANTIN_NONE) return name_of(reader, words, index);
    char buffer[300];
    const char *above = reader->document->joints[parent].name;
    size_t length = text_print(buffer, sizeof buffer, "%s_end", above != NULL ? above : "");
    return arena_text(reader->memory, buffer, length);
}

/// Behind the keyword: the rest of its line and the opening brace. Answers the joint, or PANTIN_NONE.
static int open_joint(bvh_reader *reader, bvh_span keyword, int parent, int capacity) {
    bvh_document *document = reader->document;
    bool end = bvh_is(reader, keyword, "end");
    if (end) {
        bvh_skip_blanks(reader);
        bvh_eat(reader, "site");
    }
    bvh_span words = bvh_take_line(reader), brace = bvh_take(reader);
    if (!bvh_is(reader, brace, "{")) {
        bvh_fail(reader, brace.from, "a { should open the joint named before");
        return PANTIN_NONE;
    }
    int index = document->joint_count;
    int depth = parent == PANTIN_NONE ? 0 : document->joints[parent].depth + 1;
    if (index == capacity || depth > BVH_DEPTH_MOST) {
        bvh_fail(reader, keyword.from, "more than %d joints, or more than %d under one another",
                 BVH_JOINTS_MOST, BVH_DEPTH_MOST);
        return PANTIN_NONE;
    }
    const char *name = end ? end_name(reader, words, parent, index) : name_of(reader, words, index);
    document->joints[index] = (bvh_joint){ .name = name != NULL ? name : "",
                                           .parent = parent,
                                           .depth = depth,
                                           .end = end,
                                           .first = document->width };
    document->joint_count++;
    return index;
}

/// Every joint opens a brace, so their number is the file's own promise.
static int count_braces(const bvh_reader *reader) {
    int count = 0;
    for (size_t at = reader->at; at < reader->size && count < BVH_JOINTS_MOST; at++)
        if (reader->text[at] == '{') count++;
    return count;
}

static bool fail_inside(const bvh_reader *reader, bvh_span word, int open) {
    char quoted[64];
    const char *name = reader->document->joints[open].name;
    if (word.from == word.to || bvh_is(reader, word, "motion"))
        return bvh_fail(reader, word.from, "joint \"%s\" is not closed: a } is missing", name);
    return bvh_fail(
        reader, word.from,
        "\"%s\" in joint \"%s\", where OFFSET, CHANNELS, JOINT, End Site or } may stand",
        bvh_quote(reader, word, quoted), name);
}

/// One word inside an open joint, and what belongs to it. `open` moves to the joint then open.
static bool read_inside(bvh_reader *reader, int *open, int capacity) {
    bvh_joint *joint = &reader->document->joints[*open];
    bvh_span word = bvh_take(reader);
    if (bvh_is(reader, word, "offset")) return read_offset(reader, joint);
    if (bvh_is(reader, word, "channels")) return read_channels(reader, joint);
    if (bvh_is(reader, word, "}")) {
        if (joint->channel_count > 0)
            joint->end = false; // it moves: a joint, whatever it is called
        *open = joint->parent;
        return true;
    }
    if (bvh_is(reader, word, "joint") || bvh_is(reader, word, "end")) {
        *open = open_joint(reader, word, *open, capacity);
        return *open != PANTIN_NONE;
    }
    return fail_inside(reader, word, *open);
}

bool bvh_read_hierarchy(bvh_reader *reader) {
    bvh_document *document = reader->document;
    int capacity = count_braces(reader), open = PANTIN_NONE;
    document->joints = ARENA_ARRAY(reader->memory, bvh_joint, capacity);
    if (document->joints == NULL) return memory_fail(reader->error, "the joints");
    bvh_take(reader); // HIERARCHY: by it the file was recognized
    for (;;) {
        if (open != PANTIN_NONE) {
            if (!read_inside(reader, &open, capacity)) return false;
            continue;
        }
        bvh_span word = bvh_take(reader);
        if (bvh_is(reader, word, "motion") && document->joint_count > 0) break;
        if (bvh_is(reader, word, "root") || bvh_is(reader, word, "joint")) {
            open = open_joint(reader, word, PANTIN_NONE, capacity);
            if (open == PANTIN_NONE) return false;
            continue;
        }
        char quoted[64];
        if (word.from == word.to)
            return bvh_fail(reader, word.from, "the file ends before MOTION: there is no motion");
        return bvh_fail(reader, word.from, "\"%s\" where ROOT%s should stand",
                        bvh_quote(reader, word, quoted),
                        document->joint_count > 0 ? " or MOTION" : "");
    }
    if (document->width == 0)
        return bvh_fail(reader, reader->at, "no joint has channels: nothing can move");
    return true;
}

// --- the whole file ------------------------------------------------------------------------------------

/// The path without folders and ending.
static const char *stem_of(const char *path, arena *memory) {
    const char *from = path;
    for (const char *c = path; *c != '\0'; c++)
        if (*c == '/' || *c == '\\') from = c + 1;
    size_t length = strlen(from);
    for (size_t k = length; k > 1; k--)
        if (from[k - 1] == '.') {
            length = k - 1;
            break;
        }
    return arena_text(memory, from, length);
}

bool bvh_read(pantin_motion *motion, pantin_error *error) {
    bvh_document *document = ARENA_ARRAY(&motion->memory, bvh_document, 1);
    if (document == NULL) return memory_fail(error, "the BVH");
    bvh_reader reader = { .path = motion->name,
                          .text = (const char *)motion->bytes,
                          .size = motion->size,
                          .memory = &motion->memory,
                          .document = document,
                          .error = error };
    motion->bvh = document;
    document->animation = stem_of(motion->name, &motion->memory);
    if (motion->size >= 3 && memcmp(motion->bytes, "\xEF\xBB\xBF", 3) == 0) reader.at = 3;
    if (!bvh_read_hierarchy(&reader) || !bvh_read_motion(&reader)) return false;
    char quoted[64];
    if (document->fps == 0 && motion->options.fps == 0)
        return bvh_fail(&reader, document->time_word.from,
                        "the frame time is %s, not within 0.0001..100 s; say the rate with --fps",
                        document->time_word.to > document->time_word.from
                            ? bvh_quote(&reader, document->time_word, quoted)
                            : "missing");
    if (!bvh_find_places(&reader)) return false;
    return !arena_failed(&motion->memory) || memory_fail(error, "the BVH");
}

const char *bvh_animation_name(const pantin_motion *motion) { return motion->bvh->animation; }
