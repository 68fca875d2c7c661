#include "columnar_lab/evaluate/fit_progress.hpp"

#include <algorithm>

namespace columnar {

ShareSink FitProgress::one_fit() {
  return [this, before = std::uint64_t{0}](double share) mutable {
    constexpr double kParts = 1e6;
    const auto parts = static_cast<std::uint64_t>(share * kParts);
    const std::uint64_t more = parts - before;
    before = parts;
    const std::uint64_t done = done_.fetch_add(more) + more;
    if (report_ && std::this_thread::get_id() == owner_) {
      report_(std::min(1.0, static_cast<double>(done) / (kParts * static_cast<double>(fits_))));
    }
  };
}

}  // namespace columnar
