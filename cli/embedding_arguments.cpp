#include "embedding_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "columnar/baselines/embedding_file.hpp"
#include "columnar/core/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

template <class Table>
std::optional<Embedding> reordered(const NodeIds& ids, const Table& table, std::size_t width, const auto& values,
                                   auto Table::*member) {
  const IdIndex index(table.ids);
  Table ordered = table;
  ordered.ids = ids;
  auto& out = ordered.*member;
  out.clear();
  out.reserve(ids.size() * width);
  for (NodeIndex v = 0; v < ids.size(); ++v) {
    const auto row = index.find(ids.name(v));
    if (!row) {
      return std::nullopt;
    }
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(*row * width);
    out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  return ordered;
}

std::optional<Embedding> by_id(const NodeIds& ids, const Embedding& embedding) {
  if (ids == ids_of(embedding)) {
    return embedding;
  }
  if (const SdrTable* codes = codes_of(embedding)) {
    return reordered(ids, *codes, codes->shape.active(), codes->bits, &SdrTable::bits);
  }
  const DenseTable& vectors = *vectors_of(embedding);
  return reordered(ids, vectors, vectors.dimensions, vectors.values, &DenseTable::values);
}

/// The first of the ids that has no row.
std::string first_without_row(const NodeIds& ids, const Embedding& embedding) {
  const IdIndex index(ids_of(embedding));
  NodeIndex node = 0;
  while (node + 1 < ids.size() && index.find(ids.name(node))) {
    ++node;
  }
  return ids.name(node);
}

/// By id, or by place: rows without names have their numbers for ids. Where the graph does not have just these ids but
/// just as many nodes, they can only be meant in its order.
std::optional<Embedding> by_id_or_place(const NodeIds& ids, const Embedding& embedding) {
  std::optional<Embedding> matched = by_id(ids, embedding);
  if (!matched && ids.size() == size_of(embedding) && are_row_numbers(ids_of(embedding))) {
    matched = embedding;
    std::visit([&ids](auto& table) { table.ids = ids; }, *matched);
  }
  return matched;
}

}  // namespace

NamedSource parse_source(const std::string& text) {
  if (is_file(text)) {
    return {text, {text, std::nullopt}};
  }
  NamedSource parsed{text, {text, std::nullopt}};
  if (const std::size_t sign = text.find('='); sign != std::string::npos && sign > 0) {
    parsed.name = text.substr(0, sign);
    parsed.source.path = text.substr(sign + 1);
  }
  std::string& path = parsed.source.path;
  if (const std::size_t colon = path.rfind(':'); colon != std::string::npos && !is_file(path)) {
    if (const auto layer = layer_by_flag(path.substr(colon + 1))) {
      parsed.source.layer = layer;
      path.resize(colon);
    }
  }
  return parsed;
}

std::optional<Layer> layer_by_flag(const std::string& name) {
  for (const Layer layer : {Layer::kL23, Layer::kL5a, Layer::kAll}) {
    if (name == layer_flag(layer)) {
      return layer;
    }
  }
  return std::nullopt;
}

Embedding EmbeddingSource::load() const {
  Embedding embedding = read_embedding(path);
  if (!layer) {
    return embedding;
  }
  const SdrTable* codes = codes_of(embedding);
  if (codes == nullptr) {
    throw Error(ErrorCode::kInput, path + ": vectors have no layers to choose from");
  }
  return codes->shape.layer == *layer ? std::move(embedding) : Embedding(select_layer(*codes, *layer));
}

CLI::Option* EmbeddingArguments::add_to(CLI::App& app) {
  return app
      .add_option("[NAME=]FILE[:LAYER]", texts_,
                  "Codes (.sdr, .npz, .tsv, .svm) or vectors (.emb, .npy, .npz); files of one NAME are seeds of one "
                  "method; LAYER of codes: l23, l5a")
      ->type_name("")
      ->required();
}

std::vector<EmbeddingGroup> EmbeddingArguments::groups() const {
  std::vector<EmbeddingGroup> groups;
  for (const std::string& text : texts_) {
    NamedSource parsed = parse_source(text);
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&parsed](const EmbeddingGroup& group) { return group.name == parsed.name; });
    if (found != groups.end()) {
      found->seeds.push_back(std::move(parsed.source));
    } else {
      groups.push_back({std::move(parsed.name), {std::move(parsed.source)}});
    }
  }
  return groups;
}

std::string kind_text(const Embedding& embedding) {
  if (const SdrTable* codes = codes_of(embedding)) {
    return fmt::format("{} of {} bits", codes->shape.active(), with_commas(codes->shape.width()));
  }
  return fmt::format("{} floats", with_commas(vectors_of(embedding)->dimensions));
}

Embedding in_rows_of(const std::string& path, const NodeIds& ids, const Embedding& embedding) {
  std::optional<Embedding> matched = by_id_or_place(ids, embedding);
  if (!matched) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: node {} has no row in it", path, columnar::quoted(first_without_row(ids, embedding))));
  }
  return *std::move(matched);
}

Embedding match_rows(const std::string& path, Graph& graph, Labels& labels, const Embedding& embedding) {
  if (std::optional<Embedding> matched = by_id_or_place(graph.ids, embedding)) {
    return *std::move(matched);
  }
  GraphReadReport report;
  graph = largest_component(graph, labels, report);  // the embedding may be that of the largest component
  return in_rows_of(path, graph.ids, embedding);
}

}  // namespace columnar::cli
