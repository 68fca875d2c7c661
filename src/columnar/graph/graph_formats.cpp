#include "columnar/graph/graph_formats.hpp"

#include <algorithm>

#include "columnar/files/extension.hpp"
#include "columnar/graph/dimacs_reader.hpp"
#include "columnar/graph/gml_reader.hpp"
#include "columnar/graph/json_graph_reader.hpp"
#include "columnar/graph/matrix_market_reader.hpp"
#include "columnar/graph/metis_reader.hpp"
#include "columnar/graph/npz_graph_reader.hpp"
#include "columnar/graph/xml_graph_reader.hpp"

namespace columnar {
namespace {

/// A reader of graphs without classes.
template <BuiltGraph (*Read)(const std::string&, const ReadOptions&)>
ReadResult without_labels(const std::string& path, const ReadOptions& options) {
  BuiltGraph built = Read(path, options);
  return {std::move(built.graph), built.report, Labels{}};
}

BuiltGraph read_mtx(const std::string& path, const ReadOptions& options) {
  return read_matrix_market(path, options.directed, options.memory_limit);
}

ReadResult read_npz(const std::string& path, const ReadOptions& options) {
  return read_npz_graph(path, options.directed, options.memory_limit);
}

}  // namespace

const std::vector<GraphFormat>& graph_formats() {
  static const std::vector<GraphFormat> all{
      {{".npz"}, "SciPy matrix, or gnn-benchmark with labels", read_npz},
      {{".mtx"}, "Matrix Market", without_labels<read_mtx>},
      {{".graphml", ".gexf", ".xml"}, "GraphML or GEXF", without_labels<read_xml_graph>},
      {{".gml"}, "GML", without_labels<read_gml>},
      {{".json"}, "node-link, of NetworkX and D3", without_labels<read_json_graph>},
      {{".metis", ".graph"}, "METIS", without_labels<read_metis>},
      {{".gr", ".col", ".clq", ".dimacs"}, "DIMACS", without_labels<read_dimacs>},
  };
  return all;
}

const GraphFormat* find_graph_format(const std::string& path) {
  const std::string extension = unpacked_extension_of(path);
  if (extension == ".npz" && extension_of(path) != extension) {  // an archive, and no text that may be packed
    return nullptr;
  }
  const auto found = std::ranges::find_if(graph_formats(), [&extension](const GraphFormat& format) {
    return std::ranges::find(format.extensions, extension) != format.extensions.end();
  });
  return found != graph_formats().end() ? &*found : nullptr;
}

}  // namespace columnar
