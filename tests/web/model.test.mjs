// model.test.mjs — the editor's model without a screen: edits of the file, brush strokes, triangles under a point.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { strToU8, zipSync } from '../../apps/web/node_modules/fflate/esm/browser.js';
import { areaOf, Bitmap } from '../../apps/web/brush.js';
import { findPicture, matchPictures, sortFiles, zipFiles } from '../../apps/web/drawing.js';
import { History } from '../../apps/web/history.js';
import { edgesOf, isInside, simplify, toRest, triangleAt } from '../../apps/web/mesh.js';
import { Puppet } from '../../apps/web/puppet.js';
import { root } from './with_native.mjs';

const ginger = () =>
    Puppet.parse(readFileSync(join(root, 'apps/web/samples/gingerbread.puppet.json'), 'utf8'));
const pin = (puppet, name) => puppet.handles().find((h) => h.name === name);

test('a pin that goes takes its bones and limbs along, and leaves no word behind', () => {
    const puppet = ginger();
    const gone = puppet.removeHandle(pin(puppet, 'left_elbow'));
    assert.deepEqual(gone, ['bone "left_arm_upper"', 'bone "left_arm_lower"', 'limb "left_arm"']);
    assert.ok(!puppet.text.includes('left_elbow'));
    assert.equal(puppet.handles().length, 14);
});

test('a renamed pin is renamed in bones, limbs and poses, and keeps its place in the order', () => {
    const puppet = ginger();
    const before = puppet.handles().map((h) => h.name);
    puppet.renameHandle(pin(puppet, 'left_hand'), 'paw');
    assert.ok(!puppet.text.includes('left_hand'));
    assert.deepEqual(
        puppet.handles().map((h) => h.name),
        before.map((n) => (n === 'left_hand' ? 'paw' : n)),
    );
    assert.equal(puppet.doc.limbs[1].end, 'paw');
    assert.ok('paw' in puppet.doc.poses.wave.handles);
    assert.throws(() => puppet.renameHandle(pin(puppet, 'paw'), 'neck'), /already/);
});

test('a pin of two pieces is called with its piece', () => {
    const puppet = new Puppet({
        pantin: 'puppet/1',
        pieces: {
            body: { handles: { neck: {} } },
            head: { handles: { neck: {}, nose: {} } },
            back: { handles: { same_as: 'head' } },
        },
    });
    const all = puppet.handles();
    assert.deepEqual(
        all.map((h) => `${h.piece}.${h.name}`),
        ['body.neck', 'head.neck', 'head.nose', 'back.neck', 'back.nose'],
    );
    assert.equal(puppet.callHandle(all[0]), 'body.neck');
    assert.equal(puppet.callHandle({ ...all[0], name: 'lone' }), 'lone');
});

test('a pose holds what moved, and its turns only where they are held', () => {
    const puppet = ginger();
    const rest = new Float64Array(4 * 15),
        targets = rest.slice();
    puppet.setHandle(pin(puppet, 'neck'), { turn: 'set' });
    targets[8] = 12.345;
    targets[10] = Math.PI / 2; // neck, a quarter clockwise as seen
    targets[14] = 1; // right_shoulder is free
    puppet.setPose('nod', 0, targets, rest);
    assert.deepEqual(puppet.doc.poses.nod, {
        view: 'front',
        handles: { neck: { move_px: [12.35, 0], turn_deg: -90 } },
    });
    puppet.doc.controls = { c: { drives: [{ pose: 'nod' }] } };
    assert.throws(() => puppet.removePose('nod'), /control "c" needs/);
});

test('meshing anew forgets a mesh that was kept in a file', () => {
    const puppet = new Puppet({
        pantin: 'puppet/1',
        pieces: { a: { mesh: { file: 'a.mesh', made_from: '00' } }, b: { mesh: { same_as: 'a' } } },
    });
    puppet.setMesh(1, { spacing_px: 9 });
    assert.deepEqual(puppet.doc.pieces.a.mesh, { spacing_px: 9 });
});

test('brush strokes melt into one patch, and erasing parts it again', () => {
    const bitmap = new Bitmap(100, 60, 1);
    bitmap.stroke([20, 30], [50, 30], 8, 1);
    bitmap.stroke([45, 30], [80, 30], 8, 1);
    assert.equal(bitmap.polygons().length, 1);
    const [patch] = bitmap.outlines();
    assert.ok(Math.abs(areaOf(patch.outer) - (60 * 16 + Math.PI * 64)) < 40); // a capsule of 60 x 16
    bitmap.stroke([50, 0], [50, 60], 4, 0);
    assert.equal(bitmap.polygons().length, 2);
});

test('a ring keeps its hole, by even and odd', () => {
    const bitmap = new Bitmap(100, 100, 1);
    for (let k = 0; k < 32; k++)
        bitmap.stroke(
            ...[k, k + 1].map((n) => [
                50 + 30 * Math.cos((n * Math.PI) / 16),
                50 + 30 * Math.sin((n * Math.PI) / 16),
            ]),
            5,
            1,
        );
    const polygons = bitmap.polygons();
    assert.equal(polygons.length, 1);
    assert.ok(!isInside(polygons[0], 50, 50));
    assert.ok(
        isInside(polygons[0], 50, 80) &&
            isInside(polygons[0], 20.2, 50.3) &&
            isInside(polygons[0], 79.7, 49.6),
    );
    const again = new Bitmap(100, 100, 1);
    again.fill(polygons[0]);
    let differ = 0;
    again.cells.forEach((v, k) => {
        differ += v !== bitmap.cells[k];
    });
    assert.ok(differ < 120, `${differ} cells`);
});

test('patches that touch at a corner stay two', () => {
    const bitmap = new Bitmap(8, 8, 1);
    bitmap.cells[2 * bitmap.columns + 2] = bitmap.cells[3 * bitmap.columns + 3] = 1;
    assert.equal(bitmap.outlines().length, 2);
});

test('the topmost triangle under a point is found, and where it was at rest', () => {
    const triangles = Int32Array.of(0, 1, 2, 0, 2, 3);
    const piece = { triangles, vertices: Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10) };
    const bent = Float32Array.of(0, 0, 0, 10, -10, 10, -10, 0); // a quarter clockwise as seen
    const found = triangleAt(triangles, bent, -2, 7);
    const { at, angle } = toRest(piece, bent, found);
    assert.ok(Math.abs(at[0] - 7) < 1e-6 && Math.abs(at[1] - 2) < 1e-6);
    assert.ok(Math.abs(angle - Math.PI / 2) < 1e-9);
    assert.equal(triangleAt(triangles, bent, 5, 5), null);
    assert.equal(edgesOf(triangles).length, 10);
    assert.deepEqual(
        simplify(
            [
                [0, 0],
                [1, 0.1],
                [2, 0],
                [2, 5],
            ],
            0.5,
        ),
        [
            [0, 0],
            [2, 0],
            [2, 5],
        ],
    );
});

test('history goes back and forth, and steps alike soon after each other are one', () => {
    const history = new History();
    for (const [text, label, merge] of [
        ['a', 'open'],
        ['b', 'drop'],
        ['c', 'nudge', true],
        ['d', 'nudge', true],
        ['e', 'cut'],
    ])
        history.record({ text }, label, merge);
    assert.deepEqual(
        [history.undo().text, history.undo().text, history.undo().text, history.undo()],
        ['d', 'b', 'a', null],
    );
    assert.deepEqual([history.redo().text, history.redo().text], ['b', 'd']);
    history.record({ text: 'f' }, 'pose');
    assert.equal(history.redo(), null);
});

test('files are told apart by what is in them, and a .zip is looked into', () => {
    const picture = new Uint8Array(readFileSync(join(root, 'samples/gingerbread.png')));
    const text = new Uint8Array(
        readFileSync(join(root, 'apps/web/samples/gingerbread.puppet.json')),
    );
    const zip = zipFiles([
        { name: 'g.puppet.json', bytes: text },
        { name: 'art/gingerbread.png', bytes: picture },
    ]);
    const { puppet, pictures } = sortFiles([{ name: 'x.zip', bytes: zip }]);
    assert.equal(puppet.name, 'g.puppet.json');
    assert.equal(findPicture(pictures, 'gingerbread.png').name, 'art/gingerbread.png');
    assert.equal(matchPictures('g', puppet.text, pictures).matched.length, 1);
    assert.throws(() => matchPictures('g', puppet.text, []), /needs gingerbread\.png/);
    assert.deepEqual(
        zip,
        zipFiles([
            { name: 'g.puppet.json', bytes: text },
            { name: 'art/gingerbread.png', bytes: picture },
        ]),
    );
});

test('hostile files give a sentence', () => {
    const says = (name, bytes, words) =>
        assert.throws(
            () => sortFiles([{ name, bytes }]),
            (error) => words.test(error.message) && error.message.startsWith(name),
        );
    says('e.png', new Uint8Array(0), /is empty/);
    says('b.zip', zipSync({ 'a.png': [new Uint8Array(300 << 20), { level: 1 }] }), /256 MB/);
    const zip = zipSync({ 'a.txt': strToU8('a') });
    for (let size = 4; size < zip.length; size += 5) says('c.zip', zip.slice(0, size), /damaged/);
    for (const [text, words] of [
        ['{"pantin": "show/1"}', /is a show, not a puppet/],
        ['{"a": 1}', /is no puppet/],
        ['{"pantin": 3}', /is no puppet/],
    ])
        assert.throws(
            () => matchPictures('p.json', text, []),
            (error) => words.test(error.message),
        );
    assert.throws(() => Puppet.parse('[1]'), /is no puppet/);
    // A name that is a property of every object is a name like any other.
    const odd = Puppet.parse(
        '{"pantin": "puppet/1", "drawings": {"__proto__": {"image": "a.png"}}, "pieces": {"constructor": {"drawing": "x"}}}',
    );
    assert.equal(odd.handles().length, 0);
});
