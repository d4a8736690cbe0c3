// show.c — a show is opened: its files are read, what they name is fetched, names become objects.
// SPDX-License-Identifier: MIT
#include "show.h"

#include <string.h>

#define FILE_LIMIT ((size_t)64 << 20)

bool show_fail(const pantin_show *show, int offset, pantin_error *error, const char *format, ...) {
    char line[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return bind_fail_source(show->path, show->source, show->source_size, offset, error, "%s", line);
}

int show_place(const pantin_show *show, const pantin_written *part, const char *key) {
    return bind_locate(show->source, show->source_size, part->at, key);
}

const char *show_path(pantin_show *show, const char *name, pantin_error *error) {
    char folder[1024], path[2048];
    text_path_folder(folder, sizeof folder, show->path);
    text_path_join(path, sizeof path, folder, name);
    const char *kept = arena_text(&show->memory, path, strlen(path));
    if (kept == NULL) memory_fail(error, "a show");
    return kept;
}

/// `path` is a show file, or a folder that holds show.json.
static const char *file_of(pantin_show *show, const char *path) {
    char file[2048];
    size_t length = strlen(path);
    bool is_file = length >= 5 && strcmp(path + length - 5, ".json") == 0;
    if (is_file)
        text_print(file, sizeof file, "%s", path);
    else
        text_path_join(file, sizeof file, path, "show.json");
    return arena_text(&show->memory, file, strlen(file));
}

/// Something the show names could not be fetched: said where it is named.
static bool asset_fail(const pantin_show *show, int offset, const char *path,
                       const pantin_error *inner, pantin_error *error) {
    if (inner->kind == PANTIN_ERROR_MEMORY) {
        if (error != NULL) *error = *inner;
        return false;
    }
    return show_fail(show, offset, error, "%s: %s", path, inner->text);
}

static bool read_show(pantin_show *show, const char *path, const pantin_assets *assets,
                      pantin_error *error) {
    show->path = file_of(show, path);
    if (show->path == NULL) return memory_fail(error, "a show");
    pantin_bytes bytes = { 0 };
    if (!assets->bytes(assets->self, show->path, FILE_LIMIT, &bytes, error)) return false;
    show->source = arena_text(&show->memory, (const char *)bytes.data, bytes.size);
    show->source_size = bytes.size;
    pantin_bytes_free(&bytes);
    if (show->source == NULL) return memory_fail(error, "a show");
    json_tape tape;
    if (!json_read(show->path, show->source, show->source_size, &show->memory, &tape, error))
        return false;
    bind_reader reader = bind_reader_make(&tape, &show->memory, error);
    show_file *file = &show->file;
    if (!bind_check_format(&reader, &show_table, "show/1") ||
        !bind_read(&reader, &show_table, 0, file))
        return false;
    show->info.path = show->path;
    if (reader.later_at == PANTIN_NONE) return true;
    show->later_at = reader.later_at;
    show->later = reader.later->later;
    show->later_key = reader.later_key;
    return true;
}

/// A text file named at `key`, handed to `load`.
static bool read_named(pantin_show *show, const pantin_written *part, const char *key,
                       const char *path, const pantin_assets *assets, pantin_bytes *bytes,
                       pantin_error *error) {
    pantin_error inner = { 0 };
    return assets->bytes(assets->self, path, FILE_LIMIT, bytes, &inner) ||
           asset_fail(show, show_place(show, part, key), path, &inner, error);
}

static bool read_score(pantin_show *show, const pantin_assets *assets, pantin_error *error) {
    const char *path = show_path(show, show->file.score, error);
    pantin_bytes bytes = { 0 };
    if (path == NULL || !read_named(show, &show->file.head, "score", path, assets, &bytes, error))
        return false;
    bool loaded =
        pantin_score_load(path, (const char *)bytes.data, bytes.size, &show->score, error);
    pantin_bytes_free(&bytes);
    return loaded;
}

/// Only reads and checks: what is late, or linked to nothing, is said before any picture is fetched.
static bool read_member(pantin_show *show, int index, const pantin_show_options *options,
                        const pantin_assets *assets, pantin_error *error) {
    const show_cast *cast = &show->file.cast[index];
    show_member *member = &show->cast[index];
    member->options = pantin_actor_defaults();
    if (options->method != NULL)
        member->options.method = options->method;
    else if (cast->method != NULL)
        member->options.method = cast->method;
    const char *path = show_path(show, cast->puppet, error);
    pantin_bytes bytes = { 0 };
    if (path == NULL || !read_named(show, &cast->head, "puppet", path, assets, &bytes, error))
        return false;
    bool loaded = pantin_puppet_load(path, (const char *)bytes.data, bytes.size, NULL,
                                     &member->puppet, error);
    pantin_bytes_free(&bytes);
    show->listed[index] =
        (pantin_cast_member){ cast->name, &member->puppet, member->options.method };
    return loaded;
}

/// Pictures, meshes and handles, from the very text that was checked.
static bool build_member(show_member *member, const pantin_assets *assets, pantin_error *error) {
    pantin_puppet built = { 0 };
    if (!pantin_puppet_load(member->puppet.path, member->puppet.source, member->puppet.source_size,
                            assets, &built, error))
        return false;
    pantin_puppet_free(&member->puppet);
    member->puppet = built;
    return true;
}

static bool make_textures(pantin_show *show, show_member *member, pantin_error *error) {
    const pantin_puppet *puppet = &member->puppet;
    member->meshes = ARENA_ARRAY(&show->memory, const pantin_mesh *, puppet->piece_count);
    member->textures = ARENA_ARRAY(&show->memory, const pantin_texture *, puppet->piece_count);
    member->drawings = ARENA_ARRAY(&show->memory, pantin_texture *, puppet->drawing_count);
    member->cut = ARENA_ARRAY(&show->memory, pantin_texture *, puppet->piece_count);
    if (arena_failed(&show->memory)) return memory_fail(error, "a show");
    for (int d = 0; d < puppet->drawing_count; d++) {
        member->drawings[d] = pantin_texture_create(&puppet->drawings[d].drawing.image, error);
        if (member->drawings[d] == NULL) return false;
    }
    for (int p = 0; p < puppet->piece_count; p++) {
        member->meshes[p] = &puppet->pieces[p].triangles;
        member->textures[p] = member->drawings[puppet->pieces[p].drawing_index];
        if (member->meshes[p]->part_count == 0) continue;
        // What a part of a cut mesh sees is its own.
        const pantin_puppet_drawing *drawing = &puppet->drawings[puppet->pieces[p].drawing_index];
        member->cut[p] =
            pantin_texture_create_for(&drawing->drawing.image, member->meshes[p], error);
        if (member->cut[p] == NULL) return false;
        member->textures[p] = member->cut[p];
    }
    return true;
}

/// An actor that cannot be made because of its method is an error of the show's, at the place that
/// chose it (unless the caller did).
static bool make_actor(pantin_show *show, int index, const pantin_show_options *options,
                       pantin_error *error) {
    show_member *member = &show->cast[index];
    const show_cast *cast = &show->file.cast[index];
    pantin_error inner = { 0 };
    member->actor = pantin_actor_create(&member->puppet, &member->options, &inner);
    if (member->actor != NULL) return true;
    bool chosen_here = options->method == NULL && cast->method != NULL;
    if (inner.kind == PANTIN_ERROR_MEMORY || !chosen_here) {
        if (error != NULL) *error = inner;
        return false;
    }
    show_fail(show, show_place(show, &cast->head, "method"), error, "%s: %s", inner.where,
              inner.text);
    if (error != NULL) error->kind = inner.kind;
    return false;
}

static bool make_picture(pantin_show *show, int index, const pantin_assets *assets,
                         pantin_error *error) {
    const show_layer *layer = &show->file.stage.layers[index];
    pantin_stage_layer *made = &show->layers[index];
    made->opacity = layer->opacity;
    if (layer->image == NULL) return true;
    const char *path = show_path(show, layer->image, error);
    pantin_image image = { 0 };
    pantin_error inner = { 0 };
    if (path == NULL) return false;
    if (!assets->image(assets->self, path, &image, &inner))
        return asset_fail(show, show_place(show, &layer->head, "image"), path, &inner, error);
    show->pictures[index] = pantin_texture_create(&image, error);
    double scale = 1.0 / layer->px_per_m;
    made->picture = show->pictures[index];
    made->to_stage = (pantin_affine){
        .xx = scale, .yy = -scale, .x0 = layer->at_m[0], .y0 = layer->at_m[1] + image.height * scale
    };
    pantin_image_free(&image);
    return made->picture != NULL;
}

static bool take_room(pantin_show *show, pantin_error *error) {
    const show_file *file = &show->file;
    show->cast = ARENA_ARRAY(&show->memory, show_member, file->cast_count);
    show->listed = ARENA_ARRAY(&show->memory, pantin_cast_member, file->cast_count);
    show->layers = ARENA_ARRAY(&show->memory, pantin_stage_layer, file->stage.layer_count);
    show->pictures = ARENA_ARRAY(&show->memory, pantin_texture *, file->stage.layer_count);
    show->cameras = ARENA_ARRAY(&show->memory, pantin_camera, file->camera_count);
    if (arena_failed(&show->memory)) return memory_fail(error, "a show");
    for (int c = 0; c < file->camera_count; c++)
        show->cameras[c] =
            (pantin_camera){ { file->cameras[c].origin_px[0], file->cameras[c].origin_px[1] },
                             file->cameras[c].px_per_m };
    return true;
}

static void describe(pantin_show *show) {
    const show_output *output = &show->file.output;
    pantin_show_info *info = &show->info;
    info->title = show->file.title;
    info->width = output->size_px[0];
    info->height = output->size_px[1];
    info->rate = (pantin_rate){ output->rate[0], output->rate[1] };
    info->cast_count = show->file.cast_count;
    info->cast = show->listed;
    info->score = &show->score;
    for (int c = 0; c < info->cast_count; c++)
        for (int p = 0; p < show->cast[c].puppet.piece_count; p++) {
            const pantin_mesh *mesh = &show->cast[c].puppet.pieces[p].triangles;
            if (mesh->vertex_count > info->max_vertices) info->max_vertices = mesh->vertex_count;
            if (mesh->triangle_count > info->max_triangles)
                info->max_triangles = mesh->triangle_count;
        }
    info->format = pantin_film_defaults(info->width, info->height);
    info->format.rate_numerator = info->rate.numerator;
    info->format.rate_denominator = info->rate.denominator;
    info->format.crf = output->video.crf;
    info->format.preset = show_preset_words[output->video.preset];
    info->format.threads = output->video.threads;
    info->format.frame_count = info->frame_count;
}

/// What the grammar knows and this version does not do: the show's own, its score's, its puppets'.
bool pantin_show_ready(const pantin_show *show, pantin_error *error) {
    const pantin_score *score = &show->score;
    bool late = true;
    if (show->later != NULL) {
        show_fail(show, show->later_at, error, "\"%s\" is not done yet: %s", show->later_key,
                  show->later);
    } else if (show->late_channel != PANTIN_NONE) {
        const pantin_channel *channel = &score->channels[show->late_channel];
        bind_fail_source(score->name, score->source, score->source_size, channel->head.at, error,
                         "\"%.64s\" is not done yet: it comes with the stage", channel->name);
    } else if (score->later != NULL) {
        bind_fail_source(score->name, score->source, score->source_size, score->later_at, error,
                         "\"%s\" is not done yet: %s", score->later_key, score->later);
    } else {
        late = false;
    }
    if (late && error != NULL) error->kind = PANTIN_ERROR_NOT_YET;
    for (int c = 0; c < show->file.cast_count && !late; c++)
        late = !pantin_puppet_ready(&show->cast[c].puppet, error);
    return !late;
}

static bool open_show(pantin_show *show, const char *path, const pantin_show_options *options,
                      const pantin_assets *assets, pantin_error *error) {
    if (!read_show(show, path, assets, error) || !take_room(show, error) ||
        !read_score(show, assets, error))
        return false;
    for (int c = 0; c < show->file.cast_count; c++)
        if (!read_member(show, c, options, assets, error)) return false;
    if (!show_link(show, error)) return false;
    if (!options->check_only) {
        if (!pantin_show_ready(show, error)) return false;
        for (int c = 0; c < show->file.cast_count; c++)
            if (!build_member(&show->cast[c], assets, error) ||
                !make_textures(show, &show->cast[c], error) || !make_actor(show, c, options, error))
                return false;
        for (int l = 0; l < show->file.stage.layer_count; l++)
            if (!make_picture(show, l, assets, error)) return false;
    }
    describe(show);
    return true;
}

pantin_show *pantin_show_open(const char *path, const pantin_show_options *options,
                              const pantin_assets *assets, pantin_error *error) {
    pantin_show *show = memory_allocate(1, sizeof *show);
    if (show == NULL) {
        memory_fail(error, "a show");
        return NULL;
    }
    static const pantin_show_options plain = { 0 };
    if (open_show(show, path, options != NULL ? options : &plain, assets, error)) return show;
    pantin_show_close(show);
    return NULL;
}

void pantin_show_close(pantin_show *show) {
    if (show == NULL) return;
    for (int c = 0; show->cast != NULL && c < show->file.cast_count; c++) {
        show_member *member = &show->cast[c];
        pantin_actor_destroy(member->actor);
        for (int d = 0; member->drawings != NULL && d < member->puppet.drawing_count; d++)
            pantin_texture_destroy(member->drawings[d]);
        for (int p = 0; member->cut != NULL && p < member->puppet.piece_count; p++)
            pantin_texture_destroy(member->cut[p]);
        pantin_puppet_free(&member->puppet);
    }
    for (int l = 0; show->pictures != NULL && l < show->file.stage.layer_count; l++)
        pantin_texture_destroy(show->pictures[l]);
    pantin_score_free(&show->score);
    arena_free(&show->memory);
    memory_free(show, 1, sizeof *show);
}

bool pantin_show_grammar(bool markdown, pantin_bytes *bytes, pantin_error *error) {
    return bind_grammar(&show_table, "pantin show/1", markdown, bytes, error);
}

const pantin_show_info *pantin_show_describe(const pantin_show *show) { return &show->info; }
