// raster_plain.js — the painter for browsers without WebGL2: each triangle is a clipped, slanted picture.
//
// Triangles are grown by a fraction of a pixel about their middle, since canvas clips with soft edges and would
// leave hairlines between neighbors.
// SPDX-License-Identifier: MIT
import { edgesOf } from './mesh.js';
import { partRuns } from './raster.js';

const GROW_PX = 0.6;

export class PlainPainter {
    kind = 'canvas';

    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext('2d');
        this.pieces = [];
    }

    setPieces(sources) {
        this.pieces = sources.map((source, k) => {
            const old = this.pieces[k];
            const pictures = source.pictures ? source.pictures.map(drawPicture) : old.pictures;
            return {
                ...source,
                pictures,
                edges: edgesOf(source.triangles),
                runs: partRuns(source),
            };
        });
    }

    draw(panes, { ratio, wireframe, heat, ink }) {
        const { context: c, canvas } = this;
        c.setTransform(1, 0, 0, 1, 0, 0);
        c.clearRect(0, 0, canvas.width, canvas.height);
        for (const pane of panes) {
            const [x, y, w, h] = pane.box;
            c.save();
            c.setTransform(ratio, 0, 0, ratio, 0, 0);
            c.beginPath();
            c.rect(x, y, w, h);
            c.clip();
            const { scale } = pane.camera,
                ox = pane.camera.x + x,
                oy = pane.camera.y + y;
            let from = 0;
            pane.order.forEach((index, k) => {
                const piece = this.pieces[index],
                    count = piece.vertices.length;
                const at = new Float32Array(count);
                for (let v = 0; v < count; v += 2) {
                    at[v] = pane.vertices[from + v] * scale + ox;
                    at[v + 1] = pane.vertices[from + v + 1] * scale + oy;
                }
                from += count;
                c.globalAlpha = heat ? 0.45 : 1;
                this.drawPiece(piece, at);
                c.globalAlpha = 1;
                if (heat && pane.strain)
                    this.drawHeat(piece, at, pane.strain.stretch[k], pane.strain.ratio[k]);
                if (wireframe) this.drawLines(piece, at, ink);
            });
            c.restore();
        }
    }

    drawPiece(piece, at) {
        const { context: c } = this;
        const { triangles, vertices } = piece;
        for (const { part, from, count } of piece.runs)
            for (let t = from; t < from + count; t++) {
                const [i, j, k] = [0, 1, 2].map((n) => 2 * triangles[3 * t + n]);
                const ux = vertices[j] - vertices[i],
                    uy = vertices[j + 1] - vertices[i + 1];
                const vx = vertices[k] - vertices[i],
                    vy = vertices[k + 1] - vertices[i + 1];
                const area = ux * vy - uy * vx;
                const px = at[j] - at[i],
                    py = at[j + 1] - at[i + 1],
                    qx = at[k] - at[i],
                    qy = at[k + 1] - at[i + 1];
                const a = (px * vy - qx * uy) / area,
                    b = (py * vy - qy * uy) / area;
                const d = (qx * ux - px * vx) / area,
                    e = (qy * ux - py * vx) / area;
                c.save();
                this.pathGrown(at, i, j, k);
                c.clip();
                c.transform(
                    a,
                    b,
                    d,
                    e,
                    at[i] - a * vertices[i] - d * vertices[i + 1],
                    at[i + 1] - b * vertices[i] - e * vertices[i + 1],
                );
                c.drawImage(piece.pictures[part], 0, 0);
                c.restore();
            }
    }

    pathGrown(at, ...corners) {
        const { context: c } = this;
        const mx = corners.reduce((s, k) => s + at[k], 0) / 3,
            my = corners.reduce((s, k) => s + at[k + 1], 0) / 3;
        c.beginPath();
        for (const k of corners) {
            const dx = at[k] - mx,
                dy = at[k + 1] - my,
                length = Math.hypot(dx, dy) || 1;
            c.lineTo(at[k] + (dx / length) * GROW_PX, at[k + 1] + (dy / length) * GROW_PX);
        }
        c.closePath();
    }

    drawLines(piece, at, ink) {
        const { context: c } = this;
        c.beginPath();
        for (let k = 0; k < piece.edges.length; k += 2) {
            c.moveTo(at[2 * piece.edges[k]], at[2 * piece.edges[k] + 1]);
            c.lineTo(at[2 * piece.edges[k + 1]], at[2 * piece.edges[k + 1] + 1]);
        }
        const [r, g, b, a] = ink;
        c.strokeStyle = `rgba(${(r / a) * 255}, ${(g / a) * 255}, ${(b / a) * 255}, ${a})`;
        c.lineWidth = 0.75;
        c.stroke();
    }

    drawHeat(piece, at, stretch, ratio) {
        const { context: c } = this;
        for (let t = 0; t < stretch.length; t++) {
            const warm = Math.min(stretch[t] / 0.6, 1);
            if (ratio[t] > 0 && warm < 0.03) continue;
            c.fillStyle =
                ratio[t] <= 0
                    ? '#d9006e'
                    : `hsl(${Math.round(205 - 200 * warm)} 65% 52% / ${0.75 * Math.min(warm * 8, 1)})`;
            c.beginPath();
            for (let k = 0; k < 3; k++)
                c.lineTo(
                    at[2 * piece.triangles[3 * t + k]],
                    at[2 * piece.triangles[3 * t + k] + 1],
                );
            c.fill();
        }
    }
}

function drawPicture({ width, height, data }) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas
        .getContext('2d')
        .putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
    return canvas;
}
