#include "columnar/graph/labels_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/edge_columns.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/graph/record_reader.hpp"
#include "columnar/graph/table_reader.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {
namespace {

/// May a node have several classes?
enum class Several { kRefused, kAllowed };

/// Collects names in order of appearance and finally numbers them in sorted order.
class LabelCollector {
 public:
  LabelCollector(std::size_t nodes, const std::string& place, Several several)
      : classes_(nodes, Labels::kUnknown), names_(place), place_(place), several_(several) {}

  /// False if the node already has another label and may not have several.
  [[nodiscard]] bool set(std::size_t node, std::string_view label) {
    const auto number = static_cast<std::int32_t>(names_.row_of(label));
    if (classes_[node] == Labels::kUnknown) {
      classes_[node] = number;
    } else if (classes_[node] != number) {
      if (several_ == Several::kRefused) {
        return false;
      }
      further_.emplace_back(node, number);
    }
    return true;
  }

  [[nodiscard]] std::size_t class_count() const noexcept { return names_.size(); }

  [[nodiscard]] FoundClasses finish() && {
    const NodeIds names = std::move(names_).take_ids();
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return names.are_text() ? names.texts[a] < names.texts[b] : names.integers[a] < names.integers[b];
    });
    FoundClasses found;
    std::vector<std::int32_t> number(order.size());
    for (const std::size_t old : order) {
      number[old] = static_cast<std::int32_t>(found.labels.names.size());
      found.labels.names.push_back(names.name(static_cast<NodeIndex>(old)));
    }
    for (std::int32_t& c : classes_) {
      c = c == Labels::kUnknown ? c : number[static_cast<std::size_t>(c)];
    }
    found.labels.classes = std::move(classes_);
    found.labels.place = std::move(place_);
    if (!further_.empty()) {
      for (auto& [node, c] : further_) {
        c = number[static_cast<std::size_t>(c)];
      }
      found.sets = sets_of(found.labels);
    }
    return found;
  }

 private:
  [[nodiscard]] ClassSets sets_of(const Labels& first) {
    for (std::size_t node = 0; node < first.classes.size(); ++node) {
      if (first.classes[node] != Labels::kUnknown) {
        further_.emplace_back(node, first.classes[node]);
      }
    }
    std::ranges::sort(further_);
    further_.erase(std::unique(further_.begin(), further_.end()), further_.end());
    ClassSets sets;
    sets.names = first.names;
    sets.place = first.place;
    sets.offsets.assign(first.classes.size() + 1, 0);
    for (const auto& [node, c] : further_) {
      ++sets.offsets[node + 1];
      sets.classes.push_back(c);
    }
    std::partial_sum(sets.offsets.begin(), sets.offsets.end(), sets.offsets.begin());
    return sets;
  }

  std::vector<std::int32_t> classes_;
  std::vector<std::pair<std::size_t, std::int32_t>> further_;  ///< node, class: the second and later ones
  IdIndex names_;
  std::string place_;
  Several several_;
};

/// The items of a label array as text; unknown is "".
std::vector<std::string> label_texts(const NpyArray& array) {
  if (array.header.shape.size() != 1) {
    fail_input(array.place, fmt::format("labels must have one dimension, these have {}", array.header.shape.size()));
  }
  if (array.header.kind == NpyKind::kUnicode || array.header.kind == NpyKind::kBytes) {
    return array.as_strings();
  }
  std::vector<std::string> texts;
  for (const std::int64_t number : array.as<std::int64_t>()) {
    if (number < -1) {
      fail_input(array.place,
                 fmt::format("entry {} is {}: a class is at least 0, or -1 for unknown", texts.size(), number));
    }
    texts.push_back(number == -1 ? std::string() : std::to_string(number));
  }
  return texts;
}

/// The row that the id of a node names, if it is a row number.
std::optional<std::uint64_t> row_number(const NodeIds& ids, std::size_t node) {
  const std::optional<std::int64_t> id =
      ids.are_text() ? parse_canonical_integer(ids.texts[node]) : std::optional(ids.integers[node]);
  return id && *id >= 0 ? std::optional(static_cast<std::uint64_t>(*id)) : std::nullopt;
}

/// Gives the labels of each row: one, or one per column of a matrix that is not 0.
class LabelRows {
 public:
  LabelRows(const NpyArray& array, Several several) {
    if (several == Several::kAllowed && array.header.shape.size() == 2) {
      columns_ = array.header.shape[1];
      count_ = array.header.shape[0];
      if (columns_ == 0) {
        fail_input(array.place, "a matrix of labels has a column per class, this one has none");
      }
      for (const std::int64_t entry : array.as<std::int64_t>()) {
        if (entry != 0 && entry != 1) {
          fail_input(array.place, fmt::format("a matrix of labels holds 0 and 1, not {}", entry));
        }
        entries_.push_back(entry == 1);
      }
    } else {
      texts_ = label_texts(array);
      count_ = texts_.size();
    }
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  void give(std::uint64_t row, std::size_t node, LabelCollector& collector) const {
    if (columns_ == 0 && !texts_[row].empty()) {
      (void)collector.set(node, texts_[row]);  // ids are distinct, so no node is set twice
    }
    for (std::uint64_t column = 0; column < columns_; ++column) {
      if (entries_[row * columns_ + column]) {
        (void)collector.set(node, std::to_string(column));
      }
    }
  }

 private:
  std::vector<std::string> texts_;
  std::vector<bool> entries_;  ///< of a matrix, row by row
  std::uint64_t columns_ = 0;
  std::uint64_t count_ = 0;
};

FoundClasses read_npz_labels(const NpzReader& file, const std::string& path, const NodeIds& ids,
                             LabelsReadReport& report, Several several) {
  if (!file.has("labels")) {
    fail_input(path, "has no array 'labels'");
  }
  const std::uint64_t items = file.header("labels").item_count;
  require_plausible_rows(file.place("labels"), items, items, file.file_bytes());
  const NpyArray array = file.read("labels");
  const LabelRows rows(array, several);
  LabelCollector collector(ids.size(), array.place, several);
  std::uint64_t used = 0;
  for (std::size_t node = 0; node < ids.size(); ++node) {
    const std::optional<std::uint64_t> row = row_number(ids, node);
    if (!row || *row >= rows.count()) {
      continue;
    }
    ++used;
    rows.give(*row, node, collector);
  }
  if (used == 0) {
    fail_input(path, fmt::format("gives {} labels by row number, but no id of the graph is a row number below {}",
                                 rows.count(), rows.count()));
  }
  report.lines = rows.count();
  report.ids_not_in_graph = rows.count() - used;
  return std::move(collector).finish();
}

/// Where a text of labels has its two columns.
struct LabelColumns {
  bool header = false;
  std::size_t id = 0;
  std::size_t label = 1;
};

std::optional<std::size_t> usual_column(const std::vector<std::string>& header,
                                        std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto found = std::ranges::find(header, name, plain_name); found != header.end()) {
      return static_cast<std::size_t>(found - header.begin());
    }
  }
  return std::nullopt;
}

LabelColumns find_label_columns(const FirstRecords& records, const IdIndex& rows) {
  if (records.empty()) {
    return {};
  }
  const std::vector<std::string>& first = records.front();
  const auto id = usual_column(first, {"id", "node", "nodeid", "nodename", "name", "vertex", "user", "userid"});
  const auto label = usual_column(
      first, {"label", "labels", "class", "category", "group", "groupid", "community", "type", "target", "y"});
  if (id && label && !rows.find(first[*id])) {
    return {true, *id, *label};
  }
  return {first.size() == 2 && !rows.find(first[0]) && first_alone_is_text(records, 2)};
}

FoundClasses read_text_labels(const std::string& path, const NodeIds& ids, LabelsReadReport& report, Several several) {
  const IdIndex rows(ids);
  RecordReader records(path, RecordStyle::kList);
  const LabelColumns columns = find_label_columns(records.look_ahead(kRecordsAhead), rows);
  LabelCollector collector(ids.size(), records.name(), several);
  report.header = columns.header && records.next();
  const std::size_t width = report.header ? records.fields().size() : 2;
  while (records.next()) {
    const std::vector<std::string_view>& fields = records.fields();
    if (report.header) {
      require_as_wide(records, width);
    } else if (fields.size() != width) {
      fail_input(records.place(), fmt::format("expected 'id label', found {}", columns_text(fields.size())));
    }
    const std::string_view id = fields[columns.id];
    const std::string_view label = fields[columns.label];
    if (id.empty() || label.empty()) {
      fail_input(records.place(), fmt::format("a column between {} is empty", records.separators()));
    }
    ++report.lines;
    const auto row = rows.find(id);
    if (!row) {
      ++report.ids_not_in_graph;
      continue;
    }
    if (!collector.set(*row, label)) {
      fail_input(records.place(),
                 fmt::format("node {} has another label already than {}", in_quotes(id), in_quotes(label)));
    }
    if (collector.class_count() > std::numeric_limits<std::int32_t>::max()) {
      fail_input(records.place(), "too many classes");
    }
  }
  if (report.lines == 0) {
    fail_input(records.name(), "no labels");
  }
  if (report.ids_not_in_graph == report.lines) {
    fail_input(records.name(), fmt::format("none of its {} ids is in the graph", report.lines));
  }
  return std::move(collector).finish();
}

FoundClasses read_classes(const std::string& path, const NodeIds& ids, LabelsReadReport* report, Several several) {
  if (const auto kind = sectioned_file_kind(path)) {
    fail_input(path, fmt::format("not labels but a file of this program: {}{}", name_of(*kind),
                                 *kind == FileKind::kGraph ? "; name the file that it was packed from" : ""));
  }
  LabelsReadReport seen;
  FoundClasses found = extension_of(path) == ".npz" ? read_npz_labels(NpzReader(path), path, ids, seen, several)
                                                    : read_text_labels(path, ids, seen, several);
  if (report != nullptr) {
    *report = seen;
  }
  return found;
}

}  // namespace

Labels read_labels(const std::string& path, const NodeIds& ids, LabelsReadReport* report) {
  return read_classes(path, ids, report, Several::kRefused).labels;
}

FoundClasses read_class_sets(const std::string& path, const NodeIds& ids, LabelsReadReport* report) {
  return read_classes(path, ids, report, Several::kAllowed);
}

Labels read_labels(const NpzReader& file, const std::string& path, const NodeIds& ids) {
  LabelsReadReport unused;
  return read_npz_labels(file, path, ids, unused, Several::kRefused).labels;
}

}  // namespace columnar
