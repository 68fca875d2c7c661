#include "columnar_lab/baselines/embedding_rows.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"

namespace columnar {
namespace {

/// Row `rows[v]` of the table as row v.
template <class Value>
std::vector<Value> picked(const std::vector<Value>& values, std::size_t width, const std::vector<NodeIndex>& rows) {
  std::vector<Value> out;
  out.reserve(rows.size() * width);
  for (const NodeIndex row : rows) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(row * width);
    out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  return out;
}

/// The row of each id, or nothing where one has none.
std::optional<std::vector<NodeIndex>> rows_by_id(const std::string& place, const NodeIds& ids, const NodeIds& given) {
  const IdIndex index(given, place);
  std::vector<NodeIndex> rows;
  rows.reserve(ids.size());
  for (NodeIndex v = 0; v < ids.size(); ++v) {
    const auto row = index.find(ids.name(v));
    if (!row) {
      return std::nullopt;
    }
    rows.push_back(*row);
  }
  return rows;
}

/// The first of the ids that has no row.
std::string first_without_row(const NodeIds& ids, const NodeIds& given) {
  const IdIndex index(given);
  NodeIndex node = 0;
  while (node + 1 < ids.size() && index.find(ids.name(node))) {
    ++node;
  }
  return ids.name(node);
}

/// By id, or by place: rows without names have their numbers for ids. Where the graph does not have just these ids but
/// just as many nodes, they can only be meant in its order. False, and nothing done, where neither will do.
bool put_in_rows_of(const std::string& place, const NodeIds& ids, Embedding& embedding) {
  if (ids == ids_of(embedding)) {
    return true;
  }
  if (const auto rows = rows_by_id(place, ids, ids_of(embedding))) {
    if (SdrTable* codes = std::get_if<SdrTable>(&embedding)) {
      codes->bits = picked(codes->bits, codes->shape.active(), *rows);
    } else {
      DenseTable& vectors = std::get<DenseTable>(embedding);
      vectors.values = picked(vectors.values, vectors.dimensions, *rows);
    }
  } else if (ids.size() != size_of(embedding) || !are_row_numbers(ids_of(embedding))) {
    return false;
  }
  std::visit([&ids](auto& table) { table.ids = ids; }, embedding);
  return true;
}

}  // namespace

Embedding in_rows_of(const std::string& place, const NodeIds& ids, Embedding embedding) {
  if (!put_in_rows_of(place, ids, embedding)) {
    throw Error(ErrorCode::kInput, fmt::format("{}: node {} has no row in it", place,
                                               in_quotes(first_without_row(ids, ids_of(embedding)))));
  }
  return embedding;
}

Embedding match_rows(const std::string& place, Graph& graph, Labels& labels, Embedding embedding) {
  if (put_in_rows_of(place, graph.ids, embedding)) {
    return embedding;
  }
  GraphReadReport report;
  graph = largest_component(graph, labels, report);  // the embedding may be that of the largest component
  return in_rows_of(place, graph.ids, std::move(embedding));
}

}  // namespace columnar
