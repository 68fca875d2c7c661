#include "columnar_lab/experiments/geometry_matrices.hpp"

#include <cmath>
#include <utility>

#include "columnar_lab/evaluate/similarity_matrix.hpp"

namespace columnar {
namespace {

constexpr std::size_t kCosineBins = 40;

Json rounded(float value, bool whole) {
  constexpr float kHundredths = 100.0F;
  return whole ? Json(static_cast<int>(value)) : Json(std::round(static_cast<double>(value * kHundredths)) / 100.0);
}

}  // namespace

Json matrix_json(const RowSimilarity& similarity, std::span<const NodeIndex> nodes, int threads) {
  const std::vector<float> matrix = similarity_matrix(similarity, nodes, threads);
  Json rows = Json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      row.push_back(rounded(matrix[i * nodes.size() + j], similarity.is_overlap()));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json hexbin_json(const RowSimilarity& reference, const RowSimilarity& similarity, const ReferenceGeometry& geometry,
                 int threads) {
  const auto range_of = [](const RowSimilarity& kind) {
    const auto most = static_cast<double>(kind.maximum());
    return kind.is_overlap() ? JointHistogram::Range{0.0, most + 1.0, static_cast<std::size_t>(most) + 1}
                             : JointHistogram::Range{-1.0, 1.0, kCosineBins};
  };
  const JointHistogram histogram =
      joint_histogram(geometry.reference_values(), similarities(similarity, geometry.pairs(), threads),
                      range_of(reference), range_of(similarity));
  const auto axis = [](const JointHistogram::Range& range) {
    return Json{{"least", range.least}, {"greatest", range.greatest}, {"bins", range.bins}};
  };
  Json json{{"x", axis(histogram.x)}, {"y", axis(histogram.y)}, {"counts", Json::array()}};
  for (std::size_t x = 0; x < histogram.x.bins; ++x) {
    Json row = Json::array();
    for (std::size_t y = 0; y < histogram.y.bins; ++y) {
      row.push_back(histogram.at(x, y));
    }
    json["counts"].push_back(std::move(row));
  }
  return json;
}

}  // namespace columnar
