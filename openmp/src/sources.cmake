# Part of the Reprise project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE in the project's root for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Adds our own sources to libomp; included by patch 0010 from libomp's
# src/CMakeLists.txt, where LIBOMP_CXXFILES lists what is compiled.

set(REPRISE_RUNTIME_DIR ${CMAKE_CURRENT_LIST_DIR})
include_directories(${REPRISE_RUNTIME_DIR} ${REPRISE_RUNTIME_DIR}/../include)
file(GLOB public_headers CONFIGURE_DEPENDS ${REPRISE_RUNTIME_DIR}/../include/*)
install(FILES ${public_headers} DESTINATION ${LIBOMP_HEADERS_INSTALL_PATH})
foreach(source
    depend/depend.cpp
    depend/domain.cpp
    depend/ticket_pool.cpp
    depend/tracker_graph.cpp
    depend/tracker_graph_embedded.cpp
    depend/tracker_hypergraph.cpp
    depend/tracker_hypergraph_embedded.cpp
    depend/tracker_list.cpp
    depend/tracker_tickets.cpp
    depend/tracker_versions.cpp
    schedule/newborn.cpp
    schedule/placement.cpp
    schedule/ready_queue.cpp
    schedule/untied.cpp
    support/loaded_object.cpp
    support/settings.cpp
    taskgraph/automatic.cpp
    taskgraph/cache.cpp
    taskgraph/call.cpp
    taskgraph/check.cpp
    taskgraph/crossing.cpp
    taskgraph/descriptor.cpp
    taskgraph/dump.cpp
    taskgraph/entry.cpp
    taskgraph/following.cpp
    taskgraph/fusion.cpp
    taskgraph/graph.cpp
    taskgraph/graph_builder.cpp
    taskgraph/graph_file.cpp
    taskgraph/inputs.cpp
    taskgraph/instance.cpp
    taskgraph/lanes.cpp
    taskgraph/note_log.cpp
    taskgraph/outputs.cpp
    taskgraph/record.cpp
    taskgraph/recorder.cpp
    taskgraph/refill.cpp
    taskgraph/replay.cpp
    taskgraph/report.cpp
    taskgraph/run_lane.cpp
    taskgraph/site.cpp
    taskgraph/static_load.cpp
    taskgraph/successors.cpp
    taskgraph/team_queues.cpp
    taskgraph/tool.cpp
    taskgraph/watch.cpp
    taskgraph/way_trial.cpp
    taskgraph/worker.cpp)
  list(APPEND LIBOMP_CXXFILES ${REPRISE_RUNTIME_DIR}/${source})
endforeach()

# GoogleTest programs link libomp's objects, so they see what it does not
# export. Deferred: those objects are a target only at the end of the file that
# includes this one.
option(REPRISE_UNITTESTS "Add omp-unittests; needs GoogleTest" OFF)
if(REPRISE_UNITTESTS)
  cmake_language(DEFER CALL include
                 ${REPRISE_RUNTIME_DIR}/../unittests/unittests.cmake)
endif()
