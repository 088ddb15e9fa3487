#include "kernel/simulation/stop_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/simulation/divergence.hpp"
#include "kernel/simulation/row_names.hpp"

namespace perpend {

namespace {

/// "'left', 'ball'": the bodies of the contacts with the largest weights, down to a share of the largest.
template <class Weight>
std::string bodies_of_largest(const Model& model, const ContactProblem& problem, const Weight& weight, double share) {
  double largest = 0.0;
  for (int c = 0; c < problem.rows.size(); ++c) largest = std::max(largest, weight(c));
  std::vector<int> bodies;
  for (int c = 0; c < problem.rows.size(); ++c)
    for (const int body : problem.rows.contacts[c].body)
      if (weight(c) >= share * largest && body != world_body &&
          std::find(bodies.begin(), bodies.end(), body) == bodies.end())
        bodies.push_back(body);
  constexpr std::size_t most_named = 6;
  std::string names;
  for (std::size_t i = 0; i < std::min(bodies.size(), most_named); ++i)
    names.append(i == 0 ? "'" : ", '").append(model.bodies[bodies[i]].name).append("'");
  if (bodies.size() > most_named) names += " and " + std::to_string(bodies.size() - most_named) + " more";
  return names;
}

/// Those of the contacts that the ray presses together, or of the deepest ones without a ray.
std::string bodies_of_failure(const Model& model, const ContactProblem& problem, const ContactSolution& solution) {
  if (solution.ray.normal.size() != problem.rows.size())
    return bodies_of_largest(
        model, problem, [&](int c) { return -problem.rows.contacts[c].gap; }, 0.5);
  // Outside the contacts that it is about, a ray has entries that are rounding.
  return bodies_of_largest(
      model, problem, [&](int c) { return solution.ray.normal[c]; }, 1e-6);
}

std::string describe_conflict(const Model& model, const SimulationResult& result) {
  return row_names(model, result.dependent_rows) + " is violated and follows from " +
         row_names(model, result.implying_rows) +
         ": no multiplier keeps it (a dead centre, or a limit on what other joints hold); cfm makes it solvable";
}

std::string describe_divergence(const Model& model, const Divergence& divergence) {
  const auto joint = std::find_if(model.joints.begin(), model.joints.end(), [&](const Joint& one) {
    return divergence.row >= one.first_row && divergence.row < one.first_row + one.num_rows;
  });
  const bool is_length = joint->type->row_dimension[divergence.row - joint->first_row] == dimension::length;
  return fmt::format("the constraint error of {} reached {:.3g} {}, above {:.3g} {}: {}",
                     row_name(model, divergence.row), divergence.error, is_length ? "m" : "rad", divergence.limit,
                     is_length ? "m" : "rad",
                     is_length ? fmt::format("{:g} times the size of what the joint holds together", divergence_factor)
                               : "several turns or arcs, which are no error of a joint any more");
}

}  // namespace

std::string describe_not_finite(long step, const Model& model, const ContactProblem& problem,
                                const ContactSolution& solution) {
  std::string text = "at step " + std::to_string(step) + ": a value is not finite";
  if (problem.rows.size() == 0 || solution.normal.size() != problem.rows.size()) return text;
  const double largest = solution.normal.maxCoeff();
  if (!(largest > 0.0)) return text;
  const char* unit = problem.joints.purpose == SolvePurpose::velocity ? " N s" : "";
  return text + fmt::format("; the largest impulse of a contact, {:.3g}{}, is where {} meet", largest, unit,
                            bodies_of_largest(
                                model, problem, [&](int c) { return solution.normal[c]; }, 1.0));
}

std::string describe_failed_contacts(long step, const Model& model, const ContactProblem& problem,
                                     const ContactSolution& solution) {
  std::string text = "at step " + std::to_string(step) + ": the LCP of " + std::to_string(solution.lcp_size) +
                     " unknowns of " + std::to_string(problem.rows.size()) + " contacts has no answer from ";
  const char* separator = "";
  for (const LcpAttempt& attempt : solution.attempts) {
    if (attempt.status == Status::converged) continue;  // of a pile that touches no other
    text.append(separator).append(attempt.solver).append(" (").append(to_string(attempt.failure)).append(")");
    separator = ", nor from ";
  }
  const std::string bodies = bodies_of_failure(model, problem, solution);
  if (!bodies.empty()) text += ", where " + bodies + " meet";
  // A ray may be one of a problem without a solution, which no other solver finds either.
  const auto might_be_solved = [](const LcpAttempt& attempt) {
    return attempt.reason == SolverReason::named && attempt.failure != LcpFailure::ray;
  };
  const bool is_hopeful = std::all_of(solution.attempts.begin(), solution.attempts.end(), might_be_solved);
  return is_hopeful ? text + "; solver = auto takes the solvers that suit such problems" : text;
}

std::string describe_stop(const Model& model, const SimulationResult& result) {
  if (result.status == Status::converged) return "";
  std::string where = "at step " + std::to_string(result.steps + (result.status == Status::diverged ? 0 : 1)) + ": ";
  switch (result.status) {
    case Status::singular:
      if (!result.implying_rows.empty()) return where + describe_conflict(model, result);
      return where + "the joints are redundant: " + describe_dependent_rows(model, result.dependent_rows) +
             "; remove them, or write verify { rank = deficient }";
    case Status::contradictory:
      return where +
             "joints, drives or constraints that depend on each other ask for rates that exclude each other, or the "
             "step began in a singular position";
    case Status::iteration_limit:
      return where +
             "the iteration of the method stopped before its tolerance; a smaller step, or softer springs and stops, "
             "let it end";
    case Status::unsolved:
      return where + "a complementarity problem was left without an answer";
    case Status::diverged:
      return where + describe_divergence(model, result.divergence);
    default:
      return where + to_string(result.status);
  }
}

}  // namespace perpend
