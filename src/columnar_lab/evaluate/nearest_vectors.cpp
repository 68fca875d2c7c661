#include "columnar_lab/evaluate/nearest_vectors.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace columnar {

std::vector<NearRow> nearest_rows(const RowSimilarity& similarity, std::size_t rows, std::span<const NodeIndex> like,
                                  std::size_t k) {
  struct Candidate {
    NearRow near;
    double sum = 0.0;
  };
  std::vector<Candidate> candidates;
  for (NodeIndex row = 0; row < rows; ++row) {
    if (std::ranges::find(like, row) != like.end()) {
      continue;
    }
    Candidate candidate{{row, std::numeric_limits<float>::max()}};
    for (const NodeIndex other : like) {
      const float alike = similarity(row, other);
      candidate.near.similarity = std::min(candidate.near.similarity, alike);
      candidate.sum += static_cast<double>(alike);
    }
    candidates.push_back(candidate);
  }
  const auto order = [](const Candidate& a, const Candidate& b) {
    return std::tuple(b.near.similarity, b.sum, a.near.row) < std::tuple(a.near.similarity, a.sum, b.near.row);
  };
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(std::min(k, candidates.size()));
  std::partial_sort(candidates.begin(), end, candidates.end(), order);
  std::vector<NearRow> nearest;
  for (auto candidate = candidates.begin(); candidate != end; ++candidate) {
    nearest.push_back(candidate->near);
  }
  return nearest;
}

}  // namespace columnar
