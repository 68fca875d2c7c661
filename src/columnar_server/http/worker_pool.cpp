#include "columnar_server/http/worker_pool.hpp"

#include <system_error>
#include <utility>

#include "columnar/error.hpp"

namespace columnar::server {

WorkerPool::WorkerPool(int threads) {
  try {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  } catch (const std::system_error&) {
    if (threads_.empty()) {
      throw Error(ErrorCode::kConfig, "--threads: the system refuses to start a thread");
    }
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    jobs_.clear();
  }
  ready_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void WorkerPool::add(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  ready_.notify_one();
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    ready_.wait(lock, [this] { return stopped_ || !jobs_.empty(); });
    if (stopped_) {
      return;
    }
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;  // what it holds ends outside of the lock
    lock.lock();
  }
}

}  // namespace columnar::server
