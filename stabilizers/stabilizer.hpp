// A stabilizer is a way to make one step of a constrained mechanism.
#pragma once

#include <optional>
#include <string>

#include "kernel/model/integration.hpp"
#include "kernel/model/linear_forces.hpp"
#include "kernel/model/linear_system.hpp"
#include "kernel/simulation/step.hpp"

namespace perpend {

class Stabilizer {
 public:
  virtual ~Stabilizer() = default;

  /// One step from `now` to `next` of length context.h. Pure but for context's scratch and report. Every linear system
  /// goes through context.solve. A status other than converged stops the run.
  [[nodiscard]] virtual Status step(StepContext& context, const State& now, State& next) const = 0;

  /// Why this method cannot run this model, in words for the user; nothing when it can. A run must not start with one.
  [[nodiscard]] virtual std::optional<std::string> objection(const Model&) const { return std::nullopt; }

  /// The same where the run is made for it: one that passes events between its steps cannot pass them in one.
  [[nodiscard]] virtual std::optional<std::string> objection_to_run(const Model& model) const {
    return objection(model);
  }

  /// Whether friction holds what does not slide. Asked of methods that take contacts.
  [[nodiscard]] virtual bool has_static_friction() const { return true; }

  /// What of the run's Integration a step follows.
  [[nodiscard]] virtual IntegrationUse integration_use() const { return {}; }

  /// Choices about contacts, of the method or of the world, that a step does not follow.
  [[nodiscard]] virtual IgnoredChoices ignored_contact_choices() const { return {}; }

  /// The update on a linearized system, when the method has one.
  [[nodiscard]] virtual std::optional<LinearUpdate> linear_update() const = 0;

  /// How forces that depend on the state act in it. Pre of every rule but `unknown`: (J dq, J dv) evolves by the update
  /// above, whatever these forces are, so that {J dq = 0, J dv = 0} is invariant.
  [[nodiscard]] virtual ForceRule force_rule() const { return ForceRule::unknown; }
};

}  // namespace perpend
