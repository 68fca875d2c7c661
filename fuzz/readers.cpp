#include "readers.hpp"

#include <algorithm>
#include <array>

namespace columnar::fuzz {
namespace {

constexpr std::array kTargets = {
    Target{"edge-list", read_edge_list_input, false},
    Target{"edge-changes", read_edge_changes_input, false},
    Target{"matrix-market", read_matrix_market_input, false},
    Target{"npz-graph", read_npz_graph_input, true},
    Target{"xml-graph", read_xml_graph_input, false},
    Target{"gml", read_gml_input, false},
    Target{"json-graph", read_json_graph_input, false},
    Target{"metis", read_metis_input, false},
    Target{"dimacs", read_dimacs_input, false},
    Target{"labels", read_labels_input, false},
    Target{"attributes", read_attributes_input, false},
    Target{"vectors-text", read_vectors_text_input, false},
    Target{"vectors-npy", read_vectors_npy_input, false},
    Target{"vectors-ids", read_vectors_ids_input, false},
    Target{"embedding-npz", read_embedding_npz_input, true},
    Target{"codes-sdr", read_codes_sdr_input, true},
    Target{"codes-tsv", read_codes_tsv_input, false},
    Target{"codes-svm", read_codes_svm_input, false},
    Target{"index", read_index_input, true},
    Target{"model", read_model_input, true},
    Target{"checkpoint", read_checkpoint_input, true},
    Target{"packed-graph", read_packed_graph_input, true},
    Target{"config", read_config_input, false},
    Target{"request", read_request_input, false},
};

}  // namespace

std::span<const Target> targets() noexcept { return kTargets; }

const Target* target_by_name(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kTargets, name, &Target::name);
  return found == kTargets.end() ? nullptr : &*found;
}

}  // namespace columnar::fuzz
