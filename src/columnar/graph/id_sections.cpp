#include "columnar/graph/id_sections.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"

namespace columnar {

void add_ids(SectionedFileWriter& writer, const NodeIds& ids, const std::string& place) {
  require_distinct_ids(ids, place, ErrorCode::kOutput);
  if (!ids.are_text()) {
    writer.add_array("ids.int64", std::span<const std::int64_t>(ids.integers));
    return;
  }
  std::vector<std::uint64_t> offsets{0};
  for (const std::string& text : ids.texts) {
    if (text.empty()) {
      throw Error(ErrorCode::kOutput, place + ": a node id is empty");
    }
    offsets.push_back(offsets.back() + text.size());
  }
  std::vector<std::byte> texts;
  texts.reserve(offsets.back());  // ids can be long: avoid a second copy
  for (const std::string& text : ids.texts) {
    append_bytes(texts, bytes_of(text));
  }
  writer.add_array("ids.offsets", std::span<const std::uint64_t>(offsets));
  writer.add("ids.text", std::move(texts));
}

NodeIds read_ids(const SectionedFile& file, std::uint64_t count) {
  NodeIds ids;
  if (file.has("ids.int64")) {
    ids.integers = file.array<std::int64_t>("ids.int64");
  } else {
    const auto offsets = file.array<std::uint64_t>("ids.offsets");
    const std::string_view texts = file.text("ids.text");
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != texts.size()) {
      fail_input(file.name(), "the offsets of its ids do not span their text");
    }
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      if (offsets[i] >= offsets[i + 1] || offsets[i + 1] > texts.size()) {
        fail_input(file.name(), fmt::format("the offsets of its ids do not ascend at id {}", i));
      }
      ids.texts.emplace_back(texts.substr(offsets[i], offsets[i + 1] - offsets[i]));
    }
  }
  if (ids.size() != count) {
    fail_input(file.name(), fmt::format("{} ids for {} nodes", ids.size(), count));
  }
  require_distinct_ids(ids, file.name(), ErrorCode::kInput);
  return ids;
}

}  // namespace columnar
