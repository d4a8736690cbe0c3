// test_gltf_write.c — a written glTF: what stays byte for byte, where the new keys go, how the file grows.
// SPDX-License-Identifier: MIT
#include "gltf_written.h"

#include <math.h>
#include "refusals.h"

static const char two_arms[] = "{\"name\":\"Arm\"},{\"name\":\"Arm\"}";

enum { KEYS = 13 }; // half a second at 24 frames/s

/// Times 0..12/24, and turns about z that begin at `degrees` and grow by `step` a key.
static int times_of(gltf_maker *m) {
    float times[KEYS];
    for (int k = 0; k < KEYS; k++) times[k] = (float)(k / 24.0);
    char json[160];
    snprintf(json, sizeof json,
             "\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"SCALAR\","
             "\"min\":[0],\"max\":[0.5]",
             maker_view(m, times, sizeof times, ""), KEYS);
    return maker_accessor(m, json);
}
static int turns_of(gltf_maker *m, double degrees, double step) {
    float keys[KEYS * 4];
    for (int k = 0; k < KEYS; k++) maker_turn_key(keys + 4 * k, degrees + step * k);
    return maker_floats(m, 4, KEYS, keys);
}

/// Two nodes of one name; Idle and Walk move both, with keys of their own (or the same times).
static gltf_maker idle_and_walk(bool share_times) {
    gltf_maker m = { .nodes = two_arms };
    int idle = times_of(&m), walk = share_times ? idle : 0;
    maker_channel(&m, 0, "rotation", "LINEAR", idle, turns_of(&m, 0, 1));
    maker_channel(&m, 1, "rotation", "LINEAR", idle, turns_of(&m, 10, 1));
    maker_animation(&m, "Idle");
    if (!share_times) walk = times_of(&m);
    maker_channel(&m, 0, "rotation", "LINEAR", walk, turns_of(&m, 20, 2));
    maker_channel(&m, 1, "rotation", "LINEAR", walk, turns_of(&m, 40, 3));
    maker_animation(&m, "Walk");
    return m;
}

static void assert_idle_is_untouched(const written *w) {
    const gltf_document *before = w->before->gltf, *after = w->after->gltf;
    assert_int_equal(after->animation_count, 2);
    assert_true(
        same_text(w->before, before->animations[0].token, w->after, after->animations[0].token));
    for (int k = 0; k < 2; k++) {
        const gltf_sampler *s = sampler_of(w->before, 0, k);
        assert_true(same_text(w->before, before->accessors[s->input].token, w->after,
                              after->accessors[s->input].token));
        assert_true(same_text(w->before, before->accessors[s->output].token, w->after,
                              after->accessors[s->output].token));
        assert_memory_equal(bytes_of(w->before, s->input), bytes_of(w->after, s->input), 4 * KEYS);
        assert_memory_equal(bytes_of(w->before, s->output), bytes_of(w->after, s->output),
                            16 * KEYS);
    }
}

/// T22: two animations, two nodes of one name.
static void fixing_walk_leaves_idle_and_two_arms_of_one_name_apart(void **state) {
    (void)state;
    gltf_maker m = idle_and_walk(false);
    written w = written_begin(&m, true, NULL, 1);
    for (int i = 0; i < w.clip.frames; i++) // the second Arm alone
        *clip_rotation(&w.clip, i, 1) = quat_about((vec3){ 1, 0, 0 }, 0.01 * i);
    written_closed(&w);
    assert_idle_is_untouched(&w);
    assert_string_equal(w.after->gltf->animations[1].name, "Walk");
    assert_no_orphans(w.after);
    for (int i = 0; i < KEYS; i++) {
        assert_true(maker_degrees(*clip_rotation(&w.again, i, 0), *clip_rotation(&w.clip, i, 0)) <
                    1e-5);
        assert_true(maker_degrees(*clip_rotation(&w.again, i, 1), *clip_rotation(&w.clip, i, 1)) <
                    1e-4);
    }
    assert_int_equal(w.after->gltf->accessor_count, w.before->gltf->accessor_count);
    // The first Arm's keys said already what they should: they are what they were, with their bounds.
    const gltf_sampler *arm = sampler_of(w.after, 1, 0);
    assert_int_equal(arm->output, sampler_of(w.before, 1, 0)->output);
    assert_memory_equal(bytes_of(w.before, arm->output), bytes_of(w.after, arm->output), 16 * KEYS);
    for (int k = 0; k < 4; k++) {
        float first = float_of(w.after, arm->output, k),
              last = float_of(w.after, arm->output, 4 * (KEYS - 1) + k);
        assert_true(bound_of(w.after, arm->output, "min", k) == (double)fminf(first, last));
        assert_true(bound_of(w.after, arm->output, "max", k) == (double)fmaxf(first, last));
    }
    written_free(&w);
}

static void times_that_another_animation_uses_are_left_to_it(void **state) {
    (void)state;
    gltf_maker m = idle_and_walk(true);
    written w = written_begin(&m, true, NULL, 1);
    written_cut(&w, 2, 9);
    written_closed(&w);
    assert_idle_is_untouched(&w);
    assert_no_orphans(w.after);
    assert_int_equal(w.after->gltf->accessor_count, w.before->gltf->accessor_count + 1);
    assert_int_equal(sampler_of(w.after, 1, 0)->input, sampler_of(w.after, 1, 1)->input);
    assert_int_equal(w.again.frames, 8);
    written_free(&w);
}

// --- text ------------------------------------------------------------------------------------------

static const char layout[] =
    "{\n"
    "  \"scene\" : 0,\n"
    "  \"x-unknown\" : [1.50, 2e0 ,{\"b\":1,\"a\":2}],\n"
    "  \"asset\": {\"generator\": \"Zeichner \xC3\xA4 \\u00e4 \\/\", \"version\": \"2.0\"},\n"
    "  \"nodes\": [{\"extras\":{\"n\":1.0},\"name\":\"\xE8\x85\x95\"}],\n"
    "  \"animations\": [\n"
    "    {\"extras\" : {\"note\" : 1.0, \"loop\" : false}, \"x\":null,\n"
    "     \"channels\": [{\"target\":{\"path\":\"rotation\",\"node\":0},\"sampler\":0}],\n"
    "     \"samplers\": [{\"output\":1,\"y\":7,\"interpolation\":\"CUBICSPLINE\",\"input\":0}]}\n"
    "  ],\n"
    "  \"accessors\": [\n"
    "    {\n      \"type\": \"SCALAR\",\n      \"name\": \"t\",\n      \"count\": 3,\n"
    "      \"componentType\": 5126,\n      \"bufferView\": 0\n    },\n"
    "    {\"normalized\":false, \"type\":\"VEC4\", \"count\":9, \"componentType\":5126, "
    "\"extras\":\"k\", \"bufferView\":1, \"byteOffset\":0}\n"
    "  ],\n"
    "  \"bufferViews\": [\n"
    "    { \"byteLength\": 12, \"buffer\": 0, \"name\": \"v\" },\n"
    "    { \"byteLength\": 144, \"buffer\": 0, \"byteOffset\": 12 }\n"
    "  ],\n"
    "  \"buffers\": [{\"name\":\"alt\", \"byteLength\":156, \"uri\":\"data:a/b;base64,%s\"}]\n"
    "}\n";

/// The text above with three cubic keys: 0, 90 and 0 degrees.
static char *laid_out(void) {
    uint8_t bytes[156] = { 0 };
    float times[3] = { 0, 0.5f, 1 }, values[36] = { 0 };
    for (int k = 0; k < 3; k++) maker_turn_key(values + 12 * k + 4, k == 1 ? 90 : 0);
    memcpy(bytes, times, sizeof times);
    memcpy(bytes + 12, values, sizeof values);
    char *letters = maker_base64(bytes, sizeof bytes);
    size_t room = sizeof layout + strlen(letters);
    char *json = calloc(room, 1);
    assert_non_null(json);
    snprintf(json, room, layout, letters);
    free(letters);
    return json;
}

static void keys_order_spaces_and_unknown_fields_stay(void **state) {
    (void)state;
    char *json = laid_out();
    written w = written_text(json);
    written_closed(&w);
    static const char *const pieces[] = {
        "{\n  \"scene\" : 0,\n  \"x-unknown\" : [1.50, 2e0 ,{\"b\":1,\"a\":2}],\n",
        "\"asset\": {\"generator\": \"Zeichner \xC3\xA4 \\u00e4 \\/\", \"version\": \"2.0\"},\n",
        "\"nodes\": [{\"extras\":{\"n\":1.0},\"name\":\"\xE8\x85\x95\"}],\n",
        "{\"extras\" : {\"note\" : 1.0, \"loop\" : true,\"period\" : 1,\"closed\" : true}, "
        "\"x\":null,\n",
        "{\"output\":1,\"y\":7,\"interpolation\":\"LINEAR\",\"input\":0}]}\n",
        "\"channels\": [{\"target\":{\"path\":\"rotation\",\"node\":0},\"sampler\":0}],\n",
        // Fields it has not are laid out as their neighbors, at the end.
        "{\n      \"type\": \"SCALAR\",\n      \"name\": \"t\",\n      \"count\": 25,\n"
        "      \"componentType\": 5126,\n      \"bufferView\": 0,\n      \"min\": [0],\n"
        "      \"max\": [1]\n    }",
        "{ \"type\":\"VEC4\", \"count\":25, \"componentType\":5126, \"extras\":\"k\", "
        "\"bufferView\":1, \"byteOffset\":0,\"min\":[0,0,0,0.7",
        "{ \"byteLength\": 100, \"buffer\": 0, \"name\": \"v\" }",
        "\"buffers\": [{\"name\":\"alt\", \"byteLength\":500, \"uri\":\"data:",
    };
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++)
        if (!has_text(w.after, pieces[k])) fail_msg("lost: %s\nin: %s", pieces[k], w.bytes.data);
    assert_true(w.bytes.data[w.bytes.size - 1] == '\n');
    written_free(&w);
    free(json);
}

static written marked(const char *extras, const pantin_loop_mark *mark) {
    gltf_maker m = { .nodes = two_arms };
    char animation[256];
    maker_channel(&m, 0, "rotation", "LINEAR", times_of(&m), turns_of(&m, 0, 1));
    snprintf(animation, sizeof animation, "A\"%s,\"z\":\"", extras);
    maker_animation(&m, animation);
    written w = written_begin(&m, true, NULL, 0);
    written_end(&w, mark);
    return w;
}

static void extras_are_merged_with_what_is_there(void **state) {
    (void)state;
    const pantin_loop_mark closed = { .closed = true }, open = { .closed = false };
    written w = marked("", &closed);
    assert_true(has_text(w.after, ",\"extras\":{\"loop\":true,\"period\":0.5,\"closed\":true}}"));
    written_free(&w);
    // An open loop lasts one step longer than its keys: 13 / 24 s.
    w = marked(",\"extras\":{\"a\":[1],\"period\":9}", &open);
    assert_true(has_text(w.after, "\"extras\":{\"a\":[1],\"period\":0.5416666666666666,"
                                  "\"loop\":true,\"closed\":false}"));
    written_free(&w);
    w = marked(",\"extras\":{ }", &closed);
    assert_true(has_text(w.after, "{\"loop\":true,\"period\":0.5,\"closed\":true }"));
    written_free(&w);
    w = marked(",\"extras\":\"mine\"", &closed);
    assert_true(has_text(w.after, "\"extras\":\"mine\""));
    assert_false(has_text(w.after, "\"closed\""));
    written_free(&w);
}

static void a_new_name_may_hold_quotes_and_any_script(void **state) {
    (void)state;
    written w = marked("", &(pantin_loop_mark){ .name = "\"L\xC3\xA4uft\"\n" });
    assert_string_equal(pantin_motion_animation_name(w.after, 0), "\"L\xC3\xA4uft\"\n");
    written_free(&w);
    gltf_maker m = { .nodes = two_arms };
    maker_channel(&m, 0, "rotation", "LINEAR", times_of(&m), turns_of(&m, 0, 1));
    w = written_begin(&m, false, NULL, 0);
    written_end(&w, &(pantin_loop_mark){ .name = "walk-loop" });
    assert_string_equal(pantin_motion_animation_name(w.after, 0), "walk-loop");
    written_free(&w);
}

// --- where the bytes go ----------------------------------------------------------------------------

/// A picture's bytes as a view of their own, so that something lives in the chunk.
static int picture(gltf_maker *m) {
    uint8_t bytes[64];
    for (int k = 0; k < 64; k++) bytes[k] = (uint8_t)(3 * k + 1);
    m->top = "\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":0}],";
    return maker_view(m, bytes, sizeof bytes, "");
}

static void assert_picture_stays(const written *w, int view) {
    const gltf_view *before = &w->before->gltf->views[view], *after = &w->after->gltf->views[view];
    assert_true(same_text(w->before, before->token, w->after, after->token));
    assert_memory_equal(w->before->gltf->buffers[0].bytes + before->offset,
                        w->after->gltf->buffers[0].bytes + after->offset, 64);
}

static void old_keys_that_end_the_chunk_are_cut_off(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_arms };
    picture(&m);
    maker_channel(&m, 0, "rotation", "LINEAR", times_of(&m), turns_of(&m, 0, 1));
    written w = written_begin(&m, true, NULL, 0);
    written_cut(&w, 3, 9);
    written_closed(&w);
    assert_picture_stays(&w, 0);
    // The picture, seven times and seven rotations.
    assert_int_equal(w.after->gltf->buffers[0].size, 64 + 7 * 4 + 7 * 16);
    assert_int_equal(w.after->gltf->chunk_size, 64 + 7 * 4 + 7 * 16);
    written_free(&w);
}

static void old_keys_before_other_bytes_give_the_new_ones_their_place(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_arms };
    int times = times_of(&m), turns = turns_of(&m, 0, 1);
    maker_channel(&m, 0, "rotation", "LINEAR", times, turns);
    int view = picture(&m);
    m.top = "\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":2}],";
    assert_int_equal(view, 2);
    written w = written_begin(&m, true, NULL, 0);
    written_cut(&w, 3, 9);
    written_closed(&w);
    assert_picture_stays(&w, 2);
    assert_int_equal(w.after->gltf->buffers[0].size, w.before->gltf->buffers[0].size);
    assert_int_equal(w.after->gltf->views[0].offset, 0);
    written_free(&w);
}

static void longer_keys_go_behind_all_and_do_not_pile_up(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_arms };
    maker_channel(&m, 0, "rotation", "LINEAR", times_of(&m), turns_of(&m, 0, 1));
    picture(&m);
    m.top = "\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":2}],";
    pantin_motion_options options = pantin_motion_defaults();
    options.fps = 120; // 61 frames
    written w = written_begin(&m, true, &options, 0);
    written_closed(&w);
    assert_picture_stays(&w, 2);
    // The 61 times find room where 13 times and 13 rotations were; the rotations do not.
    assert_int_equal(w.after->gltf->buffers[0].size, w.before->gltf->buffers[0].size + 61 * 16);
    int times = sampler_of(w.after, 0, 0)->input;
    assert_ptr_equal(bytes_of(w.after, times), w.after->gltf->buffers[0].bytes);
    // Again, with other rotations: no larger.
    pantin_error error = { 0 };
    pantin_bytes twice = { 0 };
    for (int i = 0; i < w.again.frames; i++)
        *clip_rotation(&w.again, i, 0) = quat_about((vec3){ 0, 1, 0 }, 0.01 * i);
    must(pantin_motion_write(w.after, &w.again, &(pantin_loop_mark){ .closed = true }, &twice,
                             &error),
         &error);
    assert_in_range(twice.size, 1, w.bytes.size + 200); // other digits in the bounds
    pantin_bytes_free(&twice);
    written_free(&w);
}

static void a_glb_without_a_chunk_gets_one(void **state) {
    (void)state;
    // Accessors without views are zeros: three keys at time 0 are no animation, so the times are sparse.
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\"}],\"accessors\":["
        "{\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"},"
        "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"animations\":[{"
        "\"samplers\":[{\"input\":0,\"output\":1}],"
        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]}";
    uint8_t file[20 + sizeof json + 4] = "glTF";
    size_t size = sizeof json - 1, padded = (size + 3) / 4 * 4;
    maker_word(file + 4, 2);
    maker_word(file + 8, (uint32_t)(20 + padded));
    maker_word(file + 12, (uint32_t)padded);
    memcpy(file + 16, "JSON", 4);
    memset(file + 20, ' ', padded);
    memcpy(file + 20, json, size);
    pantin_error error = { 0 };
    pantin_motion *motion = pantin_motion_read("x.glb", file, 20 + padded, NULL, &error);
    must(motion != NULL, &error);
    // One frame is read from it, which is no clip; one of three frames is made by hand.
    pantin_clip clip;
    must(clip_begin(&clip, 1, 3, false, &error), &error);
    clip.joints[0] = (pantin_joint){
        .name = "a", .parent = PANTIN_NONE, .bone = true, .moves = PANTIN_MOVES_TRANSLATION
    };
    for (int i = 0; i < 3; i++) {
        *clip_rotation(&clip, i, 0) = quat_identity();
        *clip_translation(&clip, i, 0) = (vec3){ i == 1 ? 2 : 1, 0, -3 };
    }
    pantin_bytes bytes;
    must(pantin_motion_write(motion, &clip, &(pantin_loop_mark){ .closed = true }, &bytes, &error),
         &error);
    pantin_motion *after = pantin_motion_read("x.glb", bytes.data, bytes.size, NULL, &error);
    must(after != NULL, &error);
    assert_true(after->gltf->has_chunk);
    assert_int_equal(after->gltf->buffer_count, 1);
    assert_int_equal(after->gltf->chunk_size, 3 * 4 + 3 * 12);
    assert_true(float_of(after, 1, 3) == 2 && float_of(after, 1, 8) == -3);
    pantin_clip again;
    must(pantin_motion_sample(after, 0, &again, &error), &error);
    assert_true(again.frames == 3 && again.fps == 24);
    pantin_clip_free(&again);
    pantin_motion_free(after);
    pantin_bytes_free(&bytes);
    pantin_clip_free(&clip);
    pantin_motion_free(motion);
}

static bool fetch_keys(void *self, const char *path, size_t limit, pantin_bytes *bytes,
                       pantin_error *error) {
    const gltf_maker *m = self;
    (void)error;
    assert_string_equal(path, "my keys.bin");
    assert_true(m->used <= limit);
    // Freed by the reader through the library's hook.
    return pantin_file_read(PANTIN_SOURCE "/LICENSE", 1 << 20, bytes, error) && m->used > 0;
}

static void a_bin_file_beside_stays_as_it_is_named(void **state) {
    (void)state;
    // The keys are of LICENSE's bytes: any floats will do for translations that are never read as numbers
    // but by the sampler, so only their place matters. Text is never NaN: no byte of it is 0xFF.
    gltf_maker m = { .nodes = two_arms, .uri = "my%20keys.bin" };
    float still[3 * 3] = { 0 };
    maker_floats(&m, 3, 3, still);
    maker_accessor(&m, "\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\",\"sparse\":{"
                       "\"count\":2,\"indices\":{\"bufferView\":1,\"componentType\":5121},"
                       "\"values\":{\"bufferView\":2}}");
    maker_view(&m, "", 1, "");
    maker_view(&m, "", 1, "");
    m.views[0] = '\0';
    maker_add(m.views, "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36}");
    maker_add(m.views, "{\"buffer\":1,\"byteOffset\":0,\"byteLength\":2}");
    maker_add(m.views, "{\"buffer\":1,\"byteOffset\":4,\"byteLength\":8}");
    maker_channel(&m, 0, "translation", "LINEAR", 1, 0);
    pantin_bytes file = maker_file(&m, false);
    // A second buffer, a data URI with the times: indices 1, 2 and 0.5, 1.
    uint8_t data[12] = { 1, 2 };
    memcpy(data + 4, (float[]){ 0.5f, 1 }, 8);
    char *letters = maker_base64(data, sizeof data), *json = calloc(file.size + 256, 1);
    char *at = strstr((char *)file.data, "}],\"bufferViews\"");
    assert_true(at != NULL && json != NULL);
    snprintf(json, file.size + 256, "%.*s},{\"byteLength\":12,\"uri\":\"data:a/b;base64,%s\"%s",
             (int)(at - (char *)file.data), (char *)file.data, letters, at);
    pantin_motion_options options = pantin_motion_defaults();
    options.fetch = fetch_keys;
    options.fetch_self = &m;
    pantin_error error = { 0 };
    written w = { 0 };
    w.before = pantin_motion_read("x.gltf", json, strlen(json), &options, &error);
    must(w.before != NULL, &error);
    must(pantin_motion_sample(w.before, 0, &w.clip, &error), &error);
    for (int i = 0; i < w.clip.frames; i++) *clip_translation(&w.clip, i, 0) = (vec3){ 0, i, 0 };
    written_closed(&w);
    assert_true(has_text(w.after, "\"uri\":\"my%20keys.bin\""));
    assert_string_equal(pantin_motion_resource(w.after, 0), "my keys.bin");
    assert_true(same_text(w.before, w.before->gltf->buffers[0].token, w.after,
                          w.after->gltf->buffers[0].token));
    assert_int_equal(w.after->gltf->views[0].buffer, w.after->gltf->buffer_count - 1);
    assert_true(clip_translation(&w.again, 5, 0)->y == 5);
    written_free(&w);
    free(letters);
    free(json);
    free(file.data);
}

static void a_data_uri_of_old_keys_alone_is_replaced(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_arms };
    maker_channel(&m, 0, "rotation", "LINEAR", times_of(&m), turns_of(&m, 0, 1));
    written w = written_begin(&m, false, NULL, 0);
    written_cut(&w, 0, 6);
    written_closed(&w);
    assert_int_equal(w.after->gltf->buffer_count, 1);
    assert_int_equal(w.after->gltf->buffers[0].size, 7 * 4 + 7 * 16);
    written_free(&w);
    picture(&m);
    m.top = "\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":2}],";
    w = written_begin(&m, false, NULL, 0);
    written_cut(&w, 0, 6);
    written_closed(&w);
    assert_int_equal(w.after->gltf->buffer_count, 2);
    assert_true(same_text(w.before, w.before->gltf->buffers[0].token, w.after,
                          w.after->gltf->buffers[0].token));
    written_free(&w);
}

static void chunks_behind_the_second_are_kept(void **state) {
    (void)state;
    gltf_maker m = idle_and_walk(false);
    pantin_bytes file = maker_file(&m, true);
    uint8_t *longer = calloc(file.size + 12, 1);
    assert_non_null(longer);
    memcpy(longer, file.data, file.size);
    memcpy(longer + file.size, "\4\0\0\0XTRAabcd", 12);
    maker_word(longer + 8, (uint32_t)file.size + 12);
    pantin_error error = { 0 };
    written w = { 0 };
    w.before = pantin_motion_read("x.glb", longer, file.size + 12, NULL, &error);
    must(w.before != NULL, &error);
    must(pantin_motion_sample(w.before, 1, &w.clip, &error), &error);
    written_cut(&w, 1, 8);
    written_closed(&w);
    assert_memory_equal(w.bytes.data + w.bytes.size - 12, "\4\0\0\0XTRAabcd", 12);
    assert_int_equal(w.bytes.size % 4, 0);
    written_free(&w);
    free(longer);
    free(file.data);
}

// --- hostile -----------------------------------------------------------------------------------------

static bool write_once(void *context, pantin_error *error) {
    written *w = context;
    pantin_bytes bytes = { 0 };
    const pantin_loop_mark mark = { .closed = true, .name = "again" };
    bool done = pantin_motion_write(w->before, &w->clip, &mark, &bytes, error);
    pantin_bytes_free(&bytes);
    return done;
}

static void every_refused_block_is_told_and_nothing_leaks(void **state) {
    (void)state;
    for (int binary = 0; binary < 2; binary++) {
        gltf_maker m = idle_and_walk(true);
        written w = written_begin(&m, binary != 0, NULL, 1);
        written_cut(&w, 1, 7);
        assert_true(refusals_sweep(write_once, &w) > 5);
        written_free(&w);
    }
}

static void what_no_float_holds_is_refused(void **state) {
    (void)state;
    gltf_maker m = { .nodes = two_arms };
    float places[KEYS * 3] = { 0 };
    maker_channel(&m, 0, "translation", "LINEAR", times_of(&m), maker_floats(&m, 3, KEYS, places));
    written w = written_begin(&m, true, NULL, 0);
    pantin_error error = { 0 };
    clip_translation(&w.clip, 3, 0)->x = 1e300;
    assert_false(
        pantin_motion_write(w.before, &w.clip, &(pantin_loop_mark){ 0 }, &w.bytes, &error));
    assert_int_equal(error.kind, PANTIN_ERROR_ARGUMENT);
    clip_translation(&w.clip, 3, 0)->x = 0;
    w.clip.joints[0].node = 7; // a clip of another file
    assert_false(
        pantin_motion_write(w.before, &w.clip, &(pantin_loop_mark){ 0 }, &w.bytes, &error));
    written_free(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixing_walk_leaves_idle_and_two_arms_of_one_name_apart),
        cmocka_unit_test(times_that_another_animation_uses_are_left_to_it),
        cmocka_unit_test(keys_order_spaces_and_unknown_fields_stay),
        cmocka_unit_test(extras_are_merged_with_what_is_there),
        cmocka_unit_test(a_new_name_may_hold_quotes_and_any_script),
        cmocka_unit_test(old_keys_that_end_the_chunk_are_cut_off),
        cmocka_unit_test(old_keys_before_other_bytes_give_the_new_ones_their_place),
        cmocka_unit_test(longer_keys_go_behind_all_and_do_not_pile_up),
        cmocka_unit_test(a_glb_without_a_chunk_gets_one),
        cmocka_unit_test(a_bin_file_beside_stays_as_it_is_named),
        cmocka_unit_test(a_data_uri_of_old_keys_alone_is_replaced),
        cmocka_unit_test(chunks_behind_the_second_are_kept),
        cmocka_unit_test(every_refused_block_is_told_and_nothing_leaks),
        cmocka_unit_test(what_no_float_holds_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
