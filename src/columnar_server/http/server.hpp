#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "columnar_server/api/service.hpp"
#include "columnar_server/http/guard.hpp"

namespace columnar::server {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any that is free
  Guard guard = {};        ///< its port is set by the server
  bool with_page = false;  ///< serve the files of explorer/, too
  int threads = 1;         ///< that answer requests; one more reads and writes

  // What one client can take from the others.
  std::size_t connections = 512;                  ///< further ones wait
  std::size_t head_bytes = std::size_t{1} << 14;  ///< of all headers together
  std::chrono::milliseconds idle{60'000};         ///< between two requests, and until the head of one is there
  std::chrono::milliseconds read{10'000};         ///< until the body of a request is there
  std::chrono::milliseconds write{30'000};        ///< until an answer is taken
  std::chrono::milliseconds queue{10'000};        ///< until a request is begun; then 503
  std::chrono::milliseconds farewell{5'000};      ///< to finish what is running when the server ends
};

/// HTTP/1.1 on one address, by Boost.Beast.
class Server {
 public:
  /// Binds the address, before there is anything to serve: what can fail, fails here, with Error(kConfig).
  explicit Server(ServerOptions options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  Server(Server&&) = delete;
  Server& operator=(Server&&) = delete;
  ~Server();

  /// The port, also where any free one was asked for.
  [[nodiscard]] std::uint16_t port() const noexcept;

  /// Serves until stop(), SIGINT, SIGTERM or SIGHUP. Requests that are running then are finished, within limits. Call
  /// once.
  void run(Service& service);

  /// Ends run(). Thread-safe.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace columnar::server
