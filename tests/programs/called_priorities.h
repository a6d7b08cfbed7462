// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that make tasks with priorities, as taskgraph regions call them;
// called_priorities_other.cpp has them.
#ifndef REPRISE_TESTS_PROGRAMS_CALLED_PRIORITIES_H
#define REPRISE_TESTS_PROGRAMS_CALLED_PRIORITIES_H

/// Notes that a task runs, by its number.
void ran(int task);

/// Tasks first, first + 1, ... with these priorities. Behind the gate: after
/// the last task that wrote it.
void make_behind(int *gate, int first, int count, const int *priorities);
/// The same, after nothing.
void make_free(int first, int count, const int *priorities);
/// The same by a loop, with one priority for all.
void make_loop(int first, int count, int priority);
/// Tasks that all write the gate, in any order, with priorities that are higher
/// by 5; and then tasks behind it.
void make_layers(int *gate, int first, int count, const int *priorities);

#endif
