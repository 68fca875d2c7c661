#include <fmt/format.h>

#include "columnar/files/atomic_file.hpp"
#include "columnar/map/cluster.hpp"
#include "columnar/map/map.hpp"
#include "columnar_lab/report/recommend_report.hpp"
#include "experiment_inputs.hpp"
#include "long_call.hpp"

namespace columnar::python {
namespace {

using ClassesArgument = std::optional<std::pair<std::vector<std::int32_t>, std::vector<std::string>>>;

/// [[(row, score, near, overlap, common neighbours), …], …]
nb::list recommend_rows(const Model& model, const std::vector<NodeIndex>& rows, std::size_t k, int threads) {
  const auto all =
      long_call(threads, nb::none(), [&](const RunContext& context) { return recommend(model, rows, k, context); });
  nb::list lists;
  for (const std::vector<Recommendation>& some : all) {
    nb::list list;
    for (const Recommendation& one : some) {
      list.append(nb::make_tuple(one.node, one.score, one.near, one.overlap, one.common));
    }
    lists.append(list);
  }
  return lists;
}

std::vector<std::uint32_t> cluster(const SdrTable& codes, std::size_t count, std::uint64_t seed, int threads) {
  return long_call(threads, nb::none(),
                   [&](const RunContext& context) { return cluster_codes(codes, count, seed, context).cluster; });
}

std::vector<std::pair<float, float>> places(const SdrTable& codes, std::uint64_t seed, int threads) {
  const auto found =
      long_call(threads, nb::none(), [&](const RunContext& context) { return layout(codes, {.seed = seed}, context); });
  std::vector<std::pair<float, float>> pairs;
  pairs.reserve(found.size());
  for (const Place place : found) {
    pairs.emplace_back(place.x, place.y);
  }
  return pairs;
}

void save_map(const SdrTable& codes, const FilePath& path, const IdsArgument& ids, const ClassesArgument& classes,
              const std::string& title, std::uint64_t seed, int threads) {
  require_map_name(path.bytes);  // before the work
  Map map;
  map.title = title;
  map.ids = ids_from(ids, codes.size(), "map");
  map.groups.assign(codes.size(), Map::kNoGroup);
  if (classes) {
    colour_by_class(map, {classes->first, classes->second});
  }
  long_call(threads, nb::none(), [&](const RunContext& context) {
    map.places = layout(codes, {.seed = seed}, context);
    save_map(map, path.bytes);
    return 0;
  });
}

std::vector<std::string> colours(std::size_t count) {
  std::vector<std::string> texts;
  for (const Colour colour : distinct_colours(count)) {
    texts.push_back(hex_text(colour));
  }
  return texts;
}

}  // namespace

void bind_map(nb::module_& module) {
  module.def("recommend", &recommend_rows, nb::arg("model"), nb::arg("rows"), nb::arg("k"), nb::arg("threads"),
             "columnar recommend: for each row, lists of (row, score, near, overlap, common neighbours).");
  module.def("cluster", &cluster, nb::arg("codes"), nb::arg("count"), nb::arg("seed"), nb::arg("threads"),
             "columnar cluster: the cluster of each row.");
  module.def("layout", &places, nb::arg("codes"), nb::arg("seed"), nb::arg("threads"),
             "The places of columnar map: (x, y) of each row.");
  module.def("distinct_colours", &colours, nb::arg("count"), "The colours of columnar map.");
  module.def("save_map", &save_map, nb::arg("codes"), nb::arg("path"), nb::arg("ids"), nb::arg("classes").none(),
             nb::arg("title"), nb::arg("seed"), nb::arg("threads"), "columnar map.");
}

}  // namespace columnar::python
