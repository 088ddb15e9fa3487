// Proof that the constraint rows of one state are independent, at about the cost of the solve that used them.
#pragma once

#include <span>
#include <vector>

#include "kernel/problem.hpp"
#include "kernel/solution.hpp"
#include "verification/certificate.hpp"
#include "verification/mass_root.hpp"
#include "verification/row_pattern.hpp"
#include "verification/static_cholesky.hpp"

namespace perpend {

/// W = J M^-1 J^T + E in floating point, with the layout of its blocks fixed once.
class DelassusMatrix {
 public:
  /// `left_out`: rows of J that W does not contain.
  DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out);

  /// Forms W with L L^T = M + dM in place of M. Returns why not, or nullptr. Post:
  /// |fl(W) - J (M + dM)^-1 J^T - E|_ij <= forming_error() sqrt(W_ii W_jj). A row of J whose `active` is 0 becomes a
  /// row of the identity, which leaves the proof to the others.
  [[nodiscard]] const char* form(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                 std::span<const char> active);
  [[nodiscard]] StaticCholesky& cholesky() { return cholesky_; }
  [[nodiscard]] const RowPattern& pattern() const { return pattern_; }
  [[nodiscard]] const MassRoot& root() const { return root_; }
  /// Rows of J by their place in W.
  [[nodiscard]] std::span<const int> kept() const { return kept_; }
  [[nodiscard]] double forming_error() const;
  /// The most nonzeros in a row of W: also an upper bound of the largest eigenvalue when its diagonal is scaled to 1.
  [[nodiscard]] int widest_row() const { return widest_row_; }
  /// J L^-T, laid out as the values of J. Valid after `form`.
  [[nodiscard]] const std::vector<double>& weighted() const { return weighted_; }

 private:
  struct Term {
    int first_value, second_value;
  };
  struct Layout;
  DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out, Layout&& made);
  static Layout make_layout(const ConstraintRows& layout, std::span<const int> left_out);
  [[nodiscard]] bool weigh(const ConstraintRows& rows);

  RowPattern pattern_;
  MassRoot root_;
  std::vector<int> kept_;
  std::vector<std::pair<int, int>> lower_;  ///< places of each number below the diagonal
  std::vector<Term> terms_;
  std::vector<int> term_start_;  ///< of each number of the Cholesky factorization
  int most_terms_ = 0;
  int widest_row_ = 1;
  bool too_large_ = false;
  StaticCholesky cholesky_;
  std::vector<double> weighted_;
};

/// Exact object: W = J M^-1 J^T + E of the doubles J, M, E (real arithmetic, not the rounded product), of the rows that
/// are active: those whose multiplier lies strictly between its bounds. Claim: W is positive definite. With
/// D = diag(W), a Cholesky factorization of fl(W) - c D that completes gives [Rump06]
///     lambda_min(D^-1/2 W D^-1/2) >= ((c - delta) (1 - f)) (1 - eta) / (1 + eta),
///     delta = widest(L + L^T) g + widest(W) f / (1 - f) + 4 u
/// (g: the factorization, f: forming W, eta: the root of M, 4 u: the shift). Refuted when some y on the active rows is
/// exactly null: y^T J = 0 and E y = 0.
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
  [[nodiscard]] bool find_shift(double least);
  [[nodiscard]] bool find_null_vector(const ConstraintRows& rows, const VectorX& compliance);

  DelassusMatrix matrix_;
  std::vector<char> active_;
  double shift_ = 0.5;  ///< last one that worked: where the next search starts. It decides how sharp, never whether.
  bool has_failed_ = false;
  std::vector<double> direction_, rounded_;
};

/// The same claim from exact rational arithmetic: decides what `DelassusCertifier` leaves undecided. bounds stay NaN: a
/// sign is all that is found. Cost and size of the numbers grow fast: undecided above `most_exact_rows` active rows.
[[nodiscard]] Certificate escalate_delassus_exact(const MassMatrix& mass, const ConstraintRows& rows,
                                                  const VectorX& compliance, std::span<const char> active = {});
[[nodiscard]] Certificate escalate_delassus_exact(const Problem& problem, const Solution& solution);
inline constexpr int most_exact_rows = 40;

/// Which multipliers lie strictly between their bounds: 1, else 0. Problems without bounds: all.
void find_active_rows(const Problem& problem, const Solution& solution, std::vector<char>& active);

/// Whether y^T J = 0 exactly, column by column. y has one number a row of J.
[[nodiscard]] bool annihilates(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y);

/// Rounds y, scaled by one of its entries, to short numbers; true when the result annihilates J exactly. Rows that are
/// copies, sums or differences of others are found so; general dependence is not.
[[nodiscard]] bool round_to_annihilator(const RowPattern& pattern, const std::vector<double>& values,
                                        std::span<const double> y, std::span<double> rounded);

}  // namespace perpend
