#include "referee/case_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "referee/solver_choices.hpp"
#include "verification/arithmetic/plain_numerics.hpp"
#include "verification/cases/case.hpp"
#include "verification/cases/case_random.hpp"
#include "verification/cases/families.hpp"
#include "verification/cases/pivot_counts.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/motion/spectral_radius.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

using reports::CostRow;

/// Repetitions of one measurement: until both it and its share of all are small, the least of them counts, because
/// whatever else a machine does only adds.
constexpr double time_of_all = 0.5;  // [s]
constexpr int least_repetitions = 3;

/// The two are taken in turns, so that a slow moment of the machine meets both. `proof` returns the seconds of its
/// attempts alone.
template <class Proof, class Plain>
void time_both(const Proof& proof, const Plain& plain, CostRow& row) {
  const auto begin = WallClock::now();
  row.proof_seconds = row.plain_seconds = row.call_seconds = std::numeric_limits<double>::infinity();
  for (int k = 0; k < least_repetitions || seconds_since(begin) < time_of_all; ++k) {
    auto start = WallClock::now();
    plain();
    row.plain_seconds = std::min(row.plain_seconds, seconds_since(start));
    start = WallClock::now();
    row.proof_seconds = std::min(row.proof_seconds, proof());
    row.call_seconds = std::min(row.call_seconds, seconds_since(start));
  }
}

/// What the attempts took.
double seconds_of(const Statement& statement, CostRow& row) {
  row.verdict = to_string(statement.verdict);
  return statement.seconds();
}

MatrixX definite(int n) {
  CaseRandom random(static_cast<std::uint64_t>(n));
  const MatrixX g = random.whole_matrix(n, n, 9);
  return g * g.transpose() + n * MatrixX::Identity(n, n);
}

CostRow cost_of_dense(int n, double wanted) {
  const SparseRows rows = sparse_rows(definite(n));
  CostRow row{.what = "A is positive definite", .size = fmt::format("{} rows, dense", n), .wanted = wanted};
  row.plain = "dense copy, Cholesky factorization";
  time_both([&] { return seconds_of(state_spd(rows), row); }, [&] { (void)cholesky_ends(dense(rows)); }, row);
  return row;
}

/// Five-point stencil on m x m points.
SparseRows grid(int m) {
  SparseRows a{.num_rows = m * m, .num_columns = m * m, .first = {0}, .column = {}, .value = {}};
  for (int i = 0; i < m * m; ++i) {
    for (const int step : {-m, -1, 0, 1, m}) {
      const int j = i + step;
      if (j < 0 || j >= m * m || (std::abs(step) == 1 && j / m != i / m)) continue;
      a.column.push_back(j);
      a.value.push_back(step == 0 ? 4.0 : -1.0);
    }
    a.first.push_back(static_cast<int>(a.column.size()));
  }
  return a;
}

CostRow cost_of_sparse(int m, double wanted) {
  const SparseRows a = grid(m);
  CostRow row{.what = "A is positive definite", .size = fmt::format("{} rows, a grid", m * m), .wanted = wanted};
  row.plain = "sparse Cholesky factorization";
  time_both([&] { return seconds_of(state_spd(a), row); }, [&] { (void)cholesky_ends(a); }, row);
  return row;
}

/// A positive definite problem, half of whose rows hold.
struct LcpSample {
  SparseRows a;
  VectorX b;
  VectorX z;
};

LcpSample lcp_sample(int n) {
  CaseRandom random(static_cast<std::uint64_t>(n));
  LcpSample sample{sparse_rows(definite(n)), VectorX(n), {}};
  for (double& x : sample.b) x = random.whole(-9 * n, 9 * n);
  return sample;
}

void solve(LcpSample& sample) {
  auto made = find_lcp_solver("lemke")->make({});
  SparseLcpMatrix matrix(sample.a);
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(made)->solve(
      {&matrix, sample.b, sample.b.cwiseAbs(), {}, LcpClass::semidefinite}, nullptr, solution);
  sample.z = solution.z;
}

CostRow cost_of_lcp(int n, bool with_distance, double wanted) {
  LcpSample sample = lcp_sample(n);
  CostRow row{
      .what = with_distance ? "a solution of the LCP lies within the bound" : "backward error of an LCP's answer",
      .size = fmt::format("{} rows, dense", n),
      .wanted = wanted};
  row.plain = "Lemke's method";
  time_both(
      [&] {
        const Statement found = state_lcp(sample.a, sample.b, sample.z, {.with_distance = with_distance});
        const double seconds = seconds_of(found, row);
        if (with_distance && std::isnan(found.largest_distance())) row.verdict = "no enclosure";
        return seconds;
      },
      [&] { solve(sample); }, row);
  return row;
}

CostRow cost_of_system(int n, double wanted) {
  const SparseRows rows = sparse_rows(definite(n));
  const VectorX b = VectorX::Ones(n);
  VectorX x;
  CostRow row{.what = "the solution of A x = b lies within the bound",
              .size = fmt::format("{} rows, dense", n),
              .wanted = wanted};
  row.plain = "dense copy, elimination";
  time_both(
      [&] {  // the enclosure is made after the attempts
        const auto start = WallClock::now();
        (void)seconds_of(state_linear(rows, x, b), row);
        return seconds_since(start);
      },
      [&] { x = plain_solution(dense(rows), b); }, row);
  return row;
}

/// After M is shown to be positive definite: whatever its size, two numbers of one block decide.
CostRow cost_of_structure(int n) {
  const MatrixX m = definite(n);
  // Semi-implicit feedback with alpha = beta = 10/s: q' = q + h v', v' = v - P (2 alpha h v + beta^2 h q).
  LinearUpdate update;
  update.qq = update.vq = {.factors = {10.0, 10.0, 1.0}, .step_power = 2};
  update.qv = update.vv = {.factors = {2.0, 10.0, 1.0}, .step_power = 1};
  CostRow row{.what = "rho <= 1 of a step, after M is shown to be definite", .size = fmt::format("{} rows", n)};
  row.plain = "Cholesky factorization of M";
  time_both(
      [&] {
        const auto start = WallClock::now();
        row.verdict = to_string(certify_update(update, 0.01, n - n / 2, n / 2).stable);
        return seconds_since(start);
      },
      [&] { (void)cholesky_ends(m); }, row);
  return row;
}

enum class Method { lemke, least_index };

void add_pivots(const char* problem, const MatrixX& a, const VectorX& b, Method method,
                std::vector<ChosenSolver>& solvers, reports::CaseTable& table) {
  const bool is_lemke = method == Method::lemke;
  reports::PivotRow row{.problem = problem, .n = static_cast<int>(a.rows())};
  row.law = is_lemke ? "Lemke: 2^n" : "least index: 2^n - 1";
  row.predicted = (1L << row.n) - (is_lemke ? 0 : 1);
  row.exact = is_lemke ? count_lemke_pivots(a, b) : count_least_index_pivots(a, b);
  SparseLcpMatrix matrix(a);
  for (ChosenSolver& chosen : solvers) {
    LcpSolution found;
    chosen.solver->solve({&matrix, b, b.cwiseAbs(), {}, LcpClass::unknown}, nullptr, found);
    row.solvers.push_back(found.status == Status::converged
                              ? std::to_string(found.iterations)
                              : fmt::format("{} after {}", to_string(found.failure), found.iterations));
  }
  table.pivots.push_back(std::move(row));
}

}  // namespace

void measure_costs(reports::CaseTable& table) {
  // Wanted: what a proof may cost before people leave it out.
  const auto add = [&table](const auto& measure) {
    if (!is_interrupted()) table.costs.push_back(measure());
  };
  add([] { return cost_of_dense(10, 1.6); });
  add([] { return cost_of_dense(100, 0.0); });
  add([] { return cost_of_dense(1000, 1.15); });
  add([] { return cost_of_sparse(300, 1.2); });
  add([] { return cost_of_lcp(1000, false, 0.2); });
  add([] { return cost_of_lcp(300, true, 3.5); });
  add([] { return cost_of_system(300, 3.5); });
  for (const int n : {10, 100, 1000}) add([n] { return cost_of_structure(n); });
}

void count_pivots(reports::CaseTable& table) {
  table.solvers = {"lemke", "lemke(ties: lexicographic)", "murty", "dantzig", "min_map", "interior_point"};
  auto solvers = std::get<SolverChoices>(choose_solvers(table.solvers)).solvers;
  for (const int n : {4, 6, 8, 10}) {
    const MatrixX lower = cases::murty_triangle(n), upper = lower.transpose();
    const VectorX ones = -VectorX::Ones(n);
    add_pivots("Murty's triangle, b = -e", lower, ones, Method::lemke, solvers, table);
    add_pivots("Murty's triangle, b falling", lower, cases::falling_right(n), Method::lemke, solvers, table);
    add_pivots("Murty's triangle, turned", upper, ones, Method::least_index, solvers, table);
    add_pivots("Fathi's M M^T", lower * lower.transpose(), ones, Method::lemke, solvers, table);
    add_pivots("Fathi's M^T M", upper * upper.transpose(), ones, Method::least_index, solvers, table);
  }
}

}  // namespace perpend
