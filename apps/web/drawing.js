// drawing.js — files become pictures and puppets: PNG, SVG, a puppet with its pictures, a .zip of all that.
//
// Nothing a file names is fetched from anywhere: what it needs must be among the files given.
// SPDX-License-Identifier: MIT
import { strFromU8, strToU8, zipSync } from 'fflate';
import { FILE_LIMIT, isPng, PIXEL_LIMIT } from './image.js';
import { Puppet } from './puppet.js';
import { refusalOfSvg, rootOfSvg } from './svg.js';
import { isZip, unzip } from './zip.js';

const SVG_LIMIT = 16 << 20;
export const stem = (name) =>
    name
        .split(/[\\/]/)
        .pop()
        .replace(/(\.puppet)?\.[^.]*$/, '') || 'drawing';

const textOf = (bytes) => new TextDecoder().decode(bytes);
const looksLikeSvg = (bytes) => rootOfSvg(textOf(bytes.subarray(0, 65536))) !== null;
const looksLikeJson = (bytes) => /^[\s\uFEFF]*\{/.test(textOf(bytes.subarray(0, 64)));

/** An error that names the file. */
const about = (name, error) => new Error(`${name} ${error.message}`);

/** Does it, and says of which file it speaks when it fails. */
function of(name, work) {
    try {
        return work();
    } catch (error) {
        throw about(name, error);
    }
}

/**
 * Draws an SVG as the browser does. What it links to is not fetched: a picture may not reach out. It is not
 * parsed here, since a document of this page would fall under its policy, which forbids what many SVGs hold.
 */
export async function drawSvg(name, bytes, density = 1) {
    if (bytes.length > SVG_LIMIT) throw about(name, new Error('is larger than 16 MB'));
    const text = textOf(bytes),
        found = rootOfSvg(text),
        root = found?.tag;
    if (!root) throw about(name, new Error('is no sound SVG'));
    const refusal = refusalOfSvg(text, found);
    if (refusal) throw about(name, new Error(refusal));
    const { width, height } = sizeOfSvg(root);
    const w = Math.max(1, Math.round(width * density)),
        h = Math.max(1, Math.round(height * density));
    if (!(w * h <= PIXEL_LIMIT))
        throw about(name, new Error(`would be ${w} × ${h} px: a picture has at most 64 Mpx`));
    const sized = root
        .replace(/\s(width|height)\s*=\s*("[^"]*"|'[^']*')/gi, '')
        .replace(
            /^<svg/i,
            `<svg width="${w}" height="${h}"${/\sviewBox\s*=/.test(root) ? '' : ` viewBox="0 0 ${width} ${height}"`}`,
        );
    const url = URL.createObjectURL(
        new Blob([text.slice(0, found.at), sized, text.slice(found.at + root.length)], {
            type: 'image/svg+xml',
        }),
    );
    try {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = w;
        canvas.height = h;
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, w, h);
        return {
            width: w,
            height: h,
            data: new Uint8Array(context.getImageData(0, 0, w, h).data.buffer),
        };
    } catch (error) {
        // The browser draws HTML in an SVG, but does not give the pixels away.
        const why =
            error.name === 'SecurityError'
                ? 'holds HTML (foreignObject): save it without that'
                : 'is no sound SVG';
        throw about(name, new Error(why));
    } finally {
        URL.revokeObjectURL(url);
    }
}

/** In px; the view box where no size is given. */
function sizeOfSvg(root) {
    const said = (attribute) =>
        new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
            .exec(root)
            ?.slice(1)
            .find((v) => v !== undefined) ?? '';
    const length = (text) => (/^[\d.]+\s?(px)?$/.test(text.trim()) ? parseFloat(text) : NaN);
    const box = said('viewBox')
        .trim()
        .split(/[\s,]+/)
        .map(Number);
    const width = length(said('width')),
        height = length(said('height'));
    if (width > 0 && height > 0) return { width, height };
    if (box.length === 4 && box[2] > 0 && box[3] > 0) return { width: box[2], height: box[3] };
    return { width: 300, height: 150 };
}

/** What was opened, told apart: {puppet: {name, text} | null, pictures: [{name, bytes}]}. */
export function sortFiles(files) {
    let all = [];
    for (const file of files) {
        if (file.bytes.length > FILE_LIMIT)
            throw about(file.name, new Error('is larger than 64 MB'));
        if (file.bytes.length === 0) throw about(file.name, new Error('is empty'));
        all = all.concat(isZip(file.bytes) ? of(file.name, () => unzip(file.bytes)) : [file]);
    }
    const puppets = all.filter((f) => looksLikeJson(f.bytes) && !isPng(f.bytes));
    const pictures = all.filter((f) => isPng(f.bytes) || looksLikeSvg(f.bytes));
    const strange = all.find((f) => !puppets.includes(f) && !pictures.includes(f));
    const puppet = puppets.find((f) => f.name.endsWith('.puppet.json')) ?? puppets[0];
    if (!puppet && !pictures.length) return { puppet: null, pictures: strange ? [strange] : [] };
    return { puppet: puppet ? { name: puppet.name, text: textOf(puppet.bytes) } : null, pictures };
}

/** Which of the files given is meant by a path of the puppet: the whole path, else the name alone. */
export function findPicture(pictures, path) {
    const bare = path.split('#')[0],
        last = bare.split('/').pop();
    return (
        pictures.find((f) => f.name === bare || f.name.endsWith(`/${bare}`)) ??
        pictures.find((f) => f.name.split(/[\\/]/).pop() === last)
    );
}

/** Checks that a puppet's pictures are all there; throws with the names of those missing. */
export function matchPictures(name, text, pictures) {
    let puppet;
    try {
        puppet = Puppet.parse(text);
    } catch (error) {
        if (error instanceof SyntaxError) return { puppet: null, matched: [] }; // the core says where
        throw about(name, error);
    }
    const matched = puppet.pictures.map((path) => ({ path, file: findPicture(pictures, path) }));
    const missing = matched.filter((m) => !m.file).map((m) => m.path);
    if (missing.length)
        throw Object.assign(new Error(`${name} needs ${missing.join(', ')}: open them together`), {
            missing,
        });
    return { puppet, matched };
}

/** Files as a .zip. Pictures are packed already. */
export function zipFiles(files) {
    return zipSync(
        Object.fromEntries(
            files.map(({ name, bytes }) => [name, [bytes, { level: isPng(bytes) ? 0 : 6 }]]),
        ),
        { mtime: new Date('2020-01-01T00:00:00Z') },
    );
}

export const toBytes = strToU8,
    toText = strFromU8;
