// The point v of b + shift - a that is nearest to the origin: a simplex of at most four of its points; v is nearest in
// it; the farthest point w along -v enters, and those that v does not rest on leave. v . (v - w) bounds what is left of
// |v|^2. For two faces, edges or points the end is exact; for round outlines the direction keeps an error of the square
// root of that bound, about 1e-7.
#include <cmath>
#include <limits>

#include "kernel/contacts/spatial/convex_solid.hpp"

namespace perpend {

namespace {

struct Corner {
  Vec3 on_a;
  Vec3 on_b;
  Vec3 w;
};

/// Corners with positive weights that sum to 1.
struct Simplex {
  std::array<Corner, 4> corners;
  std::array<double, 4> weights{};
  int count = 0;
  Vec3 nearest = Vec3::Zero();

  [[nodiscard]] Vec3 sum(Vec3 Corner::*part) const {
    Vec3 result = Vec3::Zero();
    for (int i = 0; i < count; ++i) result += weights[i] * corners[i].*part;
    return result;
  }
};

/// The point of the plane through the corners of `chosen` that is nearest to the origin, where it lies inside their
/// hull. Edges from the newest corner are made orthogonal one after the other, which keeps the digits that a matrix of
/// their products would lose; edges that depend on each other give no number.
bool weigh(Simplex& chosen) {
  const int k = chosen.count - 1;
  const Vec3& from = chosen.corners[k].w;
  std::array<Vec3, 3> q;
  std::array<Vec3, 3> r;  // edge j = sum of r[i][j] q[i]
  Vec3 rest = -from;
  Vec3 x = Vec3::Zero();
  for (int i = 0; i < k; ++i) {
    q[i] = chosen.corners[i].w - from;
    for (int j = 0; j < i; ++j) {
      r[j][i] = q[j].dot(q[i]);
      q[i] -= r[j][i] * q[j];
    }
    r[i][i] = q[i].norm();
    q[i] /= r[i][i];
    x[i] = q[i].dot(rest);
    rest -= x[i] * q[i];
  }
  double sum = 0.0;
  for (int i = k - 1; i >= 0; --i) {
    for (int j = i + 1; j < k; ++j) x[i] -= r[i][j] * x[j];
    x[i] /= r[i][i];
    if (!(x[i] > 0.0)) return false;
    chosen.weights[i] = x[i];
    sum += x[i];
  }
  chosen.weights[k] = 1.0 - sum;
  if (!(sum < 1.0)) return false;
  chosen.nearest = chosen.sum(&Corner::w);
  return true;
}

/// The nearest of all subsets that hold the newest corner, the last one.
Simplex reduced(const Simplex& simplex) {
  Simplex best;
  double least = std::numeric_limits<double>::infinity();
  const int newest = simplex.count - 1;
  for (int mask = 0; mask < 1 << newest; ++mask) {
    Simplex chosen;
    for (int i = 0; i < simplex.count; ++i)
      if (i == newest || (mask & 1 << i) != 0) chosen.corners[chosen.count++] = simplex.corners[i];
    if (chosen.count == 1) {
      chosen.weights[0] = 1.0;
      chosen.nearest = chosen.corners[0].w;
    } else if (!weigh(chosen)) {
      continue;
    }
    if (!(chosen.nearest.squaredNorm() < least)) continue;
    least = chosen.nearest.squaredNorm();
    best = chosen;
  }
  return best;
}

}  // namespace

NearestPoints nearest_points(const ConvexSolid& a, const ConvexSolid& b, const Vec3& shift) {
  constexpr int most_rounds = 128;  // of two round outlines about 30 are needed
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * (a.size() + b.size());
  const auto corner_along = [&](const Vec3& v) {
    const Corner corner{a.farthest(v), b.farthest(-v), Vec3::Zero()};
    return Corner{corner.on_a, corner.on_b, corner.on_b + shift - corner.on_a};
  };
  Simplex simplex;
  simplex.corners[0] = corner_along(b.motion().position + shift - a.motion().position);
  simplex.count = 1;
  simplex = reduced(simplex);
  for (int round = 0; round < most_rounds; ++round) {
    const Vec3 v = simplex.nearest;
    const Corner corner = corner_along(v);
    if (!(v.dot(v - corner.w) > rounding * v.norm()) || simplex.count == 4) break;
    Simplex larger = simplex;
    larger.corners[larger.count++] = corner;
    const Simplex next = reduced(larger);
    if (!(next.nearest.squaredNorm() < v.squaredNorm())) break;
    simplex = next;
  }
  NearestPoints result{simplex.sum(&Corner::on_a), simplex.sum(&Corner::on_b), simplex.count, {}, {}};
  for (int i = 0; i < simplex.count; ++i) {
    result.of_a[i] = simplex.corners[i].on_a;
    result.of_b[i] = simplex.corners[i].on_b;
  }
  return result;
}

}  // namespace perpend
