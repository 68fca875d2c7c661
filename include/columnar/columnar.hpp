#pragma once

/// The whole library: graph in, one sparse binary code per node out, search over the codes. See docs/library.md for
/// examples.

#include "columnar/attributes.hpp"
#include "columnar/code_files.hpp"
#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph_builder.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar/model.hpp"
#include "columnar/nir.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/progress.hpp"
#include "columnar/search.hpp"
#include "columnar/version.hpp"
