#include "study/runs/reference_trajectory.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/stop.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace {

/// Where the smooth motion of a mechanism ends that has limits, dry friction or contacts: from there on it needs forces
/// that the reference does not have.
class SmoothPhase {
 public:
  explicit SmoothPhase(const World& world)
      : model_(world.model), evaluation_(allocate_evaluation(model_)), room_(1e-14 * characteristic_length(model_)) {
    rates_ = rates_at(world.initial);
  }

  /// What the state is beyond; empty: it belongs to the phase.
  [[nodiscard]] std::string event_at(const State& state) {
    const VectorX rates = rates_at(state);
    for (std::size_t i = 0; i < model_.coordinate_rows.size(); ++i) {
      const CoordinateRow& row = model_.coordinate_rows[i];
      const Eigen::Index index = model_.num_joint_rows + static_cast<Eigen::Index>(i);
      const std::string& joint = model_.joints[static_cast<std::size_t>(row.joint)].name;
      if (row.kind == CoordinateRow::Kind::turning_friction)
        return fmt::format("joint '{}' has dry friction about three axes", joint);
      const bool is_friction = row.kind == CoordinateRow::Kind::friction;
      if (!is_friction && limit_gap(model_, evaluation_.rows, static_cast<int>(index)) < 0.0)
        return fmt::format("joint '{}' reaches a limit", joint);
      // The push of friction keeps its sign while the joint slides one way.
      if (is_friction && !(rates[index] * rates_[index] > 0.0))
        return fmt::format("joint '{}' comes to rest, where dry friction may hold it", joint);
    }
    for (const Contact& contact : evaluation_.contacts.contacts)
      if (contact.gap < -room_)
        return fmt::format("'{}' and '{}' touch", name_of(contact.body[0]), name_of(contact.body[1]));
    return "";
  }

  /// The mechanism without limits and contacts; dry friction pushes against the motion of the start.
  [[nodiscard]] Model smooth_model() const {
    Model smooth = model_;
    smooth.contacts.enabled = false;
    for (std::size_t i = 0; i < model_.coordinate_rows.size(); ++i) {
      const CoordinateRow& row = model_.coordinate_rows[i];
      if (row.kind == CoordinateRow::Kind::turning_friction) {
        smooth.joints[static_cast<std::size_t>(row.joint)].turning_friction = 0.0;
        continue;
      }
      CoordinateElement& element = smooth.joints[static_cast<std::size_t>(row.joint)].element[row.coordinate];
      if (row.kind == CoordinateRow::Kind::friction) {
        Force brake;
        brake.name = smooth.joints[static_cast<std::size_t>(row.joint)].name;
        brake.joint = row.joint;
        brake.coordinate = row.coordinate;
        brake.push = TimeFunction(
            -std::copysign(element.friction, rates_[model_.num_joint_rows + static_cast<Eigen::Index>(i)]));
        smooth.forces.push_back(std::move(brake));
      }
      element.friction = 0.0;
      element.lower = -std::numeric_limits<double>::infinity();
      element.upper = std::numeric_limits<double>::infinity();
      smooth.joints[static_cast<std::size_t>(row.joint)].tracks_coordinates = true;
    }
    number_unknowns(smooth);
    return smooth;
  }

 private:
  VectorX rates_at(const State& state) {
    evaluate_rows(model_, state, evaluation_);
    VectorX rates;
    apply_jacobian(evaluation_.rows, state.v, rates);
    return rates;
  }
  [[nodiscard]] std::string name_of(int body) const {
    return body == world_body ? "world" : model_.bodies[static_cast<std::size_t>(body)].name;
  }

  const Model& model_;
  Evaluation evaluation_;
  VectorX rates_;  // of all rows at the start
  double room_;    // rounding of a gap [m]
};

class StateKeeper final : public SimulationObserver {
 public:
  explicit StateKeeper(SmoothPhase* phase) : phase_(phase) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (phase_ != nullptr && instant.step > 0) event = phase_->event_at(instant.state);
    if (!event.empty()) return false;
    states.push_back(instant.state);
    return !must_stop();
  }
  std::vector<State> states;
  std::string event;

 private:
  SmoothPhase* phase_;  // null: all of the motion is smooth
};

SimulationResult integrate(const Model& model, const State& start, double step, long num_steps, int max_columns,
                           int substeps, StateKeeper& keeper) {
  Properties options;
  options.set("max_columns", static_cast<double>(max_columns));
  options.set("substeps", static_cast<double>(substeps));
  const auto stabilizer = std::get<0>(reference_stabilizer.make(options));
  const auto advance = [&](StepContext& context, const State& now, State& next) {
    return stabilizer->step(context, now, next);
  };
  return simulate(model, start, advance,
                  {.step = step, .num_steps = num_steps, .dependent_rows = DependentRows::leave_out}, keeper);
}

ReferenceTrajectory make(const World& world, double step, long num_steps) {
  ReferenceTrajectory reference;
  const auto stabilizer = std::get<0>(reference_stabilizer.make({}));
  const bool is_smooth = world.model.coordinate_rows.empty() && !world.model.contacts.enabled;
  std::optional<SmoothPhase> phase;
  if (!is_smooth) phase.emplace(world);
  const Model model = is_smooth ? world.model : phase->smooth_model();
  if (const auto objection = stabilizer->objection(model)) {
    reference.status = Status::iteration_limit;
    reference.message = *objection;
    return reference;
  }
  StateKeeper first(phase ? &*phase : nullptr);
  StateKeeper second(phase ? &*phase : nullptr);
  const SimulationResult run = integrate(model, world.initial, step, num_steps, 12, 1, first);
  const SimulationResult check = integrate(model, world.initial, step, num_steps, 9, 2, second);
  reference.event = first.event;
  reference.states = std::move(first.states);
  reference.status = run.status == Status::converged ? check.status : run.status;
  reference.message = run.status == Status::converged ? check.message : run.message;
  if (must_stop()) {
    reference.status = Status::interrupted;
    reference.message = "the reference was broken off";
  }
  reference.seconds = run.seconds + check.seconds;
  for (std::size_t i = 0; i < std::min(reference.states.size(), second.states.size()); ++i)
    if (reference.states[i].q.size() > 0)
      reference.difference =
          std::max(reference.difference, (reference.states[i].q - second.states[i].q).cwiseAbs().maxCoeff());
  if (reference.status == Status::converged && !(reference.difference <= reference_agreement)) {
    reference.status = Status::iteration_limit;
    reference.message = fmt::format(
        "two reference runs of other order and step differ by {:.2g}: the motion is too sensitive over this time",
        reference.difference);
  }
  return reference;
}

}  // namespace

const ReferenceTrajectory& ReferenceLibrary::get(double step, long num_steps) {
  const std::lock_guard lock(mutex_);
  const auto key = std::make_pair(step, num_steps);
  const auto found = made_.find(key);
  if (found != made_.end() && found->second.status != Status::interrupted) return found->second;
  return made_.insert_or_assign(key, make(world_, step, num_steps)).first->second;
}

}  // namespace perpend
