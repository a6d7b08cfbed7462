# Part of the Reprise project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What all benchmark programs (overhead-benchmarks, nas-benchmarks) are built with:
# flags, whether the compiler has the taskgraph directive (have_taskgraph: 0 or 1),
# and the library bench_common, whose sources are in overhead-benchmarks/common.

# For those who ask the compiler about a source again (scripts/reprise.sh ways).
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG" CACHE STRING "")

# Not find_package(OpenMP): that looks for a library of its own choice, and the
# compiler under test knows where its own library is.
add_compile_options(-fopenmp -Wall -Wextra)
add_link_options(-fopenmp)
# One for all programs, so that what is measured in one suite may be compared with another.
# Numerical kernels want vectors; x86-64-v3 has those that nearly all machines and valgrind,
# which counts instructions, can execute.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(march x86-64-v3)
endif()
set(BENCH_MARCH "${march}" CACHE STRING "What -march says; empty: the compiler's default")
if(BENCH_MARCH)
  string(APPEND CMAKE_CXX_FLAGS " -march=${BENCH_MARCH}")
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # The version that has the directive; without it Clang warns of an extension.
  # Clang's own code for a taskloop compares a signed bound with an unsigned one.
  add_compile_options(-fopenmp-version=60 -Wno-sign-compare)
endif()
# A library directory in LD_LIBRARY_PATH must win over the compiler's own, so
# that one program can be measured with several libraries.
add_link_options(-Wl,--enable-new-dtags)
set(BENCH_OPENMP_DIR "" CACHE PATH
    "Directory of the libomp to link with, if not the compiler's own")
if(BENCH_OPENMP_DIR)
  add_link_options(-L${BENCH_OPENMP_DIR} -Wl,-rpath,${BENCH_OPENMP_DIR})
endif()

# A compiler that does not know the directive must not be trusted to say so:
# GCC only warns and Clang 22 without our patches crashes.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-fopenmp -Werror=unknown-pragmas")
check_cxx_source_compiles("
int main() {
#pragma omp taskgraph
  {
#pragma omp task
    {}
  }
}" BENCH_COMPILES_TASKGRAPH)
unset(CMAKE_REQUIRED_FLAGS)
if(BENCH_COMPILES_TASKGRAPH)
  set(have_taskgraph 1)
else()
  set(have_taskgraph 0)
  message(STATUS "No '#pragma omp taskgraph' in this compiler: "
                 "programs are built without their taskgraph variants")
endif()

# bench_needs(VARIABLE package...): stops with the package's name if nothing was found.
function(bench_needs)
  while(ARGV)
    list(POP_FRONT ARGV variable package)
    if(NOT ${variable})
      message(FATAL_ERROR "${variable} was not found; "
                          "on Debian: apt-get install ${package}")
    endif()
  endwhile()
endfunction()

find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp)
bench_needs(NLOHMANN_JSON_INCLUDE nlohmann-json3-dev)

# The revision is asked again whenever a commit has been made. Documents do not
# change what is measured, and a series of measurements writes some.
set(revision unknown)
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(
    COMMAND ${GIT_EXECUTABLE} describe --always --abbrev=12
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(
    COMMAND ${GIT_EXECUTABLE} diff --quiet HEAD -- :/ ":(top,exclude)docs"
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    RESULT_VARIABLE changed ERROR_QUIET)
  if(described)
    set(revision ${described})
    if(changed)
      string(APPEND revision -dirty)
    endif()
  endif()
  execute_process(
    COMMAND ${GIT_EXECUTABLE} rev-parse --absolute-git-dir
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE git_folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS "${git_folder}/logs/HEAD")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                 "${git_folder}/logs/HEAD")
  endif()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -fopenmp"
       all_flags)
get_filename_component(bench_folder ${CMAKE_CURRENT_LIST_DIR}/../overhead-benchmarks/common
                       ABSOLUTE)
add_library(bench_common STATIC
            ${bench_folder}/options.cpp ${bench_folder}/report.cpp
            ${bench_folder}/sha256.cpp)
target_include_directories(bench_common PRIVATE ${NLOHMANN_JSON_INCLUDE})
target_link_libraries(bench_common PUBLIC ${CMAKE_DL_LIBS})
set_source_files_properties(${bench_folder}/report.cpp PROPERTIES COMPILE_DEFINITIONS
  "BENCH_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";\
BENCH_COMPILER_FLAGS=\"${all_flags}\";BENCH_BUILD_TYPE=\"${CMAKE_BUILD_TYPE}\";\
BENCH_GIT_REVISION=\"${revision}\"")

