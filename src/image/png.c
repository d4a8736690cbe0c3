// png.c — PNG in and out, by libpng's low-level API.
//
// libpng leaves a failing call by longjmp. Two rules make that safe: all that must survive the jump
// lives in a `png_job` of the caller (so no local of the function with setjmp is changed after it),
// and each function with setjmp frees everything on its one way out. libpng's own blocks come from
// the house's memory, so that a refusal anywhere is an error here and no block is lost on the jump.
//
// What stands in the header is read here before libpng is called: the messages are ours, a picture
// over the limit is refused before a pixel is allocated, and so is one whose pixels could not be in
// the bytes that follow (deflate packs at most 1032 to 1), so that a hostile file of 100 bytes
// cannot take 256 MB. Color profiles, gamma and text are skipped: pixels are taken as sRGB.
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <string.h>

#include <png.h>

#include "base/text.h"
#include "pantin/image.h"

enum {
    SIGNATURE_SIZE = 8,
    HEADER_SIZE = 33, // signature, and the whole IHDR chunk
    DEFLATE_RATIO = 1032,
    BLOCK_HEAD = 16,       // before each block of libpng: its size
    CHUNK_LIMIT = 1 << 20, // bytes of an ancillary chunk that libpng may hold (palette, tRNS)
    SAVE_LEVEL = 6,
};

typedef struct png_job {
    png_structp png;
    png_infop info;
    const uint8_t *data; // reading
    size_t size, at;
    bool truncated, refused; // why libpng gave up, when it was us
    char text[128];          // what libpng said
    pantin_image image;      // reading: ours until handed over
    text out;                // writing
} png_job;

// --- what libpng calls --------------------------------------------------------------------------

static void *job_allocate(png_structp png, png_alloc_size_t size) {
    png_job *job = png_get_mem_ptr(png);
    if (size > SIZE_MAX - BLOCK_HEAD) return NULL;
    size_t bytes = (size_t)size + BLOCK_HEAD;
    uint8_t *block = memory_allocate(bytes, 1);
    if (!block) {
        job->refused = true;
        return NULL;
    }
    memcpy(block, &bytes, sizeof bytes);
    return block + BLOCK_HEAD;
}

static void job_release(png_structp png, void *pointer) {
    (void)png;
    if (!pointer) return;
    uint8_t *block = (uint8_t *)pointer - BLOCK_HEAD;
    size_t bytes;
    memcpy(&bytes, block, sizeof bytes);
    memory_free(block, bytes, 1);
}

static void job_fails(png_structp png, png_const_charp said) {
    png_job *job = png_get_error_ptr(png);
    text_print(job->text, sizeof job->text, "%s", said ? said : "unknown");
    png_longjmp(png, 1);
}

static void job_ignores(png_structp png, png_const_charp said) {
    (void)png;
    (void)said;
}

static void job_reads(png_structp png, png_bytep to, size_t size) {
    png_job *job = png_get_io_ptr(png);
    if (size > job->size - job->at) {
        job->truncated = true;
        png_error(png, "truncated");
    }
    memcpy(to, job->data + job->at, size);
    job->at += size;
}

static void job_writes(png_structp png, png_bytep from, size_t size) {
    png_job *job = png_get_io_ptr(png);
    text_bytes(&job->out, (const char *)from, size);
    if (job->out.failed) {
        job->refused = true;
        png_error(png, "out of memory");
    }
}

static void job_flushes(png_structp png) { (void)png; }

// --- before libpng: what the first bytes say ----------------------------------------------------

typedef struct other_format {
    const char *begins;
    size_t size;
    const char *name;
} other_format;

static const char *guess_format(const uint8_t *data, size_t size) {
    static const other_format known[] = {
        { "\xff\xd8", 2, "a JPEG" },
        { "GIF8", 4, "a GIF" },
        { "BM", 2, "a BMP" },
        { "%PDF", 4, "a PDF" },
        { "<svg", 4, "an SVG" },
        { "<?xml", 5, "an SVG or other XML" },
        { "II*\0", 4, "a TIFF" },
        { "MM\0*", 4, "a TIFF" },
        { "8BPS", 4, "a Photoshop file" },
        { "PK\3\4", 4, "a ZIP" },
        { "\x1f\x8b", 2, "gzip" },
        { "\x8aMNG", 4, "an MNG" },
        { "gimp xcf", 8, "a GIMP file" },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (size >= known[i].size && memcmp(data, known[i].begins, known[i].size) == 0)
            return known[i].name;
    if (size >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0)
        return "a WebP";
    if (size >= 12 && memcmp(data + 4, "ftypavif", 8) == 0) return "an AVIF";
    if (size >= 12 && memcmp(data + 4, "ftyphei", 7) == 0) return "a HEIC";
    return NULL;
}

static bool fail_not_png(const char *name, const uint8_t *data, size_t size, pantin_error *error) {
    const char *format = guess_format(data, size);
    if (format)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "not a PNG (it begins with %02x %02x, %s): convert it to PNG", data[0],
                           data[1], format);
    if (size >= 4 && memcmp(data, "\x89PNG", 4) == 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "damaged: its line ends were changed on the way, as if it were text; "
                           "copy it again as binary");
    uint8_t begins[4] = { 0 };
    memcpy(begins, data, size < 4 ? size : 4);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                       "not a PNG (it begins with %02x %02x %02x %02x): convert it to PNG",
                       begins[0], begins[1], begins[2], begins[3]);
}

static bool fail_truncated(const char *name, size_t size, pantin_error *error) {
    return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                       "truncated: it ends after %zu bytes, in the middle; get a whole copy", size);
}

static uint32_t read_u32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | (uint32_t)at[3];
}

/// Bits a pixel of the file, or 0 where color type and depth do not go together.
static unsigned bits_per_pixel(unsigned depth, unsigned color_type) {
    static const unsigned channels[7] = { 1, 0, 3, 1, 2, 0, 4 };
    static const unsigned depths[7] = {
        1 | 2 | 4 | 8 | 16, 0, 8 | 16, 1 | 2 | 4 | 8, 8 | 16, 0, 8 | 16
    };
    if (color_type > 6 || depth == 0 || depth > 16 || (depth & (depth - 1)) != 0) return 0;
    return (depths[color_type] & depth) != 0 ? channels[color_type] * depth : 0;
}

static bool check_header(const char *name, const uint8_t *data, size_t size, pantin_error *error) {
    static const uint8_t signature[SIGNATURE_SIZE] = {
        0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'
    };
    if (size == 0) return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "empty file");
    size_t compared = size < SIGNATURE_SIZE ? size : SIGNATURE_SIZE;
    if (memcmp(data, signature, compared) != 0) return fail_not_png(name, data, size, error);
    if (size < HEADER_SIZE) return fail_truncated(name, size, error);
    if (read_u32(data + 8) != 13 || memcmp(data + 12, "IHDR", 4) != 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "damaged: a PNG begins with its header (IHDR); get a fresh copy");
    uint32_t width = read_u32(data + 16), height = read_u32(data + 20);
    if (width == 0 || height == 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "declares %u x %u px, so it has no pixel: export it again", width,
                           height);
    if ((uint64_t)width * height > PANTIN_PIXEL_LIMIT || width > INT32_MAX || height > INT32_MAX)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "declares %u x %u px, more than 64 Mpx: make it smaller", width, height);
    unsigned bits = bits_per_pixel(data[24], data[25]);
    if (bits == 0)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "damaged: no PNG has color type %u with %u bits; get a fresh copy",
                           data[25], data[24]);
    uint64_t least = (uint64_t)width * height * bits / 8 / DEFLATE_RATIO;
    if (least > size)
        return pantin_fail(error, PANTIN_ERROR_FORMAT, name,
                           "truncated: %u x %u px cannot lie in %zu bytes; get a whole copy", width,
                           height, size);
    return true;
}

// --- decoding -----------------------------------------------------------------------------------

/// Everything between the setjmp and its end. Leaves by longjmp when libpng is not content.
static void read_pixels(png_job *job) {
    png_structp png = job->png;
    png_set_read_fn(png, job, job_reads);
    png_set_user_limits(png, PANTIN_PIXEL_LIMIT, PANTIN_PIXEL_LIMIT);
    png_set_chunk_malloc_max(png, CHUNK_LIMIT);
    // A picture of which a part was skipped (its transparency, say) is not the picture.
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    // Chunks we do not use are skipped unread: fewer ways in for a hostile file.
    static const png_byte skipped[] = "iCCP\0gAMA\0cHRM\0sRGB\0tEXt\0zTXt\0iTXt\0eXIf\0sPLT\0hIST\0"
                                      "pCAL\0sCAL\0oFFs\0pHYs\0tIME\0bKGD\0sBIT";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped, (int)(sizeof skipped / 5));

    png_read_info(png, job->info);
    png_set_expand(png);   // palette to RGB, 1 2 4 bits to 8, tRNS to alpha
    png_set_scale_16(png); // rounded, not cut
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER); // where there is none
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, job->info);
    size_t row_size = 4 * (size_t)job->image.width;
    if (png_get_rowbytes(png, job->info) != row_size) png_error(png, "rows of an unexpected size");
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < job->image.height; y++)
            png_read_row(png, job->image.pixels + (size_t)y * row_size, NULL);
    png_read_end(png, NULL);
}

/// The function with setjmp: nothing of it but `job`, which it does not change, outlives the jump.
static bool run_reader(png_job *job) {
    if (setjmp(png_jmpbuf(job->png)) != 0) return false;
    read_pixels(job);
    return true;
}

static bool fail_reading(const png_job *job, const char *name, pantin_error *error) {
    if (job->refused) return memory_fail(error, "reading a PNG");
    if (job->truncated) return fail_truncated(name, job->size, error);
    return pantin_fail(error, PANTIN_ERROR_FORMAT, name, "damaged (%s): get a fresh copy",
                       job->text);
}

bool pantin_png_decode(const char *name, const void *data, size_t size, pantin_image *image,
                       pantin_error *error) {
    if (!check_header(name, data, size, error)) return false;
    png_job job = { .data = data, .size = size };
    bool done = false;
    if (!pantin_image_create((int)read_u32(job.data + 16), (int)read_u32(job.data + 20), &job.image,
                             error))
        return false;
    job.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &job, job_fails, job_ignores, &job,
                                       job_allocate, job_release);
    if (job.png) job.info = png_create_info_struct(job.png);
    job.refused = !job.info;
    done = job.info && run_reader(&job);
    if (!done) fail_reading(&job, name, error);
    png_destroy_read_struct(&job.png, &job.info, NULL);
    if (done)
        *image = job.image;
    else
        pantin_image_free(&job.image);
    return done;
}

// --- encoding -----------------------------------------------------------------------------------

static bool opaque_everywhere(const pantin_image *image) {
    size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++)
        if (image->pixels[4 * i + 3] != 255) return false;
    return true;
}

static void write_pixels(png_job *job, const pantin_image *image, int level) {
    png_structp png = job->png;
    png_set_write_fn(png, job, job_writes, job_flushes);
    png_set_user_limits(png, PANTIN_PIXEL_LIMIT, PANTIN_PIXEL_LIMIT);
    bool opaque = opaque_everywhere(image);
    png_set_IHDR(png, job->info, (png_uint_32)image->width, (png_uint_32)image->height, 8,
                 opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, level);
    // Trying all five filters a row pays only where deflate works hard.
    png_set_filter(png, PNG_FILTER_TYPE_BASE,
                   level == 0 ? PNG_FILTER_NONE : level < 4 ? PNG_FILTER_SUB : PNG_ALL_FILTERS);
    png_write_info(png, job->info);
    if (opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
    size_t row_size = 4 * (size_t)image->width;
    for (int y = 0; y < image->height; y++)
        png_write_row(png, image->pixels + (size_t)y * row_size);
    png_write_end(png, NULL);
}

static bool run_writer(png_job *job, const pantin_image *image, int level) {
    if (setjmp(png_jmpbuf(job->png)) != 0) return false;
    write_pixels(job, image, level);
    return true;
}

bool pantin_png_encode(const pantin_image *image, int level, pantin_bytes *bytes,
                       pantin_error *error) {
    if (level < 0 || level > 9)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "level", "is %d, not within 0..9", level);
    png_job job = { 0 };
    bool done = false;
    job.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &job, job_fails, job_ignores, &job,
                                        job_allocate, job_release);
    if (job.png) job.info = png_create_info_struct(job.png);
    job.refused = !job.info;
    done = job.info && run_writer(&job, image, level);
    if (!done && job.refused) memory_fail(error, "writing a PNG");
    if (!done && !job.refused)
        pantin_fail(error, PANTIN_ERROR_ARGUMENT, "image", "cannot be a PNG (%s)", job.text);
    png_destroy_write_struct(&job.png, &job.info);
    if (done) return text_take(&job.out, bytes, error);
    text_free(&job.out);
    return false;
}

// --- files --------------------------------------------------------------------------------------

bool pantin_image_save(const char *path, const pantin_image *image, pantin_error *error) {
    pantin_bytes bytes = { 0 };
    if (!pantin_png_encode(image, SAVE_LEVEL, &bytes, error)) return false;
    bool done = pantin_file_write(path, bytes.data, bytes.size, error);
    pantin_bytes_free(&bytes);
    return done;
}
