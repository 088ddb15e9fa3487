// Which bodies are, or may come, in touch: broad phase, then each pair of shapes.
#pragma once

#include <span>
#include <vector>

#include "kernel/contacts/bounds.hpp"
#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/pair_rules.hpp"
#include "kernel/model/contacts/contact_rows.hpp"

namespace perpend {

/// Sweep along the axis on which the bodies are spread most, strip by strip of the next one: which pairs of bodies are
/// near enough to be compared. A body stands in every strip that its box reaches; a pair is found in the first strip
/// that both stand in. Keeps the order of its last sweep as a head start: bodies move little from call to call, and an
/// almost sorted list is sorted by insertion in linear time.
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
  struct Entry {
    std::array<double, 3> low{}, high{};  ///< along the axis of the sweep, across it, and the third
    int body = 0;
    int strip = 0;  ///< the first one that it stands in
  };
  struct Strips {
    double origin = 0.0;
    double per_length = 0.0;  ///< [1/m]
    int count = 1;
    /// Below the first: 0; above the last, or not a number: the last.
    [[nodiscard]] int at(double position) const;
  };

  [[nodiscard]] std::array<int, 2> choose_axes(const std::vector<Bounds>& boxes) const;
  [[nodiscard]] Strips choose_strips(const std::vector<Bounds>& boxes, int across, double margin) const;
  void fill_strips(const std::vector<Bounds>& boxes, const std::array<int, 2>& axes, double margin);
  void sweep(const Model& model, const PairRules& rules, int strip, double margin);
  void sort_pairs();

  std::vector<int> order_;
  std::vector<Entry> entries_;  ///< strip by strip, each in `order_`
  std::vector<int> ends_;       ///< of strips in entries_
  std::vector<BodyPair> found_, pairs_;
  std::vector<int> firsts_;  ///< of bodies in pairs_
  int axis_ = -1;            ///< of the last sweep; -1: none was made
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
