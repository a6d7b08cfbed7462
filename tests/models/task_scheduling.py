# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model of threads that run tied and untied tasks, explored exhaustively.

It has what openmp/src/schedule/untied.h argues about: a task that waits for its children
keeps its thread's stack; other tasks run on top of it. A thread may begin or continue a
queued task where `rules` allow it; an untied task may be queued again behind each of its
steps. A state in which tasks are left and no thread can take a step is a hang.

A program is a list of tasks. Task 0 is the implicit task of thread 0; all other threads
begin with an empty stack, at the barrier. Each task is a pair (tied, steps); a step is the
number of a task to make, or WAIT.
"""

import itertools
from typing import NamedTuple

WAIT = -1
BEGIN_CONSTRAINED, CONTINUE_ON_ANCESTORS = "begin-constrained", "continue-on-ancestors"
RULES = frozenset({BEGIN_CONSTRAINED, CONTINUE_ON_ANCESTORS})


class State(NamedTuple):
    done: tuple  # steps done by each task; None: not made; all and one more: ended
    queued: frozenset
    stacks: tuple  # of each thread, the running task last


class Model:
    def __init__(self, program, threads, rules=RULES):
        self.program, self.threads, self.rules = program, threads, rules
        self.parent = {step: task for task, (_, steps) in enumerate(program)
                       for step in steps if step != WAIT}

    def descends(self, task, ancestor):
        while task != ancestor and task in self.parent:
            task = self.parent[task]
        return task == ancestor

    def ended(self, state, task):
        return state.done[task] == len(self.program[task][1]) + 1

    def children_ended(self, state, task):
        return all(self.ended(state, child) for child in self.program[task][1] if child != WAIT)

    def allowed(self, state, stack, task):
        """Whether a thread may run a queued task on top of what it has suspended."""
        tied = self.program[task][0]
        if not stack:
            return True
        if not tied and state.done[task] > 0:  # it has begun
            if CONTINUE_ON_ANCESTORS in self.rules:
                return self.descends(task, stack[-1])
        elif not tied and BEGIN_CONSTRAINED not in self.rules:
            return True
        last_tied = [below for below in stack if self.program[below][0]]
        return not last_tied or self.descends(task, last_tied[-1])

    def successors(self, state):
        for thread, stack in enumerate(state.stacks):
            if not stack:
                yield from self.run_queued(state, thread)
                continue
            task = stack[-1]
            tied, steps = self.program[task]
            at = state.done[task]
            if at == len(steps):
                yield self.change(state, thread, stack[:-1], task)
            elif steps[at] == WAIT:
                if self.children_ended(state, task):
                    yield from self.behind(self.change(state, thread, stack, task), thread, tied)
                else:
                    yield from self.run_queued(state, thread)
            else:
                child = steps[at]
                made = list(state.done)
                made[child] = 0
                made[task] += 1
                queued = State(tuple(made), state.queued | {child}, state.stacks)
                yield from self.behind(queued, thread, tied)
                yield self.change(queued, thread, (*stack, child), None, child)  # throttled

    def behind(self, state, thread, tied):
        """A step has been done: the thread goes on, or queues the task if it is untied."""
        yield state
        if not tied:
            *below, task = state.stacks[thread]
            yield State(state.done, state.queued | {task},
                        self.with_stack(state, thread, tuple(below)))

    def run_queued(self, state, thread):
        stack = state.stacks[thread]
        for task in state.queued:
            if self.allowed(state, stack, task):
                yield self.change(state, thread, (*stack, task), None, task)

    def with_stack(self, state, thread, stack):
        return (*state.stacks[:thread], stack, *state.stacks[thread + 1:])

    def change(self, state, thread, stack, stepped, taken=None):
        done = state.done
        if stepped is not None:
            done = (*done[:stepped], done[stepped] + 1, *done[stepped + 1:])
        return State(done, state.queued - {taken}, self.with_stack(state, thread, stack))

    def stuck(self):
        """A reachable state that is a hang, or None."""
        nobody = ((),) * (self.threads - 1)
        first = State((0, *[None] * (len(self.program) - 1)), frozenset(), ((0,), *nobody))
        seen, left = {first}, [first]
        while left:
            state = left.pop()
            blocked = True
            for following in self.successors(state):
                blocked = False
                # Threads 1, 2, ... are alike.
                stacks = (following.stacks[0], *sorted(following.stacks[1:]))
                following = State(following.done, following.queued, stacks)
                if following not in seen:
                    seen.add(following)
                    left.append(following)
            if blocked and not all(self.ended(state, task) for task in range(len(self.program))):
                return state
        return None


def programs(tasks, waits=(False, True)):
    """All programs of so many tasks besides the implicit one, up to the order of siblings.

    A task makes its children and then waits for them or, if `waits` says so, does not.
    """
    def trees(size):  # parents of tasks 1, 2, ...; each is a task made before
        for parents in itertools.product(*(range(n) for n in range(1, size + 1))):
            if all(a <= b for a, b in zip(parents, parents[1:])):
                yield parents

    for parents in trees(tasks):
        children = [[n for n, p in enumerate(parents, 1) if p == task]
                    for task in range(tasks + 1)]
        makers = [task for task in range(1, tasks + 1) if children[task]]
        for tied in itertools.product((False, True), repeat=tasks):
            for wait in itertools.product(waits, repeat=len(makers)):
                waiting = {0, *(task for task, w in zip(makers, wait) if w)}
                yield [(n == 0 or tied[n - 1],
                        (*children[n], *([WAIT] if n in waiting and children[n] else [])))
                       for n in range(tasks + 1)]
