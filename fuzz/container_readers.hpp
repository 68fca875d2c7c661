#pragma once

#include <string>
#include <vector>

#include "columnar/files/sectioned_file.hpp"
#include "fuzz/input.hpp"
#include "fuzz/outcome.hpp"
#include "fuzz/scratch_file.hpp"

/// What the targets for the program's own containers share.

namespace columnar::fuzz {

/// The name that files in memory go by.
inline const std::string kInMemory = "input";

/// The container of an input, verified. One of the raw form lies in a file, and is read and mapped from there.
[[nodiscard]] inline SectionedFile open_container(Input input, FileKind kind, ScratchFile& file) {
  std::vector<std::byte> bytes = container_of(input, kind);
  if (form_of(input) != Form::kRaw) {
    return SectionedFile::parse(std::move(bytes), kInMemory);
  }
  const std::string& path = file.put(bytes);
  const bool is_read = accepts(path, [&] { (void)SectionedFile::read(path, kind); });
  const bool is_mapped = accepts(path, [&] { (void)SectionedFile::map(path, kind); });
  require(is_read == is_mapped, "a file can be mapped and not read, or the other way round");
  return SectionedFile::map(path, kind);
}

/// The place that messages about that input begin with.
[[nodiscard]] inline const std::string& place_of(Input input, const ScratchFile& file) {
  return form_of(input) == Form::kRaw ? file.path() : kInMemory;
}

}  // namespace columnar::fuzz
