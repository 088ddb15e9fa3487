// The kinds of statement that `perpend certify` makes, and their proofs. Each escalates: structure, doubles, balls,
// exact numbers, until one of them decides; what would take too long is said at once, with an estimate.
#pragma once

#include <functional>
#include <iterator>
#include <optional>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/linear_system.hpp"
#include "verification/statements/statement.hpp"

namespace perpend {

enum class StatementKind : int {
  spd,
  rank,
  linear,
  rho,
  matrix_class,
  lcp,
  solvability,
  method,
  limit,
  friction_cone,
  friction_pyramid,
  friction_existence,
  friction  ///< of files that cannot be read, so that there is no law
};
/// In the same order.
inline constexpr const char* statement_names[] = {"spd",     "rank",          "linear",           "rho",
                                                  "class",   "lcp",           "solvability",      "method",
                                                  "limit",   "friction_cone", "friction_pyramid", "friction_existence",
                                                  "friction"};
static_assert(std::size(statement_names) == static_cast<std::size_t>(StatementKind::friction) + 1);

struct Effort {
  /// Longest estimate of one attempt that is still begun [s]; the estimates were measured on one core.
  double seconds = 60.0;
  /// spd: sharp bounds of the smallest eigenvalue and of the condition number, for one or two more factorizations.
  bool is_sharp = false;
  /// linear, lcp: how far the answer is from a solution, in addition to its backward error.
  bool with_distance = true;
  /// Time the plain computation too.
  bool with_plain = false;
  Level highest = Level::exact;
};

/// "3 s", and of less than a second its first digit.
[[nodiscard]] std::string about_seconds(double seconds);
/// Why arithmetic more expensive than the highest asked for was not tried.
[[nodiscard]] std::string why_stopped(const Effort& effort);

/// A symmetric: x^T A x > 0 for all x != 0. Refuted by a direction with x^T A x <= 0.
[[nodiscard]] Statement state_spd(const SparseRows& a, const Effort& effort = {});

/// The same in doubles alone: false says nothing.
[[nodiscard]] bool is_definite(const MatrixX& a);

/// The rank of J, with the dependent rows as combinations of the others. `expected` < 0: the claim is full rank.
[[nodiscard]] Statement state_rank(const SparseRows& j, int expected = -1, const Effort& effort = {});

/// x solves A x = b within the printed bound; refuted: x is off by more than half of its digits. With `within` the
/// claim is that some solution is no further away than this, in every entry.
[[nodiscard]] Statement state_linear(const SparseRows& a, const VectorX& x, const VectorX& b, const Effort& effort = {},
                                     std::optional<double> within = {});

/// No eigenvalue of X lies outside the circle of this radius, > 0.
[[nodiscard]] Statement state_rho(const SparseRows& x, const Effort& effort = {}, double radius = 1.0);

/// z solves LCP(A, b) within the printed bound; with `within` as above.
[[nodiscard]] Statement state_lcp(const SparseRows& a, const VectorX& b, const VectorX& z, const Effort& effort = {},
                                  std::optional<double> within = {});

/// From some solver, as good as it may be; empty: nothing.
struct SolvabilityGuess {
  VectorX z;  ///< an answer
  VectorX y;  ///< y >= 0 with A^T y <= 0 and b^T y < 0
};

/// LCP(A, b) has a solution; how many, for small problems.
[[nodiscard]] Statement state_solvability(const SparseRows& a, const VectorX& b, const SolvabilityGuess& guess = {},
                                          const Effort& effort = {});

/// What A gives to every right side.
[[nodiscard]] Statement state_class(const SparseRows& a, const Effort& effort = {});

/// A step of a method, given by its update, on M q'' = B^T lambda with B q = 0 has no eigenvalue outside the unit
/// circle.
[[nodiscard]] Statement state_method(const SparseRows& m, const SparseRows& b, const LinearUpdate& update, double step,
                                     const Effort& effort = {});

/// A value of a parameter at which that ceases to hold, as an enclosure; `update` and `step_of` as in
/// verification/motion/stability_limit.hpp.
[[nodiscard]] Statement state_limit(const SparseRows& m, const SparseRows& b,
                                    const std::function<std::optional<LinearUpdate>(double)>& update,
                                    const std::function<double(double)>& step_of, const Effort& effort = {});

}  // namespace perpend
