#pragma once

#include <string>

#include "columnar/model.hpp"
#include "columnar/progress.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Writes the trained cortex, L4 → L2/3 → L5a, as a graph of the Neuromorphic Intermediate Representation (NIR, an HDF5
/// file, .nir), which simulators of spiking networks and tools of neuromorphic chips read. docs/neuromorphic.md
///
/// With `inputs`, a .npz archive beside it has what the host does around the network, for every node: the active L4
/// neurons, the eligible columns, and the cells and codes that the engine finds. Both files appear, or neither.
///
/// A model with roles gives the columns that say where a node is. Throws Error(kConfig) for a name of another kind,
/// Error(kOutput) if a file cannot be written and Error(kInput) for an untrained model, or for `inputs` of one that was
/// updated: its codes come from several states.
void save_nir(const std::string& path, const Model& model, const std::string& inputs = "",
              const RunContext& context = {});

/// Throws Error(kConfig) unless the files of save_nir() can have these names: .nir, and .npz or none.
void require_nir_names(const std::string& path, const std::string& inputs);

}  // namespace columnar
#pragma GCC visibility pop
