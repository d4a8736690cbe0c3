// build.mjs WASM OUT — the page as a folder that any web server can serve, and that needs no other.
//
// Two bundles (the page and its worker), the .wasm, the style, the samples. Nothing is fetched while it runs.
// SPDX-License-Identifier: MIT
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const wasm = resolve(process.argv[2] ?? join(root, 'build/wasm/pantin_web.wasm'));
const out = resolve(process.argv[3] ?? join(root, 'build/web'));

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

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
    entryPoints: [join(here, 'main.js'), join(here, 'worker.js')],
    bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8', legalComments: 'none',
    outdir: out, logLevel: 'warning',
    banner: { js: '/* Pantin, MIT. With fflate (MIT). */' },
});
for (const [name, from] of Object.entries(files)) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    copyFileSync(join(root, from), join(out, name));
}
writeFileSync(join(out, 'pantin_web.wasm'), readFileSync(wasm));
console.log(`the page is in ${out}: serve it, or \`pantin edit\``);
