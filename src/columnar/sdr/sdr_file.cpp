#include "columnar/sdr/sdr_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "columnar/core/error.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kFormatVersion = 1;
constexpr std::size_t kShapeBytes = 32;  // six u32 and a u64

[[noreturn]] void fail_input(const SectionedFile& file, const std::string& reason) {
  throw Error(ErrorCode::kInput, file.name() + ": " + reason);
}

}  // namespace

SectionedFileWriter make_sdr(const SdrTable& table, const std::string& metadata_json, const std::string& place) {
  check_codes(table, place, ErrorCode::kOutput);
  if (!nlohmann::json::accept(metadata_json)) {
    throw Error(ErrorCode::kOutput, place + ": the metadata are not JSON");
  }
  const SdrShape& shape = table.shape;
  std::vector<std::byte> header;
  for (const std::uint32_t number : {shape.columns, shape.cells_per_column, shape.active_columns, shape.l5a_size,
                                     shape.l5a_active, static_cast<std::uint32_t>(shape.layer)}) {
    append_little_endian(header, number);
  }
  append_little_endian(header, std::uint64_t{table.size()});

  SectionedFileWriter writer(FileKind::kCodes, kFormatVersion);
  writer.add("shape", std::move(header));
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
  const auto header = file.section("shape");
  if (header.size() != kShapeBytes) {
    fail_input(file, fmt::format("its shape has {} bytes, not {}", header.size(), kShapeBytes));
  }
  const auto field = [&](std::size_t i) { return load_little_endian<std::uint32_t>(header.data() + 4 * i); };
  const std::uint32_t layer = field(5);
  if (layer > static_cast<std::uint32_t>(Layer::kAll)) {
    fail_input(file, fmt::format("unknown layer {}", layer));
  }
  SdrFile result;
  SdrTable& table = result.table;
  table.shape = {field(0), field(1), field(2), field(3), field(4), static_cast<Layer>(layer)};
  const auto count = load_little_endian<std::uint64_t>(header.data() + 24);
  if (count > std::numeric_limits<NodeIndex>::max()) {
    fail_input(file, fmt::format("{} nodes are more than 32 bits can count", count));
  }
  table.ids = read_ids(file, count);
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
