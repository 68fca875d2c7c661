#include "columnar_server/http/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <csignal>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/routes.hpp"
#include "columnar_server/http/page_answer.hpp"
#include "columnar_server/http/worker_pool.hpp"

namespace columnar::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Clock = std::chrono::steady_clock;
using asio::ip::tcp;

constexpr std::size_t kDrained = std::size_t{4} << 20;  // of a refused body, so that the client reads the answer
constexpr std::chrono::seconds kDrainTime{1};
constexpr std::chrono::milliseconds kAcceptPause{100};

constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri "
    "'none'; form-action 'none'; frame-ancestors 'none'";

beast::string_view as_boost(std::string_view text) { return {text.data(), text.size()}; }
std::string_view as_std(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

class Server::Impl {
 public:
  explicit Impl(ServerOptions options) : options_(std::move(options)), acceptor_(context_) {
    listen();
    options_.guard.port = acceptor_.local_endpoint().port();
  }

  [[nodiscard]] std::uint16_t port() const noexcept { return options_.guard.port; }

  void run(Service& service);
  void stop() {
    asio::post(context_, [this] { begin_farewell(); });
  }

 private:
  class Session;

  void listen();
  void accept();
  void accept_later();
  void begin_farewell();
  /// Runs on the thread of the connections, like everything but the answering itself.
  void ended(Session* session) noexcept;

  ServerOptions options_;
  Service* service_ = nullptr;             ///< while it runs
  std::unordered_set<Session*> sessions_;  // before the context, whose end ends the last of them
  bool is_accepting_ = false;
  bool is_ending_ = false;
  bool is_over_ = false;
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer accept_timer_{context_};
  asio::steady_timer farewell_timer_{context_};
  asio::signal_set signals_{context_};
  std::optional<WorkerPool> workers_;
};

/// One connection. Alive while an operation holds it.
class Server::Impl::Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, Impl& server) : stream_(std::move(socket)), server_(server) {
    server_.sessions_.insert(this);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) = delete;
  Session& operator=(Session&&) = delete;
  ~Session() { server_.ended(this); }

  void read_head() {
    is_idle_ = true;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.options_.head_bytes));
    parser_->body_limit(kMaxBody);
    stream_.expires_after(server_.options_.idle);
    http::async_read_header(stream_, buffer_, *parser_, [self = this->shared_from_this()](auto error, std::size_t) {
      self->is_idle_ = false;
      if (error) {
        self->refuse(error);
      } else {
        self->read_body();
      }
    });
  }

  /// Ends a connection between two requests; any other ends after its answer.
  void say_farewell() {
    if (is_idle_) {
      stream_.cancel();
    }
  }

 private:
  void read_body() {
    const Head head = this->head();
    if (std::optional<Answer> refusal = server_.options_.guard.refusal(head)) {
      write(std::move(*refusal), /*is_last=*/true);
      return;
    }
    if (head.method != "GET" && head.method != "POST") {
      write(error_answer(405, "there are GET and POST"), /*is_last=*/true);
      return;
    }
    stream_.expires_after(server_.options_.read);
    http::async_read(stream_, buffer_, *parser_, [self = this->shared_from_this()](auto error, std::size_t) {
      if (error) {
        self->refuse(error);
      } else {
        self->answer();
      }
    });
  }

  [[nodiscard]] Head head() const {
    const auto& request = parser_->get();
    Head head{as_std(request.method_string()), as_std(request.target()), {}};
    const auto optional = [&request](auto name) -> std::optional<std::string_view> {
      const auto found = request.find(name);
      return found == request.end() ? std::nullopt : std::optional(as_std(found->value()));
    };
    const auto hosts = request.equal_range(http::field::host);
    for (auto host = hosts.first; host != hosts.second; ++host) {
      head.hosts.push_back(as_std(host->value()));
    }
    head.origin = optional(http::field::origin);
    head.fetch_site = optional("Sec-Fetch-Site");
    head.authorization = optional(http::field::authorization).value_or("");
    head.content_type = optional(http::field::content_type).value_or("");
    return head;
  }

  /// A request that is none, or too large, gets an answer; a client that is gone or too slow does not.
  void refuse(const beast::error_code& error) {
    if (error == http::error::body_limit) {
      write(error_answer(413, fmt::format("a body has at most {} bytes", kMaxBody)), true);
    } else if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      write(error_answer(431, fmt::format("the headers have at most {} bytes", server_.options_.head_bytes)), true);
    } else if (error != http::error::end_of_stream && error != http::error::partial_message &&
               error.category() == http::make_error_code(http::error::bad_method).category()) {
      write(error_answer(400, "not a request of HTTP/1.1"), true);
    }
  }

  void answer() {
    http::request<http::string_body> message = parser_->release();
    keeps_alive_ = message.keep_alive();
    Request request{std::string(as_std(message.method_string())), std::string(as_std(message.target())),
                    std::move(message.body())};
    if (!std::string_view(request.target).starts_with(kApi)) {
      write(server_.options_.with_page ? page_answer(request.method, request.target)
                                       : error_answer(404, "there is nothing at this path"),
            false);
      return;
    }
    server_.workers_->add([self = this->shared_from_this(), request = std::move(request),
                           due = Clock::now() + server_.options_.queue]() mutable {
      Answer answer = Clock::now() > due ? error_answer(503, "too many requests wait; ask again")
                                         : self->server_.service_->answer(request);
      // Moved, not copied: a connection must end on the thread of the connections.
      asio::io_context& context = self->server_.context_;
      asio::post(context, [self = std::move(self), answer = std::move(answer)]() mutable {
        self->write(std::move(answer), false);
      });
    });
  }

  void write(Answer answer, bool is_last) {
    answer_ = std::move(answer);
    is_last = is_last || server_.is_ending_ || !keeps_alive_;
    response_ = {static_cast<http::status>(answer_.status), 11};
    response_.set(http::field::content_type, as_boost(answer_.type));
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("X-Frame-Options", "DENY");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    response_.set("Cross-Origin-Opener-Policy", "same-origin");
    response_.set("Content-Security-Policy", as_boost(kContentPolicy));
    if (answer_.status == 401) {
      response_.set(http::field::www_authenticate, "Bearer");
    } else if (answer_.status == 503) {
      response_.set(http::field::retry_after, "1");
    }
    response_.keep_alive(!is_last);
    response_.body() = {answer_.body->data(), answer_.body->size()};
    response_.prepare_payload();
    stream_.expires_after(server_.options_.write);
    http::async_write(stream_, response_, [self = this->shared_from_this(), is_last](auto error, std::size_t) {
      self->answer_ = {};
      if (!error) {
        is_last ? self->close() : self->read_head();
      }
    });
  }

  /// Closing with unread bytes would take the answer from the client.
  void close() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kDrainTime);
    drain(0);
  }

  void drain(std::size_t drained) {
    buffer_.consume(buffer_.size());
    stream_.async_read_some(buffer_.prepare(std::size_t{1} << 16),
                            [self = this->shared_from_this(), drained](auto error, std::size_t count) {
                              if (!error && drained + count < kDrained) {
                                self->drain(drained + count);
                              }
                            });
  }

  beast::tcp_stream stream_;
  Impl& server_;
  beast::flat_buffer buffer_{std::size_t{1} << 17};
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::span_body<const char>> response_;
  Answer answer_;  ///< holds the body while it is written
  bool keeps_alive_ = false;
  bool is_idle_ = false;
};

void Server::Impl::listen() {
  const std::string place = fmt::format("{}:{}", options_.address, options_.port);
  beast::error_code error;
  const asio::ip::address address = asio::ip::make_address(options_.address, error);
  if (error) {
    throw Error(ErrorCode::kConfig, fmt::format("--listen: {} is no IP address", options_.address));
  }
  const tcp::endpoint endpoint(address, options_.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) {
    acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  }
  if (!error) {
    acceptor_.bind(endpoint, error);
  }
  if (!error) {
    acceptor_.listen(asio::socket_base::max_listen_connections, error);
  }
  if (error) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: cannot listen: {}", place, error.message()));
  }
}

void Server::Impl::run(Service& service) {
  service_ = &service;
  workers_.emplace(options_.threads);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // Who started the program with the signal ignored, as nohup does, wants it to go on.
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) {
      beast::error_code ignored;
      signals_.add(signal, ignored);
    }
  }
  signals_.async_wait([this](const beast::error_code& error, int /*signal*/) {
    if (!error) {
      begin_farewell();
    }
  });
  accept();
  try {
    context_.run();
  } catch (...) {  // no memory: sessions that end now must not accept others
    is_over_ = true;
    workers_.reset();
    throw;
  }
  workers_.reset();
  is_over_ = true;
}

void Server::Impl::accept() {
  if (is_ending_ || is_accepting_ || sessions_.size() >= options_.connections) {
    return;
  }
  is_accepting_ = true;
  acceptor_.async_accept([this](const beast::error_code& error, tcp::socket socket) {
    is_accepting_ = false;
    if (is_ending_) {
      return;
    }
    if (error) {  // such as too many open files
      accept_later();
      return;
    }
    beast::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    std::make_shared<Session>(std::move(socket), *this)->read_head();
    accept();
  });
}

void Server::Impl::accept_later() {
  accept_timer_.expires_after(kAcceptPause);
  accept_timer_.async_wait([this](const beast::error_code& error) {
    if (!error) {
      accept();
    }
  });
}

void Server::Impl::ended(Session* session) noexcept {
  sessions_.erase(session);
  try {
    if (is_over_) {
      return;
    }
    if (!is_ending_) {
      accept();
    } else if (sessions_.empty()) {
      farewell_timer_.cancel();
    }
  } catch (const std::exception&) {  // no memory: the end of another connection tries again
    is_accepting_ = false;
  }
}

void Server::Impl::begin_farewell() {
  if (std::exchange(is_ending_, true)) {
    return;
  }
  beast::error_code ignored;
  acceptor_.close(ignored);
  accept_timer_.cancel();
  signals_.cancel(ignored);
  signals_.clear(ignored);  // a second signal ends the program at once
  if (sessions_.empty()) {
    return;
  }
  farewell_timer_.expires_after(options_.farewell);
  farewell_timer_.async_wait([this](const beast::error_code& error) {
    if (!error) {
      context_.stop();
    }
  });
  for (Session* session : std::vector(sessions_.begin(), sessions_.end())) {
    session->say_farewell();
  }
}

Server::Server(ServerOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Server::~Server() = default;
std::uint16_t Server::port() const noexcept { return impl_->port(); }
void Server::run(Service& service) { impl_->run(service); }
void Server::stop() { impl_->stop(); }

}  // namespace columnar::server
