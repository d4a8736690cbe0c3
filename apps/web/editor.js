// editor.js — what is open and what is done to it; knows no screen.
//
// One puppet: its text, its meshes, where its pins are aimed, the frame bent last. An edit makes a changed copy
// of the text, the core judges it, and only what it accepts is kept; every change ends in the history.
// SPDX-License-Identifier: MIT
import { decodeSvgOrPng } from './files.js';
import { History } from './history.js';
import { restShape } from './mesh.js';
import { Puppet } from './puppet.js';

export const METHODS = ['arap', 'blend', 'shepard', 'mls'];
const same = (a, b) => a?.length === b?.length && a.every((v, k) => v === b[k]);
const keyOf = (h) => `${h.piece}.${h.name}`;

export class Editor {
    constructor(solver) {
        this.solver = solver;
        solver.onFrame = (frame, wish) => this.onFrame(frame, wish);
        solver.onDeath = () => this.recover();
        solver.onError = (error) => this.say('error', error.message);
        this.listeners = new Map();
        this.history = new History();
        this.puppet = null;
        this.pieces = [];
        this.handles = [];
        this.view = 0;
        this.show = { wireframe: false, heat: false, compare: false, rest: false };
        this.choice = null; // {kind: pin | bones | regions | cuts, name | index, piece}
        this.files = []; // the bytes of the pictures, to be saved again
        this.queue = Promise.resolve();
        this.quiet = false; // between two puppets: what is on the screen stays until the new one is bent
    }

    on(event, listener) {
        this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    }
    say(event, value) {
        for (const listener of this.listeners.get(event) ?? []) listener(value);
    }

    /** One edit after another: the core holds one puppet at a time. */
    inTurn(work) {
        const done = this.queue.then(work);
        this.queue = done.catch(() => {});
        return done;
    }

    // --- opening ----------------------------------------------------------------------------------------

    /** A puppet with its pictures: [{name: as the puppet calls it, bytes}]. */
    openPuppet(name, text, pictures, extra = {}) {
        return this.inTurn(() =>
            this.orAsBefore(async () => {
                await this.keepPictures(pictures);
                const puppet = this.parse(name, text);
                await this.load(puppet, name);
                this.begin(puppet, name, pictures, extra);
            }),
        );
    }

    /** What is open stays open when another cannot be: the core gets its pictures back. */
    async orAsBefore(work) {
        try {
            await work();
        } catch (error) {
            if (this.puppet) {
                await this.keepPictures(this.files);
                await this.load(this.puppet, this.path);
                await this.want({ jump: true });
            }
            throw error;
        }
    }

    /** A drawing becomes a puppet without pins. */
    openDrawing(name, bytes) {
        return this.inTurn(() =>
            this.orAsBefore(async () => {
                const isSvg = /\.svg$/i.test(name);
                const picture = await decodeSvgOrPng(this.solver, name, bytes);
                const kept = isSvg ? name.replace(/\.svg$/i, '.png') : name;
                const data = isSvg ? await this.solver.ask('encode', { picture }) : bytes;
                await this.solver.ask('forget');
                await this.solver.ask('keep', { name: kept, picture });
                const base = kept.replace(/\.[^.]*$/, '');
                const text = await this.solver.ask('make', {
                    name: base,
                    picture: kept,
                    style: 1,
                    spacing: 0,
                });
                const puppet = Puppet.parse(text);
                const path = `${base}.puppet.json`;
                await this.load(puppet, path);
                this.begin(puppet, path, [{ name: kept, bytes: data }]);
            }),
        );
    }

    /** A new worker gets what was open; not if it has only just died of it. */
    recover() {
        if (!this.puppet || performance.now() - (this.recovered ?? -1e9) < 10000) return;
        this.recovered = performance.now();
        this.inTurn(async () => {
            await this.keepPictures(this.files);
            await this.load(this.puppet, this.path);
            this.adopt();
            this.say('open', { again: true });
            await this.want({ jump: true });
        }).catch((error) => this.say('error', error.message));
    }

    async keepPictures(pictures) {
        const decoded = [];
        for (const { name, file, bytes } of pictures)
            decoded.push({ name, picture: await decodeSvgOrPng(this.solver, file ?? name, bytes) });
        await this.solver.ask('forget');
        for (const { name, picture } of decoded)
            await this.solver.ask('keep', { name, picture }, [picture.data.buffer]);
    }

    /** JSON that cannot be read here goes to the core all the same, which says at which line. */
    parse(name, text) {
        try {
            return Object.assign(Puppet.parse(text), { source: text });
        } catch (error) {
            if (!(error instanceof SyntaxError)) throw new Error(`${name} ${error.message}`);
            return { text, looks: () => [] };
        }
    }

    async load(puppet, name) {
        await this.solver.idle();
        const open = (text) => this.solver.ask('open', { name, text, looks: puppet.looks() });
        try {
            this.opened = await open(puppet.text);
        } catch (error) {
            // The line and column of the file as its writer knows it.
            if (puppet.source && !error.dead) await open(puppet.source);
            throw error;
        }
    }

    begin(puppet, path, files, { restored = false } = {}) {
        this.puppet = puppet;
        this.path = path;
        this.files = files;
        this.view = 0;
        this.choice = null;
        this.frame = null;
        this.history.clear();
        this.adopt();
        this.targets = this.opened.rest.slice();
        this.say('open', { restored });
        this.history.record(this.snapshot(), 'open');
        this.want({ jump: true });
    }

    /** Takes over what the core said of the puppet. */
    adopt() {
        const { pieces, handles, views, rest, warnings, text } = this.opened;
        pieces.forEach((piece, k) => {
            piece.pictures ??= undefined;
            piece.rest = restShape(piece);
            this.pieces[k] = piece;
        });
        this.pieces.length = pieces.length;
        this.views = views;
        this.rest = rest;
        this.warnings = warnings;
        this.canonical = text;
        const named = this.puppet.handles();
        this.handles = handles.map((handle, k) => ({ ...handle, ...named[k], index: k }));
        const loose = new Set(
            (this.puppet.doc.limbs ?? [])
                .filter((l) => l.hold_mid === false)
                .map((l) => `${l.piece}.${l.mid}`),
        );
        for (const handle of this.handles) {
            handle.loose = loose.has(keyOf(handle));
            handle.turn = handle.spec.turn ?? 'free';
        }
        this.order = views[this.view] ?? [];
        this.restVertices = new Float32Array(
            this.order.reduce((sum, p) => sum + pieces[p].vertices.length, 0),
        );
        let at = 0;
        for (const p of this.order) {
            this.restVertices.set(pieces[p].rest, at);
            at += pieces[p].rest.length;
        }
    }

    // --- bending ----------------------------------------------------------------------------------------

    get methods() {
        return this.show.compare ? METHODS : METHODS.slice(0, 1);
    }

    want(extra = {}) {
        if (!this.puppet) return Promise.resolve();
        return this.solver.want({
            targets: this.targets.slice(),
            methods: this.methods,
            view: this.view,
            strain: this.show.heat,
            ...extra,
        });
    }

    onFrame(frame, wish) {
        if (!this.puppet || frame.bent.arap.handles.length !== 7 * this.handles.length) return;
        this.frame = frame;
        this.aimed = wish.targets;
        this.say('frame', frame);
    }

    /** The vertices shown: bent, or at rest while something is drawn on the sheet. */
    verticesOf(method = 'arap') {
        if (this.show.rest || !this.frame) return this.restVertices;
        return (this.frame.bent[method] ?? this.frame.bent.arap).vertices;
    }

    /** The vertices of the k-th piece in draw order. */
    verticesOfPiece(pieceIndex, method = 'arap') {
        const all = this.verticesOf(method);
        let at = 0;
        for (const p of this.order) {
            const count = this.pieces[p].vertices.length;
            if (p === pieceIndex) return all.subarray(at, at + count);
            at += count;
        }
        return null;
    }

    /** Where a pin is shown: at its target, one that nobody holds where it came to lie. */
    placeOf(index) {
        if (this.show.rest) return [this.rest[4 * index], this.rest[4 * index + 1]];
        const reached = this.frame?.bent.arap.handles;
        if (this.handles[index].loose && reached)
            return [reached[7 * index], reached[7 * index + 1]];
        return [this.targets[4 * index], this.targets[4 * index + 1]];
    }

    residualOf(index) {
        return this.frame?.bent.arap.handles[7 * index + 4] ?? 0;
    }

    aim(index, x, y) {
        this.targets[4 * index] = x;
        this.targets[4 * index + 1] = y;
        return this.want();
    }

    turn(index, angle) {
        this.targets[4 * index + 2] = angle;
        return this.want();
    }

    /** How the sheet lies turned at a pin, rad. */
    angleAt(index) {
        const handle = this.handles[index],
            piece = this.pieces[handle.pieceIndex];
        const points = this.verticesOfPiece(handle.pieceIndex);
        if (!points) return 0;
        const mean = (p) =>
            [0, 1].map(
                (axis) =>
                    handle.vertices.reduce((s, v) => s + p[2 * v + axis], 0) /
                    handle.vertices.length,
            );
        const a = mean(piece.rest),
            b = mean(points);
        let dot = 0,
            cross = 0;
        for (const v of handle.vertices) {
            const rx = piece.rest[2 * v] - a[0],
                ry = piece.rest[2 * v + 1] - a[1];
            const bx = points[2 * v] - b[0],
                by = points[2 * v + 1] - b[1];
            dot += rx * bx + ry * by;
            cross += rx * by - ry * bx;
        }
        return Math.atan2(cross, dot);
    }

    // --- history ----------------------------------------------------------------------------------------

    snapshot() {
        return {
            text: this.puppet.text,
            targets: this.targets.slice(),
            vertices: this.frame?.bent.arap.vertices.slice() ?? null,
        };
    }

    /** A drag, a nudge, a pose is done: waits until it has settled. */
    async commit(label, merge = false) {
        this.history.record(this.snapshot(), label, merge);
        this.say('change');
        await this.solver.idle();
        this.history.settle(this.frame?.bent.arap.vertices.slice() ?? null);
        this.say('saved-state');
    }

    undo() {
        return this.goTo(this.history.undo());
    }
    redo() {
        return this.goTo(this.history.redo());
    }

    goTo(state) {
        if (!state) return Promise.resolve();
        return this.inTurn(async () => {
            const other = state.text !== this.puppet.text;
            if (other) {
                const puppet = Puppet.parse(state.text);
                await this.load(puppet, this.path);
                this.quiet = true;
                this.puppet = puppet;
                this.adopt();
                this.keepChoice();
            }
            this.targets = state.targets.slice();
            const fits = state.vertices?.length === this.restVertices.length;
            await this.want(fits ? { resume: state.vertices.slice() } : { jump: true });
            this.quiet = false;
            if (other) this.say('open', { again: true });
            this.say('change');
            this.say('saved-state');
        });
    }

    // --- edits ------------------------------------------------------------------------------------------

    /**
     * Changes the puppet. `aims`: targets of pins by "piece.name" where they are not to stay as they are
     * against rest: [x, y, angle].
     */
    edit(label, change, { aims = () => ({}), merge = false } = {}) {
        return this.inTurn(async () => {
            const puppet = this.puppet.copy();
            const answer = change(puppet);
            if (puppet.text === this.puppet.text) return answer;
            await this.load(puppet, this.path); // throws, and everything is as it was
            const before = {
                handles: this.handles,
                rest: this.rest,
                targets: this.targets,
                shape: this.restVertices,
                vertices: this.frame?.bent.arap.vertices,
            };
            this.quiet = true;
            this.puppet = puppet;
            this.adopt();
            this.carry(before, aims(answer));
            this.keepChoice();
            const goesOn = same(before.shape, this.restVertices) && before.vertices;
            await this.want(goesOn ? { resume: before.vertices.slice() } : { jump: true });
            this.quiet = false;
            this.say('open', { again: true });
            await this.commit(label, merge);
            return answer;
        });
    }

    /** Pins keep their way from rest, by name; what is new lies at rest. */
    carry(before, aims) {
        const old = new Map(before.handles.map((h) => [keyOf(h), h.index]));
        this.targets = this.rest.slice();
        for (const handle of this.handles) {
            const to = 4 * handle.index,
                from = 4 * (old.get(keyOf(handle)) ?? -1);
            const aim = aims[keyOf(handle)];
            if (aim) {
                for (let k = 0; k < 3; k++) this.targets[to + k] = aim[k];
                continue;
            }
            if (from < 0) continue;
            for (let k = 0; k < 3; k++)
                this.targets[to + k] += before.targets[from + k] - before.rest[from + k];
            this.targets[to + 3] = before.targets[from + 3];
        }
    }

    keepChoice() {
        const { choice } = this;
        if (choice?.kind === 'pin' && !this.handles.some((h) => keyOf(h) === choice.name))
            this.choice = null;
        else if (
            choice &&
            choice.kind !== 'pin' &&
            !this.puppet.list(choice.piece, choice.kind).some((i) => i.name === choice.name)
        )
            this.choice = null;
    }

    choosePin(index) {
        this.choice = index === null ? null : { kind: 'pin', name: keyOf(this.handles[index]) };
        this.say('choice');
    }

    get chosenPin() {
        if (this.choice?.kind !== 'pin') return null;
        return this.handles.find((h) => keyOf(h) === this.choice.name) ?? null;
    }

    choose(kind, piece, name) {
        this.choice = { kind, piece, name };
        this.say('choice');
    }

    // --- poses ------------------------------------------------------------------------------------------

    async poseTargets(name) {
        if (name === null) return this.rest.slice();
        const weights = this.puppet.poseNames.map((n) => (n === name ? 1 : 0));
        return this.solver.ask('poses', { weights, view: this.view });
    }

    /** Goes there in some steps, each of them solved. */
    async travel(to, label, ms = 420) {
        const from = this.targets.slice(),
            start = performance.now(),
            trip = (this.trip = {});
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
        for (let t = 0; t < 1;) {
            t = still ? Math.min(1, (performance.now() - start) / still) : 1;
            const s = t * t * (3 - 2 * t);
            this.targets = from.map((v, k) => v + s * (to[k] - v));
            this.want();
            if (t < 1) await new Promise(requestAnimationFrame);
            if (this.trip !== trip) return;
        }
        this.targets = to.slice();
        await this.want();
        await this.commit(label);
    }
}
