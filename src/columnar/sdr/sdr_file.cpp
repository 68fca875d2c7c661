#include "columnar/sdr/sdr_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "columnar/core/bounded_json.hpp"
#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar/sdr/shape_section.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kPlainVersion = 1;  ///< readable by programs without codecs
constexpr std::uint32_t kCodecVersion = 2;  ///< with a section that names the codec

void check_kind(const SectionedFile& file) {
  if (file.kind() != FileKind::kCodes) {
    fail_input(file.name(), fmt::format("not a columnar codes file: it is a {} file", name_of(file.kind())));
  }
  if (file.format_version() != kPlainVersion && file.format_version() != kCodecVersion) {
    fail_input(file.name(), fmt::format("version {} of the codes is unknown; this program knows {} and {}",
                                        file.format_version(), kPlainVersion, kCodecVersion));
  }
}

PackedCodes read_packed(const SectionedFile& file, const StoredShape& stored) {
  const std::string_view name = file.format_version() == kCodecVersion ? file.text("codec") : name_of(Codec::kPlain);
  const std::optional<Codec> codec = codec_by_name(name);
  if (!codec) {
    fail_input(file.name(), fmt::format("its codec {} is unknown; this program knows plain, elias-fano and entropy",
                                        in_quotes(name)));
  }
  return {*codec,       stored.shape, static_cast<std::size_t>(stored.nodes), file.section("codes"),
          file.owner(), file.name()};
}

}  // namespace

SectionedFileWriter make_sdr(const SdrTable& table, const std::string& metadata_json, const std::string& place,
                             Codec codec) {
  check_codes(table, place, ErrorCode::kOutput);
  if (const std::string problem = json_problem(metadata_json); !problem.empty()) {
    throw Error(ErrorCode::kOutput, place + ": the metadata are " + problem);
  }
  SectionedFileWriter writer(FileKind::kCodes, codec == Codec::kPlain ? kPlainVersion : kCodecVersion);
  add_shape(writer, table.shape, table.size());
  add_optional_shapes(writer, table.shape);
  add_ids(writer, table.ids, place);
  if (codec != Codec::kPlain) {
    writer.add_text("codec", name_of(codec));
  }
  writer.add("codes", pack_codes(table, codec));
  writer.add_text("metadata", metadata_json);
  return writer;
}

void write_sdr(const std::string& path, const SdrTable& table, const std::string& metadata_json, Codec codec) {
  make_sdr(table, metadata_json, path, codec).write(path);
}

SdrFile sdr_from_sections(const SectionedFile& file) {
  check_kind(file);
  const StoredShape stored = read_shape(file);
  SdrFile result;
  SdrTable& table = result.table;
  table.shape = stored.shape;
  table.ids = read_ids(file, stored.nodes);
  const PackedCodes packed = read_packed(file, stored);
  result.codec = packed.codec();
  table.bits = packed.all();
  check_codes(table, file.name(), ErrorCode::kInput);
  result.metadata_json = file.text("metadata");
  if (const std::string problem = json_problem(result.metadata_json); !problem.empty()) {
    fail_input(file.name(), "its metadata are " + problem);
  }
  return result;
}

PackedCodes packed_codes(const SectionedFile& file) {
  check_kind(file);
  return read_packed(file, read_shape(file));
}

SdrFile read_sdr(const std::string& path) { return sdr_from_sections(SectionedFile::read(path, FileKind::kCodes)); }

CodesFormat sdr_codes() {
  return {.extension = ".sdr",
          .holds = "the program's own: all layers, ids, shape and metadata",
          .is_own = true,
          .has_codecs = true,
          .holds_shape = true,
          .require_ids_fit = nullptr,
          .writer_bytes =
              [](const NodeIds& ids, std::uint64_t active) {
                std::uint64_t bytes = ids.size() * (8 + 2 * active);
                for (const std::string& id : ids.texts) {
                  bytes += id.size();
                }
                return bytes;
              },
          .write =
              [](AtomicFile& file, const SdrTable& table, const CodesExtras& extras) {
                make_sdr(table, extras.metadata_json, file.path(), extras.codec).write(file);
              },
          .read =
              [](const std::string& path, std::string& metadata_json) {
                SdrFile file = read_sdr(path);
                metadata_json = std::move(file.metadata_json);
                return std::move(file.table);
              }};
}

}  // namespace columnar
