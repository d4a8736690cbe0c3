// main.js — puts the page together: the editor, its stage, tools and panel; the buttons of the bars.
// SPDX-License-Identifier: MIT
import { Solver } from './deform.js';
import { findDraft, keepDrafts, openDraft } from './draft.js';
import { Editor } from './editor.js';
import { Opener, readFiles, savers } from './files.js';
import { Keyboard } from './keyboard.js';
import { Menu } from './menu.js';
import { choice, h, icon } from './dom.js';
import { Panel } from './panel.js';
import { PlainPainter } from './raster_plain.js';
import { createPainter } from './raster.js';
import { Stage } from './stage.js';
import { showKeys, Tour } from './tour.js';
import { TOOLS, Tools } from './tools.js';

const $ = (id) => document.getElementById(id);
const wish = new URLSearchParams(location.search);

/** What the browser may remember; nothing where it may not. */
const memory = {
    get(key) {
        try {
            return localStorage.getItem(`pantin.${key}`);
        } catch {
            return null;
        }
    },
    set(key, value) {
        try {
            localStorage.setItem(`pantin.${key}`, value);
        } catch {
            /* private window */
        }
    },
};

const solver = new Solver(new URL('worker.js', document.baseURI), () => {});
const editor = new Editor(solver);
const painter = createPainter($('canvas'), PlainPainter, wish.has('plain'));
const stage = new Stage(editor, painter, {
    stage: $('stage'),
    canvas: $('canvas'),
    field: $('field'),
    marks: $('marks'),
    pins: $('pins'),
    titles: $('titles'),
});
const tools = new Tools(editor, stage, { fail });
new Panel($('sections'), editor, tools);
const opener = new Opener(editor);
const tour = new Tour(
    {
        card: $('tour'),
        title: $('tour-title'),
        text: $('tour-text'),
        count: $('tour-step'),
        next: $('tour-next'),
        skip: $('tour-skip'),
        after: $('field'),
    },
    memory,
);
let folder = null;
const menu = new Menu($('save'), $('save-menu'), () =>
    savers(editor, folder).map((saver) => ({
        ...saver,
        run: () =>
            busy(async () => {
                await solver.idle();
                const said = await saver.run();
                if (said) toast(said);
            }),
    })),
);

// --- told to the user ---------------------------------------------------------------------------------------

function toast(text, { bad = false, ms = 6000 } = {}) {
    const box = h(
        'div',
        { class: 'toast', 'data-bad': bad || undefined, role: bad ? 'alert' : undefined },
        h('span', {}, text),
        h(
            'button',
            { type: 'button', 'aria-label': 'Dismiss', onclick: () => box.remove() },
            icon('close'),
        ),
    );
    $('toasts').append(box);
    while ($('toasts').children.length > 3) $('toasts').firstChild.remove();
    setTimeout(() => box.remove(), bad ? 2 * ms : ms);
}

/** The core's sentences begin small, unless with the name of a file, and have no period. */
function fail(error) {
    const text = String(error?.message ?? error);
    toast(/^[a-z]+[ ,:]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text, {
        bad: true,
    });
}

async function busy(work) {
    document.body.setAttribute('aria-busy', 'true');
    try {
        return await work();
    } catch (error) {
        fail(error);
        return undefined;
    } finally {
        document.body.removeAttribute('aria-busy');
    }
}

editor.on('error', fail);
editor.on('note', (text) => toast(text));

// --- opening --------------------------------------------------------------------------------------------------

const openFiles = (files) => busy(() => opener.open(files));
const openList = (list) =>
    busy(async () => {
        const files = await readFiles(list);
        if (files.length) await opener.open(files);
    });

function chooseFiles() {
    $('file').click();
}
$('file').addEventListener('change', () => {
    const files = [...$('file').files];
    $('file').value = '';
    openList(files);
});
$('open').addEventListener('click', chooseFiles);
$('choose').addEventListener('click', chooseFiles);
$('samples').addEventListener('click', (event) => {
    const name = event.target.closest('button')?.dataset.sample;
    if (name) busy(() => opener.openFrom('samples/', `${name}.puppet.json`));
});

let dragged = 0;
const isFiles = (event) => event.dataTransfer?.types.includes('Files');
document.addEventListener('dragenter', (event) => {
    if (isFiles(event)) {
        dragged++;
        $('drop').hidden = false;
    }
});
document.addEventListener('dragleave', (event) => {
    if (isFiles(event) && --dragged <= 0) $('drop').hidden = true;
});
document.addEventListener('dragover', (event) => {
    if (isFiles(event)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    dragged = 0;
    $('drop').hidden = true;
    openList(event.dataTransfer.files);
});

/** `pantin edit` serves a folder beside the page. */
async function findFolder() {
    const site = await fetch('site.json').then((answer) => answer.json());
    if (!site.folder) return;
    folder = await fetch('files/').then((answer) => answer.json());
    $('folder').hidden = folder.files.length === 0;
    $('folder').replaceChildren(
        ...folder.files.map((path) =>
            h(
                'li',
                {},
                h(
                    'button',
                    { type: 'button', onclick: () => busy(() => opener.openFrom('files/', path)) },
                    path,
                ),
            ),
        ),
    );
    if (site.open) busy(() => opener.openFrom('files/', site.open));
}

async function offerDraft() {
    const draft = await findDraft();
    if (!draft || editor.puppet) return;
    $('go-on').textContent = `Go on with ${draft.name}`;
    $('go-on').hidden = false;
    $('go-on').addEventListener('click', () => busy(() => openDraft(editor, draft)));
}

// --- what is done -----------------------------------------------------------------------------------------------

const actions = {
    open: chooseFiles,
    save: () => menu.open(),
    undo: () => tools.try(() => editor.undo()),
    redo: () => tools.try(() => editor.redo()),
    reset: () => tools.try(() => editor.travel(editor.rest.slice(), 'back to rest')),
    keys: () => showKeys($('keys'), () => tour.show(0)),
    brush(factor) {
        tools.settings.radius = Math.min(
            Math.max(Math.round(tools.settings.radius * factor), 2),
            400,
        );
        showOptions(tools.tool);
    },
    erase() {
        tools.settings.erase = !tools.settings.erase;
        showOptions(tools.tool);
        stage.redraw();
    },
    escape() {
        if (menu.isOpen) return menu.close();
        if (tools.cross.cancel()) return undefined;
        return editor.choosePin(null);
    },
    async toggle(name) {
        editor.show[name] = !editor.show[name];
        $(name).setAttribute('aria-pressed', String(editor.show[name]));
        $('legend').hidden = !editor.show.heat;
        if (name === 'compare') {
            stage.layout();
            stage.fit();
        }
        editor.say('show');
        await editor.want();
    },
};
for (const id of ['undo', 'redo', 'reset']) $(id).addEventListener('click', actions[id]);
for (const id of ['wireframe', 'heat', 'compare'])
    $(id).addEventListener('click', () => actions.toggle(id));
$('help').addEventListener('click', actions.keys);
$('zoom-in').addEventListener('click', () => stage.zoom(1.25));
$('zoom-out').addEventListener('click', () => stage.zoom(0.8));
$('zoom-fit').addEventListener('click', () => stage.fit());

// --- tools --------------------------------------------------------------------------------------------------------

$('tools').replaceChildren(
    ...TOOLS.map((tool) =>
        h(
            'button',
            {
                class: 'tool',
                type: 'button',
                role: 'radio',
                'data-tool': tool.id,
                'aria-checked': 'false',
                title: `${tool.about} (${tool.key.toUpperCase()})`,
                onclick: () => tools.choose(tool.id),
            },
            icon(tool.icon),
            h('span', {}, tool.title),
        ),
    ),
);
$('tools').addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TOOLS[(TOOLS.indexOf(tools.tool) + step + TOOLS.length) % TOOLS.length];
    tools.choose(next.id);
    $('tools').querySelector(`[data-tool="${next.id}"]`).focus();
});

function showOptions(tool) {
    const box = $('tool-options');
    box.hidden = tool.id !== 'starch';
    if (box.hidden) return;
    const { settings } = tools;
    const slider = (label, name, least, most) => {
        const output = h('output', {}, String(settings[name]));
        const input = h('input', {
            type: 'range',
            min: String(least),
            max: String(most),
            name,
            oninput: (e) => {
                settings[name] = Number(e.target.value);
                output.textContent = e.target.value;
                stage.redraw();
            },
        });
        input.value = settings[name];
        return h('label', {}, label, input, output);
    };
    box.replaceChildren(
        choice(
            'brush',
            'What the brush does',
            [
                ['brush', 'Brush'],
                ['erase', 'Erase'],
            ],
            settings.erase ? 'erase' : 'brush',
            (id) => {
                settings.erase = id === 'erase';
            },
        ),
        slider('Stiffness', 'starch', 2, 100),
        slider('Size', 'radius', 2, 200),
    );
}

editor.on('tool', (tool) => {
    for (const button of $('tools').children) {
        const chosen = button.dataset.tool === tool.id;
        button.setAttribute('aria-checked', String(chosen));
        button.tabIndex = chosen ? 0 : -1;
    }
    showOptions(tool);
    $('note').hidden = !tool.atRest || tool.id === 'starch';
    $('note').textContent = 'At rest while you draw';
});

// --- figures --------------------------------------------------------------------------------------------------------

const put = (id, text, bad = false) => {
    const box = $(id);
    box.lastElementChild.textContent = text;
    box.toggleAttribute('data-bad', bad);
};

editor.on('frame', ({ bent, ms }) => {
    const { figures, handles } = bent.arap;
    let worst = 0;
    for (let k = 4; k < handles.length; k += 7) worst = Math.max(worst, handles[k]);
    put('figure-inverted', String(figures.inverted), figures.inverted > 0);
    put('figure-residual', `${worst.toFixed(1)} px`, worst > 0.5);
    put('figure-energy', figures.energy.toFixed(4));
    put('figure-time', `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
    document.body.dataset.status = figures.status === undefined ? '' : bent.arap.status;
});

function showHistory() {
    const { undoLabel, redoLabel } = editor.history;
    $('undo').disabled = !undoLabel;
    $('redo').disabled = !redoLabel;
    $('undo').title = undoLabel ? `Undo: ${undoLabel} (Ctrl+Z)` : 'Undo (Ctrl+Z)';
    $('redo').title = redoLabel ? `Redo: ${redoLabel} (Ctrl+Shift+Z)` : 'Redo (Ctrl+Shift+Z)';
}
editor.on('change', showHistory);

editor.on('open', ({ again } = {}) => {
    document.body.setAttribute('data-open', '');
    $('filename').textContent = editor.puppet.name;
    document.title = `${editor.puppet.name} – Pantin`;
    put(
        'figure-size',
        editor.order.reduce((sum, p) => sum + editor.pieces[p].vertexCount, 0).toLocaleString('en'),
    );
    if (again) return;
    showHistory();
    stage.resize();
    stage.fit();
    // The button that opened it is gone: the keyboard goes on at the drawing.
    if (document.activeElement === document.body || $('start').contains(document.activeElement))
        $('field').focus({ preventScroll: true });
    tour.begin();
});

// --- the look -----------------------------------------------------------------------------------------------------

const night = matchMedia('(prefers-color-scheme: dark)');
function setTheme() {
    document.documentElement.dataset.theme =
        memory.get('theme') ?? (night.matches ? 'dark' : 'light');
    stage.redraw();
}
night.addEventListener('change', setTheme);
$('theme').addEventListener('click', () => {
    memory.set('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
    if (!memory.get('theme'))
        document.documentElement.dataset.theme =
            document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    else setTheme();
    stage.redraw();
});
setTheme();

$('panel-toggle').addEventListener('click', () => {
    const shown = $('panel').toggleAttribute('data-shown');
    $('panel-toggle').setAttribute('aria-expanded', String(shown));
});

new Keyboard(editor, stage, tools, actions);
tools.choose('pose');
if (wish.has('sample'))
    busy(() => opener.openFrom('samples/', `${wish.get('sample')}.puppet.json`));
else findFolder().catch(fail);
offerDraft();
keepDrafts(editor);

// For scripts and tests: what stands behind the page.
globalThis.pantin = { editor, solver, stage, tools, painter, openFiles };
