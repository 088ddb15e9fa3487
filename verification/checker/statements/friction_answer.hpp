// An answer to contacts with friction: the nearby pair that obeys the law, and what is left of the rows with it.
#pragma once

#include "verification/checker/statements/friction_law.hpp"

namespace perpend::checker {

/// A real number that is at least 0; nothing above: it is infinite.
struct Size {
  Rational lower;
  std::optional<Rational> upper = Rational(0);

  void raise(const Rational& low, const std::optional<Rational>& high);
  void raise(const Size& other) { raise(other.lower, other.upper); }
  void raise(const Ball& x) { raise(x.lower(), x.upper()); }
  void raise(const Rational& x) { raise(x, x); }
  /// |change| of a size.
  void raise_share(const Ball& change, const Rational& size);
};

struct FrictionAnswer {
  ContactProblem problem;
  std::vector<Rational> x, image;  ///< A x + b
  ContactSizes sizes;
  FrictionLaw law;
  int num_directions = 0;  ///< of a pyramid
  std::vector<ObeyingPair> pairs{};
  std::vector<Ball> moved{};  ///< x with the reactions of the pairs
};
/// Without its pairs; throws DataError.
[[nodiscard]] FrictionAnswer read_friction_answer(const nlohmann::json& data, bool is_pyramid);
/// From the witness `pairs`; false, and the claim is left open, when they obey no law.
[[nodiscard]] bool make_pairs(Judgement& judgement, FrictionAnswer& answer);

/// The largest of all contacts.
struct Residuals {
  Size share, error, moved, negative_reaction, negative_velocity, product, excess, gap, equation;
  std::vector<Size> shares;  ///< of each contact
};
[[nodiscard]] Residuals measure(const FrictionAnswer& answer);

/// Velocities that came with the answer against those of its reactions.
struct VelocityErrors {
  Size off, share;
};
[[nodiscard]] VelocityErrors measure_velocities(const FrictionAnswer& answer, const std::vector<Rational>& given);

}  // namespace perpend::checker
