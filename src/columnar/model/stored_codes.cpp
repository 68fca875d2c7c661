#include "columnar/model/stored_codes.hpp"

#include <filesystem>

#include "columnar/core/config_fields.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/provenance.hpp"
#include "columnar/sdr/sdr_export.hpp"

namespace columnar {

bool is_model_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && sectioned_file_kind(path) == FileKind::kModel;
}

SdrTable read_stored_codes(const std::string& path) {
  return is_model_file(path) ? codes_of(load_model(path)) : read_codes(path);
}

std::string read_stored_metadata(const std::string& path) {
  if (!is_model_file(path)) {
    return read_codes_metadata(path);
  }
  const SectionedFile file = SectionedFile::map(path, FileKind::kModel);
  return provenance_json(config_from_json(file.text("config"), path), std::string(file.text("graph.digest")));
}

}  // namespace columnar
