#include "experiment_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/baselines/embedding_file.hpp"
#include "columnar/core/error.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "terminal.hpp"

namespace columnar::cli {

Embedding load_in_rows(const EmbeddingSource& source, const NodeIds& ids) {
  return in_rows_of(source.path, ids, source.load());
}

Labels labels_of_rows(const std::string& labels, const std::string& path, const Embedding& embedding) {
  LabelsReadReport report;
  Labels read = read_labels(labels, ids_of(embedding), &report);
  if (report.ids_not_in_graph > 0 && vectors_of(embedding) != nullptr && are_row_numbers(ids_of(embedding))) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: its rows are numbered from 0, and {} labels are for other nodes: name the graph that "
                            "they belong to with --graph",
                            path, with_commas(report.ids_not_in_graph)));
  }
  return read;
}

EmbeddingSource reference_source(const std::string& text, const std::vector<EmbeddingGroup>& groups) {
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&text](const EmbeddingGroup& group) { return group.name == text; });
  return found == groups.end() ? EmbeddingSource{text, std::nullopt} : found->seeds.front();
}

void SeedValues::add(const std::optional<double>& value) {
  if (value) {
    values_.push_back(*value);
  }
}

std::string SeedValues::text(int digits) const {
  if (values_.empty()) {
    return "–";
  }
  const MeanSd value = mean_sd();
  return values_.size() == 1 ? fmt::format("{:.{}f}", value.mean, digits)
                             : fmt::format("{:.{}f} ± {:.{}f}", value.mean, digits, value.sd, digits);
}

Json SeedValues::json() const {
  if (values_.empty()) {
    return nullptr;
  }
  const MeanSd value = mean_sd();
  return {{"mean", value.mean}, {"sd", value.sd}};
}

}  // namespace columnar::cli
