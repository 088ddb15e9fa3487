#include "verification/checker/matrix.hpp"

#include <arb_mat.h>
#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

namespace {

/// The largest prime below 2^63.
constexpr ulong prime = 9223372036854775783UL;

class Balls {
 public:
  Balls(const Matrix& a, long precision) : precision_(precision) {
    arb_mat_init(value_, a.rows(), a.columns());
    arb_mat_set_fmpq_mat(value_, a.raw(), precision);
  }
  Balls(long rows, long columns, long precision) : precision_(precision) { arb_mat_init(value_, rows, columns); }
  Balls(const Balls&) = delete;
  Balls& operator=(const Balls&) = delete;
  ~Balls() { arb_mat_clear(value_); }

  [[nodiscard]] arb_mat_struct* raw() { return value_; }

  /// Of the lower triangle, by columns. Nothing when a pivot holds 0.
  std::optional<bool> has_positive_pivots() {
    const long n = arb_mat_nrows(value_);
    arb_t factor;
    arb_init(factor);
    std::optional<bool> result = true;
    for (long k = 0; k < n && result == true; ++k) {
      const arb_struct* pivot = arb_mat_entry(value_, k, k);
      if (!arb_is_positive(pivot)) result = arb_is_negative(pivot) ? std::optional(false) : std::nullopt;
      if (result == true) eliminate(k, factor);
    }
    arb_clear(factor);
    return result;
  }

 private:
  void eliminate(long k, arb_t factor) {
    const long n = arb_mat_nrows(value_);
    for (long i = k + 1; i < n; ++i) {
      if (arb_is_zero(arb_mat_entry(value_, i, k))) continue;
      arb_div(factor, arb_mat_entry(value_, i, k), arb_mat_entry(value_, k, k), precision_);
      for (long j = k + 1; j <= i; ++j)
        if (!arb_is_zero(arb_mat_entry(value_, j, k)))
          arb_submul(arb_mat_entry(value_, i, j), factor, arb_mat_entry(value_, j, k), precision_);
    }
  }

  long precision_;
  arb_mat_t value_;
};

bool has_positive_pivots(const Matrix& a) {
  Matrix left = a;
  const long n = a.rows();
  for (long k = 0; k < n; ++k) {
    const Rational pivot = left.at(k, k);
    if (pivot.sign() <= 0) return false;
    for (long i = k + 1; i < n; ++i) {
      if (left.is_zero_at(i, k)) continue;
      const Rational factor = -left.at(i, k) / pivot;
      for (long j = k + 1; j <= i; ++j)
        if (!left.is_zero_at(j, k)) left.add_product(i, j, factor, left.at(j, k));
    }
  }
  return true;
}

}  // namespace

void expect_dense_room(long rows, long columns) {
  if (std::max(rows, 1L) > most_dense_entries / std::max(columns, 1L))
    throw TooLarge(fmt::format("a dense matrix of {} x {} is too large to be worked on here", rows, columns));
}

Matrix::Matrix(long rows, long columns) {
  expect_dense_room(rows, columns);
  fmpq_mat_init(value_, rows, columns);
}

std::optional<long> rank_modulo_prime(const Matrix& a) {
  nmod_mat_t reduced;
  nmod_mat_init(reduced, a.rows(), a.columns(), prime);
  bool is_known = true;
  for (long i = 0; i < a.rows() && is_known; ++i)
    for (long j = 0; j < a.columns() && is_known; ++j) {
      const fmpq* x = fmpq_mat_entry(a.raw(), i, j);
      const ulong below = fmpz_fdiv_ui(fmpq_denref(x), prime);
      is_known = below != 0;
      if (!is_known || fmpq_is_zero(x)) continue;
      nmod_mat_entry(reduced, i, j) = nmod_div(fmpz_fdiv_ui(fmpq_numref(x), prime), below, reduced->mod);
    }
  const long result = is_known ? nmod_mat_rank(reduced) : 0;
  nmod_mat_clear(reduced);
  return is_known ? std::optional(result) : std::nullopt;
}

long rank(const Matrix& a) {
  fmpz_mat_t whole;
  fmpz_mat_init(whole, a.rows(), a.columns());
  fmpq_mat_get_fmpz_mat_rowwise(whole, nullptr, a.raw());
  const long result = fmpz_mat_rank(whole);
  fmpz_mat_clear(whole);
  return result;
}

bool has_independent_rows(const Matrix& a) {
  return rank_modulo_prime(a) == a.rows() || rank(a) == a.rows();
}

std::optional<Matrix> solve(const Matrix& a, const Matrix& b) {
  Matrix x(a.columns(), b.columns());
  if (fmpq_mat_solve(x.raw(), a.raw(), b.raw()) == 0) return std::nullopt;
  return x;
}

std::optional<Matrix> solve_about(const Matrix& a, const Matrix& b) {
  constexpr long precision = 256;
  Balls left(a, precision), right(b, precision), about(a.columns(), b.columns(), precision);
  if (arb_mat_approx_solve(about.raw(), left.raw(), right.raw(), precision) == 0) return std::nullopt;
  Matrix x(a.columns(), b.columns());
  for (long i = 0; i < x.rows(); ++i)
    for (long j = 0; j < x.columns(); ++j) {
      const arf_struct* middle = arb_midref(arb_mat_entry(about.raw(), i, j));
      if (!arf_is_finite(middle)) return std::nullopt;
      arf_get_fmpq(fmpq_mat_entry(x.raw(), i, j), middle);
    }
  return x;
}

std::optional<bool> is_positive_definite(const Matrix& a) {
  for (const long precision : {128L, 512L, 2048L})
    if (const auto decided = Balls(a, precision).has_positive_pivots()) return decided;
  if (a.rows() > most_exact_rows) return std::nullopt;
  return has_positive_pivots(a);
}

}  // namespace perpend::checker
