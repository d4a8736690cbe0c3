// system.c — a system's life: check, order, plan, take memory, give it back.
// SPDX-License-Identifier: MIT
#include "linear/system.h"

#include "linear/order.h"

static bool check_counts(int n, const linear_edge *edges, int edge_count, int block,
                         pantin_error *error) {
    const int limit = LINEAR_MOST;
    if (n < 0 || n > limit)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "n", "%d vertices; 0 to %d can be solved",
                           n, limit);
    if (edge_count < 0 || edge_count > limit || (edge_count > 0 && !edges))
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "edge_count",
                           "%d edges; 0 to %d can be given", edge_count, limit);
    if (block != 1 && block != 2)
        return pantin_fail(error, PANTIN_ERROR_ARGUMENT, "block", "block %d; it is 1 or 2", block);
    return true;
}

/// Everything that create makes; what stays goes to the system's arena, the rest to `scratch`.
static bool prepare(linear_system *system, arena *scratch, int n, const linear_edge *edges,
                    int edge_count, int block, const pantin_vec2 *positions, pantin_error *error) {
    arena *memory = &system->memory;
    linear_graph graph = { 0 };
    int *order = ARENA_ARRAY(memory, int, n);
    if (!linear_graph_build(&graph, scratch, n, edges, edge_count, error)) return false;
    if (arena_failed(scratch) || arena_failed(memory)) return memory_fail(error, "a linear system");
    linear_order(scratch, &graph, positions, order);
    if (arena_failed(scratch)) return memory_fail(error, "the elimination order");
    if (!linear_plan_make(&system->plan, memory, &graph, order, edges, block, error)) return false;
    if (!arena_failed(memory)) {
        system->values = ARENA_ARRAY(memory, double, system->plan.value_count);
        system->stack = ARENA_ARRAY(memory, double, system->plan.stack_count);
        system->work = ARENA_ARRAY(memory, double, 2 * ((size_t)n + 1));
    }
    if (arena_failed(memory)) return memory_fail(error, "a matrix factor");
    system->counts.factor_entries = (long long)system->plan.value_count;
    system->counts.supernodes = system->plan.front_count;
    return true;
}

linear_system *linear_create(int n, const linear_edge *edges, int edge_count, int block,
                             const pantin_vec2 *positions, pantin_error *error) {
    if (!check_counts(n, edges, edge_count, block, error)) return NULL;
    linear_system *system = memory_allocate(1, sizeof(linear_system));
    if (!system) {
        memory_fail(error, "a linear system");
        return NULL;
    }
    arena scratch = { 0 };
    bool made = prepare(system, &scratch, n, edges, edge_count, block, positions, error);
    arena_free(&scratch);
    if (made) return system;
    linear_destroy(system);
    return NULL;
}

void linear_destroy(linear_system *system) {
    if (!system) return;
    arena_free(&system->memory);
    memory_free(system, 1, sizeof(linear_system));
}

linear_counts linear_count(const linear_system *system) { return system->counts; }
