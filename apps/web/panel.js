// panel.js — the column beside the drawing: the sheet's mesh, its pins, what was drawn on it, order, poses.
// SPDX-License-Identifier: MIT
import { choice, h, icon } from './dom.js';
import { freeName } from './puppet.js';

const TURNS = [
    ['free', 'Free'],
    ['set', 'Held'],
    ['bone', 'Bone'],
    ['level', 'Level'],
];
const LIMITS = { spacing: [4, 40] };

const small = (iconName, label, onclick, extra = {}) =>
    h(
        'button',
        { class: 'small', type: 'button', 'aria-label': label, title: label, onclick, ...extra },
        icon(iconName),
    );
const section = (title, note, ...children) =>
    h('section', { class: 'section' }, h('h2', {}, h('span', {}, title), note), children);

export class Panel {
    constructor(root, editor, tools) {
        Object.assign(this, { root, editor, tools });
        for (const event of ['open', 'change', 'choice']) editor.on(event, () => this.ask());
        editor.on('frame', () => this.showResiduals());
    }

    ask() {
        if (this.asked) return;
        this.asked = true;
        queueMicrotask(() => {
            this.asked = false;
            this.draw();
        });
    }

    /** Which piece the mesh section speaks of. */
    get pieceIndex() {
        const { editor } = this;
        return editor.chosenPin?.pieceIndex ?? editor.choice?.piece ?? editor.order[0] ?? 0;
    }

    draw() {
        const { editor, root } = this;
        if (!editor.puppet) return;
        const focus =
            document.activeElement && root.contains(document.activeElement)
                ? (document.activeElement.dataset.focus ?? document.activeElement.name)
                : null;
        const value = focus ? document.activeElement.value : null;
        const top = root.scrollTop;
        root.replaceChildren(
            ...[
                this.chosen(),
                this.sheet(),
                this.poses(),
                this.layers(),
                this.drawn(),
                this.pins(),
            ].filter(Boolean),
        );
        root.scrollTop = top;
        if (focus) {
            const all = [...root.querySelectorAll('[data-focus], [name]')].filter(
                (e) => (e.dataset.focus ?? e.name) === focus,
            );
            (all.find((e) => e.type !== 'radio' || e.value === value) ?? all[0])?.focus({
                preventScroll: true,
            });
        }
        this.showResiduals();
    }

    // --- the chosen pin -----------------------------------------------------------------------------------

    chosen() {
        const { editor, tools } = this;
        const pin = editor.chosenPin;
        if (!pin) return null;
        const { turn } = pin;
        const options = TURNS.filter(
            ([id]) =>
                id === 'free' ||
                id === 'set' ||
                id === turn ||
                (id === 'bone' &&
                    editor.puppet
                        .list(pin.pieceIndex, 'bones')
                        .some((b) => b.from === pin.name || b.to === pin.name)),
        );
        const rename = h('input', {
            type: 'text',
            value: pin.name,
            'aria-label': 'Name of the pin',
            'data-focus': 'pin-name',
            maxlength: '64',
            spellcheck: 'false',
            onchange: (e) => this.rename(pin, e.target.value.trim()),
        });
        rename.value = pin.name;
        return section(
            'Pin',
            small('trash', `Remove ${pin.name}`, () => tools.pins.remove(pin.index)),
            h('div', { class: 'field-row' }, h('span', {}, 'Name'), rename),
            h(
                'div',
                { class: 'field-row' },
                h('span', {}, 'Turn'),
                choice('turn', 'Turn of the pin', options, turn, (id) =>
                    tools.pins.setTurn(pin.index, id),
                ),
            ),
            turn === 'free' ? null : this.angleRow(pin),
            h(
                'div',
                { class: 'field-row' },
                h('span', {}, 'Off by'),
                h('span', { class: 'value', id: 'pin-off' }, '–'),
            ),
        );
    }

    angleRow(pin) {
        const { editor } = this;
        const degrees = Math.round((-editor.targets[4 * pin.index + 2] * 1800) / Math.PI) / 10;
        const input = h('input', {
            type: 'number',
            step: '1',
            min: '-3600',
            max: '3600',
            'aria-label': 'Angle of the pin in degrees',
            'data-focus': 'pin-angle',
            onchange: (e) => {
                const wanted = Number(e.target.value);
                if (!Number.isFinite(wanted)) return;
                editor.turn(pin.index, (-Math.min(Math.max(wanted, -3600), 3600) * Math.PI) / 180);
                editor.commit(`turn ${pin.name}`, true);
            },
        });
        input.value = degrees;
        return h('div', { class: 'field-row' }, h('span', {}, 'Angle °'), input);
    }

    rename(pin, name) {
        const { editor, tools } = this;
        if (!name || name === pin.name) return this.ask();
        return tools.try(async () => {
            await editor.edit(`rename ${pin.name}`, (puppet) => puppet.renameHandle(pin, name), {
                aims: () => ({
                    [`${pin.piece}.${name}`]: [
                        ...editor.targets.subarray(4 * pin.index, 4 * pin.index + 3),
                    ],
                }),
            });
            editor.choice = { kind: 'pin', name: `${pin.piece}.${name}` };
            editor.say('choice');
        });
    }

    // --- lists --------------------------------------------------------------------------------------------

    pins() {
        const { editor } = this;
        const several = editor.order.length > 1;
        const rows = editor.handles
            .filter((p) => editor.order.includes(p.pieceIndex))
            .map((pin) =>
                h(
                    'li',
                    {
                        class: 'row',
                        'data-pin': String(pin.index),
                        'data-chosen': editor.chosenPin === pin || undefined,
                    },
                    h(
                        'button',
                        {
                            type: 'button',
                            'data-focus': `pin-${pin.index}`,
                            onclick: () => editor.choosePin(pin.index),
                        },
                        h(
                            'span',
                            { class: 'name' },
                            several ? `${pin.piece}.${pin.name}` : pin.name,
                        ),
                        h('span', { class: 'figure' }),
                    ),
                ),
            );
        return section(
            'Pins',
            h('small', {}, rows.length ? `${rows.length}` : ''),
            rows.length
                ? h('ul', { class: 'rows' }, rows)
                : h(
                      'p',
                      { class: 'hint' },
                      'None yet. Take the pin tool and click on the drawing; two pins or more make it bend.',
                  ),
        );
    }

    showResiduals() {
        const { editor, root } = this;
        if (!editor.frame) return;
        for (const row of root.querySelectorAll('[data-pin]')) {
            const off = editor.residualOf(Number(row.dataset.pin));
            row.querySelector('.figure').textContent = editor.handles[row.dataset.pin]?.loose
                ? 'follows'
                : `${off.toFixed(1)} px`;
            row.toggleAttribute('data-off', off > 0.5);
        }
        const off = root.querySelector('#pin-off');
        if (off && editor.chosenPin)
            off.textContent = `${editor.residualOf(editor.chosenPin.index).toFixed(2)} px`;
    }

    sheet() {
        const { editor, tools, pieceIndex } = this;
        const piece = editor.pieces[pieceIndex],
            mesh = editor.puppet.meshOf(pieceIndex);
        const remesh = (changes) =>
            tools.try(() => editor.edit('mesh', (puppet) => puppet.setMesh(pieceIndex, changes)));
        const scale = Math.max(1, Math.max(...this.extent(piece)) / 500);
        const [least, most] = LIMITS.spacing.map((v) => Math.round(v * scale));
        const spacing = Math.round(piece.spacing * 10) / 10;
        const output = h('output', {}, `${spacing} px`);
        const slider = h('input', {
            type: 'range',
            name: 'spacing',
            min: String(Math.min(least, Math.floor(spacing))),
            max: String(Math.max(most, Math.ceil(spacing))),
            step: '1',
            'aria-label': 'Spacing of the mesh in pixels: smaller is finer',
            oninput: (e) => {
                output.textContent = `${e.target.value} px`;
            },
            onchange: (e) => remesh({ spacing_px: Number(e.target.value) }),
        });
        slider.value = spacing;
        return section(
            editor.pieces.length > 1 ? `Mesh of ${editor.puppet.pieceNames[pieceIndex]}` : 'Mesh',
            null,
            h(
                'div',
                { class: 'field-row' },
                h('span', {}, 'Style'),
                choice(
                    'style',
                    'Style of the mesh',
                    [
                        ['grid', 'Grid'],
                        ['delaunay', 'Delaunay'],
                    ],
                    mesh.style ?? 'grid',
                    (style) => remesh({ style }),
                ),
            ),
            h(
                'div',
                { class: 'field-row' },
                h('span', {}, 'Spacing'),
                h('span', { class: 'slide' }, slider, output),
            ),
            h(
                'div',
                { class: 'field-row' },
                h('span', {}, 'Triangles'),
                h('span', { class: 'value' }, piece.triangleCount.toLocaleString('en')),
            ),
            h(
                'div',
                { class: 'field-row' },
                h('span', {}, 'Ink covered'),
                h('span', { class: 'value' }, `${(100 * piece.coverage).toFixed(1)} %`),
            ),
            editor.warnings.map((line) => h('p', { class: 'warning' }, line)),
        );
    }

    extent(piece) {
        let w = 1,
            t = 1;
        for (let k = 0; k < piece.vertices.length; k += 2) {
            w = Math.max(w, piece.vertices[k]);
            t = Math.max(t, piece.vertices[k + 1]);
        }
        return [w, t];
    }

    /** Bones, starch and protection, cuts. */
    drawn() {
        const { editor, tools } = this;
        const rows = [];
        editor.pieces.forEach((_, p) => {
            if (!editor.order.includes(p)) return;
            const { puppet } = editor;
            const row = (kind, item, title, figure, ...buttons) =>
                h(
                    'li',
                    {
                        class: 'row',
                        'data-chosen':
                            (editor.choice?.kind === kind &&
                                editor.choice.piece === p &&
                                editor.choice.name === item.name) ||
                            undefined,
                    },
                    h(
                        'button',
                        {
                            type: 'button',
                            'data-focus': `${kind}-${p}-${item.name}`,
                            onclick: () => editor.choose(kind, p, item.name),
                        },
                        h('span', { class: 'name' }, title),
                        h('span', { class: 'figure' }, figure),
                    ),
                    buttons,
                    small('trash', `Remove ${item.name}`, () =>
                        tools.try(() =>
                            editor.edit(`remove ${item.name}`, (copy) =>
                                copy.remove(p, kind, item.name),
                            ),
                        ),
                    ),
                );
            for (const bone of puppet.list(p, 'bones'))
                rows.push(row('bones', bone, `${bone.from} – ${bone.to}`, 'bone'));
            for (const region of puppet.list(p, 'regions'))
                rows.push(
                    row(
                        'regions',
                        region,
                        region.name.replaceAll('_', ' '),
                        `${region.rigidity ?? 40} ×`,
                    ),
                );
            for (const cut of puppet.list(p, 'cuts'))
                rows.push(
                    row(
                        'cuts',
                        cut,
                        cut.name.replaceAll('_', ' '),
                        `${cut.far ?? 'left'} lies behind`,
                        small('swap', `Swap which side of ${cut.name} lies in front`, () =>
                            tools.try(() =>
                                editor.edit('overlap', (copy) =>
                                    copy.change(p, 'cuts', cut.name, {
                                        far: cut.far === 'right' ? 'left' : 'right',
                                    }),
                                ),
                            ),
                        ),
                    ),
                );
        });
        if (!rows.length) return null;
        return section(
            'On the sheet',
            h('small', {}, String(rows.length)),
            h('ul', { class: 'rows long' }, rows),
        );
    }

    layers() {
        const { editor, tools } = this;
        const view = editor.puppet.view(editor.view);
        if (!view || view.draw.length < 2) return null;
        const front = [...view.draw].reverse();
        const shift = (name, by) =>
            tools.try(() =>
                editor.edit('order', (puppet) => puppet.reorder(editor.view, name, by)),
            );
        return section(
            'Order',
            h('small', {}, 'front first'),
            h(
                'ul',
                { class: 'rows' },
                front.map((name, k) =>
                    h(
                        'li',
                        { class: 'row' },
                        h('button', { type: 'button' }, h('span', { class: 'name' }, name)),
                        small('up', `Bring ${name} forward`, () => shift(name, 1), {
                            disabled: k === 0,
                            'data-focus': `up-${name}`,
                        }),
                        small('down', `Send ${name} back`, () => shift(name, -1), {
                            disabled: k === front.length - 1,
                            'data-focus': `down-${name}`,
                        }),
                    ),
                ),
            ),
        );
    }

    poses() {
        const { editor, tools } = this;
        const go = (name) =>
            tools.try(async () => {
                tools.choose(tools.tool.atRest ? 'pose' : tools.tool.id);
                await editor.travel(
                    await editor.poseTargets(name),
                    name === null ? 'back to rest' : `pose ${name}`,
                );
            });
        const keep = () =>
            tools.try(async () => {
                const name = freeName('pose', editor.puppet.poseNames);
                await editor.edit(`keep ${name}`, (puppet) =>
                    puppet.setPose(name, editor.view, editor.targets, editor.rest),
                );
            });
        const rows = editor.puppet.poseNames.map((name) =>
            h(
                'li',
                { class: 'row' },
                h(
                    'button',
                    { type: 'button', 'data-focus': `pose-${name}`, onclick: () => go(name) },
                    h('span', { class: 'name' }, name.replaceAll('_', ' ')),
                ),
                small('trash', `Remove pose ${name}`, () =>
                    tools.try(() =>
                        editor.edit(`remove ${name}`, (puppet) => puppet.removePose(name)),
                    ),
                ),
            ),
        );
        return section(
            'Poses',
            h(
                'button',
                { class: 'add', type: 'button', 'data-focus': 'keep-pose', onclick: keep },
                'Keep this pose',
            ),
            h(
                'ul',
                { class: 'rows long' },
                h(
                    'li',
                    { class: 'row' },
                    h(
                        'button',
                        { type: 'button', 'data-focus': 'pose-rest', onclick: () => go(null) },
                        h('span', { class: 'name' }, 'Rest'),
                    ),
                ),
                rows,
            ),
        );
    }
}
