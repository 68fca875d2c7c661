#include "columnar_lab/evaluate/recall.hpp"

#include <fmt/format.h>

#include <cmath>

#include "columnar/error.hpp"
#include "columnar/sdr/noise.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {
namespace {

void require_sound(const AssociativeMemory& memory, const RecallOptions& options) {
  if (memory.codes().size() == 0) {
    throw Error(ErrorCode::kInput, "codes: there are none to recall");
  }
  if ((options.missing.empty() && options.flipped.empty()) || options.repeats == 0 || options.queries == 0) {
    throw Error(ErrorCode::kConfig, "recall: needs at least one share, one repeat and one query");
  }
  for (const std::vector<double>* shares : {&options.missing, &options.flipped}) {
    for (const double share : *shares) {
      if (!(share >= 0.0 && share <= 1.0)) {
        throw Error(ErrorCode::kConfig, fmt::format("share: must lie in [0, 1], not {}", share));
      }
    }
  }
}

/// At most `count` rows of the table, evenly spread; all where there are no more.
SdrTable some_rows(const SdrTable& codes, std::uint64_t count) {
  if (codes.size() <= count) {
    return codes;
  }
  SdrTable some{codes.shape, {}, {}};
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto row = static_cast<std::size_t>(i * codes.size() / count);
    some.ids.integers.push_back(static_cast<std::int64_t>(row));
    some.bits.insert(some.bits.end(), codes.code(row).begin(), codes.code(row).end());
  }
  return some;
}

std::vector<Pattern> patterns_of(const SdrTable& codes) {
  std::vector<Pattern> patterns;
  patterns.reserve(codes.size());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    patterns.emplace_back(codes.code(row).begin(), codes.code(row).end());
  }
  return patterns;
}

/// Counts the answers to damaged codes.
class Tally {
 public:
  explicit Tally(const SdrShape& shape) : shape_(shape) {}

  void add(std::span<const std::uint16_t> code, std::span<const std::uint16_t> damaged,
           const std::optional<Recall>& recall) {
    ++asked_;
    if (!recall) {  // no code has any of the bits: all are as near
      ++tied_;
      return;
    }
    const Rank own = Ranker(shape_, damaged).rank(code);
    if (own.score() < recall->score) {
      return;
    }
    if (!recall->is_unique()) {
      ++tied_;
    } else {  // no other code shares as much, and this one does: the answer is this one
      ++recalled_;
      margins_ += recall->margin();
    }
  }

  void write(RecallPoint& point) const {
    const auto all = static_cast<double>(asked_);
    point.recalled = static_cast<double>(recalled_) / all;
    point.tied = static_cast<double>(tied_) / all;
    point.wrong = static_cast<double>(asked_ - recalled_ - tied_) / all;
    point.margin = recalled_ == 0 ? 0.0 : static_cast<double>(margins_) / static_cast<double>(recalled_);
  }

 private:
  SdrShape shape_;
  std::uint64_t asked_ = 0;
  std::uint64_t recalled_ = 0;
  std::uint64_t tied_ = 0;
  std::uint64_t margins_ = 0;
};

}  // namespace

RecallCurves measure_recall(const AssociativeMemory& memory, const RecallOptions& options, const RunContext& context) {
  require_sound(memory, options);
  const SdrTable asked = some_rows(memory.codes(), options.queries);
  const std::uint32_t active = asked.shape.active();
  const std::size_t points = options.missing.size() + options.flipped.size();
  std::size_t done = 0;
  // The damage of a share, given back as patterns.
  const auto measure = [&](double share, const auto& damage) {
    RecallPoint point;
    point.share = share;
    point.bits = static_cast<std::uint32_t>(std::llround(share * active));
    Tally tally(asked.shape);
    for (std::uint32_t repeat = 0; repeat < options.repeats; ++repeat) {
      const std::vector<Pattern> damaged = damage(point.bits, NoiseDraw{options.seed, repeat});
      const auto recalls = memory.recall(damaged, {context.threads, nullptr});
      for (std::size_t row = 0; row < asked.size(); ++row) {
        tally.add(asked.code(row), damaged[row], recalls[row]);
      }
    }
    tally.write(point);
    context.advance(static_cast<double>(++done) / static_cast<double>(points));
    return point;
  };
  RecallCurves curves;
  curves.queries = asked.size();
  for (const double share : options.missing) {
    curves.missing.push_back(measure(
        share, [&](std::uint32_t bits, const NoiseDraw& draw) { return subsample(asked, active - bits, draw); }));
  }
  for (const double share : options.flipped) {
    curves.flipped.push_back(measure(share, [&](std::uint32_t /*bits*/, const NoiseDraw& draw) {
      return patterns_of(add_noise(asked, share, draw));
    }));
  }
  return curves;
}

}  // namespace columnar
