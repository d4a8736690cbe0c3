// rig_yaml.c — edge: the joints of an AnimatedDrawings character (char_cfg.yaml), by libyaml.
//
//     width: 508
//     height: 602
//     skeleton:
//     - { name: root, parent: null, loc: [264, 397] }
//
// Positions are px from the upper left corner. Order is the file's; keys beyond these are ignored, since
// other tools add their own.
// SPDX-License-Identifier: MIT
#include <string.h>
#include <yaml.h>

#include "base/arena.h"
#include "base/text.h"
#include "pantin/puppet.h"
#include "rig_joints.h"

typedef struct yaml_reader {
    const char *name;
    yaml_document_t document;
    arena *memory;
    pantin_error *error;
} yaml_reader;

static bool fail_at(const yaml_reader *r, const yaml_mark_t *mark, const char *format, ...)
    PANTIN_FORMAT(3, 4);

static bool fail_at(const yaml_reader *r, const yaml_mark_t *mark, const char *format, ...) {
    char where[512], line[512];
    text_print(where, sizeof where, "%s:%d:%d", r->name, (int)mark->line + 1,
               (int)mark->column + 1);
    va_list arguments;
    va_start(arguments, format);
    text_print_list(line, sizeof line, format, arguments);
    va_end(arguments);
    return pantin_fail(r->error, PANTIN_ERROR_FORMAT, where, "%s", line);
}

static yaml_node_t *node_at(yaml_reader *r, int index) {
    return yaml_document_get_node(&r->document, index);
}

static const char *scalar(const yaml_node_t *node) {
    return node != NULL && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value
                                                          : NULL;
}

static yaml_node_t *find(yaml_reader *r, const yaml_node_t *map, const char *key) {
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         p++) {
        const char *name = scalar(node_at(r, p->key));
        if (name != NULL && strcmp(name, key) == 0) return node_at(r, p->value);
    }
    return NULL;
}

static bool number(yaml_reader *r, const yaml_node_t *at, const char *what, const yaml_node_t *node,
                   double *value) {
    const char *digits = scalar(node);
    if (digits == NULL || !text_to_double(digits, strlen(digits), value) || *value < -1e5 ||
        *value > 1e5)
        return fail_at(r, node != NULL ? &node->start_mark : &at->start_mark,
                       "%s must be a number of px, -100000..100000", what);
    return true;
}

static bool read_size(yaml_reader *r, const yaml_node_t *root, const char *key, int *size) {
    const yaml_node_t *node = find(r, root, key);
    double value = 0;
    *size = 0;
    if (node == NULL) return true;
    if (!number(r, root, key, node, &value)) return false;
    *size = (int)value;
    return true;
}

/// A YAML null: `null`, `~` or nothing, unquoted.
static bool is_null(const yaml_node_t *node) {
    const char *word = scalar(node);
    if (node == NULL) return true;
    if (word == NULL || node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return false;
    return *word == '\0' || strcmp(word, "~") == 0 || strcmp(word, "null") == 0 ||
           strcmp(word, "Null") == 0 || strcmp(word, "NULL") == 0;
}

static bool read_joint(yaml_reader *r, const yaml_node_t *node, pantin_rig_joint *joint,
                       const char **parent) {
    if (node->type != YAML_MAPPING_NODE)
        return fail_at(r, &node->start_mark, "a joint must be { name, parent, loc }");
    const char *name = scalar(find(r, node, "name"));
    if (name == NULL || *name == '\0')
        return fail_at(r, &node->start_mark, "a joint has no \"name\"");
    if (!text_is_printable(name, strlen(name)) || strchr(name, '.') != NULL)
        return fail_at(r, &find(r, node, "name")->start_mark,
                       "the name of joint \"%.64s\" holds a \".\" or a control character", name);
    const yaml_node_t *above = find(r, node, "parent"), *place = find(r, node, "loc");
    if (above != NULL && scalar(above) == NULL)
        return fail_at(r, &above->start_mark,
                       "\"parent\" of joint \"%.64s\" must be a name or null", name);
    if (place == NULL || place->type != YAML_SEQUENCE_NODE ||
        place->data.sequence.items.top - place->data.sequence.items.start != 2)
        return fail_at(r, place != NULL ? &place->start_mark : &node->start_mark,
                       "\"loc\" of joint \"%.64s\" must be two numbers: [x, y]", name);
    const yaml_node_item_t *items = place->data.sequence.items.start;
    if (!number(r, place, "x", node_at(r, items[0]), &joint->at_px.x) ||
        !number(r, place, "y", node_at(r, items[1]), &joint->at_px.y))
        return false;
    joint->name = arena_text(r->memory, name, strlen(name));
    const char *word = is_null(above) ? NULL : scalar(above);
    *parent = word == NULL ? NULL : arena_text(r->memory, word, strlen(word));
    return !arena_failed(r->memory) || memory_fail(r->error, "a rig");
}

static bool read_skeleton(yaml_reader *r, const yaml_node_t *list, pantin_rig_joints *joints) {
    int count = (int)(list->data.sequence.items.top - list->data.sequence.items.start);
    const char **parents = ARENA_ARRAY(r->memory, const char *, count);
    joints->joints = ARENA_ARRAY(r->memory, pantin_rig_joint, count);
    if (arena_failed(r->memory)) return memory_fail(r->error, "a rig");
    joints->count = count;
    for (int k = 0; k < count; k++)
        if (!read_joint(r, node_at(r, list->data.sequence.items.start[k]), &joints->joints[k],
                        &parents[k]))
            return false;
    pantin_error inner = { 0 };
    int culprit = 0;
    if (rig_link_joints(joints, parents, &culprit, &inner)) return true;
    if (inner.kind == PANTIN_ERROR_MEMORY) return memory_fail(r->error, "a rig");
    const yaml_node_t *at = count > 0 ? node_at(r, list->data.sequence.items.start[culprit]) : list;
    return fail_at(r, &at->start_mark, "%s", inner.text);
}

static bool read_document(yaml_reader *r, pantin_rig_joints *joints) {
    yaml_node_t *root = yaml_document_get_root_node(&r->document);
    if (root == NULL || root->type != YAML_MAPPING_NODE)
        return pantin_fail(r->error, PANTIN_ERROR_FORMAT, r->name,
                           "holds no rig: it must be a mapping with width, height and skeleton");
    const yaml_node_t *skeleton = find(r, root, "skeleton");
    if (skeleton == NULL || skeleton->type != YAML_SEQUENCE_NODE)
        return fail_at(r, skeleton != NULL ? &skeleton->start_mark : &root->start_mark,
                       "\"skeleton\" must be a list of joints { name, parent, loc }");
    return read_size(r, root, "width", &joints->width) &&
           read_size(r, root, "height", &joints->height) && read_skeleton(r, skeleton, joints);
}

static bool parse(yaml_reader *r, const char *source, size_t size, pantin_rig_joints *joints) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return memory_fail(r->error, "a rig");
    yaml_parser_set_input_string(&parser, (const unsigned char *)source, size);
    bool done = false;
    if (!yaml_parser_load(&parser, &r->document)) {
        yaml_mark_t mark = parser.problem_mark;
        fail_at(r, &mark, "not YAML: %s",
                parser.problem != NULL ? parser.problem : "it cannot be read");
    } else {
        done = read_document(r, joints);
        yaml_document_delete(&r->document);
    }
    yaml_parser_delete(&parser);
    return done;
}

bool pantin_rig_read_yaml(const char *name, const char *source, size_t size,
                          pantin_rig_joints *joints, pantin_error *error) {
    arena *memory = memory_allocate(1, sizeof *memory);
    if (memory == NULL) return memory_fail(error, "a rig");
    yaml_reader reader = { .name = name, .memory = memory, .error = error };
    pantin_rig_joints read = { .memory = memory };
    if (!parse(&reader, source, size, &read)) {
        pantin_rig_joints_free(&read);
        return false;
    }
    *joints = read;
    return true;
}
