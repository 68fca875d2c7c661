#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "columnar_lab/evaluate/memory.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kLabelWidth = 24;

std::string neurons(const NeuronUse& use) {
  return fmt::format("{} of {}", with_commas(use.used), with_commas(use.total));
}

std::string confusion_text(const ClassificationReport& report) {
  Table table;
  std::vector<std::string> head{"true \\ predicted"};
  for (const std::string& name : report.class_names) {
    head.push_back(shortened(name, 8));
  }
  table.add(head);
  table.add_rule();
  for (std::size_t truth = 0; truth < report.class_names.size(); ++truth) {
    std::vector<std::string> row{shortened(report.class_names[truth], kLabelWidth)};
    for (std::size_t answer = 0; answer < report.class_names.size(); ++answer) {
      const std::uint64_t count = report.confusion.at(truth, answer);
      row.push_back(count == 0 ? "·" : with_commas(count));
    }
    table.add(row);
  }
  return table.text();
}

}  // namespace

std::string code_summary(const std::string& name, std::size_t nodes, const SdrShape& shape) {
  return labelled("Codes", {fmt::format("{}: {} nodes, {} of {} bits ({})", printable(name), with_commas(nodes),
                                        shape.active(), with_commas(shape.width()), layer_name(shape.layer))});
}

std::string layer_name(Layer layer) {
  constexpr std::array<const char*, 5> kNames = {"L2/3", "L5a", "L2/3 + L5a", "L6", "L2/3 + L5a + L6"};
  return kNames[static_cast<std::size_t>(layer)];
}

std::string codec_text(Codec codec, const SdrTable& table, std::size_t bytes) {
  const auto nodes = static_cast<double>(std::max<std::size_t>(1, table.size()));
  return fmt::format("{}: {:.2f} bytes per node; {:.2f} would name any code of this shape", name_of(codec),
                     static_cast<double>(bytes) / nodes, structured_bits(table.shape) / 8.0);
}

std::string health_text(const CodeHealth& health, const SdrShape& shape) {
  Table table;
  table.align_left(1);
  const bool whole = health.active_bits_min == health.active_bits_max;
  table.add(
      {"active bits", whole ? fmt::format("{} of {} in every code", health.active_bits_min, with_commas(shape.width()))
                            : fmt::format("{} to {} of {}", health.active_bits_min, health.active_bits_max,
                                          with_commas(shape.width()))});
  table.add({"unique codes", fmt::format("{} of {} ({})", with_commas(health.unique.codes), with_commas(health.nodes),
                                         percent(health.unique.share))});
  if (health.unique_l23 && shape.has_l5a()) {
    table.add({"  by L2/3 alone", percent(health.unique_l23->share)});
  }
  if (health.l23_neurons) {
    table.add({"neurons used",
               neurons(*health.l23_neurons) +
                   (health.l5a_neurons ? fmt::format(" in L2/3, {} in L5a", neurons(*health.l5a_neurons)) : "")});
  } else if (health.l5a_neurons) {
    table.add({"neurons used", neurons(*health.l5a_neurons) + " in L5a"});
  }
  if (health.same_cell_rate) {
    std::string rate = fmt::format("{:.3f}; chance gives {:.3f}", *health.same_cell_rate, 1.0 / shape.cells_per_column);
    if (health.same_cell_rate_same_class) {
      rate += fmt::format("; {:.3f} within a class", *health.same_cell_rate_same_class);
    }
    table.add({"same-cell rate", rate});
  }
  if (health.cross_class_duplicates) {
    table.add({"cross-class duplicates",
               fmt::format("{} pairs; {} within a class", with_commas(health.cross_class_duplicates->pairs),
                           with_commas(health.cross_class_duplicates->same_class_pairs))});
  }
  return table.text();
}

std::string stages_text(const std::vector<StageCost>& stages) {
  Table table;
  table.add({"stage", "seconds", "peak memory"});
  table.add_rule();
  double seconds = 0.0;
  std::uint64_t peak = 0;
  for (const StageCost& stage : stages) {
    table.add({stage.name, fmt::format("{:.2f}", stage.seconds), human_bytes(stage.peak_bytes)});
    seconds += stage.seconds;
    peak = std::max(peak, stage.peak_bytes);
  }
  table.add_rule();
  table.add({"total", fmt::format("{:.2f}", seconds), human_bytes(peak)});
  return table.text();
}

std::string plus_minus(const MeanSd& value, int digits) {
  const std::string mean = fmt::format("{:.{}f}", value.mean, digits);
  return value.sd ? mean + fmt::format(" ± {:.{}f}", *value.sd, digits) : mean;
}

std::string classification_text(const ClassificationReport& report, std::int32_t folds) {
  std::string text = labelled(
      "accuracy", {fmt::format("{} (majority rate {:.3f})", plus_minus(report.accuracy), report.majority_rate)});
  text += labelled("macro-F1", {plus_minus(report.macro_f1)});
  text +=
      fmt::format("          mean and sd of {} folds over {} labelled nodes, logistic regression on the raw codes\n\n",
                  folds, with_commas(report.labelled_nodes));
  Table classes;
  classes.add({"class", "precision", "recall", "F1", "nodes"});
  classes.add_rule();
  for (std::size_t c = 0; c < report.per_class.size(); ++c) {
    const ClassScore& score = report.per_class[c];
    classes.add({shortened(report.class_names[c], kLabelWidth), fmt::format("{:.3f}", score.precision),
                 fmt::format("{:.3f}", score.recall), fmt::format("{:.3f}", score.f1), with_commas(score.support)});
  }
  return text + classes.text() + "\n" + confusion_text(report);
}

}  // namespace columnar::cli
