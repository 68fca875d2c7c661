#include "columnar/core/json_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <streambuf>
#include <vector>

#include "columnar/core/fail_input.hpp"

namespace columnar {
namespace {

/// Presents the bytes of a source line by line, so that the number of lines begun is the line of the parser.
class LineBuffer : public std::streambuf {
 public:
  LineBuffer(const JsonStream::Source& source, std::uint64_t& line) : source_(source), line_(line) {}

 protected:
  int_type underflow() override {
    if (next_ == end_) {
      next_ = 0;
      end_ = source_(bytes_);
      if (end_ == 0) {
        return traits_type::eof();
      }
    }
    line_ += is_line_begin_ ? 1 : 0;
    char* const begin = bytes_.data() + next_;
    char* const last = bytes_.data() + end_;
    char* const newline = std::find(begin, last, '\n');
    is_line_begin_ = newline != last;
    char* const stop = is_line_begin_ ? newline + 1 : last;
    next_ = static_cast<std::size_t>(stop - bytes_.data());
    setg(begin, begin, stop);
    return traits_type::to_int_type(*begin);
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 16U;

  const JsonStream::Source& source_;
  std::uint64_t& line_;
  std::vector<char> bytes_ = std::vector<char>(kBytes);
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  bool is_line_begin_ = true;
};

}  // namespace

bool JsonEvents::parse_error(std::size_t position, const std::string& /*last_token*/,
                             const nlohmann::detail::exception& /*error*/) {
  error_position_ = std::max<std::size_t>(position, 1);
  return false;
}

void JsonStream::read(JsonEvents& events) {
  LineBuffer buffer(source_, line_);
  std::istream in(&buffer);
  if (!Json::sax_parse(in, &events)) {
    line_ = std::max<std::uint64_t>(line_, 1);
    fail_input(place(), fmt::format("not JSON at byte {}", events.error_position()));
  }
}

}  // namespace columnar
