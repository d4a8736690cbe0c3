// shots.mjs OUT — pictures of the page to look at: start, a pose, the panel, the heat map, all methods; both
// themes, wide and narrow. Not a test: whether it is beautiful is for eyes.
// SPDX-License-Identifier: MIT
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { drag, openBrowser, openPage, openSample, pinPlace, serve, settled } from './with_page.mjs';

const out = process.argv[2] ?? 'build/shots';
mkdirSync(out, { recursive: true });
const server = await serve();
const browser = await openBrowser();
for (const theme of ['light', 'dark'])
    for (const [width, height] of [
        [1440, 900],
        [390, 844],
    ]) {
        const page = await openPage(browser, server.url, { width, height, theme, tour: true });
        const shoot = (what) =>
            page.screenshot({ path: join(out, `${width}-${theme}-${what}.png`) });
        await shoot('start');
        await openSample(page, 'fox');
        await shoot('tour');
        await page.click('#tour-skip');
        const scale = await page.evaluate(() => pantin.stage.camera.scale);
        const pull = async (name, dx, dy) => {
            const at = await pinPlace(page, name);
            await drag(page, at, { x: at.x + dx * scale, y: at.y + dy * scale });
        };
        await pull('near_hand', 60, -150);
        await pull('far_hand', -90, -150);
        await pull('tail_tip', 60, -120);
        await page.mouse.move(2, height / 2);
        await shoot('pose');
        if (width < 861) {
            await page.click('#panel-toggle');
            await page.waitForTimeout(300);
            await shoot('panel');
            await page.click('#panel-toggle');
            await page.waitForTimeout(300);
        }
        await page.click('#wireframe');
        await page.click('#heat');
        await settled(page);
        await shoot('heat');
        await page.click('#wireframe');
        await page.click('#heat');
        await page.click('#compare');
        await settled(page);
        await shoot('compare');
        await page.click('#compare');
        await page.click('[data-tool="starch"]');
        await settled(page);
        await shoot('starch');
        await page.context().close();
    }
await browser.close();
server.close();
console.log(`look at ${out}`);
