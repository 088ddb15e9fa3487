// Reactions and velocities of one contact that obey Coulomb's law exactly: real numbers, enclosed. A pyramid has the
// polygon conv {d_i} in place of the unit disc, its corners the doubles of the kernel.
#pragma once

#include <array>
#include <vector>

#include "verification/arithmetic/interval.hpp"
#include "verification/friction/friction.hpp"

namespace perpend {

using PlaneInterval = std::array<Interval, 2>;

[[nodiscard]] inline Interval length(const PlaneInterval& v) {
  return sqrt(square(v[0]) + square(v[1]));
}

[[nodiscard]] inline Interval dot(const PlaneInterval& a, const PlaneInterval& b) {
  return a[0] * b[0] + a[1] * b[1];
}

struct Polygon {
  std::vector<PlaneInterval> corners;
  /// n_i with n_i . d_i = n_i . d_(i+1) = 1, enclosed. The polygon is {p: n_i . p <= 1}.
  std::vector<PlaneInterval> normals;
  double radius = 0.0;          ///< |d_i| at most
  double longest_normal = 0.0;  ///< |n_i| at most
};

/// Empty when the corners are not shown to be those of a convex polygon around 0.
[[nodiscard]] Polygon friction_polygon(int num_directions);

/// Normal, then tangents; in the plane the third entry is 0.
using ContactVector = std::array<Interval, 3>;

/// The answer at one contact, and the sizes that changes of it are measured by.
struct ContactAnswer {
  double mu = 0.0;
  int dimension = 3;
  std::array<double, 3> r{};
  ContactVector u{0.0, 0.0, 0.0};
  std::array<double, 3> r_size{};
  std::array<double, 3> u_size{};
};

struct ObeyingPair {
  ContactState state = ContactState::open;
  ContactVector r{0.0, 0.0, 0.0};
  ContactVector u{0.0, 0.0, 0.0};
  PairMaking made{};
};

/// The one, of those tried, that changes the answer least against its sizes. Each obeys the law by how it is made:
///     open      r' = 0, u'_N >= 0
///     sticking  u' = 0, r'_T = s r_T with s |r_T| <= mu r'_N
///     sliding   u'_N = 0, r'_T = mu r'_N d, u'_T = -t d with |d| = 1, t >= 0
/// of a polygon: r'_T on mu r'_N times an edge and -u'_T along its normal, or r'_T on a corner and -u'_T a combination
/// of the two normals there with factors >= 0. `polygon`: null for the disc.
[[nodiscard]] ObeyingPair nearby_pair(const ContactAnswer& answer, const Polygon* polygon);

/// Largest |r' - r| against its size, rounded up.
[[nodiscard]] double move_share(const ContactAnswer& answer, const ContactVector& r);

[[nodiscard]] inline PlaneInterval tangents(const ContactVector& v) {
  return {v[1], v[2]};
}

}  // namespace perpend
