// stage.js — where things are on the screen: panes, the camera, the marks over the painting, the pins.
// SPDX-License-Identifier: MIT
import { METHODS } from './editor.js';

const SVG = 'http://www.w3.org/2000/svg';
const TITLES = { arap: 'arap', blend: 'blend', shepard: 'shepard', mls: 'mls' };
const SCALE_LEAST = 0.02,
    SCALE_MOST = 40,
    MARGIN = 56;
const OFF_PX = 0.5; // a pin farther from its target is told in another color

export class Stage {
    constructor(editor, painter, dom) {
        Object.assign(this, { editor, painter, dom });
        this.camera = { scale: 1, x: 0, y: 0 };
        this.panes = [];
        this.hot = null;
        this.drafts = []; // what a tool is drawing: {class, points | circle}
        this.cross = null;
        new ResizeObserver(() => this.resize()).observe(dom.stage);
        matchMedia('(resolution: 1dppx)').addEventListener?.('change', () => this.resize());
        painter.onRestored = () => this.redraw();
        editor.on('open', ({ again } = {}) => {
            painter.setPieces(editor.pieces);
            this.listPins();
            this.layout();
            if (!again) this.fit();
            this.redraw();
        });
        for (const event of ['frame', 'change', 'choice', 'show'])
            editor.on(event, () => this.redraw());
    }

    resize() {
        const { width, height } = this.dom.stage.getBoundingClientRect();
        if (!width || !height) return;
        const ratio = Math.min(devicePixelRatio || 1, 3),
            { canvas } = this.dom;
        const before = this.size;
        this.size = { width, height };
        this.ratio = ratio;
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        this.layout();
        if (before && this.fitted) this.fit();
        this.paint();
    }

    layout() {
        const { width, height } = this.size ?? { width: 1, height: 1 };
        if (!this.editor.show.compare) {
            this.panes = [{ method: 'arap', box: [0, 0, width, height] }];
            return;
        }
        const columns = width > 1.7 * height ? 4 : 2,
            rows = 4 / columns;
        const w = width / columns,
            h = height / rows;
        this.panes = METHODS.map((method, k) => ({
            method,
            box: [(k % columns) * w, Math.floor(k / columns) * h, w, h],
        }));
    }

    fit() {
        const points = this.editor.restVertices;
        if (!points?.length || !this.size) return;
        let [l, t, r, b] = [Infinity, Infinity, -Infinity, -Infinity];
        for (let k = 0; k < points.length; k += 2) {
            l = Math.min(l, points[k]);
            r = Math.max(r, points[k]);
            t = Math.min(t, points[k + 1]);
            b = Math.max(b, points[k + 1]);
        }
        const [, , w, h] = this.panes[0].box,
            margin = Math.min(MARGIN, w / 10, h / 10);
        const scale = Math.min((w - 2 * margin) / (r - l), (h - 2 * margin) / (b - t), 4);
        this.camera = { scale, x: (w - scale * (l + r)) / 2, y: (h - scale * (t + b)) / 2 };
        this.fitted = true;
        this.redraw();
    }

    zoom(factor, at = null) {
        const [, , w, h] = this.panes[0].box,
            [x, y] = at ?? [w / 2, h / 2];
        const scale = Math.min(Math.max(this.camera.scale * factor, SCALE_LEAST), SCALE_MOST);
        const f = scale / this.camera.scale;
        this.camera = { scale, x: x - f * (x - this.camera.x), y: y - f * (y - this.camera.y) };
        this.fitted = false;
        this.redraw();
    }

    pan(dx, dy) {
        this.camera.x += dx;
        this.camera.y += dy;
        this.fitted = false;
        this.redraw();
    }

    // --- from the screen and to it -----------------------------------------------------------------------

    /** Of an event: the pane, the place in it, and on the view's plane. */
    locate(event) {
        const { left, top } = this.dom.stage.getBoundingClientRect();
        const x = event.clientX - left,
            y = event.clientY - top;
        const pane =
            this.panes.find(
                ({ box }) =>
                    x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3],
            ) ?? this.panes[0];
        const at = [x - pane.box[0], y - pane.box[1]];
        return { pane, at, point: this.toPlane(at) };
    }

    toPlane([x, y]) {
        return [(x - this.camera.x) / this.camera.scale, (y - this.camera.y) / this.camera.scale];
    }
    toScreen([x, y]) {
        return [x * this.camera.scale + this.camera.x, y * this.camera.scale + this.camera.y];
    }

    /** The pin within reach of a place in a pane, nearest first. */
    pinAt(at, reach) {
        let best = reach,
            found = null;
        for (const handle of this.editor.handles) {
            if (!this.editor.order.includes(handle.pieceIndex)) continue;
            const [x, y] = this.toScreen(this.editor.placeOf(handle.index));
            const distance = Math.hypot(x - at[0], y - at[1]);
            if (distance < best) {
                best = distance;
                found = handle.index;
            }
        }
        return found;
    }

    // --- painting ----------------------------------------------------------------------------------------

    redraw() {
        if (this.asked) return;
        this.asked = requestAnimationFrame(() => {
            this.asked = 0;
            this.paint();
        });
    }

    paint() {
        const { editor } = this;
        if (!editor.puppet || !this.size || editor.quiet) return;
        const style = getComputedStyle(document.documentElement);
        const wire = (style.getPropertyValue('--wire').match(/[\d.]+/g) ?? [0, 0, 0, 50]).map(
            Number,
        );
        const alpha = wire[3] / 100;
        const panes = this.panes.map(({ method, box }) => ({
            box,
            camera: this.camera,
            order: editor.order,
            vertices: editor.verticesOf(method),
            strain: editor.show.rest ? null : editor.frame?.bent[method]?.strain,
        }));
        this.painter.draw(panes, {
            ratio: this.ratio,
            wireframe: editor.show.wireframe,
            heat: editor.show.heat && !editor.show.rest,
            ink: [...wire.slice(0, 3).map((v) => (v / 255) * alpha), alpha],
        });
        this.placePins();
        this.drawMarks();
        this.drawTitles();
        this.dom.stage.toggleAttribute('data-rest', editor.show.rest);
        this.dom.stage.toggleAttribute('data-compare', editor.show.compare);
    }

    listPins() {
        const { editor, dom } = this;
        const focused = document.activeElement?.closest?.('.pin')?.dataset.key;
        dom.pins.replaceChildren(
            ...editor.handles.map((handle) => {
                const button = document.createElement('button');
                button.type = 'button';
                button.className = 'pin';
                button.dataset.index = handle.index;
                button.dataset.key = `${handle.piece}.${handle.name}`;
                button.dataset.turn = handle.turn;
                button.toggleAttribute('data-loose', handle.loose);
                const label = document.createElement('span');
                label.textContent = handle.name;
                button.append(label);
                button.setAttribute('aria-label', `Pin ${handle.name}`);
                return button;
            }),
        );
        if (focused)
            this.pinButton(
                editor.handles.find((h) => `${h.piece}.${h.name}` === focused)?.index,
            )?.focus();
    }

    pinButton(index) {
        return this.dom.pins.querySelector(`[data-index="${index}"]`);
    }

    placePins() {
        const { editor } = this;
        for (const button of this.dom.pins.children) {
            const index = Number(button.dataset.index),
                handle = editor.handles[index];
            const [x, y] = this.toScreen(editor.placeOf(index));
            button.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
            button.hidden = !editor.order.includes(handle.pieceIndex);
            button.toggleAttribute('data-hot', this.hot === index);
            button.toggleAttribute(
                'data-off',
                !editor.show.rest && editor.residualOf(index) > OFF_PX,
            );
            button.setAttribute('aria-pressed', String(editor.chosenPin?.index === index));
        }
    }

    drawMarks() {
        const { editor, dom } = this;
        this.marks = [];
        const { width, height } = this.size;
        dom.marks.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.drawBones();
        if (editor.show.rest) this.drawSheet();
        if (!editor.show.rest) this.drawResiduals();
        this.drawRing();
        for (const draft of this.drafts) this.drawDraft(draft);
        if (this.cross) this.drawCross();
        for (const pane of this.panes.slice(1)) this.drawPane(pane);
        dom.marks.replaceChildren(...this.marks);
    }

    mark(name, attributes) {
        const element = document.createElementNS(SVG, name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        this.marks.push(element);
        return element;
    }

    /** A line that shows on any drawing. */
    markCased(attributes) {
        this.mark('path', { ...attributes, class: 'casing' });
        this.mark('path', attributes);
    }

    drawBones() {
        const { editor } = this;
        editor.pieces.forEach((_, p) => {
            if (!editor.order.includes(p)) return;
            for (const bone of editor.puppet.list(p, 'bones')) {
                const ends = [bone.from, bone.to].map((name) =>
                    editor.handles.find((h) => h.pieceIndex === p && h.name === name),
                );
                if (!ends[0] || !ends[1]) continue;
                const [a, b] = ends.map((h) => this.toScreen(editor.placeOf(h.index)));
                const chosen =
                    editor.choice?.kind === 'bones' &&
                    editor.choice.piece === p &&
                    editor.choice.name === bone.name
                        ? ' chosen'
                        : '';
                for (const name of ['bone', 'bone-core'])
                    this.mark('line', {
                        class: name + chosen,
                        x1: a[0],
                        y1: a[1],
                        x2: b[0],
                        y2: b[1],
                    });
            }
        });
    }

    /** Regions and cuts, said of the drawing as drawn: shown on the sheet at rest. */
    drawSheet() {
        const { editor } = this;
        editor.pieces.forEach((piece, p) => {
            if (!editor.order.includes(p)) return;
            const chosen = (kind, name) =>
                editor.choice?.kind === kind &&
                editor.choice.piece === p &&
                editor.choice.name === name
                    ? ' chosen'
                    : '';
            for (const region of editor.puppet.list(p, 'regions'))
                if (region.polygon_px)
                    this.markCased({
                        d: this.pathOf(region.polygon_px, piece, true),
                        class: `region${region.name.startsWith('starch') ? '' : ' protect'}${chosen('regions', region.name)}`,
                    });
            for (const cut of editor.puppet.list(p, 'cuts'))
                if (cut.line_px)
                    this.markCased({
                        d: this.pathOf(cut.line_px, piece, false),
                        class: `cut${chosen('cuts', cut.name)}`,
                    });
        });
    }

    pathOf(points, piece, closed) {
        return `M${points
            .map(([x, y]) =>
                this.toScreen([piece?.mirrored ? 2 * piece.mirrorX - x : x, y])
                    .map((v) => v.toFixed(1))
                    .join(' '),
            )
            .join('L')}${closed ? 'Z' : ''}`;
    }

    drawResiduals() {
        const { editor } = this;
        const reports = editor.frame?.bent.arap.handles;
        if (!reports) return;
        for (const { index, pieceIndex, loose } of editor.handles) {
            if (loose || reports[7 * index + 4] <= 2 || !editor.order.includes(pieceIndex))
                continue;
            const target = [reports[7 * index], reports[7 * index + 1]];
            const [ax, ay] = this.toScreen(target);
            const [bx, by] = this.toScreen([
                target[0] + reports[7 * index + 2],
                target[1] + reports[7 * index + 3],
            ]);
            this.mark('line', { class: 'away', x1: ax, y1: ay, x2: bx, y2: by });
            this.mark('circle', { class: 'away', cx: bx, cy: by, r: 4 });
        }
    }

    /** The ring of a pin whose turn is held: its knob turns it. */
    drawRing() {
        const { editor } = this;
        this.knob = null;
        const pin = editor.chosenPin;
        if (
            !pin ||
            editor.show.rest ||
            pin.turn === 'free' ||
            !editor.order.includes(pin.pieceIndex)
        )
            return;
        const [x, y] = this.toScreen(editor.placeOf(pin.index));
        const angle = editor.targets[4 * pin.index + 2] - Math.PI / 2,
            r = 38;
        this.knob = {
            index: pin.index,
            at: [x + r * Math.cos(angle), y + r * Math.sin(angle)],
            center: [x, y],
        };
        this.mark('circle', { class: 'ring', cx: x, cy: y, r });
        this.mark('circle', { class: 'knob', cx: this.knob.at[0], cy: this.knob.at[1], r: 7 });
    }

    drawDraft({ kind, points, radius, from, to, erase }) {
        if (kind === 'brush') {
            const [x, y] = this.toScreen(points[0]);
            this.mark('circle', {
                class: `brush${erase ? ' erase' : ''}`,
                cx: x,
                cy: y,
                r: radius * this.camera.scale,
            });
        } else if (kind === 'bone') {
            const [a, b] = [from, to].map((p) => this.toScreen(p));
            this.mark('line', { class: 'bone', x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
            this.mark('line', { class: 'bone-core', x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
        } else if (points.length) {
            const line = this.mark('path', {
                d: this.pathOf(points, null, kind === 'lasso'),
                class: `draft${kind === 'lasso' ? '' : ' line'}`,
            });
            if (kind === 'stroke')
                ((line.style.strokeWidth = `${2 * radius * this.camera.scale}px`),
                    (line.style.strokeOpacity = 0.45));
        }
    }

    drawCross() {
        const [x, y] = this.toScreen(this.cross);
        this.mark('path', {
            class: 'cross',
            d: `M${x - 12} ${y}h8M${x + 4} ${y}h8M${x} ${y - 12}v8M${x} ${y + 4}v8`,
        });
    }

    drawPane({ box }) {
        const { editor } = this;
        this.mark('path', {
            class: 'seam',
            d: `M${box[0] + 0.5} ${box[1]}v${box[3]}M${box[0]} ${box[1] + 0.5}h${box[2]}`,
        });
        for (const { index, pieceIndex } of editor.handles) {
            if (!editor.order.includes(pieceIndex)) continue;
            const [x, y] = this.toScreen(editor.placeOf(index));
            if (x < 4 || y < 4 || x > box[2] - 4 || y > box[3] - 4) continue;
            this.mark('circle', {
                class: 'dot',
                cx: x + box[0],
                cy: y + box[1],
                r: this.hot === index ? 6.5 : 5,
            });
        }
    }

    drawTitles() {
        const { editor, dom } = this;
        if (!editor.show.compare) {
            dom.titles.replaceChildren();
            return;
        }
        dom.titles.replaceChildren(
            ...this.panes.map(({ method, box }) => {
                const figures = editor.frame?.bent[method]?.figures;
                const title = document.createElement('p');
                title.className = 'title';
                title.style.transform = `translate(${box[0]}px, ${box[1]}px)`;
                const name = document.createElement('b'),
                    count = document.createElement('span');
                name.textContent = TITLES[method];
                count.textContent = figures ? `${figures.inverted} turned over` : '…';
                title.toggleAttribute('data-bad', Boolean(figures?.inverted));
                title.append(name, count);
                return title;
            }),
        );
    }
}
