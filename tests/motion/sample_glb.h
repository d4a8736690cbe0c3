// sample_glb.h — a clip of the sample figure as a GLB: nodes, one skinned mesh, one animation.
// SPDX-License-Identifier: MIT
#ifndef TESTS_SAMPLE_GLB_H
#define TESTS_SAMPLE_GLB_H

#include "base/bytes.h"
#include "sample_figure.h"

/// JSON lists and BIN as they grow. `bin` is used as bytes.
typedef struct sample_glb {
    text bin, views, accessors, samplers, channels;
    int view_count, accessor_count, sampler_count;
} sample_glb;

static inline void glb_float(sample_glb *g, double value) {
    uint8_t bytes[4], *at = bytes;
    put_float(&at, (float)value);
    text_bytes(&g->bin, (const char *)bytes, 4);
}

/// Ends the data begun at `from` as a view, and an accessor with more fields. Answers the accessor.
static inline int glb_accessor(sample_glb *g, size_t from, int target, int count,
                               const char *rest) {
    size_t size = g->bin.size - from;
    text_format(&g->views, "%s    {\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu",
                g->view_count > 0 ? ",\n" : "", from, size);
    if (target != 0) text_format(&g->views, ",\"target\":%d", target);
    text_string(&g->views, "}");
    text_format(&g->accessors, "%s    {\"bufferView\":%d,\"count\":%d,%s}",
                g->accessor_count > 0 ? ",\n" : "", g->view_count++, count, rest);
    while (g->bin.size % 4 != 0) text_char(&g->bin, 0);
    return g->accessor_count++;
}

/// Through memory, for gcc 12 drops the rounding of neighbors.
static inline double as_float(double value) {
    volatile float rounded = (float)value;
    return (double)rounded;
}

static inline void glb_mesh(sample_glb *g, const sample_figure *f, text *mesh) {
    vec3 corners[FIGURE_CORNERS], min = { 9, 9, 9 }, max = { -9, -9, -9 };
    char rest[256];
    int limbs = 0, limb_joints[FIGURE_JOINTS];
    for (int k = 0; k < FIGURE_JOINTS; k++) {
        if (!figure_corners(f, k, corners)) continue;
        limb_joints[limbs++] = k;
        for (int c = 0; c < FIGURE_CORNERS; c++) {
            double p[3] = { as_float(corners[c].x), as_float(corners[c].y),
                            as_float(corners[c].z) };
            for (int i = 0; i < 3; i++) glb_float(g, p[i]);
            min = (vec3){ p[0] < min.x ? p[0] : min.x, p[1] < min.y ? p[1] : min.y,
                          p[2] < min.z ? p[2] : min.z };
            max = (vec3){ p[0] > max.x ? p[0] : max.x, p[1] > max.y ? p[1] : max.y,
                          p[2] > max.z ? p[2] : max.z };
        }
    }
    text_print(rest, sizeof rest,
               "\"componentType\":5126,\"type\":\"VEC3\",\"min\":[%g,%g,%g],\"max\":[%g,%g,%g]",
               min.x, min.y, min.z, max.x, max.y, max.z);
    int count = limbs * FIGURE_CORNERS, places = glb_accessor(g, 0, 34962, count, rest);
    size_t from = g->bin.size;
    for (int k = 0; k < count; k++) {
        char word[4] = { (char)limb_joints[k / FIGURE_CORNERS], 0, 0, 0 };
        text_bytes(&g->bin, word, 4);
    }
    int joints = glb_accessor(g, from, 34962, count, "\"componentType\":5121,\"type\":\"VEC4\"");
    from = g->bin.size;
    for (int k = 0; k < count; k++) text_bytes(&g->bin, "\xFF\0\0\0", 4);
    int weights = glb_accessor(g, from, 34962, count,
                               "\"componentType\":5121,\"normalized\":true,\"type\":\"VEC4\"");
    from = g->bin.size;
    for (int k = 0; k < limbs * FIGURE_FACES * 3; k++) {
        int limb = k / (FIGURE_FACES * 3), corner = k % (FIGURE_FACES * 3);
        int index = limb * FIGURE_CORNERS + figure_faces[corner / 3][corner % 3];
        text_char(&g->bin, (char)(index & 255));
        text_char(&g->bin, (char)(index >> 8));
    }
    int indices = glb_accessor(g, from, 34963, limbs * FIGURE_FACES * 3,
                               "\"componentType\":5123,\"type\":\"SCALAR\"");
    text_format(mesh,
                "{\"name\":\"Figure\",\"primitives\":[{\"attributes\":{\"POSITION\":%d,"
                "\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},\"indices\":%d,\"material\":0}]}",
                places, joints, weights, indices);
}

static inline int glb_inverse_rest(sample_glb *g, const sample_figure *f) {
    size_t from = g->bin.size;
    for (int k = 0; k < FIGURE_JOINTS; k++) {
        double column[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
        column[12] = -f->places[k].x;
        column[13] = -f->places[k].y;
        column[14] = -f->places[k].z;
        for (int i = 0; i < 16; i++) glb_float(g, column[i]);
    }
    return glb_accessor(g, from, 0, FIGURE_JOINTS, "\"componentType\":5126,\"type\":\"MAT4\"");
}

static inline void glb_track(sample_glb *g, int node, const char *path, int times, int output) {
    text_format(&g->samplers, "%s\n      {\"input\":%d,\"output\":%d}",
                g->sampler_count > 0 ? "," : "", times, output);
    text_format(&g->channels, "%s\n      {\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
                g->sampler_count > 0 ? "," : "", g->sampler_count, node, path);
    g->sampler_count++;
}

/// Node k + 1 is joint k. A joint that rests all the time gets no track.
static inline void glb_animation(sample_glb *g, const sample_figure *f, const pantin_clip *clip) {
    char rest[128];
    size_t from = g->bin.size;
    for (int i = 0; i < clip->frames; i++) glb_float(g, i / clip->fps);
    text_print(rest, sizeof rest,
               "\"componentType\":5126,\"type\":\"SCALAR\",\"min\":[0],\"max\":[%g]",
               as_float((clip->frames - 1) / clip->fps));
    int times = glb_accessor(g, from, 0, clip->frames, rest);
    from = g->bin.size;
    for (int i = 0; i < clip->frames; i++) {
        vec3 p = *clip_translation(clip, i, MAKER_HIPS);
        glb_float(g, p.x);
        glb_float(g, p.y);
        glb_float(g, p.z);
    }
    glb_track(g, 1, "translation", times,
              glb_accessor(g, from, 0, clip->frames, "\"componentType\":5126,\"type\":\"VEC3\""));
    for (int k = 0; k < FIGURE_JOINTS; k++) {
        bool moves = false;
        for (int i = 0; i < clip->frames; i++)
            moves |= quat_angle(*clip_rotation(clip, i, f->joints[k])) > 1e-9;
        if (!moves) continue;
        from = g->bin.size;
        for (int i = 0; i < clip->frames; i++) {
            quat q = *clip_rotation(clip, i, f->joints[k]);
            glb_float(g, q.x);
            glb_float(g, q.y);
            glb_float(g, q.z);
            glb_float(g, q.w);
        }
        glb_track(
            g, k + 1, "rotation", times,
            glb_accessor(g, from, 0, clip->frames, "\"componentType\":5126,\"type\":\"VEC4\""));
    }
}

static inline void glb_nodes(const sample_figure *f, text *nodes) {
    text_string(nodes, "    {\"name\":\"Figure\",\"mesh\":0,\"skin\":0}");
    for (int k = 0; k < FIGURE_JOINTS; k++) {
        const maker_joint *joint = &maker_joints[f->joints[k]];
        text_format(nodes, ",\n    {\"name\":\"%s\",\"translation\":[%g,%g,%g]", joint->name,
                    joint->x, joint->y, joint->z);
        bool some = false;
        for (int c = 0; c < FIGURE_JOINTS; c++) {
            if (f->parents[c] != k) continue;
            text_format(nodes, "%s%d", some ? "," : ",\"children\":[", c + 1);
            some = true;
        }
        text_string(nodes, some ? "]}" : "}");
    }
}

static inline void glb_json(const sample_glb *g, const text *nodes, const text *mesh, int inverse,
                            const pantin_clip *clip, text *json) {
    text_string(json, "{\n  \"asset\":{\"version\":\"2.0\",\"generator\":\"pantin's samples\"},\n"
                      "  \"scene\":0,\n  \"scenes\":[{\"nodes\":[0,1]}],\n  \"nodes\":[\n");
    text_bytes(json, nodes->data, nodes->size);
    text_format(json, "\n  ],\n  \"skins\":[{\"inverseBindMatrices\":%d,\"joints\":[1", inverse);
    for (int k = 1; k < FIGURE_JOINTS; k++) text_format(json, ",%d", k + 1);
    text_format(json,
                "]}],\n  \"meshes\":[%s],\n"
                "  \"materials\":[{\"name\":\"Card\",\"pbrMetallicRoughness\":{\"baseColorFactor\":"
                "[0.82,0.55,0.3,1],\"metallicFactor\":0,\"roughnessFactor\":0.8}}],\n"
                "  \"animations\":[\n    {\"name\":\"%s\",\"samplers\":[%s\n    ],\"channels\":[%s"
                "\n    ]}\n  ],\n  \"accessors\":[\n%s\n  ],\n  \"bufferViews\":[\n%s\n  ],\n"
                "  \"buffers\":[{\"byteLength\":%zu}]\n}\n",
                mesh->data, clip->name, g->samplers.data, g->channels.data, g->accessors.data,
                g->views.data, g->bin.size);
    while (json->size % 4 != 0) text_char(json, ' ');
}

static inline void glb_word(text *file, uint32_t value) {
    uint8_t bytes[4], *at = bytes;
    put_u32(&at, value);
    text_bytes(file, (const char *)bytes, 4);
}

/// The whole file.
static inline text sample_glb_write(const pantin_clip *clip) {
    sample_figure f = sample_figure_make(clip);
    sample_glb g = { 0 };
    text nodes = { 0 }, mesh = { 0 }, json = { 0 }, file = { 0 };
    glb_mesh(&g, &f, &mesh);
    int inverse = glb_inverse_rest(&g, &f);
    glb_animation(&g, &f, clip);
    glb_nodes(&f, &nodes);
    glb_json(&g, &nodes, &mesh, inverse, clip, &json);
    text_string(&file, "glTF");
    glb_word(&file, 2);
    glb_word(&file, (uint32_t)(12 + 8 + json.size + 8 + g.bin.size));
    glb_word(&file, (uint32_t)json.size);
    text_string(&file, "JSON");
    text_bytes(&file, json.data, json.size);
    glb_word(&file, (uint32_t)g.bin.size);
    text_bytes(&file, "BIN\0", 4);
    text_bytes(&file, g.bin.data, g.bin.size);
    text *all[] = {
        &nodes, &mesh, &json, &g.bin, &g.views, &g.accessors, &g.samplers, &g.channels
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        file.failed |= all[k]->failed;
        text_free(all[k]);
    }
    return file;
}

#endif
