// gltf_write_uses.c — who refers to which accessor, buffer view and buffer, anywhere in the JSON.
//
// A slot may be written anew only where nothing else looks at it, and extensions look in ways of their own.
// So every object is walked, known or not, and what a number refers to is told by its key: "indices" or any
// name under "attributes" an accessor, "bufferView" a view, and so on. A number taken wrongly for a reference
// only keeps a slot from being used again.
// SPDX-License-Identifier: MIT
#include "motion/gltf_write.h"

typedef enum reference { NO_REFERENCE, TO_ACCESSOR, TO_VIEW, TO_BUFFER } reference;

static reference reference_of(const gltf_document *d, int key) {
    static const struct {
        const char *key;
        reference to;
    } words[] = {
        { "indices", TO_ACCESSOR },  { "inverseBindMatrices", TO_ACCESSOR },
        { "input", TO_ACCESSOR },    { "output", TO_ACCESSOR },
        { "accessor", TO_ACCESSOR }, { "bufferView", TO_VIEW },
        { "values", TO_VIEW }, // these three: EXT_structural_metadata
        { "arrayOffsets", TO_VIEW }, { "stringOffsets", TO_VIEW },
        { "buffer", TO_BUFFER },
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (json_equal(&d->tape, key, words[k].key)) return words[k].to;
    return NO_REFERENCE;
}

static void note_number(gltf_uses *uses, int token, reference to) {
    const gltf_document *d = uses->document;
    bool *used = to == TO_ACCESSOR ? uses->accessors : to == TO_VIEW ? uses->views : uses->buffers;
    int count = to == TO_ACCESSOR ? d->accessor_count
                : to == TO_VIEW   ? d->view_count
                                  : d->buffer_count;
    if (to == NO_REFERENCE || used == NULL) return;
    double index = json_number(&d->tape, token);
    if (index >= 0 && index < count) used[(int)index] = true;
}

static void note_value(gltf_uses *uses, int token, reference own, bool all_accessors) {
    const json_tape *tape = &uses->document->tape;
    const json_token *t = &tape->tokens[token];
    if (uses->skipped != NULL && uses->skipped[token]) return;
    if (t->kind == JSON_NUMBER) note_number(uses, token, all_accessors ? TO_ACCESSOR : own);
    if (t->kind == JSON_ARRAY)
        for (int k = 0, at = token + 1; k < t->count; k++, at = tape->tokens[at].next)
            if (tape->tokens[at].kind >= JSON_ARRAY)
                note_value(uses, at, NO_REFERENCE, all_accessors);
    if (t->kind != JSON_OBJECT) return;
    for (int k = 0, key = token + 1; k < t->count; k++, key = tape->tokens[key + 1].next) {
        int value = key + 1;
        if (tape->tokens[value].kind < JSON_NUMBER || tape->tokens[value].kind == JSON_STRING)
            continue;
        // "targets" of a mesh: a list of objects whose every member is an attribute.
        bool attributes = json_equal(tape, key, "attributes") || json_equal(tape, key, "targets");
        note_value(uses, value, reference_of(uses->document, key), attributes);
    }
}

void gltf_note_uses(gltf_uses *uses, int token) { note_value(uses, token, NO_REFERENCE, false); }
