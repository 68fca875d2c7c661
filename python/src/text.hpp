#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

/// How text crosses between Python and the engine.
///
/// The engine's names are bytes, and files may hold any. A byte that is no UTF-8 is a lone surrogate in Python, as in
/// the names of files ("surrogateescape"), and becomes that byte again on its way back. So every std::string goes
/// through the caster below; nanobind's own, in nanobind/stl/string.h, refuses such names and must not be included.

namespace nb = nanobind;

namespace columnar::python {

/// Bytes as a str for a reader's eyes: what is no UTF-8 is written as \xff, so that any terminal can print it.
[[nodiscard]] nb::object shown(std::string_view bytes);

/// A str as bytes for a message: what stands for no bytes becomes '?'.
[[nodiscard]] std::string bytes_shown(nb::handle text);

/// A path of a file as the system takes it; a parameter of this type accepts str, bytes and os.PathLike.
struct FilePath {
  std::string bytes;
};

/// The path that os.fsencode gives. Throws Error(kInput) for one that holds a NUL, for the system would cut it there,
/// and Python's own TypeError or UnicodeEncodeError for what is no path.
[[nodiscard]] FilePath path_from(nb::handle path);

}  // namespace columnar::python

namespace nanobind::detail {

template <>
struct type_caster<std::string> {
  NB_TYPE_CASTER(std::string, const_name("str"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    if (!PyUnicode_Check(source.ptr())) {
      return false;
    }
    Py_ssize_t size = 0;
    if (const char* plain = PyUnicode_AsUTF8AndSize(source.ptr(), &size)) {
      value.assign(plain, static_cast<std::size_t>(size));
      return true;
    }
    PyErr_Clear();
    const object bytes = steal(PyUnicode_AsEncodedString(source.ptr(), "utf-8", "surrogateescape"));
    if (!bytes.is_valid()) {
      PyErr_Clear();
      return false;
    }
    value.assign(PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return true;
  }

  static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  }
};

template <>
struct type_caster<columnar::python::FilePath> {
  NB_TYPE_CASTER(columnar::python::FilePath, const_name("str | bytes | os.PathLike"))

  /// Throws what path_from throws: its messages say more than that no overload fits.
  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    value = columnar::python::path_from(source);
    return true;
  }

  static handle from_cpp(const columnar::python::FilePath& path, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_DecodeFSDefaultAndSize(path.bytes.data(), static_cast<Py_ssize_t>(path.bytes.size()));
  }
};

}  // namespace nanobind::detail
