#include <fmt/format.h>

#include <algorithm>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/graph_formats.hpp"

namespace columnar {

const std::vector<UnreadFormat>& unread_formats() {
  static const std::vector<UnreadFormat> all{
      {{".parquet"},
       "Parquet",
       "pandas.read_parquet(FILE).to_csv('edges.csv', index=False); ColumnarEmbedder().fit(FILE) of the Python package "
       "reads it as it is"},
      {{".feather", ".arrow"},
       "Arrow",
       "pandas.read_feather(FILE).to_csv('edges.csv', index=False); ColumnarEmbedder().fit(FILE) of the Python package "
       "reads it as it is"},
      {{".orc"}, "ORC", "pandas.read_orc(FILE).to_csv('edges.csv', index=False)"},
      {{".net", ".paj"}, "Pajek", "networkx.write_graphml(networkx.read_pajek(FILE), 'graph.graphml')"},
      {{".gpickle", ".pickle", ".pkl"},
       "a pickle, which is a program",
       "if you trust it: networkx.write_graphml(pickle.load(open(FILE, 'rb')), 'graph.graphml')"},
      {{".mat"}, "MATLAB", "scipy.sparse.save_npz('graph.npz', scipy.io.loadmat(FILE)['network'].tocsr())"},
      {{".xlsx", ".xls", ".ods"}, "a spreadsheet", "pandas.read_excel(FILE).to_csv('edges.csv', index=False)"},
      {{".h5ad"},
       "AnnData",
       "scipy.sparse.save_npz('graph.npz', anndata.read_h5ad(FILE).obsp['connectivities'].tocsr())"},
      {{".h5", ".hdf5", ".hdf"}, "HDF5", "pandas.read_hdf(FILE).to_csv('edges.csv', index=False)"},
      {{".rdf", ".ttl", ".nt", ".nq", ".n3", ".owl"},
       "RDF",
       "pandas.DataFrame([(s, o) for s, p, o in rdflib.Graph().parse(FILE)], columns=['source', "
       "'target']).to_csv('edges.csv', index=False)"},
      {{".sqlite", ".sqlite3", ".db"},
       "SQLite",
       "pandas.read_sql('select source, target from edges', sqlite3.connect(FILE)).to_csv('edges.csv', index=False)"},
      {{".g6", ".graph6"}, "graph6", "networkx.write_edgelist(networkx.read_graph6(FILE), 'edges.tsv')"},
      {{".s6", ".sparse6"}, "sparse6", "networkx.write_edgelist(networkx.read_sparse6(FILE), 'edges.tsv')"},
      {{".adjlist"}, "an adjacency list", "networkx.write_edgelist(networkx.read_adjlist(FILE), 'edges.tsv')"},
      {{".dot", ".gv"}, "Graphviz", "networkx.write_graphml(networkx.nx_pydot.read_dot(FILE), 'graph.graphml')"},
      {{".lgl"}, "LGL", "igraph.Graph.Read_Lgl(FILE, directed=False).write_graphml('graph.graphml')"},
      {{".leda", ".gw"}, "LEDA", "networkx.write_graphml(networkx.read_leda(FILE), 'graph.graphml')"},
      {{".cyjs"},
       "Cytoscape",
       "networkx.write_graphml(networkx.cytoscape_graph(json.load(open(FILE))), 'graph.graphml')"},
      {{".npy"}, "an array", "numpy.savetxt('edges.tsv', numpy.load(FILE), fmt='%d')"},
      {{".pt", ".pth"},
       "a file of PyTorch, which is a pickle",
       "the Python package takes the loaded Data of PyTorch Geometric"},
      {{".zip", ".tar", ".tgz", ".7z", ".bz2", ".xz", ".zst"},
       "packed otherwise than by gzip",
       "unpack it first; of a TUDataset, *_A.txt is an edge list"},
  };
  return all;
}

void require_no_unread_format(const std::string& path) {
  const std::string extension = unpacked_extension_of(path);
  const auto found = std::ranges::find_if(unread_formats(), [&extension](const UnreadFormat& format) {
    return std::ranges::find(format.extensions, extension) != format.extensions.end();
  });
  if (found == unread_formats().end()) {
    return;
  }
  static_cast<void>(InputFile(path));  // a file that is not there is the better reason
  fail_input(path, fmt::format("{} ({}) is not read here; to convert it: {}", found->name, extension, found->way));
}

}  // namespace columnar
