// page.test.mjs — the page in a browser: the whole road by mouse, by keyboard, by touch.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { unzipSync } from '../../apps/web/node_modules/fflate/esm/browser.js';
import { decodePng } from '../../apps/web/image.js';
import { native, root } from './with_native.mjs';
import {
    drag,
    farthest,
    figure,
    isBrown,
    openBrowser,
    openSample,
    pinPlace,
    pixels,
    save,
    serve,
    settled,
    state,
    testOnPage,
    toast,
} from './with_page.mjs';

let server, browser;
const folder = mkdtempSync(join(tmpdir(), 'pantin_page.'));
before(async () => {
    server = await serve();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
});
const onPage = (name, options, work, query) =>
    testOnPage(() => [browser, server.url], name, options, work, query);

onPage(
    'open, mesh, pin, drag 200 steps, undo, save, reload: the whole road by mouse',
    {},
    async (page, t) => {
        await openSample(page);
        assert.equal(await figure(page, 'inverted'), '0');
        const paper = (await pixels(page))(110, 80);
        // The sheet is where the drawing is, and its mesh can be seen.
        const chest = await pinPlace(page, 'torso');
        assert.ok(isBrown((await pixels(page))(chest.x - 40, chest.y + 25)));
        await page.click('#wireframe');
        await settled(page);
        assert.equal(await page.getAttribute('#wireframe', 'aria-pressed'), 'true');
        await page.click('#wireframe');
        // A pin of one's own, on the right foot.
        await page.click('[data-tool="pin"]');
        const foot = await pinPlace(page, 'right_foot');
        await page.mouse.click(foot.x - 22, foot.y + 22);
        await settled(page);
        const pinned = await state(page);
        assert.deepEqual(pinned.handles.length, 16);
        assert.ok(pinned.handles.includes('pin_1'));
        await page.click('[data-tool="pose"]');
        // 200 steps; no frame on the way folds.
        await page.evaluate(() => {
            globalThis.seen = [];
            pantin.editor.on('frame', (f) =>
                seen.push([f.bent.arap.figures.inverted, f.bent.arap.figures.branchPoints, f.ms]),
            );
        });
        const hand = await pinPlace(page, 'left_hand');
        await page.mouse.move(hand.x, hand.y);
        await page.mouse.down();
        for (let k = 1; k <= 200; k++)
            await page.mouse.move(hand.x - 130 * Math.sin(k / 32), hand.y - 1.1 * k);
        const held = await pixels(page);
        await page.mouse.up();
        await settled(page);
        const seen = await page.evaluate(() => seen);
        assert.ok(seen.length >= 20, `${seen.length} frames`);
        assert.ok(seen.every(([inverted, branched]) => inverted === 0 && branched === 0));
        t.diagnostic(
            `${seen.length} frames of a drag of 200 steps, median ${seen
                .map((s) => s[2])
                .sort((a, b) => a - b)
                [seen.length >> 1].toFixed(1)} ms`,
        );
        const dragged = await state(page);
        assert.ok(farthest(dragged.vertices, pinned.vertices) > 40);
        // Where the hand was is paper now, where it is the drawing.
        assert.deepEqual(held(hand.x + 30, hand.y + 8), paper);
        const now = await pinPlace(page, 'left_hand');
        const there = await pixels(page);
        assert.ok(
            [0, 1, 2, 3, 4, 5, 6, 7].filter((k) =>
                isBrown(
                    there(
                        now.x + 17 * Math.cos((k * Math.PI) / 4),
                        now.y + 17 * Math.sin((k * Math.PI) / 4),
                    ),
                ),
            ).length >= 3,
        );
        // Undo and redo bring back the very frames.
        await page.click('#undo');
        await settled(page);
        assert.ok(farthest((await state(page)).vertices, pinned.vertices) < 0.2);
        await page.click('#redo');
        await settled(page);
        assert.ok(farthest((await state(page)).vertices, dragged.vertices) < 0.2);
        assert.deepEqual((await state(page)).targets, dragged.targets);
        // Kept as a pose, saved, opened again after a reload.
        await page.click('text=Keep this pose');
        await settled(page);
        const kept = await state(page);
        const zip = await save(page, 'zip', folder);
        const inside = unzipSync(new Uint8Array(readFileSync(zip)));
        assert.deepEqual(Object.keys(inside).sort(), [
            'gingerbread.png',
            'gingerbread.puppet.json',
        ]);
        assert.equal(new TextDecoder().decode(inside['gingerbread.puppet.json']), kept.text);
        await page.reload();
        await page.setInputFiles('#file', zip);
        await page.waitForSelector('body[data-open]');
        await settled(page);
        assert.equal((await state(page)).text, kept.text);
        await page.click('[data-focus="pose-pose_1"]');
        await settled(page);
        // A pose is written in hundredths of a px.
        assert.ok(farthest((await state(page)).targets, kept.targets) < 0.011);
        assert.equal(await figure(page, 'inverted'), '0');
    },
);

onPage('a picture exported here is that of pantin pose, pixel for pixel', {}, async (page) => {
    await openSample(page);
    await page.click('[data-focus="pose-wave"]');
    await settled(page);
    await page.click('text=Keep this pose');
    await settled(page);
    const json = await save(page, 'json', folder),
        ours = decodePng(new Uint8Array(readFileSync(await save(page, 'png', folder))));
    writeFileSync(
        join(folder, 'gingerbread.png'),
        readFileSync(join(root, 'samples/gingerbread.png')),
    );
    execFileSync(native('pantin'), [
        'pose',
        json,
        '--pose',
        'wave=1',
        '--method',
        'arap',
        '-o',
        join(folder, 'native.png'),
        '-q',
    ]);
    const theirs = decodePng(new Uint8Array(readFileSync(join(folder, 'native.png'))));
    assert.deepEqual([ours.width, ours.height], [theirs.width, theirs.height]);
    assert.ok(Buffer.from(ours.data).equals(Buffer.from(theirs.data)));
    // And after a drag, by numbers alone.
    const hand = await pinPlace(page, 'right_hand');
    await drag(page, hand, { x: hand.x + 20, y: hand.y - 60 });
    const { targets, handles } = await state(page);
    const moved = decodePng(new Uint8Array(readFileSync(await save(page, 'png', folder))));
    const words = handles.flatMap((name, k) => [
        '--handle',
        `${name}=${targets[4 * k]},${targets[4 * k + 1]}`,
    ]);
    execFileSync(native('pantin'), [
        'pose',
        json,
        ...words,
        '--method',
        'arap',
        '-o',
        join(folder, 'native.png'),
        '-q',
    ]);
    const again = decodePng(new Uint8Array(readFileSync(join(folder, 'native.png'))));
    assert.ok(Buffer.from(moved.data).equals(Buffer.from(again.data)));
});

onPage('a picture that pantin pose would not make is told', {}, async (page) => {
    await openSample(page);
    const c = await pinPlace(page, 'left_shoulder'),
        p = await pinPlace(page, 'left_hand'),
        r = Math.hypot(p.x - c.x, p.y - c.y);
    await page.mouse.move(p.x, p.y);
    await page.mouse.down();
    for (let k = 0; k <= 80; k++) {
        const t = (k * Math.PI) / 20;
        await page.mouse.move(c.x + r * Math.cos(t), c.y + r * Math.sin(t));
        await settled(page);
    }
    await page.mouse.up();
    await settled(page);
    await save(page, 'png', folder);
    await page.waitForSelector('.toast:has-text("as you see it")');
});

onPage('a pin that is undone while it is dragged is let go', {}, async (page) => {
    await openSample(page);
    await page.click('[data-tool="pin"]');
    const foot = await pinPlace(page, 'right_foot');
    const at = { x: foot.x - 22, y: foot.y + 22 };
    await page.mouse.click(at.x, at.y);
    await settled(page);
    await page.click('[data-tool="pose"]');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 9, at.y, { steps: 3 });
    await page.keyboard.press('Control+z');
    await settled(page);
    await page.mouse.move(at.x + 30, at.y, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    assert.equal((await state(page)).handles.length, 15);
});

onPage('the whole road by keyboard alone', {}, async (page) => {
    const tabTo = async (selector) => {
        for (let k = 0; k < 80; k++) {
            if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
            await page.keyboard.press('Tab');
        }
        assert.fail(`${selector} is not reached by Tab`);
    };
    await tabTo('[data-sample="gingerbread"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-open]');
    await settled(page);
    // A pin at the cross, by the pin tool.
    await page.keyboard.press('p');
    await tabTo('#field');
    for (let k = 0; k < 3; k++) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal((await state(page)).handles.length, 16);
    // On to the pins: nudge, hold, turn, release, remove.
    await tabTo('.pin[data-key="body.left_hand"]');
    const before = await state(page),
        hand = before.handles.indexOf('left_hand');
    for (let k = 0; k < 5; k++) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    const nudged = await state(page);
    assert.deepEqual(nudged.targets.slice(4 * hand, 4 * hand + 2), [
        before.targets[4 * hand] - 1,
        before.targets[4 * hand + 1] - 50,
    ]);
    await page.keyboard.press('f');
    await settled(page);
    assert.match((await state(page)).text, /"left_hand": \{[^}]*"turn": "set"/);
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await settled(page);
    assert.ok((await state(page)).targets[4 * hand + 2] !== 0);
    await tabTo('.pin[data-key="body.pin_1"]');
    await page.keyboard.press('Delete');
    await settled(page);
    assert.ok(!(await state(page)).handles.includes('pin_1'));
    await page.keyboard.press('Control+z');
    await settled(page);
    assert.ok((await state(page)).handles.includes('pin_1'));
    // A cut across the arm: three corners, Enter twice at the last.
    await page.keyboard.press('c');
    await tabTo('#field');
    const at = async (x, y) => {
        await page.evaluate(
            ([px, py]) => {
                pantin.stage.cross = [px, py];
            },
            [x, y],
        ); // the arrows would take a minute
        await page.keyboard.press('Enter');
    };
    await page.keyboard.press('ArrowUp');
    await at(90, 170);
    await at(90, 210);
    await at(90, 210);
    await settled(page);
    assert.match((await state(page)).text, /"cuts": \[/);
    // Starch at the cross; a region; a bone between two pins.
    await page.keyboard.press('s');
    await page.keyboard.press(']');
    await at(180, 100);
    await settled(page);
    assert.match((await state(page)).text, /starch_1/);
    await page.keyboard.press('b');
    await tabTo('.pin[data-key="body.torso"]');
    await page.keyboard.press('Enter');
    await tabTo('.pin[data-key="body.neck"]');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.match((await state(page)).text, /"from": "torso", "to": "neck"/);
    // Looks, poses, saving.
    await page.keyboard.press('v');
    for (const key of ['m', 't', 'k', 'k', 't', 'm', '+', '-', '0']) await page.keyboard.press(key);
    await settled(page);
    await tabTo('[data-focus="keep-pose"]');
    await page.keyboard.press('Enter');
    await settled(page);
    await tabTo('[data-focus="pose-rest"]');
    await page.keyboard.press('Enter');
    await settled(page);
    assert.ok(
        farthest((await state(page)).targets, await page.evaluate(() => [...pantin.editor.rest])) <
            1e-9,
    );
    await page.keyboard.press('Control+s');
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.keyboard.press('Enter'),
    ]);
    assert.equal(download.suggestedFilename(), 'gingerbread.zip');
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('dialog[open]'));
    await page.keyboard.press('Escape');
    assert.ok(!(await page.isVisible('dialog[open]')));
});

onPage(
    'two fingers drag two pins at once, and pinch beside them',
    { width: 390, height: 844, touch: true },
    async (page) => {
        await openSample(page);
        const touch = await page.context().newCDPSession(page);
        const send = (type, points) =>
            touch.send('Input.dispatchTouchEvent', {
                type,
                touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
            });
        const a = await pinPlace(page, 'left_hand'),
            b = await pinPlace(page, 'right_hand');
        const before = await state(page);
        await send('touchStart', [a, b]);
        for (let k = 1; k <= 10; k++)
            await send('touchMove', [
                { x: a.x - k, y: a.y - 6 * k },
                { x: b.x + k, y: b.y - 6 * k },
            ]);
        await send('touchEnd', []);
        await settled(page);
        const after_ = await state(page),
            scale = await page.evaluate(() => pantin.stage.camera.scale);
        for (const pin of [a, b])
            assert.ok(
                Math.abs(
                    after_.targets[4 * pin.index + 1] -
                        before.targets[4 * pin.index + 1] +
                        60 / scale,
                ) < 1,
            );
        assert.equal(after_.figures.inverted, 0);
        await send('touchStart', [
            { x: 40, y: 600 },
            { x: 340, y: 600 },
        ]);
        for (let k = 1; k <= 6; k++)
            await send('touchMove', [
                { x: 40 + 10 * k, y: 600 },
                { x: 340 - 10 * k, y: 600 },
            ]);
        await send('touchEnd', []);
        await settled(page);
        assert.ok((await page.evaluate(() => pantin.stage.camera.scale)) < scale * 0.8);
    },
);

onPage('density and style change with pins, poses and the bent shape kept', {}, async (page) => {
    await openSample(page);
    const hand = await pinPlace(page, 'left_hand');
    await drag(page, hand, { x: hand.x - 30, y: hand.y - 120 });
    const before = await state(page);
    const coarse = before.vertices.length;
    await page.locator('input[name="spacing"]').evaluate((slider) => {
        slider.value = 7;
        slider.dispatchEvent(new Event('change'));
    });
    await settled(page);
    const fine = await state(page);
    assert.ok(fine.vertices.length > 1.3 * coarse);
    assert.deepEqual(fine.handles, before.handles);
    assert.ok(farthest(fine.targets, before.targets) < 10); // a patch's middle moves with its vertices, by less than a cell
    assert.equal(fine.figures.inverted, 0);
    await page.check('input[name="style"][value="grid"]', { force: true });
    await settled(page);
    assert.match((await state(page)).text, /"style": "grid"/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await settled(page);
    assert.ok(farthest((await state(page)).vertices, before.vertices) < 0.2);
});

onPage('starch, protect, cut and overlap are drawn, listed, undone', {}, async (page) => {
    await openSample(page);
    const box = await page.locator('#stage').boundingBox();
    const spot = (x, y) =>
        page
            .evaluate(([px, py]) => pantin.stage.toScreen([px, py]), [x, y])
            .then(([sx, sy]) => ({ x: sx + box.x, y: sy + box.y }));
    const stroke = async (points) => {
        const on = [];
        for (const p of points) on.push(await spot(...p));
        await page.mouse.move(on[0].x, on[0].y);
        await page.mouse.down();
        for (const p of on.slice(1)) await page.mouse.move(p.x, p.y, { steps: 6 });
        await page.mouse.up();
        await settled(page);
    };
    await page.click('[data-tool="starch"]');
    await stroke([
        [150, 90],
        [210, 90],
    ]);
    await page.click('[data-tool="protect"]');
    await stroke([
        [150, 80],
        [160, 110],
        [200, 110],
        [210, 80],
        [180, 70],
    ]);
    await page.click('[data-tool="cut"]');
    await stroke([
        [180, 330],
        [180, 290],
        [178, 270],
    ]);
    const text = (await state(page)).text;
    for (const word of ['starch_1', 'protect_1', 'cut_1', '"far": "left"'])
        assert.ok(text.includes(word), word);
    assert.equal(await page.evaluate(() => pantin.editor.pieces[0].partCount > 0), true);
    await page.click('[aria-label^="Swap which side"]');
    await settled(page);
    assert.match((await state(page)).text, /"far": "right"/);
    await page.keyboard.press('v');
    const foot = await pinPlace(page, 'left_foot');
    await drag(page, foot, { x: foot.x - 60, y: foot.y });
    const { figures } = await state(page);
    assert.equal(figures.inverted, 0);
    for (let k = 0; k < 5; k++) {
        await page.keyboard.press('Control+z');
        await settled(page);
    }
    assert.doesNotMatch((await state(page)).text, /starch_1|protect_1|cut_1/);
    assert.equal(await page.isDisabled('#undo'), true);
    // A line that parts nothing is refused in a sentence, and nothing has changed.
    await page.click('[data-tool="cut"]');
    await stroke([
        [180, 200],
        [181, 200],
    ]);
    assert.match(await toast(page), /cut|line/i);
});

onPage(
    'all methods bend the same pins side by side; ours alone never folds',
    { width: 1440, height: 900 },
    async (page) => {
        await openSample(page, 'fox');
        const hand = await pinPlace(page, 'near_hand');
        await drag(page, hand, { x: hand.x + 150, y: hand.y - 190 });
        await page.click('#compare');
        await settled(page);
        const titles = await page.locator('.title').allInnerTexts();
        assert.deepEqual(
            titles.map((t) => t.split(/\s/)[0]),
            ['arap', 'blend', 'shepard', 'mls'],
        );
        assert.match(titles[0], /^arap\s+0 turned over/);
        assert.ok(parseInt(titles[2].split(/\s+/)[1], 10) > 0, titles[2]);
        // A pin is dragged in any pane.
        const { x, y } = await pinPlace(page, 'tail_tip');
        const width = await page.evaluate(() => pantin.stage.panes[1].box[0]);
        await drag(page, { x: x + width, y }, { x: x + width + 30, y: y - 40 });
        await page.click('#heat');
        await settled(page);
        assert.equal(
            await page.evaluate(() => pantin.editor.frame.bent.mls.strain.stretch[0].length > 1000),
            true,
        );
    },
);

onPage(
    'without WebGL2 it is painted all the same',
    {},
    async (page) => {
        await openSample(page);
        assert.equal(await page.evaluate(() => pantin.painter.kind), 'canvas');
        const chest = await pinPlace(page, 'torso');
        assert.ok(isBrown((await pixels(page))(chest.x - 40, chest.y + 25)));
        await page.click('#wireframe');
        await page.click('#heat');
        const hand = await pinPlace(page, 'left_hand');
        await drag(page, hand, { x: hand.x - 20, y: hand.y - 60 }, 5);
        assert.equal(await figure(page, 'inverted'), '0');
    },
    '?plain',
);

onPage(
    'pins are renamed, placed anew, held and turned; what contradicts is refused',
    {},
    async (page) => {
        await openSample(page);
        const hand = await pinPlace(page, 'left_hand');
        await page.mouse.click(hand.x, hand.y);
        await page.fill('[data-focus="pin-name"]', 'paw');
        await page.keyboard.press('Enter');
        await settled(page);
        assert.ok((await state(page)).handles.includes('paw'));
        await page.fill('[data-focus="pin-name"]', 'neck');
        await page.keyboard.press('Enter');
        await settled(page);
        assert.match(await toast(page), /already/);
        await page.check('input[name="turn"][value="set"]', { force: true });
        await settled(page);
        await page.fill('[data-focus="pin-angle"]', '30');
        await page.keyboard.press('Enter');
        await settled(page);
        const { targets, handles } = await state(page);
        assert.ok(Math.abs(targets[4 * handles.indexOf('paw') + 2] + Math.PI / 6) < 1e-9);
        // By its ring: from the top a quarter to the right.
        const knob = await page.evaluate(() => ({
            at: pantin.stage.knob.at,
            center: pantin.stage.knob.center,
        }));
        const box = await page.locator('#stage').boundingBox();
        await drag(
            page,
            { x: box.x + knob.at[0], y: box.y + knob.at[1] },
            { x: box.x + knob.center[0] + 60, y: box.y + knob.center[1] },
        );
        assert.ok(
            Math.abs((await state(page)).targets[4 * handles.indexOf('paw') + 2] - Math.PI / 2) <
                0.02,
        );
        await page.click('[data-tool="pin"]');
        const neck = await pinPlace(page, 'neck');
        await drag(page, neck, { x: neck.x + 20, y: neck.y + 12 });
        const moved = await page.evaluate(
            () => pantin.editor.puppet.doc.pieces.body.handles.neck.at_px,
        );
        assert.ok(moved[0] > 185);
        // On top of another: both would hold the same vertices.
        const before = (await state(page)).text,
            torso = await pinPlace(page, 'torso');
        await page.mouse.click(torso.x + 21, torso.y);
        await settled(page);
        const count = (await state(page)).handles.length;
        await drag(page, await pinPlace(page, 'neck'), torso);
        assert.match(await page.locator('.toast[data-bad]').last().innerText(), /neck|torso/);
        assert.equal((await state(page)).handles.length, count);
        assert.ok(before.length > 0);
    },
);
