//===- simulation.cpp - A team of threads that runs a graph ---------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has one event under way: it looks for work, or its node ends.
// Between two events a thread's own time goes on. A thread that finds nothing
// waits without events until something is queued, so that the number of events
// grows with the nodes and not with the threads.
//
//===----------------------------------------------------------------------===//

#include "simulation.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <random>

namespace simulator {

namespace {

// Those of schedule/ready_queue.h, taskgraph/refill.h and steal_pace.h. Cycles
// are a third of a nanosecond here.
constexpr std::size_t throttle = 256;
constexpr std::int64_t most_ahead = 256;
constexpr double tiny_task = 100;
constexpr double first_pause = 4, most_pause = 64, longest_pause = 87000;

/// Ready nodes: one, or those of `roots` from `begin` to `end`.
struct Item {
  Node begin, end; ///< A node has end 0.
  double since;    ///< When it was queued.
  bool isRange() const { return end != 0; }
};

struct Thread {
  std::deque<Item> queue; ///< The back is the youngest.
  double line_free = 0;   ///< When the next thief can have the queue's line.
  bool stolen_from = false;
  Item range{0, 0, 0}; ///< What is left of the range that it runs.
  Node node = -1;      ///< That it runs.
  bool has_next = false;
  Node next = -1;                   ///< To run next, if has_next.
  double pause = 0, not_before = 0; ///< As a thief.
  double stole_at = -1, began = 0;
  std::int64_t unreported = 0;
};

struct Event {
  double time;
  std::int64_t order; ///< Events of one time come in the order they were made.
  int thread;
  bool operator<(const Event &other) const {
    return time != other.time ? time > other.time : order > other.order;
  }
};

double startOf(Way way, const Costs &costs) {
  return way == Way::Plain    ? costs.plain_start
         : way == Way::Refill ? costs.refill_start
                              : costs.replay_start;
}

class Team {
public:
  Team(const TaskGraph &graph, Way way, int count, const Costs &costs,
       std::uint64_t seed)
      : graph(graph), way(way), costs(costs), threads(count), random(seed),
        pending(graph.predecessors), ran_by(graph.count(), -1),
        line_of(graph.count(), 0), line_free(graph.count(), 0) {
    if (way != Way::Replay)
      for (std::int32_t &one : pending)
        ++one; // that it is made
    first_into.assign(graph.count() + 1, 0);
    for (Node node = 0; node < graph.count(); ++node)
      first_into[node + 1] = first_into[node] + graph.predecessors[node];
    into.resize(graph.successors.size());
    std::vector<std::int64_t> next(first_into.begin(), first_into.end() - 1);
    for (Node from = 0; from < graph.count(); ++from)
      for (auto i = graph.first[from]; i < graph.first[from + 1]; ++i)
        into[next[graph.successors[i]]++] = from;
  }

  Outcome run() {
    const double begin = startOf(way, costs);
    if (way == Way::Replay)
      deal();
    for (int thread = 0; thread < int(threads.size()); ++thread)
      at(begin + (thread ? costs.line : 0), thread);
    while (!events.empty()) {
      const Event event = events.top();
      events.pop();
      advance(event.thread, event.time);
    }
    // The encountering thread sees the last report.
    outcome.time = std::max(last_report + costs.line, begin);
    return outcome;
  }

private:
  void at(double time, int thread) { events.push({time, ++order, thread}); }
  bool makes(int thread) const {
    return thread == 0 && way != Way::Replay && made < graph.count();
  }

  /// A block of the roots for each thread.
  void deal() {
    for (Node node = 0; node < graph.count(); ++node)
      if (pending[node] == 0)
        roots.push_back(node);
    const std::size_t size = roots.size(), parts = threads.size();
    for (std::size_t part = 0; part < parts; ++part) {
      const auto from = static_cast<Node>(size * part / parts);
      const auto to = static_cast<Node>(size * (part + 1) / parts);
      threads[part].range = {from, to, 0};
    }
  }

  void advance(int self, double now) {
    Thread &thread = threads[self];
    if (thread.node >= 0)
      now = complete(self, now);
    for (;;) {
      if (thread.has_next) {
        thread.has_next = false;
        return begin(self, thread.next, now);
      }
      if (thread.range.begin < thread.range.end)
        return runRange(self, now);
      if (makes(self)) {
        now = makeNext(self, now);
        if (thread.has_next)
          continue;
        return at(now, self);
      }
      if (takeOwn(self, now))
        continue;
      return look(self, now);
    }
  }

  /// As Worker::runRange(): offers the later half while nothing else is there.
  void runRange(int self, double now) {
    Thread &thread = threads[self];
    Item &range = thread.range;
    const Node node = roots[range.begin++];
    if (range.end - range.begin > 0 && thread.queue.empty()) {
      const Node middle = range.begin + (range.end - range.begin) / 2;
      const Item later{middle, range.end, 0};
      range.end = middle;
      now = push(self, later, now);
    }
    begin(self, node, now);
  }

  /// Makes one task, or runs one where too many are waiting.
  double makeNext(int self, double now) {
    Thread &thread = threads[self];
    if (!at_once &&
        (thread.queue.size() >= throttle ||
         made - ended > most_ahead * std::int64_t(threads.size())) &&
        takeOwn(self, now))
      return now;
    const Node node = made++;
    const bool plain = way == Way::Plain;
    now += plain ? costs.plain_make + costs.plain_item * graph.items[node]
                 : costs.refill_make + costs.refill_item * graph.items[node];
    if (plain && ranElsewhere(node, self))
      now += costs.line; // an object that another thread has written
    // Very short tasks of a refill run as soon as they are made.
    at_once = way == Way::Refill &&
              graph.body[node] + costs.refill_make + costs.refill_node <
                  2 * tiny_task;
    if (countDown(self, node, now)) {
      if (at_once)
        thread.has_next = true, thread.next = node;
      else
        now = push(self, {node, 0, 0}, now);
    }
    return now;
  }

  /// Whether one of its predecessors has run on another thread.
  bool ranElsewhere(Node node, int self) const {
    for (auto i = first_into[node]; i < first_into[node + 1]; ++i)
      if (ran_by[into[i]] >= 0 && ran_by[into[i]] != self)
        return true;
    return false;
  }

  /// Whether the node is ready now. The time goes on by what that takes.
  bool countDown(int self, Node node, double &now) {
    if (graph.predecessors[node] + (way != Way::Replay) > 1) {
      now = std::max(now, line_free[node]) + costs.count;
      if (line_of[node] != self) {
        now += costs.line;
        line_of[node] = self;
      }
      line_free[node] = now;
    }
    return --pending[node] == 0;
  }

  double push(int self, Item item, double now) {
    now += costs.push;
    item.since = now;
    threads[self].queue.push_back(item);
    wakeOne(now);
    return now;
  }

  /// A thief whose steals do not pay hands what it made ready to the maker.
  double giveBack(Node node, double now) {
    now += costs.push + costs.line;
    threads[0].queue.push_back({node, 0, now});
    const auto found = std::find(idle.begin(), idle.end(), 0);
    if (found != idle.end()) {
      idle.erase(found);
      at(now + costs.line, 0);
    }
    return now;
  }

  /// Some idle thread sees it, after looking at half of the queues.
  void wakeOne(double now) {
    if (idle.empty())
      return;
    const std::size_t chosen =
        std::uniform_int_distribution<std::size_t>(0, idle.size() - 1)(random);
    const int thread = idle[chosen];
    idle[chosen] = idle.back();
    idle.pop_back();
    at(std::max(now + costs.line + costs.look * double(threads.size()) / 2,
                threads[thread].not_before),
       thread);
  }

  bool takeOwn(int self, double &now) {
    Thread &thread = threads[self];
    if (thread.stolen_from) {
      thread.stolen_from = false;
      now = std::max(now, thread.line_free) + costs.line;
    }
    if (thread.queue.empty())
      return false;
    now = std::max(now, thread.queue.back().since);
    take(thread, thread.queue.back());
    thread.queue.pop_back();
    return true;
  }

  void take(Thread &thread, Item item) {
    if (item.isRange())
      thread.range = item;
    else
      thread.has_next = true, thread.next = item.begin;
  }

  /// Steals from a random thread that has something, or waits.
  void look(int self, double now) {
    Thread &thread = threads[self];
    if (thread.unreported) {
      counter_free = std::max(counter_free, now) + costs.line;
      now = last_report = counter_free;
      thread.unreported = 0;
    }
    if (now < thread.not_before && anyQueued())
      return at(thread.not_before, self);
    const int count = int(threads.size());
    const int offset = std::uniform_int_distribution<int>(0, count - 1)(random);
    for (int i = 0; i < count; ++i) {
      const int other = (offset + i) % count;
      if (other == self || threads[other].queue.empty())
        continue;
      Thread &victim = threads[other];
      const double begin =
          std::max(now + costs.look * i, victim.queue.front().since);
      const double taken =
          std::max(begin, victim.line_free) + costs.line + costs.steal;
      victim.line_free = taken;
      victim.stolen_from = true;
      take(thread, victim.queue.front());
      victim.queue.pop_front();
      ++outcome.steals;
      thread.stole_at = way == Way::Replay ? -1 : begin;
      if (!victim.queue.empty())
        wakeOne(taken);
      return at(taken, self);
    }
    idle.push_back(self);
  }

  bool anyQueued() const {
    return std::any_of(threads.begin(), threads.end(),
                       [](const Thread &one) { return !one.queue.empty(); });
  }

  void begin(int self, Node node, double now) {
    Thread &thread = threads[self];
    thread.node = node;
    if (graph.type[node] != TaskGraph::NoTask)
      now += way == Way::Plain    ? costs.plain_node
             : way == Way::Refill ? costs.refill_node
                                  : costs.replay_node;
    now += costs.item * graph.items[node];
    if (ranElsewhere(node, self))
      now += costs.line; // what it reads
    if (way != Way::Replay && self != 0)
      now += costs.line; // its own memory
    thread.began = now;
    outcome.busy += graph.body[node];
    at(now + graph.body[node], self);
  }

  double complete(int self, double now) {
    Thread &thread = threads[self];
    const Node node = thread.node;
    thread.node = -1;
    ran_by[node] = self;
    ++ended;
    ++outcome.ran;
    ++thread.unreported;
    if (thread.stole_at >= 0) {
      const double body = now - thread.began;
      const double cost = 2 * (thread.began - thread.stole_at);
      thread.pause = body >= cost ? 0
                     : thread.pause == 0
                         ? first_pause
                         : std::min(2 * thread.pause, most_pause);
      thread.not_before =
          now + std::min(thread.pause * (body + cost), longest_pause);
      thread.stole_at = -1;
    }
    for (auto i = graph.first[node]; i < graph.first[node + 1]; ++i) {
      const Node next = graph.successors[i];
      if (!countDown(self, next, now))
        continue;
      if (way != Way::Replay && self != 0 && thread.pause > 0)
        now = giveBack(next, now);
      else if (!thread.has_next && !(way == Way::Plain && makes(self)))
        thread.has_next = true, thread.next = next;
      else
        now = push(self, {next, 0, 0}, now);
    }
    return now;
  }

  const TaskGraph &graph;
  const Way way;
  const Costs &costs;
  std::vector<Thread> threads;
  std::mt19937_64 random;
  std::priority_queue<Event> events;
  std::int64_t order = 0;
  std::vector<std::int32_t> pending;
  std::vector<int> ran_by;
  std::vector<int> line_of;      ///< Who has the line of a node's counter.
  std::vector<double> line_free; ///< When another thread can have it.
  std::vector<std::int64_t> first_into; ///< Predecessors, in compressed rows.
  std::vector<Node> into;
  std::vector<Node> roots;
  std::vector<int> idle;
  Node made = 0;
  std::int64_t ended = 0;
  bool at_once = false;
  double counter_free = 0, last_report = 0;
  Outcome outcome;
};

/// A team of one runs every task when it is made, or walks the array of nodes.
Outcome alone(const TaskGraph &graph, Way way, const Costs &costs) {
  Outcome outcome;
  double time = startOf(way, costs);
  for (Node node = 0; node < graph.count(); ++node) {
    const double items = graph.items[node];
    if (graph.type[node] != TaskGraph::NoTask)
      time += way == Way::Plain
                  ? costs.plain_alone + costs.plain_alone_item * items
              : way == Way::Refill
                  ? costs.refill_alone + costs.refill_alone_item * items
                  : costs.replay_alone;
    time += costs.item * items + graph.body[node];
  }
  outcome.busy = graph.work();
  outcome.ran = graph.count();
  outcome.time = time;
  return outcome;
}

} // namespace

bool setCost(Costs &costs, const std::string &name, double value) {
  static const std::pair<const char *, double Costs::*> names[] = {
      {"plain_alone", &Costs::plain_alone},
      {"plain_alone_item", &Costs::plain_alone_item},
      {"refill_alone", &Costs::refill_alone},
      {"refill_alone_item", &Costs::refill_alone_item},
      {"replay_alone", &Costs::replay_alone},
      {"plain_make", &Costs::plain_make},
      {"plain_item", &Costs::plain_item},
      {"refill_make", &Costs::refill_make},
      {"refill_item", &Costs::refill_item},
      {"plain_node", &Costs::plain_node},
      {"refill_node", &Costs::refill_node},
      {"replay_node", &Costs::replay_node},
      {"item", &Costs::item},
      {"count", &Costs::count},
      {"push", &Costs::push},
      {"steal", &Costs::steal},
      {"look", &Costs::look},
      {"line", &Costs::line},
      {"plain_start", &Costs::plain_start},
      {"refill_start", &Costs::refill_start},
      {"replay_start", &Costs::replay_start}};
  for (const auto &[known, member] : names)
    if (name == known) {
      costs.*member = value;
      return true;
    }
  return false;
}

Outcome simulate(const TaskGraph &graph, Way way, int threads,
                 const Costs &costs, std::uint64_t seed) {
  return threads == 1 ? alone(graph, way, costs)
                      : Team(graph, way, threads, costs, seed).run();
}

} // namespace simulator
