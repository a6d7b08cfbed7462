# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages are run: programs, commands and their output; links lead somewhere.

document.py says how a page marks its blocks. README.md and docs/any-compiler.md have tests
of their own (tests/scripts/test_readme.py, tests/any_compiler).
"""

import os
import re
import shutil
import subprocess

import document
import pytest
from document import ROOT
from support import clean_environment, execute

OWN_TESTS = {ROOT / "README.md", ROOT / "docs/any-compiler.md"}
PAGES = document.pages()
NAMES = {page: str(page.relative_to(ROOT)) for page in PAGES}
CODE = [block for page in PAGES for block in document.blocks(page) if block.is_code()]
PROGRAMS = [block for block in CODE if not block.is_fragment()]
FRAGMENTS = [block for block in CODE if block.is_fragment()]
RUN = sorted({block.page for block in PROGRAMS} - OWN_TESTS)
ELSEWHERE = [block for page in PAGES for block in document.blocks(page)
             if block.language == "sh" and (page not in RUN or "elsewhere" in block.marks)]
THREADS = (1, 2, 4)
OURS = ("clang", "clang++")
COMPILERS = (*OURS, "clang-22", "clang++-22", "gcc", "g++", "gfortran", "flang-22")
STRICT = "-Wall -Wextra -Werror"
SUFFIXES = {"c": ".c", "c++": ".cpp"}


class Page:
    """Writes a page's programs to a folder and runs its commands there, in order."""

    def __init__(self, path, toolchain, folder):
        self.path, self.folder = path, folder
        self.environment = {
            "REPRISE": str(toolchain.prefix),
            "PATH": f"{toolchain.prefix / 'bin'}:{os.environ['PATH']}",
        }
        self.compiled, self.ran = set(), set()
        self.left_out = False

    def shell(self, line, threads=None):
        settings = clean_environment(**self.environment)
        if threads is not None:
            settings["OMP_NUM_THREADS"] = str(threads)
        if threads == 1:  # what pages show is of larger teams
            settings["OMPX_TASKGRAPH_REFILL"] = "always"
        # Lines in the order in which a terminal shows them.
        return execute(["stdbuf", "-oL", "sh", "-ec", f"cd {self.folder}\n{{ {line}; }} 2>&1"], settings,
                       timeout=300)

    def compile(self, block, line):
        compiler = line.split()[0]
        if not shutil.which(compiler, path=self.environment["PATH"]):
            self.left_out = True  # another compiler, which is not installed here
            return ""
        strict = compiler in OURS and "warns" not in block.marks
        done = self.shell(f"{line} {STRICT}" if strict else line)
        assert done.status == 0, f"{block}: {done}"
        self.compiled.update(re.findall(r"[\w-]+\.(?:cpp|c|f90)\b", line))
        return done.stdout

    def run(self, block, expected):
        """A shell block; what it prints is the same with each number of threads."""
        lines = [(line, line.split()[0] in COMPILERS) for line in block.commands()]
        compiled = [self.compile(block, line) if compiles else None for line, compiles in lines]
        if self.left_out:
            return
        for threads in THREADS:
            printed = ""
            for (line, compiles), output in zip(lines, compiled):
                if compiles:
                    printed += output
                    continue
                done = self.shell(line, threads)
                assert done.status == 0, f"{block}: {done}"
                printed += done.stdout
                self.ran.update(re.findall(r"\./([\w-]+)", line))
            assert document.fits(expected or "", printed), (
                f"{block}, {threads} threads, prints\n{printed}\nnot\n{expected}")


@pytest.mark.parametrize("path", RUN, ids=NAMES.get)
def test_programs_and_commands(path, toolchain, tmp_path):
    page = Page(path, toolchain, tmp_path)
    blocks = list(document.blocks(path))
    named = set()
    for block, following in zip(blocks, [*blocks[1:], None]):
        if block.is_code() and not block.is_fragment():
            name = block.file_name()
            (tmp_path / name).write_text(block.text)
            if not name.endswith((".h", ".hpp")):
                named.add(name)
        elif block.language == "sh" and "elsewhere" not in block.marks:
            expected = following.text if following and following.language == "text" else None
            page.run(block, expected)
    if not page.left_out:
        assert named <= page.compiled, "programs that no command compiles"
        assert page.ran, "nothing is run"


@pytest.mark.parametrize("block", PROGRAMS, ids=str)
def test_programs_name_their_file(block):
    if block.page not in OWN_TESTS:
        assert block.file_name(), "the first line is a comment with the file's name and a colon"


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_fragments_are_legal(block, toolchain, tmp_path):
    if block.language not in SUFFIXES:
        pytest.skip("only C and C++ are looked at")
    source = tmp_path / f"fragment{SUFFIXES[block.language]}"
    clang = toolchain.clang if block.language == "c" else toolchain.clangxx
    for before, after in (("", ""), ("void fragment(void) {\n", "\n}")):
        source.write_text(f"#include <omp.h>\n{block.given}\n{before}{block.text}{after}\n")
        done = execute([clang, "-fopenmp", "-fopenmp-version=60", "-fsyntax-only", "-Wall",
                        "-Wextra", "-Werror", "-Wno-unused", source])
        if done.status == 0:
            return
    pytest.fail(f"{block}\n{done}")


@pytest.mark.parametrize("block", ELSEWHERE, ids=str)
def test_commands_that_are_not_run_here(block, toolchain, tmp_path):
    """Our compiler takes their options, and the scripts that they call are there."""
    for line in block.commands():
        for path in re.findall(r"(?<![\w./])((?:scripts|tests)/[\w./-]+)", line):
            assert (ROOT / path).exists(), f"{block}: {path}"
        found = re.match(r"(?:build/install/bin/)?(clang(?:\+\+)?) ([^#]*)", line)
        if found:
            for source in re.findall(r"[\w-]+\.(?:cpp|c)\b", found[2]):
                (tmp_path / source).touch()
            done = execute(["sh", "-ec", f"cd {tmp_path}\n{toolchain.prefix}/bin/{found[1]} -### "
                            f"{found[2]}"], clean_environment(REPRISE=toolchain.prefix))
            assert done.status == 0, f"{block}: {done}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_commands_of_reprise_exist(page):
    usage = subprocess.run([ROOT / "scripts/reprise.sh", "--help"], check=True,
                           capture_output=True, text=True).stdout
    for command in re.findall(r"scripts/reprise\.sh ([a-z][\w-]*)", page.read_text()):
        assert re.search(rf"^  (?:[\w-]+, )*{command}\b", usage, re.M), f"{NAMES[page]}: {command}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_links_lead_somewhere(page):
    for target in document.links(page):
        path, _, anchor = target.partition("#")
        to = (page.parent / path).resolve() if path else page
        assert to.exists(), f"{NAMES[page]}: {target}"
        if anchor:
            assert anchor in document.anchors(to), f"{NAMES[page]}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_paths_named_exist(page):
    for path in document.PATH.findall(document.prose(page)):
        if re.fullmatch(r"openmp/\d{4}(-what-it-does.patch)?", path):  # how patch.py calls a patch
            continue
        # Header and source of one name are named without a suffix.
        assert any((base / path).exists() or list(base.glob(f"{path}.*"))
                   for base in (ROOT, page.parent)), f"{NAMES[page]}: {path}"


def test_the_index_has_every_page_once():
    index = ROOT / "docs/README.md"
    listed = [target for target in document.links(index) if "#" not in target]
    pages = [str(page.relative_to(index.parent)) for page in index.parent.rglob("*.md")
             if page != index]
    assert sorted(listed) == sorted(pages)


@pytest.mark.parametrize("expected, printed, same", (
    ("a 1\n", "a 1\n", True),
    ("a 1\n", "a 1", True),
    ("a ...\n", "a 1\n", True),
    ("a ...\n", "b 1\n", False),
    ("...\nend\n", "1\n2\nend\n", True),
    ("...\nend\n", "end\n", True),
    ("one\n", "one\ntwo\n", False),
    ("", "", True),
    ("", "one\n", False),
))
def test_expected_output(expected, printed, same):
    assert document.fits(expected, printed) == same
