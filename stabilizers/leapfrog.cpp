#include "stabilizers/leapfrog.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/numbers/finite.hpp"
#include "stabilizers/formulate.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace {

double largest(const VectorX& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

bool is_within(const VectorX& x, double bound) {
  return is_finite(x) && largest(x) <= bound;
}

/// Whether f(q, v) may change with v: conservative.
bool forces_follow_velocity(const Model& model) {
  const auto is_damped = [](const Joint& joint) {
    return std::any_of(joint.element.begin(), joint.element.end(),
                       [](const CoordinateElement& element) { return element.damping != 0.0; });
  };
  return model.space == Space::spatial || !model.forces.empty() ||
         std::any_of(model.joints.begin(), model.joints.end(), is_damped);
}

/// The iteration for w = next.v. Its unknowns are the rates t = J w: each solve answers a t with the one w, and the
/// impulse, that the motion rows ask for. context.workspace: a residual, b scratch of it, c change of w or of its
/// accelerations, d forces at w, stage the old position with w, history the last changes of t, then t, then the forces
/// of the last solve.
class HalfStep {
 public:
  HalfStep(StepContext& context, const IterationLimits& limits, const Evaluation& from, const State& now, State& next)
      : context_(context),
        from_(from),
        now_(now),
        next_(next),
        residual_(context.workspace.a),
        change_(context.workspace.c),
        force_(context.workspace.d),
        history_(context.workspace.history),
        guess_(context.guess),
        tolerance_(limits.tolerance),
        allowed_rate_(limits.tolerance / context.h),
        max_iterations_(limits.max_iterations),
        has_nonholonomic_rows_(has_nonholonomic_rows(context.model)),
        forces_follow_velocity_(forces_follow_velocity(context.model)) {
    context.workspace.stage = now;
    history_.resize(max_changes + 2);
    for (int i = 0; i <= max_changes; ++i) history_[i].resize(from.rows.num_rows);
  }

  Status run();

 private:
  void predict();
  void evaluate_force();
  [[nodiscard]] Status solve();
  void move();
  [[nodiscard]] bool rows_are_met() const;
  [[nodiscard]] bool has_its_forces();
  void choose_change();
  void remember();
  [[nodiscard]] VectorX& rates() { return history_[max_changes]; }
  [[nodiscard]] VectorX& solved_force() { return history_[max_changes + 1]; }

  /// Changes of t that an accelerated iteration remembers before it starts over: one for each direction in which it
  /// would grow, and a few more to converge.
  static constexpr int max_changes = 12;

  StepContext& context_;
  const Evaluation& from_;
  const State& now_;
  State& next_;
  VectorX& residual_;
  VectorX& change_;
  VectorX& force_;
  std::vector<VectorX>& history_;
  StepGuess& guess_;
  double tolerance_;  ///< [m, rad]
  double allowed_rate_;
  int max_iterations_;
  bool has_nonholonomic_rows_;
  bool forces_follow_velocity_;
  int num_changes_ = 0;
  bool is_accelerated_ = false;
  bool is_met_ = false;  ///< holonomic rows within the tolerance or their rounding, others within the tolerance over h
  double last_error_ = 0.0;
};

/// What t is to second order: 0 = phi(q+) / h = phi / h + J w + phi_t + (h/2) Jdot v, up to terms of h^2. A mean of two
/// non-holonomic errors is N w - v0 + (h/2) Jdot v; their phi is 0. Those terms change smoothly from step to step, as w
/// - v does: both are guessed from the steps before.
void HalfStep::predict() {
  const ConstraintRows& rows = from_.rows;
  // Times of a run are products of the step, which miss sums of it by rounding.
  const bool goes_on = guess_.h == context_.h && std::abs(now_.time - guess_.end_time) <= 1e-6 * context_.h;
  if (!goes_on) guess_.forget();
  guess_.first_rates = -rows.phi_t - (1.0 / context_.h) * rows.phi - (0.5 * context_.h) * rows.jdot_v;
  rates() = guess_.first_rates;
  guess_.rates.add_to(rates());
  next_.v = now_.v;
  if (forces_follow_velocity_) {
    guess_.velocity.add_to(next_.v);
    evaluate_force();
  } else {
    force_ = from_.force;
  }
  formulate_velocity_projection(from_, now_.v, context_.problem);
  context_.problem.purpose = SolvePurpose::velocity;
}

/// What the next step is guessed from. One more change of t would be - residual: with it, t has the error of the next
/// iteration.
void HalfStep::remember() {
  residual_ = rates() - residual_ - guess_.first_rates;
  guess_.rates.take(residual_);
  if (forces_follow_velocity_) {
    change_ = next_.v - now_.v;
    guess_.velocity.take(change_);
  }
  guess_.end_time = next_.time;
  guess_.h = context_.h;
}

/// f(q, w), which stays from solve to solve where it does not follow w.
void HalfStep::evaluate_force() {
  context_.workspace.stage.v = next_.v;
  evaluate_forces(context_.model, context_.workspace.stage, from_, context_.scratch);
  force_ = context_.scratch.force;
}

/// Answers t with w and the impulse.
Status HalfStep::solve() {
  Problem& problem = context_.problem;
  multiply(from_.mass, now_.v, problem.motion);
  problem.motion += (0.5 * context_.h) * force_;
  problem.target = rates();
  context_.solve(problem, context_.solution);
  if (context_.solution.status != Status::converged) return context_.solution.status;
  context_.report.impulse = context_.solution.multiplier;
  if (forces_follow_velocity_) {
    change_ = context_.solution.x - next_.v;
    solved_force() = force_;
  }
  next_.v = context_.solution.x;
  if (forces_follow_velocity_) evaluate_force();
  return Status::converged;
}

/// q+ = q (+) h w, and what is left of each row as a rate: phi(q+)/h, or the mean of both non-holonomic errors.
void HalfStep::move() {
  const ConstraintRows& before = from_.rows;
  const ConstraintRows& after = context_.scratch.rows;
  start_next(now_, now_.time + context_.h, next_);
  advance_position(context_.model, context_.integration.rotation, context_.h, next_.v, next_.q);
  evaluate_rows(context_.model, next_, context_.scratch);
  if (has_nonholonomic_rows_) {
    VectorX& old_rate = context_.workspace.b;
    apply_jacobian(before, next_.v, old_rate);
    apply_jacobian(after, next_.v, residual_);
    for (int i = 0; i < after.num_rows; ++i)
      residual_[i] = after.kinds[i] == RowKind::nonholonomic
                         ? 0.5 * (old_rate[i] + before.phi_t[i] + residual_[i] + after.phi_t[i])
                         : after.phi[i] / context_.h;
  } else {
    residual_ = (1.0 / context_.h) * after.phi;
  }
  is_met_ = rows_are_met();
}

bool HalfStep::rows_are_met() const {
  for (int i = 0; has_nonholonomic_rows_ && i < residual_.size(); ++i)
    if (from_.rows.kinds[i] == RowKind::nonholonomic && !(std::abs(residual_[i]) <= allowed_rate_)) return false;
  return rows_hold(context_.model, context_.scratch, next_.time, tolerance_);
}

/// The rows see w itself, whatever the solve that made it; its motion is right where the forces that it was solved with
/// are its own. W = J M^-1 J^T of a long chain is so ill conditioned that rounding of a solve moves w by more than the
/// tolerance: changes of w then come to no end, forces do.
bool HalfStep::has_its_forces() {
  if (!forces_follow_velocity_ || is_within(change_, allowed_rate_)) return true;
  change_ = force_ - solved_force();
  divide(from_.mass, change_, change_);
  return is_within(change_, 2.0 * allowed_rate_ / context_.h);
}

/// The next change of t: -residual, which is right where J does not change over the step. Next to a position in which J
/// loses rank the least singular value may change its sign within the step, and those changes grow: from there on
/// Broyden's rank-one updates, in the form that keeps the changes alone, correct the slope. [Broyden65] [Kelley95]
void HalfStep::choose_change() {
  const double error = largest(residual_);
  if (num_changes_ > 0 && !is_met_ && !(error <= 0.5 * last_error_)) is_accelerated_ = true;
  last_error_ = error;
  if (is_accelerated_ && num_changes_ < max_changes) {
    VectorX& z = history_[num_changes_];
    z = -residual_;
    const auto share = [&](int j) { return history_[j].dot(z) / history_[j].squaredNorm(); };
    for (int j = 0; j + 1 < num_changes_; ++j) z += share(j) * history_[j + 1];
    const double slope = 1.0 - share(num_changes_ - 1);
    // A slope that is nearly 0 is no news of the rows: a secant through it leads anywhere.
    if (std::abs(slope) > 0x1p-10) {
      z /= slope;
      ++num_changes_;
      return;
    }
  }
  is_accelerated_ = false;
  history_[0] = -residual_;
  num_changes_ = 1;
}

Status HalfStep::run() {
  predict();
  for (int iterations = 1;; ++iterations) {
    const Status status = solve();
    if (status != Status::converged) return status;
    move();
    if (is_met_ && has_its_forces()) {
      context_.report.iterations += iterations;
      remember();
      evaluate_forces(context_.model, next_, context_.scratch, context_.scratch);
      return Status::converged;
    }
    if (iterations == max_iterations_) return Status::iteration_limit;
    choose_change();
    rates() += history_[num_changes_ - 1];
  }
}

/// A step that starts where joints are open: they are closed first. Once in a run, for later steps start where this one
/// ended.
Status move_from_open(StepContext& context, const IterationLimits& limits, const State& now, State& next) {
  State start = now;
  evaluate_rows(context.model, start, context.scratch);
  Status status = project_position(context, limits, start);
  if (status != Status::converged) return status;
  Evaluation closed = context.now;
  evaluate(context.model, start, closed, context.integration);
  status = HalfStep(context, limits, closed, start, next).run();
  context.problem.mass = &context.now.mass;  // not of `closed`, which ends here
  context.problem.rows = &context.now.rows;
  return status;
}

}  // namespace

Status move_by_half_step_velocity(StepContext& context, const IterationLimits& limits, const State& now, State& next) {
  context.report.iterations = 0;
  // Twice: the end of a step was met at t + h, whose last bit need not be that of the time that the next one starts at.
  if (!rows_hold(context.model, context.now, now.time, 2.0 * limits.tolerance))
    return move_from_open(context, limits, now, next);
  return HalfStep(context, limits, context.now, now, next).run();
}

}  // namespace perpend
