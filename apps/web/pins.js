// pins.js — pins and bones: dropped, placed anew, removed, held and joined.
// SPDX-License-Identifier: MIT
import { toRest, triangleAt } from './mesh.js';

export class Pins {
    /** @param attempt runs an edit and tells when it is refused */
    constructor(editor, attempt) {
        Object.assign(this, { editor, attempt });
    }

    /** The frontmost piece under a point of the view, and where there. */
    sheetAt(point) {
        const { editor } = this;
        for (const pieceIndex of [...editor.order].reverse()) {
            const piece = editor.pieces[pieceIndex],
                points = editor.verticesOfPiece(pieceIndex);
            const found = triangleAt(piece.triangles, points, ...point);
            if (found) return { pieceIndex, ...toRest(piece, points, found) };
        }
        return null;
    }

    drop(point) {
        return this.attempt(async () => {
            const sheet = this.sheetAt(point);
            if (!sheet) throw new Error('there is no sheet: drop the pin on the drawing');
            const { editor } = this;
            const piece = editor.puppet.pieceNames[sheet.pieceIndex];
            const name = await editor.edit(
                'add a pin',
                (puppet) => puppet.addHandle(sheet.pieceIndex, sheet.at),
                { aims: (made) => ({ [`${piece}.${made}`]: [...point, sheet.angle] }) },
            );
            editor.choice = { kind: 'pin', name: `${piece}.${name}` };
            editor.say('choice');
        });
    }

    place(pin, point) {
        return this.attempt(async () => {
            const sheet = this.sheetAt(point),
                handle = this.editor.handles[pin];
            if (!sheet || sheet.pieceIndex !== handle.pieceIndex)
                throw new Error(`"${handle.name}" must stay on its sheet`);
            await this.editor.edit(
                `place ${handle.name}`,
                (puppet) => puppet.moveHandle(handle, sheet.at),
                { aims: () => ({ [`${handle.piece}.${handle.name}`]: [...point, sheet.angle] }) },
            );
        });
    }

    remove(pin) {
        return this.attempt(async () => {
            const handle = this.editor.handles[pin];
            const gone = await this.editor.edit(`remove ${handle.name}`, (puppet) =>
                puppet.removeHandle(handle),
            );
            if (gone?.length)
                this.editor.say('note', `${gone.join(', ')} went along with ${handle.name}`);
        });
    }

    setTurn(pin, turn) {
        const { editor } = this;
        const handle = editor.handles[pin],
            angle = editor.angleAt(pin),
            at = editor.placeOf(pin);
        const held = turn === 'set' && handle.turn !== 'set';
        return this.attempt(() =>
            editor.edit(
                `turn of ${handle.name}: ${turn}`,
                (puppet) => puppet.setHandle(handle, { turn }),
                {
                    aims: () =>
                        held ? { [`${handle.piece}.${handle.name}`]: [...at, angle] } : {},
                },
            ),
        );
    }

    join(from, to) {
        const { editor } = this;
        return this.attempt(() =>
            editor.edit('add a bone', (puppet) =>
                puppet.addBone(editor.handles[from], editor.handles[to]),
            ),
        );
    }
}
