// Whether forces that depend on the state keep a step stable on the motions that J allows.
#pragma once

#include "verification/checker/mechanism/data.hpp"

namespace perpend::checker {

/// Why rho <= 1 is not shown on these motions; empty: it is. Pre: M is positive definite, `data` has forces and an
/// update, and the rows that were not left out are independent.
[[nodiscard]] std::string why_not_bounded(const Data& data);

/// Why the witness shows no eigenvalue of modulus above 1 and at least `radius`; empty: it does. Pre: as above.
[[nodiscard]] std::string why_not_unstable(const Data& data, const Rational& radius);

}  // namespace perpend::checker
