#include "columnar_lab/baselines/huffman.hpp"

#include <algorithm>
#include <numeric>

#include "columnar/error.hpp"

namespace columnar {

HuffmanTree::HuffmanTree(std::span<const std::uint64_t> counts) {
  const std::size_t leaves = counts.size();
  if (leaves == 0) {
    throw Error(ErrorCode::kInput, "weights: a Huffman tree needs at least one entry");
  }
  std::vector<std::size_t> by_count(leaves);
  std::iota(by_count.begin(), by_count.end(), 0);
  std::stable_sort(by_count.begin(), by_count.end(), [&](auto a, auto b) { return counts[a] < counts[b]; });

  // Two queues, both ascending: the sorted leaves, and the inner vertices in the order they are made.
  // Vertices 0 … leaves − 1 are leaves, the others inner ones.
  std::vector<std::uint64_t> inner_counts;
  std::vector<LogisticTarget> up(2 * leaves - 1);  // the parent of each vertex, and the branch that leads here
  std::size_t next_leaf = 0;
  std::size_t next_inner = 0;
  const auto take_lightest = [&](std::uint64_t& count) {
    if (next_leaf < leaves &&
        (next_inner == inner_counts.size() || counts[by_count[next_leaf]] <= inner_counts[next_inner])) {
      count += counts[by_count[next_leaf]];
      return by_count[next_leaf++];
    }
    count += inner_counts[next_inner];
    return leaves + next_inner++;
  };
  for (std::uint32_t made = 0; made + 1 < leaves; ++made) {
    std::uint64_t count = 0;
    up[take_lightest(count)] = {made, 1.0F};
    up[take_lightest(count)] = {made, 0.0F};
    inner_counts.push_back(count);
  }

  offsets_.assign(leaves + 1, 0);
  const std::size_t root = 2 * leaves - 2;
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    for (std::size_t vertex = leaf; vertex != root; vertex = leaves + up[vertex].row) {
      steps_.push_back(up[vertex]);
    }
    std::reverse(steps_.begin() + static_cast<std::ptrdiff_t>(offsets_[leaf]), steps_.end());
    offsets_[leaf + 1] = steps_.size();
  }
}

}  // namespace columnar
