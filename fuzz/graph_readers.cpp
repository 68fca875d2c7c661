#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "columnar/edge_changes.hpp"
#include "columnar/graph/attributes_reader.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/edge_change_reader.hpp"
#include "columnar/graph/edge_list_reader.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/graph/matrix_market_reader.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar/graph/packed_graph.hpp"
#include "columnar/graph/record_reader.hpp"
#include "columnar/graph_reader.hpp"
#include "fuzz/container_readers.hpp"
#include "fuzz/outcome.hpp"
#include "fuzz/readers.hpp"
#include "fuzz/scratch_file.hpp"

namespace columnar::fuzz {
namespace {

/// What graph.hpp promises of every graph.
void require_sound(const Graph& graph) {
  require(graph.offsets.size() == graph.ids.size() + 1 && graph.offsets.front() == 0 &&
              graph.offsets.back() == graph.targets.size() && std::ranges::is_sorted(graph.offsets),
          "the rows of a graph do not span its edges");
  require(graph.weights.empty() || graph.weights.size() == graph.targets.size(), "weights are not parallel to edges");
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    const auto row = graph.neighbours(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      require(row[i] < graph.node_count() && row[i] != v && (i == 0 || row[i - 1] < row[i]), "a row does not ascend");
      const double weight = graph.weight(v, row[i]);
      require(weight > 0.0 && std::isfinite(weight), "an edge has no weight");
      require(graph.directed || graph.weight(row[i], v) == weight, "an undirected graph is not symmetric");
    }
  }
}

void require_sound(const Labels& labels, std::size_t nodes) {
  require(labels.classes.size() == nodes, "not one label a node");
  for (const std::int32_t c : labels.classes) {
    require(c == Labels::kUnknown || (c >= 0 && static_cast<std::size_t>(c) < labels.names.size()), "no such class");
  }
}

void require_sound(const Attributes& attributes, std::size_t nodes) {
  require(attributes.row_count() == nodes && attributes.offsets.front() == 0 &&
              attributes.offsets.back() == attributes.indices.size() && std::ranges::is_sorted(attributes.offsets),
          "attributes are not one row a node");
  require(std::ranges::all_of(attributes.indices, [&](std::uint32_t i) { return i < attributes.width; }),
          "an attribute is beyond the width");
  require(attributes.values.empty() || attributes.values.size() == attributes.indices.size(),
          "values are not parallel to attributes");
  require(std::ranges::all_of(attributes.values, [](float value) { return std::isfinite(value) && value != 0.0F; }),
          "a value is none");
  require(attributes.names.empty() || attributes.names.size() == attributes.width, "names are not one a column");
}

void use(const Graph& graph, const Labels& labels = {}) {
  require_sound(graph);
  require(graph_digest(graph).size() == 32, "a digest has another length");
  if (!graph.targets.empty()) {
    Labels kept = labels;
    GraphReadReport report;
    const Graph largest = largest_component(graph, kept, report);
    require_sound(largest);
    require(largest.ids.size() + report.nodes_outside_largest_component == graph.ids.size(), "nodes got lost");
    require(labels.empty() || kept.classes.size() == largest.ids.size(), "labels got lost");
  }
}

bool equal(const Graph& a, const Graph& b) {
  return a.offsets == b.offsets && a.targets == b.targets && a.weights == b.weights && a.directed == b.directed &&
         a.ids == b.ids;
}

/// The graph as an edge list. The comment keeps ids from being taken for a byte order mark; a self-loop names each
/// node first, so that rows keep their order.
std::string edge_list_of(const Graph& graph) {
  std::string text = "#\n";
  const auto out = std::back_inserter(text);
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    fmt::format_to(out, "{}\t{}\t1\n", tab_field(graph.ids.name(v)), tab_field(graph.ids.name(v)));
  }
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (const NodeIndex u : graph.neighbours(v)) {
      if (graph.directed || v < u) {
        fmt::format_to(out, "{}\t{}\t{}\n", tab_field(graph.ids.name(v)), tab_field(graph.ids.name(u)),
                       graph.weight(v, u));
      }
    }
  }
  return text;
}

/// Reads a graph of the format that the file's name asks for, both ways.
bool read_by_name(ScratchFile& file, Input input) {
  const std::string& path = file.put(input);
  return accepts(path, [&] {
    const Graph graph = read_graph(path).graph;
    constexpr NodeIndex kMost = 10'000;  // a few bytes may claim a million rows: once is enough
    if (graph.node_count() <= kMost) {
      use(graph);
      const Graph directed = read_graph(path, {.directed = true}).graph;
      require(directed.directed && directed.ids == graph.ids, "--directed changes nodes");
      use(directed);
    }
  });
}

/// Whether an id cannot stand between tabs.
bool any_holds_a_tab(const NodeIds& ids) {
  return std::ranges::any_of(ids.texts, [](const std::string& id) { return id.find('\t') != std::string::npos; });
}

}  // namespace

bool read_edge_list_input(Input input) {
  static ScratchFile file("graph.tsv");
  static ScratchFile again("again.tsv");
  const std::string& path = file.put(input);
  return accepts(path, [&] {
    const std::uint32_t choice = choice_of(input);
    ReadOptions options{.directed = choice % 2 == 1};
    if (choice % 8 > 5) {
      options.edges.columns = {"2", "1"};
    }
    const Graph graph = read_edge_list(path, options).graph;
    use(graph);
    if (!graph.targets.empty() && !any_holds_a_tab(graph.ids)) {
      const Graph back = read_edge_list(again.put(bytes_of(edge_list_of(graph))),
                                        {.directed = options.directed, .edges = {.header = HeaderLine::kAbsent}})
                             .graph;
      require(equal(graph, back), "an edge list written again is another graph");
    }
  });
}

bool read_edge_changes_input(Input input) {
  static ScratchFile file("changes.tsv");
  static const Graph before = path_graph(6);
  const std::string& path = file.put(input);
  EdgeChanges changes;
  if (!accepts(path, [&] { changes = read_edge_changes(path); })) {
    return false;
  }
  EdgeChangeReader reader(path);
  std::size_t count = 0;
  for (EdgeChanges some = reader.next(3); !some.changes.empty(); some = reader.next(3)) {
    require(some.changes.size() <= 3, "more changes than asked for");
    count += some.changes.size();
  }
  require(count == changes.changes.size(), "some at a time are not as many as all at once");
  for (const NewNodes policy : {NewNodes::kAdmit, choice_of(input) % 2 == 1 ? NewNodes::kRefuse : NewNodes::kRequire}) {
    (void)accepts(path, [&] {
      const ChangedGraph changed = apply_changes(before, changes, policy);
      use(changed.graph);
      require(changed.changed.size() == changed.graph.ids.size(), "not one share a node");
      require(std::ranges::all_of(changed.changed, [](double share) { return share >= 0.0 && share <= 1.0; }),
              "a share is none");
      require(changed.first_new == before.node_count() &&
                  changed.graph.node_count() == before.node_count() + changed.counts.new_nodes,
              "new nodes are miscounted");
    });
  }
  return true;
}

bool read_matrix_market_input(Input input) {
  static ScratchFile file("graph.mtx");
  const std::string& path = file.put(input);
  return accepts(path, [&] {
    const Graph graph = read_matrix_market(path, false).graph;
    // A matrix of a million rows may be a few bytes of file. One such reading is a test; using it again and again is
    // only slow.
    constexpr NodeIndex kMost = 10'000;
    if (graph.node_count() <= kMost) {
      use(graph);
      use(read_matrix_market(path, true).graph);
    }
  });
}

bool read_xml_graph_input(Input input) {
  static ScratchFile file("graph.xml");
  return read_by_name(file, input);
}

bool read_gml_input(Input input) {
  static ScratchFile file("graph.gml");
  return read_by_name(file, input);
}

bool read_json_graph_input(Input input) {
  static ScratchFile file("graph.json");
  return read_by_name(file, input);
}

bool read_metis_input(Input input) {
  static ScratchFile file("graph.metis");
  return read_by_name(file, input);
}

bool read_dimacs_input(Input input) {
  static ScratchFile file("graph.dimacs");
  return read_by_name(file, input);
}

bool read_npz_graph_input(Input input) {
  static ScratchFile file("graph.npz");
  static const NodeIds few{{2, 0}, {}};
  const std::string& path = file.put(archive_of(input));
  const std::uint32_t choice = choice_of(input);
  if (choice % 4 == 0) {
    (void)accepts(path, [&] { require_sound(read_labels(path, few), few.size()); });
  }
  return accepts(path, [&] {
    const ReadResult read = read_graph(path, {.directed = choice % 2 == 1});
    if (!read.labels.empty()) {
      require_sound(read.labels, read.graph.ids.size());
    }
    use(read.graph, read.labels);
    (void)accepts(path, [&] {
      if (const auto features = read_npz_attributes(path, read.graph.ids)) {
        require_sound(*features, read.graph.ids.size());
      }
    });
    (void)accepts(path, [&] {  // its adjacency matrix may be one of attributes
      require_sound(read_attributes(path, read.graph.ids), read.graph.ids.size());
    });
  });
}

bool read_labels_input(Input input) {
  static ScratchFile file("labels.tsv");
  static const NodeIds numbers{{0, 1, 2, 3, -1, 5'000'000'000}, {}};
  static const NodeIds texts{{}, {"a", "b", "1", "007", "\xFF"}};
  const std::string& path = file.put(input);
  const NodeIds& ids = choice_of(input) % 2 == 0 ? numbers : texts;
  return accepts(path,
                 [&] {
                   LabelsReadReport report;
                   const Labels labels = read_labels(path, ids, &report);
                   require_sound(labels, ids.size());
                   require(report.lines > report.ids_not_in_graph, "labels of no node were taken");
                   require(std::adjacent_find(labels.names.begin(), labels.names.end()) == labels.names.end(),
                           "a class twice");
                   require(!read_class_sets(path, ids).sets, "a node has several classes where one was read");
                 }) ||
         accepts(path, [&] {
           const FoundClasses found = read_class_sets(path, ids);
           require_sound(found.labels, ids.size());
           require(found.sets.has_value(), "several classes were refused where none were read");
           require(found.sets->node_count() == ids.size() && found.sets->offsets.back() == found.sets->classes.size(),
                   "the rows of sets do not span their classes");
         });
}

bool read_attributes_input(Input input) {
  static ScratchFile table("attributes.csv");
  static ScratchFile array("attributes.npy");
  static const NodeIds numbers{{0, 1}, {}};
  static const NodeIds texts{{}, {"0", "1"}};
  static const NodeIds many = numbered_ids(40);  // as many numbers as fill all buckets
  constexpr std::byte kFirstOfNpy{0x93};
  const std::string& path = (!input.empty() && input[0] == kFirstOfNpy ? array : table).put(input);
  const std::uint32_t choice = choice_of(input);
  const UnknownRows policy = choice % 4 < 2 ? UnknownRows::kIgnore : UnknownRows::kRefuse;
  return accepts(path, [&] {
    const bool long_enough = std::ranges::count(input, std::byte{'\n'}) > 40;
    const NodeIds& ids = long_enough ? many : choice % 2 == 0 ? numbers : texts;
    const Attributes read = read_attributes(path, ids, policy);
    require_sound(read, ids.size());
    NodeIds others = ids;  // the same rows as those of new nodes, for a model with these columns
    if (others.are_text()) {
      for (std::string& id : others.texts) {
        id += " of the model";
      }
    } else {
      for (std::int64_t& id : others.integers) {
        id = -1 - id;
      }
    }
    (void)accepts(path, [&] {
      const NamedAttributes again = read_new_attributes(path, others, read);
      require(again.ids.size() > 0 && again.attributes.width == read.width, "new nodes have other columns");
      require_sound(again.attributes, again.ids.size());
    });
  });
}

bool read_packed_graph_input(Input input) {
  static ScratchFile scratch("packed.graph");
  return accepts(place_of(input, scratch), [&] {
    const Graph graph = graph_from_sections(open_container(input, FileKind::kGraph, scratch));
    require_sound(graph);
    (void)accepts(kInMemory, [&] {
      const auto bytes = make_packed_graph(graph, kInMemory).bytes();
      const Graph back = graph_from_sections(SectionedFile::parse(bytes, kInMemory));
      require(graph_digest(back) == graph_digest(graph) && back.ids == graph.ids, "a graph packed again differs");
    });
  });
}

}  // namespace columnar::fuzz
