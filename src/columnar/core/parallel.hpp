#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace columnar {

/// Calls body(b) for every b < blocks on the calling thread and up to threads - 1 helpers. The first exception of any
/// call is rethrown once all calls have ended. A nested loop runs entirely on the calling thread.
/// Throws Error(kConfig) if the system refuses to start that many threads.
///
/// Each calling thread has its own helpers. Its first loop starts them; they sleep between loops and end with the
/// calling thread. A child of fork() has none and starts its own.
void run_blocks(int threads, std::size_t blocks, const std::function<void(std::size_t)>& body);

/// Calls body(begin, end) for consecutive ranges of at most `block` items that cover [0, count), on up to `threads`
/// threads.
///
/// The ranges depend only on `block`, never on the number of threads: a body that writes only what belongs to its own
/// range gives the same bytes on any machine. For exceptions, nested loops and threads that cannot be started see
/// run_blocks().
template <class Body>
void parallel_blocks(int threads, std::size_t count, std::size_t block, const Body& body) {
  const std::size_t blocks = (count + block - 1) / block;
  const auto run_one = [&](std::size_t b) { body(b * block, std::min(count, (b + 1) * block)); };
  if (threads <= 1 || blocks <= 1) {
    for (std::size_t b = 0; b < blocks; ++b) {
      run_one(b);
    }
    return;
  }
  run_blocks(threads, blocks, std::cref(run_one));  // a reference: std::function allocates nothing for it
}

}  // namespace columnar
