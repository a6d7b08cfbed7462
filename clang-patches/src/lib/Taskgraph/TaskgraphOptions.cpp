//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Options of the driver that become options of the pass.
//
//===----------------------------------------------------------------------===//

#include "clang/Taskgraph/TaskgraphOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

static constexpr StringLiteral Prefix = "-fopenmp-taskgraph-";

Error llvm::replaceTaskgraphOptions(SmallVectorImpl<const char *> &Args,
                                    StringSaver &Saver) {
  SmallVector<const char *, 256> Replaced;
  for (const char *Arg : Args) {
    StringRef Option = Arg ? Arg : "";
    StringRef Rest = Option;
    if (!Rest.consume_front(Prefix)) {
      Replaced.push_back(Arg);
      continue;
    }
    auto [Name, Value] = Rest.split('=');
    if (Name == "static" && !is_contained({"on", "off", "required"}, Value))
      return createStringError("invalid value '" + Value + "' in '" + Prefix +
                               "static=', expected one of: on, off, required");
    if (Name == "dump" && Value.empty())
      return createStringError("'" + Prefix + "dump=' needs a directory");
    if (Name != "static" && Name != "dump") {
      Replaced.push_back(Arg); // which the driver does not know
      continue;
    }
    Replaced.push_back("-mllvm");
    Replaced.push_back(Saver.save("-taskgraph-" + Rest).data());
  }
  Args.assign(Replaced.begin(), Replaced.end());
  return Error::success();
}
