#include <fmt/format.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/text_table.hpp"
#include "columnar/graph_builder.hpp"
#include "columnar/model.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

/// A table that Python fills column by column.
struct NativeTable {
  TextTable table;
  std::size_t rows = 0;
};

void add_column(NativeTable& self, const std::string& name, const nb::list& values) {
  if (values.size() != self.rows) {
    throw Error(ErrorCode::kInput, fmt::format("{}: a column of {} values in a table of {} rows",
                                               self.table.places.file, values.size(), self.rows));
  }
  self.table.add_column(name);
  for (const nb::handle value : values) {
    self.table.columns.back().add(nb::cast<std::string>(value));
  }
}

/// (indptr, indices, values or None, width), as RowsArgument takes them.
nb::tuple rows_to_python(Attributes&& attributes) {
  const bool counted = !attributes.values.empty();
  return nb::make_tuple(owned_array(std::move(attributes.offsets)), owned_array(std::move(attributes.indices)),
                        counted ? owned_array(std::move(attributes.values)) : nb::none(), attributes.width);
}

nb::tuple encoded(NativeTable& self) {
  NativeTable taken = std::exchange(self, {{{}, {}, self.table.places}, 0});  // a copy could be as large as the file
  std::vector<NodeIndex> nodes(taken.rows);
  std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
  Attributes attributes = encode_table(std::move(taken.table), nodes);
  nb::list names;
  for (const std::string& name : attributes.names) {
    names.append(name);
  }
  return nb::make_tuple(rows_to_python(std::move(attributes)), names);
}

}  // namespace

void bind_attributes(nb::module_& module) {
  nb::class_<NativeTable>(module, "AttributeTable", "Attributes of nodes as text, as in a file; \"\" is missing.")
      .def(
          "__init__",
          [](NativeTable* self, std::size_t rows, const std::string& place) {
            if (rows > kMaxNodes) {
              throw Error(ErrorCode::kInput,
                          fmt::format("{}: {} rows, more than the limit of {}", place, rows, kMaxNodes));
            }
            new (self) NativeTable{{{}, {}, {place, {}}}, rows};
          },
          nb::arg("rows"), nb::arg("place"))
      .def("add", &add_column, nb::arg("name"), nb::arg("values"), "Adds a column: a list of str, one per row.")
      .def("encode", &encoded,
           "((indptr, indices, values or None, width), names), as the command reads a table, which is empty then.")
      .def(
          "encode_new",
          [](const NativeTable& self, const Model& model) {
            return rows_to_python(encode_new_table(self.table, self.rows, model.attributes));
          },
          nb::arg("model"), "(indptr, indices, values or None, width) by the columns of a model.");
}

}  // namespace columnar::python
