// Reference trajectory by an independent route: accelerations of the index-reduced system from a dense rank-revealing
// factorization in extended precision, Gragg-Bulirsch-Stoer extrapolation, projection after each step. It shares no
// solver and no discretization with the other methods. [Gragg65], [BulirschStoer66], [HairerNorsettWanner93] High
// precision, not proved: the driver runs it a second time with other orders and half the step and compares.
#include "stabilizers/objections.hpp"
#include "stabilizers/reference_step.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace reference {
namespace {

std::optional<std::string> object_to_size(const Model& model) {
  if (model.num_velocities <= ExtendedDynamics::max_coordinates) return std::nullopt;
  return "the mechanism has " + std::to_string(model.num_velocities) +
         " coordinates; the dense reference takes at most " + std::to_string(ExtendedDynamics::max_coordinates);
}

class Reference final : public Stabilizer {
 public:
  Reference(const ReferenceAccuracy& accuracy, bool has_options) : accuracy_(accuracy), has_options_(has_options) {}

  IntegrationUse integration_use() const override { return {.rotation = false, .gyroscopic = false}; }

  IgnoredChoices ignored_contact_choices() const override {
    static constexpr std::string_view names[] = {"solver", "active_gap", "active_set", "restitution_law", "directions"};
    return {.names = names, .reason = "it follows the laws of the world"};
  }

  std::optional<std::string> objection(const Model& model) const override {
    if (auto size = object_to_size(model)) return size;
    return object_to_soft_rows(model);
  }

  /// Limits, dry friction and contacts: study/reference makes the run.
  std::optional<std::string> objection_to_run(const Model& model) const override {
    if (auto size = object_to_size(model)) return size;
    if (auto compliance = object_to_compliance(model)) return compliance;
    if (has_options_ && object_to_bounded_rows(model))
      return "with options of its own the reference does not locate what limits, dry friction and contacts do; write "
             "'reference' alone";
    return std::nullopt;
  }

  Status step(StepContext& context, const State& now, State& next) const override {
    const Status status = advance_reference({context.model}, accuracy_, context.h, now, next);
    if (status != Status::converged) return status;
    report_forces(context, reference_forces({context.model}, next).multiplier);
    return status;
  }

  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  ReferenceAccuracy accuracy_;
  bool has_options_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Reference>(
      ReferenceAccuracy{.tolerance = options.number_or("tolerance", 1e-17),
                        .max_columns = static_cast<int>(options.number_or("max_columns", 12.0)),
                        .substeps = static_cast<int>(options.number_or("substeps", 1.0))},
      !options.entries().empty());
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
