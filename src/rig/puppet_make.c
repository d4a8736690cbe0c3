// puppet_make.c — the text of a puppet file for a drawing: one piece, a handle a joint, one view.
//
// Each joint holds what its handle will hold, on the very mesh; one that would hold a vertex of an earlier
// one shares that handle (in many rigs `hip` stands on `root`), so what is made can always be loaded. A
// joint a little off the ink snaps; one farther off is an error, and all such joints are named at once,
// with their distances.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/arena.h"
#include "base/trig.h"
#include "base/vec.h"
#include "puppet.h"
#include "puppet_fields.h"

#define DEFAULT_HEIGHT_M 1.6

typedef struct maker {
    const pantin_drawing *drawing;
    const pantin_puppet_recipe *recipe;
    double spacing;
    pantin_puppet_handle *handles;
    int handle_count;
    pantin_mesh mesh; // what the handles will hold
    int *owners;      // a vertex: 1 + the handle that holds it, 0: none
    text notes;
    arena memory;
    pantin_error *error;
} maker;

static double tenth(double v) { return trig_round(v * 10.0) / 10.0; }

/// Names all joints that lie too far off the ink.
static bool check_joints(maker *m) {
    const pantin_rig_joints *joints = m->recipe->joints;
    char line[400] = "";
    size_t length = 0;
    int far = 0;
    for (int k = 0; k < joints->count; k++) {
        double away = pantin_drawing_distance(m->drawing, joints->joints[k].at_px, NULL);
        if (away <= m->spacing) continue;
        if (length < sizeof line - 100)
            length += text_print(line + length, sizeof line - length, "%s\"%.48s\" %g px",
                                 far > 0 ? ", " : "", joints->joints[k].name, tenth(away));
        far++;
    }
    return far == 0 ||
           pantin_fail(m->error, PANTIN_ERROR_ARGUMENT, "rig",
                       "%d of %d joints lie off the ink by more than a cell (%g px): %s", far,
                       joints->count, tenth(m->spacing), line);
}

/// The handle that holds one of these vertices, or NULL; else they are held by `index` from now on.
static const pantin_puppet_handle *hold(maker *m, const pantin_mesh_grip *grip, int index) {
    for (int k = 0; k < grip->count; k++)
        if (m->owners[grip->vertices[k]] != 0) return &m->handles[m->owners[grip->vertices[k]] - 1];
    for (int k = 0; k < grip->count; k++) m->owners[grip->vertices[k]] = index + 1;
    return NULL;
}

static bool add_joint(maker *m, const pantin_rig_joint *joint) {
    pantin_mesh_grip grip = { 0 };
    if (!pantin_mesh_grip_at(&m->mesh, m->drawing, joint->name, joint->at_px,
                             PUPPET_GRIP_CELLS * m->mesh.spacing_px, &grip, m->error))
        return false;
    const pantin_puppet_handle *other = hold(m, &grip, m->handle_count);
    if (other != NULL) {
        text_format(&m->notes, "joint \"%s\" stands at \"%s\" and shares its handle\n", joint->name,
                    other->name);
    } else {
        if (grip.snapped_px > 0)
            text_format(&m->notes, "joint \"%s\" lies %g px off the ink and snaps to it\n",
                        joint->name, tenth(grip.snapped_px));
        pantin_puppet_handle *handle = &m->handles[m->handle_count++];
        *handle = (pantin_puppet_handle){ .name = joint->name,
                                          .at_px = { joint->at_px.x, joint->at_px.y } };
        bind_give(&puppet_handle_table, handle, "at_px");
    }
    pantin_mesh_grip_free(&grip);
    return true;
}

static bool make_handles(maker *m) {
    const pantin_rig_joints *joints = m->recipe->joints;
    if (joints == NULL) return true;
    if (!check_joints(m)) return false;
    pantin_mesh_options options = m->recipe->mesh;
    options.spacing_px = m->spacing;
    if (!pantin_mesh_make(m->drawing, &options, &m->mesh, m->error)) return false;
    m->handles = ARENA_ARRAY(&m->memory, pantin_puppet_handle, joints->count);
    m->owners = ARENA_ARRAY(&m->memory, int, m->mesh.vertex_count);
    if (arena_failed(&m->memory)) return memory_fail(m->error, "a puppet");
    for (int k = 0; k < joints->count; k++)
        if (!add_joint(m, &joints->joints[k])) return false;
    return true;
}

/// The middle of the lowest ink: where a figure stands.
static vec2 ground_point(const pantin_drawing *drawing) {
    return (vec2){ 0.5 * (drawing->ink_box.left + drawing->ink_box.right),
                   drawing->ink_box.bottom };
}

static void put_pair(json_writer *w, const char *key, double a, double b) {
    json_key(w, key);
    json_inline(w);
    json_array(w);
    json_put_number(w, a);
    json_put_number(w, b);
    json_end(w, ']');
}

static void put_drawing(const maker *m, json_writer *w) {
    const pantin_puppet_recipe *recipe = m->recipe;
    double height = m->drawing->ink_box.bottom - m->drawing->ink_box.top;
    double scale = recipe->px_per_m > 0 ? recipe->px_per_m
                                        : clamp_double(tenth(height / DEFAULT_HEIGHT_M), 1, 1e5);
    json_key(w, "drawings");
    json_object(w);
    json_key(w, recipe->name);
    json_object(w);
    json_key(w, "image");
    json_put_text(w, recipe->image);
    if (recipe->mask != NULL) {
        json_key(w, "mask");
        json_put_text(w, recipe->mask);
    }
    json_key(w, "px_per_m");
    json_put_number(w, scale);
    json_end(w, '}');
    json_end(w, '}');
}

static void put_piece(const maker *m, json_writer *w) {
    const pantin_mesh_options *mesh = &m->recipe->mesh;
    json_key(w, "pieces");
    json_object(w);
    json_key(w, "body");
    json_object(w);
    json_key(w, "drawing");
    json_put_text(w, m->recipe->name);
    json_key(w, "mesh");
    json_inline(w);
    json_object(w);
    json_key(w, "style");
    json_put_text(w, mesh->style == PANTIN_MESH_GRID ? "grid" : "delaunay");
    json_key(w, "spacing_px");
    json_put_number(w, m->spacing);
    json_end(w, '}');
    json_key(w, "handles");
    json_object(w);
    for (int h = 0; h < m->handle_count; h++) {
        json_key(w, m->handles[h].name);
        json_inline(w);
        bind_write(w, &puppet_handle_table, &m->handles[h]);
    }
    json_end(w, '}');
    json_end(w, '}');
    json_end(w, '}');
}

static void put_view(const maker *m, json_writer *w) {
    vec2 ground = ground_point(m->drawing);
    json_key(w, "views");
    json_object(w);
    json_key(w, "front");
    json_object(w);
    json_key(w, "draw");
    json_inline(w);
    json_array(w);
    json_put_text(w, "body");
    json_end(w, ']');
    put_pair(w, "ground_px", ground.x, ground.y);
    json_end(w, '}');
    json_end(w, '}');
}

static bool write_draft(maker *m, pantin_bytes *bytes) {
    text out = { 0 };
    json_writer w = { .out = &out };
    json_object(&w);
    json_key(&w, "pantin");
    json_put_text(&w, "puppet/1");
    json_key(&w, "name");
    json_put_text(&w, m->recipe->name);
    put_drawing(m, &w);
    put_piece(m, &w);
    put_view(m, &w);
    json_end(&w, '}');
    text_char(&out, '\n');
    return text_take(&out, bytes, m->error);
}

/// As it will be written again: the draft is read and written in canonical form.
static bool write_file(maker *m, pantin_bytes *bytes) {
    pantin_bytes draft = { 0 };
    pantin_puppet puppet = { 0 };
    bool done = write_draft(m, &draft) &&
                pantin_puppet_load(m->recipe->name, (const char *)draft.data, draft.size, NULL,
                                   &puppet, m->error) &&
                pantin_puppet_write(&puppet, bytes, m->error);
    pantin_puppet_free(&puppet);
    pantin_bytes_free(&draft);
    return done;
}

bool pantin_puppet_make(const pantin_drawing *drawing, const pantin_puppet_recipe *recipe,
                        pantin_bytes *file, pantin_bytes *notes, pantin_error *error) {
    double spacing =
        recipe->mesh.spacing_px > 0 ? recipe->mesh.spacing_px : pantin_mesh_spacing(drawing);
    maker m = { .drawing = drawing, .recipe = recipe, .spacing = spacing, .error = error };
    pantin_bytes made = { 0 };
    bool done = make_handles(&m) && write_file(&m, &made);
    if (done && notes != NULL && !text_take(&m.notes, notes, error)) done = false;
    if (done)
        *file = made;
    else
        pantin_bytes_free(&made);
    text_free(&m.notes);
    pantin_mesh_free(&m.mesh);
    arena_free(&m.memory);
    return done;
}
