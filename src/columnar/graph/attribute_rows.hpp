#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// What to do with a named row of attributes whose id the graph does not have. Ignoring is right for a graph reduced to
/// its largest component.
enum class UnknownRows { kRefuse, kIgnore };

/// Matches rows that begin with an id to the nodes of a graph.
class NamedRows {
 public:
  NamedRows(const NodeIds& ids, UnknownRows policy)
      : rows_(ids), number_of_(ids.size(), kNone), policy_(policy), missing_(ids.size()) {}

  /// The node of a row; nothing for a row to ignore. Throws Error(kInput) that begins with place() for an id that the
  /// graph does not have, and for a second row of a node. Its message calls the first one by unit and number ("line
  /// 3").
  [[nodiscard]] std::optional<NodeIndex> take(std::string_view id, std::string_view unit, std::uint64_t number,
                                              const std::function<std::string()>& place);

  /// Throws Error(kInput) that names the first node without a row and counts the others.
  void require_all(const std::string& place, const NodeIds& ids) const;

  /// Number of the row of a node.
  [[nodiscard]] std::uint64_t number_of(NodeIndex node) const { return number_of_[node]; }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  IdIndex rows_;
  std::vector<std::uint64_t> number_of_;
  UnknownRows policy_;
  std::size_t missing_;
};

/// Collects the ids of rows that belong to nodes which a model does not know.
class NewRows {
 public:
  explicit NewRows(const NodeIds& known) : known_(known) {}

  /// Adds a row. Throws Error(kInput) that begins with place() for an empty id, for a node of the model, and for a
  /// second row of a node; unit and number as in NamedRows.
  void add(std::string_view id, std::string_view unit, std::uint64_t number, const std::function<std::string()>& place);

  /// Moves out the ids, in the order of the rows. Throws Error(kInput) that begins with `place` if there are none.
  [[nodiscard]] NodeIds take_ids(const std::string& place) &&;

 private:
  IdIndex known_;
  IdIndex new_;
  std::vector<std::uint64_t> number_of_;
};

/// The rows of a matrix without ids that belong to nodes which a model does not know: row i belongs to the integer id
/// i. Throws Error(kInput) for a model whose ids are text.
[[nodiscard]] std::vector<std::uint64_t> numbered_new_rows(const std::string& path, std::string_view what,
                                                           const NodeIds& known, std::uint64_t row_count);

/// Throws Error(kInput) unless a matrix has the columns of a model: as many and, where both have names, the same.
void require_columns_of(const std::string& place, const Attributes& matrix, const Attributes& model);

/// The row of each node in a matrix without ids, whose row i belongs to the integer id i. Throws Error(kInput) for ids
/// that are text or beyond the rows; `what` is the name of the matrix in messages. Rows that no id names are not used.
[[nodiscard]] std::vector<std::uint64_t> numbered_rows(const std::string& path, std::string_view what,
                                                       const NodeIds& ids, std::uint64_t row_count);

/// The chosen rows of a matrix, in their order, without entries of 0. Values are left out if all are 1.
[[nodiscard]] Attributes select_rows(Attributes all, const std::vector<std::uint64_t>& rows);

}  // namespace columnar
