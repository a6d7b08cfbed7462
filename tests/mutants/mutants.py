# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small faults of the library, each of which some test must notice; the only list.

run_mutants.py builds the library with one after the other. A new one: the exact text,
which must stand in its file once (take neighbouring words along if need be), what is put
in its place, what goes wrong then, and who ought to notice, the quickest first:

    unit FILTER             tests of omp-unittests
    program NAME [ARG ...]  tests/programs/NAME.cpp, with 2, 4 and 8 threads
    graphs COUNT            so many seeds of tests/random/graph_interpreter.cpp, likewise
Settings can stand behind them: `program untied_goes_on OMP_MAX_TASK_PRIORITY=3`. A fault
that no test could notice, because the program does the same, only slower, is none.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str  # in openmp/src, or in clang-patches/src/lib/Taskgraph
    old: str
    new: str
    why: str
    killers: tuple


DEQUE = ("unit *Deque*", "unit *ReadyQueue*", "graphs 100")
COMPLETIONS = ("unit Completion*:*/Completion*", "program nested_tasks", "graphs 100")
LOCK = ("unit NodeLockTest*", "program mutexinoutset")
PACE = ("unit StealPaceTest*",)
READY = ("unit *ReadyQueue*:*StealHalf*", "program nested_tasks", "program recursion")
QUEUES = ("unit *WorkerQueue*:Item*:*Dealing*", "graphs 100")
BUILDER = ("unit *GraphBuilder*", "graphs 100")
UNTIED = ("program untied_yields", "program untied_goes_on OMP_MAX_TASK_PRIORITY=3",
          "program untied_recursion", "program mixed_tiedness")
REFILL = ("unit *RefillTest*", "program refill_storm")
OUTPUTS = ("unit OutputsTest*:*/ReplayTest*:*/CheckTest*",)
WORKER = ("graphs 200", "program nested_tasks", "program stolen_encounters")
PRIORITIES = ("program priorities OMP_MAX_TASK_PRIORITY=100 KMP_BLOCKTIME=infinite",
              "program called_priorities OMP_MAX_TASK_PRIORITY=100 KMP_BLOCKTIME=infinite")
PRIORITY = ("unit PriorityQueueTest*",)
FILE = ("unit GraphFileTest*:LoadedObjectTest*",)

MUTANTS = (
    # A thread's own deque

    Mutant("last-element-twice", "schedule/deque.h", "if (t == b) {", "if (t > b) {",
           "owner and thief both take the last element", DEQUE),
    Mutant("pop-without-fence", "schedule/deque.h",
           "bottom.store(b, std::memory_order_seq_cst);",
           "bottom.store(b, std::memory_order_relaxed);",
           "a thief does not see that the owner is taking the element", DEQUE),
    Mutant("pop-forgets", "schedule/deque.h",
           "      bottom.store(b + 1, std::memory_order_relaxed);\n      return Empty;",
           "      return Empty;", "the owner's index stays below the thieves'", DEQUE),
    Mutant("steal-from-empty", "schedule/deque.h", "if (t >= b)", "if (t > b)",
           "a thief takes what was never pushed", DEQUE),
    Mutant("steal-without-asking", "schedule/deque.h",
           """    if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst,
                                     // mo: relaxed; lost, nothing is read
                                     std::memory_order_relaxed))
      return Empty;
    return element;""",
           """    top.store(t + 1, std::memory_order_seq_cst);
    return element;""", "two thieves take one element", DEQUE),
    Mutant("grown-without-the-oldest", "schedule/deque.h",
           "for (kmp_int64 i = t; i < b; ++i)", "for (kmp_int64 i = t + 1; i < b; ++i)",
           "an element is lost when the deque grows", DEQUE),
    Mutant("does-not-grow", "schedule/deque.h", "old->capacity * 2", "old->capacity",
           "new elements take the places of old ones", DEQUE),
    Mutant("grows-too-late", "schedule/deque.h", "size() >= a->capacity)",
           "size() > a->capacity)", "the first of too many elements is overwritten", DEQUE),
    Mutant("one-more-than-wanted", "schedule/deque.h", "- seen_top >= n &&",
           "- seen_top > n &&", "holds(n) asks for more than n", DEQUE),

    # Completed children that are counted together

    Mutant("group-told-of-one", "schedule/completions.h",
           "KMP_ATOMIC_SUB(&told.group->count, told.count);",
           "KMP_ATOMIC_DEC(&told.group->count);",
           "a taskgroup never ends", COMPLETIONS),
    Mutant("told-twice", "schedule/completions.h", "  told.count = 0;\n", "",
           "a parent hears of the same children again", COMPLETIONS),
    Mutant("another-group", "schedule/completions.h",
           "        taskdata->td_taskgroup == completions.group)",
           "        true)", "children of another group are counted for this one", COMPLETIONS),
    Mutant("place-in-another-group", "schedule/completions.h",
           "completions.group == parent->td_taskgroup)", "true)",
           "a new child takes the place of one of another group", COMPLETIONS),
    Mutant("parents-mixed", "schedule/completions.h", "(completions.parent != parent ||",
           "(completions.parent == nullptr ||",
           "children of two parents are counted for one", COMPLETIONS),
    Mutant("waiting-parent-not-told", "schedule/completions.h",
           "if (completions.parent != waiting)", "if (completions.parent == waiting)",
           "who waits for the last child is not told at once", COMPLETIONS),
    Mutant("one-child-too-many", "schedule/completions.h",
           "return KMP_ATOMIC_DEC(&task->td_allocated_child_tasks) - 1;",
           "return KMP_ATOMIC_DEC(&task->td_allocated_child_tasks);",
           "a task's memory is never freed", COMPLETIONS),
    Mutant("loop-does-not-tell", "schedule/completions.h",
           "  ~CompletionCounting() {\n    tellCompletions(completions);\n",
           "  ~CompletionCounting() {\n", "children are told of only in the next loop",
           COMPLETIONS),

    # Locks of objects that tasks access commutatively

    Mutant("older-waiters-lost", "schedule/queue_lock.h",
           "waiter->next = expected == held() ? nullptr : expected;",
           "waiter->next = nullptr;", "only the newest waiter is handed the lock", LOCK),
    Mutant("handed-over-and-free", "schedule/queue_lock.h",
           "expected->next ? expected->next : held();", "expected->next;",
           "a lock that was handed to the last waiter is free", LOCK),
    Mutant("lock-for-everyone", "schedule/queue_lock.h",
           "      waiter->next = expected == held()", "      if (expected == held())\n"
           "        return true;\n      waiter->next = expected == held()",
           "a held lock is acquired", LOCK),

    # When stealing does not pay

    Mutant("one-way-only", "schedule/steal_pace.h", "(began - stolen) * Ways",
           "(began - stolen)", "the way back is not reckoned with", PACE),
    Mutant("pauses-without-limit", "schedule/steal_pace.h",
           "last * 2 < most ? last * 2 : most", "last * 2", "pauses grow for ever", PACE),
    Mutant("interrupted-thief", "schedule/steal_pace.h",
           "(time < LongestPause ? time : LongestPause)", "time",
           "a thief that was interrupted stops for long", PACE),
    Mutant("every-look-waits", "schedule/steal_pace.h", "now + wait / looks", "now + wait",
           "with a random victim a thief looks too seldom", PACE),
    Mutant("never-pays", "schedule/steal_pace.h", "body >= cost ? 0 :", "",
           "a thief pauses after a steal that paid", PACE),

    # The ready tasks of a thread

    Mutant("not-allowed-is-lost", "schedule/ready_queue.h",
           "      return task;\n    setAside(task);", "      return task;",
           "a task that its thread may not run now is lost", READY),
    Mutant("aside-in-the-victims-queue", "schedule/ready_queue.h", "own.setAside(task);",
           "setAside(task);", "a thief finds the same task again and again", READY),
    Mutant("aside-run-twice", "schedule/ready_queue.h", "      aside[i] = aside.back();\n", "",
           "another task than the one that is taken goes", READY),
    Mutant("no-rest-for-thieves", "schedule/ready_queue.h", "refusals_left = Throttle / 8;",
           "refusals_left = 0;", "a throttled maker looks at the thieves' line each time", READY),
    Mutant("throttles-an-empty-queue", "schedule/ready_queue.h",
           "  refusals_left = 0; // the queue is not full for long\n", "",
           "a maker is throttled although its queue is empty", READY),
    Mutant("aside-not-counted", "schedule/ready_queue.cpp",
           "aside_count.store(aside.size(), std::memory_order_relaxed);",
           "aside_count.store(0, std::memory_order_relaxed);",
           "nobody looks for tasks that were set aside", READY),
    Mutant("all-instead-of-half", "schedule/ready_queue.cpp", "deque.approximateSize() / 2;",
           "deque.approximateSize();", "a thief takes everything", READY),
    Mutant("half-without-limit", "schedule/ready_queue.cpp", "half < Most ? half : Most",
           "half", "a thief is busy with a long queue", READY),
    Mutant("barrier-ends-early", "schedule/ready_queue.cpp",
           "    KMP_ATOMIC_INC(&task_team->tt.tt_unfinished_threads);\n", "    ;\n",
           "the barrier counts a thread that found nothing as finished twice", READY),
    Mutant("stolen-routine-stays", "schedule/ready_queue.cpp",
           "  task.routine = stolen_routine;\n", "",
           "a stolen task calls the thief's measuring instead of its body", READY),

    # The queues of replays

    Mutant("untagged-range", "schedule/team_queues.h",
           "reinterpret_cast<kmp_uintptr_t>(first) | 1)",
           "reinterpret_cast<kmp_uintptr_t>(first))", "of a range only the first root runs",
           QUEUES),
    Mutant("parts-overlap", "schedule/team_queues.h", "* count / parts());",
           "* count / team);", "with few nodes parts are not what positions say", QUEUES),
    Mutant("far-from-the-dealer", "schedule/team_queues.h", "(nearest + part) % team",
           "part % team", "a few nodes go to other threads than the one that made them ready",
           QUEUES),
    Mutant("aside-cut-off", "schedule/team_queues.h",
           "Item(before).node()->next = node->next;", "Item(before).node()->next = nullptr;",
           "nodes behind one that is taken from aside are lost", QUEUES),
    Mutant("sent-but-cut-off", "schedule/team_queues.cpp",
           "last->next = reinterpret_cast<NodeState *>(newest);", "last->next = nullptr;",
           "what was sent before is lost", QUEUES),
    Mutant("sent-twice", "schedule/team_queues.cpp",
           "inbox.exchange(Deque::Empty, std::memory_order_acquire)",
           "inbox.load(std::memory_order_acquire)", "nodes that were sent run again and again",
           QUEUES),
    Mutant("queues-of-a-smaller-team", "schedule/team_queues.cpp",
           "if (queues && queues->count >= wanted)", "if (queues)",
           "a larger team uses the queues of a smaller one", ("program team_sizes",)),

    # Nodes with priorities

    Mutant("lowest-first", "schedule/priority_queue.h",
           "levels[at - 1].priority > priority)", "levels[at - 1].priority < priority)",
           "the lowest priority comes first", PRIORITY),
    Mutant("levels-overwritten", "schedule/priority_queue.h",
           "      levels[i] = levels[i - 1];\n", "      ;\n",
           "higher priorities make no room for a new one between", PRIORITY),
    Mutant("end-of-a-level-lost", "schedule/priority_queue.h",
           "    if (!element->next)\n      level.last = before;\n", "",
           "what is pushed behind the last that was taken is lost", PRIORITY),
    Mutant("least-forgotten", "schedule/priority_queue.h",
           "levels[i].priority >= least;)", "true;)",
           "a node goes before a task of a higher priority that is in no graph", PRIORITY),
    Mutant("nobody-counts", "taskgraph/worker.cpp",
           "  queues->priorities_waiting->fetch_add(1, std::memory_order_release);\n", "",
           "nobody looks for nodes with priorities", PRIORITIES),
    Mutant("chain-goes-on", "taskgraph/successors.cpp", "if (!next || !priorityWaits())",
           "if (true)", "a ready successor runs before what has a priority", PRIORITIES),
    Mutant("deque-goes-on", "taskgraph/worker.cpp",
           "item = mustStop() || priorityWaits() ?", "item = mustStop() ?",
           "the rest of a thread's deque runs before what has a priority", PRIORITIES),
    Mutant("dealt-without-looking", "taskgraph/successors.cpp",
           "if (UNLIKELY(node.by_priority) && pushByPriority(successor))", "if (false)",
           "behind a join priorities do not count", PRIORITIES),
    Mutant("joins-last", "taskgraph/instance.cpp", "return KMP_MAX_TASK_PRIORITY_LIMIT;",
           "return 0;", "a node that runs nothing delays what comes after it", PRIORITIES),
    Mutant("priority-of-the-type", "taskgraph/instance.cpp", "graph->priorities[state.id];",
           "graph->types[node.type].head.data2.priority;",
           "all tasks of a construct have the priority of the first", PRIORITIES),
    Mutant("priority-of-the-recording", "taskgraph/instance.cpp",
           "refilling ? task(node)->data2.priority :", "false ? 0 :",
           "a refilled task has the priority that it was recorded with", PRIORITIES),
    Mutant("priority-for-everyone", "taskgraph/worker.h",
           "least, [this](NodeState *node) { return allowed(node); });",
           "least, [](NodeState *) { return true; });",
           "a thread that is suspended in a tied task runs others than descendants",
           PRIORITIES),

    # Untied tasks

    Mutant("outer-task-forgotten", "schedule/untied.cpp",
           "  thread->th.th_ompx_untied = outer;\n", "",
           "a task that goes on below another one does not", UNTIED),
    Mutant("goes-on-for-ever", "schedule/untied.cpp",
           "    thread->th.th_ompx_untied.goes_on = false;\n", "",
           "the routine of an untied task is called again after its end", UNTIED),
    Mutant("yields-to-nobody", "schedule/untied.cpp",
           "thread->th.th_ompx_untied.yielded != task;", "true;",
           "a task that called taskyield goes on at once", UNTIED),

    # From depend clauses to edges

    Mutant("no-fence", "shared/edge_rule.h", "    addEdge(fence);\n", "    ;\n",
           "a task does not come behind a taskwait", BUILDER),
    Mutant("wait-misses-the-newest", "shared/edge_rule.h",
           "node < newest(); ++node)", "node + 1 < newest(); ++node)",
           "a taskwait does not wait for the last task", BUILDER),
    Mutant("earlier-generation-lost", "shared/edge_rule.h",
           "        object.previous = object.current;\n", "",
           "a writer does not come behind what it overwrites", BUILDER),
    Mutant("everyone-joins", "shared/edge_rule.h",
           "!joins(object.wanted, object.access)", "false",
           "writers are taken for members of one generation", BUILDER),
    Mutant("last-name-counts", "shared/edge_rule.h",
           "object->wanted = strictest(object->wanted, access);", "object->wanted = access;",
           "an object that is named twice is accessed as named last",
           (*BUILDER, "program duplicate_dependences")),
    Mutant("all-memory-forgets-new-objects", "shared/edge_rule.h",
           "append(object->previous, all_memory);", ";",
           "the first access to an object does not come behind omp_all_memory", BUILDER),
    Mutant("all-memory-forgets-old-objects", "shared/edge_rule.h",
           "        append(object.previous, all_memory);\n", "",
           "the next access to an object does not come behind omp_all_memory", BUILDER),
    Mutant("undeferred-but-nobody-waits", "shared/edge_rule.h",
           "    fence = newest();\n  }\n\n  /// taskwait; with dependences",
           "  }\n\n  /// taskwait; with dependences",
           "what follows an undeferred task does not come behind it",
           (*BUILDER, "program if_clause")),
    Mutant("taskwait-depend-does-not-wait", "shared/edge_rule.h",
           "if (!depends || !nowait)", "if (!depends)",
           "what follows a taskwait with depend does not come behind it",
           (*BUILDER, "program taskwait_depend")),
    Mutant("taskwait-joins-the-excluded", "shared/edge_rule.h",
           "objects[named[i]].wanted = AccessType::InOut;", ";",
           "an undeferred task with mutexinoutset excludes nobody",
           (*BUILDER, "program undeferred_mutexinoutset")),
    Mutant("two-locks-in-any-order", "shared/edge_rule.h", "if (count > 1)",
           "if (count > 2)", "two tasks can wait for each other's lock", BUILDER),
    Mutant("one-of-two-is-enough", "shared/edge_rule.h",
           "Successor(i, predecessors == 1)", "Successor(i, predecessors >= 1)",
           "a node starts when its first predecessor has ended", BUILDER),
    Mutant("a-join-without-edges", "shared/edge_rule.h",
           "        addEdges(object.previous);\n        comeAfterFence();", "        comeAfterFence();",
           "tasks behind a join node do not come behind what it joins", BUILDER),

    # Graphs of earlier runs

    Mutant("sum-not-compared", "taskgraph/graph_file.cpp",
           "checksumOf(bytes + SealedFrom, size - SealedFrom) != head.checksum", "false",
           "a damaged file is read", FILE),
    Mutant("longer-than-the-file", "taskgraph/graph_file.cpp",
           "head.file_size != size || layout.end != size ||", "head.file_size != size ||",
           "what is behind the file's end is read", FILE),
    Mutant("any-key", "taskgraph/graph_file.cpp",
           "memcmp(bytes + layout.key, key, key_size) != 0", "false",
           "another construct's graph is used", FILE),
    Mutant("any-build", "support/loaded_object.cpp",
           "!findBuildId(*object, &id) || !(id == search->place->id)",
           "!findBuildId(*object, &id)", "code of another build is found", FILE),
    Mutant("data-are-code", "support/loaded_object.cpp", "search->place->offset, PF_X)",
           "search->place->offset, 0)", "a variable is taken for a task's body", FILE),
    Mutant("unknown-build", "taskgraph/graph_file.cpp", "from.build_id >= head.build_ids ||", "",
           "a build id that is not in the file is read", FILE),
    Mutant("tasks-without-a-head", "taskgraph/graph_file.cpp",
           "from.size < sizeof(kmp_task_t) ||", "",
           "a task is smaller than what the library writes into it", FILE),
    Mutant("shareds-elsewhere", "taskgraph/graph_file.cpp", "from.shareds > from.size ||", "",
           "a task's shared variables are outside its memory", FILE),
    Mutant("any-flags", "taskgraph/graph_file.cpp",
           "keptFlags(*flags) == word && flags->tiedness == TASK_TIED &&", "",
           "an untied task is in a graph", FILE),
    Mutant("any-kind", "taskgraph/graph_file.cpp", "kind >= NodeKind::End ||", "",
           "a node is of no kind", FILE),
    Mutant("any-type", "taskgraph/graph_file.cpp", "from.type >= (is_task   ? head.types",
           "from.type >= (is_task   ? head.types + 1", "a task is of no type", FILE),
    Mutant("any-lock", "taskgraph/graph_file.cpp", "lock >= head.objects ||", "",
           "a lock is behind the last", FILE),
    Mutant("locks-in-any-order", "taskgraph/graph_file.cpp",
           "(i != 0 && lock <= locks[first + i - 1])", "false",
           "two nodes can wait for each other", FILE),
    Mutant("any-object", "taskgraph/graph_file.cpp",
           "if (item.object() >= head.objects && item.object() != Dependence::None)",
           "if (false)", "a dependence names no object", FILE),
    Mutant("fewer-edges-than-nodes-say", "taskgraph/graph_file.cpp",
           "return successors == head.edges && node_locks", "return node_locks",
           "edges behind the last are read", FILE),
    Mutant("more-locks-than-there-are", "taskgraph/graph_file.cpp",
           "if (node_locks > head.locks ||", "if (", "locks behind the last are read", FILE),
    Mutant("more-dependences-than-there-are", "taskgraph/graph_file.cpp",
           "items > head.dependences ||", "", "dependences behind the last are read", FILE),
    Mutant("edges-lead-back", "taskgraph/graph_file.cpp",
           "target < least || target >= head.nodes ||", "target >= head.nodes ||",
           "nodes wait for each other", FILE),
    Mutant("edges-lead-out", "taskgraph/graph_file.cpp",
           "target < least || target >= head.nodes ||", "target < least ||",
           "an edge leads behind the last node", FILE),
    Mutant("ordinary-behind-unfinished", "taskgraph/graph_file.cpp",
           "(isOrdinaryInRefill(nodes[target]) && !isFence(nodes[i]))", "false",
           "a refill meets a node that is not ready when it must be", FILE),
    Mutant("groups-within-others", "taskgraph/graph_file.cpp",
           "           groups[begun + 1] == inside)", "           true)",
           "a group is its own parent", FILE),
    Mutant("groups-without-end", "taskgraph/graph_file.cpp",
           "return inside == 0 && begun + 1 == head.groups && groups[0] == 0;",
           "return true;", "a group has not begun or not ended", FILE),
    Mutant("any-group", "taskgraph/graph_file.cpp",
           "    if (inside != group)\n      return false;\n",
           "", "a node is in a group that has not begun", FILE),

    # What a block reads and changes

    Mutant("no-outputs", "taskgraph/replay.cpp",
           "instance.graph->outputs->write(encounter.args);", ";",
           "a replay leaves variables as they were", OUTPUTS),
    Mutant("own-bytes-are-inputs", "taskgraph/recorder.cpp",
           "outputs ? !outputs->forEachOtherPart(", "false ? !outputs->forEachOtherPart(",
           "what the block wrote itself is compared", OUTPUTS),
    Mutant("first-bytes", "taskgraph/recorder.cpp", "      outputs->take(args);\n",
           "      ;\n", "the bytes that the block left are not kept", OUTPUTS),
    Mutant("rest-of-a-read-lost", "taskgraph/outputs.h",
           "first = own_end < end ? own_end : end;", "first = end;",
           "what follows the block's own bytes is no input", OUTPUTS),
    Mutant("outputs-not-compared", "taskgraph/check.cpp",
           "if (!sameOutputs(graph.outputs, made.outputs))", "if (false)",
           "check does not look at variables", OUTPUTS),

    # Running a graph

    Mutant("starts-too-early", "taskgraph/worker.h",
           "fetch_sub(1, std::memory_order_acq_rel) != 1)",
           "fetch_sub(1, std::memory_order_acq_rel) > 2)",
           "a node with two predecessors starts behind the first", ("program simple_shapes",)),
    Mutant("handed-lock-not-counted", "taskgraph/worker.cpp",
           "      ++waiting->locks_held; // it has this lock now\n", "",
           "a node asks again for the lock that it was handed",
           ("program mutexinoutset", "graphs 200")),
    Mutant("values-of-the-replay-before", "taskgraph/worker.cpp",
           "  if (from.new_values)\n    from.fillChangedValues(node);\n  kmp_task_t *task",
           "  kmp_task_t *task", "a task keeps the value of the replay before",
           ("program changing_values",)),
    Mutant("only-words-change", "taskgraph/instance.cpp", "    add(false);\n", "",
           "a value that is no word is that of the replay before",
           ("program changing_values",)),
    Mutant("reported-twice", "taskgraph/worker.cpp",
           "  kmp_int64 count = completed;\n  completed = 0;\n",
           "  kmp_int64 count = completed;\n",
           "nodes are reported as completed again", WORKER),
    Mutant("range-run-twice", "taskgraph/worker.cpp", "      end = middle;\n", "",
           "the half that is offered to thieves is run here, too",
           ("program independent_tasks", "graphs 200")),
    Mutant("rest-of-a-range-lost", "taskgraph/worker.cpp",
           "      push(Item::ofRange(root(at), end));\n      return;", "      return;",
           "roots are lost when a thread must stop in a range",
           ("program many_roots", "program stolen_encounters", "graphs 200")),
    Mutant("group-does-not-wait", "taskgraph/worker.cpp",
           "KMP_ATOMIC_LD_ACQ(&from.group_now[what.group]->count) == 0;", "true;",
           "the end of a group waits for descendants that are suspended below it",
           ("program group_ends_above",)),
    Mutant("destructors-forgotten", "taskgraph/worker.cpp",
           "if (type.flags.destructors_thunk)", "if (false)",
           "private objects are never destroyed",
           ("program refill_objects",)),
    Mutant("icvs-of-the-task-before", "taskgraph/descriptor.cpp",
           "  unbind(); // the next task has the instance's ICVs\n", "",
           "a task has the internal control variables that another one set",
           ("program icvs_in_tasks",)),
    Mutant("icvs-of-the-beginning", "taskgraph/refill.cpp",
           "parent->td_ompx_sets_icvs || ", "",
           "a refilled task does not have what the block has set since",
           ("program icvs_in_tasks",)),
    Mutant("group-of-the-task-before", "taskgraph/descriptor.h",
           "type != node.type || group != node.group", "type != node.type",
           "a task's children are in the taskgroup of the task before",
           ("program implicit_taskgroup", "program descendants_outlive")),
    Mutant("not-after-other-replays", "taskgraph/entry.cpp",
           "waitForOtherReplays(e, flags & OMPX_TASKGRAPH_NOWAIT ? known : nullptr);", ";",
           "regions of two constructs that nobody waits for are in no order",
           ("program order_after_unattended",)),
    Mutant("replays-are-counted-for-ever", "taskgraph/worker.cpp",
           "  KMP_ATOMIC_DEC(&parent->td_ompx_replays);\n", "",
           "what comes after a replay waits for it for ever",
           ("program order_after_unattended",)),
    Mutant("barrier-not-released", "taskgraph/worker.cpp",
           "  KMP_ATOMIC_DEC(&task_team->tt.tt_unfinished_threads);\n}", "}",
           "a replay that nobody waited for keeps the barrier", ("program nogroup",)),
    # Making tasks again

    Mutant("early-ends-are-forgotten", "taskgraph/instance.h", "countDown(state, 1 + kmp_int32(early))",
           "countDown(state)", "a task waits for predecessors that have ended", REFILL),
    Mutant("early-means-ready", "taskgraph/instance.h", "return early == predecessors ||",
           "return early != 0 ||", "a task starts behind its first predecessor", REFILL),
    Mutant("counted-in-two-ways", "taskgraph/worker.h",
           "if (tid == from.maker && edge.node() >= from.made)", "if (edge.node() >= from.made)",
           "another thread's count is lost in the maker's", REFILL),
    Mutant("given-back-to-nobody", "taskgraph/successors.cpp",
           "&first, &last) != 0)", "&first, &last) > 1)",
           "a thief loses the one successor that is ready", REFILL),

    Mutant("successors-lost", "taskgraph/worker.cpp",
           "      else\n        push(Item::ofNode(successor));\n    }",
           "    }", "of several successors that are ready only one runs", WORKER),
)
