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

/// The files of a checkpoint: the results of the long stages of a fit, one file per stage, and one for the cortex,
/// which
/// is rewritten while it learns. docs/formats.md#checkpoint
///
/// Each file is a function of the run, and the cortex file also of its progress. So files of one run always fit
/// together,
/// whichever were written before it ended, and no list of valid files is needed.

namespace columnar {

/// The run that a checkpoint belongs to: another graph, config or program would give other codes.
struct RunIdentity {
  std::string version;  ///< of the program
  std::string graph_digest;
  std::uint64_t nodes = 0;
  Config config;
};

enum class CheckpointPart { kPairs, kSpectrum, kRegions, kCortex };

/// "pairs", "spectrum", "regions" or "cortex"; the file name adds ".checkpoint".
[[nodiscard]] std::string_view name_of(CheckpointPart part) noexcept;

/// Notes of a stage, for the report of the resumed run.
using Notes = std::vector<std::string>;

/// Header of every checkpoint file.
struct CheckpointHead {
  CheckpointPart part = CheckpointPart::kPairs;
  RunIdentity run;
  Notes notes;
};

/// The stages that work on the cortex. A run is at one of them: running it, or about to.
enum class CortexStage { kColumns, kSettling, kReadout, kFinished };

/// Name of the stage in the report of a fit; "finished" if only the outputs remain to be written.
[[nodiscard]] std::string_view name_of(CortexStage stage) noexcept;

/// Maximum number of steps of the stage, in pairs or passes; 0 for settling, which cannot be resumed midway.
[[nodiscard]] std::uint64_t steps_of(CortexStage stage, const Config& config, std::uint64_t nodes) noexcept;

/// Position of a run that works on the cortex.
struct CortexPosition {
  CortexStage stage = CortexStage::kColumns;
  std::uint64_t done = 0;           ///< steps done in the stage
  std::uint64_t presentations = 0;  ///< pairs shown, once the columns have learnt
  std::uint64_t tie_breaks = 0;     ///< of a finished run
};

struct CortexProgress {
  CortexPosition at;
  CortexState cortex;
  std::vector<std::uint16_t> codes;  ///< of a finished run
};

/// Builds the files. Arguments must outlive the writer: large arrays are not copied.
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes,
                                                  const CountedPairs& pairs);
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes,
                                                  const RowMatrix& coordinates);
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes, const Regions& regions);
[[nodiscard]] SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes,
                                                  const CortexProgress& progress);

/// Reads the files. As with models, sizes are checked before memory is allocated and every number is checked: values
/// that training could not have produced throw Error(kInput) that begins with the name of the file.
[[nodiscard]] CheckpointHead checkpoint_head(const SectionedFile& file);
/// With a spill directory, the PPMI entries go into a temporary file there.
[[nodiscard]] CountedPairs pairs_from_sections(const SectionedFile& file, const std::string& spill_directory = {});
[[nodiscard]] RowMatrix coordinates_from_sections(const SectionedFile& file);
[[nodiscard]] Regions regions_from_sections(const SectionedFile& file);
[[nodiscard]] CortexPosition position_from_sections(const SectionedFile& file);
/// The ids are those of the graph, for messages about codes; their number must match the head.
[[nodiscard]] CortexProgress cortex_from_sections(const SectionedFile& file, const NodeIds& ids);

}  // namespace columnar
