#include "kernel/contacts/broad_phase.hpp"

#include <algorithm>

namespace perpend {

namespace {

/// Ties by index, so that the order is that of a full sort.
struct ByLowEnd {
  const std::vector<Bounds>& boxes;
  bool operator()(int a, int b) const {
    if (boxes[a].low.x() != boxes[b].low.x()) return boxes[a].low.x() < boxes[b].low.x();
    return a < b;
  }
};

void insertion_sort(std::vector<int>& order, const ByLowEnd& less) {
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int moved = order[i];
    std::size_t j = i;
    for (; j > 0 && less(moved, order[j - 1]); --j) order[j] = order[j - 1];
    order[j] = moved;
  }
}

bool apart(const Bounds& a, const Bounds& b, int axis, double margin) {
  return a.low[axis] - b.high[axis] > margin || b.low[axis] - a.high[axis] > margin;
}

}  // namespace

BroadPhase::BroadPhase(const Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].shape.kind != ShapeKind::none) order_.push_back(static_cast<int>(i));
}

const std::vector<BodyPair>& BroadPhase::find(const Model& model, const PairRules& rules,
                                              const std::vector<Bounds>& boxes, double margin) {
  const ByLowEnd less{boxes};
  if (sorted_)
    insertion_sort(order_, less);
  else
    std::sort(order_.begin(), order_.end(), less);
  sorted_ = true;
  pairs_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Bounds& box = boxes[order_[i]];
    for (std::size_t j = i + 1; j < order_.size(); ++j) {
      const Bounds& other = boxes[order_[j]];
      if (other.low.x() - box.high.x() > margin) break;
      if (apart(box, other, 1, margin) || apart(box, other, 2, margin)) continue;
      const BodyPair pair{std::min(order_[i], order_[j]), std::max(order_[i], order_[j])};
      if (rules.may_touch(model, pair)) pairs_.push_back(pair);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

}  // namespace perpend
