// The solvers of Bullet's btMLCPSolver, called below it: it falls back to Gauss-Seidel where they fail. Bullet writes
// A x = b + w with lo <= x <= hi: its b is ours with the other sign.
#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>
#include <BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h>
#include <BulletDynamics/MLCPSolvers/btLemkeSolver.h>
#include <BulletDynamics/MLCPSolvers/btSolveProjectedGaussSeidel.h>

#include <algorithm>
#include <cmath>

#include "boxed_form.hpp"
#include "solver_program.hpp"

namespace referee {
namespace {

static_assert(sizeof(btScalar) == sizeof(double), "the single precision of Bullet is not what is refereed");

btMatrixXu to_matrix(const Lcp& lcp) {
  btMatrixXu matrix(lcp.size, lcp.size);
  for (int i = 0; i < lcp.size; ++i)
    for (int j = 0; j < lcp.size; ++j) matrix.setElem(i, j, lcp.entry(i, j));
  return matrix;
}

btVectorXu to_vector(const std::vector<double>& values, double sign) {
  btVectorXu vector(static_cast<int>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) vector[static_cast<int>(i)] = sign * values[i];
  return vector;
}

Answer solve_lemke(const Lcp& lcp) {
  Answer answer;
  const unsigned most_pivots = std::max(1000U, 50U * static_cast<unsigned>(lcp.size));
  btLemkeAlgorithm lemke(to_matrix(lcp), to_vector(lcp.b, 1.0));
  btVectorXu solution;
  time_solver(answer, [&] { solution = lemke.solve(most_pivots); });
  answer.iterations = lemke.getSteps();
  if (lemke.getInfo() != 0) {
    answer.status = lemke.getSteps() >= most_pivots ? "limit" : "ray";
    return answer;
  }
  answer.status = "solved";
  for (int i = 0; i < lcp.size; ++i) answer.z.push_back(solution[lcp.size + i]);  // w comes first
  // What btLemkeSolver takes for no answer.
  const double most = btLemkeSolver().m_maxValue;
  if (std::any_of(answer.z.begin(), answer.z.end(), [most](double x) { return !(std::fabs(x) <= most); })) {
    answer.status = "failed";
    answer.note = "Bullet refuses its answer: an entry is too large";
  }
  return answer;
}

Answer solve_dantzig(const BoxedLcp& boxed) {
  Answer answer;
  const int n = boxed.lcp.size;
  std::vector<double> a = boxed.lcp.a, b(n), w(n), lower = boxed.lower, upper = boxed.upper;
  std::vector<int> bounded_by = boxed.bounded_by;
  std::transform(boxed.lcp.b.begin(), boxed.lcp.b.end(), b.begin(), std::negate<>());
  std::replace(upper.begin(), upper.end(), unbounded, static_cast<double>(BT_INFINITY));
  answer.z.assign(n, 0.0);
  btDantzigScratchMemory scratch;
  bool is_solved = false;
  time_solver(answer, [&] {
    is_solved = btSolveDantzigLCP(n, a.data(), answer.z.data(), b.data(), w.data(), 0, lower.data(), upper.data(),
                                  bounded_by.data(), scratch);
  });
  answer.status = is_solved ? "solved" : "failed";
  return answer;
}

Answer solve_pgs(const BoxedLcp& boxed) {
  constexpr int sweeps_between_tests = 100;
  Answer answer;
  const int n = boxed.lcp.size;
  for (int i = 0; i < n; ++i)
    if (!(boxed.lcp.entry(i, i) > 0.0)) {
      answer.status = "unsuited";
      answer.note = "a diagonal entry is not positive";
      return answer;
    }
  const btMatrixXu a = to_matrix(boxed.lcp);
  const btVectorXu b = to_vector(boxed.lcp.b, -1.0), lower = to_vector(boxed.lower, 1.0),
                   upper = to_vector(boxed.upper, 1.0);
  btVectorXu x = to_vector(std::vector<double>(n, 0.0), 1.0);
  btAlignedObjectArray<int> bounded_by;
  for (const int normal : boxed.bounded_by) bounded_by.push_back(normal);
  answer.status = "limit";
  answer.z.assign(n, 0.0);
  btSolveProjectedGaussSeidel solver;
  while (answer.status == "limit" && answer.iterations < most_sweeps) {
    time_solver(answer, [&] { solver.solveMLCP(a, b, x, lower, upper, bounded_by, sweeps_between_tests); });
    answer.iterations += sweeps_between_tests;
    for (int i = 0; i < n; ++i) answer.z[i] = x[i];
    if (boxed_residual(boxed, answer.z) <= tolerance) answer.status = "solved";
  }
  return answer;
}

}  // namespace
}  // namespace referee

int main(int argc, char** argv) {
  using namespace referee;
  return run_program(argc, argv,
                     {{"lemke", solve_lemke},
                      {"dantzig", [](const Lcp& lcp) { return solve_boxed(lcp, solve_dantzig, needs_symmetry); }},
                      {"pgs", [](const Lcp& lcp) { return solve_boxed(lcp, solve_pgs, takes_any); }}});
}
