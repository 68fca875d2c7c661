#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "columnar/files/spill_file.hpp"

namespace columnar {

/// An array that is written once, front to back, and then read; in memory or in a mapped temporary file.
///
/// In memory it grows in place if the system can remap pages instead of copying large blocks, so that growing never
/// needs
/// twice the space. Reading gives the same values either way.
template <class T>
requires std::is_trivially_copyable_v<T>
class SpillArray {
 public:
  using value_type = T;
  using const_reference = const T&;
  using const_iterator = const T*;
  using iterator = const T*;

  /// An empty array in memory.
  SpillArray() = default;
  /// The values of another array type, in memory.
  // NOLINTNEXTLINE(google-explicit-constructor): an array of the same values
  SpillArray(std::span<const T> values) { append(values); }
  // NOLINTNEXTLINE(google-explicit-constructor)
  SpillArray(const std::vector<T>& values) { append(values); }
  SpillArray(std::initializer_list<T> values) { append({values.begin(), values.size()}); }
  /// An empty array in a temporary file of this directory: append(), then seal(), then read. Throws Error(kOutput) like
  /// SpillFile.
  [[nodiscard]] static SpillArray in_file(const std::string& directory) {
    SpillArray array;
    array.file_ = std::make_unique<SpillFile>(directory);
    return array;
  }

  ~SpillArray() { std::free(memory_); }
  SpillArray(SpillArray&& other) noexcept { swap(other); }
  SpillArray& operator=(SpillArray&& other) noexcept {
    SpillArray moved(std::move(other));
    swap(moved);
    return *this;
  }
  /// The copy is always in memory.
  SpillArray(const SpillArray& other) { append(other); }
  SpillArray& operator=(const SpillArray& other) {
    SpillArray copy(other);
    swap(copy);
    return *this;
  }

  /// Appends values. Invalidates pointers into the array.
  void append(std::span<const T> values) {
    if (file_) {
      file_->append(std::as_bytes(values));
    } else if (!values.empty()) {
      reserve(size_ + values.size());
      std::copy(values.begin(), values.end(), memory_ + size_);
    }
    size_ += values.size();
  }
  /// Extends the array in memory; the caller fills the new elements, from any number of threads.
  [[nodiscard]] std::span<T> extend(std::size_t count) {
    reserve(size_ + count);
    size_ += count;
    return {memory_ + size_ - count, count};
  }
  /// True if the array is in a file and supports only append().
  [[nodiscard]] bool spills() const noexcept { return file_ != nullptr; }
  void push_back(const T& value) { append({&value, 1}); }
  /// Ends writing: releases spare capacity, or maps the file.
  void seal() {
    if (file_) {
      data_ = reinterpret_cast<const T*>(file_->map().data());
    } else if (size_ < capacity_ && size_ > 0) {
      take(size_);
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// Bytes stored in a file, not in memory.
  [[nodiscard]] std::uint64_t spilled_bytes() const noexcept { return file_ ? file_->size() : 0; }

  [[nodiscard]] bool operator==(const SpillArray& other) const noexcept {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  void swap(SpillArray& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(file_, other.file_);
  }
  void reserve(std::size_t size) {
    if (size > capacity_) {
      take(std::max(size, capacity_ + capacity_ / 2));
    }
  }
  void take(std::size_t capacity) {
    if (capacity > static_cast<std::size_t>(-1) / sizeof(T)) {
      throw std::bad_array_new_length();
    }
    void* memory = std::realloc(memory_, capacity * sizeof(T));
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    memory_ = static_cast<T*>(memory);
    data_ = memory_;
    capacity_ = capacity;
  }

  T* memory_ = nullptr;
  const T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace columnar
