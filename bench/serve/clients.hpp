#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace columnar::bench {

/// What many clients at once saw.
struct Load {
  std::vector<double> milliseconds;  ///< of each answer, ascending
  std::size_t errors = 0;            ///< requests without an answer of 200
  double seconds = 0.0;
};

/// `clients` connections to 127.0.0.1, each of which asks, waits for the answer, pauses, and asks again, until
/// `requests` are answered. Request i has bodies[i % bodies.size()]. Clients begin at different times of their pause.
/// All run on the calling thread.
[[nodiscard]] Load ask_at_once(std::uint16_t port, const std::string& path, const std::vector<std::string>& bodies,
                               std::size_t clients, std::size_t requests, std::chrono::milliseconds pause);

}  // namespace columnar::bench
