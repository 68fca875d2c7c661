#include "columnar_server/http/page_answer.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "columnar_server/api/page.hpp"

namespace columnar::server {
namespace {

/// The type of a file by its name.
std::string_view type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTypes = {
      {{".html", "text/html; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".json", "application/json"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".ico", "image/x-icon"},
       {".woff2", "font/woff2"},
       {".txt", "text/plain; charset=utf-8"}}};
  const auto* const found = std::ranges::find_if(kTypes, [&](const auto& one) { return name.ends_with(one.first); });
  return found == kTypes.end() ? "application/octet-stream" : found->second;
}

}  // namespace

Answer page_answer(std::string_view method, std::string_view target) {
  constexpr std::string_view kAssets = "/assets/";
  const std::string_view path = target.substr(0, target.find('?'));
  const std::string_view name = path == "/"                 ? "index.html"
                                : path.starts_with(kAssets) ? path.substr(kAssets.size())
                                                            : std::string_view();
  const auto files = page_files();
  const auto found = std::ranges::find(files, name, &PageFile::name);
  if (name.empty() || found == files.end()) {
    return error_answer(404, "there is nothing at this path");
  }
  if (method != "GET") {
    return error_answer(405, "this path is for GET");
  }
  return {200, type_of(name), std::make_shared<const std::string>(found->bytes)};
}

}  // namespace columnar::server
