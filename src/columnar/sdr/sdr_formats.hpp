#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/code_files.hpp"
#include "columnar/codes.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph.hpp"

/// A format of codes is declared once: its extension, what it holds, and how it is written and read. The dispatch of
/// write_codes() and read_codes(), help and refusals follow.

namespace columnar {

/// What is written beside the codes, by the formats that hold it.
struct CodesExtras {
  const std::string& metadata_json;
  const Labels* labels;  ///< parallel to the table, or nullptr
  Codec codec;
};

struct CodesFormat {
  std::string_view extension;  ///< ".sdr", in lower case
  std::string_view holds;      ///< one line
  bool is_own = false;         ///< the program's own: all layers, unless one is asked for
  bool has_codecs = false;
  bool holds_classes = false;
  bool holds_shape = false;  ///< also where there are no codes
  /// Throws Error(kOutput) for text ids that the format cannot hold.
  void (*require_ids_fit)(const std::string& path, const NodeIds& ids);
  /// Bytes that the writer takes beside the table. Empty: it writes line by line.
  std::uint64_t (*writer_bytes)(const NodeIds& ids, std::uint64_t active);
  /// The table has been checked by the caller, who commits the file, too.
  void (*write)(AtomicFile& file, const SdrTable& table, const CodesExtras& extras);
  /// The metadata stay as they are where the file has none.
  SdrTable (*read)(const std::string& path, std::string& metadata_json);
};

/// All of them, the program's own first.
[[nodiscard]] const std::vector<CodesFormat>& codes_formats();

/// The format that a path asks for; nullptr where it asks for none.
[[nodiscard]] const CodesFormat* find_codes_format(const std::string& path);

/// The same; Error(kConfig) that names the valid extensions where it asks for none.
[[nodiscard]] const CodesFormat& codes_format(const std::string& path);

/// Their extensions, for help and messages; of those that have a property, if one is named.
[[nodiscard]] std::vector<std::string_view> codes_extensions(bool CodesFormat::*having = nullptr);

/// Throws Error(kOutput) for text ids that are empty or hold one of these bytes; says what that is and which extension
/// is better.
void require_ids_without(const std::string& path, const NodeIds& ids, std::string_view forbidden, std::string_view what,
                         std::string_view better);

/// Throws Error(kOutput) for text ids that NumPy's arrays cannot hold: a NUL, or so long that their fixed width would
/// take gigabytes.
void require_npz_ids_fit(const std::string& path, const NodeIds& ids);

/// The array `ids` of an archive, integers or text, or the numbers of the rows where it has none. Throws Error(kInput)
/// unless there are as many as rows.
[[nodiscard]] NodeIds read_npz_ids(const NpzReader& reader, std::uint64_t rows, const std::string& path);

/// The shape of codes that came without one: the default one where they fit it, else one layer of one-cell columns.
/// width is 0 where unknown. The bits are ascending within each code of `active`.
[[nodiscard]] SdrShape infer_shape(std::uint32_t active, std::uint32_t width, const std::vector<std::uint16_t>& bits);

}  // namespace columnar
