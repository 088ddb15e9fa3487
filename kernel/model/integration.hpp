// How orientations in space advance and how the gyroscopic term enters, which the plane has not; and what a method
// follows of such choices.
#pragma once

#include <span>
#include <string_view>

namespace perpend {

enum class RotationUpdate {
  exponential,  ///< q+ = exp(h omega / 2) q: a unit quaternion to rounding
  first_order,  ///< q+ = q + (h/2) (0, omega) q, then normalized [Hong06] (9)
};

enum class GyroscopicTerm {
  explicit_term,  ///< f holds -omega x (I omega) of the old state [Hong06] (8)
  implicit_term,  ///< f holds its mean over the step, from the free rotation solved implicitly
};

struct Integration {
  RotationUpdate rotation = RotationUpdate::exponential;
  GyroscopicTerm gyroscopic = GyroscopicTerm::explicit_term;
  double step = 0.0;  ///< [s]; the implicit term needs it

  friend bool operator==(const Integration&, const Integration&) = default;
};

/// Which of these choices of a run a method follows.
struct IntegrationUse {
  bool rotation = true;
  bool gyroscopic = true;
};

/// Choices of a scene that a method does not follow, by their names in the language.
struct IgnoredChoices {
  std::span<const std::string_view> names{};
  std::string_view reason{};  ///< what it does instead, as "it ..."
};

}  // namespace perpend
