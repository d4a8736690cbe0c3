// bvh_file.h — a BVH as it was read, and the cursor that reads it: shared by bvh*.c alone.
// SPDX-License-Identifier: MIT
#ifndef MOTION_BVH_FILE_H
#define MOTION_BVH_FILE_H

#include "motion/bvh.h"
#include "motion/clip.h"

enum {
    BVH_CHANNELS_MOST = 12, // of a joint; 6 is usual
    BVH_JOINTS_MOST = 10000,
    BVH_DEPTH_MOST = 256,
    BVH_NOTES_MOST = 6,
    BVH_VALUE_MOST = 1000000000, // of a number in the file, either sign
};

/// Bytes from..to of the file; from == to: nothing.
typedef struct bvh_span {
    size_t from, to;
} bvh_span;

typedef struct bvh_joint {
    const char *name; // never empty
    int parent;       // PANTIN_NONE: a root
    int depth;
    bool end;                            // an End Site
    double offset[3];                    // in the file's units and axes
    uint8_t channels[BVH_CHANNELS_MOST]; // in file order: 0..2 positions x, y, z; 3..5 rotations
    int channel_count;
    int first;     // its first channel's place in a row
    bool absolute; // its position channels give the place in the parent, not a way from OFFSET
} bvh_joint;

struct bvh_document {
    const char *animation; // the file's name without folder and ending
    bvh_joint *joints;     // in file order: parents first
    int joint_count;
    int width;      // channels of all joints: numbers in a row
    double *values; // frames * width
    bvh_span *rows; // where each row's numbers stand
    int frames;
    double fps;          // 0: the file's frame time cannot be used
    bvh_span count_word; // the number behind "Frames:"
    bvh_span time_word;  // the number behind "Frame Time:"
    bool has_time;       // there is such a line
    size_t rows_at;      // where the rows begin: all before is kept
    const char *notes[BVH_NOTES_MOST];
    int note_count;
};

static inline bool bvh_channel_turns(int channel) { return channel >= 3; }
static inline int bvh_channel_axis(int channel) { return channel % 3; }

// --- the cursor ----------------------------------------------------------------------------------------

typedef struct bvh_reader {
    const char *path, *text;
    size_t size, at;
    arena *memory;
    bvh_document *document;
    pantin_error *error;
} bvh_reader;

/// Fails at an offset: path:line:column, lines ending with LF, CR LF or CR.
bool bvh_fail(const bvh_reader *reader, size_t offset, const char *format, ...) PANTIN_FORMAT(3, 4);
/// A remark for every clip made of the file.
void bvh_note(const bvh_reader *reader, const char *format, ...) PANTIN_FORMAT(2, 3);

/// Skips white space; answers whether a line ended in it.
bool bvh_skip_space(bvh_reader *reader);
/// Skips white space within the line.
void bvh_skip_blanks(bvh_reader *reader);
/// The next word: up to white space or a brace, a brace being a word of its own; empty at the end.
bvh_span bvh_peek(bvh_reader *reader);
bvh_span bvh_take(bvh_reader *reader);
/// What is left of the line up to a brace, without the white space around it.
bvh_span bvh_take_line(bvh_reader *reader);
/// Is it that word, given in lower case?
bool bvh_is(const bvh_reader *reader, bvh_span word, const char *lower);
/// Steps over these letters, whatever their case, if they come next.
bool bvh_eat(bvh_reader *reader, const char *lower);
/// The words as they may stand in a message.
const char *bvh_quote(const bvh_reader *reader, bvh_span words, char buffer[64]);
/// A finite number of at most 1e9; false with the place and what is wrong with it.
bool bvh_number(const bvh_reader *reader, bvh_span word, double *value);

// --- the parts of reading --------------------------------------------------------------------------------

bool bvh_read_hierarchy(bvh_reader *reader); // up to and over MOTION
bool bvh_read_motion(bvh_reader *reader);    // the counts and the rows
bool bvh_find_places(bvh_reader *reader);    // what position channels mean

bool bvh_joint_moves(const bvh_joint *joint); // has position channels
bool bvh_joint_turns(const bvh_joint *joint); // has rotation channels

/// The clip at the file's own frames, in metres and y up; no rate but the file's (or `fps` where it has none).
PANTIN_CHECKED bool bvh_sample_own(const pantin_motion *motion, pantin_clip *clip,
                                   pantin_error *error);
/// The median of `count` values; 0 of none. `order` and `scratch` hold count ints each.
double bvh_median(const double *values, int count, int *order, int *scratch);
/// The turn that leads the file's axes to y up.
quat bvh_up_turn(char up);
/// Guesses unit and up axis of a clip still in the file's units and axes, and tells what is not usual.
PANTIN_CHECKED bool bvh_guess_space(const pantin_motion_options *options, pantin_clip *clip,
                                    pantin_error *error);

// --- angles ------------------------------------------------------------------------------------------------

/// The rotation of a joint's channels: the first one turns last.
quat bvh_angles_turn(const bvh_joint *joint, const double *values);
/// Angles (deg) for all rotation channels of a joint that make `turn`, nearest to those in `values`, which
/// they replace. Channels that three others make needless become 0.
void bvh_turn_angles(const bvh_joint *joint, quat turn, double *values);

#endif
