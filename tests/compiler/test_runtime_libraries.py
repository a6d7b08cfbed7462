# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Clang takes from the installed LLVM, and how it calls itself.

Sanitizers link and work; a missing runtime library is named with its package.
"""

import re
import shutil

import pytest

from support import PROGRAMS, clean_environment, execute

# A task of a taskgraph does what each sanitizer is to find. libomp is not compiled
# with one, so a race is made by threads that ThreadSanitizer knows.
FAULTY = r"""
#include <climits>
#include <cstdlib>
#include <thread>
int racy;
int main(int argc, char **) {
  int *heap = new int[argc];
  int big = INT_MAX - 1 + argc;
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
  {
#pragma omp task shared(heap, big)
    {
#if defined(FAULT_address)
      heap[argc] = 1;
#elif defined(FAULT_undefined)
      big += argc;
#elif defined(FAULT_thread)
      std::thread first([] { ++racy; }), second([] { ++racy; });
      first.join();
      second.join();
#endif
    }
  }
  volatile int read = heap[0] + (big == 0);
  (void)read;
  delete[] heap;
}
"""
REPORTS = {
    "address": "AddressSanitizer: heap-buffer-overflow",
    "thread": "ThreadSanitizer: data race",
    "undefined": "runtime error: signed integer overflow",
}
FLAGS = ("-fopenmp", "-fopenmp-version=60", "-O1", "-g")


def run(binary, **environment):
    """ThreadSanitizer wants its addresses where they are without randomisation."""
    command = [binary]
    if shutil.which("setarch"):
        command = ["setarch", "-R", *command]
    return execute(command, clean_environment(OMP_NUM_THREADS=4, **environment))


@pytest.mark.parametrize("kind", REPORTS)
def test_taskgraph_under_a_sanitizer(kind, toolchain, tmp_path):
    binary = tmp_path / "smallest"
    compiled = execute([toolchain.clangxx, *FLAGS, f"-fsanitize={kind}", f"-I{PROGRAMS}",
                        PROGRAMS / "smallest.cpp", "-o", binary], timeout=300)
    assert compiled.status == 0, str(compiled)
    # Races that it sees because libomp hides how it synchronises are not looked at
    # here (tests/sanitize does); libomp keeps its memory until the end.
    result = run(binary, TSAN_OPTIONS="exitcode=0", ASAN_OPTIONS="detect_leaks=0")
    assert result.status == 0, str(result)
    assert "0 failed" in result.stdout
    if kind != "thread":
        assert not result.stderr, str(result)


@pytest.mark.parametrize("kind", REPORTS)
def test_sanitizer_finds_a_fault(kind, toolchain, tmp_path):
    source = tmp_path / "faulty.cpp"
    source.write_text(FAULTY)
    binary = tmp_path / "faulty"
    compiled = execute([toolchain.clangxx, *FLAGS, f"-fsanitize={kind}", f"-DFAULT_{kind}",
                        source, "-o", binary], timeout=300)
    assert compiled.status == 0, str(compiled)
    result = run(binary, TSAN_OPTIONS="ignore_noninstrumented_modules=1",
                 ASAN_OPTIONS="detect_leaks=0")
    assert REPORTS[kind] in result.stderr, str(result)


def test_sanitizer_header(toolchain, tmp_path):
    source = tmp_path / "header.c"
    source.write_text("#include <sanitizer/asan_interface.h>\n"
                      "int main(void) { return __asan_address_is_poisoned(&main); }\n")
    binary = tmp_path / "header"
    compiled = execute([toolchain.clang, "-fsanitize=address", source, "-o", binary])
    assert compiled.status == 0, str(compiled)
    assert run(binary, ASAN_OPTIONS="detect_leaks=0").status == 0


@pytest.mark.parametrize(
    "flags, library",
    [
        (["-fsanitize=address"], "libclang_rt.asan"),
        (["-fsanitize=thread"], "libclang_rt.tsan"),
        (["-fsanitize=undefined"], "libclang_rt.ubsan_standalone"),
        (["-fprofile-instr-generate"], "libclang_rt.profile"),
    ],
)
def test_missing_runtime_library(flags, library, toolchain, tmp_path):
    """As if the package were not installed: the folder of the libraries is empty."""
    source = tmp_path / "empty.c"
    source.write_text("int main(void) { return 0; }\n")
    command = [toolchain.clang, *flags, f"-resource-dir={tmp_path}", source]
    linked = execute([*command, "-o", tmp_path / "empty"])
    assert linked.status != 0
    assert f"error: the runtime library '{tmp_path}/lib/" in linked.stderr, str(linked)
    assert library in linked.stderr, str(linked)
    assert "Debian has it in the package libclang-rt-22-dev" in linked.stderr, str(linked)
    assert "cannot find" not in linked.stderr, "the linker was asked nevertheless"
    # Nothing is missing where nothing is linked.
    for harmless in (["-c", "-o", tmp_path / "empty.o"], ["-###"]):
        result = execute([*command, *harmless])
        assert result.status == 0, str(result)


@pytest.mark.skipif(not shutil.which("ld.lld-22"), reason="lld-22 is not installed")
@pytest.mark.parametrize("flags", [(), ("-flto",)])
def test_linker_of_llvm(flags, toolchain, tmp_path):
    binary = tmp_path / "smallest"
    compiled = execute([toolchain.clangxx, *FLAGS, *flags, "-fuse-ld=lld", f"-I{PROGRAMS}",
                        PROGRAMS / "smallest.cpp", "-o", binary], timeout=300)
    assert compiled.status == 0, str(compiled)
    assert "0 failed" in run(binary).stdout


def test_version_names_no_folder(toolchain):
    """Where the compiler was built is nobody's business."""
    first = execute([toolchain.clang, "--version"]).stdout.splitlines()[0]
    assert re.fullmatch(r"clang version [\d.]+ \(Reprise [0-9a-f]{40}\)", first)
