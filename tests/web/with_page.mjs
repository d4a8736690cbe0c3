// with_page.mjs — what the page's tests share: a static server, a browser, a page that fails on any complaint.
// SPDX-License-Identifier: MIT
import { createServer } from 'node:http';
import { readFileSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = createRequire(join(root, 'apps/web/package.json'));
export const site = process.env.PANTIN_WEB ?? join(root, 'build/web');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.json': 'application/json', '.wasm': 'application/wasm' };
const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** A plain static server, as any would do; answers its address. */
export async function serve(folder = site) {
    const server = createServer((request, answer) => {
        let path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
        if (path.endsWith('/')) path += 'index.html';
        const file = join(folder, path);
        if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end();
        answer.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
        return answer.end(readFileSync(file));
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export function openBrowser() {
    const { chromium } = modules('playwright-core');
    const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
    return chromium.launch({ executablePath, args: FLAGS });
}

/** A page of its own; `complaints` collects what the console, the page or the network say against it. */
export async function openPage(browser, url, { width = 1280, height = 800, theme = 'light', tour = false, touch = false, motion = 'reduce' } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch, reducedMotion: motion, acceptDownloads: true });
    if (!tour) await context.addInitScript(() => { try { localStorage.setItem('pantin.tour', 'seen'); } catch { /* none */ } });
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    page.complaints = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/GPU stall|GL Driver|GroupMarker/.test(message.text())) page.complaints.push(message.text()); });
    page.on('pageerror', (error) => page.complaints.push(String(error)));
    page.on('requestfailed', (request) => page.complaints.push(`failed: ${request.url()}`));
    await page.goto(url);
    return page;
}

export const axePath = () => modules.resolve('axe-core/axe.min.js');

/** Waits until everything asked of the solver is done. */
export const settled = (page) => page.evaluate(async () => {
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
export const pinPlace = (page, name) => page.evaluate((n) => {
    const { editor, stage } = pantin;
    const handle = editor.handles.find((h) => h.name === n);
    const { left, top } = document.getElementById('stage').getBoundingClientRect();
    const [x, y] = stage.toScreen(editor.placeOf(handle.index));
    return { x: x + left, y: y + top, index: handle.index };
}, name);
