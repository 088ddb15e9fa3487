// A solver of your own before the referee: projected Jacobi, damped, next to two of Perpend's on the same problems, and
// then on the contacts of a scene.
#include <algorithm>
#include <cstdio>

#include "perpend/lcp.hpp"
#include "perpend/study.hpp"

namespace {

/// z <- max(0, z - omega w_i / a_ii), all rows at once. It converges where 2 D / omega - A is positive definite.
class Jacobi final : public perpend::LcpSolver {
 public:
  Jacobi(double omega, long iterations) : omega_(omega), iterations_(iterations) {}

  void solve(const perpend::Lcp& lcp, const perpend::GrowingVector* start, perpend::LcpSolution& solution) override {
    constexpr double tolerance = 1e-10;  // of the natural residual, relative: what certificates of doubles ask for
    const int n = lcp.matrix->size();
    perpend::GrowingVector& z = solution.z;
    perpend::GrowingVector& w = solution.w;
    if (start != nullptr)
      z = *start;
    else
      z.setZero(n);
    for (solution.iterations = 0; solution.iterations < iterations_; ++solution.iterations) {
      lcp.matrix->multiply(z, w);
      w += lcp.b;
      if (natural_residual(lcp, z, w) <= tolerance) break;
      for (int i = 0; i < n; ++i) z[i] = std::max(0.0, z[i] - omega_ * w[i] / lcp.matrix->diagonal(i));
    }
    conclude(lcp, tolerance, perpend::LcpFailure::limit, solution);
  }

 private:
  double omega_;
  long iterations_;
};

constexpr perpend::FieldSpec options[] = {{.name = "omega",
                                           .type = perpend::FieldType::number,
                                           .doc = "factor of each correction",
                                           .default_text = "0.5",
                                           .minimum = 0.0,
                                           .maximum = 1.0,
                                           .exclusive_minimum = true},
                                          {.name = "iterations",
                                           .type = perpend::FieldType::integer,
                                           .doc = "at most",
                                           .default_text = "20000",
                                           .minimum = 1.0}};

perpend::Made<std::unique_ptr<perpend::LcpSolver>> make(const perpend::Properties& given) {
  return std::make_unique<Jacobi>(given.number_or("omega", 0.5), static_cast<long>(given.number_or("iterations", 2e4)));
}

const perpend::LcpSolverType jacobi{
    .spec = {.name = "jacobi", .summary = "projected Jacobi, damped", .arguments = options, .properties = {}},
    .variants = "jacobi | jacobi(omega, iterations)",
    .solves = perpend::LcpClass::symmetric,
    .make = make};

/// What the solver says, and what is proved.
void compare(const char* title, const perpend::InputMatrix& a, const perpend::InputVector& b) {
  std::printf("%s\n", title);
  for (const char* solver : {"lemke", "pgs(sweeps: 2000)", "jacobi", "jacobi(omega: 1)"}) {
    const auto outcome = perpend::solve_lcp(a, b, solver);
    if (!outcome) {
      std::printf("  %-18s %s\n", solver, outcome.error().message.c_str());
      continue;
    }
    std::printf("  %-18s says %-16s after %5ld; the proof says %s\n", solver, to_string(outcome->status),
                outcome->iterations,
                outcome->is_solved()       ? "solved"
                : outcome->is_unsolvable() ? "that there is no solution"
                                           : "nothing");
  }
}

/// A ball on the ground, without friction: of rows of friction no diagonal need be above 0.
const char* const scene = R"(experiment ball {
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    contacts { restitution = 0.5 }
    fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
    body ball = disk(radius: 0.1 m) { mass = 1 kg; at = (0 m, 0.2 m); velocity = (1 m/s, 0 m/s) }
  }
  run { step = 2 ms; duration = 1 s }
  method by_lemke  = stabilized_lcp { solver = lemke }
  method by_jacobi = stabilized_lcp { solver = jacobi(omega: 0.3) }
  measure energy = total_energy
})";

}  // namespace

int main() {
  if (const auto error = perpend::register_lcp_solver(jacobi))
    return std::fprintf(stderr, "%s\n", error->message.c_str()), 1;

  const std::vector<double> dominant{4, -1, 0, -1, 4, -1, 0, -1, 4};
  compare("symmetric and diagonally dominant:", {3, 3, dominant}, {-1, 2, -3});
  const std::vector<double> coupled{1, 0.9, 0.9, 0.9, 1, 0.9, 0.9, 0.9, 1};
  compare("symmetric positive definite, strongly coupled:", {3, 3, coupled}, {-1, -1, -1});
  const std::vector<double> singular{1, -1, -1, 1};
  compare("without a solution:", {2, 2, singular}, {-1, -1});

  const auto study = perpend::run(perpend::Scene::from_text(scene).value());
  if (!study) return std::fprintf(stderr, "%s\n", study.error().message.c_str()), 1;
  std::printf("a ball that bounces:\n");
  for (const perpend::MethodRun& run : study->runs())
    std::printf("  %-10s %s, %ld certificates proved, %ld not, energy at the end %.6f J\n", run.method.c_str(),
                to_string(run.status), study->certificates(run.method)->proved,
                study->certificates(run.method)->undecided + study->certificates(run.method)->refuted,
                study->measure(run.method, "energy")->final);
  return study->as_expected() ? 0 : 1;
}
