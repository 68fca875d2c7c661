#include "columnar/files/input_file.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

/// The classes live in columnar_embedder.errors, which does not need this module.
void raise(const char* name, const Error& error) {
  const nb::object type = nb::module_::import_("columnar_embedder.errors").attr(name);
  PyErr_SetObject(type.ptr(), shown(error.what()).ptr());  // names in it may be any bytes
}

const char* class_of(ErrorCode code) {
  return code == ErrorCode::kInput ? "InputError" : code == ErrorCode::kConfig ? "ConfigError" : "OutputError";
}

}  // namespace

void bind_errors(nb::module_& /*module*/) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void* /*payload*/) {
    try {
      std::rethrow_exception(pointer);
    } catch (const FileNotFound& error) {
      raise("MissingFileError", error);
    } catch (const Error& error) {
      raise(class_of(error.code()), error);
    }
  });
}

nb::object json_to_python(const std::string& json) { return nb::module_::import_("json").attr("loads")(json); }

}  // namespace columnar::python
