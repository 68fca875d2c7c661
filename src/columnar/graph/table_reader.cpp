#include "columnar/graph/table_reader.hpp"

#include <fmt/format.h>

#include "columnar/core/fail_input.hpp"

namespace columnar {

TableReader::TableReader(const std::string& path) : records_(path, RecordStyle::kTable) {
  if (!records_.next()) {
    fail_input(name(), "the table is empty; its first line names the columns");
  }
  header_.assign(fields().begin(), fields().end());
}

bool TableReader::next() {
  if (!records_.next()) {
    return false;
  }
  require_as_wide(records_, header_.size());
  return true;
}

void require_as_wide(const RecordReader& records, std::size_t header) {
  if (const std::size_t count = records.fields().size(); count != header) {
    fail_input(records.place(), fmt::format("{}, but the header has {}",
                                            count == 1 ? "one field" : fmt::format("{} fields", count), header));
  }
}

}  // namespace columnar
