// Solvers of games know friction as a box: |t| <= mu n, a row that names the row of its normal. An LCP has the same
// with two directions t = t+ - t- and a slip s that closes the box:
//     row s:  mu n - e (t+ + t-) >= 0,     rows t+, t-:  +-(A x + b)_t + e s >= 0.
// Where each slip bounds one such pair, and nothing else does, the two are one problem. A friction pyramid of four
// directions is no box.
#pragma once

#include <limits>
#include <optional>

#include "solver_program.hpp"

namespace referee {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// lower <= x <= upper; of a row with bounded_by = k >= 0 both are multiplied by x_k. Normals first.
struct BoxedLcp {
  Lcp lcp;
  std::vector<double> lower, upper;
  std::vector<int> bounded_by;
};

/// One row of friction of an LCP.
struct FrictionPair {
  int forward = -1, backward = -1, slip = -1, normal = -1;
  double friction = 0.0;  ///< mu / e
  double closing = 0.0;   ///< e
};

struct BoxedForm {
  BoxedLcp boxed;
  std::vector<int> normals;         ///< rows of the LCP
  std::vector<FrictionPair> pairs;  ///< rows of `boxed` after the normals, in this order
};

/// Nothing where the LCP is no box. One without friction is its own.
[[nodiscard]] std::optional<BoxedForm> find_boxed_form(const Lcp& lcp);

/// z of the LCP from x of its box.
[[nodiscard]] std::vector<double> unbox(const BoxedForm& form, const std::vector<double>& x);

/// max_i |x_i - clamp(x_i - w_i, lower_i, upper_i)| / (1 + max |b|), with the bounds that x itself sets.
[[nodiscard]] double boxed_residual(const BoxedLcp& boxed, const std::vector<double>& x);

inline constexpr bool needs_symmetry = true, takes_any = false;

/// "unsuited" where there is no box, or A is not symmetric though it has to be.
[[nodiscard]] Answer solve_boxed(const Lcp& lcp, const std::function<Answer(const BoxedLcp&)>& solve,
                                 bool must_be_symmetric);

}  // namespace referee
