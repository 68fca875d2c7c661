#include "columnar/core/stage_meter.hpp"

#include <fstream>
#include <sstream>

namespace columnar {

std::uint64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmHWM:")) {
      std::istringstream fields(line.substr(6));
      std::uint64_t kibibytes = 0;
      fields >> kibibytes;
      return kibibytes * 1024;
    }
  }
  return 0;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace columnar
