#pragma once

#include <cstdint>

namespace columnar {

/// The most that the parameters of experiments on embeddings may ask for.
inline constexpr std::uint64_t kMaxFolds = 1000;
inline constexpr std::uint64_t kMaxRepeats = 1000;
inline constexpr std::uint64_t kMaxPairs = 100'000'000;

}  // namespace columnar
