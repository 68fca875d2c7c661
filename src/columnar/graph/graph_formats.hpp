#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar/graph_reader.hpp"

/// The formats of graphs, declared once: names of files, what help says, and how they are read. read_graph(), help and
/// refusals follow. A file of any other name is an edge list.

namespace columnar {

struct GraphFormat {
  std::vector<std::string_view> extensions;  ///< in lower case, the usual one first
  std::string_view holds;                    ///< one line
  ReadResult (*read)(const std::string& path, const ReadOptions& options);
};

/// All formats that a file's name asks for.
[[nodiscard]] const std::vector<GraphFormat>& graph_formats();

/// The format that a path asks for, with or without `.gz`; nullptr where it asks for none.
[[nodiscard]] const GraphFormat* find_graph_format(const std::string& path);

/// Throws Error(kInput) if the name of a file says that it is of a known format that is not read: names the format and
/// a way to convert it.
void require_no_unread_format(const std::string& path);

/// The names of the formats that are not read, with their extensions, as documentation and tests need them.
struct UnreadFormat {
  std::vector<std::string_view> extensions;
  std::string_view name;
  std::string_view way;  ///< how to convert it; FILE stands for the path
};
[[nodiscard]] const std::vector<UnreadFormat>& unread_formats();

}  // namespace columnar
