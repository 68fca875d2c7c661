#include "columnar/graph/python_dict.hpp"

#include <cstddef>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/weight_text.hpp"

namespace columnar {
namespace {

std::string_view without_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

std::string_view without_quotes(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// The number inside `np.float64(0.5)`, as NumPy prints it; any other text stays.
std::string_view without_type(std::string_view text) {
  const std::size_t open = text.find('(');
  return text.starts_with("np.") && open != std::string_view::npos && text.ends_with(')')
             ? text.substr(open + 1, text.size() - open - 2)
             : text;
}

/// The first of `wanted` outside quotes and brackets, or the size of the text.
std::size_t find_outside(std::string_view text, std::size_t from, char wanted) {
  std::size_t depth = 0;
  char quote = '\0';
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      i += c == '\\' ? 1 : 0;
      quote = c == quote ? '\0' : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (depth == 0 && c == wanted) {
      return i;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return text.size();
}

}  // namespace

std::string not_a_python_dict(std::string_view text) {
  return "expected a dictionary after the two nodes, found " + in_quotes(text);
}

std::optional<double> weight_of_python_dict(std::string_view text, const std::string& place) {
  const std::string_view dict = without_spaces(text);
  if (dict.size() < 2 || dict.front() != '{' || find_outside(dict, 1, '}') != dict.size() - 1) {
    fail_input(place, not_a_python_dict(dict));
  }
  EdgeWeight weight;
  const std::string_view items = dict.substr(1, dict.size() - 2);
  for (std::size_t begin = 0; begin < items.size();) {
    const std::size_t end = find_outside(items, begin, ',');
    const std::string_view item = items.substr(begin, end - begin);
    const std::size_t colon = find_outside(item, 0, ':');
    if (colon == item.size()) {
      fail_input(place, not_a_python_dict(dict));
    }
    if (const auto rank = EdgeWeight::rank_of(without_quotes(without_spaces(item.substr(0, colon))))) {
      weight.offer(*rank, without_type(without_quotes(without_spaces(item.substr(colon + 1)))));
    }
    begin = end + 1;
  }
  return weight.value([&place] { return place; });
}

}  // namespace columnar
