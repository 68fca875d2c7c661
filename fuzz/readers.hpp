#pragma once

#include <span>
#include <string_view>

#include "input.hpp"

/// Every reader of a file, as the fuzzer (fuzz_reader.cpp) and the replay of what it found (tests/fuzz) call them.

namespace columnar::fuzz {

/// True where the reader took the file. An Error of the program is how it refuses one; any other exception, one of a
/// property that does not hold included, is a finding. What was taken is then used: written again and read back,
/// searched, explained, so that content which a reader should have refused shows.
using Reader = bool (*)(Input input);

struct Target {
  std::string_view name;
  Reader read;
  bool has_parts;  ///< inputs are of a Form (input.hpp), not files as they are
};

[[nodiscard]] std::span<const Target> targets() noexcept;

/// The target of that name, or null.
[[nodiscard]] const Target* target_by_name(std::string_view name) noexcept;

// Graphs and what belongs to their nodes.
bool read_edge_list_input(Input input);
bool read_edge_changes_input(Input input);
bool read_matrix_market_input(Input input);
bool read_npz_graph_input(Input input);
bool read_xml_graph_input(Input input);
bool read_gml_input(Input input);
bool read_json_graph_input(Input input);
bool read_metis_input(Input input);
bool read_dimacs_input(Input input);
bool read_labels_input(Input input);
bool read_attributes_input(Input input);

// Vectors and codes.
bool read_vectors_text_input(Input input);
bool read_vectors_npy_input(Input input);
bool read_vectors_ids_input(Input input);
bool read_embedding_npz_input(Input input);
bool read_codes_tsv_input(Input input);
bool read_codes_svm_input(Input input);

// The program's own containers.
bool read_codes_sdr_input(Input input);
bool read_index_input(Input input);
bool read_model_input(Input input);
bool read_checkpoint_input(Input input);
bool read_packed_graph_input(Input input);
bool read_config_input(Input input);

// Requests to the server.
bool read_request_input(Input input);

}  // namespace columnar::fuzz
