#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace columnar {

/// Builds an HDF5 file of groups and uncompressed arrays, in memory. The same arrays give the same bytes: no time and
/// no name of a program is stored.
///
/// This is the part of the format that the NIR export needs, in its oldest form, which every HDF5 library reads:
/// superblock 0, object headers 1, groups as lists of links, contiguous arrays. docs/decisions/0045-neuromorphic.md
/// says why it is written here and not by libhdf5.
class Hdf5Writer {
 public:
  /// Adds an array at a path, "node/nodes/l23/tau"; groups on the way appear by themselves. A shape without extents is
  /// a scalar. The product of the shape is the number of values. Each path is added once.
  void add_floats(std::string_view path, std::span<const float> values, std::span<const std::uint64_t> shape);
  void add_integers(std::string_view path, std::span<const std::int64_t> values, std::span<const std::uint64_t> shape);
  /// Texts of one width, that of the longest, padded with NUL.
  void add_texts(std::string_view path, std::span<const std::string> values, std::span<const std::uint64_t> shape);
  void add_text(std::string_view path, const std::string& value) { add_texts(path, {&value, 1}, {}); }

  /// The file.
  [[nodiscard]] std::vector<std::byte> bytes() const;

 private:
  /// A group or, with a datatype, an array.
  struct Object {
    std::map<std::string, std::unique_ptr<Object>, std::less<>> children;  ///< of a group, by name
    std::vector<std::byte> datatype;                                       ///< message of an array, as the file has it
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> data;
  };

  Object& add(std::string_view path);
  static std::uint64_t write_object(const Object& object, std::vector<std::byte>& out);

  Object root_;
};

}  // namespace columnar
