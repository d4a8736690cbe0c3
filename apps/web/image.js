// image.js — PNG in and out, as the native reader sees it: 8-bit straight RGBA, taken as sRGB.
//
// The file is looked through before a pixel is decoded, so that one that lies about its size, or blows up
// when unpacked, is refused with a sentence. Only the chunks that make pixels reach the decoder.
// SPDX-License-Identifier: MIT
import { convertIndexedToRgb, decode, encode } from 'fast-png';
import { Unzlib } from 'fflate';

export const PIXEL_LIMIT = 67108864; // 64 Mpx, as the core's
export const FILE_LIMIT = 64 << 20;
const DEFLATE_RATIO = 1032; // deflate packs at most so many to one
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const KNOWN = [
    [[0xff, 0xd8], 'a JPEG'], [[0x47, 0x49, 0x46, 0x38], 'a GIF'], [[0x42, 0x4d], 'a BMP'],
    [[0x25, 0x50, 0x44, 0x46], 'a PDF'], [[0x38, 0x42, 0x50, 0x53], 'a Photoshop file'],
    [[0x52, 0x49, 0x46, 0x46], 'a WebP or another RIFF file'],
];

const begins = (bytes, with_) => with_.every((b, k) => bytes[k] === b);

export function isPng(bytes) { return begins(bytes, SIGNATURE); }

/** The chunks of a PNG: [{type, at, size}], `at` of its data. Throws where the file ends too early. */
function listChunks(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunks = [];
    for (let at = 8; ;) {
        if (at + 12 > bytes.length) throw new Error('is cut off in the middle: get a whole copy');
        const size = view.getUint32(at);
        const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        if (size > bytes.length - at - 12) throw new Error('is cut off in the middle: get a whole copy');
        chunks.push({ type, at: at + 8, size });
        if (type === 'IEND') return chunks;
        at += size + 12;
    }
}

function readHeader(bytes, chunk) {
    if (chunk?.type !== 'IHDR' || chunk.size !== 13) throw new Error('is damaged: it has no header');
    const view = new DataView(bytes.buffer, bytes.byteOffset + chunk.at, 13);
    const header = { width: view.getUint32(0), height: view.getUint32(4), depth: view.getUint8(8),
        color: view.getUint8(9), interlaced: view.getUint8(12) !== 0 };
    if (!header.width || !header.height || header.width * header.height > PIXEL_LIMIT)
        throw new Error(`is ${header.width} × ${header.height} px: a picture has 1 px to 64 Mpx`);
    if (!(header.color in CHANNELS) || ![1, 2, 4, 8, 16].includes(header.depth))
        throw new Error('is damaged: its header says what no PNG can be');
    return header;
}

/** Refuses what would unpack to much more than its header says. */
function checkPacked(bytes, chunks, header) {
    const packed = chunks.filter((c) => c.type === 'IDAT');
    const size = packed.reduce((sum, c) => sum + c.size, 0);
    const bits = header.width * CHANNELS[header.color] * header.depth;
    const expected = header.height * (Math.ceil(bits / 8) + 1) + (header.interlaced ? 8 * header.height + 4096 : 0);
    if (expected > size * DEFLATE_RATIO + 4096)
        throw new Error('is damaged: it holds fewer pixels than its header says');
    if (size * DEFLATE_RATIO < 256 << 20) return;
    let seen = 0;
    const unpack = new Unzlib((part) => { seen += part.length; });
    for (const c of packed) {
        for (let at = 0; at < c.size; at += 65536)
            unpack.push(bytes.subarray(c.at + at, c.at + Math.min(c.size, at + 65536)), false);
        if (seen > expected + 65536) throw new Error('unpacks to more than its header says');
    }
}

/** The file without the chunks that make no pixels (profiles, text, animation). */
function keepPixels(bytes, chunks) {
    const parts = [bytes.subarray(0, 8)];
    for (const c of chunks) if (NEEDED.has(c.type)) parts.push(bytes.subarray(c.at - 8, c.at + c.size + 4));
    const kept = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
    let at = 0;
    for (const part of parts) { kept.set(part, at); at += part.length; }
    return kept;
}

/** Rows of packed samples become one number each. */
function unpackSamples(png, channels) {
    const { width, height, depth, data } = png;
    if (depth >= 8) return data;
    const row = Math.ceil(width * channels * depth / 8), mask = (1 << depth) - 1;
    const samples = new Uint8Array(width * height * channels);
    for (let y = 0, to = 0; y < height; y++)
        for (let x = 0; x < width * channels; x++) {
            const bit = x * depth;
            samples[to++] = (data[y * row + (bit >> 3)] >> (8 - depth - (bit & 7))) & mask;
        }
    return samples;
}

/** @returns {{width: number, height: number, data: Uint8Array}} straight RGBA */
export function decodePng(bytes) {
    if (!isPng(bytes)) {
        const known = KNOWN.find(([with_]) => begins(bytes, with_));
        throw new Error(known ? `is ${known[1]}: convert it to PNG` : 'is neither a PNG, an SVG nor a puppet');
    }
    if (bytes.length > FILE_LIMIT) throw new Error('is larger than 64 MB');
    const chunks = listChunks(bytes);
    const header = readHeader(bytes, chunks[0]);
    checkPacked(bytes, chunks, header);
    let png;
    try {
        png = decode(keepPixels(bytes, chunks));
    } catch (error) {
        throw new Error(`is damaged: ${String(error.message).toLowerCase()}`);
    }
    return toRgba(png, header);
}

function toRgba(png, header) {
    const { width, height } = header, count = width * height;
    const out = new Uint8Array(4 * count);
    if (header.color === 3) {
        const colors = convertIndexedToRgb(png);
        const channels = png.palette[0].length;
        for (let i = 0; i < count; i++) {
            for (let c = 0; c < 3; c++) out[4 * i + c] = colors[channels * i + c];
            out[4 * i + 3] = channels === 4 ? colors[4 * i + 3] : 255;
        }
        return { width, height, data: out };
    }
    const channels = CHANNELS[header.color], samples = unpackSamples(png, channels);
    const most = (1 << header.depth) - 1, key = png.transparency;
    const to8 = header.depth === 16 ? (v) => (v * 255 + 32895) >> 16 : (v) => v * (255 / most);
    const colors = channels >= 3 ? 3 : 1, hasAlpha = channels === 2 || channels === 4;
    if (samples.length < count * channels) throw new Error('is damaged: pixels are missing');
    for (let i = 0; i < count; i++) {
        let keyed = key !== undefined && !hasAlpha;
        for (let c = 0; c < 3; c++) {
            const sample = samples[i * channels + (colors === 3 ? c : 0)];
            if (keyed && sample !== key[colors === 3 ? c : 0]) keyed = false;
            out[4 * i + c] = to8(sample);
        }
        out[4 * i + 3] = hasAlpha ? to8(samples[i * channels + channels - 1]) : keyed ? 0 : 255;
    }
    return { width, height, data: out };
}

/** Pixels as a PNG file. */
export function encodePng({ width, height, data }) {
    return encode({ width, height, data, channels: 4, depth: 8 });
}
