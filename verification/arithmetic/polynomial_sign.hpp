// The sign of a polynomial on an interval of positive numbers, exactly.
#pragma once

#include <optional>
#include <vector>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

/// Coefficients by rising power; the last is not 0, and the zero polynomial has none.
using Polynomial = std::vector<Rational>;

/// Sign of f everywhere on the open interval from `low` to `high` (nullopt: infinity): +1, -1, 0 for the zero
/// polynomial; nullopt where f has a root inside. Roots are counted by Sturm's theorem [BasuPollackRoy06]. Pre: 0 <=
/// low < high.
[[nodiscard]] std::optional<int> constant_sign(const Polynomial& f, const Rational& low,
                                               const std::optional<Rational>& high);

}  // namespace perpend
