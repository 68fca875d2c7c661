#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/map/layout.hpp"
#include "columnar/model.hpp"
#include "columnar_server/api/answer.hpp"
#include "columnar_server/api/snapshot.hpp"

namespace columnar::server {

struct ServiceOptions {
  std::string title;                     ///< shown by the page: the name of the model's file
  std::shared_ptr<const Labels> labels;  ///< may be null
  bool allow_updates = false;
  int threads = 1;  ///< of an update
};

/// Answers requests about a model. Knows nothing of sockets. Thread-safe: a request sees the state before an update or
/// after it, never something between.
class Service {
 public:
  Service(Model model, ServiceOptions options);

  /// The answer, whatever the request holds: an error is an answer, too.
  [[nodiscard]] Answer answer(const Request& request) noexcept;

  [[nodiscard]] const ServiceOptions& options() const noexcept { return options_; }
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;
  /// Null while the map is being drawn.
  [[nodiscard]] std::shared_ptr<const MapData> map() const;

  /// Completed share of the layout, until set_places().
  void set_drawn(double share) noexcept { drawn_.store(share); }
  [[nodiscard]] double drawn() const noexcept { return drawn_.load(); }
  /// Places of the nodes of the first state, in any unit. Call once.
  void set_places(const std::vector<Place>& places);

  /// Runs change(snapshot, map) and publishes the state that it returns. Throws Refusal(503) while another runs:
  /// updates that wait would take the threads from those who read.
  struct State {
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const MapData> map;
  };
  void update(const std::function<State(const State&)>& change);
  [[nodiscard]] State state() const;

 private:
  void publish(const std::function<State(const State&)>& change);

  ServiceOptions options_;
  std::atomic<double> drawn_{0.0};
  mutable std::mutex mutex_;  ///< of state_
  std::mutex updating_;
  State state_;
};

}  // namespace columnar::server
