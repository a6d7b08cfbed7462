// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that make tasks and wait for them, as taskgraph regions call them.
// called_functions_other.cpp has them, which any compiler may translate.
#ifndef REPRISE_TESTS_PROGRAMS_CALLED_FUNCTIONS_H
#define REPRISE_TESTS_PROGRAMS_CALLED_FUNCTIONS_H

/// A chain of `length` tasks: *cell = *cell * 3 + i.
void make_chain(unsigned *cell, int length);
/// Independent tasks: cells[i] = value + i.
void make_independent(int *cells, int count, int value);
/// *sum of `count` cells, each written by a task; the last task.
void make_fan(int *cells, int count, int value, int *sum);
/// Tasks that exclude each other, each adding 1.
void make_commutative(int *total, int *held, int count);
/// Tasks with children of their own, each of which adds 1 to *total.
void make_parents(int *total, int count, int children);
/// A binary tree of calls; each leaf makes a task that adds 1.
void make_recursively(int depth, int *total);
void wait_for_all();
void wait_for(int *cell);
/// Waits for its tasks and their descendants; returns how many there were.
int make_group(int count);
/// Undeferred tasks, one of them behind a dependence: *cell = 2 * (*cell + 1).
void make_undeferred(int *cell);
void make_loop(int *cells, int count, int value);
void make_loop_ungrouped(int *cells, int count, int value);
/// 0 + 1 + ... + (count - 1), by a task_reduction and by one of a taskloop.
long reduce_in_group(int count);
long reduce_in_loop(int count);

/// Tasks with aligned firstprivate data: out[i] = 100 * (i % 8) + value + i.
void make_aligned(int value, int *out, int count);

#endif
