#include "columnar/sdr/sdr_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "columnar/config.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_formats.hpp"

namespace columnar {

CodesFormat npz_codes();
CodesFormat sdr_codes();
CodesFormat svm_codes();
CodesFormat tsv_codes();

const std::vector<CodesFormat>& codes_formats() {
  static const std::vector<CodesFormat> all{sdr_codes(), npz_codes(), tsv_codes(), svm_codes()};
  return all;
}

const CodesFormat* find_codes_format(const std::string& path) {
  const auto found = std::ranges::find(codes_formats(), extension_of(path), &CodesFormat::extension);
  return found != codes_formats().end() ? &*found : nullptr;
}

const CodesFormat& codes_format(const std::string& path) {
  if (const CodesFormat* format = find_codes_format(path)) {
    return *format;
  }
  throw Error(ErrorCode::kConfig, fmt::format("{}: unknown extension '{}' for codes: use {}", path, extension_of(path),
                                              list_text(codes_extensions(), "or")));
}

std::vector<std::string_view> codes_extensions(bool CodesFormat::*having) {
  std::vector<std::string_view> extensions;
  for (const CodesFormat& format : codes_formats()) {
    if (having == nullptr || format.*having) {
      extensions.push_back(format.extension);
    }
  }
  return extensions;
}

void check_codes_extension(const std::string& path) { static_cast<void>(codes_format(path)); }

SdrTable codes_for(const std::string& path, SdrTable table, std::optional<Layer> layer) {
  if (!layer && !codes_format(path).is_own && table.shape.layer == Layer::kSearch) {
    layer = Layer::kAll;
  }
  return layer && *layer != table.shape.layer ? select_layer(table, *layer) : std::move(table);
}

std::uint64_t codes_writer_bytes(const std::string& path, const NodeIds& ids, std::uint64_t active) {
  const CodesFormat& format = codes_format(path);
  return format.writer_bytes != nullptr ? format.writer_bytes(ids, active) : 0;
}

void require_ids_without(const std::string& path, const NodeIds& ids, std::string_view forbidden, std::string_view what,
                         std::string_view better) {
  for (const std::string& id : ids.texts) {
    if (id.empty()) {
      throw Error(ErrorCode::kOutput, path + ": a node id is empty");
    }
    if (id.find_first_of(forbidden) != std::string::npos) {
      throw Error(ErrorCode::kOutput,
                  fmt::format("{}: a node id holds {}, which the format cannot; use {}", path, what, better));
    }
  }
}

void require_ids_fit(const std::string& path, const NodeIds& ids) {
  const CodesFormat& format = codes_format(path);
  if (ids.size() == 0 && !format.holds_shape) {
    throw Error(ErrorCode::kOutput, fmt::format("{}: there are no nodes, which its format cannot say; use {}", path,
                                                list_text(codes_extensions(&CodesFormat::holds_shape), "or")));
  }
  if (format.require_ids_fit != nullptr && ids.are_text()) {
    format.require_ids_fit(path, ids);
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
  const CodesFormat& format = codes_format(path);
  require_ids_fit(path, table.ids);
  check_codes(table, path, ErrorCode::kOutput);
  if (!format.is_own) {  // which sees to it by itself
    require_distinct_ids(table.ids, path, ErrorCode::kOutput);
  }
  if (labels != nullptr && labels->classes.size() != table.size()) {
    throw Error(ErrorCode::kOutput,
                fmt::format("{}: {} labels for {} nodes", path, labels->classes.size(), table.size()));
  }
  format.write(file, table, {metadata_json, labels, codec});
}

SdrTable read_codes(const std::string& path, std::string* metadata_json) {
  std::string unused;
  std::string& metadata = metadata_json != nullptr ? *metadata_json : unused;
  metadata = "{}";
  return codes_format(path).read(path, metadata);
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
