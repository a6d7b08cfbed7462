# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults of the library's queues: deques, inboxes, locks, counts, and who steals from whom."""

from mutants import Mutant

DEQUE = ("unit *Deque*", "unit *StealingQueue*", "graphs 100")
COMPLETIONS = ("unit Completion*:*/Completion*", "program nested_tasks", "graphs 100")
LOCK = ("unit NodeLockTest*", "program mutexinoutset")
PACE = ("unit StealPaceTest*",)
READY = ("unit *ReadyQueue*", "program nested_tasks", "program recursion")
STEALING = ("unit *StealingQueue*:*StealHalf*", "program nested_tasks", "graphs 100")
QUEUES = ("unit *WorkerQueue*:Item*:*Distribution*", "graphs 100")
PRIORITIES = ("program priorities OMP_MAX_TASK_PRIORITY=100 KMP_BLOCKTIME=infinite",
              "program called_priorities OMP_MAX_TASK_PRIORITY=100 KMP_BLOCKTIME=infinite")
PRIORITY = ("unit PriorityQueueTest*",)
PLACEMENT = ("unit PlacementTest*",)

SCHEDULE_MUTANTS = (
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
           "Waiters::of(expected == Held ? 0 : expected));",
           "Waiters::of(0));", "only the newest waiter is handed the lock", LOCK),
    Mutant("handed-over-and-free", "schedule/queue_lock.h",
           "rest != 0 ? rest : Held,", "rest,",
           "a lock that was handed to the last waiter is free", LOCK),
    Mutant("lock-for-everyone", "schedule/queue_lock.h",
           "      Waiters::setNext(waiter,", "      if (expected == Held)\n"
           "        return true;\n      Waiters::setNext(waiter,",
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

    # What is ready on a thread, tasks or nodes

    Mutant("not-allowed-is-lost", "schedule/stealing_queue.h",
           "        return element;\n      setAside(element);", "        return element;",
           "what its thread may not run now is lost", STEALING),
    Mutant("not-allowed-hides-older", "schedule/stealing_queue.h",
           "      setAside(element);\n    }", "      setAside(element);\n      break;\n    }",
           "a thread does not find what it may run below what it may not", STEALING),
    Mutant("aside-in-the-victims-queue", "schedule/stealing_queue.h", "own.setAside(element);",
           "setAside(element);", "a thief finds the same element again and again", STEALING),
    Mutant("aside-cut-off", "schedule/stealing_queue.h", "Elements::setNext(before, next);",
           "Elements::setNext(before, Element());",
           "what is behind one that is taken from aside is lost", STEALING),
    Mutant("aside-run-twice", "schedule/stealing_queue.h",
           "aside.store(Elements::bits(next), std::memory_order_relaxed);", ";",
           "what is taken from aside stays there", STEALING),
    Mutant("aside-lost", "schedule/stealing_queue.h",
           "aside.store(Elements::bits(element), std::memory_order_relaxed);", ";",
           "nobody finds what was set aside", STEALING),
    Mutant("aside-is-not-there", "schedule/stealing_queue.h", "return deque.seemsEmpty() &&",
           "return deque.seemsEmpty() ||", "nobody looks for what was set aside", STEALING),
    Mutant("always-half", "schedule/stealing_queue.h",
           "if (steal_amount == StealAmount::Half)", "if (true)",
           "OMPX_STEAL=one does not count", STEALING),
    Mutant("half-is-lost", "schedule/stealing_queue.h",
           "own.push(Elements::of(word));", "(void)word;",
           "a thief loses what it takes besides the first",
           (STEALING[0], "graphs 100 OMPX_STEAL=half OMPX_TASKGRAPH_ROOTS=encountering",
            "program recursion OMPX_STEAL=half")),
    Mutant("all-instead-of-half", "schedule/deque.h", "approximateSize() / 2;",
           "approximateSize();", "a thief takes everything", STEALING),
    Mutant("half-without-limit", "schedule/deque.h", "half < Most ? half : Most",
           "half", "a thief is busy with a long queue", STEALING),

    # The ready tasks of a thread

    Mutant("tasks-aside-are-left", "schedule/ready_queue.h",
           "return task ? task : takeAside(allowed);", "return task;", "a thread does not take its own tasks from aside", READY),
    Mutant("no-rest-for-thieves", "schedule/ready_queue.h", "refusals_left = Throttle / 8;",
           "refusals_left = 0;", "a throttled maker looks at the thieves' line each time", READY),
    Mutant("throttles-an-empty-queue", "schedule/ready_queue.h",
           "  refusals_left = 0; // the queue is not full for long\n", "",
           "a maker is throttled although its queue is empty", READY),
    Mutant("priorities-do-not-count", "schedule/ready_queue.cpp",
           " || flags.priority_specified ||", " ||",
           "a task with a priority is queued like any other",
           ("program priorities OMP_MAX_TASK_PRIORITY=3",
            "program priority_behind_barrier OMP_MAX_TASK_PRIORITY=3")),
    Mutant("undeferred-is-queued", "schedule/ready_queue.cpp", " || flags.task_serial ||", " ||",
           "a task of a final task is deferred", ("program depend_kinds",)),
    Mutant("untied-is-queued-uncounted", "schedule/ready_queue.cpp",
           "flags.tiedness != TASK_TIED || flags.task_serial", "flags.task_serial",
           "the parts of an untied task are not counted",
           ("program depend_untied",)),
    Mutant("barrier-ends-early", "schedule/ready_queue.cpp",
           "__kmp_ompx_begin_taking(task_team, thread_finished);", "*thread_finished;",
           "the barrier counts a thread that found nothing as finished twice", READY),
    Mutant("finished-for-ever", "ompx_hooks.h", "    *thread_finished = FALSE;\n", "    ;\n",
           "what a task made ready stays in the queue of a thread that waits at a barrier",
           ("program priority_behind_barrier OMP_MAX_TASK_PRIORITY=3",)),
    Mutant("stolen-routine-stays", "schedule/ready_queue.cpp",
           "  task.routine = stolen_routine;\n", "",
           "a stolen task calls the thief's measuring instead of its body", READY),

    # The queues of replays

    Mutant("untagged-range", "taskgraph/team_queues.h",
           "NodeRef(of, first).bits() | Range)", "NodeRef(of, first).bits())", "of a range only the first root runs",
           QUEUES),
    Mutant("parts-overlap", "schedule/distribution.h", "* count / parts());",
           "* count / team);", "with few nodes parts are not what positions say", QUEUES),
    Mutant("far-from-who-made-them-ready", "schedule/distribution.h", "(nearest + part) % team",
           "part % team", "a few nodes go to other threads than the one that made them ready",
           QUEUES),
    Mutant("range-aside-untagged", "taskgraph/team_queues.h",
           "NodeRef(after.bits()); }", "after.node(); }",
           "of a range that was set aside only the first root runs", QUEUES),
    Mutant("sent-is-not-there", "taskgraph/team_queues.h",
           "return StealingQueue::seemsEmpty() &&", "return StealingQueue::seemsEmpty() ||",
           "with OMPX_STEAL_VICTIM=near no thief looks into an inbox", QUEUES),
    Mutant("sent-but-cut-off", "taskgraph/team_queues.cpp",
           "last.next() = NodeRef(newest);", "last.next() = NodeRef();",
           "what was sent before is lost", QUEUES),
    Mutant("sent-twice", "taskgraph/team_queues.cpp",
           "inbox.exchange(Deque::Empty, std::memory_order_acquire)",
           "inbox.load(std::memory_order_acquire)", "nodes that were sent run again and again",
           QUEUES),
    Mutant("queues-of-a-smaller-team", "taskgraph/team_queues.cpp",
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
           "    if (!nextOf(element))\n      level.last = before;\n", "",
           "what is pushed behind the last that was taken is lost", PRIORITY),
    Mutant("least-forgotten", "schedule/priority_queue.h",
           "levels[i].priority >= least;)", "true;)",
           "a node goes before a task of a higher priority that is in no graph", PRIORITY),
    Mutant("nobody-counts", "taskgraph/worker.cpp",
           "  to.priorities_waiting->fetch_add(1, std::memory_order_release);\n", "",
           "nobody looks for nodes with priorities", PRIORITIES),
    Mutant("chain-goes-on", "taskgraph/successors.cpp", "if (!next || !priorityWaits())",
           "if (true)", "a ready successor runs before what has a priority", PRIORITIES),
    Mutant("deque-goes-on", "taskgraph/worker.cpp",
           "item = mustStop() || priorityWaits() ?", "item = mustStop() ?",
           "the rest of a thread's deque runs before what has a priority", PRIORITIES),
    Mutant("distributed-without-looking", "taskgraph/successors.cpp",
           "if (UNLIKELY(node.by_priority) && pushByPriority(successor))", "if (false)",
           "behind a join priorities do not count", PRIORITIES),
    Mutant("joins-last", "taskgraph/instance.cpp", "return KMP_MAX_TASK_PRIORITY_LIMIT;",
           "return 0;", "a node that runs nothing delays what comes after it", PRIORITIES),
    Mutant("priority-of-the-type", "taskgraph/instance.cpp", "graph->priorities[number];",
           "graph->types[node.type].head.data2.priority;",
           "all tasks of a construct have the priority of the first", PRIORITIES),
    Mutant("priority-of-the-recording", "taskgraph/instance.cpp",
           "has_block ? block(node)->data2.priority :", "false ? 0 :",
           "a refilled task has the priority that it was recorded with", PRIORITIES),
    Mutant("priority-for-everyone", "taskgraph/worker.h",
           "least, [this](NodeRef node) { return allowed(node); });",
           "least, [](NodeRef) { return true; });",
           "a thread that is suspended in a tied task runs others than descendants",
           PRIORITIES),

    # Where threads run

    Mutant("order-of-places-stays", "schedule/placement.cpp",
           "if (!std::is_sorted(threads, threads + count, before))", "if (false)",
           "nodes are distributed by number", PLACEMENT),
    Mutant("strangers-in-the-team", "schedule/placement.cpp",
           "if (team != count || !threads) {", "if (capacity < count) {",
           "in a smaller team nodes go to threads that are gone", PLACEMENT),
    Mutant("unbound-are-neighbours", "schedule/placement.cpp",
           "id == kmp_hw_thread_t::UNKNOWN_ID || ", "",
           "threads without a place are the nearest of each other", PLACEMENT),
    Mutant("far-victims", "schedule/placement.h", "if (common > nearest) {", "if (chosen < 0) {",
           "a thief does not look for the nearest", PLACEMENT),
    Mutant("own-victim", "schedule/placement.h",
           "if (candidate == thief->th.th_info.ds.ds_tid || !has_work(candidate))",
           "if (!has_work(candidate))", "a thief steals from itself", PLACEMENT),
    Mutant("number-is-rank", "schedule/distribution.h", "threads.rankOf(by)", "kmp_uint32(by)",
           "a few nodes go far from who made them ready", PLACEMENT),
)
