#include "verification/friction/friction_exact.hpp"

#include <algorithm>
#include <array>

#include "kernel/model/contact_rows.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

using Plane = std::array<Rational, 2>;

Rational dot(const Plane& a, const Plane& b) {
  return a[0] * b[0] + a[1] * b[1];
}

Rational outer(const Plane& a, const Plane& b) {
  return a[0] * b[1] - a[1] * b[0];
}

Rational sum_of_row(const FrictionSystem& system, const VectorX& x, int i) {
  Rational sum = exact(system.b[i]);
  for (int k = system.a.first[i]; k < system.a.first[i + 1]; ++k) {
    const double factor = x[system.a.column[k]];
    if (factor != 0.0) sum += exact(system.a.value[k]) * exact(factor);
  }
  return sum;
}

/// |r_T| <= R, r_T parallel and opposite to u_T, and |r_T| = R where u_T is not 0.
bool obeys_disc(const Rational& radius, const Plane& r, const Plane& u) {
  const Rational rest = radius * radius - dot(r, r);
  if (rest < 0) return false;
  if (dot(u, u) == 0) return true;
  return rest == 0 && outer(r, u) == 0 && dot(r, u) <= 0;
}

/// Inside each edge, which its two corners decide; R max_i (-d_i . u) = -r . u.
bool obeys_polygon(const Rational& radius, const Plane& r, const Plane& u, int num_directions) {
  Rational support = 0;
  for (int i = 0; i < num_directions; ++i) {
    const auto corner = [&](int k) {
      const std::array<double, 2> d = direction_coefficients(k % num_directions, num_directions);
      return Plane{exact(d[0]), exact(d[1])};
    };
    const Plane a = corner(i), b = corner(i + 1);
    const Plane along{b[0] - a[0], b[1] - a[1]};
    if (outer(along, Plane{r[0] - radius * a[0], r[1] - radius * a[1]}) < 0) return false;
    support = std::max(support, Rational(-dot(a, u)));
  }
  return radius * support + dot(r, u) == 0;
}

bool obeys_law(const FrictionSystem& system, const VectorX& x, int contact, int num_directions) {
  const int first = contact * system.dimension;
  const auto reaction = [&](int i) { return i < system.dimension ? exact(x[first + i]) : Rational(0); };
  const auto velocity = [&](int i) { return i < system.dimension ? sum_of_row(system, x, first + i) : Rational(0); };
  const Rational normal = reaction(0), opening = velocity(0);
  if (normal < 0 || opening < 0 || (normal != 0 && opening != 0)) return false;
  const Rational radius = exact(system.mu[contact]) * normal;
  const Plane r{reaction(1), reaction(2)};
  // A disc or polygon of one point binds no velocity.
  if (radius == 0) return r[0] == 0 && r[1] == 0;
  const Plane u{velocity(1), velocity(2)};
  return num_directions == 0 ? obeys_disc(radius, r, u) : obeys_polygon(radius, r, u, num_directions);
}

}  // namespace

bool solves_exactly(const FrictionSystem& system, const VectorX& x, int num_directions) {
  for (int c = 0; c < system.num_contacts(); ++c)
    if (!obeys_law(system, x, c, num_directions)) return false;
  for (int i = system.num_reactions(); i < system.a.num_rows; ++i)
    if (sum_of_row(system, x, i) != 0) return false;
  return true;
}

}  // namespace perpend
