#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "columnar/files/little_endian.hpp"

namespace columnar::testing_support {

/// An array as an HDF5 file has it.
struct Hdf5Array {
  std::vector<std::uint64_t> shape;
  std::uint32_t width = 0;  ///< bytes of a value
  std::vector<std::byte> data;

  [[nodiscard]] std::vector<float> floats() const { return from_little_endian<float>(data); }
  [[nodiscard]] std::vector<std::int64_t> integers() const { return from_little_endian<std::int64_t>(data); }
  [[nodiscard]] std::string text() const {
    return std::string(reinterpret_cast<const char*>(data.data()), data.size()).c_str();
  }
};

/// Reads what Hdf5Writer writes, by the published format and sharing no code with it: every array by its path. Real
/// readers, h5py and nir, are used by the Python tests.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(std::span<const std::byte> file) : file_(file) {
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(file.data()), 8), "\x89HDF\r\n\x1a\n");
    EXPECT_EQ(at<std::uint64_t>(40), file.size());
    read(at<std::uint64_t>(64), "");
  }

  std::map<std::string, Hdf5Array> arrays;

 private:
  template <class T>
  [[nodiscard]] T at(std::uint64_t offset) const {
    if (offset + sizeof(T) > file_.size()) {
      ADD_FAILURE() << "an address beyond the file: " << offset;
      return T{};
    }
    return load_little_endian<T>(file_.data() + offset);
  }

  void read(std::uint64_t header, const std::string& path) {
    EXPECT_EQ(header % 8, 0U);
    EXPECT_EQ(at<std::uint8_t>(header), 1);
    const auto messages = at<std::uint16_t>(header + 2);
    const std::uint64_t end = header + 16 + at<std::uint32_t>(header + 8);
    std::uint64_t offset = header + 16;
    Hdf5Array array;
    bool is_array = false;
    for (std::uint16_t i = 0; i < messages; ++i) {
      const auto type = at<std::uint16_t>(offset);
      const auto size = at<std::uint16_t>(offset + 2);
      const std::uint64_t data = offset + 8;
      EXPECT_EQ(size % 8, 0U);
      if (type == 0x0001) {
        for (std::uint8_t axis = 0; axis < at<std::uint8_t>(data + 1); ++axis) {
          array.shape.push_back(at<std::uint64_t>(data + 8 + 8ULL * axis));
        }
      } else if (type == 0x0003) {
        is_array = true;
        array.width = at<std::uint32_t>(data + 4);
      } else if (type == 0x0008) {
        const auto address = at<std::uint64_t>(data + 2);
        const auto bytes = at<std::uint64_t>(data + 10);
        if (bytes > 0) {
          ASSERT_LE(address + bytes, file_.size());
          array.data.assign(file_.begin() + static_cast<std::ptrdiff_t>(address),
                            file_.begin() + static_cast<std::ptrdiff_t>(address + bytes));
        }
      } else if (type == 0x0006) {
        const auto length = at<std::uint8_t>(data + 2);
        const std::string name(reinterpret_cast<const char*>(file_.data() + data + 3), length);
        read(at<std::uint64_t>(data + 3 + length), path.empty() ? name : path + "/" + name);
      }
      offset = data + size;
    }
    EXPECT_EQ(offset, end);
    if (is_array) {
      arrays.emplace(path, std::move(array));
    }
  }

  std::span<const std::byte> file_;
};

}  // namespace columnar::testing_support
