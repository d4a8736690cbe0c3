// brush.js — the starch brush: strokes become polygons of the puppet file.
//
// Strokes are painted into a coarse bitmap over the drawing (cells of `cell` px), erased from it likewise, and
// its outlines are followed afterwards, so that strokes melt into each other and the file holds one polygon
// for each patch. Holes are joined to their patch by a slit, which the core's winding rule does not mind.
// SPDX-License-Identifier: MIT
import { isInside, simplify } from './mesh.js';

export class Bitmap {
    constructor(width, height, cell = Math.max(1, Math.ceil(Math.max(width, height) / 512))) {
        this.cell = cell;
        this.columns = Math.ceil(width / cell) + 2; // an empty frame around, so that outlines close
        this.rows = Math.ceil(height / cell) + 2;
        this.cells = new Uint8Array(this.columns * this.rows);
    }

    /** Cells whose middle lies within `radius` of the line from a to b, px. */
    stroke(a, b, radius, value) {
        const { cell, columns, rows } = this;
        const clamp = (v, most) => Math.min(Math.max(v, 1), most - 2);
        const from = (v, most) => clamp(Math.floor((v - radius) / cell), most);
        const to = (v, most) => clamp(Math.ceil((v + radius) / cell) + 1, most);
        const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
        for (let r = from(Math.min(a[1], b[1]), rows); r <= to(Math.max(a[1], b[1]), rows); r++)
            for (
                let c = from(Math.min(a[0], b[0]), columns);
                c <= to(Math.max(a[0], b[0]), columns);
                c++
            ) {
                const x = (c - 0.5) * cell,
                    y = (r - 0.5) * cell;
                let t =
                    length2 > 0
                        ? ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length2
                        : 0;
                t = Math.min(Math.max(t, 0), 1);
                if (
                    Math.hypot(a[0] + t * (b[0] - a[0]) - x, a[1] + t * (b[1] - a[1]) - y) <= radius
                )
                    this.cells[r * columns + c] = value;
            }
    }

    fill(polygon, value = 1) {
        for (let r = 1; r < this.rows - 1; r++)
            for (let c = 1; c < this.columns - 1; c++)
                if (isInside(polygon, (c - 0.5) * this.cell, (r - 0.5) * this.cell))
                    this.cells[r * this.columns + c] = value;
    }

    /** Outlines of what is painted: [{outer, holes}], points in px. */
    outlines() {
        const loops = traceLoops(this).map((loop) =>
            loop.map(([c, r]) => [(c - 1) * this.cell, (r - 1) * this.cell]),
        );
        const outer = [],
            holes = [];
        for (const loop of loops) (areaOf(loop) > 0 ? outer : holes).push(loop);
        return outer.map((loop) => ({
            outer: loop,
            holes: holes.filter((h) => isInside(loop, h[0][0] + 0.01, h[0][1] + 0.01)),
        }));
    }

    /** The same as polygons of a puppet file. */
    polygons() {
        const tidy = (loop) => simplify([...loop, loop[0]], this.cell * 0.8).slice(0, -1);
        return this.outlines()
            .map(({ outer, holes }) =>
                holes.reduce((polygon, hole) => slit(polygon, tidy(hole)), tidy(outer)),
            )
            .filter((polygon) => polygon.length >= 3);
    }
}

export function areaOf(loop) {
    let sum = 0;
    for (let i = 0, j = loop.length - 1; i < loop.length; j = i++)
        sum += loop[j][0] * loop[i][1] - loop[i][0] * loop[j][1];
    return sum / 2;
}

/** Walks along cell borders with the paint on the right hand; outer loops have positive area (y down). */
function traceLoops({ cells, columns, rows }) {
    const isSet = (c, r) => cells[r * columns + c] !== 0;
    const starts = new Map(); // "c,r" of a border's start -> its ends
    const add = (c0, r0, c1, r1) => {
        const key = r0 * (columns + 1) + c0;
        if (!starts.has(key)) starts.set(key, []);
        starts.get(key).push([c1, r1]);
    };
    for (let r = 1; r < rows - 1; r++)
        for (let c = 1; c < columns - 1; c++) {
            if (!isSet(c, r)) continue;
            if (!isSet(c, r - 1)) add(c, r, c + 1, r);
            if (!isSet(c + 1, r)) add(c + 1, r, c + 1, r + 1);
            if (!isSet(c, r + 1)) add(c + 1, r + 1, c, r + 1);
            if (!isSet(c - 1, r)) add(c, r + 1, c, r);
        }
    const loops = [];
    for (const key of starts.keys())
        while (starts.get(key).length) {
            const loop = [];
            let at = [key % (columns + 1), Math.floor(key / (columns + 1))],
                way = null;
            for (;;) {
                const ends = starts.get(at[1] * (columns + 1) + at[0]);
                if (!ends?.length) break;
                // Where two patches meet at a corner: turn right, so that they stay two.
                let pick = 0;
                if (ends.length > 1 && way)
                    pick = ends.findIndex(
                        ([c, r]) => way[0] * (r - at[1]) - way[1] * (c - at[0]) > 0,
                    );
                const next = ends.splice(Math.max(pick, 0), 1)[0];
                way = [next[0] - at[0], next[1] - at[1]];
                loop.push(at);
                at = next;
            }
            loops.push(loop);
        }
    return loops;
}

/** One polygon of a patch and its hole, joined where they are nearest. */
function slit(polygon, hole) {
    let best = Infinity,
        i = 0,
        j = 0;
    polygon.forEach((p, a) =>
        hole.forEach((q, b) => {
            const d = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
            if (d < best) {
                best = d;
                i = a;
                j = b;
            }
        }),
    );
    return [
        ...polygon.slice(0, i + 1),
        ...hole.slice(j),
        ...hole.slice(0, j + 1),
        ...polygon.slice(i),
    ];
}
