// The complementary point next to an answer of an LCP, and what it shows about the answer.
#pragma once

#include "verification/checker/claim.hpp"
#include "verification/checker/lcp/lcp.hpp"

namespace perpend::checker {

/// y_i is z_i or 0, slack >= 0, of each pair one is 0: y solves exactly the problem with b + error,
/// error = slack - (A y + b).
struct Neighbour {
  std::vector<Rational> y, slack, error;
  std::vector<Rational> size;  ///< of what each row sums
  Rational largest_step;       ///< |z - y|
};
/// Wrong when the witnesses do not show it.
[[nodiscard]] Neighbour read_neighbour(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z);

/// What the claimed distances show in addition to themselves.
struct Existence {
  bool is_solvable = false;
  bool is_unique = false;
  std::optional<Rational> most, least;  ///< some solution is no further, every one at least so far
};
/// Each distance by the theorem that it names: the equations of the active rows with strict signs; A positive definite
/// and |y - z*| <= |error| / lambda [MathiasPang90]; <A> v = t > 0 and |y - z*| <= max |error_i / t_i| v [ChenXiang06];
/// the solution with the active rows given; z itself, which is one. From below: of a solution z*_i or w*_i is 0 and
/// both are >= 0, so that
///     |z - z*| >= |min(z_i, w_i / sum_j |a_ij|)|;
/// or the solution itself, where it is the only one. w = A z + b.
[[nodiscard]] Existence check_distances(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z,
                                        const Neighbour& neighbour);

}  // namespace perpend::checker
