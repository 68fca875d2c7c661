#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "columnar_lab/report/json.hpp"

/// What the server answers, whatever brought the request.

namespace columnar::server {

/// A request after the transport: what was asked for, and the body of a POST.
struct Request {
  std::string method;  ///< "GET" or "POST"
  std::string target;  ///< path and query, as the request has them
  std::string body = {};
};

/// The answer to a request.
struct Answer {
  int status = 200;
  std::string_view type = "application/json";  ///< of static storage
  std::shared_ptr<const std::string> body;     ///< never null
};

/// Why a request gets no result: becomes an answer of that status.
class Refusal : public std::runtime_error {
 public:
  Refusal(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  [[nodiscard]] int status() const noexcept { return status_; }

 private:
  int status_;
};

[[nodiscard]] Answer json_answer(const Json& json, int status = 200);
/// {"error": "one line"}
[[nodiscard]] Answer error_answer(int status, std::string_view message);
[[nodiscard]] Answer bytes_answer(std::string bytes);

}  // namespace columnar::server
