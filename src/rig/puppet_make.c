// puppet_make.c — the text of a puppet file for a drawing: its pieces, a handle a joint, one view.
//
// Each joint holds what its handle will hold, on the very mesh; one that would hold a vertex of an earlier
// one shares that handle (in many rigs `hip` stands on `root`), so what is made can always be loaded. A
// joint a little off the ink snaps; one farther off is an error, and all such joints are named at once,
// with their distances.
// SPDX-License-Identifier: MIT
#include "near_handles.h"
#include "puppet_make.h"

#include <string.h>

#include "base/trig.h"
#include "base/vec.h"

#define DEFAULT_HEIGHT_M 1.6

static double tenth(double v) { return trig_round(v * 10.0) / 10.0; }

/// The part whose ink is nearest to the joint, of equals the foremost.
static int part_of(const maker *m, vec2 at, double *away) {
    int nearest = 0;
    for (int p = 0; p < m->part_count; p++) {
        double here = pantin_drawing_distance(m->parts[p].drawing, at, NULL);
        if (p == 0 || here <= *away) *away = here, nearest = p;
    }
    return nearest;
}

/// Names all joints that lie too far off the ink.
static bool check_joints(maker *m) {
    const pantin_rig_joints *joints = m->recipe->joints;
    char line[400] = "";
    size_t length = 0;
    int far = 0;
    for (int k = 0; k < joints->count; k++) {
        double away = 0;
        m->joints[k].part = part_of(m, joints->joints[k].at_px, &away);
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

/// The handle that holds one of these vertices, or PANTIN_NONE; else they are held by `index` from now on.
static int hold(maker_part *part, const pantin_mesh_grip *grip, int index) {
    for (int k = 0; k < grip->count; k++)
        if (part->owners[grip->vertices[k]] != 0) return part->owners[grip->vertices[k]] - 1;
    for (int k = 0; k < grip->count; k++) part->owners[grip->vertices[k]] = index + 1;
    return PANTIN_NONE;
}

static bool add_joint(maker *m, int index) {
    const pantin_rig_joint *joint = &m->recipe->joints->joints[index];
    maker_part *part = &m->parts[m->joints[index].part];
    pantin_mesh_grip grip = { 0 };
    if (!pantin_mesh_grip_at(&part->mesh, part->drawing, joint->name, joint->at_px,
                             PUPPET_GRIP_CELLS * part->mesh.spacing_px, &grip, m->error))
        return false;
    int other = hold(part, &grip, part->handle_count);
    m->joints[index].handle = other != PANTIN_NONE ? other : part->handle_count;
    if (other != PANTIN_NONE) {
        text_format(&m->notes, "joint \"%s\" stands at \"%s\" and shares its handle\n", joint->name,
                    part->handles[other].name);
    } else {
        if (grip.snapped_px > 0)
            text_format(&m->notes, "joint \"%s\" lies %g px off the ink and snaps to it\n",
                        joint->name, tenth(grip.snapped_px));
        pantin_puppet_handle *handle = &part->handles[part->handle_count++];
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
    m->joints = ARENA_ARRAY(&m->memory, maker_joint, joints->count);
    if (arena_failed(&m->memory)) return memory_fail(m->error, "a puppet");
    if (!check_joints(m)) return false;
    pantin_mesh_options options = m->recipe->mesh;
    options.spacing_px = m->spacing;
    for (int p = 0; p < m->part_count; p++) {
        maker_part *part = &m->parts[p];
        if (!pantin_mesh_make(part->drawing, &options, &part->mesh, m->error)) return false;
        part->handles = ARENA_ARRAY(&m->memory, pantin_puppet_handle, joints->count);
        part->owners = ARENA_ARRAY(&m->memory, int, part->mesh.vertex_count);
        if (arena_failed(&m->memory)) return memory_fail(m->error, "a puppet");
    }
    for (int k = 0; k < joints->count; k++)
        if (!add_joint(m, k)) return false;
    for (int p = 0; p < m->part_count; p++)
        rig_note_near_handles(&m->parts[p].mesh, m->parts[p].owners, m->parts[p].handles,
                              &m->notes);
    return !m->recipe->limbs || puppet_limbs_find(m);
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

static void put_drawings(const maker *m, json_writer *w) {
    const pantin_puppet_recipe *recipe = m->recipe;
    double height = m->drawing->ink_box.bottom - m->drawing->ink_box.top;
    double scale = recipe->px_per_m > 0 ? recipe->px_per_m
                                        : clamp_double(tenth(height / DEFAULT_HEIGHT_M), 1, 1e5);
    json_key(w, "drawings");
    json_object(w);
    for (int p = 0; p < m->part_count; p++) {
        const maker_part *part = &m->parts[p];
        json_key(w, part->drawing_name);
        json_object(w);
        json_key(w, "image");
        json_put_text(w, part->image);
        if (part->mask != NULL) {
            json_key(w, "mask");
            json_put_text(w, part->mask);
        }
        json_key(w, "px_per_m");
        json_put_number(w, scale);
        json_end(w, '}');
    }
    json_end(w, '}');
}

static void put_piece(const maker *m, const maker_part *part, json_writer *w) {
    const pantin_mesh_options *mesh = &m->recipe->mesh;
    json_key(w, part->piece);
    json_object(w);
    json_key(w, "drawing");
    json_put_text(w, part->drawing_name);
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
    for (int h = 0; h < part->handle_count; h++) {
        json_key(w, part->handles[h].name);
        json_inline(w);
        bind_write(w, &puppet_handle_table, &part->handles[h]);
    }
    json_end(w, '}');
    puppet_limbs_put_bones(m, part, w);
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
    for (int p = 0; p < m->part_count; p++) json_put_text(w, m->parts[p].piece);
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
    put_drawings(m, &w);
    json_key(&w, "pieces");
    json_object(&w);
    for (int p = 0; p < m->part_count; p++) put_piece(m, &m->parts[p], &w);
    json_end(&w, '}');
    puppet_limbs_put(m, &w);
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

/// The parts of the recipe, or the whole drawing as the only one.
static bool list_parts(maker *m) {
    const pantin_puppet_recipe *recipe = m->recipe;
    m->part_count = recipe->parts != NULL ? recipe->part_count : 1;
    m->parts = ARENA_ARRAY(&m->memory, maker_part, m->part_count);
    if (m->parts == NULL) return memory_fail(m->error, "a puppet");
    m->parts[0] = (maker_part){ .piece = "body",
                                .drawing_name = recipe->name,
                                .image = recipe->image,
                                .mask = recipe->mask,
                                .drawing = m->drawing };
    for (int p = 0; recipe->parts != NULL && p < m->part_count; p++) {
        const pantin_puppet_part *part = &recipe->parts[p];
        m->parts[p] = (maker_part){ .piece = part->name,
                                    .drawing_name = part->name,
                                    .image = part->image,
                                    .drawing = part->drawing };
    }
    return true;
}

bool pantin_puppet_make(const pantin_drawing *drawing, const pantin_puppet_recipe *recipe,
                        pantin_bytes *file, pantin_bytes *notes, pantin_error *error) {
    double spacing =
        recipe->mesh.spacing_px > 0 ? recipe->mesh.spacing_px : pantin_mesh_spacing(drawing);
    maker m = { .drawing = drawing, .recipe = recipe, .spacing = spacing, .error = error };
    pantin_bytes made = { 0 };
    bool done = list_parts(&m) && make_handles(&m) && write_file(&m, &made);
    if (done && notes != NULL && !text_take(&m.notes, notes, error)) done = false;
    if (done)
        *file = made;
    else
        pantin_bytes_free(&made);
    text_free(&m.notes);
    for (int p = 0; m.parts != NULL && p < m.part_count; p++) pantin_mesh_free(&m.parts[p].mesh);
    arena_free(&m.memory);
    return done;
}
