#include "columnar/core/parallel.hpp"

#include <pthread.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "columnar/error.hpp"

namespace columnar {
namespace {

// A block needs 256 to 384 KiB, of which Eigen takes 128 at a time; 8 MiB is the default of most systems.
// Setting it here makes helpers independent of `ulimit -s`.
constexpr std::size_t kStackBytes = std::size_t{8} << 20U;

// Polls before a thread sleeps, about ten microseconds. Training runs thousands of loops of 50 to 350 µs,
// and waking a thread takes 30 µs; longer spinning slows down a machine that has other work.
// docs/decisions/0037-threads.md
constexpr int kSpins = 1000;

thread_local bool inside_loop = false;

void relax_cpu() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Blocks shared by several threads.
class Loop {
 public:
  Loop(std::size_t blocks, const std::function<void(std::size_t)>& body) : blocks_(blocks), body_(body) {}

  /// Takes blocks until none is left.
  void work() noexcept {
    for (std::size_t b = next_++; b < blocks_; b = next_++) {
      try {
        body_(b);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex_);
        if (!failure_) {
          failure_ = std::current_exception();
        }
      }
    }
  }

  void rethrow_failure() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

 private:
  const std::size_t blocks_;
  const std::function<void(std::size_t)>& body_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

/// A thread that works on the loops of its owner thread.
///
/// The two share only `state_`: the owner sets kOffered, the helper answers with kTaken, then with kIdle. An
/// offer that the helper has not taken in time is withdrawn, so that no loop waits for a thread that has not begun.
class Helper {
 public:
  /// Throws std::system_error if the system does not start the thread.
  Helper() {
    pthread_attr_t attributes;
    int error = ::pthread_attr_init(&attributes);
    if (error == 0) {
      (void)::pthread_attr_setstacksize(&attributes, kStackBytes);
      error = ::pthread_create(&thread_, &attributes, &Helper::serve, this);
      (void)::pthread_attr_destroy(&attributes);
    }
    if (error != 0) {
      throw std::system_error(error, std::generic_category());
    }
  }

  ~Helper() {
    set(kEnded);
    (void)::pthread_join(thread_, nullptr);
  }

  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;
  Helper(Helper&&) = delete;
  Helper& operator=(Helper&&) = delete;

  void offer(Loop& loop) {
    loop_ = &loop;  // the helper reads it only after taking the offer
    set(kOffered);
  }

  /// Returns once the helper has left the loop and will not enter it.
  void finish() {
    int offered = kOffered;
    if (!state_.compare_exchange_strong(offered, kIdle)) {
      wait_while(kTaken);
    }
  }

 private:
  enum State : int { kIdle, kOffered, kTaken, kEnded };

  static void* serve(void* self) {
    static_cast<Helper*>(self)->serve();
    return nullptr;
  }

  void serve() {
    inside_loop = true;
    while (true) {
      wait_while(kIdle);
      int offered = kOffered;
      if (state_.compare_exchange_strong(offered, kTaken)) {
        loop_->work();
        set(kIdle);
      } else if (offered == kEnded) {
        return;
      }
    }
  }

  void set(State state) {
    state_ = state;
    state_.notify_one();  // only one of the two ever waits
  }

  /// Spins for a moment, then sleeps.
  void wait_while(State state) const {
    for (int spin = 0; spin < kSpins; ++spin) {
      if (state_ != state) {
        return;
      }
      relax_cpu();
    }
    state_.wait(state);
  }

  std::atomic<int> state_ = kIdle;  // Linux can wait on an int directly
  Loop* loop_ = nullptr;
  pthread_t thread_{};
};

/// The helpers of one thread.
class Team {
 public:
  /// Throws Error(kConfig), and starts none, if not all can be started.
  void grow(std::size_t helpers) {
    const std::size_t before = helpers_.size();
    try {
      while (helpers_.size() < helpers) {
        helpers_.push_back(std::make_unique<Helper>());
      }
    } catch (const std::system_error& error) {
      helpers_.resize(before);
      throw Error(ErrorCode::kConfig, "--threads: " + std::to_string(helpers + 1) + " threads cannot be started (" +
                                          error.code().message() + "); fewer may do");
    }
  }

  void run(Loop& loop, std::size_t helpers) {
    for (std::size_t h = 0; h < helpers; ++h) {
      helpers_[h]->offer(loop);
    }
    inside_loop = true;
    loop.work();
    inside_loop = false;
    for (std::size_t h = 0; h < helpers; ++h) {
      helpers_[h]->finish();
    }
  }

  /// Drops the helpers without joining them: after a fork the child does not have them.
  void abandon() {
    for (std::unique_ptr<Helper>& helper : helpers_) {
      (void)helper.release();
    }
    helpers_.clear();
  }

 private:
  std::vector<std::unique_ptr<Helper>> helpers_;
};

thread_local Team team;

/// Makes every child of fork() start without helpers. The handler runs on the forking thread, the only one in the
/// child.
void watch_forks() {
  static const int error = ::pthread_atfork(nullptr, nullptr, [] { team.abandon(); });
  if (error != 0) {
    throw std::bad_alloc();
  }
}

}  // namespace

void run_blocks(int threads, std::size_t blocks, const std::function<void(std::size_t)>& body) {
  if (threads <= 1 || inside_loop) {
    for (std::size_t b = 0; b < blocks; ++b) {
      body(b);
    }
    return;
  }
  watch_forks();
  const std::size_t helpers = static_cast<std::size_t>(threads) - 1;
  team.grow(helpers);
  Loop loop(blocks, body);
  team.run(loop, std::min(helpers, blocks - 1));
  loop.rethrow_failure();
}

}  // namespace columnar
