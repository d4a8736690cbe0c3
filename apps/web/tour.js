// tour.js — four cards at the first start, and the list of keys.
// SPDX-License-Identifier: MIT
import { KEYS } from './keyboard.js';
import { h } from './dom.js';

const STEPS = [
    [
        'Drag a pin',
        'Take any dot and pull. The sheet follows like paper: as rigid as it can, and it never folds over.',
    ],
    [
        'Drop your own',
        'With the pin tool, click where it should be held. Starch stiffens, protect keeps a face in shape, cut parts what only touches.',
    ],
    [
        'Read the figures',
        'Below stand triangles turned over, how far pins are off, the energy and the time of every solve. Compare shows the other methods on the same pins.',
    ],
    [
        'Keep it',
        'Save the puppet with its poses for the command line, or the picture as it is. Everything stays on your machine.',
    ],
];

export class Tour {
    constructor(dom, memory) {
        Object.assign(this, { dom, memory });
        dom.next.addEventListener('click', () =>
            this.step + 1 < STEPS.length ? this.show(this.step + 1) : this.end(),
        );
        dom.skip.addEventListener('click', () => this.end());
        dom.card.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') {
                this.end();
                event.stopPropagation();
            }
        });
    }

    begin() {
        if (!this.memory.get('tour')) this.show(0);
    }

    show(step) {
        const { dom } = this;
        this.step = step;
        [dom.title.textContent, dom.text.textContent] = STEPS[step];
        dom.count.textContent = `${step + 1} of ${STEPS.length}`;
        dom.next.textContent = step + 1 < STEPS.length ? 'Next' : 'Begin';
        dom.card.hidden = false;
        dom.next.focus({ preventScroll: true });
    }

    end() {
        const had = this.dom.card.contains(document.activeElement);
        this.dom.card.hidden = true;
        this.memory.set('tour', 'seen');
        if (had) this.dom.after.focus();
    }
}

export function showKeys(dialog, onTour) {
    dialog.replaceChildren(
        h('h2', { id: 'keys-title' }, 'Keys'),
        h(
            'dl',
            {},
            KEYS.map(([what, keys]) =>
                h('div', {}, h('dt', {}, what), h('dd', {}, h('kbd', {}, keys))),
            ),
        ),
        h(
            'form',
            { method: 'dialog', class: 'keys-buttons' },
            h(
                'button',
                {
                    class: 'button',
                    type: 'button',
                    onclick: () => {
                        dialog.close();
                        onTour();
                    },
                },
                'Show the tour',
            ),
            h(
                'button',
                { class: 'button main', type: 'button', onclick: () => dialog.close() },
                'Close',
            ),
        ),
    );
    dialog.showModal();
}
