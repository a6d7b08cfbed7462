# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Parts of Clang that no patch touches, and that see no header a patch changes,
# need not be compiled again: libclang-dev holds them as static archives of
# exactly the pinned version. This takes about 130 files out of the build. Each
# library below keeps the sources that do see such headers (AST classes,
# builtin numbers); the linker finds the rest in the installed archive.
# tests/patches/test_installed_libraries.py proves the lists against the headers.
# clangSupport is not among them: clang-tblgen links its objects directly.

option(REPRISE_INSTALLED_CLANG_LIBRARIES
  "Link unchanged Clang libraries from the installed libclang-dev" ON)

set(REPRISE_INSTALLED_CLANG_LIBRARY_NAMES
  clangAPINotes clangDriver clangEdit clangFormat clangLex clangOptions clangRewrite
  clangToolingCore clangToolingInclusions)
set(REPRISE_COMPILED_SOURCES_clangDriver
  CreateASTUnitFromArgs.cpp CreateInvocationFromArgs.cpp ToolChains/CommonArgs.cpp)
set(REPRISE_COMPILED_SOURCES_clangEdit RewriteObjCFoundationAPI.cpp)
set(REPRISE_COMPILED_SOURCES_clangLex PPMacroExpansion.cpp)

# Headers below these folders are part of what the archives were compiled with.
set(REPRISE_INSTALLED_CLANG_HEADER_GLOBS
  Driver/*.h Edit/*.h Format/*.h Lex/*.h Options/*.h Rewrite/Core/*.h Support/*.h
  Basic/*.h Basic/*.def Tooling/Core/*.h Tooling/Inclusions/*.h)
# Known to differ and harmless: a Debian release more in an enumeration that
# only clangDriver uses; OpenMP's kinds, which none of the archives reads.
set(REPRISE_INSTALLED_CLANG_HEADERS_MAY_DIFFER
  Driver/Distro.h Basic/OpenMPKinds.h Basic/OpenMPKinds.def)

# Sets `result` to "" when the archives fit the patched source, else to why not.
function(reprise_installed_clang_libraries_problem result)
  foreach(name IN LISTS REPRISE_INSTALLED_CLANG_LIBRARY_NAMES)
    if(NOT EXISTS "${LLVM_LIBRARY_DIR}/lib${name}.a")
      set(${result} "${LLVM_LIBRARY_DIR}/lib${name}.a is missing" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  if(NOT LLVM_PACKAGE_VERSION STREQUAL CLANG_VERSION)
    set(${result} "installed version ${LLVM_PACKAGE_VERSION} is not ${CLANG_VERSION}"
      PARENT_SCOPE)
    return()
  endif()
  set(ours "${CLANG_SOURCE_DIR}/include/clang")
  set(installed "${LLVM_INCLUDE_DIRS}/clang")
  foreach(glob IN LISTS REPRISE_INSTALLED_CLANG_HEADER_GLOBS)
    file(GLOB headers RELATIVE "${ours}" "${ours}/${glob}")
    foreach(header IN LISTS headers)
      if(header IN_LIST REPRISE_INSTALLED_CLANG_HEADERS_MAY_DIFFER)
        continue()
      endif()
      if(NOT EXISTS "${installed}/${header}")
        continue() # a new header of ours, which nothing installed includes
      endif()
      file(SHA256 "${ours}/${header}" left)
      file(SHA256 "${installed}/${header}" right)
      if(NOT left STREQUAL right)
        set(${result} "clang/${header} differs from the installed one" PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

function(reprise_use_installed_clang_libraries)
  if(NOT REPRISE_INSTALLED_CLANG_LIBRARIES)
    return()
  endif()
  reprise_installed_clang_libraries_problem(problem)
  if(problem)
    message(STATUS "Clang: all libraries are compiled, because ${problem}")
    return()
  endif()
  set(empty "${CMAKE_BINARY_DIR}/reprise-empty.cpp")
  if(NOT EXISTS "${empty}")
    file(WRITE "${empty}" "// Stands for the sources taken from the installed archive.\n")
  endif()
  foreach(name IN LISTS REPRISE_INSTALLED_CLANG_LIBRARY_NAMES)
    set(sources "${REPRISE_COMPILED_SOURCES_${name}}")
    if(NOT sources)
      set(sources "${empty}")
    endif()
    set_property(TARGET obj.${name} PROPERTY SOURCES ${sources})
    target_link_libraries(${name} INTERFACE "${LLVM_LIBRARY_DIR}/lib${name}.a")
  endforeach()
  message(STATUS "Clang: ${REPRISE_INSTALLED_CLANG_LIBRARY_NAMES} "
    "come from ${LLVM_LIBRARY_DIR}")
endfunction()
