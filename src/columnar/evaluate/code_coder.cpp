#include "columnar/evaluate/code_coder.hpp"

#include <algorithm>
#include <array>

#include "columnar/evaluate/range_coder.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

BitChance chance_of(double share) {
  constexpr double kWhole = 65536.0;
  return static_cast<BitChance>(std::clamp(share * kWhole, 1.0, kWhole - 1.0));
}

/// Which `active` of `size` places are on: a place is on with the chance that its weight has among all places left.
class PlacesModel {
 public:
  PlacesModel(std::size_t size, std::size_t active) : active_(active), seen_(size, 0.5), rest_(size + 1) {}

  /// Asks code(chance, place) for each place in turn that is not certain, and notes which are on. `hint[place]` is 0 or
  /// 1: something known beforehand that may go with the place.
  template <class Code>
  void run(const std::vector<std::uint8_t>& hint, std::vector<std::uint8_t>& on, const Code& code) {
    const std::size_t size = seen_.size();
    const std::array<double, 2> gain{hit_[0] / tried_[0], hit_[1] / tried_[1]};
    for (std::size_t place = size; place-- > 0;) {
      rest_[place] = rest_[place + 1] + seen_[place] * gain[hint[place]];
    }
    std::size_t left = active_;
    for (std::size_t place = 0; place < size; ++place) {
      bool bit = left > 0;
      if (left > 0 && left < size - place) {
        const double weight = seen_[place] * gain[hint[place]];
        bit = code(chance_of(static_cast<double>(left) * weight / rest_[place]), place);
      }
      on[place] = bit ? 1 : 0;
      left -= on[place];
      seen_[place] += on[place];
      hit_[hint[place]] += on[place];
      tried_[hint[place]] += 1.0;
    }
  }

 private:
  std::size_t active_;
  std::vector<double> seen_;  ///< codes that had the place on
  std::vector<double> rest_;  ///< weights from a place to the end
  std::array<double, 2> hit_{0.5, 0.5};
  std::array<double, 2> tried_{1.0, 1.0};
};

/// The model of one table; Code is code(bit wanted, chance) → bit, the encoder's or the decoder's side of it.
class CodeModel {
 public:
  explicit CodeModel(const SdrShape& shape)
      : shape_(shape),
        has_l23_(shape.layer != Layer::kL5a),
        has_l5a_(shape.layer != Layer::kL23),
        columns_(has_l23_ ? shape.columns : 0, has_l23_ ? shape.active_columns : 0),
        l5a_(has_l5a_ ? shape.l5a_size : 0, has_l5a_ ? shape.l5a_active : 0),
        cells_(has_l23_ ? std::size_t{shape.columns} * shape.cells_per_column : 0, 0.5),
        column_on_(has_l23_ ? shape.columns : 0),
        column_hint_(column_on_.size()),
        l5a_on_(has_l5a_ ? shape.l5a_size : 0),
        no_hint_(l5a_on_.size()) {}

  /// `code` holds the bits when encoding and receives them when decoding.
  template <class Code>
  void run(std::span<std::uint16_t> code, const Code& coder) {
    std::vector<std::uint8_t> wanted(shape_.width());
    for (const std::uint16_t bit : code) {
      wanted[bit] = 1;
    }
    const std::size_t offset = has_l23_ ? shape_.l23_width() : 0;
    l5a_.run(no_hint_, l5a_on_,
             [&](BitChance chance, std::size_t place) { return coder(wanted[offset + place] != 0, chance); });
    for (std::size_t c = 0; c < column_hint_.size(); ++c) {
      column_hint_[c] = has_l5a_ ? l5a_on_[c % shape_.l5a_size] : 0;
    }
    const std::size_t cells = shape_.cells_per_column;
    columns_.run(column_hint_, column_on_, [&](BitChance chance, std::size_t column) {
      const auto first = wanted.begin() + static_cast<std::ptrdiff_t>(column * cells);
      return coder(std::any_of(first, first + static_cast<std::ptrdiff_t>(cells), [](auto on) { return on != 0; }),
                   chance);
    });
    std::size_t next = 0;
    for (std::size_t column = 0; column < column_on_.size(); ++column) {
      if (column_on_[column] != 0) {
        code[next++] = static_cast<std::uint16_t>(column * cells + run_cells(column, wanted, coder));
      }
    }
    for (std::size_t place = 0; place < l5a_on_.size(); ++place) {
      if (l5a_on_[place] != 0) {
        code[next++] = static_cast<std::uint16_t>(offset + place);
      }
    }
  }

 private:
  /// One cell of the column: each is asked for in turn, the last is certain.
  template <class Code>
  std::size_t run_cells(std::size_t column, const std::vector<std::uint8_t>& wanted, const Code& coder) {
    const std::size_t cells = shape_.cells_per_column;
    const std::span<double> seen(cells_.data() + column * cells, cells);
    double rest = 0.0;
    for (const double weight : seen) {
      rest += weight;
    }
    std::size_t cell = 0;
    while (cell + 1 < cells && !coder(wanted[column * cells + cell] != 0, chance_of(seen[cell] / rest))) {
      rest -= seen[cell++];
    }
    seen[cell] += 1.0;
    return cell;
  }

  SdrShape shape_;
  bool has_l23_;
  bool has_l5a_;
  PlacesModel columns_;
  PlacesModel l5a_;
  std::vector<double> cells_;  ///< how often each cell fired
  std::vector<std::uint8_t> column_on_;
  std::vector<std::uint8_t> column_hint_;
  std::vector<std::uint8_t> l5a_on_;
  std::vector<std::uint8_t> no_hint_;
};

}  // namespace

std::vector<std::uint8_t> encode_codes(const SdrTable& codes) {
  check_codes(codes, "codes", ErrorCode::kInput);
  CodeModel model(codes.shape);
  RangeEncoder encoder;
  std::vector<std::uint16_t> code;
  for (std::size_t node = 0; node < codes.size(); ++node) {
    code.assign(codes.code(node).begin(), codes.code(node).end());
    model.run(code, [&](bool bit, BitChance chance) {
      encoder.encode(bit, chance);
      return bit;
    });
  }
  return encoder.finish();
}

std::vector<std::uint16_t> decode_codes(std::span<const std::uint8_t> bytes, const SdrShape& shape, std::size_t nodes) {
  check_shape(shape, "codes", ErrorCode::kInput);
  CodeModel model(shape);
  RangeDecoder decoder(bytes);
  std::vector<std::uint16_t> bits;
  std::vector<std::uint16_t> code;
  for (std::size_t node = 0; node < nodes; ++node) {
    code.assign(shape.active(), 0);
    model.run(code, [&](bool, BitChance chance) { return decoder.decode(chance); });
    bits.insert(bits.end(), code.begin(), code.end());
  }
  return bits;
}

}  // namespace columnar
