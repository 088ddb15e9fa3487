// Where a pivoting method stands: a basis of w - A z - d z0 = b on data scaled to 1, the values of its variables, and
// the way to its neighbours. Variables by number: w_i is i, z_j is n + j, z0 is 2 n.
#pragma once

#include <cstdint>
#include <span>

#include "kernel/solvers/basis_core.hpp"

namespace perpend {

class BasisWalk {
 public:
  // Values below this, against the size of the problem, are 0: exact ties differ by the rounding of a basis whose
  // condition is up to 1e5.
  static constexpr double tie_tolerance = 1e-11;
  // An entry of a direction below this, against the largest, is 0: it decides between losing a pivot and losing digits.
  static constexpr double pivot_tolerance = 1e-9;
  // Residual of a direction, after one correction, at which the inverse is made anew.
  static constexpr double drift_tolerance = 1e-10;

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
  [[nodiscard]] double size() const { return size_; }  ///< of the values when measure_size() was called
  void measure_size();

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
  [[nodiscard]] double largest_rate() const;
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
  void exchange(int entering, int leaving);
  [[nodiscard]] double principal_pivot(int i);

  BasisCore core_;
  int n_ = 0;
  GrowingVector b_, z_, w_;
  GrowingVector dz_;  // by place in the core's columns
  GrowingVector dw_;
  GrowingVector column_, row_, correction_;
  double size_ = 1.0;
  long num_pivots_ = 0, since_refactor_ = 0;
  std::uint64_t basis_ = 0, kept_basis_ = 0;
  long next_keep_ = 1, since_kept_ = 0;
};

}  // namespace perpend
