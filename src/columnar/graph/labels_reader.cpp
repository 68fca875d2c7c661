#include "columnar/graph/labels_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {
namespace {

/// Collects names in order of appearance and finally numbers them in sorted order.
class LabelCollector {
 public:
  LabelCollector(std::size_t nodes, const std::string& place)
      : classes_(nodes, Labels::kUnknown), names_(place), place_(place) {}

  /// False if the node already has another label.
  [[nodiscard]] bool set(std::size_t node, std::string_view label) {
    const auto number = static_cast<std::int32_t>(names_.row_of(label));
    if (classes_[node] != Labels::kUnknown && classes_[node] != number) {
      return false;
    }
    classes_[node] = number;
    return true;
  }

  [[nodiscard]] std::size_t class_count() const noexcept { return names_.size(); }

  [[nodiscard]] Labels finish() && {
    const NodeIds names = std::move(names_).take_ids();
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return names.are_text() ? names.texts[a] < names.texts[b] : names.integers[a] < names.integers[b];
    });
    Labels labels;
    std::vector<std::int32_t> number(order.size());
    for (const std::size_t old : order) {
      number[old] = static_cast<std::int32_t>(labels.names.size());
      labels.names.push_back(names.name(static_cast<NodeIndex>(old)));
    }
    for (std::int32_t& c : classes_) {
      c = c == Labels::kUnknown ? c : number[static_cast<std::size_t>(c)];
    }
    labels.classes = std::move(classes_);
    labels.place = std::move(place_);
    return labels;
  }

 private:
  std::vector<std::int32_t> classes_;
  IdIndex names_;
  std::string place_;
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

Labels read_npz_labels(const NpzReader& file, const std::string& path, const NodeIds& ids, LabelsReadReport& report) {
  if (!file.has("labels")) {
    fail_input(path, "has no array 'labels'");
  }
  const std::uint64_t rows = file.header("labels").item_count;
  require_plausible_rows(file.place("labels"), rows, rows, file.file_bytes());
  const NpyArray array = file.read("labels");
  const std::vector<std::string> texts = label_texts(array);
  LabelCollector collector(ids.size(), array.place);
  std::uint64_t used = 0;
  for (std::size_t node = 0; node < ids.size(); ++node) {
    const std::optional<std::uint64_t> row = row_number(ids, node);
    if (!row || *row >= texts.size()) {
      continue;
    }
    ++used;
    if (const std::string& text = texts[*row]; !text.empty()) {
      (void)collector.set(node, text);  // ids are distinct, so no node is set twice
    }
  }
  if (used == 0) {
    fail_input(path, fmt::format("gives {} labels by row number, but no id of the graph is a row number below {}",
                                 texts.size(), texts.size()));
  }
  report.lines = texts.size();
  report.ids_not_in_graph = texts.size() - used;
  return std::move(collector).finish();
}

Labels read_text_labels(const std::string& path, const NodeIds& ids, LabelsReadReport& report) {
  const IdIndex rows(ids);
  LineReader lines(path);
  LabelCollector collector(ids.size(), lines.name());
  Fields fields;
  while (next_fields(lines, fields)) {
    if (fields.count != 2) {
      fail_input(lines.place(), fmt::format("expected 'id label', found {}", columns_text(fields.count)));
    }
    ++report.lines;
    const auto row = rows.find(fields.field[0]);
    if (!row) {
      ++report.ids_not_in_graph;
      continue;
    }
    if (!collector.set(*row, fields.field[1])) {
      fail_input(lines.place(), fmt::format("node {} has another label already than {}", in_quotes(fields.field[0]),
                                            in_quotes(fields.field[1])));
    }
    if (collector.class_count() > std::numeric_limits<std::int32_t>::max()) {
      fail_input(lines.place(), "too many classes");
    }
  }
  if (report.lines == 0) {
    fail_input(lines.name(), "no labels");
  }
  if (report.ids_not_in_graph == report.lines) {
    fail_input(lines.name(), fmt::format("none of its {} ids is in the graph", report.lines));
  }
  return std::move(collector).finish();
}

}  // namespace

Labels read_labels(const std::string& path, const NodeIds& ids, LabelsReadReport* report) {
  LabelsReadReport seen;
  const bool npz = path.size() >= 4 && std::equal(path.end() - 4, path.end(), ".npz", [](char a, char b) {
                     return std::tolower(static_cast<unsigned char>(a)) == b;
                   });
  Labels labels = npz ? read_npz_labels(NpzReader(path), path, ids, seen) : read_text_labels(path, ids, seen);
  if (report != nullptr) {
    *report = seen;
  }
  return labels;
}

Labels read_labels(const NpzReader& file, const std::string& path, const NodeIds& ids) {
  LabelsReadReport unused;
  return read_npz_labels(file, path, ids, unused);
}

}  // namespace columnar
