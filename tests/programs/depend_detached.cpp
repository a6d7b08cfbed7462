// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Detached tasks release their successors when their event is fulfilled and
// their body is over, whichever is later: fulfilled by the body, by a task, by
// the encountering thread, by a thread that OpenMP does not know.
#include "depend_check.h"
#include <pthread.h>

constexpr int Rounds = 10, Length = 8;
static int x, y;

static void by_the_body() {
  int value = 0;
  omp_event_handle_t event = {};
#pragma omp task detach(event) ORDER_1(out : x) shared(value)
  {
    linger(), value = 1;
    omp_fulfill_event(event);
  }
#pragma omp task ORDER_1(inout : x) shared(value)
  CHECK_EQ("after the body", value, 1), value = 2;
#pragma omp taskwait
  CHECK_EQ("end", value, 2);
}

/// Both at once; one of them is the later one.
static void by_a_task(bool body_is_late) {
  int value = 0, body = 0;
  omp_event_handle_t event = {};
#pragma omp task detach(event) ORDER_2(out : x) shared(body)
  {
    if (body_is_late)
      linger();
    body = 1;
  }
#pragma omp task shared(value) firstprivate(event)
  {
    if (!body_is_late)
      linger();
    value = 2;
    omp_fulfill_event(event);
  }
  // Tasks of every type wait for the event.
  for (int i = 0; i < 3; ++i) {
#pragma omp task ORDER_2(in : x) shared(value, body)
    CHECK_EQ("readers after body and event", value + body, 3);
  }
#pragma omp task ORDER_2(mutexinoutset : x) shared(value)
  CHECK_EQ("set after the event", value, 2), value = 3;
#pragma omp taskwait depend(in : x)
  CHECK_EQ("taskwait after all", value, 3);
}

/// The event comes before the body: then the body decides.
static void early() {
  int value = 0, fulfilled = 0;
  omp_event_handle_t event = {};
  creating = 1;
#pragma omp task depend(out : y) shared(fulfilled)
  if (omp_get_num_threads() > 1)
    wait_for(&fulfilled);
  creating = 0;
#pragma omp task detach(event) depend(in : y) ORDER_3(mutexinoutset : x)       \
    shared(value)
  linger(), value = 1;
  omp_fulfill_event(event);
  raise_flag(&fulfilled);
#pragma omp task ORDER_3(inoutset : x) shared(value)
  CHECK_EQ("after body and event", value, 1);
#pragma omp taskwait
}

/// A thread that OpenMP does not know fulfils the events, backwards.
struct Stranger {
  omp_event_handle_t events[Length];
  int started, step[Length];
};
static void *fulfil_all(void *argument) {
  Stranger *stranger = static_cast<Stranger *>(argument);
  for (int i = Length - 1; i >= 0; --i) {
    spin(500);
    stranger->step[i] = 1;
    omp_fulfill_event(stranger->events[i]);
  }
  return nullptr;
}
static void by_a_stranger() {
  Stranger stranger = {};
  char object[Length];
  int after[Length] = {};
  for (int i = 0; i < Length; ++i) {
    omp_event_handle_t event = {};
#pragma omp task detach(event) ORDER_4(out : object[i]) shared(object)
    spin(50);
    stranger.events[i] = event;
#pragma omp task ORDER_4(in : object[i]) shared(stranger, after, object)
    CHECK_EQ("after the stranger", stranger.step[i], 1), after[i] = 1;
  }
  pthread_t thread;
  pthread_create(&thread, nullptr, fulfil_all, &stranger);
#pragma omp taskwait
  pthread_join(thread, nullptr);
  for (int i = 0; i < Length; ++i)
    CHECK_EQ("ran", after[i], 1);
}

/// Each of a chain is ended by a task that its own body creates.
static void chain() {
  int value = 0;
#pragma omp taskgroup
  for (int i = 0; i < Length; ++i) {
    omp_event_handle_t event = {};
#pragma omp task detach(event) ORDER_5(inout : x) shared(value)
    {
      CHECK_EQ("in turn", value, i);
#pragma omp task shared(value) firstprivate(event)
      {
        spin(300), value = i + 1;
        omp_fulfill_event(event);
      }
    }
  }
  CHECK_EQ("whole chain", value, Length);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    by_the_body();
    by_a_task(round % 2);
    early();
    by_a_stranger();
    chain();
  }
  return check_done();
}
