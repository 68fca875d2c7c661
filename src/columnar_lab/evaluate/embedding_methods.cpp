#include "columnar_lab/evaluate/embedding_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar_lab/baselines/method.hpp"

namespace columnar {
namespace {

/// The codes of one layer. Tables of the last graph are kept for the other layers to ask.
class SdrMethods {
 public:
  explicit SdrMethods(Config config) : config_(std::move(config)) {}

  [[nodiscard]] Embedding embed(const Graph& graph, std::uint64_t seed, Layer layer, const RunContext& context) {
    const std::string digest = graph_digest(graph);
    if (digest != digest_) {
      tables_.clear();
      digest_ = digest;
    }
    if (!tables_.contains(seed)) {
      config_.seed = seed;
      tables_[seed] = Embedder(config_).fit(graph, context);
    }
    return select_layer(tables_[seed], layer);
  }

 private:
  Config config_;
  std::string digest_;
  std::map<std::uint64_t, SdrTable> tables_;  ///< by seed
};

}  // namespace

std::vector<EmbeddingMethod> embedding_methods(const Config& config) {
  const auto codes = std::make_shared<SdrMethods>(config);
  const auto of_layer = [codes](Layer layer) {
    return [codes, layer](const Graph& graph, std::uint64_t seed, const RunContext& context) {
      return codes->embed(graph, seed, layer, context);
    };
  };
  std::vector<EmbeddingMethod> methods{{"sdr-8", of_layer(Layer::kL23)}, {"sdr-28", of_layer(Layer::kAll)}};
  if (config.l6.l6_active > 0) {
    methods.push_back({"l6", of_layer(Layer::kL6)});
    methods.push_back({"search", of_layer(Layer::kSearch)});
  }
  for (const Method& method : baselines()) {
    methods.push_back(
        {method.name, [config, method](const Graph& graph, std::uint64_t seed, const RunContext& context) {
           return embed_by(method, graph, config, BaselineConfig{}, seed, context);
         }});
  }
  return methods;
}

}  // namespace columnar
