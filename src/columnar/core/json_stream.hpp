#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "columnar/core/bounded_json.hpp"

namespace columnar {

/// Receives the events of a long JSON text. The derived class handles those that it needs; all others do nothing.
class JsonEvents : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool key(string_t& /*name*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  /// Called with the position of the byte; read_json_stream reports it.
  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override;

  /// Where the parser stopped; 0 if it did not.
  [[nodiscard]] std::size_t error_position() const noexcept { return error_position_; }

 private:
  std::size_t error_position_ = 0;
};

/// Parses JSON of any length from untrusted input, piece by piece. The parser does not recurse, so that depth does not
/// take the stack; whoever builds something nested from the events must limit it (kMaxJsonDepth).
class JsonStream {
 public:
  /// Fills a buffer with the next bytes and returns how many; 0 at the end.
  using Source = std::function<std::size_t(std::span<char>)>;

  JsonStream(std::string name, Source source) : name_(std::move(name)), source_(std::move(source)) {}

  /// Calls the events in order. Throws Error(kInput) with file and line if the text is not JSON.
  void read(JsonEvents& events);

  /// "graph.json:17", the line that is being parsed.
  [[nodiscard]] std::string place() const { return name_ + ":" + std::to_string(line_); }

 private:
  std::string name_;
  Source source_;
  std::uint64_t line_ = 0;
};

}  // namespace columnar
