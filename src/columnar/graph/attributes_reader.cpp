#include "columnar/graph/attributes_reader.hpp"

#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/graph/npy_attributes.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar/graph/table_attributes.hpp"

namespace columnar {

Attributes read_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy) {
  std::string extension = extension_of(path);
  if (extension == ".npz") {
    auto attributes = read_npz_attributes(path, ids);
    return attributes ? *std::move(attributes) : read_scipy_attributes(path, ids, policy);
  }
  if (extension == ".npy") {
    return read_npy_attributes(path, ids);
  }
  if (extension == ".gz") {
    extension = extension_of(path.substr(0, path.size() - extension.size()));
  }
  if (extension == ".csv" || extension == ".tsv" || extension == ".txt") {
    return read_table_attributes(path, ids, policy);
  }
  fail_input(path, "attributes are read from .npz, .npy, .csv, .tsv, .txt, and the last three with .gz");
}

}  // namespace columnar
