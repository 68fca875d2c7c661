#include "columnar/core/stage_meter.hpp"

#include <fstream>
#include <sstream>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace columnar {
namespace {

/// A field of /proc/self/status, in bytes.
std::uint64_t memory_of(std::string_view field) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with(field)) {
      std::istringstream fields(line.substr(field.size()));
      std::uint64_t kibibytes = 0;
      fields >> kibibytes;
      return kibibytes * 1024;
    }
  }
  return 0;
}

}  // namespace

std::uint64_t peak_memory() { return memory_of("VmHWM:"); }

std::uint64_t current_memory() { return memory_of("VmRSS:"); }

void return_freed_memory() noexcept {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace columnar
