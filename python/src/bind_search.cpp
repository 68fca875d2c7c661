#include "arrays.hpp"
#include "columnar/search.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

using BitsArray = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using QueryArgument = std::pair<BitsArray, std::vector<NodeIndex>>;  ///< bits, and rows that are no answer

std::vector<Query> queries_from(const std::vector<QueryArgument>& arguments) {
  std::vector<Query> queries;
  queries.reserve(arguments.size());
  for (const auto& [bits, left_out] : arguments) {
    queries.push_back({own_copy(bits.data(), bits.size()), left_out});
  }
  return queries;
}

/// [[(row, overlap, chance, near), …], …]
nb::list to_python(const std::vector<std::vector<Hit>>& answers) {
  nb::list lists;
  for (const std::vector<Hit>& hits : answers) {
    nb::list list;
    for (const Hit& hit : hits) {
      list.append(nb::make_tuple(hit.row, hit.overlap, hit.chance, hit.near));
    }
    lists.append(list);
  }
  return lists;
}

nb::list top(const SearchIndex& index, const std::vector<QueryArgument>& arguments, std::size_t k, int threads) {
  const std::vector<Query> queries = queries_from(arguments);
  return to_python(
      long_call(threads, nb::none(), [&](const RunContext& context) { return index.top(queries, k, context); }));
}

nb::list at_least(const SearchIndex& index, const std::vector<QueryArgument>& arguments, std::uint32_t overlap,
                  int threads) {
  const std::vector<Query> queries = queries_from(arguments);
  return to_python(long_call(threads, nb::none(),
                             [&](const RunContext& context) { return index.at_least(queries, overlap, context); }));
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<SearchIndex>(module, "SearchIndex", "Exact search by overlap. It never changes.")
      .def("top", &top, nb::arg("queries"), nb::arg("k"), nb::arg("threads") = 1,
           "The k best rows for each query (bits, rows left out): lists of (row, overlap, chance, near).")
      .def("at_least", &at_least, nb::arg("queries"), nb::arg("overlap"), nb::arg("threads") = 1,
           "Every row that shares so many bits of all layers, for each query.");
  nb::class_<InvertedIndex, SearchIndex>(module, "InvertedIndex", "Looks at the rows of the query's bits alone.")
      .def(nb::init<const SdrTable&>(), nb::arg("codes"), nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace columnar::python
