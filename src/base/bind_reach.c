// bind_reach.c — all tables that a root reaches: schema and docs tell of each once.
//
// A breadth-first walk over the fields; the list of what was found is its own queue, so tables that
// name each other are no trouble.
// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/bind_field.h"

static bool add(bind_reach *reach, const bind_table *table) {
    for (int i = 0; i < reach->count; i++)
        if (reach->tables[i] == table) return true;
    if (reach->count == reach->capacity) {
        int wanted = reach->capacity ? reach->capacity * 2 : 16;
        const bind_table **tables =
            reach->tables
                ? memory_resize(reach->tables, (size_t)reach->capacity, (size_t)wanted, sizeof *tables)
                : memory_allocate((size_t)wanted, sizeof *tables);
        if (!tables) return false;
        reach->tables = tables;
        reach->capacity = wanted;
    }
    reach->tables[reach->count++] = table;
    return true;
}

bool bind_reach_find(bind_reach *reach, const bind_table *root) {
    *reach = (bind_reach){ 0 };
    if (!add(reach, root)) return false;
    for (int i = 0; i < reach->count; i++) {
        const bind_table *table = reach->tables[i];
        for (int k = 0; k < table->count; k++)
            if (table->fields[k].table && !add(reach, table->fields[k].table)) return false;
    }
    return true;
}

void bind_reach_free(bind_reach *reach) {
    memory_free(reach->tables, (size_t)reach->capacity, sizeof *reach->tables);
    *reach = (bind_reach){ 0 };
}

void bind_reach_name(const bind_reach *reach, const bind_table *table, char *out, size_t size) {
    int same = 1;
    for (int i = 0; i < reach->count && reach->tables[i] != table; i++)
        if (strcmp(reach->tables[i]->name, table->name) == 0) same++;
    if (same == 1) text_print(out, size, "%s", table->name);
    else text_print(out, size, "%s_%d", table->name, same);
    for (; *out; out++) // a reference is a URI fragment
        if (*out == ' ' || *out == '/' || *out == '#' || *out == '~' || *out == '%') *out = '_';
}
