#include "verification/statements/basis_guess.hpp"

#include <arf.h>
#include <algorithm>
#include <utility>

namespace perpend {

namespace {

/// Floats of 512 bits with everything rounded: for guesses that rounding to doubles would spoil. Nothing is claimed of
/// them.
class LongFloat {
 public:
  static constexpr long bits = 512;
  /// A difference that loses more is taken for 0: noise of doubles compared with doubles loses some 53 bits, noise
  /// compared with that noise 53 more.
  static constexpr long lost_bits = 256;

  LongFloat() { arf_init(value_); }
  explicit LongFloat(double x) : LongFloat() { arf_set_d(value_, x); }
  LongFloat(const LongFloat& other) : LongFloat() { arf_set(value_, other.value_); }
  LongFloat(LongFloat&& other) noexcept : LongFloat() { arf_swap(value_, other.value_); }
  LongFloat& operator=(const LongFloat& other) {
    arf_set(value_, other.value_);
    return *this;
  }
  LongFloat& operator=(LongFloat&& other) noexcept {
    arf_swap(value_, other.value_);
    return *this;
  }
  ~LongFloat() { arf_clear(value_); }

  [[nodiscard]] int sign() const { return arf_sgn(value_); }
  [[nodiscard]] bool is_zero() const { return arf_is_zero(value_) != 0; }
  [[nodiscard]] double to_double() const { return arf_get_d(value_, ARF_RND_NEAR); }
  void negate() { arf_neg(value_, value_); }
  void divide_by(const LongFloat& x) { arf_div(value_, value_, x.value_, bits, ARF_RND_DOWN); }
  void multiply_by(const LongFloat& x) { arf_mul(value_, value_, x.value_, bits, ARF_RND_DOWN); }

  void add_product(const LongFloat& x, const LongFloat& y) {
    if (is_zero()) {
      arf_mul(value_, x.value_, y.value_, bits, ARF_RND_DOWN);
      return;
    }
    const long before = exponent();
    arf_addmul(value_, x.value_, y.value_, bits, ARF_RND_DOWN);
    if (!is_zero() && exponent() < before - lost_bits) arf_zero(value_);
  }

  /// Sign of x - y; 0 also where they agree but for their last bits.
  friend int compare(const LongFloat& x, const LongFloat& y) {
    LongFloat difference(x);
    arf_sub(difference.value_, x.value_, y.value_, bits, ARF_RND_DOWN);
    if (difference.is_zero() || x.is_zero() || y.is_zero()) return difference.sign();
    return difference.exponent() < x.exponent() - lost_bits ? 0 : difference.sign();
  }
  friend LongFloat quotient(const LongFloat& x, const LongFloat& y) {
    LongFloat result(x);
    result.divide_by(y);
    return result;
  }

 private:
  /// Exponent of numbers made from doubles by not many operations: fits a word.
  [[nodiscard]] long exponent() const { return fmpz_get_si(ARF_EXPREF(value_)); }

  arf_t value_;
};

/// basic_i = q_i + eps p_i + sum_j T_ij nonbasic_j. Variables: w_i is i, z_i is n + i, z0 is 2 n.
class Dictionary {
 public:
  Dictionary(const SparseRows& a, const VectorX& b, int choice) : n_(a.num_rows) {
    for (int i = 0; i < n_; ++i) {
      rows_.emplace_back(static_cast<std::size_t>(n_) + 1);
      for (int k = a.first[i]; k < a.first[i + 1]; ++k) rows_[i][a.column[k]] = LongFloat(a.value[k]);
      rows_[i][n_] = LongFloat(covering(i, choice));
      q_.emplace_back(b[i]);
      p_.emplace_back(disturbance(i));
      basic_.push_back(i);
      nonbasic_.push_back(n_ + i);
    }
    nonbasic_.push_back(2 * n_);
  }

  BasisGuess follow() {
    int row = lowest_row();
    if (row < 0) return solution();
    int column = n_;
    long left = most_pivots();
    for (; left > 0 && row >= 0; --left) {
      const int leaving = basic_[row];
      pivot(row, column);
      if (leaving == 2 * n_) return solution();
      column = column_of(leaving < n_ ? leaving + n_ : leaving - n_);
      row = leaving_row(column);
    }
    return row < 0 ? minimize_covering() : BasisGuess{};
  }

 private:
  /// Different for each row, positive: a linear congruence.
  static double disturbance(int i) { return 1.0 + static_cast<double>((1103515245L * (i + 1) + 12345L) % 2147483647L); }
  /// Ones first; then between 1 and 11.
  static double covering(int i, int choice) {
    return choice == 0 ? 1.0 : 1.0 + static_cast<double>((7919L * choice * (i + 1)) % 1009L) / 100.0;
  }
  /// Ten times what piles of bodies took.
  [[nodiscard]] long most_pivots() const { return 20L * n_ + 100; }

  /// From a basis with z0 in it. Dantzig's rule; the disturbance keeps it from going in circles.
  BasisGuess minimize_covering() {
    for (long left = most_pivots(); left > 0; --left) {
      const int z0 = static_cast<int>(std::find(basic_.begin(), basic_.end(), 2 * n_) - basic_.begin());
      int column = -1;
      for (int j = 0; j <= n_; ++j)
        if (rows_[z0][j].sign() < 0 && (column < 0 || compare(rows_[z0][j], rows_[z0][column]) < 0)) column = j;
      if (column < 0) return contradiction();
      const int row = leaving_row(column);
      if (row == z0) return {};
      pivot(row, column);
    }
    return {};
  }

  /// The least of (q_i, p_i) / d_i in lexicographic order. -1: b >= 0.
  [[nodiscard]] int lowest_row() const {
    int best = -1;
    for (int i = 0; i < n_; ++i)
      if (q_[i].sign() < 0 && (best < 0 || is_before(i, best, n_))) best = i;
    return best;
  }

  [[nodiscard]] bool is_before(int i, int best, int column) const {
    const int order = compare(quotient(q_[i], rows_[i][column]), quotient(q_[best], rows_[best][column]));
    if (order != 0) return order < 0;
    return compare(quotient(p_[i], rows_[i][column]), quotient(p_[best], rows_[best][column])) < 0;
  }

  void pivot(int row, int column) {
    LongFloat inverse(1.0);
    inverse.divide_by(rows_[row][column]);
    rows_[row][column] = inverse;
    inverse.negate();
    for (int j = 0; j <= n_; ++j)
      if (j != column && !rows_[row][j].is_zero()) rows_[row][j].multiply_by(inverse);
    q_[row].multiply_by(inverse);
    p_[row].multiply_by(inverse);
    for (int i = 0; i < n_; ++i)
      if (i != row && !rows_[i][column].is_zero()) eliminate(i, row, column);
    std::swap(basic_[row], nonbasic_[column]);
  }

  void eliminate(int i, int row, int column) {
    const LongFloat factor = rows_[i][column];
    rows_[i][column] = LongFloat();
    for (int j = 0; j <= n_; ++j)
      if (!rows_[row][j].is_zero()) rows_[i][j].add_product(factor, rows_[row][j]);
    q_[i].add_product(factor, q_[row]);
    p_[i].add_product(factor, p_[row]);
  }

  [[nodiscard]] int column_of(int variable) const {
    return static_cast<int>(std::find(nonbasic_.begin(), nonbasic_.end(), variable) - nonbasic_.begin());
  }

  /// The first to fall to 0: the greatest of (q_i, p_i) / T_ij, T_ij < 0, in lexicographic order; z0 before all that
  /// reach 0 with it. -1: none falls.
  [[nodiscard]] int leaving_row(int column) const {
    int best = -1;
    LongFloat best_q;
    for (int i = 0; i < n_; ++i) {
      if (rows_[i][column].sign() >= 0) continue;
      LongFloat mine = quotient(q_[i], rows_[i][column]);
      int order = best < 0 ? 1 : compare(mine, best_q);
      if (order == 0) order = basic_[i] == 2 * n_ || (basic_[best] != 2 * n_ && is_before(best, i, column)) ? 1 : -1;
      if (order < 0) continue;
      best = i;
      best_q = std::move(mine);
    }
    return best;
  }

  [[nodiscard]] BasisGuess solution() const {
    BasisGuess result{.kind = GuessKind::solution, .active = {}, .rows = {}};
    for (const int variable : basic_)
      if (variable >= n_ && variable < 2 * n_) result.active.push_back(variable - n_);
    std::sort(result.active.begin(), result.active.end());
    return result;
  }

  /// The rows whose w holds z0 up.
  [[nodiscard]] BasisGuess contradiction() const {
    BasisGuess result = solution();
    result.kind = GuessKind::contradiction;
    for (const int variable : nonbasic_)
      if (variable < n_) result.rows.push_back(variable);
    std::sort(result.rows.begin(), result.rows.end());
    return result;
  }

  int n_;
  std::vector<std::vector<LongFloat>> rows_;
  std::vector<LongFloat> q_, p_;
  std::vector<int> basic_, nonbasic_;
};

}  // namespace

BasisGuess guess_basis(const SparseRows& a, const VectorX& b, int covering) {
  return Dictionary(a, b, covering).follow();
}

double seconds_of_basis_guess(int n) {
  return 1.6e-7 * n * static_cast<double>(n) * n;
}

}  // namespace perpend
