#pragma once

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/error.hpp"
#include "columnar/node_ids.hpp"

namespace columnar::testing_support {

inline NodeIds numbers(std::vector<std::int64_t> integers) { return {std::move(integers), {}}; }
inline NodeIds texts(std::vector<std::string> names) { return {{}, std::move(names)}; }

/// Runs a reader and returns its message, which names the file.
template <class Read>
std::string error_of(const Read& read) {
  try {
    (void)read();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
    return error.what();
  }
  return "no error";
}

/// The attributes of a node by name.
using Row = std::map<std::string, float>;

inline Row row_of(const Attributes& attributes, std::size_t node) {
  Row row;
  for (std::uint64_t i = attributes.offsets[node]; i < attributes.offsets[node + 1]; ++i) {
    row[attributes.name(attributes.indices[i])] += attributes.value(i);
  }
  return row;
}

inline std::vector<Row> rows_of(const Attributes& attributes) {
  std::vector<Row> rows;
  for (std::size_t node = 0; node < attributes.row_count(); ++node) {
    rows.push_back(row_of(attributes, node));
  }
  return rows;
}

}  // namespace columnar::testing_support
