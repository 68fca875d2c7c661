#pragma once

#include <string_view>

#include "columnar_server/api/answer.hpp"

namespace columnar::server {

/// A file of the page by the target of a request: index.html at "/", the others at "/assets/NAME". The names are those
/// of a list (page.hpp): no path reaches a file system. 404 for anything else, 405 unless the method is GET.
[[nodiscard]] Answer page_answer(std::string_view method, std::string_view target);

}  // namespace columnar::server
