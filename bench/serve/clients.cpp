#include "serve/clients.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>

namespace columnar::bench {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;

/// What all clients share.
struct Shared {
  std::uint16_t port;
  const std::string& path;
  const std::vector<std::string>& bodies;
  std::size_t requests;
  std::chrono::milliseconds pause;
  std::size_t asked = 0;
  Load load = {};
};

class Client {
 public:
  Client(asio::io_context& context, Shared& shared) : stream_(context), timer_(context), shared_(shared) {
    stream_.connect(tcp::endpoint(asio::ip::make_address("127.0.0.1"), shared.port));
    stream_.socket().set_option(tcp::no_delay(true));
  }

  void begin_after(std::chrono::microseconds wait) {
    timer_.expires_after(wait);
    timer_.async_wait([this](const beast::error_code&) { ask(); });
  }

 private:
  void ask() {
    if (shared_.asked == shared_.requests) {
      return;
    }
    request_ = {http::verb::post, shared_.path, 11, shared_.bodies[shared_.asked++ % shared_.bodies.size()]};
    request_.set(http::field::host, "127.0.0.1:" + std::to_string(shared_.port));
    request_.set(http::field::content_type, "application/json");
    request_.prepare_payload();
    answer_ = {};
    asked_at_ = Clock::now();
    http::async_write(stream_, request_, [this](const beast::error_code& error, std::size_t) {
      if (error) {
        ++shared_.load.errors;
        return;
      }
      http::async_read(stream_, buffer_, answer_,
                       [this](const beast::error_code& failed, std::size_t) { take(failed); });
    });
  }

  void take(const beast::error_code& error) {
    if (error || answer_.result_int() != 200) {
      ++shared_.load.errors;
    } else {
      shared_.load.milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - asked_at_).count());
    }
    if (!error) {
      shared_.pause.count() == 0 ? ask() : begin_after(shared_.pause);
    }
  }

  beast::tcp_stream stream_;
  asio::steady_timer timer_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> answer_;
  Clock::time_point asked_at_;
};

}  // namespace

Load ask_at_once(std::uint16_t port, const std::string& path, const std::vector<std::string>& bodies,
                 std::size_t clients, std::size_t requests, std::chrono::milliseconds pause) {
  asio::io_context context;
  Shared shared{port, path, bodies, requests, pause};
  std::vector<std::unique_ptr<Client>> all;
  for (std::size_t i = 0; i < clients; ++i) {
    all.push_back(std::make_unique<Client>(context, shared));
    all.back()->begin_after(std::chrono::microseconds(pause) * i / clients);
  }
  const auto start = Clock::now();
  context.run();
  shared.load.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::ranges::sort(shared.load.milliseconds);
  return shared.load;
}

}  // namespace columnar::bench
