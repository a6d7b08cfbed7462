# Part of the Reprise project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE in the project's root for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The target omp-unittests: tests of the runtime's data structures, linked with
# the objects that libomp.so is made of.

find_package(GTest REQUIRED)
find_package(Threads REQUIRED)
set(unittests ${CMAKE_CURRENT_LIST_DIR})
add_executable(omp-unittests EXCLUDE_FROM_ALL
  ${unittests}/Depend/TicketPoolTest.cpp
  ${unittests}/Depend/TrackerDriver.cpp
  ${unittests}/Depend/TrackerRandomTest.cpp
  ${unittests}/Depend/TrackerTest.cpp
  ${unittests}/Schedule/CompletionsTest.cpp
  ${unittests}/Schedule/DistributionTest.cpp
  ${unittests}/Schedule/DequeTest.cpp
  ${unittests}/Schedule/LockSetTest.cpp
  ${unittests}/Schedule/PlacementTest.cpp
  ${unittests}/Schedule/PriorityQueueTest.cpp
  ${unittests}/Schedule/ReadyQueueTest.cpp
  ${unittests}/Schedule/StealPaceTest.cpp
  ${unittests}/Schedule/StealingQueueTest.cpp
  ${unittests}/Support/LoadedObjectTest.cpp
  ${unittests}/Support/SettingsTest.cpp
  ${unittests}/Support/VectorTest.cpp
  ${unittests}/Taskgraph/BottleneckTest.cpp
  ${unittests}/Taskgraph/FollowingTest.cpp
  ${unittests}/Taskgraph/FusionTest.cpp
  ${unittests}/Taskgraph/GraphBuilderTest.cpp
  ${unittests}/Taskgraph/GraphFileTest.cpp
  ${unittests}/Taskgraph/InputsTest.cpp
  ${unittests}/Taskgraph/InstanceTest.cpp
  ${unittests}/Taskgraph/LanesTest.cpp
  ${unittests}/Taskgraph/NoteLogTest.cpp
  ${unittests}/Taskgraph/OutputsTest.cpp
  ${unittests}/Taskgraph/RecordTest.cpp
  ${unittests}/Taskgraph/RecorderTest.cpp
  ${unittests}/Taskgraph/RefillTest.cpp
  ${unittests}/Taskgraph/ReplayTest.cpp
  ${unittests}/Taskgraph/StaticLoadTest.cpp
  ${unittests}/Taskgraph/TeamQueuesTest.cpp
  ${unittests}/Taskgraph/TrialScheduleTest.cpp
  $<TARGET_OBJECTS:obj.omp>)
target_include_directories(omp-unittests PRIVATE
  ${unittests} ${LIBOMP_HWLOC_INCLUDE_DIR})
# The trackers' memory is counted: see Depend/TrackerDriver.cpp.
target_link_options(omp-unittests PRIVATE
  LINKER:--wrap=___kmp_fast_allocate LINKER:--wrap=___kmp_fast_free)
target_link_libraries(omp-unittests PRIVATE
  GTest::gtest GTest::gtest_main Threads::Threads
  ${LIBOMP_CONFIGURED_LIBFLAGS} ${LIBOMP_DL_LIBS} ${LIBOMP_HWLOC_LIBRARY})
set_target_properties(omp-unittests PROPERTIES
  CXX_STANDARD 17 RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
