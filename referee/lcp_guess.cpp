#include "referee/lcp_guess.hpp"

#include "kernel/lcp/lcp_matrix.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/wedge.hpp"

namespace perpend {

namespace {

/// The conditions of  max -b^T y,  A^T y <= -margin,  sum y <= 1,  y >= 0  as an LCP in (z, z0, y), whose matrix is
/// skew:  [0 0 -A^T; 0 0 -1^T; A 1 0].
SparseRows conditions(const SparseRows& a) {
  const int n = a.num_rows;
  const SparseRows t = transposed(a);
  SparseRows m{.num_rows = 2 * n + 1, .num_columns = 2 * n + 1, .first = {0}, .column = {}, .value = {}};
  const auto add = [&m](int column, double value) {
    m.column.push_back(column);
    m.value.push_back(value);
  };
  const auto end_row = [&m] { m.first.push_back(static_cast<int>(m.column.size())); };
  for (int j = 0; j < n; ++j) {
    for (int k = t.first[j]; k < t.first[j + 1]; ++k) add(n + 1 + t.column[k], -t.value[k]);
    end_row();
  }
  for (int i = 0; i < n; ++i) add(n + 1 + i, -1.0);
  end_row();
  for (int i = 0; i < n; ++i) {
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) add(a.column[k], a.value[k]);
    add(n, 1.0);
    end_row();
  }
  return m;
}

/// Where a contradiction is plain, so many do.
constexpr int most_program_steps = 20;

/// Empty: none found.
VectorX guess_contradiction(const SparseRows& a, const VectorX& b) {
  const int n = a.num_rows;
  // Above what rounding leaves of sums of entries of y, whose mean is 1/n, below what most contradictions miss by.
  double size = 0.0;
  for (const double value : a.value) size = std::max(size, std::abs(value));
  const double margin = 0x1p-40 * size / n;
  VectorX q(2 * n + 1);
  q << VectorX::Constant(n, -margin), 1.0, b;
  const LcpSolution found = solve_plainly(conditions(a), q, "interior_point", most_program_steps);
  if (found.z.size() != q.size() || !found.z.allFinite()) return {};
  return found.z.tail(n).cwiseMax(0.0);
}

}  // namespace

LcpSolution solve_plainly(const SparseRows& a, const VectorX& b, const char* solver, int iterations) {
  Properties options;
  if (iterations > 0) options.set("iterations", static_cast<double>(iterations));
  auto made = find_lcp_solver(solver)->make(options);
  SparseLcpMatrix matrix(a);
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(made)->solve({&matrix, b, b.cwiseAbs(), {}, LcpClass::unknown}, nullptr,
                                                    solution);
  return solution;
}

SolvabilityGuess guess_solvability(const SparseRows& a, const VectorX& b, const LcpSolution& by_lemke) {
  if (by_lemke.status == Status::converged) return {by_lemke.z, {}};
  const LcpSolution other = solve_plainly(a, b, "interior_point");
  if (other.status == Status::converged) return {other.z, {}};
  return {{}, guess_contradiction(a, b)};
}

Statement state_solvable(const SparseRows& a, const VectorX& b, const Effort& effort) {
  const bool fits = a.num_rows == a.num_columns && a.num_rows == b.size();
  if (!fits) return state_solvability(a, b, {}, effort);
  const LcpSolution by_lemke = solve_plainly(a, b, "lemke");
  Statement statement = state_solvability(a, b, guess_solvability(a, b, by_lemke), effort);
  name_wedge(a, b, by_lemke.ray, statement);
  return statement;
}

}  // namespace perpend
