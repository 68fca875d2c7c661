#include "columnar/model/stored_codes.hpp"

#include <filesystem>

#include "columnar/core/config_fields.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/provenance.hpp"
#include "columnar/sdr/sdr_export.hpp"

namespace columnar {

namespace {

/// A name that is mistyped is told as such, before its extension is doubted.
void require_something(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const bool regular = std::filesystem::is_regular_file(path, error);
  if (path != "-" && (!std::filesystem::exists(path, error) || (regular && size == 0))) {
    (void)SectionedFile::read_any(path);  // says what is wrong
  }
}

}  // namespace

bool is_model_file(const std::string& path) { return sectioned_file_kind(path) == FileKind::kModel; }

SdrTable read_stored_codes(const std::string& path) {
  if (is_model_file(path)) {
    return codes_of(load_model(path));
  }
  require_something(path);
  return read_codes(path);
}

std::string read_stored_metadata(const std::string& path) {
  if (!is_model_file(path)) {
    return read_codes_metadata(path);
  }
  const SectionedFile file = SectionedFile::map(path, FileKind::kModel);
  return provenance_json(config_from_json(file.text("config"), path), std::string(file.text("graph.digest")));
}

}  // namespace columnar
