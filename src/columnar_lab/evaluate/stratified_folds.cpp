#include "columnar_lab/evaluate/stratified_folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/error.hpp"
#include "columnar/graph.hpp"

namespace columnar {
namespace {

template <class Wanted>
std::vector<NodeIndex> nodes_where(std::span<const std::int32_t> fold_of, const Wanted& wanted) {
  std::vector<NodeIndex> nodes;
  for (std::size_t node = 0; node < fold_of.size(); ++node) {
    if (wanted(fold_of[node])) {
      nodes.push_back(static_cast<NodeIndex>(node));
    }
  }
  return nodes;
}

}  // namespace

std::vector<NodeIndex> Folds::test_nodes(std::int32_t fold) const {
  return nodes_where(fold_of, [fold](std::int32_t f) { return f == fold; });
}

std::vector<NodeIndex> Folds::train_nodes(std::int32_t fold) const {
  return nodes_where(fold_of, [fold](std::int32_t f) { return f != kLeftOut && f != fold; });
}

std::vector<std::vector<NodeIndex>> Folds::training_sets() const {
  std::vector<std::vector<NodeIndex>> sets;
  for (std::int32_t fold = 0; fold < count; ++fold) {
    sets.push_back(train_nodes(fold));
  }
  return sets;
}

Folds stratified_folds(std::span<const std::int32_t> classes, std::int32_t count, std::uint64_t seed,
                       const std::string& place) {
  if (count < 2) {
    throw Error(ErrorCode::kConfig, fmt::format("folds: at least 2 are needed, not {}", count));
  }
  std::vector<NodeIndex> labelled = nodes_where(classes, [](std::int32_t c) { return c != Labels::kUnknown; });
  if (labelled.size() < static_cast<std::size_t>(count)) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: {} labelled nodes are too few for {} folds", place, labelled.size(), count));
  }
  std::stable_sort(labelled.begin(), labelled.end(), [&](NodeIndex a, NodeIndex b) { return classes[a] < classes[b]; });

  Folds folds{count, std::vector<std::int32_t>(classes.size(), Folds::kLeftOut)};
  const KeyedRandom random(seed, Purpose::kFoldShuffle);
  for (std::size_t begin = 0; begin < labelled.size();) {
    const std::int32_t label = classes[labelled[begin]];
    std::size_t end = begin;
    while (end < labelled.size() && classes[labelled[end]] == label) {
      ++end;
    }
    keyed_shuffle(std::span(labelled).subspan(begin, end - begin), random, static_cast<std::uint64_t>(label));
    begin = end;
  }
  // One deal over all classes: `labelled` is grouped by class, so every class starts where the last one stopped.
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    folds.fold_of[labelled[i]] = static_cast<std::int32_t>(i % static_cast<std::size_t>(count));
  }
  return folds;
}

}  // namespace columnar
