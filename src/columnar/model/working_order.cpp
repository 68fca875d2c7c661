#include "columnar/model/working_order.hpp"

#include <numeric>

namespace columnar {

WorkingOrder::WorkingOrder(NodeIndex nodes) : rows_(nodes) { std::iota(rows_.begin(), rows_.end(), NodeIndex{0}); }

}  // namespace columnar
