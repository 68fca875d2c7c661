#include "columnar_lab/baselines/embedding_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"

namespace columnar {

VectorsFormat npy_vectors();
VectorsFormat npz_vectors();
VectorsFormat text_vectors();

namespace {

const VectorsFormat* format_of_extension(const std::string& extension) {
  const auto found = std::ranges::find_if(vectors_formats(), [&extension](const auto& format) {
    return std::ranges::find(format.extensions, extension) != format.extensions.end();
  });
  return found != vectors_formats().end() ? &*found : nullptr;
}

const VectorsFormat* find_vectors_format(const std::string& path) { return format_of_extension(extension_of(path)); }

/// The same for reading, where text may be packed.
const VectorsFormat* find_readable_format(const std::string& path) {
  const std::string extension = unpacked_extension_of(path);
  const VectorsFormat* format = format_of_extension(extension);
  return format != nullptr && (format->may_be_gzip || extension_of(path) == extension) ? format : nullptr;
}

void check_vectors(const std::string& path, const DenseTable& table) {
  if (table.size() == 0) {
    throw Error(ErrorCode::kOutput, path + ": there are no nodes: vectors of none are not written");
  }
  if (table.dimensions == 0 || table.values.size() != table.size() * std::size_t{table.dimensions}) {
    throw Error(ErrorCode::kOutput, fmt::format("{}: {} floats are no {} vectors of {}", path, table.values.size(),
                                                table.size(), table.dimensions));
  }
  const auto bad = std::find_if(table.values.begin(), table.values.end(), [](float x) { return !std::isfinite(x); });
  if (bad != table.values.end()) {
    const auto row = static_cast<std::size_t>(bad - table.values.begin()) / table.dimensions;
    throw Error(ErrorCode::kOutput, fmt::format("{}: row {}: a value is not finite", path, row));
  }
}

}  // namespace

const std::vector<VectorsFormat>& vectors_formats() {
  static const std::vector<VectorsFormat> all{text_vectors(), npy_vectors(), npz_vectors()};
  return all;
}

const VectorsFormat& vectors_format(const std::string& path) {
  if (const VectorsFormat* format = find_vectors_format(path)) {
    return *format;
  }
  throw Error(ErrorCode::kConfig,
              fmt::format("{}: unknown extension for vectors: use {}", path, list_text(vectors_extensions(), "or")));
}

std::vector<std::string_view> vectors_extensions() {
  std::vector<std::string_view> extensions;
  for (const VectorsFormat& format : vectors_formats()) {
    extensions.push_back(format.extensions.front());
  }
  return extensions;
}

std::string ids_file_of(const std::string& path) { return path + ".ids"; }

void require_vector_ids_fit(const std::string& path, const NodeIds& ids) {
  const VectorsFormat& format = vectors_format(path);
  if (ids.are_text()) {
    format.require_ids_fit(path, ids);
  }
}

void write_vectors(const std::string& path, const DenseTable& table) {
  const VectorsFormat& format = vectors_format(path);
  require_vector_ids_fit(path, table.ids);
  check_vectors(path, table);
  format.write(path, table);
}

Embedding read_embedding(const std::string& path, std::string* metadata_json) {
  require_no_other_kind(path);
  const CodesFormat* codes = find_codes_format(path);
  const VectorsFormat* vectors = find_readable_format(path);
  if (codes == nullptr && vectors == nullptr) {
    static_cast<void>(InputFile(path));  // where there is no such file, that is what to say
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: unknown extension for an embedding: use {} for codes, {} for vectors", path,
                            list_text(codes_extensions(), "or"), list_text(vectors_extensions(), "or")));
  }
  // NumPy's archive, which may hold either, is the one extension of both.
  if (codes != nullptr && (vectors == nullptr || NpzReader(path).has("indptr"))) {
    return read_codes(path, metadata_json);
  }
  if (metadata_json != nullptr) {
    *metadata_json = "{}";
  }
  return vectors->read(path);
}

bool are_row_numbers(const NodeIds& ids) noexcept {
  if (ids.are_text()) {
    return false;
  }
  for (std::size_t row = 0; row < ids.integers.size(); ++row) {
    if (ids.integers[row] != static_cast<std::int64_t>(row)) {
      return false;
    }
  }
  return true;
}

}  // namespace columnar
