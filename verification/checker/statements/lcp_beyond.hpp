// That no solution of an LCP is near an answer.
#pragma once

#include "verification/checker/statements/distance.hpp"
#include "verification/checker/statements/neighbour.hpp"

namespace perpend::checker {

/// Where the marks are above 0.
[[nodiscard]] std::vector<int> active_rows(const std::vector<Rational>& marks);

/// Signs of the solution of the active equations, and of the slack of all other rows.
[[nodiscard]] bool are_signs_strict(const LcpData& lcp, const std::vector<int>& active, const Enclosed& z);

/// "distance of z to any solution at least", by rows or, where `found` has one solution alone, by that: it is 0 where
/// the marks are.
void check_least(Judgement& judgement, const LcpData& lcp, const std::vector<Rational>& z,
                 const std::vector<Rational>& marks, Existence& found);

}  // namespace perpend::checker
