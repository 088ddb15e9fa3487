#include "kernel/contacts/broad_phase.hpp"

#include <algorithm>

namespace perpend {

namespace {

/// Ties by index, so that the order is that of a full sort.
struct ByLowEnd {
  const std::vector<Bounds>& boxes;
  int axis;
  bool operator()(int a, int b) const {
    if (boxes[a].low[axis] != boxes[b].low[axis]) return boxes[a].low[axis] < boxes[b].low[axis];
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

/// The one with the largest variance of the centres of boxes that end. Of the last sweep's axis twice that, so that a
/// round heap keeps its order.
int BroadPhase::choose_axis(const std::vector<Bounds>& boxes) const {
  Vec3 sum = Vec3::Zero();
  Vec3 sum_of_squares = Vec3::Zero();
  Vec3 origin = Vec3::Zero();
  double count = 0.0;
  for (const int body : order_) {
    const Vec3 centre = (boxes[body].low + boxes[body].high) / 2.0;
    if (!centre.allFinite()) continue;
    if (count == 0.0) origin = centre;  // near to all others: the squares lose fewer digits
    sum += centre - origin;
    sum_of_squares += (centre - origin).cwiseAbs2();
    count += 1.0;
  }
  if (count == 0.0) return std::max(axis_, 0);
  Vec3 variance = sum_of_squares - sum.cwiseAbs2() / count;
  if (axis_ >= 0) variance[axis_] *= 2.0;
  int best = std::max(axis_, 0);
  for (int axis = 0; axis < 3; ++axis)
    if (variance[axis] > variance[best]) best = axis;
  return best;
}

const std::vector<BodyPair>& BroadPhase::find(const Model& model, const PairRules& rules,
                                              const std::vector<Bounds>& boxes, double margin) {
  const int axis = choose_axis(boxes);
  const ByLowEnd less{boxes, axis};
  if (axis == axis_)
    insertion_sort(order_, less);
  else
    std::sort(order_.begin(), order_.end(), less);
  axis_ = axis;
  pairs_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Bounds& box = boxes[order_[i]];
    for (std::size_t j = i + 1; j < order_.size(); ++j) {
      const Bounds& other = boxes[order_[j]];
      if (other.low[axis] - box.high[axis] > margin) break;
      if (apart(box, other, (axis + 1) % 3, margin) || apart(box, other, (axis + 2) % 3, margin)) continue;
      const BodyPair pair{std::min(order_[i], order_[j]), std::max(order_[i], order_[j])};
      if (rules.may_touch(model, pair)) pairs_.push_back(pair);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

}  // namespace perpend
