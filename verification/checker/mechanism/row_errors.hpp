// Rows of a system: what their terms sum to, exactly, and how much of their size that is.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/kinds.hpp"
#include "verification/checker/mechanism/data.hpp"

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

/// J x + E multiplier - target, row i.
[[nodiscard]] inline Sum joint_row(const Data& data, int i) {
  Sum sum;
  sum.add(-data.target[i]);
  sum.add(data.compliance[i], data.multiplier[i]);
  sum.add(data.rows[i], data.x);
  return sum;
}

/// Componentwise backward errors [OettliPrager64] of some rows. A row whose terms are rounding compared with the others
/// is measured against its coefficients times the largest unknown too [Higham02].
class RowErrors {
 public:
  explicit RowErrors(int unknowns) : cancelled_(std::min(rounding_share(unknowns), backward_error_limit())) {}

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
  /// Whether no row is worse than this one, up to what doubled precision can distinguish.
  [[nodiscard]] bool is_worst(const Rational& row) const {
    for (std::size_t i = 0; i < ratios_.size(); ++i)
      if (row == Rational(static_cast<long>(i)))
        // 2^-80: (n u)^2 of doubled precision for rows of up to 2^12 terms; 2^-20 for the roundings of a quotient.
        return ratios_[i] + power_of_two(-80) >= worst_ * (Rational(1) - power_of_two(-20));
    return worst_ <= power_of_two(-80);
  }

 private:
  void note(const Rational& error, const Rational& ratio, int row) {
    if (static_cast<std::size_t>(row) >= ratios_.size()) ratios_.resize(row + 1);
    ratios_[row] = ratio;
    worst_ = std::max(worst_, ratio);
    largest_ = std::max(largest_, error);
  }

  Rational cancelled_;
  Rational worst_;
  Rational largest_;
  int num_granted_ = 0;
  std::vector<Rational> ratios_;  ///< by row, 0 where none was judged
};

/// How many rows miss the limit by their own size: no more than claimed.
inline void check_granted(Judgement& judgement, int granted) {
  judgement.at_most(granted_rows_name, Rational(granted), "the number of rows granted as rounding");
}

/// ", 2 rows granted as rounding"; empty for none.
[[nodiscard]] inline std::string granted_text(int granted) {
  return granted == 0 ? "" : fmt::format(", {} {} granted as rounding", granted, granted == 1 ? "row" : "rows");
}

}  // namespace perpend::checker
