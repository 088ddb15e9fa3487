// A basis of    w - A z - d z0 = b    for the methods that pivot: the values of its variables on data scaled to 1, and
// the way to its neighbours. Variables by number: w_i is i, z_j is n + j, z0 is 2 n.
#pragma once

#include <cstdint>
#include <span>

#include "kernel/solvers/basis_core.hpp"

namespace perpend {

/// Where a pivoting method stands, and the way to its neighbours.
class BasisWalk {
 public:
  // Values below this, against the size of the problem, are 0: exact ties differ by the rounding of a basis whose
  // condition is up to 1e5.
  static constexpr double tie_tolerance = 1e-11;
  // An entry of a direction below this, against the largest, is 0: it decides between losing a pivot and losing digits.
  static constexpr double pivot_tolerance = 1e-9;
  // Residual of a direction, after one correction, at which the inverse is made anew.
  static constexpr double drift_tolerance = 1e-10;
  // Where each row is judged by its own size: rates that are rounding of a row of some hundred terms, and values, which
  // are corrected until a few units of rounding are left (8 u).
  static constexpr double row_tolerance = 1e-13;
  static constexpr double row_tie_tolerance = 0x1p-50;

  void set_problem(const SparseRows& a, const GrowingVector& b);
  /// The basis of all w.
  void clear(const GrowingVector& covering);
  /// The basis of z_i, i in `support`, and of w_i elsewhere. Indices whose columns depend on those before stay out.
  void collect(std::span<const int> support);
  /// d, while z0 is not basic.
  void set_covering(const GrowingVector& covering) { core_.set_covering(covering); }

  [[nodiscard]] int n() const { return n_; }
  [[nodiscard]] int z0() const { return 2 * n_; }
  [[nodiscard]] bool is_w(int variable) const { return variable < n_; }
  [[nodiscard]] int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  [[nodiscard]] bool is_basic(int variable) const {
    return is_w(variable) ? !core_.has_row(variable) : core_.has_column(variable - n_);
  }
  [[nodiscard]] const BasisCore& core() const { return core_; }
  [[nodiscard]] const GrowingVector& z() const { return z_; }  ///< n + 1 entries, z0 last; may be below 0 by rounding
  [[nodiscard]] const GrowingVector& w() const { return w_; }
  /// What is 0 is judged against the largest value of the problem, or row by row: a value of w against the terms that
  /// its row was summed from, one of z against what it adds to rows. The second is for data in which whole rows are
  /// rounding compared with others; values are then computed anew and measured with each pivot.
  void judge_by_rows(bool by_rows) { by_rows_ = by_rows; }
  [[nodiscard]] bool judges_by_rows() const { return by_rows_; }
  void measure_size();
  /// Size of the variable's values when they were last measured.
  [[nodiscard]] double size(int variable) const {
    if (!by_rows_) return size_;
    return is_w(variable) ? w_size_[variable] : z_size_[variable - n_];
  }
  /// Below this a value is 0.
  [[nodiscard]] double tie(int variable) const {
    return (by_rows_ ? row_tie_tolerance : tie_tolerance) * size(variable);
  }

  /// Values of the basic variables on the original data, corrected twice by what they leave.
  void compute_values();
  /// The inverse and the values anew. False: singular to working precision.
  [[nodiscard]] bool refactor();
  /// Due by age: rounding sums up by exchanges.
  [[nodiscard]] bool is_old() const { return since_refactor_ >= 100 + 2 * core_.size(); }
  [[nodiscard]] bool is_fresh() const { return since_refactor_ == 0; }

  /// Rates of the basic variables as `entering` grows. False: the inverse no longer gives them.
  [[nodiscard]] bool find_direction(int entering);
  /// visit(variable, value, rate) for each basic variable, z first.
  template <class Visit>
  void for_each_basic(Visit&& visit) const {
    for (int c = 0; c < core_.size(); ++c) visit(n_ + core_.columns()[c], z_[core_.columns()[c]], dz_[c]);
    for (int i = 0; i < n_; ++i)
      if (!core_.has_row(i)) visit(i, w_[i], dw_[i]);
  }
  /// Row of the inverse of the whole basis that gives the value of this basic variable from b; n entries.
  void row_of_inverse(int variable, GrowingVector& out);
  /// Below this a rate is 0.
  [[nodiscard]] double zero_rate(int variable) const {
    if (!by_rows_) return zero_rate_;
    return row_tolerance * (is_w(variable) ? w_rate_size_[variable] : z_rate_size_[variable - n_]);
  }
  /// One step along the direction and the exchange of the two variables. Pre: find_direction(entering).
  void pivot(int entering, int leaving, double step);
  /// z_i for w_i or w_i for z_i. False: the pivot vanishes. Values are not changed.
  [[nodiscard]] bool pivot_principal(int i);
  /// The direction as one of z.
  void direction(int entering, GrowingVector& out) const;

  [[nodiscard]] long num_pivots() const { return num_pivots_; }
  /// Whether the basis came again since start_watch(): it is compared with one kept, renewed after 1, 2, 4 ... pivots.
  /// [Brent80]
  [[nodiscard]] bool repeats();
  void start_watch();

 private:
  [[nodiscard]] double residual_of_direction() const;
  [[nodiscard]] double largest_rate() const;
  void measure_rates(int entering);
  void measure_columns(const GrowingVector& row, GrowingVector& column) const;
  void exchange(int entering, int leaving);
  [[nodiscard]] double principal_pivot(int i);

  BasisCore core_;
  int n_ = 0;
  GrowingVector b_, z_, w_;
  GrowingVector dz_;  // by place in the core's columns
  GrowingVector dw_;
  GrowingVector column_, row_, correction_;
  bool by_rows_ = false;
  double size_ = 1.0, zero_rate_ = 0.0;
  GrowingVector w_size_, z_size_, w_rate_size_, z_rate_size_;  // by rows
  GrowingVector by_place_;
  long num_pivots_ = 0, since_refactor_ = 0;
  std::uint64_t basis_ = 0, kept_basis_ = 0;
  long next_keep_ = 1, since_kept_ = 0;
};

}  // namespace perpend
