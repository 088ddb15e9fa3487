// Not a method but a choice of one. Islands, parts of the problem that no entry of A joins, are solved apart: the work
// of a solver grows faster than its problem. Each goes to the solver that suits its size, its law and its space, and to
// the next one where that has no answer. What was tried is in LcpSolution::attempts, and everything that reports a
// solver reports these.
// The answer is judged as one of the whole problem. A ray of one island is one of the whole.
#include <algorithm>
#include <array>

#include "kernel/lcp/lcp_islands.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/solver_choice.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace choosing {
namespace {

class ChosenSolvers final : public LcpSolver {
 public:
  explicit ChosenSolvers(double tolerance) : tolerance_(tolerance) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  /// Factors are kept for as long as their pattern stays, so islands that stay as they are have solvers of their own;
  /// from the 17th on they share them in turn.
  static constexpr int num_places = 16;
  struct MadeSolver {
    SolverStep step;
    int place = 0;
    std::unique_ptr<LcpSolver> solver;
  };

  [[nodiscard]] LcpFailure solve_island(const Lcp& lcp, int island, const GrowingVector* start, LcpSolution& solution);
  void attempt(const SolverStep& step, int island, const Lcp& part, const GrowingVector* start);
  void take(const Lcp& lcp, int island, LcpSolution& solution);
  [[nodiscard]] LcpSolver& solver(const SolverStep& step, int place);

  double tolerance_;
  std::vector<MadeSolver> made_;  // those that were needed so far
  LcpIslands islands_;
  LcpSolution part_;
  GrowingVector start_, z_;
  int largest_ = 0;  // island so far
};

LcpSolver& ChosenSolvers::solver(const SolverStep& step, int place) {
  for (const MadeSolver& made : made_)
    if (made.step.type == step.type && made.step.iterations == step.iterations && made.place == place)
      return *made.solver;
  Properties options;
  options.set("tolerance", tolerance_);
  if (step.iterations > 0.0) options.set("iterations", step.iterations);
  // Every solver that is chosen takes these options and needs no others.
  auto made = step.type->make(options);
  made_.push_back({step, place, std::get<std::unique_ptr<LcpSolver>>(std::move(made))});
  return *made_.back().solver;
}

void ChosenSolvers::attempt(const SolverStep& step, int island, const Lcp& part, const GrowingVector* start) {
  part_.status = Status::not_run;
  part_.failure = LcpFailure::none;
  part_.iterations = 0;
  part_.history.clear();
  part_.note.clear();
  part_.ray.resize(0);
  solver(step, island % num_places).solve(part, start, part_);
}

/// Adds the attempt to those of the same solver, reason and outcome.
void add_attempt(const LcpAttempt& made, std::vector<LcpAttempt>& attempts) {
  const auto same = std::find_if(attempts.begin(), attempts.end(), [&](const LcpAttempt& known) {
    return known.solver == made.solver && known.reason == made.reason && known.is_fallback == made.is_fallback &&
           known.status == made.status && known.failure == made.failure;
  });
  if (same == attempts.end()) return attempts.push_back(made);
  same->iterations += made.iterations;
  same->residual = std::max(same->residual, made.residual);
  ++same->problems;
  same->fewest_unknowns = std::min(same->fewest_unknowns, made.fewest_unknowns);
  same->most_unknowns = std::max(same->most_unknowns, made.most_unknowns);
}

/// What the island's last attempt left, in the places of the whole.
void ChosenSolvers::take(const Lcp& lcp, int island, LcpSolution& solution) {
  if (part_.z.size() == static_cast<Eigen::Index>(islands_.rows(island).size())) islands_.scatter(island, part_.z, z_);
  // One history stands for all: that of the largest island.
  const auto size = static_cast<int>(islands_.rows(island).size());
  if (size >= largest_) solution.history.swap(part_.history);
  largest_ = std::max(largest_, size);
  if (!part_.note.empty()) solution.note.swap(part_.note);
  if (part_.failure != LcpFailure::ray || solution.ray.size() > 0) return;
  solution.ray.setZero(lcp.b.size());
  islands_.scatter(island, part_.ray, solution.ray);
}

LcpFailure ChosenSolvers::solve_island(const Lcp& lcp, int island, const GrowingVector* start, LcpSolution& solution) {
  const Lcp& part = islands_.problem(lcp, island);
  if (start != nullptr) islands_.gather(island, *start, start_);
  const LcpFacts facts = facts_of(part);
  const SolverChoice choice = choose_solver(facts);
  LcpFailure first_failure = LcpFailure::none;
  bool is_fallback = false;
  for (const SolverStep& step : choice.order) {
    attempt(step, island, part, start == nullptr ? nullptr : &start_);
    add_attempt({.solver = step.type->spec.name,
                 .status = part_.status,
                 .failure = part_.failure,
                 .iterations = part_.iterations,
                 .residual = part_.residual,
                 .reason = choice.reason,
                 .is_fallback = is_fallback,
                 .fewest_unknowns = facts.num_unknowns,
                 .most_unknowns = facts.num_unknowns},
                solution.attempts);
    solution.iterations += part_.iterations;
    take(lcp, island, solution);
    if (part_.status == Status::converged) return LcpFailure::none;
    if (first_failure == LcpFailure::none) first_failure = part_.failure;
    if (part_.status == Status::interrupted) break;
    is_fallback = true;
  }
  return solution.ray.size() > 0 ? LcpFailure::ray : first_failure;
}

void ChosenSolvers::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  solution.attempts.clear();
  solution.history.clear();
  solution.note.clear();
  solution.ray.resize(0);
  solution.iterations = 0;
  z_.setZero(lcp.b.size());
  largest_ = 0;
  LcpFailure failure = LcpFailure::none;
  bool is_judged = false;
  if (lcp.b.allFinite()) {
    islands_.split(lcp);
    const bool has_start = start != nullptr && start->size() == lcp.b.size();
    for (int i = 0; i < islands_.num_islands() && failure == LcpFailure::none; ++i)
      failure = solve_island(lcp, i, has_start ? start : nullptr, solution);
    is_judged = islands_.num_islands() == 1 && part_.status == Status::converged;
  }
  solution.z = z_;
  if (!is_judged) return conclude(lcp, tolerance_, failure, solution);
  // The one part was the whole.
  solution.w.swap(part_.w);
  solution.residual = part_.residual;
  solution.status = part_.status;
  solution.failure = LcpFailure::none;
}

constexpr FieldSpec options[] = {{.name = "tolerance",
                                  .type = FieldType::number,
                                  .doc = "of the solver that is chosen: natural residual of an answer",
                                  .default_text = "1e-10",
                                  .minimum = 0.0,
                                  .exclusive_minimum = true}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<ChosenSolvers>(options.number_or("tolerance", 1e-10));
}

}  // namespace
}  // namespace choosing

const LcpSolverType auto_solver{
    .spec = {.name = "auto",
             .summary =
                 "one of the others, chosen by size, law and space, separately for each pile, and named in every "
                 "report; the default",
             .arguments = choosing::options,
             .properties = {},
             .citation = "CottlePangStone92"},
    .variants = "auto | auto(tolerance)",
    .solves = LcpClass::copositive,
    .make = choosing::make};

}  // namespace perpend
