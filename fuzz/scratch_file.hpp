#pragma once

#include <string>

#include "input.hpp"

namespace columnar::fuzz {

/// A file for readers that want a path, in a folder of its own below $TMPDIR; written again for every input. Quick
/// where that folder lies in memory, as `./dev fuzz` has it.
class ScratchFile {
 public:
  /// The extension tells many readers what to expect.
  explicit ScratchFile(const std::string& name);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Makes these bytes the whole content and returns the path.
  const std::string& put(Input bytes);

 private:
  std::string folder_;
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace columnar::fuzz
