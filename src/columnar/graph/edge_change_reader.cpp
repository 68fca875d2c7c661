#include "columnar/graph/edge_change_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/python_dict.hpp"
#include "columnar/graph/table_reader.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::string_view kBlanks = " \t";

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

bool has_sign_and_blank(std::string_view field) {
  return field.size() > 2 && sign_of(field.substr(0, 1)) && kBlanks.find(field[1]) != std::string_view::npos &&
         field.find_first_not_of(kBlanks, 1) != std::string_view::npos;
}

/// The fields of one change.
struct ChangeFields {
  ChangeKind kind = ChangeKind::kAdd;
  std::string_view u;
  std::string_view v;
  std::optional<std::string_view> weight = std::nullopt;
};

ChangeFields fields_of_change(const RecordReader& records) {
  std::vector<std::string_view> fields = records.fields();
  while (fields.size() > 2 && fields.back().empty() && records.separators() == "tabs") {
    fields.pop_back();  // blanks at the end of a line of tabs are no columns
  }
  if (std::ranges::find(fields, std::string_view()) != fields.end()) {
    fail_input(records.place(), fmt::format("a column between {} is empty", records.separators()));
  }
  if (has_sign_and_blank(fields[0])) {  // "- ann<tab>bob", as sed writes it before the lines of an edge list
    const std::string_view rest = fields[0].substr(fields[0].find_first_not_of(kBlanks, 1));
    fields[0] = fields[0].substr(0, 1);
    fields.insert(fields.begin() + 1, rest);
  }
  const std::optional<ChangeKind> sign = sign_of(fields[0]);
  const ChangeKind kind = sign.value_or(ChangeKind::kAdd);
  const std::size_t first = sign ? 1 : 0;
  const std::size_t columns = fields.size() - first;
  if (const auto [least, largest] = columns_of(kind); columns < least || columns > largest) {
    fail_input(records.place(), fmt::format("expected '{}', found {}", form_of(sign), columns_text(fields.size())));
  }
  return {kind, fields[first], fields[first + 1], columns == 3 ? std::optional(fields[first + 2]) : std::nullopt};
}

ChangeFields fields_of_table(const RecordReader& records, const EdgePositions& columns, std::size_t width) {
  const std::vector<std::string_view>& fields = records.fields();
  require_as_wide(records, width);
  for (const std::size_t column : {columns.source, columns.target, columns.weight.value_or(columns.source)}) {
    if (fields[column].empty()) {
      fail_input(records.place(), fmt::format("a column between {} is empty", records.separators()));
    }
  }
  return {ChangeKind::kAdd, fields[columns.source], fields[columns.target],
          columns.weight ? std::optional(fields[*columns.weight]) : std::nullopt};
}

}  // namespace

std::string EdgeChanges::place_of(const EdgeChange& change) const { return fmt::format("{}:{}", place, change.line); }

/// A header is worth a doubt: the edge it may be would be lost. Single letters, as in `u v`, are nodes here.
void EdgeChangeReader::find_header(std::uint64_t most) {
  const FirstRecords first =
      records_.look_ahead(static_cast<std::size_t>(std::min<std::uint64_t>(most, kRecordsAhead)));
  constexpr std::size_t kLetters = 2;
  if (first.size() < 2 || sign_of(first.front()[0]) || has_sign_and_blank(first.front()[0]) ||
      !has_usual_header(first)) {
    return;
  }
  EdgePositions columns = find_edge_columns(first, {}, records_.name());
  if (columns.names.used[0].size() >= kLetters) {
    width_ = first.front().size();
    columns_ = std::move(columns);
    static_cast<void>(records_.next());
  }
}

EdgeChanges EdgeChangeReader::next(std::uint64_t most) {
  EdgeChanges read;
  read.place = records_.name();
  if (!begun_) {
    begun_ = true;
    find_header(most);
  }
  IdIndex ids(records_.name());
  while (read.changes.size() < most && records_.next()) {
    const ChangeFields fields = columns_ ? fields_of_table(records_, *columns_, width_) : fields_of_change(records_);
    if (ids.size() + 2 > kMaxNodes) {
      fail_input(records_.place(), fmt::format("more than {} nodes", kMaxNodes));
    }
    EdgeChange change;
    change.kind = fields.kind;
    change.line = records_.line_number();
    change.u = ids.row_of(fields.u);
    change.v = ids.row_of(fields.v);
    if (fields.weight) {
      change.weight = begins_python_dict(*fields.weight)
                          ? weight_of_python_dict(*fields.weight, records_.place())
                          : parse_weight(*fields.weight, [&] { return records_.place(); });
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
