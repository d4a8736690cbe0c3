// files.js — from the disk and to it: the file dialog, dropped files, downloads, and the folder of `pantin edit`.
// SPDX-License-Identifier: MIT
import { drawSvg, matchPictures, sortFiles, stem, toBytes, zipFiles } from './drawing.js';
import { FILE_LIMIT } from './image.js';

/** A picture file becomes pixels: PNG in the worker, SVG by the browser. */
export async function decodeSvgOrPng(solver, name, bytes) {
    if (/\.svg(#.*)?$/i.test(name))
        return drawSvg(name, bytes, Number(/@([\d.]+)$/.exec(name)?.[1] ?? 1) || 1);
    try {
        return await solver.ask('decode', { bytes });
    } catch (error) {
        throw new Error(`${name} ${error.message}`);
    }
}

/** The bytes of the files given; too large ones are refused unread. */
export async function readFiles(list) {
    return Promise.all(
        [...list].map(async (file) => {
            if (file.size > FILE_LIMIT) throw new Error(`${file.name} is larger than 64 MB`);
            try {
                return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
            } catch {
                throw new Error(`${file.name} cannot be read: is it a folder?`);
            }
        }),
    );
}

/** Opens what was given, whatever it is. Files left waiting for the pictures they need join the next ones. */
export class Opener {
    constructor(editor) {
        this.editor = editor;
        this.waiting = [];
    }

    async open(files) {
        const all = [...this.waiting, ...files];
        this.waiting = [];
        const { puppet, pictures } = sortFiles(all);
        if (!puppet) {
            if (!pictures.length)
                throw new Error('nothing to open: give a PNG, an SVG or a puppet');
            const { name, bytes } = pictures.at(-1);
            await this.editor.openDrawing(name.split(/[\\/]/).pop(), bytes);
            return this.settle(null);
        }
        let matched;
        try {
            ({ matched } = matchPictures(puppet.name, puppet.text, pictures));
        } catch (error) {
            if (error.missing) this.waiting = all;
            throw error;
        }
        await this.editor.openPuppet(
            puppet.name.split(/[\\/]/).pop(),
            puppet.text,
            matched.map(({ path, file }) => ({
                name: path,
                file: path.includes('.svg') ? path : file.name,
                bytes: file.bytes,
            })),
        );
        return this.settle(null);
    }

    /** What is open lies in this folder of the server's, with this text; null: in none. */
    settle(folder, text = null) {
        this.editor.folderSeen = null;
        this.editor.folderPath = folder;
        this.editor.folderText = text;
    }

    /** A puppet beside its pictures on the server: a sample, or a file of the folder. */
    async openFrom(base, path) {
        const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
        const get = async (name) => {
            const url = base + name.split('/').map(encodeURIComponent).join('/');
            const answer = await fetch(url);
            if (!answer.ok) throw new Error(`${name} cannot be fetched (${answer.status})`);
            return new Uint8Array(await answer.arrayBuffer());
        };
        const bytes = await get(path);
        let text = null;
        if (!path.endsWith('.json')) {
            await this.editor.openDrawing(path.split('/').pop(), bytes);
        } else {
            const { puppet } = sortFiles([{ name: path, bytes }]);
            if (!puppet) throw new Error(`${path} is no puppet`);
            const named = [
                ...new Set(
                    [...puppet.text.matchAll(/"(?:image|mask)"\s*:\s*"([^"\\]+)"/g)].map(
                        (m) => m[1],
                    ),
                ),
            ];
            const pictures = [];
            for (const name of named)
                pictures.push({ name, file: name, bytes: await get(folder + name.split('#')[0]) });
            await this.editor.openPuppet(path.split('/').pop(), puppet.text, pictures);
            text = puppet.text;
        }
        if (base.endsWith('files/')) this.settle(folder, text);
        else this.settle(null);
    }
}

export function download(name, bytes, type) {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** What can be saved of the editor: [{id, title, about, run}]. */
export function savers(editor, folder) {
    const base = () => stem(editor.path);
    const asSeen = async () =>
        (await editor.solver.ask('straight', {}))
            ? undefined
            : 'Saved as you see it: pantin pose, straight from rest, comes to another shape';
    const choices = [
        {
            id: 'zip',
            title: 'Puppet with its pictures',
            about: 'one .zip that opens here again',
            run: () => {
                const files = [
                    { name: `${base()}.puppet.json`, bytes: toBytes(editor.canonical) },
                    ...editor.files.map(({ name, bytes }) => ({
                        name: name.split('#')[0].replace(/^(\.\.?\/)+/, ''),
                        bytes,
                    })),
                ];
                download(`${base()}.zip`, zipFiles(files), 'application/zip');
            },
        },
        {
            id: 'json',
            title: 'Puppet file alone',
            about: '.puppet.json, beside the pictures you have',
            run: () =>
                download(`${base()}.puppet.json`, toBytes(editor.canonical), 'application/json'),
        },
        {
            id: 'png',
            title: 'Picture of this pose',
            about: '.png, the same pixels as pantin pose',
            run: async () => {
                download(`${base()}.pose.png`, await editor.solver.ask('still', {}), 'image/png');
                return asSeen();
            },
        },
        {
            id: 'report',
            title: 'Figures of this pose',
            about: '.json, as pantin pose --json tells them',
            run: async () => {
                const report = toBytes(await editor.solver.ask('report', {}));
                download(`${base()}.report.json`, report, 'application/json');
                return asSeen();
            },
        },
    ];
    if (folder)
        choices.unshift({
            id: 'folder',
            title: 'Save into the folder',
            about: 'where pantin edit was started',
            run: () => saveInFolder(editor, base()),
        });
    return choices;
}

async function saveInFolder(editor, base) {
    const urlOf = (name) => `files/${name.split('/').map(encodeURIComponent).join('/')}`;
    const put = async (name, bytes, headers = {}) => {
        const answer = await fetch(urlOf(name), { method: 'PUT', body: bytes, headers });
        const said = (await answer.text()).trim();
        if (!answer.ok) throw new Error(`${name} cannot be written: ${said || answer.status}`);
    };
    const folder = editor.folderPath ?? '',
        path = `${folder}${base}.puppet.json`,
        text = editor.canonical;
    // What another page, an editor or a person wrote there meanwhile is not lost unasked.
    const { files } = await fetch('files/').then((answer) => answer.json());
    const there = files.includes(path)
        ? await fetch(urlOf(path)).then((answer) => answer.text())
        : null;
    if (there !== null && ![editor.folderText, editor.folderSeen, text].includes(there)) {
        editor.folderSeen = there;
        throw new Error(
            `${path} is there already, and it is another: save once more to replace it`,
        );
    }
    if (editor.folderPath == null)
        for (const { name, bytes } of editor.files) await put(name, bytes);
    await put(path, toBytes(text), there === null ? { 'If-None-Match': '*' } : {});
    editor.folderPath ??= '';
    editor.folderText = text;
    return `${path} is saved`;
}
