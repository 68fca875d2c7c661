#include "embedding_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "arguments.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

FoundLabels read_found(const std::string& labels, const Embedding& embedding, bool several) {
  LabelsReadReport report;
  FoundClasses read = several ? read_class_sets(labels, ids_of(embedding), &report)
                              : FoundClasses{read_labels(labels, ids_of(embedding), &report)};
  return {std::move(read.labels), report.ids_not_in_graph, 0, std::move(read.sets)};
}

}  // namespace

NamedSource parse_source(const std::string& text) {
  if (is_file(text)) {
    return {text, file_source(text)};
  }
  std::string name = text;
  std::string path = text;
  if (const std::size_t sign = text.find('='); sign != std::string::npos && sign > 0) {
    name = text.substr(0, sign);
    path = text.substr(sign + 1);
  }
  std::optional<Layer> layer;
  if (const std::size_t colon = path.rfind(':'); colon != std::string::npos && !is_file(path)) {
    const std::string word = path.substr(colon + 1);
    layer = layer_by_flag(word);
    if (!layer && is_file(path.substr(0, colon))) {
      throw Error(ErrorCode::kConfig, fmt::format("{}: unknown layer '{}': use {}", path, word, kLayerFlags));
    }
    if (layer) {
      path.resize(colon);
    }
  }
  return {name, file_source(path, layer)};
}

NamedSource parse_named_source(const std::string& flag, const std::string& text) {
  const std::size_t equals = text.find('=');
  NamedSource parsed = parse_source(text);
  if (equals == std::string::npos || equals == 0 || parsed.source.place.empty()) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: '{}' is not NAME=FILE[:LAYER]", flag, printable(text)));
  }
  return parsed;
}

CLI::Option* EmbeddingArguments::add_to(CLI::App& app) {
  return app
      .add_option("[NAME=]FILE[:LAYER]", texts_,
                  fmt::format("{} or vectors ({}); files of one NAME are seeds of one "
                              "method; LAYER of codes: l23, l5a, all (unless named), l6, search or roles",
                              codes_help(), list_text(vectors_extensions())))
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

RowLabels labels_of_rows(const std::string& labels, bool several) {
  return [labels, several](const std::string& place, const Embedding& embedding) {
    FoundLabels found = read_found(labels, embedding, several);
    if (found.for_other_nodes > 0 && vectors_of(embedding) != nullptr && are_row_numbers(ids_of(embedding))) {
      throw Error(
          ErrorCode::kInput,
          fmt::format("{}: its rows are numbered from 0, and {} labels are for other nodes: name the graph that "
                      "they belong to with --graph",
                      place, with_commas(found.for_other_nodes)));
    }
    return found;
  };
}

RowLabels labels_of_nodes(const std::string& labels, bool several) {
  return [labels, several](const std::string& /*place*/, const Embedding& embedding) {
    return read_found(labels, embedding, several);
  };
}

}  // namespace columnar::cli
