#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// Class counts of a set of nodes.
struct ClassMix {
  struct Count {
    std::int32_t label = 0;
    std::uint64_t nodes = 0;

    bool operator==(const Count&) const = default;
  };
  std::uint64_t nodes = 0;     ///< in total, including unknown classes
  std::uint64_t labelled = 0;  ///< of known class
  std::vector<Count> classes;  ///< most frequent first, ties by number; without zeros
};

/// Counts the classes of nodes one by one.
class ClassCounter {
 public:
  /// Labels may be null: then only nodes are counted. They must outlive the counter.
  explicit ClassCounter(const Labels* labels)
      : labels_(labels), counts_(labels == nullptr ? 0 : labels->names.size()) {}

  void add(std::size_t node);
  [[nodiscard]] ClassMix mix() const;

 private:
  const Labels* labels_;
  std::uint64_t nodes_ = 0;
  std::vector<std::uint64_t> counts_;
};

}  // namespace columnar
