#include "columnar_lab/baselines/method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/core/in_quotes.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"

namespace columnar {

Method deepwalk_method();
Method k_winners_method();
Method line_method();
Method node2vec_method();
Method ppmi_svd_method();

namespace {

Method columnar_method() {
  return {.name = "columnar",
          .summary = "The Embedder: sparse codes, learned by local rules (docs/equations.md)",
          .makes_codes = true,
          .constants = {},  // all of Config
          .run = [](const Graph& graph, const Config& config, const BaselineConfig& /*baseline*/, std::uint64_t seed,
                    const RunContext& context) -> Embedding {
            Config with_seed = config;
            with_seed.seed = seed;
            return select_layer(Embedder(with_seed).fit(graph, context), Layer::kAll);
          }};
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all{columnar_method(), node2vec_method(), deepwalk_method(),
                                       line_method(),     ppmi_svd_method(), k_winners_method()};
  return all;
}

std::vector<Method> baselines() { return {methods().begin() + 1, methods().end()}; }

bool is_embedder(const Method& method) { return method.name == methods().front().name; }

bool Method::looks_at(std::string_view constant) const {
  return constant == "seed" || std::ranges::find(constants, constant) != constants.end();
}

const Method& method_named(std::string_view name) {
  const auto found = std::ranges::find(methods(), name, &Method::name);
  if (found == methods().end()) {
    std::vector<std::string> names;
    std::ranges::transform(methods(), std::back_inserter(names), &Method::name);
    throw Error(ErrorCode::kConfig,
                fmt::format("--method: unknown method {}: use {}", in_quotes(name), list_text(names, "or")));
  }
  return *found;
}

Embedding embed_by(const Method& method, const Graph& graph, const Config& config, const BaselineConfig& baseline,
                   std::uint64_t seed, const RunContext& context) {
  validate(baseline, graph.node_count());
  return method.run(graph, config, baseline, seed, context);
}

}  // namespace columnar
