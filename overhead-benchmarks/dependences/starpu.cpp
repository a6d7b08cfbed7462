//===- starpu.cpp - The graphs with StarPU --------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StarPU finds dependences from the order in which tasks that use the same
// data are submitted, as OpenMP does, so its tasks are made straight from the
// table. Its workers are threads of their own: the thread that makes tasks runs
// none, and the blocking task of `slow` and `generations` spins until all
// others are submitted.
//
//===----------------------------------------------------------------------===//

#include "model.h"

#include <cstdio>
#include <cstdlib>
#include <starpu.h>
#include <thread>

namespace dependences {
namespace {

Graph *current = nullptr;
bool checks = false;
std::atomic<bool> all_submitted{false};
std::vector<starpu_data_handle_t> handles;

/// Whether task 0 keeps the others waiting until all are made.
bool blocks(Shape shape) {
  return shape == Shape::Slow || shape == Shape::Generations;
}

void runTask(void **, void *argument) {
  const auto task = reinterpret_cast<std::intptr_t>(argument);
  if (checks)
    current->enter(task);
  if (task == 0 && blocks(current->plan.shape))
    // mo: acquire; pairs with encounter()
    while (!all_submitted.load(std::memory_order_acquire))
      std::this_thread::yield();
  current->work(task);
  if (checks)
    current->leave(task);
}

starpu_data_access_mode modeOf(Access access) {
  switch (access) {
  case Access::In:
    return STARPU_R;
  case Access::Out:
    return STARPU_W;
  case Access::Mutexinoutset:
    return static_cast<starpu_data_access_mode>(STARPU_RW | STARPU_COMMUTE);
  default:
    return STARPU_RW;
  }
}

starpu_codelet makeCodelet() {
  starpu_codelet codelet;
  starpu_codelet_init(&codelet);
  codelet.cpu_funcs[0] = runTask;
  codelet.nbuffers = STARPU_VARIABLE_NBUFFERS;
  codelet.name = "task";
  return codelet;
}
starpu_codelet codelet = makeCodelet();

void require(int status, const char *what) {
  if (status == 0)
    return;
  std::fprintf(stderr, "%s: error: %s failed (%d)\n", model::program, what,
               status);
  std::exit(3);
}

void submit(const Graph &graph, std::int64_t index) {
  starpu_task *task = starpu_task_create();
  task->cl = &codelet;
  task->cl_arg = reinterpret_cast<void *>(static_cast<std::intptr_t>(index));
  task->cl_arg_size = 0;
  const std::int64_t first = graph.first_use[index];
  const std::int64_t count = graph.first_use[index + 1] - first;
  task->nbuffers = static_cast<int>(count);
  starpu_data_handle_t *own_handles = task->handles;
  starpu_data_access_mode *modes = task->modes;
  if (count > STARPU_NMAXBUFS) {
    // StarPU frees both with the task.
    own_handles = task->dyn_handles = static_cast<starpu_data_handle_t *>(
        std::malloc(count * sizeof(starpu_data_handle_t)));
    modes = task->dyn_modes = static_cast<starpu_data_access_mode *>(
        std::malloc(count * sizeof(starpu_data_access_mode)));
  }
  for (std::int64_t i = 0; i < count; ++i) {
    own_handles[i] = handles[graph.uses[first + i].object];
    modes[i] = modeOf(graph.uses[first + i].access);
  }
  require(starpu_task_submit(task), "starpu_task_submit");
}

} // namespace

namespace model {

const char *const program = "dependences-starpu";
const char *const library_symbol = "starpu_init";

std::string misfit(const Graph &graph, const Setting &setting) {
  if (setting.rerun)
    return "--rerun: StarPU tasks are made anew each time";
  for (const Use &use : graph.uses)
    if (use.access == Access::Inoutset)
      return "--access: StarPU has no counterpart of inoutset";
  return "";
}

int inTeam(const Setting &setting, Graph &graph,
           const std::function<void()> &work) {
  const int threads = setting.asleep ? 1 : setting.threads;
  starpu_conf configuration;
  starpu_conf_init(&configuration);
  configuration.ncpus = threads;
  configuration.ncuda = 0;
  configuration.nopencl = 0;
  if (!std::getenv("STARPU_SCHED"))
    configuration.sched_policy_name = "ws"; // as Tillenius 2015, section 7
  require(starpu_init(&configuration), "starpu_init");
  current = &graph;
  handles.resize(graph.object_count);
  for (std::int64_t object = 0; object < graph.object_count; ++object)
    starpu_variable_data_register(
        &handles[object], STARPU_MAIN_RAM,
        reinterpret_cast<std::uintptr_t>(&graph.objects[object]),
        sizeof(Object));
  work();
  for (starpu_data_handle_t handle : handles)
    starpu_data_unregister(handle);
  starpu_shutdown();
  return threads;
}

void encounter(Graph &graph, bool checked) {
  checks = checked;
  // mo: relaxed; no task exists, and submitting one publishes this
  all_submitted.store(false, std::memory_order_relaxed);
  for (std::int64_t task = 0; task < graph.taskCount(); ++task) {
    submit(graph, task);
    if (graph.plan.shape == Shape::Fast)
      require(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
  }
  // mo: release; pairs with runTask()
  all_submitted.store(true, std::memory_order_release);
  require(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
}

} // namespace model
} // namespace dependences
