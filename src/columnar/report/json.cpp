#include "columnar/report/json.hpp"

namespace columnar {

std::string json_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json mean_sd_json(const MeanSd& value) { return {{"mean", value.mean}, {"sd", value.sd}}; }

}  // namespace columnar
