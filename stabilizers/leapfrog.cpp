#include "stabilizers/leapfrog.hpp"

#include <cmath>
#include <limits>

#include "stabilizers/formulate.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/row_rounding.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_within(const VectorX& x, double bound) {
  return x.allFinite() && (x.size() == 0 || x.cwiseAbs().maxCoeff() <= bound);
}

double largest(const VectorX& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

/// The iteration for w = next.v. Its unknowns are the rates t = J w: each solve answers a t with the one w, and the
/// impulse, that the motion rows ask for. context.workspace: a residual, b scratch of it, c change of w, d forces of
/// the last solve, stage the old position with w, history the last changes of t.
class HalfStep {
 public:
  HalfStep(StepContext& context, const IterationLimits& limits, const Evaluation& from, const State& now, State& next)
      : context_(context),
        from_(from),
        now_(now),
        next_(next),
        residual_(context.workspace.a),
        change_(context.workspace.c),
        history_(context.workspace.history),
        tolerance_(limits.tolerance),
        allowed_rate_(limits.tolerance / context.h),
        max_iterations_(limits.max_iterations) {
    context.workspace.stage = now;
    history_.resize(max_changes);
    for (VectorX& change : history_) change.resize(from.rows.num_rows);
  }

  Status run();

 private:
  void move();
  [[nodiscard]] bool rows_are_met() const;
  [[nodiscard]] bool is_settled();
  [[nodiscard]] Status improve();
  void choose_change();

  /// Changes of t that an accelerated iteration remembers before it starts over: one for each direction in which it
  /// would grow, and a few more to converge.
  static constexpr int max_changes = 12;

  StepContext& context_;
  const Evaluation& from_;
  const State& now_;
  State& next_;
  VectorX& residual_;
  VectorX& change_;
  std::vector<VectorX>& history_;
  double tolerance_;  ///< [m, rad]
  double allowed_rate_;
  int max_iterations_;
  int num_changes_ = 0;
  int num_solves_ = 0;
  bool is_accelerated_ = false;
  bool is_met_ = false;  ///< holonomic rows within the tolerance or their rounding, others within the tolerance over h
  double last_error_ = 0.0;
  double last_change_ = infinity;
};

/// q+ = q (+) h w, and what is left of each row as a rate: phi(q+)/h, or the mean of both non-holonomic errors.
void HalfStep::move() {
  const ConstraintRows& before = from_.rows;
  const ConstraintRows& after = context_.scratch.rows;
  start_next(now_, now_.time + context_.h, next_);
  advance_position(context_.model, context_.integration.rotation, context_.h, next_.v, next_.q);
  evaluate_rows(context_.model, next_, context_.scratch);
  VectorX& old_rate = context_.workspace.b;
  apply_jacobian(before, next_.v, old_rate);
  apply_jacobian(after, next_.v, residual_);
  for (int i = 0; i < after.num_rows; ++i) {
    if (after.kinds[i] == RowKind::nonholonomic)
      residual_[i] = 0.5 * (old_rate[i] + before.phi_t[i] + residual_[i] + after.phi_t[i]);
    else
      residual_[i] = after.phi[i] / context_.h;
  }
  is_met_ = rows_are_met();
}

bool HalfStep::rows_are_met() const {
  for (int i = 0; i < residual_.size(); ++i)
    if (from_.rows.kinds[i] == RowKind::nonholonomic && !(std::abs(residual_[i]) <= allowed_rate_)) return false;
  return rows_hold(context_.model, context_.scratch, next_.time, tolerance_);
}

/// W = J M^-1 J^T of a long chain is so ill conditioned that the rounding of a solve moves w by more than the
/// tolerance, though every row is met: then changes of w come to no end. Where they no longer halve, w is taken when
/// the forces that it was solved with are its own.
bool HalfStep::is_settled() {
  if (!(last_change_ < infinity && largest(change_) > 0.5 * last_change_)) return false;
  VectorX& difference = context_.workspace.b;
  context_.workspace.stage.v = next_.v;
  evaluate_forces(context_.model, context_.workspace.stage, from_, context_.scratch);
  difference = context_.scratch.force - context_.workspace.d;
  divide(from_.mass, difference, difference);
  const bool has_its_forces = is_within(difference, 2.0 * allowed_rate_ / context_.h);
  evaluate_rows(context_.model, next_, context_.scratch);
  return has_its_forces;
}

/// The next change of t: -residual, which is right where J does not change over the step. Next to a position in which J
/// loses rank the least singular value may change its sign within the step, and those changes grow: from there on
/// Broyden's rank-one updates, in the form that keeps the changes alone, correct the slope. [Broyden65] [Kelley95]
void HalfStep::choose_change() {
  const double error = largest(residual_);
  if (num_solves_ > 1 && !is_met_ && !(error <= 0.5 * last_error_)) is_accelerated_ = true;
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

/// Solves the iteration's system for the next w.
Status HalfStep::improve() {
  Problem& problem = context_.problem;
  State& at_old_position = context_.workspace.stage;
  at_old_position.v = next_.v;
  evaluate_forces(context_.model, at_old_position, from_, context_.scratch);
  context_.workspace.d = context_.scratch.force;
  formulate_velocity_projection(from_, now_.v, problem);
  problem.purpose = SolvePurpose::velocity;
  problem.motion += (0.5 * context_.h) * context_.scratch.force;
  apply_jacobian(from_.rows, next_.v, problem.target);
  problem.target += history_[num_changes_ - 1];
  context_.solve(problem, context_.solution);
  if (context_.solution.status != Status::converged) return context_.solution.status;
  if (num_solves_++ > 0) last_change_ = largest(change_);
  change_ = context_.solution.x - next_.v;
  next_.v = context_.solution.x;
  context_.report.impulse = context_.solution.multiplier;
  return Status::converged;
}

Status HalfStep::run() {
  next_.v = now_.v;
  for (int iterations = 0;; ++iterations) {
    move();
    if (iterations > 0 && is_met_ && (is_within(change_, allowed_rate_) || is_settled())) {
      context_.report.iterations += iterations;
      evaluate_forces(context_.model, next_, context_.scratch, context_.scratch);
      return Status::converged;
    }
    if (iterations == max_iterations_) return Status::iteration_limit;
    choose_change();
    const Status status = improve();
    if (status != Status::converged) return status;
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
