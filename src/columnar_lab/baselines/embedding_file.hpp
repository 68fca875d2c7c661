#pragma once

#include <string>

#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"

namespace columnar {

/// Where the ids of a .npy lie: "FILE.npy.ids".
[[nodiscard]] std::string ids_file_of(const std::string& path);

/// Throws Error(kOutput) where the ids do not fit the format of the path, so that a run can end before its work begins:
/// a space in the text format, a line end or a first id like the start of another kind of file beside a .npy, ids so
/// long that the fixed width of .npz would take gigabytes.
void require_vector_ids_fit(const std::string& path, const NodeIds& ids);

/// Writes vectors atomically in the format of the extension: text in the fewest digits that give each float back, or
/// 32-bit floats. Throws Error(kOutput) for vectors that are not finite or do not fit their ids in number.
void write_vectors(const std::string& path, const DenseTable& table);

/// Reads an embedding of any format the program knows, ours or a foreign one: codes from .sdr, .tsv, .svm or .npz,
/// vectors from .emb, .vec, .txt (plain or gzip, .gz or not), .npy or .npz.
///
/// An .npz that holds a CSR matrix is codes; any other must have a 2-D array of floats: `vectors`, `embedding`, or the
/// only one there is. A .npy without FILE.ids and an .npz without `ids` have rows without names: they get their number,
/// from 0.
///
/// Every failure is Error(kInput) that begins with the place: numbers that are not finite, rows of another length, ids
/// that occur twice, another number of rows than the header says. Where codes come from is told as by read_codes();
/// vectors say "{}".
[[nodiscard]] Embedding read_embedding(const std::string& path, std::string* metadata_json = nullptr);

/// Whether ids are just the numbers of the rows, as rows without names get them.
[[nodiscard]] bool are_row_numbers(const NodeIds& ids) noexcept;

}  // namespace columnar
