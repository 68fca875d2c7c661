#include "columnar/graph/edge_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/weight_text.hpp"

namespace columnar {
namespace {

using Record = std::vector<std::string>;

/// The names that programs give to the ends of an edge, as plain_name makes them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kEnds{{{"source", "target"},
                                                                               {"sourceid", "targetid"},
                                                                               {"sourcenode", "targetnode"},
                                                                               {"src", "dst"},
                                                                               {"src", "dest"},
                                                                               {"srcid", "dstid"},
                                                                               {"from", "to"},
                                                                               {"fromid", "toid"},
                                                                               {"fromnode", "tonode"},
                                                                               {"fromnodeid", "tonodeid"},
                                                                               {"id1", "id2"},
                                                                               {"idfrom", "idto"},
                                                                               {"node1", "node2"},
                                                                               {"node1id", "node2id"},
                                                                               {"nodea", "nodeb"},
                                                                               {"u", "v"},
                                                                               {"head", "tail"},
                                                                               {"start", "end"},
                                                                               {"startid", "endid"}}};
constexpr std::array<std::string_view, 8> kWeights{"weight", "weights", "edgeweight", "w",
                                                   "value",  "count",   "strength",   "score"};

bool is_number(std::string_view text) { return number_of_text(text).has_value(); }

std::optional<std::size_t> place_of(std::string_view plain, const Record& header) {
  const auto found = std::ranges::find(header, plain, plain_name);
  return found == header.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.begin()));
}

std::optional<std::pair<std::size_t, std::size_t>> usual_ends(const Record& header) {
  for (const auto& [source, target] : kEnds) {
    const auto first = place_of(source, header);
    const auto second = place_of(target, header);
    if (first && second) {
      return std::pair(*first, *second);
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> usual_weight(const Record& header) {
  for (const std::string_view name : kWeights) {
    if (const auto found = place_of(name, header)) {
      return found;
    }
  }
  return std::nullopt;
}

/// Whether a later record has the name of one of these columns in one of them, as it has where names are ids.
bool come_again(const FirstRecords& records, const std::array<std::size_t, 2>& columns) {
  return std::any_of(records.begin() + 1, records.end(), [&](const Record& record) {
    return std::ranges::any_of(columns, [&](std::size_t column) {
      return column < record.size() &&
             (record[column] == records.front()[columns[0]] || record[column] == records.front()[columns[1]]);
    });
  });
}

/// Whether the first record names the columns of the others: it has no number, and they have.
bool has_header(const FirstRecords& records) {
  const Record& first = records.front();
  if (has_usual_header(records)) {
    return true;
  }
  // Tables of pandas and R begin with a column of row names that has no name itself.
  const bool distinct = std::ranges::none_of(first, [&](const std::string& name) {
    return (name.empty() && &name != &first.front()) || std::ranges::count(first, name) > 1;
  });
  return first.size() >= 2 && distinct && std::ranges::none_of(first, is_number) &&
         first_alone_is_text(records, first.size());
}

std::optional<std::size_t> number_of_column(const std::string& text) {
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::string names_text(const Record& header) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> names;
  for (const std::string& name : std::span(header).first(std::min(header.size(), kMost))) {
    names.push_back(in_quotes(name));
  }
  return fmt::format("{}{}", fmt::join(names, ", "), header.size() > kMost ? ", ..." : "");
}

/// The place of a column that the caller named; a header of that name comes before a number.
std::size_t chosen_column(const std::string& name, const Record& first, bool header, const std::string& place) {
  if (header) {
    if (const auto found = std::ranges::find(first, name); found != first.end()) {
      return static_cast<std::size_t>(found - first.begin());
    }
  }
  const auto number = number_of_column(name);
  if (!number) {
    fail_input(place, header ? fmt::format("--edge-columns: there is no column {}, only {}", in_quotes(name),
                                           names_text(first))
                             : fmt::format("--edge-columns: {} is a name, but no header has names", in_quotes(name)));
  }
  if (*number < 1 || *number > first.size()) {
    fail_input(place, fmt::format("--edge-columns: there is no column {}, only 1 to {}", *number, first.size()));
  }
  return *number - 1;
}

void require_possible(const EdgeColumnOptions& options) {
  const std::vector<std::string>& columns = options.columns;
  const auto refuse = [](const std::string& reason) { throw Error(ErrorCode::kConfig, "--edge-columns: " + reason); };
  if (!columns.empty() && (columns.size() < 2 || columns.size() > 3)) {
    refuse(fmt::format("two or three columns are needed (source,target[,weight]), not {}", columns.size()));
  }
  for (const std::string& name : columns) {
    if (std::ranges::count(columns, name) > 1) {
      refuse(fmt::format("{} is there twice", in_quotes(name)));
    }
    if (options.header == HeaderLine::kAbsent && !number_of_column(name)) {
      refuse(fmt::format("{} is a name, and --no-header says that columns have none", in_quotes(name)));
    }
  }
}

/// Columns by a header whose names nobody chose among.
void take_usual_columns(EdgePositions& found, const Record& header, const std::string& place) {
  found.weight = usual_weight(header);
  if (const auto ends = usual_ends(header)) {
    std::tie(found.source, found.target) = *ends;
    return;
  }
  if (header.size() == 2) {
    found.weight.reset();
  } else if (header.size() != 3 || found.weight != 2) {
    fail_input(place, fmt::format("which of its {} columns ({}) are the ends of an edge? Name them: --edge-columns "
                                  "SOURCE,TARGET[,WEIGHT]",
                                  header.size(), names_text(header)));
  }
}

}  // namespace

bool has_usual_header(const FirstRecords& records) {
  const auto ends = usual_ends(records.front());
  return ends && !come_again(records, {ends->first, ends->second});
}

bool first_alone_is_text(const FirstRecords& records, std::size_t width) {
  for (std::size_t column = 0; records.size() > 1 && column < width; ++column) {
    const bool numbers = std::all_of(records.begin() + 1, records.end(), [&](const Record& record) {
      return column < record.size() && is_number(record[column]);
    });
    if (numbers && column < records.front().size() && !is_number(records.front()[column])) {
      return true;
    }
  }
  return false;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != ' ' && c != '_' && c != '-' && c != '.' && c != ':') {
      plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return plain;
}

EdgePositions find_edge_columns(const FirstRecords& records, const EdgeColumnOptions& options,
                                const std::string& place) {
  require_possible(options);
  const Record& first = records.front();
  const bool names_chosen =
      std::ranges::any_of(options.columns, [](const std::string& name) { return !number_of_column(name).has_value(); });
  EdgePositions found;
  found.names.header = options.header == HeaderLine::kPresent ||
                       (options.header == HeaderLine::kDetect && (names_chosen || has_header(records)));
  if (!options.columns.empty()) {
    const auto column = [&](std::size_t i) {
      return chosen_column(options.columns[i], first, found.names.header, place);
    };
    found.source = column(0);
    found.target = column(1);
    found.weight = options.columns.size() > 2 ? std::optional(column(2)) : std::nullopt;
  } else if (found.names.header) {
    take_usual_columns(found, first, place);
  } else {
    found.by_place = true;
    return found;
  }
  const auto name_of = [&](std::size_t column) {
    return found.names.header ? first[column] : fmt::format("{}", column + 1);
  };
  found.names.used = {name_of(found.source), name_of(found.target)};
  if (found.weight) {
    found.names.used.push_back(name_of(*found.weight));
  }
  for (std::size_t column = 0; found.names.header && column < first.size(); ++column) {
    if (column != found.source && column != found.target && column != found.weight) {
      found.names.unused.push_back(first[column]);
    }
  }
  return found;
}

}  // namespace columnar
