# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The protocols between threads are right on all schedules, as models in Spin.

Each fault that a model names is found, in the way that is written here: so the model has
what the fault takes away, and the code needs it.
"""

import pathlib
import re
import subprocess

import pytest

MODELS = pathlib.Path(__file__).resolve().parent
WRONG, STUCK, ENDLESS = "assertion violated", "invalid end state", "non-progress cycle"

FAULTS = {
    "completions": {
        "TOLD_KEPT": WRONG, "GROUPS_MIXED": WRONG, "GROUP_REPLACED": WRONG,
        "PARENT_REPLACED": WRONG, "QUEUED_UNCOUNTED": WRONG, "NEXT_UNTOLD": WRONG,
        "IDLE_UNTOLD": STUCK, "ENTER_UNTOLD": WRONG, "LEAVE_UNTOLD": WRONG,
    },
    "deque": {
        "NO_FENCE": WRONG, "RELAXED_PUSH": WRONG, "RELAXED_GROW": WRONG, "BOTTOM_FIRST": WRONG,
        "READ_LATE": WRONG, "LAST_UNSHARED": WRONG, "GROW_LATE": WRONG, "FREE_OUTGROWN": WRONG,
    },
    "following": {
        "NOT_KEPT": WRONG, "MARKED_PLAINLY": STUCK, "COUNTED_LATE": WRONG,
        "FOLLOWER_LATE": WRONG, "ONE_FOLLOWER": WRONG, "REPORTED_FIRST": WRONG,
        "NOT_CLEARED": WRONG,
    },
    "inbox": {
        "RELAXED_SEND": STUCK, "LINK_ONCE": WRONG, "STALE_NEWEST": ENDLESS, "TAKE_ONE": STUCK,
        "TAKE_BY_STORE": WRONG, "LINK_LATE": STUCK, "ASIDE_UNLOCKED": WRONG,
    },
    "instance": {
        "RELAXED_REPORT": STUCK, "NO_RESET": STUCK, "COUNT_PLAIN": STUCK, "REPORT_FIRST": STUCK,
        "NOT_ON_SWITCH": WRONG, "IDLE_UNREPORTED": STUCK, "TOUCH_AFTER_REPORT": WRONG,
        "TOUCH_AFTER_SEND": WRONG, "RELEASE_FIRST": WRONG,
    },
    "lanes": {
        "RELAXED_DONE": WRONG, "NO_WAIT": WRONG, "NOT_RESET": WRONG, "FROM_THE_START": WRONG,
        "OWN_ASIDE": STUCK, "JOIN_UNCOUNTED": STUCK,
    },
    "node_lock": {
        "RELAXED_QUEUE": STUCK, "STALE_EXPECTED": ENDLESS, "TOUCH_QUEUED": STUCK,
        "ASKS_AGAIN": STUCK, "KEEPS_OTHERS": STUCK, "FREED_FORGOTTEN": STUCK,
        "FOR_EVER": ENDLESS, "DESCENDING": STUCK, "RELEASE_BY_STORE": STUCK,
        "NOT_HANDED_OVER": WRONG,
    },
    "refill": {
        "NOT_MADE": WRONG, "EARLY_ANYBODY": STUCK, "EARLY_MADE": STUCK, "COUNTED_KEPT": WRONG,
        "AWAITED_LATE": STUCK, "AWAITED_FIRST": WRONG, "NOT_KEPT": WRONG, "SPOILED_USED": STUCK,
        "STAYS_BOUND": WRONG,
    },
    "versions": {
        "DUE_AFTER_FLAG": STUCK, "DUE_UNPUBLISHED": STUCK, "DUE_NOT_LOWERED": STUCK,
        "LATE_NOT_DUE": STUCK, "READ_BEFORE_FLAG": STUCK, "FLAG_KEPT_OFF": WRONG,
    },
}
# Those in which a thread tries again when another was faster: nobody does so for ever.
MODELS_WITH_RETRIES = ["deque", "inbox", "node_lock"]


def explore(folder, model, fault=None, endless=False):
    """What Spin's verifier prints; `endless`: it looks for schedules without an end."""
    def run(*command):
        # A model or verifier that does not end would be as much of a failure.
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("spin", *([f"-D{fault}"] if fault else []), "-a", str(MODELS / f"{model}.pml"))
    # Of a fault there is not much to explore: optimising takes longer than it saves.
    run("cc", "-O0" if fault else "-O2", "-w", "-DNP" if endless else "-DSAFETY", "-o", "pan",
        "pan.c")
    return run("./pan", "-m100000", *(["-l"] if endless else []))


def errors(text):
    return int(re.search(r"errors: (\d+)", text).group(1))


def test_each_model_and_fault_is_listed():
    for model in MODELS.glob("*.pml"):
        text = model.read_text()
        switches = {name for line in re.findall(r"^#(?:el)?if.*", text, re.M)
                    for name in re.findall(r"\b[A-Z_]+\b", line)}
        described = re.findall(r"^//   ([A-Z_]+)  ", text.split("// Faults:")[1], re.M)
        assert sorted(switches) == sorted(described) == sorted(FAULTS[model.stem])


@pytest.mark.parametrize("model", sorted(FAULTS))
def test_model_is_right(tmp_path, model):
    text = explore(tmp_path, model)
    assert errors(text) == 0, text
    assert "max search depth too small" not in text
    # Every line of the model is used on some schedule.
    assert re.findall(r"^\t\S+\.pml:\d+, state .*", text, re.M) == []
    assert text.count("unreached in") == text.count("\t(0 of ") != 0


@pytest.mark.parametrize("model", MODELS_WITH_RETRIES)
def test_every_schedule_ends(tmp_path, model):
    text = explore(tmp_path, model, endless=True)
    assert errors(text) == 0, text
    assert "max search depth too small" not in text


@pytest.mark.parametrize("model, fault", [(model, fault) for model, faults in FAULTS.items()
                                          for fault in faults])
def test_fault_is_found(tmp_path, model, fault):
    how = FAULTS[model][fault]
    text = explore(tmp_path, model, fault, endless=how == ENDLESS)
    assert errors(text) == 1, text
    assert re.search(rf"^pan:1: {how}", text, re.M), text
