#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/sdr/codec/codec.hpp"

namespace columnar {

/// Contents of a .sdr file.
struct SdrFile {
  SdrTable table;
  Codec codec = Codec::kPlain;
  std::string metadata_json;  ///< provenance, as given by the writer
};

/// The .sdr file of a table, in memory. docs/formats.md#sdr
/// The metadata is a JSON text of the caller (graph digest, seed, config). It must not contain anything that varies
/// between runs, such as the time, because the same codes must give the same bytes. Throws Error(kOutput) for a table
/// that
/// read_sdr() would refuse.
[[nodiscard]] SectionedFileWriter make_sdr(const SdrTable& table, const std::string& metadata_json,
                                           const std::string& place, Codec codec = Codec::kPlain);

/// Writes a .sdr file atomically.
void write_sdr(const std::string& path, const SdrTable& table, const std::string& metadata_json,
               Codec codec = Codec::kPlain);

/// Reads a .sdr file and checks every code. Throws Error(kInput) for a code that its shape does not allow.
[[nodiscard]] SdrFile read_sdr(const std::string& path);

/// The same for a container already read and verified.
[[nodiscard]] SdrFile sdr_from_sections(const SectionedFile& file);

/// The packed codes of a .sdr file, for reading single codes: with SectionedFile::map() the rest stays
/// on disk. Throws Error(kInput) like read_sdr(), but checks a code only when it is read.
[[nodiscard]] PackedCodes packed_codes(const SectionedFile& file);

}  // namespace columnar
