#include "columnar_server/api/service.hpp"

#include <new>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/map/map.hpp"
#include "columnar_server/api/routes.hpp"

namespace columnar::server {

Service::Service(Model model, ServiceOptions options)
    : options_(std::move(options)),
      state_{std::make_shared<const Snapshot>(std::move(model), options_.labels, 0), nullptr} {}

Service::State Service::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::shared_ptr<const Snapshot> Service::snapshot() const { return state().snapshot; }

std::shared_ptr<const MapData> Service::map() const { return state().map; }

void Service::set_places(const std::vector<Place>& places) {
  const std::lock_guard one_at_a_time(updating_);
  publish([&](const State& now) { return State{now.snapshot, make_map(*now.snapshot, in_square(places, kMapSide))}; });
}

void Service::update(const std::function<State(const State&)>& change) {
  const std::unique_lock one_at_a_time(updating_, std::try_to_lock);
  if (!one_at_a_time) {
    throw Refusal(503, "another update is running; ask again");
  }
  publish(change);
}

void Service::publish(const std::function<State(const State&)>& change) {
  State next = change(state());
  const std::lock_guard lock(mutex_);
  std::swap(state_, next);  // the old state ends after the lock, when its last request has
}

Answer Service::answer(const Request& request) noexcept {
  try {
    return answer_route(*this, request);
  } catch (const Refusal& refusal) {
    return error_answer(refusal.status(), refusal.what());
  } catch (const Error& error) {
    return error_answer(400, error.what());
  } catch (const std::bad_alloc&) {
    return error_answer(503, "not enough memory");
  } catch (const std::exception&) {  // what it says is of no use to who asks
    return error_answer(500, "internal error");
  }
}

}  // namespace columnar::server
