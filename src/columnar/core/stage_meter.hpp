#pragma once

#include <cstdint>

#include "columnar/progress.hpp"

namespace columnar {

/// The most memory the process has held since the last call of reset_peak_memory, in bytes; 0 where unknown.
[[nodiscard]] std::uint64_t peak_memory();

/// The memory that the process holds now, in bytes; 0 where unknown.
[[nodiscard]] std::uint64_t current_memory();

/// Gives freed memory back to the system where the allocator has kept it. Takes a few milliseconds per gigabyte.
void return_freed_memory() noexcept;

/// Starts a new peak; where the system does not offer that, peaks add up over stages.
void reset_peak_memory();

}  // namespace columnar
