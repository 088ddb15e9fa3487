// The Newton step of min(z, w) = 0, w = A z + b: with alpha = { i : w_i < z_i } it asks for
//     w_i + (A d)_i = 0 in alpha,    z_i + d_i = 0 elsewhere.
// A_alpha,alpha is singular wherever supports are redundant, so a small multiple of the unit matrix is added: the step
// then stays near z in the directions that do not matter, and repeating it refines the others.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/solvers/sparse_factor.hpp"

namespace perpend {

class ActiveSetStep {
 public:
  using Kind = SparseFactor::Kind;
  /// d from (z, w). False when the system has no solution in floating point.
  [[nodiscard]] bool compute(const SparseRows& a, Kind kind, const GrowingVector& z, const GrowingVector& w,
                             GrowingVector& d);
  /// alpha of the last step: 1 where w_i < z_i.
  [[nodiscard]] const std::vector<char>& active() const { return active_; }

  /// What is added to the diagonal, against the largest entry of A: half way, in bits, between losing eigenvalues that
  /// matter and losing the digits that one refinement needs.
  static constexpr double shift = 0x1p-32;

 private:
  friend double finish_on_active_set(ActiveSetStep& step, const Lcp& lcp, int most, GrowingVector& z, GrowingVector& w);

  void choose(const GrowingVector& z, const GrowingVector& w);
  void extract(const SparseRows& a, const GrowingVector& z, const GrowingVector& w);

  SparseFactor factor_;
  SparseRows block_, shifted_;
  std::vector<int> diagonal_at_;
  GrowingVector right_, solved_;
  std::vector<char> active_;
  std::vector<int> place_;  // in the block, -1 outside alpha
  struct {
    GrowingVector z, w, d, best, best_slack;
  } way_;  // of finish_on_active_set
};

/// Steps from z while they help, `most` at most: leaves z >= 0 and w of the least natural residual met, and returns it.
/// What an iteration knows to half its digits this makes complementary to rounding.
double finish_on_active_set(ActiveSetStep& step, const Lcp& lcp, int most, GrowingVector& z, GrowingVector& w);

/// L D L^T where A is symmetric by construction.
[[nodiscard]] SparseFactor::Kind factor_kind(const Lcp& lcp);

}  // namespace perpend
