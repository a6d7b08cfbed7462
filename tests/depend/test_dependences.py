# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dependences under every tracker: programs that check themselves.

Each is an ordinary OpenMP program. test_lost_orders.py takes dependences away from
them and asks that they notice.
"""

import pytest

from trackers import OWN

# Clang 22 refuses every form of destroying a depobj from OpenMP 5.2 on.
OPENMP_51 = ("-fopenmp-version=51", "-Wno-openmp-60-extensions")


@pytest.mark.program("depend_generations.cpp")
def test_every_sequence_of_access_types(passes):
    passes()


@pytest.mark.program("depend_commutative.cpp")
def test_commutative_tasks_never_two_at_once_and_reordered(passes):
    passes()


@pytest.mark.program("depend_commutative.cpp")
@pytest.mark.parametrize("tracker", OWN)  # libomp's own looks at the last task only
def test_commutative_tasks_do_not_stop_a_thread_that_has_other_work(program, tracker):
    program.passes("busy", threads=2, OMPX_DEPEND_TRACKER=tracker)


@pytest.mark.program("depend_all_memory.cpp")
def test_all_memory(passes):
    passes()


@pytest.mark.program("all_memory_across.cpp")
@pytest.mark.parametrize("replay", ["on", "off"])
def test_all_memory_on_either_side_of_a_taskgraph(passes, replay):
    passes(OMPX_TASKGRAPH=replay)


@pytest.mark.program("depend_items.cpp", flags=OPENMP_51)
def test_depobjs_iterators_and_repeated_items(passes):
    passes()


@pytest.mark.program("depend_taskwait.cpp")
def test_taskwait_with_dependences_and_undeferred_tasks(passes):
    passes()


@pytest.mark.program("depend_detached.cpp")
def test_detached_tasks(passes):
    passes()


@pytest.mark.program("depend_kinds.cpp")
@pytest.mark.parametrize("priorities", ["0", "20"])
def test_priority_untied_final_and_reductions(passes, priorities):
    passes(OMP_MAX_TASK_PRIORITY=priorities)


@pytest.mark.program("depend_target.cpp")
def test_target_tasks_and_hidden_helpers(passes, threads):
    if threads == 1:
        pytest.skip("with one thread, stock libomp loses now and then a task that waits "
                    "for a hidden helper's, and so does every tracker")
    passes()


@pytest.mark.program("depend_target.cpp")
def test_target_tasks_without_hidden_helpers(program, tracker):
    program.passes(threads=4, OMPX_DEPEND_TRACKER=tracker, LIBOMP_USE_HIDDEN_HELPER_TASK="0")


@pytest.mark.program("depend_cancelled.cpp")
def test_cancelled_groups_and_regions(passes):
    passes(OMP_CANCELLATION="true")


@pytest.mark.program("depend_cancelled.cpp")
def test_nothing_is_discarded_without_cancellation(program, tracker):
    program.passes("off", threads=4, OMPX_DEPEND_TRACKER=tracker)


@pytest.mark.program("depend_many.cpp")
def test_many_objects_dependences_and_tasks(passes):
    passes()


@pytest.mark.program("depend_parents.cpp")
def test_parents_in_parallel_nested_and_outlived(passes):
    passes()


@pytest.mark.program("depend_throttled.cpp")
def test_makers_of_tasks_are_throttled(program, threads, tracker):
    # libomp's own looks at ready tasks only
    program.passes(*(["off"] if tracker == "hash" else []),
                   threads=threads, OMPX_DEPEND_TRACKER=tracker)


@pytest.mark.program("depend_throttled.cpp")
def test_throttling_can_be_turned_off(program, tracker):
    program.passes("off", threads=4, OMPX_DEPEND_TRACKER=tracker,
                   KMP_ENABLE_TASK_THROTTLING="0")


@pytest.mark.program("depend_untied.cpp")
def test_untied_tasks_do_not_hide_their_children(passes):
    passes()


@pytest.mark.program("depend_roots.cpp")
def test_root_threads_that_come_and_go(passes):
    passes()


# Threads sleep as soon as they have nothing to do, and there are more of them than
# processors: each release has to wake somebody. The programs here are those in which no
# task waits for another one to begin, since libomp promises that to no sleeping thread.
SLEEPY = {"OMP_WAIT_POLICY": "passive", "KMP_BLOCKTIME": "0"}


@pytest.mark.program("depend_generations.cpp")
def test_every_sequence_with_sleeping_threads(program, tracker):
    program.passes(threads=6, OMPX_DEPEND_TRACKER=tracker, **SLEEPY)


@pytest.mark.program("depend_items.cpp", flags=OPENMP_51)
def test_items_with_sleeping_threads(program, tracker):
    program.passes(threads=3, OMPX_DEPEND_TRACKER=tracker, **SLEEPY)


@pytest.mark.program("depend_detached.cpp")
def test_detached_tasks_with_sleeping_threads(program, tracker):
    program.passes(threads=3, OMPX_DEPEND_TRACKER=tracker, **SLEEPY)


@pytest.mark.program("depend_many.cpp")
def test_many_tasks_with_sleeping_threads(program, tracker):
    program.passes(threads=2, OMPX_DEPEND_TRACKER=tracker, **SLEEPY)


@pytest.mark.program("depend_parents.cpp")
def test_oversubscription(program, tracker):
    program.passes(threads=16, OMPX_DEPEND_TRACKER=tracker)


@pytest.mark.program("depend_many.cpp")
def test_immediate_execution(program, tracker):
    """KMP_TASKING=0 runs every task at once: dependences are kept by themselves."""
    program.passes(threads=4, OMPX_DEPEND_TRACKER=tracker, KMP_TASKING="0")


@pytest.mark.program("depend_generations.cpp")
@pytest.mark.parametrize("throttling", ["0", "1"])
def test_full_deques(program, tracker, throttling):
    program.passes(
        threads=2, OMPX_DEPEND_TRACKER=tracker, KMP_ENABLE_TASK_THROTTLING=throttling
    )


@pytest.mark.program("priority_behind_barrier.cpp")
def test_what_a_priority_task_makes_ready_behind_a_barrier(program, tracker):
    """A thread that has told the barrier that it is finished runs that, too."""
    program.passes(threads=2, OMPX_DEPEND_TRACKER=tracker, OMP_MAX_TASK_PRIORITY=3)
