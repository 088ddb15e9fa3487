// Motions that open every contact and obey equations as well.
#include <Eigen/Cholesky>

#include "verification/friction/friction_pairs.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/friction_matrices.hpp"
#include "verification/statements/friction_motion.hpp"

namespace perpend {

namespace {

double seconds_of_products(const FrictionOrigin& problem) {
  constexpr double seconds_per_product = 3e-10;
  const double n = problem.motion.num_columns, p = static_cast<double>(problem.equations.size());
  return seconds_per_product * n * (n * p + p * p + n * static_cast<double>(problem.motion.num_rows));
}

/// v = v0 + P t with P the projection on motions that the equations leave: sought over t, rounded.
VectorX find_motion(const FrictionOrigin& problem, const Effort& effort) {
  const MatrixX g = dense(problem.coupling), h = dense(problem.motion);
  const Eigen::LDLT<MatrixX> gram((g.transpose() * g).eval());
  const VectorX v0 = -g * gram.solve(problem.equations);
  const MatrixX projection = MatrixX::Identity(g.rows(), g.rows()) - g * gram.solve(g.transpose());
  FrictionOrigin free{.is_local = false, .dimension = problem.dimension, .mu = problem.mu};
  free.motion = sparse_rows(h * projection);
  free.offset = h * v0 + problem.offset;
  if (!v0.allFinite() || !projection.allFinite()) return {};
  const VectorX t = opening_motion(free, effort);
  return t.size() == 0 ? VectorX() : VectorX(v0 + projection * t);
}

Interval length_of_row(const SparseRows& a, int row) {
  Interval sum(0.0);
  for (int k = a.first[row]; k < a.first[row + 1]; ++k) sum = sum + square(Interval(a.value[k]));
  return sqrt(sum);
}

/// Whether u_N > mu |u_T| for every motion within `distance` of v.
bool opens_within(const FrictionOrigin& problem, const VectorX& v, Interval distance) {
  for (int c = 0; c < problem.mu.size(); ++c) {
    ContactVector u{0.0, 0.0, 0.0};
    Interval reach(0.0);
    for (int i = 0; i < problem.dimension; ++i) {
      const int row = c * problem.dimension + i;
      u[i] = enclose_row(problem.motion, problem.offset, v, row);
      const Interval share = length_of_row(problem.motion, row);
      reach = reach + (i == 0 ? share : scale(problem.mu[c], share));
    }
    if (!(u[0].lo > (scale(problem.mu[c], length(tangents(u))) + reach * distance).hi)) return false;
  }
  return true;
}

}  // namespace

ConstrainedMotion constrained_opening(const FrictionOrigin& problem, const Effort& effort) {
  ConstrainedMotion found;
  if (seconds_of_products(problem) > effort.seconds) {
    found.missing = "the equations are too many for dense products in the time given";
    return found;
  }
  Effort sharp = effort;
  sharp.highest = std::min(effort.highest, Level::binary64);
  sharp.is_sharp = true;
  const Statement gram = state_spd(below_gram(problem.coupling), sharp);
  if (gram.verdict == Verdict::proved) found.least_of_gram = gram.bound(BoundKind::smallest);
  if (!(found.least_of_gram > 0.0)) {
    found.missing = "G is not shown to have independent columns";
    return found;
  }
  found.v = find_motion(problem, effort);
  if (found.v.size() == 0) {
    found.missing = "no motion was found that obeys the equations and opens every contact with u_N > mu |u_T|";
    return found;
  }
  const SparseRows rows = transposed(problem.coupling);
  Interval miss(0.0);
  for (int i = 0; i < rows.num_rows; ++i) miss = miss + square(enclose_row(rows, problem.equations, found.v, i));
  if (!opens_within(problem, found.v, sqrt(miss) / sqrt(Interval(found.least_of_gram))))
    found.missing = "the motion found misses the equations by more than it opens the contacts";
  return found;
}

}  // namespace perpend
