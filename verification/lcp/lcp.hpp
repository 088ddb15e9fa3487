// What can be proved of one linear complementarity problem  w = A z + b,  0 <= z  perp  w >= 0,  and of an answer to
// it. Exact object: the doubles of A and b.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// A true solution z* lies near the point y: |y_i - z*_i| <= radius_i.
struct LcpEnclosure {
  const char* theorem = "";
  VectorX radius;
  bool is_unique = false;  ///< the only solution of the problem
  bool is_strict = false;  ///< z*_i > 0 or w*_i > 0 for every i: no degenerate pair
  VectorX active{};  ///< 1: z*_i > 0, 0: w*_i > 0, 1/2: z*_i or w*_i is 0, or both; empty: as y says, or not known
  VectorX least{};   ///< |y_i - z*_i| is at least so much; empty: not known
};

/// Always made, for any A. The entry of each pair (z_i, w_i) that weighs less in w is set to 0: y and slack are then
/// complementary to the last bit, and
///     y solves exactly the problem with b + e,   |e_i| <= error_i.
/// It is compared with the size of what row i sums, size_i = (|A| |y| + |b| + slack)_i. Rows that are rounding of
/// the others, as a difference of momenta is, cannot be held to that: where e_i is more than lcp_error_limit size_i and
/// at most what a backward stable solver leaves of the rows next to it,
///     |e_i| <= 1000 n u largest_i,   largest_i: of the sizes of the rows that entries of A join to row i, in any
///     number
///                                    of steps,
/// it is flagged, and measured as a share of largest_i. So the answer says for each row by how much, and of what, b is
/// changed. In addition the three residuals of z itself, each with its own meaning, never blended.
struct LcpCertificate {
  Verdict verdict = Verdict::not_run;  ///< of: |e_i| <= lcp_error_limit size_i or <= 1000 n u largest_i for every i
  const char* reason = "";             ///< empty when proved
  VectorX y;
  VectorX slack;
  VectorX error;                           ///< proved bound of |e|, in the unit of b
  double backward_error = 0.0;             ///< largest |e_i| / size_i, proved bound; of the rows that are not flagged
  int worst_row = -1;                      ///< of the backward error
  double negative_z = 0.0;                 ///< largest -z_i
  double negative_w = 0.0;                 ///< largest -w_i, proved bound
  double complementarity = 0.0;            ///< largest |z_i w_i|, proved bound
  std::vector<LcpEnclosure> enclosures;    ///< as many as could be proved, the sharpest first
  int num_granted = 0;                     ///< rows flagged as rounding compared with others
  double granted_error = 0.0;              ///< their largest |e_i| / largest_i, proved bound
  VectorX dominance{};                     ///< v of the enclosure by <A> v = t > 0; empty: there is none
  std::vector<std::string> exact_slack{};  ///< entries of slack, or p/q; empty: slack is what is meant
};

/// sqrt(u): half of the digits of the data are honoured, as in kkt_backward_error_limit.
inline constexpr double lcp_error_limit = 0x1.6a09e667f3bcdp-27;

/// What to try in addition to the residuals. Dense proofs cost O(n^3): they stop at `largest_dense` rows; 0: no
/// enclosure at all. Beyond `largest_thorough` the first enclosure found ends the search, the cheaper ones tried first.
/// Where nothing else encloses a solution, 2^k choices of k <= `most_ambiguous` pairs are tried.
struct LcpEffort {
  int largest_dense = 300;
  int largest_thorough = 300;
  int most_ambiguous = 10;
};

[[nodiscard]] LcpCertificate certify_lcp(const SparseRows& a, const VectorX& b, const VectorX& z,
                                         const LcpEffort& effort = {});

/// Whether no z >= 0 has A z + b >= 0.
struct Unsolvable {
  Verdict verdict = Verdict::not_run;  ///< refuted: such a z exists (it need not be complementary)
  VectorX witness;  ///< proved: y >= 0, A^T y <= 0, b^T y < 0 [Farkas], rounded to doubles; refuted: z, rounded
  std::string reason;
  std::vector<std::string> exact;  ///< the same before it was rounded, "p/q" each; empty: the doubles are exact
  bool is_solution = false;        ///< refuted: that z is complementary as well
};

/// First `candidate` (the z part of a ray, for instance; null or empty: none) as it is in exact arithmetic, then exact
/// linear programming for n up to `largest_exact`.
[[nodiscard]] Unsolvable certify_infeasible(const SparseRows& a, const VectorX& b, const VectorX* candidate = nullptr,
                                            int largest_exact = 40);

}  // namespace perpend
