// show_stage_fields.c — the grammar of a show file, second part: stage, light, sound, words.
// SPDX-License-Identifier: MIT
#include "show_file.h"

#define M_LIMIT 1e4
#define PX_LIMIT 1e5
#define LATER_STAGE "it comes with the stage"

static const bind_field clip_fields[] = {
    { .name = "polygon_m", .kind = BIND_POINTS, BIND_MANY(show_clip, polygon_m, polygon_count),
      .flags = BIND_REQUIRED, .length = 3, .low = -M_LIMIT, .high = M_LIMIT, .unit = "m",
      .doc = "its outline" },
};
static const bind_table clip_table = {
    .name = "clip", .doc = "An opening that limits what is drawn.", .size = sizeof(show_clip),
    .fields = clip_fields, .count = BIND_COUNT(clip_fields), .name_offset = offsetof(show_clip, name),
};

static const char *const axis_words[] = { "vertical", "horizontal", NULL };
static const char *const blend_words[] = { "normal", "multiply", "screen", "add", NULL };

static const bind_field hinge_fields[] = {
    { .name = "hinge_m", .kind = BIND_NUMBERS, BIND_AT(show_hinge, hinge_m), .length = 2,
      .flags = BIND_REQUIRED, .low = -M_LIMIT, .high = M_LIMIT, .unit = "m", .doc = "where it turns" },
    { .name = "axis", .kind = BIND_WORD, BIND_AT(show_hinge, axis), .words = axis_words,
      .fallback_text = "vertical", .doc = "about what" },
    { .name = "angle", .kind = BIND_TEXT, BIND_AT(show_hinge, angle), .flags = BIND_REQUIRED,
      .doc = "the channel that turns it, deg" },
    { .name = "eye_m", .kind = BIND_NUMBER, BIND_AT(show_hinge, eye_m), .flags = BIND_OPEN_LOW,
      .low = 0, .high = 1000, .fallback = 6, .unit = "m", .doc = "how far the eye is, for its perspective" },
};
static const bind_table hinge_table = {
    .name = "turn", .doc = "A layer that turns on a hinge.", .size = sizeof(show_hinge),
    .fields = hinge_fields, .count = BIND_COUNT(hinge_fields),
};

static bool check_layer(bind_reader *reader, void *item) {
    static const bind_field blending = { .name = "blend", .later = "blend modes come with the stage" };
    const show_layer *layer = item;
    if ((layer->image != NULL) == (layer->slot != NULL))
        return bind_fail_at(reader, layer->head.at,
                            "a layer has an \"image\" or is a \"slot\", one of the two");
    if (layer->slot == NULL && layer->name == NULL)
        return bind_fail_at(reader, layer->head.at, "a layer with an image must have a \"name\"");
    if (layer->blend != 0)
        show_later(reader, bind_locate(reader->tape->source, reader->tape->size, layer->head.at, "blend"),
                   "blend", &blending);
    return true;
}

static const bind_field layer_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(show_layer, name), .doc = "of a picture layer" },
    { .name = "image", .kind = BIND_TEXT, BIND_AT(show_layer, image),
      .doc = "PNG, from the show file's folder" },
    { .name = "slot", .kind = BIND_TEXT, BIND_AT(show_layer, slot),
      .doc = "instead of an image: actors stand here" },
    { .name = "at_m", .kind = BIND_NUMBERS, BIND_AT(show_layer, at_m), .length = 2, .low = -M_LIMIT,
      .high = M_LIMIT, .unit = "m", .doc = "where the picture's lower left corner is" },
    { .name = "px_per_m", .kind = BIND_NUMBER, BIND_AT(show_layer, px_per_m), .flags = BIND_OPEN_LOW,
      .low = 0, .high = PX_LIMIT, .fallback = 100, .unit = "px/m", .doc = "the picture's scale" },
    { .name = "opacity", .kind = BIND_NUMBER, BIND_AT(show_layer, opacity), .low = 0, .high = 1,
      .fallback = 1, .unit = "1", .doc = "of the whole layer" },
    { .name = "clip", .kind = BIND_TEXT, BIND_AT(show_layer, clip),
      .flags = BIND_NULLABLE | BIND_LATER, .later = LATER_STAGE, .doc = "the clip that limits it" },
    { .name = "lit", .kind = BIND_BOOL, BIND_AT(show_layer, lit), .fallback = 1,
      .doc = "the show's light falls on it" },
    { .name = "turn", .kind = BIND_STRUCT, BIND_AT(show_layer, turn), .table = &hinge_table,
      .flags = BIND_LATER, .later = LATER_STAGE, .doc = "it turns on a hinge" },
    { .name = "show", .kind = BIND_TEXT, BIND_AT(show_layer, show),
      .flags = BIND_NULLABLE | BIND_LATER, .later = LATER_STAGE, .doc = "the channel that shows it (0..1)" },
    { .name = "blend", .kind = BIND_WORD, BIND_AT(show_layer, blend), .words = blend_words,
      .fallback_text = "normal", .doc = "how it is laid over what is behind" },
};
static const bind_table layer_table = {
    .name = "layer", .doc = "A picture of the stage, or a slot for actors.", .size = sizeof(show_layer),
    .fields = layer_fields, .count = BIND_COUNT(layer_fields), .check = check_layer,
};

static const bind_field stage_fields[] = {
    { .name = "clips", .kind = BIND_MAP, BIND_MANY(show_stage, clips, clip_count),
      .table = &clip_table, .flags = BIND_LATER, .later = LATER_STAGE, .doc = "openings" },
    { .name = "layers", .kind = BIND_LIST, BIND_MANY(show_stage, layers, layer_count),
      .table = &layer_table, .flags = BIND_REQUIRED, .doc = "pictures and slots, back to front" },
};
const bind_table show_stage_table = {
    .name = "stage", .doc = "Where it plays, in metres: x right, y up.", .size = sizeof(show_stage),
    .fields = stage_fields, .count = BIND_COUNT(stage_fields),
};

// --- light ----------------------------------------------------------------------------------------

static const bind_field ambient_fields[] = {
    { .name = "from", .kind = BIND_COLOR, BIND_AT(show_ambient, from), .flags = BIND_REQUIRED,
      .doc = "the color at 0" },
    { .name = "to", .kind = BIND_COLOR, BIND_AT(show_ambient, to), .flags = BIND_REQUIRED,
      .doc = "the color at 1" },
    { .name = "by", .kind = BIND_TEXT, BIND_AT(show_ambient, by), .flags = BIND_REQUIRED,
      .doc = "the channel that goes from 0 to 1" },
};
static const bind_table ambient_table = {
    .name = "ambient", .doc = "The light that is everywhere.", .size = sizeof(show_ambient),
    .fields = ambient_fields, .count = BIND_COUNT(ambient_fields),
};

static const bind_field lamp_fields[] = {
    { .name = "name", .kind = BIND_TEXT, BIND_AT(show_lamp, name), .flags = BIND_REQUIRED, .doc = "its name" },
    { .name = "map", .kind = BIND_TEXT, BIND_AT(show_lamp, map), .flags = BIND_REQUIRED,
      .doc = "PNG of where its light falls" },
    { .name = "at_m", .kind = BIND_NUMBERS, BIND_AT(show_lamp, at_m), .length = 2,
      .flags = BIND_REQUIRED, .low = -M_LIMIT, .high = M_LIMIT, .unit = "m", .doc = "the map's lower left corner" },
    { .name = "px_per_m", .kind = BIND_NUMBER, BIND_AT(show_lamp, px_per_m), .flags = BIND_OPEN_LOW,
      .low = 0, .high = PX_LIMIT, .fallback = 40, .unit = "px/m", .doc = "the map's scale" },
    { .name = "color", .kind = BIND_COLOR, BIND_AT(show_lamp, color), .fallback_text = "#ffffff", .doc = "of its light" },
    { .name = "gain", .kind = BIND_TEXT, BIND_AT(show_lamp, gain), .doc = "the channel that dims it (0..1)" },
};
static const bind_table lamp_table = {
    .name = "lamp", .doc = "A light with a place.", .size = sizeof(show_lamp),
    .fields = lamp_fields, .count = BIND_COUNT(lamp_fields),
};

static const char *const sample_words[] = { "pixel", "figure", NULL };

static const bind_field figures_fields[] = {
    { .name = "sample", .kind = BIND_WORD, BIND_AT(show_figures_light, sample), .words = sample_words,
      .fallback_text = "pixel", .doc = "where a figure takes its light" },
    { .name = "below_m", .kind = BIND_NUMBER, BIND_AT(show_figures_light, below_m), .low = 0,
      .high = 100, .fallback = 0, .unit = "m", .doc = "light of the ground is taken this far down" },
    { .name = "gain", .kind = BIND_NUMBER, BIND_AT(show_figures_light, gain), .low = 0, .high = 10,
      .fallback = 1, .unit = "1", .doc = "how strong it is on figures" },
    { .name = "lift", .kind = BIND_NUMBER, BIND_AT(show_figures_light, lift), .low = 0, .high = 1,
      .unit = "1", .doc = "light every figure has of its own" },
};
static const bind_table figures_table = {
    .name = "figures", .doc = "How light falls on figures.", .size = sizeof(show_figures_light),
    .fields = figures_fields, .count = BIND_COUNT(figures_fields),
};

static const bind_field light_fields[] = {
    { .name = "ambient", .kind = BIND_STRUCT, BIND_AT(show_light, ambient), .table = &ambient_table, .doc = "everywhere" },
    { .name = "lamps", .kind = BIND_LIST, BIND_MANY(show_light, lamps, lamp_count), .table = &lamp_table, .doc = "lights with a place" },
    { .name = "figures", .kind = BIND_STRUCT, BIND_AT(show_light, figures), .table = &figures_table, .doc = "on figures" },
};
const bind_table show_light_table = {
    .name = "light", .doc = "One light map for ground and figures.", .size = sizeof(show_light),
    .fields = light_fields, .count = BIND_COUNT(light_fields),
};

// --- sound ----------------------------------------------------------------------------------------

static const bind_field tone_fields[] = {
    { .name = "rms_dbfs", .kind = BIND_NUMBER, BIND_AT(show_tone, rms_dbfs), .low = -90, .high = 0, .fallback = -20, .unit = "dBFS", .doc = "how loud" },
    { .name = "rate", .kind = BIND_NUMBER, BIND_AT(show_tone, rate), .low = 0.25, .high = 4, .fallback = 1, .unit = "1", .doc = "how fast" },
    { .name = "pitch", .kind = BIND_NUMBER, BIND_AT(show_tone, pitch), .low = 0.25, .high = 4, .fallback = 1, .unit = "1", .doc = "how high" },
};
static const bind_table tone_table = {
    .name = "tone", .doc = "A way of saying a line.", .size = sizeof(show_tone), .fields = tone_fields,
    .count = BIND_COUNT(tone_fields), .name_offset = offsetof(show_tone, name),
};

static const bind_field voice_fields[] = {
    { .name = "flite", .kind = BIND_TEXT, BIND_AT(show_voice, flite), .flags = BIND_REQUIRED, .doc = "a voice of flite: kal, slt, rms, awb" },
};
static const bind_table voice_table = {
    .name = "voice", .doc = "Whose voice.", .size = sizeof(show_voice), .fields = voice_fields,
    .count = BIND_COUNT(voice_fields), .name_offset = offsetof(show_voice, name),
};

static const bind_field onset_fields[] = {
    { .name = "window_ms", .kind = BIND_NUMBER, BIND_AT(show_onset, window_ms), .flags = BIND_OPEN_LOW, .low = 0, .high = 1000, .fallback = 10, .unit = "ms", .doc = "the window whose RMS is measured" },
    { .name = "over_dbfs", .kind = BIND_NUMBER, BIND_AT(show_onset, over_dbfs), .low = -90, .high = 0, .fallback = -40, .unit = "dBFS", .doc = "from where it is heard" },
};
static const bind_table onset_table = {
    .name = "onset", .doc = "When a voice counts as heard.", .size = sizeof(show_onset),
    .fields = onset_fields, .count = BIND_COUNT(onset_fields),
};

static const char *const synth_words[] = { "none", "crickets", "chord", "room", NULL };

static const bind_field bed_fields[] = {
    { .name = "synth", .kind = BIND_WORD, BIND_AT(show_bed, synth), .words = synth_words, .fallback_text = "none", .doc = "made by the engine" },
    { .name = "file", .kind = BIND_TEXT, BIND_AT(show_bed, file), .doc = "or read" },
    { .name = "seed", .kind = BIND_SEED, BIND_AT(show_bed, seed), .fallback = 1, .doc = "of what chance decides" },
    { .name = "notes_hz", .kind = BIND_DOUBLES, BIND_MANY(show_bed, notes_hz, note_count), .low = 20, .high = 20000, .unit = "Hz", .doc = "of a chord" },
    { .name = "level_dbfs", .kind = BIND_NUMBER, BIND_AT(show_bed, level_dbfs), .low = -90, .high = 0, .fallback = -50, .unit = "dBFS", .doc = "how loud" },
    { .name = "gain", .kind = BIND_TEXT, BIND_AT(show_bed, gain), .doc = "the channel that dims it (0..1)" },
};
static const bind_table bed_table = {
    .name = "bed", .doc = "A sound under everything.", .size = sizeof(show_bed), .fields = bed_fields,
    .count = BIND_COUNT(bed_fields),
};

static const bind_field sound_fields[] = {
    { .name = "peak_dbfs", .kind = BIND_NUMBER, BIND_AT(show_sound, peak_dbfs), .low = -60, .high = 0, .fallback = -1.5, .unit = "dBFS", .doc = "no sample is louder" },
    { .name = "tones", .kind = BIND_MAP, BIND_MANY(show_sound, tones, tone_count), .table = &tone_table, .doc = "ways of speaking" },
    { .name = "voices", .kind = BIND_MAP, BIND_MANY(show_sound, voices, voice_count), .table = &voice_table, .doc = "of the cast" },
    { .name = "onset", .kind = BIND_STRUCT, BIND_AT(show_sound, onset), .table = &onset_table, .doc = "when a voice counts as heard" },
    { .name = "beds", .kind = BIND_LIST, BIND_MANY(show_sound, beds, bed_count), .table = &bed_table, .doc = "under everything" },
};
const bind_table show_sound_table = {
    .name = "sound", .doc = "What is heard.", .size = sizeof(show_sound), .fields = sound_fields,
    .count = BIND_COUNT(sound_fields),
};

// --- words and cards ------------------------------------------------------------------------------

static const bind_field subtitles_fields[] = {
    { .name = "font", .kind = BIND_TEXT, BIND_AT(show_subtitles, font), .fallback_text = "DejaVu Sans", .doc = "its letters" },
    { .name = "size_px", .kind = BIND_NUMBER, BIND_AT(show_subtitles, size_px), .low = 4, .high = 400, .fallback = 22, .unit = "px", .doc = "their size" },
    { .name = "at_px", .kind = BIND_NUMBERS, BIND_AT(show_subtitles, at_px), .length = 2, .low = 0, .high = 8192, .unit = "px", .doc = "the middle of the line" },
    { .name = "srt", .kind = BIND_BOOL, BIND_AT(show_subtitles, srt), .doc = "also as a file" },
};
const bind_table show_subtitles_table = {
    .name = "subtitles", .doc = "The words at the foot of the frame.", .size = sizeof(show_subtitles),
    .fields = subtitles_fields, .count = BIND_COUNT(subtitles_fields),
};

static const bind_field card_text_fields[] = {
    { .name = "markup", .kind = BIND_TEXT, BIND_AT(show_card_text, markup), .flags = BIND_REQUIRED, .doc = "words, with pango markup" },
    { .name = "font", .kind = BIND_TEXT, BIND_AT(show_card_text, font), .fallback_text = "DejaVu Sans", .doc = "its letters" },
    { .name = "size_px", .kind = BIND_NUMBER, BIND_AT(show_card_text, size_px), .low = 4, .high = 1000, .fallback = 48, .unit = "px", .doc = "their size" },
    { .name = "at_px", .kind = BIND_NUMBERS, BIND_AT(show_card_text, at_px), .length = 2, .flags = BIND_REQUIRED, .low = 0, .high = 8192, .unit = "px", .doc = "the middle" },
};
static const bind_table card_text_table = {
    .name = "words", .doc = "Words on a card.", .size = sizeof(show_card_text),
    .fields = card_text_fields, .count = BIND_COUNT(card_text_fields),
};

static const bind_field card_mesh_fields[] = {
    { .name = "who", .kind = BIND_TEXT, BIND_AT(show_card_mesh, who), .flags = BIND_REQUIRED, .doc = "of the cast" },
    { .name = "view", .kind = BIND_TEXT, BIND_AT(show_card_mesh, view), .doc = "which view" },
    { .name = "at_frame", .kind = BIND_NUMBER, BIND_AT(show_card_mesh, at_frame), .flags = BIND_NULLABLE, .low = 0, .high = 1e7, .unit = "frames", .doc = "as it is at this frame; null: at rest" },
    { .name = "box_px", .kind = BIND_NUMBERS, BIND_AT(show_card_mesh, box_px), .length = 4, .flags = BIND_REQUIRED, .low = 0, .high = 8192, .unit = "px", .doc = "left, top, width, height" },
    { .name = "handles", .kind = BIND_BOOL, BIND_AT(show_card_mesh, handles), .doc = "with its handles" },
};
static const bind_table card_mesh_table = {
    .name = "card mesh", .doc = "A solved mesh on a card.", .size = sizeof(show_card_mesh),
    .fields = card_mesh_fields, .count = BIND_COUNT(card_mesh_fields),
};

static const bind_field card_fields[] = {
    { .name = "paint", .kind = BIND_COLOR, BIND_AT(show_card, paint), .fallback_text = "#ffffff", .doc = "its ground" },
    { .name = "text", .kind = BIND_LIST, BIND_MANY(show_card, text, text_count), .table = &card_text_table, .doc = "its words" },
    { .name = "meshes", .kind = BIND_LIST, BIND_MANY(show_card, meshes, mesh_count), .table = &card_mesh_table, .doc = "its meshes" },
};
const bind_table show_card_table = {
    .name = "card", .doc = "A picture that stands: title or end.", .size = sizeof(show_card),
    .fields = card_fields, .count = BIND_COUNT(card_fields), .name_offset = offsetof(show_card, name),
};
