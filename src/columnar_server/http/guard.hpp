#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar_server/api/answer.hpp"

/// Who may ask. A page of another site that runs in a browser on this machine reaches a loopback address, too: it is
/// known by the headers that its browser sends and no script can change.

namespace columnar::server {

/// What is looked at of the head of a request.
struct Head {
  std::string_view method;
  std::string_view target;
  std::vector<std::string_view> hosts;  ///< every Host header
  std::optional<std::string_view> origin = {};
  std::optional<std::string_view> fetch_site = {};  ///< Sec-Fetch-Site
  std::string_view authorization = {};
  std::string_view content_type = {};
};

struct Guard {
  std::uint16_t port = 0;
  std::vector<std::string> names = {};  ///< by which clients may call the server, besides localhost and IP addresses
  std::string token = {};               ///< empty: none is needed

  /// The refusal of a request that must not be answered.
  ///
  /// - 400 unless there is one Host header; 403 unless it is localhost, an IP address or one of the names, at this
  /// port.
  ///   A site whose name suddenly leads to this machine (DNS rebinding) sends its name.
  /// - 403 for a request of a page of another origin.
  /// - 401 for a request to the API without the token. Its files hold no data and need none.
  /// - 415 for a POST that is not application/json: other types can be sent across origins without asking.
  [[nodiscard]] std::optional<Answer> refusal(const Head& head) const;
};

/// True for equal texts, in a time that tells nothing of where they differ.
[[nodiscard]] bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept;

/// 256 bits of the system's randomness as hexadecimal digits. Throws Error(kConfig) if it has none.
[[nodiscard]] std::string random_token();

/// True if what listens at this address can be reached from this machine alone.
[[nodiscard]] bool is_loopback(const std::string& address);

}  // namespace columnar::server
