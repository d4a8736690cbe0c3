// show_file.h — a show file as plain data, in its words; private to show. Tables: show_fields.c.
// SPDX-License-Identifier: MIT
#ifndef SHOW_FILE_H
#define SHOW_FILE_H

#include "base/bind.h"

typedef struct show_video {
    pantin_written head;
    int codec; // index into show_codec_words
    int crf, threads;
    int preset; // index into show_preset_words
} show_video;

typedef struct show_audio {
    pantin_written head;
    int codec;
    int rate_hz, kbps;
} show_audio;

typedef struct show_output {
    pantin_written head;
    int *size_px;
    int size_count;
    int *rate;
    int rate_count;
    show_video video;
    show_audio audio;
    float background[3];
} show_output;

/// A stretch of the film: a card, or the scene.
typedef struct show_stretch {
    pantin_written head;
    const char *card;
    bool scene;
    int frames;
} show_stretch;

typedef struct show_start {
    pantin_written head;
    const char *slot;
} show_start;

typedef struct show_cast {
    pantin_written head;
    const char *name, *puppet, *method;
    show_start start;
} show_cast;

typedef struct show_clip {
    pantin_written head;
    const char *name;
    pantin_vec2 *polygon_m;
    int polygon_count;
} show_clip;

typedef struct show_hinge {
    pantin_written head;
    double hinge_m[2];
    int axis;
    const char *angle;
    double eye_m;
} show_hinge;

typedef struct show_layer {
    pantin_written head;
    const char *name, *image, *slot, *clip, *show;
    double at_m[2]; // the lower left corner
    double px_per_m, opacity;
    bool lit;
    show_hinge turn;
    int blend;
} show_layer;

typedef struct show_stage {
    pantin_written head;
    show_clip *clips;
    int clip_count;
    show_layer *layers;
    int layer_count;
} show_stage;

typedef struct show_ambient {
    pantin_written head;
    float from[3], to[3];
    const char *by;
} show_ambient;

typedef struct show_lamp {
    pantin_written head;
    const char *name, *map, *gain;
    double at_m[2];
    double px_per_m;
    float color[3];
} show_lamp;

typedef struct show_figures_light {
    pantin_written head;
    int sample;
    double below_m, gain, lift;
} show_figures_light;

typedef struct show_light {
    pantin_written head;
    show_ambient ambient;
    show_lamp *lamps;
    int lamp_count;
    show_figures_light figures;
} show_light;

typedef struct show_camera {
    pantin_written head;
    const char *name;
    double origin_px[2];
    double px_per_m;
} show_camera;

typedef struct show_tone {
    pantin_written head;
    const char *name;
    double rms_dbfs, rate, pitch;
} show_tone;

typedef struct show_voice {
    pantin_written head;
    const char *name, *flite;
} show_voice;

typedef struct show_onset {
    pantin_written head;
    double window_ms, over_dbfs;
} show_onset;

typedef struct show_bed {
    pantin_written head;
    int synth; // 0: none
    const char *file, *gain;
    uint64_t seed;
    double *notes_hz;
    int note_count;
    double level_dbfs;
} show_bed;

typedef struct show_sound {
    pantin_written head;
    double peak_dbfs;
    show_tone *tones;
    int tone_count;
    show_voice *voices;
    int voice_count;
    show_onset onset;
    show_bed *beds;
    int bed_count;
} show_sound;

typedef struct show_subtitles {
    pantin_written head;
    const char *font;
    double size_px, at_px[2];
    bool srt;
} show_subtitles;

typedef struct show_card_text {
    pantin_written head;
    const char *markup, *font;
    double size_px, at_px[2];
} show_card_text;

typedef struct show_card_mesh {
    pantin_written head;
    const char *who, *view;
    double at_frame;
    double box_px[4];
    bool handles;
} show_card_mesh;

typedef struct show_card {
    pantin_written head;
    const char *name;
    float paint[3];
    show_card_text *text;
    int text_count;
    show_card_mesh *meshes;
    int mesh_count;
} show_card;

/// One signal of a check.
typedef struct show_signal {
    pantin_written head;
    const char *track, *beyond, *from, *under, *and_under, *away_from, *toward;
    const char **in;
    int in_count;
    double falls_px, rises_px, moves_px;
} show_signal;

typedef struct show_span { // [frame or cue, frame or cue]
    const char *cue[2];
    double frame[2];
} show_span;

typedef struct show_check {
    pantin_written head;
    const char *name, *track, *channel, *of;
    int kind;
    double value, within, min, max, max_dt_frames, max_dt_s;
    double search_s[2];
    show_span frames;
    show_signal *any;
    int any_count;
} show_check;

/// A picture taken out of the film, a part of one, a sheet of several, a pose for the proof.
typedef struct show_still {
    pantin_written head;
    const char *name;
    int *frames;
    int frame_count;
    double box_px[4];
    int columns;
    const char *who;
    const char **methods;
    int method_count;
} show_still;

typedef struct show_file {
    pantin_written head;
    const char *format, *title, *score, *camera;
    show_output output;
    show_stretch *timeline;
    int timeline_count;
    show_cast *cast;
    int cast_count;
    show_stage stage;
    show_light light;
    show_camera *cameras;
    int camera_count;
    show_sound sound;
    show_subtitles subtitles;
    show_card *cards;
    int card_count;
    show_check *checks;
    int check_count;
    show_still *stills, *crops, *sheets, *proof_poses;
    int still_count, crop_count, sheet_count, proof_count;
} show_file;

extern const bind_table show_table;
extern const bind_table show_stage_table, show_light_table, show_sound_table, show_card_table,
    show_subtitles_table, show_check_table, show_still_table;
extern const char *const show_preset_words[];

/// Notes that the value at `offset` asks for what is not done yet, if nothing before it did.
void show_later(bind_reader *reader, int offset, const char *key, const bind_field *why);

#endif
