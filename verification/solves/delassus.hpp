// Proof that the constraint rows of one state are independent, at about the cost of the solve that used them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernel/model/problem.hpp"
#include "verification/certificates.hpp"
#include "verification/solves/nearby_delassus.hpp"

namespace perpend {

/// Exact object: W = J M^-1 J^T + E of the doubles J, M, E (real arithmetic, not the rounded product), of the rows that
/// are active: those whose multiplier lies strictly between its bounds, but not rows with bounds whose multiplier is
/// exactly 0, without which x is the same. Claim: W is positive definite. With
/// D = diag(W), a Cholesky factorization of fl(W) - c D that completes gives [Rump06]
///     lambda_min(D^-1/2 W D^-1/2) >= ((c - delta) (1 - f)) (1 - eta) / (1 + eta),
///     delta = widest(L + L^T) g + widest(W) f / (1 - f) + 4 u
/// (g: the factorization, f: forming W, eta: the root of M, 4 u: the shift). A state near one that was factorized has
/// its bound from that one (NearbyDelassus), while this loses at most half of it. Refuted when some y on the
/// active rows is exactly null: y^T J = 0 and E y = 0.
class DelassusCertifier {
 public:
  explicit DelassusCertifier(const ConstraintRows& layout, std::span<const int> left_out = {});

  /// All rows. bounds: smallest scaled eigenvalue, scaled condition number, delta. Allocates nothing after the first
  /// call.
  [[nodiscard]] Certificate certify(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance);
  /// The active rows of a solve.
  [[nodiscard]] Certificate certify(const Problem& problem, const Solution& solution);

 private:
  [[nodiscard]] Certificate certify_active(const MassMatrix& mass, const ConstraintRows& rows,
                                           const VectorX& compliance);
  using NextShifts = std::array<double, BlockCholesky::num_together - 1>;
  [[nodiscard]] bool holds(double shift, const NextShifts& next);
  [[nodiscard]] bool find_shift(double least, bool is_sharpened);
  void sharpen_shift();
  [[nodiscard]] double nearby_least(std::span<const double> numbers, const VectorX& compliance);
  [[nodiscard]] Certificate proved(double least) const;
  [[nodiscard]] bool find_null_vector(const ConstraintRows& rows, const VectorX& compliance, double shift);

  DelassusMatrix matrix_;
  std::vector<char> active_;
  NearbyDelassus nearby_;
  double rounding_ = 0.0;  ///< charged to the one that is kept there
  long num_nearby_ = 0;    ///< states that had their bound from it
  int waiting_ = 0;        ///< factorizations before the next look at it
  int wait_ = 0;           ///< of the last such series
  double shift_ = 0.5;     ///< last one that worked: where the next search starts. It decides how sharp, never whether.
  double failed_shift_ = 0.0;  ///< least one that the last search found too large
  bool has_failed_ = false;
  std::array<double, BlockCholesky::num_together> tried_{};  ///< shifts of this matrix
  std::array<bool, BlockCholesky::num_together> held_{};
  std::vector<double> direction_, rounded_;
};

/// The same claim from exact rational arithmetic: decides what `DelassusCertifier` leaves undecided. bounds stay NaN: a
/// sign is all that is found. Cost and size of the numbers grow fast: undecided above `most_exact_rows` active rows.
[[nodiscard]] Certificate escalate_delassus_exact(const MassMatrix& mass, const ConstraintRows& rows,
                                                  const VectorX& compliance, std::span<const char> active = {});
[[nodiscard]] Certificate escalate_delassus_exact(const Problem& problem, const Solution& solution);
inline constexpr int most_exact_rows = 40;

/// Which rows are active, as above: 1, else 0. Problems without bounds: all. One that is no number
/// is not left out. Returns why the solution says nothing about that, or nullptr.
[[nodiscard]] const char* find_active_rows(const Problem& problem, const Solution& solution, std::vector<char>& active);

}  // namespace perpend
