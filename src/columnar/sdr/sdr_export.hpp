#pragma once

#include <cstdint>
#include <string>

#include "columnar/code_files.hpp"
#include "columnar/codes.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/graph.hpp"
#include "columnar/sdr/sdr_formats.hpp"

namespace columnar {

/// Throws as codes_format() does, for asking before the work begins.
void check_codes_extension(const std::string& path);

/// Bytes that writing a table of these nodes to this file takes beside the table.
[[nodiscard]] std::uint64_t codes_writer_bytes(const std::string& path, const NodeIds& ids, std::uint64_t active);

/// Throws Error(kOutput) where the ids do not fit the format of the path, so that a run can end before its work begins:
/// no ids at all in the text formats, which do not hold the shape; a NUL anywhere but in .sdr, a tab or line end in the
/// text formats, a first id that begins .tsv like a file of another kind, ids so long that the fixed width of .npz
/// would take gigabytes.
void require_ids_fit(const std::string& path, const NodeIds& ids);

/// write_codes() (code_files.hpp) among other outputs; the caller commits.
void write_codes(AtomicFile& file, const SdrTable& table, const std::string& metadata_json,
                 const Labels* labels = nullptr, Codec codec = Codec::kPlain);

}  // namespace columnar
