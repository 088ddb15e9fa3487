#include "kernel/lcp/contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/lcp/contact_answers.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace {

std::unique_ptr<LcpSolver> make_solver(const LcpSolverType* type, const Properties& options) {
  if (type == nullptr) return nullptr;
  auto made = type->make(options);
  auto* solver = std::get_if<std::unique_ptr<LcpSolver>>(&made);
  return solver == nullptr ? nullptr : std::move(*solver);
}

/// What the rate along the normal is summed from, for two velocities.
double contact_magnitude(const ContactRows& rows, int contact, const VectorX& a, const VectorX& b) {
  const ContactBlock& block = rows.blocks[contact];
  double sum = std::abs(rows.rate_t[contact * rows.rows_per_contact]);
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j) {
      const int column = block.first_column[side] + j;
      sum += std::abs(rows.values[block.first_value[side] + j]) * (std::abs(a[column]) + std::abs(b[column]));
    }
  return sum;
}

}  // namespace

ContactSolver::ContactSolver(const ConstraintRows& layout, RouteSolver& joints,
                             const std::vector<LcpSolverChoice>& choices)
    : joints_(joints), access_(layout), through_joints_(layout) {
  for (const LcpSolverChoice& choice : choices)
    solvers_.push_back({choice.type->spec.name, make_solver(choice.type, choice.options)});
  if (solvers_.empty()) solvers_.push_back({auto_solver.spec.name, make_solver(&auto_solver, {})});
}

void ContactSolver::solve(const ContactProblem& problem, ContactSolution& solution) {
  solution.attempts.clear();
  solution.ray.clear();
  solution.residual = 0.0;
  has_lcp_ = false;
  solve_free(problem, solution);
  solution.status = solution.joints.status;
  if (solution.status != Status::converged) return;
  unknowns_.number(problem);
  solution.lcp_size = unknowns_.size();
  rates_of_base_rows(problem, solution.joints.x);
  if (unknowns_.size() == 0) return read_answer(problem, unknowns_, lcp_solution_.z, rate_, solution);
  set_matrix(problem, solution.joints.x);
  if (must_stop()) {
    solution.status = Status::interrupted;
    return;
  }
  unknowns_.right_hand_side(problem, rate_, rate_magnitude_, lcp_.b, lcp_.magnitude);
  for (const int i : open_unknowns_) lcp_.b[i] = std::max(lcp_.b[i], 1.0);
  name_contacts(problem);
  lcp_.structure = lcp_class(problem);
  has_lcp_ = true;
  lcp_solution_.status = Status::not_run;
  attempt(problem, solution);
  solution.status = lcp_solution_.status;
  if (solution.status != Status::converged) return;
  solution.ray.clear();
  recover(problem, solution);
}

/// Solvers that know Coulomb's law by its structure must not take the convex one of a wide cone for it.
void ContactSolver::name_contacts(const ContactProblem& problem) {
  lcp_.contacts.clear();
  for (int c = 0; c < static_cast<int>(unknowns_.contacts.size()); ++c)
    if (c >= problem.rows.size() || !is_wide_cone(problem, c)) lcp_.contacts.push_back(unknowns_.contacts[c]);
}

/// x0: what the joints alone allow. Bounded rows are idle, so that the factorization is that of the equations.
void ContactSolver::solve_free(const ContactProblem& problem, ContactSolution& solution) {
  const Problem& joints = problem.joints;
  if (joints.rows->num_rows == 0) {
    divide(*joints.mass, joints.motion, solution.joints.x);
    solution.joints.multiplier.resize(0);
    solution.joints.dependent_rows.clear();
    solution.joints.status = solution.joints.x.allFinite() ? Status::converged : Status::not_finite;
    return;
  }
  bilateral_ = joints;
  for (int i = 0; joints.lower.size() > 0 && i < joints.rows->num_rows; ++i)
    if (joints.rows->kinds[i] >= RowKind::lower_limit) bilateral_.lower[i] = bilateral_.upper[i] = 0.0;
  joints_.solve(bilateral_, solution.joints);
}

double ContactSolver::base_product(const ContactProblem& problem, int base, const VectorX& x) const {
  const int per_contact = problem.rows.rows_per_contact;
  if (base < unknowns_.num_contact_rows)
    return contact_product(problem.rows, base / per_contact, base % per_contact, x);
  return access_.dot(*problem.joints.rows, unknowns_.joint_rows[base - unknowns_.num_contact_rows], x);
}

/// rate = product + offset.
double ContactSolver::base_offset(const ContactProblem& problem, int base) const {
  if (base < unknowns_.num_contact_rows) return problem.rows.rate_t[base];
  return -problem.joints.target[unknowns_.joint_rows[base - unknowns_.num_contact_rows]];
}

void ContactSolver::add_base_transposed(const ContactProblem& problem, int base, double amount, VectorX& out) const {
  const int per_contact = problem.rows.rows_per_contact;
  if (base < unknowns_.num_contact_rows)
    add_contact_transposed(problem.rows, base / per_contact, base % per_contact, amount, out);
  else
    access_.add_transposed(*problem.joints.rows, unknowns_.joint_rows[base - unknowns_.num_contact_rows], amount, out);
}

void ContactSolver::rates_of_base_rows(const ContactProblem& problem, const VectorX& x) {
  rate_.resize(unknowns_.num_base_rows());
  rate_magnitude_.resize(unknowns_.num_base_rows());
  for (int i = 0; i < unknowns_.num_base_rows(); ++i) {
    const double product = base_product(problem, i, x);
    const double offset = base_offset(problem, i);
    rate_[i] = product + offset;
    rate_magnitude_[i] = std::abs(product) + std::abs(offset);
  }
}

void ContactSolver::set_matrix(const ContactProblem& problem, const VectorX& x) {
  open_unknowns_.clear();
  if (problem.joints.rows->num_rows > 0) {
    if (!through_joints_.assemble(problem, unknowns_, access_, bilateral_, joints_)) return;
    take_out_held(problem, x);
    unknowns_.mass = through_joints_.mean_mass();
    through_joints_.write(unknowns_, problem.rows.rows_per_contact, assembled_.rows());
    lcp_.matrix = &assembled_;
    return;
  }
  operator_.set(problem, unknowns_);
  unknowns_.mass = 1.0 / operator_.mean_inverse_mass();
  lcp_.matrix = &operator_;
}

/// A contact whose normal the joints hold carries nothing: any impulse would do, and none is asked for. One that they
/// drive together keeps its rate and has no answer. By the convex law a contact that slides opens: where joints hold it
/// closed it sticks, with the normal impulse that this takes. A compliant contact has an answer of its own.
void ContactSolver::take_out_held(const ContactProblem& problem, const VectorX& x) {
  for (int c = 0; c < problem.rows.size(); ++c) {
    if (problem.compliance[c] > 0.0 || !through_joints_.is_held(problem, c)) continue;
    divide(*problem.joints.mass, problem.joints.motion, free_velocity_);
    constexpr double rounding_share = 0x1p-36;  // as for rows of joints: refined_share
    const int row = c * problem.rows.rows_per_contact;
    // Positions that joints have drifted into are theirs to correct.
    const bool is_open =
        problem.joints.purpose == SolvePurpose::position_correction ||
        rate_[row] + problem.bias[c] >= -rounding_share * contact_magnitude(problem.rows, c, x, free_velocity_);
    const int normal = unknowns_.contacts[c].normal;
    const bool may_open = is_open && normal >= 0 && !is_wide_cone(problem, c);
    through_joints_.take_out(row, may_open);
    if (may_open) open_unknowns_.push_back(normal);
  }
}

void ContactSolver::attempt(const ContactProblem& problem, ContactSolution& solution) {
  for (NamedSolver& solver : solvers_) {
    attempt(problem, solver, solution);
    if (lcp_solution_.status == Status::converged || lcp_solution_.status == Status::interrupted) return;
  }
}

void ContactSolver::attempt(const ContactProblem& problem, NamedSolver& solver, ContactSolution& solution) {
  lcp_solution_.status = Status::not_run;
  lcp_solution_.failure = LcpFailure::none;
  lcp_solution_.iterations = 0;
  lcp_solution_.history.clear();
  lcp_solution_.note.clear();
  lcp_solution_.attempts.clear();
  const bool has_start = unknowns_.start(problem, start_);
  solver.solver->solve(lcp_, has_start ? &start_ : nullptr, lcp_solution_);
  // A solver from outside may answer with another size; what follows reads as many numbers as the problem has.
  const bool has_answer = lcp_solution_.z.size() == lcp_.b.size() && lcp_solution_.w.size() == lcp_.b.size();
  if (lcp_solution_.status == Status::converged && !has_answer) {
    lcp_solution_.status = Status::unsolved;
    lcp_solution_.failure = LcpFailure::inaccurate;
  }
  note_attempts(solver.name, solution);
  if (lcp_solution_.status == Status::converged) ask_again_by_rows(problem, solver, solution);
  solution.residual = lcp_solution_.residual;
  if (lcp_solution_.failure == LcpFailure::ray && lcp_solution_.ray.size() == lcp_.b.size())
    read_ray(problem, unknowns_, lcp_solution_.ray, solution.ray);
}

/// A solver that chooses among others has noted those; any other is itself what was tried.
void ContactSolver::note_attempts(std::string_view solver, ContactSolution& solution) const {
  const int size = unknowns_.size();
  if (lcp_solution_.attempts.empty())
    solution.attempts.push_back({.solver = solver,
                                 .status = lcp_solution_.status,
                                 .failure = lcp_solution_.failure,
                                 .iterations = lcp_solution_.iterations,
                                 .residual = lcp_solution_.residual,
                                 .fewest_unknowns = size,
                                 .most_unknowns = size});
  else
    solution.attempts.insert(solution.attempts.end(), lcp_solution_.attempts.begin(), lcp_solution_.attempts.end());
}

/// What was done again counts as work of the attempts before, but for a solver that was not among them.
void ContactSolver::add_second_attempts(ContactSolution& solution) const {
  std::vector<LcpAttempt>& attempts = solution.attempts;
  if (lcp_solution_.attempts.empty()) attempts.back().iterations += lcp_solution_.iterations;
  for (const LcpAttempt& again : lcp_solution_.attempts) {
    const auto before = std::find_if(attempts.begin(), attempts.end(), [&](const LcpAttempt& attempt) {
      return attempt.solver == again.solver && attempt.status == Status::converged;
    });
    if (before != attempts.end())
      before->iterations += again.iterations;
    else if (again.status == Status::converged)
      attempts.push_back(again);
  }
}

/// An answer is within the tolerance of the whole problem. A row whose terms are far below those of others may be left
/// by that: the friction that holds a joint is nothing compared with a pile that hits the ground. Where the certificate
/// of the solve would miss it, a solver that pivots continues from its answer with each row compared with its own size.
/// One that comes nearer step by step, with a history of that, leaves every row at its tolerance, as it was asked to.
void ContactSolver::ask_again_by_rows(const ContactProblem& problem, NamedSolver& solver, ContactSolution& solution) {
  if (!lcp_solution_.history.empty()) return;
  const double residual = natural_residual(lcp_, lcp_solution_.z, lcp_solution_.w);
  unknowns_.base_impulses(lcp_solution_.z, impulse_);
  row_sizes_.set(problem, solution.joints, impulse_, unknowns_, lcp_);
  of_all_ = lcp_solution_.z;  // also where it is not needed: its memory grows with the problem, not with the misses
  const bool misses_a_row = natural_residual(lcp_, of_all_, lcp_solution_.w) > residual;
  if (misses_a_row) solver.solver->solve(lcp_, &of_all_, lcp_solution_);
  lcp_.row_size.resize(0);
  lcp_.coupled_size.resize(0);
  if (!misses_a_row) return;
  add_second_attempts(solution);
  if (lcp_solution_.status != Status::converged) {
    lcp_solution_.z = of_all_;
    conclude(lcp_, std::numeric_limits<double>::infinity(), LcpFailure::none, lcp_solution_);
  }
  solution.attempts.back().residual = lcp_solution_.residual;
}

/// x from all impulses at once, so that its equations hold to rounding; slacks from that x.
void ContactSolver::recover(const ContactProblem& problem, ContactSolution& solution) {
  unknowns_.base_impulses(lcp_solution_.z, impulse_);
  bilateral_.motion = problem.joints.motion;
  for (int i = 0; i < unknowns_.num_base_rows(); ++i)
    if (impulse_[i] != 0.0) add_base_transposed(problem, i, impulse_[i], bilateral_.motion);
  if (problem.joints.rows->num_rows == 0) {
    divide(*problem.joints.mass, bilateral_.motion, solution.joints.x);
  } else {
    bilateral_.target = problem.joints.target;
    joints_.solve_again(bilateral_, solution.joints);
  }
  rates_of_base_rows(problem, solution.joints.x);
  read_answer(problem, unknowns_, lcp_solution_.z, rate_, solution);
  if (!solution.joints.x.allFinite() || !solution.normal.allFinite() || !solution.tangential.allFinite())
    solution.status = Status::not_finite;
}

}  // namespace perpend
