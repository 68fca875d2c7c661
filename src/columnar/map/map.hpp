#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/map/colours.hpp"
#include "columnar/map/layout.hpp"

namespace columnar {

/// What a picture of a map shows: a dot per node, coloured by its group.
struct Map {
  static constexpr std::int32_t kNoGroup = -1;

  std::string title;
  NodeIds ids;
  std::vector<Place> places;
  std::vector<std::int32_t> groups;  ///< of each node: a row of `names`, or kNoGroup
  std::vector<std::string> names;    ///< of the groups
  std::string meaning;               ///< what a group is: "class"; empty if there are none

  /// The colour of each group.
  [[nodiscard]] std::vector<Colour> colours() const { return distinct_colours(names.size()); }
};

/// Colours the nodes by their classes.
void colour_by_class(Map& map, const Labels& labels);
/// Colours the nodes by their regions in a model.
void colour_by_region(Map& map, const std::vector<std::uint32_t>& regions);

/// Throws Error(kConfig) unless a map can be saved under this name: .html or .png, in any case.
void require_map_name(const std::string& path);
/// Writes map_page() or map_image(), by the extension, atomically.
void save_map(const Map& map, const std::string& path);

/// The places in a square of the given side, with the same scale for both axes and centred.
[[nodiscard]] std::vector<Place> in_square(const std::vector<Place>& places, float side);

/// A page for a browser that needs nothing else: a canvas to move and zoom, ids under the pointer, a legend and a field
/// that finds an id. Whatever ids and names hold, they are shown as text: the page runs no script but its own, by its
/// content security policy.
[[nodiscard]] std::string map_page(const Map& map);

/// A picture in PNG, of `side` times `side` pixels, white behind the dots.
[[nodiscard]] std::string map_image(const Map& map, std::uint32_t side = 1600);

}  // namespace columnar
