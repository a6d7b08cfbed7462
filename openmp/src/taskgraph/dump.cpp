//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Writing graphs for people and tools; see dump.h.

#include "taskgraph/dump.h"
#include "kmp_i18n.h"
#include "support/settings.h"
#include "support/unnoticed.h"
#include "taskgraph/file_name.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace ompx {

namespace {

constexpr int Format = 1;

void printEscaped(FILE *file, const char *text) {
  for (; *text; ++text) {
    auto c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\')
      fprintf(file, "\\%c", c);
    else if (c < ' ')
      fprintf(file, "\\u%04x", c);
    else
      fputc(c, file);
  }
}

void printString(FILE *file, const char *text) {
  fputc('"', file);
  printEscaped(file, text);
  fputc('"', file);
}

void printPlace(FILE *file, const char *name, int line, int column,
                const char *function) {
  fprintf(file, "{\"file\": ");
  printString(file, name);
  fprintf(file, ", \"line\": %d, \"column\": %d, \"function\": ", line, column);
  printString(file, function);
  fputc('}', file);
}

/// Where the program's code was compiled without places, it says "unknown".
bool isKnown(const kmp_str_loc_t &loc) {
  return loc.file && loc.line > 0 && strcmp(loc.file, "unknown") != 0;
}

/// Calls print(place) if it is known where the node's task was asked for.
template <typename Print>
void withPlace(const Graph &graph, kmp_uint32 node, Print print) {
  if (!graph.places || !graph.places[node])
    return;
  kmp_str_loc_t loc = __kmp_str_loc_init(graph.places[node]->psource, false);
  if (isKnown(loc))
    print(loc);
  __kmp_str_loc_free(&loc);
}

/// The body of a task: by the file that it was loaded from, and its place
/// there.
void printEntry(FILE *file, kmp_routine_entry_t routine) {
  Dl_info info;
  void *address = reinterpret_cast<void *>(routine);
  if (!dladdr(address, &info) || !info.dli_fname)
    return; // code that was made while the program runs
  fprintf(file, ", \"object\": ");
  printString(file, baseName(info.dli_fname));
  fprintf(file, ", \"offset\": %zu",
          size_t(static_cast<const char *>(address) -
                 static_cast<const char *>(info.dli_fbase)));
  if (info.dli_sname && info.dli_saddr == address) {
    fprintf(file, ", \"symbol\": ");
    printString(file, info.dli_sname);
  }
}

void printType(FILE *file, const TaskType &type) {
  fprintf(file, "    {\"data\": %zu, \"proved\": %s", type.dataSize(),
          type.made_by ? "true" : "false");
  printEntry(file, type.head.routine);
  fputc('}', file);
}

void printLocks(FILE *file, const Graph &graph, kmp_uint32 number) {
  kmp_uint32 first = graph.nodes[number].first_lock;
  kmp_uint32 end = graph.nodes[number + 1].first_lock;
  for (kmp_uint32 i = first; i < end; ++i)
    fprintf(file, "%s%u", i == first ? ", \"locks\": [" : ", ",
            graph.node_locks[i]);
  if (first != end)
    fputc(']', file);
}

void printDependences(FILE *file, const Graph &graph, kmp_uint32 number) {
  kmp_uint32 first = graph.first_dependence[number];
  kmp_uint32 end = graph.first_dependence[number + 1];
  for (kmp_uint32 i = first; i < end; ++i) {
    Dependence dependence = graph.dependences[i];
    fprintf(file, i == first ? ", \"dependences\": [" : ", ");
    if (dependence.object() == Dependence::None)
      fprintf(file, "[null, ");
    else
      fprintf(file, "[%u, ", dependence.object());
    fprintf(file, "\"%s\"]", nameOf(dependence));
  }
  if (first != end)
    fputc(']', file);
}

void printNode(FILE *file, const Graph &graph, kmp_uint32 number) {
  const Node &node = graph.nodes[number];
  fprintf(file, "    {\"number\": %u, \"kind\": \"%s\", \"group\": %u", number,
          node_kind_names[unsigned(node.kind)], node.group);
  if (node.isTask())
    fprintf(file, ", \"type\": %u", kmp_uint32(node.type));
  if (node.isTask() && graph.priorities)
    fprintf(file, ", \"priority\": %d", graph.priorities[number]);
  printLocks(file, graph, number);
  printDependences(file, graph, number);
  withPlace(graph, number, [file](const kmp_str_loc_t &loc) {
    fprintf(file, ", \"place\": ");
    printPlace(file, loc.file, loc.line, loc.col, loc.func ? loc.func : "");
  });
  fputc('}', file);
}

/// Calls print(i) for each number below count, with what is between the items
/// of a list.
template <typename Print>
void printList(FILE *file, const char *name, kmp_uint32 count, Print print) {
  fprintf(file, "  \"%s\": [", name);
  for (kmp_uint32 i = 0; i < count; ++i) {
    fputs(i == 0 ? "\n" : ",\n", file);
    print(i);
  }
  fprintf(file, "%s]", count == 0 ? "" : "\n  ");
}

template <typename Print> void forEachEdge(const Graph &graph, Print print) {
  for (kmp_uint32 from = 0; from < graph.node_count; ++from)
    for (kmp_uint32 i = graph.nodes[from].first_successor;
         i < graph.nodes[from + 1].first_successor; ++i)
      print(from, graph.successors[i].node());
}

void printJson(FILE *file, const Graph &graph,
               const ompx_taskgraph_site_t &site, kmp_int64 graph_id) {
  fprintf(file, "{\n  \"format\": %d,\n  \"construct\": ", Format);
  printPlace(file, site.fileName(), site.line, site.column,
             site.functionName());
  fprintf(file,
          ",\n  \"graph_id\": %" KMP_INT64_SPEC ",\n  \"replayable\": %s,\n"
          "  \"objects\": %u,\n",
          graph_id, graph.inputs ? "true" : "false", graph.address_count);
  printList(file, "types", graph.type_count,
            [&](kmp_uint32 i) { printType(file, graph.types[i]); });
  fprintf(file, ",\n");
  printList(file, "groups", graph.group_count, [&](kmp_uint32 i) {
    fprintf(file, "    {\"parent\": %u, \"reductions\": %u}",
            graph.groups[i].parent, graph.groups[i].reductions);
  });
  fprintf(file, ",\n");
  printList(file, "nodes", graph.node_count,
            [&](kmp_uint32 i) { printNode(file, graph, i); });
  fprintf(file, ",\n  \"edges\": [");
  const char *before = "\n";
  forEachEdge(graph, [&](kmp_uint32 from, kmp_uint32 to) {
    fprintf(file, "%s    [%u, %u]", before, from, to);
    before = ",\n";
  });
  fprintf(file, "%s]\n}\n", before[0] == ',' ? "\n  " : "");
}

/// Tasks name their lines in the source; those of one type have one colour.
void printDot(FILE *file, const Graph &graph, const ompx_taskgraph_site_t &site,
              kmp_int64 graph_id) {
  kmp_str_buf_t title;
  __kmp_str_buf_init(&title);
  __kmp_str_buf_print(&title, "%s:%d:%d graph_id %" KMP_INT64_SPEC,
                      site.fileName(), site.line, site.column, graph_id);
  fprintf(file, "digraph taskgraph {\n  label=");
  printString(file, title.str);
  __kmp_str_buf_free(&title);
  fprintf(file, ";\n  %s\n", dot_style);
  for (kmp_uint32 i = 0; i < graph.node_count; ++i) {
    const Node &node = graph.nodes[i];
    fprintf(file, "  n%u [label=\"%u: %s", i, i,
            node_kind_names[unsigned(node.kind)]);
    if (!node.isTask()) {
      fprintf(file, "\", shape=oval];\n");
      continue;
    }
    withPlace(graph, i, [file](const kmp_str_loc_t &loc) {
      fprintf(file, "\\n");
      printEscaped(file, baseName(loc.file));
      fprintf(file, ":%d", loc.line);
    });
    if (graph.priorities && graph.priorities[i] != 0)
      fprintf(file, "\\npriority %d", graph.priorities[i]);
    fprintf(file, "\", fillcolor=%u];\n", dotColour(node.type));
  }
  forEachEdge(graph, [&](kmp_uint32 from, kmp_uint32 to) {
    fprintf(file, "  n%u -> n%u;\n", from, to);
  });
  fprintf(file, "}\n");
}

void warn(int error) {
  static std::atomic<bool> warned{false};
  // mo: relaxed; only whether it was the first
  if (!warned.exchange(true, std::memory_order_relaxed))
    __kmp_msg(kmp_ms_warning,
              KMP_MSG(CannotWriteTo, "OMPX_TASKGRAPH_DUMP", taskgraph_dump),
              KMP_ERR(error), __kmp_msg_null);
}

/// A new file, or null and errno.
FILE *create(const kmp_str_buf_t &path) {
  int descriptor =
      open(path.str, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return nullptr;
  FILE *file = fdopen(descriptor, "w");
  if (!file) {
    int error = errno;
    close(descriptor);
    unlink(path.str);
    errno = error;
  }
  return file;
}

/// A file that is not whole is of no use.
void finish(FILE *file, const kmp_str_buf_t &path) {
  bool failed = ferror(file) != 0;
  int error = failed ? EIO : 0;
  if (fclose(file) != 0) {
    failed = true;
    error = errno;
  }
  if (!failed)
    return;
  warn(error);
  unlink(path.str);
}

} // namespace

void dump(const Graph &graph, const ompx_taskgraph_site_t &site,
          kmp_int64 graph_id, kmp_uint32 &last) {
  Unnoticed unnoticed;
  kmp_str_buf_t stem, path;
  __kmp_str_buf_init(&stem);
  __kmp_str_buf_init(&path);
  __kmp_str_buf_print(&stem, "%s/", taskgraph_dump);
  printFileName(&stem, site, graph_id);
  // The number is taken if there are two constructs of the same name and place,
  // or if an earlier process had the same number.
  auto createNext = [&](const char *suffix) {
    __kmp_str_buf_clear(&path);
    __kmp_str_buf_print(&path, "%s-%u-%d.%s", stem.str, last, int(getpid()),
                        suffix);
    return create(path);
  };
  mkdir(taskgraph_dump, 0777); // if that fails, so does the rest
  FILE *file;
  do {
    ++last;
    file = createNext("json");
  } while (!file && errno == EEXIST);
  if (file) {
    printJson(file, graph, site, graph_id);
    finish(file, path);
    if ((file = createNext("dot"))) {
      printDot(file, graph, site, graph_id);
      finish(file, path);
    }
  }
  if (!file)
    warn(errno);
  __kmp_str_buf_free(&path);
  __kmp_str_buf_free(&stem);
}

} // namespace ompx
