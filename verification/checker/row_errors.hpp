// Rows of a system: what their terms sum to, exactly, and how much of their size that is.
#pragma once

#include <vector>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

struct Sum {
  Rational value;
  Rational size;     ///< sum of |terms|
  Rational granted;  ///< what rounding of the rest of the problem may leave of it, as a scale in addition to the size

  void add(const Rational& x) {
    value += x;
    size += x.abs();
  }
  void add(const Rational& a, const Rational& x) { add(a * x); }
  /// A term that is itself a sum: its size counts, not what is left of it.
  void add(const Rational& a, const Sum& sum) {
    value.add_product(a, sum.value);
    size.add_product(a.abs(), sum.size);
    granted.add_product(a.abs(), sum.granted);
  }
  /// sign * (a row of J times x).
  void add(const SparseRow& row, const std::vector<Rational>& x, int sign = 1) {
    for (const Entry& entry : row) add(Rational(sign) * entry.value, x[entry.column]);
  }
};

/// Componentwise backward errors [OettliPrager64] of some rows. A row whose terms are rounding compared with the others
/// is measured against its coefficients times the largest unknown too [Higham02].
class RowErrors {
 public:
  explicit RowErrors(int unknowns);

  /// `error` is what should be 0; `coefficients()` is asked only for a row that fails.
  template <class Coefficients>
  void judge(const Sum& sum, const Rational& error, int row, Coefficients coefficients) {
    if (sum.size.is_zero()) return;
    Rational scale = sum.size;
    if (!(error <= backward_error_limit() * sum.size)) {
      ++num_granted_;
      const Rational all = coefficients();
      if (sum.size <= cancelled_ * all) scale += all;
    }
    note(error, error / scale, row);
  }

  [[nodiscard]] const Rational& worst() const { return worst_; }
  [[nodiscard]] const Rational& largest() const { return largest_; }
  /// Rows above the limit by their own size.
  [[nodiscard]] int num_granted() const { return num_granted_; }
  /// Whether no row is worse than this one, up to what doubled precision can tell apart.
  [[nodiscard]] bool is_worst(const Rational& row) const;

 private:
  void note(const Rational& error, const Rational& ratio, int row);

  Rational cancelled_;
  Rational worst_;
  Rational largest_;
  int num_granted_ = 0;
  std::vector<Rational> ratios_;  ///< by row, 0 where none was judged
};

/// How many rows miss the limit by their own size: no more than bound `i` says.
void check_granted(Checks& checks, int granted, int i);
/// ", 2 rows granted as rounding"; empty for none.
[[nodiscard]] std::string granted_text(int granted);

[[nodiscard]] Rational largest_of(const std::vector<Rational>& values);
[[nodiscard]] Rational size_of(const SparseRow& row);

/// By column: (row, value) of J.
[[nodiscard]] std::vector<SparseRow> transpose(const std::vector<SparseRow>& rows, int num_columns);

}  // namespace perpend::checker
