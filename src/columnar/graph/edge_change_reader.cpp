#include "columnar/graph/edge_change_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

/// The change of a first column that is only a sign.
std::optional<ChangeKind> sign_of(std::string_view field) {
  if (field == "+") {
    return ChangeKind::kAdd;
  }
  if (field == "-") {
    return ChangeKind::kRemove;
  }
  return field == "=" ? std::optional(ChangeKind::kReweight) : std::nullopt;
}

/// Number of columns after the sign: minimum and maximum.
std::pair<std::size_t, std::size_t> columns_of(ChangeKind kind) {
  return {kind == ChangeKind::kReweight ? 3 : 2, kind == ChangeKind::kRemove ? 2 : 3};
}

const char* form_of(const std::optional<ChangeKind>& sign) {
  if (!sign) {
    return "u v [weight]";
  }
  return *sign == ChangeKind::kAdd ? "+ u v [weight]" : *sign == ChangeKind::kRemove ? "- u v" : "= u v weight";
}

}  // namespace

std::string EdgeChanges::place_of(const EdgeChange& change) const { return fmt::format("{}:{}", place, change.line); }

EdgeChanges EdgeChangeReader::next(std::uint64_t most) {
  EdgeChanges read;
  read.place = lines_.name();
  IdIndex ids(lines_.name());
  Fields fields;
  while (read.changes.size() < most && next_fields(lines_, fields)) {
    const std::optional<ChangeKind> sign = sign_of(fields.field[0]);
    const ChangeKind kind = sign.value_or(ChangeKind::kAdd);
    const std::size_t first = sign ? 1 : 0;
    const std::size_t columns = fields.count - first;
    if (const auto [least, largest] = columns_of(kind); columns < least || columns > largest) {
      throw Error(ErrorCode::kInput, fmt::format("{}: expected '{}', found {}", lines_.place(), form_of(sign),
                                                 columns_text(fields.count)));
    }
    if (ids.size() + 2 > kMaxNodes) {
      throw Error(ErrorCode::kInput, fmt::format("{}: more than {} nodes", lines_.place(), kMaxNodes));
    }
    EdgeChange change;
    change.kind = kind;
    change.line = lines_.line_number();
    change.u = ids.row_of(fields.field[first]);
    change.v = ids.row_of(fields.field[first + 1]);
    if (columns == 3) {
      change.weight = parse_weight(fields.field[first + 2], [&] { return lines_.place(); });
    }
    read.changes.push_back(change);
  }
  read.ids = std::move(ids).take_ids();
  return read;
}

EdgeChanges read_edge_changes(const std::string& path) {
  EdgeChangeReader reader(path);
  EdgeChanges read = reader.next(kAll);
  if (read.changes.empty()) {
    throw Error(ErrorCode::kInput, fmt::format("{}: no edges", read.place));
  }
  return read;
}

}  // namespace columnar
