#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "columnar/error.hpp"

/// What the readers under test have to keep to.

namespace columnar::fuzz {

/// Throws std::logic_error, which nothing catches, where a property does not hold.
inline void require(bool holds, const char* property) {
  if (!holds) {
    throw std::logic_error(property);
  }
}

/// Throws likewise unless a message is one printable line that begins with the place.
void require_good_message(std::string_view message, std::string_view place);

/// Calls read(); false where it ends in an Error, which must say in one line what is wrong with the file at that place.
template <class Read>
bool accepts(const std::string& place, const Read& read) {
  try {
    read();
    return true;
  } catch (const Error& error) {
    require_good_message(error.what(), place);
    return false;
  }
}

/// Calls use(), which may end in an Error: for what a file that was taken can still be unfit for.
template <class Use>
bool may_refuse(const Use& use) {
  return accepts("", use);
}

}  // namespace columnar::fuzz
