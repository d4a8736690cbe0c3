// sink_ffmpeg.c — H.264 and AAC in .mp4, .mov or .mkv, playable everywhere: 4:2:0, even sides,
// BT.709 limited range converted (yuv.c) and tagged in stream and container, index in front.
//
// The film is written to OUT.part and renamed at the end. Everything that can refuse is asked
// before the first picture: encoders, sizes, preset, rates, folder.
//
// The same pictures give the same bytes: bitexact muxing, no clock in the file, x264 told to choose
// no algorithm by the processor, and a fixed count of its threads (1 and 2 give different files).
//
// Samples may come long before their pictures. Their packets wait here until a picture of a later
// time is written, so the file is interleaved whatever the order of calls, and a film whose sound
// ends early is not held in memory, as FFmpeg's own interleaving would.
// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>

#include "base/arena.h"
#include "base/text.h"
#include "format.h"

enum { SIDE_LIMIT = 16384 }; // x264's

typedef struct film_writer {
    pantin_film_format format;
    arena memory;
    const char *output, *part; // OUT and OUT.part
    const char *part_url;      // with "file:" before it, so that no ':' is a protocol
    bool has_file;             // the part is ours to remove
    AVFormatContext *muxer;
    AVCodecContext *video, *sound;
    AVStream *video_stream, *sound_stream;
    AVFrame *picture, *chunk; // chunk: samples until there are frame_size of them
    AVPacket *packet;
    AVPacket **waiting; // sound, encoded, not yet due
    size_t waiting_from, waiting_to, waiting_capacity;
    int64_t pictures, samples; // encoded so far: time stamps
    int filled;                // samples in the chunk
} film_writer;

static const char *const presets[] = { "ultrafast", "superfast", "veryfast", "faster",
                                       "fast",      "medium",    "slow",     "slower",
                                       "veryslow",  "placebo",   NULL };

static bool film_takes(const char *output) {
    return format_name_ends(output, ".mp4") || format_name_ends(output, ".mov") ||
           format_name_ends(output, ".mkv");
}

// --- errors and ends ----------------------------------------------------------------------------

static bool fail_code(const film_writer *w, int code, const char *what, pantin_error *error) {
    char said[AV_ERROR_MAX_STRING_SIZE];
    av_strerror(code, said, sizeof said);
    return pantin_fail(error, code == AVERROR(ENOMEM) ? PANTIN_ERROR_MEMORY : PANTIN_ERROR_FILE,
                       w->output, "%s: %s", what, said);
}

static void writer_free(film_writer *w) {
    for (size_t i = w->waiting_from; i < w->waiting_to; i++) av_packet_free(&w->waiting[i]);
    memory_free(w->waiting, w->waiting_capacity, sizeof *w->waiting);
    av_packet_free(&w->packet);
    av_frame_free(&w->picture);
    av_frame_free(&w->chunk);
    avcodec_free_context(&w->video);
    avcodec_free_context(&w->sound);
    if (w->muxer != NULL) {
        avio_closep(&w->muxer->pb);
        avformat_free_context(w->muxer);
    }
    arena_free(&w->memory);
    memory_free(w, 1, sizeof *w);
}

static void film_abandon(void *self) {
    film_writer *w = self;
    if (w->muxer != NULL) avio_closep(&w->muxer->pb);
    if (w->has_file) remove(w->part);
    writer_free(w);
}

// --- opening ------------------------------------------------------------------------------------

/// The table's own word, which outlives the caller's; NULL when there is none.
static const char *find_preset(const char *preset, pantin_error *error) {
    for (int i = 0; presets[i] != NULL; i++)
        if (strcmp(preset, presets[i]) == 0) return presets[i];
    const char *nearest = text_nearest(preset, strlen(preset), presets);
    pantin_fail(error, PANTIN_ERROR_ARGUMENT, "preset",
                "x264 has no preset \"%s\"; did you mean \"%s\"? It has ultrafast superfast veryfast "
                "faster fast medium slow slower veryslow placebo",
                preset, nearest != NULL ? nearest : "medium");
    return NULL;
}

static bool check_size(const pantin_film_format *format, pantin_error *error) {
    if (format->width <= SIDE_LIMIT && format->height <= SIDE_LIMIT) return true;
    return pantin_fail(error, PANTIN_ERROR_ARGUMENT,
                       format->width > SIDE_LIMIT ? "width" : "height",
                       "%d x %d px is more than H.264 takes (%d a side); film a smaller size, or "
                       "frames: FOLDER/ f%%04d.png",
                       format->width, format->height, SIDE_LIMIT);
}

static const AVCodec *find_encoder(const film_writer *w, const char *name, pantin_error *error) {
    const AVCodec *codec = avcodec_find_encoder_by_name(name);
    if (codec == NULL)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, w->output,
                    "FFmpeg's library here has no encoder %s; install one that has, or write "
                    "frames: FOLDER/ f%%04d.png",
                    name);
    return codec;
}

static bool check_rate(const AVCodec *codec, int rate_hz, pantin_error *error) {
    for (const int *rate = codec->supported_samplerates; rate != NULL && *rate != 0; rate++)
        if (*rate == rate_hz) return true;
    return pantin_fail(
        error, PANTIN_ERROR_ARGUMENT, "sound_rate_hz",
        "AAC does not take %d Hz; mix at 48000 (or 44100, 32000, 24000, 22050, 16000)", rate_hz);
}

/// The part beside the output, so that renaming moves no bytes.
static bool open_file(film_writer *w, pantin_error *error) {
    struct stat found;
    if (stat(w->output, &found) == 0 && S_ISDIR(found.st_mode))
        return pantin_fail(error, PANTIN_ERROR_FILE, w->output,
                           "is a folder; name a file, or FOLDER/ for frames");
    int code = avio_open(&w->muxer->pb, w->part_url, AVIO_FLAG_WRITE);
    if (code >= 0) return w->has_file = true;
    return fail_code(w, code, "cannot write there (make the folder, or name another)", error);
}

static bool add_video(film_writer *w, pantin_error *error) {
    const pantin_film_format *format = &w->format;
    const AVCodec *codec = find_encoder(w, "libx264", error);
    if (codec == NULL) return false;
    AVCodecContext *video = w->video = avcodec_alloc_context3(codec);
    w->video_stream = avformat_new_stream(w->muxer, NULL);
    if (video == NULL || w->video_stream == NULL) return memory_fail(error, "the encoder");
    video->width = format->width + (format->width & 1);
    video->height = format->height + (format->height & 1);
    video->pix_fmt = AV_PIX_FMT_YUV420P;
    video->color_range = AVCOL_RANGE_MPEG;
    video->color_primaries = AVCOL_PRI_BT709;
    video->color_trc = AVCOL_TRC_BT709;
    video->colorspace = AVCOL_SPC_BT709;
    video->chroma_sample_location = AVCHROMA_LOC_CENTER; // the mean of a 2x2 block lies there
    video->sample_aspect_ratio = (AVRational){ 1, 1 };
    video->time_base = (AVRational){ format->rate_denominator, format->rate_numerator };
    video->framerate = (AVRational){ format->rate_numerator, format->rate_denominator };
    video->thread_count = format->threads;
    video->flags |= AV_CODEC_FLAG_BITEXACT;
    if (w->muxer->oformat->flags & AVFMT_GLOBALHEADER) video->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    av_opt_set(video->priv_data, "preset", format->preset, 0);
    av_opt_set_double(video->priv_data, "crf", format->crf, 0);
    av_opt_set(video->priv_data, "x264-params", "cpu-independent=1", 0);
    int code = avcodec_open2(video, codec, NULL);
    if (code >= 0) code = avcodec_parameters_from_context(w->video_stream->codecpar, video);
    if (code < 0) return fail_code(w, code, "x264 would not start with this size and rate", error);
    w->video_stream->time_base = video->time_base;
    w->video_stream->avg_frame_rate = w->video_stream->r_frame_rate = video->framerate;
    w->video_stream->sample_aspect_ratio = video->sample_aspect_ratio;
    w->picture->format = video->pix_fmt;
    w->picture->width = video->width;
    w->picture->height = video->height;
    code = av_frame_get_buffer(w->picture, 0);
    return code >= 0 || fail_code(w, code, "no room for a picture", error);
}

static bool add_sound(film_writer *w, pantin_error *error) {
    const pantin_film_format *format = &w->format;
    const AVCodec *codec = find_encoder(w, "aac", error);
    if (codec == NULL || !check_rate(codec, format->sound_rate_hz, error)) return false;
    AVCodecContext *sound = w->sound = avcodec_alloc_context3(codec);
    w->sound_stream = avformat_new_stream(w->muxer, NULL);
    if (sound == NULL || w->sound_stream == NULL) return memory_fail(error, "the encoder");
    sound->sample_fmt = AV_SAMPLE_FMT_FLTP;
    sound->sample_rate = format->sound_rate_hz;
    sound->bit_rate = 1000 * (int64_t)format->sound_kbps;
    sound->time_base = (AVRational){ 1, format->sound_rate_hz };
    sound->thread_count = 1;
    sound->flags |= AV_CODEC_FLAG_BITEXACT;
    av_channel_layout_default(&sound->ch_layout, format->sound_channels);
    if (w->muxer->oformat->flags & AVFMT_GLOBALHEADER) sound->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    int code = avcodec_open2(sound, codec, NULL);
    if (code >= 0) code = avcodec_parameters_from_context(w->sound_stream->codecpar, sound);
    if (code < 0) return fail_code(w, code, "the AAC encoder would not start", error);
    w->sound_stream->time_base = sound->time_base;
    w->chunk->format = sound->sample_fmt;
    w->chunk->nb_samples = sound->frame_size;
    w->chunk->sample_rate = sound->sample_rate;
    code = av_channel_layout_copy(&w->chunk->ch_layout, &sound->ch_layout);
    if (code >= 0) code = av_frame_get_buffer(w->chunk, 0);
    return code >= 0 || fail_code(w, code, "no room for samples", error);
}

/// After the encoders, since their headers stand in front; `movflags` is unknown to Matroska, whose
/// own index is put in front by `cues_to_front`: each ignores the other's.
static bool write_head(film_writer *w, pantin_error *error) {
    AVDictionary *options = NULL;
    av_dict_set(&options, "movflags", "+faststart+write_colr", 0);
    av_dict_set(&options, "cues_to_front", "1", 0);
    int code = avformat_write_header(w->muxer, &options);
    av_dict_free(&options);
    return code >= 0 || fail_code(w, code, "cannot begin the film", error);
}

static bool start(film_writer *w, pantin_error *error) {
    const char *kind = format_name_ends(w->output, ".mp4")   ? "mp4"
                       : format_name_ends(w->output, ".mov") ? "mov"
                                                             : "matroska";
    int code = avformat_alloc_output_context2(&w->muxer, NULL, kind, w->part_url);
    if (code < 0)
        return fail_code(w, code, "FFmpeg's library here does not write such files", error);
    w->muxer->flags |= AVFMT_FLAG_BITEXACT;
    w->packet = av_packet_alloc();
    w->picture = av_frame_alloc();
    w->chunk = av_frame_alloc();
    if (w->packet == NULL || w->picture == NULL || w->chunk == NULL)
        return memory_fail(error, "the encoder");
    return add_video(w, error) && (w->format.sound_rate_hz == 0 || add_sound(w, error)) &&
           open_file(w, error) && write_head(w, error);
}

static const char *join(arena *memory, const char *before, const char *name, const char *after) {
    size_t size = strlen(before) + strlen(name) + strlen(after) + 1;
    char *joined = ARENA_ARRAY(memory, char, size);
    if (joined != NULL) text_print(joined, size, "%s%s%s", before, name, after);
    return joined;
}

static void *film_open(const char *output, const pantin_film_format *format, pantin_error *error) {
    if (!format_check(format, error) || !check_size(format, error)) return NULL;
    const char *preset = find_preset(format->preset, error);
    if (preset == NULL) return NULL;
    av_log_set_level(AV_LOG_QUIET); // errors are told once, through `error`
    film_writer *w = memory_allocate(1, sizeof *w);
    if (w == NULL) {
        memory_fail(error, "the film");
        return NULL;
    }
    w->format = *format;
    w->format.preset = preset;
    w->output = join(&w->memory, "", output, "");
    w->part = join(&w->memory, "", output, ".part");
    w->part_url = join(&w->memory, "file:", output, ".part");
    if (arena_failed(&w->memory) ? memory_fail(error, "the film's name") : start(w, error))
        return w;
    film_abandon(w);
    return NULL;
}

// --- encoding -----------------------------------------------------------------------------------

static bool write_packet(film_writer *w, AVPacket *packet, pantin_error *error) {
    int code = av_write_frame(w->muxer, packet);
    if (code >= 0) code = w->muxer->pb->error; // a full disk may show only here
    av_packet_unref(packet);
    return code >= 0 || fail_code(w, code, "cannot write the film", error);
}

/// Keeps a packet of sound for later; takes over what `packet` refers to.
static bool keep_sound(film_writer *w, AVPacket *packet, pantin_error *error) {
    if (w->waiting_from == w->waiting_to) w->waiting_from = w->waiting_to = 0;
    if (w->waiting_to == w->waiting_capacity) {
        size_t wanted = w->waiting_capacity == 0 ? 256 : 2 * w->waiting_capacity;
        AVPacket **grown =
            memory_resize(w->waiting, w->waiting_capacity, wanted, sizeof *w->waiting);
        if (grown == NULL) return memory_fail(error, "sound that waits for its pictures");
        w->waiting = grown;
        w->waiting_capacity = wanted;
    }
    AVPacket *kept = av_packet_alloc();
    if (kept == NULL) return memory_fail(error, "sound that waits for its pictures");
    av_packet_move_ref(kept, packet);
    w->waiting[w->waiting_to++] = kept;
    return true;
}

/// Writes the sound that is due before `video`; all of it when NULL.
static bool write_sound(film_writer *w, const AVPacket *video, pantin_error *error) {
    while (w->waiting_from < w->waiting_to) {
        AVPacket **next = &w->waiting[w->waiting_from];
        if (video != NULL && av_compare_ts((*next)->dts, w->sound_stream->time_base, video->dts,
                                           w->video_stream->time_base) > 0)
            return true;
        bool written = write_packet(w, *next, error);
        av_packet_free(next);
        w->waiting_from++;
        if (!written) return false;
    }
    return true;
}

/// Gives the encoder a frame (NULL: the end) and passes on all packets it has ready.
static bool encode(film_writer *w, AVCodecContext *encoder, const AVFrame *frame,
                   pantin_error *error) {
    bool is_video = encoder == w->video;
    AVStream *stream = is_video ? w->video_stream : w->sound_stream;
    int code = avcodec_send_frame(encoder, frame);
    while (code >= 0) {
        code = avcodec_receive_packet(encoder, w->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return true;
        if (code < 0) break;
        if (is_video && w->packet->duration == 0) w->packet->duration = 1;
        w->packet->stream_index = stream->index;
        av_packet_rescale_ts(w->packet, encoder->time_base, stream->time_base);
        if (is_video ? !write_sound(w, w->packet, error) || !write_packet(w, w->packet, error)
                     : !keep_sound(w, w->packet, error))
            return false;
    }
    return fail_code(w, code, is_video ? "x264 gave up" : "the AAC encoder gave up", error);
}

static bool film_picture(void *self, const pantin_image *picture, pantin_error *error) {
    film_writer *w = self;
    if (!format_check_picture(&w->format, picture, error)) return false;
    int code = av_frame_make_writable(w->picture);
    if (code < 0) return fail_code(w, code, "no room for a picture", error);
    pantin_film_to_yuv420(picture, w->picture->data, w->picture->linesize);
    w->picture->pts = w->pictures++;
    return encode(w, w->video, w->picture, error);
}

/// The chunk as it stands: whole, or the film's last, which may be shorter.
static bool encode_chunk(film_writer *w, pantin_error *error) {
    w->chunk->nb_samples = w->filled;
    w->chunk->pts = w->samples;
    w->samples += w->filled;
    w->filled = 0;
    return encode(w, w->sound, w->chunk, error);
}

/// Beyond -1..1 is cut; what is no number is silence (AAC would refuse it).
static float cut_sample(float v) {
    if (!(v >= -1.0f)) return v < -1.0f ? -1.0f : 0.0f;
    return v > 1.0f ? 1.0f : v;
}

static bool film_sound(void *self, const float *samples, size_t frames, pantin_error *error) {
    film_writer *w = self;
    if (w->sound == NULL)
        return frames == 0 || pantin_fail(error, PANTIN_ERROR_ARGUMENT, "sound_rate_hz",
                                          "samples came where the format announced no sound");
    int channels = w->format.sound_channels;
    for (size_t i = 0; i < frames; i++) {
        if (w->filled == 0) {
            int code = av_frame_make_writable(w->chunk);
            if (code < 0) return fail_code(w, code, "no room for samples", error);
        }
        for (int c = 0; c < channels; c++)
            ((float *)w->chunk->data[c])[w->filled] =
                cut_sample(samples[i * (size_t)channels + (size_t)c]);
        if (++w->filled == w->sound->frame_size && !encode_chunk(w, error)) return false;
    }
    return true;
}

// --- the end ------------------------------------------------------------------------------------

static bool finish(film_writer *w, pantin_error *error) {
    if (w->pictures == 0)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, w->output,
                           "not one picture came, so there is no film; give frames");
    if (w->sound != NULL) {
        if (w->filled > 0 && !encode_chunk(w, error)) return false;
        if (!encode(w, w->sound, NULL, error)) return false;
    }
    if (!encode(w, w->video, NULL, error) || !write_sound(w, NULL, error)) return false;
    int code = av_write_trailer(w->muxer);
    if (code >= 0) code = w->muxer->pb->error;
    int closed = avio_closep(&w->muxer->pb);
    if (code >= 0) code = closed;
    if (code < 0) return fail_code(w, code, "cannot finish the film", error);
    if (rename(w->part, w->output) == 0) return true;
    return pantin_fail(error, PANTIN_ERROR_FILE, w->output, "cannot put the film in place: %s",
                       strerror(errno));
}

static bool film_close(void *self, uint64_t *hash, pantin_error *error) {
    film_writer *w = self;
    if (!finish(w, error)) {
        film_abandon(w);
        return false;
    }
    if (hash != NULL) *hash = 0;
    writer_free(w);
    return true;
}

const pantin_film_sink pantin_sink_ffmpeg = {
    .name = "ffmpeg",
    .takes = film_takes,
    .open = film_open,
    .picture = film_picture,
    .sound = film_sound,
    .close = film_close,
    .abandon = film_abandon,
};
