// loop_file.c — one file of `pantin loop`: read, its animations measured, searched or fixed, and what is to be
// written held as bytes. It writes nothing, so that any number of files can be done at the same time.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

#define FILE_LIMIT ((size_t)1 << 30)
enum { PNG_LEVEL = 6 };
#define PNG_SCALE 2.0

/// One file while it is done.
typedef struct job {
    const loop_wish *w;
    loop_result *result;
    pantin_motion *motion; // as it stands after the animations done so far
    pantin_motion_options options;
    char output[8192];
    bool changed;
    pantin_error *error;
} job;

// --- what a .gltf names ----------------------------------------------------------------------------------

static void beside(const char *file, const char *name, char *path, size_t size) {
    const char *slash = strrchr(file, '/');
    int folder = slash != NULL && *name != '/' ? (int)(slash - file + 1) : 0;
    snprintf(path, size, "%.*s%s", folder, file, name);
}

static bool fetch(void *self, const char *name, size_t limit, pantin_bytes *bytes,
                  pantin_error *error) {
    char path[8192];
    beside(self, name, path, sizeof path);
    return pantin_file_read(path, limit < FILE_LIMIT ? limit : FILE_LIMIT, bytes, error);
}

/// A name that leads out of the file's folder, or is no path, cannot be copied beside another.
static bool stays_inside(const char *name) {
    if (*name == '/' || *name == '\0' || strstr(name, ":") != NULL) return false;
    for (const char *at = name; at != NULL; at = strchr(at, '/')) {
        if (*at == '/') at++;
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) return false;
    }
    return true;
}

static bool same_folder(const char *one, const char *other) {
    size_t a = (size_t)(loop_file_name(one) - one), b = (size_t)(loop_file_name(other) - other);
    return a == b && strncmp(one, other, a) == 0;
}

/// Only where the output lies in another folder does anything need to be copied: loop_write.c sees to that.
static bool hold_resources(job *j) {
    loop_result *r = j->result;
    int count = 0;
    while (pantin_motion_resource(j->motion, count) != NULL) count++;
    if (count == 0) return true;
    r->resource_names = calloc((size_t)count, sizeof *r->resource_names);
    if (r->resource_names == NULL)
        return pantin_fail(j->error, PANTIN_ERROR_MEMORY, r->file, "memory is used up");
    for (int k = 0; k < count; k++) {
        const char *name = pantin_motion_resource(j->motion, k);
        if (strcmp(j->w->output, "-") == 0)
            return pantin_fail(j->error, PANTIN_ERROR_ARGUMENT, "-o",
                               "the clip needs %.64s beside it: name a file, not -", name);
        bool inside = stays_inside(name);
        if (!inside && same_folder(r->file, j->output)) continue; // it is found from there as well
        if (!inside)
            return pantin_fail(j->error, PANTIN_ERROR_FILE, r->file,
                               "names %.128s, outside its folder: convert it to GLB", name);
        r->resource_names[r->resource_count] = strdup(name);
        if (r->resource_names[r->resource_count] == NULL)
            return pantin_fail(j->error, PANTIN_ERROR_MEMORY, r->file, "memory is used up");
        r->resource_count++;
    }
    return true;
}

// --- an animation ------------------------------------------------------------------------------------------

static int frame_of(const loop_moment *moment, double fps) {
    return (int)(moment->seconds ? moment->value * fps + 0.5 : moment->value);
}

static double seconds_of(const loop_moment *moment, double fps) {
    return moment->seconds ? moment->value : moment->value / fps;
}

static pantin_loop_options options_for(const loop_wish *w, const pantin_clip *clip) {
    pantin_loop_options options = w->options;
    if (w->start.given) options.start = frame_of(&w->start, clip->fps);
    if (w->end.given) options.end = frame_of(&w->end, clip->fps);
    if (w->period.given) options.period_s = seconds_of(&w->period, clip->fps);
    if (w->window.given) options.window_s = seconds_of(&w->window, clip->fps);
    return options;
}

static bool draw(const job *j, const pantin_loop_work *work, pantin_loop_picture picture,
                 const char *path, pantin_bytes *bytes) {
    pantin_image image = { 0 };
    if (!cli_ends_with(path, ".png")) return pantin_loop_draw_svg(work, picture, bytes, j->error);
    bool done = pantin_loop_draw_image(work, picture, PNG_SCALE, &image, j->error) &&
                pantin_png_encode(&image, PNG_LEVEL, bytes, j->error);
    pantin_image_free(&image);
    return done;
}

/// What was asked for and means nothing for this kind of file.
static void note_unused(const job *j, pantin_loop_entry *entry) {
    const loop_wish *w = j->w;
    bool bvh = pantin_motion_kind_of(j->motion) == PANTIN_BVH;
    const char *note = NULL;
    if (!bvh && w->unit_cm > 0) note = "a glTF is in meters: --unit has no effect";
    if (bvh && w->task == PANTIN_LOOP_FIX && (w->name != NULL || w->name_suffix != NULL))
        note = "a BVH holds no name of an animation: --name and --name-suffix have no effect";
    if (note == NULL || entry->note_count == PANTIN_CLIP_NOTES) return;
    entry->notes[entry->note_count++] = note;
}

/// The entry, and the pictures that were asked for.
static bool tell(job *j, const pantin_loop_work *work) {
    const loop_wish *w = j->w;
    loop_result *r = j->result;
    int k = r->count;
    char path[8192];
    if (!pantin_loop_entry_make(work, w->report != NULL, &r->entries[k], j->error)) return false;
    note_unused(j, &r->entries[k]);
    r->count++;
    int animation = work->clip->animation;
    return (!loop_picture_path(w, "plot", w->plot, r->file, animation, path, sizeof path) ||
            draw(j, work, PANTIN_LOOP_PLOT, path, &r->plots[k])) &&
           (!loop_picture_path(w, "strip", w->strip, r->file, animation, path, sizeof path) ||
            draw(j, work, PANTIN_LOOP_STRIP, path, &r->strips[k]));
}

static bool check(job *j, pantin_loop_work work) {
    pantin_loop_measure measure;
    work.measure = &measure;
    return pantin_loop_check(work.clip, work.options->root, &measure, j->error) && tell(j, &work);
}

static bool find(job *j, pantin_loop_work work) {
    pantin_loop_measure measure;
    pantin_loop_search search = { 0 };
    work.measure = &measure;
    work.search = &search;
    bool done = pantin_loop_check(work.clip, work.options->root, &measure, j->error) &&
                pantin_loop_find(work.clip, work.options, &search, j->error) && tell(j, &work);
    pantin_loop_search_free(&search);
    return done;
}

/// What was written is read again and measured as any other clip: rounding to the file's precision counts.
/// (Skate stays the fixer's: the file no longer holds the travel that was taken out.)
static bool measure_written(job *j, const pantin_clip *made, pantin_loop_fixed *fixed) {
    pantin_clip back = { 0 };
    pantin_loop_measure measure;
    if (!pantin_motion_sample(j->motion, made->animation, &back, j->error)) return false;
    bool done = pantin_loop_check(&back, j->w->options.root, &measure, j->error);
    pantin_clip_free(&back);
    if (!done || measure.frames != fixed->after.frames) return done;
    measure.has_feet = fixed->after.has_feet;
    measure.skate_cm_per_s = fixed->after.skate_cm_per_s;
    measure.skate_seam_cm_per_s = fixed->after.skate_seam_cm_per_s;
    fixed->after = measure;
    return true;
}

/// The animation goes into the file, and the file is read anew: more animations may follow.
static bool put_back(job *j, const pantin_clip *made, pantin_loop_fixed *fixed) {
    const loop_wish *w = j->w;
    char name[1024];
    pantin_bytes bytes = { 0 };
    pantin_loop_mark mark = { .closed = !w->open, .name = w->name };
    const char *own = w->name != NULL ? w->name : made->name;
    if (w->name_suffix != NULL && !cli_ends_with(own, w->name_suffix)) {
        snprintf(name, sizeof name, "%s%s", own, w->name_suffix);
        mark.name = name;
    }
    if (!pantin_motion_write(j->motion, made, &mark, &bytes, j->error)) return false;
    pantin_motion_options again = j->options;
    again.unit_cm = made->unit_cm; // a shorter clip may be guessed otherwise
    again.up = made->up;
    pantin_motion *next =
        pantin_motion_read(j->result->file, bytes.data, bytes.size, &again, j->error);
    if (next == NULL) {
        pantin_bytes_free(&bytes);
        return false;
    }
    pantin_motion_free(j->motion);
    pantin_bytes_free(&j->result->bytes);
    j->motion = next;
    j->result->bytes = bytes;
    j->changed = true;
    return measure_written(j, made, fixed);
}

static bool fix(job *j, pantin_loop_work work) {
    pantin_clip made = { 0 };
    pantin_loop_fixed fixed = { 0 };
    bool done = pantin_loop_fix(work.clip, work.options, &made, &fixed, j->error) &&
                (fixed.untouched || put_back(j, &made, &fixed));
    work.measure = &fixed.before;
    work.fixed = &fixed;
    work.fixed_clip = fixed.untouched ? NULL : &made;
    work.output = j->output;
    done = done && tell(j, &work);
    pantin_clip_free(&made);
    return done;
}

static void name_animation(job *j, int animation) {
    const char *name = pantin_motion_animation_name(j->motion, animation);
    size_t size = sizeof j->result->animation;
    j->result->animation[0] = '\0';
    if (pantin_motion_animations(j->motion) < 2) return;
    if (*name != '\0')
        snprintf(j->result->animation, size, "%s", name);
    else
        snprintf(j->result->animation, size, "animation %d", animation);
}

static bool do_animation(job *j, int animation) {
    pantin_clip clip = { 0 };
    bool named = j->w->animation != NULL || j->w->all;
    name_animation(j, animation);
    if (!pantin_motion_sample(j->motion, named ? animation : PANTIN_NONE, &clip, j->error))
        return false;
    pantin_loop_options options = options_for(j->w, &clip);
    pantin_loop_work work = { .task = j->w->task,
                              .file = j->result->file,
                              .clip = &clip,
                              .options = &options,
                              .limits = j->w->limits };
    bool done = work.task == PANTIN_LOOP_CHECK  ? check(j, work)
                : work.task == PANTIN_LOOP_FIND ? find(j, work)
                                                : fix(j, work);
    pantin_clip_free(&clip);
    return done;
}

// --- all of them -------------------------------------------------------------------------------------------

static bool make_room(job *j, int count) {
    loop_result *r = j->result;
    r->entries = calloc((size_t)count, sizeof *r->entries);
    r->plots = calloc((size_t)count, sizeof *r->plots);
    r->strips = calloc((size_t)count, sizeof *r->strips);
    return (r->entries != NULL && r->plots != NULL && r->strips != NULL) ||
           pantin_fail(j->error, PANTIN_ERROR_MEMORY, r->file, "memory is used up");
}

/// One of all that failed is told, and does not count where it is no clip at all.
static bool tell_failed(job *j, int entry, bool left_out) {
    loop_result *r = j->result;
    pantin_error none = { 0 };
    if (r->count > entry) { // it was told before a picture of it failed
        r->count = entry;
        pantin_loop_entry_free(&r->entries[entry]);
        pantin_bytes_free(&r->plots[entry]);
        pantin_bytes_free(&r->strips[entry]);
    }
    if (!pantin_loop_entry_fail(j->w->task, r->file, r->animation, j->error, &r->entries[entry],
                                &none)) {
        *j->error = none;
        return false;
    }
    r->entries[entry].method = j->w->options.method;
    r->entries[entry].left_out = left_out;
    r->count = entry + 1;
    return true;
}

/// Those that are no clips are left out; when none is one, the file has failed. Of a file that is to be written
/// one failure is that of all: half of it is not what was asked for.
static bool do_all(job *j) {
    int count = pantin_motion_animations(j->motion), left_out = 0;
    pantin_error first = { 0 };
    // Of none the library says what is wrong.
    if (count < 1) return pantin_motion_animation_default(j->motion, j->error) != PANTIN_NONE;
    if (!make_room(j, count)) return false;
    for (int a = 0; a < count; a++) {
        if (do_animation(j, a)) continue;
        bool clip = pantin_motion_is_clip(j->motion, a);
        if (j->error->kind == PANTIN_ERROR_MEMORY || (clip && j->w->task == PANTIN_LOOP_FIX))
            return false;
        loop_name_file(j->result, j->error);
        if (!clip && left_out++ == 0) first = *j->error;
        if (!tell_failed(j, a, !clip)) return false;
    }
    j->result->animation[0] = '\0';
    if (left_out < count) return true;
    *j->error = first;
    return false;
}

static bool do_one(job *j) {
    int animation = j->w->animation != NULL
                        ? pantin_motion_animation_find(j->motion, j->w->animation, j->error)
                        : pantin_motion_animation_default(j->motion, j->error);
    return animation != PANTIN_NONE && make_room(j, 1) && do_animation(j, animation);
}

static bool is_fbx(const char *file, const pantin_bytes *bytes) {
    return cli_ends_like(file, ".fbx") ||
           (bytes->size > 18 && memcmp(bytes->data, "Kaydara FBX Binary", 18) == 0);
}

/// Another kind's ending would lie about what is in the file.
static bool suits(job *j) {
    static const char *const endings[] = { ".bvh", ".glb", ".gltf" };
    int kind = (int)pantin_motion_kind_of(j->motion);
    for (int k = 0; k < 3; k++)
        if (k != kind && cli_ends_like(j->output, endings[k]))
            return pantin_fail(j->error, PANTIN_ERROR_ARGUMENT, "-o",
                               "%.200s is not a %s, and a clip is written as it was read: name it "
                               "*%s",
                               j->result->file, endings[k] + 1, endings[kind]);
    return true;
}

static bool do_motion(job *j, const pantin_bytes *file) {
    const loop_wish *w = j->w;
    loop_result *r = j->result;
    bool fixes = w->task == PANTIN_LOOP_FIX;
    if (fixes) loop_output_path(w, r->file, j->output, sizeof j->output);
    if (fixes && !suits(j)) return false;
    if (fixes && !hold_resources(j)) return false;
    if (w->all ? !do_all(j) : !do_one(j)) return false;
    r->writes = fixes;
    if (!fixes || j->changed) return true;
    r->bytes.data = NULL; // untouched: the very bytes that were read, which the caller hands over
    r->bytes.size = file->size;
    return true;
}

void loop_do_file(const loop_wish *w, const char *file, loop_result *result) {
    pantin_error why = { 0 };
    pantin_bytes bytes = { 0 };
    *result = (loop_result){ .file = file };
    job j = { .w = w, .result = result, .options = w->motion, .error = &why };
    j.options.fetch = fetch;
    j.options.fetch_self = (char *)file;
    bool done = pantin_file_read(file, FILE_LIMIT, &bytes, &why);
    if (done && is_fbx(file, &bytes))
        done = pantin_fail(&why, PANTIN_ERROR_FORMAT, file,
                           "an FBX is not read: convert it to GLB, in Blender by File > Export > "
                           "glTF 2.0");
    if (done) {
        j.motion = pantin_motion_read(file, bytes.data, bytes.size, &j.options, &why);
        done = j.motion != NULL && do_motion(&j, &bytes);
    }
    if (done && result->writes && result->bytes.data == NULL) {
        result->bytes = bytes;
        bytes = (pantin_bytes){ 0 };
    }
    pantin_motion_free(j.motion);
    pantin_bytes_free(&bytes);
    if (!done) loop_fail_result(w, result, &why);
}

static void free_parts(loop_result *r) {
    for (int k = 0; k < r->count; k++) pantin_loop_entry_free(&r->entries[k]);
    for (int k = 0; r->plots != NULL && k < r->count; k++) pantin_bytes_free(&r->plots[k]);
    for (int k = 0; r->strips != NULL && k < r->count; k++) pantin_bytes_free(&r->strips[k]);
    for (int k = 0; k < r->resource_count; k++) free(r->resource_names[k]);
    free(r->entries);
    free(r->plots);
    free(r->strips);
    free(r->resource_names);
    pantin_bytes_free(&r->bytes);
    *r = (loop_result){ .file = r->file };
}

void loop_free_result(loop_result *result) { free_parts(result); }

void loop_name_file(const loop_result *r, pantin_error *error) {
    const pantin_error was = *error;
    size_t length = strlen(r->file);
    bool begins =
        strncmp(was.where, r->file, length) == 0 &&
        (was.where[length] == '\0' || was.where[length] == ':' || was.where[length] == ' ');
    bool bare = begins || was.where[0] == '\0';
    bool told = r->animation[0] == '\0' || strstr(was.text, r->animation) != NULL;
    if (begins && told) return;
    bool option = !bare && was.kind == PANTIN_ERROR_ARGUMENT && cli_is_option(was.where);
    // Its where is a file now, and no option.
    pantin_fail(error, PANTIN_ERROR_FILE, begins ? was.where : r->file, "%s%s%s%s%s%s",
                told ? "" : r->animation, told ? "" : ": ", option ? "--" : "",
                bare ? "" : was.where, bare ? "" : ": ", was.text);
}

void loop_fail_result(const loop_wish *w, loop_result *result, const pantin_error *why) {
    pantin_error kept = *why;
    char animation[sizeof result->animation];
    loop_name_file(result, &kept);
    memcpy(animation, result->animation, sizeof animation);
    if (*animation == '\0' && w->animation != NULL)
        snprintf(animation, sizeof animation, "%s", w->animation);
    free_parts(result);
    result->failed = true;
    result->error = kept;
    result->entries = calloc(1, sizeof *result->entries);
    if (result->entries == NULL) return;
    if (pantin_loop_entry_fail(w->task, result->file, animation, &kept, &result->entries[0],
                               NULL)) {
        result->entries[0].method = w->options.method;
        result->count = 1;
    }
}
