#include "build_id.hpp"

namespace columnar::cli {

std::string_view build_id() noexcept {
  return
#include "build_id.inc"
      ;
}

}  // namespace columnar::cli
