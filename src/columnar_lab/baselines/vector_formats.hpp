#pragma once

#include <string>

#include "columnar_lab/baselines/dense_table.hpp"

/// The formats behind write_vectors() and read_embedding(), one pair each. The table has been checked by the caller.

namespace columnar {

/// Floats of one vector at most.
inline constexpr std::uint64_t kMaxDimensions = std::uint64_t{1} << 18;

void write_vectors_text(const std::string& path, const DenseTable& table);
[[nodiscard]] DenseTable read_vectors_text(const std::string& path);

void write_vectors_npy(const std::string& path, const DenseTable& table);
[[nodiscard]] DenseTable read_vectors_npy(const std::string& path);

void write_vectors_npz(const std::string& path, const DenseTable& table);
[[nodiscard]] DenseTable read_vectors_npz(const std::string& path);

}  // namespace columnar
