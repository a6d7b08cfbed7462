# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Lit configuration of the compiler tests. It needs no CMake: the compiler and
# the folder with FileCheck come as parameters or from the environment.
#
#   lit --param clang=<clang> [--param llvm_tools=<folder>] clang-patches/test
#
# The tests of the taskgraph pass run the installed opt with the plug-in that
# `scripts/reprise.sh build plugin` makes: --param taskgraph_plugin=<file>.
#
# Clang's own tests run with it too: put a copy of this file into an empty
# folder, beside a link to clang/test/OpenMP, and give lit the folder.

import os
import shutil
import subprocess

import lit.formats


def parameter(name, default=None):
    value = lit_config.params.get(name) or os.environ.get("REPRISE_" + name.upper())
    return value or default


clang = parameter("clang") or shutil.which("clang")
if not clang or not os.access(clang, os.X_OK):
    lit_config.fatal(
        "clang: no compiler to test: %s; give --param clang=<path> or set REPRISE_CLANG" % clang
    )
clang = os.path.abspath(clang)
tools = parameter("llvm_tools", "/usr/lib/llvm-22/bin")
if not os.access(os.path.join(tools, "FileCheck"), os.X_OK):
    lit_config.fatal(
        "FileCheck: not in %s; install llvm-22-tools or give --param llvm_tools=<folder>" % tools
    )

config.name = "reprise-clang"
config.target_triple = "x86_64-unknown-linux-gnu"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = parameter("output", os.path.join(os.getcwd(), "lit-output"))
config.environment["PATH"] = os.pathsep.join([tools, os.environ.get("PATH", "")])
config.available_features.update(
    ["x86-registered-target", "x86_64-linux", "system-linux", "shell", "clang"]
)

plugin = parameter("taskgraph_plugin")
if plugin:
    config.available_features.add("taskgraph-plugin")
    run_pass = "opt -load-pass-plugin=%s -passes=taskgraph-replay" % os.path.abspath(plugin)
    remarks = "-pass-remarks=taskgraph -pass-remarks-missed=taskgraph -disable-output"
    config.substitutions += [
        ("%taskgraph_static_remarks", "%s %s" % (run_pass, remarks)),
        ("%taskgraph_static", "%s -S" % run_pass),
        ("%taskgraph_remarks", "%s -taskgraph-static=off %s" % (run_pass, remarks)),
        ("%taskgraph_opt", "%s -taskgraph-static=off -S" % run_pass),
    ]

resources = subprocess.run(
    [clang, "-print-resource-dir"], check=True, capture_output=True, text=True
).stdout.strip()
cc1 = "%s -cc1 -internal-isystem %s/include -nostdsysteminc" % (clang, resources)
config.substitutions += [
    ("%clang_cc1", cc1),
    ("%clangxx", clang + " --driver-mode=g++"),
    ("%clang", clang),
    ("%itanium_abi_triple", config.target_triple),
    ("%resource_dir", resources),
]
# Tests of several standards: %std_cxx98-14 takes the last, %std_cxx17- the named.
years = ["98", "11", "14", "17", "20", "23"]
config.substitutions += [
    ("%%std_cxx%s-%s" % (first, last), "-std=c++" + (last or first))
    for first in years
    for last in reversed([""] + years)
]
