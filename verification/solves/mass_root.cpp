// Bounds for a block A of 3 x 3, D = diag(A), S = D^-1/2 A D^-1/2 with diagonal 1, L' = D^-1/2 L [Higham02]:
//     |L L^T - A|_ij <= g sqrt(a_ii a_jj),  so that  -(3 g / mu) A <= dA <= (3 g / mu) A,  mu = lambda_min(S)
//     mu >= 4 det(S) / 9        for lambda_2 lambda_3 <= ((lambda_2 + lambda_3) / 2)^2 and trace(S) = 3
//     |k - L^-1 j| <= gamma |L^-1| |L| |k|,  || |L^-1| |L| || <= ||L'^-1||_F ||L'||_F <= 3 / sqrt(det(S))
#include "verification/solves/mass_root.hpp"

#include <algorithm>
#include <cstring>

#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

/// More roundings than any entry of a 3 x 3 factorization or substitution by reciprocals has (5), and one for
/// underflow.
const double block_gamma = gamma_bound(6);

/// 1/fl(sqrt(m)) and a product.
const double scalar_error = gamma_bound(3);

}  // namespace

/// What did not change since the last call is kept: masses are the same in each step, inertias where nothing turns.
const char* MassRoot::factorize(const MassMatrix& mass) {
  if (mass.size() != static_cast<Eigen::Index>(place_.size()) || !is_well_placed(mass))
    return "the sizes of masses, rows and compliance do not match";
  if (mass.blocks.empty() && mass_.blocks.empty() && mass_.size() == mass.size() &&
      std::memcmp(mass_.diagonal.data(), mass.diagonal.data(), sizeof(double) * mass.size()) == 0)
    return nullptr;
  const bool is_new = !has_layout_of(mass);
  if (is_new) take_layout(mass);
  const char* reason = nullptr;
  for (Eigen::Index c = 0; c < mass.size() && reason == nullptr; ++c) {
    const double m = mass.diagonal[c];
    if (!is_new && m == mass_.diagonal[c]) continue;
    if (!is_in_scale(m)) reason = "a mass is not positive, not finite or out of scale";
    if (place_[c] >= 0) inverse_root_[c] = 1.0 / std::sqrt(m);
  }
  perturbation_ = 0.0;
  substitution_error_ = scalar_error;
  for (std::size_t b = 0; b < blocks_.size() && reason == nullptr; ++b) {
    if (is_new || !has_same_inertia(mass, b)) reason = factorize_block(mass.blocks[b], mass.diagonal, blocks_[b]);
    perturbation_ = std::max(perturbation_, blocks_[b].perturbation);
    substitution_error_ = std::max(substitution_error_, blocks_[b].substitution_error);
  }
  if (reason == nullptr)
    mass_ = mass;
  else
    mass_ = {};
  return reason;
}

bool MassRoot::has_layout_of(const MassMatrix& mass) const {
  return mass_.size() == mass.size() &&
         std::equal(mass.blocks.begin(), mass.blocks.end(), mass_.blocks.begin(), mass_.blocks.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first; });
}

void MassRoot::take_layout(const MassMatrix& mass) {
  std::fill(place_.begin(), place_.end(), 0);
  blocks_.resize(mass.blocks.size());
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const int first = mass.blocks[b].first;
    place_[first] = static_cast<int>(b) + 1;
    place_[first + 1] = place_[first + 2] = -1;
  }
}

bool MassRoot::has_same_inertia(const MassMatrix& mass, std::size_t b) const {
  const InertiaBlock& now = mass.blocks[b];
  const InertiaBlock& then = mass_.blocks[b];
  bool is_same = now.xy == then.xy && now.xz == then.xz && now.yz == then.yz;
  for (int i = now.first; i < now.first + 3; ++i) is_same = is_same && mass.diagonal[i] == mass_.diagonal[i];
  return is_same;
}

const char* MassRoot::factorize_block(const InertiaBlock& inertia, const VectorX& diagonal, Block& block) {
  const int i = inertia.first;
  const double r1 = inverse_root_[i];
  block.l21 = inertia.xy * r1;
  block.l31 = inertia.xz * r1;
  const double pivot2 = diagonal[i + 1] - block.l21 * block.l21;
  const double r2 = 1.0 / std::sqrt(pivot2);
  block.l32 = (inertia.yz - block.l31 * block.l21) * r2;
  const double pivot3 = diagonal[i + 2] - block.l31 * block.l31 - block.l32 * block.l32;
  inverse_root_[i + 1] = r2;
  inverse_root_[i + 2] = 1.0 / std::sqrt(pivot3);
  const double determinant = pivot2 / diagonal[i + 1] * (pivot3 / diagonal[i + 2]) * (1.0 - 4.0 * block_gamma);
  const double g = block_gamma / (1.0 - block_gamma);
  const double least = 4.0 / 9.0 * determinant * (1.0 - 4.0 * g) - 3.0 * g;
  // Also false for NaN, of a pivot that is negative. At 2^-40 eta is 2^-8: below, the bounds would say little.
  if (!(pivot2 > 0.0 && pivot3 > 0.0 && least > 0x1p-40))
    return "an inertia is not positive definite, or nearly singular";
  block.perturbation = divide_up(3.0 * g * (1.0 + 0x1p-40), least * (1.0 - 0x1p-40));
  const double spread = block_gamma * 3.0 / std::sqrt(determinant) * (1.0 + 0x1p-20);
  block.substitution_error = spread / (1.0 - spread) * (1.0 + 0x1p-20);
  return nullptr;
}

}  // namespace perpend
