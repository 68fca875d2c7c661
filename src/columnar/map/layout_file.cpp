#include "columnar/map/layout_file.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "columnar/error.hpp"
#include "columnar/files/array_digest.hpp"
#include "columnar/files/sectioned_file.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kFormatVersion = 1;
constexpr std::uintmax_t kMostOverhead = 4096;  ///< what a file holds besides the places

}  // namespace

std::string layout_digest(const SdrTable& codes, const LayoutConfig& config) {
  ArrayDigest digest;
  digest.add(std::string_view("columnar layout 1"));  // a method that draws otherwise needs another number
  digest.add(std::array<std::uint32_t, 8>{codes.shape.columns, codes.shape.cells_per_column, codes.shape.l5a_size,
                                          codes.shape.l6_size, static_cast<std::uint32_t>(codes.shape.layer),
                                          codes.shape.active(), config.neighbours, config.epochs});
  digest.add(std::array<std::uint64_t, 1>{config.seed});
  digest.add(codes.bits);
  return digest.hex();
}

void save_layout(const std::string& path, const std::vector<Place>& places, const std::string& digest) {
  std::vector<float> coordinates;
  coordinates.reserve(2 * places.size());
  for (const Place place : places) {
    coordinates.push_back(place.x);
    coordinates.push_back(place.y);
  }
  SectionedFileWriter writer(FileKind::kLayout, kFormatVersion);
  writer.add_text("digest", digest);
  writer.add_view<float>("places", coordinates);
  writer.write(path);
}

std::optional<std::vector<Place>> load_layout(const std::string& path, std::size_t nodes, const std::string& digest) {
  std::error_code unknown_size;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown_size);
  // A file of another size is of other nodes, however large: it is not read.
  if (unknown_size || bytes > nodes * 2 * sizeof(float) + kMostOverhead ||
      sectioned_file_kind(path) != FileKind::kLayout) {
    return std::nullopt;
  }
  try {
    const SectionedFile file = SectionedFile::read(path, FileKind::kLayout);
    if (file.format_version() != kFormatVersion || file.text("digest") != digest) {
      return std::nullopt;
    }
    const std::vector<float> coordinates = file.array<float>("places");
    if (coordinates.size() != 2 * nodes) {
      return std::nullopt;
    }
    std::vector<Place> places(nodes);
    for (std::size_t v = 0; v < nodes; ++v) {
      places[v] = {coordinates[2 * v], coordinates[2 * v + 1]};
      if (!std::isfinite(places[v].x) || !std::isfinite(places[v].y)) {
        return std::nullopt;
      }
    }
    return places;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace columnar
