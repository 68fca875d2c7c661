#include "columnar_lab/baselines/embedding_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"

namespace columnar {
namespace {

bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() > ending.size() &&
         std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

std::optional<VectorsFormat> format_of(const std::string& path) {
  for (const std::string_view text : {".emb", ".vec", ".txt"}) {
    if (ends_with(path, text)) {
      return VectorsFormat::kText;
    }
  }
  if (ends_with(path, ".npy")) {
    return VectorsFormat::kNpy;
  }
  return ends_with(path, ".npz") ? std::optional(VectorsFormat::kNpz) : std::nullopt;
}

bool is_codes_only(const std::string& path) {
  return ends_with(path, ".sdr") || ends_with(path, ".tsv") || ends_with(path, ".svm");
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

VectorsFormat vectors_format(const std::string& path) {
  if (const auto format = format_of(path)) {
    return *format;
  }
  throw Error(ErrorCode::kConfig, path + ": unknown extension for vectors: use .emb, .npy or .npz");
}

std::string ids_file_of(const std::string& path) { return path + ".ids"; }

void require_vector_ids_fit(const std::string& path, const NodeIds& ids) {
  using namespace std::string_view_literals;
  const VectorsFormat format = vectors_format(path);
  if (format == VectorsFormat::kNpz) {
    return require_ids_fit(path, ids);  // the same array as beside codes
  }
  const bool is_text = format == VectorsFormat::kText;
  if (!is_text && ids.are_text() && begins_like_no_text(ids.texts.front())) {
    throw Error(ErrorCode::kOutput, path + ": the first node id begins like a file of another kind; use .npz");
  }
  for (const std::string& id : ids.texts) {
    if (id.empty()) {
      throw Error(ErrorCode::kOutput, path + ": a node id is empty");
    }
    if (id.find_first_of(is_text ? "\0\n\r\t "sv : "\0\n\r"sv) != std::string::npos) {
      throw Error(ErrorCode::kOutput, fmt::format("{}: a node id holds {}, which the format cannot; use .npz", path,
                                                  is_text ? "a space or a line end" : "a line end"));
    }
  }
}

void write_vectors(const std::string& path, const DenseTable& table) {
  const VectorsFormat format = vectors_format(path);
  require_vector_ids_fit(path, table.ids);
  check_vectors(path, table);
  switch (format) {
    case VectorsFormat::kText:
      return write_vectors_text(path, table);
    case VectorsFormat::kNpy:
      return write_vectors_npy(path, table);
    case VectorsFormat::kNpz:
      return write_vectors_npz(path, table);
  }
}

Embedding read_embedding(const std::string& path, std::string* metadata_json) {
  if (is_codes_only(path)) {
    return read_codes(path, metadata_json);
  }
  if (metadata_json != nullptr) {
    *metadata_json = "{}";
  }
  const bool is_gzip = ends_with(path, ".gz");
  const auto format = format_of(is_gzip ? path.substr(0, path.size() - 3) : path);
  if (!format || (is_gzip && *format != VectorsFormat::kText)) {
    static_cast<void>(InputFile(path));  // where there is no such file, that is what to say
    throw Error(ErrorCode::kConfig, path +
                                        ": unknown extension for an embedding: use .sdr, .tsv, .svm or .npz for codes, "
                                        ".emb, .npy or .npz for vectors");
  }
  switch (*format) {
    case VectorsFormat::kText:
      return read_vectors_text(path);
    case VectorsFormat::kNpy:
      return read_vectors_npy(path);
    case VectorsFormat::kNpz:
      break;
  }
  if (NpzReader(path).has("indptr")) {
    return read_codes(path, metadata_json);
  }
  return read_vectors_npz(path);
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
