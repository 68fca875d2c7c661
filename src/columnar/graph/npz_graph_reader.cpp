#include "columnar/graph/npz_graph_reader.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

/// A matrix as stored: by row, or by column.
struct Compressed {
  std::uint64_t nodes = 0;
  std::vector<std::uint64_t> indptr;
  std::vector<NodeIndex> indices;
  std::vector<double> data;
  bool by_column = false;
};

void check(const Compressed& m, const std::string& path, const std::string& prefix) {
  if (m.indptr.front() != 0 || m.indptr.back() != m.indices.size()) {
    fail_input(path, fmt::format("{}indptr runs from {} to {}, but {}indices has {} entries", prefix, m.indptr.front(),
                                 m.indptr.back(), prefix, m.indices.size()));
  }
  if (m.data.size() != m.indices.size()) {
    fail_input(path,
               fmt::format("{}data has {} entries, {}indices has {}", prefix, m.data.size(), prefix, m.indices.size()));
  }
  for (std::size_t v = 0; v < m.nodes; ++v) {
    if (m.indptr[v] > m.indptr[v + 1]) {
      fail_input(path, fmt::format("{}indptr decreases at entry {}", prefix, v + 1));
    }
  }
  for (std::size_t i = 0; i < m.indices.size(); ++i) {
    if (m.indices[i] >= m.nodes) {
      fail_input(path, fmt::format("{}indices[{}] is {}, the matrix has {} rows", prefix, i, m.indices[i], m.nodes));
    }
  }
}

Compressed read_adjacency(const NpzReader& file, const std::string& path) {
  const std::string prefix = file.has("adj_indptr") ? "adj_" : "";
  if (!file.has(prefix + "indptr") && !file.has("format")) {
    fail_input(path, "holds no graph: neither adj_indptr (gnn-benchmark) nor indptr (SciPy) is in it");
  }
  Compressed m;
  if (prefix.empty() && file.has("format")) {
    const std::vector<std::string> format = file.read_strings("format", NpzReader::kFewItems);
    if (format.size() != 1 || (format[0] != "csr" && format[0] != "csc")) {
      fail_input(path, fmt::format("SciPy format {} is not supported, only csr and csc; to convert it: "
                                   "scipy.sparse.save_npz('graph.npz', scipy.sparse.load_npz(FILE).tocsr())",
                                   in_quotes(format.empty() ? "" : format[0])));
    }
    m.by_column = format[0] == "csc";
  }
  const std::vector<std::uint64_t> shape = file.read_as<std::uint64_t>(prefix + "shape", NpzReader::kFewItems);
  if (shape.size() != 2 || shape[0] != shape[1]) {
    fail_input(path, fmt::format("the matrix of a graph is square, {}shape is ({})", prefix,
                                 shape.size() > 2 ? "..." : fmt::format("{}", fmt::join(shape, ", "))));
  }
  m.nodes = shape[0];
  if (m.nodes > kMaxNodes) {
    fail_input(path, fmt::format("{} rows, more than the limit of {}", m.nodes, kMaxNodes));
  }
  // Checks the headers first, so that implausible arrays are not even read.
  const std::uint64_t offsets = file.header(prefix + "indptr").item_count;
  if (offsets != m.nodes + 1) {
    fail_input(path, fmt::format("{}indptr has {} entries, a matrix of {} rows needs {}", prefix, offsets, m.nodes,
                                 m.nodes + 1));
  }
  require_plausible_rows(path, m.nodes, file.header(prefix + "indices").item_count, file.file_bytes());
  m.indptr = file.read_as<std::uint64_t>(prefix + "indptr");
  m.indices = file.read_as<NodeIndex>(prefix + "indices");
  m.data = file.read_as<double>(prefix + "data");
  check(m, path, prefix);
  return m;
}

}  // namespace

ReadResult read_npz_graph(const std::string& path, bool directed, std::uint64_t memory_limit) {
  const NpzReader file(path);
  const Compressed matrix = read_adjacency(file, path);
  GraphBuilder builder(
      {.directed = directed, .source = EdgeSource::kMatrix, .place = path, .memory_limit = memory_limit});
  builder.reserve(matrix.indices.size(), true);
  for (std::size_t major = 0; major < matrix.nodes; ++major) {
    for (std::uint64_t i = matrix.indptr[major]; i < matrix.indptr[major + 1]; ++i) {
      const auto row = static_cast<NodeIndex>(major);
      if (matrix.by_column) {
        builder.add(matrix.indices[i], row, matrix.data[i]);
      } else {
        builder.add(row, matrix.indices[i], matrix.data[i]);
      }
    }
  }
  BuiltGraph built = std::move(builder).build(numbered_ids(matrix.nodes));
  ReadResult result{std::move(built.graph), built.report, Labels{}};
  // A matrix of 0 and 1 gives a node several classes, which only `evaluate classify --labels` reads.
  if (file.has("labels") && file.header("labels").shape.size() != 2) {
    if (file.header("labels").item_count != matrix.nodes) {
      fail_input(path, fmt::format("labels has {} entries, the graph has {} nodes", file.header("labels").item_count,
                                   matrix.nodes));
    }
    result.labels = read_labels(file, path, result.graph.ids);
  }
  return result;
}

}  // namespace columnar
