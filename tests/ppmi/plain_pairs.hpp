#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "columnar/ppmi/pair_counts.hpp"

namespace columnar::testing_support {

/// All counts at once: what the rows are compared with.
struct PairCounts {
  std::map<std::pair<NodeIndex, NodeIndex>, std::uint32_t> counts;  ///< both (u,v) and (v,u)
  std::vector<std::uint64_t> marginals;
  std::uint64_t total = 0;
  bool operator==(const PairCounts&) const = default;
};

/// Counts pair by pair, as the definition says.
inline PairCounts plain_pairs(const Walks& walks, NodeIndex node_count, std::uint32_t window) {
  PairCounts plain;
  plain.marginals.assign(node_count, 0);
  for (std::size_t w = 0; w < walks.count(); ++w) {
    const auto walk = walks.walk(w);
    for (std::size_t i = 0; i < walk.size(); ++i) {
      for (std::size_t j = i + 1; j < walk.size() && j - i <= window; ++j) {
        if (walk[i] != walk[j]) {
          ++plain.counts[{walk[i], walk[j]}];
          ++plain.counts[{walk[j], walk[i]}];
          ++plain.marginals[walk[i]];
          ++plain.marginals[walk[j]];
          ++plain.total;
        }
      }
    }
  }
  return plain;
}

/// Keeps every row, and that they came in order.
struct RowKeeper : PairRowSink {
  struct Block {
    std::vector<NodeIndex> nodes;
    std::map<std::pair<NodeIndex, NodeIndex>, std::uint32_t> counts;
    bool ascends = true;
  };
  void begin_portion(std::size_t blocks) override { blocks_.assign(blocks, {}); }
  void row(std::size_t block, const PairRow& row) override {
    Block& kept = blocks_.at(block);
    kept.nodes.push_back(row.node);
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
      kept.counts[{row.node, row.columns[i]}] = static_cast<std::uint32_t>(row.counts[i]);
      kept.ascends = kept.ascends && (i == 0 || row.columns[i - 1] < row.columns[i]);
    }
    kept.ascends = kept.ascends && row.columns.size() == row.counts.size();
  }
  void end_portion(std::size_t blocks) override {
    for (std::size_t b = 0; b < blocks; ++b) {
      for (const NodeIndex node : blocks_[b].nodes) {
        in_order = in_order && node == next++;
      }
      in_order = in_order && blocks_[b].ascends;
      counts.merge(blocks_[b].counts);
    }
    ++portions;
  }

  std::map<std::pair<NodeIndex, NodeIndex>, std::uint32_t> counts;
  NodeIndex next = 0;
  bool in_order = true;
  std::size_t portions = 0;

 private:
  std::vector<Block> blocks_;
};

/// The same as plain_pairs, from the rows. Throws where they do not come in order.
inline PairCounts counts_of_rows(const Walks& walks, NodeIndex node_count, std::uint32_t window, int threads = 1,
                                 std::uint64_t slab_visits = kSlabVisits) {
  Visits visits(walks, node_count, window, threads);
  RowKeeper rows;
  count_pair_rows(walks, visits, slab_visits, rows, {threads, nullptr});
  if (!rows.in_order || rows.next != node_count) {
    throw std::runtime_error("the rows do not come in order");
  }
  return {std::move(rows.counts), visits.marginals().counts, visits.marginals().total};
}

inline Walks walks_of(std::uint32_t length, std::vector<NodeIndex> nodes) {
  Walks walks;
  walks.length = length;
  walks.nodes = std::move(nodes);
  return walks;
}

}  // namespace columnar::testing_support
