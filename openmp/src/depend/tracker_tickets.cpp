//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_DEPEND_TRACKER=tickets; see tickets_scheme.h.

#include "depend/tickets_scheme.h"

namespace ompx {

const Tracker tracker_tickets = TicketsTracker<0>::table("tickets");

} // namespace ompx
