#include "stabilizers/restitution.hpp"

#include <algorithm>
#include <cmath>

#include "stabilizers/formulate.hpp"
#include "stabilizers/impact_work.hpp"

namespace perpend {

namespace {

/// Share of the speeds of a step, those of the forces included. An approach below it is what solvers may leave of rest:
/// their certificate grants sqrt(u).
constexpr double rest = 0x1p-27;
/// Share of the sizes that work is summed from: rounding of a few hundred terms at condition numbers up to 100.
constexpr double rounding_of_work = 0x1p-40;
/// Residuals of an iterative solver in a sum over rows and impulses of an impact.
constexpr double residuals_of_work = 64.0;

/// |N| |v|.
double size_of_rate(const ContactRows& rows, int c, const VectorX& v) {
  const ContactBlock& block = rows.blocks[c];
  double sum = 0.0;
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      sum += std::abs(rows.values[block.first_value[side] + j] * v[block.first_column[side] + j]);
  return sum;
}

/// `rate`: N v at the start of the step. Without regard to the gap the step stops every approach, so that each is an
/// impact.
bool closes(const Contact& contact, double rate, const ContactFeedback& feedback, double h) {
  return rate < 0.0 && (!feedback.keeps_distance || contact.gap + h * rate <= 0.0);
}

ImpactImpulses impulses_of(const ContactSolution& solution) {
  return {solution.normal, solution.tangential, solution.joints.multiplier};
}

class StepWithImpacts {
 public:
  StepWithImpacts(StepContext& context, const State& now, const ContactFeedback& feedback)
      : context_(context),
        feedback_(feedback),
        now_(now),
        v_(context.impact.velocity),
        problem_(context.contact_problem),
        solution_(context.contact_solution),
        plastic_(context.impact.plastic),
        full_(context.impact.full),
        is_impact_(context.impact.is_impact),
        island_(context.impact.island) {}

  Status solve() {
    context_.report.lcp_iterations = 0;
    context_.report.impacts = {};
    residual_ = 0.0;
    problem_.given_normal.resize(0);
    v_ = now_.v;
    context_.impact.joints.multiplier.setZero(problem_.joints.rows->num_rows);
    if (any_contact_strikes())
      if (const Status status = meet_joints(); status != Status::converged) return status;
    if (!find_impacts()) return solve_once();
    find_islands(context_.model, problem_, island_);
    multiply(*problem_.joints.mass, v_, context_.impact.momentum);
    multiply(*problem_.joints.mass, now_.v, context_.impact.of_forces);
    context_.impact.of_forces = context_.problem.motion - context_.impact.of_forces;
    return is_newton() ? solve_newton() : solve_poisson();
  }

 private:
  [[nodiscard]] bool is_newton() const { return context_.model.contacts.law == RestitutionLaw::newton; }
  [[nodiscard]] double restitution(int c) const { return problem_.rows.contacts[c].restitution; }
  [[nodiscard]] double approach(int c) const { return contact_rate(problem_.rows, c, 0, v_); }

  /// An approach that solvers may leave of rest is no impact.
  [[nodiscard]] bool is_impact_rate(int c, double rate) const {
    return -rate > rest * size_of_rate(problem_.rows, c, context_.now.free_velocity);
  }
  [[nodiscard]] bool any_contact_strikes() const;
  Status meet_joints();
  bool find_impacts();
  Status solve_once();
  Status solve_newton();
  Status solve_poisson();
  Status solve_rest();
  void leave_forces_out();
  void take_forces_in(const VectorX& velocity);
  void ask_for_rebound();
  void give_back();
  void use_up_friction();
  void add_first_phases();
  void start_work();
  void add_work(const VectorX& from, const VectorX& to, const ImpactImpulses& impulses);
  void add_work_of_feedback();
  [[nodiscard]] bool creates_energy();
  [[nodiscard]] bool is_positive(double work, double size) const {
    return work > std::max(rounding_of_work, residuals_of_work * residual_) * size;
  }
  void choose_shares();
  void take_shares();

  template <class Visit>
  void for_each_impact(Visit visit) const {
    for (int c = 0; c < problem_.rows.size(); ++c)
      if (is_impact_[c] != 0) visit(c);
  }

  StepContext& context_;
  const ContactFeedback& feedback_;
  const State& now_;
  VectorX& v_;  // that of `now`, with joints that keep their rates
  ContactProblem& problem_;
  ContactSolution& solution_;
  ContactSolution& plastic_;  // then: of all phases before the last
  ContactSolution& full_;     // then: full - plastic
  std::vector<char>& is_impact_;
  std::vector<int>& island_;
  double residual_ = 0.0;  // largest of the solves of this step
};

bool StepWithImpacts::any_contact_strikes() const {
  for (int c = 0; c < problem_.rows.size(); ++c) {
    if (restitution(c) == 0.0) continue;
    const double rate = approach(c);
    if (closes(problem_.rows.contacts[c], rate, feedback_, context_.h) && is_impact_rate(c, rate)) return true;
  }
  return false;
}

/// The velocity comes from the last step, which met the rows of the position before: J v + phi_t is of order h. The
/// solve takes that away, with work of joints that belongs to no impact. Soft rows keep the rates that they have, as
/// far as their compliance lets them.
Status StepWithImpacts::meet_joints() {
  Solution& met = context_.impact.joints;
  Problem& joints = problem_.joints;
  const VectorX& compliance = context_.problem.compliance;
  apply_jacobian(*joints.rows, v_, context_.impact.rates);
  formulate_velocity_projection(context_.now, v_, joints);
  bool any = false;
  for (int i = 0; i < joints.rows->num_rows; ++i) {
    if (joints.rows->kinds[i] >= RowKind::lower_limit) continue;
    any = any || compliance[i] == 0.0;
    if (compliance[i] == 0.0) continue;
    joints.compliance[i] = compliance[i];
    joints.target[i] = context_.impact.rates[i];
  }
  if (any) {
    context_.solve(joints, met);
    if (met.status != Status::converged) return met.status;
    v_ = met.x;
  }
  joints = context_.problem;
  return Status::converged;
}

bool StepWithImpacts::find_impacts() {
  bool any = false;
  is_impact_.assign(problem_.rows.size(), 0);
  for (int c = 0; c < problem_.rows.size(); ++c) {
    if (restitution(c) == 0.0) continue;
    const double rate = approach(c);
    if (!closes(problem_.rows.contacts[c], rate, feedback_, context_.h)) continue;
    if (is_newton()) problem_.bias[c] = std::min(problem_.bias[c], restitution(c) * rate);
    if (!is_impact_rate(c, rate)) continue;
    is_impact_[c] = 1;
    any = true;
  }
  return any;
}

Status StepWithImpacts::solve_once() {
  context_.solve.solve_contacts(problem_, solution_);
  for (const LcpAttempt& attempt : solution_.attempts) context_.report.lcp_iterations += attempt.iterations;
  residual_ = std::max(residual_, solution_.residual);
  return solution_.status;
}

/// The problem of velocities alone, plastic. Equations of joints keep their rates as they are, limits do not push back
/// what has passed them, and no contact does.
void StepWithImpacts::leave_forces_out() {
  Problem& joints = problem_.joints;
  joints = context_.problem;
  joints.motion = context_.impact.momentum;
  apply_jacobian(*joints.rows, v_, context_.impact.rates);
  for (int i = 0; i < joints.rows->num_rows; ++i) {
    const bool is_equation = joints.rows->kinds[i] < RowKind::lower_limit;
    joints.target[i] = is_equation ? context_.impact.rates[i] : std::min(joints.target[i], 0.0);
  }
  for (int c = 0; c < problem_.rows.size(); ++c)
    problem_.bias[c] =
        is_impact_[c] != 0 ? 0.0 : std::max(0.0, bias_of_gap(problem_.rows.contacts[c], feedback_, context_.h));
  problem_.given_normal.resize(0);
}

/// The problem of the step itself from another velocity.
void StepWithImpacts::take_forces_in(const VectorX& velocity) {
  problem_.joints = context_.problem;
  multiply(*problem_.joints.mass, velocity, problem_.joints.motion);
  problem_.joints.motion += context_.impact.of_forces;
  for (int c = 0; c < problem_.rows.size(); ++c)
    problem_.bias[c] = bias_of_gap(problem_.rows.contacts[c], feedback_, context_.h);
  problem_.given_normal.resize(0);
}

void StepWithImpacts::ask_for_rebound() {
  for_each_impact([&](int c) { problem_.bias[c] = restitution(c) * approach(c); });
}

/// e of the normal impulses of the compression, with friction for them.
void StepWithImpacts::give_back() {
  problem_.given_normal.setZero(problem_.rows.size());
  for_each_impact([&](int c) {
    const double returned = restitution(c) * plastic_.normal[c];
    add_contact_transposed(problem_.rows, c, 0, returned, problem_.joints.motion);
    problem_.given_normal[c] = returned;
  });
}

/// What the phases before left of the bounds of dry friction in joints: all phases together keep them.
void StepWithImpacts::use_up_friction() {
  Problem& joints = problem_.joints;
  for (Eigen::Index i = 0; i < joints.lower.size(); ++i) {
    if (!std::isfinite(joints.lower[i]) || !std::isfinite(joints.upper[i])) continue;
    joints.upper[i] = std::max(0.0, joints.upper[i] - std::abs(plastic_.joints.multiplier[i]));
    joints.lower[i] = -joints.upper[i];
  }
}

void StepWithImpacts::add_first_phases() {
  solution_.normal += plastic_.normal;
  if (problem_.given_normal.size() > 0) solution_.normal += problem_.given_normal;
  solution_.tangential += plastic_.tangential;
  solution_.joints.multiplier += plastic_.joints.multiplier + context_.impact.joints.multiplier;
}

Status StepWithImpacts::solve_newton() {
  if (const Status status = solve_once(); status != Status::converged) return status;
  start_work();
  add_work(v_, solution_.joints.x, impulses_of(solution_));
  add_work_of_feedback();
  if (!creates_energy()) return Status::converged;
  leave_forces_out();
  if (const Status status = solve_once(); status != Status::converged) return status;
  plastic_ = solution_;
  ask_for_rebound();
  if (const Status status = solve_once(); status != Status::converged) return status;
  full_ = solution_;
  return solve_rest();
}

Status StepWithImpacts::solve_poisson() {
  leave_forces_out();
  if (const Status status = solve_once(); status != Status::converged) return status;
  plastic_ = solution_;
  take_forces_in(plastic_.joints.x);
  give_back();
  use_up_friction();
  if (const Status status = solve_once(); status != Status::converged) return status;
  start_work();
  add_work(v_, plastic_.joints.x, impulses_of(plastic_));
  full_.normal = solution_.normal + problem_.given_normal;
  add_work(plastic_.joints.x, solution_.joints.x, {full_.normal, solution_.tangential, solution_.joints.multiplier});
  add_work_of_feedback();
  if (!creates_energy()) {
    add_first_phases();
    return Status::converged;
  }
  leave_forces_out();
  multiply(*problem_.joints.mass, plastic_.joints.x, problem_.joints.motion);
  give_back();
  use_up_friction();
  if (const Status status = solve_once(); status != Status::converged) return status;
  add_first_phases();
  full_ = solution_;
  return solve_rest();
}

void StepWithImpacts::start_work() {
  context_.impact.work.setZero(v_.size());
  context_.impact.size.setZero(v_.size());
}

/// Adds the work of impulses that lead from one velocity to another, with or without forces between them.
void StepWithImpacts::add_work(const VectorX& from, const VectorX& to, const ImpactImpulses& impulses) {
  VectorX& mean = context_.impact.mean;
  mean = 0.5 * (from + to);
  add_power(problem_, impulses, mean, WallMotion::counts, island_, 1.0, context_.impact.work);
  mean = 0.5 * (from.cwiseAbs() + to.cwiseAbs()) + context_.now.free_velocity.cwiseAbs();
  add_power_size(problem_, impulses, mean, island_, 1.0, context_.impact.size);
}

/// What equations of joints do on the way from rates that they ask for to those of the step.
void StepWithImpacts::add_work_of_feedback() {
  const ConstraintRows& rows = *problem_.joints.rows;
  VectorX& rates = context_.impact.rates;
  apply_jacobian(rows, solution_.joints.x, rates);
  for (const RowBlock& block : rows.blocks) {
    const int island = island_of(block, island_);
    if (island < 0) continue;
    for (int i = block.first_row; i < block.first_row + block.num_rows; ++i) {
      if (rows.kinds[i] >= RowKind::lower_limit || problem_.joints.compliance[i] > 0.0) continue;
      const double impulse = 0.5 * solution_.joints.multiplier[i];
      context_.impact.work[island] += impulse * (rates[i] + rows.phi_t[i]);
      context_.impact.size[island] += std::abs(impulse) * (std::abs(rates[i]) + std::abs(rows.phi_t[i]));
    }
  }
}

/// Counts the impacts.
bool StepWithImpacts::creates_energy() {
  ImpactWorkspace& impact = context_.impact;
  impact.share.setZero(v_.size());
  bool any = false;
  for_each_impact([&](int c) {
    const int i = island_of(problem_.rows.blocks[c], island_);
    if (impact.share[i] == 0.0) ++context_.report.impacts.count;
    impact.share[i] = 1.0;
    any = any || is_positive(impact.work[i], impact.size[i]);
  });
  return any;
}

/// Makes `full` what it has beyond `plastic`, and finds s of each impact; islands without one stay plastic.
void StepWithImpacts::choose_shares() {
  ImpactWorkspace& impact = context_.impact;
  full_.normal -= plastic_.normal;
  full_.tangential -= plastic_.tangential;
  full_.joints.multiplier -= plastic_.joints.multiplier;
  full_.joints.x -= plastic_.joints.x;
  const ImpactImpulses first = impulses_of(plastic_), more = impulses_of(full_);
  start_work();  // c; then b, a of c + b s + a s^2
  impact.linear.setZero(v_.size());
  impact.square.setZero(v_.size());
  impact.mean = 0.5 * (v_ + plastic_.joints.x);
  add_power(problem_, first, impact.mean, WallMotion::counts, island_, 1.0, impact.work);
  add_power(problem_, more, impact.mean, WallMotion::counts, island_, 1.0, impact.linear);
  add_power(problem_, first, full_.joints.x, WallMotion::is_left_out, island_, 0.5, impact.linear);
  add_power(problem_, more, full_.joints.x, WallMotion::is_left_out, island_, 0.5, impact.square);
  impact.mean = 0.5 * (v_.cwiseAbs() + plastic_.joints.x.cwiseAbs() + full_.joints.x.cwiseAbs()) +
                context_.now.free_velocity.cwiseAbs();
  add_power_size(problem_, first, impact.mean, island_, 1.0, impact.size);
  add_power_size(problem_, more, impact.mean, island_, 1.0, impact.size);
  ImpactFacts& facts = context_.report.impacts;
  for (Eigen::Index i = 0; i < impact.share.size(); ++i) {
    const double created = impact.square[i] + impact.linear[i] + impact.work[i];
    if (impact.share[i] == 0.0 || !is_positive(created, impact.size[i])) continue;
    impact.share[i] = largest_share(impact.square[i], impact.linear[i], impact.work[i]);
    ++facts.limited;
    facts.least_share = std::min(facts.least_share, impact.share[i]);
    facts.kept_out += created;
  }
}

/// plastic += s (full - plastic), impact by impact.
void StepWithImpacts::take_shares() {
  const VectorX& share = context_.impact.share;
  const int k = problem_.num_directions;
  for (int c = 0; c < problem_.rows.size(); ++c) {
    const double s = share[island_of(problem_.rows.blocks[c], island_)];
    plastic_.normal[c] += s * full_.normal[c];
    plastic_.tangential.segment(c * k, k) += s * full_.tangential.segment(c * k, k);
  }
  for (const RowBlock& block : problem_.joints.rows->blocks) {
    const int i = island_of(block, island_);
    if (i < 0) continue;
    plastic_.joints.multiplier.segment(block.first_row, block.num_rows) +=
        share[i] * full_.joints.multiplier.segment(block.first_row, block.num_rows);
  }
  for (Eigen::Index j = 0; j < v_.size(); ++j) plastic_.joints.x[j] += share[island_[j]] * full_.joints.x[j];
}

/// From the result of the impact on, with the forces.
Status StepWithImpacts::solve_rest() {
  choose_shares();
  take_shares();
  take_forces_in(plastic_.joints.x);
  use_up_friction();
  if (const Status status = solve_once(); status != Status::converged) return status;
  add_first_phases();
  return Status::converged;
}

}  // namespace

double bias_of_gap(const Contact& contact, const ContactFeedback& feedback, double h) {
  if (contact.gap > 0.0) return feedback.keeps_distance ? contact.gap / h : 0.0;
  return contact.gap < 0.0 ? feedback.rate * contact.gap : 0.0;
}

Status solve_with_restitution(StepContext& context, const State& now, const ContactFeedback& feedback) {
  return StepWithImpacts(context, now, feedback).solve();
}

}  // namespace perpend
