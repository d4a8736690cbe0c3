// fuzz_gltf.c — any text as a glTF's JSON, inside a GLB with some bytes behind it: so the fuzzer need not know
// base64 to reach the keys. The first byte chooses between that and the text as a .gltf.
// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "base/bytes.h"
#include "with_clips.h"

enum { HEAD = 12, CHUNK_HEAD = 8, KEYS = 512 };

/// Times that rise by 1/24 s, then numbers in -1..1.
static void put_keys(uint8_t *at) {
    for (int k = 0; k < KEYS / 4; k++)
        put_float(&at, k < 32 ? (float)k / 24 : (float)((k * 37) % 21 - 10) / 10);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); // by libFuzzer

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    if (data[0] == '.') {
        clips_check("x.gltf", data + 1, size - 1);
        return 0;
    }
    size_t text = size - 1, padded = (text + 3) / 4 * 4;
    size_t whole = HEAD + CHUNK_HEAD + padded + CHUNK_HEAD + KEYS;
    uint8_t *file = malloc(whole), *at = file;
    if (file == NULL) abort();
    put_u32(&at, 0x46546C67);
    put_u32(&at, 2);
    put_u32(&at, (uint32_t)whole);
    put_u32(&at, (uint32_t)padded);
    put_u32(&at, 0x4E4F534A);
    memcpy(at, data + 1, text);
    memset(at + text, ' ', padded - text);
    at += padded;
    put_u32(&at, KEYS);
    put_u32(&at, 0x004E4942);
    put_keys(at);
    clips_check("x.glb", file, whole);
    free(file);
    return 0;
}
