#!/bin/sh
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The one command of the README: installs missing Debian packages, then hands
# over to scripts/user/build.py, which builds and runs what was asked for. In shell,
# because Python may be among the missing packages.
set -eu
scripts=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)

usage() {
  cat <<'TEXT'
usage: scripts/reprise.sh COMMAND [ARGUMENTS]

  demo [...]             install what is missing, build, compile and run the
                         demonstration programs, print the table of times
                         (demo --help)
  nas [...]              install what is missing, build, run the NAS kernels in all
                         their variants beside LLVM's own libomp: table, figures
                         and page (nas --help: classes, threads, variants, kernels)
  overhead [...]         likewise what tasks, dependences and replays cost
                         (overhead --help)
  metg [...]             how short tasks may be, beside other task libraries
  simulate [...]         predicts times on more threads than there are here
  applications, recursive, lowerings, ways [...]
                         other suites; each --help says what it measures
  page FILE              tables, figures and page again, from the raw samples
  profile FILE           where the time goes where a taskgraph is slower
  install PREFIX         a copy of the toolchain that can be moved anywhere
  test [...]             install what is missing, build, run all tests
                         (arguments: those of pytest)
  build [TARGET]         only build: toolchain (default), runtime, clang, unittests,
                         plugin
  upstream-tests [PART]  LLVM's own OpenMP tests: libomp, clang, or both (long)
  long-tests [...]       everything that continuous integration does not run, in
                         a night; docs/testing.md (arguments: those of
                         scripts/developer/long_tests.py)
  packages               only install what is missing

Every command can be stopped and started again; it goes on where it was.
Environment:
  LLVM_SOURCE=<tarball or tree>  LLVM source to use instead of fetching it
  LLVM_URL=<address>             fetch the tarball from there
  REPRISE_BUILD_DIR=<folder>     build there instead of in build/
  REPRISE_JOBS=<n>               compile jobs (default: the number of cores)
  REPRISE_NO_PACKAGES=1          do not look for missing packages
Exit code: 0 done, 1 failed, 2 wrong usage, 3 packages are missing and cannot be
installed, 130 stopped.
TEXT
}

say() { printf 'reprise.sh: %s\n' "$*"; }

missing_packages() {
  sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$scripts/packages.txt" |
    while read -r package; do
      case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) printf '%s ' "$package" ;;
      esac
    done
}

install_packages() {
  if [ -n "${REPRISE_NO_PACKAGES:-}" ]; then return 0; fi
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this is not Debian; the programs and libraries that correspond to" \
      "scripts/packages.txt must be there"
    return 0
  fi
  missing=$(missing_packages)
  if [ -z "$missing" ]; then return 0; fi
  if [ "$(id -u)" != 0 ]; then
    say "error: packages are missing: $missing" >&2
    say "next: as root, run: apt-get install --no-install-recommends $missing" >&2
    exit 3
  fi
  say "installing missing packages: $missing"
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  # The lists may be old, or absent in a fresh container.
  for attempt in 1 2 3; do
    # shellcheck disable=SC2086
    if apt-get update >"$log" 2>&1 &&
      apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; then
      rm -f "$log"
      say "packages installed"
      return 0
    fi
    say "apt-get failed (attempt $attempt of 3): $(grep -E '^(E|Err)' "$log" | tail -1)"
    sleep 3
  done
  tail -20 "$log" >&2
  rm -f "$log"
  say "error: packages could not be installed: $missing" >&2
  say "next: apt-get install $missing, and see its message" >&2
  exit 3
}

case ${1:-} in
  -h | --help | help) usage; exit 0 ;;
  demo | nas | overhead | applications | recursive | lowerings | ways | metg | simulate | page | profile | install | test | build | upstream-tests | long-tests | packages) ;;
  '') usage >&2; exit 2 ;;
  *) say "error: unknown command '$1'" >&2; usage >&2; exit 2 ;;
esac

install_packages
if [ "$1" = packages ]; then exit 0; fi

# Debian's Python has Debian's pytest; another python3 may stand first in PATH.
python=${REPRISE_PYTHON:-/usr/bin/python3}
[ -x "$python" ] || python=python3
exec "$python" "$scripts/user/build.py" "$@"
