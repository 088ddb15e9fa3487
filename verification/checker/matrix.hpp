// Exact matrices and what is decided about them.
#pragma once

#include <flint/fmpq_mat.h>

#include <optional>

#include "verification/checker/rational.hpp"

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
  void add(long i, long j, const Rational& x) {
    spend_on(fmpq_mat_entry(value_, i, j), x.raw());
    fmpq_add(fmpq_mat_entry(value_, i, j), fmpq_mat_entry(value_, i, j), x.raw());
  }
  void add_product(long i, long j, const Rational& a, const Rational& b) {
    spend_on(a.raw(), b.raw());
    spend_on(fmpq_mat_entry(value_, i, j), a.raw());
    fmpq_addmul(fmpq_mat_entry(value_, i, j), a.raw(), b.raw());
  }
  [[nodiscard]] bool is_zero_at(long i, long j) const { return fmpq_is_zero(fmpq_mat_entry(value_, i, j)) != 0; }
  [[nodiscard]] const fmpq_mat_struct* raw() const { return value_; }
  [[nodiscard]] fmpq_mat_struct* raw() { return value_; }

 private:
  fmpq_mat_t value_;
};

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

/// X with A X = B; nothing when A is singular.
[[nodiscard]] std::optional<Matrix> solve(const Matrix& a, const Matrix& b);
/// The same about right, at 256 bits: what it is good for is for the caller to decide.
[[nodiscard]] std::optional<Matrix> solve_about(const Matrix& a, const Matrix& b);

/// Beyond, nothing is eliminated over the rationals.
inline constexpr long most_exact_rows = 60;

}  // namespace perpend::checker
