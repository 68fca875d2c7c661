#pragma once

#include <cstdint>

#include "columnar/codes.hpp"
#include "columnar/files/sectioned_file.hpp"

namespace columnar {

/// What the section `shape` of a file says.                                        docs/formats.md#sdr
struct StoredShape {
  SdrShape shape;
  std::uint64_t nodes = 0;
};

/// Adds the section `shape`, of 32 bytes; where the codes have L6, add_l6_shape() belongs to it.
void add_shape(SectionedFileWriter& writer, const SdrShape& shape, std::uint64_t nodes);

/// Adds the section `shape.l6` where the shape has L6, else nothing.
void add_l6_shape(SectionedFileWriter& writer, const SdrShape& shape);

/// Reads them back; Error(kInput) unless the geometry is possible and the nodes can be counted in 32 bits.
[[nodiscard]] StoredShape read_shape(const SectionedFile& file);

}  // namespace columnar
