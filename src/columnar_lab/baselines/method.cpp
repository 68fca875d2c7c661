#include "columnar_lab/baselines/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar_lab/baselines/deepwalk.hpp"
#include "columnar_lab/baselines/k_winners.hpp"
#include "columnar_lab/baselines/line.hpp"
#include "columnar_lab/baselines/node2vec.hpp"
#include "columnar_lab/baselines/ppmi_svd.hpp"

namespace columnar {
namespace {

constexpr std::array<std::pair<Method, std::string_view>, 6> kNames{{{Method::kColumnar, "columnar"},
                                                                     {Method::kNode2vec, "node2vec"},
                                                                     {Method::kDeepwalk, "deepwalk"},
                                                                     {Method::kLine, "line"},
                                                                     {Method::kPpmiSvd, "ppmi-svd"},
                                                                     {Method::kKWinners, "k-winners"}}};

constexpr auto kMethods = [] {
  std::array<Method, kNames.size()> methods{};
  std::ranges::transform(kNames, methods.begin(), &std::pair<Method, std::string_view>::first);
  return methods;
}();

}  // namespace

Method parse_method(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &std::pair<Method, std::string_view>::second);
  if (found != kNames.end()) {
    return found->first;
  }
  std::string names;
  for (const auto& [method, known] : kNames) {
    names += fmt::format("{}{}", names.empty() ? "" : method == kNames.back().first ? " or " : ", ", known);
  }
  throw Error(ErrorCode::kConfig, fmt::format("--method: unknown method {}: use {}", quoted(name), names));
}

std::string_view method_name(Method method) noexcept {
  return std::ranges::find(kNames, method, &std::pair<Method, std::string_view>::first)->second;
}

std::span<const Method> all_methods() noexcept { return kMethods; }

bool makes_codes(Method method) noexcept { return method == Method::kColumnar || method == Method::kKWinners; }

Embedding embed_by(Method method, const Graph& graph, const Config& config, const BaselineConfig& baseline,
                   std::uint64_t seed, const RunContext& context) {
  if (method == Method::kColumnar) {
    Config with_seed = config;
    with_seed.seed = seed;
    return select_layer(Embedder(with_seed).fit(graph, context), Layer::kAll);
  }
  validate(baseline, graph.node_count());
  const Method vectors_by = method == Method::kKWinners ? Method::kPpmiSvd : method;
  DenseTable vectors = run_stage(context, method_name(vectors_by), [&] {
    switch (vectors_by) {
      case Method::kNode2vec:
        return node2vec(graph, config.walks, baseline, seed, context);
      case Method::kDeepwalk:
        return deepwalk(graph, config.walks, baseline, seed, context);
      case Method::kLine:
        return line(graph, baseline, seed, context);
      default:
        return ppmi_svd(graph, config.walks, baseline, seed, context);
    }
  });
  if (method != Method::kKWinners) {
    return vectors;
  }
  return run_stage(context, method_name(method), [&] { return k_winners(vectors, seed, context); });
}

}  // namespace columnar
