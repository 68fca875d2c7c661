#include "columnar/model/provenance.hpp"

#include <nlohmann/json.hpp>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/version.hpp"

namespace columnar {

std::string provenance_json(const Config& config, const std::string& graph_digest) {
  using Json = nlohmann::ordered_json;
  return Json{{"program", "columnar"},
              {"version", kVersion},
              {"graph_digest", graph_digest},
              {"seed", config.seed},
              {"config", Json::parse(config_to_json(config))}}
      .dump();
}

}  // namespace columnar
