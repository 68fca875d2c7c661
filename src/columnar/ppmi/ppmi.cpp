#include "columnar/ppmi/ppmi.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {
constexpr std::size_t kNodesPerBlock = 1024;
}

float positive_pmi(std::uint32_t pair, std::uint64_t marginal_u, std::uint64_t marginal_v,
                   std::uint64_t total) noexcept {
  if (pair == 0) {
    return 0.0F;
  }
  const double ratio = static_cast<double>(pair) * static_cast<double>(total) /
                       (static_cast<double>(marginal_u) * static_cast<double>(marginal_v));
  return static_cast<float>(std::max(0.0, std::log(ratio)));
}

float Ppmi::at(NodeIndex u, NodeIndex v) const noexcept {
  const auto first = columns.begin() + static_cast<std::ptrdiff_t>(offsets[u]);
  const auto last = columns.begin() + static_cast<std::ptrdiff_t>(offsets[u + 1]);
  const auto found = std::lower_bound(first, last, v);
  return found == last || *found != v ? 0.0F : values[static_cast<std::size_t>(found - columns.begin())];
}

Ppmi build_ppmi(PairCounts&& counts, const RunContext& context) {
  const NodeIndex nodes = counts.node_count();
  Ppmi ppmi;
  ppmi.values.resize(counts.columns.size());
  parallel_blocks(context.threads, nodes, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      for (std::uint64_t i = counts.offsets[u]; i < counts.offsets[u + 1]; ++i) {
        ppmi.values[i] =
            positive_pmi(counts.counts[i], counts.marginals[u], counts.marginals[counts.columns[i]], counts.total);
      }
    }
  });
  counts.counts = {};
  ppmi.columns = std::move(counts.columns);
  ppmi.offsets.assign(1, 0);
  ppmi.offsets.reserve(static_cast<std::size_t>(nodes) + 1);
  std::uint64_t out = 0;
  for (NodeIndex u = 0; u < nodes; ++u) {
    for (std::uint64_t i = counts.offsets[u]; i < counts.offsets[u + 1]; ++i) {
      if (ppmi.values[i] > 0.0F) {
        ppmi.columns[out] = ppmi.columns[i];
        ppmi.values[out] = ppmi.values[i];
        ++out;
      }
    }
    ppmi.offsets.push_back(out);
  }
  ppmi.columns.resize(out);
  ppmi.values.resize(out);
  context.advance(1.0);
  return ppmi;
}

float modulator(const Ppmi& ppmi, NodeIndex u, NodeIndex v, double clip) noexcept {
  return std::min(static_cast<float>(clip), ppmi.at(u, v));
}

}  // namespace columnar
