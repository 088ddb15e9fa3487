#include "verification/arithmetic/exact_program.hpp"

namespace perpend {

namespace {

using boost::multiprecision::cpp_int;

/// Columns: variables, right-hand side, then what was done to each row.
class Tableau {
 public:
  explicit Tableau(const LinearSystemOfSigns& system)
      : is_free_(system.is_free),
        num_variables_(static_cast<int>(system.is_free.size())),
        num_rows_(static_cast<int>(system.rows.size())),
        basic_(system.rows.size(), none),
        row_factor_(system.rows.size()) {
    for (int i = 0; i < num_rows_; ++i) append(system.rows[i], i);
  }

  Feasibility decide() {
    eliminate_free_variables();
    for (int i = 0; i < num_rows_; ++i)
      if (!has_free_basic(i) && rows_[i][right()] < 0) negate(i);
    for (int column = entering(); column != none; column = entering()) pivot(leaving(column), column);
    cpp_int missing = 0;
    for (int i = 0; i < num_rows_; ++i)
      if (basic_[i] == none) missing += rows_[i][right()];
    return missing == 0 ? solution() : contradiction();
  }

 private:
  static constexpr int none = -1;
  [[nodiscard]] int right() const { return num_variables_; }
  [[nodiscard]] bool has_free_basic(int i) const { return basic_[i] != none && is_free_[basic_[i]]; }

  /// Multiplied by the least common denominator, so that all numbers are whole.
  void append(const LinearRow& row, int index) {
    cpp_int factor = 1;
    const auto include = [&](const Rational& x) { factor = lcm(factor, denominator(x)); };
    for (const Rational& x : row.coefficients) include(x);
    include(row.right);
    const auto whole = [&](const Rational& x) { return cpp_int(numerator(x) * (factor / denominator(x))); };
    std::vector<cpp_int> numbers(num_variables_ + 1 + num_rows_);
    for (std::size_t j = 0; j < row.coefficients.size(); ++j) numbers[j] = whole(row.coefficients[j]);
    numbers[right()] = whole(row.right);
    numbers[right() + 1 + index] = 1;
    row_factor_[index] = factor;
    rows_.push_back(std::move(numbers));
  }

  void negate(int i) {
    for (cpp_int& x : rows_[i]) x = -x;
  }

  void pivot(int row, int column) {
    if (rows_[row][column] < 0) negate(row);
    const cpp_int value = rows_[row][column];
    for (int i = 0; i < num_rows_; ++i) {
      if (i == row) continue;
      const cpp_int factor = rows_[i][column];
      for (std::size_t j = 0; j < rows_[i].size(); ++j) {
        cpp_int& x = rows_[i][j];
        const cpp_int& above = rows_[row][j];
        if (x == 0 && (factor == 0 || above == 0)) continue;
        x *= value;
        if (factor != 0 && above != 0) x -= factor * above;
        if (denominator_ != 1) x /= denominator_;
      }
    }
    denominator_ = value;
    basic_[row] = column;
  }

  /// A free variable that becomes basic stays so: its row bounds nothing.
  void eliminate_free_variables() {
    for (int j = 0; j < num_variables_; ++j) {
      if (!is_free_[j]) continue;
      for (int i = 0; i < num_rows_; ++i) {
        if (basic_[i] != none || rows_[i][j] == 0) continue;
        pivot(i, j);
        break;
      }
    }
  }

  /// The first signed variable that lets the sum of what is missing fall.
  [[nodiscard]] int entering() const {
    for (int j = 0; j < num_variables_; ++j) {
      if (is_free_[j]) continue;
      cpp_int sum = 0;
      for (int i = 0; i < num_rows_; ++i)
        if (basic_[i] == none) sum += rows_[i][j];
      if (sum > 0) return j;
    }
    return none;
  }

  [[nodiscard]] int order(int i) const { return basic_[i] == none ? num_variables_ + i : basic_[i]; }

  [[nodiscard]] int leaving(int column) const {
    int best = none;
    for (int i = 0; i < num_rows_; ++i) {
      if (has_free_basic(i) || rows_[i][column] <= 0) continue;
      if (best == none) {
        best = i;
        continue;
      }
      const cpp_int mine = rows_[i][right()] * rows_[best][column];
      const cpp_int other = rows_[best][right()] * rows_[i][column];
      if (mine < other || (mine == other && order(i) < order(best))) best = i;
    }
    return best;
  }

  [[nodiscard]] Feasibility solution() const {
    Feasibility result{.is_feasible = true, .x = std::vector<Rational>(num_variables_), .y = {}};
    for (int i = 0; i < num_rows_; ++i)
      if (basic_[i] != none) result.x[basic_[i]] = Rational(rows_[i][right()], denominator_);
    return result;
  }

  /// The sum of the rows that stay unfulfilled, by what was done to them.
  [[nodiscard]] Feasibility contradiction() const {
    Feasibility result{.is_feasible = false, .x = {}, .y = std::vector<Rational>(num_rows_)};
    for (int k = 0; k < num_rows_; ++k) {
      cpp_int sum = 0;
      for (int i = 0; i < num_rows_; ++i)
        if (basic_[i] == none) sum += rows_[i][right() + 1 + k];
      result.y[k] = Rational(sum * row_factor_[k], denominator_);
    }
    return result;
  }

  std::vector<bool> is_free_;
  int num_variables_;
  int num_rows_;
  std::vector<std::vector<cpp_int>> rows_;
  std::vector<int> basic_;
  std::vector<cpp_int> row_factor_;
  cpp_int denominator_ = 1;
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
