#include "columnar/report/embedding_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "columnar/baselines/embedding_file.hpp"
#include "columnar/baselines/embedding_rows.hpp"
#include "columnar/core/error.hpp"
#include "columnar/evaluate/similarity.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/report/numbers.hpp"

namespace columnar {

Embedding EmbeddingSource::load() const {
  Embedding embedding = read();
  if (!layer) {
    return embedding;
  }
  const SdrTable* codes = codes_of(embedding);
  if (codes == nullptr) {
    throw Error(ErrorCode::kInput, place + ": vectors have no layers to choose from");
  }
  return codes->shape.layer == *layer ? std::move(embedding) : Embedding(select_layer(*codes, *layer));
}

Embedding EmbeddingSource::load_in_rows(const NodeIds& ids) const { return in_rows_of(place, ids, load()); }

EmbeddingSource file_source(const std::string& path, std::optional<Layer> layer) {
  return {path, [path] { return is_model_file(path) ? read_stored_codes(path) : read_embedding(path); }, layer};
}

EmbeddingSource table_source(std::string place, Embedding table, std::optional<Layer> layer) {
  check_embedding(table, place);
  return {std::move(place), [kept = std::make_shared<const Embedding>(std::move(table))] { return *kept; }, layer};
}

const EmbeddingGroup* find_group(const std::vector<EmbeddingGroup>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name, &EmbeddingGroup::name);
  return found == groups.end() ? nullptr : &*found;
}

void require_groups(const std::vector<EmbeddingGroup>& groups) {
  if (groups.empty()) {
    throw Error(ErrorCode::kConfig, "embeddings: there is none to measure");
  }
  for (const EmbeddingGroup& group : groups) {
    if (group.seeds.empty()) {
      throw Error(ErrorCode::kConfig, fmt::format("embeddings: there is none of the name '{}'", group.name));
    }
  }
}

std::string kind_text(const Embedding& embedding) {
  if (const SdrTable* codes = codes_of(embedding)) {
    return fmt::format("{} of {} bits", codes->shape.active(), with_commas(codes->shape.width()));
  }
  return fmt::format("{} floats", with_commas(vectors_of(embedding)->dimensions));
}

}  // namespace columnar
