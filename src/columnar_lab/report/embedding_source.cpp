#include "columnar_lab/report/embedding_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "columnar_lab/baselines/embedding_rows.hpp"
#include "columnar_lab/evaluate/similarity.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {

Embedding EmbeddingSource::load(std::string* metadata_json) const {
  Embedding embedding = read(metadata_json);
  const SdrTable* codes = codes_of(embedding);
  if (!layer) {
    const bool has_more = from_file && codes != nullptr && codes->shape.layer == Layer::kSearch;
    return has_more ? select_layer(*codes, Layer::kAll) : embedding;
  }
  if (codes == nullptr) {
    throw Error(ErrorCode::kInput, place + ": vectors have no layers to choose from");
  }
  if (codes->shape.layer == *layer) {
    return embedding;
  }
  try {
    return select_layer(*codes, *layer);
  } catch (const Error& error) {
    throw Error(error.code(), place + ": " + error.what());
  }
}

Embedding EmbeddingSource::load_in_rows(const NodeIds& ids, std::string* metadata_json) const {
  return in_rows_of(place, ids, load(metadata_json));
}

EmbeddingSource file_source(const std::string& path, std::optional<Layer> layer) {
  const auto read = [path](std::string* metadata_json) {
    return is_model_file(path) ? Embedding(read_stored_codes(path, metadata_json))
                               : read_embedding(path, metadata_json);
  };
  return {path, read, layer, true};
}

EmbeddingSource table_source(std::string place, Embedding table, std::optional<Layer> layer,
                             std::string metadata_json) {
  check_embedding(table, place);
  const auto kept = std::make_shared<const Embedding>(std::move(table));
  const auto read = [kept, told = std::move(metadata_json)](std::string* metadata) {
    if (metadata != nullptr) {
      *metadata = told;
    }
    return *kept;
  };
  return {std::move(place), read, layer, false};
}

const EmbeddingGroup* find_group(const std::vector<EmbeddingGroup>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name, &EmbeddingGroup::name);
  return found == groups.end() ? nullptr : &*found;
}

void require_groups(const std::vector<EmbeddingGroup>& groups) {
  if (groups.empty()) {
    throw Error(ErrorCode::kConfig, "embeddings: there is none to measure");
  }
  std::set<std::string> names;
  for (const EmbeddingGroup& group : groups) {
    if (group.seeds.empty()) {
      throw Error(ErrorCode::kConfig, fmt::format("embeddings: there is none of the name '{}'", group.name));
    }
    if (!names.insert(group.name).second) {
      throw Error(ErrorCode::kConfig, fmt::format("embeddings: two have the name '{}'", group.name));
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
