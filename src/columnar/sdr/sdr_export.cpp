#include "columnar/sdr/sdr_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <utility>

#include "columnar/config.hpp"
#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npy.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "columnar/sdr/sdr_formats.hpp"

namespace columnar {

CodesFormat codes_format(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (extension == ".sdr") {
    return CodesFormat::kSdr;
  }
  if (extension == ".npz") {
    return CodesFormat::kNpz;
  }
  if (extension == ".tsv") {
    return CodesFormat::kTsv;
  }
  if (extension == ".svm") {
    return CodesFormat::kSvm;
  }
  throw Error(ErrorCode::kConfig,
              fmt::format("{}: unknown extension '{}' for codes: use .sdr, .npz, .tsv or .svm", path, extension));
}

void check_codes_extension(const std::string& path) { static_cast<void>(codes_format(path)); }

SdrTable codes_for(const std::string& path, SdrTable table, std::optional<Layer> layer) {
  if (!layer && codes_format(path) != CodesFormat::kSdr && table.shape.layer == Layer::kSearch) {
    layer = Layer::kAll;
  }
  return layer && *layer != table.shape.layer ? select_layer(table, *layer) : std::move(table);
}

std::uint64_t codes_writer_bytes(const std::string& path, const NodeIds& ids, std::uint64_t active) {
  const std::uint64_t nodes = ids.size();
  std::uint64_t text = 0;
  std::uint64_t longest = 0;
  for (const std::string& id : ids.texts) {
    text += id.size();
    longest = std::max<std::uint64_t>(longest, npy_unicode_length(id));
  }
  switch (codes_format(path)) {
    case CodesFormat::kSdr:
      return text + nodes * (8 + 2 * active);
    case CodesFormat::kNpz:  // NumPy's text has four bytes a character in fields of one length; the rest twice, packed
      return nodes * (ids.are_text() ? 4 * longest : 8) + 2 * nodes * (5 * active + 4);
    case CodesFormat::kTsv:
    case CodesFormat::kSvm:
      break;  // line by line
  }
  return 0;
}

void require_ids_fit(const std::string& path, const NodeIds& ids) {
  constexpr std::uint64_t kMaxUnicodeBytes = std::uint64_t{1} << 32;
  const CodesFormat format = codes_format(path);
  if (ids.size() == 0 && (format == CodesFormat::kTsv || format == CodesFormat::kSvm)) {
    throw Error(ErrorCode::kOutput, path + ": there are no nodes, which its format cannot say; use .sdr or .npz");
  }
  if (format == CodesFormat::kSdr || !ids.are_text()) {
    return;
  }
  using namespace std::string_view_literals;
  const std::string_view forbidden = format == CodesFormat::kNpz ? "\0"sv : "\0\t\n\r"sv;
  if (format == CodesFormat::kTsv && begins_like_no_text(ids.texts.front())) {
    throw Error(ErrorCode::kOutput, path + ": the first node id begins like a file of another kind; use .sdr");
  }
  std::size_t longest = 0;
  for (const std::string& id : ids.texts) {
    if (id.empty()) {
      throw Error(ErrorCode::kOutput, path + ": a node id is empty");
    }
    if (id.find_first_of(forbidden) != std::string::npos) {
      throw Error(ErrorCode::kOutput, path + ": a node id holds a control character that its format cannot; use .sdr");
    }
    longest = std::max(longest, npy_unicode_length(id));
  }
  if (format == CodesFormat::kNpz && std::uint64_t{longest} * ids.size() * 4 > kMaxUnicodeBytes) {
    throw Error(ErrorCode::kOutput,
                fmt::format("{}: node ids of up to {} characters are too long for the fixed width of .npz; use .sdr or "
                            ".tsv",
                            path, longest));
  }
}

void write_codes(const std::string& path, const SdrTable& table, const std::string& metadata_json, const Labels* labels,
                 Codec codec) {
  check_codes_extension(path);
  AtomicFile file(path);
  write_codes(file, table, metadata_json, labels, codec);
  file.commit();
}

void write_codes(AtomicFile& file, const SdrTable& table, const std::string& metadata_json, const Labels* labels,
                 Codec codec) {
  const std::string& path = file.path();
  const CodesFormat format = codes_format(path);
  require_ids_fit(path, table.ids);
  check_codes(table, path, ErrorCode::kOutput);
  if (format != CodesFormat::kSdr) {  // which sees to it by itself
    require_distinct_ids(table.ids, path, ErrorCode::kOutput);
  }
  if (labels != nullptr && labels->classes.size() != table.size()) {
    throw Error(ErrorCode::kOutput,
                fmt::format("{}: {} labels for {} nodes", path, labels->classes.size(), table.size()));
  }
  switch (format) {
    case CodesFormat::kSdr:
      return make_sdr(table, metadata_json, path, codec).write(file);
    case CodesFormat::kNpz:
      return write_codes_npz(file, table, metadata_json);
    case CodesFormat::kTsv:
      return write_codes_tsv(file, table);
    case CodesFormat::kSvm:
      return write_codes_svm(file, table, labels);
  }
}

SdrTable read_codes(const std::string& path, std::string* metadata_json) {
  std::string unused;
  std::string& metadata = metadata_json != nullptr ? *metadata_json : unused;
  metadata = "{}";
  switch (codes_format(path)) {
    case CodesFormat::kSdr: {
      SdrFile file = read_sdr(path);
      metadata = std::move(file.metadata_json);
      return std::move(file.table);
    }
    case CodesFormat::kNpz:
      return read_codes_npz(path, metadata);
    case CodesFormat::kTsv:
      return read_codes_tsv(path);
    case CodesFormat::kSvm:
      return read_codes_svm(path);
  }
  throw Error(ErrorCode::kConfig, path + ": unknown format");
}

SdrShape infer_shape(std::uint32_t active, std::uint32_t width, const std::vector<std::uint16_t>& bits) {
  for (const Layer layer : {Layer::kAll, Layer::kL23, Layer::kL5a, Layer::kSearch, Layer::kL6}) {
    SdrShape shape;
    shape.layer = layer;
    if (shape.has_l6()) {
      shape.l6_size = L6Config{}.l6_size;
      shape.l6_active = L6Config{}.l6_active;
    }
    if (active != shape.active() || (width != 0 && width != shape.width())) {
      continue;
    }
    SdrTable table{shape, {}, bits};
    table.ids.integers.resize(bits.size() / active);
    try {
      check_codes(table, "", ErrorCode::kInput);
      return shape;
    } catch (const Error&) {  // not the paper's geometry
    }
  }
  const std::uint32_t highest = bits.empty() ? 0 : *std::max_element(bits.begin(), bits.end());
  return {.columns = width != 0 ? width : std::max(highest + 1, active),
          .cells_per_column = 1,
          .active_columns = active,
          .l5a_size = 0,
          .l5a_active = 0,
          .layer = Layer::kL23,
          .l6_size = 0,
          .l6_active = 0};
}

}  // namespace columnar
