#pragma once

#include <cstdint>

#include "columnar/codes.hpp"
#include "columnar/files/sectioned_file.hpp"

namespace columnar {

/// Content of the section `shape` of a file. docs/formats.md#sdr
struct StoredShape {
  SdrShape shape;
  std::uint64_t nodes = 0;
};

/// Adds the section `shape`, of 32 bytes; codes with L6 or roles also need add_optional_shapes().
void add_shape(SectionedFileWriter& writer, const SdrShape& shape, std::uint64_t nodes);

/// Adds the section `shape.l6` if the shape has L6, and `shape.roles` if it has roles.
void add_optional_shapes(SectionedFileWriter& writer, const SdrShape& shape);

/// Reads them. Throws Error(kInput) unless the geometry is valid and the number of nodes fits 32 bits.
[[nodiscard]] StoredShape read_shape(const SectionedFile& file);

}  // namespace columnar
