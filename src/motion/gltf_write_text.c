// gltf_write_text.c — the JSON of a written glTF: the old one, with the plan's few objects changed in place.
//
// Objects that change keep their keys, the keys' order and all fields that are none of ours. Bounds are written
// as the doubles that equal the floats, so that a checker's comparison is exact.
// SPDX-License-Identifier: MIT
#include "motion/gltf_write.h"

typedef struct writer {
    gltf_job *job;
    gltf_edit edit;
    text scratch;
} writer;

// --- accessors -------------------------------------------------------------------------------------

typedef struct accessor_words {
    char view[16], offset[24], component[16], count[16], type[16], min[160], max[160];
} accessor_words;

static size_t put_list(char *out, size_t size, const double *numbers, int count) {
    size_t used = 0;
    for (int k = 0; k < count; k++)
        used += text_print(out + used, size - used, "%s%g", k == 0 ? "[" : ",", numbers[k]);
    return used + text_print(out + used, size - used, "]");
}

static void put_bounds(const gltf_new_track *track, int count, accessor_words *words) {
    double min[4], max[4];
    for (int k = 0; k < track->width; k++) min[k] = max[k] = track->numbers[k];
    for (int i = 1; i < count; i++)
        for (int k = 0; k < track->width; k++) {
            double v = track->numbers[(size_t)i * (size_t)track->width + (size_t)k];
            if (v < min[k]) min[k] = v;
            if (v > max[k]) max[k] = v;
        }
    put_list(words->min, sizeof words->min, min, track->width);
    put_list(words->max, sizeof words->max, max, track->width);
}

static accessor_words words_of(const gltf_job *job, const gltf_slot *slot) {
    accessor_words words;
    bool times = slot->use == GLTF_TIMES;
    const gltf_new_track *track = times ? NULL : &job->tracks[slot->track];
    int keys = gltf_grid_keys(job, times ? slot->grid : track->grid);
    int count = times ? keys : keys * (track->row / track->width);
    uint64_t offset = slot->at - job->views[slot->view].from;
    text_print(words.view, sizeof words.view, "%d", slot->view);
    text_print(words.offset, sizeof words.offset, "%llu", (unsigned long long)offset);
    text_print(words.component, sizeof words.component, "%d",
               times ? (int)GLTF_FLOAT : (int)track->component);
    text_print(words.count, sizeof words.count, "%d", count);
    text_print(words.type, sizeof words.type, "\"%s\"", times ? "SCALAR" : track->type);
    if (times) {
        double last = slot->grid == GLTF_ONE_KEY ? 0 : job->times[job->clip->frames - 1];
        put_list(words.min, sizeof words.min, &(double){ 0 }, 1);
        put_list(words.max, sizeof words.max, &last, 1);
    } else {
        put_bounds(track, count, &words);
    }
    return words;
}

static void change_accessors(writer *w) {
    const gltf_document *d = w->job->document;
    for (int k = 0; k < d->accessor_count; k++) {
        if (w->job->slots[k].use == GLTF_KEPT) continue;
        accessor_words words = words_of(w->job, &w->job->slots[k]);
        int token = d->accessors[k].token;
        bool offset =
            json_find(&d->tape, token, "byteOffset") != PANTIN_NONE || words.offset[0] != '0';
        const gltf_field fields[] = {
            { "bufferView", words.view }, { "byteOffset", offset ? words.offset : NULL },
            { "normalized", NULL },       { "componentType", words.component },
            { "count", words.count },     { "type", words.type },
            { "min", words.min },         { "max", words.max },
            { "sparse", NULL },
        };
        gltf_edit_object(&w->edit, token, fields, sizeof fields / sizeof *fields);
    }
}

static void add_bounds(writer *w) {
    const gltf_job *job = w->job;
    for (int k = 0; k < job->bound_count; k++) {
        const gltf_bounds *b = &job->bounds[k];
        char min[160], max[160];
        put_list(min, sizeof min, b->min, b->width);
        put_list(max, sizeof max, b->max, b->width);
        const gltf_field fields[] = { { "min", min }, { "max", max } };
        gltf_edit_object(&w->edit, job->document->accessors[b->accessor].token, fields, 2);
    }
}

static void put_accessor(const gltf_job *job, int k, text *out) {
    accessor_words words = words_of(job, &job->slots[k]);
    text_format(out, "{\"bufferView\":%s,", words.view);
    if (words.offset[0] != '0') text_format(out, "\"byteOffset\":%s,", words.offset);
    text_format(out, "\"componentType\":%s,\"count\":%s,\"type\":%s,\"min\":%s,\"max\":%s}",
                words.component, words.count, words.type, words.min, words.max);
}

// --- views and buffers ---------------------------------------------------------------------------

static void change_views(writer *w) {
    const gltf_job *job = w->job;
    const gltf_document *d = job->document;
    for (int k = 0; k < d->view_count; k++) {
        if (!job->views[k].changed) continue;
        char buffer[16], offset[24], length[24];
        text_print(buffer, sizeof buffer, "%d", job->buffer);
        text_print(offset, sizeof offset, "%llu", (unsigned long long)job->views[k].from);
        text_print(length, sizeof length, "%llu",
                   (unsigned long long)(job->views[k].to - job->views[k].from));
        int token = d->views[k].token;
        bool shown = json_find(&d->tape, token, "byteOffset") != PANTIN_NONE || offset[0] != '0';
        const gltf_field fields[] = { { "buffer", buffer },
                                      { "byteOffset", shown ? offset : NULL },
                                      { "byteLength", length },
                                      { "byteStride", NULL },
                                      { "target", NULL } };
        gltf_edit_object(&w->edit, token, fields, sizeof fields / sizeof *fields);
    }
}

static void put_view(const gltf_job *job, int k, text *out) {
    const gltf_new_view *view = &job->views[k];
    text_format(out, "{\"buffer\":%d,\"byteOffset\":%llu,\"byteLength\":%llu}", job->buffer,
                (unsigned long long)view->from, (unsigned long long)(view->to - view->from));
}

static void put_buffer(const gltf_job *job, int k, text *out) {
    (void)k;
    text_format(out, "{\"byteLength\":%llu", (unsigned long long)job->buffer_size);
    if (!job->to_chunk) {
        text_string(out, ",\"uri\":");
        gltf_write_uri(job, out);
    }
    text_char(out, '}');
}

/// The buffer that is there already.
static void change_buffer(writer *w) {
    const gltf_job *job = w->job;
    char length[24];
    text_print(length, sizeof length, "%llu", (unsigned long long)job->buffer_size);
    gltf_field fields[] = { { "byteLength", length }, { "uri", NULL } };
    if (!job->to_chunk) {
        w->scratch.size = 0;
        gltf_write_uri(job, &w->scratch);
        fields[1].value = w->scratch.data;
    }
    if (!w->scratch.failed)
        gltf_edit_object(&w->edit, job->document->buffers[job->buffer].token, fields,
                         job->to_chunk ? 1 : 2);
}

// --- the animation -------------------------------------------------------------------------------

static const char *interpolation_word(bool step) { return step ? "\"STEP\"" : "\"LINEAR\""; }

static void change_samplers(writer *w) {
    const gltf_job *job = w->job;
    for (int k = 0; k < job->animation->sampler_count; k++) {
        const gltf_sampler *old = &job->animation->samplers[k];
        const gltf_new_sampler *new = &job->samplers[k];
        if (new->track == PANTIN_NONE) continue;
        bool step = job->tracks[new->track].step,
             same = step ? old->interpolation == GLTF_STEP : old->interpolation == GLTF_LINEAR;
        if (same && new->input == old->input &&new->output == old->output) continue;
        char input[16], output[16];
        text_print(input, sizeof input, "%d", new->input);
        text_print(output, sizeof output, "%d", new->output);
        const gltf_field fields[] = { { "input", input },
                                      { "output", output },
                                      { "interpolation", interpolation_word(step) } };
        gltf_edit_object(&w->edit, old->token, fields, same ? 2 : 3);
    }
}

static void put_sampler(const gltf_job *job, int k, text *out) {
    const gltf_new_sampler *sampler = &job->samplers[k];
    text_format(out, "{\"input\":%d,\"output\":%d,\"interpolation\":%s}", sampler->input,
                sampler->output, interpolation_word(job->tracks[sampler->track].step));
}

static void change_channels(writer *w) {
    const gltf_job *job = w->job;
    for (int k = 0; k < job->animation->channel_count; k++) {
        const gltf_channel *old = &job->animation->channels[k];
        if (job->channels[k].sampler == old->sampler) continue;
        char sampler[16];
        text_print(sampler, sizeof sampler, "%d", job->channels[k].sampler);
        gltf_edit_object(&w->edit, old->token, &(gltf_field){ "sampler", sampler }, 1);
    }
}

static void put_channel(const gltf_job *job, int k, text *out) {
    static const char *const paths[] = { "rotation", "translation", "scale" };
    const gltf_new_channel *channel = &job->channels[k];
    text_format(out, "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", channel->sampler,
                channel->node, paths[channel->path]);
}

/// Extras that are no object are somebody's, and there is no room in them.
static void change_extras(writer *w) {
    const gltf_job *job = w->job;
    const gltf_document *d = job->document;
    char period[32];
    int keys = job->mark->closed ? job->clip->frames - 1 : job->clip->frames;
    text_from_double(period, keys / job->clip->fps);
    const char *closed = job->mark->closed ? "true" : "false";
    int extras = json_find(&d->tape, job->animation->token, "extras");
    if (extras == PANTIN_NONE) {
        w->scratch.size = 0;
        text_format(&w->scratch, "{\"loop\":true,\"period\":%s,\"closed\":%s}", period, closed);
        if (!w->scratch.failed)
            gltf_edit_field(&w->edit, job->animation->token, "extras", w->scratch.data);
    } else if (d->tape.tokens[extras].kind == JSON_OBJECT) {
        const gltf_field fields[] = { { "loop", "true" },
                                      { "period", period },
                                      { "closed", closed } };
        gltf_edit_object(&w->edit, extras, fields, 3);
    }
}

static void change_name(writer *w) {
    if (w->job->mark->name == NULL) return;
    w->scratch.size = 0;
    json_writer json = { .out = &w->scratch };
    json_put_text(&json, w->job->mark->name);
    if (!w->scratch.failed)
        gltf_edit_field(&w->edit, w->job->animation->token, "name", w->scratch.data);
}

// --- all ---------------------------------------------------------------------------------------------

/// Elements from..to - 1 at the end of an array of `object`, which is made where it is missing.
static void append(writer *w, int object, const char *key, int from, int to,
                   void (*put)(const gltf_job *job, int k, text *out)) {
    if (from >= to) return;
    int array = json_find(&w->job->document->tape, object, key);
    w->scratch.size = 0;
    if (array == PANTIN_NONE) {
        for (int k = from; k < to; k++) {
            text_char(&w->scratch, k == from ? '[' : ',');
            put(w->job, k, &w->scratch);
        }
        text_char(&w->scratch, ']');
        if (!w->scratch.failed) gltf_edit_field(&w->edit, object, key, w->scratch.data);
        return;
    }
    gltf_edit_append(&w->edit, array);
    for (int k = from; k < to && !w->scratch.failed; k++) {
        w->scratch.size = 0;
        put(w->job, k, &w->scratch);
        if (!w->scratch.failed) gltf_edit_element(&w->edit, w->scratch.data);
    }
    gltf_edit_append_end(&w->edit);
}

static void change_all(writer *w) {
    const gltf_job *job = w->job;
    const gltf_document *d = job->document;
    int animation = job->animation->token;
    bool new_buffer = job->buffer == d->buffer_count;
    if (job->buffer != PANTIN_NONE && !new_buffer) change_buffer(w);
    if (new_buffer) append(w, 0, "buffers", 0, 1, put_buffer);
    change_views(w);
    append(w, 0, "bufferViews", d->view_count, job->view_count, put_view);
    change_accessors(w);
    add_bounds(w);
    append(w, 0, "accessors", d->accessor_count, job->slot_count, put_accessor);
    change_samplers(w);
    append(w, animation, "samplers", job->animation->sampler_count, job->sampler_count,
           put_sampler);
    change_channels(w);
    append(w, animation, "channels", job->animation->channel_count, job->channel_count,
           put_channel);
    change_name(w);
    change_extras(w);
}

bool gltf_write_text(gltf_job *job, text *json, pantin_error *error) {
    const gltf_document *d = job->document;
    writer w = { .job = job };
    enum { APPENDED = 16 };
    uint64_t most = (uint64_t)d->accessor_count + (uint64_t)d->view_count +
                    (uint64_t)job->animation->sampler_count +
                    (uint64_t)job->animation->channel_count + APPENDED;
    bool done = most <= INT32_MAX && gltf_edit_begin(&w.edit, &d->tape, (int)most, &job->memory);
    if (done) {
        change_all(&w);
        done = gltf_edit_apply(&w.edit, json, &job->memory) && !w.scratch.failed;
    }
    text_free(&w.scratch);
    text_free(&w.edit.words);
    return done || memory_fail(error, "the text of a glTF");
}
