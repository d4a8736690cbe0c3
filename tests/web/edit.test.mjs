// edit.test.mjs — the page as `pantin edit` serves it: opens its folder's files and saves into it.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
    copyFileSync,
    existsSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { native, root } from './with_native.mjs';
import { openBrowser, openPage, pinPlace, settled, site } from './with_page.mjs';

let browser, command, url;
const folder = mkdtempSync(join(tmpdir(), 'pantin_edit.'));
before(async () => {
    copyFileSync(join(root, 'samples/gingerbread.png'), join(folder, 'gingerbread.png'));
    copyFileSync(
        join(root, 'apps/web/samples/gingerbread.puppet.json'),
        join(folder, 'gingerbread.puppet.json'),
    );
    command = spawn(native('pantin'), ['edit', folder, '--port', '0', '--page', site], {
        stdio: ['ignore', 'pipe', 'ignore'],
    });
    url = await new Promise((done) =>
        command.stdout.once('data', (said) => done(String(said).trim())),
    );
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    command?.kill();
    rmSync(folder, { recursive: true });
});

test(
    'a puppet of the folder is opened, changed and saved in its place',
    { timeout: 60000 },
    async () => {
        const page = await openPage(browser, url);
        await page.click('#folder button:has-text("gingerbread.puppet.json")');
        await page.waitForSelector('body[data-open]');
        await settled(page);
        const hand = await pinPlace(page, 'left_hand');
        await page.mouse.move(hand.x, hand.y);
        await page.mouse.down();
        await page.mouse.move(hand.x - 20, hand.y - 80, { steps: 8 });
        await page.mouse.up();
        await settled(page);
        await page.click('text=Keep this pose');
        await settled(page);
        const before_ = readFileSync(join(folder, 'gingerbread.png'));
        await page.click('#save');
        await page.click('[data-save="folder"]');
        await page.waitForSelector('.toast:has-text("saved")');
        const text = readFileSync(join(folder, 'gingerbread.puppet.json'), 'utf8');
        assert.equal(text, await page.evaluate(() => pantin.editor.canonical));
        assert.match(text, /pose_1/);
        assert.deepEqual(readFileSync(join(folder, 'gingerbread.png')), before_);
        assert.deepEqual(page.complaints, []);
        await page.context().close();
    },
);

test('another page of the same browser gets nothing', { timeout: 60000 }, async () => {
    const page = await openPage(browser, 'about:blank');
    const got = await page.evaluate(async (address) => {
        try {
            return await (await fetch(`${address}files/`)).text();
        } catch {
            return 'refused';
        }
    }, url);
    assert.equal(got, 'refused');
    await page.context().close();
});

test(
    'a drawing becomes a puppet beside it, and never another drawing',
    { timeout: 60000 },
    async () => {
        const page = await openPage(browser, url);
        await page.setInputFiles('#file', join(root, 'shows/wave/art/fox.png'));
        await page.waitForSelector('body[data-open]');
        await settled(page);
        await page.click('#save');
        await page.click('[data-save="folder"]');
        await page.waitForSelector('.toast:has-text("saved")');
        assert.deepEqual(
            readFileSync(join(folder, 'fox.png')),
            readFileSync(join(root, 'shows/wave/art/fox.png')),
        );
        assert.match(readFileSync(join(folder, 'fox.puppet.json'), 'utf8'), /"image": "fox.png"/);
        await page.context().close();
    },
);

test('what is there already is not replaced unasked', { timeout: 60000 }, async () => {
    const theirs = join(folder, 'held.puppet.json');
    copyFileSync(join(root, 'samples/gingerbread.png'), join(folder, 'held.png'));
    writeFileSync(theirs, '{"by": "hand"}');
    const page = await openPage(browser, url);
    const saveIt = async () => {
        await page.evaluate(() => document.querySelectorAll('.toast').forEach((t) => t.remove()));
        await page.click('#save');
        await page.click('[data-save="folder"]');
        await page.waitForSelector('.toast');
        return page.locator('.toast').last().innerText();
    };
    await page.click('#folder button:has-text("held.png")');
    await page.waitForSelector('body[data-open]');
    await settled(page);
    assert.match(await saveIt(), /held\.puppet\.json is there already/);
    assert.equal(readFileSync(theirs, 'utf8'), '{"by": "hand"}');
    assert.match(await saveIt(), /saved/);
    assert.match(readFileSync(theirs, 'utf8'), /"pantin"/);
    // Saved by another page meanwhile.
    writeFileSync(theirs, readFileSync(theirs, 'utf8').replace('"held"', '"other"'));
    assert.match(await saveIt(), /save once more/);
    assert.match(await saveIt(), /saved/);
    // What is dropped next takes its picture along.
    await page.setInputFiles('#file', {
        name: 'new.png',
        mimeType: 'image/png',
        buffer: readFileSync(join(root, 'samples/gingerbread.png')),
    });
    await page.waitForFunction(() => pantin.editor.puppet.name === 'new');
    await settled(page);
    assert.match(await saveIt(), /saved/);
    assert.ok(existsSync(join(folder, 'new.png')));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
});
