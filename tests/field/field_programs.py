# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that `--runs 1000` runs so often (test_field_programs.py); the only list of them.

Small ones whose outcome depends on who comes first: what fails once in a thousand
runs in the field fails here in a night.
"""

import dataclasses
import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "depend"))
from trackers import TRACKERS  # noqa: E402

EVERY_TRACKER = tuple({"OMPX_DEPEND_TRACKER": name} for name in TRACKERS)
EVERY_WAY = tuple(
    {"OMPX_TASKGRAPH_ROOTS": way} for way in ("blocks", "round-robin", "encountering")
) + ({"OMPX_TASKGRAPH": "off"},)
OPENMP_51 = ("-fopenmp-version=51", "-Wno-openmp-60-extensions")


@dataclasses.dataclass(frozen=True)
class FieldProgram:
    """One program and how it is run."""

    source: str  # in tests/programs, or a path in tests
    settings: tuple = ({},)  # environments, which the runs take in turn
    flags: tuple = ()
    arguments: tuple = ()  # "{seed}" becomes another number in each run
    limit: float = 60  # seconds until a run counts as one without end

    @property
    def name(self):
        return pathlib.Path(self.source).stem

    @property
    def path(self):
        return TESTS / ("" if "/" in self.source else "programs") / self.source


PROGRAMS = (
    FieldProgram("all_memory_across.cpp", EVERY_TRACKER),
    FieldProgram("plain_fallbacks.cpp", EVERY_WAY, ("-Wno-openmp-taskgraph",),
                 ("called_parallel_beside_tasks",)),
    FieldProgram("untied_recursion.cpp", EVERY_TRACKER),
    FieldProgram("untied_goes_on.cpp",
                 tuple({**way, "OMP_MAX_TASK_PRIORITY": "3"} for way in EVERY_TRACKER)),
    FieldProgram("untied_many_children.cpp", EVERY_TRACKER, (), ("40000",)),
    FieldProgram("untied_parts.c", EVERY_TRACKER),
    FieldProgram("mixed_tiedness.cpp", EVERY_TRACKER),
    FieldProgram("reduction_sizes.c"),
    FieldProgram("nowait_argument.cpp", EVERY_WAY),
    FieldProgram("block_constructs.cpp", EVERY_WAY),
    FieldProgram("transformed_loops.cpp", EVERY_WAY),
    FieldProgram("depend_untied.cpp", EVERY_TRACKER),
    FieldProgram("depend_roots.cpp", EVERY_TRACKER),
    FieldProgram("depend_commutative.cpp", EVERY_TRACKER),
    FieldProgram("depend_random.cpp", EVERY_TRACKER, OPENMP_51, ("{seed}", "4")),
    FieldProgram("recursion.cpp", EVERY_WAY),
    FieldProgram("nested_tasks.cpp", EVERY_WAY),
    FieldProgram("first_encounters_at_once.cpp", EVERY_WAY),
    FieldProgram("concurrent_replays.cpp", EVERY_WAY),
    FieldProgram("stolen_encounters.cpp", EVERY_WAY),
    FieldProgram("reset_while_replaying.cpp", EVERY_WAY),
    FieldProgram("nogroup_descendants.cpp", EVERY_WAY),
    FieldProgram("other_shapes.cpp", EVERY_TRACKER),
    FieldProgram("refills_unattended.cpp", EVERY_TRACKER),
    FieldProgram("refills_at_once.cpp", EVERY_TRACKER),
    FieldProgram("undeferred_mutexinoutset.cpp", EVERY_TRACKER),
    FieldProgram("order_after_unattended.cpp", EVERY_WAY),
    FieldProgram("refill_cancelled.cpp",
                 tuple({**way, "OMP_CANCELLATION": "true"} for way in EVERY_TRACKER)),
    FieldProgram("random/graph_interpreter.cpp", EVERY_WAY, (), ("{seed}", "4")),
)
