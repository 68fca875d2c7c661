#include <zlib.h>

#include <algorithm>
#include <cmath>

#include "columnar/error.hpp"
#include "columnar/map/map.hpp"

// PNG by zlib, which is linked anyway: an image of one kind is four blocks
// (docs/decisions/0043-recommend-cluster-map.md).

namespace columnar {
namespace {

void append_number(std::string& text, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) {
    text += static_cast<char>(static_cast<std::uint8_t>(number >> shift));
  }
}

const Bytef* bytes_of(const std::string& text) { return reinterpret_cast<const Bytef*>(text.data()); }

/// A block: length, name, data, and the CRC of name and data.
void append_block(std::string& file, const std::string& name, const std::string& data) {
  append_number(file, static_cast<std::uint32_t>(data.size()));
  const std::string named = name + data;
  file += named;
  append_number(file, static_cast<std::uint32_t>(::crc32(0, bytes_of(named), static_cast<uInt>(named.size()))));
}

std::string compressed(const std::string& data) {
  uLongf size = ::compressBound(static_cast<uLong>(data.size()));
  std::string packed(size, '\0');
  if (::compress2(reinterpret_cast<Bytef*>(packed.data()), &size, bytes_of(data), static_cast<uLong>(data.size()),
                  Z_DEFAULT_COMPRESSION) != Z_OK) {
    throw Error(ErrorCode::kOutput, "map: zlib cannot compress the picture");
  }
  packed.resize(size);
  return packed;
}

/// Rows of RGB pixels, each row after a byte that says that it is stored as it is.
class Picture {
 public:
  explicit Picture(std::uint32_t side) : side_(side), rows_(std::size_t{side} * (std::size_t{3} * side + 1), '\xff') {
    for (std::uint32_t y = 0; y < side; ++y) {
      rows_[y * (std::size_t{3} * side + 1)] = '\0';
    }
  }

  /// A disc with soft edges.
  void draw(Place centre, float radius, Colour colour) {
    const auto from = [&](float at) { return std::max(0, static_cast<int>(std::floor(at - radius - 1.0F))); };
    const auto to = [&](float at) {
      return std::min(static_cast<int>(side_) - 1, static_cast<int>(std::ceil(at + radius + 1.0F)));
    };
    for (int y = from(centre.y); y <= to(centre.y); ++y) {
      for (int x = from(centre.x); x <= to(centre.x); ++x) {
        const float dx = static_cast<float>(x) + 0.5F - centre.x;
        const float dy = static_cast<float>(y) + 0.5F - centre.y;
        const float cover = std::clamp(radius + 0.5F - std::sqrt(dx * dx + dy * dy), 0.0F, 1.0F);
        blend(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), cover, colour);
      }
    }
  }

  [[nodiscard]] std::string png() const {
    std::string header;
    append_number(header, side_);
    append_number(header, side_);
    header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB, deflate, no filter, not interlaced
    std::string file = "\x89PNG\r\n\x1a\n";
    append_block(file, "IHDR", header);
    append_block(file, "IDAT", compressed(rows_));
    append_block(file, "IEND", "");
    return file;
  }

 private:
  void blend(std::uint32_t x, std::uint32_t y, float cover, Colour colour) {
    char* pixel = rows_.data() + y * (std::size_t{3} * side_ + 1) + 1 + std::size_t{3} * x;
    for (std::size_t c = 0; c < colour.size(); ++c) {
      const auto old = static_cast<float>(static_cast<std::uint8_t>(pixel[c]));
      pixel[c] = static_cast<char>(
          static_cast<std::uint8_t>(std::lround(old + cover * (static_cast<float>(colour[c]) - old))));
    }
  }

  std::uint32_t side_;
  std::string rows_;
};

}  // namespace

std::string map_image(const Map& map, std::uint32_t side) {
  constexpr float kMargin = 0.03F;
  const auto width = static_cast<float>(side);
  const float radius =
      std::clamp(width / 6.0F / std::sqrt(static_cast<float>(map.places.size() + 1)), width / 1600.0F, width / 200.0F);
  const std::vector<Place> places = in_square(map.places, width * (1.0F - 2.0F * kMargin));
  const std::vector<Colour> colours = map.colours();
  Picture picture(side);
  for (std::size_t v = 0; v < places.size(); ++v) {
    const std::int32_t group = map.groups[v];
    picture.draw({places[v].x + width * kMargin, places[v].y + width * kMargin}, radius,
                 group == Map::kNoGroup ? kNoColour : colours[static_cast<std::size_t>(group)]);
  }
  return picture.png();
}

}  // namespace columnar
