// Coulomb's law as a sequence of convex problems: the slip of one answer is the slip that the next problem is given.
// [AcaryCadouxLemarechalMalick11]. No theorem says that it converges for all coefficients of friction; where it does,
// the limit solves the contact problem. Each answer is tried as the active set of a solution, which ends the sequence
// long before its own limit; a sequence that goes on and on ends in Newton's method on the contact problem itself.
#include "kernel/model/stop.hpp"
#include "kernel/solvers/active_set_step.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/convexified_contacts.hpp"
#include "kernel/solvers/iterative_solvers.hpp"

namespace perpend {

namespace {

constexpr int finishing_steps = 6;
/// Slips that still move after so many problems go to and fro: from there on half of each change is made.
constexpr long undamped_problems = 10;
constexpr double damping = 0.5;

class FixedPoint final : public LcpSolver {
 public:
  FixedPoint(NewtonLimits limits, std::unique_ptr<LcpSolver> convex)
      : limits_(limits), convex_(std::move(convex)), newton_({limits.tolerance}, NewtonStep::active_set) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] bool is_finished(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure end_with_newton(const Lcp& lcp, LcpSolution& solution);
  void take_answer(const Lcp& lcp, LcpSolution& solution);

  NewtonLimits limits_;
  std::unique_ptr<LcpSolver> convex_;
  ConvexifiedContacts contacts_;
  ActiveSetStep active_set_;
  LcpSolution answer_;
  GlobalizedNewton newton_;
  GrowingVector gamma_, slip_, next_slip_, z_, w_;
};

bool FixedPoint::is_finished(const Lcp& lcp, LcpSolution& solution) {
  z_ = solution.z;
  w_ = solution.w;
  if (!(finish_on_active_set(active_set_, lcp, finishing_steps, z_, w_) <= limits_.tolerance)) return false;
  solution.z = z_;
  solution.w = w_;
  return true;
}

/// z of gamma, with the slips that it makes.
void FixedPoint::take_answer(const Lcp& lcp, LcpSolution& solution) {
  gamma_ = answer_.z;
  contacts_.expand(gamma_, solution.z);
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  contacts_.update_slip(solution.z, solution.w, next_slip_);
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  solution.history.push_back(natural_residual(lcp, solution.z, solution.w));
}

LcpFailure FixedPoint::iterate(const Lcp& lcp, LcpSolution& solution) {
  contacts_.slip_of(solution.z, slip_);
  contacts_.contract(solution.z, gamma_);
  while (solution.iterations < limits_.iterations && !must_stop()) {
    ++solution.iterations;
    convex_->solve(contacts_.with_slip(lcp, slip_), &gamma_, answer_);
    if (answer_.status != Status::converged) {
      solution.note = "a convex problem of the sequence was not solved";
      return answer_.failure == LcpFailure::ray ? LcpFailure::stagnation : answer_.failure;
    }
    take_answer(lcp, solution);
    if (solution.history.back() <= limits_.tolerance || is_finished(lcp, solution)) return LcpFailure::none;
    slip_ += (solution.iterations <= undamped_problems ? 1.0 : damping) * (next_slip_ - slip_);
  }
  return end_with_newton(lcp, solution);
}

LcpFailure FixedPoint::end_with_newton(const Lcp& lcp, LcpSolution& solution) {
  newton_.solve(lcp, &solution.z, answer_);
  solution.iterations += answer_.iterations;
  solution.history.insert(solution.history.end(), answer_.history.begin(), answer_.history.end());
  if (answer_.status != Status::converged) return answer_.failure;
  solution.z = answer_.z;
  solution.note = "the slips did not come to rest; Newton's method went on from there";
  return LcpFailure::none;
}

void FixedPoint::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  LcpFailure failure = LcpFailure::none;
  if (start == nullptr || !is_finished(lcp, solution)) {
    if (const char* lack = contacts_.prepare(lcp); lack != nullptr) {
      failure = LcpFailure::unsuited;
      solution.note = lack;
    } else {
      failure = iterate(lcp, solution);
    }
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "problems",
                                  .type = FieldType::integer,
                                  .doc = "most convex problems",
                                  .default_text = "30",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  limits.iterations = static_cast<long>(options.number_or("problems", 30.0));
  auto made = interior_point_solver.make({});
  if (auto* error = std::get_if<FactoryError>(&made)) return std::move(*error);
  return std::make_unique<FixedPoint>(limits, std::move(std::get<std::unique_ptr<LcpSolver>>(made)));
}

}  // namespace

const LcpSolverType fixed_point_solver{
    .spec = {.name = "fixed_point",
             .summary = "a sequence of convex contact problems, each with the slip of the previous one",
             .arguments = options,
             .properties = {},
             .citation = "AcaryCadouxLemarechalMalick11"},
    .variants = "fixed_point | fixed_point(tolerance, problems)",
    .solves = LcpClass::semidefinite,
    .make = make};

}  // namespace perpend
