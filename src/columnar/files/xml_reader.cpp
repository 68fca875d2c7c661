#include "columnar/files/xml_reader.hpp"

#include <expat.h>
#include <fmt/format.h>

#include <new>
#include <span>
#include <vector>

#include "columnar/core/fail_input.hpp"

namespace columnar {
namespace {

std::string_view without_prefix(std::string_view name) { return name.substr(name.rfind(':') + 1); }

}  // namespace

std::optional<std::string_view> XmlAttributes::find(std::string_view name) const {
  for (const char* const* pair = pairs_; *pair != nullptr; pair += 2) {
    if (without_prefix(*pair) == name) {
      return pair[1];
    }
  }
  return std::nullopt;
}

/// The functions that expat calls. It is C: an exception must not pass through it, so it is kept and thrown later.
struct XmlReader::Calls {
  template <typename Action>
  static void guard(void* user, const Action& action) {
    auto& reader = *static_cast<XmlReader*>(user);
    if (reader.thrown_) {
      return;
    }
    try {
      reader.taken_ = static_cast<std::uint64_t>(XML_GetCurrentByteIndex(reader.parser_.get()));
      action(reader);
    } catch (...) {
      reader.thrown_ = std::current_exception();
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }

  static void XMLCALL start(void* user, const XML_Char* name, const XML_Char** attributes) {
    guard(user, [&](XmlReader& reader) {
      if (++reader.depth_ > kMaxDepth) {
        fail_input(reader.place(), fmt::format("XML nested deeper than {} levels", kMaxDepth));
      }
      reader.events_->start(without_prefix(name), XmlAttributes(attributes));
    });
  }

  static void XMLCALL end(void* user, const XML_Char* name) {
    guard(user, [&](XmlReader& reader) {
      --reader.depth_;
      reader.events_->end(without_prefix(name));
    });
  }

  static void XMLCALL text(void* user, const XML_Char* piece, int length) {
    guard(user, [&](XmlReader& reader) { reader.events_->text({piece, static_cast<std::size_t>(length)}); });
  }

  static void XMLCALL comment(void* user, const XML_Char* /*text*/) {
    guard(user, [](XmlReader& /*reader*/) {});
  }

  static void XMLCALL instruction(void* user, const XML_Char* /*target*/, const XML_Char* /*data*/) {
    guard(user, [](XmlReader& /*reader*/) {});
  }

  // NOLINTNEXTLINE(readability-function-size): expat has so many parameters
  static void XMLCALL entity(void* user, const XML_Char* /*name*/, int /*is_parameter*/, const XML_Char* /*value*/,
                             int /*length*/, const XML_Char* /*base*/, const XML_Char* /*system*/,
                             const XML_Char* /*public_id*/, const XML_Char* /*notation*/) {
    guard(user, [](XmlReader& reader) { fail_input(reader.place(), "XML that defines entities is refused"); });
  }
};

XmlReader::XmlReader(const std::string& path) : input_(path), parser_(XML_ParserCreate(nullptr), &XML_ParserFree) {
  if (!parser_) {
    throw std::bad_alloc();
  }
}

std::string XmlReader::place() const { return fmt::format("{}:{}", name(), XML_GetCurrentLineNumber(parser_.get())); }

void XmlReader::read(XmlEvents& events) {
  events_ = &events;
  XML_SetUserData(parser_.get(), this);
  XML_SetElementHandler(parser_.get(), &Calls::start, &Calls::end);
  XML_SetCharacterDataHandler(parser_.get(), &Calls::text);
  XML_SetCommentHandler(parser_.get(), &Calls::comment);
  XML_SetProcessingInstructionHandler(parser_.get(), &Calls::instruction);
  XML_SetEntityDeclHandler(parser_.get(), &Calls::entity);

  constexpr std::size_t kPieceBytes = std::size_t{1} << 16U;
  std::vector<char> piece(kPieceBytes);
  std::uint64_t given = 0;
  bool at_end = false;
  while (!at_end) {
    const std::size_t got = input_.read_some(std::as_writable_bytes(std::span(piece)));
    at_end = got == 0;
    given += got;
    const XML_Status status =
        XML_Parse(parser_.get(), piece.data(), static_cast<int>(got), at_end ? XML_TRUE : XML_FALSE);
    if (thrown_) {
      std::rethrow_exception(thrown_);
    }
    if (status != XML_STATUS_OK) {
      fail_input(place(), fmt::format("not XML: {}", XML_ErrorString(XML_GetErrorCode(parser_.get()))));
    }
    if (given - taken_ > kMaxTagBytes + kPieceBytes) {
      fail_input(place(), fmt::format("a tag or comment is longer than {} bytes", kMaxTagBytes));
    }
  }
}

}  // namespace columnar
