#include "columnar/sdr/sdr_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "columnar/core/error.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/shape_section.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kFormatVersion = 1;

[[noreturn]] void fail_input(const SectionedFile& file, const std::string& reason) {
  throw Error(ErrorCode::kInput, file.name() + ": " + reason);
}

}  // namespace

SectionedFileWriter make_sdr(const SdrTable& table, const std::string& metadata_json, const std::string& place) {
  check_codes(table, place, ErrorCode::kOutput);
  if (!nlohmann::json::accept(metadata_json)) {
    throw Error(ErrorCode::kOutput, place + ": the metadata are not JSON");
  }
  SectionedFileWriter writer(FileKind::kCodes, kFormatVersion);
  add_shape(writer, table.shape, table.size());
  add_ids(writer, table.ids, place);
  writer.add_array("codes", std::span<const std::uint16_t>(table.bits));
  writer.add_text("metadata", metadata_json);
  return writer;
}

void write_sdr(const std::string& path, const SdrTable& table, const std::string& metadata_json) {
  make_sdr(table, metadata_json, path).write(path);
}

SdrFile sdr_from_sections(const SectionedFile& file) {
  if (file.kind() != FileKind::kCodes) {
    fail_input(file, fmt::format("not a columnar codes file: it is a {} file", name_of(file.kind())));
  }
  if (file.format_version() != kFormatVersion) {
    fail_input(file, fmt::format("version {} of the codes is unknown; this program knows {}", file.format_version(),
                                 kFormatVersion));
  }
  const StoredShape stored = read_shape(file);
  SdrFile result;
  SdrTable& table = result.table;
  table.shape = stored.shape;
  table.ids = read_ids(file, stored.nodes);
  table.bits = file.array<std::uint16_t>("codes");
  check_codes(table, file.name(), ErrorCode::kInput);
  result.metadata_json = file.text("metadata");
  if (!nlohmann::json::accept(result.metadata_json)) {
    fail_input(file, "its metadata are not JSON");
  }
  return result;
}

SdrFile read_sdr(const std::string& path) { return sdr_from_sections(SectionedFile::read(path, FileKind::kCodes)); }

}  // namespace columnar
