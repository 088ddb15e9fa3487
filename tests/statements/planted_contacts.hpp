// Contacts with whole numbers whose answer is known and exact: tangents along (3, 4)/5, so that every length is whole.
#pragma once

#include "tests/statements/matrices.hpp"
#include "tests/support/random.hpp"
#include "verification/friction/friction.hpp"

namespace perpend::test {

enum class Plant { open, grazing, apex, sticking, sticking_on_the_edge, sliding, frictionless, count };

/// u = W r + q with W = H^T H (M the unit matrix of the global form, then v = H r + f, q = H^T f + w).
struct PlantedContacts {
  int dimension = 3;
  VectorX mu;
  MatrixX h;
  MatrixX w;
  VectorX q, r, u, f, v, offset;

  [[nodiscard]] FrictionSystem local() const { return local_friction(dimension, mu, rows_of(w), q); }
  [[nodiscard]] FrictionSystem global() const {
    const MatrixX unit = MatrixX::Identity(h.rows(), h.rows());
    return global_friction(dimension, mu, rows_of(unit), rows_of(h), f, offset);
  }
  [[nodiscard]] VectorX global_answer() const {
    VectorX x(r.size() + v.size());
    x << r, v;
    return x;
  }
};

/// A direction with whole length 5.
inline Vec2 whole_direction(Random& random) {
  constexpr int directions[8][2] = {{3, 4}, {4, 3}, {-3, 4}, {-4, 3}, {3, -4}, {4, -3}, {-3, -4}, {5, 0}};
  const auto& found = directions[random.below(8)];
  return {static_cast<double>(found[0]), static_cast<double>(found[1])};
}

/// mu = 1/2, so r_N = 10 k carries r_T = k (3, 4).
inline void plant(Plant kind, int dimension, Random& random, double& mu, Eigen::Ref<VectorX> r, Eigen::Ref<VectorX> u) {
  const double k = 1.0 + random.below(9);
  const Vec2 d = dimension == 3 ? whole_direction(random) : Vec2(random.below(2) == 0 ? 5.0 : -5.0, 0.0);
  const auto set_tangents = [&](Eigen::Ref<VectorX> x, double factor) {
    for (int t = 1; t < dimension; ++t) x[t] = factor * d[t - 1];
  };
  mu = kind == Plant::frictionless ? 0.0 : 0.5;
  r.setZero();
  u.setZero();
  if (kind == Plant::open) u[0] = k;
  if (kind == Plant::open || kind == Plant::grazing) set_tangents(u, 1.0 + random.below(5));
  if (kind == Plant::open || kind == Plant::grazing || kind == Plant::apex) return;
  r[0] = 10.0 * k;
  if (kind == Plant::sticking) set_tangents(r, k / 2.0);
  if (kind == Plant::sticking_on_the_edge || kind == Plant::sliding) set_tangents(r, k);
  if (kind == Plant::sliding || kind == Plant::frictionless) set_tangents(u, -(1.0 + random.below(5)));
}

inline PlantedContacts planted_contacts(int dimension, int num_contacts, std::uint64_t seed) {
  Random random(seed);
  const int m = dimension * num_contacts;
  PlantedContacts out{.dimension = dimension,
                      .mu = VectorX::Zero(num_contacts),
                      .h = MatrixX::Zero(m + 2, m),
                      .w = {},
                      .q = {},
                      .r = VectorX::Zero(m),
                      .u = VectorX::Zero(m),
                      .f = VectorX::Zero(m + 2),
                      .v = {},
                      .offset = {}};
  for (int i = 0; i < m + 2; ++i) {
    for (int j = 0; j < m; ++j) out.h(i, j) = random.below(7) - 3 + (i == j ? 8 : 0);
    out.f[i] = random.below(19) - 9;
  }
  for (int c = 0; c < num_contacts; ++c) {
    const auto kind = static_cast<Plant>((c + random.below(7)) % static_cast<int>(Plant::count));
    plant(kind, dimension, random, out.mu[c], out.r.segment(c * dimension, dimension),
          out.u.segment(c * dimension, dimension));
  }
  out.w = out.h.transpose() * out.h;
  out.q = out.u - out.w * out.r;
  out.v = out.h * out.r + out.f;
  out.offset = out.u - out.h.transpose() * out.v;
  return out;
}

}  // namespace perpend::test
