// keyboard.js — everything without a pointer: keys of the page, of the cross, of a pin.
// SPDX-License-Identifier: MIT
import { TOOLS } from './tools.js';

export const KEYS = [
    ['Tools', TOOLS.map((t) => t.key.toUpperCase()).join(' ')],
    ['Move the cross', 'arrows'],
    ['Use the tool at the cross', 'Enter'],
    ['Next pin', 'Tab'],
    ['Move a pin', 'arrows'],
    ['…farther, finer', 'Shift, Alt'],
    ['Turn a held pin', '[ ]'],
    ['Turn free or held', 'F'],
    ['Remove a pin', 'Delete'],
    ['Brush smaller, larger', '[ ]'],
    ['Brush or erase', 'X'],
    ['Undo, redo', 'Ctrl+Z, Ctrl+Shift+Z'],
    ['Back to rest', 'R'],
    ['Mesh, heat map, compare', 'M T K'],
    ['Zoom, show all', '+ − 0'],
    ['Open, save', 'Ctrl+O, Ctrl+S'],
    ['These keys', '?'],
];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURN = Math.PI / 36;

export class Keyboard {
    constructor(editor, stage, tools, actions) {
        Object.assign(this, { editor, stage, tools, actions });
        document.addEventListener(
            'pointerdown',
            () => document.body.removeAttribute('data-keys'),
            true,
        );
        document.addEventListener('keydown', (event) => {
            if (event.key === 'Tab' || event.key in ARROWS)
                document.body.setAttribute('data-keys', '');
            if (this.press(event)) event.preventDefault();
        });
        stage.dom.field.addEventListener('blur', () => {
            stage.cross = null;
            stage.redraw();
        });
        stage.dom.pins.addEventListener('focusin', (event) => {
            const index = event.target.closest('.pin')?.dataset.index;
            if (index !== undefined) editor.choosePin(Number(index));
        });
        stage.dom.pins.addEventListener('click', (event) => {
            const index = event.target.closest('.pin')?.dataset.index;
            if (index !== undefined) editor.choosePin(Number(index));
        });
    }

    press(event) {
        const { target } = event;
        const writes = target.matches?.(
            'input:not([type="range"]):not([type="radio"]):not([type="checkbox"]), textarea',
        );
        if (event.ctrlKey || event.metaKey) return this.command(event, writes);
        if (writes || event.isComposing || document.querySelector('dialog[open]')) return false;
        const pin = target.closest?.('.pin');
        if (pin && this.onPin(event, Number(pin.dataset.index))) return true;
        if (target === this.stage.dom.field && this.onField(event)) return true;
        if (target.matches?.('input') && (event.key in ARROWS || event.key === ' ')) return false;
        if (event.key === 'Enter' || event.key === ' ') return false;
        return this.everywhere(event);
    }

    command(event, writes) {
        const key = event.key.toLowerCase(),
            { actions } = this;
        if (key === 'o') return (actions.open(), true);
        if (!this.editor.puppet) return false;
        if (key === 's') return (actions.save(), true);
        if (writes) return false;
        if (key === 'z') return ((event.shiftKey ? actions.redo : actions.undo)(), true);
        if (key === 'y') return (actions.redo(), true);
        return false;
    }

    onPin(event, index) {
        const { editor, tools } = this;
        const arrow = ARROWS[event.key],
            handle = editor.handles[index];
        if (arrow) {
            const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
            editor.trip = null;
            editor.aim(
                index,
                editor.targets[4 * index] + arrow[0] * step,
                editor.targets[4 * index + 1] + arrow[1] * step,
            );
            editor.commit(`move ${handle.name}`, true);
            this.stage.redraw();
            return true;
        }
        if ((event.key === '[' || event.key === ']') && handle.turn !== 'free') {
            editor.turn(index, editor.targets[4 * index + 2] + (event.key === '[' ? -TURN : TURN));
            editor.commit(`turn ${handle.name}`, true);
            return true;
        }
        if (event.key === 'Delete' || event.key === 'Backspace') {
            const next = this.stage.pinButton(index + 1) ?? this.stage.pinButton(index - 1);
            const key = next?.dataset.key;
            tools.pins.remove(index).then(() => {
                const again = [...this.stage.dom.pins.children].find((b) => b.dataset.key === key);
                (again ?? this.stage.dom.field).focus();
            });
            return true;
        }
        if (event.key.toLowerCase() === 'f')
            return (tools.pins.setTurn(index, handle.turn === 'free' ? 'set' : 'free'), true);
        if (event.key === 'Enter' && tools.tool.id === 'bone') {
            if (tools.boneFrom !== null && tools.boneFrom !== index)
                tools.addBone(tools.boneFrom, index);
            else tools.boneFrom = index;
            return true;
        }
        if (event.key === 'Escape') return (this.stage.dom.field.focus(), true);
        return false;
    }

    onField(event) {
        const { tools } = this;
        const arrow = ARROWS[event.key];
        if (arrow) {
            const step = event.shiftKey ? 48 : event.altKey ? 1 : 8;
            tools.cross.move(arrow[0] * step, arrow[1] * step);
            return true;
        }
        if (event.key === 'Enter' || event.key === ' ') return (tools.cross.act(), true);
        if (event.key === 'Escape') return tools.cross.cancel();
        return false;
    }

    everywhere(event) {
        const { actions, tools, stage } = this;
        const key = event.key.toLowerCase();
        if (key === '?') return (actions.keys(), true);
        if (!this.editor.puppet || event.altKey) return false;
        const tool = TOOLS.find((t) => t.key === key);
        if (tool) return (tools.choose(tool.id), true);
        const does = {
            r: actions.reset,
            m: () => actions.toggle('wireframe'),
            t: () => actions.toggle('heat'),
            k: () => actions.toggle('compare'),
            '+': () => stage.zoom(1.25),
            '=': () => stage.zoom(1.25),
            '-': () => stage.zoom(0.8),
            0: () => stage.fit(),
            '[': () => actions.brush(0.8),
            ']': () => actions.brush(1.25),
            x: () => actions.erase(),
            escape: () => actions.escape(),
        }[key];
        if (!does) return false;
        does();
        return true;
    }
}
