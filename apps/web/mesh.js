// mesh.js — what the editor asks of a mesh: which triangle is under a point, where that point was at rest,
// and which edges there are.
// SPDX-License-Identifier: MIT

/** The edges of a mesh, each once, as pairs of vertices. */
export function edgesOf(triangles) {
    const seen = new Set(),
        edges = [];
    for (let t = 0; t < triangles.length; t += 3)
        for (let k = 0; k < 3; k++) {
            const a = triangles[t + k],
                b = triangles[t + ((k + 1) % 3)];
            const key = a < b ? a * 4194304 + b : b * 4194304 + a;
            if (seen.has(key)) continue;
            seen.add(key);
            edges.push(a, b);
        }
    return Uint32Array.from(edges);
}

/** The rest shape as it is bent from: mirrored where the piece is. */
export function restShape(piece) {
    const shape = Float32Array.from(piece.vertices);
    if (piece.mirrored)
        for (let v = 0; v < shape.length; v += 2) shape[v] = 2 * piece.mirrorX - piece.vertices[v];
    return shape;
}

/** Barycentric coordinates of p in a triangle of `points`, or null when it has no area. */
function weights(points, a, b, c, x, y) {
    const ax = points[2 * a],
        ay = points[2 * a + 1];
    const ux = points[2 * b] - ax,
        uy = points[2 * b + 1] - ay;
    const vx = points[2 * c] - ax,
        vy = points[2 * c + 1] - ay;
    const area = ux * vy - uy * vx;
    if (area === 0) return null;
    const px = x - ax,
        py = y - ay;
    const wb = (px * vy - py * vx) / area,
        wc = (ux * py - uy * px) / area;
    return [1 - wb - wc, wb, wc];
}

/** The topmost triangle of `points` that holds (x, y): {triangle, weights}, or null. */
export function triangleAt(triangles, points, x, y) {
    for (let t = triangles.length - 3; t >= 0; t -= 3) {
        const w = weights(points, triangles[t], triangles[t + 1], triangles[t + 2], x, y);
        if (w && w[0] >= -1e-9 && w[1] >= -1e-9 && w[2] >= -1e-9)
            return { triangle: t / 3, weights: w };
    }
    return null;
}

/** Where on the drawing a point of the bent sheet was, and how the sheet turned there (rad, x toward y). */
export function toRest(piece, points, found) {
    const corners = [0, 1, 2].map((k) => piece.triangles[3 * found.triangle + k]);
    const at = [0, 1].map((axis) =>
        corners.reduce((sum, v, k) => sum + found.weights[k] * piece.vertices[2 * v + axis], 0),
    );
    const rest = piece.mirrored ? restShape(piece) : piece.vertices;
    let dot = 0,
        cross = 0;
    for (let k = 0; k < 3; k++) {
        const a = corners[k],
            b = corners[(k + 1) % 3];
        const ex = rest[2 * b] - rest[2 * a],
            ey = rest[2 * b + 1] - rest[2 * a + 1];
        const dx = points[2 * b] - points[2 * a],
            dy = points[2 * b + 1] - points[2 * a + 1];
        dot += ex * dx + ey * dy;
        cross += ex * dy - ey * dx;
    }
    return { at, angle: Math.atan2(cross, dot) };
}

/** A line with fewer points, none farther off than `px` (Douglas and Peucker 1973). */
export function simplify(points, px) {
    const keep = new Uint8Array(points.length);
    const work = [[0, points.length - 1]];
    keep[0] = keep[points.length - 1] = 1;
    while (work.length) {
        const [from, to] = work.pop();
        const [ax, ay] = points[from],
            [bx, by] = points[to];
        const length = Math.hypot(bx - ax, by - ay);
        let worst = px,
            at = -1;
        for (let k = from + 1; k < to; k++) {
            const [x, y] = points[k];
            const off =
                length > 0
                    ? Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
                    : Math.hypot(x - ax, y - ay);
            if (off > worst) {
                worst = off;
                at = k;
            }
        }
        if (at < 0) continue;
        keep[at] = 1;
        work.push([from, at], [at, to]);
    }
    return points.filter((_, k) => keep[k]);
}

export function isInside(polygon, x, y) {
    let inside = false;
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
        const [xi, yi] = polygon[i],
            [xj, yj] = polygon[j];
        if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
    }
    return inside;
}
