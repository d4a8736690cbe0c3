// open.test.mjs — what is opened and kept: drawings, puppets, hostile files, the work of last time.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { unzipSync } from '../../apps/web/node_modules/fflate/esm/browser.js';
import { decodePng } from '../../apps/web/image.js';
import { root } from './with_native.mjs';
import {
    drag,
    farthest,
    figure,
    openBrowser,
    openSample,
    pinPlace,
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

onPage('drawings are opened from PNG and SVG, dropped or chosen', {}, async (page) => {
    await page.setInputFiles('#file', join(root, 'samples/gingerbread.svg'));
    await page.waitForSelector('body[data-open]');
    await settled(page);
    assert.ok((await page.evaluate(() => pantin.editor.pieces[0].vertexCount)) > 300);
    assert.match(
        await page
            .locator('.section')
            .allInnerTexts()
            .then((t) => t.join(' ')),
        /None yet/,
    );
    const bytes = [...readFileSync(join(root, 'samples/gingerbread.png'))];
    await page.evaluate((data) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(data)], 'dropped.png'));
        for (const type of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(
                new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
            );
    }, bytes);
    await page.waitForFunction(() => pantin.editor.puppet.name === 'dropped');
    await settled(page);
    await page.click('[data-tool="pin"]');
    const box = await page.locator('#stage').boundingBox();
    for (const [x, y] of [
        [0, -0.3],
        [0, 0],
        [0.1, 0.3],
        [-0.1, 0.3],
    ]) {
        await page.mouse.click(
            box.x + box.width / 2 + x * box.height,
            box.y + box.height / 2 + y * box.height,
        );
        await settled(page);
    }
    assert.deepEqual((await state(page)).handles, ['pin_1', 'pin_2', 'pin_3', 'pin_4']);
});

onPage('an SVG is drawn with its styles, at its own size', {}, async (page) => {
    const svg = `<?xml version="1.0"?><!-- a > b --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60" width="10mm" data-a="x > y"><style>.b { fill: #00f }</style>
        <rect x="5" y="5" width="30" height="50" style="fill:#f00"/><rect class="b" x="45" y="5" width="30" height="50"/></svg>`;
    await page.setInputFiles('#file', {
        name: 'two.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(svg),
    });
    await page.waitForSelector('body[data-open]');
    await settled(page);
    const inside = unzipSync(new Uint8Array(readFileSync(await save(page, 'zip', folder))));
    const picture = decodePng(inside['two.png']);
    assert.deepEqual([picture.width, picture.height], [80, 60]);
    const at = (x, y) => [...picture.data.subarray(4 * (y * 80 + x), 4 * (y * 80 + x) + 4)];
    assert.deepEqual(
        [at(20, 30), at(60, 30), at(40, 30)],
        [
            [255, 0, 0, 255],
            [0, 0, 255, 255],
            [0, 0, 0, 0],
        ],
    );
    assert.equal(await page.evaluate(() => new Set(pantin.editor.pieces[0].islands).size), 2);
});

onPage('hostile files give a message and never a dead tab', {}, async (page) => {
    await openSample(page);
    const before = (await state(page)).text;
    const puppet = readFileSync(join(root, 'apps/web/samples/gingerbread.puppet.json'), 'utf8');
    const ginger = readFileSync(join(root, 'samples/gingerbread.png'));
    const clear = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
    );
    let billion = '<rect id="a0" width="9" height="9"/>';
    for (let k = 1; k <= 9; k++)
        billion += `<g id="a${k}">${`<use href="#a${k - 1}"/>`.repeat(10)}</g>`;
    billion = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><defs>${billion}</defs><use href="#a9"/></svg>`;
    const cases = [
        [[['a.png', Buffer.from('no picture')]], /neither/],
        [[['a.png', Buffer.alloc(0)]], /empty/],
        [[['a.png', ginger.subarray(0, 900)]], /cut off/],
        [[['a.jpg', Buffer.from([255, 216, 255, 0])]], /JPEG/],
        [[['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')]], /no sound SVG/],
        [
            [
                [
                    'a.svg',
                    Buffer.from(
                        '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>',
                    ),
                ],
            ],
            /64 Mpx/,
        ],
        [
            [
                [
                    'a.svg',
                    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>'),
                ],
            ],
            /ink/,
        ],
        [[['a.svg', Buffer.from(`${'<!---->'.repeat(500)}x`)]], /no sound SVG/],
        [[['a.svg', Buffer.from('<svg '.repeat(200000))]], /no sound SVG/],
        [[['a.svg', Buffer.from(billion)]], /refers to its own parts/],
        [
            [
                [
                    'a.svg',
                    Buffer.from(
                        '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><foreignObject width="9" height="9"/></svg>',
                    ),
                ],
            ],
            /foreignObject/,
        ],
        [[['a.puppet.json', Buffer.from('{')]], /a\.puppet\.json:1:/],
        [
            [['a.puppet.json', Buffer.from('{"pantin": "puppet/1",\n"pieces": {"a": null}}')]],
            /a\.puppet\.json:\d/,
        ],
        [
            [
                [
                    'a.puppet.json',
                    Buffer.from(`{"pantin": "puppet/1", "a": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`),
                ],
            ],
            /nested deeper/,
        ],
        [[['a.puppet.json', Buffer.from('{"pantin": "show/1"}')]], /is a show/],
        [[['a.puppet.json', Buffer.from(puppet)]], /needs gingerbread\.png/],
        [[['a.zip', Buffer.from('PK\u0003\u0004')]], /damaged/],
        [
            [
                ['a.puppet.json', Buffer.from(puppet.replace('"style"', '"stile"'))],
                ['gingerbread.png', ginger],
            ],
            /a\.puppet\.json:\d+:\d+: .*style/,
        ],
        [
            [
                ['a.puppet.json', Buffer.from(puppet.replace('[306, 216]', '[9000, 216]'))],
                ['gingerbread.png', ginger],
            ],
            /left_hand/,
        ],
        [
            [
                ['a.puppet.json', Buffer.from(puppet)],
                ['gingerbread.png', clear],
            ],
            /ink/,
        ],
        [
            [
                [
                    'a.puppet.json',
                    Buffer.from(puppet.replace('"spacing_px": 10', '"spacing_px": 1e9')),
                ],
                ['gingerbread.png', ginger],
            ],
            /spacing_px/,
        ],
    ];
    for (const [files, words] of cases) {
        await page.evaluate(() => document.querySelectorAll('.toast').forEach((t) => t.remove()));
        await page.setInputFiles(
            '#file',
            files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })),
        );
        await page.waitForSelector('.toast[data-bad]');
        assert.match(await toast(page), words);
        await settled(page);
    }
    // A file too large is not even read; a folder cannot be.
    for (const [size, words] of [
        [(64 << 20) + 1, /big\.png is larger than 64 MB/],
        [4096, /is it a folder/],
    ]) {
        await page.evaluate((bytes) => {
            document.querySelectorAll('.toast').forEach((t) => t.remove());
            const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
            const file = { name: 'big.png', size: bytes, arrayBuffer: () => Promise.reject() };
            Object.defineProperty(drop, 'dataTransfer', {
                value: { types: ['Files'], files: [file] },
            });
            document.body.dispatchEvent(drop);
        }, size);
        await page.waitForSelector('.toast[data-bad]');
        assert.match(await toast(page), words);
    }
    // What was open is still open, and bends.
    assert.equal((await state(page)).text, before);
    const hand = await pinPlace(page, 'left_hand');
    await drag(page, hand, { x: hand.x - 10, y: hand.y - 40 }, 5);
    assert.equal(await figure(page, 'inverted'), '0');
    // An SVG may not reach out, nor run anything.
    await page.setInputFiles('#file', {
        name: 'reach.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" onload="document.title=1"><script>globalThis.bad=1</script><image href="http://192.0.2.1/x.png" width="9" height="9"/><rect width="50" height="50"/></svg>',
        ),
    });
    await page.waitForFunction(() => pantin.editor.puppet.name === 'reach');
    assert.equal(await page.evaluate(() => globalThis.bad), undefined);
});

onPage(
    'a closed tab loses nothing: the work of last time can be gone on with',
    {},
    async (page) => {
        await openSample(page);
        const hand = await pinPlace(page, 'left_hand');
        await drag(page, hand, { x: hand.x - 20, y: hand.y - 90 });
        const before = await state(page);
        await page.waitForTimeout(1200);
        await page.reload();
        await page.click('#go-on');
        await page.waitForSelector('body[data-open]');
        await page.waitForFunction(() => pantin.editor.history.past.length === 1);
        await settled(page);
        const after_ = await state(page);
        assert.equal(after_.text, before.text);
        assert.deepEqual(after_.targets, before.targets);
        assert.ok(farthest(after_.vertices, before.vertices) < 1);
    },
);

onPage('pieces are brought forward and sent back, each with pins of its own', {}, async (page) => {
    const puppet = {
        pantin: 'puppet/1',
        name: 'two',
        drawings: { g: { image: 'gingerbread.png', px_per_m: 240 } },
        pieces: {
            back: {
                drawing: 'g',
                mesh: { style: 'grid', spacing_px: 12 },
                handles: { a: { at_px: [180, 110] }, b: { at_px: [180, 280] } },
            },
            front: {
                drawing: 'g',
                rest: 'mirrored',
                mesh: { same_as: 'back' },
                handles: { same_as: 'back' },
            },
        },
        views: { v: { draw: ['back', 'front'], ground_px: [180, 420] } },
    };
    await page.setInputFiles('#file', [
        {
            name: 'two.puppet.json',
            mimeType: 'application/json',
            buffer: Buffer.from(JSON.stringify(puppet)),
        },
        {
            name: 'gingerbread.png',
            mimeType: 'image/png',
            buffer: readFileSync(join(root, 'samples/gingerbread.png')),
        },
    ]);
    await page.waitForSelector('body[data-open]');
    await settled(page);
    assert.deepEqual((await state(page)).handles, ['a', 'b', 'a', 'b']);
    const a = await page.evaluate(() => {
        const { stage, editor } = pantin;
        const { left, top } = document.getElementById('stage').getBoundingClientRect();
        const [x, y] = stage.toScreen(editor.placeOf(3));
        return { x: x + left, y: y + top };
    });
    await drag(page, a, { x: a.x + 150, y: a.y - 20 });
    assert.equal((await state(page)).figures.inverted, 0);
    await page.click('[aria-label="Bring back forward"]');
    await settled(page);
    assert.match((await state(page)).text, /"draw": \["front", "back"\]/);
    assert.deepEqual(await page.evaluate(() => pantin.editor.order), [1, 0]);
});

onPage('a solver that dies is started anew with what was open', {}, async (page) => {
    await openSample(page);
    await page.evaluate(() => pantin.solver.bury('a trap'));
    await page.click('[data-tool="pin"]');
    const foot = await pinPlace(page, 'right_foot');
    await page.mouse.click(foot.x - 22, foot.y + 22);
    await page.waitForFunction(() => pantin.editor.handles.length === 16);
    await settled(page);
    assert.equal(await figure(page, 'inverted'), '0');
    // What was being asked when it died is told as failed.
    await page.evaluate(() => {
        pantin.solver
            .ask('rate', { targets: pantin.editor.targets, handle: 0, reach: 1, count: 9 })
            .catch((e) => {
                globalThis.told = e.message;
            });
        pantin.solver.bury();
    });
    await page.waitForFunction(() => globalThis.told);
    assert.match(await page.evaluate(() => told), /started anew/);
});

onPage('the tour is shown once, and the theme is kept', { tour: true }, async (page) => {
    await page.focus('[data-sample="gingerbread"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.id === 'tour-next');
    await page.keyboard.press('Escape');
    assert.ok(!(await page.isVisible('#tour')));
    assert.equal(await page.evaluate(() => document.activeElement.id), 'field');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await openSample(page);
    assert.ok(await page.isVisible('#tour'));
    for (let k = 0; k < 4; k++) await page.click('#tour-next');
    assert.ok(!(await page.isVisible('#tour')));
    await page.click('#theme');
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
    await page.reload();
    await openSample(page);
    assert.ok(!(await page.isVisible('#tour')));
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
});

onPage('after it is loaded nothing is fetched: it works without a network', {}, async (page) => {
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => pantin.solver.ask('forget')); // the worker has its .wasm
    await page.context().setOffline(true);
    await page.setInputFiles('#file', join(root, 'samples/gingerbread.png'));
    await page.waitForSelector('body[data-open]');
    await settled(page);
    assert.equal(await figure(page, 'inverted'), '0');
});

onPage('what the core warns of is read as sentences', {}, async (page) => {
    await openSample(page);
    await page.locator('[name="spacing"]').evaluate((slider) => {
        slider.value = 13;
        slider.dispatchEvent(new Event('change'));
    });
    await settled(page);
    await page.click('[name="style"][value="delaunay"]', { force: true });
    await settled(page);
    const warnings = await page.evaluate(() => pantin.editor.warnings);
    assert.ok(warnings.length > 0);
    assert.deepEqual(await page.locator('.warning').allTextContents(), warnings);
});
