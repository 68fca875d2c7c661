// The native module of the Python package: the library as it is, under names that the package makes pleasant.

#include "columnar/version.hpp"
#include "experiment_inputs.hpp"
#include "native.hpp"

NB_MODULE(COLUMNAR_MODULE, module) {
  module.doc() = "Columnar-Embedder, native part. Use the package columnar_embedder.";
  module.attr("__version__") = std::string(columnar::kVersion);
  columnar::python::bind_errors(module);
  columnar::python::bind_config(module);
  columnar::python::bind_graph(module);
  columnar::python::bind_tables(module);
  columnar::python::bind_model(module);
  columnar::python::bind_attributes(module);
  columnar::python::bind_living(module);
  columnar::python::bind_baselines(module);
  columnar::python::bind_search(module);
  columnar::python::bind_algebra(module);
  columnar::python::bind_experiments(module);
  columnar::python::bind_explain(module);
  columnar::python::bind_map(module);
}
