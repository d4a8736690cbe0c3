// image.test.mjs — PNG as the native reader sees it, and hostile files told in a sentence.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { decodePng, encodePng } from '../../apps/web/image.js';
import { native, root } from './with_native.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pantin_image.'));
after(() => rmSync(folder, { recursive: true }));

const crc =
    crc32 ??
    ((data) => {
        // Node before 20.15
        let c = ~0;
        for (const b of data) {
            c ^= b;
            for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
        }
        return ~c >>> 0;
    });
function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]),
        out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
}
function header(width, height, depth, color, interlace = 0) {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width, 0);
    data.writeUInt32BE(height, 4);
    data.set([depth, color, 0, 0, interlace], 8);
    return chunk('IHDR', data);
}
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const png = (...chunks) =>
    new Uint8Array(Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]));

/** Pseudo-random samples, rows packed, filter 0; every pass of Adam7 likewise. */
function rows(width, height, bits, random) {
    const row = Math.ceil((width * bits) / 8),
        out = Buffer.alloc(height * (row + 1));
    for (let y = 0; y < height; y++)
        for (let k = 0; k < row; k++) out[y * (row + 1) + 1 + k] = random();
    return out;
}
function generator(seed) {
    let s = seed >>> 0;
    return () => {
        s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
        return s >>> 24;
    };
}
const ADAM7 = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];
function makePng(width, height, depth, color, { interlace = 0, trns = null, seed = 1 } = {}) {
    const bits = depth * { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color],
        random = generator(seed);
    const data = interlace
        ? Buffer.concat(
              ADAM7.map(([x, y, dx, dy]) => [
                  Math.ceil((width - x) / dx),
                  Math.ceil((height - y) / dy),
              ])
                  .filter(([w, h]) => w > 0 && h > 0)
                  .map(([w, h]) => rows(w, h, bits, random)),
          )
        : rows(width, height, bits, random);
    const chunks = [header(width, height, depth, color, interlace)];
    if (color === 3)
        chunks.push(chunk('PLTE', Buffer.from(Array.from({ length: 3 << depth }, random))));
    if (trns) chunks.push(chunk('tRNS', Buffer.from(trns)));
    return png(...chunks, chunk('IDAT', deflateSync(data)));
}

function nativePixels(bytes) {
    const path = join(folder, 'x.png');
    writeFileSync(path, bytes);
    const ran = spawnSync(native('pantin_door'), ['decode', path], { maxBuffer: 1 << 28 });
    return ran.status === 0 ? ran.stdout : null;
}

function expectSame(bytes, what) {
    const theirs = nativePixels(bytes);
    assert.ok(theirs, `${what}: the native reader takes it`);
    const ours = decodePng(bytes);
    assert.deepEqual(
        [ours.width, ours.height],
        [theirs.readInt32LE(0), theirs.readInt32LE(4)],
        what,
    );
    assert.ok(Buffer.from(ours.data).equals(theirs.subarray(8)), `${what}: pixels`);
}

test('every kind of PNG has the native pixels', () => {
    for (const [color, depths] of [
        [0, [1, 2, 4, 8, 16]],
        [2, [8, 16]],
        [3, [1, 2, 4, 8]],
        [4, [8, 16]],
        [6, [8, 16]],
    ])
        for (const depth of depths)
            for (const interlace of [0, 1])
                for (const [w, h] of [
                    [1, 1],
                    [9, 7],
                    [33, 16],
                ])
                    expectSame(
                        makePng(w, h, depth, color, { interlace, seed: 7 * depth + color }),
                        `color ${color} depth ${depth} interlace ${interlace} ${w}x${h}`,
                    );
});

test('colors that are marked as clear are clear', () => {
    expectSame(makePng(40, 40, 4, 0, { trns: [0, 5] }), 'grey 4');
    expectSame(makePng(40, 40, 8, 0, { trns: [0, 77] }), 'grey 8');
    expectSame(makePng(64, 64, 1, 0, { trns: [0, 1] }), 'grey 1');
    expectSame(makePng(40, 40, 8, 3, { trns: [0, 128, 255, 3] }), 'palette');
    expectSame(makePng(40, 40, 2, 3, { trns: [0, 9] }), 'palette of 4');
});

test('the pictures of this repository have the native pixels', () => {
    for (const path of ['samples/gingerbread.png', 'shows/wave/art/fox.png'])
        expectSame(new Uint8Array(readFileSync(join(root, path))), path);
    const seeds = join(root, 'tests/fuzz/seeds/png');
    for (const name of readdirSync(seeds))
        expectSame(new Uint8Array(readFileSync(join(seeds, name))), name);
});

test('what is written is read again, here and natively', () => {
    const picture = {
        width: 5,
        height: 3,
        data: Uint8Array.from({ length: 60 }, (_, k) => 17 * k),
    };
    const bytes = encodePng(picture);
    assert.deepEqual(decodePng(bytes).data, picture.data);
    expectSame(bytes, 'ours');
});

const refused = (bytes, says) =>
    assert.throws(
        () => decodePng(bytes),
        (error) => error.constructor === Error && says.test(error.message),
    );

test('files that lie are refused before they are unpacked', () => {
    refused(
        png(header(100000, 100000, 8, 6), chunk('IDAT', deflateSync(Buffer.alloc(100)))),
        /64 Mpx/,
    );
    refused(png(header(0, 5, 8, 6), chunk('IDAT', deflateSync(Buffer.alloc(100)))), /64 Mpx/);
    refused(
        png(header(8000, 8000, 8, 6), chunk('IDAT', deflateSync(Buffer.alloc(100)))),
        /fewer pixels/,
    );
    refused(png(header(2, 2, 3, 6)), /no PNG can be/);
    refused(png(header(2, 2, 8, 5)), /no PNG can be/);
    // 600 MB of zeros behind one pixel.
    refused(
        png(header(1, 1, 8, 6), chunk('IDAT', deflateSync(Buffer.alloc(600 << 20), { level: 9 }))),
        /unpacks to more/,
    );
});

test('other formats are called by their name', () => {
    refused(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3), /JPEG/);
    refused(new TextEncoder().encode('GIF89a......'), /GIF/);
    refused(new TextEncoder().encode('hello there'), /neither/);
    refused(new Uint8Array(0), /neither/);
});

test('cut off or bent anywhere, a file gives a sentence or pixels, and soon', () => {
    const whole = makePng(33, 16, 8, 6, { seed: 3 }),
        palette = makePng(20, 20, 4, 3, { trns: [1, 2, 3] });
    const random = generator(99);
    for (const bytes of [whole, palette]) {
        for (let size = 0; size < bytes.length; size += 3)
            assert.throws(() => decodePng(bytes.subarray(0, size)), Error);
        for (let k = 0; k < 1500; k++) {
            const bent = bytes.slice();
            for (let n = 0; n < 1 + (k & 3); n++)
                bent[((random() << 8) | random()) % bent.length] = random();
            try {
                const { width, height, data } = decodePng(bent);
                assert.equal(data.length, 4 * width * height);
            } catch (error) {
                assert.equal(error.constructor, Error, error.stack);
            }
        }
    }
});
