// with_show.c — see with_show.h.
// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "with_show.h"

pantin_show *show_or_fail(const tiny_texts *texts) {
    pantin_error error = { 0 };
    pantin_show *show = tiny_show_open(texts, &error);
    if (show == NULL) fail_msg("%s: %s", error.where, error.text);
    return show;
}

char *edited(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (at == NULL) fail_msg("the text does not hold %s", from);
    size_t before = (size_t)(at - text);
    char *out = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(out);
    memcpy(out, text, before);
    strcpy(out + before, to);
    strcpy(out + before + strlen(to), at + strlen(from));
    return out;
}

static char *longer(const char *text, int frames) {
    char number[32];
    snprintf(number, sizeof number, "\"frames\": %d", frames);
    return edited(text, "\"frames\": 24", number);
}

char *show_text_of(int frames) { return longer(tiny_show_text, frames); }
char *score_text_of(int frames) { return longer(tiny_score_text, frames); }

// --- the sink -----------------------------------------------------------------------------------------

seen seen_film;

static bool takes(const char *output) { return strcmp(output, "seen:") == 0; }

static void *open_seen(const char *output, const pantin_film_format *format, pantin_error *error) {
    (void)output;
    (void)error;
    seen_film.opened++;
    seen_film.next = format->first_frame;
    assert_true(format->first_frame + format->frame_count <= SEEN_MOST);
    return &seen_film;
}

static bool picture_seen(void *self, const pantin_image *picture, pantin_error *error) {
    seen *s = self;
    if (++s->count == s->fail_at)
        return pantin_fail(error, PANTIN_ERROR_FILE, "seen:", "the disk is full");
    size_t size = 4 * (size_t)picture->width * (size_t)picture->height;
    s->pictures[s->next++] = pantin_hash(picture->pixels, size, 1);
    return true;
}

static bool sound_seen(void *self, const float *samples, size_t frames, pantin_error *error) {
    (void)self, (void)samples, (void)frames, (void)error;
    return true;
}

static bool close_seen(void *self, uint64_t *hash, pantin_error *error) {
    (void)error;
    if (hash != NULL) *hash = 0;
    ((seen *)self)->closed++;
    return true;
}

static void abandon_seen(void *self) { ((seen *)self)->abandoned++; }

const pantin_film_sink sink_seen = { "seen",     takes,      open_seen,   picture_seen,
                                     sound_seen, close_seen, abandon_seen };

bool shoot_seen(const pantin_show *show, const pantin_shoot_options *options, pantin_error *error) {
    return pantin_shoot(show, &sink_seen, "seen:", &pantin_show_describe(show)->format, options,
                        NULL, NULL, error);
}
