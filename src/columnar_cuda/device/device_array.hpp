#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "columnar_cuda/device/device.hpp"

namespace columnar::cuda {

/// An array in the memory of a GPU, freed in the order of its stream. Its content is undefined until it is written.
/// The device must outlive it.
template <class T>
class DeviceArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  DeviceArray() = default;
  DeviceArray(const Device& device, std::size_t size)
      : device_(&device),
        size_(size),
        data_(static_cast<T*>(size == 0 ? nullptr : device.allocate(size * sizeof(T)))) {}
  /// A copy of an array of the host.
  DeviceArray(const Device& device, std::span<const T> values) : DeviceArray(device, values.size()) { upload(values); }
  ~DeviceArray() { reset(); }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    DeviceArray taken(std::move(other));
    swap(taken);
    return *this;
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// Frees it.
  void reset() noexcept {
    if (data_ != nullptr) {
      device_->free(data_);
    }
    data_ = nullptr;
    size_ = 0;
  }
  /// Every byte becomes 0.
  void clear() {
    if (size_ > 0) {
      device_->fill(data_, 0, bytes());
    }
  }
  /// As many values as the array has.
  void upload(std::span<const T> values) {
    if (size_ > 0) {
      device_->upload(data_, values.data(), bytes());
    }
  }
  void download(std::span<T> values) const {
    if (size_ > 0) {
      device_->download(values.data(), data_, bytes());
    }
  }
  [[nodiscard]] std::vector<T> to_host() const {
    std::vector<T> values(size_);
    download(values);
    return values;
  }

 private:
  void swap(DeviceArray& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
  }

  const Device* device_ = nullptr;
  std::size_t size_ = 0;
  T* data_ = nullptr;
};

}  // namespace columnar::cuda
