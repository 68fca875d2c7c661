#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "columnar/model/node_firing.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/node_json.hpp"
#include "columnar_server/api/routes.hpp"

// The columns: what they do over all nodes, and for one node step by step.

namespace columnar::server {

Answer get_columns(const Context& context, const Json& /*fields*/) {
  const Snapshot& snapshot = context.snapshot;
  Json list = Json::array();
  for (const ColumnUse& column : snapshot.columns()) {
    list.push_back({{"column", list.size()},
                    {"region", column.region ? Json(*column.region) : Json(nullptr)},
                    {"wins", std::accumulate(column.wins.begin(), column.wins.end(), std::uint64_t{0})},
                    {"cells", column.wins},
                    {"typical", nodes_json(snapshot, column.typical)}});
  }
  return json_answer({{"columns", std::move(list)}});
}

Answer post_firing(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const NodeIndex node = node_of(fields, snapshot);
  const NodeFiring firing = node_firing(snapshot.model(), snapshot.linked(), node);
  Json drive = Json::array();
  for (const FiringColumn& column : firing.columns) {
    Json race = Json::array();
    for (const FiringCell& cell : column.cells) {
      race.push_back({{"drive", cell.drive}, {"threshold", cell.threshold}, {"spike_step", cell.spike_step}});
    }
    const FiringCell& first = column.cells[column.cell];
    drive.push_back({{"column", column.column},
                     {"eligibility", column.eligibility},
                     {"drive", first.drive},
                     {"score", column.score},
                     {"rank", drive.size()},
                     {"cell", column.cell},
                     {"first_spike_step", first.spike_step},
                     {"won", drive.size() < firing.winners},
                     {"cells", std::move(race)}});
  }
  Json cells = Json::array();
  for (std::size_t i = 0; i < firing.winners; ++i) {
    cells.push_back({{"column", firing.columns[i].column}, {"cell", firing.columns[i].cell}});
  }
  Json readout = Json::array();
  const std::size_t shown =
      std::size_t{2} * snapshot.model().config.readout.l5a_active;  // those that win, and as many behind them
  for (const FiringNeuron& neuron : std::span(firing.l5a).first(std::min(shown, firing.l5a.size()))) {
    readout.push_back({{"neuron", neuron.neuron}, {"score", neuron.score}, {"won", neuron.is_active}});
  }
  Json json = node_json(snapshot, node);
  json["steps"] = snapshot.model().config.l23.time_steps;
  json["membrane_time"] = snapshot.model().config.l23.membrane_time;
  json["l4"] = firing.l4;
  json["drive"] = std::move(drive);
  json["l23"] = std::move(cells);
  json["l5a"] = std::move(readout);
  json["as_stored"] = firing.is_as_stored;
  return json_answer(json);
}

}  // namespace columnar::server
