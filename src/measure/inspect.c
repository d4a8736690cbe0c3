// inspect.c — what is in a drawing, a puppet, a score, a show.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/vec.h"
#include "facts.h"

static double area(const pantin_box *box) {
    return max_double(box->right - box->left, 0) * max_double(box->bottom - box->top, 0);
}

bool pantin_inspect_drawing(const char *path, const pantin_drawing *drawing, bool json,
                            pantin_bytes *bytes, pantin_error *error) {
    facts f;
    const pantin_box *box = &drawing->ink_box;
    double pixels = (double)drawing->image.width * drawing->image.height;
    facts_begin(&f, json);
    facts_text(&f, "file", path);
    facts_text(&f, "kind", "drawing");
    facts_int(&f, "width_px", drawing->image.width);
    facts_int(&f, "height_px", drawing->image.height);
    facts_number(&f, "ink_percent", 100.0 * drawing->ink_count / pixels, 1, "%");
    facts_int(&f, "ink_px", drawing->ink_count);
    facts_int(&f, "pieces", drawing->island_count);
    facts_number(&f, "ink_left_px", box->left, 0, "px");
    facts_number(&f, "ink_top_px", box->top, 0, "px");
    facts_number(&f, "ink_width_px", box->right - box->left, 0, "px");
    facts_number(&f, "ink_height_px", box->bottom - box->top, 0, "px");
    facts_number(&f, "spacing_px", pantin_mesh_spacing(drawing), 0, "px");
    facts_list(&f, "problems");
    if (drawing->ink_count == drawing->image.width * (int64_t)drawing->image.height) {
        facts_item(&f, "every pixel is ink: the picture has no transparent ground; give a mask, or "
                       "cut it out");
        facts_item_end(&f);
    } else if (area(box) >= pixels) {
        facts_item(&f, "the ink touches all four borders: the figure may be cut off");
        facts_item_end(&f);
    }
    facts_list_end(&f);
    return facts_end(&f, bytes, error);
}

static void say_later(facts *f, const char *source, size_t size, int at, const char *key,
                      const char *later) {
    facts_list(f, "problems");
    if (key != NULL) {
        char line[256];
        int row, column;
        text_place(source, size, (size_t)at, &row, &column);
        text_print(line, sizeof line, "line %d:%d: \"%s\" is not done yet: %s", row, column, key,
                   later);
        facts_item(f, line);
        facts_item_end(f);
    }
    facts_list_end(f);
}

static void say_piece(facts *f, const pantin_puppet *puppet, const pantin_puppet_piece *piece) {
    const pantin_mesh *mesh = &piece->triangles;
    facts_item(f, piece->name);
    facts_text(f, "drawing", puppet->drawings[piece->drawing_index].name);
    facts_int(f, "vertices", mesh->vertex_count);
    facts_int(f, "triangles", mesh->triangle_count);
    facts_int(f, "pieces", mesh->island_count);
    facts_number(f, "ink_coverage_percent", 100.0 * mesh->coverage, 1, "%");
    facts_list(f, "handles");
    for (int h = 0; h < piece->handle_count; h++) {
        const pantin_puppet_handle *handle = &piece->handles[h];
        facts_item(f, handle->name);
        facts_number(f, "x_px", handle->grip.center.x, 1, "px");
        facts_number(f, "y_px", handle->grip.center.y, 1, "px");
        facts_int(f, "vertices", handle->grip.count);
        if (handle->grip.snapped_px > 0)
            facts_number(f, "snapped_px", handle->grip.snapped_px, 1, "px");
        facts_item_end(f);
    }
    facts_list_end(f);
    facts_item_end(f);
}

static bool say_warnings(facts *f, const pantin_puppet *puppet, pantin_error *error) {
    pantin_bytes lines = { 0 };
    if (!pantin_puppet_warnings(puppet, &lines, error)) {
        text_free(&f->out);
        return false;
    }
    facts_list(f, "warnings");
    for (char *line = (char *)lines.data, *end; line != NULL && *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        facts_item(f, line);
        facts_item_end(f);
    }
    facts_list_end(f);
    pantin_bytes_free(&lines);
    return true;
}

bool pantin_inspect_puppet(const pantin_puppet *puppet, bool json, pantin_bytes *bytes,
                           pantin_error *error) {
    facts f;
    facts_begin(&f, json);
    facts_text(&f, "file", puppet->path);
    facts_text(&f, "kind", "puppet");
    facts_text(&f, "name", puppet->name);
    facts_list(&f, "pieces");
    for (int p = 0; p < puppet->piece_count; p++) say_piece(&f, puppet, &puppet->pieces[p]);
    facts_list_end(&f);
    facts_list(&f, "views");
    for (int v = 0; v < puppet->view_count; v++) {
        facts_item(&f, puppet->views[v].name);
        facts_item_end(&f);
    }
    facts_list_end(&f);
    if (!facts_poses(&f, puppet, error)) {
        text_free(&f.out);
        return false;
    }
    facts_list(&f, "controls");
    for (int c = 0; c < puppet->control_count; c++) {
        const pantin_puppet_control *control = &puppet->controls[c];
        facts_item(&f, control->name);
        facts_number(&f, "low", control->range[0], 2, control->unit);
        facts_number(&f, "high", control->range[1], 2, control->unit);
        facts_item_end(&f);
    }
    facts_list_end(&f);
    if (!say_warnings(&f, puppet, error)) return false;
    say_later(&f, puppet->source, puppet->source_size, puppet->later_at, puppet->later_key,
              puppet->later);
    return facts_end(&f, bytes, error);
}

static void say_score(facts *f, const pantin_score *score) {
    double rate = (double)score->rate.numerator / score->rate.denominator;
    facts_number(f, "fps", rate, 3, "");
    facts_int(f, "frames", score->frames);
    facts_number(f, "length_s", score->frames / rate, 2, "s");
    facts_list(f, "channels");
    for (int c = 0; c < score->channel_count; c++) {
        facts_item(f, score->channels[c].name);
        facts_int(f, "keys", score->channels[c].key_count);
        facts_item_end(f);
    }
    facts_list_end(f);
    facts_list(f, "choices");
    for (int c = 0; c < score->choice_count; c++) {
        facts_item(f, score->choices[c].id);
        facts_number(f, "frame", score->choices[c].frame, 1, "");
        facts_item_end(f);
    }
    facts_list_end(f);
}

bool pantin_inspect_score(const pantin_score *score, bool json, pantin_bytes *bytes,
                          pantin_error *error) {
    facts f;
    facts_begin(&f, json);
    facts_text(&f, "file", score->name);
    facts_text(&f, "kind", "score");
    say_score(&f, score);
    say_later(&f, score->source, score->source_size, score->later_at, score->later_key,
              score->later);
    return facts_end(&f, bytes, error);
}

bool pantin_inspect_show(const pantin_show *show, bool json, pantin_bytes *bytes,
                         pantin_error *error) {
    const pantin_show_info *info = pantin_show_describe(show);
    facts f;
    facts_begin(&f, json);
    facts_text(&f, "file", info->path);
    facts_text(&f, "kind", "show");
    facts_text(&f, "title", info->title);
    facts_int(&f, "width_px", info->width);
    facts_int(&f, "height_px", info->height);
    facts_int(&f, "film_frames", info->frame_count);
    facts_list(&f, "cast");
    for (int c = 0; c < info->cast_count; c++) {
        facts_item(&f, info->cast[c].name);
        facts_text(&f, "puppet", info->cast[c].puppet->path);
        facts_text(&f, "method", info->cast[c].method);
        facts_item_end(&f);
    }
    facts_list_end(&f);
    say_score(&f, info->score);
    facts_list(&f, "problems");
    pantin_error late = { 0 };
    if (!pantin_show_ready(show, &late)) {
        char line[1100];
        text_print(line, sizeof line, "%s: %s", late.where, late.text);
        facts_item(&f, line);
        facts_item_end(&f);
    }
    facts_list_end(&f);
    return facts_end(&f, bytes, error);
}
