#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#ifdef __SANITIZE_THREAD__
#include <atomic>
#include <thread>
#include <vector>
#endif

namespace columnar {

/// Throws Error(kConfig) unless the caller could have so many threads at once: OpenMP would end the program where the
/// system refuses one. Threads that were to be had once are not asked for again.
void require_threads(int threads);

/// Calls body(begin, end) for consecutive ranges of at most `block` items that cover [0, count), on up to `threads`
/// threads.
///
/// The ranges depend on `block` alone, never on the number of threads: a body that writes only what belongs to its own
/// range gives the same bytes on any machine. The first exception of any range is rethrown once all have ended. Threads
/// that cannot be had are an Error: see require_threads().
template <class Body>
void parallel_blocks(int threads, std::size_t count, std::size_t block, const Body& body) {
  const std::size_t blocks = (count + block - 1) / block;
  if (threads <= 1 || blocks <= 1) {
    for (std::size_t b = 0; b < blocks; ++b) {
      body(b * block, std::min(count, (b + 1) * block));
    }
    return;
  }
  require_threads(threads);
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&](std::size_t b) {
    try {
      body(b * block, std::min(count, (b + 1) * block));
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failure_mutex);
      if (!failure) {
        failure = std::current_exception();
      }
    }
  };
#ifdef __SANITIZE_THREAD__
  // ThreadSanitizer cannot see the barriers of libgomp and would call every loop a race, so its build uses plain
  // threads.
  {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&] {
        for (std::size_t b = next++; b < blocks; b = next++) {
          run(b);
        }
      });
    }
  }
#else
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::size_t b = 0; b < blocks; ++b) {
    run(b);
  }
#endif
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace columnar
