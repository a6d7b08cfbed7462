# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""-fopenmp-taskgraph-dump: graphs that the compiler built, written as the library writes
recorded ones. The two must be equal."""

import collections
import re
import subprocess

import pytest
from support_graphs import differences, load

# Heat, Cholesky, LU, a product, a stencil, FFT, a tree and a pipeline, at several places in
# memory, and all kinds of dependences, joins and data.
PROGRAMS = ["static_factorisations.c", "static_grids.cpp", "static_clauses.c",
            "static_computed.c", "static_taskloops.cpp"]
PROGRAM = """
enum { N = 6 };
double a[N][N], sums[N];
void sweep(double *tiles, int ts, int n) {
#pragma omp taskgraph
  {
  for (int k = 0; k < N; k++) {
    double *d = tiles + k * n * ts;
#pragma omp task firstprivate(d) depend(inout : d[0])
    d[0] += 1;
    for (int i = k + 1; i < N; i++) {
#pragma omp task firstprivate(d, i, k) depend(in : d[0], a[i][k]) depend(inout : a[k][i])
      a[k][i] += d[0] + a[i][k];
#pragma omp task firstprivate(i) depend(mutexinoutset : sums[i / 2]) depend(inoutset : sums[5])
      sums[i / 2] += 1;
    }
#pragma omp taskwait depend(in : d[0])
  }
#pragma omp taskloop num_tasks(4)
  for (int i = 0; i < N; i++)
    a[i][i] += 1;
#pragma omp task depend(inout : a[0][0])
  a[0][0] += 1;
  }
}
int main(void) {
  static double tiles[N * 12];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int e = 0; e < 2; e++)
    sweep(tiles, 2 + e, 4);
  return a[0][1] == 0;
}
"""


def compare(*graphs):
    return list(differences(*map(load, graphs), builds=True))


@pytest.fixture
def graphs(program_store, tmp_path):
    """A graph that the compiler built and the library's of the same construct."""
    source = tmp_path / "sweep.c"
    source.write_text(PROGRAM)
    result = program_store.compile([source], f"-fopenmp-taskgraph-dump={tmp_path / 'built'}",
                           output=tmp_path / "sweep")
    assert result.status == 0, str(result)
    environment = {"OMPX_TASKGRAPH_STATIC": "off",
                   "OMPX_TASKGRAPH_DUMP": str(tmp_path / "recorded")}
    subprocess.run([tmp_path / "sweep"], env=environment, check=True, timeout=60)
    built = sorted((tmp_path / "built").glob("*.json"))
    recorded = sorted((tmp_path / "recorded").glob("*.json"))
    assert [path.name for path in built] == ["sweep.c-5-1-static-1.json"]
    return built[0], recorded[0]


def test_built_graph_is_the_recorded_one(graphs):
    assert compare(*graphs) == []
    assert len(load(graphs[0])["nodes"]) == 48


def test_a_dependence_that_differs_is_noticed(graphs):
    built, recorded = graphs
    text = built.read_text()
    assert text.count('"mutexinoutset"') > 1
    built.write_text(text.replace('"mutexinoutset"', '"inoutset"', 1))
    assert compare(built, recorded)


def graphs_by_construct(folder):
    """{place of the construct: its graphs}; a template has several."""
    found = collections.defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        place = re.match(r"(.*-\d+-\d+)-(static-\d+|\d+-\d+-\d+)\.json", path.name)[1]
        found[place].append(load(path))
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_built_graphs_of_programs_are_those_recorded(program_store, tmp_path, name):
    """Whatever a construct records, the compiler has built just that for it."""
    program = tmp_path / "program"
    result = program_store.compile([name], f"-fopenmp-taskgraph-dump={tmp_path / 'built'}",
                                   output=program)
    assert result.status == 0, str(result)
    environment = {"OMPX_TASKGRAPH_STATIC": "off", "OMP_NUM_THREADS": "2",
                   "OMPX_TASKGRAPH_DUMP": str(tmp_path / "recorded")}
    subprocess.run([program], env=environment, check=True, timeout=120)
    built = graphs_by_construct(tmp_path / "built")
    recorded = graphs_by_construct(tmp_path / "recorded")
    assert built.keys() == recorded.keys()
    for place, graphs in recorded.items():
        for graph in graphs:
            found = [list(differences(one, graph, builds=True)) for one in built[place]]
            assert [] in found, (place, found)


def test_dot_is_written_beside(graphs):
    dot = graphs[0].with_suffix(".dot")
    tasks = [node for node in load(graphs[0])["nodes"] if "type" in node]
    for node in tasks:
        assert (f'n{node["number"]} [label="{node["number"]}: {node["kind"]}\\nsweep.c:'
                f'{node["place"]["line"]}", fillcolor={node["type"] + 1}];') in dot.read_text()
    drawn = subprocess.run(["dot", "-Tsvg", dot], capture_output=True, text=True, check=True)
    assert drawn.stdout.count("sweep.c:") == len(tasks) + 1  # and the title


def test_folder_that_cannot_be_written(program_store, tmp_path):
    source = tmp_path / "sweep.c"
    source.write_text(PROGRAM)
    (tmp_path / "file").write_text("")
    result = program_store.compile([source], f"-fopenmp-taskgraph-dump={tmp_path / 'file'}",
                           output=tmp_path / "sweep")
    assert result.status == 0, str(result)
    assert "a task graph is not written" in result.stderr
