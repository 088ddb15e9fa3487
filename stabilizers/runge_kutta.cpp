// Explicit Runge-Kutta methods on the accelerations that the constraints allow, with a projection after each step.
//     M a - J^T lambda = f,  J a = -Jdot v     at the stages  Y_i = y + h sum_j a_ij F(Y_j),  F(q, v) = (rate(q, v), a)
//     y+ = y + h sum_i b_i F(Y_i),   then q+ onto phi = 0 and v+ onto J v = -phi_t, as method `projection` does
// order 8: eleven stages [CooperVerner72]; order 4: the classical four [HairerNorsettWanner93] II.1. What a stage is
// off the constraint is of the order of the method, and so is what the projection moves: the order stays. Quaternions
// are integrated as four numbers by their rate and normalized at the end, rows evaluated at the normalized ones, so
// that the order does not depend on `rotation`. The gyroscopic term enters as it is in every stage. Non-holonomic rows
// are rows of the accelerations, and met by the projected velocity.
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "kernel/dynamics/advance_position.hpp"
#include "stabilizers/formulate.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace runge_kutta {
namespace {

/// One stage: when it is, and what of each stage before it takes.
struct Stage {
  double time = 0.0;
  std::array<double, 10> weights{};
};

struct Tableau {
  std::span<const Stage> stages;
  std::span<const double> weights;  ///< b
};

constexpr std::array<Stage, 4> classical_stages{{{0.0, {}}, {0.5, {0.5}}, {0.5, {0.0, 0.5}}, {1.0, {0.0, 0.0, 1.0}}}};
constexpr std::array<double, 4> classical_weights{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

constexpr double s = 4.5825756949558400065880471937280084889844565767680;  // root of 21
constexpr std::array<Stage, 11> cooper_verner_stages{{
    {0.0, {}},
    {0.5, {1.0 / 2.0}},
    {0.5, {1.0 / 4.0, 1.0 / 4.0}},
    {(7.0 + s) / 14.0, {1.0 / 7.0, (-7.0 - 3.0 * s) / 98.0, (21.0 + 5.0 * s) / 49.0}},
    {(7.0 + s) / 14.0, {(11.0 + s) / 84.0, 0.0, (18.0 + 4.0 * s) / 63.0, (21.0 - s) / 252.0}},
    {0.5, {(5.0 + s) / 48.0, 0.0, (9.0 + s) / 36.0, (-231.0 + 14.0 * s) / 360.0, (63.0 - 7.0 * s) / 80.0}},
    {(7.0 - s) / 14.0,
     {(10.0 - s) / 42.0, 0.0, (-432.0 + 92.0 * s) / 315.0, (633.0 - 145.0 * s) / 90.0, (-504.0 + 115.0 * s) / 70.0,
      (63.0 - 13.0 * s) / 35.0}},
    {(7.0 - s) / 14.0, {1.0 / 14.0, 0.0, 0.0, 0.0, (14.0 - 3.0 * s) / 126.0, (13.0 - 3.0 * s) / 63.0, 1.0 / 9.0}},
    {0.5,
     {1.0 / 32.0, 0.0, 0.0, 0.0, (91.0 - 21.0 * s) / 576.0, 11.0 / 72.0, (-385.0 - 75.0 * s) / 1152.0,
      (63.0 + 13.0 * s) / 128.0}},
    {(7.0 + s) / 14.0,
     {1.0 / 14.0, 0.0, 0.0, 0.0, 1.0 / 9.0, (-733.0 - 147.0 * s) / 2205.0, (515.0 + 111.0 * s) / 504.0,
      (-51.0 - 11.0 * s) / 56.0, (132.0 + 28.0 * s) / 245.0}},
    {1.0,
     {0.0, 0.0, 0.0, 0.0, (-42.0 + 7.0 * s) / 18.0, (-18.0 + 28.0 * s) / 45.0, (-273.0 - 53.0 * s) / 72.0,
      (301.0 + 53.0 * s) / 72.0, (28.0 - 28.0 * s) / 45.0, (49.0 - 7.0 * s) / 18.0}},
}};
constexpr std::array<double, 11> cooper_verner_weights{
    1.0 / 20.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 49.0 / 180.0, 16.0 / 45.0, 49.0 / 180.0, 1.0 / 20.0};

/// out = base + h sum weights_i rates_i, rates in steps of two. `out` may be `base`.
void combine(const VectorX& base, double h, std::span<const double> weights, const VectorX* rates, VectorX& out) {
  std::array<double, 11> factor{};
  std::array<const double*, 11> rate{};
  int count = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0.0) continue;
    factor[count] = h * weights[i];
    rate[count++] = rates[2 * i].data();
  }
  out.resize(base.size());
  const double* from = base.data();
  double* to = out.data();
  for (Eigen::Index k = 0; k < base.size(); ++k) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += factor[i] * rate[i][k];
    to[k] = from[k] + sum;
  }
}

/// context.workspace: stage the state of a stage, a scratch of the formulation, b quaternions before they are
/// normalized, history the rates of q and v of each stage in turn.
class RungeKutta final : public Stabilizer {
 public:
  RungeKutta(const Tableau& tableau, const IterationLimits& limits) : tableau_(tableau), limits_(limits) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    const Status status = run_stages(context, now);
    if (status != Status::converged) {
      next = context.workspace.stage;
      return status;
    }
    const std::vector<VectorX>& rates = context.workspace.history;
    start_next(now, now.time + context.h, next);
    combine(now.q, context.h, tableau_.weights, rates.data(), next.q);
    combine(now.v, context.h, tableau_.weights, rates.data() + 1, next.v);
    normalize_rotations(context.model, next.q);
    return project(context, next);
  }

  IntegrationUse integration_use() const override { return {.rotation = false, .gyroscopic = false}; }

  std::optional<std::string> objection(const Model& model) const override { return object_to_soft_rows(model); }

  /// Without forces the stages are at rest or move evenly, so that the step is that of `projection`:
  /// q+ = (I - P)(q + h v), v+ = (I - P) v. How forces act is a polynomial in h, which no rule of forces covers.
  std::optional<LinearUpdate> linear_update() const override {
    return LinearUpdate{.qq = {}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

 private:
  [[nodiscard]] Status run_stages(StepContext& context, const State& now) const;
  [[nodiscard]] Status project(StepContext& context, State& next) const;

  Tableau tableau_;
  IterationLimits limits_;
};

/// The rates of all stages; the impulse h sum b_i lambda_i.
Status RungeKutta::run_stages(StepContext& context, const State& now) const {
  Workspace& workspace = context.workspace;
  State& stage = workspace.stage;
  VectorX& raw = workspace.b;
  std::vector<VectorX>& rates = workspace.history;
  rates.resize(2 * tableau_.stages.size());
  stage = now;
  stage.integral.resize(0);
  context.report.impulse.setZero(context.model.num_rows);
  for (std::size_t i = 0; i < tableau_.stages.size(); ++i) {
    const std::span<const double> weights = std::span(tableau_.stages[i].weights).first(i);
    stage.time = now.time + context.h * tableau_.stages[i].time;
    combine(now.q, context.h, weights, rates.data(), raw);
    combine(now.v, context.h, weights, rates.data() + 1, stage.v);
    stage.q = raw;
    normalize_rotations(context.model, stage.q);
    evaluate(context.model, stage, context.scratch);
    formulate_acceleration(context.scratch, stage.v, 0.0, 0.0, stage.integral, workspace.a, context.problem);
    context.solve(context.problem, context.solution);
    if (context.solution.status != Status::converged) return context.solution.status;
    position_rate(context.model, raw, stage.v, rates[2 * i]);
    rates[2 * i + 1] = context.solution.x;
    context.report.impulse += (context.h * tableau_.weights[i]) * context.solution.multiplier;
  }
  return Status::converged;
}

Status RungeKutta::project(StepContext& context, State& next) const {
  StepReport& report = context.report;
  report.target_to_impulse = 1.0;
  report.set_impulses_alone();
  report.iterations = 0;
  evaluate(context.model, next, context.scratch);
  report_before_correction(context);
  // One correction is always made: whether an error of the size of the tolerance is left must not decide the last
  // digits, or a world turned as a whole would move otherwise.
  Status status = correct_position(context, std::numeric_limits<double>::infinity(), next);
  if (status != Status::converged) return status;
  ++report.iterations;
  evaluate_rows(context.model, next, context.scratch);
  status = project_position(context, limits_, next);
  return status == Status::converged ? project_velocity(context, next) : status;
}

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  const int order = static_cast<int>(options.number_or("order", 8.0));
  if (order != 4 && order != 8)
    return FactoryError{"order", "there are tableaux of the orders 4 and 8", "write order: 4 or order: 8"};
  const Tableau tableau =
      order == 4 ? Tableau{classical_stages, classical_weights} : Tableau{cooper_verner_stages, cooper_verner_weights};
  return std::make_shared<const RungeKutta>(tableau, iteration_limits(options, 20));
}

// The position is off by the error of the step alone: Newton's method needs one or two iterations, as in `projection`.
constexpr FieldSpec options[] = {{.name = "order",
                                  .type = FieldType::integer,
                                  .doc = "8: eleven stages a step; 4: the classical four",
                                  .default_text = "8",
                                  .minimum = 4.0,
                                  .maximum = 8.0},
                                 tolerance_option,
                                 max_iterations_option("20")};

}  // namespace
}  // namespace runge_kutta

const StabilizerType runge_kutta_stabilizer{
    .spec = {.name = "runge_kutta",
             .summary = "explicit Runge-Kutta on the accelerations, of order 8 or 4, then projection",
             .arguments = runge_kutta::options,
             .properties = {},
             .citation = "CooperVerner72, HairerNorsettWanner93"},
    .drift_order = 0,
    .position_order = 8,
    .variants = "runge_kutta | runge_kutta(order, tolerance, max_iterations)",
    .make = runge_kutta::make};

}  // namespace perpend
