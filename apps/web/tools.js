// tools.js — what pointers and the cross do on the drawing: drag, pin, bone, starch, protect, cut, pan.
//
// Every pointer has a gesture of its own, so several fingers drag several pins at once. A tool that draws on
// the sheet shows it at rest while it is chosen: what it makes is said of the drawing as drawn.
// SPDX-License-Identifier: MIT
import { Bitmap } from './brush.js';
import { simplify, toRest, triangleAt } from './mesh.js';
import { round } from './puppet.js';

export const TOOLS = [
    { id: 'pose', icon: 'pose', title: 'Pose', key: 'v', cursor: 'grab', about: 'Drag pins; drag beside them to move the view' },
    { id: 'pin', icon: 'pin', title: 'Pin', key: 'p', cursor: 'cross', about: 'Click to drop a pin, drag a pin to place it anew' },
    { id: 'bone', icon: 'bone', title: 'Bone', key: 'b', cursor: 'cross', about: 'Drag from one pin to another' },
    { id: 'starch', icon: 'starch', title: 'Starch', key: 's', cursor: 'none', atRest: true, about: 'Brush over what should bend less' },
    { id: 'protect', icon: 'protect', title: 'Protect', key: 'o', cursor: 'cross', atRest: true, about: 'Draw around what should keep its shape' },
    { id: 'cut', icon: 'cut', title: 'Cut', key: 'c', cursor: 'cross', atRest: true, about: 'Draw a line to part the sheet' },
    { id: 'hand', icon: 'hand', title: 'Move', key: 'h', cursor: 'grab', about: 'Move the view' },
];
const REACH = { mouse: 18, pen: 20, touch: 30 };
const CLICK_PX = 4;
const PROTECTED = 40;

export class Tools {
    constructor(editor, stage, { fail }) {
        Object.assign(this, { editor, stage, fail });
        this.tool = TOOLS[0];
        this.settings = { starch: 12, radius: 24, erase: false };
        this.gestures = new Map();
        this.fingers = new Map();
        const { field } = stage.dom;
        field.addEventListener('pointerdown', (event) => this.down(event));
        field.addEventListener('pointermove', (event) => this.move(event));
        for (const name of ['pointerup', 'pointercancel']) field.addEventListener(name, (event) => this.up(event));
        field.addEventListener('pointerleave', () => { if (!this.gestures.size) this.hover(null); });
        field.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        field.addEventListener('contextmenu', (event) => event.preventDefault());
        editor.on('open', ({ again } = {}) => { if (!again) this.choose('pose'); });
    }

    choose(id) {
        this.tool = TOOLS.find((t) => t.id === id);
        this.boneFrom = null;
        this.stage.drafts = [];
        this.line = null;
        this.editor.show.rest = Boolean(this.tool.atRest);
        this.stage.dom.stage.dataset.cursor = this.tool.cursor;
        this.editor.say('show');
        this.editor.say('tool', this.tool);
    }

    /** Runs an edit; a refusal is told, and nothing has changed. */
    async try(work) {
        try {
            return await work();
        } catch (error) {
            this.fail(error);
            return undefined;
        } finally {
            this.stage.redraw();
        }
    }

    // --- pointers ---------------------------------------------------------------------------------------

    down(event) {
        if (!this.editor.puppet || event.button > 1) return;
        const { field } = this.stage.dom;
        field.setPointerCapture(event.pointerId);
        field.focus({ preventScroll: true });
        this.stage.cross = null;
        const spot = this.stage.locate(event);
        const gesture = this.begin(event, spot);
        if (gesture) {
            gesture.pane = spot.pane;
            this.gestures.set(event.pointerId, gesture);
        }
        event.preventDefault();
    }

    begin(event, spot) {
        const reach = REACH[event.pointerType] ?? 18;
        const pin = this.tool.id === 'hand' || event.button === 1 ? null : this.stage.pinAt(spot.at, reach);
        if (this.onKnob(spot)) return this.turning();
        if (this.tool.atRest) return this.drawing(spot);
        if (pin !== null && this.tool.id === 'bone') return this.boning(pin);
        if (pin !== null) return this.tool.id === 'pin' ? this.replacing(pin, spot) : this.dragging(pin, spot);
        return this.panning(event, spot);
    }

    move(event) {
        const spot = this.stage.locate(event);
        const gesture = this.gestures.get(event.pointerId);
        if (!gesture) { this.hover(spot, event); return; }
        // In the pane it began in, so that a drag may leave it.
        const [x, y] = gesture.pane.box;
        const { left, top } = this.stage.dom.stage.getBoundingClientRect();
        const at = [event.clientX - left - x, event.clientY - top - y];
        gesture.move?.({ pane: gesture.pane, at, point: this.stage.toPlane(at) }, event);
    }

    up(event) {
        const gesture = this.gestures.get(event.pointerId);
        this.gestures.delete(event.pointerId);
        this.fingers.delete(event.pointerId);
        if (event.type === 'pointercancel') gesture?.cancel?.();
        else gesture?.up?.(this.stage.locate(event), event);
    }

    wheel(event) {
        if (!this.editor.puppet) return;
        event.preventDefault();
        const { at } = this.stage.locate(event);
        if (event.ctrlKey || !event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))
            this.stage.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016) * (event.ctrlKey ? 4 : 1)), at);
        else this.stage.pan(-event.deltaX, -event.deltaY);
    }

    hover(spot, event) {
        const { stage } = this;
        const pin = spot && !this.tool.atRest && this.tool.id !== 'hand' ? stage.pinAt(spot.at, REACH[event.pointerType] ?? 18) : null;
        stage.hot = pin;
        stage.dom.stage.dataset.cursor = pin !== null || (spot && this.onKnob(spot)) ? 'pin' : this.tool.cursor;
        if (this.tool.id === 'starch') stage.drafts = spot ? [this.brushMark(spot.point)] : [];
        else if (this.tool.id === 'bone' && this.boneFrom !== null && spot)
            stage.drafts = [{ kind: 'bone', from: this.editor.placeOf(this.boneFrom), to: spot.point }];
        stage.redraw();
    }

    onKnob(spot) {
        const { knob } = this.stage;
        return Boolean(knob && !this.tool.atRest && Math.hypot(spot.at[0] - knob.at[0], spot.at[1] - knob.at[1]) < 14);
    }

    // --- gestures ---------------------------------------------------------------------------------------

    dragging(pin, spot) {
        const { editor, stage } = this;
        const start = editor.placeOf(pin), grip = [start[0] - spot.point[0], start[1] - spot.point[1]];
        const before = [...editor.targets.subarray(4 * pin, 4 * pin + 2)];
        let moved = false;
        editor.trip = null;
        editor.choosePin(pin);
        stage.hot = pin;
        stage.dom.stage.dataset.cursor = 'grabbing';
        return {
            move: ({ point, at }) => {
                if (!moved && Math.hypot(at[0] - spot.at[0], at[1] - spot.at[1]) < 2) return;
                moved = true;
                editor.aim(pin, point[0] + grip[0], point[1] + grip[1]);
                stage.redraw();
            },
            up: () => {
                stage.dom.stage.dataset.cursor = 'pin';
                if (moved) editor.commit(`move ${editor.handles[pin].name}`);
            },
            cancel: () => editor.aim(pin, ...before),
        };
    }

    turning() {
        const { editor, stage } = this;
        const { index, center } = stage.knob;
        const pane = stage.panes[0];
        return {
            pane,
            move: ({ at }, event) => {
                let angle = Math.atan2(at[1] - center[1], at[0] - center[0]) + Math.PI / 2;
                const now = editor.targets[4 * index + 2];
                angle += 2 * Math.PI * Math.round((now - angle) / (2 * Math.PI)); // the turn nearest to now
                if (event.shiftKey) angle = Math.round(angle * 12 / Math.PI) * Math.PI / 12;
                editor.turn(index, angle);
                stage.redraw();
            },
            up: () => editor.commit(`turn ${editor.handles[index].name}`),
        };
    }

    panning(event, spot) {
        const { stage } = this;
        let last = spot.at, way = 0;
        this.fingers.set(event.pointerId, spot.at);
        return {
            move: ({ at }) => {
                const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
                way += Math.hypot(at[0] - last[0], at[1] - last[1]);
                if (others.length) {
                    const [other] = others;
                    const span = (p) => Math.max(Math.hypot(p[0] - other[0], p[1] - other[1]), 8);
                    stage.zoom(span(at) / span(last), [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
                    stage.pan((at[0] - last[0]) / 2, (at[1] - last[1]) / 2);
                } else if (way > CLICK_PX) {
                    stage.pan(at[0] - last[0], at[1] - last[1]);
                }
                last = at;
                this.fingers.set(event.pointerId, at);
            },
            up: () => { if (way <= CLICK_PX) this.click(spot); },
        };
    }

    click(spot) {
        if (this.tool.id === 'pin') this.dropPin(spot.point);
        else if (this.tool.id === 'bone') { this.boneFrom = null; this.stage.drafts = []; this.stage.redraw(); }
        else this.editor.choosePin(null);
    }

    // --- pins and bones ---------------------------------------------------------------------------------

    /** The frontmost piece under a point of the view, and where there. */
    sheetAt(point) {
        const { editor } = this;
        for (const pieceIndex of [...editor.order].reverse()) {
            const piece = editor.pieces[pieceIndex], points = editor.verticesOfPiece(pieceIndex);
            const found = triangleAt(piece.triangles, points, ...point);
            if (found) return { pieceIndex, ...toRest(piece, points, found) };
        }
        return null;
    }

    dropPin(point) {
        return this.try(async () => {
            const sheet = this.sheetAt(point);
            if (!sheet) throw new Error('there is no sheet: drop the pin on the drawing');
            const { editor } = this;
            const piece = editor.puppet.pieceNames[sheet.pieceIndex];
            const name = await editor.edit('add a pin', (puppet) => puppet.addHandle(sheet.pieceIndex, sheet.at),
                { aims: (made) => ({ [`${piece}.${made}`]: [...point, sheet.angle] }) });
            editor.choice = { kind: 'pin', name: `${piece}.${name}` };
            editor.say('choice');
        });
    }

    replacing(pin, spot) {
        const { editor, stage } = this;
        let to = null;
        editor.choosePin(pin);
        return {
            move: ({ point, at }) => {
                if (!to && Math.hypot(at[0] - spot.at[0], at[1] - spot.at[1]) < CLICK_PX) return;
                to = point;
                stage.drafts = [{ kind: 'brush', points: [point], radius: 7 / stage.camera.scale }];
                stage.redraw();
            },
            up: () => {
                stage.drafts = [];
                if (to) this.placePin(pin, to);
                stage.redraw();
            },
        };
    }

    placePin(pin, point) {
        return this.try(async () => {
            const sheet = this.sheetAt(point), handle = this.editor.handles[pin];
            if (!sheet || sheet.pieceIndex !== handle.pieceIndex) throw new Error(`"${handle.name}" must stay on its sheet`);
            await this.editor.edit(`place ${handle.name}`, (puppet) => puppet.moveHandle(handle, sheet.at),
                { aims: () => ({ [`${handle.piece}.${handle.name}`]: [...point, sheet.angle] }) });
        });
    }

    removePin(pin) {
        return this.try(async () => {
            const handle = this.editor.handles[pin];
            const gone = await this.editor.edit(`remove ${handle.name}`, (puppet) => puppet.removeHandle(handle));
            if (gone?.length) this.editor.say('note', `${gone.join(', ')} went along with ${handle.name}`);
        });
    }

    setTurn(pin, turn) {
        const { editor } = this;
        const handle = editor.handles[pin], angle = editor.angleAt(pin), at = editor.placeOf(pin);
        const held = turn === 'set' && handle.turn !== 'set';
        return this.try(() => editor.edit(`turn of ${handle.name}: ${turn}`, (puppet) => puppet.setHandle(handle, { turn }),
            { aims: () => (held ? { [`${handle.piece}.${handle.name}`]: [...at, angle] } : {}) }));
    }

    boning(pin) {
        const { stage, editor } = this;
        if (this.boneFrom !== null && this.boneFrom !== pin) { this.addBone(this.boneFrom, pin); return { up() {} }; }
        this.boneFrom = pin;
        editor.choosePin(pin);
        return {
            move: ({ at, point }) => {
                stage.hot = stage.pinAt(at, 24);
                stage.drafts = [{ kind: 'bone', from: editor.placeOf(pin), to: stage.hot !== null ? editor.placeOf(stage.hot) : point }];
                stage.redraw();
            },
            up: ({ at }) => {
                const end = stage.pinAt(at, 28);
                if (end !== null && end !== pin) this.addBone(pin, end);
            },
        };
    }

    addBone(from, to) {
        const { editor } = this;
        this.boneFrom = null;
        this.stage.drafts = [];
        return this.try(() => editor.edit('add a bone', (puppet) => puppet.addBone(editor.handles[from], editor.handles[to])));
    }

    // --- drawing on the sheet at rest ---------------------------------------------------------------------

    brushMark(point) { return { kind: 'brush', points: [point], radius: this.settings.radius, erase: this.settings.erase }; }

    drawing(spot) {
        const { stage } = this;
        const points = [spot.point], kind = { starch: 'stroke', protect: 'lasso', cut: 'cut' }[this.tool.id];
        const draft = { kind, points, radius: this.settings.radius };
        stage.drafts = [draft];
        const erase = this.settings.erase;
        return {
            move: ({ point }) => {
                const last = points.at(-1);
                if (Math.hypot(point[0] - last[0], point[1] - last[1]) * stage.camera.scale < 2) return;
                points.push(point);
                stage.drafts = kind === 'stroke' ? [draft, this.brushMark(point)] : [draft];
                stage.redraw();
            },
            up: (_, event) => {
                stage.drafts = [];
                this.finish(points, erase || event.altKey);
                stage.redraw();
            },
            cancel: () => { stage.drafts = []; stage.redraw(); },
        };
    }

    finish(points, erase = false) {
        if (this.tool.id === 'starch') return this.try(() => this.starch(points, this.settings.radius, erase));
        if (this.tool.id === 'protect') return this.try(() => this.protect(points));
        return this.try(() => this.cut(points));
    }

    /** The piece most of the points lie on, and the points as the drawing has them. */
    onSheet(points) {
        const { editor } = this;
        const votes = new Map();
        for (const point of points) {
            const sheet = this.sheetAt(point);
            if (sheet) votes.set(sheet.pieceIndex, (votes.get(sheet.pieceIndex) ?? 0) + 1);
        }
        if (!votes.size) return null;
        const [pieceIndex] = [...votes].sort((a, b) => b[1] - a[1])[0];
        const piece = editor.pieces[pieceIndex];
        return { pieceIndex, points: points.map(([x, y]) => [piece.mirrored ? 2 * piece.mirrorX - x : x, y]) };
    }

    starch(strokePoints, radius, erase) {
        const { editor } = this;
        const on = this.onSheet(strokePoints) ?? (erase && editor.order.length === 1 ? { pieceIndex: editor.order[0], points: strokePoints } : null);
        if (!on) throw new Error('there is no sheet: brush over the drawing');
        const amount = this.settings.starch;
        const { size } = this.pictureOf(on.pieceIndex);
        return editor.edit(erase ? 'erase starch' : 'starch', (puppet) => {
            const piece = puppet.piece(on.pieceIndex);
            const isStarch = (r) => r.name.startsWith('starch') && r.polygon_px;
            const levels = new Set((piece.regions ?? []).filter(isStarch).map((r) => r.rigidity));
            if (!erase) levels.add(amount);
            const others = (piece.regions ?? []).filter((r) => !isStarch(r));
            const made = [];
            for (const level of levels) {
                const bitmap = new Bitmap(...size);
                for (const r of piece.regions ?? []) if (isStarch(r) && r.rigidity === level) bitmap.fill(r.polygon_px);
                // What is brushed anew takes the place of what was there.
                const value = !erase && level === amount ? 1 : 0;
                on.points.forEach((p, k) => bitmap.stroke(on.points[Math.max(k - 1, 0)], p, radius, value));
                for (const polygon of bitmap.polygons())
                    made.push({ name: `starch_${made.length + 1}`, rigidity: level, polygon_px: polygon.map((p) => p.map((v) => round(v))) });
            }
            puppet.setList(piece, 'regions', [...others, ...made]);
        });
    }

    pictureOf(pieceIndex) {
        const piece = this.editor.pieces[pieceIndex];
        let [w, h] = [1, 1];
        for (let k = 0; k < piece.vertices.length; k += 2) { w = Math.max(w, piece.vertices[k]); h = Math.max(h, piece.vertices[k + 1]); }
        return { size: [w + 8, h + 8] };
    }

    protect(lasso) {
        const on = this.onSheet(lasso);
        const polygon = on && simplify(on.points, 0.8 / this.stage.camera.scale);
        if (!polygon || polygon.length < 3) throw new Error('draw around something on the drawing');
        return this.editor.edit('protect', (puppet) => puppet.add(on.pieceIndex, 'regions',
            { rigidity: PROTECTED, polygon_px: polygon.map((p) => p.map((v) => round(v))) }, 'protect'));
    }

    cut(line) {
        const on = this.onSheet(line);
        const points = on && simplify(on.points, 1.5 / this.stage.camera.scale);
        if (!points || points.length < 2) throw new Error('draw the line across the drawing');
        return this.editor.edit('cut', (puppet) => puppet.add(on.pieceIndex, 'cuts',
            { line_px: points.map((p) => p.map((v) => round(v))), far: 'left' }, 'cut'));
    }

    // --- the cross: the same by keyboard --------------------------------------------------------------------

    crossAt() {
        const { stage } = this;
        const [, , w, h] = stage.panes[0].box;
        return (stage.cross ??= stage.toPlane([w / 2, h / 2]));
    }

    moveCross(dx, dy) {
        const { stage } = this;
        const at = stage.toScreen(this.crossAt()), [, , w, h] = stage.panes[0].box;
        stage.cross = stage.toPlane([Math.min(Math.max(at[0] + dx, 0), w), Math.min(Math.max(at[1] + dy, 0), h)]);
        if (this.tool.id === 'starch') stage.drafts = [this.brushMark(stage.cross)];
        stage.hot = this.tool.atRest ? null : stage.pinAt(stage.toScreen(stage.cross), 20);
        stage.redraw();
    }

    /** Enter at the cross. */
    act() {
        const { stage } = this;
        const point = [...this.crossAt()];
        const pin = stage.pinAt(stage.toScreen(point), 24);
        switch (this.tool.id) {
        case 'pin': return this.dropPin(point);
        case 'starch': return this.finish([point], this.settings.erase);
        case 'bone':
            if (pin === null) return undefined;
            if (this.boneFrom === null || this.boneFrom === pin) { this.boneFrom = pin; this.editor.choosePin(pin); return undefined; }
            return this.addBone(this.boneFrom, pin);
        case 'protect':
        case 'cut': return this.extendLine(point);
        default:
            if (pin !== null) { this.editor.choosePin(pin); stage.pinButton(pin)?.focus(); }
            return undefined;
        }
    }

    /** Each Enter adds a corner; Enter where the last one is ends the line. */
    extendLine(point) {
        this.line ??= [];
        const last = this.line.at(-1);
        if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < 0.5) {
            const line = this.line;
            this.line = null;
            this.stage.drafts = [];
            return this.finish(line);
        }
        this.line.push(point);
        this.stage.drafts = [{ kind: this.tool.id === 'protect' ? 'lasso' : 'cut', points: this.line }];
        this.stage.redraw();
        return undefined;
    }

    cancelLine() {
        const had = this.line !== null || this.boneFrom !== null;
        this.line = null;
        this.boneFrom = null;
        this.stage.drafts = [];
        this.stage.redraw();
        return had;
    }
}
