// proof.h — private to measure: the same poses by several methods, and what is kept of them.
// SPDX-License-Identifier: MIT
#ifndef MEASURE_PROOF_H
#define MEASURE_PROOF_H

#include "base/arena.h"
#include "base/text.h"
#include "pantin/measure.h"

enum { PROOF_FRAMES = 6, PROOF_METHODS = 16 };

/// What every method is asked to do: one of the cast, step by step, as its own method was asked.
typedef struct proof_subject {
    const char *name; // of the cast, or the puppet's
    const pantin_puppet *puppet;
    const char *method; // its own
    bool jumps;         // every step is from rest
    int step_count;
    int *views;             // a step
    int *pieces_drawn;      // a step: how many
    int *orders;            // a step, max_pieces each: pieces back to front
    pantin_target *targets; // a step, a handle
    double *energy; // a step: energy_normalized of its own method's worst piece; < 0: not seen
    pantin_affine *places; // a step: px of the view -> px of the picture
    int max_pieces;
} proof_subject;

/// A row of the sheet.
typedef struct proof_pose {
    const char *name;
    int subject, step;
    int frame;           // of the film, or PANTIN_NONE
    pantin_affine place; // px of the view -> px of the picture; a puppet's: the same px
    double box_px[4];    // of the picture, 0 wide: around it
    bool wanted[PROOF_METHODS];
} proof_pose;

/// How one piece, or all of an actor, fare. The last two are of the worst handle.
typedef struct proof_figures {
    pantin_deform_status status;
    int iterations, repair_rounds, inverted_raw, inverted, branch_points;
    double min_area_ratio, energy_normalized, stretch_mean, stretch_p95, line_spacing_change;
    double feature_distortion, unprotected_distortion;
    double handle_error_px;
    int handle; // of the puppet, or PANTIN_NONE
} proof_figures;

/// One method at one pose.
typedef struct proof_cell {
    proof_figures all;
    proof_figures *pieces; // in draw order
    void *block;           // of the frame
    pantin_pose_frame frame;
} proof_cell;

struct pantin_proof {
    const pantin_show *show; // or NULL
    const char *title;
    pantin_runner runner;
    proof_subject *subjects;
    int subject_count;
    proof_pose *poses;
    int pose_count;
    const char *methods[PROOF_METHODS];
    int method_count;
    proof_cell *cells; // a pose, a method
    arena memory;
};

static inline proof_cell *proof_cell_at(const pantin_proof *proof, int pose, int method) {
    return &proof->cells[pose * proof->method_count + method];
}

static inline pantin_target *proof_targets(const proof_subject *subject, int step) {
    return subject->targets + (size_t)step * (size_t)subject->puppet->handle_count;
}

// --- which poses (proof_poses.c, proof_bends.c) --------------------------------------------------

/// Acts the whole show and keeps what its cast was asked to do; then chooses the poses.
PANTIN_CHECKED bool proof_read_show(pantin_proof *proof, pantin_error *error);
PANTIN_CHECKED bool proof_read_puppet(pantin_proof *proof, const pantin_puppet *puppet,
                                      const char *method, pantin_error *error);
/// Hard bends for a puppet without poses, at most `most` (the first view's): which handles swing
/// about which, farthest first. `scratch`: two doubles a vertex of its largest piece. Answers how many.
typedef struct proof_bend {
    int handle, about; // of the puppet
    double turn;       // rad, x toward y
} proof_bend;
int proof_find_bends(const pantin_puppet *puppet, int most, proof_bend *bends, double *scratch);
/// Targets at rest become those of a bend.
void proof_bend_targets(const pantin_puppet *puppet, const proof_bend *bend, double *scratch,
                        pantin_target *targets);

// --- what they do (proof_walk.c, proof_figures.c) --------------------------------------------------

PANTIN_CHECKED bool proof_walk(pantin_proof *proof, pantin_error *error);

/// Measures frames of one puppet.
typedef struct proof_meter {
    const pantin_puppet *puppet;
    pantin_bend_meter **meters; // a piece
    double *stretch, *area;     // a triangle of all pieces of a frame
    double *ratio;
    int *order, *scratch;
} proof_meter;

PANTIN_CHECKED bool proof_meter_create(proof_meter *meter, arena *memory,
                                       const pantin_puppet *puppet, pantin_error *error);
void proof_meter_destroy(proof_meter *meter);
/// `pieces` gets a figure a piece of the frame.
void proof_measure(proof_meter *meter, const pantin_pose_frame *frame, proof_figures *pieces,
                   proof_figures *all);
/// The mean change, over directions, of the distance of lines drawn across a triangle whose bending
/// has these singular values.
double proof_line_spacing(double sigma1, double sigma2);

// --- how they look (proof_draw.c, proof_row.c) ------------------------------------------------------

/// What is turned over, painted so that it is seen on any ground.
void proof_draw_flips(const pantin_mesh *mesh, const pantin_point32 *vertices, pantin_affine place,
                      const double *ratio, pantin_canvas *canvas);
/// Room a panel of a row takes, px, and what stands between two.
int proof_panel_width(const pantin_proof *proof);
enum { PROOF_MARGIN = 28, PROOF_GAP = 14 };
extern const float proof_paper[4], proof_ink[4], proof_faint[4], proof_alarm[4], proof_good[4];

/// A panel: one method at one pose, its part of the picture `box` (px of the picture) at a scale.
typedef struct proof_panel {
    const pantin_proof *proof;
    int pose, method;
    pantin_box box;
    double scale;
    pantin_raster *raster;
    pantin_texture **textures; // a piece
    pantin_bend_meter **meters;
    double *ratio; // a triangle of the largest piece
} proof_panel;
void proof_draw_panel(const proof_panel *panel, pantin_canvas *canvas);

/// The row of a pose: a panel a method, with its figures, under one heading. `image` is made.
PANTIN_CHECKED bool proof_draw_row(const pantin_proof *proof, int pose, pantin_image *image,
                                   pantin_error *error);
/// Title and what is seen, as wide as a row.
PANTIN_CHECKED bool proof_draw_head(const pantin_proof *proof, pantin_image *image,
                                    pantin_error *error);

#endif
