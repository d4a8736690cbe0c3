// deform.js — asks the worker to bend: one frame at a time, always toward the newest targets.
//
// While a frame is being solved, wishes only replace each other; when it is done the last one is sent. Where
// the solver says it was held back, it goes on toward the same targets until it has caught up.
// SPDX-License-Identifier: MIT

const UNSETTLED = new Set(['capped', 'lagging', 'reposed']);
const SETTLE_MOST = 60; // frames after the last wish

export class Solver {
    /** @param {(frame: object) => void} onFrame gets each frame as it is solved */
    constructor(url, onFrame) {
        this.url = url;
        this.onFrame = onFrame;
        this.waiting = new Map();
        this.next = 1;
        this.wish = null;
        this.busy = false;
        this.start();
    }

    start() {
        this.worker = new Worker(this.url, { type: 'module' });
        this.worker.onmessage = ({ data }) => this.answer(data);
        this.worker.onerror = (event) => {
            event.preventDefault();
            this.bury(event.message);
        };
    }

    /** The worker is gone: everything asked fails, and a new one begins; `onDeath` brings it what was open. */
    bury(why) {
        this.worker.terminate();
        for (const { reject } of this.waiting.values())
            reject(new Error(why || 'the solver stopped and was started anew'));
        this.waiting.clear();
        this.busy = false;
        this.wish = null;
        this.start();
        this.onDeath?.();
    }

    answer({ id, value, error, dead }) {
        const asked = this.waiting.get(id);
        this.waiting.delete(id);
        if (error) {
            const failure = Object.assign(new Error(error.message), {
                kind: error.kind,
                where: error.where,
                dead,
            });
            asked?.reject(failure);
            if (dead) this.bury('the solver ran out of memory and was started anew');
        } else {
            asked?.resolve(value);
        }
    }

    ask(call, args, transfer = []) {
        const id = this.next++;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            this.worker.postMessage({ id, call, args }, transfer);
        });
    }

    /** Wants a frame; a newer wish replaces this one if it has not been sent yet. Its extras (a jump, a
     *  frame to go on from) stay wanted. */
    want(wish) {
        this.wish = { jump: this.wish?.jump, resume: this.wish?.resume, ...wish };
        this.left = SETTLE_MOST;
        if (!this.busy) this.run();
        return this.idle();
    }

    /** Resolves when nothing is wanted any more. */
    idle() {
        if (!this.busy && !this.wish) return Promise.resolve();
        return new Promise((resolve) => {
            (this.idlers ??= []).push(resolve);
        });
    }

    async run() {
        this.busy = true;
        while (this.wish) {
            const wish = this.wish;
            this.wish = null;
            try {
                const frame = await this.ask('bend', wish);
                const newer = this.wish !== null;
                this.onFrame(frame, wish);
                const status = frame.bent[wish.methods[0]].status;
                if (!newer && !this.wish && UNSETTLED.has(status) && this.left-- > 0)
                    this.wish = { ...wish, jump: false, resume: null };
            } catch (error) {
                this.wish = null;
                this.onError?.(error);
            }
        }
        this.busy = false;
        for (const resolve of this.idlers ?? []) resolve();
        this.idlers = [];
    }
}
