// Reference trajectory by an independent route: accelerations of the index-reduced system from a dense rank-revealing
// factorization in extended precision, Gragg-Bulirsch-Stoer extrapolation, projection after each step. It shares no
// solver and no discretization with the other methods. [Gragg65], [BulirschStoer66], [HairerNorsettWanner93] High
// precision, not proved: the driver runs it a second time with other orders and half the step and compares.
#include <algorithm>
#include <cmath>

#include "kernel/dynamics/extrapolation.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace reference {
namespace {

void load(const VectorX& high, const VectorX& low, ExtendedVector& out) {
  out = high.cast<Extended>();
  if (low.size() == high.size()) out += low.cast<Extended>();
}

void store(const ExtendedVector& value, VectorX& high, VectorX& low) {
  high = value.cast<double>();
  low = (value - high.cast<Extended>()).cast<double>();
}

// Rows that do not count follow from the others all along, unless the step began in a singular position. What they are
// missed by is then no rounding of the start's closing: a reference is held to 1e-9 [m, rad].
constexpr Extended largest_open = 1e-9L;

class Reference final : public Stabilizer {
 public:
  Reference(double tolerance, int max_columns, int substeps)
      : tolerance_(tolerance), max_columns_(max_columns), substeps_(substeps) {}

  IntegrationUse integration_use() const override { return {.rotation = false, .gyroscopic = false}; }

  std::optional<std::string> objection(const Model& model) const override {
    if (model.num_velocities > ExtendedDynamics::max_coordinates)
      return "the mechanism has " + std::to_string(model.num_velocities) +
             " coordinates; the dense reference takes at most " + std::to_string(ExtendedDynamics::max_coordinates);
    return object_to_soft_rows(model);
  }

  Status step(StepContext& context, const State& now, State& next) const override {
    if (context.model.num_velocities > ExtendedDynamics::max_coordinates) return Status::iteration_limit;
    ExtendedDynamics dynamics(context.model);
    const auto acceleration = [&](Extended t, const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& a) {
      dynamics.acceleration(t, q, v, a);
    };
    const auto position_rate = [&](const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& rate) {
      dynamics.position_rate(q, v, rate);
    };
    Extrapolation extrapolation(acceleration, {.max_columns = max_columns_, .tolerance = Extended(tolerance_)},
                                position_rate);
    dynamics.remember_coordinates(now.coordinates);
    ExtendedVector q;
    ExtendedVector v;
    load(now.q, now.q_low, q);
    load(now.v, now.v_low, v);
    const Extended substep = Extended(context.h) / Extended(substeps_);
    for (int i = 0; i < substeps_; ++i)
      if (!extrapolation.advance(Extended(now.time) + Extended(i) * substep, substep, q, v))
        return Status::iteration_limit;
    const Extended open = dynamics.project(Extended(now.time) + Extended(context.h), q, v);
    if (!std::isfinite(open)) return Status::not_finite;
    if (open > largest_open) return Status::iteration_limit;
    next.time = now.time + context.h;
    store(q, next.q, next.q_low);
    store(v, next.v, next.v_low);
    context.report.has_impulses = false;
    context.report.corrected = false;
    return Status::converged;
  }

  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  double tolerance_;
  int max_columns_;
  int substeps_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Reference>(options.number_or("tolerance", 1e-17),
                                           static_cast<int>(options.number_or("max_columns", 12.0)),
                                           static_cast<int>(options.number_or("substeps", 1.0)));
}

// Default tolerance: a hundred roundings of the 64-bit significand (5e-20), per step; 1e5 steps still leave 1e-12.
constexpr FieldSpec options[] = {{.name = "tolerance",
                                  .doc = "tolerance of each extrapolation, relative to the size of the solution",
                                  .default_text = "1e-17",
                                  .minimum = 1e-19,
                                  .maximum = 1e-6},
                                 {.name = "max_columns",
                                  .type = FieldType::integer,
                                  .doc = "columns of the extrapolation table; the order is twice that",
                                  .default_text = "12",
                                  .minimum = 2.0,
                                  .maximum = 20.0},
                                 {.name = "substeps",
                                  .type = FieldType::integer,
                                  .doc = "extrapolations per step",
                                  .default_text = "1",
                                  .minimum = 1.0,
                                  .maximum = 1000.0}};

}  // namespace
}  // namespace reference

const StabilizerType reference_stabilizer{
    .spec = {.name = "reference",
             .summary = "high-order extrapolation in extended precision, index-reduced and projected",
             .arguments = reference::options,
             .properties = {},
             .citation = "Gragg65, BulirschStoer66, HairerNorsettWanner93"},
    .drift_order = 0,
    .position_order = 0,
    .variants = "reference | reference(tolerance, max_columns, substeps)",
    .make = reference::make};

}  // namespace perpend
