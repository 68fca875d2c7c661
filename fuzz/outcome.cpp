#include "outcome.hpp"

#include <algorithm>

namespace columnar::fuzz {

void require_good_message(std::string_view message, std::string_view place) {
  require(message.size() > place.size() && message.starts_with(place), "a message does not begin with the place");
  require(std::none_of(message.begin(), message.end(), [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }),
          "a message holds control characters");
}

}  // namespace columnar::fuzz
