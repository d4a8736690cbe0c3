// run.mjs FILE.wasm [--golden FILE] — the cases of tests/hash in wasm: prints what the native
// pantin_hash prints, or compares it with the golden file.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';

const [path, option, goldenPath] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
const core = instance.exports;
core._initialize?.();

function text(at) {
    const bytes = new Uint8Array(core.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

const lines = [];
let failed = 0;
const count = core.hash_case_count();
for (let i = 0; i < count; i++) {
    const hash = BigInt.asUintN(64, core.hash_case_run(i));
    if (hash === 0n) failed++;
    lines.push(`${text(core.hash_case_name(i))} ${hash.toString(16).padStart(16, '0')}`);
}
if (failed || count === 0) console.error(`run.mjs: ${failed} of ${count} cases could not be done`);

if (option === '--golden') {
    const golden = readFileSync(goldenPath, 'utf8').split('\n').filter((l) => l && !l.startsWith('total '));
    for (const line of lines) {
        if (golden.includes(line)) continue;
        const name = line.split(' ')[0];
        const other = golden.find((l) => l.startsWith(`${name} `));
        console.error(`run.mjs: wasm says '${line}', the golden says '${other ?? 'nothing of it'}'`);
        failed++;
    }
    if (golden.length !== lines.length) {
        console.error(`run.mjs: ${lines.length} cases, but the golden has ${golden.length}`);
        failed++;
    }
} else {
    console.log(lines.join('\n'));
}
process.exit(failed || count === 0 ? 1 : 0);
