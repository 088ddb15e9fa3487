// Contact problems of planar piles of disks as LCPs: what redundant supports and pairs that are both zero look like.
#pragma once

#include <cmath>
#include <memory>

#include "kernel/lcp/lcp_matrix.hpp"
#include "tests/support/random.hpp"

namespace perpend::test {

enum class PileLaw { frictionless, pyramid, generators };

struct PileOptions {
  int rows = 4;     ///< a triangle: rows, rows - 1, ... disks
  int columns = 0;  ///< a wall of this many columns in place of a triangle
  PileLaw law = PileLaw::frictionless;
  double friction = 0.5;
  double hit = 0.0;  ///< random velocities on top of the weight of a step [m/s]
  std::uint64_t seed = 1;
};

/// An LCP with the matrix that it points to.
struct OwnedLcp {
  std::unique_ptr<SparseLcpMatrix> matrix;
  Lcp lcp;
};

inline OwnedLcp own(const MatrixX& a, const VectorX& b, LcpClass structure = LcpClass::unknown) {
  OwnedLcp owned{std::make_unique<SparseLcpMatrix>(a), {}};
  owned.lcp.matrix = owned.matrix.get();
  owned.lcp.b = b;
  owned.lcp.magnitude = b.cwiseAbs();
  owned.lcp.structure = structure;
  return owned;
}

/// Disks of radius 1 on a floor that touch their neighbours exactly, of random masses.
struct DiskPile {
  std::vector<Vec2> center;
  MatrixX normal, tangent;  ///< contacts x 3 disks
  VectorX inverse_mass;     ///< diagonal of M^-1, times the mean mass
  VectorX velocity;         ///< without contacts, after a step [m/s]

  explicit DiskPile(const PileOptions& options);

 private:
  void place(const PileOptions& options);
  void find_contacts();
};

inline void DiskPile::place(const PileOptions& options) {
  for (int row = 0; row < options.rows; ++row) {
    const int count = options.columns > 0 ? options.columns : options.rows - row;
    const double shift = options.columns > 0 ? row % 2 : row;
    for (int i = 0; i < count; ++i) center.emplace_back(2.0 * i + shift, 1.0 + row * std::sqrt(3.0));
  }
}

inline void DiskPile::find_contacts() {
  const int n = static_cast<int>(center.size());
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i < n; ++i) {
    if (center[i].y() < 1.01) pairs.push_back({-1, i});
    for (int j = i + 1; j < n; ++j)
      if ((center[j] - center[i]).norm() < 2.01) pairs.push_back({i, j});
  }
  normal.setZero(static_cast<Eigen::Index>(pairs.size()), 3 * n);
  tangent = normal;
  for (Eigen::Index c = 0; c < normal.rows(); ++c) {
    const auto [a, b] = pairs[c];
    const Vec2 along = a < 0 ? Vec2(0.0, 1.0) : Vec2((center[b] - center[a]).normalized());
    const Vec2 across(-along.y(), along.x());
    for (const auto& [body, sign] : {std::pair{a, -1.0}, std::pair{b, 1.0}}) {
      if (body < 0) continue;
      normal.block<1, 2>(c, 3 * body) = sign * along.transpose();
      tangent.block<1, 2>(c, 3 * body) = sign * across.transpose();
      tangent(c, 3 * body + 2) = -1.0;
    }
  }
}

inline DiskPile::DiskPile(const PileOptions& options) {
  place(options);
  find_contacts();
  Random random(options.seed);
  const int n = static_cast<int>(center.size());
  inverse_mass.resize(3 * n);
  velocity = random.vector(3 * n, options.hit);
  for (int i = 0; i < n; ++i) {
    const double inverse = 1.0 / random.uniform(0.5, 2.0);
    inverse_mass.segment<3>(3 * i) << inverse, inverse, 2.0 * inverse;
    velocity[3 * i + 1] -= 9.81 * 0.01;
  }
}

/// Rows and columns of the LCP over velocities: A = row M^-1 column^T and, for the pyramid, the slip rows.
inline OwnedLcp contact_lcp(const DiskPile& pile, PileLaw law, double friction) {
  const Eigen::Index contacts = pile.normal.rows();
  const int width = law == PileLaw::frictionless ? 1 : law == PileLaw::generators ? 2 : 4;
  MatrixX rows = MatrixX::Zero(width * contacts, pile.normal.cols());
  for (Eigen::Index c = 0; c < contacts; ++c) {
    if (law == PileLaw::generators) {
      rows.row(2 * c) = pile.normal.row(c) + friction * pile.tangent.row(c);
      rows.row(2 * c + 1) = pile.normal.row(c) - friction * pile.tangent.row(c);
      continue;
    }
    rows.row(width * c) = pile.normal.row(c);
    if (law == PileLaw::frictionless) continue;
    rows.row(4 * c + 1) = pile.tangent.row(c);
    rows.row(4 * c + 2) = -pile.tangent.row(c);
  }
  MatrixX a = rows * pile.inverse_mass.asDiagonal() * rows.transpose();
  std::vector<LcpContact> structure;
  for (int c = 0; c < static_cast<int>(contacts); ++c) {
    const int at = width * c;
    if (law == PileLaw::frictionless) structure.push_back({.normal = at});
    if (law == PileLaw::generators) structure.push_back({.first_tangent = at, .num_tangents = 2, .friction = friction});
    if (law != PileLaw::pyramid) continue;
    structure.push_back(
        {.normal = at, .first_tangent = at + 1, .num_tangents = 2, .slip = at + 3, .friction = friction});
    a(at + 3, at) = friction;
    a(at + 3, at + 1) = a(at + 3, at + 2) = -1.0;
    a(at + 1, at + 3) = a(at + 2, at + 3) = 1.0;
  }
  OwnedLcp owned = own(a, rows * pile.velocity, law == PileLaw::pyramid ? LcpClass::copositive : LcpClass::symmetric);
  owned.lcp.magnitude = rows.cwiseAbs() * pile.velocity.cwiseAbs();
  owned.lcp.contacts = structure;
  return owned;
}

inline OwnedLcp pile_lcp(const PileOptions& options) {
  return contact_lcp(DiskPile(options), options.law, options.friction);
}

}  // namespace perpend::test
