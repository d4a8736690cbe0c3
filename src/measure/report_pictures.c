// report_pictures.c — the report's pictures: contact sheet, worst frames, where the rig strains.
//
// Sections have shares of the bytes a page may have, each picture of a section an equal part of it.
// SPDX-License-Identifier: MIT
#include "base/sort.h"
#include "base/vec.h"
#include "contact.h"
#include "heat.h"
#include "overlay.h"
#include "page.h"

#define CONTACT_SHARE 0.30      // at most
#define STRAIN_SHARE 0.14       // at most
#define STRAIN_SHARE_EACH 0.035 // of a piece
#define FULL_SHARE 0.4          // of what is left for the worst frames; the rest is their crops'
enum { FULL_SIDE = 960, CROP_SIDE = 760, REST_SIDE = 560, STRAIN_MOST = 12, ALT_SIZE = 512 };

/// Bytes that all pictures of the page may take.
static double all_bytes(const page *p) { return p->room * PAGE_PICTURES; }

static double strain_bytes(const page *p) {
    return all_bytes(p) *
           min_double(STRAIN_SHARE, STRAIN_SHARE_EACH * max_int(1, p->summary.pieces));
}

/// The worst frames, most looked at, get what the others leave.
static double worst_bytes(const page *p) {
    return max_double(0.0, all_bytes(p) - strain_bytes(p) - (double)p->contact_bytes);
}

static size_t share(double room, int count) { return (size_t)(room / max_int(1, count)); }

// --- contact sheet -------------------------------------------------------------------------------

bool page_contact(page *p) {
    const contact_sheet *sheet = p->trace->sheet;
    int seen = 0;
    for (int k = 0; k < sheet->count; k++) seen += sheet->seen[k];
    if (seen == 0) return true;
    size_t before = p->out.size;
    text_string(&p->out, "<section id=\"frames\"><h2>Contact sheet</h2>\n<p class=\"lead\">");
    html_count(&p->out, seen, "frame", "frames");
    text_string(&p->out, ", evenly spaced, as filmed.</p>\n<div class=\"sheet\">");
    for (int k = 0; k < sheet->count; k++) {
        char alt[ALT_SIZE];
        if (!sheet->seen[k]) continue;
        text_print(alt, sizeof alt, "The film at frame %d", sheet->frames[k]);
        text_string(&p->out, "<figure>");
        if (!html_picture(p, &sheet->images[k], share(CONTACT_SHARE * all_bytes(p), seen),
                          &p->contact_density, alt))
            return false;
        text_format(&p->out, "<figcaption>%d</figcaption></figure>\n", sheet->frames[k]);
    }
    text_string(&p->out, "</div></section>\n");
    p->contact_bytes = p->out.size - before;
    return true;
}

static void put_ramp(page *p, bool bind) {
    text_string(
        &p->out,
        "<div class=\"legend\"><span class=\"ramp\" style=\"background:linear-gradient(90deg");
    for (int k = 0; k < HEAT_STEPS; k++)
        text_format(&p->out, ",rgb(%d %d %d)", heat_ramp[k].color[0], heat_ramp[k].color[1],
                    heat_ramp[k].color[2]);
    text_string(&p->out, ")\"></span><span class=\"marks\">");
    for (int k = 0; k < HEAT_STEPS; k++) {
        text_format(&p->out, "<span style=\"left:%d%%\">", 100 * k / (HEAT_STEPS - 1));
        html_number(&p->out, bind ? heat_bind_marks[k] : 100.0 * heat_ramp[k].stretch);
        text_string(&p->out, "</span>");
    }
    text_string(&p->out, bind
                             ? "</span><span><a href=\"#def-bind\">bind</a>: what holds a triangle "
                               "up</span></div>"
                             : "</span><span>stretch of a triangle, %<span class=\"over\">turned "
                               "over</span></span></div>");
}

static void put_legend(page *p) {
    text_string(&p->out, "<div class=\"legends\">");
    put_ramp(p, false);
    if (p->summary.bind_max > 0) put_ramp(p, true);
    text_string(&p->out, "</div>");
}

// --- worst frames --------------------------------------------------------------------------------

static worst_rank rank_actor(const pantin_trace *trace, int index, int c) {
    worst_rank rank = { .frame = c, .min_area_ratio = 1e300 };
    for (int k = 0; k < trace_actor_at(trace, index, c)->piece_count; k++) {
        const pantin_bend_quality *q = &trace_piece_at(trace, index, c, k)->quality;
        rank.inverted += q->inverted;
        rank.min_area_ratio = min_double(rank.min_area_ratio, q->min_area_ratio);
        rank.energy = max_double(rank.energy, q->energy_normalized);
    }
    return rank;
}

static int worst_actor(const pantin_trace *trace, int index) {
    int worst = 0;
    for (int c = 1; c < trace->info->cast_count; c++) {
        worst_rank a = rank_actor(trace, index, c), b = rank_actor(trace, index, worst);
        if (worst_compare(&a, &b) < 0) worst = c;
    }
    return worst;
}

static void put_facts(page *p, const worst_rank *rank) {
    const pantin_trace *trace = p->trace;
    int index = rank->frame - trace->from, hc = 0, hh = PANTIN_NONE;
    double stretch = 0, bind = 0, error = -1;
    pantin_deform_status status = PANTIN_REACHED;
    for (int c = 0; c < trace->info->cast_count; c++) {
        const float *errors = trace_handles_at(trace, index, c);
        for (int h = 0; h < trace->cast[c].puppet->handle_count; h++) {
            if (!((double)errors[h] > error)) continue;
            error = (double)errors[h];
            hc = c;
            hh = h;
        }
        for (int k = 0; k < trace_actor_at(trace, index, c)->piece_count; k++) {
            const trace_piece *piece = trace_piece_at(trace, index, c, k);
            stretch = max_double(stretch, piece->quality.stretch_p95);
            bind = max_double(bind, (double)piece->bind_max);
            if (piece->status > status) status = piece->status;
        }
    }
    text_format(&p->out,
                "<dl class=\"facts\"><div><dt>turned over</dt><dd>%d</dd></div><div><dt>smallest "
                "area</dt><dd>",
                rank->inverted);
    html_number(&p->out, rank->min_area_ratio);
    text_string(&p->out, "</dd></div><div><dt>energy</dt><dd>");
    html_number(&p->out, rank->energy);
    text_string(&p->out, "</dd></div><div><dt>stretch p95</dt><dd>");
    html_percent(&p->out, stretch);
    text_string(&p->out, "</dd></div>");
    if (p->summary.bind_max > 0) {
        text_string(&p->out, "<div><dt>bind</dt><dd>");
        html_number(&p->out, bind);
        text_string(&p->out, "</dd></div>");
    }
    if (hh != PANTIN_NONE) {
        char name[200];
        trace_handle_name(trace->cast[hc].puppet, hh, name, sizeof name);
        text_string(&p->out, "<div><dt>largest handle error</dt><dd>");
        html_number(&p->out, error);
        text_string(&p->out, " px, ");
        html_text(&p->out, name, 60);
        text_string(&p->out, "</dd></div>");
    }
    text_format(&p->out, "<div><dt>status</dt><dd>%s</dd></div></dl>\n",
                pantin_deform_status_name(status));
}

/// Around the actor, with room, within the picture; the whole picture where it is not to be seen.
static pantin_box crop_around(const page *p, const pantin_take_frame *frame, int actor) {
    const pantin_show_info *info = p->trace->info;
    pantin_box box = overlay_actor_box(p->trace, frame, actor);
    pantin_box whole = { 0, 0, info->width, info->height };
    double pad = 0.06 * max_double(box.right - box.left, box.bottom - box.top) + 8.0;
    box = (pantin_box){ max_double(0, box.left - pad), max_double(0, box.top - pad),
                        min_double(whole.right, box.right + pad),
                        min_double(whole.bottom, box.bottom + pad) };
    return box.right - box.left < 8.0 || box.bottom - box.top < 8.0 ? whole : box;
}

static bool put_view(page *p, const overlay_view *view, size_t room, double *density,
                     const char *alt, const char *caption) {
    pantin_image image = { 0 };
    if (!overlay_frame(p->trace, view, &image, p->error)) return false;
    text_string(&p->out, "<figure>");
    bool done = html_picture(p, &image, room, density, alt);
    text_format(&p->out, "<figcaption>%s</figcaption></figure>", caption);
    pantin_image_free(&image);
    return done;
}

/// One actor, enlarged: by stretch, or by bind.
static bool put_crop(page *p, const overlay_view *crop, int actor, int frame, int count) {
    double room = (1.0 - FULL_SHARE) * worst_bytes(p) / (p->summary.bind_max > 0 ? 2 : 1);
    char alt[ALT_SIZE];
    text caption = { 0 };
    html_text(&caption, p->trace->cast[actor].name, 60);
    text_string(&caption, crop->bind
                              ? ": what holds its triangles up, with rings where that is most"
                              : ", enlarged");
    text_print(alt, sizeof alt, "The actor that fares worst at frame %d, %s", frame,
               crop->bind ? "colored by what holds its triangles up" : "enlarged");
    bool done = !caption.failed
                    ? put_view(p, crop, share(room, count), &p->crop_density, alt, caption.data)
                    : memory_fail(p->error, "a report");
    text_free(&caption);
    return done;
}

static bool put_worst(page *p, pantin_painter *painter, pantin_image *picture, int place, int slot,
                      int count) {
    const pantin_trace *trace = p->trace;
    const pantin_take_frame *frame = &trace->worst.frames[slot];
    const worst_rank *rank = &trace->worst.ranks[slot];
    int width = trace->info->width, height = trace->info->height;
    char alt[ALT_SIZE];
    pantin_paint(painter, frame, picture, NULL);
    text_format(&p->out, "<article><h3><span class=\"place\">%d</span> Frame %d</h3>\n", place + 1,
                rank->frame);
    put_facts(p, rank);
    text_string(&p->out, "<div class=\"pair\">");
    // A small film is enlarged, so that edges and dots stay fine; a large one made no larger than a
    // screen.
    overlay_view full = { frame,
                          picture,
                          { 0, 0, width, height },
                          min_double(3.0, (double)FULL_SIDE / max_int(width, height)),
                          false };
    text_print(alt, sizeof alt, "Frame %d, the meshes drawn over it", rank->frame);
    if (!put_view(p, &full, share(FULL_SHARE * worst_bytes(p), count), &p->full_density, alt,
                  "The whole picture"))
        return false;
    int actor =
        trace->info->cast_count > 0 ? worst_actor(trace, rank->frame - trace->from) : PANTIN_NONE;
    if (actor != PANTIN_NONE) {
        pantin_box part = crop_around(p, frame, actor);
        double longer = max_double(part.right - part.left, part.bottom - part.top);
        overlay_view crop = { frame, picture, part, min_double(4.0, CROP_SIDE / longer), false };
        if (!put_crop(p, &crop, actor, rank->frame, count)) return false;
        crop.bind = true;
        if (p->summary.bind_max > 0 && !put_crop(p, &crop, actor, rank->frame, count)) return false;
    }
    text_string(&p->out, "</div></article>\n");
    return true;
}

bool page_worst(page *p) {
    const pantin_trace *trace = p->trace;
    int picked[16], count = worst_pick(&trace->worst, picked);
    if (count == 0) return true;
    pantin_image picture = { 0 };
    pantin_painter *painter = pantin_painter_create(trace->show, p->error);
    bool done = painter != NULL &&
                pantin_image_create(trace->info->width, trace->info->height, &picture, p->error);
    text_format(&p->out,
                "<section id=\"worst\"><h2>The %s</h2>\n<p class=\"lead\">Ranked by triangles "
                "turned over, then by the smallest area ratio, then by energy; at least %d frames "
                "apart. Handles are dots, and a line leads to where each should be.</p>\n",
                count == 1 ? "worst frame" : "worst frames", WORST_APART);
    put_legend(p);
    for (int k = 0; k < count && done; k++)
        done = put_worst(p, painter, &picture, k, picked[k], count);
    text_string(&p->out, "</section>\n");
    pantin_image_free(&picture);
    pantin_painter_destroy(painter);
    return done;
}

// --- strain --------------------------------------------------------------------------------------

/// A piece and how far it was strained over the film.
typedef struct strained {
    int cast, piece;
    float stretch, bind;
} strained;

static float largest(const float *values, int count) {
    float most = 0.0f;
    for (int k = 0; k < count; k++)
        if (values[k] > most) most = values[k];
    return most;
}

static int compare_strained(const void *context, int a, int b) {
    const strained *list = context;
    return (list[a].stretch < list[b].stretch) - (list[a].stretch > list[b].stretch);
}

static bool put_rest(page *p, const strained *s, bool bind, size_t room) {
    const trace_cast *cast = &p->trace->cast[s->cast];
    const float *heat = bind ? cast->bind[s->piece] : cast->strain[s->piece];
    pantin_image image = { 0 };
    if (!overlay_rest(cast->puppet, s->piece, heat, bind, REST_SIDE, &image, p->error))
        return false;
    text_string(&p->out, "<figure>");
    bool done =
        html_picture(p, &image, room, &p->rest_density,
                     bind ? "A piece at rest, colored by what held its triangles up"
                          : "A piece at rest, colored by the largest stretch of each triangle");
    pantin_image_free(&image);
    text_string(&p->out, "<figcaption><b>");
    html_text(&p->out, cast->name, 60);
    text_string(&p->out, " · ");
    html_text(&p->out, cast->puppet->pieces[s->piece].name, 60);
    text_string(&p->out,
                bind ? "</b> <a href=\"#def-bind\">bind</a>, at most " : "</b> stretch, at most ");
    if (bind)
        html_number(&p->out, (double)s->bind);
    else
        html_percent(&p->out, (double)s->stretch);
    text_string(&p->out, "</figcaption></figure>\n");
    return done;
}

static int list_strained(const pantin_trace *trace, strained *list) {
    int count = 0;
    for (int c = 0; c < trace->info->cast_count; c++) {
        const trace_cast *cast = &trace->cast[c];
        for (int k = 0; k < cast->puppet->piece_count; k++) {
            int triangles = cast->puppet->pieces[k].triangles.triangle_count;
            list[count++] = (strained){ c, k, largest(cast->strain[k], triangles),
                                        largest(cast->bind[k], triangles) };
        }
    }
    return count;
}

bool page_strain(page *p) {
    int all = p->summary.pieces;
    strained *list = ARENA_ARRAY(&p->memory, strained, all);
    int *order = ARENA_ARRAY(&p->memory, int, all), *scratch = ARENA_ARRAY(&p->memory, int, all);
    if (arena_failed(&p->memory)) return memory_fail(p->error, "a report");
    int count = list_strained(p->trace, list), shown = min_int(count, STRAIN_MOST), pictures = 0;
    if (count == 0) return true;
    for (int k = 0; k < count; k++) order[k] = k;
    sort_indices(order, count, compare_strained, list, scratch);
    for (int k = 0; k < shown; k++) pictures += 1 + (list[order[k]].bind > 0.0f);
    text_string(&p->out, "<section id=\"strain\"><h2>Where the rig strains</h2>\n<p "
                         "class=\"lead\">The largest stretch "
                         "each triangle had over the whole film, drawn on the piece at rest");
    if (shown < count) text_format(&p->out, "; the %d most strained of %d pieces", shown, count);
    text_string(&p->out, ".</p>\n");
    put_legend(p);
    text_string(&p->out, "<div class=\"rest\">");
    for (int k = 0; k < shown; k++) {
        const strained *s = &list[order[k]];
        size_t room = share(strain_bytes(p), pictures);
        if (!put_rest(p, s, false, room) || (s->bind > 0.0f && !put_rest(p, s, true, room)))
            return false;
    }
    text_string(&p->out, "</div></section>\n");
    return true;
}
