#include "columnar_server/http/guard.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "columnar/error.hpp"
#include "columnar_server/api/routes.hpp"

#if defined(__APPLE__)
#include <sys/random.h>
#endif

namespace columnar::server {
namespace {

bool same_text(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool is_address(int family, const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return ::inet_pton(family, text.c_str(), bytes.data()) == 1;
}

/// Divides "name:port" or "[address]:port"; without a port it is that of HTTP.
struct HostAndPort {
  std::string name;
  std::string_view port = "80";
};

std::optional<HostAndPort> parse_host(std::string_view text) {
  const std::size_t closing = text.starts_with('[') ? text.find(']') : 0;
  if (closing == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t colon = text.find(':', closing);
  HostAndPort host{std::string(text.substr(0, colon))};
  if (colon != std::string_view::npos) {
    host.port = text.substr(colon + 1);
  }
  return host;
}

bool is_own_host(std::string_view text, const Guard& guard) {
  const std::optional<HostAndPort> host = parse_host(text);
  if (!host) {
    return false;
  }
  // A name of the user's own may stand before another port: that of a proxy.
  if (std::ranges::any_of(guard.names, [&](const std::string& name) { return same_text(name, host->name); })) {
    return true;
  }
  const bool in_brackets = host->name.starts_with('[');
  const bool is_known = same_text(host->name, "localhost") ||
                        (in_brackets ? is_address(AF_INET6, host->name.substr(1, host->name.size() - 2))
                                     : is_address(AF_INET, host->name));
  return is_known && host->port == std::to_string(guard.port);
}

bool is_json(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) {
    type.remove_suffix(1);
  }
  return same_text(type, "application/json");
}

}  // namespace

std::optional<Answer> Guard::refusal(const Head& head) const {
  if (head.hosts.size() != 1) {
    return error_answer(400, "a request has one Host header");
  }
  const std::string_view host = head.hosts.front();
  if (!is_own_host(host, *this)) {
    return error_answer(403, "Host: not a name of this server; columnar serve --host NAME allows one");
  }
  const bool same_origin = !head.origin || same_text(*head.origin, fmt::format("http://{}", host)) ||
                           same_text(*head.origin, fmt::format("https://{}", host));
  const bool same_site = !head.fetch_site || *head.fetch_site == "same-origin" || *head.fetch_site == "none";
  const bool is_api = head.target.starts_with(kApi);
  // A link on another site may open the page. What it opens asks for itself.
  if (!same_origin || (is_api && !same_site)) {
    return error_answer(403, "Origin: pages of other sites may not ask");
  }
  constexpr std::string_view kScheme = "Bearer ";
  if (is_api && !token.empty() &&
      (!same_text(head.authorization.substr(0, kScheme.size()), kScheme) ||
       !equal_in_constant_time(head.authorization.substr(kScheme.size()), token))) {
    return error_answer(401, "Authorization: Bearer and the token of this server are needed");
  }
  if (head.method == "POST" && !is_json(head.content_type)) {
    return error_answer(415, "Content-Type: must be application/json");
  }
  return std::nullopt;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept {
  unsigned difference = a.size() == b.size() ? 0U : 1U;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(other));
  }
  return difference == 0;
}

std::string random_token() {
  std::array<unsigned char, 32> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0) {
    throw Error(ErrorCode::kConfig, "--token: the system has no random numbers; give a token");
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    text += fmt::format("{:02x}", byte);
  }
  return text;
}

bool is_loopback(const std::string& address) {
  in_addr four{};
  in6_addr six{};
  if (::inet_pton(AF_INET, address.c_str(), &four) == 1) {
    return (ntohl(four.s_addr) >> 24) == 127;
  }
  return ::inet_pton(AF_INET6, address.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

}  // namespace columnar::server
