// trace.h — private to measure: what is kept of a film while it passes, and who reads it
// afterwards.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_TRACE_H
#define MEASURE_TRACE_H

#include "base/arena.h"
#include "base/text.h"
#include "pantin/measure.h"
#include "worst.h"

/// One piece at one frame.
typedef struct trace_piece {
    int piece; // of the puppet
    pantin_deform_status status;
    int iterations, repair_rounds, inverted_raw;
    pantin_bend_quality quality;
    float bind_max; // of a triangle
} trace_piece;

/// One actor at one frame.
typedef struct trace_actor {
    int view;         // the one whose pieces cover most, or PANTIN_NONE: nothing is seen
    int drawings;     // how many views are seen at once
    int pixels;       // in the id buffer; PANTIN_NONE: no ids were given
    int feet_planted; // planted in this frame and the one before
    double feet_slide_px;
    int piece_count; // in draw order from trace_piece_at(trace, frame, cast, 0)
} trace_actor;

typedef struct trace_frame {
    bool seen;
    int frame, camera;
    double score_frame;
} trace_frame;

/// One of the cast: where its figures stand among a frame's, and what measures it.
typedef struct trace_cast {
    const char *name, *method;
    const pantin_puppet *puppet;
    int first_piece, max_pieces;
    int first_handle;
    pantin_bend_meter **meters; // one a piece of the puppet
    double *stretch;            // scratch, one a triangle of its largest piece
    float **strain;             // a piece, a triangle: its largest stretch over the film
    float **bind;               // likewise its largest bind
    bool *covered;              // scratch, one a piece of a pose
    double *view_area;          // scratch, one a view
    pantin_vec2 *feet;          // one a handle: where it stood in the frame before, m
    uint32_t feet_planted;      // in the frame before
    int feet_frame, feet_view;  // which frame and view that was; PANTIN_NONE: none
} trace_cast;

struct pantin_trace {
    const pantin_show *show;
    const pantin_show_info *info;
    pantin_trace_options options;
    int from, frame_count; // frames expected
    int pieces_a_frame, handles_a_frame;
    trace_frame *frames;    // frame_count
    trace_actor *actors;    // frame_count * cast_count
    trace_piece *pieces;    // frame_count * pieces_a_frame
    float *handle_error_px; // frame_count * handles_a_frame; < 0: not shown
    trace_cast *cast;
    const pantin_puppet **puppets; // one an actor
    worst_frames worst;
    const pantin_advice *advice; // or NULL
    struct contact_sheet *sheet;
    arena memory;
};

static inline trace_actor *trace_actor_at(const pantin_trace *trace, int index, int cast) {
    return &trace->actors[(size_t)index * (size_t)trace->info->cast_count + (size_t)cast];
}

static inline trace_piece *trace_piece_at(const pantin_trace *trace, int index, int cast, int k) {
    size_t row = (size_t)index * (size_t)trace->pieces_a_frame;
    return &trace->pieces[row + (size_t)(trace->cast[cast].first_piece + k)];
}

static inline float *trace_handles_at(const pantin_trace *trace, int index, int cast) {
    size_t row = (size_t)index * (size_t)trace->handles_a_frame;
    return &trace->handle_error_px[row + (size_t)trace->cast[cast].first_handle];
}

/// How far the middle of a handle's vertices lies from where it should, px of the drawing.
double trace_handle_error(const pantin_puppet_handle *handle, const pantin_point32 *vertices,
                          pantin_vec2 target);

/// "hand" where that is unique in the puppet, else "body.hand".
void trace_handle_name(const pantin_puppet *puppet, int handle, char *name, size_t size);

/// Which views are seen, how many pixels, how far planted feet slid: fills everything of `out` but
/// piece_count.
void trace_look(pantin_trace *trace, int cast, const pantin_take_frame *frame,
                const pantin_ids *ids, trace_actor *out);

/// `value` to six significant digits: what a reader can use, in half the bytes.
double trace_round(double value);

/// Some piece has a protected region.
bool trace_has_features(const pantin_trace *trace);

/// A frame of the film where the score says its frame 0 is; found in the frames seen. 0 if none
/// was.
int trace_scene_start(const pantin_trace *trace);

#endif
