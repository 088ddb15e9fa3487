// Dense matrices, exact and in balls, and what is decided about them.
#pragma once

#include <arb_mat.h>
#include <flint/fmpq_mat.h>

#include <optional>
#include <vector>

#include "verification/checker/arithmetic/ball.hpp"

namespace perpend::checker {

/// Most entries of one dense matrix: 4096 rows and columns, 256 MB before any number is put in.
inline constexpr long most_dense_entries = 1L << 24;

/// Throws TooLarge beyond these.
void expect_dense_room(long rows, long columns);

class Matrix {
 public:
  /// Throws TooLarge.
  Matrix(long rows, long columns);
  Matrix(const Matrix& other) : Matrix(other.rows(), other.columns()) { fmpq_mat_set(value_, other.value_); }
  Matrix(Matrix&& other) noexcept : Matrix(0, 0) { fmpq_mat_swap(value_, other.value_); }
  Matrix& operator=(Matrix other) noexcept {
    fmpq_mat_swap(value_, other.value_);
    return *this;
  }
  ~Matrix() { fmpq_mat_clear(value_); }

  [[nodiscard]] long rows() const { return fmpq_mat_nrows(value_); }
  [[nodiscard]] long columns() const { return fmpq_mat_ncols(value_); }
  [[nodiscard]] Rational at(long i, long j) const {
    Rational x;
    fmpq_set(x.raw(), fmpq_mat_entry(value_, i, j));
    return x;
  }
  void set(long i, long j, const Rational& x) { fmpq_set(fmpq_mat_entry(value_, i, j), x.raw()); }
  void add(long i, long j, const Rational& x);
  void add_product(long i, long j, const Rational& a, const Rational& b);
  [[nodiscard]] bool is_zero_at(long i, long j) const { return fmpq_is_zero(fmpq_mat_entry(value_, i, j)) != 0; }
  [[nodiscard]] const fmpq_mat_struct* raw() const { return value_; }
  [[nodiscard]] fmpq_mat_struct* raw() { return value_; }

  friend bool operator==(const Matrix& a, const Matrix& b) { return fmpq_mat_equal(a.value_, b.value_) != 0; }

 private:
  fmpq_mat_t value_;
};

/// These rows and columns.
[[nodiscard]] Matrix block(const Matrix& a, const std::vector<int>& rows, const std::vector<int>& columns);
[[nodiscard]] Matrix column(const std::vector<Rational>& x);
/// Entries of its first column.
[[nodiscard]] std::vector<Rational> entries_of(const Matrix& x);

/// Most bits of an entry when each row is multiplied by its common denominator.
[[nodiscard]] double entry_bits(const Matrix& a);

/// A B.
[[nodiscard]] Matrix product(const Matrix& a, const Matrix& b);

/// Whether the rows are independent: by the rank modulo a prime, which is never more than the rank; where it is less,
/// by exact elimination.
[[nodiscard]] bool has_independent_rows(const Matrix& a);
[[nodiscard]] long rank(const Matrix& a);
/// Nothing when the prime divides a denominator.
[[nodiscard]] std::optional<long> rank_modulo_prime(const Matrix& a);
/// The columns of the pivots modulo a prime; empty when it divides a denominator.
[[nodiscard]] std::vector<int> pivots_modulo_prime(const Matrix& a);
/// The reduced row echelon form; returns the rank.
long reduce_rows(Matrix& a);

/// X with A X = B; nothing when A is singular.
[[nodiscard]] std::optional<Matrix> solve(const Matrix& a, const Matrix& b);
/// The same about right, at 256 bits: what it is good for is for the caller to decide.
[[nodiscard]] std::optional<Matrix> solve_about(const Matrix& a, const Matrix& b);

/// Beyond, nothing is eliminated over the rationals.
inline constexpr long most_exact_rows = 60;

/// A matrix enclosed by Arb.
class BallMatrix {
 public:
  BallMatrix(long rows, long columns) { arb_mat_init(value_, rows, columns); }
  BallMatrix(const Matrix& a, long precision) : BallMatrix(a.rows(), a.columns()) {
    arb_mat_set_fmpq_mat(value_, a.raw(), precision);
  }
  BallMatrix(const BallMatrix&) = delete;
  BallMatrix& operator=(const BallMatrix&) = delete;
  ~BallMatrix() { arb_mat_clear(value_); }

  [[nodiscard]] long rows() const { return arb_mat_nrows(value_); }
  [[nodiscard]] long columns() const { return arb_mat_ncols(value_); }
  [[nodiscard]] arb_ptr at(long i, long j) const { return arb_mat_entry(value_, i, j); }
  [[nodiscard]] const arb_mat_struct* raw() const { return value_; }
  [[nodiscard]] arb_mat_struct* raw() { return value_; }

 private:
  arb_mat_t value_;
};

}  // namespace perpend::checker
