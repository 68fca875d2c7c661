#include <algorithm>
#include <span>

#include "columnar/sdr/sdr_file.hpp"
#include "columnar/search/index_file.hpp"
#include "fuzz/container_readers.hpp"
#include "fuzz/readers.hpp"

namespace columnar::fuzz {
namespace {

void use(const SdrFile& codes, const SectionedFile& file) {
  constexpr std::size_t kAsked = 8;  // rows
  const SdrTable& table = codes.table;
  const PackedCodes packed = packed_codes(file);
  for (std::size_t v = 0; v < std::min(packed.size(), kAsked); ++v) {
    require(std::ranges::equal(packed.code(v), table.code(v)), "a code alone is not the one among all");
  }
  for (const Codec codec : {codes.codec, table.size() % 2 == 0 ? Codec::kEntropy : Codec::kEliasFano}) {
    (void)accepts(kInMemory, [&] {
      const auto bytes = make_sdr(table, codes.metadata_json, kInMemory, codec).bytes();
      require(sdr_from_sections(SectionedFile::parse(bytes, kInMemory)).table == table, "codes written again differ");
    });
  }
  if (table.shape.layer == Layer::kAll) {
    require(select_layer(table, Layer::kL23).size() == table.size(), "a layer has fewer codes");
    require(select_layer(table, Layer::kL5a).size() == table.size(), "a layer has fewer codes");
  }
}

void use(const IndexFile& file) {
  const InvertedIndex& index = *file.index;
  const std::uint32_t width = index.shape().width();
  Query query;
  query.bits = {0, static_cast<std::uint16_t>(width / 2), static_cast<std::uint16_t>(width - 1)};
  if (index.size() > 0) {
    const auto code = index.code(0);
    query.bits.insert(query.bits.end(), code.begin(), code.end());
    query.left_out = {static_cast<NodeIndex>(index.size() - 1)};
  }
  for (const auto& hits : {index.top(query, 5), index.at_least(query, 1)}) {
    for (const Hit& hit : hits) {
      require(hit.row < index.size() && hit.chance >= 0.0 && hit.chance <= 1.0, "a hit is none");
      (void)file.ids.name(hit.row);
    }
  }
  (void)accepts(kInMemory, [&] {
    const auto bytes = make_index_file(index, file.ids, kInMemory).bytes();
    const IndexFile back = index_from_sections(SectionedFile::parse(bytes, kInMemory));
    require(back.ids == file.ids && std::ranges::equal(back.index->codes(), index.codes()) &&
                back.index->top(query, 5) == index.top(query, 5),
            "an index written again differs");
  });
}

}  // namespace

bool read_codes_sdr_input(Input input) {
  static ScratchFile scratch("codes.sdr");
  return accepts(place_of(input, scratch), [&] {
    const SectionedFile file = open_container(input, FileKind::kCodes, scratch);
    // Codes can also be asked for one by one, before all of them are known to be good.
    (void)accepts(place_of(input, scratch), [&] {
      const PackedCodes packed = packed_codes(file);
      if (packed.size() > 0) {
        (void)packed.code(packed.size() / 2);
      }
    });
    use(sdr_from_sections(file), file);
  });
}

bool read_index_input(Input input) {
  static ScratchFile scratch("codes.index");
  return accepts(place_of(input, scratch),
                 [&] { use(index_from_sections(open_container(input, FileKind::kIndex, scratch))); });
}

}  // namespace columnar::fuzz
