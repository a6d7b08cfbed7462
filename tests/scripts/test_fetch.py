# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/developer/fetch.py: each way to the source, and each way to fail."""

import functools
import http.server
import pathlib
import random
import shutil
import sys
import threading

import pytest
from support_project import ROOT, Project, make_tarball, upstream_files

sys.path.insert(0, str(ROOT / "scripts/developer"))
import fetch  # noqa: E402

# Text that does not compress: with it a tarball is longer than the pinned one
# for certain. A tarball of the same size counts as the pinned one, damaged, and
# the times in a tar file are enough to change its size by some bytes.
MORE = random.Random(1).randbytes(2000).hex()


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_a_tarball_the_user_has(project):
    done = project.run("fetch.py", LLVM_SOURCE=str(project.tarball))
    assert done.code == 0, done.text
    assert f"fetch.py: source: {project.tarball}\n" in done.out
    assert (project.tree / "openmp/a.cpp").exists()
    assert (project.tree / "clang/test/OpenMP/task.c").exists()
    assert not (project.tree / "clang/docs").exists()
    assert not (project.tree / "clang/test/Sema").exists()
    again = project.run("fetch.py", LLVM_SOURCE=str(project.tarball))
    assert f"the source is there: {project.tree}" in again.out


def test_a_tree_the_user_has_is_copied_and_left_alone(project):
    done = project.run("fetch.py", LLVM_SOURCE=str(project.unpacked))
    assert done.code == 0, done.text
    assert (project.tree / "clang/lib/b.cpp").exists()
    assert not (project.tree / "clang/docs").exists()
    assert not (project.unpacked / ".git").exists()
    assert project.run("patch.py", "apply").code == 0
    assert "added by" not in (project.unpacked / "openmp/a.cpp").read_text()


def test_a_source_that_is_not_there(project):
    done = project.run("fetch.py", LLVM_SOURCE="/nowhere/llvm")
    assert done.code == 1
    assert "fetch.py: error: LLVM_SOURCE: /nowhere/llvm does not exist" in done.err
    assert "fetch.py: next: correct LLVM_SOURCE" in done.err


def test_a_cut_off_tarball(project):
    data = project.tarball.read_bytes()
    project.tarball.write_bytes(data[:-100])
    done = project.run("fetch.py", LLVM_SOURCE=str(project.tarball))
    assert done.code == 1
    assert f"is cut off: {len(data) - 100:,} bytes of {len(data):,}" in done.err
    assert project.leftovers() == []


def test_a_wrong_checksum(project):
    data = bytearray(project.tarball.read_bytes())
    data[len(data) // 2] ^= 1
    project.tarball.write_bytes(data)
    done = project.run("fetch.py", LLVM_SOURCE=str(project.tarball))
    assert done.code == 1
    assert "has the wrong checksum: sha256" in done.err
    assert "fetch.py: next: get llvm-small.tar.xz again" in done.err
    assert project.leftovers() == []


def test_another_tarball_of_the_right_version_is_named_and_used(project, tmp_path):
    other = tmp_path / "llvm-project-22.1.8.src.tar.xz"
    make_tarball(other, {**upstream_files(), "openmp/more.cpp": MORE})
    done = project.run("fetch.py", LLVM_SOURCE=str(other))
    assert done.code == 0, done.text
    assert "is another file than the pinned llvm-small.tar.xz" in done.out


def test_another_version_is_refused(project, tmp_path):
    other = tmp_path / "llvm-project-21.1.0.tar.xz"
    make_tarball(other, {**upstream_files("21.1.0"), "openmp/more.cpp": MORE})
    done = project.run("fetch.py", LLVM_SOURCE=str(other))
    assert done.code == 1
    assert "holds LLVM 21.1.0, not 22.1.8" in done.err
    assert project.leftovers() == []


def test_a_folder_that_is_no_llvm(project, tmp_path):
    (tmp_path / "empty").mkdir()
    done = project.run("fetch.py", LLVM_SOURCE=str(tmp_path / "empty"))
    assert done.code == 1
    assert "is not an llvm-project source: it lacks cmake/Modules/LLVMVersion.cmake" in done.err
    assert project.leftovers() == []


def test_a_file_that_is_no_archive(project, tmp_path):
    other = tmp_path / "letter.tar.xz"
    other.write_text("dear reader\n")
    done = project.run("fetch.py", LLVM_SOURCE=str(other))
    assert done.code == 1
    assert "is not a tar archive, or is damaged" in done.err
    assert project.leftovers() == []


def test_what_an_interrupted_run_left_is_removed(project):
    left = project.tree.parent / "src.partial-abc"
    left.mkdir(parents=True)
    assert project.run("fetch.py", LLVM_SOURCE=str(project.tarball)).code == 0
    assert project.leftovers() == ["src"]


def test_a_bad_file_in_the_cache_is_removed(project):
    project.cache.mkdir(parents=True)
    (project.cache / project.tarball.name).write_bytes(b"half")
    done = project.run("fetch.py", path=fake_apt(project, "exit 100"))
    assert done.code == 1
    assert "is cut off: 4 bytes" in done.out
    assert "removed from the cache" in done.out
    assert not (project.cache / project.tarball.name).exists()


class CutOff(http.server.SimpleHTTPRequestHandler):
    """Serves files; ends the first reply after half of the file."""

    cut = True

    def log_message(self, *unused):
        pass

    def do_GET(self):
        data = (self.folder / self.path.lstrip("/")).read_bytes()
        asked = self.headers.get("Range")
        start = int(asked.split("=")[1].rstrip("-")) if asked else 0
        self.send_response(206 if asked else 200)
        self.send_header("Content-Length", str(len(data) - start))
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        end = len(data) // 2 if CutOff.cut else len(data)
        CutOff.cut = False
        self.wfile.write(data[start:end])

    def __init__(self, *arguments, directory, **options):
        self.folder = directory
        super().__init__(*arguments, directory=directory, **options)


def test_an_address_whose_download_is_cut_off_and_resumed(project, tmp_path):
    CutOff.cut = True
    handler = functools.partial(CutOff, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/{project.tarball.name}"
        first = project.run("fetch.py", LLVM_URL=url)
        assert first.code == 1
        assert "no tarball arrived: curl: (18)" in first.err
        assert "run again (it resumes)" in first.err
        assert project.leftovers() == []
        second = project.run("fetch.py", LLVM_URL=url)
        server.shutdown()
    assert second.code == 0, second.text
    assert (project.tree / "openmp/a.cpp").exists()


def fake_apt(project, script, mirror="http://one.example/debian"):
    """A folder with an apt-get that knows a mirror, and an apt-helper that does `script`; the
    file to write is $last."""
    folder = project.root / "fake-apt"
    folder.mkdir(exist_ok=True)
    for name, text in (("apt-get", f"echo \"'{mirror}/dists/sid/InRelease' x\""),
                       ("apt-helper", f"for last; do :; done\n{script}")):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return folder


def test_what_the_mirror_sends_goes_to_the_cache(project):
    done = project.run("fetch.py", path=fake_apt(project, f'cp {project.tarball} "$last"'))
    assert done.code == 0, done.text
    assert (project.cache / project.tarball.name).exists()
    # A second checkout takes it from the cache, without apt.
    again = project.run("fetch.py", "--tree", project.root / "other/src",
                        path=fake_apt(project, "exit 100"))
    assert again.code == 0, again.text


@pytest.mark.skipif(not pathlib.Path("/usr/lib/apt/apt-helper").exists(),
                    reason="this is not Debian")
def test_a_mirror_by_apts_own_program(project, tmp_path):
    """The pool's folder of the package; what is not there is named."""
    pool = tmp_path / "pool/main/l/llvm-toolchain-22"
    pool.mkdir(parents=True)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        apt = fake_apt(project, 'exec /usr/lib/apt/apt-helper "$@"',
                       f"http://127.0.0.1:{server.server_port}")
        first = project.run("fetch.py", path=apt)
        assert first.code == 1
        assert "no tarball arrived: E: Failed to fetch" in first.err and "404" in first.err
        shutil.copy(project.tarball, pool)
        second = project.run("fetch.py", path=apt)
        server.shutdown()
    assert second.code == 0, second.text
    assert (project.tree / "openmp/a.cpp").exists()


def test_all_ways_fail_and_all_are_named(project):
    done = project.run("fetch.py", path=fake_apt(project, "echo 'E: no route'; exit 100"))
    assert done.code == 1
    assert "fetch.py: error: the source could not be fetched" in done.err
    assert "tried: http://one.example/debian: no tarball arrived: E: no route" in done.err
    assert "or set LLVM_SOURCE to a tarball or tree" in done.err
    assert project.leftovers() == []


def test_the_mirror_sends_a_wrong_file(project):
    size = project.tarball.stat().st_size
    done = project.run("fetch.py", path=fake_apt(project, f'head -c {size} /dev/zero > "$last"'))
    assert done.code == 1
    assert "has the wrong checksum" in done.err
    assert list(project.cache.iterdir()) == []


def test_what_the_mirror_cuts_off_is_resumed(project):
    """Apt goes on with the part that is there."""
    apt = fake_apt(project, f"""
        if [ -e "$last" ]; then cp {project.tarball} "$last"
        else head -c 100 {project.tarball} > "$last"; fi""")
    first = project.run("fetch.py", path=apt)
    assert first.code == 1
    assert "not from there: " in first.out and "is cut off: 100 bytes" in first.out
    assert project.run("fetch.py", path=apt).code == 0


def test_no_mirror(project):
    apt = fake_apt(project, "exit 100")
    (apt / "apt-get").write_text("#!/bin/sh\nexit 100\n")
    done = project.run("fetch.py", path=apt)
    assert done.code == 1
    assert "tried: apt-get --print-uris update: it names no Debian mirror" in done.err


@pytest.mark.skipif(not shutil.which("apt-get"), reason="this is not Debian")
def test_mirrors_of_both_forms_of_apt_sources(tmp_path, monkeypatch):
    (tmp_path / "parts").mkdir()
    (tmp_path / "sources.list").write_text(
        "# deb http://commented.example/debian bookworm main\n"
        "deb [signed-by=/k.gpg arch=amd64] http://one.example/debian bookworm main\n"
        "deb http://other.example/cloud cloud-bookworm main\n")
    (tmp_path / "parts/two.sources").write_text(
        "Types: deb\nURIs: http://two.example/debian\n"
        "Suites: bookworm bookworm-updates\nComponents: main contrib\n"
        "Signed-By: /usr/share/k.gpg\n\n"
        "Types: deb\nURIs: http://node.example\nSuites: nodistro\nComponents: main\n\n"
        "Types: deb\nEnabled: no\nURIs: http://off.example\nSuites: trixie\n"
        "Components: main\n")
    (tmp_path / "apt.conf").write_text(
        f'Dir::Etc::SourceList "{tmp_path}/sources.list";\n'
        f'Dir::Etc::SourceParts "{tmp_path}/parts";\n')
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    assert sorted(fetch.mirrors()) == ["http://one.example/debian", "http://two.example/debian"]
