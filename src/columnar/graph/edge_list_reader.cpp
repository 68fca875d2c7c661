#include "columnar/graph/edge_list_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/core/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {

BuiltGraph read_edge_list(const std::string& path, bool directed) {
  LineReader lines(path);
  GraphBuilder builder({.directed = directed, .source = EdgeSource::kList, .place = lines.name()});
  IdIndex ids(lines.name());
  Fields fields;
  bool any = false;
  while (next_fields(lines, fields)) {
    if (fields.count < 2 || fields.count > 3) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: expected 'u v [weight]', found {}", lines.place(), columns_text(fields.count)));
    }
    any = true;
    if (ids.size() + 2 > kMaxNodes) {
      throw Error(ErrorCode::kInput, fmt::format("{}: more than {} nodes", lines.place(), kMaxNodes));
    }
    const NodeIndex u = ids.row_of(fields.field[0]);
    const NodeIndex v = ids.row_of(fields.field[1]);
    if (fields.count == 3) {
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
