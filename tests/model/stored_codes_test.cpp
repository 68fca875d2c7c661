#include "columnar/model/stored_codes.hpp"

#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

namespace columnar::stored_codes_test {
namespace {

using testing_support::small_config;

TEST(StoredCodes, AreThoseOfAModelOrOfAFileOfCodes) {
  Embedder embedder(small_config());
  const SdrTable codes = embedder.fit(planted_communities(60, 3, 8.0, 0.05, 5).graph, {});
  const Model& model = embedder.model();
  const std::string metadata = provenance_json(model.config, model.graph_digest);
  const Scratch scratch;
  const std::string as_model = scratch.path("of-any-name.tsv");
  const std::string as_codes = scratch.path("codes.sdr");
  save_model(as_model, model);
  write_codes(as_codes, codes, metadata);

  EXPECT_TRUE(is_model_file(as_model));
  EXPECT_FALSE(is_model_file(as_codes));
  EXPECT_FALSE(is_model_file(scratch.path("nowhere")));
  for (const std::string& path : {as_model, as_codes}) {
    std::string said;
    EXPECT_EQ(read_stored_codes(path, &said), codes) << path;
    EXPECT_EQ(said, metadata) << path;
  }
}

}  // namespace
}  // namespace columnar::stored_codes_test
