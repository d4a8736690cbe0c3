/// @file pantin/measure.h — observes everything; nothing calls it.
/// In: takes and pictures, through an observer of the shoot. Out: trace.json, diagnostics.json,
/// report.html, each as bytes. docs/measures.md defines every number.
/// Promise: figures come from the vertices written and the pixels painted, never from state labels.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_MEASURE_H
#define PANTIN_MEASURE_H

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
    double handle_error_px; ///< largest
    char handle_name[128];  ///< whose
    int worst_frame;
} pantin_trace_summary;

pantin_trace_summary pantin_trace_summarize(const pantin_trace *trace);

/// The summary in lines or JSON; `hash` (16 hex digits) where the film went into one, or NULL.
PANTIN_CHECKED bool pantin_summary_report(const pantin_trace_summary *summary, const char *hash,
                                          bool json, pantin_bytes *bytes, pantin_error *error);

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

/// What a mesh covers: `pantin mesh`. `handle_count`: of the puppet made with it.
PANTIN_CHECKED bool pantin_mesh_report(const pantin_drawing *drawing, const pantin_mesh *mesh,
                                       int handle_count, bool json, pantin_bytes *bytes,
                                       pantin_error *error);

/// How a posed puppet fares: `pantin pose`.
PANTIN_CHECKED bool pantin_pose_report(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                       const char *method, bool json, pantin_bytes *bytes,
                                       pantin_error *error);
/// `pose --mesh`: {"rest", "vertices", "triangles"}, in a list "pieces" with names where there are several.
PANTIN_CHECKED bool pantin_pose_mesh(const pantin_puppet *puppet, const pantin_pose_frame *pose,
                                     pantin_bytes *bytes, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
