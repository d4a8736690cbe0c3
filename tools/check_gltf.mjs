// check_gltf PANTIN SCRATCH FILE|FOLDER… — what `pantin loop fix` writes of a GLB or glTF holds.
//
// Two judges that share no code with Pantin: Khronos' gltf-validator (an output has no error where its input
// had none), and a comparison of the two files by JavaScript's own JSON: keys in their order, nodes, meshes,
// skins, images, other animations, and the bytes behind each accessor and view that is not the animation's.
// Exit 77 (skipped) where gltf-validator is not installed: tools/setup --ci.
// --self-test: a planted fault must be caught by each.
// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const SKIPPED = 77;
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const SIZES = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

let validator;
try {
    validator = (await import('gltf-validator')).default;
} catch {
    console.log('check_gltf: gltf-validator is not installed (tools/setup --ci); skipped');
    process.exit(SKIPPED);
}

// --- reading -----------------------------------------------------------------------------------

/** The JSON and the bytes of each buffer (undefined: not at hand). */
function open(path) {
    const file = readFileSync(path);
    let chunk, text = file.toString('utf8');
    if (file.toString('latin1', 0, 4) === 'glTF') {
        const size = file.readUInt32LE(12), bin = 20 + size;
        text = file.toString('utf8', 20, bin);
        if (bin + 8 <= file.length) chunk = file.subarray(bin + 8, bin + 8 + file.readUInt32LE(bin));
    }
    const json = JSON.parse(text);
    const buffers = (json.buffers ?? []).map((buffer, k) => {
        if (buffer.uri === undefined) return k === 0 ? chunk : undefined;
        if (buffer.uri.startsWith('data:')) return Buffer.from(buffer.uri.split(',')[1], 'base64');
        try {
            return readFileSync(join(dirname(path), decodeURIComponent(buffer.uri)));
        } catch {
            return undefined;
        }
    });
    return { json, buffers, path };
}

async function errorsOf(path) {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
        uri: basename(path),
        externalResourceFunction: async (uri) =>
            new Uint8Array(readFileSync(join(dirname(path), decodeURIComponent(uri)))),
    });
    return { count: report.issues.numErrors,
        first: report.issues.messages.find((m) => m.severity === 0) };
}

// --- comparing ---------------------------------------------------------------------------------

function viewBytes(file, index) {
    const view = file.json.bufferViews[index], bytes = file.buffers[view.buffer];
    return bytes?.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
}

/** An accessor as what it means: its own fields, its elements, its sparse ones. */
function meaning(file, index) {
    const { bufferView, byteOffset = 0, sparse, ...fields } = file.json.accessors[index];
    const size = WIDTHS[fields.type] * SIZES[fields.componentType];
    const elements = [];
    if (bufferView !== undefined) {
        const bytes = viewBytes(file, bufferView);
        const stride = file.json.bufferViews[bufferView].byteStride ?? size;
        for (let k = 0; bytes && k < fields.count; k++)
            elements.push(bytes.toString('hex', byteOffset + k * stride, byteOffset + k * stride + size));
    }
    const parts = sparse && ['indices', 'values'].map((part) =>
        viewBytes(file, sparse[part].bufferView)?.toString('hex', sparse[part].byteOffset ?? 0));
    return JSON.stringify([fields, elements, sparse?.count, parts]);
}

/** Accessors that anything but animation `own` names. */
function accessorsOf(json, own) {
    const found = new Set();
    const take = (value) => { if (Number.isInteger(value)) found.add(value); };
    for (const mesh of json.meshes ?? [])
        for (const primitive of mesh.primitives) {
            take(primitive.indices);
            Object.values(primitive.attributes).forEach(take);
            (primitive.targets ?? []).forEach((target) => Object.values(target).forEach(take));
        }
    for (const skin of json.skins ?? []) take(skin.inverseBindMatrices);
    (json.animations ?? []).forEach((animation, k) => {
        if (k !== own) animation.samplers.forEach((s) => { take(s.input); take(s.output); });
    });
    return found;
}

/** The first thing that changed and should not have, or undefined. */
function difference(before, after, own) {
    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    const a = before.json, b = after.json;
    const grown = new Set(['buffers', 'bufferViews', 'accessors']);
    const kept = (json) => Object.keys(json).filter((key) => !grown.has(key) || key in a);
    if (!same(kept(a), kept(b))) return 'the order of the keys';
    for (const key of Object.keys(a))
        if (!grown.has(key) && key !== 'animations' && !same(a[key], b[key])) return key;
    if (a.animations.length !== b.animations.length) return 'how many animations';
    for (let k = 0; k < a.animations.length; k++)
        if (k !== own && !same(a.animations[k], b.animations[k])) return `animation ${k}`;
    const old = a.animations[own], now = b.animations[own];
    const targets = (animation) => animation.channels.slice(0, old.channels.length).map((c) => c.target);
    if (!same(targets(old), targets(now))) return 'the targets of the channels';
    for (const key of Object.keys(old.extras ?? {}))
        if (!['loop', 'period', 'closed'].includes(key) && !same(old.extras[key], now.extras[key]))
            return `extras ${key}`;
    for (const index of accessorsOf(a, own))
        if (meaning(before, index) !== meaning(after, index)) return `accessor ${index}`;
    for (const [k, image] of (a.images ?? []).entries())
        if (image.bufferView !== undefined &&
            !viewBytes(before, image.bufferView).equals(viewBytes(after, image.bufferView)))
            return `image ${k}`;
    return undefined;
}

/** What is wrong with a loop's keys, or undefined: times from 0 up to the period, the last value the first. */
function fault(file, own) {
    const animation = file.json.animations[own], { period, closed } = animation.extras ?? {};
    if (!(period > 0)) return 'no period in the extras';
    for (const sampler of animation.samplers) {
        const input = file.json.accessors[sampler.input];
        if (!input.min || !input.max) return `accessor ${sampler.input} without min and max`;
        if (input.min[0] !== 0 || input.max[0] > Math.fround(period) + 1e-6)
            return `times from ${input.min[0]} to ${input.max[0]} in a period of ${period}`;
        if (closed && input.count > 2 && Math.abs(input.max[0] - period) > 1e-5)
            return `the last key at ${input.max[0]} of ${period}`;
    }
    return undefined;
}

// --- one file ------------------------------------------------------------------------------------

async function check(pantin, path, folder) {
    const fix = (out, own) => spawnSync(pantin, ['loop', 'fix', path, '-o', out, '--animation', String(own), '-q'],
        { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const out = join(folder, basename(path)), said = [];
    let before, was;
    try {
        before = open(path);
    } catch (error) { // a file that is broken on purpose
        return fix(out, 0).status === 2 ? [] : [`not refused, although ${error.message}`];
    }
    for (const buffer of before.json.buffers ?? [])
        if (buffer.uri && !buffer.uri.startsWith('data:')) {
            const name = decodeURIComponent(buffer.uri);
            copyFileSync(join(dirname(path), name), join(folder, name));
        }
    for (let own = 0; own < before.json.animations.length; own++) {
        const run = fix(out, own);
        if (run.signal) return [`animation ${own}: ended by ${run.signal}`];
        if (run.status === 2) continue; // no clip, and nothing written
        const after = open(out);
        if (readFileSync(path).equals(readFileSync(out))) continue; // it looped already
        const changed = difference(before, after, own), wrong = fault(after, own);
        if (changed) said.push(`animation ${own}: ${changed} changed`);
        if (wrong) said.push(`animation ${own}: ${wrong}`);
        was ??= await errorsOf(path);
        const is = await errorsOf(out);
        if (is.count > was.count)
            said.push(`animation ${own}: ${is.count} errors, ${was.count} before; ${is.first.pointer}: ` +
                is.first.message);
        written++;
    }
    return said;
}

// --- self-test -----------------------------------------------------------------------------------

async function selfTest(path, folder) {
    mkdirSync(folder, { recursive: true });
    const broken = join(folder, 'broken.glb'), file = readFileSync(path), before = open(path);
    const at = 20 + file.readUInt32LE(12) + 8;
    if ((await errorsOf(path)).count !== 0) throw new Error('errors in a good file');
    const mesh = Buffer.from(file);
    mesh[at + 2] ^= 1; // a corner of the first limb
    writeFileSync(broken, mesh);
    if (difference(before, open(broken), 0) !== 'accessor 0') throw new Error('a moved corner was not seen');
    const nan = Buffer.from(file);
    nan.writeUInt32LE(0x7fc00000, at);
    writeFileSync(broken, nan);
    if ((await errorsOf(broken)).count === 0) throw new Error('a number that is none was not seen');
    const renamed = Buffer.from(file), name = renamed.indexOf('"LeftArm"');
    renamed[name + 1] = 'l'.charCodeAt(0);
    writeFileSync(broken, renamed);
    if (difference(before, open(broken), 0) !== 'nodes') throw new Error('another name was not seen');
    if (!fault(before, 0)) throw new Error('a clip without a period was not seen');
    if (difference(before, before, 0)) throw new Error('a file differs from itself');
}

// --- all -------------------------------------------------------------------------------------------

function filesOf(path) {
    if (!statSync(path, { throwIfNoEntry: false })) return [];
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true }).sort()
        .filter((name) => /\.(glb|gltf)$/.test(name)).map((name) => join(path, name));
}

const words = process.argv.slice(2);
if (words[0] === '--self-test') {
    try {
        await selfTest(resolve(words[1]), resolve(words[2]));
    } catch (error) {
        console.error(`check_gltf: ${error.message}`);
        process.exit(1);
    }
    process.exit(0);
}
const [pantin, scratch, ...places] = words;
let failed = 0, files = 0, written = 0;
for (const path of places.flatMap(filesOf)) {
    const said = await check(pantin, path, join(scratch, basename(dirname(path))));
    files++;
    for (const line of said) console.error(`${path}: ${line}`);
    failed += said.length;
}
console.log(`${files} files, ${written} animations fixed, ${failed} faults`);
process.exit(failed > 0 || written === 0 ? 1 : 0);
