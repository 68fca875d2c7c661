#include "columnar/graph/attributes_reader.hpp"

#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/graph/new_table_attributes.hpp"
#include "columnar/graph/npy_attributes.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar/graph/table_attributes.hpp"

namespace columnar {
namespace {

enum class AttributesFormat { kNpz, kNpy, kTable };

AttributesFormat attributes_format(const std::string& path) {
  const std::string extension = extension_of(path);
  if (extension == ".npz") {
    return AttributesFormat::kNpz;
  }
  if (extension == ".npy") {
    return AttributesFormat::kNpy;
  }
  const std::string of_text = unpacked_extension_of(path);
  if (of_text == ".csv" || of_text == ".tsv" || of_text == ".txt") {
    return AttributesFormat::kTable;
  }
  fail_input(path, "attributes are read from .npz, .npy, .csv, .tsv, .txt, and the last three with .gz");
}

}  // namespace

Attributes read_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy) {
  switch (attributes_format(path)) {
    case AttributesFormat::kNpz: {
      auto attributes = read_npz_attributes(path, ids);
      return attributes ? *std::move(attributes) : read_scipy_attributes(path, ids, policy);
    }
    case AttributesFormat::kNpy:
      return read_npy_attributes(path, ids);
    case AttributesFormat::kTable:
      break;
  }
  return read_table_attributes(path, ids, policy);
}

NamedAttributes read_new_attributes(const std::string& path, const NodeIds& known, const Attributes& model) {
  if (model.width == 0) {
    fail_input(path, "the model was trained without attributes, or found them to tell nothing");
  }
  switch (attributes_format(path)) {
    case AttributesFormat::kNpz:
      return read_new_npz_attributes(path, known, model);
    case AttributesFormat::kNpy:
      return read_new_npy_attributes(path, known, model);
    case AttributesFormat::kTable:
      break;
  }
  return read_new_table_attributes(path, known, model);
}

}  // namespace columnar
