#include "scratch_file.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

namespace columnar::fuzz {

ScratchFile::ScratchFile(const std::string& name)
    : folder_((std::filesystem::temp_directory_path() / "columnar-fuzz-XXXXXX").string()) {
  if (::mkdtemp(folder_.data()) == nullptr) {
    throw std::runtime_error("cannot make " + folder_);
  }
  path_ = folder_ + "/" + name;
}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

const std::string& ScratchFile::put(Input bytes) {
  if (descriptor_ < 0) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes.size())) != 0 ||
      ::pwrite(descriptor_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("cannot write " + path_);
  }
  return path_;
}

}  // namespace columnar::fuzz
