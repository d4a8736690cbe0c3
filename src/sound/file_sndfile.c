// file_sndfile.c — edge: WAV, FLAC, Ogg, MP3 and more, read by libsndfile out of memory.
//
// The bytes are read first, with a limit, and libsndfile is given a file that is those bytes: it
// can open nothing else. What a header announces allocates nothing: samples are kept as they come,
// up to a limit, so a small file that claims a year of sound costs what it holds. Samples of
// integers come as their value over 2^(bits-1), as our own reader of WAV has them.
// SPDX-License-Identifier: MIT
#include <string.h>

#include <sndfile.h>

#include "base/memory.h"
#include "sound.h"

enum { FILE_SIZE_LIMIT = 1 << 28, BLOCK = 8192 };

typedef struct window {
    const uint8_t *data;
    sf_count_t size, at;
} window;

static sf_count_t window_size(void *self) { return ((window *)self)->size; }
static sf_count_t window_tell(void *self) { return ((window *)self)->at; }

static sf_count_t window_seek(sf_count_t offset, int whence, void *self) {
    window *w = self;
    sf_count_t from = whence == SF_SEEK_CUR ? w->at : whence == SF_SEEK_END ? w->size : 0;
    if (offset > w->size - from) offset = w->size - from;
    w->at = from + offset < 0 ? 0 : from + offset;
    return w->at;
}

static sf_count_t window_read(void *to, sf_count_t count, void *self) {
    window *w = self;
    if (count > w->size - w->at) count = w->size - w->at;
    if (count <= 0) return 0;
    memcpy(to, w->data + w->at, (size_t)count);
    w->at += count;
    return count;
}

static sf_count_t window_write(const void *from, sf_count_t count, void *self) {
    (void)from, (void)count, (void)self;
    return 0;
}

static bool check_info(const char *name, const SF_INFO *info, pantin_error *error) {
    if (info->channels < 1 || info->channels > 2)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %d channels; save it with one or two", info->channels);
    if (info->samplerate < 8000 || info->samplerate > 192000)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "has %d Hz, which is outside 8000..192000", info->samplerate);
    return true;
}

/// All samples that come; the block grows by doubling and is cut to size at the end.
static bool read_all(SNDFILE *file, const char *name, const SF_INFO *info, pantin_sound *sound,
                     pantin_error *error) {
    size_t channels = (size_t)info->channels, room = 0, count = 0;
    float *samples = NULL;
    for (;;) {
        if (count + BLOCK > room) {
            size_t wanted = room == 0 ? 8 * BLOCK : 2 * room;
            float *grown = memory_resize(samples, room, wanted, sizeof *samples);
            if (grown == NULL) {
                memory_free(samples, room, sizeof *samples);
                return memory_fail(error, "samples");
            }
            samples = grown;
            room = wanted;
        }
        sf_count_t got = sf_readf_float(file, samples + count, (sf_count_t)(BLOCK / channels));
        if (got <= 0) break;
        count += (size_t)got * channels;
        if (count > PANTIN_SOUND_FILE_LIMIT) break;
    }
    bool done = false;
    if (count > PANTIN_SOUND_FILE_LIMIT)
        pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                    "has more than %d million samples; cut it, or make it mono",
                    PANTIN_SOUND_FILE_LIMIT / 1000000);
    else if (count == 0)
        pantin_fail(error, PANTIN_ERROR_FORMAT, name, "holds no samples");
    else
        done =
            pantin_sound_create(info->samplerate, info->channels, count / channels, sound, error);
    if (done) memcpy(sound->samples, samples, count * sizeof *samples);
    memory_free(samples, room, sizeof *samples);
    return done;
}

bool pantin_sound_decode(const char *name, const void *data, size_t size, pantin_sound *sound,
                         pantin_error *error) {
    SF_VIRTUAL_IO io = { window_size, window_seek, window_read, window_write, window_tell };
    window w = { data, (sf_count_t)size, 0 };
    SF_INFO info = { 0 };
    pantin_sound made = { 0 };
    SNDFILE *file = sf_open_virtual(&io, SFM_READ, &info, &w);
    if (file == NULL)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "is no sound that can be read (%.200s); save it as WAV or FLAC",
                           sf_strerror(NULL));
    bool done = check_info(name, &info, error) && read_all(file, name, &info, &made, error);
    if (done && info.frames > 0 && info.frames < SF_COUNT_MAX &&
        (sf_count_t)made.frames < info.frames)
        done = pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "is cut short or damaged: %zu of %lld frames could be read", made.frames,
                           (long long)info.frames);
    sf_close(file);
    if (done) {
        for (size_t i = 0; i < made.frames * (size_t)made.channels; i++)
            if (!(made.samples[i] >= -1e6f && made.samples[i] <= 1e6f)) made.samples[i] = 0;
        *sound = made;
    } else {
        pantin_sound_free(&made);
    }
    return done;
}

bool pantin_sound_file(void *self, const char *path, pantin_sound *sound, pantin_error *error) {
    (void)self;
    pantin_bytes bytes = { 0 };
    if (!pantin_file_read(path, FILE_SIZE_LIMIT, &bytes, error)) return false;
    bool done = pantin_sound_decode(path, bytes.data, bytes.size, sound, error);
    pantin_bytes_free(&bytes);
    return done;
}
