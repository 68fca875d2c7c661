#include "columnar/core/parallel.hpp"

#include <latch>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "columnar/error.hpp"

namespace columnar {

void require_threads(int threads) {
  thread_local int had = 1;  // OpenMP keeps the threads of each caller, too
  if (threads <= had) {
    return;
  }
  std::latch all_asked(1);  // they must live at the same time
  std::vector<std::jthread> others;
  others.reserve(static_cast<std::size_t>(threads) - 1);
  try {
    while (others.size() + 1 < static_cast<std::size_t>(threads)) {
      others.emplace_back([&all_asked] { all_asked.wait(); });
    }
  } catch (const std::system_error& error) {
    all_asked.count_down();
    throw Error(ErrorCode::kConfig, "--threads: " + std::to_string(threads) + " threads cannot be started (" +
                                        error.code().message() + "); fewer may do");
  } catch (...) {
    all_asked.count_down();  // or those that have begun would wait for ever
    throw;
  }
  all_asked.count_down();
  had = threads;
}

}  // namespace columnar
