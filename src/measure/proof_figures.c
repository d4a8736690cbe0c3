// proof_figures.c — the figures of a proof, measured on the vertices written, for every method alike.
//
// Lines drawn across a triangle with the unit direction t lie |det J| / |J t| times as far apart when
// it is bent by J. For singular values s1, s2 and t at the angle a from the first,
//     f(a) = s1 s2 / sqrt(s1^2 cos^2 a + s2^2 sin^2 a),
// and the change is |f - 1|, averaged over directions: hatching may run anywhere. By symmetry a
// quarter turn is enough; the mean is taken at the middles of DIRECTIONS equal parts.
// SPDX-License-Identifier: MIT
#include "base/sort.h"
#include "base/trig.h"
#include "base/vec.h"
#include "proof.h"
#include "trace.h"

enum { DIRECTIONS = 8 };

double proof_line_spacing(double sigma1, double sigma2) {
    double sum = 0;
    for (int k = 0; k < DIRECTIONS; k++) {
        double sine, cosine;
        trig_sincos((k + 0.5) * TRIG_PI / (2 * DIRECTIONS), &sine, &cosine);
        double along = sqrt(sigma1 * sigma1 * cosine * cosine + sigma2 * sigma2 * sine * sine);
        double apart = along > 0 ? sigma1 * sigma2 / along : 0.0;
        sum += apart > 1 ? apart - 1 : 1 - apart;
    }
    return sum / DIRECTIONS;
}

// --- set-up --------------------------------------------------------------------------------------

bool proof_meter_create(proof_meter *meter, arena *memory, const pantin_puppet *puppet,
                        pantin_error *error) {
    int triangles = 0;
    for (int v = 0; v < puppet->view_count; v++) {
        int count = 0;
        for (int d = 0; d < puppet->views[v].draw_count; d++)
            count += puppet->pieces[puppet->views[v].pieces[d]].triangles.triangle_count;
        triangles = max_int(triangles, count);
    }
    meter->puppet = puppet;
    meter->meters = ARENA_ARRAY(memory, pantin_bend_meter *, puppet->piece_count);
    meter->stretch = ARENA_ARRAY(memory, double, triangles);
    meter->area = ARENA_ARRAY(memory, double, triangles);
    meter->ratio = ARENA_ARRAY(memory, double, triangles);
    meter->order = ARENA_ARRAY(memory, int, triangles);
    meter->scratch = ARENA_ARRAY(memory, int, triangles);
    if (arena_failed(memory)) return memory_fail(error, "a proof");
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        meter->meters[p] =
            pantin_bend_meter_create(&piece->triangles, piece->rest == 1, piece->rigidity, error);
        if (meter->meters[p] == NULL) return false;
    }
    return true;
}

void proof_meter_destroy(proof_meter *meter) {
    for (int p = 0; meter->meters != NULL && p < meter->puppet->piece_count; p++)
        pantin_bend_meter_destroy(meter->meters[p]);
}

// --- a piece -------------------------------------------------------------------------------------

static double rest_area(const pantin_mesh *mesh, int t) {
    const int *corner = mesh->triangles[t];
    vec2 origin = mesh->vertices[corner[0]];
    return 0.5 * vec2_cross(vec2_sub(mesh->vertices[corner[1]], origin),
                            vec2_sub(mesh->vertices[corner[2]], origin));
}

/// The spacing change of a triangle, from the lengths of J's edges: with E, D the matrices of two
/// edges at rest and bent, J = D E^-1. A mirrored rest has the same singular values.
static double triangle_spacing(const pantin_mesh *mesh, int t, const pantin_point32 *vertices,
                               double area) {
    const int *corner = mesh->triangles[t];
    vec2 e1 = vec2_sub(mesh->vertices[corner[1]], mesh->vertices[corner[0]]);
    vec2 e2 = vec2_sub(mesh->vertices[corner[2]], mesh->vertices[corner[0]]);
    vec2 origin = vec2_from32(vertices[corner[0]]);
    vec2 d1 = vec2_sub(vec2_from32(vertices[corner[1]]), origin);
    vec2 d2 = vec2_sub(vec2_from32(vertices[corner[2]]), origin);
    double scale = 1.0 / (2.0 * area);
    double xx = scale * (d1.x * e2.y - d2.x * e1.y), xy = scale * (d2.x * e1.x - d1.x * e2.x);
    double yx = scale * (d1.y * e2.y - d2.y * e1.y), yy = scale * (d2.y * e1.x - d1.y * e2.x);
    double sum = 0.5 * sqrt((xx + yy) * (xx + yy) + (yx - xy) * (yx - xy));
    double difference = 0.5 * sqrt((xx - yy) * (xx - yy) + (yx + xy) * (yx + xy));
    double low = sum - difference;
    return proof_line_spacing(sum + difference, low < 0 ? -low : low);
}

static void measure_handles(const pantin_puppet *puppet, const pantin_pose_frame *frame,
                            const pantin_bent *bent, proof_figures *out) {
    const pantin_puppet_piece *piece = &puppet->pieces[bent->piece];
    out->handle = PANTIN_NONE;
    for (int h = 0; h < piece->handle_count; h++) {
        int index = piece->first_handle + h;
        double off =
            trace_handle_error(&piece->handles[h], bent->vertices, frame->handles[index].target);
        if (out->handle != PANTIN_NONE && off <= out->handle_error_px) continue;
        out->handle = index;
        out->handle_error_px = off;
    }
}

/// `first`: where the piece's triangles lie in the meter's lists.
static void measure_piece(proof_meter *meter, const pantin_pose_frame *frame,
                          const pantin_bent *bent, int first, proof_figures *out) {
    const pantin_mesh *mesh = &meter->puppet->pieces[bent->piece].triangles;
    const pantin_deform_report *report = &bent->report;
    pantin_bend_quality q = pantin_bend_measure(meter->meters[bent->piece], bent->vertices,
                                                meter->stretch + first, meter->ratio + first);
    double spacing = 0, total = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        double area = rest_area(mesh, t);
        meter->area[first + t] = area;
        spacing += area * triangle_spacing(mesh, t, bent->vertices, area);
        total += area;
    }
    *out = (proof_figures){ .status = report->status,
                            .iterations = report->iterations,
                            .repair_rounds = report->repair_rounds,
                            .inverted_raw = report->inverted_raw,
                            .inverted = q.inverted,
                            .branch_points = q.branch_points,
                            .min_area_ratio = q.min_area_ratio,
                            .energy_normalized = q.energy_normalized,
                            .stretch_mean = q.stretch_mean,
                            .stretch_p95 = q.stretch_p95,
                            .line_spacing_change = total > 0 ? spacing / total : 0,
                            .feature_distortion = q.feature_distortion };
    measure_handles(meter->puppet, frame, bent, out);
}

// --- an actor ------------------------------------------------------------------------------------

static int compare_stretch(const void *context, int first, int second) {
    const double *stretch = context;
    return (stretch[first] > stretch[second]) - (stretch[first] < stretch[second]);
}

/// The smallest stretch that at least 95 % of the area of all pieces does not exceed.
static double all_p95(proof_meter *meter, int count) {
    double total = 0, below = 0, found = 0;
    for (int t = 0; t < count; t++) {
        meter->order[t] = t;
        total += meter->area[t];
    }
    sort_indices(meter->order, count, compare_stretch, meter->stretch, meter->scratch);
    for (int i = 0; i < count && (i == 0 || below < 0.95 * total); i++) {
        found = meter->stretch[meter->order[i]];
        below += meter->area[meter->order[i]];
    }
    return found;
}

/// A piece's share of the whole: counts add, means weigh by area (divided at the end), the worst wins.
static void add_piece(proof_figures *all, const proof_figures *piece, double area) {
    all->status = piece->status > all->status ? piece->status : all->status;
    all->iterations += piece->iterations;
    all->repair_rounds += piece->repair_rounds;
    all->inverted_raw += piece->inverted_raw;
    all->inverted += piece->inverted;
    all->branch_points += piece->branch_points;
    all->min_area_ratio = min_double(all->min_area_ratio, piece->min_area_ratio);
    all->energy_normalized += area * piece->energy_normalized;
    all->stretch_mean += area * piece->stretch_mean;
    all->line_spacing_change += area * piece->line_spacing_change;
    all->feature_distortion = max_double(all->feature_distortion, piece->feature_distortion);
    if (piece->handle == PANTIN_NONE ||
        (all->handle != PANTIN_NONE && piece->handle_error_px <= all->handle_error_px))
        return;
    all->handle = piece->handle;
    all->handle_error_px = piece->handle_error_px;
}

void proof_measure(proof_meter *meter, const pantin_pose_frame *frame, proof_figures *pieces,
                   proof_figures *all) {
    double total = 0;
    int first = 0;
    *all = (proof_figures){ .min_area_ratio = 1e300, .handle = PANTIN_NONE };
    for (int k = 0; k < frame->piece_count; k++) {
        const pantin_bent *bent = &frame->pieces[k];
        int count = meter->puppet->pieces[bent->piece].triangles.triangle_count;
        double area = 0;
        measure_piece(meter, frame, bent, first, &pieces[k]);
        for (int t = 0; t < count; t++) area += meter->area[first + t];
        add_piece(all, &pieces[k], area);
        total += area;
        first += count;
    }
    if (frame->piece_count == 1) { // to the last bit what the trace says
        *all = pieces[0];
        return;
    }
    all->stretch_p95 = all_p95(meter, first);
    if (!(total > 0)) return;
    all->energy_normalized /= total;
    all->stretch_mean /= total;
    all->line_spacing_change /= total;
}
