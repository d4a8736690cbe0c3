// access.test.mjs — axe-core finds nothing serious, in both themes, wide and narrow, in each state of the page.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
    axePath,
    openBrowser,
    openPage,
    openSample,
    pinPlace,
    serve,
    settled,
} from './with_page.mjs';

let server, browser;
before(async () => {
    server = await serve();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    server?.close();
});

/** What axe calls serious or critical. */
async function findings(page, where) {
    // Evaluated as the test's own code, which the page's policy does not concern.
    if (!(await page.evaluate(() => 'axe' in globalThis)))
        await page.evaluate(readFileSync(axePath(), 'utf8'));
    const { violations } = await page.evaluate(() =>
        axe.run(document, { resultTypes: ['violations'] }),
    );
    return violations
        .filter((v) => ['serious', 'critical'].includes(v.impact))
        .map(
            (v) =>
                `${where}: ${v.id} (${v.help}): ${v.nodes
                    .slice(0, 4)
                    .map((n) => n.target.join(' '))
                    .join(', ')}`,
        );
}

for (const theme of ['light', 'dark'])
    for (const [width, height] of [
        [390, 844],
        [860, 1000],
        [1440, 900],
    ])
        test(`${theme}, ${width} px: nothing serious`, { timeout: 120000 }, async () => {
            const page = await openPage(browser, server.url, {
                width,
                height,
                theme,
                tour: true,
                touch: width < 500,
            });
            const found = await findings(page, 'start');
            await openSample(page);
            found.push(...(await findings(page, 'tour')));
            await page.click('#tour-skip');
            const hand = await pinPlace(page, 'left_hand');
            await page.mouse.click(hand.x, hand.y);
            await settled(page);
            if (width <= 860) {
                await page.click('#panel-toggle');
                await page.waitForTimeout(300);
            }
            found.push(...(await findings(page, 'pin and panel')));
            if (width <= 860) {
                await page.click('#panel-toggle');
                await page.waitForTimeout(300);
            }
            await page.click('[data-tool="starch"]');
            found.push(...(await findings(page, 'starch')));
            await page.click('#compare');
            await settled(page);
            found.push(...(await findings(page, 'compare')));
            await page.click('#save');
            found.push(...(await findings(page, 'save menu')));
            await page.keyboard.press('Escape');
            await page.keyboard.press('?');
            found.push(...(await findings(page, 'keys')));
            await page.keyboard.press('Escape');
            await page.setInputFiles('#file', {
                name: 'no.png',
                mimeType: 'image/png',
                buffer: Buffer.from('no picture'),
            });
            await page.waitForSelector('.toast');
            found.push(...(await findings(page, 'message')));
            assert.deepEqual(found, []);
            assert.deepEqual(page.complaints, []);
            // Nothing is wider than the screen.
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            );
            await page.context().close();
        });
