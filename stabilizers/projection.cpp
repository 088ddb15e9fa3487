// Projection: the unstabilized step, then Newton's iteration on phi(q) = 0 to a stated tolerance and the nearest
// velocity that the constraints allow there, both in the metric of the mass matrix.
//     [ M -J^T; J 0 ] [ dq; lambda ] = [ 0; -phi ]   until max |phi| <= tolerance
//     [ M -J^T; J 0 ] [ v; mu ]      = [ M v; -phi_t ]
#include <limits>

#include "stabilizers/formulate.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace {

class Projection final : public Stabilizer {
 public:
  Projection(double tolerance, int max_iterations) : tolerance_(tolerance), max_iterations_(max_iterations) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    Status status = step_velocity_level(context, now, 0.0, 0.0, next);
    if (status != Status::converged) return status;
    evaluate(context.model, next, context.scratch, context.integration);
    report_before_correction(context);
    status = project_position(context, next);
    if (status != Status::converged) return status;
    return project_velocity(context, next);
  }

  /// q+ = (I - P)(q + h v+), v+ = (I - P) v.
  std::optional<LinearUpdate> linear_update() const override {
    return LinearUpdate{.qq = {}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

 private:
  Status project_position(StepContext& context, State& next) const {
    const auto is_met = [&] {
      const VectorX& phi = context.scratch.rows.phi;
      return phi.allFinite() && (phi.size() == 0 || phi.cwiseAbs().maxCoeff() <= tolerance_);
    };
    context.report.iterations = 0;
    while (!is_met()) {
      if (context.report.iterations == max_iterations_) return Status::iteration_limit;
      const Status status = correct_position(context, std::numeric_limits<double>::infinity(), next);
      if (status != Status::converged) return status;
      ++context.report.iterations;
      evaluate_rows(context.model, next, context.scratch);
    }
    return Status::converged;
  }

  static Status project_velocity(StepContext& context, State& next) {
    formulate_velocity_projection(context.scratch, next.v, context.problem);
    context.solve(context.problem, context.solution);
    if (context.solution.status == Status::converged) next.v = context.solution.x;
    return context.solution.status;
  }

  double tolerance_;  ///< on every row [m, rad]
  int max_iterations_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Projection>(options.number_or("tolerance", 1e-12),
                                            static_cast<int>(options.number_or("max_iterations", 20.0)));
}

// Default tolerance: rounding of a position of 1 m is 1e-16 m and grows with a few sums; 1e-12 m leaves four digits of
// room. Newton doubles the digits in each iteration, so that 20 are reached only where it does not converge.
constexpr FieldSpec options[] = {{.name = "tolerance",
                                  .dimension = dimension::length,
                                  .doc = "largest row of phi left (radians count as metres)",
                                  .default_text = "1e-12 m",
                                  .minimum = 0.0,
                                  .exclusive_minimum = true},
                                 {.name = "max_iterations",
                                  .type = FieldType::integer,
                                  .doc = "of Newton; more stop the run",
                                  .default_text = "20",
                                  .minimum = 1.0,
                                  .maximum = 1000.0}};

}  // namespace

const StabilizerType projection_stabilizer{
    .spec = {.name = "projection",
             .summary = "unstabilized step, then Newton on the position and the nearest velocity",
             .arguments = options,
             .properties = {},
             .citation = "HairerNorsettWanner93"},
    .drift_order = 0,
    .variants = "projection | projection(tolerance, max_iterations)",
    .make = make};

}  // namespace perpend
