#pragma once

#include <cstdint>

#include "columnar/progress.hpp"

namespace columnar {

/// Peak memory of the process since the last reset_peak_memory, in bytes; 0 if unknown.
[[nodiscard]] std::uint64_t peak_memory();

/// Memory that the process uses now, in bytes; 0 if unknown.
[[nodiscard]] std::uint64_t current_memory();

/// Returns freed memory from the allocator to the system. Takes a few milliseconds per gigabyte.
void return_freed_memory() noexcept;

/// Resets the peak. If the system cannot, the peak covers all stages so far.
void reset_peak_memory();

}  // namespace columnar
