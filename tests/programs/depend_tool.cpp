// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tool in the program hears of dependences: the items of each task, and with
// the argument "edges" each pair of dependent tasks.
#include "depend_check.h"
#include <omp-tools.h>

constexpr int MaxEvents = 4000;
struct Items {
  unsigned long long task;
  int number;
  ompt_dependence_t item[8];
};
static Items events[MaxEvents];
static struct {
  unsigned long long source, sink;
} edges[MaxEvents];
static int event_count, edge_count, created, set_items, set_edges;
static unsigned long long next_task = 1;

static void on_create(ompt_data_t *, const ompt_frame_t *, ompt_data_t *task,
                      int, int has_dependences, const void *) {
  task->value = __atomic_fetch_add(&next_task, 1, __ATOMIC_RELAXED);
  if (has_dependences)
    count(&created);
}

static void on_items(ompt_data_t *task, const ompt_dependence_t *items,
                     int number) {
  Items &event = events[count(&event_count) % MaxEvents];
  event.task = task->value;
  event.number = number;
  for (int i = 0; i < number && i < 8; ++i)
    event.item[i] = items[i];
}

static void on_edge(ompt_data_t *source, ompt_data_t *sink) {
  int n = count(&edge_count) % MaxEvents;
  edges[n].source = source->value;
  edges[n].sink = sink->value;
}

static int initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  auto set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_task_create, (ompt_callback_t)on_create);
  set_items = set(ompt_callback_dependences, (ompt_callback_t)on_items);
  const char *wanted = getenv("TEST_WANTS_EDGES");
  if (wanted && !strcmp(wanted, "1"))
    set_edges = set(ompt_callback_task_dependence, (ompt_callback_t)on_edge);
  return 1;
}
static void finalize(ompt_data_t *) {}

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}

static void check_item(int event, int item, const void *object,
                       ompt_dependence_type_t type) {
  CHECK_EQ("object", events[event].item[item].variable.ptr == object, 1);
  CHECK_EQ("type", events[event].item[item].dependence_type, type);
}

static bool has_edge(int source, int sink) {
  for (int n = 0; n < edge_count && n < MaxEvents; ++n)
    if (edges[n].source == events[source].task &&
        edges[n].sink == events[sink].task)
      return true;
  return false;
}

int main() {
  int a = 0, b = 0, value = 0, may_start = 0;
  bool several = false;
#pragma omp parallel
#pragma omp single
  {
    several = omp_get_num_threads() > 1;
    if (!several)
      may_start = 1;
    // Held until all are created, so that every edge is there to be seen.
    creating = 1;
#pragma omp task depend(out : a) shared(value, may_start)
    wait_for(&may_start), value = 1;
    creating = 0;
#pragma omp task ORDER_1(in : a) shared(value)
    CHECK_EQ("first reader", value, 1);
#pragma omp task depend(in : a) depend(mutexinoutset : b)
    spin(10);
#pragma omp task depend(inoutset : b)
    spin(10);
#pragma omp task depend(inout : a, b) shared(value)
    CHECK_EQ("writer", value, 1), value = 2;
#pragma omp task depend(inout : omp_all_memory) shared(value)
    CHECK_EQ("fence", value, 2), value = 3;
    raise_flag(&may_start);
#pragma omp taskwait depend(in : a)
    CHECK_EQ("after the taskwait", value, 3);
  }
  CHECK_EQ("dependences are told", set_items, ompt_set_always);
  CHECK_EQ("tasks with dependences", created, 7);
  CHECK_EQ("events", event_count, 7);
  check_item(0, 0, &a, ompt_dependence_type_inout);
  check_item(1, 0, &a, ompt_dependence_type_in);
  CHECK_EQ("items of the third", events[2].number, 2);
  check_item(2, 0, &a, ompt_dependence_type_in);
  check_item(2, 1, &b, ompt_dependence_type_mutexinoutset);
  check_item(3, 0, &b, ompt_dependence_type_inoutset);
  check_item(4, 1, &b, ompt_dependence_type_inout);
  CHECK_EQ("type of the fence", events[5].item[0].dependence_type,
           ompt_dependence_type_out_all_memory);
  check_item(6, 0, &a, ompt_dependence_type_in);
  if (set_edges && several) {
    static const int wanted[][2] = {{0, 1}, {0, 2}, {1, 4}, {2, 4},
                                    {2, 3}, {3, 4}, {4, 5}};
    for (auto &edge : wanted)
      CHECK_EQ("edge", has_edge(edge[0], edge[1]), 1);
    // When the taskwait comes, all tasks may have run.
    CHECK_EQ("edges", edge_count,
             sizeof wanted / sizeof *wanted + has_edge(5, 6));
  }
  printf("%d edges\n", edge_count);
  return check_done();
}
