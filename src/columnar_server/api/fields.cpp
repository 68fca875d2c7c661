#include "columnar_server/api/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "columnar/core/in_quotes.hpp"
#include "columnar/core/json_bounds.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/layer_names.hpp"

namespace columnar::server {
namespace {

constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxKeys = 32;  // of an object
constexpr std::size_t kMaxIdBytes = 4096;

[[noreturn]] void refuse(const std::string& place, std::string_view problem) {
  throw Refusal(400, fmt::format("{}: {}", place, problem));
}

/// The field, or null.
const Json* find(const Json& fields, const char* name) {
  const auto found = fields.find(name);
  return found == fields.end() || found->is_null() ? nullptr : &*found;
}

int hex_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// "a%20b+c" as "a b c".
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      refuse("query", "% without two hexadecimal digits");
    }
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

/// A whole number of a body, or the digits of one in a query.
std::optional<std::uint64_t> whole(const Json& value) {
  if (value.is_number_unsigned()) {
    return value.get<std::uint64_t>();
  }
  if (!value.is_string()) {
    return std::nullopt;
  }
  const auto& text = value.get_ref<const std::string&>();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::uint64_t whole_in(const Json& value, const std::string& place, std::uint64_t least, std::uint64_t most) {
  const std::optional<std::uint64_t> number = whole(value);
  if (!number || *number < least || *number > most) {
    refuse(place, fmt::format("must be a whole number from {} to {}", least, most));
  }
  return *number;
}

NodeIndex row_in(const Json& value, const std::string& place, const Snapshot& snapshot) {
  const std::optional<std::uint64_t> row = whole(value);
  if (!row) {
    refuse(place, "must be the number of a row");
  }
  if (*row >= snapshot.nodes()) {
    throw Refusal(404, fmt::format("{}: there is no row {}; the last is {}", place, *row, snapshot.nodes() - 1));
  }
  return static_cast<NodeIndex>(*row);
}

}  // namespace

Json fields_of_body(std::string_view body) {
  try {
    Json fields = parse_json(body, "body", JsonBounds{kMaxBody, kMaxDepth, kMaxKeys});
    if (!fields.is_object()) {
      refuse("body", "must be a JSON object");
    }
    return fields;
  } catch (const Error& error) {
    throw Refusal(400, error.what());
  }
}

Json fields_of_query(std::string_view query) {
  Json fields = Json::object();
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (fields.size() == kMaxKeys) {
      refuse("query", fmt::format("more than {} fields", kMaxKeys));
    }
    if (!pair.empty()) {
      fields[decoded(pair.substr(0, equals))] = decoded(pair.substr(std::min(pair.size(), equals + 1)));
    }
  }
  return fields;
}

void require_known_fields(const Json& fields, std::string_view known) {
  for (const auto& [name, value] : fields.items()) {
    const std::string padded = fmt::format(" {} ", known);
    if (name.empty() || name.find(' ') != std::string::npos ||
        padded.find(fmt::format(" {} ", name)) == std::string::npos) {
      refuse("request", fmt::format("there is no field {}{}", in_quotes(name.substr(0, 40)),
                                    known.empty() ? "" : fmt::format("; there are: {}", known)));
    }
  }
}

std::uint64_t whole_of(const Json& fields, const char* name, std::uint64_t standard, std::uint64_t least,
                       std::uint64_t most) {
  const Json* value = find(fields, name);
  return value == nullptr ? standard : whole_in(*value, name, least, most);
}

std::string text_of(const Json& fields, const char* name) {
  const Json* value = find(fields, name);
  if (value == nullptr) {
    return "";
  }
  if (!value->is_string() || value->get_ref<const std::string&>().size() > kMaxIdBytes) {
    refuse(name, fmt::format("must be a text of at most {} bytes", kMaxIdBytes));
  }
  return value->get<std::string>();
}

const Json& list_of(const Json& fields, const char* name, std::size_t most) {
  static const Json none = Json::array();
  const Json* value = find(fields, name);
  if (value == nullptr) {
    return none;
  }
  if (!value->is_array() || value->size() > most) {
    refuse(name, fmt::format("must be a list of at most {}", most));
  }
  return *value;
}

std::string id_text(const Json& value, const std::string& place) {
  if (value.is_number_integer()) {
    return value.is_number_unsigned() ? std::to_string(value.get<std::uint64_t>())
                                      : std::to_string(value.get<std::int64_t>());
  }
  if (!value.is_string() || value.get_ref<const std::string&>().size() > kMaxIdBytes) {
    refuse(place, fmt::format("an id must be a whole number or a text of at most {} bytes", kMaxIdBytes));
  }
  return value.get<std::string>();
}

NodeIndex node_of(const Json& fields, const Snapshot& snapshot, const std::string& place) {
  const Json* id = fields.is_object() ? find(fields, "id") : nullptr;
  const Json* row = fields.is_object() ? find(fields, "row") : nullptr;
  if ((id == nullptr) == (row == nullptr)) {
    refuse(place, R"(must be given by "id" or by "row")");
  }
  if (row != nullptr) {
    return row_in(*row, place, snapshot);
  }
  const std::string name = id_text(*id, place);
  const std::optional<NodeIndex> node = snapshot.find(name);
  if (!node) {
    throw Refusal(404, fmt::format("{}: there is no node {}", place, in_quotes(name)));
  }
  return *node;
}

std::vector<NodeIndex> nodes_of(const Json& fields, const char* name, const Snapshot& snapshot, std::size_t most) {
  std::vector<NodeIndex> nodes;
  for (const Json& one : list_of(fields, name, most)) {
    require_known_fields(one.is_object() ? one : Json::object(), "id row");
    nodes.push_back(node_of(one, snapshot, fmt::format("{}[{}]", name, nodes.size())));
  }
  return nodes;
}

std::vector<NodeIndex> rows_of(const Json& fields, const char* name, const Snapshot& snapshot, std::size_t most) {
  std::vector<NodeIndex> rows;
  for (const Json& one : list_of(fields, name, most)) {
    rows.push_back(row_in(one, name, snapshot));
  }
  return rows;
}

std::vector<std::uint16_t> bits_of(const Json& fields, const char* name, std::uint32_t width) {
  std::vector<std::uint16_t> bits;
  for (const Json& one : list_of(fields, name, width)) {
    bits.push_back(static_cast<std::uint16_t>(whole_in(one, name, 0, width - 1)));
  }
  std::ranges::sort(bits);
  bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  return bits;
}

std::optional<Layer> layer_of(const Json& fields, const SdrShape& shape) {
  const std::string name = text_of(fields, "layer");
  if (name.empty()) {
    return std::nullopt;
  }
  const std::optional<Layer> layer = layer_by_flag(name);
  const bool needs_l6 = layer == Layer::kL6 || layer == Layer::kSearch;
  if (!layer || layer == Layer::kRoles || (needs_l6 && !shape.has_l6())) {
    refuse("layer", fmt::format("must be l23, l5a, all{}", shape.has_l6() ? ", l6 or search" : ""));
  }
  return layer;
}

}  // namespace columnar::server
