// image.js — PNG in and out, as the native reader sees it: 8-bit straight RGBA, taken as sRGB.
//
// The file is looked through before a pixel is decoded, so that one that lies about its size, or blows up
// when unpacked, is refused with a sentence. Chunks that make no pixels (profiles, text, animation) are passed over.
// SPDX-License-Identifier: MIT
import { Unzlib, zlibSync } from 'fflate';

export const PIXEL_LIMIT = 67108864; // 64 Mpx, as the core's
export const FILE_LIMIT = 64 << 20;
const DEFLATE_RATIO = 1032; // deflate packs at most so many to one
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const ADAM7 = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
]; // x, y, steps
const KNOWN = [
    [[0xff, 0xd8], 'a JPEG'],
    [[0x47, 0x49, 0x46, 0x38], 'a GIF'],
    [[0x42, 0x4d], 'a BMP'],
    [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
    [[0x38, 0x42, 0x50, 0x53], 'a Photoshop file'],
    [[0x52, 0x49, 0x46, 0x46], 'a WebP or another RIFF file'],
];

const begins = (bytes, with_) => with_.every((b, k) => bytes[k] === b);

export function isPng(bytes) {
    return begins(bytes, SIGNATURE);
}

/** The chunks of a PNG: [{type, at, size}], `at` of its data. Throws where the file ends too early. */
function listChunks(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunks = [];
    for (let at = 8; ;) {
        if (at + 12 > bytes.length) throw new Error('is cut off in the middle: get a whole copy');
        const size = view.getUint32(at);
        const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        if (size > bytes.length - at - 12)
            throw new Error('is cut off in the middle: get a whole copy');
        chunks.push({ type, at: at + 8, size });
        if (type === 'IEND') return chunks;
        at += size + 12;
    }
}

function readHeader(bytes, chunk) {
    if (chunk?.type !== 'IHDR' || chunk.size !== 13)
        throw new Error('is damaged: it has no header');
    const view = new DataView(bytes.buffer, bytes.byteOffset + chunk.at, 13);
    const header = {
        width: view.getUint32(0),
        height: view.getUint32(4),
        depth: view.getUint8(8),
        color: view.getUint8(9),
        interlaced: view.getUint8(12) !== 0,
    };
    if (!header.width || !header.height || header.width * header.height > PIXEL_LIMIT)
        throw new Error(`is ${header.width} × ${header.height} px: a picture has 1 px to 64 Mpx`);
    if (
        !(header.color in CHANNELS) ||
        ![1, 2, 4, 8, 16].includes(header.depth) ||
        (header.depth < 8 && ![0, 3].includes(header.color)) ||
        (header.depth === 16 && header.color === 3)
    )
        throw new Error('is damaged: its header says what no PNG can be');
    return header;
}

/** Bytes of a row of `width` pixels. */
const rowSize = (width, { color, depth }) => Math.ceil((width * CHANNELS[color] * depth) / 8);

/** The images in the data one after another: the picture, or the seven passes of Adam7 that have pixels. */
function listPasses(header) {
    const { width, height, interlaced } = header;
    if (!interlaced) return [{ width, height, x: 0, y: 0, dx: 1, dy: 1 }];
    return ADAM7.map(([x, y, dx, dy]) => ({
        x,
        y,
        dx,
        dy,
        width: Math.ceil((width - x) / dx),
        height: Math.ceil((height - y) / dy),
    })).filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Unpacks the pixel data, and never more than the header says there is. */
function unpack(bytes, chunks, size) {
    const packed = chunks.filter((c) => c.type === 'IDAT');
    if (size > packed.reduce((sum, c) => sum + c.size, 0) * DEFLATE_RATIO + 4096)
        throw new Error('is damaged: it holds fewer pixels than its header says');
    const data = new Uint8Array(size);
    let at = 0;
    const inflate = new Unzlib((part) => {
        const room = data.subarray(at, at + part.length);
        room.set(part.subarray(0, room.length));
        at += part.length;
        if (at > size + 65536) throw new Error('unpacks to more than its header says');
    });
    try {
        for (const c of packed)
            for (let from = 0; from < c.size; from += 16384)
                inflate.push(
                    bytes.subarray(c.at + from, c.at + Math.min(c.size, from + 16384)),
                    false,
                );
    } catch (error) {
        if (at > size + 65536) throw error;
        throw new Error(`is damaged: ${String(error.message).toLowerCase()}`);
    }
    if (at < size) throw new Error('is damaged: pixels are missing');
    return data;
}

/** Takes the filters off the rows of a pass, in place (PNG 9.2). `step`: bytes to the pixel on the left. */
function unfilter(data, at, rows, size, step) {
    for (let y = 0; y < rows; y++, at += size + 1) {
        const row = at + 1,
            above = row - size - 1,
            filter = data[at];
        if (filter > 4) throw new Error(`is damaged: there is no filter ${filter}`);
        for (let k = 0; filter !== 0 && k < size; k++) {
            const a = k >= step ? data[row + k - step] : 0;
            const b = y > 0 ? data[above + k] : 0;
            if (filter === 1) {
                data[row + k] += a;
                continue;
            }
            if (filter === 2) {
                data[row + k] += b;
                continue;
            }
            if (filter === 3) {
                data[row + k] += (a + b) >> 1;
                continue;
            }
            const c = k >= step && y > 0 ? data[above + k - step] : 0;
            const pa = Math.abs(b - c),
                pb = Math.abs(a - c),
                pc = Math.abs(a + b - 2 * c);
            data[row + k] += pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
        }
    }
}

/** @returns {{width: number, height: number, data: Uint8Array}} straight RGBA */
export function decodePng(bytes) {
    if (!isPng(bytes)) {
        const known = KNOWN.find(([with_]) => begins(bytes, with_));
        throw new Error(
            known ? `is ${known[1]}: convert it to PNG` : 'is neither a PNG, an SVG nor a puppet',
        );
    }
    if (bytes.length > FILE_LIMIT) throw new Error('is larger than 64 MB');
    const chunks = listChunks(bytes);
    const header = readHeader(bytes, chunks[0]);
    const passes = listPasses(header);
    const size = passes.reduce(
        (sum, pass) => sum + pass.height * (rowSize(pass.width, header) + 1),
        0,
    );
    const data = unpack(bytes, chunks, size);
    const color = readColors(bytes, chunks, header);
    const out = new Uint8Array(4 * header.width * header.height);
    const step = Math.max(1, (CHANNELS[header.color] * header.depth) >> 3);
    let at = 0;
    for (const pass of passes) {
        const row = rowSize(pass.width, header);
        unfilter(data, at, pass.height, row, step);
        spread(data, at, pass, header, color, out);
        at += pass.height * (row + 1);
    }
    return { width: header.width, height: header.height, data: out };
}

/** The palette (RGBA) or the clear color. */
function readColors(bytes, chunks, header) {
    const find = (type) => {
        const c = chunks.find((k) => k.type === type);
        return c ? bytes.subarray(c.at, c.at + c.size) : null;
    };
    const clear = find('tRNS'),
        colors = find('PLTE');
    if (header.color === 3) {
        if (!colors || colors.length % 3 || colors.length > 768)
            throw new Error('is damaged: its palette is none');
        const palette = new Uint8Array((4 * colors.length) / 3).fill(255);
        for (let k = 0; k < colors.length / 3; k++) {
            palette.set(colors.subarray(3 * k, 3 * k + 3), 4 * k);
            if (clear && k < clear.length) palette[4 * k + 3] = clear[k];
        }
        return { palette };
    }
    const samples = header.color === 2 ? 3 : 1;
    if (!clear || clear.length < 2 * samples || header.color > 2) return { key: null };
    return {
        key: Array.from({ length: samples }, (_, k) => (clear[2 * k] << 8) | clear[2 * k + 1]),
    };
}

/** Samples of a pass become pixels of the picture. */
function spread(data, at, pass, header, { palette, key }, out) {
    const { color, depth } = header,
        channels = CHANNELS[color],
        row = rowSize(pass.width, header);
    const most = (1 << depth) - 1,
        hasAlpha = color >= 4,
        colors = color === 2 || color === 6 ? 3 : 1;
    const sampleAt =
        depth === 8
            ? (start, k) => data[start + k]
            : depth === 16
              ? (start, k) => (data[start + 2 * k] << 8) | data[start + 2 * k + 1]
              : (start, k) =>
                    (data[start + ((k * depth) >> 3)] >> (8 - depth - ((k * depth) & 7))) & most;
    const to8 = depth === 16 ? (v) => (v * 255 + 32895) >> 16 : (v) => v * (255 / most);
    for (let y = 0; y < pass.height; y++) {
        const start = at + y * (row + 1) + 1;
        let to = 4 * ((pass.y + y * pass.dy) * header.width + pass.x);
        for (let x = 0; x < pass.width; x++, to += 4 * pass.dx) {
            const k = x * channels;
            if (palette) {
                const index = 4 * sampleAt(start, k);
                if (index >= palette.length)
                    throw new Error('is damaged: a pixel has no color of the palette');
                out.set(palette.subarray(index, index + 4), to);
                continue;
            }
            let clear = key !== null;
            for (let c = 0; c < 3; c++) {
                const sample = sampleAt(start, k + (colors === 3 ? c : 0));
                if (clear && sample !== key[colors === 3 ? c : 0]) clear = false;
                out[to + c] = to8(sample);
            }
            out[to + 3] = hasAlpha ? to8(sampleAt(start, k + colors)) : clear ? 0 : 255;
        }
    }
}

// --- out -----------------------------------------------------------------------------------------------

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
});

function chunk(type, data) {
    const out = new Uint8Array(data.length + 12),
        view = new DataView(out.buffer);
    view.setUint32(0, data.length);
    for (let k = 0; k < 4; k++) out[4 + k] = type.charCodeAt(k);
    out.set(data, 8);
    let crc = -1;
    for (let k = 4; k < out.length - 4; k++) crc = CRC[(crc ^ out[k]) & 255] ^ (crc >>> 8);
    view.setUint32(out.length - 4, ~crc >>> 0);
    return out;
}

/** Pixels as a PNG file: 8-bit RGBA, each row as the difference to the one above. */
export function encodePng({ width, height, data }) {
    const row = 4 * width,
        rows = new Uint8Array(height * (row + 1));
    for (let y = 0; y < height; y++) {
        const to = y * (row + 1);
        rows[to] = y > 0 ? 2 : 0;
        for (let k = 0; k < row; k++)
            rows[to + 1 + k] = data[y * row + k] - (y > 0 ? data[(y - 1) * row + k] : 0);
    }
    const header = new Uint8Array(13),
        view = new DataView(header.buffer);
    view.setUint32(0, width);
    view.setUint32(4, height);
    header.set([8, 6, 0, 0, 0], 8);
    const parts = [
        Uint8Array.from(SIGNATURE),
        chunk('IHDR', header),
        chunk('IDAT', zlibSync(rows, { level: 6 })),
        chunk('IEND', new Uint8Array(0)),
    ];
    const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
    let at = 0;
    for (const part of parts) {
        out.set(part, at);
        at += part.length;
    }
    return out;
}
