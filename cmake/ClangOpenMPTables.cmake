# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Clang reads the table of OpenMP directives and clauses from OMP.inc, which
# llvm-tblgen makes from OMP.td. The patched OMP.td gives clauses their Clang
# classes; the enumerators must stay those of the installed libLLVM, because
# Clang passes them to it. So: generate OMP.inc and OMP.h.inc from the patched
# file, insist that OMP.h.inc is identical to the installed one, and put the
# result before the system's include path.

set(REPRISE_OMP_TD_ROOT "${CMAKE_SOURCE_DIR}/../llvm/include" CACHE PATH
  "Folder with llvm/Frontend/OpenMP/OMP.td as patched by this project")

function(reprise_generate_openmp_tables)
  find_package(LLVM REQUIRED CONFIG HINTS "${LLVM_DIR}")
  find_program(REPRISE_LLVM_TABLEGEN llvm-tblgen
    PATHS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH REQUIRED)

  set(td "${REPRISE_OMP_TD_ROOT}/llvm/Frontend/OpenMP/OMP.td")
  set(out "${CMAKE_BINARY_DIR}/openmp-tables/include")
  set(subdir "llvm/Frontend/OpenMP")
  file(MAKE_DIRECTORY "${out}/${subdir}")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS "${td}")

  foreach(table "OMP.h.inc=--gen-directive-decl" "OMP.inc=--gen-directive-impl")
    string(REGEX MATCH "^([^=]*)=(.*)$" unused "${table}")
    set(name "${CMAKE_MATCH_1}")
    # The second -I is for the base definitions, DirectiveBase.td.
    execute_process(
      COMMAND "${REPRISE_LLVM_TABLEGEN}" "${CMAKE_MATCH_2}"
        -I "${REPRISE_OMP_TD_ROOT}" -I "${LLVM_INCLUDE_DIRS}"
        --write-if-changed "${td}" -o "${out}/${subdir}/${name}"
      RESULT_VARIABLE status ERROR_VARIABLE errors)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "llvm-tblgen failed on ${td}:\n${errors}")
    endif()
  endforeach()

  file(SHA256 "${out}/${subdir}/OMP.h.inc" ours)
  file(SHA256 "${LLVM_INCLUDE_DIRS}/${subdir}/OMP.h.inc" installed)
  if(NOT ours STREQUAL installed)
    message(FATAL_ERROR
      "OMP.h.inc generated from ${td} differs from the installed "
      "${LLVM_INCLUDE_DIRS}/${subdir}/OMP.h.inc: the patched OMP.td changes "
      "enumerators that libLLVM was compiled with. A patch may give a clause "
      "a clangClass; it may not add, remove or reorder directives or clauses.")
  endif()

  # First now, and Clang appends LLVM's own folder later.
  include_directories(BEFORE "${out}")
  message(STATUS "OpenMP tables: ${out} (enumerators equal the installed ones)")
endfunction()

reprise_generate_openmp_tables()
