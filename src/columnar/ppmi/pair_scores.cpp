#include "columnar/ppmi/pair_scores.hpp"

#include <cmath>
#include <cstddef>

namespace columnar {
namespace {

__extension__ using Wide = unsigned __int128;  // __extension__: -Wpedantic does not know the type

}  // namespace

float positive_pmi(std::uint64_t pair, std::uint64_t marginal_u, std::uint64_t marginal_v,
                   std::uint64_t total) noexcept {
  const Wide seen = Wide{pair} * total;
  const Wide chance = Wide{marginal_u} * marginal_v;
  if (seen <= chance) {
    return 0.0F;
  }
  const auto excess = static_cast<double>(seen - chance) / static_cast<double>(chance);
  return static_cast<float>(std::log1p(excess));
}

PairScores::PairScores(const Marginals& marginals, const PairEvidence& evidence)
    : evidence_(evidence), log_total_(std::log(static_cast<double>(marginals.total))) {
  log_marginals_.reserve(marginals.counts.size());
  for (const std::uint64_t count : marginals.counts) {
    log_marginals_.push_back(std::log(static_cast<double>(count)));
  }
  for (std::uint64_t count = 0; count < kTabled; ++count) {
    log_pairs_[count] = std::log(static_cast<double>(count)) + log_total_;
    belief_[count] = evidence_.of(count);
  }
}

void PairScores::tabled(std::span<const std::uint8_t> counts, NodeIndex u, std::span<const NodeIndex> nodes,
                        float* values) const noexcept {
  const double* const log_pairs = log_pairs_.data();
  const double* const log_marginals = log_marginals_.data();
  const float* const belief = belief_.data();
  const double log_marginal = log_marginals[u];
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double excess = log_pairs[counts[i]] - (log_marginal + log_marginals[nodes[i]]);
    values[i] = static_cast<float>(excess) * belief[counts[i]];
  }
}

float PairScores::large(std::uint64_t count, NodeIndex u, NodeIndex v, const Marginals& marginals) const noexcept {
  const double excess = information(std::log(static_cast<double>(count)) + log_total_, u, v);
  const float value = std::abs(excess) < kNearChance ? near(count, u, v, marginals) : static_cast<float>(excess);
  return value * evidence_.of(count);
}

}  // namespace columnar
