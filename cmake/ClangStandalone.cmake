# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Included by Clang's own first project() call (CMAKE_PROJECT_TOP_LEVEL_INCLUDES),
# this file adapts a stand-alone build of clang/ against an installed LLVM,
# without a change in Clang's CMake files. It does three things, each in a file
# beside this one: OpenMP tables from the patched OMP.td, precompiled headers,
# and unchanged libraries taken from the installed libclang-dev. And it gives
# Clang a name.

include(${CMAKE_CURRENT_LIST_DIR}/ClangOpenMPTables.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/ClangPrecompiledHeaders.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/ClangInstalledLibraries.cmake)

# The targets exist only at the end of the configuration.
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL reprise_finish_clang)

function(reprise_finish_clang)
  reprise_use_installed_clang_libraries()
  reprise_attach_precompiled_headers()
  # What `clang --version` shows before the revision; else it is the absolute
  # path of the source.
  set_property(SOURCE "${CLANG_SOURCE_DIR}/lib/Basic/Version.cpp"
    TARGET_DIRECTORY obj.clangBasic
    APPEND PROPERTY COMPILE_DEFINITIONS "CLANG_REPOSITORY_STRING=\"Reprise\"")
endfunction()
