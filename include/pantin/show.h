/// @file pantin/show.h — names become objects; act makes the take, paint the pictures, shoot the film.
/// In: a show file and callbacks that fetch what it names. Out: takes, pictures, a film through a sink.
/// Law, kept by a test: take = act(show), in order and deterministic; picture n = paint(show, take[n]), pure.
// SPDX-License-Identifier: MIT
#ifndef PANTIN_SHOW_H
#define PANTIN_SHOW_H

#include "pantin/film.h"
#include "pantin/raster.h"
#include "pantin/rig.h"
#include "pantin/score.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pantin_show pantin_show;

typedef struct pantin_show_options {
    const char *method; ///< bends every actor by this, NULL: as the show says
    bool check_only;    ///< read and check everything, but do not refuse what is not done yet
} pantin_show_options;

/// `path`: a show file, or a folder that holds show.json. Reads show, score, puppets, pictures; checks
/// names against each other (channels, slots, cameras, cast). Errors: path:line:column; what the grammar
/// knows and this version does not do is PANTIN_ERROR_NOT_YET.
PANTIN_CHECKED pantin_show *pantin_show_open(const char *path,
                                             const pantin_show_options *PANTIN_NULLABLE options,
                                             const pantin_assets *assets, pantin_error *error);
void pantin_show_close(pantin_show *show);

/// The grammar of the file, from the tables that read it: JSON Schema, or Markdown.
PANTIN_CHECKED bool pantin_show_grammar(bool markdown, pantin_bytes *bytes, pantin_error *error);

/// PANTIN_ERROR_NOT_YET at the first thing that the show, its score or a puppet asks for and that is not
/// done yet; true: it can be filmed. (A show opened for filming always is.)
PANTIN_CHECKED bool pantin_show_ready(const pantin_show *show, pantin_error *error);

/// Assets from the disk (edge).
pantin_assets pantin_assets_disk(void);

typedef struct pantin_cast_member {
    const char *name; ///< "dog"
    const pantin_puppet *puppet;
    const char *method;
} pantin_cast_member;

/// A moment that `pantin proof` compares methods at.
typedef struct pantin_proof_pose {
    const char *name;
    int frame; ///< of the film
    int actor; ///< index into the cast; PANTIN_NONE: all of it
    const char *const *methods; ///< names of methods; none: all
    int method_count;
    double box_px[4]; ///< the part of the picture to show: left, top, width, height; 0 wide: around it
} pantin_proof_pose;

typedef struct pantin_show_info {
    const char *title, *path;
    int width, height; ///< of the pictures, px
    pantin_rate rate;
    int frame_count; ///< of the film
    int cast_count;
    const pantin_cast_member *cast;
    int max_vertices, max_triangles; ///< of the largest mesh
    pantin_film_format format;       ///< output as the show says
    int score_frames;
    const pantin_score *score;
    const pantin_proof_pose *proof_poses; ///< in the file's order, one a frame that is named there
    int proof_pose_count;
} pantin_show_info;

const pantin_show_info *pantin_show_describe(const pantin_show *show);

// --- act ----------------------------------------------------------------------------------------

/// What is on stage at one film frame. Borrowed from the take.
typedef struct pantin_take_frame {
    int frame;          ///< of the film, from 0
    double score_frame; ///< of the score; < 0: a card
    int camera;         ///< index of the camera
    int actor_count;    ///< = cast_count
    pantin_pose_frame *actors;
    float *channels; ///< value of each of the score's channels, for report and light
} pantin_take_frame;

/// Frames in one block of memory each: whole, or a ring of `capacity`. Frame n lies in slot n % capacity.
typedef struct pantin_take pantin_take;
PANTIN_CHECKED pantin_take *pantin_take_create(const pantin_show *show, int capacity,
                                               pantin_error *error);
void pantin_take_destroy(pantin_take *take);
pantin_take_frame *pantin_take_slot(pantin_take *take, int frame);
/// Bytes a slot takes. 256 MB / this is how many frames are kept whole.
size_t pantin_take_slot_size(const pantin_show *show);

/// The take as a file: layout in docs/files.md. Whole takes only (capacity >= frame_count).
PANTIN_CHECKED bool pantin_take_write(const pantin_take *take, const pantin_show *show,
                                      pantin_bytes *bytes, pantin_error *error);
PANTIN_CHECKED bool pantin_take_read(const char *name, const void *data, size_t size,
                                     const pantin_show *show, pantin_take *take,
                                     pantin_error *error);

typedef struct pantin_act pantin_act;
PANTIN_CHECKED pantin_act *pantin_act_create(const pantin_show *show, pantin_error *error);
void pantin_act_destroy(pantin_act *act);
/// Makes frame n (0, 1, 2 … in order) of the take from frame n - 1, which must still be in it.
void pantin_act_step(pantin_act *act, pantin_take *take, int frame);
/// What the last step gave an actor's handles to aim at. Borrowed until the next step.
const pantin_target *pantin_act_aims(const pantin_act *act, int actor);
/// How much the poses of an actor's puppet weighed in the last step. Borrowed likewise.
const double *pantin_act_weights(const pantin_act *act, int actor);

// --- paint --------------------------------------------------------------------------------------

/// One painter a thread. Ids: actor a's pixels are a + 1.
typedef struct pantin_painter pantin_painter;
PANTIN_CHECKED pantin_painter *pantin_painter_create(const pantin_show *show, pantin_error *error);
void pantin_painter_destroy(pantin_painter *painter);
/// `picture` has the show's size. Allocates nothing.
void pantin_paint(pantin_painter *painter, const pantin_take_frame *frame, pantin_image *picture,
                  pantin_ids *PANTIN_NULLABLE ids);
/// Bent px of an actor at a frame -> picture px: what a report needs to draw over a picture.
pantin_affine pantin_paint_placement(const pantin_show *show, const pantin_take_frame *frame,
                                     int actor);

// --- shoot --------------------------------------------------------------------------------------

/// Sees every frame in order, after its picture went to the sink. Never changes anything.
typedef struct pantin_observer {
    bool (*frame)(void *self, const pantin_take_frame *frame, const pantin_image *picture,
                  const pantin_ids *ids, pantin_error *error);
    void *self;
    bool wants_ids;
} pantin_observer;

typedef struct pantin_shoot_options {
    int from, to;                 ///< film frames [from, to), to 0: the end
    int shard_index, shard_count; ///< pictures of from..to split evenly, 1-based index; 0 0: whole
    pantin_runner runner;         ///< default: serial
    const pantin_observer *observers;
    int observer_count;
    const pantin_take *take; ///< an act made before, or NULL: acts from frame 0
    double (*clock)(void);   ///< NULL: nothing is timed
    void (*progress)(void *self, int done, int count);
    void *progress_self;
    bool (*stopped)(void); ///< asked at every frame; once true: the film is abandoned. NULL: never
} pantin_shoot_options;

/// Where the time went, ms in all; zeros without a clock. For diagnostics.json and the terminal only.
typedef struct pantin_shoot_times {
    double act_ms, paint_ms, write_ms, wall_ms;
    int frames;
} pantin_shoot_times;

pantin_shoot_options pantin_shoot_defaults(void);

/// Acts, paints in parallel, writes in order. On failure the sink is abandoned: no file is left.
/// `output` is the sink's. `hash` (may be NULL): as pantin_film_sink.close gives it.
PANTIN_CHECKED bool pantin_shoot(const pantin_show *show, const pantin_film_sink *sink,
                                 const char *output, const pantin_film_format *format,
                                 const pantin_shoot_options *options,
                                 pantin_shoot_times *PANTIN_NULLABLE times,
                                 uint64_t *PANTIN_NULLABLE hash, pantin_error *error);

#ifdef __cplusplus
}
#endif
#endif
