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

  demo [...]             the demonstration programs: a table of times
  nas [...]              the NAS kernels in all variants, beside LLVM's own libomp:
                         tables, figures and a page
  overhead [...]         what tasks, dependences and replays cost
  metg [...]             how short tasks may be, beside other task libraries
  simulate [...]         predicts times on more threads than there are here
  applications, recursive, lowerings, ways [...]
                         other suites; each --help says what it measures
  page FILE              tables, figures and page again, from the raw samples
  install PREFIX         a copy of the toolchain that can be moved anywhere
  test [...]             all tests (arguments: those of pytest)
  build [TARGET]         only build: toolchain (default), runtime, clang, unittests,
                         plugin
  upstream-tests [...]   LLVM's own OpenMP tests (-k libomp, -k clang; long)
  long-tests [...]       everything that continuous integration does not run, in
                         a night (docs/testing.md; arguments: those of pytest)
  packages               only install what is missing

Each installs the packages that are missing and builds what it needs. Each can be
stopped and started again; it goes on where it was.
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
  for package in $(sed 's/#.*//' "$scripts/packages.txt"); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      printf '%s ' "$package"
  done
}

install_packages() {
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
  # The lists may be old, or absent in a fresh container.
  # shellcheck disable=SC2086
  if ! { apt-get -q -o Acquire::Retries=3 update &&
    apt-get -q -o Acquire::Retries=3 install -y --no-install-recommends $missing; } >&2; then
    say "error: packages could not be installed: $missing" >&2
    say "next: see the message of apt-get" >&2
    exit 3
  fi
}

command=${1:-}
case $command in
  -h | --help | help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
esac
if ! usage | grep -Eq "^  ([a-z-]+, )*$command([ ,]|\$)"; then
  say "error: unknown command '$command'" >&2
  usage >&2
  exit 2
fi

[ -n "${REPRISE_NO_PACKAGES:-}" ] || install_packages
[ "$command" != packages ] || exit 0

# Debian's Python has Debian's pytest; another python3 may stand first in PATH.
python=${REPRISE_PYTHON:-/usr/bin/python3}
[ -x "$python" ] || python=python3
exec "$python" "$scripts/user/build.py" "$@"
