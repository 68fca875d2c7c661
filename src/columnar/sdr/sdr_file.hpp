#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/sdr/codec/codec.hpp"

namespace columnar {

/// What a .sdr file holds.
struct SdrFile {
  SdrTable table;
  Codec codec = Codec::kPlain;
  std::string metadata_json;  ///< where the codes come from, as the writer gave it
};

/// The .sdr file of a table, in memory.                                           docs/formats.md#sdr
/// The metadata are a JSON text of the caller's (graph digest, seed, config); what changes from run to run, such as the
/// time, has no place in them, for the same codes must give the same bytes. Throws Error(kOutput) for a table that
/// read_sdr() would refuse.
[[nodiscard]] SectionedFileWriter make_sdr(const SdrTable& table, const std::string& metadata_json,
                                           const std::string& place, Codec codec = Codec::kPlain);

/// Writes a .sdr file atomically.
void write_sdr(const std::string& path, const SdrTable& table, const std::string& metadata_json,
               Codec codec = Codec::kPlain);

/// Reads a .sdr file and checks every code in it; Error(kInput) for any that its shape does not allow.
[[nodiscard]] SdrFile read_sdr(const std::string& path);

/// The same for a container already read and verified.
[[nodiscard]] SdrFile sdr_from_sections(const SectionedFile& file);

/// The codes of a .sdr file as they are stored, for reading one now and then: with SectionedFile::map() the others stay
/// on disk. Error(kInput) as read_sdr(), but a code is checked when it is asked for.
[[nodiscard]] PackedCodes packed_codes(const SectionedFile& file);

}  // namespace columnar
