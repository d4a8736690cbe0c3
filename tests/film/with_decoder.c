// with_decoder.c — see with_decoder.h.
// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/pixdesc.h>

#include "pantin/base.h"
#include "with_decoder.h"

typedef struct reader {
    AVFormatContext *file;
    AVCodecContext *decoder[2];
    AVFrame *frame;
    AVPacket *packet;
    double sum_of_squares, last_picture_s;
} reader;

static void say(char word[16], const char *name) {
    strncpy(word, name != NULL ? name : "?", 15);
    word[15] = '\0';
}

static void keep_picture(film_facts *facts, const AVFrame *frame) {
    int w = frame->width, h = frame->height;
    free(facts->yuv);
    uint8_t *to = facts->yuv = malloc((size_t)w * h * 3 / 2);
    for (int k = 0; k < 3; k++)
        for (int y = 0; y < (k == 0 ? h : h / 2); y++, to += k == 0 ? w : w / 2)
            memcpy(to, frame->data[k] + (ptrdiff_t)y * frame->linesize[k],
                   (size_t)(k == 0 ? w : w / 2));
    facts->width = w;
    facts->height = h;
    say(facts->range, av_color_range_name(frame->color_range));
    say(facts->primaries, av_color_primaries_name(frame->color_primaries));
    say(facts->transfer, av_color_transfer_name(frame->color_trc));
    say(facts->matrix, av_color_space_name(frame->colorspace));
    facts->pictures++;
}

static bool decode(reader *r, film_facts *facts, int stream, const AVPacket *packet) {
    if (avcodec_send_packet(r->decoder[stream], packet) < 0) return false;
    for (;;) {
        int code = avcodec_receive_frame(r->decoder[stream], r->frame);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return true;
        if (code < 0) return false;
        if (r->decoder[stream]->codec_type == AVMEDIA_TYPE_VIDEO) {
            keep_picture(facts, r->frame);
        } else {
            int64_t before = facts->sound_frames;
            facts->sound_frames += r->frame->nb_samples;
            facts->sound = realloc(facts->sound, (size_t)facts->sound_frames * sizeof(float));
            for (int i = 0; i < r->frame->nb_samples; i++) {
                float v = ((float *)r->frame->data[0])[i];
                facts->sound[before + i] = v;
                r->sum_of_squares += (double)v * v;
            }
        }
    }
}

static bool open_decoders(reader *r, film_facts *facts) {
    for (unsigned i = 0; i < r->file->nb_streams && i < 2; i++) {
        const AVStream *stream = r->file->streams[i];
        const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
        r->decoder[i] = avcodec_alloc_context3(codec);
        avcodec_parameters_to_context(r->decoder[i], stream->codecpar);
        r->decoder[i]->pkt_timebase = stream->time_base;
        r->decoder[i]->thread_count = 1;
        if (avcodec_open2(r->decoder[i], codec, NULL) < 0) return false;
        double start = (double)stream->start_time * av_q2d(stream->time_base);
        if (codec->type == AVMEDIA_TYPE_VIDEO) {
            say(facts->video_codec, codec->name);
            say(facts->pixels, av_get_pix_fmt_name(r->decoder[i]->pix_fmt));
            facts->rate_numerator = stream->avg_frame_rate.num;
            facts->rate_denominator = stream->avg_frame_rate.den;
            facts->video_start_s = start;
            facts->video_duration_s = (double)stream->duration * av_q2d(stream->time_base);
        } else {
            say(facts->sound_codec, codec->name);
            facts->sound_rate_hz = r->decoder[i]->sample_rate;
            facts->sound_channels = r->decoder[i]->ch_layout.nb_channels;
            facts->sound_start_s = start;
        }
    }
    facts->duration_s = (double)r->file->duration / AV_TIME_BASE;
    return true;
}

static bool read_all(reader *r, film_facts *facts) {
    while (av_read_frame(r->file, r->packet) >= 0) {
        int i = r->packet->stream_index;
        double at = (double)r->packet->dts * av_q2d(r->file->streams[i]->time_base);
        if (r->decoder[i]->codec_type == AVMEDIA_TYPE_VIDEO)
            r->last_picture_s = at;
        else
            facts->sound_late_s = fmax(facts->sound_late_s, r->last_picture_s - at);
        bool decoded = decode(r, facts, i, r->packet);
        av_packet_unref(r->packet);
        if (!decoded) return false;
    }
    for (unsigned i = 0; i < r->file->nb_streams && i < 2; i++)
        if (!decode(r, facts, (int)i, NULL)) return false;
    facts->sound_loudness =
        facts->sound_frames > 0 ? sqrt(r->sum_of_squares / (double)facts->sound_frames) : 0;
    return true;
}

bool film_facts_read(const char *path, film_facts *facts) {
    reader r = { .frame = av_frame_alloc(), .packet = av_packet_alloc(), .last_picture_s = -1 };
    *facts = (film_facts){ 0 };
    bool done = avformat_open_input(&r.file, path, NULL, NULL) >= 0 &&
                avformat_find_stream_info(r.file, NULL) >= 0 && open_decoders(&r, facts) &&
                read_all(&r, facts);
    avcodec_free_context(&r.decoder[0]);
    avcodec_free_context(&r.decoder[1]);
    av_frame_free(&r.frame);
    av_packet_free(&r.packet);
    avformat_close_input(&r.file);
    return done;
}

void film_facts_free(film_facts *facts) {
    free(facts->yuv);
    free(facts->sound);
    facts->yuv = NULL;
    facts->sound = NULL;
}

void film_facts_color(const film_facts *facts, int x, int y, int rgb[3]) {
    int w = facts->width, h = facts->height;
    const uint8_t *cb = facts->yuv + w * h, *cr = cb + w * h / 4;
    double luma = (facts->yuv[y * w + x] - 16) / 219.0;
    double b = (cb[y / 2 * (w / 2) + x / 2] - 128) / 224.0;
    double r = (cr[y / 2 * (w / 2) + x / 2] - 128) / 224.0;
    const double c[3] = { luma + 1.5748 * r, luma - 0.1873243 * b - 0.4681243 * r,
                          luma + 1.8556 * b };
    for (int k = 0; k < 3; k++) rgb[k] = (int)floor(255 * fmin(fmax(c[k], 0), 1) + 0.5);
}

bool film_index_is_first(const char *path, bool *has_color_box) {
    pantin_bytes bytes;
    if (!pantin_file_read(path, 1 << 28, &bytes, NULL)) return false;
    size_t index = 0, pictures = 0;
    *has_color_box = false;
    for (size_t at = 0; at + 8 <= bytes.size;) {
        const uint8_t *box = bytes.data + at;
        size_t size = (size_t)box[0] << 24 | (size_t)box[1] << 16 | (size_t)box[2] << 8 | box[3];
        if (memcmp(box + 4, "moov", 4) == 0) {
            index = at + 1;
            for (size_t i = 8; i + 8 < size && at + i + 8 < bytes.size; i++)
                if (memcmp(box + i, "colrncl", 7) == 0) *has_color_box = true; // nclx or nclc
        }
        if (memcmp(box + 4, "mdat", 4) == 0) pictures = at + 1;
        if (size < 8) break;
        at += size;
    }
    pantin_bytes_free(&bytes);
    return index != 0 && pictures != 0 && index < pictures;
}
