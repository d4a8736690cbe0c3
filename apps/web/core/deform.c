// deform.c — machines that bend the open puppet, one a method, each from its own frame before.
//
// A machine has two blocks for a frame and writes them in turn, so that the frame before is always whole.
// The state of a drag is the float32 frame written last: given back by web_bend_resume, an undone drag goes
// on exactly from where it was.
// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "pantin/measure.h"
#include "web.h"

typedef struct machine {
    pantin_actor *actor;
    const char *method;
    double *targets; ///< what the page writes, 4 a handle
    pantin_target *aims;
    pantin_pose_frame frames[2];
    void *blocks[2];
    int last; ///< which frame was written last, PANTIN_NONE: none
    double figures[WEB_FIGURES];
    double *stretch;
} machine;

static machine machines[WEB_MACHINES];
static int machine_count;
static pantin_bend_meter **meters; ///< one a piece, made when asked for
static int meter_count;

static void close_machine(machine *m) {
    pantin_actor_destroy(m->actor);
    free(m->targets);
    free(m->aims);
    free(m->blocks[0]);
    free(m->blocks[1]);
    free(m->stretch);
    *m = (machine){ 0 };
}

void web_machines_close(void) {
    for (int k = 0; k < machine_count; k++) close_machine(&machines[k]);
    for (int k = 0; k < meter_count; k++) pantin_bend_meter_destroy(meters[k]);
    free(meters);
    meters = NULL;
    machine_count = meter_count = 0;
}

static machine *machine_at(int k) { return k >= 0 && k < machine_count ? &machines[k] : NULL; }

int web_bend_open(const char *method) {
    pantin_error *error = web_error();
    const pantin_puppet *puppet = web_puppet();
    if (puppet == NULL || machine_count == WEB_MACHINES) {
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, method,
                    puppet == NULL ? "no puppet is open" : "too many machines are open");
        return -1;
    }
    const pantin_deformer *deformer = pantin_deformer_find(method, error);
    if (deformer == NULL) return -1;
    machine m = { .method = deformer->name, .last = PANTIN_NONE };
    pantin_actor_options options = pantin_actor_defaults();
    options.method = deformer->name;
    m.actor = pantin_actor_create(puppet, &options, error);
    if (m.actor == NULL) return -1;
    size_t handles = (size_t)puppet->handle_count + 1, size = pantin_actor_frame_size(m.actor) + 16;
    m.targets = calloc(handles, 4 * sizeof *m.targets);
    m.aims = calloc(handles, sizeof *m.aims);
    for (int k = 0; k < 2; k++)
        if ((m.blocks[k] = calloc(1, size)) != NULL)
            pantin_actor_frame_place(m.actor, m.blocks[k], &m.frames[k]);
    if (m.targets == NULL || m.aims == NULL || m.blocks[0] == NULL || m.blocks[1] == NULL) {
        close_machine(&m);
        pantin_fail(error, PANTIN_ERROR_MEMORY, method, "no memory to bend the puppet");
        return -1;
    }
    machines[machine_count++] = m;
    web_bend_rest(machine_count - 1, 0, NULL);
    return machine_count - 1;
}

double *web_bend_targets(int k) {
    machine *m = machine_at(k);
    return m == NULL ? NULL : m->targets;
}

void web_bend_rest(int k, int view, const double *weights) {
    machine *m = machine_at(k);
    const pantin_puppet *puppet = web_puppet();
    if (m == NULL || view < 0 || view >= puppet->view_count) return;
    double *none = weights == NULL ? calloc((size_t)puppet->pose_count + 1, sizeof *none) : NULL;
    if (weights == NULL && none == NULL) return;
    pantin_actor_targets(m->actor, view, weights != NULL ? weights : none, m->aims);
    free(none);
    for (int h = 0; h < puppet->handle_count; h++) {
        const double numbers[4] = { m->aims[h].center.x, m->aims[h].center.y, m->aims[h].angle,
                                    m->aims[h].scale };
        memcpy(m->targets + 4 * h, numbers, sizeof numbers);
    }
}

// --- a frame ---------------------------------------------------------------------------------------------

static void add_figures(const pantin_pose_frame *frame, double *figures) {
    memset(figures, 0, WEB_FIGURES * sizeof *figures);
    figures[WEB_STATUS] = frame->status;
    figures[WEB_MIN_AREA_RATIO] = 1;
    for (int k = 0; k < frame->piece_count; k++) {
        const pantin_deform_report *report = &frame->pieces[k].report;
        const pantin_bend_quality *q = &report->quality;
        const double worst[][2] = { { WEB_ENERGY, q->energy_normalized },
                                    { WEB_STRETCH_P95, q->stretch_p95 },
                                    { WEB_FEATURE_DISTORTION, q->feature_distortion },
                                    { WEB_LAST_MOVE_PX, report->last_move_px } };
        figures[WEB_ITERATIONS] += report->iterations;
        figures[WEB_INVERTED] += q->inverted;
        figures[WEB_INVERTED_RAW] += report->inverted_raw;
        figures[WEB_BRANCH_POINTS] += q->branch_points;
        if (k == 0 || q->min_area_ratio < figures[WEB_MIN_AREA_RATIO])
            figures[WEB_MIN_AREA_RATIO] = q->min_area_ratio;
        for (size_t w = 0; w < sizeof worst / sizeof worst[0]; w++)
            if (worst[w][1] > figures[(int)worst[w][0]]) figures[(int)worst[w][0]] = worst[w][1];
    }
}

int web_bend(int k, int view, int jump) {
    machine *m = machine_at(k);
    const pantin_puppet *puppet = web_puppet();
    if (m == NULL || view < 0 || view >= puppet->view_count) return -1;
    for (int h = 0; h < puppet->handle_count; h++)
        m->aims[h] = (pantin_target){ { m->targets[4 * h], m->targets[4 * h + 1] },
                                      m->targets[4 * h + 2],
                                      m->targets[4 * h + 3] };
    const pantin_pose_frame *before = jump || m->last == PANTIN_NONE ? NULL : &m->frames[m->last];
    int next = m->last == 0 ? 1 : 0;
    pantin_actor_bend(m->actor, view, m->aims, before, &m->frames[next]);
    m->last = next;
    add_figures(&m->frames[next], m->figures);
    return m->frames[next].status;
}

/// The frame is laid out by a step, whose shape is then written over.
int web_bend_resume(int k, int view, const float *vertices) {
    machine *m = machine_at(k);
    if (m == NULL || vertices == NULL || web_bend(k, view, 0) < 0) return 0;
    pantin_point32 *room;
    float *heat;
    pantin_actor_frame_room(m->actor, &m->frames[m->last], &room, &heat);
    memcpy(room, vertices, (size_t)web_bent_vertex_count(k) * sizeof *room);
    pantin_pose_frame *frame = &m->frames[m->last];
    for (int p = 0; p < frame->piece_count; p++) frame->pieces[p].report.memory = 0;
    pantin_actor_reset(m->actor);
    return 1;
}

const pantin_pose_frame *web_frame(int k) {
    machine *m = machine_at(k);
    return m == NULL || m->last == PANTIN_NONE ? NULL : &m->frames[m->last];
}

// --- what came of it ---------------------------------------------------------------------------------------

int web_bent_pieces(int k) {
    const pantin_pose_frame *frame = web_frame(k);
    return frame == NULL ? 0 : frame->piece_count;
}

int web_bent_piece(int k, int piece) {
    const pantin_pose_frame *frame = web_frame(k);
    return frame == NULL || piece < 0 || piece >= frame->piece_count ? PANTIN_NONE
                                                                     : frame->pieces[piece].piece;
}

const float *web_bent_vertices(int k) {
    const pantin_pose_frame *frame = web_frame(k);
    return frame == NULL || frame->piece_count == 0 ? NULL : &frame->pieces[0].vertices->x;
}

int web_bent_vertex_count(int k) {
    const pantin_pose_frame *frame = web_frame(k);
    int count = 0;
    for (int p = 0; frame != NULL && p < frame->piece_count; p++)
        count += web_puppet()->pieces[frame->pieces[p].piece].triangles.vertex_count;
    return count;
}

const float *web_bent_heat(int k) {
    const pantin_pose_frame *frame = web_frame(k);
    return frame == NULL || frame->piece_count == 0 ? NULL : frame->pieces[0].bind;
}

const double *web_bent_figures(int k) {
    machine *m = machine_at(k);
    return m == NULL || m->last == PANTIN_NONE ? NULL : m->figures;
}

const double *web_bent_handles(int k) {
    const pantin_pose_frame *frame = web_frame(k);
    return frame == NULL ? NULL : &frame->handles[0].target.x;
}

static pantin_bend_meter *meter_of(int piece) {
    const pantin_puppet *puppet = web_puppet();
    const pantin_puppet_piece *p = &puppet->pieces[piece];
    if (meters == NULL) {
        meters = calloc((size_t)puppet->piece_count, sizeof(pantin_bend_meter *));
        meter_count = meters == NULL ? 0 : puppet->piece_count;
    }
    if (meters != NULL && meters[piece] == NULL)
        meters[piece] = pantin_bend_meter_create(&p->triangles, pantin_puppet_is_mirrored(p),
                                                 p->rigidity, web_error());
    return meters == NULL ? NULL : meters[piece];
}

const double *web_bent_stretch(int k, int piece) {
    machine *m = machine_at(k);
    const pantin_pose_frame *frame = web_frame(k);
    if (frame == NULL || piece < 0 || piece >= frame->piece_count) return NULL;
    int index = frame->pieces[piece].piece;
    size_t count = (size_t)web_puppet()->pieces[index].triangles.triangle_count;
    pantin_bend_meter *meter = meter_of(index);
    double *grown = realloc(m->stretch, 2 * count * sizeof *grown);
    if (grown != NULL) m->stretch = grown;
    if (grown == NULL || meter == NULL) return NULL;
    pantin_bend_measure(meter, frame->pieces[piece].vertices, m->stretch, m->stretch + count);
    return m->stretch;
}

static int keep_text(bool done, pantin_bytes *text) {
    if (done) web_text_set(text);
    return done;
}

int web_bent_report(int k) {
    pantin_error *error = web_error();
    pantin_bytes text = { 0 };
    const pantin_pose_frame *frame = web_frame(k);
    return frame != NULL && keep_text(pantin_pose_report(web_puppet(), frame, machines[k].method,
                                                         NULL, true, &text, error),
                                      &text);
}

int web_bent_mesh(int k) {
    pantin_error *error = web_error();
    pantin_bytes text = { 0 };
    const pantin_pose_frame *frame = web_frame(k);
    return frame != NULL && keep_text(pantin_pose_mesh(web_puppet(), frame, &text, error), &text);
}
