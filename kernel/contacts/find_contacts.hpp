// Which bodies are, or may come, in touch: broad phase, then each pair of shapes.
#pragma once

#include <span>
#include <vector>

#include "kernel/contact_rows.hpp"
#include "kernel/model.hpp"
#include "kernel/vocabulary.hpp"

namespace perpend {

/// One point between two shapes. Normal from shape 0 to shape 1.
struct ContactPoint {
  double gap = 0.0;
  Vec3 normal = Vec3::Zero();
  std::array<Vec3, 2> witness{Vec3::Zero(), Vec3::Zero()};
  int feature = 0;
  double convective = 0.0;
};

/// Up to this many points of one pair of convex shapes; a chain or hull may give more.
using ContactPoints = std::vector<ContactPoint>;

/// A pair of shape kinds. `margin`: points with a larger gap need not be found. Appends; the order is deterministic.
struct PlanarPairType {
  std::array<ShapeKind, 2> kinds{};
  void (*find)(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
               double margin, ContactPoints& points) = nullptr;
};
struct SpatialPairType {
  std::array<ShapeKind, 2> kinds{};
  void (*find)(const Shape& a, const SpatialMotion<double>& motion_a, const Shape& b,
               const SpatialMotion<double>& motion_b, double margin, ContactPoints& points) = nullptr;
};
[[nodiscard]] std::span<const PlanarPairType> planar_pair_types();
[[nodiscard]] std::span<const SpatialPairType> spatial_pair_types();

/// Finds contacts; keeps memory, and the order of its sweep as a head start, from call to call.
class ContactFinder {
 public:
  ContactFinder() = default;
  explicit ContactFinder(const Model& model);

  /// Every contact with gap <= margin, in order. Exactly one of the two spans of motions has entries.
  void find(const Model& model, std::span<const BodyMotion<double>> planar,
            std::span<const SpatialMotion<double>> spatial, double margin, ContactRows& rows);

  /// Pairs whose shapes were compared in the last call.
  [[nodiscard]] long num_candidates() const { return num_candidates_; }

 private:
  struct Box {
    Vec3 low = Vec3::Zero();
    Vec3 high = Vec3::Zero();
  };
  std::vector<int> colliders_;  // bodies with an outline
  std::vector<int> order_;      // of colliders by the low end along x
  std::vector<Box> boxes_;      // one a body
  std::vector<std::array<int, 2>> candidates_;
  std::vector<std::array<int, 2>> joined_;  // pairs connected by a joint, sorted
  ContactPoints points_;
  long num_candidates_ = 0;
};

}  // namespace perpend
