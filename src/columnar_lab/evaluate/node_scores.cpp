#include "columnar_lab/evaluate/node_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/common_neighbours.hpp"
#include "columnar/search/bit_overlaps.hpp"
#include "columnar/search/recommend.hpp"
#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {
namespace {

/// Vectors of length 1 in tiles of 64 nodes, each tile dimension by dimension. The last tile is filled up with zeros,
/// so that every node goes through the same instructions: equal vectors have equal scores, wherever their rows are.
class Directions {
 public:
  explicit Directions(const DenseTable& vectors) : nodes_(vectors.size()), dimensions_(vectors.dimensions) {
    tiles_.resize((nodes_ + kTile - 1) / kTile * kTile * dimensions_);
    for (std::size_t node = 0; node < nodes_; ++node) {
      double squares = 0.0;
      for (const float value : vectors.row(node)) {
        squares += static_cast<double>(value) * static_cast<double>(value);
      }
      const double scale = squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
      for (std::size_t d = 0; d < dimensions_; ++d) {
        tiles_[place(node, d)] = static_cast<float>(static_cast<double>(vectors.row(node)[d]) * scale);
      }
    }
  }

  void score(std::span<const NodeIndex> queries, std::span<float> scores) const {
    std::vector<float> rows(queries.size() * dimensions_);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      for (std::size_t d = 0; d < dimensions_; ++d) {
        rows[q * dimensions_ + d] = tiles_[place(queries[q], d)];
      }
    }
    for (std::size_t first = 0; first < nodes_; first += kTile) {
      for (std::size_t q = 0; q < queries.size(); ++q) {
        const std::array<float, kTile> sums =
            products(tiles_.data() + first * dimensions_, rows.data() + q * dimensions_);
        std::copy_n(sums.begin(), std::min(kTile, nodes_ - first),
                    scores.begin() + static_cast<std::ptrdiff_t>(q * nodes_ + first));
      }
    }
  }

 private:
  static constexpr std::size_t kTile = 64;

  [[nodiscard]] std::size_t place(std::size_t node, std::size_t d) const noexcept {
    return (node / kTile * dimensions_ + d) * kTile + node % kTile;
  }

  /// The product of a vector with each of a tile, added dimension by dimension.
  [[nodiscard]] std::array<float, kTile> products(const float* tile, const float* row) const noexcept {
    std::array<float, kTile> sums{};
    for (std::size_t d = 0; d < dimensions_; ++d) {
      for (std::size_t i = 0; i < kTile; ++i) {
        sums[i] += row[d] * tile[d * kTile + i];
      }
    }
    return sums;
  }

  std::size_t nodes_;
  std::size_t dimensions_;
  std::vector<float> tiles_;
};

/// Calls score(node, sums) with zeroed sums for each of the nodes, then writes the sums, each times scale(node, v).
template <class Score, class Scale>
void score_by_sums(std::span<const NodeIndex> nodes, std::span<float> scores, const Score& score, const Scale& scale) {
  const std::size_t count = nodes.empty() ? 0 : scores.size() / nodes.size();
  std::vector<double> sums(count);
  for (std::size_t q = 0; q < nodes.size(); ++q) {
    std::ranges::fill(sums, 0.0);
    score(nodes[q], sums);
    for (std::size_t v = 0; v < count; ++v) {
      scores[q * count + v] = static_cast<float>(sums[v] * scale(nodes[q], v));
    }
  }
}

}  // namespace

NodeScores similarity_scores(const Embedding& embedding) {
  check_embedding(embedding, "embedding");
  if (const DenseTable* vectors = vectors_of(embedding)) {
    return [kept = std::make_shared<const Directions>(*vectors)](
               std::span<const NodeIndex> nodes, std::span<float> scores) { kept->score(nodes, scores); };
  }
  return [kept = std::make_shared<const BitOverlaps>(*codes_of(embedding))](std::span<const NodeIndex> nodes,
                                                                            std::span<float> scores) {
    const std::size_t count = kept->codes().size();
    for (std::size_t q = 0; q < nodes.size(); ++q) {
      kept->score(nodes[q], scores.subspan(q * count, count));
    }
  };
}

NodeScores heuristic_scores(const Graph& graph, LinkHeuristic heuristic) {
  if (heuristic != LinkHeuristic::kCommonNeighbours && heuristic != LinkHeuristic::kAdamicAdar) {
    throw Error(ErrorCode::kConfig, "heuristic: only common neighbours and Adamic-Adar rank all nodes");
  }
  std::vector<double> weights = heuristic == LinkHeuristic::kAdamicAdar
                                    ? adamic_adar_weights(graph)
                                    : std::vector<double>(graph.node_count(), kExactUnits);
  return [&graph, kept = std::make_shared<const std::vector<double>>(std::move(weights))](
             std::span<const NodeIndex> nodes, std::span<float> scores) {
    score_by_sums(
        nodes, scores,
        [&](NodeIndex node, std::vector<double>& sums) { add_common_neighbours(graph, node, *kept, sums); },
        [](NodeIndex /*node*/, std::size_t /*v*/) { return 1.0 / kExactUnits; });
  };
}

NodeScores recommend_scores(const Graph& graph, SdrTable codes) {
  return [kept = std::make_shared<const Recommender>(graph, std::move(codes))](std::span<const NodeIndex> nodes,
                                                                               std::span<float> scores) {
    const std::size_t count = nodes.empty() ? 0 : scores.size() / nodes.size();
    for (std::size_t q = 0; q < nodes.size(); ++q) {
      kept->score(nodes[q], scores.subspan(q * count, count));
    }
  };
}

NodeScores ppmi_row_scores(Ppmi ppmi) {
  std::vector<double> scales(ppmi.node_count());  // 1 / length
  PpmiReader reader(ppmi);
  for (NodeIndex v = 0; v < ppmi.node_count(); ++v) {
    double squares = 0.0;
    for (const float value : reader.row(v).values) {
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    scales[v] = squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
  }
  struct Rows {
    Ppmi ppmi;
    std::vector<double> scales;
  };
  const auto kept = std::make_shared<const Rows>(Rows{std::move(ppmi), std::move(scales)});
  return [kept](std::span<const NodeIndex> nodes, std::span<float> scores) {
    const Ppmi& rows = kept->ppmi;
    score_by_sums(
        nodes, scores,
        [&](NodeIndex node, std::vector<double>& sums) {  // the matrix is symmetric: a column is a row
          PpmiReader own(rows);
          PpmiReader others(rows);
          const PpmiEntries row = own.row(node);
          for (std::size_t e = 0; e < row.size(); ++e) {
            const auto value = static_cast<double>(row.values[e]);
            const PpmiEntries further = others.row(row.columns[e]);
            for (std::size_t f = 0; f < further.size(); ++f) {
              sums[further.columns[f]] += value * static_cast<double>(further.values[f]);
            }
          }
        },
        [&](NodeIndex node, std::size_t v) { return kept->scales[node] * kept->scales[v]; });
  };
}

}  // namespace columnar
