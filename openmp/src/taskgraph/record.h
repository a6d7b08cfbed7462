//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finding what was recorded: a site (one taskgraph construct) has a record for
// each graph_id, a record has a few finished graphs, each with what the block
// had read when it made it, and a graph has instances that replays and refills
// borrow. There is no fixed limit on sites, records and instances.
//
// Records live as long as the program; graph_reset drops a record's graphs, and
// a graph goes when its last replay ends.

#ifndef OMPX_TASKGRAPH_RECORD_H
#define OMPX_TASKGRAPH_RECORD_H

#include "taskgraph/instance.h"

namespace ompx {

/// What an encounter of a taskgraph construct may come to.
enum class Way {
  Replay, // the block does not run
  Refill, // the block runs and fills recorded tasks
  Record, // the block runs as ordinary tasks and is recorded
  Plain   // the block runs as ordinary tasks
};

/// What decides on an encounter besides the record and the arguments.
struct Circumstances {
  bool proved; // the block does the same whenever it reads the same
  // No unfinished task from before is one on which the block's may depend.
  bool may_refill = true;
  bool alone = false; // in a team of one thread, where tasks run when made
};

/// What comes of it.
struct Choice {
  Way way;
  Instance *instance = nullptr;
  const char *reason = nullptr;
};

/// How often a construct's encounters came to what. diverged: began as a refill
/// and ended plainly.
struct Counts {
  std::atomic<kmp_uint64> recorded{0}, replayed{0}, refilled{0}, diverged{0},
      plain{0};
};

struct Site;
class Recorder;

/// Puts recordings off when those before were in vain, each time four times as
/// long, so that a region that never repeats costs hardly more than plain
/// tasks. One encounter longer, in fact: of a region that does something else
/// every second or fourth time it is not always the same that is recorded.
class Backoff {
  const kmp_uint32 free;  // so many in vain put nothing off
  kmp_uint32 in_vain = 0; // recordings since one was of use
  kmp_uint32 left = 0;    // encounters until the next may begin

public:
  static constexpr kmp_uint32 First = 16, Longest = 4097; // encounters

  explicit Backoff(kmp_uint32 free_recordings) : free(free_recordings) {}
  void encountered() { left -= left != 0; }
  void recorded() {
    if (++in_vain < free)
      return;
    kmp_uint32 doublings = 2 * (in_vain - free);
    left = doublings < 8 ? (First << doublings) + 1 : Longest;
  }
  void useful() { in_vain = left = 0; }
  /// The next encounter will not record: a graph of an earlier run is as good
  /// as a recording of it.
  void passOne() {
    left = 2;
    ++in_vain;
  }
  bool mayRecord() const { return left == 0; }
  kmp_uint32 encountersLeft() const { return left; }
};

class Record {
public:
  static constexpr kmp_uint32 MaxGraphs = 4;
  // Of Graph::credit, see ended().
  static constexpr kmp_uint32 FirstCredit = 3, MostCredit = 6, EarlyCosts = 4;

  const kmp_int64 id; // graph_id, 0 without
  Site &site;
  Record *next_in_bucket = nullptr;

  Record(kmp_int64 graph_id, Site &of);
  /// Of a record that nobody has used.
  ~Record();

  /// What this encounter comes to. For Replay and Refill there is an instance,
  /// which the caller owns until release(); for Record, leaveUnfinished(),
  /// publish(), giveUp() or abandon() must follow, and no other thread is told
  /// to record before. For
  /// Plain there is a reason, or null after giveUp(), whose caller knows it.
  /// Never blocks. Cost: one short lock, O(bytes that the block read), O(nodes)
  /// when a new instance must be made.
  Choice choose(const Circumstances &here, const void *args);
  /// Whether a graph has a taskwait, so that a replay must come after one.
  bool hasTaskwait();
  /// Whether tasks of a graph exclude each other, so that no two replays may
  /// overlap that have the same encountering task.
  bool hasLocks();
  void release(Instance *instance);

  /// A graph whose tasks keep values, which the tasks of a new one keep, too;
  /// or null. leave() must follow.
  Graph *keepingValues();
  static void leave(Graph *graph);

  /// The recording's block has ended; it stays one until somebody asks for its
  /// graph, by takeUnfinished().
  void leaveUnfinished(Recorder *recorder);
  /// A recording that was left so, once, or null; publish() or giveUp() must
  /// follow. Cost: one load if there is none.
  Recorder *takeUnfinished();
  /// Ends the recording: the graph may be used. Of too many, the recorded
  /// one goes that was last used before all others.
  void publish(Graph *graph);
  /// Ends the recording: later encounters run plainly until a reset.
  void giveUp();
  /// Ends the recording without a result: a later encounter records anew.
  void abandon();
  /// Forgets the graphs (graph_reset), but for the compiler's, and what is
  /// recorded or unfinished. Replays that use them go on.
  void reset();
  /// A refill of the graph, which may be gone by now, has ended. made: the part
  /// of the graph that the block made, 1 for all. A graph whose refills mostly
  /// go through is tried again after one that does not; one without credit is
  /// not.
  void ended(const Graph *of, double made);

  /// To compare what the block reads costs as much as making its tasks, as a
  /// recording has found: later ones need not note it. Belongs to the thread
  /// that records.
  bool reads_too_much = false;
  /// How many graphs have been written, see dump(). Likewise.
  kmp_uint32 dumped = 0;

  /// True once: whether to look for a graph of an earlier run. endLoading()
  /// must follow, and no other thread is told to record before.
  bool beginLoading();
  /// loaded: the graph, or null. It is refilled at the next encounter; when it
  /// may be replayed, the one after that finds out what its block reads.
  void endLoading(Graph *loaded);
  /// Whether the graph that is about to be published is to be kept for later
  /// runs: the first, and the first after one of an earlier run was dropped.
  bool isFirstToKeep();

  /// True once for each reason: whether to say it now.
  bool explainNow(const char *reason);

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *record) { KMP_INTERNAL_FREE(record); }

private:
  kmp_bootstrap_lock_t lock; // guards everything below; never held while a task
                             // or anything else of the user's runs
  Graph *graphs = nullptr;   // the last used first
  kmp_uint32 graph_count = 0;
  // What was recorded last, if it is still there. Where that does not fit,
  // older graphs that never fitted do not, either, and are not tried.
  const Graph *newest = nullptr;
  // Of recordings when there is no graph, and when there are some, of other
  // inputs, which may be buffers that take turns.
  Backoff anew{2}, beside{MaxGraphs};
  bool recording = false;
  bool outdated = false; // what is recorded: there was a reset meanwhile
  bool refused = false;  // the block cannot be recorded
  Vector<const char *> explained;
  bool kept = false;               // a file has a graph
  std::atomic<bool> looked{false}; // for a graph of an earlier run
  std::atomic<Recorder *> unfinished{nullptr};

  bool endRecording();
  void useCompiled();
  template <typename Wanted> bool bringToFront(Wanted wanted);
  bool find(const void *args);
  Graph *findToRefill() const;
  bool mayBeReplayed() const;
  Way decide(const Circumstances &here, const void *args, const char **reason);
  void findShapes(Graph &added);
  void add(Graph *graph);
  Graph *unlink(const Graph *graph);
};

/// All records of a construct. Lives as long as the program, also when the
/// shared library that has the construct does not.
struct Site {
  char *const file;
  const char *const function; // behind the file's name
  const kmp_int32 line, column;
  const StaticGraph *const compiled; // or null
  Site *next = nullptr;              // met before
  Counts counts;
  Record first;
  kmp_bootstrap_lock_t lock; // guards the table
  Record **buckets = nullptr;
  size_t bucket_count = 0; // a power of two
  size_t record_count = 0;

  /// The construct met last, or null.
  static std::atomic<Site *> latest;

  static Site *create(const ompx_taskgraph_site_t &site, kmp_int64 first_id);
  static void destroy(Site *site);
  /// The record of an id, made if new; null without memory.
  Record *find(kmp_int64 id);
  /// "file:line:column (function)", for people; made when first asked for.
  const char *place();

private:
  std::atomic<char *> text{nullptr}; // see place()

  Site(const ompx_taskgraph_site_t &site, char *file_name,
       const char *function_name, kmp_int64 first_id)
      : file(file_name), function(function_name), line(site.line),
        column(site.column),
        compiled(static_cast<const StaticGraph *>(site.graph)),
        first(first_id, *this) {
    __kmp_init_bootstrap_lock(&lock);
  }
  size_t bucketOf(kmp_int64 id) const;
  bool grow();
};

/// The record of this encounter's construct and graph_id; made if new, null
/// without memory. Cost: one acquire load for a site's first id; for others one
/// short lock and O(1) expected.
Record *findRecord(ompx_taskgraph_site_t *site, kmp_int64 graph_id);

} // namespace ompx

#endif // OMPX_TASKGRAPH_RECORD_H
