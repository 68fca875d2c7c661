#pragma once

#include <optional>
#include <string>

#include "columnar/files/atomic_file.hpp"
#include "columnar/graph/graph.hpp"
#include "columnar/sdr/codec/codec.hpp"
#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// Formats of codes, by the extension of the file.
enum class CodesFormat {
  kSdr,  ///< .sdr: the program's own; keeps everything
  kNpz,  ///< .npz: CSR for scipy.sparse.load_npz, ids and shape beside it; keeps everything
  kTsv,  ///< .tsv: id, tab, active bits
  kSvm,  ///< .svm: LIBSVM's text
};

/// The format that a path asks for; Error(kConfig) that names the valid extensions where it asks for none.
[[nodiscard]] CodesFormat codes_format(const std::string& path);

/// Throws as codes_format() does, for asking before the work begins.
void check_codes_extension(const std::string& path);

/// Bytes that writing a table of these nodes to this file takes beside the table.
[[nodiscard]] std::uint64_t codes_writer_bytes(const std::string& path, const NodeIds& ids, std::uint64_t active);

/// Throws Error(kOutput) where the ids do not fit the format of the path, so that a run can end before its work begins:
/// no ids at all in the text formats, which do not hold the shape; a NUL anywhere but in .sdr, a tab or line end in the
/// text formats, a first id that begins .tsv like a file of another kind, ids so long that the fixed width of .npz
/// would take gigabytes.
void require_ids_fit(const std::string& path, const NodeIds& ids);

/// The codes as they go into a file: the layer that was asked for, else all of .sdr, and of formats that are for other
/// programs L2/3 and L5a, the bits that the paper's figures are of.
[[nodiscard]] SdrTable codes_for(const std::string& path, SdrTable table, std::optional<Layer> layer = std::nullopt);

/// Writes codes atomically in the format of the extension. metadata_json is kept by .sdr and .npz; labels (parallel to
/// the table, or nullptr) become the first column of .svm, kUnknown as -1, and are not written elsewhere. The codec is
/// that of .sdr; other formats have none.
void write_codes(const std::string& path, const SdrTable& table, const std::string& metadata_json,
                 const Labels* labels = nullptr, Codec codec = Codec::kPlain);

/// The same among other outputs; the caller commits.
void write_codes(AtomicFile& file, const SdrTable& table, const std::string& metadata_json,
                 const Labels* labels = nullptr, Codec codec = Codec::kPlain);

/// Reads back anything write_codes() writes.
///
/// The text formats do not hold the shape. Codes that fit the default sizes (28 of 1800, 8 of 1500, 20 of 300, 48 of
/// 3848, 20 of 2048) get their shape; any others count as codes of one layer, one cell a column, as wide as their
/// highest bit asks. The same holds for a foreign CSR matrix of ones with equally many in each row, and for its width.
/// Rows without ids get their number.
///
/// metadata_json, where asked for, is what write_codes() was given, or "{}" where the file does not say. Both come from
/// one look at the file: it may be a pipe, or be replaced at any moment.
[[nodiscard]] SdrTable read_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
