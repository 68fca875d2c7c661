#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/search.hpp"

/// What `columnar query` searches.

namespace columnar::cli {

/// Codes that can be searched, however they are stored.
struct Searchable {
  NodeIds ids;                           ///< of the rows that are searched
  NodeIds named;                         ///< of all rows that a question may name: these, then new nodes
  std::span<const std::uint16_t> codes;  ///< of the rows that may be named
  std::shared_ptr<const void> owner;     ///< of the codes
  std::unique_ptr<const SearchIndex> index;
};

/// Codes in memory. A few queries are over before an inverted index would be built, so plain codes are searched as they
/// are. New nodes can be asked about, but are no hits.
[[nodiscard]] Searchable searchable(SdrTable table, const SdrTable* new_nodes = nullptr);

/// Files that describe nodes which a model does not know: their edges, their attributes. Each may be empty.
struct NewNodeFiles {
  std::string edges;
  std::string attributes;

  [[nodiscard]] bool any() const noexcept { return !edges.empty() || !attributes.empty(); }
};

/// Codes of a file, of all layers or the one named: of any format, an index, or a model. With new nodes, a model's
/// nodes and the new ones.
[[nodiscard]] Searchable open_codes(const std::string& path, const NewNodeFiles& new_nodes,
                                    const std::optional<Layer>& layer);

/// The layer that is searched: all that there are, unless one is named.
[[nodiscard]] SdrTable layer_of(SdrTable table, const std::optional<Layer>& layer);

}  // namespace columnar::cli
