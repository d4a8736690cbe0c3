// menu.js — a button that opens a list of things to do.
// SPDX-License-Identifier: MIT
import { h } from './dom.js';

export class Menu {
    /** @param list answers what can be done now: [{id, title, about, run}] */
    constructor(button, box, list) {
        Object.assign(this, { button, box, list });
        button.addEventListener('click', () => this.open());
        box.addEventListener('keydown', (event) => this.press(event));
        document.addEventListener('pointerdown', (event) => {
            if (this.isOpen && !box.contains(event.target) && !button.contains(event.target))
                this.hide();
        });
    }

    get isOpen() {
        return !this.box.hidden;
    }

    open() {
        if (this.isOpen) return this.close();
        const item = ({ id, title, about, run }) =>
            h(
                'button',
                {
                    type: 'button',
                    role: 'menuitem',
                    'data-save': id,
                    onclick: () => {
                        this.close();
                        run();
                    },
                },
                title,
                h('small', {}, about),
            );
        this.box.replaceChildren(...this.list().map(item));
        this.box.hidden = false;
        this.button.setAttribute('aria-expanded', 'true');
        const { right, bottom } = this.button.getBoundingClientRect();
        this.box.style.top = `${bottom + 6}px`;
        this.box.style.right = `${Math.max(8, innerWidth - right)}px`;
        this.box.firstChild.focus();
        return undefined;
    }

    hide() {
        this.box.hidden = true;
        this.button.setAttribute('aria-expanded', 'false');
    }

    close() {
        this.hide();
        this.button.focus();
    }

    press(event) {
        const items = [...this.box.children];
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        event.stopPropagation();
        if (event.key === 'Tab') return this.hide();
        if (step) {
            const at = items.indexOf(document.activeElement);
            items[(at + step + items.length) % items.length].focus();
        } else if (event.key === 'Escape') {
            this.close();
        } else {
            return undefined;
        }
        return event.preventDefault();
    }
}
