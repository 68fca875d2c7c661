#pragma once

#include <cstddef>
#include <vector>

/// Reading arrays that belong to the caller.
///
/// They may change at any moment: another thread may write to them, and NumPy does so without the GIL. So an entry is
/// read once, and the value that was read is the one that is checked and used. What is needed twice is copied first.

namespace columnar::python {

/// The entry as it is now, by one load: the compiler may not go back to the memory for a second look.
template <class T>
[[nodiscard]] T read_once(const T& entry) noexcept {
  return *const_cast<const volatile T*>(&entry);
}

/// A copy of the array, to be checked and used in its place.
template <class T>
[[nodiscard]] std::vector<T> own_copy(const T* data, std::size_t size) {
  return {data, data + size};
}

}  // namespace columnar::python
