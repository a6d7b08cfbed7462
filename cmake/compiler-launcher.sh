#!/bin/sh
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compiler-launcher.sh BASE COMPILER ARGS...: runs one compilation through
# ccache so that its result can be reused in a checkout at another place.
# ccache alone cannot do that for users of precompiled headers, because Clang
# writes absolute paths into the header and from there into dependency files:
#  - a precompiled header is never cached; beside it goes a checksum of its
#    preprocessed text, which ccache uses in place of the bytes (pch_external_checksum);
#  - dependency files that come from another checkout get this one's paths.
# BASE is the folder that holds source and build; its name occurs in all paths.
set -eu
base=$1
shift

CCACHE_BASEDIR=$base
CCACHE_NOHASHDIR=1
CCACHE_PCH_EXTSUM=1
CCACHE_SLOPPINESS=pch_defines,time_macros
CCACHE_COMPILERCHECK='%compiler% --version'
export CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_PCH_EXTSUM CCACHE_SLOPPINESS CCACHE_COMPILERCHECK

output= depfile= header= previous=
for argument do
  case $previous in
    -o) output=$argument ;;
    -MF) depfile=$argument ;;
    -x) case $argument in *-header) header=yes ;; esac ;;
  esac
  case $argument in -emit-pch) header=yes ;; esac
  previous=$argument
done

if [ -n "$header" ]; then
  "$@"
  # The same command as a preprocessor: macros belong to the header (-dD), line
  # markers with their paths do not (-P).
  for argument do
    shift
    case $argument in
      -emit-pch) argument=-fno-pch-timestamp ;;
      -c) argument=-E ;;
      "$output") argument=$output.i ;;
      "$depfile") argument=$depfile.unused ;;
    esac
    set -- "$@" "$argument"
  done
  "$@" -dD -P
  sha256sum <"$output.i" >"$output.sum"
  rm -f "$output.i" "$depfile.unused"
  exit 0
fi

# ccache makes the paths relative that it knows; this option's it does not.
for argument do
  shift
  case $argument in
    "$PWD"/*cmake_pch.hxx) argument=${argument#"$PWD"/} ;;
  esac
  set -- "$@" "$argument"
done
ccache "$@"

if [ -n "$depfile" ] && [ -f "$depfile" ]; then
  name=${base##*/}
  if grep -q "/$name/" "$depfile"; then
    sed -i "s#\(^\|[ ]\)/[^ ]*/$name/#\1$base/#g" "$depfile"
  fi
fi
