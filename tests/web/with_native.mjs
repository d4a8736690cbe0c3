// with_native.mjs — where the builds are that the page's tests compare.
// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const wasm = process.env.PANTIN_WASM ?? join(root, 'build/wasm/pantin_web.wasm');

/** A program of the native build. */
export function native(name) {
    const path = join(process.env.PANTIN_NATIVE ?? join(root, 'build/release'), name);
    if (!existsSync(path)) throw new Error(`${path} is not built`);
    return path;
}
