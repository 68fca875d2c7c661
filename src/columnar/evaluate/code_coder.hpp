#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// Codes as one entropy-coded stream: what a table really needs, measured instead of estimated.
///
/// An adaptive model learns, code by code, how often each L5a bit, each column and each cell of a column is active, and
/// whether a column is likelier where the L5a bit of the same number is on. It knows how many bits a block has yet to
/// place, so the number of active bits costs nothing. Codes can only be read back from the first on; the model is
/// learnt again while reading and not stored. Throws Error(kInput) for malformed codes.
[[nodiscard]] std::vector<std::uint8_t> encode_codes(const SdrTable& codes);

/// The bits of `nodes` codes of that shape. Of bytes that encode_codes() did not write some codes come out, too.
[[nodiscard]] std::vector<std::uint16_t> decode_codes(std::span<const std::uint8_t> bytes, const SdrShape& shape,
                                                      std::size_t nodes);

}  // namespace columnar
