#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/files/output_files.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"

// Vectors as NumPy's arrays: .npy with the ids beside it, .npz with the ids in it.

namespace columnar {
namespace {

std::vector<std::byte> array_of(const DenseTable& table) {
  const std::array<std::uint64_t, 2> shape{table.size(), table.dimensions};
  return make_npy<float>(std::span<const float>(table.values), shape);
}

/// The values and their shape; the ids are still to come.
DenseTable table_of(const NpyArray& array) {
  const NpyHeader& header = array.header;
  if (header.shape.size() != 2 || header.kind != NpyKind::kFloat) {
    fail_input(array.place, fmt::format("not vectors: {} in {} dimensions, not floats in two",
                                        header.kind == NpyKind::kFloat ? "floats" : "no floats", header.shape.size()));
  }
  if (header.shape[0] == 0 || header.shape[0] > std::numeric_limits<NodeIndex>::max() || header.shape[1] == 0 ||
      header.shape[1] > kMaxDimensions) {
    fail_input(array.place, fmt::format("not vectors: an array of {} × {}", header.shape[0], header.shape[1]));
  }
  DenseTable table;
  table.dimensions = static_cast<std::uint32_t>(header.shape[1]);
  table.values = array.as<float>();
  const auto bad = std::find_if(table.values.begin(), table.values.end(), [](float x) { return !std::isfinite(x); });
  if (bad != table.values.end()) {
    const auto at = static_cast<std::size_t>(bad - table.values.begin());
    fail_input(array.place, fmt::format("row {}, column {}: the number is not finite", at / table.dimensions,
                                        at % table.dimensions));
  }
  return table;
}

/// One id a line, byte for byte.
NodeIds read_ids_file(const std::string& path, std::uint64_t rows) {
  LineReader lines(path);
  IdIndex ids(lines.name());
  while (const auto line = lines.next()) {
    if (line->empty() || line->find('\0') != std::string_view::npos) {
      fail_input(lines.place(), line->empty() ? "the id is missing" : "a NUL byte; this is not a text file");
    }
    if (ids.size() == rows) {
      fail_input(lines.place(), fmt::format("more ids than the {} rows of the array", rows));
    }
    const std::size_t before = ids.size();
    if (const NodeIndex row = ids.row_of(*line); row < before) {
      fail_input(lines.place(),
                 fmt::format("the id {} has a row already, in line {}", in_quotes(*line), std::uint64_t{row} + 1));
    }
  }
  if (ids.size() != rows) {
    fail_input(lines.name(), fmt::format("{} ids for {} rows", ids.size(), rows));
  }
  return std::move(ids).take_ids();
}

/// Texts that are all canonical integers as these, as they would be read from a text.
NodeIds as_numbers(NodeIds ids) {
  NodeIds numbers;
  for (const std::string& text : ids.texts) {
    const std::optional<std::int64_t> number = parse_canonical_integer(text);
    if (!number) {
      return ids;
    }
    numbers.integers.push_back(*number);
  }
  return ids.are_text() ? numbers : ids;
}

/// The array that holds the vectors: by its name, else the only one that can be meant.
std::string vectors_name(const NpzReader& reader, const std::string& path) {
  for (const char* name : {"vectors", "embedding"}) {
    if (reader.has(name)) {
      return name;
    }
  }
  std::string found;
  for (const std::string& name : reader.names()) {
    const NpyHeader header = reader.header(name);
    if (header.kind != NpyKind::kFloat || header.shape.size() != 2) {
      continue;
    }
    if (!found.empty()) {
      fail_input(path, fmt::format("arrays {} and {} could both be the vectors; name one 'vectors'",
                                   columnar::in_quotes(found), columnar::in_quotes(name)));
    }
    found = name;
  }
  if (found.empty() && reader.has("adj_indptr")) {
    fail_input(path, "a graph, neither codes nor vectors; `columnar embed` makes them of it");
  }
  if (found.empty()) {
    fail_input(path, "neither codes (a SciPy CSR matrix) nor vectors (a 2-D array of floats)");
  }
  return found;
}

void write_vectors_npy(const std::string& path, const DenseTable& table) {
  OutputFiles files;
  AtomicFile& file = files.open(path);
  AtomicFile& ids = files.open(ids_file_of(path));
  file.write(array_of(table));
  for (NodeIndex node = 0; node < table.size(); ++node) {
    ids.write(table.ids.name(node) + "\n");
  }
  files.commit();
}

DenseTable read_vectors_npy(const std::string& path) {
  DenseTable table = table_of(read_npy(path, NpzReader::kMaxArrayBytes));
  const std::uint64_t rows = table.values.size() / table.dimensions;
  std::error_code error;
  if (std::filesystem::exists(ids_file_of(path), error)) {
    table.ids = read_ids_file(ids_file_of(path), rows);
  } else {
    table.ids = numbered_ids(rows);
  }
  return table;
}

void write_vectors_npz(const std::string& path, const DenseTable& table) {
  NpzWriter writer;
  writer.add("vectors", array_of(table));
  writer.add("ids", table.ids.are_text() ? make_npy_unicode(table.ids.texts) : make_npy(table.ids.integers));
  writer.write(path);
}

DenseTable read_vectors_npz(const std::string& path) {
  const NpzReader reader(path);
  DenseTable table = table_of(reader.read(vectors_name(reader, path)));
  table.ids = as_numbers(read_npz_ids(reader, table.values.size() / table.dimensions, path));
  return table;
}

}  // namespace

VectorsFormat npy_vectors() {
  return {.extensions = {".npy"},
          .holds = "one array of 32-bit floats; the ids are lines of FILE.npy.ids",
          .ids_beside = true,
          .require_ids_fit =
              [](const std::string& path, const NodeIds& ids) {
                if (begins_like_no_text(ids.texts.front())) {
                  throw Error(ErrorCode::kOutput,
                              path + ": the first node id begins like a file of another kind; use .npz");
                }
                require_ids_without(path, ids, {"\0\n\r", 3}, "a line end", ".npz");
              },
          .write = write_vectors_npy,
          .read = read_vectors_npy};
}

VectorsFormat npz_vectors() {
  return {.extensions = {".npz"},
          .holds = "arrays `vectors` and `ids`",
          .require_ids_fit = require_npz_ids_fit,  // the same array as beside codes
          .write = write_vectors_npz,
          .read = read_vectors_npz};
}

}  // namespace columnar
