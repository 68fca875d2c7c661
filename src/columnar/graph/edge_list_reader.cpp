#include "columnar/graph/edge_list_reader.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/python_dict.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {
namespace {

constexpr std::size_t kBytesPerMemoryCheck = std::size_t{1} << 20U;

}  // namespace

BuiltGraph read_edge_list(const std::string& path, bool directed, std::uint64_t memory_limit) {
  LineReader lines(path);
  GraphBuilder builder(
      {.directed = directed, .source = EdgeSource::kList, .place = lines.name(), .memory_limit = memory_limit});
  IdIndex ids(lines.name());
  Fields fields;
  bool any = false;
  std::size_t unchecked_bytes = 0;  // bytes of text since the last memory check
  while (next_fields(lines, fields)) {
    const bool has_dict = fields.count > 2 && begins_python_dict(fields.field[2]);
    if (fields.count < 2 || (fields.count > 3 && !has_dict)) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: expected 'u v [weight]', found {}", lines.place(), columns_text(fields.count)));
    }
    any = true;
    if (ids.size() + 2 > kMaxNodes) {
      throw Error(ErrorCode::kInput, fmt::format("{}: more than {} nodes", lines.place(), kMaxNodes));
    }
    unchecked_bytes += fields.field[0].size() + fields.field[1].size();
    if (unchecked_bytes > kBytesPerMemoryCheck) {
      builder.require_memory(ids.size());
      unchecked_bytes = 0;
    }
    const NodeIndex u = ids.row_of(fields.field[0]);
    const NodeIndex v = ids.row_of(fields.field[1]);
    const auto dict_weight = has_dict ? weight_of_python_dict(fields.from(2), lines.place()) : std::nullopt;
    if (dict_weight) {
      builder.add(u, v, *dict_weight);
    } else if (fields.count == 3 && !has_dict) {
      builder.add(u, v, parse_weight(fields.field[2], lines));
    } else {
      builder.add(u, v);
    }
  }
  if (!any) {
    throw Error(ErrorCode::kInput, fmt::format("{}: no edges", lines.name()));
  }
  return std::move(builder).build(std::move(ids).take_ids());
}

}  // namespace columnar
