// Sweep along the axis on which the bodies are spread most: which pairs of bodies are near enough to be compared.
#pragma once

#include <vector>

#include "kernel/contacts/bounds.hpp"
#include "kernel/contacts/pair_rules.hpp"

namespace perpend {

/// Keeps the order of its last sweep as a head start: bodies move little from call to call, and an almost sorted list
/// is sorted by insertion in linear time.
class BroadPhase {
 public:
  BroadPhase() = default;
  explicit BroadPhase(const Model& model);

  /// Every pair that may touch and whose boxes are no farther apart than `margin` along each axis, in increasing order.
  /// `boxes`: one a body.
  [[nodiscard]] const std::vector<BodyPair>& find(const Model& model, const PairRules& rules,
                                                  const std::vector<Bounds>& boxes, double margin);

  /// Bodies with an outline, by the low end of their boxes on the axis of the last sweep.
  [[nodiscard]] const std::vector<int>& order() const { return order_; }

 private:
  [[nodiscard]] int choose_axis(const std::vector<Bounds>& boxes) const;

  std::vector<int> order_;
  std::vector<BodyPair> pairs_;
  int axis_ = -1;  ///< of the last sweep; -1: none was made
};

}  // namespace perpend
