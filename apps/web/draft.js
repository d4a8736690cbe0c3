// draft.js — the work of last time, kept by the browser: a closed tab loses nothing.
//
// One puppet with its pictures and where its pins are, in the browser's own database on this machine. Where it
// has none (private windows), there is no draft and nothing else changes.
// SPDX-License-Identifier: MIT

const NAME = 'pantin',
    STORE = 'draft',
    KEY = 'last',
    WAIT_MS = 600;

function database() {
    return new Promise((resolve, reject) => {
        const asked = indexedDB.open(NAME, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
    });
}

async function inStore(mode, work) {
    const db = await database();
    try {
        return await new Promise((resolve, reject) => {
            const transaction = db.transaction(STORE, mode);
            const asked = work(transaction.objectStore(STORE));
            transaction.oncomplete = () => resolve(asked.result);
            transaction.onerror = transaction.onabort = () => reject(transaction.error);
        });
    } finally {
        db.close();
    }
}

/** What was open last, or null. */
export async function findDraft() {
    try {
        return (await inStore('readonly', (store) => store.get(KEY))) ?? null;
    } catch {
        return null;
    }
}

/** Keeps what is open, a moment after each change. */
export function keepDrafts(editor) {
    let timer = 0;
    editor.on('saved-state', () => {
        clearTimeout(timer);
        timer = setTimeout(async () => {
            const { puppet, path, files, targets } = editor;
            if (!puppet) return;
            const draft = {
                name: puppet.name,
                path,
                text: puppet.text,
                files,
                targets: targets.slice(),
            };
            await inStore('readwrite', (store) => store.put(draft, KEY)).catch(() => {});
        }, WAIT_MS);
    });
}

/** Opens it, as it was bent. */
export async function openDraft(editor, draft) {
    await editor.openPuppet(draft.path, draft.text, draft.files);
    if (draft.targets.length !== editor.targets.length) return;
    editor.targets = draft.targets.slice();
    await editor.want({ jump: true });
    await editor.commit('go on');
}
