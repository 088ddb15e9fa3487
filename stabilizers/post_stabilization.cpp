// Post-stabilization: the unstabilized step, then a position correction with everything re-evaluated at q+.
// [ClinePai03] (14)
//     [ M -J^T; J 0 ] [ dq; lambda ] = [ 0; -phi(q+) ],   q+ <- q+ + dq
// Limits are complementary in it, (15); along non-holonomic rows N dq = 0, they have no error of position.
// The velocity is not touched. The error before the correction has order 2, after one correction order 4. `iterations`
// repeats it; `step_limit` keeps it small where the linearization fails (section VI.C).
#include <limits>

#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace post_stabilization {
namespace {

class PostStabilization final : public Stabilizer {
 public:
  PostStabilization(int iterations, double step_limit) : iterations_(iterations), step_limit_(step_limit) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    Status status = step_velocity_level(context, now, {.contacts = {.keeps_distance = false}}, next);
    if (status != Status::converged) return status;
    evaluate(context.model, next, context.scratch, context.integration);
    report_before_correction(context);
    for (int i = 0; i < iterations_ && status == Status::converged; ++i) {
      if (i > 0) evaluate_rows(context.model, next, context.scratch);
      status = correct_position(context, step_limit_, next);
    }
    context.report.iterations = iterations_;
    return status;
  }

  /// q+ = (I - P)(q + h v+), v+ = (I - P) v.
  std::optional<LinearUpdate> linear_update() const override {
    return LinearUpdate{.qq = {}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

  /// The correction leaves alone what J does not see.
  ForceRule force_rule() const override { return ForceRule::new_velocity; }

 private:
  int iterations_;
  double step_limit_;  ///< [m]
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const PostStabilization>(
      static_cast<int>(options.number_or("iterations", 1.0)),
      options.number_or("step_limit", std::numeric_limits<double>::infinity()));
}

constexpr FieldSpec options[] = {{.name = "iterations",
                                  .type = FieldType::integer,
                                  .doc = "corrections per step, re-evaluated each time",
                                  .default_text = "1",
                                  .minimum = 1.0,
                                  .maximum = 1000.0},
                                 {.name = "step_limit",
                                  .dimension = dimension::length,
                                  .doc = "farthest that a correction may move a point of a body",
                                  .default_text = "no limit",
                                  .minimum = 0.0,
                                  .exclusive_minimum = true}};

}  // namespace
}  // namespace post_stabilization

const StabilizerType post_stabilization_stabilizer{
    .spec = {.name = "post_stabilization",
             .summary = "unstabilized step, then a position correction",
             .arguments = post_stabilization::options,
             .properties = {},
             .citation = "ClinePai03"},
    .drift_order = 4,
    .position_order = 1,
    .variants = "post_stabilization | post_stabilization(iterations, step_limit)",
    .make = post_stabilization::make};

}  // namespace perpend
