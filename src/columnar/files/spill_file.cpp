#include "columnar/files/spill_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "columnar/error.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {

SpillFile::SpillFile(const std::string& directory) : directory_(directory) {
  std::string path = whole_path(directory, ErrorCode::kOutput) + "/columnar-XXXXXX";
  descriptor_ = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor_ < 0) {
    fail("cannot make a temporary file");
  }
  (void)::unlink(path.c_str());  // the file exists until it is closed
}

SpillFile::~SpillFile() {
  if (!mapped_.empty()) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): munmap's interface predates const
    ::munmap(const_cast<std::byte*>(mapped_.data()), mapped_.size());
  }
  ::close(descriptor_);
}

void SpillFile::fail(const char* what) const {
  throw Error(ErrorCode::kOutput, fmt::format("{}: {}: {}", directory_, what, std::generic_category().message(errno)));
}

void SpillFile::append(std::span<const std::byte> bytes) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30U;  // one call writes at most 2 GiB
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kMostAtOnce));
    if (written == 0) {
      errno = ENOSPC;  // nothing written, and no reason given
    }
    if (written == 0 || (written < 0 && errno != EINTR)) {
      fail("cannot write to a temporary file");
    }
    if (written > 0) {
      size_ += static_cast<std::uint64_t>(written);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
}

std::span<const std::byte> SpillFile::map() {
  if (mapped_.empty() && size_ > 0) {
    void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) {
      fail("cannot map a temporary file");
    }
    mapped_ = {static_cast<const std::byte*>(memory), size_};
  }
  return mapped_;
}

}  // namespace columnar
