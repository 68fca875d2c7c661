#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "columnar/core/bounded_json.hpp"
#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/files/npy.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/sdr/role_numbers.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_formats.hpp"

// Codes as SciPy's compressed sparse rows: the entries and types of scipy.sparse.save_npz, plus our own.

namespace columnar {
namespace {

constexpr const char* kMetadata = "columnar_metadata";

/// SciPy stores both index arrays in one type: 32 bits if every value fits, else 64.
template <typename Index>
void add_indices(NpzWriter& writer, const SdrTable& table) {
  writer.add("indices", make_npy(std::vector<Index>(table.bits.begin(), table.bits.end())));
  std::vector<Index> offsets(table.size() + 1);
  for (std::size_t node = 0; node <= table.size(); ++node) {
    offsets[node] = static_cast<Index>(node * table.shape.active());
  }
  writer.add("indptr", make_npy(offsets));
}

SdrShape read_shape(const NpzReader& reader, const std::string& path) {
  const auto numbers = reader.read_as<std::uint32_t>("columnar_shape", NpzReader::kFewItems);
  SdrShape shape;
  bool is_whole = numbers.size() >= 6 && numbers[5] <= static_cast<std::uint32_t>(Layer::kSearch);
  if (is_whole) {
    shape = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], static_cast<Layer>(numbers[5]), 0, 0};
    const std::size_t without_roles = shape.has_l6() ? 8 : 6;
    is_whole = numbers.size() == without_roles || numbers.size() == without_roles + 4;
  }
  if (!is_whole) {
    fail_input(path, "malformed 'columnar_shape'");
  }
  if (shape.has_l6()) {
    shape.l6_size = numbers[6];
    shape.l6_active = numbers[7];
  }
  if (numbers.size() > 8) {
    shape.roles = role_share_of({numbers.end()[-4], numbers.end()[-3], numbers.end()[-2], numbers.end()[-1]});
  }
  return shape;
}

/// A single JSON text: anything else could not be read back after write_codes().
std::string read_metadata(const NpzReader& reader) {
  const std::vector<std::string> texts = reader.read_strings(kMetadata, 1);
  const std::string problem = texts.size() == 1 ? json_problem(texts.front()) : "not one text";
  if (!problem.empty()) {
    fail_input(reader.place(kMetadata), problem);
  }
  return texts.front();
}

}  // namespace

NodeIds read_npz_ids(const NpzReader& reader, std::uint64_t rows, const std::string& path) {
  require_plausible_rows(path, rows, rows, reader.file_bytes());
  NodeIds ids;
  if (reader.has("ids")) {
    if (const std::uint64_t count = reader.header("ids").item_count; count != rows) {
      fail_input(path, fmt::format("{} ids for {} rows", count, rows));
    }
    const NpyArray array = reader.read("ids");
    const bool is_text = array.header.kind == NpyKind::kUnicode || array.header.kind == NpyKind::kBytes;
    if (is_text) {
      ids.texts = array.as_strings();
    } else {
      ids.integers = array.as<std::int64_t>();
    }
    require_distinct_ids(ids, array.place, ErrorCode::kInput);
  } else {
    ids = numbered_ids(rows);
  }
  return ids;
}

namespace {

void write_codes_npz(AtomicFile& file, const SdrTable& table, const CodesExtras& extras) {
  const SdrShape& shape = table.shape;
  NpzWriter writer;
  if (table.bits.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    add_indices<std::int32_t>(writer, table);
  } else {
    add_indices<std::int64_t>(writer, table);
  }
  writer.add("format", make_npy_bytes_scalar("csr"));
  writer.add("shape", make_npy(std::vector<std::int64_t>{static_cast<std::int64_t>(table.size()), shape.width()}));
  writer.add("data", make_npy(std::vector<std::uint8_t>(table.bits.size(), std::uint8_t{1})));
  writer.add("ids", table.ids.are_text() ? make_npy_unicode(table.ids.texts) : make_npy(table.ids.integers));
  std::vector<std::int64_t> numbers{shape.columns,  shape.cells_per_column, shape.active_columns,
                                    shape.l5a_size, shape.l5a_active,       static_cast<std::int64_t>(shape.layer)};
  if (shape.has_l6()) {
    numbers.insert(numbers.end(), {shape.l6_size, shape.l6_active});
  }
  if (shape.has_roles()) {
    const auto roles = role_numbers(shape.roles);
    numbers.insert(numbers.end(), roles.begin(), roles.end());
  }
  writer.add("columnar_shape", make_npy(numbers));
  if (const std::string problem = json_problem(extras.metadata_json); !problem.empty()) {
    throw Error(ErrorCode::kOutput, file.path() + ": the metadata are " + problem);
  }
  writer.add(kMetadata, make_npy_unicode_scalar(extras.metadata_json));
  file.write(writer.bytes());
}

SdrTable read_codes_npz(const std::string& path, std::string& metadata_json) {
  const NpzReader reader(path);
  if (reader.has("adj_indptr")) {
    fail_input(path, "a graph, not codes; `columnar embed` makes codes of it");
  }
  for (const char* name : {"indices", "indptr", "format", "shape", "data"}) {
    if (!reader.has(name)) {
      fail_input(path, fmt::format("not codes: no array '{}' of a SciPy CSR matrix", name));
    }
  }
  const auto format = reader.read_strings("format", NpzReader::kFewItems);
  if (format != std::vector<std::string>{"csr"}) {
    fail_input(path, "not codes: the sparse matrix is not in CSR format");
  }
  const auto extents = reader.read_as<std::uint64_t>("shape", NpzReader::kFewItems);
  if (extents.size() != 2 || extents[0] > std::numeric_limits<NodeIndex>::max() ||
      reader.header("indptr").item_count != extents[0] + 1) {
    fail_input(path, "not codes: 'shape' and 'indptr' disagree");
  }
  require_plausible_rows(path, extents[0], reader.header("indices").item_count, reader.file_bytes());
  const auto indptr = reader.read_as<std::uint64_t>("indptr");
  if (indptr.front() != 0) {
    fail_input(path, "not codes: 'shape' and 'indptr' disagree: the rows do not begin at 0");
  }
  if (extents[1] == 0 || extents[1] > kMaxCodeWidth) {
    fail_input(path, fmt::format("not codes: rows of {} bits", extents[1]));
  }
  SdrTable table;
  table.bits = reader.read_as<std::uint16_t>("indices");
  const auto values = reader.read_as<double>("data");
  if (values.size() != table.bits.size() || indptr.back() != table.bits.size()) {
    fail_input(path, "not codes: 'indptr', 'indices' and 'data' disagree");
  }
  if (std::any_of(values.begin(), values.end(), [](double value) { return value != 1.0; })) {
    fail_input(path, "not codes: a value is not 1");
  }
  const std::uint64_t rows = extents[0];
  const std::uint64_t active = rows > 0 ? indptr[1] : 0;
  if (rows > 0 && (active == 0 || active > extents[1])) {
    fail_input(path, "not codes: row 0 has no active bits or too many");
  }
  for (std::size_t row = 0; row < rows; ++row) {
    if (indptr[row + 1] != (row + 1) * active) {
      fail_input(path, fmt::format("not codes: row {} has another number of active bits than row 0", row));
    }
  }
  for (std::size_t row = 0; row < rows; ++row) {  // SciPy does not promise sorted rows
    const auto first = table.bits.begin() + static_cast<std::ptrdiff_t>(row * active);
    std::sort(first, first + static_cast<std::ptrdiff_t>(active));
  }
  const auto width = static_cast<std::uint32_t>(extents[1]);
  if (reader.has("columnar_shape")) {
    table.shape = read_shape(reader, path);
    check_shape(table.shape, path, ErrorCode::kInput);
    if (table.shape.width() != width || (rows > 0 && table.shape.active() != active)) {
      fail_input(path, "'columnar_shape' disagrees with the matrix");
    }
  } else if (rows == 0) {
    fail_input(path, "not codes: no rows");
  } else {
    table.shape = infer_shape(static_cast<std::uint32_t>(active), width, table.bits);
  }
  table.ids = read_npz_ids(reader, rows, path);
  check_codes(table, path, ErrorCode::kInput);
  if (reader.has(kMetadata)) {
    metadata_json = read_metadata(reader);
  }
  return table;
}

std::uint64_t npz_writer_bytes(const NodeIds& ids, std::uint64_t active) {
  std::uint64_t longest = 0;
  for (const std::string& id : ids.texts) {
    longest = std::max<std::uint64_t>(longest, npy_unicode_length(id));
  }
  // NumPy's text has four bytes per character and equal field lengths; the rest counts twice, once packed.
  return ids.size() * (ids.are_text() ? 4 * longest : 8) + 2 * ids.size() * (5 * active + 4);
}

}  // namespace

void require_npz_ids_fit(const std::string& path, const NodeIds& ids) {
  using namespace std::string_view_literals;
  constexpr std::uint64_t kMaxUnicodeBytes = std::uint64_t{1} << 32;
  require_ids_without(path, ids, "\0"sv, "a control character", ".sdr");
  std::uint64_t longest = 0;
  for (const std::string& id : ids.texts) {
    longest = std::max<std::uint64_t>(longest, npy_unicode_length(id));
  }
  if (longest * ids.size() * 4 > kMaxUnicodeBytes) {
    throw Error(ErrorCode::kOutput,
                fmt::format("{}: node ids of up to {} characters are too long for the fixed width of .npz; use .sdr or "
                            ".tsv",
                            path, longest));
  }
}

CodesFormat npz_codes() {
  return {.extension = ".npz",
          .holds = "CSR for scipy.sparse.load_npz, ids, shape and metadata beside it",
          .holds_shape = true,
          .require_ids_fit = require_npz_ids_fit,
          .writer_bytes = npz_writer_bytes,
          .write = write_codes_npz,
          .read = read_codes_npz};
}

}  // namespace columnar
