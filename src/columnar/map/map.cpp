#include "columnar/map/map.hpp"

#include <algorithm>
#include <limits>

#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/extension.hpp"

namespace columnar {

void colour_by_class(Map& map, const Labels& labels) {
  static_assert(Labels::kUnknown == Map::kNoGroup);
  map.groups = labels.classes;
  map.names = labels.names;
  map.meaning = "class";
}

void colour_by_region(Map& map, const std::vector<std::uint32_t>& regions) {
  std::uint32_t count = 0;
  map.groups.clear();
  for (const std::uint32_t region : regions) {
    const bool is_none = region == std::numeric_limits<std::uint32_t>::max();
    map.groups.push_back(is_none ? Map::kNoGroup : static_cast<std::int32_t>(region));
    count = is_none ? count : std::max(count, region + 1);
  }
  map.names.clear();
  for (std::uint32_t region = 0; region < count; ++region) {
    map.names.push_back(std::to_string(region));
  }
  map.meaning = "region";
}

void require_map_name(const std::string& path) {
  if (extension_of(path) != ".html" && extension_of(path) != ".png") {
    throw Error(ErrorCode::kConfig, path + ": a map is a page, .html, or a picture, .png");
  }
}

void save_map(const Map& map, const std::string& path) {
  require_map_name(path);
  AtomicFile file(path);
  file.write(extension_of(path) == ".html" ? map_page(map) : map_image(map));
  file.commit();
}

std::vector<Place> in_square(const std::vector<Place>& places, float side) {
  constexpr float kMost = std::numeric_limits<float>::max();
  Place low{kMost, kMost};
  Place high{-kMost, -kMost};
  for (const Place place : places) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const float size = std::max({high.x - low.x, high.y - low.y, 1e-6F});
  std::vector<Place> result(places.size());
  for (std::size_t v = 0; v < places.size(); ++v) {
    result[v] = {side * (0.5F + (places[v].x - (low.x + high.x) / 2.0F) / size),
                 side * (0.5F + (places[v].y - (low.y + high.y) / 2.0F) / size)};
  }
  return result;
}

}  // namespace columnar
