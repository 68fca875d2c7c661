#include "node_list.hpp"

#include <fmt/format.h>

#include "close_ids.hpp"
#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "terminal.hpp"

namespace columnar::cli {

std::vector<NodeIndex> named_rows(const std::vector<std::string>& names, const std::string& list, const NodeIds& ids,
                                  const std::string& place) {
  const IdIndex index(ids, place);
  std::vector<NodeIndex> rows;
  const auto add = [&](std::string_view name, const std::string& where) {
    const std::optional<NodeIndex> row = index.find(name);
    if (!row) {
      fail_input(where, fmt::format("there is no node '{}'{}", printable(name), close_ids_text(name, ids)));
    }
    rows.push_back(*row);
  };
  for (const std::string& name : names) {
    add(name, place);
  }
  if (!list.empty()) {
    LineReader lines(list);
    while (const auto line = lines.next()) {
      const std::size_t end = line->find_last_not_of(" \t");
      if (end != std::string_view::npos) {
        add(line->substr(0, end + 1), lines.place());
      }
    }
  }
  if (rows.empty()) {
    throw Error(ErrorCode::kConfig, "--node: name a node, or give a file of them with --nodes");
  }
  return rows;
}

}  // namespace columnar::cli
