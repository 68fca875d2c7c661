#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "columnar/files/input_file.hpp"

struct XML_ParserStruct;  // of expat

namespace columnar {

/// The attributes of an element, valid during its event.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char* const* pairs) : pairs_(pairs) {}
  /// The value of an attribute, if it is there.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

 private:
  const char* const* pairs_;  ///< name, value, name, value, …, nullptr
};

/// Receives the elements of an XML document. Names come without the prefix of their namespace.
class XmlEvents {
 public:
  XmlEvents() = default;
  XmlEvents(const XmlEvents&) = delete;
  XmlEvents& operator=(const XmlEvents&) = delete;
  virtual ~XmlEvents() = default;
  virtual void start(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void end(std::string_view name) = 0;
  /// A piece of text between two tags; a text may come in several pieces.
  virtual void text(std::string_view piece) = 0;
};

/// Parses XML by expat, plain or gzip, from untrusted input. Nothing outside the file is read, entities that the file
/// defines are refused, elements are nested at most kMaxDepth deep and a tag has at most kMaxTagBytes. Violations, and
/// text that is not XML, are Error(kInput) with file and line.
class XmlReader {
 public:
  static constexpr std::size_t kMaxDepth = 64;
  static constexpr std::size_t kMaxTagBytes = std::size_t{1} << 20U;

  explicit XmlReader(const std::string& path);

  /// Calls the events in the order of the document. What an event throws ends the reading and is passed on.
  void read(XmlEvents& events);

  [[nodiscard]] const std::string& name() const noexcept { return input_.name(); }
  /// "graph.graphml:17", the line that is being parsed.
  [[nodiscard]] std::string place() const;

 private:
  struct Calls;

  InputFile input_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> parser_;
  std::size_t depth_ = 0;
  std::uint64_t taken_ = 0;  ///< bytes up to the last complete tag or text
  XmlEvents* events_ = nullptr;
  std::exception_ptr thrown_;
};

}  // namespace columnar
