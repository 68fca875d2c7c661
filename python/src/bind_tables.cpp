#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "arrays.hpp"
#include "columnar/core/bounded_json.hpp"
#include "columnar/error.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/sdr/codec/codec.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

Layer parse_layer(const std::string& name) {
  if (const auto layer = layer_by_flag(name)) {
    return *layer;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--layer: unknown layer '{}': use {}", name, kLayerFlags));
}

nb::dict shape_to_python(const SdrShape& shape) {
  nb::dict out;
  out["columns"] = shape.columns;
  out["cells_per_column"] = shape.cells_per_column;
  out["active_columns"] = shape.active_columns;
  out["l5a_size"] = shape.l5a_size;
  out["l5a_active"] = shape.l5a_active;
  out["layer"] = layer_flag(shape.layer);
  out["l6_size"] = shape.l6_size;
  out["l6_active"] = shape.l6_active;
  if (shape.has_roles()) {
    nb::dict roles;
    roles["columns"] = shape.roles.columns;
    roles["active_columns"] = shape.roles.active_columns;
    roles["l5a_size"] = shape.roles.l5a_size;
    roles["l5a_active"] = shape.roles.l5a_active;
    out["roles"] = roles;
  }
  return out;
}

using IndexArray = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A table of given indices, of the default shape where they fit it, else one layer of single cells.
SdrTable codes_from_indices(const IndexArray& indices, const IdsArgument& ids, std::uint32_t width) {
  SdrTable table;
  table.ids = ids_from(ids, indices.shape(0), "codes");
  table.bits = own_copy(indices.data(), indices.size());
  table.shape = infer_shape(static_cast<std::uint32_t>(indices.shape(1)), width, table.bits);
  check_shape(table.shape, "codes", ErrorCode::kInput);
  if (table.shape.active() != indices.shape(1)) {
    throw Error(ErrorCode::kInput, fmt::format("codes: {} indices a row, the shape has {} active bits",
                                               indices.shape(1), table.shape.active()));
  }
  check_codes(table, "codes", ErrorCode::kInput);
  return table;
}

/// Other rows of the same shape.
SdrTable with_rows(const SdrTable& table, const IndexArray& indices, const IdsArgument& ids) {
  if (indices.shape(1) != table.shape.active()) {
    throw Error(ErrorCode::kInput, fmt::format("codes: {} indices a row, the shape has {} active bits",
                                               indices.shape(1), table.shape.active()));
  }
  SdrTable other;
  other.shape = table.shape;
  other.ids = ids_from(ids, indices.shape(0), "codes");
  other.bits = own_copy(indices.data(), indices.size());
  check_codes(other, "codes", ErrorCode::kInput);
  return other;
}

void write_table(const SdrTable& table, const FilePath& target, const std::string& metadata,
                 const std::optional<std::pair<std::vector<std::int32_t>, std::vector<std::string>>>& labels,
                 const std::string& codec) {
  const nb::gil_scoped_release release;
  const std::string& path = target.bytes;
  const std::optional<Codec> known = codec_by_name(codec);
  if (!known || (*known != Codec::kPlain && !codes_format(path).has_codecs)) {
    throw Error(ErrorCode::kConfig, known ? fmt::format("--codec: {}: only .sdr files have one", path)
                                          : fmt::format("--codec: unknown codec '{}'", codec));
  }
  Labels classes;
  if (labels) {
    classes = {labels->first, labels->second};
  }
  write_codes(path, table, metadata, labels ? &classes : nullptr, *known);
}

nb::bytes table_bytes(const SdrTable& table, const std::string& metadata) {
  const std::vector<std::byte> bytes = make_sdr(table, metadata, "codes").bytes();
  return nb::bytes(bytes.data(), bytes.size());
}

nb::tuple table_from_bytes(const nb::bytes& bytes) {
  std::vector<std::byte> copy(bytes.size());
  std::memcpy(copy.data(), bytes.c_str(), bytes.size());
  SdrFile file = sdr_from_sections(SectionedFile::parse(std::move(copy), "codes"));
  return nb::make_tuple(std::move(file.table), file.metadata_json);
}

using VectorArray = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

DenseTable vectors_from_array(const VectorArray& values, const IdsArgument& ids) {
  DenseTable table;
  table.ids = ids_from(ids, values.shape(0), "vectors");
  table.dimensions = static_cast<std::uint32_t>(values.shape(1));
  table.values = own_copy(values.data(), values.size());
  const auto bad = std::ranges::find_if(table.values, [](float value) { return !std::isfinite(value); });
  if (bad != table.values.end()) {
    throw Error(ErrorCode::kInput,
                fmt::format("vectors: row {}: a value is not finite", (bad - table.values.begin()) / values.shape(1)));
  }
  return table;
}

/// (codes or vectors, metadata): "{}" where the file tells nothing of where its codes come from.
std::pair<Embedding, std::string> read_any(const FilePath& source) {
  const nb::gil_scoped_release release;
  const std::string& path = source.bytes;
  std::string metadata = "{}";
  Embedding embedding =
      is_model_file(path) ? Embedding(read_stored_codes(path, &metadata)) : read_embedding(path, &metadata);
  return {std::move(embedding), std::move(metadata)};
}

/// {"codes": [{"extension", "holds"}], "vectors": …}: every format as it is declared.
nb::object declared_formats() {
  Json codes = Json::array();
  for (const CodesFormat& format : codes_formats()) {
    codes.push_back({{"extension", format.extension}, {"holds", format.holds}});
  }
  Json vectors = Json::array();
  for (const VectorsFormat& format : vectors_formats()) {
    vectors.push_back({{"extension", format.extensions.front()}, {"holds", format.holds}});
  }
  return json_to_python(Json{{"codes", std::move(codes)}, {"vectors", std::move(vectors)}}.dump());
}

}  // namespace

void bind_tables(nb::module_& module) {
  module.def("formats", &declared_formats, "The formats of codes and of vectors: their extensions and what they hold.");

  nb::class_<SdrTable>(module, "Codes", "A table of sparse binary codes, one a node. It never changes.")
      .def_static("from_indices", &codes_from_indices, nb::arg("indices"), nb::arg("ids").none() = nb::none(),
                  nb::arg("width") = 0)
      .def_static("from_bytes", &table_from_bytes, nb::arg("bytes"), "(codes, metadata) of a .sdr file in memory.")
      .def("to_bytes", &table_bytes, nb::arg("metadata"), "The .sdr file of the table, in memory.")
      .def("with_rows", &with_rows, nb::arg("indices"), nb::arg("ids").none() = nb::none(),
           "A table of the same shape with these rows.")
      .def("write", &write_table, nb::arg("path"), nb::arg("metadata"), nb::arg("labels").none() = nb::none(),
           nb::arg("codec") = "plain", "Write codes in the format of the extension.")
      .def(
          "layer", [](const SdrTable& t, const std::string& name) { return select_layer(t, parse_layer(name)); },
          nb::arg("name"), "The same codes reduced to one layer.")
      .def_prop_ro("ids", [](const SdrTable& t) { return ids_to_python(t.ids); })
      .def_prop_ro("shape", [](const SdrTable& t) { return shape_to_python(t.shape); })
      .def_prop_ro("width", [](const SdrTable& t) { return t.shape.width(); })
      .def_prop_ro("active", [](const SdrTable& t) { return t.shape.active(); })
      .def_prop_ro(
          "indices",
          [](const nb::object& self) {
            const auto& table = nb::cast<const SdrTable&>(self);
            return view_of(table.bits.data(), {table.size(), table.shape.active()}, self);
          },
          "The active bits, ascending, a row a node; read only, without a copy.")
      .def("__len__", &SdrTable::size);

  nb::class_<DenseTable>(module, "Vectors", "A vector a node. It never changes.")
      .def_static("from_array", &vectors_from_array, nb::arg("values"), nb::arg("ids").none() = nb::none())
      .def(
          "write",
          [](const DenseTable& table, const FilePath& path) {
            const nb::gil_scoped_release release;
            write_vectors(path.bytes, table);
          },
          nb::arg("path"), "Write vectors in the format of the extension.")
      .def_prop_ro("ids", [](const DenseTable& t) { return ids_to_python(t.ids); })
      .def_prop_ro(
          "values",
          [](const nb::object& self) {
            const auto& table = nb::cast<const DenseTable&>(self);
            return view_of(table.values.data(), {table.size(), table.dimensions}, self);
          },
          "A row a node; read only, without a copy.")
      .def("__len__", &DenseTable::size);

  module.def("read_embedding", &read_any, nb::arg("path"),
             "(codes or vectors, metadata), from any file the program knows.");
}

}  // namespace columnar::python
