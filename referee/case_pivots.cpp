#include <fmt/format.h>

#include "kernel/lcp/lcp_matrix.hpp"
#include "referee/case_costs.hpp"
#include "referee/solver_choices.hpp"
#include "verification/cases/families.hpp"
#include "verification/cases/pivot_counts.hpp"

namespace perpend {

namespace {

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
