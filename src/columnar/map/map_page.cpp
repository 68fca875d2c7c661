#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "columnar/core/bounded_json.hpp"
#include "columnar/map/map.hpp"
#include "columnar/map/map_script.hpp"

namespace columnar {
namespace {

constexpr float kSide = 65535.0F;  ///< places are whole numbers up to this, in a page

/// JSON that may stand in a <script>: nothing in it ends the element or begins another.
std::string safe_json(const Json& json) {
  std::string safe;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<' || c == '>' || c == '&') {
      safe += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  }
  return safe;
}

Json page_data(const Map& map) {
  Json data{{"meaning", map.meaning}, {"no_colour", hex_text(kNoColour)}, {"groups", Json::array()}};
  const std::vector<Colour> colours = map.colours();
  for (std::size_t g = 0; g < map.names.size(); ++g) {
    data["groups"].push_back({{"name", map.names[g]}, {"colour", hex_text(colours[g])}});
  }
  data["group"] = map.groups;
  std::vector<std::int32_t> x;
  std::vector<std::int32_t> y;
  for (const Place place : in_square(map.places, kSide)) {
    x.push_back(static_cast<std::int32_t>(std::lround(place.x)));
    y.push_back(static_cast<std::int32_t>(std::lround(place.y)));
  }
  data["x"] = std::move(x);
  data["y"] = std::move(y);
  if (map.ids.are_text()) {
    data["ids"] = map.ids.texts;
  } else {
    Json ids = Json::array();  // as texts: a number of JavaScript has 53 bits
    for (const std::int64_t id : map.ids.integers) {
      ids.push_back(std::to_string(id));
    }
    data["ids"] = std::move(ids);
  }
  return data;
}

}  // namespace

std::string map_page(const Map& map) {
  const std::string title = escaped(map.title);
  return fmt::format(
      R"(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'">
<meta name="viewport" content="width=device-width">
<title>{}</title>
<style>{}</style>
<canvas id="map"></canvas>
<div id="panel"><h1>{}</h1><p id="about"></p><input id="find" placeholder="Find an id" aria-label="Find an id" autocomplete="off"><div id="legend"></div></div>
<div id="tip"></div>
<script type="application/json" id="data">{}</script>
<script>{}</script>
</html>
)",
      kMapScriptHash, kMapStyleHash, title, kMapStyle, title, safe_json(page_data(map)), kMapScript);
}

}  // namespace columnar
