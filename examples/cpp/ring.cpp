#include <columnar/columnar.hpp>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

int main() {
  try {
    // A graph: from a file, columnar::read_graph("friends.tsv").graph, or edge by edge, as here. Each of 100 nodes in a
    // ring is linked to the next two.
    columnar::GraphBuilder builder;
    for (columnar::NodeIndex node = 0; node < 100; ++node) {
      builder.add(node, (node + 1) % 100);
      builder.add(node, (node + 2) % 100, 0.5);
    }
    const columnar::Graph graph = std::move(builder).build(columnar::numbered_ids(100)).graph;

    // The constants of the method, as fields or by name.
    columnar::Config config;
    config.seed = 7;
    columnar::set_field(config, "walk_length", "30");

    // One code per node.
    columnar::Embedder embedder(config);
    const columnar::SdrTable codes = embedder.fit(graph, {.threads = 2});
    std::cout << codes.size() << " codes, " << codes.shape.active() << " active bits out of " << codes.shape.width()
              << '\n';
    columnar::write_codes("ring.sdr", codes);

    // The nodes most like node 10.
    const columnar::InvertedIndex index(codes);
    const std::vector<columnar::NodeIndex> like = {10};
    for (const columnar::Hit& hit : index.top(columnar::query_like(codes, like), 4)) {
      std::cout << "node " << codes.ids.name(hit.row) << " shares " << hit.near + hit.overlap << " bits\n";
    }
    columnar::save_index("ring.index", index, codes.ids);

    // A model gives codes to nodes that come later. Node 100 has edges to nodes 10 and 11.
    columnar::save_model("ring.model", embedder.model());
    columnar::Model model = columnar::load_model("ring.model");
    columnar::EdgeChanges edges;
    edges.ids.integers = {100, 10, 11};
    edges.changes = {{.u = 0, .v = 1}, {.u = 0, .v = 2}};
    const columnar::NewCodes encoded = columnar::encode(model, edges);
    const std::vector<std::uint16_t> code(encoded.codes.code(0).begin(), encoded.codes.code(0).end());
    std::cout << "node 100 is most like node " << codes.ids.name(index.top({.bits = code}, 1).front().row) << '\n';

    // It also follows edges that come, go or change.
    const columnar::UpdateReport report = columnar::update(model, edges, columnar::NewNodes::kAdmit);
    std::cout << "after the update: " << report.nodes << " nodes\n";
  } catch (const columnar::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
