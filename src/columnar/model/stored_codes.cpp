#include "columnar/model/stored_codes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/sdr/sdr_formats.hpp"

namespace columnar {

namespace {

/// Reports a path that does not exist before its extension is checked.
void require_something(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const bool regular = std::filesystem::is_regular_file(path, error);
  const bool directory = std::filesystem::is_directory(path, error);
  if (path != "-" && (!std::filesystem::exists(path, error) || directory || (regular && size == 0))) {
    (void)SectionedFile::read_any(path);  // throws the reason
  }
}

/// A matrix of codes has another number of columns than of rows, a graph has as many.
bool archive_holds_codes(const std::string& path) {
  const NpzReader file(path);
  if (file.has("columnar_shape") || !(file.has("indptr") || file.has("adj_indptr"))) {
    return true;
  }
  if (file.has("adj_indptr") || !file.has("shape")) {
    return false;
  }
  const auto shape = file.read_as<std::uint64_t>("shape", NpzReader::kFewItems);
  return shape.size() == 2 && shape[0] != shape[1];
}

/// A line of codes is an id, a tab, and the active bits between blanks. Fewer than three may be an edge to which
/// somebody added a weight by hand.
bool text_holds_codes(const std::string& path) {
  constexpr std::ptrdiff_t kFewestBlanks = 2;
  LineReader lines(path);
  auto line = lines.next();
  while (line && (line->empty() || line->front() == '#' || line->front() == '%')) {
    line = lines.next();
  }
  const std::size_t tab = line ? line->find('\t') : std::string_view::npos;
  if (tab == std::string_view::npos) {
    return false;
  }
  const std::string_view bits = line->substr(tab + 1);
  return bits.find_first_not_of("0123456789 ") == std::string_view::npos &&
         std::ranges::count(bits, ' ') >= kFewestBlanks;
}

}  // namespace

bool holds_codes(const std::string& path) {
  const CodesFormat* format = find_codes_format(path);
  const std::optional<FileKind> kind = sectioned_file_kind(path);
  std::error_code error;
  if (kind || format == nullptr || !std::filesystem::is_regular_file(path, error)) {
    return kind ? kind != FileKind::kGraph : format != nullptr;
  }
  if (format->extension == ".npz") {
    return archive_holds_codes(path);
  }
  return format->extension != ".tsv" || text_holds_codes(path);
}

void require_no_other_kind(const std::string& path) {
  const std::optional<FileKind> kind = sectioned_file_kind(path);
  if (kind && kind != FileKind::kCodes && kind != FileKind::kModel) {
    fail_input(path, fmt::format("not codes but a file of this program: {}", name_of(*kind)));
  }
}

bool is_model_file(const std::string& path) { return sectioned_file_kind(path) == FileKind::kModel; }

SdrTable read_stored_codes(const std::string& path, std::string* metadata_json) {
  if (!is_model_file(path)) {
    require_no_other_kind(path);
    require_something(path);
    return read_codes(path, metadata_json);
  }
  const Model model = load_model(path);
  if (metadata_json != nullptr) {
    *metadata_json = provenance_json(model.config, model.graph_digest);
  }
  return codes_of(model);
}

}  // namespace columnar
