#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>

namespace columnar {

/// Receives the completed share of some work, in [0, 1], never less than before; may throw to stop it, may be empty.
using ShareSink = std::function<void(double)>;

/// The progress of many model fits that run in parallel. Only the thread that made it reports; the others count.
class FitProgress {
 public:
  /// `report` must outlive this, which must outlive what one_fit() returns.
  FitProgress(const ShareSink& report, std::size_t fits) : report_(report), fits_(fits) {}

  /// The sink of one of the fits. Called from the thread of that fit.
  [[nodiscard]] ShareSink one_fit();

 private:
  const ShareSink& report_;
  std::size_t fits_;
  std::atomic<std::uint64_t> done_ = 0;  ///< in millionths of a fit
  std::thread::id owner_ = std::this_thread::get_id();
};

}  // namespace columnar
