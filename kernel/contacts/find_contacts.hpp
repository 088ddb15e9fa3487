// Which bodies are, or may come, in touch: broad phase, then each pair of shapes.
#pragma once

#include <span>
#include <vector>

#include "kernel/contacts/broad_phase.hpp"
#include "kernel/contacts/contact_points.hpp"
#include "kernel/model/contact_rows.hpp"

namespace perpend {

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
