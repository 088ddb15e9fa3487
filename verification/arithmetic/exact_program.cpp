#include "verification/arithmetic/exact_program.hpp"

#include "verification/arithmetic/exact_matrix.hpp"

namespace perpend {

namespace {

/// Columns: variables, right-hand side, then what was done to each row.
class Tableau {
 public:
  explicit Tableau(const LinearSystemOfSigns& system)
      : is_free_(system.is_free),
        num_variables_(static_cast<int>(system.is_free.size())),
        num_rows_(static_cast<int>(system.rows.size())),
        numbers_(num_rows_, num_variables_ + 1 + num_rows_),
        basic_(system.rows.size(), none),
        row_factor_(1, num_rows_),
        scratch_(1, num_scratch) {
    fmpz_one(denominator());
    for (int i = 0; i < num_rows_; ++i) set_row(system.rows[i], i);
  }

  Feasibility decide() {
    eliminate_free_variables();
    for (int i = 0; i < num_rows_; ++i)
      if (!has_free_basic(i) && sign(i, right()) < 0) negate(i);
    for (int column = entering(); column != none; column = entering()) pivot(leaving(column), column);
    sum_of_missing(right());
    return fmpz_is_zero(sum()) != 0 ? solution() : contradiction();
  }

 private:
  static constexpr int none = -1;
  enum Scratch { last_pivot, column_sum, mine, other, num_scratch };
  [[nodiscard]] int right() const { return num_variables_; }
  [[nodiscard]] bool has_free_basic(int i) const { return basic_[i] != none && is_free_[basic_[i]]; }
  [[nodiscard]] int sign(int i, int j) const { return fmpz_sgn(numbers_.entry(i, j)); }
  [[nodiscard]] fmpz* denominator() { return scratch_.entry(0, last_pivot); }
  [[nodiscard]] fmpz* sum() { return scratch_.entry(0, column_sum); }

  /// Multiplied by the least common denominator, so that all numbers are whole.
  void set_row(const LinearRow& row, int index) {
    using boost::multiprecision::cpp_int;
    cpp_int factor = 1;
    const auto include = [&](const Rational& x) { factor = lcm(factor, boost::multiprecision::denominator(x)); };
    for (const Rational& x : row.coefficients) include(x);
    include(row.right);
    const auto set = [&](int column, const Rational& x) {
      if (x != 0)
        set_integer(numbers_.entry(index, column),
                    cpp_int(numerator(x) * (factor / boost::multiprecision::denominator(x))));
    };
    for (std::size_t j = 0; j < row.coefficients.size(); ++j) set(static_cast<int>(j), row.coefficients[j]);
    set(right(), row.right);
    fmpz_one(numbers_.entry(index, right() + 1 + index));
    set_integer(row_factor_.entry(0, index), factor);
  }

  void negate(int i) {
    for (long j = 0; j < numbers_.columns(); ++j) fmpz_neg(numbers_.entry(i, j), numbers_.entry(i, j));
  }

  void pivot(int row, int column) {
    if (sign(row, column) < 0) negate(row);
    const fmpz* value = numbers_.entry(row, column);
    for (int i = 0; i < num_rows_; ++i) {
      if (i == row) continue;
      const fmpz* factor = numbers_.entry(i, column);
      for (long j = 0; j < numbers_.columns(); ++j) {
        if (j == column) continue;  // it is read to the end
        fmpz* x = numbers_.entry(i, j);
        fmpz_mul(x, x, value);
        fmpz_submul(x, factor, numbers_.entry(row, j));
        if (fmpz_is_one(denominator()) == 0) fmpz_divexact(x, x, denominator());
      }
      fmpz_zero(numbers_.entry(i, column));
    }
    fmpz_set(denominator(), value);
    basic_[row] = column;
  }

  /// A free variable that becomes basic stays so: its row bounds nothing.
  void eliminate_free_variables() {
    for (int j = 0; j < num_variables_; ++j) {
      if (!is_free_[j]) continue;
      for (int i = 0; i < num_rows_; ++i) {
        if (basic_[i] != none || sign(i, j) == 0) continue;
        pivot(i, j);
        break;
      }
    }
  }

  /// Sum over the rows that stay unfulfilled.
  void sum_of_missing(int column) {
    fmpz_zero(sum());
    for (int i = 0; i < num_rows_; ++i)
      if (basic_[i] == none) fmpz_add(sum(), sum(), numbers_.entry(i, column));
  }

  /// The first signed variable that lets the sum of what is missing fall.
  [[nodiscard]] int entering() {
    for (int j = 0; j < num_variables_; ++j) {
      if (is_free_[j]) continue;
      sum_of_missing(j);
      if (fmpz_sgn(sum()) > 0) return j;
    }
    return none;
  }

  [[nodiscard]] int order(int i) const { return basic_[i] == none ? num_variables_ + i : basic_[i]; }

  [[nodiscard]] int leaving(int column) {
    int best = none;
    for (int i = 0; i < num_rows_; ++i) {
      if (has_free_basic(i) || sign(i, column) <= 0) continue;
      if (best == none) {
        best = i;
        continue;
      }
      fmpz* of_this = scratch_.entry(0, mine);
      fmpz* of_best = scratch_.entry(0, other);
      fmpz_mul(of_this, numbers_.entry(i, right()), numbers_.entry(best, column));
      fmpz_mul(of_best, numbers_.entry(best, right()), numbers_.entry(i, column));
      const int compared = fmpz_cmp(of_this, of_best);
      if (compared < 0 || (compared == 0 && order(i) < order(best))) best = i;
    }
    return best;
  }

  [[nodiscard]] Feasibility solution() {
    Feasibility result{.is_feasible = true, .x = std::vector<Rational>(num_variables_), .y = {}};
    for (int i = 0; i < num_rows_; ++i)
      if (basic_[i] != none)
        result.x[basic_[i]] = Rational(integer_of(numbers_.entry(i, right())), integer_of(denominator()));
    return result;
  }

  /// The sum of the rows that stay unfulfilled, by what was done to them.
  [[nodiscard]] Feasibility contradiction() {
    Feasibility result{.is_feasible = false, .x = {}, .y = std::vector<Rational>(num_rows_)};
    for (int k = 0; k < num_rows_; ++k) {
      sum_of_missing(right() + 1 + k);
      fmpz_mul(sum(), sum(), row_factor_.entry(0, k));
      result.y[k] = Rational(integer_of(sum()), integer_of(denominator()));
    }
    return result;
  }

  std::vector<bool> is_free_;
  int num_variables_;
  int num_rows_;
  IntegerMatrix numbers_;
  std::vector<int> basic_;
  IntegerMatrix row_factor_;
  IntegerMatrix scratch_;
};

}  // namespace

int LinearSystemOfSigns::add_variable(bool free_sign) {
  is_free.push_back(free_sign);
  for (LinearRow& row : rows) row.coefficients.resize(is_free.size());
  return static_cast<int>(is_free.size()) - 1;
}

LinearRow& LinearSystemOfSigns::add_row(const Rational& right) {
  rows.push_back({std::vector<Rational>(is_free.size()), right});
  return rows.back();
}

Feasibility decide_feasibility(const LinearSystemOfSigns& system) {
  return Tableau(system).decide();
}

}  // namespace perpend
