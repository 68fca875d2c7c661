#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "support/temp_file.hpp"

namespace columnar::testing_support {

/// The graph of a file with this name and content, as read_graph gives it.
inline ReadResult graph_of(const std::string& name, std::string_view content, const ReadOptions& options = {}) {
  const TempFile file(name, content);
  return read_graph(file.path(), options);
}

/// The message with which the file is refused, without the folder; "accepted" if it is not.
inline std::string refusal_of(const std::string& name, std::string_view content) {
  const TempFile file(name, content);
  try {
    (void)read_graph(file.path());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    const std::string message = error.what();
    const std::string folder = file.path().substr(0, file.path().size() - name.size());
    return message.starts_with(folder) ? message.substr(folder.size()) : message;
  }
  return "accepted";
}

/// All arcs in the order of the rows, with the weights of a weighted graph: "a-b 2, b-a 2".
inline std::string arcs_of(const Graph& graph) {
  std::string text;
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      text += fmt::format("{}{}-{}", text.empty() ? "" : ", ", graph.ids.name(u), graph.ids.name(v));
      text += graph.is_weighted() ? fmt::format(" {}", graph.weight(u, v)) : "";
    }
  }
  return text;
}

}  // namespace columnar::testing_support
