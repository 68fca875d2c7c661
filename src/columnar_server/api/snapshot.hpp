#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/map/layout.hpp"
#include "columnar/model.hpp"
#include "columnar/search.hpp"
#include "columnar/search/recommend.hpp"
#include "columnar_lab/report/json.hpp"

/// What requests are answered from. A request sees one state from beginning to end; an update makes another.

namespace columnar::server {

/// A value that the first request to need it computes. Thread-safe.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    std::call_once(once_, [&] { value_ = make(); });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::unique_ptr<const T> value_;
};

/// A column of the cortex, over all nodes.
struct ColumnUse {
  std::optional<std::uint32_t> region;  ///< its primary region; none for a column for roles
  std::vector<std::uint32_t> wins;      ///< of each cell: the nodes whose code has it
  std::vector<NodeIndex> typical;       ///< of the nodes that it won, those nearest to its direction
};

/// A model, its codes and their index. Never changes once it is made.
class Snapshot {
 public:
  /// Labels may be null; nodes beyond them have no class.
  Snapshot(Model model, std::shared_ptr<const Labels> labels, std::uint64_t state);

  [[nodiscard]] const Model& model() const noexcept { return model_; }
  [[nodiscard]] const NodeIds& ids() const noexcept { return codes_.ids; }
  [[nodiscard]] NodeIndex nodes() const noexcept { return model_.graph.node_count(); }
  [[nodiscard]] const SdrTable& codes() const noexcept { return codes_; }
  /// One label per node, or null.
  [[nodiscard]] const Labels* labels() const noexcept { return labels_.get(); }
  /// Grows with every update.
  [[nodiscard]] std::uint64_t state() const noexcept { return state_; }
  [[nodiscard]] std::optional<NodeIndex> find(std::string_view id) const { return index_of_ids_.find(id); }
  [[nodiscard]] std::optional<std::uint32_t> region(NodeIndex node) const;
  /// The name of its class; null where it is unknown.
  [[nodiscard]] const std::string* label(NodeIndex node) const;
  /// The graph with every edge in both directions.
  [[nodiscard]] const Graph& linked() const noexcept { return symmetric_.graph(); }

  /// The index over all layers, or over one (not kRoles).
  [[nodiscard]] const SearchIndex& index(std::optional<Layer> layer = {}) const;
  /// The codes of that layer.
  [[nodiscard]] const SdrTable& codes(std::optional<Layer> layer) const;

  [[nodiscard]] const Recommender& recommender() const;
  [[nodiscard]] const std::vector<ColumnUse>& columns() const;

 private:
  struct LayerIndex {
    explicit LayerIndex(SdrTable table) : codes(std::move(table)), index(codes) {}
    SdrTable codes;
    InvertedIndex index;
  };
  [[nodiscard]] const LayerIndex* of_layer(std::optional<Layer> layer) const;

  Model model_;
  SdrTable codes_;
  std::shared_ptr<const Labels> labels_;
  std::uint64_t state_;
  IdIndex index_of_ids_;
  SymmetricGraph symmetric_;
  InvertedIndex index_;
  std::array<Lazy<LayerIndex>, 4> layers_;  ///< by Layer: kL23, kL5a, kAll, kL6
  Lazy<Recommender> recommender_;
  Lazy<std::vector<ColumnUse>> columns_;
};

/// Where the nodes of a snapshot lie on the map, and the same as bytes for a page.
struct MapData {
  std::vector<Place> places;                ///< 0 … 65535 on both axes
  std::shared_ptr<const std::string> head;  ///< the answer of GET map
  std::shared_ptr<const std::string> data;  ///< the answer of GET map/data
};

inline constexpr float kMapSide = 65535.0F;

/// A coordinate as a page gets it.
[[nodiscard]] std::uint16_t on_map(float coordinate) noexcept;

/// From places in the square of that side.
[[nodiscard]] std::shared_ptr<const MapData> make_map(const Snapshot& snapshot, std::vector<Place> places);

/// The place of a code among others: the mean of the places of its nearest hits, weighted by their shared bits. Of
/// codes without hits the middle of the map.
[[nodiscard]] Place place_among(const std::vector<Hit>& hits, const std::vector<Place>& places);

}  // namespace columnar::server
