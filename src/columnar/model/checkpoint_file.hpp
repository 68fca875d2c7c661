#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/ppmi/local_pairs.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/row_matrix.hpp"

/// The files of a checkpoint: what the long stages of a fit leave behind, one file a stage, and one for the cortex that
/// is written again and again while it learns.                                          docs/formats.md#checkpoint
///
/// Each is a function of the run and, of the cortex, of how far it is. So any files of one run go together, whichever
/// were written before it ended, and no list is needed of those that count.

namespace columnar {

/// The run that a checkpoint belongs to: another graph, config or program would end in other codes.
struct RunIdentity {
  std::string version;  ///< of the program
  std::string graph_digest;
  std::uint64_t nodes = 0;
  Config config;
};

enum class CheckpointPart { kPairs, kSpectrum, kRegions, kCortex };

/// "pairs", "spectrum", "regions" or "cortex"; the file is called that with ".checkpoint" behind it.
[[nodiscard]] std::string_view name_of(CheckpointPart part) noexcept;

/// What a stage had to say, for the report of the run that goes on.
using Notes = std::vector<std::string>;

/// With what every file of a checkpoint begins.
struct CheckpointHead {
  CheckpointPart part = CheckpointPart::kPairs;
  RunIdentity run;
  Notes notes;
};

/// The stages that work on the cortex. A run stands at one of them: it is under way or comes next.
enum class CortexStage { kColumns, kSettling, kReadout, kFinished };

/// The name of the stage in the report of a fit; "finished" where only the outputs remain to be written.
[[nodiscard]] std::string_view name_of(CortexStage stage) noexcept;

/// How many steps the stage has at most: pairs or passes; settling is none that could be left half done.
[[nodiscard]] std::uint64_t steps_of(CortexStage stage, const Config& config, std::uint64_t nodes) noexcept;

/// Where a run stands that has begun to work on the cortex.
struct CortexPosition {
  CortexStage stage = CortexStage::kColumns;
  std::uint64_t done = 0;           ///< steps of the stage
  std::uint64_t presentations = 0;  ///< pairs shown, once the columns have learnt
  std::uint64_t tie_breaks = 0;     ///< of a finished run
};

struct CortexProgress {
  CortexPosition at;
  CortexState cortex;
  std::vector<std::uint16_t> codes;  ///< of a finished run
};

/// The files. What is handed in must outlive the writer: large arrays are not copied.
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes,
                                                  const CountedPairs& pairs);
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes,
                                                  const RowMatrix& coordinates);
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes, const Regions& regions);
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes,
                                                  const CortexProgress& progress);

/// Reads them back. As with models, sizes are compared before memory is taken and every number is checked: whatever
/// training could not have left there is Error(kInput) that begins with the name of the file.
[[nodiscard]] CheckpointHead checkpoint_head(const SectionedFile& file);
/// With a directory to spill to, the entries of the PPMI go into a temporary file there.
[[nodiscard]] CountedPairs pairs_from_sections(const SectionedFile& file, const std::string& spill_directory = {});
[[nodiscard]] RowMatrix coordinates_from_sections(const SectionedFile& file);
[[nodiscard]] Regions regions_from_sections(const SectionedFile& file);
[[nodiscard]] CortexPosition position_from_sections(const SectionedFile& file);
/// The ids are those of the graph, for messages about codes; there must be as many as the head says nodes.
[[nodiscard]] CortexProgress cortex_from_sections(const SectionedFile& file, const NodeIds& ids);

}  // namespace columnar
