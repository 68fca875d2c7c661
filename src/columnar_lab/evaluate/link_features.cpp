#include "columnar_lab/evaluate/link_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "columnar/error.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

void require_sound(const Embedding& embedding, std::span<const NodePair> pairs) {
  if (const SdrTable* codes = codes_of(embedding); codes != nullptr) {
    check_codes(*codes, "codes", ErrorCode::kInput);
  } else {
    const DenseTable& vectors = *vectors_of(embedding);
    if (vectors.dimensions == 0 || vectors.values.size() != vectors.size() * vectors.dimensions) {
      throw Error(ErrorCode::kInput, fmt::format("vectors: {} values for {} nodes and {} dimensions",
                                                 vectors.values.size(), vectors.size(), vectors.dimensions));
    }
    if (!std::ranges::all_of(vectors.values, [](float value) { return std::isfinite(value); })) {
      throw Error(ErrorCode::kInput, "vectors: a value is not finite");
    }
  }
  const std::size_t nodes = size_of(embedding);
  for (const NodePair pair : pairs) {
    if (pair.u >= nodes || pair.v >= nodes) {
      throw Error(ErrorCode::kInput, fmt::format("pairs: {} and {} are no pair of {} nodes", pair.u, pair.v, nodes));
    }
  }
}

SparseRows code_features(const SdrTable& table, std::span<const NodePair> pairs, EdgeOperator edge_operator) {
  const bool shared_only = edge_operator == EdgeOperator::kHadamard;
  const bool all = edge_operator == EdgeOperator::kAverage;
  SparseRows rows;
  rows.width = table.shape.width();
  rows.offsets.reserve(pairs.size() + 1);
  for (const NodePair pair : pairs) {
    const auto a = table.code(pair.u);
    const auto b = table.code(pair.v);
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
      const bool from_b = i == a.size() || (j < b.size() && b[j] <= a[i]);
      if (all || (from_a && from_b) == shared_only) {
        rows.indices.push_back(from_a ? a[i] : b[j]);
        if (all) {
          rows.values.push_back(from_a && from_b ? 1.0F : 0.5F);
        }
      }
      i += from_a ? 1 : 0;
      j += from_b ? 1 : 0;
    }
    rows.offsets.push_back(rows.indices.size());
  }
  return rows;
}

float combine(float a, float b, EdgeOperator edge_operator) noexcept {
  switch (edge_operator) {
    case EdgeOperator::kAverage:
      return 0.5F * (a + b);
    case EdgeOperator::kHadamard:
      return a * b;
    case EdgeOperator::kWeightedL1:
      return std::abs(a - b);
    case EdgeOperator::kWeightedL2:
      return (a - b) * (a - b);
  }
  return 0.0F;
}

SparseRows vector_features(const DenseTable& table, std::span<const NodePair> pairs, EdgeOperator edge_operator) {
  SparseRows rows;
  rows.width = table.dimensions;
  rows.offsets.reserve(pairs.size() + 1);
  rows.indices.reserve(pairs.size() * table.dimensions);
  rows.values.reserve(pairs.size() * table.dimensions);
  for (const NodePair pair : pairs) {
    const auto a = table.row(pair.u);
    const auto b = table.row(pair.v);
    for (std::uint32_t k = 0; k < table.dimensions; ++k) {
      rows.indices.push_back(k);
      rows.values.push_back(combine(a[k], b[k], edge_operator));
    }
    rows.offsets.push_back(rows.indices.size());
  }
  return rows;
}

double cosine(std::span<const float> a, std::span<const float> b) noexcept {
  double product = 0.0;
  double of_a = 0.0;
  double of_b = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto x = static_cast<double>(a[k]);
    const auto y = static_cast<double>(b[k]);
    product += x * y;
    of_a += x * x;
    of_b += y * y;
  }
  return of_a > 0.0 && of_b > 0.0 ? product / std::sqrt(of_a * of_b) : 0.0;
}

}  // namespace

std::string_view operator_name(EdgeOperator edge_operator) noexcept {
  switch (edge_operator) {
    case EdgeOperator::kAverage:
      return "Average";
    case EdgeOperator::kHadamard:
      return "Hadamard";
    case EdgeOperator::kWeightedL1:
      return "Weighted-L1";
    case EdgeOperator::kWeightedL2:
      return "Weighted-L2";
  }
  return "";
}

SparseRows link_features(const Embedding& embedding, std::span<const NodePair> pairs, EdgeOperator edge_operator) {
  require_sound(embedding, pairs);
  const SdrTable* codes = codes_of(embedding);
  return codes != nullptr ? code_features(*codes, pairs, edge_operator)
                          : vector_features(*vectors_of(embedding), pairs, edge_operator);
}

std::vector<double> direct_scores(const Embedding& embedding, std::span<const NodePair> pairs) {
  require_sound(embedding, pairs);
  const SdrTable* codes = codes_of(embedding);
  std::vector<double> scores;
  scores.reserve(pairs.size());
  for (const NodePair pair : pairs) {
    scores.push_back(codes != nullptr ? static_cast<double>(overlap(codes->code(pair.u), codes->code(pair.v)))
                                      : cosine(vectors_of(embedding)->row(pair.u), vectors_of(embedding)->row(pair.v)));
  }
  return scores;
}

DenseTable with_equal_lengths(DenseTable table) {
  for (std::size_t v = 0; v < table.size(); ++v) {
    double squares = 0.0;
    for (const float value : table.row(v)) {
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    if (squares > 0.0) {
      const double scale = std::sqrt(static_cast<double>(table.dimensions) / squares);
      for (float& value : table.row(v)) {
        value = static_cast<float>(static_cast<double>(value) * scale);
      }
    }
  }
  return table;
}

}  // namespace columnar
