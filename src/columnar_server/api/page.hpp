#pragma once

#include <span>
#include <string_view>

namespace columnar::server {

/// A file of the page, part of the program.
struct PageFile {
  std::string_view name;  ///< below explorer/: "index.html"
  std::string_view bytes;
};

/// The files of explorer/ at the time of the build.
[[nodiscard]] std::span<const PageFile> page_files();

/// The description of the API, OpenAPI 3.1.
[[nodiscard]] std::string_view openapi_text();

}  // namespace columnar::server
