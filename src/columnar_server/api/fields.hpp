#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar_server/api/answer.hpp"
#include "columnar_server/api/snapshot.hpp"

/// Reading the fields of a request. Everything here throws Refusal: 400 for what is malformed or out of range, 404 for
/// a node that does not exist. Messages begin with the field.

namespace columnar::server {

inline constexpr std::size_t kMaxBody = std::size_t{1} << 20;
inline constexpr std::uint64_t kMaxHits = 1000;
inline constexpr std::uint64_t kMaxHitsOfAll = 100'000;  ///< of all nodes of a request together
inline constexpr std::size_t kMaxNodes = 1000;           ///< named in one request
inline constexpr std::size_t kMaxMembers = 100'000;      ///< of a community

/// The fields of a request: the body of a POST, or the query of a target ("?part=a&limit=20"), whose values are text.
[[nodiscard]] Json fields_of_body(std::string_view body);
[[nodiscard]] Json fields_of_query(std::string_view query);

/// Throws unless every field of an object is one of these, separated by spaces.
void require_known_fields(const Json& fields, std::string_view known);

/// A whole number from a range; `standard` if there is no such field.
[[nodiscard]] std::uint64_t whole_of(const Json& fields, const char* name, std::uint64_t standard, std::uint64_t least,
                                     std::uint64_t most);

/// A text; empty if there is no such field.
[[nodiscard]] std::string text_of(const Json& fields, const char* name);

/// A list; empty if there is no such field.
[[nodiscard]] const Json& list_of(const Json& fields, const char* name, std::size_t most);

/// An id as text: a JSON text or whole number.
[[nodiscard]] std::string id_text(const Json& value, const std::string& place);

/// The node of {"id": …} or {"row": …}.
[[nodiscard]] NodeIndex node_of(const Json& fields, const Snapshot& snapshot, const std::string& place = "node");

/// The nodes of a list of such objects.
[[nodiscard]] std::vector<NodeIndex> nodes_of(const Json& fields, const char* name, const Snapshot& snapshot,
                                              std::size_t most = kMaxNodes);

/// A list of rows.
[[nodiscard]] std::vector<NodeIndex> rows_of(const Json& fields, const char* name, const Snapshot& snapshot,
                                             std::size_t most);

/// A list of bits below a width, ascending and without repeats.
[[nodiscard]] std::vector<std::uint16_t> bits_of(const Json& fields, const char* name, std::uint32_t width);

/// The layer of that name; none if there is no such field. Codes of the model must have it.
[[nodiscard]] std::optional<Layer> layer_of(const Json& fields, const SdrShape& shape);

}  // namespace columnar::server
