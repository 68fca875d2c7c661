#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "columnar/files/npy.hpp"

namespace columnar {

/// Reads the arrays of a NumPy .npz archive one at a time. Every failure is Error(kInput) that names file and array.
///
/// Sizes are verified before they are trusted: an array's header must match its entry's size, the size must be
/// possible for the stored bytes, and memory grows with the bytes actually unpacked. The total must not look like a
/// decompression bomb: see unpacking.hpp.
class NpzReader {
 public:
  static constexpr std::uint64_t kMaxArrayBytes = std::uint64_t{1} << 36;  ///< 64 GiB
  static constexpr std::uint64_t kAnyCount = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kFewItems = 32;  ///< more than any shape or format array needs

  explicit NpzReader(const std::string& path, std::uint64_t max_array_bytes = kMaxArrayBytes);
  ~NpzReader();
  NpzReader(const NpzReader&) = delete;
  NpzReader& operator=(const NpzReader&) = delete;

  /// Names of the arrays in file order, without ".npy"; other entries are skipped.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept;
  [[nodiscard]] bool has(const std::string& name) const noexcept;

  /// Type and shape, without reading the items.
  [[nodiscard]] NpyHeader header(const std::string& name) const;

  /// The array as stored. More than max_items throw Error(kInput) before any item is read: a small array such as a
  /// shape
  /// must not cost the memory of a large one.
  [[nodiscard]] NpyArray read(const std::string& name, std::uint64_t max_items = kAnyCount) const;

  /// The array's items, flattened, as T; see NpyArray::as().
  template <Number T>
  [[nodiscard]] std::vector<T> read_as(const std::string& name, std::uint64_t max_items = kAnyCount) const {
    return read(name, max_items).as<T>();
  }
  [[nodiscard]] std::vector<std::string> read_strings(const std::string& name,
                                                      std::uint64_t max_items = kAnyCount) const {
    return read(name, max_items).as_strings();
  }

  /// Bytes of the archive on disk.
  [[nodiscard]] std::uint64_t file_bytes() const noexcept;

  /// "graph.npz: array 'labels'", the prefix of messages.
  [[nodiscard]] std::string place(const std::string& name) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Builds a .npz archive. The same arrays give the same bytes: no time, user or file mode is stored.
class NpzWriter {
 public:
  /// Adds an array as the bytes of its .npy file, made by make_npy() and similar functions.
  void add(const std::string& name, std::vector<std::byte> npy);

  /// The archive. Throws Error(kOutput) if libzip cannot create it.
  [[nodiscard]] std::vector<std::byte> bytes() const;

  /// Writes the archive atomically.
  void write(const std::string& path) const;

 private:
  struct Entry {
    std::string name;
    std::vector<std::byte> npy;
  };
  std::vector<Entry> entries_;
};

}  // namespace columnar
