#include "columnar/spectral/weighted_attributes.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 256;
/// An attribute that fewer rows have cannot be shared.
constexpr std::uint32_t kFewestRows = 2;

/// Row i of the result is the weighted sum of rows of x: a compressed sparse matrix times a dense one.
RowMatrix sparse_product(std::span<const std::uint64_t> offsets, std::span<const std::uint32_t> indices,
                         std::span<const float> values, const RowMatrix& x, int threads) {
  const std::size_t count = offsets.size() - 1;
  RowMatrix product = RowMatrix::Zero(static_cast<Eigen::Index>(count), x.cols());
  parallel_blocks(threads, count, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      auto row = product.row(static_cast<Eigen::Index>(i));
      for (std::uint64_t e = offsets[i]; e < offsets[i + 1]; ++e) {
        row.noalias() += values[e] * x.row(indices[e]);
      }
    }
  });
  return product;
}

}  // namespace

std::vector<float> inverse_frequencies(const Attributes& attributes) {
  std::vector<std::uint32_t> rows(attributes.width, 0);
  std::vector<std::uint64_t> last(attributes.width, ~std::uint64_t{0});  // a repeated entry counts once
  for (std::uint64_t v = 0; v < attributes.row_count(); ++v) {
    for (std::uint64_t e = attributes.offsets[v]; e < attributes.offsets[v + 1]; ++e) {
      const std::uint32_t column = attributes.indices[e];
      if (attributes.value(e) != 0.0F && last[column] != v) {
        last[column] = v;
        ++rows[column];
      }
    }
  }
  std::vector<float> weights(attributes.width, 0.0F);
  for (std::size_t column = 0; column < weights.size(); ++column) {
    if (rows[column] >= kFewestRows) {
      weights[column] = static_cast<float>(std::log1p(static_cast<double>(attributes.row_count()) / rows[column]));
    }
  }
  return weights;
}

WeightedAttributes::WeightedAttributes(const Attributes& attributes, std::span<const NodeIndex> nodes,
                                       std::span<const float> weights) {
  for (const NodeIndex node : nodes) {
    const std::size_t first = values_.size();
    double energy = 0.0;
    for (std::uint64_t e = attributes.offsets[node]; e < attributes.offsets[node + std::size_t{1}]; ++e) {
      const float value = attributes.value(e);
      const float known = weights[attributes.indices[e]] * std::copysign(std::log2(1.0F + std::abs(value)), value);
      if (known != 0.0F) {
        columns_.push_back(attributes.indices[e]);
        values_.push_back(known);
        energy += static_cast<double>(known) * static_cast<double>(known);
      }
    }
    const auto scale = static_cast<float>(energy > 0.0 ? 1.0 / std::sqrt(energy) : 0.0);
    std::for_each(values_.begin() + static_cast<std::ptrdiff_t>(first), values_.end(),
                  [scale](float& value) { value *= scale; });
    offsets_.push_back(values_.size());
  }
  transpose(weights.size());
}

void WeightedAttributes::transpose(std::size_t columns) {
  column_offsets_.assign(columns + 1, 0);
  for (const std::uint32_t column : columns_) {
    ++column_offsets_[column + 1];
  }
  for (std::size_t c = 0; c < columns; ++c) {
    column_offsets_[c + 1] += column_offsets_[c];
  }
  rows_.resize(columns_.size());
  column_values_.resize(columns_.size());
  std::vector<std::uint64_t> next(column_offsets_.begin(), column_offsets_.end() - 1);
  for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
    for (std::uint64_t e = offsets_[i]; e < offsets_[i + 1]; ++e) {
      const std::uint64_t place = next[columns_[e]]++;
      rows_[place] = static_cast<std::uint32_t>(i);
      column_values_[place] = values_[e];
    }
  }
}

RowMatrix WeightedAttributes::times(const RowMatrix& x, int threads) const {
  return sparse_product(offsets_, columns_, values_, x, threads);
}

RowMatrix WeightedAttributes::transposed_times(const RowMatrix& y, int threads) const {
  return sparse_product(column_offsets_, rows_, column_values_, y, threads);
}

}  // namespace columnar
