#include "columnar/graph/edge_change_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

/// Takes the sign off the columns: the first one, or what a blank follows in it, as before the lines of an edge list
/// with tabs.
std::optional<ChangeKind> take_sign(std::vector<std::string_view>& columns) {
  constexpr std::array<std::pair<char, ChangeKind>, 3> kSigns{
      {{'+', ChangeKind::kAdd}, {'-', ChangeKind::kRemove}, {'=', ChangeKind::kReweight}}};
  std::string_view& first = columns.front();
  for (const auto& [sign, kind] : kSigns) {
    if (first.front() != sign) {
      continue;
    }
    if (first.size() == 1) {
      columns.erase(columns.begin());
      return kind;
    }
    if (const std::size_t rest = first.find_first_not_of(' ', 1); rest > 1 && rest < first.size()) {
      first.remove_prefix(rest);
      return kind;
    }
  }
  return std::nullopt;
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
  read.place = records_.name();
  IdIndex ids(records_.name());
  std::vector<std::string_view> columns;
  while (read.changes.size() < most && records_.next()) {
    columns = records_.fields();
    if (std::ranges::any_of(columns, [](std::string_view field) { return field.empty(); })) {
      fail_input(records_.place(), fmt::format("a column between {} is empty", records_.separators()));
    }
    const std::optional<ChangeKind> sign = take_sign(columns);
    const ChangeKind kind = sign.value_or(ChangeKind::kAdd);
    if (const auto [least, largest] = columns_of(kind); columns.size() < least || columns.size() > largest) {
      fail_input(records_.place(),
                 fmt::format("expected '{}', found {}", form_of(sign), columns_text(columns.size() + (sign ? 1 : 0))));
    }
    if (ids.size() + 2 > kMaxNodes) {
      fail_input(records_.place(), fmt::format("more than {} nodes", kMaxNodes));
    }
    EdgeChange change;
    change.kind = kind;
    change.line = records_.line_number();
    change.u = ids.row_of(columns[0]);
    change.v = ids.row_of(columns[1]);
    if (columns.size() == 3) {
      change.weight = parse_weight(columns[2], [this] { return records_.place(); });
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
    fail_input(read.place, "no edges");
  }
  return read;
}

}  // namespace columnar
