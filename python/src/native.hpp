#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "text.hpp"

namespace nb = nanobind;

namespace columnar::python {

/// A graph as Python holds it. Never changes after it was made, so that it may be shared and read without the GIL.
struct NativeGraph {
  std::string place;  ///< where it comes from: begins messages about it
  ReadResult read;
};

/// An array of the caller's, read where it lies: one dimension, contiguous, of any type until it is looked at.
using AnyArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Ids from Python: nothing (row numbers), whole numbers, or texts.
using IdsArgument =
    std::variant<std::monostate, nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig>, std::vector<std::string>>;
[[nodiscard]] NodeIds ids_from(const IdsArgument& ids, std::size_t rows, const std::string& place);

/// Ids for Python: an int64 array of its own, or a list of str.
[[nodiscard]] nb::object ids_to_python(const NodeIds& ids);

/// An array that reads the memory of `owner` and keeps it alive.
template <class T>
[[nodiscard]] nb::object view_of(const T* data, std::initializer_list<std::size_t> shape, nb::handle owner) {
  return nb::cast(nb::ndarray<nb::numpy, const T>(data, shape, owner));
}

/// An array that owns what was in a vector.
template <class T>
[[nodiscard]] nb::object owned_array(std::vector<T>&& values) {
  auto moved = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = moved->data();
  const std::size_t size = moved->size();
  const nb::capsule owner(moved.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, const T>(data, {size}, owner));
}

/// A config of constants by name; those left out keep their defaults. Throws Error(kConfig) in the command's words.
[[nodiscard]] Config config_from(const nb::dict& values);

/// The same for a baseline, whose constants are of both kinds; what is neither is left alone.
[[nodiscard]] std::pair<Config, BaselineConfig> constants_from(const nb::dict& values);

/// Dictionaries travel as JSON text and are parsed by Python's own json: one way for everything that is measured.
[[nodiscard]] nb::object json_to_python(const std::string& json);

void bind_errors(nb::module_& module);
void bind_config(nb::module_& module);
void bind_graph(nb::module_& module);
void bind_tables(nb::module_& module);
void bind_model(nb::module_& module);
void bind_attributes(nb::module_& module);
void bind_living(nb::module_& module);
void bind_baselines(nb::module_& module);
void bind_search(nb::module_& module);
void bind_algebra(nb::module_& module);
void bind_map(nb::module_& module);

}  // namespace columnar::python
