/// @file pantin/measure.h — observes everything; nothing calls it.
/// In: takes and pictures, through an observer of the shoot. Out: trace.json, diagnostics.json,
/// report.html, proofs, each as bytes. docs/measures.md defines every number.
/// Promise: figures come from the vertices written and the pixels painted, never from state labels.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_MEASURE_H
#define PANTIN_MEASURE_H

#include "pantin/motion.h"
#include "pantin/show.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pantin_trace pantin_trace;

typedef struct pantin_trace_options {
    int contact_sheet; ///< pictures on the report's contact sheet, 0..64 (default 24)
    int worst_frames;  ///< frames shown with their mesh, 0..16 (default 5)
} pantin_trace_options;

pantin_trace_options pantin_trace_defaults(void);

/// `show` must outlive it. from..to: the film frames that will be seen.
PANTIN_CHECKED pantin_trace *
pantin_trace_create(const pantin_show *show, int from, int to,
                    const pantin_trace_options *PANTIN_NULLABLE options, pantin_error *error);
void pantin_trace_destroy(pantin_trace *trace);
/// What to give pantin_shoot.
pantin_observer pantin_trace_observer(pantin_trace *trace);

/// The film in a few numbers, for the terminal and for exit codes.
typedef struct pantin_trace_summary {
    int frames, pieces;
    int inverted; ///< triangles, all frames
    int inverted_frames;
    int branch_points;
    double min_area_ratio;
    double energy_max; ///< largest energy_normalized of a piece
    double feature_distortion;
    double bind_max;        ///< largest bind of a triangle
    double handle_error_px; ///< largest
    char handle_name[128];  ///< whose
    int worst_frame;
} pantin_trace_summary;

pantin_trace_summary pantin_trace_summarize(const pantin_trace *trace);

/// trace.json: the same bytes each run.
PANTIN_CHECKED bool pantin_trace_write(const pantin_trace *trace, pantin_bytes *bytes,
                                       pantin_error *error);
/// diagnostics.json: times (they differ each run), iterations, repairs, statuses.
PANTIN_CHECKED bool pantin_diagnostics_write(const pantin_trace *trace,
                                             const pantin_shoot_times *times, pantin_bytes *bytes,
                                             pantin_error *error);

/// One self-contained page that opens offline, at most 5 MB: curves, contact sheet, the worst frames
/// with the mesh over them, heat map. `encode_png` is the edge's pantin_png_encode. The same bytes each run.
PANTIN_CHECKED bool pantin_report_write(const pantin_trace *trace,
                                        bool (*encode_png)(const pantin_image *, int,
                                                           pantin_bytes *, pantin_error *),
                                        pantin_bytes *bytes, pantin_error *error);

/// --mesh-cache: every bent mesh of every frame, float32 (layout: docs/measures.md), as an observer that
/// keeps the bytes.
typedef struct pantin_mesh_cache pantin_mesh_cache;
PANTIN_CHECKED pantin_mesh_cache *pantin_mesh_cache_create(const pantin_show *show, int from,
                                                           int to, pantin_error *error);
void pantin_mesh_cache_destroy(pantin_mesh_cache *cache);
pantin_observer pantin_mesh_cache_observer(pantin_mesh_cache *cache);
PANTIN_CHECKED bool pantin_mesh_cache_write(pantin_mesh_cache *cache, pantin_bytes *bytes,
                                            pantin_error *error);

// --- proof: the same poses by several methods -----------------------------------------------------

/// The same meshes bent to the same targets by every method, each from its own frame before. Of a show:
/// its proof poses, or six frames where its own method strains most. Of a puppet: each of its poses,
/// from rest, or where it has none some hard bends of its limbs.
typedef struct pantin_proof pantin_proof;

typedef struct pantin_proof_options {
    const char *const *methods; ///< names; NULL: those of the poses, or else all that work
    int method_count;
    const char
        *method; ///< a puppet's own ("ours"), default PANTIN_DEFAULT_METHOD; a show has its cast's
    pantin_runner runner; ///< default: serial
} pantin_proof_options;

pantin_proof_options pantin_proof_defaults(void);

/// `show` or `puppet` must outlive it.
PANTIN_CHECKED pantin_proof *
pantin_proof_of_show(const pantin_show *show, const pantin_proof_options *PANTIN_NULLABLE options,
                     pantin_error *error);
PANTIN_CHECKED pantin_proof *
pantin_proof_of_puppet(const pantin_puppet *puppet,
                       const pantin_proof_options *PANTIN_NULLABLE options, pantin_error *error);
void pantin_proof_destroy(pantin_proof *proof);

/// One way of bending over all poses.
typedef struct pantin_proof_summary {
    const char *method;
    int poses;
    int inverted_raw, inverted, branch_points; ///< summed
    double energy_max, stretch_p95_max, feature_distortion_max, unprotected_max;
} pantin_proof_summary;

/// The methods in their order, ours first: how many.
int pantin_proof_methods(const pantin_proof *proof);
pantin_proof_summary pantin_proof_summarize(const pantin_proof *proof, int method);

/// The summaries in lines or JSON.
PANTIN_CHECKED bool pantin_proof_report(const pantin_proof *proof, bool json, pantin_bytes *bytes,
                                        pantin_error *error);
/// proof.json: every figure of every pose, method and piece. The same bytes each run.
PANTIN_CHECKED bool pantin_proof_write(const pantin_proof *proof, pantin_bytes *bytes,
                                       pantin_error *error);
/// proof.png: a row a pose, a column a method, figures and triangles turned over in the picture.
PANTIN_CHECKED bool pantin_proof_sheet(const pantin_proof *proof, pantin_image *image,
                                       pantin_error *error);
/// proof.html: the same as a page that opens offline.
PANTIN_CHECKED bool pantin_proof_page(const pantin_proof *proof,
                                      bool (*encode_png)(const pantin_image *, int, pantin_bytes *,
                                                         pantin_error *),
                                      pantin_bytes *bytes, pantin_error *error);

/// The scene side by side: as the show is cast, and all of its cast bent by `rival`. Triangles turned
/// over are painted and counted in the picture.
typedef struct pantin_proof_film_options {
    const char *rival;    ///< a method, default "shepard"
    pantin_runner runner; ///< default: serial
    void (*progress)(void *self, int done, int count);
    void *progress_self;
    bool (*stopped)(void); ///< as of pantin_shoot_options
} pantin_proof_film_options;

/// What the film counted.
typedef struct pantin_proof_film_counts {
    int frames;
    int inverted[2], inverted_frames[2]; ///< ours, the rival's
} pantin_proof_film_counts;

pantin_proof_film_options pantin_proof_film_defaults(void);
/// The size of its pictures; `format` of pantin_proof_film must have it.
void pantin_proof_film_size(const pantin_show *show, int *width, int *height);
PANTIN_CHECKED bool pantin_proof_film(const pantin_show *show, const pantin_film_sink *sink,
                                      const char *output, const pantin_film_format *format,
                                      const pantin_proof_film_options *PANTIN_NULLABLE options,
                                      pantin_proof_film_counts *PANTIN_NULLABLE counts,
                                      uint64_t *PANTIN_NULLABLE hash, pantin_error *error);

// --- where a sheet binds --------------------------------------------------------------------------

/// Multipliers (docs/measures.md) from which a triangle is drawn and told, and from which it is bad: at
/// about 0.19 and 0.10 of its area.
#define PANTIN_BIND_LEAST 1.0
#define PANTIN_BIND_HOT 10.0

/// Triangles of a bent piece that bind, side by side.
typedef struct pantin_hot_spot {
    int piece, triangle;          ///< of the puppet, of the piece: the worst
    int triangle_count;           ///< how many of PANTIN_BIND_LEAST or more hang together
    double bind;                  ///< the worst one's
    pantin_vec2 rest_px, bent_px; ///< its middle in the mesh at rest, and bent
    int near[2];    ///< the handles nearest along the sheet, of the puppet; or PANTIN_NONE
    bool at_handle; ///< it lies at the first of them; false: between the two
} pantin_hot_spot;

/// The largest multiplier of any triangle of a pose.
double pantin_bind_worst(const pantin_puppet *puppet, const pantin_pose_frame *pose);
/// At most `most` spots, worst first.
PANTIN_CHECKED bool pantin_hot_spots_find(const pantin_puppet *puppet,
                                          const pantin_pose_frame *pose, pantin_hot_spot *spots,
                                          int most, int *count, pantin_error *error);
/// "between left_knee and left_foot, left_leg".
void pantin_hot_spot_words(const pantin_puppet *puppet, const pantin_hot_spot *spot, char *words,
                           size_t size);

// --- what would help ------------------------------------------------------------------------------

/// A handle put by hand.
typedef struct pantin_ask_handle {
    int handle; ///< of the puppet
    pantin_vec2 center;
    bool turned; ///< held at `angle`, whatever the puppet says
    double angle;
} pantin_ask_handle;

/// What a puppet is asked to do.
typedef struct pantin_ask {
    int view;
    const char *method;         ///< one that never flips: its multipliers are what is lowered
    const double *pose_weights; ///< one a pose
    const pantin_ask_handle *handles;
    int handle_count;
} pantin_ask;

/// One edit that was tried and helped.
typedef struct pantin_remedy {
    pantin_puppet_edit edit;
    char words[512]; ///< for an animator
    char place
        [256]; ///< where in the puppet file, "pieces.body.cuts"; "" where it is none of the file
    const char *paste;    ///< what to write there; or the words of the command line that say it
    const char *where;    ///< the spot it is for
    double before, after; ///< worst multiplier at that spot
    double worst_before, worst_after;       ///< of the whole figure, or of its whole film
    double error_before_px, error_after_px; ///< the farthest handle
    pantin_bytes
        file; ///< the puppet's text with this and the remedies before it; none: not of the file
} pantin_remedy;

enum { PANTIN_REMEDIES_MOST = 3 };

/// The few edits that clear most, each tried on top of those before it. Freed with pantin_advice_free.
typedef struct pantin_advice {
    double worst; ///< multiplier, as it is
    pantin_remedy remedies[PANTIN_REMEDIES_MOST];
    int count;
    bool has_instead;
    pantin_remedy instead; ///< a limit that does as much without any of them
    int tried;             ///< edits that were tried
    int actor, frame;      ///< of the film it was made for, or PANTIN_NONE
    void *memory;
} pantin_advice;

/// Proposes edits where the pose binds, bends by each, and keeps what lowers the worst multiplier most. Told is
/// only what lowered it by a quarter. Nothing where it is below PANTIN_BIND_HOT. `assets`: those the puppet
/// was loaded with. Errors: a method that may flip, memory.
PANTIN_CHECKED bool pantin_advise(const pantin_puppet *puppet, const pantin_assets *assets,
                                  const pantin_ask *ask, pantin_advice *advice,
                                  pantin_error *error);
/// The same for the moment and the actor of a film that bind most: edits are sought there, and told with what
/// they did when the whole film was acted again. `path` and `options`: as the show was opened. An error where
/// nobody is bent by a method that never flips.
PANTIN_CHECKED bool pantin_advise_show(const char *path,
                                       const pantin_show_options *PANTIN_NULLABLE options,
                                       const pantin_assets *assets, pantin_advice *advice,
                                       pantin_error *error);
/// Lines for people, or JSON.
PANTIN_CHECKED bool pantin_advice_report(const pantin_advice *advice, bool json,
                                         pantin_bytes *bytes, pantin_error *error);
void pantin_advice_free(pantin_advice *advice);
/// A film's summary in lines or JSON; `hash` (16 hex digits) where the film went into one, or NULL.
PANTIN_CHECKED bool pantin_summary_report(const pantin_trace_summary *summary, const char *hash,
                                          const pantin_advice *PANTIN_NULLABLE advice, bool json,
                                          pantin_bytes *bytes, pantin_error *error);
/// The report will say it. Borrowed until the trace is destroyed.
void pantin_trace_tell(pantin_trace *trace, const pantin_advice *advice);

// --- reports of single things: lines for people, or JSON ------------------------------------------

/// What is in a drawing, a puppet, a score, a show. `json` false: lines for people.
PANTIN_CHECKED bool pantin_inspect_drawing(const char *path, const pantin_drawing *drawing,
                                           bool json, pantin_bytes *bytes, pantin_error *error);
PANTIN_CHECKED bool pantin_inspect_puppet(const pantin_puppet *puppet, bool json,
                                          pantin_bytes *bytes, pantin_error *error);
PANTIN_CHECKED bool pantin_inspect_score(const pantin_score *score, bool json, pantin_bytes *bytes,
                                         pantin_error *error);
PANTIN_CHECKED bool pantin_inspect_show(const pantin_show *show, bool json, pantin_bytes *bytes,
                                        pantin_error *error);
/// Of a motion file: each animation's frames, rate, joints, ranges, and what was guessed of it.
PANTIN_CHECKED bool pantin_inspect_motion(const pantin_motion *motion, bool json,
                                          pantin_bytes *bytes, pantin_error *error);

/// What a mesh covers: `pantin mesh`. `handle_count`: of the puppet made with it.
PANTIN_CHECKED bool pantin_mesh_report(const pantin_drawing *drawing, const pantin_mesh *mesh,
                                       int handle_count, bool json, pantin_bytes *bytes,
                                       pantin_error *error);

/// How a posed puppet fares, and what would help: `pantin pose`.
PANTIN_CHECKED bool pantin_pose_report(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                       const char *method,
                                       const pantin_advice *PANTIN_NULLABLE advice, bool json,
                                       pantin_bytes *bytes, pantin_error *error);
/// `pose --heat`: the pose and the puppet at rest side by side, both with the multipliers over them, the worst
/// places numbered, and the cuts of an advice as lines.
PANTIN_CHECKED bool pantin_heat_picture(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                        const pantin_advice *PANTIN_NULLABLE advice,
                                        pantin_image *image, pantin_error *error);
/// `pose --mesh`: {"rest", "vertices", "triangles"}, in a list "pieces" with names where there are several.
PANTIN_CHECKED bool pantin_pose_mesh(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                     pantin_bytes *bytes, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
