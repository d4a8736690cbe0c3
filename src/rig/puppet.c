// puppet.c — a puppet file is read, resolved, built; found in, written and freed.
// SPDX-License-Identifier: MIT
#include "puppet.h"

#include <string.h>

#include "puppet_fields.h"

bool puppet_fail(const pantin_puppet *puppet, int offset, pantin_error *error, const char *format,
                 ...) {
    char line[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return bind_fail_source(puppet->path, puppet->source, puppet->source_size, offset, error, "%s",
                            line);
}

int puppet_place(const pantin_puppet *puppet, const pantin_written *part, const char *key) {
    return bind_locate(puppet->source, puppet->source_size, part->at, key);
}

static bool read(const char *path, const char *given, size_t size, arena *memory,
                 pantin_puppet *puppet, pantin_error *error) {
    char *name = arena_text(memory, path, strlen(path));
    char *source = arena_text(memory, given, size);
    if (arena_failed(memory)) return memory_fail(error, "a puppet");
    json_tape tape;
    if (!json_read(name, source, size, memory, &tape, error)) return false;
    bind_reader reader = bind_reader_make(&tape, memory, error);
    if (!bind_check_format(&reader, &puppet_table, "puppet/1") ||
        !bind_read(&reader, &puppet_table, 0, puppet))
        return false;
    puppet->path = name;
    puppet->source = source;
    puppet->source_size = size;
    puppet->later_at = reader.later_at;
    puppet->later = reader.later == NULL ? NULL : reader.later->later;
    puppet->later_key = reader.later == NULL ? NULL : reader.later_key;
    return true;
}

bool pantin_puppet_load(const char *path, const char *source, size_t size,
                        const pantin_assets *assets, pantin_puppet *puppet, pantin_error *error) {
    arena *memory = memory_allocate(1, sizeof *memory);
    if (memory == NULL) return memory_fail(error, "a puppet");
    pantin_puppet loaded = { .memory = memory };
    if (read(path, source, size, memory, &loaded, error) &&
        puppet_resolve(&loaded, memory, error) &&
        (assets == NULL || puppet_build(&loaded, assets, memory, error))) {
        *puppet = loaded;
        return true;
    }
    loaded.memory = memory; // the defaults of the table have passed over it
    pantin_puppet_free(&loaded);
    return false;
}

void pantin_puppet_free(pantin_puppet *puppet) {
    if (puppet->memory != NULL) {
        puppet_unbuild(puppet);
        arena_free(puppet->memory);
        memory_free(puppet->memory, 1, sizeof(arena));
    }
    *puppet = (pantin_puppet){ 0 };
}

bool pantin_puppet_write(const pantin_puppet *puppet, pantin_bytes *bytes, pantin_error *error) {
    text out = { 0 };
    json_writer writer = { .out = &out };
    bind_write(&writer, &puppet_table, puppet);
    text_char(&out, '\n');
    return text_take(&out, bytes, error);
}

bool pantin_puppet_grammar(bool markdown, pantin_bytes *bytes, pantin_error *error) {
    return bind_grammar(&puppet_table, "pantin puppet/1", markdown, bytes, error);
}

bool pantin_puppet_ready(const pantin_puppet *puppet, pantin_error *error) {
    if (puppet->later_at == PANTIN_NONE) return true;
    puppet_fail(puppet, puppet->later_at, error, "\"%s\" is not done yet: %s", puppet->later_key,
                puppet->later);
    if (error != NULL) error->kind = PANTIN_ERROR_NOT_YET;
    return false;
}

int pantin_puppet_find_pose(const pantin_puppet *puppet, const char *name) {
    for (int k = 0; k < puppet->pose_count; k++)
        if (strcmp(puppet->poses[k].name, name) == 0) return k;
    return PANTIN_NONE;
}

int pantin_puppet_find_piece(const pantin_puppet *puppet, const char *name) {
    for (int k = 0; k < puppet->piece_count; k++)
        if (strcmp(puppet->pieces[k].name, name) == 0) return k;
    return PANTIN_NONE;
}

int pantin_puppet_find_view(const pantin_puppet *puppet, const char *name) {
    for (int k = 0; k < puppet->view_count; k++)
        if (strcmp(puppet->views[k].name, name) == 0) return k;
    return PANTIN_NONE;
}

bool pantin_puppet_is_mirrored(const pantin_puppet_piece *piece) { return piece->rest == 1; }

double pantin_puppet_mirror_x(const pantin_puppet *puppet, const pantin_puppet_piece *piece) {
    return puppet->drawings[piece->drawing_index].drawing.image.width / 2.0;
}

const pantin_puppet_handle *pantin_puppet_handle_at(const pantin_puppet *puppet, int index,
                                                    int *piece) {
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *owner = &puppet->pieces[p];
        int within = index - owner->first_handle;
        if (within < 0 || within >= owner->handle_count) continue;
        if (piece != NULL) *piece = p;
        return &owner->handles[within];
    }
    return NULL;
}

/// Is `name` this handle's: HANDLE, or PIECE.HANDLE?
static bool names_handle(const pantin_puppet_piece *piece, const pantin_puppet_handle *handle,
                         const char *name) {
    if (strcmp(handle->name, name) == 0) return true;
    size_t length = strlen(piece->name);
    return strncmp(name, piece->name, length) == 0 && name[length] == '.' &&
           strcmp(name + length + 1, handle->name) == 0;
}

static int unknown_handle(const pantin_puppet *puppet, const char *name, pantin_error *error) {
    const char **names = memory_allocate((size_t)puppet->handle_count + 1, sizeof *names);
    const char *nearest = NULL;
    for (int h = 0; names != NULL && h < puppet->handle_count; h++)
        names[h] = pantin_puppet_handle_at(puppet, h, NULL)->name;
    if (names != NULL) nearest = text_nearest(name, strlen(name), names);
    if (nearest != NULL)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                    "%s has no such handle; did you mean \"%.64s\"?", puppet->path, nearest);
    else
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                    "%s has no such handle; `pantin inspect` lists them", puppet->path);
    memory_free(names, (size_t)puppet->handle_count + 1, sizeof *names);
    return PANTIN_NONE;
}

int pantin_puppet_find_handle(const pantin_puppet *puppet, const char *name, pantin_error *error) {
    int found = PANTIN_NONE, first_piece = 0;
    for (int p = 0; p < puppet->piece_count; p++) {
        const pantin_puppet_piece *piece = &puppet->pieces[p];
        for (int h = 0; h < piece->handle_count; h++) {
            if (!names_handle(piece, &piece->handles[h], name)) continue;
            if (found != PANTIN_NONE) {
                pantin_fail(error, PANTIN_ERROR_ARGUMENT, name,
                            "stands in several pieces; write %.64s.%.64s or %.64s.%.64s",
                            puppet->pieces[first_piece].name, piece->handles[h].name, piece->name,
                            piece->handles[h].name);
                return PANTIN_NONE;
            }
            found = piece->first_handle + h;
            first_piece = p;
        }
    }
    return found != PANTIN_NONE ? found : unknown_handle(puppet, name, error);
}
