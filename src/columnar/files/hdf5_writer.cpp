#include "columnar/files/hdf5_writer.hpp"

#include <algorithm>
#include <limits>

#include "columnar/files/little_endian.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();  ///< an address that is not used
constexpr std::size_t kSuperblockBytes = 96;

// Numbers of the format: messages of an object header, and classes of types.
constexpr std::uint16_t kDataspace = 0x0001;
constexpr std::uint16_t kLinkInfo = 0x0002;
constexpr std::uint16_t kDatatype = 0x0003;
constexpr std::uint16_t kFillValue = 0x0005;
constexpr std::uint16_t kLink = 0x0006;
constexpr std::uint16_t kLayout = 0x0008;
constexpr std::uint16_t kGroupInfo = 0x000A;
constexpr std::uint8_t kVersionOfTypes = 1U << 4U;
constexpr std::uint8_t kInteger = kVersionOfTypes | 0U;
constexpr std::uint8_t kFloat = kVersionOfTypes | 1U;
constexpr std::uint8_t kText = kVersionOfTypes | 3U;

/// Bytes, field by field.
class Fields {
 public:
  template <Number T>
  Fields& add(T value) {
    append_little_endian(bytes_, value);
    return *this;
  }
  Fields& add_bytes(std::string_view text) {
    append_bytes(bytes_, bytes_of(text));
    return *this;
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

void align(std::vector<std::byte>& out) { out.resize((out.size() + 7) / 8 * 8); }

/// What the file says of a group or an array: a list of messages.
class ObjectHeader {
 public:
  void add(std::uint16_t type, std::vector<std::byte> data) {
    align(data);
    append_little_endian(messages_, type);
    append_little_endian(messages_, static_cast<std::uint16_t>(data.size()));
    append_little_endian(messages_, std::uint32_t{0});  // flags and reserved bytes
    append_bytes(messages_, data);
    ++count_;
  }
  /// Appends the header and returns its address.
  [[nodiscard]] std::uint64_t write(std::vector<std::byte>& out) const {
    align(out);
    const std::uint64_t address = out.size();
    append_little_endian(out, std::uint16_t{1});  // version and a reserved byte
    append_little_endian(out, count_);
    append_little_endian(out, std::uint32_t{1});  // links to it
    append_little_endian(out, static_cast<std::uint32_t>(messages_.size()));
    append_little_endian(out, std::uint32_t{0});  // so that messages begin at a multiple of eight
    append_bytes(out, messages_);
    return address;
  }

 private:
  std::vector<std::byte> messages_;
  std::uint16_t count_ = 0;
};

std::vector<std::byte> dataspace(std::span<const std::uint64_t> shape) {
  Fields fields;
  fields.add(std::uint8_t{1}).add(static_cast<std::uint8_t>(shape.size())).add(std::uint16_t{0}).add(std::uint32_t{0});
  for (const std::uint64_t extent : shape) {
    fields.add(extent);
  }
  return fields.bytes();
}

/// A type: class, three bytes of its own bits, size of a value; more follows for numbers.
Fields type_of(std::uint8_t kind, std::uint32_t bits, std::size_t size) {
  Fields fields;
  fields.add(kind).add(static_cast<std::uint8_t>(bits)).add(static_cast<std::uint16_t>(bits >> 8U));
  fields.add(static_cast<std::uint32_t>(size));
  return fields;
}

}  // namespace

Hdf5Writer::Object& Hdf5Writer::add(std::string_view path) {
  Object* at = &root_;
  while (true) {
    const std::size_t slash = path.find('/');
    std::unique_ptr<Object>& child = at->children[std::string(path.substr(0, slash))];
    if (child == nullptr) {
      child = std::make_unique<Object>();
    }
    at = child.get();
    if (slash == std::string_view::npos) {
      return *at;
    }
    path.remove_prefix(slash + 1);
  }
}

void Hdf5Writer::add_floats(std::string_view path, std::span<const float> values,
                            std::span<const std::uint64_t> shape) {
  Object& array = add(path);
  // Little-endian, the sign in bit 31, an implied leading one; then 32 bits from bit 0: exponent 23 + 8, mantissa 0 +
  // 23, bias 127.
  array.datatype = type_of(kFloat, 0x1F20, sizeof(float))
                       .add(std::uint16_t{0})
                       .add(std::uint16_t{32})
                       .add(std::uint8_t{23})
                       .add(std::uint8_t{8})
                       .add(std::uint8_t{0})
                       .add(std::uint8_t{23})
                       .add(std::uint32_t{127})
                       .bytes();
  array.shape.assign(shape.begin(), shape.end());
  array.data = to_little_endian(values);
}

void Hdf5Writer::add_integers(std::string_view path, std::span<const std::int64_t> values,
                              std::span<const std::uint64_t> shape) {
  Object& array = add(path);
  constexpr std::uint32_t kSigned = 0x08;
  array.datatype =
      type_of(kInteger, kSigned, sizeof(std::int64_t)).add(std::uint16_t{0}).add(std::uint16_t{64}).bytes();
  array.shape.assign(shape.begin(), shape.end());
  array.data = to_little_endian(values);
}

void Hdf5Writer::add_texts(std::string_view path, std::span<const std::string> values,
                           std::span<const std::uint64_t> shape) {
  Object& array = add(path);
  std::size_t width = 1;  // the format has no empty type
  for (const std::string& value : values) {
    width = std::max(width, value.size());
  }
  constexpr std::uint32_t kPaddedUtf8 = 0x11;
  array.datatype = type_of(kText, kPaddedUtf8, width).bytes();
  array.shape.assign(shape.begin(), shape.end());
  for (const std::string& value : values) {
    append_bytes(array.data, bytes_of(value));
    array.data.resize(array.data.size() + width - value.size());
  }
}

std::uint64_t Hdf5Writer::write_object(const Object& object, std::vector<std::byte>& out) {
  ObjectHeader header;
  if (!object.datatype.empty()) {
    align(out);
    const std::uint64_t data = out.size();
    append_bytes(out, object.data);
    header.add(kDataspace, dataspace(object.shape));
    header.add(kDatatype, object.datatype);
    // Version 2: space is taken late, filled if asked for, with the default, of which there are no bytes.
    header.add(kFillValue, Fields().add(std::uint32_t{0x01020202}).add(std::uint32_t{0}).bytes());
    // Version 3, contiguous.
    header.add(kLayout, Fields()
                            .add(std::uint16_t{0x0103})
                            .add(object.data.empty() ? kNowhere : data)
                            .add(static_cast<std::uint64_t>(object.data.size()))
                            .bytes());
    return header.write(out);
  }
  header.add(kLinkInfo, Fields().add(std::uint16_t{0}).add(kNowhere).add(kNowhere).bytes());
  header.add(kGroupInfo, Fields().add(std::uint16_t{0}).bytes());
  for (const auto& [name, child] : object.children) {
    const std::uint64_t address = write_object(*child, out);
    // Version 1, a hard link whose name has one byte for its length.
    header.add(kLink, Fields()
                          .add(std::uint16_t{0x0001})
                          .add(static_cast<std::uint8_t>(name.size()))
                          .add_bytes(name)
                          .add(address)
                          .bytes());
  }
  return header.write(out);
}

std::vector<std::byte> Hdf5Writer::bytes() const {
  std::vector<std::byte> out(kSuperblockBytes);
  const std::uint64_t root = write_object(root_, out);
  Fields fields;
  fields.add_bytes("\x89HDF\r\n\x1a\n").add(std::uint32_t{0}).add(std::uint8_t{0});  // versions
  fields.add(std::uint8_t{8}).add(std::uint8_t{8}).add(std::uint8_t{0});      // bytes of an address and of a length
  fields.add(std::uint16_t{4}).add(std::uint16_t{16}).add(std::uint32_t{0});  // of groups in another form; flags
  fields.add(std::uint64_t{0}).add(kNowhere).add(static_cast<std::uint64_t>(out.size())).add(kNowhere);
  fields.add(std::uint64_t{0}).add(root);  // the link to the root, of a name that does not count
  fields.add(std::uint64_t{0}).add(std::uint64_t{0}).add(std::uint64_t{0});
  std::ranges::copy(fields.bytes(), out.begin());
  return out;
}

}  // namespace columnar
