#include "text.hpp"

#include "columnar/error.hpp"

namespace columnar::python {
namespace {

std::string content(const nb::object& bytes) {
  if (!bytes.is_valid()) {
    throw nb::python_error();
  }
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

}  // namespace

nb::object shown(std::string_view bytes) {
  PyObject* text = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace");
  if (text == nullptr) {
    throw nb::python_error();
  }
  return nb::steal(text);
}

std::string bytes_shown(nb::handle text) {
  return content(nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace")));
}

FilePath path_from(nb::handle path) {
  const nb::object plain = nb::steal(PyOS_FSPath(path.ptr()));  // asked once: it may answer differently next time
  if (!plain.is_valid()) {
    throw nb::python_error();
  }
  FilePath result{content(PyBytes_Check(plain.ptr()) ? plain : nb::steal(PyUnicode_EncodeFSDefault(plain.ptr())))};
  if (result.bytes.find('\0') != std::string::npos) {
    throw Error(ErrorCode::kInput, bytes_shown(nb::repr(plain)) + ": embedded null byte in the path");
  }
  return result;
}

}  // namespace columnar::python
