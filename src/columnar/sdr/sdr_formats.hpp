#pragma once

#include <string>

#include "columnar/codes.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph.hpp"

/// The formats behind write_codes() and read_codes(), one pair each. The table has been checked by the caller, who
/// commits the file, too.

namespace columnar {

void write_codes_npz(AtomicFile& file, const SdrTable& table, const std::string& metadata_json);
/// The metadata stay as they are where the archive has none.
[[nodiscard]] SdrTable read_codes_npz(const std::string& path, std::string& metadata_json);

/// The array `ids` of an archive, integers or text, or the numbers of the rows where it has none. Throws Error(kInput)
/// unless there are as many as rows.
[[nodiscard]] NodeIds read_npz_ids(const NpzReader& reader, std::uint64_t rows, const std::string& path);

void write_codes_tsv(AtomicFile& file, const SdrTable& table);
[[nodiscard]] SdrTable read_codes_tsv(const std::string& path);

void write_codes_svm(AtomicFile& file, const SdrTable& table, const Labels* labels);
[[nodiscard]] SdrTable read_codes_svm(const std::string& path);

/// The shape of codes that came without one: the default one where they fit it, else one layer of one-cell columns.
/// width is 0 where unknown. The bits are ascending within each code of `active`.
[[nodiscard]] SdrShape infer_shape(std::uint32_t active, std::uint32_t width, const std::vector<std::uint16_t>& bits);

}  // namespace columnar
