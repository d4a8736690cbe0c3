// build.mjs WASM OUT — the page as a folder that any web server can serve, and that needs no other.
//
// Two bundles (the page and its worker), the .wasm, the style, the samples. Nothing is fetched while it runs.
// SPDX-License-Identifier: MIT
import { build } from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const wasm = resolve(process.argv[2] ?? join(root, 'build/wasm/pantin_web.wasm'));
const whole = resolve(process.argv[3] ?? join(root, 'build/web')),
    out = `${whole}.part`;

/** What the folder holds, from where. */
const files = {
    'index.html': 'apps/web/index.html',
    'style.css': 'apps/web/style.css',
    'icon.svg': 'apps/web/icon.svg',
    'site.json': 'apps/web/site.json',
    'samples/gingerbread.puppet.json': 'apps/web/samples/gingerbread.puppet.json',
    'samples/gingerbread.png': 'samples/gingerbread.png',
    'samples/fox.puppet.json': 'shows/wave/fox.puppet.json',
    'samples/art/fox.png': 'shows/wave/art/fox.png',
};

// Only a page that was built before is ever replaced.
if (existsSync(whole) && !existsSync(join(whole, 'site.json')))
    throw new Error(`${whole} is there already, and is no page`);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
    entryPoints: [join(here, 'main.js'), join(here, 'worker.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    outdir: out,
    logLevel: 'warning',
    banner: { js: '/* Pantin, MIT. With fflate (MIT). */' },
});
for (const [name, from] of Object.entries(files)) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    copyFileSync(join(root, from), join(out, name));
}
copyFileSync(wasm, join(out, 'pantin_web.wasm'));
rmSync(whole, { recursive: true, force: true });
renameSync(out, whole);
console.log(`the page is in ${whole}: serve it, or \`pantin edit\``);
