#include "experiment_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace columnar::cli {

Embedding load_in_rows(const EmbeddingSource& source, const NodeIds& ids) {
  return in_rows_of(source.path, ids, source.load());
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
