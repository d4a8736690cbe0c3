// with_page.mjs — what the page's tests share: a static server, a browser, a page that fails on any complaint.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFileSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decodePng } from '../../apps/web/image.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = createRequire(join(root, 'apps/web/package.json'));
export const site = process.env.PANTIN_WEB ?? join(root, 'build/web');
const TYPES = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
};
const FLAGS = [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

/** A plain static server, as any would do; answers its address. */
export async function serve(folder = site) {
    const server = createServer((request, answer) => {
        let path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
        if (path.endsWith('/')) path += 'index.html';
        const file = join(folder, path);
        if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile())
            return answer.writeHead(404).end();
        answer.writeHead(200, {
            'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        });
        return answer.end(readFileSync(file));
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export function openBrowser() {
    const { chromium } = modules('playwright-core');
    const executablePath =
        process.env.CHROMIUM ??
        ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
            existsSync,
        );
    return chromium.launch({ executablePath, args: FLAGS });
}

/** A page of its own; `complaints` collects what the console, the page or the network say against it. */
export async function openPage(
    browser,
    url,
    {
        width = 1280,
        height = 800,
        theme = 'light',
        tour = false,
        touch = false,
        motion = 'reduce',
    } = {},
) {
    const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        hasTouch: touch,
        reducedMotion: motion,
        acceptDownloads: true,
    });
    if (!tour)
        await context.addInitScript(() => {
            try {
                localStorage.setItem('pantin.tour', 'seen');
            } catch {
                /* none */
            }
        });
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    page.complaints = [];
    page.on('console', (message) => {
        if (
            ['error', 'warning'].includes(message.type()) &&
            !/GPU stall|GL Driver|GroupMarker/.test(message.text())
        )
            page.complaints.push(message.text());
    });
    page.on('pageerror', (error) => page.complaints.push(String(error)));
    page.on('requestfailed', (request) => page.complaints.push(`failed: ${request.url()}`));
    await page.goto(url);
    return page;
}

export const axePath = () => modules.resolve('axe-core/axe.min.js');

/** Waits until everything asked of the solver is done. */
export const settled = (page) =>
    page.evaluate(async () => {
        await pantin.editor.queue;
        await pantin.solver.idle();
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
    });

/** Opens a sample and waits until it is bent. */
export async function openSample(page, name = 'gingerbread') {
    await page.click(`[data-sample="${name}"]`);
    await page.waitForSelector('body[data-open]');
    await page.waitForFunction(() => pantin.editor.frame);
    await settled(page);
}

/** Where a pin is on the screen. */
export const pinPlace = (page, name) =>
    page.evaluate((n) => {
        const { editor, stage } = pantin;
        const handle = editor.handles.find((h) => h.name === n);
        const { left, top } = document.getElementById('stage').getBoundingClientRect();
        const [x, y] = stage.toScreen(editor.placeOf(handle.index));
        return { x: x + left, y: y + top, index: handle.index };
    }, name);

/** A test on a page of its own, which must have nothing to complain of. */
export function testOnPage(place, name, options, work, query = '') {
    test(name, { timeout: 120000 }, async (t) => {
        const [browser, url] = place();
        const page = await openPage(browser, url + query, options);
        try {
            await work(page, t);
            assert.deepEqual(page.complaints, []);
        } finally {
            await page.context().close();
        }
    });
}

// --- what the page shows --------------------------------------------------------------------------

export const state = (page) =>
    page.evaluate(() => {
        const { editor } = pantin;
        return {
            text: editor.canonical,
            targets: [...editor.targets],
            vertices: [...editor.frame.bent.arap.vertices],
            figures: editor.frame.bent.arap.figures,
            status: editor.frame.bent.arap.status,
            handles: editor.handles.map((h) => h.name),
        };
    });
export const figure = (page, id) => page.locator(`#figure-${id} dd`).innerText();
export const toast = (page) => page.locator('.toast').last().innerText();
export const farthest = (a, b) => a.reduce((most, v, k) => Math.max(most, Math.abs(v - b[k])), 0);

export async function drag(page, from, to, steps = 20) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let k = 1; k <= steps; k++)
        await page.mouse.move(
            from.x + ((to.x - from.x) * k) / steps,
            from.y + ((to.y - from.y) * k) / steps,
        );
    await page.mouse.up();
    await settled(page);
}

export async function save(page, id, folder) {
    await page.click('#save');
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click(`[data-save="${id}"]`),
    ]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
}

/** A pixel of a screenshot of the stage. */
export async function pixels(page) {
    const picture = decodePng(new Uint8Array(await page.locator('#stage').screenshot()));
    const { left, top } = await page
        .locator('#stage')
        .evaluate((e) => e.getBoundingClientRect().toJSON());
    return (x, y) => [
        ...picture.data
            .subarray(4 * (Math.round(y - top) * picture.width + Math.round(x - left)))
            .subarray(0, 3),
    ];
}
export const isBrown = ([r, g, b]) => r > 110 && r > g + 30 && g > b + 15;
