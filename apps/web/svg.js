// svg.js — what can be told of an SVG from its text, without a parser of the browser's.
//
// A document of ours would fall under the page's policy, and drawing one that refers to itself a billion times
// would end the tab. So the text is walked once, from tag to tag, in a time that grows with its length alone.
// SPDX-License-Identifier: MIT

const DRAWN_MOST = 300000; // elements drawn because something refers to them

const ENTITIES = 'holds entities that are more than names: save it as plain SVG';

const BEFORE = [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
];

/** Where what begins at `at` and is no element ends; `at`: it is none of that; -1: it does not end. */
function passOver(text, at) {
    for (const [begin, end] of BEFORE)
        if (text.startsWith(begin, at)) {
            const to = text.indexOf(end, at + begin.length);
            return to < 0 ? -1 : to + end.length;
        }
    if (!text.startsWith('<!', at)) return at;
    let close = text.indexOf('>', at);
    const inner = text.indexOf('[', at);
    if (inner >= 0 && inner < close) close = text.indexOf('>', text.indexOf(']', inner));
    return close < 0 ? -1 : close + 1;
}

/** Behind the `>` of the tag that begins at `at`; -1: it does not end. */
function tagEnd(text, at) {
    for (let k = at + 1; k < text.length; k++) {
        const c = text[k];
        if (c === '>') return k + 1;
        if (c !== '"' && c !== "'") continue;
        k = text.indexOf(c, k + 1);
        if (k < 0) return -1;
    }
    return -1;
}

const isSpace = (c) => c === ' ' || c === '\n' || c === '\r' || c === '\t';

/** The root's first tag: {at, tag}, or null where the text is no SVG. */
export function rootOfSvg(text) {
    for (let at = 0; at >= 0 && at < text.length;) {
        while (isSpace(text[at])) at++;
        const next = passOver(text, at);
        if (next === at) {
            if (!/^<svg[\s>/]/.test(text.slice(at, at + 5))) return null;
            const end = tagEnd(text, at);
            return { at, tag: end < 0 ? '' : text.slice(at, end) };
        }
        at = next;
    }
    return null;
}

/** References and names as they are meant: `&#35;a` is `#a`. */
const meant = (text) =>
    text
        .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, x, d) => {
            const code = x ? parseInt(x, 16) : Number(d);
            return code < 0x110000 ? String.fromCodePoint(code) : '';
        })
        .replace(/%([\da-f]{2})/gi, (_, x) => String.fromCharCode(parseInt(x, 16)));

/** Every element with a name: how many it holds, and whom it refers to. `''`: the whole picture. */
function listReferences(text, from) {
    const named = new Map([['', { own: 0, to: [] }]]);
    const open = [''];
    for (let at = from; (at = text.indexOf('<', at)) >= 0;) {
        const next = passOver(text, at);
        if (next < 0) break;
        if (next > at) {
            at = next;
            continue;
        }
        const end = tagEnd(text, at);
        if (end < 0) break;
        if (text[at + 1] === '/') {
            if (open.length > 1) open.pop();
        } else {
            const tag = meant(text.slice(at, end));
            const id = /\sid\s*=\s*["']([^"']*)/.exec(tag)?.[1];
            // Of several with one name the first is meant; the others are a part of what holds them.
            const isFirst = id !== undefined && !named.has(id);
            const inside = isFirst ? id : open.at(-1);
            if (isFirst) {
                named.set(id, { own: 0, to: [] });
                named.get(open.at(-1)).to.push(id);
            }
            const entry = named.get(inside);
            entry.own++;
            for (const [, to] of tag.matchAll(/(?:href\s*=\s*["']\s*|url\(\s*["']?\s*)#([^"')\s]*)/g))
                entry.to.push(to);
            if (text[end - 2] !== '/') open.push(inside);
        }
        at = end;
    }
    return named;
}

/** How many elements are drawn in all; what refers to itself is drawn no further, as in browsers. */
function countDrawn(named) {
    const counted = new Map(),
        work = [''];
    while (work.length) {
        const name = work.at(-1),
            { own, to } = named.get(name);
        if (!counted.has(name)) {
            counted.set(name, 0);
            for (const t of to) if (named.has(t) && !counted.has(t)) work.push(t);
            continue;
        }
        work.pop();
        if (counted.get(name) === 0)
            counted.set(name, to.reduce((sum, t) => sum + (counted.get(t) ?? 0), own));
    }
    return counted.get('');
}

/** Why an SVG is not to be drawn, as the end of a sentence; null: nothing speaks against it. */
export function refusalOfSvg(text, root) {
    // Names of namespaces, as Illustrator writes them, are harmless; what else entities hold is not seen here.
    const plain = /<!ENTITY\s+[\w.-]{1,80}\s+(?:"[\w:/.-]+"|'[\w:/.-]+')\s*>/g;
    if (text.slice(0, root.at).replace(plain, '').includes('<!ENTITY')) return ENTITIES;
    if (/data:image\/svg/i.test(text)) return 'holds another SVG inside';
    const named = listReferences(text, root.at);
    if ([...named].some(([id, { to }]) => id.includes('&') || to.some((t) => t.includes('&'))))
        return ENTITIES;
    const elements = [...named.values()].reduce((sum, { own }) => sum + own, 0);
    if (countDrawn(named) > elements + DRAWN_MOST)
        return `refers to its own parts so often that it would draw more than ${DRAWN_MOST} of them`;
    return null;
}
