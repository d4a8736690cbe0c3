// raster.js — textured triangles on the screen, by WebGL2; raster_plain.js does the same without it.
//
// A preview of the core's painter: premultiplied texture, triangles in the mesh's own order, each part of a
// cut sheet with its own picture. What is exported is painted by the core itself.
// SPDX-License-Identifier: MIT
import { edgesOf } from './mesh.js';

const SHADERS = {
    // a point of the drawing -> the screen, by scale and offset
    place: `#version 300 es
        in vec2 at; in vec2 uv; in float heat; uniform vec4 place; out vec2 seen; out float warm;
        void main() { gl_Position = vec4(at * place.xy + place.zw, 0.0, 1.0); seen = uv; warm = heat; }`,
    paint: `#version 300 es
        precision highp float; in vec2 seen; in float warm; uniform sampler2D picture; uniform float opacity; out vec4 color;
        void main() { color = texture(picture, seen) * opacity; }`,
    line: `#version 300 es
        precision highp float; in vec2 seen; in float warm; uniform vec4 ink; out vec4 color;
        void main() { color = ink; }`,
    // 0 clear, then blue, yellow, red by strain; below 0: a triangle that is turned over
    heat: `#version 300 es
        precision highp float; in vec2 seen; in float warm; uniform float opacity; out vec4 color;
        void main() {
            float w = clamp(warm, 0.0, 1.0);
            vec3 c = w < 0.5 ? mix(vec3(0.23, 0.55, 0.76), vec3(0.96, 0.80, 0.35), w * 2.0)
                             : mix(vec3(0.96, 0.80, 0.35), vec3(0.83, 0.22, 0.16), w * 2.0 - 1.0);
            float a = warm < 0.0 ? 0.95 : opacity * smoothstep(0.0, 0.12, w);
            color = vec4(warm < 0.0 ? vec3(0.85, 0.0, 0.45) : c, 1.0) * a;
        }`,
};

export function createPainter(canvas, PlainPainter, forcePlain = false) {
    const gl = forcePlain
        ? null
        : canvas.getContext('webgl2', { antialias: true, alpha: true, premultipliedAlpha: true });
    return gl ? new Painter(canvas, gl) : new PlainPainter(canvas);
}

class Painter {
    kind = 'webgl2';

    constructor(canvas, gl) {
        this.canvas = canvas;
        this.gl = gl;
        this.pieces = [];
        this.makePrograms();
        canvas.addEventListener('webglcontextlost', (event) => {
            event.preventDefault();
            this.lost = true;
        });
        canvas.addEventListener('webglcontextrestored', () => {
            this.lost = false;
            this.makePrograms();
            const sources = this.pieces.map((p) => p.source);
            this.pieces = [];
            this.setPieces(sources);
            this.onRestored?.();
        });
    }

    makePrograms() {
        const { gl } = this;
        const compile = (type, text) => {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            return shader;
        };
        this.programs = {};
        for (const name of ['paint', 'line', 'heat']) {
            const program = gl.createProgram();
            gl.attachShader(program, compile(gl.VERTEX_SHADER, SHADERS.place));
            gl.attachShader(program, compile(gl.FRAGMENT_SHADER, SHADERS[name]));
            ['at', 'uv', 'heat'].forEach((attribute, k) =>
                gl.bindAttribLocation(program, k, attribute),
            );
            gl.linkProgram(program);
            this.programs[name] = { program, uniform: (u) => gl.getUniformLocation(program, u) };
        }
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    /** Meshes and pictures; a piece without `pictures` keeps those it had. */
    setPieces(sources) {
        const { gl } = this;
        const before = this.pieces;
        this.pieces = sources.map((source, k) => {
            const old = before[k];
            const pictures = source.pictures ?? old?.source.pictures ?? [];
            const textures =
                source.pictures || !old ? pictures.map((p) => this.texture(p)) : old.textures;
            const { width, height } = pictures[0];
            const uv = new Float32Array(source.vertices.length);
            for (let v = 0; v < uv.length; v += 2) {
                uv[v] = source.vertices[v] / width;
                uv[v + 1] = source.vertices[v + 1] / height;
            }
            const edges = edgesOf(source.triangles);
            const buffer = (target, data, usage = gl.STATIC_DRAW) => {
                const made = gl.createBuffer();
                gl.bindBuffer(target, made);
                gl.bufferData(target, data, usage);
                return made;
            };
            return {
                source: { ...source, pictures },
                textures,
                edgeCount: edges.length,
                uv: buffer(gl.ARRAY_BUFFER, uv),
                at: buffer(gl.ARRAY_BUFFER, uv, gl.DYNAMIC_DRAW),
                triangles: buffer(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(source.triangles)),
                edges: buffer(gl.ELEMENT_ARRAY_BUFFER, edges),
                heat: gl.createBuffer(),
                runs: partRuns(source),
            };
        });
        for (const old of before) this.drop(old);
    }

    drop(piece) {
        const { gl } = this;
        for (const name of ['uv', 'at', 'triangles', 'edges', 'heat']) gl.deleteBuffer(piece[name]);
        if (!this.pieces.some((p) => p.textures === piece.textures))
            piece.textures.forEach((t) => gl.deleteTexture(t));
    }

    texture(picture) {
        const { gl } = this;
        const fit = fitPicture(picture, gl.getParameter(gl.MAX_TEXTURE_SIZE));
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texImage2D(
            gl.TEXTURE_2D,
            0,
            gl.RGBA8,
            fit.width,
            fit.height,
            0,
            gl.RGBA,
            gl.UNSIGNED_BYTE,
            premultiply(fit.data),
        );
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        return texture;
    }

    /** @param panes [{box: [x, y, width, height] (css px), camera, order, vertices, strain}] */
    draw(panes, { ratio, wireframe, heat, ink }) {
        const { gl, canvas } = this;
        if (this.lost) return;
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.disable(gl.SCISSOR_TEST);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.enable(gl.SCISSOR_TEST);
        for (const pane of panes) {
            const [x, y, w, h] = pane.box.map((v) => Math.round(v * ratio));
            gl.scissor(x, canvas.height - y - h, w, h);
            const sx = (2 * ratio) / canvas.width,
                sy = (-2 * ratio) / canvas.height;
            const { scale, x: ox, y: oy } = pane.camera;
            const place = [
                scale * sx,
                scale * sy,
                (ox + pane.box[0]) * sx - 1,
                (oy + pane.box[1]) * sy + 1,
            ];
            let from = 0;
            pane.order.forEach((index, k) => {
                const piece = this.pieces[index],
                    count = piece.source.vertices.length;
                const at = pane.vertices.subarray(from, from + count);
                from += count;
                this.drawPiece(piece, at, place, { opacity: heat ? 0.45 : 1 });
                if (heat && pane.strain)
                    this.drawHeat(piece, at, pane.strain.stretch[k], pane.strain.ratio[k], place);
                if (wireframe) this.drawLines(piece, place, ink);
            });
        }
    }

    use(name, place) {
        const { gl } = this;
        const { program, uniform } = this.programs[name];
        gl.useProgram(program);
        gl.uniform4f(uniform('place'), ...place);
        return uniform;
    }

    attribute(index, buffer, size, stride = 0, offset = 0) {
        const { gl } = this;
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(index);
        gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride, offset);
    }

    drawPiece(piece, at, place, { opacity }) {
        const { gl } = this;
        gl.bindBuffer(gl.ARRAY_BUFFER, piece.at);
        gl.bufferData(gl.ARRAY_BUFFER, at, gl.DYNAMIC_DRAW);
        const uniform = this.use('paint', place);
        gl.uniform1f(uniform('opacity'), opacity);
        this.attribute(0, piece.at, 2);
        this.attribute(1, piece.uv, 2);
        gl.disableVertexAttribArray(2);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, piece.triangles);
        for (const { part, from, count } of piece.runs) {
            gl.bindTexture(gl.TEXTURE_2D, piece.textures[part]);
            gl.drawElements(gl.TRIANGLES, 3 * count, gl.UNSIGNED_INT, 12 * from);
        }
    }

    drawLines(piece, place, ink) {
        const { gl } = this;
        const uniform = this.use('line', place);
        gl.uniform4f(uniform('ink'), ...ink);
        this.attribute(0, piece.at, 2);
        gl.disableVertexAttribArray(1);
        gl.disableVertexAttribArray(2);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, piece.edges);
        gl.drawElements(gl.LINES, piece.edgeCount, gl.UNSIGNED_INT, 0);
    }

    drawHeat(piece, at, stretch, ratio, place) {
        const { gl } = this;
        const { triangles } = piece.source;
        const data = new Float32Array(3 * triangles.length);
        for (let k = 0; k < triangles.length; k++) {
            const t = Math.floor(k / 3);
            data[3 * k] = at[2 * triangles[k]];
            data[3 * k + 1] = at[2 * triangles[k] + 1];
            data[3 * k + 2] = ratio[t] <= 0 ? -1 : Math.min(stretch[t] / 0.6, 1);
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, piece.heat);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
        const uniform = this.use('heat', place);
        gl.uniform1f(uniform('opacity'), 0.75);
        this.attribute(0, piece.heat, 2, 12, 0);
        gl.disableVertexAttribArray(1);
        this.attribute(2, piece.heat, 1, 12, 8);
        gl.drawArrays(gl.TRIANGLES, 0, triangles.length);
    }
}

/** Runs of triangles of one part each: a sheet that is not cut is one run. */
export function partRuns({ parts, triangles }) {
    const count = triangles.length / 3,
        runs = [];
    if (!parts) return [{ part: 0, from: 0, count }];
    for (let t = 0; t < count; t++) {
        const last = runs.at(-1);
        if (last?.part === parts[t]) last.count++;
        else runs.push({ part: parts[t], from: t, count: 1 });
    }
    return runs;
}

function premultiply(data) {
    const out = new Uint8Array(data.length);
    for (let k = 0; k < data.length; k += 4) {
        const a = data[k + 3];
        out[k] = (data[k] * a + 127) / 255;
        out[k + 1] = (data[k + 1] * a + 127) / 255;
        out[k + 2] = (data[k + 2] * a + 127) / 255;
        out[k + 3] = a;
    }
    return out;
}

/** A picture larger than the card takes loses every other pixel until it fits: it is a preview. */
function fitPicture(picture, most) {
    while (picture.width > most || picture.height > most) {
        const width = picture.width >> 1 || 1,
            height = picture.height >> 1 || 1;
        const from = new Uint32Array(
            picture.data.buffer,
            picture.data.byteOffset,
            picture.width * picture.height,
        );
        const to = new Uint32Array(width * height);
        for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) to[y * width + x] = from[2 * y * picture.width + 2 * x];
        picture = { width, height, data: new Uint8Array(to.buffer) };
    }
    return picture;
}
