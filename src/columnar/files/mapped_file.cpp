#include "columnar/files/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {
namespace {

/// Closes a descriptor; a mapping outlives it.
struct Descriptor {
  int number;
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) {
      ::close(number);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  // Without O_NONBLOCK, opening a pipe would block before it is refused.
  const Descriptor descriptor(::open(whole_path(path, ErrorCode::kInput).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.number < 0) {
    fail_input(path, errno == ENOENT ? "no such file" : "cannot open: " + std::generic_category().message(errno));
  }
  struct stat info {};
  if (::fstat(descriptor.number, &info) != 0) {
    fail_input(path, "cannot read: " + std::generic_category().message(errno));
  }
  if (!S_ISREG(info.st_mode)) {
    fail_input(path, S_ISDIR(info.st_mode) ? "is a directory, not a file" : "is no regular file and cannot be mapped");
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) {
    return;  // nothing to map
  }
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0);
  if (memory == MAP_FAILED) {
    fail_input(path, "cannot map: " + std::generic_category().message(errno));
  }
  bytes_ = {static_cast<const std::byte*>(memory), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): munmap's interface predates const
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
}

}  // namespace columnar
