#include "node_list.hpp"

#include <fmt/format.h>

#include <optional>

#include "close_ids.hpp"
#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "terminal.hpp"

namespace columnar::cli {

NodeIndex row_of(const std::string& place, std::string_view name, const IdIndex& index, const NodeIds& ids) {
  if (const std::optional<NodeIndex> row = index.find(name)) {
    return *row;
  }
  throw Error(ErrorCode::kInput,
              fmt::format("{}: there is no node '{}'{}", place, printable(name), close_ids_text(name, ids)));
}

std::vector<NodeIndex> rows_in_file(const std::string& path, const IdIndex& index, const NodeIds& ids) {
  std::vector<NodeIndex> rows;
  LineReader lines(path);
  while (const auto line = lines.next()) {
    if (!line->empty()) {
      rows.push_back(row_of(lines.place(), *line, index, ids));
    }
  }
  if (rows.empty()) {
    throw Error(ErrorCode::kInput, lines.name() + ": no ids");
  }
  return rows;
}

}  // namespace columnar::cli
