// take_file.c — the take as a file: acted once, painted by many. Layout: docs/files.md.
//
// Everything paint and measure read is written, field by field and little-endian. A take belongs to the
// very show it was acted from: a hash of its files and methods is written first and held against the
// show that reads it. Nothing else is trusted either: sizes, indices and a checksum are.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "take.h"

static const uint8_t magic[8] = { 'p', 'a', 'n', 't', 'i', 'n', 'T', '\n' };
enum { VERSION = 1, HEADER_SIZE = 40, CHECK_SIZE = 8, PLACE_DOUBLES = 7, HANDLE_DOUBLES = 7 };

/// What a take depends on: the texts of show, score and puppets, the meshes, the methods.
static uint64_t show_key(const pantin_show *show) {
    uint64_t key = pantin_hash(show->source, show->source_size, 0);
    key = pantin_hash(show->score.source, show->score.source_size, key);
    for (int c = 0; c < show->file.cast_count; c++) {
        const show_member *member = &show->cast[c];
        key = pantin_hash(member->puppet.source, member->puppet.source_size, key);
        key = pantin_hash(member->options.method, strlen(member->options.method), key);
        for (int p = 0; p < member->puppet.piece_count; p++) {
            const pantin_mesh *mesh = &member->puppet.pieces[p].triangles;
            key = pantin_hash(mesh->vertices, sizeof *mesh->vertices * (size_t)mesh->vertex_count,
                              key);
            key = pantin_hash(mesh->triangles,
                              sizeof *mesh->triangles * (size_t)mesh->triangle_count, key);
        }
    }
    return key;
}

// --- writing -----------------------------------------------------------------------------------------

static size_t piece_size(const pantin_puppet *puppet, int piece) {
    const pantin_mesh *mesh = &puppet->pieces[piece].triangles;
    return 4 * 6 + 8 * 9 + 8 * (size_t)mesh->vertex_count + 4 * (size_t)mesh->triangle_count;
}

static size_t actor_size(const pantin_puppet *puppet, const pantin_pose_frame *pose) {
    size_t size = 4 * 5 + 8 * PLACE_DOUBLES + 8 * HANDLE_DOUBLES * (size_t)puppet->handle_count;
    for (int k = 0; k < pose->piece_count; k++)
        size += 4 + piece_size(puppet, pose->pieces[k].piece);
    return size;
}

static void put_report(uint8_t **at, const pantin_deform_report *r) {
    put_i32(at, (int)r->status);
    put_i32(at, r->iterations);
    put_i32(at, r->repair_rounds);
    put_i32(at, r->inverted_raw);
    put_i32(at, r->quality.inverted);
    put_i32(at, r->quality.branch_points);
    const double values[] = { r->energy,
                              r->last_move_px,
                              r->quality.min_area_ratio,
                              r->quality.energy_normalized,
                              r->quality.stretch_mean,
                              r->quality.stretch_p95,
                              r->quality.feature_distortion,
                              0 };
    for (int k = 0; k < 8; k++) put_double(at, values[k]);
    put_i32(at, (int)r->memory);
    put_i32(at, 0);
}

static void put_piece(uint8_t **at, const pantin_puppet *puppet, const pantin_bent *bent) {
    const pantin_mesh *mesh = &puppet->pieces[bent->piece].triangles;
    put_i32(at, bent->piece);
    put_report(at, &bent->report);
    for (int v = 0; v < mesh->vertex_count; v++) {
        put_float(at, bent->vertices[v].x);
        put_float(at, bent->vertices[v].y);
    }
    for (int t = 0; t < mesh->triangle_count; t++) put_float(at, bent->bind[t]);
}

static void put_actor(uint8_t **at, const pantin_puppet *puppet, const pantin_pose_frame *pose) {
    put_i32(at, pose->view);
    put_i32(at, pose->layer);
    put_u32(at, pose->feet_planted);
    put_i32(at, pose->status);
    put_i32(at, pose->piece_count);
    const pantin_affine *m = &pose->to_stage;
    const double place[PLACE_DOUBLES] = { m->xx, m->xy, m->yx, m->yy, m->x0, m->y0, pose->opacity };
    for (int k = 0; k < PLACE_DOUBLES; k++) put_double(at, place[k]);
    for (int h = 0; h < puppet->handle_count; h++) {
        const pantin_handle_report *r = &pose->handles[h];
        const double values[HANDLE_DOUBLES] = { r->target.x,       r->target.y, r->error.x,
                                                r->error.y,        r->error_px, r->angle_error,
                                                r->vertex_error_px };
        for (int k = 0; k < HANDLE_DOUBLES; k++) put_double(at, values[k]);
    }
    for (int k = 0; k < pose->piece_count; k++) put_piece(at, puppet, &pose->pieces[k]);
}

static size_t frame_size(const pantin_show *show, const pantin_take_frame *frame) {
    size_t size = 4 + 8 + 4 + 4 * (size_t)show->score.channel_count;
    for (int c = 0; c < frame->actor_count; c++)
        size += actor_size(&show->cast[c].puppet, &frame->actors[c]);
    return size;
}

bool pantin_take_write(const pantin_take *take, const pantin_show *show, pantin_bytes *bytes,
                       pantin_error *error) {
    int count = show->info.frame_count;
    size_t size = HEADER_SIZE + CHECK_SIZE;
    if (take->capacity < count)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "take",
                           "holds %d of %d frames: only a whole take is written", take->capacity,
                           count);
    for (int f = 0; f < count; f++) size += frame_size(show, &take->frames[f]);
    uint8_t *data = memory_allocate(size + 1, 1);
    if (data == NULL) return memory_fail(error, "a take");
    uint8_t *at = data;
    memcpy(at, magic, sizeof magic);
    at += sizeof magic;
    put_u32(&at, VERSION);
    put_i32(&at, count);
    put_i32(&at, show->file.cast_count);
    put_i32(&at, show->score.channel_count);
    put_u64(&at, show_key(show));
    put_u64(&at, size);
    for (int f = 0; f < count; f++) {
        const pantin_take_frame *frame = &take->frames[f];
        put_i32(&at, frame->frame);
        put_double(&at, frame->score_frame);
        put_i32(&at, frame->camera);
        for (int c = 0; c < show->score.channel_count; c++) put_float(&at, frame->channels[c]);
        for (int c = 0; c < frame->actor_count; c++)
            put_actor(&at, &show->cast[c].puppet, &frame->actors[c]);
    }
    put_u64(&at, pantin_hash(data, (size_t)(at - data), 0));
    *bytes = (pantin_bytes){ data, size };
    return true;
}

// --- reading -----------------------------------------------------------------------------------------

typedef struct take_reader {
    const char *name;
    const uint8_t *at, *end;
    const pantin_show *show;
    pantin_error *error;
} take_reader;

static bool damaged(const take_reader *r) {
    return pantin_fail(r->error, PANTIN_ERROR_FORMAT, r->name,
                       "damaged: act again with --act-only");
}

static bool has(const take_reader *r, size_t size) { return (size_t)(r->end - r->at) >= size; }

static void get_report(const uint8_t **at, pantin_deform_report *r) {
    r->status = (pantin_deform_status)get_i32(at);
    r->iterations = get_i32(at);
    r->repair_rounds = get_i32(at);
    r->inverted_raw = get_i32(at);
    r->quality.inverted = get_i32(at);
    r->quality.branch_points = get_i32(at);
    double *const values[] = { &r->energy,
                               &r->last_move_px,
                               &r->quality.min_area_ratio,
                               &r->quality.energy_normalized,
                               &r->quality.stretch_mean,
                               &r->quality.stretch_p95,
                               &r->quality.feature_distortion };
    for (int k = 0; k < 7; k++) *values[k] = get_double(at);
    *at += 8; // reserved
    r->memory = (uint32_t)get_i32(at);
    *at += 4;
}

/// Vertices and heat go where the slot has room for a view's pieces, one behind the other.
static bool get_piece(take_reader *r, const pantin_puppet *puppet, const pantin_pose_frame *pose,
                      int order, pantin_point32 **vertices, float **heat) {
    if (!has(r, 4)) return damaged(r);
    const pantin_puppet_view *view = &puppet->views[pose->view];
    pantin_bent *bent = &pose->pieces[order];
    int piece = get_i32(&r->at);
    bool drawn = false;
    for (int d = 0; d < view->draw_count; d++) drawn |= view->pieces[d] == piece;
    for (int k = 0; k < order; k++)
        drawn &= pose->pieces[k].piece != piece; // twice would not fit the room
    if (!drawn || !has(r, piece_size(puppet, piece))) return damaged(r);
    const pantin_puppet_piece *owner = &puppet->pieces[piece];
    *bent = (pantin_bent){ .piece = piece,
                           .order = order,
                           .vertices = *vertices,
                           .bind = *heat,
                           .first_handle = owner->first_handle,
                           .handle_count = owner->handle_count };
    get_report(&r->at, &bent->report);
    if ((int)bent->report.status < PANTIN_REACHED || bent->report.status > PANTIN_STALLED)
        return damaged(r);
    for (int v = 0; v < owner->triangles.vertex_count; v++) {
        float x = get_float(&r->at), y = get_float(&r->at);
        *(*vertices)++ = (pantin_point32){ x, y };
    }
    for (int t = 0; t < owner->triangles.triangle_count; t++) *(*heat)++ = get_float(&r->at);
    return true;
}

static bool get_actor(take_reader *r, const show_member *member, pantin_pose_frame *pose) {
    const pantin_puppet *puppet = &member->puppet;
    if (!has(r, 4 * 5 + 8 * PLACE_DOUBLES + 8 * HANDLE_DOUBLES * (size_t)puppet->handle_count))
        return damaged(r);
    pose->view = get_i32(&r->at);
    pose->layer = get_i32(&r->at);
    pose->feet_planted = get_u32(&r->at);
    pose->status = get_i32(&r->at);
    pose->piece_count = get_i32(&r->at);
    if (pose->view < 0 || pose->view >= puppet->view_count || pose->layer < 0 ||
        pose->layer >= r->show->file.stage.layer_count || pose->status < PANTIN_REACHED ||
        pose->status > PANTIN_STALLED || pose->piece_count != puppet->views[pose->view].draw_count)
        return damaged(r);
    pantin_affine *m = &pose->to_stage;
    double *const place[PLACE_DOUBLES] = { &m->xx, &m->xy, &m->yx,        &m->yy,
                                           &m->x0, &m->y0, &pose->opacity };
    for (int k = 0; k < PLACE_DOUBLES; k++) *place[k] = get_double(&r->at);
    pose->handle_count = puppet->handle_count;
    for (int h = 0; h < puppet->handle_count; h++) {
        pantin_handle_report *to = &pose->handles[h];
        double *const values[HANDLE_DOUBLES] = { &to->target.x,       &to->target.y,
                                                 &to->error.x,        &to->error.y,
                                                 &to->error_px,       &to->angle_error,
                                                 &to->vertex_error_px };
        for (int k = 0; k < HANDLE_DOUBLES; k++) *values[k] = get_double(&r->at);
    }
    pantin_point32 *vertices;
    float *heat;
    pantin_actor_frame_room(member->actor, pose, &vertices, &heat);
    for (int k = 0; k < pose->piece_count; k++)
        if (!get_piece(r, puppet, pose, k, &vertices, &heat)) return false;
    return true;
}

static bool get_frame(take_reader *r, int index, pantin_take_frame *frame) {
    const pantin_show *show = r->show;
    if (!has(r, 16 + 4 * (size_t)show->score.channel_count)) return damaged(r);
    frame->frame = get_i32(&r->at);
    frame->score_frame = get_double(&r->at);
    frame->camera = get_i32(&r->at);
    if (frame->frame != index || frame->camera < 0 || frame->camera >= show->file.camera_count)
        return damaged(r);
    for (int c = 0; c < show->score.channel_count; c++) frame->channels[c] = get_float(&r->at);
    for (int c = 0; c < frame->actor_count; c++)
        if (!get_actor(r, &show->cast[c], &frame->actors[c])) return false;
    return true;
}

static bool check_header(take_reader *r, const uint8_t *data, size_t size) {
    const uint8_t *check = r->end;
    if (memcmp(data, magic, sizeof magic) != 0)
        return pantin_fail(r->error, PANTIN_ERROR_FORMAT, r->name,
                           "not a take: make one with --act-only");
    r->at = data + sizeof magic;
    uint32_t version = get_u32(&r->at);
    if (version != VERSION)
        return pantin_fail(r->error, PANTIN_ERROR_FORMAT, r->name,
                           "a take of version %u, and this reads %d: act again", version, VERSION);
    int count = get_i32(&r->at), cast = get_i32(&r->at), channels = get_i32(&r->at);
    uint64_t key = get_u64(&r->at), whole = get_u64(&r->at);
    if (whole != size || get_u64(&check) != pantin_hash(data, size - CHECK_SIZE, 0))
        return damaged(r);
    if (count != r->show->info.frame_count || cast != r->show->file.cast_count ||
        channels != r->show->score.channel_count || key != show_key(r->show))
        return pantin_fail(
            r->error, PANTIN_ERROR_ARGUMENT, r->name,
            "was acted from another version of this show, or by another method: act again");
    return true;
}

bool pantin_take_read(const char *name, const void *data, size_t size, const pantin_show *show,
                      pantin_take *take, pantin_error *error) {
    if (size < HEADER_SIZE + CHECK_SIZE)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "not a take: make one with --act-only");
    if (take->capacity < show->info.frame_count)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "take", "has room for %d of %d frames",
                           take->capacity, show->info.frame_count);
    take_reader r = {
        .name = name, .end = (const uint8_t *)data + size - CHECK_SIZE, .show = show, .error = error
    };
    if (!check_header(&r, data, size)) return false;
    for (int f = 0; f < show->info.frame_count; f++)
        if (!get_frame(&r, f, &take->frames[f])) return false;
    return r.at == r.end || damaged(&r);
}
