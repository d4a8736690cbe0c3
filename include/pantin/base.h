/// @file pantin/base.h — what every other door stands on: points, errors, memory, bytes, runners.
/// In and out: plain values. Owned memory is always given back by the `_free` named beside it.
/// Promise: nothing here reads a clock, a locale, a file or a global but the one memory hook
/// (the functions under "edge" are in libpantin-edge and do touch the disk and the threads).
// SPDX-License-Identifier: MIT
#ifndef PANTIN_BASE_H
#define PANTIN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PANTIN_VERSION "0.1.0"

#if defined(__GNUC__)
#define PANTIN_CHECKED __attribute__((warn_unused_result))
#define PANTIN_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define PANTIN_CHECKED
#define PANTIN_FORMAT(text, first)
#endif

/// In a signature: this pointer may be NULL. A word for the reader; it expands to nothing.
#define PANTIN_NULLABLE

/// No such index: what a `find` answers, and what stands in an index field that points nowhere.
#define PANTIN_NONE (-1)

// --- the plane ------------------------------------------------------------------------------

/// A point or an offset. On a drawing: px, x right, y down, pixel centers at one half.
typedef struct pantin_vec2 {
    double x, y;
} pantin_vec2;

/// A point as it is written: the precision in which every output is verified.
typedef struct pantin_point32 {
    float x, y;
} pantin_point32;

/// x' = xx x + xy y + x0,  y' = yx x + yy y + y0.
typedef struct pantin_affine {
    double xx, xy, yx, yy, x0, y0;
} pantin_affine;

/// left <= right and top <= bottom, else empty.
typedef struct pantin_box {
    double left, top, right, bottom;
} pantin_box;

/// First member of every struct read from a file a person wrote: where it stood, and what was said.
typedef struct pantin_written {
    int at;         ///< byte offset of the object in its source
    uint64_t given; ///< bit i: the i-th field of its table was given
} pantin_written;

// --- errors ---------------------------------------------------------------------------------

typedef enum pantin_error_kind {
    PANTIN_OK = 0,
    PANTIN_ERROR_MEMORY, ///< an allocation was refused; free something and try again
    PANTIN_ERROR_FILE,   ///< the system would not open, read or write; `where` is the path
    PANTIN_ERROR_FORMAT, ///< the bytes are not what the format promises; `where` is path:line:column
    PANTIN_ERROR_ARGUMENT, ///< an option lies outside its range; `where` is the field
    PANTIN_ERROR_NOT_YET, ///< the grammar knows it, this version does not do it; `where` is path:line:column
} pantin_error_kind;

/// Filled by the call that failed, untouched by one that succeeds.
typedef struct pantin_error {
    pantin_error_kind kind;
    char where[512]; ///< path, path:line:column, or the name of a field, node or handle; may be ""
    char text[512];  ///< one line: what is wrong, and what to try; no newline, no period
} pantin_error;

/// Fills `error` (when not NULL) and answers false, so that a failing function can `return` it.
/// `format` is printf's, with %s %d %u %c %zu %lld %llu %x %g (shortest), %.Nf, %% and their widths.
bool pantin_fail(pantin_error *PANTIN_NULLABLE error, pantin_error_kind kind,
                 const char *PANTIN_NULLABLE where, const char *format, ...) PANTIN_FORMAT(4, 5);

// --- memory ---------------------------------------------------------------------------------

/// The one hook through which the whole library allocates. `resize(user, NULL, 0, n)` allocates,
/// `resize(user, p, old, 0)` frees and answers NULL, otherwise it moves; NULL for n > 0 is a refusal,
/// which every function answers with PANTIN_ERROR_MEMORY.
typedef struct pantin_memory_hook {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} pantin_memory_hook;

/// Sets the hook for the whole process; NULL puts back malloc. Call it before anything else allocates.
void pantin_memory_set_hook(const pantin_memory_hook *PANTIN_NULLABLE hook);

/// How many blocks were asked for since the process began (growing one counts). For tests that a
/// per-frame call allocates nothing. Not exact while other threads allocate.
uint64_t pantin_memory_calls(void);

/// Owned bytes; `data` is followed by one zero byte that `size` does not count.
typedef struct pantin_bytes {
    uint8_t *data;
    size_t size;
} pantin_bytes;

void pantin_bytes_free(pantin_bytes *bytes);

/// 64-bit hash of bytes, chained: start with `seed` 0 or the hash so far. Same on every platform.
uint64_t pantin_hash(const void *data, size_t size, uint64_t seed);

/// Of `words` (NULL-terminated) the one nearest to `given` by edit distance, NULL if none is near enough
/// to be what was meant.
const char *pantin_word_nearest(const char *given, const char *const *words);

// --- parallel work --------------------------------------------------------------------------

/// Does task(context, i, worker) for i = 0..count-1, each once, in any order, perhaps at the same time,
/// and returns when all are done. `worker` is 0..workers-1: at any moment no two tasks share one.
/// Threads never change a result: a task writes only to its own slot.
typedef struct pantin_runner {
    void (*run)(void *self, int count, void (*task)(void *context, int index, int worker),
                void *context);
    void *self;
    int workers; ///< >= 1
} pantin_runner;

/// The runner with one worker: a plain loop.
pantin_runner pantin_runner_serial(void);

// --- edge: disk and threads (libpantin-edge) --------------------------------------------------

/// Reads a whole file (`-`: stdin) of at most `limit` bytes. On failure `bytes` is untouched.
PANTIN_CHECKED bool pantin_file_read(const char *path, size_t limit, pantin_bytes *bytes,
                                     pantin_error *error);

/// Writes aside (`path` + ".part") and renames, so that a reader sees the old file or the new one;
/// on failure nothing is left behind. `-`: stdout.
PANTIN_CHECKED bool pantin_file_write(const char *path, const void *data, size_t size,
                                      pantin_error *error);

/// A pool of `workers` threads (1..64), the caller being one of them. Destroy with
/// pantin_threads_destroy. A pool that cannot start all its threads works with fewer.
PANTIN_CHECKED bool pantin_threads_create(int workers, pantin_runner *runner, pantin_error *error);
void pantin_threads_destroy(pantin_runner *runner);

/// Seconds since some fixed moment, monotonic. For progress and diagnostics only: no result may
/// depend on it.
double pantin_clock_seconds(void);

#ifdef __cplusplus
}
#endif
#endif
