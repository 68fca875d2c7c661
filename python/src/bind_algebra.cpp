#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/noise.hpp"
#include "columnar/search.hpp"
#include "columnar/search/associative_memory.hpp"
#include "columnar/search/signature.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

/// {"filled", "threshold", "false_match", "saturated"}
nb::dict saturation_to_python(const Saturation& saturation) {
  nb::dict out;
  out["filled"] = saturation.filled;
  out["threshold"] = saturation.threshold;
  out["false_match"] = saturation.false_match;
  out["saturated"] = saturation.saturated();
  return out;
}

nb::dict signature_of(const SdrTable& codes, const std::vector<NodeIndex>& members, std::uint32_t least,
                      std::uint32_t threshold) {
  const Signature found =
      long_call(1, nb::none(), [&](const RunContext&) { return signature(codes, members, least, threshold); });
  nb::dict out = saturation_to_python(found.saturation);
  out["bits"] = nb::cast(found.bits);
  out["members"] = found.members;
  out["others"] = found.others;
  out["members_matched"] = found.members_matched;
  out["others_matched"] = found.others_matched;
  return out;
}

/// (row, overlap, margin, chance), or None.
nb::object recalled(const AssociativeMemory& memory, const Pattern& pattern) {
  const std::optional<Recall> found = memory.recall(pattern);
  return found ? nb::object(nb::make_tuple(found->row, found->overlap, found->margin(), found->chance)) : nb::none();
}

}  // namespace

void bind_algebra(nb::module_& module) {
  module.def(
      "add_noise",
      [](const SdrTable& codes, double share, std::uint64_t seed) {
        return add_noise(codes, share, {seed, 0});
      },
      nb::arg("codes"), nb::arg("share"), nb::arg("seed"), nb::call_guard<nb::gil_scoped_release>(),
      "The codes with a share of their bits moved.");
  module.def(
      "subsample",
      [](const SdrTable& codes, std::uint32_t keep, std::uint64_t seed) {
        return subsample(codes, keep, {seed, 0});
      },
      nb::arg("codes"), nb::arg("keep"), nb::arg("seed"), nb::call_guard<nb::gil_scoped_release>(),
      "What is left when each code keeps so many bits.");
  module.def("kill_cells", &kill_cells, nb::arg("codes"), nb::arg("share"), nb::arg("seed"),
             nb::call_guard<nb::gil_scoped_release>(), "What is left when a share of all cells is dead.");
  module.def("concatenate", &concatenate, nb::arg("a"), nb::arg("b"), nb::call_guard<nb::gil_scoped_release>(),
             "Two tables of the same nodes side by side.");
  module.def(
      "saturation",
      [](const SdrTable& codes, const Pattern& bits, std::uint32_t threshold) {
        return saturation_to_python(saturation(codes.shape, bits, threshold));
      },
      nb::arg("codes"), nb::arg("bits"), nb::arg("threshold") = 0, "How much a union still tells apart.");
  module.def("signature", &signature_of, nb::arg("codes"), nb::arg("members"), nb::arg("least"),
             nb::arg("threshold") = 0, "What a community has in common.");
  nb::class_<AssociativeMemory>(module, "AssociativeMemory", "Completes patterns to stored codes. It never changes.")
      .def(
          "__init__",
          [](AssociativeMemory* self, const SdrTable& codes) {
            new (self) AssociativeMemory(codes, std::make_unique<InvertedIndex>(codes));
          },
          nb::arg("codes"))
      .def("recall", &recalled, nb::arg("pattern"), "(row, overlap, margin, chance), or None.");
}

}  // namespace columnar::python
