// Baumgarte's feedback at acceleration level, one class for each way to integrate it.
#pragma once

#include <memory>
#include <optional>

#include "stabilizers/nonholonomic.hpp"
#include "stabilizers/stabilizer.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

/// alpha = zeta omega: kept as the two factors, so that the linear update is an exact product.
struct ErrorFeedback {
  double beta = 0.0;   ///< [1/s]
  double zeta = 0.0;   ///< [-]
  double omega = 0.0;  ///< [1/s]
  std::optional<Quadrature> quadrature;
  [[nodiscard]] double alpha() const { return zeta * omega; }
};

/// v+ = v + h a, then q+ by the rule.
[[nodiscard]] std::shared_ptr<const Stabilizer> one_stage_baumgarte(const ErrorFeedback& feedback, PositionRule rule);

/// The classical Runge-Kutta method of order 4.
[[nodiscard]] std::shared_ptr<const Stabilizer> runge_kutta_baumgarte(const ErrorFeedback& feedback);

/// Limits or friction, or a quadrature that non-holonomic rows need and the scene does not choose.
[[nodiscard]] std::optional<std::string> object_to_feedback(const Model& model, const ErrorFeedback& feedback,
                                                            std::string_view choices);

}  // namespace perpend
