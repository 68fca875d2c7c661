#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar_lab/baselines/dense_table.hpp"

/// A format of vectors is declared once: its extensions, what it holds, and how it is written and read. The dispatch of
/// write_vectors() and read_embedding(), help and refusals follow.

namespace columnar {

/// Floats of one vector at most.
inline constexpr std::uint64_t kMaxDimensions = std::uint64_t{1} << 18;

struct VectorsFormat {
  std::vector<std::string_view> extensions;  ///< in lower case; the first is the one that help and messages name
  std::string_view holds;                    ///< one line
  bool ids_beside = false;                   ///< the ids are a file of their own, ids_file_of()
  bool may_be_gzip = false;                  ///< also read with .gz behind the extension
  /// Throws Error(kOutput) for text ids that the format cannot hold.
  void (*require_ids_fit)(const std::string& path, const NodeIds& ids);
  /// The table has been checked by the caller.
  void (*write)(const std::string& path, const DenseTable& table);
  DenseTable (*read)(const std::string& path);
};

/// All of them.
[[nodiscard]] const std::vector<VectorsFormat>& vectors_formats();

/// The format that a path asks for; Error(kConfig) that names the valid extensions where it asks for none.
[[nodiscard]] const VectorsFormat& vectors_format(const std::string& path);

/// The first extension of each, for help and messages.
[[nodiscard]] std::vector<std::string_view> vectors_extensions();

}  // namespace columnar
