#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "columnar/core/ranks.hpp"

namespace columnar::testing_support {

/// Ranks that are threads of this process: each message goes through a queue.
class ThreadRanks final : public Ranks {
 public:
  /// Calls body(ranks) on so many threads, each one rank.
  static void run(int size, const std::function<void(Ranks&)>& body) {
    Mail mail;
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank) {
      threads.emplace_back([&mail, &body, rank, size] {
        ThreadRanks ranks(mail, rank, size);
        body(ranks);
      });
    }
  }

 protected:
  void broadcast_piece(std::span<std::byte> piece, int root) override {
    for (int to = 0; rank() == root && to < size(); ++to) {
      if (to != root) {
        send_piece(piece, to);
      }
    }
    if (rank() != root) {
      receive_piece(piece, root);
    }
  }
  void send_piece(std::span<const std::byte> piece, int to) override {
    const std::lock_guard<std::mutex> lock(mail_.mutex);
    mail_.queues[{rank(), to}].emplace_back(piece.begin(), piece.end());
    mail_.arrived.notify_all();
  }
  void receive_piece(std::span<std::byte> piece, int from) override {
    std::unique_lock<std::mutex> lock(mail_.mutex);
    auto& queue = mail_.queues[{from, rank()}];
    mail_.arrived.wait(lock, [&queue] { return !queue.empty(); });
    std::ranges::copy(queue.front(), piece.begin());
    queue.pop_front();
  }
  void exchange_pieces(const std::vector<Bytes>& out, std::vector<Bytes>& in) override {
    for (int other = 0; other < size(); ++other) {
      send_piece(out[static_cast<std::size_t>(other)], other);
    }
    for (int other = 0; other < size(); ++other) {
      receive_piece(in[static_cast<std::size_t>(other)], other);
    }
  }

 private:
  struct Mail {
    std::mutex mutex;
    std::condition_variable arrived;
    std::map<std::pair<int, int>, std::deque<Bytes>> queues;  ///< [from, to]
  };

  ThreadRanks(Mail& mail, int rank, int size) : Ranks(rank, size), mail_(mail) {}

  Mail& mail_;
};

}  // namespace columnar::testing_support
