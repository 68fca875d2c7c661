#pragma once

#include <nanobind/stl/tuple.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "columnar/attributes.hpp"
#include "native.hpp"

namespace columnar::python {

using OffsetArray = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ColumnArray = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using FloatArray = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Attributes as a CSR matrix, a row a node: (indptr, indices, values or nothing where all are 1, width).
using RowsArgument = std::tuple<OffsetArray, ColumnArray, std::optional<FloatArray>, std::uint32_t>;
/// The same with the names of the columns, none where they have none.
using AttributesArgument = std::tuple<RowsArgument, std::vector<std::string>>;

/// Copies of the caller's arrays. They are not checked: who takes the attributes does that.
[[nodiscard]] inline Attributes attributes_from(const RowsArgument& rows) {
  const auto& [indptr, indices, values, width] = rows;
  Attributes attributes;
  attributes.offsets = own_copy(indptr.data(), indptr.size());
  attributes.indices = own_copy(indices.data(), indices.size());
  if (values) {
    attributes.values = own_copy(values->data(), values->size());
  }
  attributes.width = width;
  return attributes;
}

/// The same with names; nothing becomes no attributes.
[[nodiscard]] inline Attributes attributes_from(const std::optional<AttributesArgument>& given) {
  if (!given) {
    return {};
  }
  Attributes attributes = attributes_from(std::get<0>(*given));
  attributes.names = std::get<1>(*given);
  return attributes;
}

}  // namespace columnar::python
