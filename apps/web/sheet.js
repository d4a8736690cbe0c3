// sheet.js — what is drawn on the sheet at rest: starch, protection, cuts.
// SPDX-License-Identifier: MIT
import { Bitmap } from './brush.js';
import { simplify } from './mesh.js';
import { round } from './puppet.js';

const PROTECTED = 40;

export class Sheet {
    constructor(editor, stage, pins, settings) {
        Object.assign(this, { editor, stage, pins, settings });
    }

    /** The piece most of the points lie on, and the points as the drawing has them. */
    onSheet(points) {
        const { editor } = this;
        const votes = new Map();
        for (const point of points) {
            const sheet = this.pins.sheetAt(point);
            if (sheet) votes.set(sheet.pieceIndex, (votes.get(sheet.pieceIndex) ?? 0) + 1);
        }
        if (!votes.size) return null;
        const [pieceIndex] = [...votes].sort((a, b) => b[1] - a[1])[0];
        const piece = editor.pieces[pieceIndex];
        return {
            pieceIndex,
            points: points.map(([x, y]) => [piece.mirrored ? 2 * piece.mirrorX - x : x, y]),
        };
    }

    starch(strokePoints, radius, erase) {
        const { editor } = this;
        const on =
            this.onSheet(strokePoints) ??
            (erase && editor.order.length === 1
                ? { pieceIndex: editor.order[0], points: strokePoints }
                : null);
        if (!on) throw new Error('there is no sheet: brush over the drawing');
        const amount = this.settings.starch;
        const { size } = this.pictureOf(on.pieceIndex);
        return editor.edit(erase ? 'erase starch' : 'starch', (puppet) => {
            const piece = puppet.piece(on.pieceIndex);
            const isStarch = (r) => r.name.startsWith('starch') && r.polygon_px;
            const levels = new Set((piece.regions ?? []).filter(isStarch).map((r) => r.rigidity));
            if (!erase) levels.add(amount);
            const others = (piece.regions ?? []).filter((r) => !isStarch(r));
            const made = [];
            for (const level of levels) {
                const bitmap = new Bitmap(...size);
                for (const r of piece.regions ?? [])
                    if (isStarch(r) && r.rigidity === level) bitmap.fill(r.polygon_px);
                // What is brushed anew takes the place of what was there.
                const value = !erase && level === amount ? 1 : 0;
                on.points.forEach((p, k) =>
                    bitmap.stroke(on.points[Math.max(k - 1, 0)], p, radius, value),
                );
                for (const polygon of bitmap.polygons())
                    made.push({
                        name: `starch_${made.length + 1}`,
                        rigidity: level,
                        polygon_px: polygon.map((p) => p.map((v) => round(v))),
                    });
            }
            puppet.setList(piece, 'regions', [...others, ...made]);
        });
    }

    pictureOf(pieceIndex) {
        const piece = this.editor.pieces[pieceIndex];
        let [w, h] = [1, 1];
        for (let k = 0; k < piece.vertices.length; k += 2) {
            w = Math.max(w, piece.vertices[k]);
            h = Math.max(h, piece.vertices[k + 1]);
        }
        return { size: [w + 8, h + 8] };
    }

    protect(lasso) {
        const on = this.onSheet(lasso);
        const polygon = on && simplify(on.points, 0.8 / this.stage.camera.scale);
        if (!polygon || polygon.length < 3) throw new Error('draw around something on the drawing');
        return this.editor.edit('protect', (puppet) =>
            puppet.add(
                on.pieceIndex,
                'regions',
                { rigidity: PROTECTED, polygon_px: polygon.map((p) => p.map((v) => round(v))) },
                'protect',
            ),
        );
    }

    cut(line) {
        const on = this.onSheet(line);
        const points = on && simplify(on.points, 1.5 / this.stage.camera.scale);
        if (!points || points.length < 2) throw new Error('draw the line across the drawing');
        return this.editor.edit('cut', (puppet) =>
            puppet.add(
                on.pieceIndex,
                'cuts',
                { line_px: points.map((p) => p.map((v) => round(v))), far: 'left' },
                'cut',
            ),
        );
    }
}
