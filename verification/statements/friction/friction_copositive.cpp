#include "verification/statements/friction/friction_copositive.hpp"

#include "verification/arithmetic/factors.hpp"
#include "verification/friction/friction_pairs.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/friction/friction_matrices.hpp"
#include "verification/statements/friction/friction_motion.hpp"

namespace perpend {

namespace {

/// [W V; V^T R].
SparseRows whole_matrix(const FrictionProblem& problem) {
  if (!problem.has_equations()) return problem.W;
  const SparseRows& w = problem.W;
  const SparseRows &v = problem.V, &r = problem.R, t = transposed(v);
  const int m = w.num_rows, n = m + r.num_rows;
  SparseRows out{n, n, {0}, {}, {}};
  const auto append = [&](const SparseRows& block, int row, int column) {
    for (int k = block.first[row]; k < block.first[row + 1]; ++k) {
      out.column.push_back(column + block.column[k]);
      out.value.push_back(block.value[k]);
    }
  };
  for (int i = 0; i < n; ++i) {
    append(i < m ? w : t, i < m ? i : i - m, 0);
    append(i < m ? v : r, i < m ? i : i - m, m);
    out.first.push_back(static_cast<int>(out.column.size()));
  }
  return out;
}

/// The smallest power of 4 above rounding that makes it definite; 0: none tried does.
double definite_shift(const SparseRows& below, const Effort& effort) {
  double trace = 0.0;
  for (int i = 0; i < below.num_rows; ++i)
    for (int k = below.first[i]; k < below.first[i + 1]; ++k)
      if (below.column[k] == i) trace += std::abs(below.value[k]);
  constexpr int attempts = 8;  // to 4e4 n u trace: a larger shift leaves no margin to speak of
  double shift = (below.num_rows + 3.0) * unit_roundoff * trace;
  for (int i = 0; i < attempts && trace > 0.0; ++i, shift *= 4.0)
    if (state_spd(with_diagonal(below, shift), effort).verdict == Verdict::proved) return shift;
  return 0.0;
}

/// A lower bound of the eigenvalues of the symmetric part; 0: not shown to be positive.
double least_eigenvalue(const SparseRows& a, Effort effort) {
  effort.is_sharp = true;
  const Statement statement = state_spd(below_symmetric_part(a), effort);
  const double bound = statement.bound(BoundKind::smallest);
  return statement.verdict == Verdict::proved && bound > 0.0 ? bound : 0.0;
}

Interval norm(const std::vector<Interval>& x) {
  Interval sum(0.0);
  for (const Interval& entry : x) sum = sum + square(entry);
  return sqrt(sum);
}

/// Product with the symmetric part of `whole`, plus shift x.
std::vector<Interval> shifted_product(const SparseRows& whole, double shift, const VectorX& x) {
  const SparseRows t = transposed(whole);
  const VectorX zero = VectorX::Zero(x.size());
  std::vector<Interval> out(x.size());
  for (int i = 0; i < x.size(); ++i)
    out[i] = scale(0.5, enclose_row(whole, zero, x, i) + enclose_row(t, zero, x, i)) + scale(shift, Interval(x[i]));
  return out;
}

/// L, an upper bound.
Interval multiplier_growth(const FrictionProblem& problem, double least_of_r) {
  if (!problem.has_equations()) return 0.0;
  return norm({problem.V.value.begin(), problem.V.value.end()}) / Interval(least_of_r);
}

bool opens_with_margin(const FrictionProblem& problem, const SparseRows& whole, const StrictCopositivity& found,
                       const VectorX& x) {
  const std::vector<Interval> u = shifted_product(whole, found.shift, x);
  const int m = problem.W.num_rows;
  Interval energy(0.0);
  for (std::size_t i = 0; i < u.size(); ++i) energy = energy + scale(x[static_cast<int>(i)], u[i]);
  const Interval growth = multiplier_growth(problem, found.least_of_r);
  const Interval loss =
      growth * norm({u.begin() + m, u.end()}) + sqrt(energy * scale(found.shift, Interval(1.0) + square(growth)));
  for (int c = 0; c < problem.mu.size(); ++c) {
    ContactVector own{0.0, 0.0, 0.0};
    std::copy_n(u.begin() + c * problem.dimension, problem.dimension, own.begin());
    const Interval mu(problem.mu[c]);
    const Interval needed = mu * length(tangents(own)) + sqrt(Interval(1.0) + square(mu)) * loss;
    if (!(own[0].lo > needed.hi)) return false;
  }
  return true;
}

/// Forces of the contacts that open all of them, and the multipliers that belong to them.
VectorX find_forces(const FrictionProblem& problem, const SparseRows& whole, const StrictCopositivity& found,
                    const Effort& effort) {
  const Eigen::Index m = problem.W.num_rows, p = problem.b.size();
  SparseRows reduced = problem.W;
  MatrixX multipliers(p, m);
  if (p > 0) {
    const MatrixX v = dense(problem.V);
    multipliers = RoundedLdlt(dense(problem.R)).solve(MatrixX(-v.transpose()));
    reduced = sparse_rows(dense(problem.W) + v * multipliers);
  }
  VectorX x(m + p);
  const auto is_enough = [&](const VectorX& r) {
    x << r, multipliers * r;
    return opens_with_margin(problem, whole, found, x);
  };
  return opening_forces(problem.dimension, problem.mu, reduced, is_enough, effort).size() > 0 ? x : VectorX();
}

}  // namespace

StrictCopositivity show_strict_copositivity(const FrictionProblem& problem, const Effort& effort) {
  Effort plain = effort;
  plain.highest = std::min(effort.highest, Level::binary64);  // the shift covers what doubles cannot tell
  StrictCopositivity found;
  if (problem.has_equations()) found.least_of_r = least_eigenvalue(problem.R, plain);
  if (problem.has_equations() && found.least_of_r == 0.0) {
    found.missing = "R is not shown to be positive definite";
    return found;
  }
  const SparseRows whole = whole_matrix(problem);
  found.shift = definite_shift(below_symmetric_part(whole), plain);
  if (found.shift == 0.0) {
    found.missing = problem.has_equations() ? "the matrix of contacts and equations is not semidefinite up to rounding"
                                            : "W is not semidefinite up to rounding";
    return found;
  }
  found.x = find_forces(problem, whole, found, effort);
  if (found.x.size() == 0)
    found.missing = "no forces were found that open every contact with u_N > mu |u_T| by more than rounding";
  return found;
}

}  // namespace perpend
