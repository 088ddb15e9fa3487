#include "verification/checker/arithmetic/program.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace perpend::checker {

namespace {

constexpr int none = -1;

/// Columns: variables, right side, then what was done to each row.
class Tableau {
 public:
  explicit Tableau(const Program& program)
      : program_(program), size_(static_cast<int>(program.is_free.size())), basic_(program.rows.size(), none) {
    for (std::size_t i = 0; i < program.rows.size(); ++i) {
      std::vector<Rational> row = program.rows[i].coefficients;
      row.push_back(program.rows[i].right);
      row.resize(row.size() + program.rows.size());
      row[size_ + 1 + i] = Rational(1);
      rows_.push_back(std::move(row));
    }
  }

  void run() {
    for (int j = 0; j < size_; ++j)
      if (program_.is_free[j] != 0) take_in(j);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!is_settled(i) && right(i).sign() < 0)
        for (Rational& x : rows_[i]) x = -x;
    for (int j = entering(); j != none; j = entering()) pivot(leaving(j), j);
  }

  [[nodiscard]] std::vector<Rational> point() const {
    std::vector<Rational> x(size_);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (basic_[i] != none) x[basic_[i]] = right(i);
    return x;
  }

  [[nodiscard]] std::vector<Rational> multipliers() const {
    std::vector<Rational> y(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (basic_[i] == none)
        for (std::size_t k = 0; k < rows_.size(); ++k) y[k] += rows_[i][size_ + 1 + k];
    return y;
  }

 private:
  [[nodiscard]] const Rational& right(std::size_t i) const { return rows_[i][size_]; }
  /// The row gives the value of a free variable and bounds nothing.
  [[nodiscard]] bool is_settled(std::size_t i) const { return basic_[i] != none && program_.is_free[basic_[i]] != 0; }

  void take_in(int column) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (basic_[i] == none && !rows_[i][column].is_zero()) return pivot(i, column);
  }

  void pivot(std::size_t row, int column) {
    const Rational value = rows_[row][column];
    for (Rational& x : rows_[row])
      if (!x.is_zero()) x /= value;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Rational factor = rows_[i][column];
      if (i == row || factor.is_zero()) continue;
      for (std::size_t j = 0; j < rows_[i].size(); ++j)
        if (!rows_[row][j].is_zero()) rows_[i][j].subtract_product(factor, rows_[row][j]);
    }
    basic_[row] = column;
  }

  /// The first signed variable that lets the sum of what is missing fall.
  [[nodiscard]] int entering() const {
    for (int j = 0; j < size_; ++j) {
      if (program_.is_free[j] != 0) continue;
      Rational sum;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        if (basic_[i] == none) sum += rows_[i][j];
      if (sum.sign() > 0) return j;
    }
    return none;
  }

  [[nodiscard]] long order(std::size_t i) const { return basic_[i] == none ? size_ + static_cast<long>(i) : basic_[i]; }

  [[nodiscard]] std::size_t leaving(int column) const {
    std::size_t best = rows_.size();
    Rational least;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (is_settled(i) || rows_[i][column].sign() <= 0) continue;
      const Rational ratio = right(i) / rows_[i][column];
      if (best != rows_.size() && (ratio > least || (ratio == least && order(i) > order(best)))) continue;
      best = i;
      least = ratio;
    }
    return best;
  }

  const Program& program_;
  int size_;
  std::vector<std::vector<Rational>> rows_;
  std::vector<int> basic_;
};

bool fulfils(const Program& program, const std::vector<Rational>& x) {
  for (std::size_t j = 0; j < x.size(); ++j)
    if (program.is_free[j] == 0 && x[j].sign() < 0) return false;
  for (const ProgramRow& row : program.rows) {
    Rational sum;
    for (std::size_t j = 0; j < x.size(); ++j) sum.add_product(row.coefficients[j], x[j]);
    if (!(sum == row.right)) return false;
  }
  return true;
}

bool contradicts(const Program& program, const std::vector<Rational>& y) {
  Rational right;
  for (std::size_t i = 0; i < y.size(); ++i) right.add_product(y[i], program.rows[i].right);
  for (std::size_t j = 0; j < program.is_free.size(); ++j) {
    Rational sum;
    for (std::size_t i = 0; i < y.size(); ++i) sum.add_product(y[i], program.rows[i].coefficients[j]);
    if (program.is_free[j] != 0 ? !sum.is_zero() : sum.sign() > 0) return false;
  }
  return right.sign() > 0;
}

}  // namespace

void Program::expect_room(std::size_t num_rows, std::size_t num_variables) const {
  if (num_rows * num_variables > most_coefficients)
    throw TooLarge(fmt::format("a linear program of {} rows and {} variables is too large to be worked on here",
                               num_rows, num_variables));
}

int Program::add_variable(bool free_sign) {
  expect_room(rows.size(), is_free.size() + 1);
  is_free.push_back(free_sign ? 1 : 0);
  for (ProgramRow& row : rows) row.coefficients.resize(is_free.size());
  return static_cast<int>(is_free.size()) - 1;
}

ProgramRow& Program::add_row(const Rational& right) {
  expect_room(rows.size() + 1, is_free.size());
  rows.push_back({std::vector<Rational>(is_free.size()), right});
  return rows.back();
}

void Program::add_slack(std::size_t row, int sign) {
  const int slack = add_variable(false);
  rows[row].coefficients[slack] = Rational(sign);
}

Decision decide(const Program& program) {
  Tableau tableau(program);
  tableau.run();
  const std::vector<Rational> x = tableau.point();
  if (fulfils(program, x)) return {true, x};
  if (contradicts(program, tableau.multipliers())) return {false, {}};
  throw std::logic_error("the simplex method ended without a proof");
}

}  // namespace perpend::checker
