#include "columnar/core/bounded_json.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/model.hpp"
#include "columnar/version.hpp"

namespace columnar {

std::string provenance_json(const Config& config, const std::string& graph_digest) {
  return Json{{"program", "columnar"},
              {"version", kVersion},
              {"graph_digest", graph_digest},
              {"seed", config.seed},
              {"config", parse_json(config_to_json(config), "config")}}
      .dump();
}

}  // namespace columnar
