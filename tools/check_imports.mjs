// check_imports FILE.wasm… — fails when a module imports anything: the core needs no system at all.
// With --self-test: a module that imports must be caught.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The imports of a module, as `module.name`. */
function importsOf(bytes) {
    return WebAssembly.Module.imports(new WebAssembly.Module(bytes))
        .map((i) => `${i.module}.${i.name}`);
}

if (process.argv[2] === '--self-test') {
    // (module (type (func)) (import "wasi" "write" (func (type 0)))), written by hand.
    const bad = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0,
        2, 14, 1, 4, 0x77, 0x61, 0x73, 0x69, 5, 0x77, 0x72, 0x69, 0x74, 0x65, 0, 0);
    const found = importsOf(bad);
    if (found.join() !== 'wasi.write') {
        console.error(`check_imports: a planted import was not seen: ${found}`);
        process.exit(1);
    }
    process.exit(0);
}

let failed = false;
for (const path of process.argv.slice(2)) {
    const bytes = readFileSync(path);
    const imports = importsOf(bytes);
    console.log(`${path}: ${imports.length} imports, ${bytes.length} bytes, gzipped ${gzipSync(bytes).length}`);
    if (imports.length > 0) {
        console.error(`${path}: imports ${imports.join(', ')}; the core may import nothing`);
        failed = true;
    }
}
process.exit(failed || process.argv.length < 3 ? 1 : 0);
