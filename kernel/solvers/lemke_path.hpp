// One path of Lemke's method, from a basis to a solution or to a ray.
#pragma once

#include "kernel/solvers/basis_walk.hpp"

namespace perpend {

enum class PathEnd { solution, ray, cycle, limit, singular };

/// Which of the variables that reach 0 together leaves; z0 before all.
enum class TieRule {
  largest_pivot,
  /// The least row of [b, B^-1] by its rate: no basis comes again, in exact arithmetic [CottlePangStone92] 4.9.
  lexicographic,
};

class LemkePath {
 public:
  void set_tie_rule(TieRule rule) { rule_ = rule; }
  void set_problem(const SparseRows& a, const GrowingVector& b) {
    walk_.judge_by_rows(false);
    walk_.set_problem(a, b);
  }
  void judge_by_rows(bool by_rows) { walk_.judge_by_rows(by_rows); }
  /// From the basis of all w, with covering vector d > 0. `limit` counts all pivots since set_problem.
  [[nodiscard]] PathEnd follow(const GrowingVector& covering, long limit);
  /// From the basis of z_i, i in `support`, and w_i elsewhere, with d such that z0 adds to each basic variable.
  [[nodiscard]] PathEnd follow_from(std::span<const int> support, long limit);
  /// From the basis of a solution that some row finds wrong, each row judged by its own size from now on.
  [[nodiscard]] PathEnd follow_by_rows(long limit);

  [[nodiscard]] const BasisWalk& walk() const { return walk_; }
  /// After PathEnd::ray: the direction of z in which nothing ends.
  [[nodiscard]] const GrowingVector& ray() const { return ray_; }

 private:
  [[nodiscard]] PathEnd follow_from_basis(long limit);
  [[nodiscard]] PathEnd enter_z0(long limit);
  [[nodiscard]] PathEnd pivot(int entering, long limit);
  [[nodiscard]] int choose_leaving(double& step);
  [[nodiscard]] int choose_lexicographic(double longest, double& step);
  [[nodiscard]] bool is_before(const GrowingVector& row) const;

  TieRule rule_ = TieRule::largest_pivot;
  BasisWalk walk_;
  GrowingVector covering_, shares_, ray_;
  GrowingVector row_, best_row_;  // of ties
};

}  // namespace perpend
