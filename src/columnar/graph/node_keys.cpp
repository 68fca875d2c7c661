#include "columnar/graph/node_keys.hpp"

#include <string>

namespace columnar {
namespace {

/// FNV-1a; the highest bit is set, so that no hash equals a row.
std::uint64_t hash_of(std::string_view text) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  return hash | (std::uint64_t{1} << 63U);
}

}  // namespace

NodeKeys::NodeKeys(const NodeIds& ids, NodeIndex first_new) : first_new_(first_new) {
  for (std::size_t v = first_new; v < ids.size(); ++v) {
    new_keys_.push_back(hash_of(ids.name(static_cast<NodeIndex>(v))));
  }
}

}  // namespace columnar
