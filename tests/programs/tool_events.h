// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An OMPT tool in the program. It checks of each event that it is well-formed,
// and notes what each task does, in its order, so that a program can print the
// tree of what came of an encounter. Two runs of a program must print the same,
// however their tasks were made and whoever ran them.
#ifndef REPRISE_TESTS_PROGRAMS_TOOL_EVENTS_H
#define REPRISE_TESTS_PROGRAMS_TOOL_EVENTS_H

#include "check.h"
#include <deque>
#include <mutex>
#include <omp-tools.h>
#include <string>
#include <vector>

/// A task, as the tool knows it: what its ompt_data_t points to.
struct Told {
  Told *parent = nullptr;
  Told *resumes = nullptr; // what its thread goes on with
  int flags = 0;
  bool depends = false;
  bool by_program = false; // libomp itself names no place for taskloops
  std::string items;
  int begun = 0, ended = 0;
  int regions = 0; // that the task is in, and their waits
  bool cancelled = false;
  std::vector<Told *> sources;
  struct Act {
    std::string what;
    Told *made;
  };
  std::vector<Act> acts;
};

static std::mutex tool_lock;
static auto &all_told = *new std::deque<Told>; // the library ends last
static thread_local Told *tool_current;
static ompt_get_task_info_t tool_task_info;
static void (*tool_end)();    // of a tool that is a library
static const char *tool_base; // addresses are printed as distances from here
extern "C" const char __executable_start, etext;

static Told *new_told() {
  std::lock_guard<std::mutex> guard(tool_lock);
  all_told.emplace_back();
  return &all_told.back();
}
static Told *told_of(ompt_data_t *data) {
  return data ? (Told *)data->ptr : nullptr;
}

/// Whether the address is in the program's own code, and not in the library's.
/// A tool that is a library itself cannot tell.
static bool in_program(const void *address) {
  if (tool_end)
    return true;
  auto *at = (const char *)address;
  return &__executable_start <= at && at < &etext;
}

static void on_create(ompt_data_t *parent, const ompt_frame_t *frame,
                      ompt_data_t *task, int flags, int depends,
                      const void *caller) {
  CHECK_EQ("data of a new task", task->ptr == nullptr, 1);
  if (flags & ompt_task_initial)
    return;
  Told *told = new_told();
  told->parent = told_of(parent);
  told->flags = flags;
  told->depends = depends;
  task->ptr = told;
  CHECK_EQ("the maker runs", told->parent == tool_current, 1);
  if (!tool_end) // libomp itself forgets it at times
    CHECK_EQ("the maker is in the library", frame->enter_frame.ptr != nullptr,
             1);
  told->by_program = in_program(caller);
  tool_current->acts.push_back({"", told});
}

static const char *name_of(ompt_dependence_type_t type) {
  switch (type) {
  case ompt_dependence_type_in:
    return "in";
  case ompt_dependence_type_out:
    return "out";
  case ompt_dependence_type_inout:
    return "inout";
  case ompt_dependence_type_mutexinoutset:
    return "mutexinoutset";
  case ompt_dependence_type_inoutset:
    return "inoutset";
  case ompt_dependence_type_out_all_memory:
  case ompt_dependence_type_inout_all_memory:
    return "all_memory";
  default:
    return "unknown";
  }
}

static void on_items(ompt_data_t *task, const ompt_dependence_t *items,
                     int count) {
  Told *told = told_of(task);
  CHECK_EQ("items come once", told->items.empty(), 1);
  for (int i = 0; i < count; ++i) {
    auto *at = (const char *)items[i].variable.ptr;
    told->items += std::string(" ") + name_of(items[i].dependence_type) + "@" +
                   (at ? std::to_string(at - tool_base) : "null");
  }
}

static void on_schedule(ompt_data_t *prior, ompt_task_status_t status,
                        ompt_data_t *next) {
  Told *from = told_of(prior), *to = told_of(next);
  if (status == ompt_taskwait_complete) {
    ++from->begun, ++from->ended;
    return;
  }
  if (status == ompt_task_cancel && from->begun == 0) {
    CHECK_EQ("who discards a task goes on", to == tool_current, 1);
    ++from->ended;
    from->cancelled = true;
    return;
  }
  CHECK_EQ("what ran before", from == tool_current, 1);
  if (status == ompt_task_complete || status == ompt_task_cancel) {
    CHECK_EQ("a task that ends has begun", from->begun, 1);
    ++from->ended;
    from->cancelled = status == ompt_task_cancel;
    CHECK_EQ("what is resumed", to == from->resumes, 1);
  } else {
    CHECK_EQ("a task begins once", to->begun++, 0);
    CHECK_EQ("a task that begins has not ended", to->ended, 0);
    to->resumes = from;
  }
  if (to)
    tool_current = to;
}

static void on_edge(ompt_data_t *source, ompt_data_t *sink) {
  std::lock_guard<std::mutex> guard(tool_lock);
  Told *before = told_of(source), *after = told_of(sink);
  CHECK_EQ("edges join siblings", before->parent == after->parent, 1);
  CHECK_EQ("a task with a predecessor has not begun", after->begun, 0);
  for (Told *known : after->sources)
    CHECK_EQ("an edge comes once", known != before, 1);
  after->sources.push_back(before);
}

static void on_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                      ompt_data_t *, ompt_data_t *task, const void *caller,
                      const char *wait) {
  const char *name = kind == ompt_sync_region_taskwait    ? "taskwait"
                     : kind == ompt_sync_region_taskgroup ? "taskgroup"
                                                          : nullptr;
  if (!name)
    return;
  CHECK_EQ("who waits runs", told_of(task) == tool_current, 1);
  CHECK_EQ("told by the program", in_program(caller), 1);
  tool_current->regions += endpoint == ompt_scope_begin ? 1 : -1;
  CHECK_EQ("what ends has begun", tool_current->regions >= 0, 1);
  tool_current->acts.push_back(
      {std::string(endpoint == ompt_scope_begin ? "begin " : "end ") + wait +
           name,
       nullptr});
}
static void on_sync(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                    ompt_data_t *parallel, ompt_data_t *task,
                    const void *caller) {
  on_region(kind, endpoint, parallel, task, caller, "");
}
static void on_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                    ompt_data_t *parallel, ompt_data_t *task,
                    const void *caller) {
  on_region(kind, endpoint, parallel, task, caller, "wait of ");
}

static void on_implicit(ompt_scope_endpoint_t endpoint, ompt_data_t *,
                        ompt_data_t *task, unsigned, unsigned, int) {
  if (endpoint == ompt_scope_begin) {
    task->ptr = new_told();
    told_of(task)->resumes = tool_current;
    tool_current = told_of(task);
  } else {
    tool_current = told_of(task)->resumes;
  }
}

static int tool_initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  auto set = (ompt_set_callback_t)lookup("ompt_set_callback");
  tool_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  set(ompt_callback_task_create, (ompt_callback_t)on_create);
  set(ompt_callback_task_schedule, (ompt_callback_t)on_schedule);
  set(ompt_callback_dependences, (ompt_callback_t)on_items);
  set(ompt_callback_implicit_task, (ompt_callback_t)on_implicit);
  set(ompt_callback_sync_region, (ompt_callback_t)on_sync);
  set(ompt_callback_sync_region_wait, (ompt_callback_t)on_wait);
  set(ompt_callback_task_dependence, (ompt_callback_t)on_edge);
  return 1;
}
static void tool_finalize(ompt_data_t *) {
  if (tool_end)
    tool_end();
}

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t result = {
      tool_initialize, tool_finalize, {0}};
  return &result;
}

/// Of a running task: the library knows it as the tool does, at any time.
static inline void check_task(const Told *maker) {
  int flags = 0, thread = -1;
  ompt_data_t *data = nullptr, *parallel = nullptr;
  ompt_frame_t *frame = nullptr;
  CHECK_EQ("task", tool_task_info(0, &flags, &data, &frame, &parallel, &thread),
           2);
  Told *told = told_of(data);
  CHECK_EQ("task that runs", told == tool_current, 1);
  CHECK_EQ("parent", told->parent == maker, 1);
  CHECK_EQ("flags", flags, told->flags);
  CHECK_EQ("thread", thread, omp_get_thread_num());
  CHECK_EQ("exit frame", frame->exit_frame.ptr != nullptr, 1);
  CHECK_EQ("has begun", told->begun, 1);
  CHECK_EQ("has not ended", told->ended, 0);
  CHECK_EQ("outer task",
           tool_task_info(1, &flags, &data, &frame, &parallel, &thread), 2);
  CHECK_EQ("outer task's data", told_of(data) == told->resumes, 1);
}

/// Which of its siblings a task was said to come after, by their numbers.
static std::string sources_of(const Told &task) {
  std::string text;
  int number = 0;
  for (const Told::Act &act : task.parent->acts)
    if (act.made) {
      for (const Told *source : task.sources)
        if (source == act.made)
          text += (text.empty() ? " after " : ",") + std::to_string(number);
      ++number;
    }
  return text;
}

static bool tool_prints_edges;

static void print_acts(const Told *told, int depth) {
  for (const Told::Act &act : told->acts) {
    printf("%*s", depth * 2, "");
    if (!act.made) {
      printf("%s\n", act.what.c_str());
      continue;
    }
    const Told &made = *act.made;
    CHECK_EQ("ended once", made.ended, 1);
    printf("task %x%s%s%s%s%s\n", made.flags, made.depends ? " depends" : "",
           made.items.c_str(), made.by_program ? "" : " of the library",
           made.cancelled ? " cancelled" : "",
           tool_prints_edges ? sources_of(made).c_str() : "");
    print_acts(&made, depth + 1);
  }
}

/// What the calling task has done since the last time, all tasks having ended.
static inline void print_events(const char *title) {
  printf("%s\n", title);
  print_acts(tool_current, 1);
  tool_current->acts.clear();
}

/// At the end: each task has begun, unless it was discarded, and ended.
static inline void check_all_ended(void) {
  for (const Told &told : all_told)
    if (told.parent) {
      CHECK_EQ("each task begins", told.begun || told.cancelled, 1);
      CHECK_EQ("each task ends", told.ended, 1);
      CHECK_EQ("regions that have not ended", told.regions, 0);
    }
}

#endif // REPRISE_TESTS_PROGRAMS_TOOL_EVENTS_H
