// Methods of Siconos Numerics, called below its driver, which answers trivial problems itself. What the driver does
// afterwards is done here too: an answer that fails the library's own test does not count.
#include <algorithm>
#include <cstdio>

extern "C" {
#include <siconos/numerics/lcp_cst.h>
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
}

#include "solver_program.hpp"

namespace referee {
namespace {

using Function = void (*)(LinearComplementarityProblem*, double*, double*, int*, SolverOptions*);

struct Row {
  const char* name;
  Function solve;
  int id;
  bool is_pivoting;
};

constexpr Row rows[] = {
    {"lexicolemke", lcp_lexicolemke, SICONOS_LCP_LEMKE, true},
    {"pgs", lcp_pgs, SICONOS_LCP_PGS, false},
    {"psor", lcp_psor, SICONOS_LCP_PSOR, false},
    {"cpg", lcp_cpg, SICONOS_LCP_CPG, false},
    {"rpgs", lcp_rpgs, SICONOS_LCP_RPGS, false},
    {"newton_min", lcp_newton_min, SICONOS_LCP_NEWTONMIN, false},
    {"newton_fb", lcp_newton_FB, SICONOS_LCP_NEWTON_FB_FBLSA, false},
    {"newton_min_fb", lcp_newton_minFB, SICONOS_LCP_NEWTON_MIN_FBLSA, false},
};

bool is_sweeping(const Row& row) {
  return row.id == SICONOS_LCP_PGS || row.id == SICONOS_LCP_PSOR || row.id == SICONOS_LCP_CPG ||
         row.id == SICONOS_LCP_RPGS;
}

int most_iterations(const Row& row, int size) {
  if (row.is_pivoting) return std::max(1000, 50 * size);
  return is_sweeping(row) ? most_sweeps : most_newton_steps;
}

/// pgs and psor divide by the diagonal.
bool has_positive_diagonal(const Lcp& lcp) {
  for (int i = 0; i < lcp.size; ++i)
    if (!(lcp.entry(i, i) > 0.0)) return false;
  return true;
}

std::string failure_of(const Row& row, long iterations, int most) {
  if (iterations >= most) return "limit";
  return row.is_pivoting ? "ray" : "failed";
}

std::string short_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return text;
}

void check(LinearComplementarityProblem& problem, double largest, std::vector<double>& w, Answer& answer) {
  double error = 0.0;
  if (lcp_compute_error(&problem, answer.z.data(), w.data(), largest, &error) == 0) return;
  answer.status = "failed";
  answer.note = "Siconos refuses its answer: error " + short_text(error) + ", more than " + short_text(largest);
}

Answer solve(const Row& row, const Lcp& lcp) {
  Answer answer;
  if ((row.id == SICONOS_LCP_PGS || row.id == SICONOS_LCP_PSOR) && !has_positive_diagonal(lcp)) {
    answer.status = "unsuited";
    answer.note = "a diagonal entry is not positive";
    return answer;
  }
  const int n = lcp.size;
  std::vector<double> columns(lcp.a.size()), right = lcp.b, w(n, 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) columns[static_cast<std::size_t>(j) * n + i] = lcp.entry(i, j);
  LinearComplementarityProblem problem{n, NM_create_from_data(NM_DENSE, n, n, columns.data()), right.data()};
  SolverOptions* options = solver_options_create(row.id);
  const int most = most_iterations(row, n);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = most;
  // Pivoting has no tolerance but that of the test at the end: it stays the library's.
  if (!row.is_pivoting) options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  answer.z.assign(n, 0.0);
  int info = -1;
  time_solver(answer, [&] { row.solve(&problem, answer.z.data(), w.data(), &info, options); });
  answer.iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
  answer.status = info == 0 ? "solved" : failure_of(row, answer.iterations, most);
  if (info != 0) answer.note = "info " + std::to_string(info);
  if (info == 0) check(problem, options->dparam[SICONOS_DPARAM_TOL], w, answer);
  solver_options_delete(options);
  return answer;
}

}  // namespace
}  // namespace referee

int main(int argc, char** argv) {
  std::vector<referee::Method> methods;
  for (const referee::Row& row : referee::rows)
    methods.push_back({row.name, [&row](const referee::Lcp& lcp) { return referee::solve(row, lcp); }});
  return referee::run_program(argc, argv, methods);
}
