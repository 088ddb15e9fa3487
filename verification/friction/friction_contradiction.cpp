#include "verification/friction/friction_contradiction.hpp"

namespace perpend {

namespace {

Interval product(const PlaneInterval& a, const PlaneInterval& b) {
  return a[0] * b[1] - a[1] * b[0];
}

Interval reach_length(const std::array<double, 3>& reach) {
  return length({Interval(reach[1]), Interval(reach[2])});
}

/// One contact: its tangential part r, u and what may be added to them.
struct Tangential {
  PlaneInterval r, u;
  Interval r_length, u_length;
  Interval r_reach, u_reach;
  Interval least_radius, largest_radius;  ///< mu (r_N -+ reach)

  Tangential(const ContactAnswer& answer, const ContactReach& reach)
      : r{Interval(answer.r[1]), Interval(answer.r[2])},
        u(tangents(answer.u)),
        r_length(length(r)),
        u_length(length(u)),
        r_reach(reach_length(reach.r)),
        u_reach(reach_length(reach.u)),
        least_radius(scale(answer.mu, Interval(answer.r[0]) - reach.r[0])),
        largest_radius(scale(answer.mu, Interval(answer.r[0]) + reach.r[0])) {}

  /// Bound of |r' . u' - r . u|, and of the same of the outer product.
  [[nodiscard]] Interval change_of_product() const {
    return r_length * u_reach + r_reach * u_length + r_reach * u_reach;
  }
};

const char* normal_contradiction(const ContactAnswer& answer, const ContactReach& reach) {
  if (answer.r[0] < -reach.r[0]) return "the normal reaction pulls";
  if (answer.u[0].hi < -reach.u[0]) return "the normal velocity points into the other body";
  if (answer.r[0] > reach.r[0] && answer.u[0].lo > reach.u[0]) return "the contact opens and presses at the same time";
  return nullptr;
}

/// How far out r_T lies at least, and at most: |r_T|, or the gauge of the polygon.
Interval gauge(const Tangential& t, const Polygon* polygon) {
  if (polygon == nullptr) return t.r_length;
  Interval largest = 0.0;
  for (const PlaneInterval& normal : polygon->normals) largest = max(largest, dot(normal, t.r));
  return largest;
}

/// For the disc: r'_T and u'_T are parallel in every state, for one of them is 0 unless the contact slides.
const char* direction_contradiction(const Tangential& t) {
  const double largest = t.change_of_product().hi;
  if (dot(t.r, t.u).lo > largest) return "friction drives the slip";
  if (abs(product(t.r, t.u)).lo > largest) return "friction is not opposite to the slip";
  return nullptr;
}

/// For the polygon: mu r'_N max_i (-d_i . u'_T) + r'_T . u'_T = 0 in every state.
const char* power_contradiction(const ContactAnswer& answer, const ContactReach& reach, const Tangential& t,
                                const Polygon& polygon) {
  Interval support = 0.0;
  for (const PlaneInterval& corner : polygon.corners) support = max(support, -dot(corner, t.u));
  const Interval gap = scale(answer.mu, Interval(answer.r[0]) * support) + dot(t.r, t.u);
  const Interval change_of_support = scale(polygon.radius, t.u_reach);
  const Interval change_of_first = scale(
      answer.mu, scale(reach.r[0], support + change_of_support) + scale(std::abs(answer.r[0]), change_of_support));
  if (abs(gap).lo > (change_of_first + t.change_of_product()).hi)
    return "friction takes less power from the slip than the pyramid allows";
  return nullptr;
}

}  // namespace

const char* contradiction(const ContactAnswer& answer, const ContactReach& reach, const Polygon* polygon) {
  if (const char* found = normal_contradiction(answer, reach)) return found;
  const Tangential t(answer, reach);
  const Interval out = gauge(t, polygon);
  const Interval change = polygon == nullptr ? t.r_reach : scale(polygon->longest_normal, t.r_reach);
  if ((out - change).lo > std::max(t.largest_radius.hi, 0.0)) return "friction exceeds mu times the normal reaction";
  const bool is_inside = (out + change).hi < t.least_radius.lo;
  if (is_inside && t.u_length.lo > t.u_reach.hi) return "the contact slides and friction is less than it must be";
  return polygon == nullptr ? direction_contradiction(t) : power_contradiction(answer, reach, t, *polygon);
}

}  // namespace perpend
