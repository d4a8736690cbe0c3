// gltf_accessor.c — the numbers of an accessor: plain, interleaved, normalized, sparse, or of no bytes at all.
//
// Element i of a view begins at view + offset + i * stride. Normalized integers c of b bits stand for
// max(c / (2^(b-1) - 1), -1), unsigned ones for c / (2^b - 1). An accessor without a view is all zeros, and
// sparse elements are put over what was there. glTF 2.0, sections 3.6.2 and 3.11.
// Every byte is checked before any is read: the last element must end inside its view, and the view inside
// its buffer. Zeros of no bytes are believed only up to the size of the file.
// SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "motion/gltf_document.h"

static size_t component_size(gltf_component component) {
    switch (component) {
    case GLTF_BYTE:
    case GLTF_UBYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_USHORT:
        return 2;
    default:
        return 4;
    }
}

static double integer_at(const uint8_t *bytes, gltf_component component) {
    switch (component) {
    case GLTF_BYTE:
        return (int8_t)bytes[0];
    case GLTF_UBYTE:
        return bytes[0];
    case GLTF_SHORT:
        return (int16_t)(uint16_t)(bytes[0] | bytes[1] << 8);
    case GLTF_USHORT:
        return (uint16_t)(bytes[0] | bytes[1] << 8);
    default:
        return (double)get_u32(&bytes);
    }
}

static double number_at(const uint8_t *bytes, gltf_component component, bool normalized) {
    if (component == GLTF_FLOAT) return (double)get_float(&bytes);
    double value = integer_at(bytes, component);
    if (!normalized) return value;
    switch (component) {
    case GLTF_BYTE:
        value /= 127;
        break;
    case GLTF_UBYTE:
        value /= 255;
        break;
    case GLTF_SHORT:
        value /= 32767;
        break;
    case GLTF_USHORT:
        value /= 65535;
        break;
    default:
        value /= 4294967295.0;
        break;
    }
    return value < -1 ? -1 : value;
}

// --- checks ----------------------------------------------------------------------------------------

static bool is_required(const gltf_document *d, const char *extension) {
    int list = json_find(&d->tape, 0, "extensionsRequired");
    if (list == PANTIN_NONE || d->tape.tokens[list].kind != JSON_ARRAY) return false;
    for (int k = 0, at = list + 1; k < d->tape.tokens[list].count;
         k++, at = d->tape.tokens[at].next)
        if (d->tape.tokens[at].kind == JSON_STRING && json_equal(&d->tape, at, extension))
            return true;
    return false;
}

/// `count` elements of `size` bytes, `stride` apart, from `offset` on, lie inside the view and its buffer.
static bool check_span(const gltf_document *d, int accessor, int view_index, size_t offset,
                       size_t stride, size_t size, int count, pantin_error *error) {
    const gltf_view *view = &d->views[view_index];
    gltf_spot at = gltf_spot_at(view->token, "/bufferViews/%d", view_index);
    if (view->buffer == PANTIN_NONE) return gltf_fail(d, &at, error, "without a buffer");
    const gltf_buffer *buffer = &d->buffers[view->buffer];
    bool packed = view->compression != NULL;
    if (packed && (buffer->bytes == NULL || is_required(d, view->compression)))
        return gltf_fail(d, &at, error,
                         "animation keys packed by %.60s are not read; save the file without it",
                         view->compression);
    if (buffer->bytes == NULL)
        return gltf_fail(d, &at, error, "its buffer %d has no bytes", view->buffer);
    if ((uint64_t)view->offset + view->size > buffer->size)
        return gltf_fail(d, &at, error, "it ends at byte %llu of a buffer of %zu",
                         (unsigned long long)view->offset + view->size, buffer->size);
    uint64_t end = offset + (uint64_t)stride * (uint64_t)(count - 1) + size;
    if (count == 0 || end <= view->size) return true;
    at = gltf_spot_at(d->accessors[accessor].token, "/accessors/%d", accessor);
    return gltf_fail(d, &at, error, "its %d elements end at byte %llu of a bufferView of %zu",
                     count, (unsigned long long)end, view->size);
}

static size_t stride_of(const gltf_document *d, const gltf_accessor *a) {
    size_t stride = a->view != PANTIN_NONE ? d->views[a->view].stride : 0;
    return stride != 0 ? stride : component_size(a->component) * (size_t)a->width;
}

bool gltf_accessor_check(const gltf_document *d, int accessor, pantin_error *error) {
    const gltf_accessor *a = &d->accessors[accessor];
    gltf_spot at = gltf_spot_at(a->token, "/accessors/%d", accessor);
    size_t size = component_size(a->component) * (size_t)a->width;
    if (a->width == 0) return gltf_fail(d, &at, error, "its type is none of SCALAR .. MAT4");
    if (a->view == PANTIN_NONE && (size_t)a->count > d->backed)
        return gltf_fail(d, &at, error, "%d zeros of no bytes are more than the file makes good",
                         a->count);
    if (a->view != PANTIN_NONE &&
        !check_span(d, accessor, a->view, a->offset, stride_of(d, a), size, a->count, error))
        return false;
    if (a->sparse_count == 0) return true;
    if (a->sparse_count > a->count)
        return gltf_fail(d, &at, error, "%d sparse elements in place of %d", a->sparse_count,
                         a->count);
    size_t index_size = component_size(a->index_component);
    return check_span(d, accessor, a->index_view, a->index_offset, index_size, index_size,
                      a->sparse_count, error) &&
           check_span(d, accessor, a->value_view, a->value_offset, size, size, a->sparse_count,
                      error);
}

// --- decoding ----------------------------------------------------------------------------------------

static const uint8_t *bytes_of(const gltf_document *d, int view, size_t offset) {
    return d->buffers[d->views[view].buffer].bytes + d->views[view].offset + offset;
}

static void decode_element(const gltf_accessor *a, const uint8_t *bytes, double *values) {
    size_t size = component_size(a->component);
    for (int k = 0; k < a->width; k++)
        values[k] = number_at(bytes + (size_t)k * size, a->component, a->normalized);
}

static bool decode_sparse(const gltf_document *d, int accessor, double *values,
                          pantin_error *error) {
    const gltf_accessor *a = &d->accessors[accessor];
    if (a->sparse_count == 0) return true;
    const uint8_t *indices = bytes_of(d, a->index_view, a->index_offset);
    const uint8_t *elements = bytes_of(d, a->value_view, a->value_offset);
    size_t index_size = component_size(a->index_component);
    size_t size = component_size(a->component) * (size_t)a->width;
    for (size_t k = 0; k < (size_t)a->sparse_count; k++) {
        double index = integer_at(indices + k * index_size, a->index_component);
        if (index >= a->count) {
            gltf_spot at = gltf_spot_at(a->token, "/accessors/%d", accessor);
            return gltf_fail(d, &at, error, "sparse index %.0f of %d elements", index, a->count);
        }
        decode_element(a, elements + k * size, values + (size_t)index * (size_t)a->width);
    }
    return true;
}

bool gltf_decode(const gltf_document *d, int accessor, arena *memory, double **decoded,
                 pantin_error *error) {
    const gltf_accessor *a = &d->accessors[accessor];
    if (!gltf_accessor_check(d, accessor, error)) return false;
    size_t width = (size_t)a->width, total = (size_t)a->count * width;
    double *values = ARENA_ARRAY(memory, double, total);
    if (values == NULL) return memory_fail(error, "the keys of an animation");
    if (a->view != PANTIN_NONE && a->count > 0) {
        const uint8_t *bytes = bytes_of(d, a->view, a->offset);
        size_t stride = stride_of(d, a);
        for (size_t k = 0; k < (size_t)a->count; k++)
            decode_element(a, bytes + k * stride, values + k * width);
    }
    if (!decode_sparse(d, accessor, values, error)) return false;
    for (size_t k = 0; k < total; k++)
        if (!finite_double(values[k])) {
            gltf_spot at = gltf_spot_at(a->token, "/accessors/%d", accessor);
            return gltf_fail(d, &at, error, "element %zu is not a finite number", k / width);
        }
    *decoded = values;
    return true;
}
