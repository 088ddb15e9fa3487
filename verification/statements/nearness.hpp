// How far an answer is from the solutions of its problem, bounded both ways. Distances are those of the entry that is
// furthest off.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/types.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

struct Nearness {
  double least = 0.0;       ///< every solution is at least so far
  double most = infinity;   ///< some solution is at most so far
  bool is_regular = false;  ///< of a linear system: there is one solution

  /// Whether the nearest solution is at most `within` away.
  [[nodiscard]] Verdict judge(double within) const;
};

/// For any A, regular or not: a solution x* has |A x - b|_i <= sum_j |a_ij| |x - x*|_j. NaN in a residual says nothing.
[[nodiscard]] double least_distance(const SparseRows& a, const std::vector<Interval>& residual);

/// For any A: a solution z* has z*_i = 0 or w*_i = 0, and both are >= 0, so that with s_i = sum_j |a_ij|
///     |z - z*| >= |min(z_i, w_i / s_i)|,   w = A z + b.
[[nodiscard]] double least_distance(const SparseRows& a, const VectorX& b, const VectorX& z);

/// By an approximate inverse in doubles, then in balls at 128, 256 and 512 bits.
[[nodiscard]] Nearness nearness_in_doubles(const MatrixX& a, const std::vector<Interval>& residual);
[[nodiscard]] Nearness nearness_in_balls(const MatrixX& a, const VectorX& x, const VectorX& b, int bits);

/// How near z is to the exact solution of an LCP that is 0 except in `active` rows. `least` only where it is the only
/// solution.
struct ExactNearness {
  Nearness distance;
  std::vector<int> active;  ///< empty with `is_found`: the solution is 0
  bool is_found = false;
};
/// First with the rows where z > 0, then with those that Lemke's method in long floats ends at.
[[nodiscard]] ExactNearness nearness_of_rows(const SparseRows& a, const VectorX& b, const VectorX& z, bool is_unique,
                                             const Effort& effort);

/// Whether A is shown to be P: one solution for each right side. By doubles, then exactly for up to 40 rows, or with
/// balls where A is symmetric.
[[nodiscard]] bool has_one_solution_each(const SparseRows& a, const Effort& effort);

/// "the distance asked for is not a number that is 0 or larger", or null.
[[nodiscard]] const char* why_no_distance(double within);

/// Time of the plain computation that the proof of a solution is compared with: one dense elimination with the largest
/// pivot of each column, and its solution [s].
[[nodiscard]] double seconds_of_plain_solve(const MatrixX& a, const VectorX& b);

}  // namespace perpend
