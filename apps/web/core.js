// core.js — the C core in the browser: its .wasm, and the addresses behind it as plain JavaScript values.
//
// Runs in a worker and in Node alike. Memory grows by itself, which makes old views stale: every read makes
// a fresh one, and everything that leaves this file is a copy.
// SPDX-License-Identifier: MIT

export const STATUS = ['reached', 'short', 'capped', 'lagging', 'reposed', 'stalled'];
const FIGURES = [
    'status',
    'iterations',
    'inverted',
    'branchPoints',
    'minAreaRatio',
    'energy',
    'stretchP95',
    'featureDistortion',
    'lastMovePx',
    'invertedRaw',
];
const ERROR_KINDS = ['ok', 'memory', 'file', 'format', 'argument', 'not yet'];

/** What the core says when it cannot: one line, and where. */
export class CoreError extends Error {
    constructor(kind, where, text) {
        super(where ? `${where}: ${text}` : text);
        this.name = 'CoreError';
        this.kind = kind;
        this.where = where;
        this.text = text;
    }
}

export class Core {
    /** @param {BufferSource | Response | Promise<Response>} source the .wasm */
    static async load(source) {
        const streamed =
            source instanceof Promise ||
            (typeof Response !== 'undefined' && source instanceof Response);
        const { instance } = streamed
            ? await WebAssembly.instantiateStreaming(source, {})
            : await WebAssembly.instantiate(source, {});
        return new Core(instance.exports);
    }

    constructor(exports) {
        this.c = exports;
        this.c._initialize?.();
        this.machines = new Map();
    }

    // --- between the two memories ---------------------------------------------------------------------

    bytes(address, count) {
        return new Uint8Array(this.c.memory.buffer, address, count).slice();
    }
    ints(address, count) {
        return new Int32Array(this.c.memory.buffer, address, count).slice();
    }
    floats(address, count) {
        return new Float32Array(this.c.memory.buffer, address, count).slice();
    }
    doubles(address, count) {
        return new Float64Array(this.c.memory.buffer, address, count).slice();
    }

    text(address) {
        const memory = new Uint8Array(this.c.memory.buffer);
        return new TextDecoder().decode(memory.slice(address, memory.indexOf(0, address)));
    }

    fail() {
        throw new CoreError(
            ERROR_KINDS[this.c.web_error_kind()] ?? 'ok',
            this.text(this.c.web_error_where()),
            this.text(this.c.web_error_text()),
        );
    }

    /** A block of the core that holds these bytes and a zero; the caller releases it. */
    put(bytes) {
        const address = this.c.web_allocate(bytes.length + 1);
        if (!address) throw new CoreError('memory', '', 'no memory is left: close other pages');
        const memory = new Uint8Array(this.c.memory.buffer);
        memory.set(bytes, address);
        memory[address + bytes.length] = 0;
        return address;
    }

    /** Calls `use` with the addresses and sizes of texts. */
    withTexts(texts, use) {
        const encoded = texts.map((text) => new TextEncoder().encode(text));
        const addresses = [];
        try {
            for (const bytes of encoded) addresses.push(this.put(bytes));
            return use(...addresses.map((at, k) => ({ at, size: encoded[k].length })));
        } finally {
            for (const at of addresses) this.c.web_release(at);
        }
    }

    made() {
        return new TextDecoder().decode(this.bytes(this.c.web_text(), this.c.web_text_size()));
    }

    // --- pictures and the puppet ----------------------------------------------------------------------

    /** @param {{width: number, height: number, data: Uint8Array}} picture straight RGBA */
    keepPicture(name, picture) {
        this.withTexts([name], (n) => {
            const pixels = this.put(picture.data);
            if (!this.c.web_picture_keep(n.at, pixels, picture.width, picture.height)) this.fail();
        });
    }

    dropPictures() {
        this.c.web_pictures_drop();
    }

    makePuppet(name, picture, { style = 0, spacing = 0 } = {}) {
        return this.withTexts([name, picture], (n, p) => {
            if (!this.c.web_drawing_make(n.at, p.at, style, spacing)) this.fail();
            return this.made();
        });
    }

    loadPuppet(name, text) {
        this.withTexts([name, text], (n, t) => {
            if (!this.c.web_puppet_load(n.at, t.at, t.size)) this.fail();
        });
        this.machines.clear();
    }

    writePuppet() {
        if (!this.c.web_puppet_write()) this.fail();
        return this.made();
    }

    warnings() {
        if (!this.c.web_puppet_warnings()) this.fail();
        return this.made().split('\n').filter(Boolean);
    }

    /** The rest mesh of a piece. */
    piece(index) {
        const at = this.c.web_piece_at(index);
        if (!at) throw new CoreError('argument', 'piece', `there is no piece ${index}`);
        const w = this.ints(at, 14);
        const [spacing, coverage, smallestAngle, mirrorX] = this.doubles(w[12], 4);
        return {
            vertexCount: w[0],
            triangleCount: w[1],
            partCount: w[2],
            firstHandle: w[3],
            handleCount: w[4],
            drawing: w[5],
            mirrored: w[6] !== 0,
            boneCount: w[7],
            vertices: this.doubles(w[8], 2 * w[0]),
            triangles: this.ints(w[9], 3 * w[1]),
            parts: w[10] ? this.ints(w[10], w[1]) : null,
            rigidity: w[11] ? this.doubles(w[11], w[1]) : null,
            islands: this.ints(w[13], w[0]),
            spacing,
            coverage,
            smallestAngle,
            mirrorX,
        };
    }

    piecePicture(index, part = -1) {
        const at = this.c.web_piece_picture(index, part);
        if (!at) this.fail();
        return this.shown(at);
    }

    shown(at) {
        const width = this.c.web_picture_width(),
            height = this.c.web_picture_height();
        return { width, height, data: this.bytes(at, 4 * width * height) };
    }

    pieces() {
        return Array.from({ length: this.c.web_piece_count() }, (_, k) => this.piece(k));
    }

    handles() {
        return Array.from({ length: this.c.web_handle_count() }, (_, k) => {
            const [x, y, snapped, count, radius] = this.doubles(this.c.web_handle_at(k), 5);
            return {
                x,
                y,
                snapped,
                count,
                radius,
                vertices: this.ints(this.c.web_handle_vertices(k), count),
            };
        });
    }

    views() {
        return Array.from({ length: this.c.web_view_count() }, (_, v) =>
            Array.from({ length: this.c.web_view_pieces(v) }, (__, k) =>
                this.c.web_view_piece(v, k),
            ),
        );
    }

    // --- bending ---------------------------------------------------------------------------------------

    /** The machine of a method, made when first asked for; "arap#2" is another one of "arap". */
    machine(method) {
        if (!this.machines.has(method)) {
            const index = this.withTexts([method.split('#')[0]], (m) => this.c.web_bend_open(m.at));
            if (index < 0) this.fail();
            this.machines.set(method, index);
        }
        return this.machines.get(method);
    }

    /** Where the pins are aimed: 4 numbers each (x, y, angle in rad, clockwise as seen, scale). */
    setTargets(method, targets) {
        const at = this.c.web_bend_targets(this.machine(method));
        new Float64Array(this.c.memory.buffer, at, targets.length).set(targets);
    }

    targets(method) {
        return this.doubles(
            this.c.web_bend_targets(this.machine(method)),
            4 * this.c.web_handle_count(),
        );
    }

    /** The targets of rest, or of poses at these weights (one a pose of the puppet). */
    restTargets(method, weights = null, view = 0) {
        const machine = this.machine(method);
        const at = weights ? this.put(new Uint8Array(Float64Array.from(weights).buffer)) : 0;
        this.c.web_bend_rest(machine, view, at);
        if (at) this.c.web_release(at);
        return this.targets(method);
    }

    bend(method, { view = 0, jump = false } = {}) {
        return STATUS[this.c.web_bend(this.machine(method), view, jump ? 1 : 0)] ?? 'stalled';
    }

    /** The next bend starts from this frame, written by an earlier one. */
    resume(method, vertices, view = 0) {
        const at = this.put(
            new Uint8Array(vertices.buffer, vertices.byteOffset, vertices.byteLength),
        );
        const done = this.c.web_bend_resume(this.machine(method), view, at);
        this.c.web_release(at);
        return done !== 0;
    }

    /** What the last bend of a method wrote. */
    bent(method) {
        const machine = this.machine(method);
        const count = this.c.web_bent_vertex_count(machine);
        if (count === 0) return null;
        const figures = this.doubles(this.c.web_bent_figures(machine), FIGURES.length);
        return {
            vertices: this.floats(this.c.web_bent_vertices(machine), 2 * count),
            handles: this.doubles(this.c.web_bent_handles(machine), 7 * this.c.web_handle_count()),
            figures: Object.fromEntries(FIGURES.map((name, k) => [name, figures[k]])),
        };
    }

    /** The stretch and the area ratio of each triangle, pieces in draw order. */
    strain(method) {
        const machine = this.machine(method),
            stretch = [],
            ratio = [];
        for (let k = 0; k < this.c.web_bent_pieces(machine); k++) {
            const count = this.piece(this.c.web_bent_piece(machine, k)).triangleCount;
            const at = this.c.web_bent_stretch(machine, k);
            if (!at) this.fail();
            stretch.push(this.floatsOf(at, count));
            ratio.push(this.floatsOf(at + 8 * count, count));
        }
        return { stretch, ratio };
    }

    floatsOf(at, count) {
        return Float32Array.from(new Float64Array(this.c.memory.buffer, at, count));
    }

    report(method) {
        if (!this.c.web_bent_report(this.machine(method))) this.fail();
        return this.made();
    }

    still(method, { scale = 1, margin = 16, mesh = false, handles = false } = {}) {
        const at = this.c.web_still(
            this.machine(method),
            scale,
            margin,
            (mesh ? 1 : 0) | (handles ? 2 : 0),
        );
        if (!at) this.fail();
        return this.shown(at);
    }
}
