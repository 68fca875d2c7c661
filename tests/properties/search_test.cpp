#include "columnar/search.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "columnar/kernels/targets.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/index_file.hpp"
#include "files/scratch.hpp"
#include "search/search_examples.hpp"
#include "support/arbitrary.hpp"
#include "support/property.hpp"

namespace columnar::search_test {
namespace {

using testing_support::check_property;

/// Bits of any kind, in any order, some of them twice; or the bits of a row. Rows that are no answer.
Query any_query(const SdrTable& table) {
  const auto rows = static_cast<NodeIndex>(table.size());
  Query query;
  if (*rc::gen::arbitrary<bool>()) {
    const auto code = table.code(*rc::gen::inRange<NodeIndex>(0, rows));
    query.bits.assign(code.begin(), code.end());
  }
  const auto bit = rc::gen::map(rc::gen::inRange<std::uint32_t>(0, table.shape.width()),
                                [](std::uint32_t number) { return static_cast<std::uint16_t>(number); });
  const auto more = *rc::gen::container<std::vector<std::uint16_t>>(bit);
  query.bits.insert(query.bits.end(), more.begin(), more.end());
  query.left_out = *rc::gen::container<std::vector<NodeIndex>>(rc::gen::inRange<NodeIndex>(0, rows));
  return query;
}

TEST(AnySearch, AnswersAsCountingEveryRowDoesTiesIncluded) {
  check_property(40, [](const SdrTable& table) {
    const std::vector<Query> queries = {any_query(table), any_query(table), any_query(table)};
    const auto k = *rc::gen::inRange<std::size_t>(1, table.size() + 3);
    const auto least = *rc::gen::inRange<std::uint32_t>(1, table.shape.active() + 2);
    const PlainSearch plain(table);
    const BruteForceIndex brute(table);
    const InvertedIndex inverted(table);
    for (const Target& target : available_targets()) {
      const TargetOverride only(target);
      for (const SearchIndex* index :
           {static_cast<const SearchIndex*>(&brute), static_cast<const SearchIndex*>(&inverted)}) {
        const auto top = index->top(queries, k, {});
        const auto near = index->at_least(queries, least, {});
        RC_ASSERT(top.size() == queries.size());
        RC_ASSERT(near.size() == queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) {
          RC_ASSERT(top[i] == plain.find(queries[i], k, 1));
          RC_ASSERT(near[i] == plain.find(queries[i], table.size(), least));
          RC_ASSERT(index->top(queries[i], k) == top[i]);
          RC_ASSERT(index->at_least(queries[i], least) == near[i]);
        }
      }
    }
  });
}

TEST(AnyIndexFile, AnswersAsTheIndexItWasMadeOf) {
  check_property(25, [](const SdrTable& table) {
    const Scratch scratch(memory_folder());
    const InvertedIndex index(table);
    save_index(scratch.path("i"), index, table.ids);
    const IndexFile file = map_index(scratch.path("i"));
    RC_ASSERT(file.ids == table.ids);
    RC_ASSERT(file.index->shape() == table.shape);
    RC_ASSERT(std::ranges::equal(file.index->codes(), table.bits));
    const Query query = any_query(table);
    RC_ASSERT(file.index->top(query, 5) == plain_search(table, query, 5, 1));
    save_index(scratch.path("again"), *file.index, file.ids);
    RC_ASSERT(content_of(scratch.path("again")) == content_of(scratch.path("i")));
  });
}

}  // namespace
}  // namespace columnar::search_test
