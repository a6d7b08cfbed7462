# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Downloads the source package named in UPSTREAM with apt.

The mirror is the one this machine already uses: Debian entries of its apt
sources are taken over with the suite replaced. All state of apt (lists, cache)
is private, so nothing of the system changes and no root is needed. Some small
files of a source package may be gone from the mirror while the tarball is still
there, so apt's own verdict does not count: the tarball's checksum does.
"""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from overlay import Failure, say

NAME = "fetch.py"
DEBIAN_SUITE = re.compile(
    r"^(oldstable|stable|testing|unstable|sid|bullseye|bookworm|trixie|forky|duke)$")


class Mirror:
    """One place with Debian's main archive: address and keyring option."""

    def __init__(self, uri, options):
        self.uri, self.options = uri, options

    def line(self, suite, component):
        options = f" [{self.options}]" if self.options else ""
        return f"deb-src{options} {self.uri} {suite} {component}\n"

    def __eq__(self, other):
        return (self.uri, self.options) == (other.uri, other.options)


def parse_one_line(text, component):
    """Mirrors in a sources.list: `deb [options] uri suite component...`."""
    mirrors = []
    for line in text.splitlines():
        match = re.match(r"\s*deb(?:-src)?\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*)",
                         line)
        if not match:
            continue
        options, uri, suite, components = match.groups()
        if DEBIAN_SUITE.match(suite) and component in components.split():
            kept = " ".join(o for o in (options or "").split()
                            if o.startswith(("signed-by=", "trusted=")))
            mirrors.append(Mirror(uri, kept))
    return mirrors


def parse_deb822(text, component, keyring_dir=None):
    """Mirrors in a *.sources file: paragraphs of fields."""
    mirrors = []
    for paragraph in re.split(r"\n\s*\n", text):
        fields, last = {}, None
        for line in paragraph.splitlines():
            if line.startswith("#"):
                continue
            if line[:1] in " \t" and last:
                fields[last] += "\n" + line.strip()
            elif ":" in line:
                last, _, value = line.partition(":")
                last = last.strip().lower()
                fields[last] = value.strip()
        if fields.get("enabled", "yes").lower() in ("no", "false", "0"):
            continue
        suites = fields.get("suites", "").split()
        if not any(DEBIAN_SUITE.match(suite) for suite in suites):
            continue
        if component not in fields.get("components", "").split():
            continue
        options = []
        signed = fields.get("signed-by")
        if signed and "BEGIN PGP" in signed and keyring_dir:
            keyring = Path(keyring_dir) / "inline.asc"
            keyring.write_text("\n".join(
                "" if part == "." else part for part in signed.splitlines()).strip() + "\n")
            options.append(f"signed-by={keyring}")
        elif signed and "BEGIN PGP" not in signed:
            options.append("signed-by=" + ",".join(signed.split()))
        if fields.get("trusted"):
            options.append("trusted=" + fields["trusted"])
        for uri in fields.get("uris", "").split():
            mirrors.append(Mirror(uri, " ".join(options)))
    return mirrors


def machine_mirrors(component, etc=Path("/etc/apt"), keyring_dir=None):
    """Debian mirrors in the machine's apt sources, each once, in their order."""
    found = []
    for path in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]:
        try:
            text = path.read_text()
        except (OSError, UnicodeDecodeError):
            continue
        if path.suffix == ".list":
            found += parse_one_line(text, component)
        elif path.suffix == ".sources":
            found += parse_deb822(text, component, keyring_dir)
    unique = []
    for mirror in found:
        if mirror not in unique:
            unique.append(mirror)
    return unique


def last_error(output):
    lines = [line for line in output.splitlines() if line.startswith(("E:", "Err:"))]
    return lines[-1] if lines else "no message"


def apt_options(state):
    return ["-o", f"Dir::Etc::SourceList={state}/sources.list",
            "-o", f"Dir::Etc::SourceParts={state}/sources.list.d",
            "-o", f"Dir::State::Lists={state}/lists",
            "-o", f"Dir::Cache={state}/cache",
            "-o", "Acquire::Languages=none",
            "-o", "APT::Sandbox::User=root",
            "-o", "Acquire::Retries=3"]


def try_mirror(mirror, suite, upstream, work, progress_class):
    """One attempt; returns None, or what went wrong. The tarball lands in `work`."""
    state = work / "apt-state"
    shutil.rmtree(state, ignore_errors=True)
    for folder in ("sources.list.d", "lists/partial", "cache/archives/partial"):
        (state / folder).mkdir(parents=True)
    (state / "sources.list").write_text(mirror.line(suite, upstream["component"]))
    update = subprocess.run(["apt-get", *apt_options(state), "update"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if update.returncode != 0 or "\nE:" in update.stdout:
        return "no package list: " + last_error(update.stdout)
    tarball = work / upstream["file"]
    progress = progress_class("download", upstream["size"])
    log = work / "apt.log"
    with open(log, "w") as output, subprocess.Popen(
            ["apt-get", *apt_options(state), "source", "--download-only",
             upstream["source-package"]],
            cwd=work, stdout=output, stderr=subprocess.STDOUT) as process:
        try:
            while process.poll() is None:
                time.sleep(0.5)
                if tarball.exists():
                    progress.at(tarball.stat().st_size)
        except BaseException:
            process.kill()
            raise
    shutil.rmtree(state, ignore_errors=True)
    if not tarball.exists():
        text = log.read_text(errors="replace")
        other = sorted(path.name for path in work.glob("*.orig.tar.*"))
        if other:
            return f"the suite has {other[0]} now, not {upstream['file']}"
        return "no tarball arrived: " + last_error(text)
    return None


def fetch(upstream, cache, progress_class, verify):
    """Returns the verified tarball in `cache`; raises Failure with all attempts."""
    final = cache / upstream["file"]
    work = cache / "apt-download"
    if not shutil.which("apt-get"):
        raise Failure("apt-get is not on this machine, so the Debian source "
                      "package cannot be fetched", next_step=elsewhere(upstream))
    work.mkdir(parents=True, exist_ok=True)
    mirrors = machine_mirrors(upstream["component"], keyring_dir=work)
    if not mirrors:
        raise Failure("no Debian mirror in this machine's apt sources",
                      ["/etc/apt/sources.list", "/etc/apt/sources.list.d"],
                      elsewhere(upstream))
    tried = []
    for mirror in mirrors:
        for suite in upstream["suites"].split():
            say(NAME, f"asking {mirror.uri} for {upstream['source-package']} "
                      f"in {suite}")
            problem = try_mirror(mirror, suite, upstream, work, progress_class)
            tarball = work / upstream["file"]
            if not problem:
                problem = verify(tarball)
                # A cut-off file stays: apt resumes it. A wrong one must go.
                if problem and "cut off" not in problem:
                    tarball.unlink()
            if not problem:
                os.replace(tarball, final)
                shutil.rmtree(work, ignore_errors=True)
                return final
            say(NAME, f"not from there: {problem}")
            tried.append(f"{mirror.uri} {suite}: {problem}")
    raise Failure("the pinned source could not be fetched", tried,
                  elsewhere(upstream))


def elsewhere(upstream):
    return (f"set LLVM_SOURCE to a tarball or tree of llvm-project "
            f"{upstream['version']}, or LLVM_URL to the address of a tarball; "
            "or run again when the mirror answers")
