// show_fields.c — the grammar of a show file, first part: the file itself, output, timeline, cast,
// cameras. The stage is in show_stage_fields.c, the checks in show_check_fields.c.
// SPDX-License-Identifier: MIT
#include "show_file.h"

#include <string.h>

/// The id-buffer tells 65535 actors apart, and nobody needs so many of anything.
enum { PARTS_MOST = 256, LAYERS_MOST = 1024, STRETCHES_MOST = 4096 };

static const char *const codec_words[] = { "h264", NULL };
static const char *const audio_words[] = { "aac", NULL };
const char *const show_preset_words[] = { "ultrafast", "superfast", "veryfast", "faster",   "fast",
                                          "medium",    "slow",      "slower",   "veryslow", NULL };

void show_later(bind_reader *reader, int offset, const char *key, const bind_field *why) {
    if (reader->later_at != PANTIN_NONE) return;
    reader->later_at = offset;
    reader->later_key = key;
    reader->later = why;
}

static const bind_field video_fields[] = {
    { .name = "codec",
      .kind = BIND_WORD,
      BIND_AT(show_video, codec),
      .words = codec_words,
      .fallback_text = "h264",
      .doc = "how pictures are packed" },
    { .name = "crf",
      .kind = BIND_INT,
      BIND_AT(show_video, crf),
      .low = 0,
      .high = 51,
      .fallback = 18,
      .doc = "quality: 0 lossless, 18 looks the same, 51 worst" },
    { .name = "preset",
      .kind = BIND_WORD,
      BIND_AT(show_video, preset),
      .words = show_preset_words,
      .fallback_text = "medium",
      .doc = "how long the encoder may think" },
    { .name = "threads",
      .kind = BIND_INT,
      BIND_AT(show_video, threads),
      .low = 1,
      .high = 64,
      .fallback = 2,
      .doc = "of the encoder; another number gives other bytes" },
};
static const bind_table video_table = {
    .name = "video",
    .doc = "How pictures are encoded.",
    .size = sizeof(show_video),
    .fields = video_fields,
    .count = BIND_COUNT(video_fields),
};

static const bind_field audio_fields[] = {
    { .name = "codec",
      .kind = BIND_WORD,
      BIND_AT(show_audio, codec),
      .words = audio_words,
      .fallback_text = "aac",
      .doc = "how sound is packed" },
    { .name = "rate_hz",
      .kind = BIND_INT,
      BIND_AT(show_audio, rate_hz),
      .low = 8000,
      .high = 96000,
      .fallback = 48000,
      .unit = "Hz",
      .doc = "samples a second" },
    { .name = "kbps",
      .kind = BIND_INT,
      BIND_AT(show_audio, kbps),
      .low = 32,
      .high = 512,
      .fallback = 160,
      .unit = "kbit/s",
      .doc = "how much room it takes" },
};
static const bind_table audio_table = {
    .name = "audio",
    .doc = "How sound is encoded.",
    .size = sizeof(show_audio),
    .fields = audio_fields,
    .count = BIND_COUNT(audio_fields),
};

static int place(const bind_reader *reader, const pantin_written *head, const char *key) {
    return bind_locate(reader->tape->source, reader->tape->size, head->at, key);
}

static bool check_output(bind_reader *reader, void *item) {
    const show_output *output = item;
    if (output->size_count != 2)
        return bind_fail_at(reader, place(reader, &output->head, "size_px"),
                            "\"size_px\" must be two whole numbers, width and height: [1280, 720]");
    if (output->rate_count != 2)
        return bind_fail_at(reader, place(reader, &output->head, "rate"),
                            "\"rate\" must be two whole numbers, frames and seconds: [24, 1]");
    return true;
}

static const bind_field output_fields[] = {
    { .name = "size_px",
      .kind = BIND_INTS,
      BIND_MANY(show_output, size_px, size_count),
      .flags = BIND_REQUIRED,
      .length = 2,
      .low = 1,
      .high = 8192,
      .unit = "px",
      .doc = "width and height of the film" },
    { .name = "rate",
      .kind = BIND_INTS,
      BIND_MANY(show_output, rate, rate_count),
      .flags = BIND_REQUIRED,
      .length = 2,
      .low = 1,
      .high = 1000000,
      .unit = "frames/s",
      .doc = "frames a second, as a fraction; the score's" },
    { .name = "video",
      .kind = BIND_STRUCT,
      BIND_AT(show_output, video),
      .table = &video_table,
      .doc = "of the pictures" },
    { .name = "audio",
      .kind = BIND_STRUCT,
      BIND_AT(show_output, audio),
      .table = &audio_table,
      .doc = "of the sound" },
    { .name = "background",
      .kind = BIND_COLOR,
      BIND_AT(show_output, background),
      .fallback_text = "#ffffff",
      .doc = "what is behind everything" },
};
static const bind_table output_table = {
    .name = "output",
    .doc = "The film's form.",
    .size = sizeof(show_output),
    .fields = output_fields,
    .count = BIND_COUNT(output_fields),
    .check = check_output,
};

static bool check_stretch(bind_reader *reader, void *item) {
    const show_stretch *stretch = item;
    if ((stretch->card != NULL) == stretch->scene)
        return bind_fail_at(
            reader, stretch->head.at,
            "a stretch of the timeline is a \"card\" or \"scene\": true, one of the two");
    return true;
}

static const bind_field stretch_fields[] = {
    { .name = "card",
      .kind = BIND_TEXT,
      BIND_AT(show_stretch, card),
      .flags = BIND_LATER,
      .later = "cards come with the stage",
      .doc = "the card that is shown" },
    { .name = "scene",
      .kind = BIND_BOOL,
      BIND_AT(show_stretch, scene),
      .doc = "the score is played" },
    { .name = "frames",
      .kind = BIND_INT,
      BIND_AT(show_stretch, frames),
      .flags = BIND_REQUIRED,
      .low = 1,
      .high = 1000000,
      .unit = "frames",
      .doc = "how long" },
};
static const bind_table stretch_table = {
    .name = "stretch",
    .doc = "A part of the film's time.",
    .size = sizeof(show_stretch),
    .fields = stretch_fields,
    .count = BIND_COUNT(stretch_fields),
    .check = check_stretch,
};

static const bind_field start_fields[] = {
    { .name = "slot",
      .kind = BIND_TEXT,
      BIND_AT(show_start, slot),
      .flags = BIND_REQUIRED,
      .doc = "the slot of the stage it stands in" },
};
static const bind_table start_table = {
    .name = "start",
    .doc = "Where somebody begins.",
    .size = sizeof(show_start),
    .fields = start_fields,
    .count = BIND_COUNT(start_fields),
};

static const bind_field cast_fields[] = {
    { .name = "puppet",
      .kind = BIND_TEXT,
      BIND_AT(show_cast, puppet),
      .flags = BIND_REQUIRED,
      .doc = "its puppet file" },
    { .name = "method",
      .kind = BIND_TEXT,
      BIND_AT(show_cast, method),
      .flags = BIND_NULLABLE,
      .doc = "how it is bent; null: the default" },
    { .name = "start",
      .kind = BIND_STRUCT,
      BIND_AT(show_cast, start),
      .table = &start_table,
      .flags = BIND_REQUIRED,
      .doc = "where it begins" },
};
static const bind_table cast_table = {
    .name = "cast",
    .doc = "Who plays.",
    .size = sizeof(show_cast),
    .fields = cast_fields,
    .count = BIND_COUNT(cast_fields),
    .name_offset = offsetof(show_cast, name),
    .plain_names = true,
};

static const bind_field camera_fields[] = {
    { .name = "origin_px",
      .kind = BIND_NUMBERS,
      BIND_AT(show_camera, origin_px),
      .length = 2,
      .flags = BIND_REQUIRED,
      .low = -1e5,
      .high = 1e5,
      .unit = "px",
      .doc = "where the stage's origin is in the picture" },
    { .name = "px_per_m",
      .kind = BIND_NUMBER,
      BIND_AT(show_camera, px_per_m),
      .flags = BIND_REQUIRED | BIND_OPEN_LOW,
      .low = 0,
      .high = 1e5,
      .unit = "px/m",
      .doc = "its scale" },
};
static const bind_table camera_table = {
    .name = "camera",
    .doc = "How the stage becomes a picture.",
    .size = sizeof(show_camera),
    .fields = camera_fields,
    .count = BIND_COUNT(camera_fields),
    .name_offset = offsetof(show_camera, name),
};

/// False with an error where the list at `key` holds more than `most`: names are looked up one by one.
static bool limit(bind_reader *reader, const pantin_written *head, const char *key, int count,
                  int most) {
    if (count <= most) return true;
    return bind_fail_at(reader, place(reader, head, key),
                        "\"%s\" holds %d, more than the %d that are allowed", key, count, most);
}

static bool check_counts(bind_reader *reader, const show_file *show) {
    const pantin_written *head = &show->head;
    return limit(reader, head, "timeline", show->timeline_count, STRETCHES_MOST) &&
           limit(reader, head, "cast", show->cast_count, PARTS_MOST) &&
           limit(reader, &show->stage.head, "layers", show->stage.layer_count, LAYERS_MOST) &&
           limit(reader, &show->stage.head, "clips", show->stage.clip_count, PARTS_MOST) &&
           limit(reader, &show->light.head, "lamps", show->light.lamp_count, PARTS_MOST) &&
           limit(reader, head, "cameras", show->camera_count, PARTS_MOST) &&
           limit(reader, &show->sound.head, "tones", show->sound.tone_count, PARTS_MOST) &&
           limit(reader, &show->sound.head, "voices", show->sound.voice_count, PARTS_MOST) &&
           limit(reader, &show->sound.head, "beds", show->sound.bed_count, PARTS_MOST) &&
           limit(reader, head, "cards", show->card_count, PARTS_MOST) &&
           limit(reader, head, "checks", show->check_count, LAYERS_MOST);
}

static bool check_show(bind_reader *reader, void *item) {
    const show_file *show = item;
    return check_counts(reader, show);
}

static const bind_field show_fields[] = {
    { .name = "pantin",
      .kind = BIND_TEXT,
      BIND_AT(show_file, format),
      .flags = BIND_REQUIRED,
      .doc = "\"show/1\"" },
    { .name = "title",
      .kind = BIND_TEXT,
      BIND_AT(show_file, title),
      .flags = BIND_REQUIRED,
      .doc = "the film's name" },
    { .name = "score",
      .kind = BIND_TEXT,
      BIND_AT(show_file, score),
      .flags = BIND_REQUIRED,
      .doc = "its score file" },
    { .name = "output",
      .kind = BIND_STRUCT,
      BIND_AT(show_file, output),
      .table = &output_table,
      .flags = BIND_REQUIRED,
      .doc = "the film's form" },
    { .name = "timeline",
      .kind = BIND_LIST,
      BIND_MANY(show_file, timeline, timeline_count),
      .table = &stretch_table,
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "cards and scene, in order" },
    { .name = "cast",
      .kind = BIND_MAP,
      BIND_MANY(show_file, cast, cast_count),
      .table = &cast_table,
      .flags = BIND_REQUIRED,
      .doc = "who plays" },
    { .name = "stage",
      .kind = BIND_STRUCT,
      BIND_AT(show_file, stage),
      .table = &show_stage_table,
      .flags = BIND_REQUIRED,
      .doc = "where it plays" },
    { .name = "light",
      .kind = BIND_STRUCT,
      BIND_AT(show_file, light),
      .table = &show_light_table,
      .flags = BIND_LATER,
      .later = "light comes with the stage",
      .doc = "one light map for ground and figures" },
    { .name = "cameras",
      .kind = BIND_MAP,
      BIND_MANY(show_file, cameras, camera_count),
      .table = &camera_table,
      .flags = BIND_REQUIRED,
      .length = 1,
      .doc = "the views; the first where nothing chooses" },
    { .name = "camera",
      .kind = BIND_TEXT,
      BIND_AT(show_file, camera),
      .flags = BIND_NULLABLE,
      .doc = "the score's channel that names the camera" },
    { .name = "sound",
      .kind = BIND_STRUCT,
      BIND_AT(show_file, sound),
      .table = &show_sound_table,
      .flags = BIND_LATER,
      .later = "sound comes with the stage",
      .doc = "voices and beds" },
    { .name = "subtitles",
      .kind = BIND_STRUCT,
      BIND_AT(show_file, subtitles),
      .table = &show_subtitles_table,
      .flags = BIND_LATER,
      .later = "subtitles come with the stage",
      .doc = "the words at the foot of the frame" },
    { .name = "cards",
      .kind = BIND_MAP,
      BIND_MANY(show_file, cards, card_count),
      .table = &show_card_table,
      .flags = BIND_LATER,
      .later = "cards come with the stage",
      .doc = "title and end" },
    { .name = "checks",
      .kind = BIND_LIST,
      BIND_MANY(show_file, checks, check_count),
      .table = &show_check_table,
      .doc = "what `pantin check` holds the film to" },
    { .name = "stills",
      .kind = BIND_LIST,
      BIND_MANY(show_file, stills, still_count),
      .table = &show_still_table,
      .flags = BIND_LATER,
      .later = "stills come with the stage",
      .doc = "frames kept as pictures" },
    { .name = "crops",
      .kind = BIND_LIST,
      BIND_MANY(show_file, crops, crop_count),
      .table = &show_still_table,
      .flags = BIND_LATER,
      .later = "crops come with the stage",
      .doc = "parts of frames kept as pictures" },
    { .name = "sheets",
      .kind = BIND_LIST,
      BIND_MANY(show_file, sheets, sheet_count),
      .table = &show_still_table,
      .flags = BIND_LATER,
      .later = "sheets come with the stage",
      .doc = "frames side by side" },
    { .name = "proof_poses",
      .kind = BIND_LIST,
      BIND_MANY(show_file, proof_poses, proof_count),
      .table = &show_still_table,
      .doc = "what `pantin proof` compares" },
};
const bind_table show_table = {
    .name = "show",
    .doc = "A whole film: cast, stage, cameras, sound, cards, output and checks.",
    .size = sizeof(show_file),
    .fields = show_fields,
    .count = BIND_COUNT(show_fields),
    .check = check_show,
};
