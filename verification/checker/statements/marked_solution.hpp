// A solution of an LCP from which entry of each pair is 0.
#pragma once

#include "verification/checker/statements/neighbour.hpp"

namespace perpend::checker {

/// The mark of a pair says: 1: w = 0; 0: z = 0; 1/2: one or the other, or both. The active equations are
/// solved over the rationals, each choice of the ambiguous rows is tried on what is left of them, and all signs are
/// checked. Nothing when no choice is a solution, or there are too many.
[[nodiscard]] std::optional<std::vector<Rational>> marked_solution(const LcpData& lcp,
                                                                   const std::vector<Rational>& marks);

}  // namespace perpend::checker
