// Explicit Runge-Kutta methods on the accelerations that the constraints allow, with a projection after each step.
//     M a - J^T lambda = f,  J a = -Jdot v     at the stages  Y_i = y + h sum_j a_ij F(Y_j),  F(q, v) = (rate(q, v), a)
//     y+ = y + h sum_i b_i F(Y_i),   then q+ onto phi = 0 and v+ onto J v = -phi_t, as method `projection` does
// order 8: the twelve stages of the method of Dormand and Prince [HairerNorsettWanner93] II.5; order 4: the classical
// four, II.1. What a stage is off the constraint is of the order of the method, and so is what the projection moves:
// the order stays. Quaternions are integrated as four numbers by their rate and normalized at the end, rows evaluated
// at the normalized ones, so that the order does not depend on `rotation`. The gyroscopic term enters as it is in every
// stage. Non-holonomic rows are rows of the accelerations, and met by the projected velocity.
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/model/numbers/four_lanes.hpp"
#include "kernel/model/numbers/repeat.hpp"
#include "stabilizers/formulate.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace runge_kutta {
namespace {

using namespace four_lanes;

/// One stage: when it is, and what of each stage before it takes.
struct Stage {
  double time = 0.0;
  std::array<double, 11> weights{};
};

struct Tableau {
  std::span<const Stage> stages;
  std::span<const double> weights;  ///< b
};

constexpr std::array<Stage, 4> classical_stages{{{0.0, {}}, {0.5, {0.5}}, {0.5, {0.0, 0.5}}, {1.0, {0.0, 0.0, 1.0}}}};
constexpr std::array<double, 4> classical_weights{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

constexpr std::array<Stage, 12> dormand_prince_stages{{
    {0.0, {}},
    {0.05260015195876773187856, {0.05260015195876773187856}},
    {0.07890022793815159781784, {0.01972505698453789945446, 0.05917517095361369836338}},
    {0.1183503419072273967268, {0.02958758547680684918169, 0.0, 0.08876275643042054754507}},
    {0.2816496580927726032732, {0.2413651341592666855024, 0.0, -0.8845494793282860853449, 0.9248340032617920031157}},
    {1.0 / 3.0, {0.03703703703703703703704, 0.0, 0.0, 0.1708286087294738712796, 0.1254676875668224250167}},
    {0.25, {0.037109375, 0.0, 0.0, 0.170252211019544039315, 0.06021653898045596068502, -0.017578125}},
    {4.0 / 13.0,
     {0.03709200011850479271088, 0.0, 0.0, 0.1703839257122399938102, 0.1072620304463732846518,
      -0.01531943774862440175279, 0.008273789163814022887585}},
    {0.6512820512820512820513,
     {0.6241109587160757171144, 0.0, 0.0, -3.360892629446941294069, -0.8682193468417260068182, 27.59209969944670830494,
      20.15406755047789340862, -43.48988418106995884774}},
    {0.6,
     {0.4776625364382643658904, 0.0, 0.0, -2.488114619971667641926, -0.5902908268368429963714, 21.23005144818119423473,
      15.27923363288242358326, -33.28821096898486291945, -0.02033120170850862613582}},
    {6.0 / 7.0,
     {-0.937142430085987325717, 0.0, 0.0, 5.1863724288440637083, 1.091437348996729578185, -8.14978701074692612514,
      -18.52006565999695986416, 22.7394870993505042819, 2.493605552679652389871, -3.046764471898219500382}},
    {1.0,
     {2.273310147516538207924, 0.0, 0.0, -10.53449546673725019841, -2.000872058224862499097, -17.95893186311879891728,
      27.94888452941996005085, -2.858998277135023694741, -8.872856933530629544335, 12.36056717579430306473,
      0.643392746015763530356}},
}};
constexpr std::array<double, 12> dormand_prince_weights{
    {0.05429373411656876223805, 0.0, 0.0, 0.0, 0.0, 4.450312892752408881441, 1.891517899314500383043,
     -5.801203960010584781467, 0.3111643669578198944089, -0.1521609496625160785562, 0.2013654008040303483748,
     0.04471061572777259051769}};

/// out = base + h sum weights_i rates_i, rates in steps of two. `out` may be `base`.
void combine(const VectorX& base, double h, std::span<const double> weights, const VectorX* rates, VectorX& out) {
  std::array<double, 12> factor{};
  std::array<const double*, 12> rate{};
  int count = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0.0) continue;
    factor[count] = h * weights[i];
    rate[count++] = rates[2 * i].data();
  }
  out.resize(base.size());
  const double* from = base.data();
  double* to = out.data();
  const auto add = [&]<int fours>(Eigen::Index k) {
    FourLanes sum[fours] = {};
    for (int i = 0; i < count; ++i)
      repeat<fours>([&]<int j>() { sum[j] += in_all(factor[i]) * four_at(rate[i] + k + 4 * j); });
    repeat<fours>([&]<int j>() { set_four(to + k + 4 * j, four_at(from + k + 4 * j) + sum[j]); });
  };
  act_on_lanes([&] {
    Eigen::Index k = 0;
    for (; k + 16 <= base.size(); k += 16) add.operator()<4>(k);
    for (; k + 4 <= base.size(); k += 4) add.operator()<1>(k);
    for (; k < base.size(); ++k) {
      double sum = 0.0;
      for (int i = 0; i < count; ++i) sum += factor[i] * rate[i][k];
      to[k] = from[k] + sum;
    }
  });
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
    const bool is_known = i == 0 && context.integration.gyroscopic == GyroscopicTerm::explicit_term;
    if (!is_known) evaluate(context.model, stage, context.scratch);
    const Evaluation& at = is_known ? context.now : context.scratch;
    formulate_acceleration(at, stage.v, 0.0, 0.0, stage.integral, workspace.a, context.problem);
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
  const Tableau tableau = order == 4 ? Tableau{classical_stages, classical_weights}
                                     : Tableau{dormand_prince_stages, dormand_prince_weights};
  return std::make_shared<const RungeKutta>(tableau, iteration_limits(options, 20));
}

// The position is off by the error of the step alone: Newton's method needs one or two iterations, as in `projection`.
constexpr FieldSpec options[] = {{.name = "order",
                                  .type = FieldType::integer,
                                  .doc = "8: twelve stages a step; 4: the classical four",
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
             .citation = "HairerNorsettWanner93"},
    .drift_order = 0,
    .position_order = 8,
    .variants = "runge_kutta | runge_kutta(order, tolerance, max_iterations)",
    .make = runge_kutta::make};

}  // namespace perpend
