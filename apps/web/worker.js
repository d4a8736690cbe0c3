// worker.js — the thread that owns the core: opens puppets, bends them, paints stills.
//
// It answers one message after another; what is asked for too often (a drag) is thinned out by the asker
// (deform.js), so that nothing stale is ever solved.
// SPDX-License-Identifier: MIT
import { Core } from './core.js';
import { decodePng, encodePng } from './image.js';

const core = Core.load(fetch(new URL('pantin_web.wasm', self.location.href)));
const known = new Map(); // pictures kept: name -> how often it was given
let sent = []; // a piece: the key of the textures the asker has

/** What a piece's textures depend on; the text of its drawing and cuts is the asker's to give. */
function textureKey(piece, look) {
    return JSON.stringify([look, piece.partCount ? piece.spacing : 0, [...known]]);
}

/** The puppet's meshes, and the pictures of those pieces whose look has changed. */
async function open(c, { name, text, looks }) {
    c.loadPuppet(name, text);
    const pieces = c.pieces();
    const keys = pieces.map((piece, k) => textureKey(piece, looks[k]));
    pieces.forEach((piece, k) => {
        if (keys[k] === sent[k]) return;
        piece.pictures =
            piece.partCount > 0
                ? Array.from({ length: piece.partCount }, (_, part) => c.piecePicture(k, part))
                : [c.piecePicture(k)];
    });
    sent = keys;
    return {
        pieces,
        handles: c.handles(),
        views: c.views(),
        warnings: c.warnings(),
        rest: c.restTargets('arap'),
        text: c.writePuppet(),
    };
}

/** One frame by each method. The first one's time is told. */
function bend(c, { targets, methods, view = 0, jump = false, resume = null, strain = false }) {
    const bent = {};
    let ms = 0;
    for (const method of methods) {
        c.setTargets(method, targets);
        const isFirst = method === methods[0];
        if (isFirst && resume) c.resume(method, resume, view);
        const start = performance.now();
        const status = c.bend(method, { view, jump });
        if (isFirst) ms = performance.now() - start;
        bent[method] = { ...c.bent(method), status, strain: strain ? c.strain(method) : null };
    }
    return { bent, ms };
}

/** How many frames a second: a pin is dragged to and fro, `count` times. */
function rate(c, { targets, handle, reach, count }) {
    const moved = targets.slice();
    const start = performance.now();
    for (let k = 0; k < count; k++) {
        moved[4 * handle] = targets[4 * handle] + reach * Math.sin(k / 10);
        c.setTargets('arap', moved);
        c.bend('arap');
    }
    const seconds = (performance.now() - start) / 1000;
    c.setTargets('arap', targets);
    return { perSecond: count / seconds };
}

const SAME_PX = 0.25;

/** The machine whose frame is painted: `pantin pose` goes straight from rest, and where that gives the shape on
 *  the screen its very vertices are taken, so that both write the same pixels. Else it is what is seen. */
function frameToPaint(c, view) {
    const seen = c.bent('arap');
    c.setTargets('arap#straight', c.targets('arap'));
    c.bend('arap#straight', { view, jump: true });
    const straight = c.bent('arap#straight');
    const apart = seen.vertices.reduce(
        (most, v, k) => Math.max(most, Math.abs(v - straight.vertices[k])),
        0,
    );
    return apart < SAME_PX ? 'arap#straight' : 'arap';
}

const calls = {
    keep(c, { name, picture }) {
        c.keepPicture(name, picture);
        known.set(name, (known.get(name) ?? 0) + 1);
        return { width: picture.width, height: picture.height };
    },
    decode: (c, { bytes }) => decodePng(bytes),
    encode: (c, { picture }) => encodePng(picture),
    forget(c) {
        c.dropPictures();
        known.clear();
        sent = [];
    },
    make: (c, { name, picture, style, spacing }) => c.makePuppet(name, picture, { style, spacing }),
    open,
    bend,
    rate,
    poses: (c, { weights, view = 0 }) => c.restTargets('arap', weights, view),
    straight: (c, { view = 0 }) => frameToPaint(c, view) !== 'arap',
    report: (c, { view = 0 }) => c.report(frameToPaint(c, view)),
    still: (c, { view = 0, ...options }) => encodePng(c.still(frameToPaint(c, view), options)),
};

/** The buffers of an answer, so that they move instead of being copied. */
function buffersOf(value, found = new Set()) {
    if (ArrayBuffer.isView(value)) found.add(value.buffer);
    else if (value && typeof value === 'object')
        for (const part of Object.values(value)) buffersOf(part, found);
    return [...found];
}

self.onmessage = async ({ data: { id, call, args } }) => {
    try {
        const value = await calls[call](await core, args ?? {});
        self.postMessage({ id, value }, buffersOf(value));
    } catch (error) {
        // A trap leaves the core in no state to go on with: the asker starts another worker.
        const dead = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
        self.postMessage({
            id,
            dead,
            error: {
                name: error.name,
                message: error.message,
                kind: error.kind,
                where: error.where,
            },
        });
    }
};
