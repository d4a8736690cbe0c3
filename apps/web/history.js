// history.js — what can be undone: snapshots of the puppet's text, the targets and the frame written.
//
// The frame belongs to it: the solver goes on from the frame before, so only with it is an undone drag exactly
// where it was.
// SPDX-License-Identifier: MIT

const MOST = 200;

export class History {
    constructor() {
        this.clear();
    }

    clear() {
        this.past = [];
        this.future = [];
        this.now = null;
    }

    /** The state as it is: {text, targets, vertices}. Steps alike in `label` soon after each other are one. */
    record(state, label, merge = false) {
        if (this.now && !(merge && this.now.label === label)) {
            this.past.push(this.now);
            if (this.past.length > MOST) this.past.shift();
        }
        this.now = { ...state, label };
        this.future = [];
    }

    /** The frame of the state as it is has settled. */
    settle(vertices) {
        if (this.now) this.now.vertices = vertices;
    }

    get undoLabel() {
        return this.past.length ? this.now.label : null;
    }
    get redoLabel() {
        return this.future.at(-1)?.label ?? null;
    }

    undo() {
        if (!this.past.length) return null;
        this.future.push(this.now);
        this.now = this.past.pop();
        return this.now;
    }

    redo() {
        if (!this.future.length) return null;
        this.past.push(this.now);
        this.now = this.future.pop();
        return this.now;
    }
}
