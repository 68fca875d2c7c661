#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_formats.hpp"

// Codes as text: .tsv for people and awk, .svm for LIBSVM, LIBLINEAR and scikit-learn.

namespace columnar {
namespace {

/// Builds a table from rows of text.
class TableBuilder {
 public:
  explicit TableBuilder(const std::string& path) : reader_(path), ids_(reader_.name()) {}

  LineReader& reader() { return reader_; }

  void begin_row(std::string_view id) {
    if (id.empty()) {
      fail_input(reader_.place(), "the id is missing");
    }
    const std::size_t before = ids_.size();
    if (const NodeIndex row = ids_.row_of(id); row < before) {
      fail_input(reader_.place(), fmt::format("the id {} has a code already, in line {}; is this an edge list?",
                                              in_quotes(id), std::uint64_t{row} + 1));
    }
    row_bits_ = 0;
  }
  /// Numbers the rows of a file without ids.
  void begin_unnamed_row() { begin_row(std::to_string(ids_.size())); }

  /// Adds a bit given as text; `base` is the number of the first bit.
  void add_bit(std::string_view text, std::uint32_t base) {
    std::uint32_t bit = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bit);
    if (error != std::errc() || end != text.data() + text.size() || bit < base || bit - base >= kMaxCodeWidth) {
      fail_input(reader_.place(), fmt::format("not the number of a bit: {}", in_quotes(text)));
    }
    bit -= base;
    if (row_bits_ > 0 && bit <= bits_.back()) {
      fail_input(reader_.place(), fmt::format("bit {} is out of order", bit + base));
    }
    bits_.push_back(static_cast<std::uint16_t>(bit));
    ++row_bits_;
  }

  void end_row() {
    if (row_bits_ == 0) {
      fail_input(reader_.place(), "the code has no active bits");
    }
    if (active_ == 0) {
      active_ = row_bits_;
    }
    if (row_bits_ != active_) {
      fail_input(reader_.place(), fmt::format("{} active bits where the codes before have {}", row_bits_, active_));
    }
    if (ids_.size() == std::numeric_limits<NodeIndex>::max()) {
      fail_input(reader_.place(), "more codes than 32 bits can count");
    }
  }

  SdrTable finish() {
    if (ids_.size() == 0) {
      throw Error(ErrorCode::kInput, reader_.name() + ": no codes in the file");
    }
    SdrTable table{infer_shape(active_, 0, bits_), std::move(ids_).take_ids(), std::move(bits_)};
    check_codes(table, reader_.name(), ErrorCode::kInput);
    return table;
  }

 private:
  LineReader reader_;
  IdIndex ids_;
  std::vector<std::uint16_t> bits_;
  std::uint32_t active_ = 0;
  std::uint32_t row_bits_ = 0;
};

/// Removes the text up to a separator from the front.
std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return head;
}

void write_codes_tsv(AtomicFile& file, const SdrTable& table, const CodesExtras& /*extras*/) {
  std::string line;
  for (std::size_t node = 0; node < table.size(); ++node) {
    line = table.ids.name(static_cast<NodeIndex>(node));
    char separator = '\t';
    for (const std::uint16_t bit : table.code(node)) {
      fmt::format_to(std::back_inserter(line), "{}{}", separator, bit);
      separator = ' ';
    }
    line += '\n';
    file.write(line);
  }
}

SdrTable read_codes_tsv(const std::string& path, std::string& /*metadata_json*/) {
  TableBuilder builder(path);
  while (const auto line = builder.reader().next()) {
    std::string_view rest = *line;
    if (rest.find('\t') == std::string_view::npos) {
      fail_input(builder.reader().place(), "no tab between id and bits");
    }
    builder.begin_row(take_until(rest, '\t'));
    while (!rest.empty()) {
      builder.add_bit(take_until(rest, ' '), 0);
    }
    builder.end_row();
  }
  return builder.finish();
}

void write_codes_svm(AtomicFile& file, const SdrTable& table, const CodesExtras& extras) {
  std::string line;
  for (std::size_t node = 0; node < table.size(); ++node) {
    line = std::to_string(extras.labels != nullptr ? extras.labels->classes[node] : 0);
    for (const std::uint16_t bit : table.code(node)) {
      fmt::format_to(std::back_inserter(line), " {}:1", std::uint32_t{bit} + 1);
    }
    fmt::format_to(std::back_inserter(line), " # {}\n", table.ids.name(static_cast<NodeIndex>(node)));
    file.write(line);
  }
}

SdrTable read_codes_svm(const std::string& path, std::string& /*metadata_json*/) {
  TableBuilder builder(path);
  while (const auto line = builder.reader().next()) {
    std::string_view rest = *line;
    const bool has_id = rest.find('#') != std::string_view::npos;
    std::string_view features = take_until(rest, '#');
    if (has_id) {
      const std::size_t start = rest.find_first_not_of(' ');
      builder.begin_row(start == std::string_view::npos ? "" : rest.substr(start));
    } else {
      builder.begin_unnamed_row();
    }
    std::string_view label = take_until(features, ' ');
    label.remove_prefix(label.starts_with('+') ? 1 : 0);  // LIBSVM's own examples write +1
    double number = 0;
    if (std::from_chars(label.data(), label.data() + label.size(), number).ptr != label.data() + label.size() ||
        label.empty()) {
      fail_input(builder.reader().place(), fmt::format("not a label: {}", in_quotes(label)));
    }
    while (!features.empty()) {
      std::string_view feature = take_until(features, ' ');
      if (feature.empty()) {  // the space before the comment
        continue;
      }
      const std::string_view bit = take_until(feature, ':');
      if (feature != "1") {
        fail_input(builder.reader().place(), "a value of a code is not 1");
      }
      builder.add_bit(bit, 1);
    }
    builder.end_row();
  }
  return builder.finish();
}

void require_ids_of_lines(const std::string& path, const NodeIds& ids) {
  require_ids_without(path, ids, {"\0\t\n\r", 4}, "a control character", ".sdr");
}

}  // namespace

CodesFormat tsv_codes() {
  return {.extension = ".tsv",
          .holds = "id, tab, active bits: for people and awk",
          .require_ids_fit =
              [](const std::string& path, const NodeIds& ids) {
                if (begins_like_no_text(ids.texts.front())) {
                  throw Error(ErrorCode::kOutput,
                              path + ": the first node id begins like a file of another kind; use .sdr");
                }
                require_ids_of_lines(path, ids);
              },
          .writer_bytes = nullptr,
          .write = write_codes_tsv,
          .read = read_codes_tsv};
}

CodesFormat svm_codes() {
  return {.extension = ".svm",
          .holds = "LIBSVM's text with classes: for LIBLINEAR and scikit-learn",
          .holds_classes = true,
          .require_ids_fit = require_ids_of_lines,
          .writer_bytes = nullptr,
          .write = write_codes_svm,
          .read = read_codes_svm};
}

}  // namespace columnar
