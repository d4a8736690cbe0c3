// door.test.mjs — the core in a .wasm gives the native library's bytes, and survives whatever it is told.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Core, CoreError } from '../../apps/web/core.js';
import { decodePng } from '../../apps/web/image.js';
import { native, root, wasm } from './with_native.mjs';

const FRAMES = 24,
    ROUNDS = 4,
    METHODS = ['arap', 'blend', 'shepard', 'mls', 'arap-triangle'];
const PUPPETS = [
    {
        name: 'gingerbread',
        file: 'apps/web/samples/gingerbread.puppet.json',
        pictures: { 'gingerbread.png': 'samples/gingerbread.png' },
    },
    {
        name: 'fox',
        file: 'shows/wave/fox.puppet.json',
        pictures: { 'art/fox.png': 'shows/wave/art/fox.png' },
    },
];
const picture = (path) => decodePng(new Uint8Array(readFileSync(join(root, path))));

async function load(puppet) {
    const core = await Core.load(readFileSync(wasm));
    for (const [name, path] of Object.entries(puppet.pictures))
        core.keepPicture(name, picture(path));
    core.loadPuppet('x.puppet.json', readFileSync(join(root, puppet.file), 'utf8'));
    return core;
}

/** The same as door.c's, number by number. */
function aim(rest, frame) {
    const targets = rest.slice(),
        handles = rest.length / 4,
        one = handles >> 1,
        other = handles - 1;
    targets[4 * one] += 4 * frame;
    targets[4 * one + 1] -= 6 * frame;
    targets[4 * other] -= 3 * (FRAMES - frame);
    targets[4 * other + 2] += 0.03125 * frame;
    return targets;
}

function bendAll(core) {
    const parts = [],
        times = {};
    const add = (data) =>
        parts.push(
            Buffer.from(
                typeof data === 'string'
                    ? data
                    : data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength),
            ),
        );
    for (const piece of core.pieces()) {
        add(piece.vertices);
        add(piece.triangles);
    }
    for (const method of METHODS) {
        const rest = core.targets(method);
        core.bend(method, { jump: true });
        const least = new Array(FRAMES).fill(Infinity);
        for (let k = 0; k < ROUNDS * FRAMES; k++) {
            const frame = k % FRAMES;
            core.setTargets(method, aim(rest, frame));
            const start = performance.now();
            core.bend(method);
            least[frame] = Math.min(least[frame], performance.now() - start);
            const bent = core.bent(method);
            add(bent.vertices);
            add(Float64Array.from(Object.values(bent.figures)));
            add(bent.handles);
        }
        times[method] = least.slice(1).reduce((sum, v) => sum + v) / (FRAMES - 1);
    }
    add(core.still('arap', { mesh: true, handles: true }).data);
    add(core.writePuppet());
    add(core.report('arap'));
    return { bytes: Buffer.concat(parts), times };
}

for (const puppet of PUPPETS) {
    test(`${puppet.name}: meshes, frames of every method, stills and texts are the native bytes`, async (t) => {
        const core = await load(puppet);
        const ours = bendAll(core);
        const pairs = Object.entries(puppet.pictures).map(
            ([name, path]) => `${name}=${join(root, path)}`,
        );
        const theirs = spawnSync(
            native('pantin_door'),
            ['bend', join(root, puppet.file), ...pairs],
            { maxBuffer: 1 << 28 },
        );
        assert.equal(theirs.status, 0, theirs.stderr.toString());
        assert.equal(ours.bytes.length, theirs.stdout.length);
        assert.ok(
            ours.bytes.equals(theirs.stdout),
            `first difference at byte ${ours.bytes.findIndex((b, k) => b !== theirs.stdout[k])}`,
        );
        for (const line of theirs.stderr.toString().trim().split('\n')) {
            const [method, ms] = line.split(' ');
            t.diagnostic(
                `${method}: a frame at its least: native ${ms} ms, wasm ${ours.times[method].toFixed(4)} ms, ` +
                    `${(ours.times[method] / ms).toFixed(2)} times`,
            );
        }
    });
}

test('the .wasm imports nothing and is at most 300 KB gzipped', () => {
    const bytes = readFileSync(wasm);
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
    assert.ok(gzipSync(bytes).length <= 300 * 1024, `${gzipSync(bytes).length}`);
});

test('a drawing becomes a puppet that loads, and is written as the command writes it', async () => {
    const core = await Core.load(readFileSync(wasm));
    core.keepPicture('gingerbread.png', picture('samples/gingerbread.png'));
    const text = core.makePuppet('gingerbread', 'gingerbread.png', { style: 1, spacing: 12 });
    core.loadPuppet('gingerbread.puppet.json', text);
    assert.equal(core.pieces().length, 1);
    assert.ok(core.pieces()[0].coverage > 0.999);
    assert.equal(core.writePuppet(), text);
    const folder = execFileSync('mktemp', ['-d']).toString().trim();
    execFileSync('cp', [join(root, 'samples/gingerbread.png'), folder]);
    execFileSync(
        native('pantin'),
        [
            'mesh',
            'gingerbread.png',
            '--style',
            'delaunay',
            '--spacing',
            '12',
            '-o',
            'gingerbread.puppet.json',
            '-q',
        ],
        { cwd: folder },
    );
    assert.equal(readFileSync(join(folder, 'gingerbread.puppet.json'), 'utf8'), text);
    execFileSync('rm', ['-r', folder]);
});

test('an unknown word is told with its line, and the puppet before stays', async () => {
    const core = await load(PUPPETS[0]);
    const text = core.writePuppet();
    assert.throws(
        () => core.loadPuppet('bad.puppet.json', text.replace('"style"', '"stile"')),
        (error) =>
            error instanceof CoreError &&
            /^bad\.puppet\.json:\d+:\d+: /.test(error.message) &&
            /style/.test(error.message),
    );
    assert.throws(
        () => core.loadPuppet('bad.puppet.json', text.replace('gingerbread.png', 'gone.png')),
        /gone\.png: is not among the files/,
    );
    assert.equal(core.writePuppet(), text);
    assert.equal(core.bend('arap', { jump: true }), 'reached');
});

test('numbers that are none, indices that are none and texts that are none do no harm', async () => {
    const core = await load(PUPPETS[0]);
    const { c } = core;
    for (const k of [-1, 99, 2147483647, -2147483648]) {
        assert.equal(c.web_piece_at(k), 0);
        assert.equal(c.web_handle_at(k), 0);
        assert.equal(c.web_bend(k, 0, 0), -1);
        assert.equal(c.web_bent_vertices(k), 0);
        assert.equal(c.web_bent_figures(k), 0);
        assert.equal(c.web_view_piece(k, k), -1);
        assert.equal(c.web_still(k, 1, 16, 0), 0);
    }
    const targets = core.targets('arap');
    for (const bad of [NaN, Infinity, -Infinity, 1e300]) {
        const wild = targets.map((v, k) => (k % 3 === 0 ? bad : v));
        core.setTargets('arap', wild);
        core.bend('arap');
        const { vertices, figures } = core.bent('arap');
        assert.ok(vertices.every(Number.isFinite));
        assert.equal(figures.inverted, 0);
    }
    assert.equal(c.web_bend(core.machine('arap'), 7, 0), -1);
    assert.throws(() => core.machine('arapp'), /arap/);
    assert.throws(() => core.still('arap', { scale: 1e9 }), CoreError);
    assert.throws(() => core.still('arap', { scale: NaN }), CoreError);
    for (const text of ['', '{', '[]', '{"pantin": "puppet/1"}', '\u0000', '{'.repeat(100000)])
        assert.throws(() => core.loadPuppet('x', text), CoreError);
    assert.throws(
        () => core.keepPicture('huge', { width: 100000, height: 100000, data: new Uint8Array(4) }),
        CoreError,
    );
});

test('a frame given back is gone on from: the same bytes as without the detour', async () => {
    const core = await load(PUPPETS[0]);
    const rest = core.targets('arap');
    core.bend('arap', { jump: true });
    for (let frame = 0; frame < 6; frame++) {
        core.setTargets('arap', aim(rest, frame));
        core.bend('arap');
    }
    const kept = core.bent('arap').vertices;
    core.setTargets('arap', aim(rest, 7));
    core.bend('arap');
    const straight = core.bent('arap').vertices;
    core.setTargets('arap', rest);
    core.bend('arap');
    core.setTargets('arap', aim(rest, 7));
    assert.ok(core.resume('arap', kept));
    core.bend('arap');
    assert.deepEqual(core.bent('arap').vertices, straight);
});

test('two hundred bends take no more memory', async () => {
    const core = await load(PUPPETS[0]);
    const rest = core.targets('arap');
    for (let frame = 0; frame < 40; frame++) {
        core.setTargets('arap', aim(rest, frame % 4));
        core.bend('arap');
        core.bent('arap');
    }
    const before = core.c.memory.buffer.byteLength;
    for (let frame = 0; frame < 200; frame++) {
        core.setTargets('arap', aim(rest, frame % 4));
        core.bend('arap');
        core.bent('arap');
    }
    assert.equal(core.c.memory.buffer.byteLength, before);
});
