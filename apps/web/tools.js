// tools.js — what pointers do on the drawing: drag, pin, bone, starch, protect, cut, pan.
//
// Every pointer has a gesture of its own, so several fingers drag several pins at once. A tool that draws on
// the sheet shows it at rest while it is chosen: what it makes is said of the drawing as drawn.
// SPDX-License-Identifier: MIT
import { Cross } from './cross.js';
import { Pins } from './pins.js';
import { Sheet } from './sheet.js';

export const TOOLS = [
    {
        id: 'pose',
        icon: 'pose',
        title: 'Pose',
        key: 'v',
        cursor: 'grab',
        about: 'Drag pins; drag beside them to move the view',
    },
    {
        id: 'pin',
        icon: 'pin',
        title: 'Pin',
        key: 'p',
        cursor: 'cross',
        about: 'Click to drop a pin, drag a pin to place it anew',
    },
    {
        id: 'bone',
        icon: 'bone',
        title: 'Bone',
        key: 'b',
        cursor: 'cross',
        about: 'Drag from one pin to another',
    },
    {
        id: 'starch',
        icon: 'starch',
        title: 'Starch',
        key: 's',
        cursor: 'none',
        atRest: true,
        about: 'Brush over what should bend less',
    },
    {
        id: 'protect',
        icon: 'protect',
        title: 'Protect',
        key: 'o',
        cursor: 'cross',
        atRest: true,
        about: 'Draw around what should keep its shape',
    },
    {
        id: 'cut',
        icon: 'cut',
        title: 'Cut',
        key: 'c',
        cursor: 'cross',
        atRest: true,
        about: 'Draw a line to part the sheet',
    },
    { id: 'hand', icon: 'hand', title: 'Move', key: 'h', cursor: 'grab', about: 'Move the view' },
];
const REACH = { mouse: 18, pen: 20, touch: 30 };
const CLICK_PX = 4;

export class Tools {
    constructor(editor, stage, { fail }) {
        Object.assign(this, { editor, stage, fail });
        this.tool = TOOLS[0];
        this.settings = { starch: 12, radius: 24, erase: false };
        this.pins = new Pins(editor, (work) => this.try(work));
        this.sheet = new Sheet(editor, stage, this.pins, this.settings);
        this.cross = new Cross(this);
        this.gestures = new Map();
        this.fingers = new Map();
        const { field } = stage.dom;
        field.addEventListener('pointerdown', (event) => this.down(event));
        field.addEventListener('pointermove', (event) => this.move(event));
        for (const name of ['pointerup', 'pointercancel'])
            field.addEventListener(name, (event) => this.up(event));
        field.addEventListener('pointerleave', () => {
            if (!this.gestures.size) this.hover(null);
        });
        field.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        field.addEventListener('contextmenu', (event) => event.preventDefault());
        editor.on('open', ({ again } = {}) => {
            if (!again) this.choose('pose');
        });
    }

    choose(id) {
        this.tool = TOOLS.find((t) => t.id === id);
        this.boneFrom = null;
        this.stage.drafts = [];
        this.cross.line = null;
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
        const pin =
            this.tool.id === 'hand' || event.button === 1 ? null : this.stage.pinAt(spot.at, reach);
        if (this.onKnob(spot)) return this.turning();
        if (this.tool.atRest) return this.drawing(spot);
        if (pin !== null && this.tool.id === 'bone') return this.boning(pin);
        if (pin !== null)
            return this.tool.id === 'pin' ? this.replacing(pin, spot) : this.dragging(pin, spot);
        return this.panning(event, spot);
    }

    move(event) {
        const spot = this.stage.locate(event);
        const gesture = this.gestures.get(event.pointerId);
        if (!gesture) {
            this.hover(spot, event);
            return;
        }
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
        if (event.ctrlKey || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY)))
            this.stage.zoom(
                Math.exp(
                    -event.deltaY * (event.deltaMode ? 0.05 : 0.0016) * (event.ctrlKey ? 4 : 1),
                ),
                at,
            );
        else this.stage.pan(-event.deltaX, -event.deltaY);
    }

    hover(spot, event) {
        const { stage } = this;
        const pin =
            spot && !this.tool.atRest && this.tool.id !== 'hand'
                ? stage.pinAt(spot.at, REACH[event.pointerType] ?? 18)
                : null;
        stage.hot = pin;
        stage.dom.stage.dataset.cursor =
            pin !== null || (spot && this.onKnob(spot)) ? 'pin' : this.tool.cursor;
        if (this.tool.id === 'starch') stage.drafts = spot ? [this.brushMark(spot.point)] : [];
        else if (this.tool.id === 'bone' && this.boneFrom !== null && spot)
            stage.drafts = [
                { kind: 'bone', from: this.editor.placeOf(this.boneFrom), to: spot.point },
            ];
        stage.redraw();
    }

    onKnob(spot) {
        const { knob } = this.stage;
        return Boolean(
            knob &&
            !this.tool.atRest &&
            Math.hypot(spot.at[0] - knob.at[0], spot.at[1] - knob.at[1]) < 14,
        );
    }

    dragging(pin, spot) {
        const { editor, stage } = this;
        const start = editor.placeOf(pin),
            grip = [start[0] - spot.point[0], start[1] - spot.point[1]],
            { name } = editor.handles[pin];
        const isThere = () => editor.handles[pin]?.name === name; // undone while it is dragged
        const before = [...editor.targets.subarray(4 * pin, 4 * pin + 2)];
        let moved = false;
        editor.trip = null;
        editor.choosePin(pin);
        stage.hot = pin;
        stage.dom.stage.dataset.cursor = 'grabbing';
        return {
            move: ({ point, at }) => {
                if (!moved && Math.hypot(at[0] - spot.at[0], at[1] - spot.at[1]) < 2) return;
                if (!isThere()) return;
                moved = true;
                editor.aim(pin, point[0] + grip[0], point[1] + grip[1]);
                stage.redraw();
            },
            up: () => {
                stage.dom.stage.dataset.cursor = 'pin';
                if (moved && isThere()) editor.commit(`move ${name}`);
            },
            cancel: () => isThere() && editor.aim(pin, ...before),
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
                if (event.shiftKey) angle = (Math.round((angle * 12) / Math.PI) * Math.PI) / 12;
                editor.turn(index, angle);
                stage.redraw();
            },
            up: () => editor.handles[index] && editor.commit(`turn ${editor.handles[index].name}`),
        };
    }

    panning(event, spot) {
        const { stage } = this;
        let last = spot.at,
            way = 0;
        this.fingers.set(event.pointerId, spot.at);
        return {
            move: ({ at }) => {
                const others = [...this.fingers]
                    .filter(([id]) => id !== event.pointerId)
                    .map(([, p]) => p);
                way += Math.hypot(at[0] - last[0], at[1] - last[1]);
                if (others.length) {
                    const [other] = others;
                    const span = (p) => Math.max(Math.hypot(p[0] - other[0], p[1] - other[1]), 8);
                    stage.zoom(span(at) / span(last), [
                        (at[0] + other[0]) / 2,
                        (at[1] + other[1]) / 2,
                    ]);
                    stage.pan((at[0] - last[0]) / 2, (at[1] - last[1]) / 2);
                } else if (way > CLICK_PX) {
                    stage.pan(at[0] - last[0], at[1] - last[1]);
                }
                last = at;
                this.fingers.set(event.pointerId, at);
            },
            up: () => {
                if (way <= CLICK_PX) this.click(spot);
            },
        };
    }

    click(spot) {
        if (this.tool.id === 'pin') this.pins.drop(spot.point);
        else if (this.tool.id === 'bone') {
            this.boneFrom = null;
            this.stage.drafts = [];
            this.stage.redraw();
        } else this.editor.choosePin(null);
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
                if (to) this.pins.place(pin, to);
                stage.redraw();
            },
        };
    }

    boning(pin) {
        const { stage, editor } = this;
        if (this.boneFrom !== null && this.boneFrom !== pin) {
            this.addBone(this.boneFrom, pin);
            return { up() {} };
        }
        this.boneFrom = pin;
        editor.choosePin(pin);
        return {
            move: ({ at, point }) => {
                stage.hot = stage.pinAt(at, 24);
                stage.drafts = [
                    {
                        kind: 'bone',
                        from: editor.placeOf(pin),
                        to: stage.hot !== null ? editor.placeOf(stage.hot) : point,
                    },
                ];
                stage.redraw();
            },
            up: ({ at }) => {
                const end = stage.pinAt(at, 28);
                if (end !== null && end !== pin) this.addBone(pin, end);
            },
        };
    }

    brushMark(point) {
        return {
            kind: 'brush',
            points: [point],
            radius: this.settings.radius,
            erase: this.settings.erase,
        };
    }

    drawing(spot) {
        const { stage } = this;
        const points = [spot.point],
            kind = { starch: 'stroke', protect: 'lasso', cut: 'cut' }[this.tool.id];
        const draft = { kind, points, radius: this.settings.radius };
        stage.drafts = [draft];
        const erase = this.settings.erase;
        return {
            move: ({ point }) => {
                const last = points.at(-1);
                if (Math.hypot(point[0] - last[0], point[1] - last[1]) * stage.camera.scale < 2)
                    return;
                points.push(point);
                stage.drafts = kind === 'stroke' ? [draft, this.brushMark(point)] : [draft];
                stage.redraw();
            },
            up: (_, event) => {
                stage.drafts = [];
                this.finish(points, erase || event.altKey);
                stage.redraw();
            },
            cancel: () => {
                stage.drafts = [];
                stage.redraw();
            },
        };
    }

    finish(points, erase = false) {
        if (this.tool.id === 'starch')
            return this.try(() => this.sheet.starch(points, this.settings.radius, erase));
        if (this.tool.id === 'protect') return this.try(() => this.sheet.protect(points));
        return this.try(() => this.sheet.cut(points));
    }

    addBone(from, to) {
        this.boneFrom = null;
        this.stage.drafts = [];
        return this.pins.join(from, to);
    }
}
