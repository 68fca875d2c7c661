#include "columnar_server/api/answer.hpp"

#include <utility>

namespace columnar::server {

Answer json_answer(const Json& json, int status) {
  return {status, "application/json", std::make_shared<const std::string>(json_text(json, true))};
}

Answer error_answer(int status, std::string_view message) { return json_answer({{"error", message}}, status); }

Answer bytes_answer(std::string bytes) {
  return {200, "application/octet-stream", std::make_shared<const std::string>(std::move(bytes))};
}

}  // namespace columnar::server
