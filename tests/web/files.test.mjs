// files.test.mjs — what is told of an SVG from its text, and what a .zip gives.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { test } from 'node:test';
import { zipSync } from '../../apps/web/node_modules/fflate/esm/browser.js';
import { refusalOfSvg, rootOfSvg } from '../../apps/web/svg.js';
import { unzip } from '../../apps/web/zip.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">';
const refusal = (text) => refusalOfSvg(text, rootOfSvg(text));

test('the root of an SVG is found behind what may stand before it', () => {
    const before = `\n<?xml version="1.0"?><!-- <svg> --><!DOCTYPE svg [<!ENTITY a "b">]>\n`;
    assert.deepEqual(rootOfSvg(`${before}<svg a=">"><g/></svg>`), {
        at: before.length,
        tag: '<svg a=">">',
    });
    for (const text of ['', '<html/>', '<svgx/>', '<!-- ', `${'<!---->'.repeat(1e5)}x`])
        assert.equal(rootOfSvg(text), null);
    assert.equal(rootOfSvg('<svg a="').tag, '');
});

test('an SVG that refers to itself too often is not drawn, however it is said', () => {
    const bomb = (refer) => {
        let parts = '<rect id="a0"/>';
        for (let k = 1; k <= 9; k++) parts += `<g id='a${k}'>${refer(`a${k - 1}`).repeat(10)}</g>`;
        return `${SVG}<defs>${parts}</defs>${refer('a9')}</svg>`;
    };
    for (const refer of [
        (id) => `<use href="#${id}"/>`,
        (id) => `<use xlink:href = ' #${id}'></use>`,
        (id) => `<use href="&#35;&#x61;${id.slice(1)}"/>`,
        (id) => `<use href="#%61${id.slice(1)}"/>`,
        (id) => `<rect fill="url(#${id})"/>`,
        (id) => `<rect style="mask: url('#${id}')"/>`,
    ])
        assert.match(refusal(bomb(refer)) ?? 'drawn', /refers to its own parts/);
    assert.match(refusal(`<!DOCTYPE svg [<!ENTITY a "&#35;b">]>${SVG}</svg>`), /entities/);
    assert.match(refusal(`<!DOCTYPE svg [<!ENTITY % a "b">]>${SVG}</svg>`), /entities/);
    assert.match(refusal(`<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}<g id="&a;"/></svg>`), /entities/);
    assert.match(refusal(`${SVG}<image href="data:image/svg+xml,"/></svg>`), /another SVG/);
});

test('what drawing programs write is drawn', () => {
    for (const text of [
        `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
            <!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;"><g id="a"/></svg>`,
        `${SVG}<symbol id="tree">${'<path d="M0 0"/>'.repeat(50)}</symbol>${'<use href="#tree"/>'.repeat(1000)}</svg>`,
        `${SVG}${'<path id="path1" fill="url(#g)"/>'.repeat(5000)}<linearGradient id="g"/></svg>`,
        `${SVG}<g id="a"><use href="#a"/></g><style><![CDATA[a > b {}]]></style></svg>`,
    ])
        assert.equal(refusal(text), null);
});

test('a .zip gives its files, and never more than may be, whatever it says of their size', () => {
    const packed = zipSync({ 'a/b.txt': Uint8Array.of(1, 2), 'c': [new Uint8Array(99999), { level: 0 }] });
    assert.deepEqual(
        unzip(packed).map(({ name, bytes }) => [name, bytes.length]),
        [
            ['a/b.txt', 2],
            ['c', 99999],
        ],
    );
    const bytes = new Uint8Array(zipSync({ 'a.png': new Uint8Array(10) }));
    for (let end = 0; end < bytes.length; end++)
        assert.throws(() => unzip(bytes.subarray(0, end)), /damaged/);
    const bomb = deflateRawSync(Buffer.alloc(257 << 20));
    const lies = zipSync({ 'a.png': [new Uint8Array(bomb), { level: 0 }] });
    // Stored becomes deflated, in the list at the end.
    const view = new DataView(lies.buffer, lies.byteOffset);
    view.setUint16(view.getUint32(lies.length - 6, true) + 10, 8, true);
    assert.throws(() => unzip(lies), /more than 256 MB/);
});
