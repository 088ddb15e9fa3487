// Which bodies are, or may come, in touch: broad phase, then each pair of shapes.
#pragma once

#include <span>
#include <vector>

#include "kernel/contacts/bounds.hpp"
#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/pair_rules.hpp"
#include "kernel/model/contacts/contact_rows.hpp"

namespace perpend {

/// Sweep along the axis on which the bodies are spread most: which pairs of bodies are near enough to be compared.
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

/// Contact::tangent for a normal.
[[nodiscard]] std::array<Vec3, 2> contact_tangents(Space space, const Vec3& normal);

/// Finds contacts; keeps memory, and the order of its sweep as a head start, from call to call.
class ContactFinder {
 public:
  ContactFinder() = default;
  explicit ContactFinder(const Model& model);

  /// Every contact with gap <= margin, in order. Exactly one of the two spans of motions has entries, one a body.
  void find(const Model& model, std::span<const BodyMotion<double>> planar,
            std::span<const SpatialMotion<double>> spatial, double margin, ContactRows& rows);

  /// Pairs whose shapes were compared in the last call.
  [[nodiscard]] long num_candidates() const { return num_candidates_; }

 private:
  template <class Motion>
  void find_among(const Model& model, std::span<const Motion> motions, double margin, ContactRows& rows);

  PairRules rules_;
  BroadPhase broad_phase_;
  std::vector<Bounds> boxes_;  // one a body
  ContactPoints points_;       // of one pair
  long num_candidates_ = 0;
};

}  // namespace perpend
