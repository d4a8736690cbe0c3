// puppet.js — the puppet file as the editor changes it: plain JSON in, plain JSON out, keys it does not
// know left alone.
//
// An edit is a function of a copy; the core reads the copy's text and judges it, so the page never needs the
// grammar's ranges. Handles are numbered as the core numbers them: piece by piece, in the file's order.
// SPDX-License-Identifier: MIT

/** Tenths of a px are enough for a place on a drawing. */
export const round = (x, digits = 1) => Number(x.toFixed(digits));

export function freeName(stem, taken) {
    for (let k = 1; ; k++) if (!taken.includes(`${stem}_${k}`)) return `${stem}_${k}`;
}

export class Puppet {
    constructor(doc) {
        this.doc = doc;
    }

    static parse(text) {
        const doc = JSON.parse(text);
        if (
            doc === null ||
            typeof doc !== 'object' ||
            Array.isArray(doc) ||
            typeof doc.pantin !== 'string'
        )
            throw new Error('is no puppet: it should begin with "pantin": "puppet/1"');
        if (!doc.pantin.startsWith('puppet/'))
            throw new Error(`is a ${doc.pantin.split('/')[0].slice(0, 20)}, not a puppet`);
        try {
            JSON.stringify(doc);
        } catch {
            throw new SyntaxError('is nested too deeply');
        }
        return new Puppet(doc);
    }

    get text() {
        return JSON.stringify(this.doc, null, 2);
    }
    get name() {
        return String(this.doc.name ?? 'puppet');
    }
    copy() {
        return new Puppet(structuredClone(this.doc));
    }

    // --- what is in it --------------------------------------------------------------------------------

    get pieceNames() {
        return Object.keys(this.doc.pieces ?? {});
    }
    piece(index) {
        return Object.values(this.doc.pieces)[index];
    }

    /** Pictures and masks the file names. */
    get pictures() {
        const named = [];
        for (const drawing of Object.values(this.doc.drawings ?? {}))
            named.push(drawing?.image, drawing?.mask);
        for (const piece of Object.values(this.doc.pieces ?? {}))
            for (const region of [piece?.regions].flat()) named.push(region?.mask);
        return [...new Set(named.filter((name) => typeof name === 'string'))];
    }

    /** What a piece's pictures look like depends on. */
    looks() {
        // Asked before the core has judged the file: nothing need be what it should.
        return Object.values(this.doc.pieces ?? {}).map((given) => {
            const piece = given ?? {},
                drawing = this.doc.drawings?.[piece.drawing] ?? {};
            return JSON.stringify([
                drawing.image,
                drawing.mask,
                piece.cuts ?? null,
                piece.cuts ? piece.mesh : null,
                piece.cuts ? (piece.regions ?? null) : null,
            ]);
        });
    }

    /** Whose handles a piece has: its own, or another's ("same_as"). */
    ownerOfHandles(piece) {
        for (let hops = 0; hops < 16; hops++) {
            const same = this.doc.pieces[piece].handles?.same_as;
            if (typeof same !== 'string' || !this.doc.pieces[same]) return piece;
            piece = same;
        }
        return piece;
    }

    /** All handles, in the core's order: {piece, pieceIndex, name, spec}. */
    handles() {
        const all = [];
        this.pieceNames.forEach((piece, pieceIndex) => {
            const owner = this.ownerOfHandles(piece);
            for (const [name, spec] of Object.entries(this.doc.pieces[owner].handles ?? {}))
                all.push({ piece, owner, pieceIndex, name, spec });
        });
        return all;
    }

    /** How other parts of the file call a handle: by its name alone where that is enough. */
    callHandle(handle) {
        const alike = this.handles().filter((h) => h.name === handle.name);
        return alike.length > 1 ? `${handle.piece}.${handle.name}` : handle.name;
    }

    means(text, handle) {
        return text === handle.name || text === `${handle.piece}.${handle.name}`;
    }

    // --- pins -----------------------------------------------------------------------------------------

    addHandle(pieceIndex, at, turn = 'free') {
        const owner = this.doc.pieces[this.ownerOfHandles(this.pieceNames[pieceIndex])];
        owner.handles ??= {};
        const name = freeName(
            'pin',
            this.handles().map((h) => h.name),
        );
        owner.handles[name] = { at_px: at.map((v) => round(v)), turn };
        return name;
    }

    moveHandle(handle, at) {
        const spec = this.doc.pieces[handle.owner].handles[handle.name];
        delete spec.vertices;
        spec.at_px = at.map((v) => round(v));
    }

    setHandle(handle, changes) {
        Object.assign(this.doc.pieces[handle.owner].handles[handle.name], changes);
    }

    /** A new name, everywhere. */
    renameHandle(handle, name) {
        const owner = this.doc.pieces[handle.owner];
        const taken = Object.keys(owner.handles);
        if (name === handle.name) return;
        if (taken.includes(name)) throw new Error(`there is already a pin "${name}"`);
        owner.handles = Object.fromEntries(
            Object.entries(owner.handles).map(([key, spec]) => [
                key === handle.name ? name : key,
                spec,
            ]),
        );
        this.eachMention(handle, (text) => (text.includes('.') ? `${handle.piece}.${name}` : name));
    }

    /** Removes a pin and what needs it: bones, limbs, springs, its part in poses. Answers what went along. */
    removeHandle(handle) {
        const held = (this.doc.attachments ?? []).find((a) =>
            [...(a.weld ?? []).flat(), a.pivot].some((t) => this.means(t, handle)),
        );
        if (held) throw new Error(`"${handle.name}" holds the attachment "${held.name}" and stays`);
        const gone = [];
        const owner = this.doc.pieces[handle.owner];
        delete owner.handles[handle.name];
        const keep = (list, uses, what) =>
            list?.filter((item) => {
                const used = uses(item).some((text) => this.means(text, handle));
                if (used) gone.push(`${what} "${item.name ?? item.handle}"`);
                return !used;
            });
        this.setList(
            owner,
            'bones',
            keep(owner.bones, (b) => [b.from, b.to], 'bone'),
        );
        this.setList(
            this.doc,
            'limbs',
            keep(
                this.doc.limbs,
                (l) => (l.piece === handle.piece ? [l.root, l.mid, l.end] : []),
                'limb',
            ),
        );
        this.setList(
            this.doc,
            'springs',
            keep(this.doc.springs, (s) => [s.handle], 'spring'),
        );
        for (const attachment of this.doc.attachments ?? [])
            if (attachment.moves)
                attachment.moves = attachment.moves.filter((t) => !this.means(t, handle));
        for (const pose of Object.values(this.doc.poses ?? {}))
            for (const [text, offset] of Object.entries(pose.handles ?? {}))
                if (this.means(text, handle) || (offset.about && this.means(offset.about, handle)))
                    delete pose.handles[text];
        return gone;
    }

    /** Calls `name` for every text elsewhere that means a handle, and puts its answer there. */
    eachMention(handle, name) {
        const put = (object, key) => {
            if (typeof object?.[key] === 'string' && this.means(object[key], handle))
                object[key] = name(object[key]);
        };
        for (const bone of this.doc.pieces[handle.owner].bones ?? []) {
            put(bone, 'from');
            put(bone, 'to');
        }
        for (const limb of this.doc.limbs ?? [])
            if (limb.piece === handle.piece)
                for (const key of ['root', 'mid', 'end']) put(limb, key);
        for (const spring of this.doc.springs ?? []) put(spring, 'handle');
        for (const attachment of this.doc.attachments ?? []) {
            put(attachment, 'pivot');
            for (const pair of attachment.weld ?? []) {
                put(pair, 0);
                put(pair, 1);
            }
            attachment.moves?.forEach((_, k) => put(attachment.moves, k));
        }
        for (const pose of Object.values(this.doc.poses ?? {})) {
            if (!pose.handles) continue;
            for (const offset of Object.values(pose.handles)) put(offset, 'about');
            pose.handles = Object.fromEntries(
                Object.entries(pose.handles).map(([text, offset]) => [
                    this.means(text, handle) ? name(text) : text,
                    offset,
                ]),
            );
        }
    }

    setList(object, key, list) {
        if (list?.length) object[key] = list;
        else delete object[key];
    }

    // --- bones, regions, cuts ---------------------------------------------------------------------------

    addBone(from, to) {
        if (from.owner !== to.owner) throw new Error('a bone joins two pins of one piece');
        const piece = this.doc.pieces[from.owner];
        piece.bones ??= [];
        const pair = (b) =>
            (b.from === from.name && b.to === to.name) ||
            (b.from === to.name && b.to === from.name);
        if (piece.bones.some(pair))
            throw new Error(`a bone already joins "${from.name}" and "${to.name}"`);
        const name = freeName(
            'bone',
            piece.bones.map((b) => b.name),
        );
        piece.bones.push({ name, from: from.name, to: to.name });
        return name;
    }

    /** The list of a kind in a piece: 'bones', 'regions' or 'cuts'. */
    list(pieceIndex, kind) {
        return this.piece(pieceIndex)[kind] ?? [];
    }

    add(pieceIndex, kind, item, stem) {
        const piece = this.piece(pieceIndex);
        piece[kind] ??= [];
        const name = freeName(
            stem,
            piece[kind].map((i) => i.name),
        );
        piece[kind].push({ name, ...item });
        return name;
    }

    change(pieceIndex, kind, name, changes) {
        Object.assign(
            this.piece(pieceIndex)[kind].find((item) => item.name === name),
            changes,
        );
    }

    remove(pieceIndex, kind, name) {
        const piece = this.piece(pieceIndex);
        this.setList(
            piece,
            kind,
            piece[kind].filter((item) => item.name !== name),
        );
    }

    // --- mesh, order, poses -------------------------------------------------------------------------------

    meshOf(pieceIndex) {
        const piece = this.piece(pieceIndex);
        const owner = this.doc.pieces[piece.mesh?.same_as] ?? piece;
        return owner.mesh ?? (owner.mesh = {});
    }

    setMesh(pieceIndex, changes) {
        const mesh = this.meshOf(pieceIndex);
        Object.assign(mesh, changes);
        delete mesh.file;
        delete mesh.made_from;
    }

    view(index) {
        return Object.values(this.doc.views ?? {})[index];
    }
    viewName(index) {
        return Object.keys(this.doc.views ?? {})[index];
    }

    /** Moves a piece of a view nearer to the front (+1) or the back (-1). */
    reorder(viewIndex, pieceName, by) {
        const draw = this.view(viewIndex).draw;
        const at = draw.indexOf(pieceName),
            to = at + by;
        if (at < 0 || to < 0 || to >= draw.length) return;
        [draw[at], draw[to]] = [draw[to], draw[at]];
    }

    get poseNames() {
        return Object.keys(this.doc.poses ?? {});
    }

    /** A pose of where the pins are aimed, against rest: x, y, angle, scale each. */
    setPose(name, viewIndex, targets, rest) {
        const handles = {};
        this.handles().forEach((handle, k) => {
            const dx = targets[4 * k] - rest[4 * k],
                dy = targets[4 * k + 1] - rest[4 * k + 1];
            const turn = (-(targets[4 * k + 2] - rest[4 * k + 2]) * 180) / Math.PI;
            const offset = {};
            if (Math.hypot(dx, dy) > 0.05) offset.move_px = [round(dx, 2), round(dy, 2)];
            if (Math.abs(turn) > 0.05 && (handle.spec.turn ?? 'free') !== 'free')
                offset.turn_deg = round(turn, 2);
            if (Object.keys(offset).length) handles[this.callHandle(handle)] = offset;
        });
        this.doc.poses ??= {};
        this.doc.poses[name] = { view: this.viewName(viewIndex), handles };
    }

    removePose(name) {
        for (const [control, spec] of Object.entries(this.doc.controls ?? {}))
            if ((spec.drives ?? []).some((d) => d.pose === name))
                throw new Error(`the control "${control}" needs the pose "${name}"`);
        delete this.doc.poses[name];
        if (!this.poseNames.length) delete this.doc.poses;
    }
}
