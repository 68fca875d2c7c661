#include "columnar_lab/evaluate/similarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

constexpr std::size_t kPairBlock = 16'384;

}  // namespace

RowSimilarity::RowSimilarity(const Embedding& embedding) : codes_(codes_of(embedding)) {
  if (const DenseTable* vectors = vectors_of(embedding)) {
    keep(*vectors);
  }
}

RowSimilarity::RowSimilarity(const DenseTable& vectors) { keep(vectors); }

void RowSimilarity::keep(const DenseTable& vectors) {
  dimensions_ = vectors.dimensions;
  directions_ = vectors.values;
  for (std::size_t node = 0; node < vectors.size(); ++node) {
    const std::span<float> row(directions_.data() + node * dimensions_, dimensions_);
    double squares = 0.0;
    for (const float value : row) {
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    const double scale = squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
    for (float& value : row) {
      value = static_cast<float>(static_cast<double>(value) * scale);
    }
  }
}

float RowSimilarity::operator()(NodeIndex u, NodeIndex v) const noexcept {
  if (codes_ != nullptr) {
    return static_cast<float>(overlap(codes_->code(u), codes_->code(v)));
  }
  const float* a = directions_.data() + u * dimensions_;
  const float* b = directions_.data() + v * dimensions_;
  double sum = 0.0;
  for (std::size_t d = 0; d < dimensions_; ++d) {
    sum += static_cast<double>(a[d] * b[d]);
  }
  return std::clamp(static_cast<float>(sum), -1.0F, 1.0F);
}

float RowSimilarity::maximum() const noexcept {
  return codes_ != nullptr ? static_cast<float>(codes_->shape.active()) : 1.0F;
}

std::vector<float> similarities(const RowSimilarity& similarity, std::span<const NodePair> pairs, int threads) {
  std::vector<float> values(pairs.size());
  parallel_blocks(threads, pairs.size(), kPairBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      values[i] = similarity(pairs[i].u, pairs[i].v);
    }
  });
  return values;
}

void check_embedding(const Embedding& embedding, const std::string& place) {
  if (const SdrTable* codes = codes_of(embedding)) {
    check_codes(*codes, place, ErrorCode::kInput);
    return;
  }
  const DenseTable& vectors = *vectors_of(embedding);
  if (vectors.dimensions == 0 || vectors.values.size() / vectors.dimensions != vectors.size() ||
      vectors.values.size() % vectors.dimensions != 0) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {} numbers for {} vectors of {}", place, vectors.values.size(),
                                               vectors.size(), vectors.dimensions));
  }
  const auto bad = std::ranges::find_if_not(vectors.values, [](float value) { return std::isfinite(value); });
  if (bad != vectors.values.end()) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: row {}: a value is not finite", place,
                            static_cast<std::size_t>(bad - vectors.values.begin()) / vectors.dimensions));
  }
}

}  // namespace columnar
